//! Converts platforms of other simulators to Windtunnel platform files.
//!
//! [`simgrid`] reads SimGrid's XML (DTD 4.1) and writes a platform file. It also lists everything that it could not keep, with
//! line and column.
//!
//! ```text
//! xml.rs: text → elements with positions ──▶ model.rs: zones, hosts, links, routes ──▶ zones.rs: the tree of zones ─┬▶ regular.rs: clusters
//!                                                  └▶ resolve.rs: SimGrid's routes, to check the result              └▶ graph.rs: other zones
//! ```
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

mod error;
#[cfg(test)]
mod example;
mod graph;
mod model;
mod quantity;
mod regular;
mod resolve;
mod verify;
mod write;
mod xml;
mod zones;

pub use error::{ImportError, Note, Position};

/// What came of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The platform file. It has been read, so it is right.
    pub text: String,
    /// What it does not keep, in the order of the source.
    pub notes: Vec<Note>,
}

/// Turns a SimGrid platform into a platform file; `file` is what messages call it.
pub fn simgrid(text: &str, file: &str) -> Result<Imported, ImportError> {
    let source = xml::Source::new(file, text);
    let root = source.read()?;
    let mut notes = error::Notes::default();
    let machine = model::read(&source, &root, &mut notes)?;
    model::note_shared_links(&machine, &mut notes);
    let resolver = resolve::Resolver::new(&machine);
    let topology = zones::write(&source, &machine, &resolver, &mut notes)?;
    let written = format!("{}{topology}{}", write::head(source.file()), write::hosts(&machine, &mut notes));
    // What is wrong with it now, its size say, is said in the words of the platform file.
    let platform = platform::Platform::from_str(&written, "the imported platform")
        .map_err(|error| ImportError::Invalid { file: file.to_owned(), error: Box::new(error) })?;
    verify::verify(&machine, &resolver, &platform, &mut notes);
    Ok(Imported { text: written, notes: notes.sorted(&source) })
}
