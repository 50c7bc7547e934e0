//! Prints messages on stderr and results on stdout. `views::text` formats quantities and names.

use crate::error::CliError;
use engine::{visible, with_short_lines};
use files::FileError;
use results::Run;
use std::io::{ErrorKind, IsTerminal, Write};

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

/// The most characters of a line that is for people: names of others are of any length.
const LINE: usize = 4096;

/// A line of our own, on stderr, where names of others cannot do anything to a terminal. A closed stderr is not a reason to fail.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", visible(&with_short_lines(text, LINE)));
}

/// Something that went wrong, on stderr.
pub(crate) fn complain(text: &str) {
    say(&format!("windtunnel: {text}"));
}

/// Says that a run whose tables are about to be shown was cut short, or still goes on.
pub(crate) fn say_if_cut(run: &Run) {
    let manifest = run.manifest();
    if let Some(diagnosis) = manifest.outcome.diagnosis.as_ref().filter(|_| run.is_cut()) {
        say(&format!("warning: {}: {}: {diagnosis}", run.path().display(), manifest.outcome.ending));
    }
}

/// A text for people that a command was asked for, on stdout.
pub(crate) fn tell(text: &str) -> Result<(), CliError> {
    print(&with_short_lines(text, LINE))
}

/// What a command was asked for, on stdout: as it is, but on a terminal without what could do something to it. Whoever reads it
/// may stop reading; a file that lacks a part of it is an error.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    let shown = if out.is_terminal() { visible(text) } else { text.into() };
    let text = shown.as_ref();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(FileError::Write { path: "standard output".to_owned(), reason: error.to_string() }.into())
        }
        _ => Ok(()),
    }
}
