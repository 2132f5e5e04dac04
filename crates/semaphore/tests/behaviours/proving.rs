//! The rows that are told by models: every order of small worlds, with the semaphore's own sources.

use crate::Shown;
use crate::explored::catalogue::{self, Breakage, Loss};
use crate::explored::worlds::{close, leaver, lock, publish, time_out, two_givers, two_sizes};
use crate::explored::{Verdict, explore};
use crate::modes::{Barging, Fair, FairEvery, Mode};

pub(crate) fn rows() -> Vec<Shown> {
    vec![
        ("OWN-089", what_was_written_before_is_seen),
        ("OWN-090", nothing_is_lost_in_any_order),
        ("OWN-091", what_is_switched_off_is_missed),
    ]
}

type World = Box<dyn Fn() + Send + Sync>;

/// The worlds of three threads, in one mode.
fn worlds<M: Mode + Send + Sync + 'static>(mode: M) -> Vec<(&'static str, World)> {
    vec![
        ("lock, two rounds", Box::new(move || lock(mode, 2, 2))),
        ("lock", Box::new(move || lock(mode, 3, 1))),
        ("publish, one by one", Box::new(move || publish(mode, false))),
        ("publish, at once", Box::new(move || publish(mode, true))),
        ("two givers", Box::new(move || two_givers(mode))),
        ("two sizes", Box::new(move || two_sizes(mode))),
        ("leaver, by time", Box::new(move || leaver(mode, true))),
        ("leaver, by token", Box::new(move || leaver(mode, false))),
        ("time-out after a permit", Box::new(move || time_out(mode, true))),
        ("time-out before a permit", Box::new(move || time_out(mode, false))),
        ("close", Box::new(move || close(mode))),
    ]
}

fn in_every_mode() -> impl Iterator<Item = (&'static str, &'static str, World)> {
    let named = |mode, worlds: Vec<(&'static str, World)>| {
        worlds.into_iter().map(move |(name, world)| (mode, name, world))
    };
    named("Barging", worlds(Barging))
        .chain(named("Fair", worlds(Fair)))
        .chain(named("FairEvery<1>", worlds(FairEvery::<1>)))
        .chain(named("FairEvery<2>", worlds(FairEvery::<2>)))
}

fn assert_sound(name: &str, verdict: &Verdict) {
    assert!(verdict.failure.is_none(), "{name}, run {}: {:?}", verdict.runs, verdict.failure);
    assert!(verdict.runs > 10, "{name}: {} orders are not all of them", verdict.runs);
}

fn what_was_written_before_is_seen() {
    for (mode, name, world) in in_every_mode() {
        let verdict = explore(world, None, false, Some(2));
        assert_sound(&format!("{name}, {mode}, weak"), &verdict);
    }
    for breakage in catalogue::ALL.iter().filter(|breakage| breakage.loss == Loss::Race) {
        assert_missed(breakage);
    }
}

fn assert_missed(breakage: &Breakage) {
    let Breakage { name, loss, seen_in, .. } = breakage;
    let verdict = breakage.explore(true);
    assert_eq!(verdict.loss(), Some(*loss), "{name} in {seen_in}: {verdict:?}");
    println!("{name} in {seen_in}: {loss:?} in run {}", verdict.runs);
    let sound = breakage.explore(false);
    assert!(sound.failure.is_none(), "{seen_in}, sound: {sound:?}");
}

fn nothing_is_lost_in_any_order() {
    let mut runs = 0;
    let mut sound = |name: String, verdict: Verdict| {
        assert_sound(&name, &verdict);
        runs += verdict.runs;
    };
    // Two threads: all orders there are.
    sound("lock, Barging".into(), explore(|| lock(Barging, 2, 1), None, true, None));
    sound("lock, Fair".into(), explore(|| lock(Fair, 2, 1), None, true, None));
    for (mode, name, world) in in_every_mode() {
        sound(format!("{name}, {mode}"), explore(world, None, true, Some(2)));
    }
    println!("every order of {runs} holds");
}

fn what_is_switched_off_is_missed() {
    let known: Vec<_> = catalogue::ALL.iter().map(|breakage| breakage.name).collect();
    assert_eq!(known, winks_semaphore::broken::ALL);
    for breakage in catalogue::ALL {
        assert_missed(breakage);
    }
}
