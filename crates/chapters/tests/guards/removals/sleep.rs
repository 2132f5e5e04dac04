//! The worker's side: the rounds, the five checks, the bed.

use super::{FENCES, MANY, Removal, SLEEP, WEAK, WHERE_EACH_FALLS, edit, removal};

pub(super) const ALL: &[Removal] = &[
    removal(
        "bed-unlocked-before-blocking",
        Some("broken_block_unlocked"),
        MANY,
        &[edit(
            SLEEP,
            r#"let held = held.filter(|_| !broken!("broken_block_unlocked"));"#,
            r"drop(held);
        let held: Option<MutexGuard<'_, bool>> = None;",
        )],
    ),
    removal(
        "blocked-and-not-marked",
        None,
        MANY,
        &[edit(
            SLEEP,
            r"        *is_blocked = true;
        trace!(Event::Blocks);",
            "        trace!(Event::Blocks);",
        )],
    ),
    removal(
        "wait-without-a-loop",
        Some("broken_if_for_while"),
        WHERE_EACH_FALLS,
        &[edit(
            SLEEP,
            r#"        while *is_blocked {
            is_blocked =
                self.condvar.wait(is_blocked).unwrap_or_else(|poisoned| poisoned.into_inner());
            if broken!("broken_if_for_while") {
                break;
            }
        }"#,
            r"        if *is_blocked {
            drop(self.condvar.wait(is_blocked));
        }",
        )],
    ),
    removal(
        "wait-without-a-look",
        None,
        MANY,
        &[edit(
            SLEEP,
            r#"        while *is_blocked {
            is_blocked =
                self.condvar.wait(is_blocked).unwrap_or_else(|poisoned| poisoned.into_inner());
            if broken!("broken_if_for_while") {
                break;
            }
        }"#,
            r"        loop {
            is_blocked =
                self.condvar.wait(is_blocked).unwrap_or_else(|poisoned| poisoned.into_inner());
        }",
        )],
    ),
    removal(
        "rounds-without-end",
        Some("broken_rounds"),
        WHERE_EACH_FALLS,
        &[edit(
            SLEEP,
            r#"if idle.rounds < self.policy.rounds_until_sleepy || broken!("broken_rounds") {"#,
            "if true {",
        )],
    ),
    removal(
        "no-search-after-the-announcement",
        Some("broken_search_after"),
        MANY,
        &[edit(
            SLEEP,
            r#"            if broken!("broken_search_after") {
                return self.sleep(idle, latch, has_injected_jobs);
            }
            thread::yield_now();"#,
            "            return self.sleep(idle, latch, has_injected_jobs);",
        )],
    ),
    removal(
        "no-announcement",
        None,
        MANY,
        &[edit(
            SLEEP,
            "let (before, after) = self.counters.turn_jec(Turn::Announce);",
            r"let after = self.counters.load();
        let before = after.jec();",
        )],
    ),
    removal(
        "nothing-remembered",
        Some("broken_remember_nothing"),
        MANY,
        &[edit(SLEEP, "            left => left,", "            _ => Jec::DUMMY,")],
    ),
    removal(
        "remembered-at-the-door",
        Some("broken_remember_late"),
        MANY,
        &[edit(SLEEP, r#"if broken!("broken_remember_late") {"#, "{")],
    ),
    removal(
        "check-2-no-lock",
        Some("broken_lock"),
        MANY,
        &[edit(
            SLEEP,
            r#"let held = (!broken!("broken_lock")).then(|| bed.lock());"#,
            "let held: Option<MutexGuard<'_, bool>> = None;",
        )],
    ),
    removal(
        "check-2-lock-let-go-before-check-3",
        None,
        MANY,
        &[edit(
            SLEEP,
            r#"let held = (!broken!("broken_lock")).then(|| bed.lock());"#,
            r"drop(bed.lock());
        let held: Option<MutexGuard<'_, bool>> = None;",
        )],
    ),
    removal(
        "check-3-overlooked",
        Some("broken_fall_asleep"),
        MANY,
        &[edit(
            SLEEP,
            r#"            if !broken!("broken_fall_asleep") {
                idle.wake_fully();
                return false;
            }
"#,
            "",
        )],
    ),
    removal(
        "check-4-no-comparison",
        Some("broken_jec_check"),
        MANY,
        &[edit(
            SLEEP,
            r#"if seen.jec() != idle.jec && !broken!("broken_jec_check") {"#,
            "if false {",
        )],
    ),
    removal(
        "check-4-a-stale-word-will-do",
        None,
        MANY,
        &[edit(
            SLEEP,
            r#"            if seen.jec() != idle.jec && !broken!("broken_jec_check") {"#,
            r"            let seen = self.counters.load();
            if false {",
        )],
    ),
    removal(
        "check-4-latch-stays-sleeping",
        None,
        MANY,
        &[edit(
            SLEEP,
            r"                idle.wake_partly(&self.policy);
                latch.wake_up();",
            "                idle.wake_partly(&self.policy);",
        )],
    ),
    removal(
        "check-4-back-to-the-door",
        Some("broken_wake_partly"),
        WHERE_EACH_FALLS,
        &[edit(
            SLEEP,
            r"                idle.wake_partly(&self.policy);
",
            "",
        )],
    ),
    removal(
        "check-5-no-look",
        Some("broken_last_look"),
        WHERE_EACH_FALLS,
        &[edit(SLEEP, r#"!broken!("broken_last_look") && last_look(&has_injected_jobs)"#, "false")],
    ),
    removal(
        "check-5-no-look-with-stale-reads",
        None,
        WEAK,
        &[edit(SLEEP, r#"!broken!("broken_last_look") && last_look(&has_injected_jobs)"#, "false")],
    ),
    removal(
        "check-5-look-before-registering",
        Some("broken_last_look_early"),
        WHERE_EACH_FALLS,
        &[
            edit(
                SLEEP,
                r#"            if broken!("broken_last_look_early") {
                looked_early = last_look(&has_injected_jobs);
            }"#,
                "            looked_early = last_look(&has_injected_jobs);",
            ),
            edit(
                SLEEP,
                r#"        let found = if broken!("broken_last_look_early") {
            looked_early
        } else {
            !broken!("broken_last_look") && last_look(&has_injected_jobs)
        };"#,
                "        let found = looked_early;",
            ),
        ],
    ),
    removal(
        "check-5-no-fence",
        Some("broken_fence_sleep"),
        WEAK,
        &[edit(
            SLEEP,
            r#"        if !broken!("broken_fence_sleep") {
            fence(Ordering::SeqCst);
        }
"#,
            "",
        )],
    ),
    removal(
        "check-5-no-fence-smallest",
        None,
        FENCES,
        &[edit(
            SLEEP,
            r#"        if !broken!("broken_fence_sleep") {
            fence(Ordering::SeqCst);
        }
"#,
            "",
        )],
    ),
    removal(
        "check-5-fence-too-weak",
        None,
        WEAK,
        &[edit(
            SLEEP,
            r#"        if !broken!("broken_fence_sleep") {
            fence(Ordering::SeqCst);
        }
"#,
            r"        fence(Ordering::AcqRel);
",
        )],
    ),
    removal(
        "awake-by-itself-and-still-counted",
        Some("broken_self_wake"),
        MANY,
        &[edit(
            SLEEP,
            r#"            if !broken!("broken_self_wake") {
                let after = self.counters.sub_sleeping();
                trace!(Event::TakesBack { after: after.counts() });
            }
"#,
            "",
        )],
    ),
    removal(
        "woken-and-the-latch-stays-sleeping",
        None,
        MANY,
        &[edit(
            SLEEP,
            r"        idle.wake_fully();
        latch.wake_up();",
            "        idle.wake_fully();",
        )],
    ),
    removal(
        "woken-and-counted-by-both",
        None,
        MANY,
        &[edit(
            SLEEP,
            r#"            if broken!("broken_sleeper_counts") {
                let after"#,
            r"            {
                let after",
        )],
    ),
];
