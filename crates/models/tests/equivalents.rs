//! What could be otherwise loses nothing, but shows: each equivalent has a script along which its
//! run differs from that of the sound code, and both are kept.

use winks_models::equivalents;

#[test]
fn the_equivalents_are_told_apart_from_the_sound_code_by_their_scripts() {
    for equivalent in equivalents::ALL {
        let [sound, changed] = equivalent.both();
        for run in [&sound, &changed] {
            assert!(run.failure.is_none(), "{}:\n{}", equivalent.name, run.to_text());
        }
        assert_ne!(sound.history(), changed.history(), "{} shows nowhere", equivalent.name);
        let text = format!(
            "{}: {}.\nNothing is lost: {}.\n\nSound:\n\n{}\nChanged:\n\n{}",
            equivalent.name,
            equivalent.what,
            equivalent.why,
            sound.lane_table(None),
            changed.lane_table(None)
        );
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("equivalents");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(equivalent.name, text));
    }
}
