//! Every message.

use crate::closer::Closer;
use crate::error::ObserveError;
use crate::outputs::{Output, column};
use crate::table::{Kind, Table, Value};
use files::NewFile;
use ops::{Protocol, Record};
use std::path::Path;
use std::sync::Arc;

pub(crate) const OUTPUT: Output = Output {
    name: "messages",
    doc: "Every message, those inside collective operations too, in the order of their arrival.",
    always: false,
    columns: &[
        column("source", Kind::Id, "the sender (actor)"),
        column("destination", Kind::Id, "the receiver (actor)"),
        column("communicator", Kind::Id, "the communicator"),
        column("tag", Kind::Int, "the tag; inside a collective operation, its number"),
        column("collective", Kind::Flag, "whether it belongs to a collective operation"),
        column("bytes", Kind::Long, "payload bytes"),
        column("protocol", Kind::Text, "`eager`, `detached`, `rendezvous`, `one-sided` or `partitioned`"),
        column("posted", Kind::Long, "when the send was posted, in picoseconds"),
        column("start", Kind::Long, "when the transfer began, in picoseconds"),
        column("delivered", Kind::Long, "when the last byte arrived, in picoseconds"),
    ],
};

/// Protocols with their names in tables, in the order of their numbers.
pub const PROTOCOLS: [(Protocol, &str); 5] = [
    (Protocol::Eager, "eager"),
    (Protocol::Detached, "detached"),
    (Protocol::Rendezvous, "rendezvous"),
    (Protocol::OneSided, "one-sided"),
    (Protocol::Partitioned, "partitioned"),
];

pub(crate) struct Messages {
    table: Table,
}

impl Messages {
    pub(crate) fn create(run: &Path, closer: &Arc<Closer>) -> Result<Self, ObserveError> {
        let mut table = Table::growing(run, &OUTPUT, closer)?;
        for (_, name) in PROTOCOLS {
            table.text(name);
        }
        Ok(Self { table })
    }

    #[inline]
    pub(crate) fn record(&mut self, record: &Record) {
        let Record::Message { source, destination, comm, tag, collective, bytes, protocol, posted, start, delivered } =
            *record
        else {
            return;
        };
        self.table.push([
            Value::Id(source.0),
            Value::Id(destination.0),
            Value::Id(comm.0),
            Value::Int(tag),
            Value::Flag(collective),
            Value::Long(bytes),
            Value::Text(protocol as u32),
            Value::Long(posted.ps()),
            Value::Long(start.ps()),
            Value::Long(delivered.ps()),
        ]);
    }

    pub(crate) fn table(&mut self) -> &mut Table {
        &mut self.table
    }

    pub(crate) fn close(self) -> Result<Vec<NewFile>, ObserveError> {
        self.table.close()
    }
}
