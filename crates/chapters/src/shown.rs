//! How the outputs are made that the chapters show.
