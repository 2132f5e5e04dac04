//! The poster's side: the fence, the JEC, whom to wake and who counts.

use super::{FENCES, MANY, Removal, SLEEP, WAKE, WEAK, WHERE_EACH_FALLS, edit, removal};

pub(super) const ALL: &[Removal] = &[
    removal(
        "finder-wakes-nobody",
        Some("broken_work_found"),
        MANY,
        &[edit(WAKE, r#"_ if broken!("broken_work_found") => 0,"#, "_ => 0,")],
    ),
    removal(
        "post-without-a-fence",
        Some("broken_fence_post"),
        WEAK,
        &[edit(
            WAKE,
            r#"        if !broken!("broken_fence_post") {
            fence(Ordering::SeqCst);
        }
"#,
            "",
        )],
    ),
    removal(
        "post-without-a-fence-smallest",
        None,
        FENCES,
        &[edit(
            WAKE,
            r#"        if !broken!("broken_fence_post") {
            fence(Ordering::SeqCst);
        }
"#,
            "",
        )],
    ),
    removal(
        "post-with-a-fence-too-weak",
        None,
        WEAK,
        &[edit(
            WAKE,
            r#"        if !broken!("broken_fence_post") {
            fence(Ordering::SeqCst);
        }
"#,
            r"        fence(Ordering::AcqRel);
",
        )],
    ),
    removal(
        "post-leaves-the-jec",
        Some("broken_jec_post"),
        MANY,
        &[edit(
            WAKE,
            "self.counters.turn_jec(Turn::Post)",
            r"{
            let seen = self.counters.load();
            (seen.jec(), seen)
        }",
        )],
    ),
    removal(
        "post-wakes-everybody",
        Some("broken_wake_all"),
        WHERE_EACH_FALLS,
        &[edit(
            WAKE,
            r#"_ if broken!("broken_wake_all") => self.workers.len(),"#,
            "_ => self.workers.len(),",
        )],
    ),
    removal(
        "post-wakes-nobody",
        None,
        MANY,
        &[edit(WAKE, "helpless.min(seen.sleeping)", "helpless.min(0)")],
    ),
    removal(
        "waker-always-counts",
        Some("broken_waker_counts"),
        MANY,
        &[edit(WAKE, r#"if broken!("broken_waker_counts") {"#, "{")],
    ),
    removal(
        "flag-not-cleared",
        Some("broken_notify_no_clear"),
        MANY,
        &[edit(
            WAKE,
            r#"        *is_blocked = broken!("broken_notify_no_clear");
"#,
            "",
        )],
    ),
    removal(
        "cleared-but-not-notified",
        None,
        MANY,
        &[edit(
            WAKE,
            r"        bed.condvar.notify_one();
",
            "",
        )],
    ),
    removal(
        "woken-and-counted-by-itself",
        Some("broken_sleeper_counts"),
        WHERE_EACH_FALLS,
        &[
            edit(
                WAKE,
                r#"        if !broken!("broken_sleeper_counts") {
            let after = self.counters.sub_sleeping();
            trace!(Event::CountsAwake { after: after.counts() });
        }
"#,
                "",
            ),
            edit(
                SLEEP,
                r#"            if broken!("broken_sleeper_counts") {
                let after"#,
                r"            {
                let after",
            ),
        ],
    ),
    removal(
        "woken-and-counted-by-nobody",
        None,
        MANY,
        &[edit(
            WAKE,
            r#"        if !broken!("broken_sleeper_counts") {
            let after = self.counters.sub_sleeping();
            trace!(Event::CountsAwake { after: after.counts() });
        }
"#,
            "",
        )],
    ),
];
