//! How far the run is: a bar on a terminal, plain lines elsewhere.
//!
//! The bar has no thread of its own: nothing but the pools may run while a row is measured.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// Tells on standard error which step is taken.
pub struct Progress {
    bar: Option<ProgressBar>,
    done: usize,
    steps: usize,
}

impl Progress {
    /// Of so many steps, none is taken yet.
    pub fn new(steps: usize) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(steps as u64).with_style(style)
        });
        Progress { bar, done: 0, steps }
    }

    /// Begins the next step.
    pub fn step(&mut self, name: &str) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.done as u64);
                bar.set_message(name.to_owned());
                bar.tick();
            }
            None => eprintln!("{:3}/{} {name}", self.done + 1, self.steps),
        }
        self.done += 1;
    }

    /// Clears the bar away.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
