//! Why waits end when they do.

use crate::closer::Closer;
use crate::error::ObserveError;
use crate::messages::PROTOCOLS;
use crate::outputs::{Output, column};
use crate::table::{Kind, Table, Value};
use files::NewFile;
use ops::{Function, Record, WaitCause};
use std::path::Path;
use std::sync::Arc;

pub(crate) const OUTPUT: Output = Output {
    name: "waits",
    doc: "Every wait inside an MPI call that took time, with what ended it; each rank's rows in time order.",
    always: false,
    columns: &[
        column("rank", Kind::Id, "who waited (actor)"),
        column("function", Kind::Text, "the MPI function"),
        column("site", Kind::Id, "the call site (table `sites`)"),
        column("start", Kind::Long, "when the wait began, in picoseconds"),
        column("end", Kind::Long, "when it ended, in picoseconds"),
        column(
            "cause",
            Kind::Text,
            "`late sender`, `late receiver`, `transfer`, `progress` (the other end was not inside MPI when its library \
             had to be), `collective`, `late post` and `late complete` (of a window's exposure), `lock`, `late \
             partition`, `file` or `other`",
        ),
        column(
            "culprit",
            Kind::Id,
            "who did last what the end needed: posted the send or the receive, came to the collective operation; \
             the rank itself if it did, or nobody is known",
        ),
        column("culprit_function", Kind::Text, "in which MPI function"),
        column("culprit_site", Kind::Id, "from where"),
        column("since", Kind::Long, "when, in picoseconds"),
        column(
            "peer",
            Kind::Id,
            "the other end of the message; of a collective operation's last message; of a file who else asked most of \
             its server",
        ),
        column("bytes", Kind::Long, "that message's payload bytes"),
        column("protocol", Kind::Text, "that message's protocol, or `none`"),
        column(
            "contention",
            Kind::Long,
            "how much of the wait its transfer took beyond what it takes alone, in picoseconds; of a collective \
             operation the transfers that led to the end, summed; of a file what its server took beyond that",
        ),
        column("link", Kind::Id, "the link that bound that transfer; 4294967295 where none did"),
    ],
};

/// Causes with their names in tables, in the order of their numbers.
pub const WAIT_CAUSES: [(WaitCause, &str); 11] = [
    (WaitCause::LateSender, "late sender"),
    (WaitCause::LateReceiver, "late receiver"),
    (WaitCause::Transfer, "transfer"),
    (WaitCause::Progress, "progress"),
    (WaitCause::Collective, "collective"),
    (WaitCause::LatePost, "late post"),
    (WaitCause::LateComplete, "late complete"),
    (WaitCause::Lock, "lock"),
    (WaitCause::LatePartition, "late partition"),
    (WaitCause::File, "file"),
    (WaitCause::Other, "other"),
];

pub(crate) struct Waits {
    table: Table,
    causes: u32,
    protocols: u32,
}

impl Waits {
    pub(crate) fn create(run: &Path, closer: &Arc<Closer>) -> Result<Self, ObserveError> {
        let mut table = Table::growing(run, &OUTPUT, closer)?;
        // Text f is function f, then come causes, protocols, and no protocol.
        Function::all().for_each(|function| {
            table.text(function.name());
        });
        let causes = WAIT_CAUSES.map(|(_, name)| table.text(name))[0];
        let protocols = PROTOCOLS.map(|(_, name)| table.text(name))[0];
        table.text("none");
        Ok(Self { table, causes, protocols })
    }

    #[inline]
    pub(crate) fn record(&mut self, record: &Record) {
        let Record::Wait {
            actor,
            function,
            site,
            start,
            end,
            cause,
            culprit,
            culprit_function,
            culprit_site,
            since,
            peer,
            bytes,
            protocol,
            contention,
            link,
        } = *record
        else {
            return;
        };
        let protocol = protocol.map_or(PROTOCOLS.len() as u32, |protocol| protocol as u32);
        self.table.push([
            Value::Id(actor.0),
            Value::Text(function as u32),
            Value::Id(site.0),
            Value::Long(start.ps()),
            Value::Long(end.ps()),
            Value::Text(self.causes + cause as u32),
            Value::Id(culprit.0),
            Value::Text(culprit_function as u32),
            Value::Id(culprit_site.0),
            Value::Long(since.ps()),
            Value::Id(peer.0),
            Value::Long(bytes),
            Value::Text(self.protocols + protocol),
            Value::Long(contention.ps()),
            Value::Id(link.map_or(u32::MAX, |link| link.0)),
        ]);
    }

    pub(crate) fn table(&mut self) -> &mut Table {
        &mut self.table
    }

    pub(crate) fn close(self) -> Result<Vec<NewFile>, ObserveError> {
        self.table.close()
    }
}
