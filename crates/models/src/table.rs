//! A lane table in Markdown: a row a step, a column a lane, and then the state after the step.
//!
//! It knows strings only, so that whoever records something writes the same tables: the explorers
//! of this crate, and the recorder of real threads, which includes this file.

/// A table that grows downwards; what a row changed in the state is bold.
pub(crate) struct LaneTable {
    text: String,
    state: Vec<String>,
}

impl LaneTable {
    /// The head of a table with these lanes and columns of state, which is `state` so far.
    pub(crate) fn new(lanes: &[&str], columns: &[&str], state: &[String]) -> LaneTable {
        let titles = [lanes, columns].concat();
        let rule = "|---".repeat(1 + titles.len());
        let text = format!("| step | {} |\n{rule}|\n", titles.join(" | "));
        LaneTable { text, state: state.to_vec() }
    }

    /// One row: what stands in each lane, and the state after it.
    pub(crate) fn row(
        &mut self,
        step: &str,
        lanes: impl IntoIterator<Item = impl Into<String>>,
        state: &[String],
    ) {
        let changes = self.state.iter().zip(state).map(|(old, new)| bold_changes(old, new));
        let cells: Vec<String> = lanes.into_iter().map(Into::into).chain(changes).collect();
        self.text += &format!("| {step} | {} |\n", cells.join(" | "));
        self.state = state.to_vec();
    }

    /// The whole table.
    pub(crate) fn into_markdown(self) -> String {
        self.text
    }
}

/// Sets the parts of `new` (separated by slashes) that differ from `old` in bold.
fn bold_changes(old: &str, new: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (old.split(" / ").collect(), new.split(" / ").collect());
    let parts = new.iter().enumerate().map(|(k, part)| match old.get(k) == Some(part) {
        true => (*part).to_string(),
        false => format!("**{part}**"),
    });
    parts.collect::<Vec<_>>().join(" / ")
}
