//! Text for people: where it goes. How it is written is said in `views::text`.

use std::io::Write;

/// How much to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Loudness {
    /// Diagnoses, warnings and the last line.
    Quiet,
    /// The summary.
    Normal,
    /// The summary with every default and function.
    Verbose,
}

/// A line of our own, on stderr. A closed stderr is no reason to fail.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Something that went wrong, on stderr.
pub(crate) fn complain(text: &str) {
    say(&format!("windtunnel: {text}"));
}

/// What a command was asked for, on stdout. Whoever reads it may stop reading.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
