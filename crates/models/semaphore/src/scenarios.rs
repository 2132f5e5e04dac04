//! A small world, as the recorder and the explorer of `winks-models` know it: here without the
//! sleep protocol's parameters.

/// A small world, to be run many times.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// A word or two, and the mode.
    pub name: &'static str,
    /// What happens in it.
    pub about: &'static str,
    run: fn(),
}

/// No parameter: the worlds of a semaphore are what they are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup;

impl Scenario {
    pub(crate) const fn step(name: &'static str, about: &'static str, run: fn()) -> Scenario {
        Scenario { name, about, run }
    }

    pub(crate) fn run(&self, Setup: &Setup) {
        (self.run)();
    }
}
