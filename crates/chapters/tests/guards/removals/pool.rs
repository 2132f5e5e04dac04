//! The pool around the protocol: its posts, its broadcasts, its latches, its end.

use super::{LATCHES, MANY, POST, Removal, TERMINATION, WORLDS, edit, removal};

pub(super) const ALL: &[Removal] = &[
    removal(
        "tells-before-it-posts",
        Some("broken_post_before_push"),
        MANY,
        &[edit(
            POST,
            r"    push();
    tell();
",
            r"    tell();
    push();
",
        )],
    ),
    removal(
        "broadcast-wakes-nobody",
        Some("broken_broadcast_wake"),
        WORLDS,
        &[edit(
            POST,
            r#"        if !broken!("broken_broadcast_wake") {
            (0..n).for_each(wake);
        }
"#,
            r"        let _ = (n, wake);
",
        )],
    ),
    removal(
        "broadcast-is-not-looked-for",
        Some("broken_broadcast_look"),
        WORLDS,
        &[edit(
            POST,
            r#"(!broken!("broken_broadcast_look") && broadcast()) || injected()"#,
            r"{
        let _ = broadcast;
        injected()
    }",
        )],
    ),
    removal(
        "owner-looked-for-in-the-setters-pool",
        Some("broken_cross_wake"),
        WORLDS,
        &[edit(
            LATCHES,
            r#"    if broken!("broken_cross_wake")
        && let Some(setter)"#,
            "    if let Some(setter)",
        )],
    ),
    removal(
        "spin-latch-wakes-nobody",
        None,
        WORLDS,
        &[edit(
            LATCHES,
            r"if CoreLatch::set_raw(&raw const (*this).core) {
                wake_owner(registry, owner);
            }",
            r"CoreLatch::set_raw(&raw const (*this).core);
            let _ = (registry, owner);",
        )],
    ),
    removal(
        "outsider-notified-too-early",
        Some("broken_lock_latch"),
        WORLDS,
        &[
            edit(LATCHES, r#"            if broken!("broken_lock_latch") {"#, "            {"),
            edit(
                LATCHES,
                r#"            if !broken!("broken_lock_latch") {
                (*this).condvar.notify_all();
            }
"#,
                "",
            ),
        ],
    ),
    removal(
        "outsider-not-notified",
        None,
        WORLDS,
        &[edit(
            LATCHES,
            r#"            if !broken!("broken_lock_latch") {
                (*this).condvar.notify_all();
            }
"#,
            "",
        )],
    ),
    removal(
        "outsider-waits-without-a-look",
        None,
        WORLDS,
        &[edit(LATCHES, "        while !*is_set {", "        loop {")],
    ),
    removal(
        "last-job-is-missed",
        Some("broken_count_latch"),
        WORLDS,
        &[edit(
            LATCHES,
            "let before = unsafe { (*counter).fetch_sub(1, Ordering::AcqRel) };",
            r"let before = unsafe { (*counter).load(Ordering::Acquire) };
    // SAFETY: as above.
    unsafe { (*counter).store(before - 1, Ordering::Release) };",
        )],
    ),
    removal(
        "last-job-wakes-nobody",
        None,
        WORLDS,
        &[edit(
            LATCHES,
            r"if CoreLatch::set_raw(latch) {
                            wake_owner(&registry, owner);
                        }",
            r"CoreLatch::set_raw(latch);
                        let _ = (registry, owner);",
        )],
    ),
    removal(
        "an-ended-pool-is-kept",
        Some("broken_stay"),
        WORLDS,
        &[edit(
            TERMINATION,
            r#"let is_over = keepers == 0 && !broken!("broken_stay");"#,
            "let is_over = false;",
        )],
    ),
    removal(
        "last-keeper-is-missed",
        Some("broken_keepers"),
        WORLDS,
        &[edit(
            TERMINATION,
            "let before = self.keepers.fetch_sub(1, Ordering::AcqRel);",
            r"let before = self.keepers.load(Ordering::Acquire);
        self.keepers.store(before - 1, Ordering::Release);",
        )],
    ),
    removal(
        "the-end-passes-over-sleepers",
        Some("broken_terminate"),
        WORLDS,
        &[edit(
            TERMINATION,
            r#"if broken!("broken_terminate") && self.sleep.is_blocked(index) {"#,
            "if self.sleep.is_blocked(index) {",
        )],
    ),
    removal(
        "the-end-wakes-nobody",
        None,
        WORLDS,
        &[edit(
            LATCHES,
            r"if unsafe { CoreLatch::set_raw(&raw const (*this).core) } {
            registry.wake(owner);
        }",
            r"unsafe { CoreLatch::set_raw(&raw const (*this).core) };
        let _ = (registry, owner);",
        )],
    ),
];
