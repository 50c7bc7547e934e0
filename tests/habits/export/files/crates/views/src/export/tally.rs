//! How many states and messages there are.

use super::format::{ExportError, Format, Source, Writer, Written};
use super::output::{Output, line};
use std::path::Path;

pub(super) const FORMAT: Format =
    Format { name: "tally", doc: "numbers of states and messages", endings: &["tally"], of_traces: false, writer: Writer::Here(write) };

fn write(source: &Source<'_>, path: &Path) -> Result<Written, ExportError> {
    let (mut out, mut written) = (Output::create(path, source.existing)?, Written::default());
    for event in source.events()? {
        written.count(&event?);
    }
    line!(out, "{} states", written.states)?;
    line!(out, "{} messages", written.messages)?;
    written.files.push(out.finish()?);
    Ok(written)
}
