//! Formats the rows of the lists in a run's summary.

/// Rows shown without `-v`.
pub(super) const SHOWN: usize = 5;

/// The line that counts the rows not shown.
pub(super) fn more(hidden: usize) -> String {
    if hidden == 0 { String::new() } else { format!("    {hidden} more with -v\n") }
}

/// A row of headings.
pub(super) fn heads(heads: &[&str]) -> Vec<String> {
    heads.iter().map(|&head| head.to_owned()).collect()
}
