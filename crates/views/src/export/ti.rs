//! Declares the export of SimGrid time-independent traces. They are written while a trace is replayed
//! (`workload::record::TiRecorder`).

use super::format::{Format, Writer};

pub(super) const FORMAT: Format = Format {
    name: "ti",
    doc: "SimGrid SMPI, `windtunnel replay`: calls with sizes and computation, without times; of a trace only",
    endings: &["trace", "txt", "ti", "list"],
    writer: Writer::Replay,
    of_traces: true,
};
