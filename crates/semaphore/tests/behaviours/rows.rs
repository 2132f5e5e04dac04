//! The list of what is asked: `rows.tsv`, one row a behaviour.

/// One behaviour.
pub(crate) struct Row {
    /// What the test is named by.
    pub id: &'static str,
    /// The theme.
    pub area: &'static str,
    /// What is asked.
    pub behaviour: &'static str,
}

/// The rows that have a meaning in Rust: as they stand (Y) or adapted (A). The others (N) stay in
/// the list, so that it is seen what was left out.
pub(crate) fn that_apply() -> Vec<Row> {
    let mut lines = include_str!("rows.tsv").lines();
    assert_eq!(lines.next(), Some("id\tarea\tbehaviour\texpected\tapplies\tsource"));
    let rows = lines.filter_map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let [id, area, behaviour, _expected, applies, _source] = fields[..] else {
            panic!("not six fields: {line}");
        };
        assert!(["Y", "A", "N"].contains(&applies), "{id} applies {applies}?");
        (applies != "N").then_some(Row { id, area, behaviour })
    });
    rows.collect()
}
