//! The sound code loses nothing in this explorer, and without either fence a job is lost.

use winks_weak::explore;

#[test]
fn the_sound_code_passes_and_each_fence_is_missed() {
    let sound = explore(None);
    assert!(sound.recording.failure.is_none(), "{}", sound.recording.to_text());
    assert!(sound.runs > 10, "{} runs: no order was tried", sound.runs);
    for breakage in ["broken_fence_post", "broken_fence_sleep"] {
        let lost = explore(Some(breakage));
        assert_eq!(lost.recording.failure.map(|failure| failure.kind()), Some("deadlock"));
    }
}
