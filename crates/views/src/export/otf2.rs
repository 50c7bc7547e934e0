//! Registers the export of a run as OTF2, the format of Score-P and Vampir: its name, its file ending and the Python
//! module that writes it.
//!
//! An OTF2 archive is a folder with files for every location, in a binary format. Its only writer is the library
//! `libotf2`, which the package `otf2` on PyPI contains. So `windtunnel/otf2.py` in the Python package writes the
//! archives.

use super::format::{Format, Writer};

pub(super) const FORMAT: Format = Format {
    name: "otf2",
    doc: "Vampir, Score-P's and TAU's tools: an archive in a folder, with all picoseconds; by the Python package \
          (pip install 'windtunnel[otf2]')",
    endings: &["otf2"],
    writer: Writer::Python("windtunnel.otf2"),
    of_traces: false,
};
