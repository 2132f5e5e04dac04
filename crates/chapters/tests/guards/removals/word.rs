//! The word: each change one step, the JEC in its field, the parity.

use super::{COUNTERS, FROM_THE_TOP, JEC, MANY, ONE_BIT, Removal, WHERE_EACH_FALLS, edit, removal};

pub(super) const ALL: &[Removal] = &[
    removal(
        "inactive-raised-in-two-steps",
        Some("broken_atomic_inactive"),
        MANY,
        &[edit(
            COUNTERS,
            "Counters::<L>::new(self.word.fetch_add(L::ONE_INACTIVE, Ordering::SeqCst))",
            r"{
                let seen = self.load();
                let word = seen.word.wrapping_add(L::ONE_INACTIVE);
                self.word.store(word, Ordering::SeqCst);
                seen
            }",
        )],
    ),
    removal(
        "inactive-lowered-in-two-steps",
        None,
        MANY,
        &[edit(
            COUNTERS,
            "Counters::<L>::new(self.word.fetch_sub(L::ONE_INACTIVE, Ordering::SeqCst))",
            r"{
                let seen = self.load();
                let word = seen.word.wrapping_sub(L::ONE_INACTIVE);
                self.word.store(word, Ordering::SeqCst);
                seen
            }",
        )],
    ),
    removal(
        "sleeping-lowered-in-two-steps",
        Some("broken_atomic_sub"),
        MANY,
        &[edit(
            COUNTERS,
            "Counters::<L>::new(self.word.fetch_sub(L::ONE_SLEEPING, Ordering::SeqCst))",
            r"{
                let seen = self.load();
                let word = seen.word.wrapping_sub(L::ONE_SLEEPING);
                self.word.store(word, Ordering::SeqCst);
                seen
            }",
        )],
    ),
    removal(
        "registration-is-a-store",
        Some("broken_atomic_add"),
        MANY,
        &[edit(
            COUNTERS,
            "self.try_exchange(seen.word, next)?",
            r"{
                self.word.store(next, Ordering::SeqCst);
                seen.word
            }",
        )],
    ),
    removal(
        "registration-looks-then-stores",
        None,
        MANY,
        &[edit(
            COUNTERS,
            "self.try_exchange(seen.word, next)?",
            r"{
                if self.load().word != seen.word {
                    return None;
                }
                self.word.store(next, Ordering::SeqCst);
                seen.word
            }",
        )],
    ),
    removal(
        "registration-without-proof",
        Some("broken_jec_cas"),
        MANY,
        &[edit(
            COUNTERS,
            "self.try_exchange(seen.word, next)?",
            "self.word.fetch_add(L::ONE_SLEEPING, Ordering::SeqCst)",
        )],
    ),
    removal(
        "post-is-a-store",
        Some("broken_atomic_post"),
        MANY,
        &[edit(
            COUNTERS,
            "if self.try_exchange(seen.word, next.word).is_some() {",
            r"if (turn == Turn::Post && {
                self.word.store(next.word, Ordering::SeqCst);
                true
            }) || self.try_exchange(seen.word, next.word).is_some()
            {",
        )],
    ),
    removal(
        "announcement-is-a-store",
        Some("broken_atomic_announce"),
        MANY,
        &[edit(
            COUNTERS,
            "if self.try_exchange(seen.word, next.word).is_some() {",
            r"if (turn == Turn::Announce && {
                self.word.store(next.word, Ordering::SeqCst);
                true
            }) || self.try_exchange(seen.word, next.word).is_some()
            {",
        )],
    ),
    removal(
        "jec-overflows",
        Some("broken_wrap"),
        WHERE_EACH_FALLS,
        &[edit(
            COUNTERS,
            "let sum = self.word.wrapping_add(L::ONE_JEC);",
            r#"let sum = self.word + L::ONE_JEC;
        assert!(sum <= L::MASK, "attempt to add with overflow");"#,
        )],
    ),
    removal(
        "jec-leaves-its-field",
        None,
        ONE_BIT,
        &[edit(COUNTERS, "Self::new(sum & L::MASK)", "Self::new(sum)")],
    ),
    removal(
        "jec-overflows-the-word",
        None,
        FROM_THE_TOP,
        &[edit(
            COUNTERS,
            "let sum = self.word.wrapping_add(L::ONE_JEC);",
            "let sum = self.word + L::ONE_JEC;",
        )],
    ),
    removal(
        "every-jec-is-even",
        Some("broken_parity_mask"),
        WHERE_EACH_FALLS,
        &[edit(
            JEC,
            r#"let parity_bit = if broken!("broken_parity_mask") { 0 } else { 1 };"#,
            "let parity_bit = 0;",
        )],
    ),
    removal(
        "announcement-turns-the-wrong-way",
        Some("broken_parity_announce"),
        MANY,
        &[edit(JEC, r#"jec.is_active() != broken!("broken_parity_announce")"#, "jec.is_sleepy()")],
    ),
    removal(
        "post-turns-the-wrong-way",
        Some("broken_parity_post"),
        MANY,
        &[edit(JEC, r#"jec.is_sleepy() != broken!("broken_parity_post")"#, "jec.is_active()")],
    ),
];
