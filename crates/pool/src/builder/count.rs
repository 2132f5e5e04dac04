//! How many threads a pool gets: what was asked for, the environment, the machine, in this order.

use crate::sleep::word::{Layout, Native};
use std::thread;

/// The most that the word of the sleep protocol can count.
pub(crate) const MAX: usize = Native::THREADS_MAX;

/// The number of threads, if `asked` were asked for; 0 stands for no wish.
pub(super) fn resolve(asked: usize) -> usize {
    let number = match asked {
        0 => from_environment(|name| std::env::var(name).ok()).unwrap_or_else(of_the_machine),
        asked => asked,
    };
    number.min(MAX)
}

fn of_the_machine() -> usize {
    thread::available_parallelism().map_or(1, |number| number.get())
}

// ANCHOR: from-environment
/// What the environment says, if it says anything.
///
/// `RAYON_NUM_THREADS=0` is an answer, "as the machine", and the older variable is not asked. An
/// invalid value is none, and it is.
fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Option<usize> {
    let number = |name| variable(name)?.parse::<usize>().ok();
    let answer = number("RAYON_NUM_THREADS").or_else(|| number("RAYON_RS_NUM_CPUS"));
    answer.filter(|number| *number > 0)
}
// ANCHOR_END: from-environment

#[cfg(test)]
mod tests {
    use super::*;

    fn with(new: Option<&str>, old: Option<&str>) -> Option<usize> {
        from_environment(|name| {
            let value = match name {
                "RAYON_NUM_THREADS" => new,
                "RAYON_RS_NUM_CPUS" => old,
                other => panic!("{other} is no variable of ours"),
            };
            value.map(str::to_string)
        })
    }

    #[test]
    fn the_new_variable_comes_first() {
        assert_eq!(with(Some("4"), Some("7")), Some(4));
        assert_eq!(with(Some("+5"), None), Some(5));
    }

    #[test]
    fn zero_in_the_new_variable_means_the_machine_at_once() {
        assert_eq!(with(Some("0"), Some("7")), None);
    }

    #[test]
    fn an_invalid_new_variable_leaves_it_to_the_old_one() {
        for invalid in [" 4", "4 ", "four", "", "-1", "99999999999999999999999"] {
            assert_eq!(with(Some(invalid), Some("7")), Some(7), "{invalid:?}");
            assert_eq!(with(Some(invalid), None), None, "{invalid:?}");
        }
        assert_eq!(with(None, Some("7")), Some(7));
    }

    #[test]
    fn the_old_variable_counts_only_if_it_is_a_number_above_zero() {
        for invalid in ["0", "x", " 1"] {
            assert_eq!(with(None, Some(invalid)), None, "{invalid:?}");
        }
    }

    #[test]
    fn every_number_is_brought_down_to_the_most() {
        assert_eq!(resolve(usize::MAX), MAX);
        assert_eq!(resolve(MAX), MAX);
        assert_eq!(resolve(1), 1);
    }
}
