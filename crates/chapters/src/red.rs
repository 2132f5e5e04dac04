//! Runs of builds that are broken on purpose.
