//! Lane tables: a Markdown table with one row for each step and one column for each thread.
//!
//! The columns at the right that are filled in every row hold state, not steps: the latch, the word.
//! The style sheet can't find that out, nor can it repeat the heads of the columns on a narrow
//! screen; so the frame around the table tells it both.

use super::html;

/// The opening tag of the frame around a lane table, or what is wrong with the table.
pub(super) fn frame(lines: &[String]) -> Result<String, String> {
    let [head, rule, rest @ ..] = lines else { return Err("no lane table".to_owned()) };
    // A run that ends badly says so below its table, behind a blank line.
    let rows = rest.split(|line| line.trim().is_empty()).next().unwrap_or_default();
    let heads = cells(head).ok_or("a lane table starts with its head: | step | … |")?;
    let dashes = rule.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    if !dashes || cells(rule).map(|c| c.len()) != Some(heads.len()) {
        return Err("the second line of a lane table is its rule: |---|…|".to_owned());
    }
    if rows.is_empty() {
        return Err("the lane table has no steps".to_owned());
    }
    let rows: Vec<Vec<String>> = rows.iter().map(|row| cells(row).unwrap_or_default()).collect();
    if let Some(row) = rows.iter().position(|row| row.len() != heads.len()) {
        return Err(format!("row {} of the lane table wants {} cells", row + 1, heads.len()));
    }
    let filled = |column: usize| rows.iter().all(|row| !row[column].is_empty());
    let state = (2..heads.len()).rev().take_while(|column| filled(*column)).count();
    let lanes = heads.len().saturating_sub(1 + state);
    let names: Vec<String> = heads
        .iter()
        .enumerate()
        .map(|(n, head)| format!("--c{}:'{}'", n + 1, html(&head.replace(['\'', '\\'], ""))))
        .collect();
    Ok(format!("<div class=\"lanes\" data-lanes=\"{lanes}\" style=\"{}\">", names.join(";")))
}

/// The cells of a row of a Markdown table.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let bar = '\u{1}';
    let inner = inner.replace("\\|", &bar.to_string());
    Some(inner.split('|').map(|cell| cell.trim().replace(bar, "|")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Result<String, String> {
        frame(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn columns_that_are_always_filled_are_state() {
        let text = "| step | W0 | poster | latch | word |\n|---|---|---|---|---|\n\
                    | 1 | looks |  | UNSET | 0 |\n| 2 |  | posts | UNSET | 1 |";
        assert_eq!(
            table(text).unwrap(),
            "<div class=\"lanes\" data-lanes=\"2\" style=\"--c1:'step';--c2:'W0';--c3:'poster';\
             --c4:'latch';--c5:'word'\">"
        );
        let text = "| step | W0 | W1 |\n|---|---|---|\n| 1 | a |  |\n| 2 |  | b \\| c |";
        assert!(table(text).unwrap().contains("data-lanes=\"2\""));
    }

    #[test]
    fn a_verdict_may_stand_below_the_table() {
        let text = "| step | W0 | word |\n|---|---|---|\n| 1 | a | 0 |\n\n**a ghost is left**";
        assert!(table(text).unwrap().contains("data-lanes=\"1\""));
        assert!(table("| a |\n|---|\n\n| 1 |").unwrap_err().contains("no steps"));
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let fault = |text: &str| table(text).unwrap_err();
        assert!(fault("one line").contains("no lane table"));
        assert!(fault("step\n|---|").contains("starts with its head"));
        assert!(fault("| a | b |\n| 1 | 2 |").contains("its rule"));
        assert!(fault("| a | b |\n|---|---|").contains("no steps"));
        assert!(fault("| a | b |\n|---|---|\n| 1 |").contains("row 1"));
    }
}
