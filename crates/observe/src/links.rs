//! What the links carried; the network model counts, we write.

use crate::error::ObserveError;
use crate::outputs::{Output, column};
use crate::table::{Kind, Table, Value};
use files::NewFile;
use std::path::Path;
use units::{LinkId, Time};

pub(crate) const LINKS: Output = Output {
    name: "links",
    doc: "Bytes and busy time of every link over the whole run.",
    always: false,
    columns: &[
        column("link", Kind::Id, "the link"),
        column("name", Kind::Text, "its name in the platform"),
        column("class", Kind::Text, "its class: what kind of link it is"),
        column("bytes", Kind::Long, "bytes carried"),
        column("busy", Kind::Long, "how long it carried anything, in picoseconds"),
    ],
};

pub(crate) const BUCKETS: Output = Output {
    name: "link_buckets",
    doc: "Bytes of every link per stretch of time; stretches in which it carried nothing have no row.",
    always: false,
    columns: &[
        column("link", Kind::Id, "the link"),
        column("start", Kind::Long, "where the stretch begins, in picoseconds"),
        column("end", Kind::Long, "where it ends, in picoseconds"),
        column("bytes", Kind::Long, "bytes carried in it"),
    ],
};

pub(crate) const CHANNELS: Output = Output {
    name: "link_channels",
    doc: "What every virtual channel of a link carried; no rows where the network model has no virtual channels.",
    always: false,
    columns: &[
        column("link", Kind::Id, "the link"),
        column("vc", Kind::Id, "the virtual channel"),
        column("bytes", Kind::Long, "bytes carried, headers of packets included"),
        column("packets", Kind::Long, "packets carried"),
        column(
            "stalled",
            Kind::Long,
            "how long the link carried nothing though packets of the channel waited, for lack of credit, in picoseconds",
        ),
    ],
};

pub(crate) const USE: Output = Output {
    name: "link_use",
    doc: "What every link carried by phase of the program, virtual channel and, with the network's `bucket`, stretch of time.",
    always: false,
    columns: &[
        column("link", Kind::Id, "the link"),
        column("class", Kind::Text, "its class: what kind of link it is"),
        column(
            "phase",
            Kind::Text,
            "the phase that the senders were in: the level of their last `MPI_Pcontrol`, or the name of their `wt_phase`; \
             `0` before",
        ),
        column("vc", Kind::Id, "the virtual channel; 0 where the network model has none"),
        column("start", Kind::Long, "where the stretch begins, in picoseconds; 0 without `bucket`"),
        column("end", Kind::Long, "where it ends, in picoseconds; the run's end without `bucket`"),
        column("bytes", Kind::Long, "bytes carried, headers of packets included"),
        column("packets", Kind::Long, "packets that began in the stretch; 0 where the network model has none"),
        column("busy", Kind::Long, "how long the link carried any of it, in picoseconds"),
        column(
            "stalled",
            Kind::Long,
            "how long the link carried nothing though such a packet was the next of its channel, for lack of credit, in \
             picoseconds",
        ),
    ],
};

/// What a link carried of a phase and virtual channel in a stretch of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkUse {
    /// The link.
    pub link: LinkId,
    /// The phase, by its place among the names.
    pub phase: u32,
    /// The virtual channel.
    pub vc: u8,
    /// Where the stretch begins.
    pub start: Time,
    /// Where it ends.
    pub end: Time,
    /// Bytes carried.
    pub bytes: u64,
    /// Packets carried.
    pub packets: u64,
    /// How long the link carried any of it.
    pub busy: Time,
    /// How long the link stood still though there was such a packet.
    pub stalled: Time,
}

/// Writes the `link_use` table. `class_of` gives the class of a link.
pub(crate) fn write_use(
    run: &Path,
    uses: &mut dyn Iterator<Item = LinkUse>,
    phases: &[&str],
    class_of: &mut dyn FnMut(LinkId) -> String,
) -> Result<Vec<NewFile>, ObserveError> {
    let mut table = Table::whole(run, &USE)?;
    let names: Vec<u32> = phases.iter().map(|name| table.text(name)).collect();
    let mut classes: Vec<(String, u32)> = Vec::new();
    for used in uses {
        let class = numbered(&mut table, &mut classes, class_of(used.link));
        table.push([
            Value::Id(used.link.0),
            Value::Text(class),
            Value::Text(names[used.phase as usize]),
            Value::Id(u32::from(used.vc)),
            Value::Long(used.start.ps()),
            Value::Long(used.end.ps()),
            Value::Long(used.bytes),
            Value::Long(used.packets),
            Value::Long(used.busy.ps()),
            Value::Long(used.stalled.ps()),
        ]);
    }
    table.close()
}

/// The number of a text of which there are few.
fn numbered(table: &mut Table, known: &mut Vec<(String, u32)>, text: String) -> u32 {
    match known.iter().find(|(own, _)| *own == text) {
        Some((_, number)) => *number,
        None => {
            let number = table.text(&text);
            known.push((text, number));
            number
        }
    }
}

/// What a link carried in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkTotals {
    /// The link.
    pub link: LinkId,
    /// Bytes carried.
    pub bytes: u64,
    /// How long it carried anything.
    pub busy: Time,
}

/// What a link carried in a stretch of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkBucket {
    /// The link.
    pub link: LinkId,
    /// Where the stretch begins.
    pub start: Time,
    /// Where it ends.
    pub end: Time,
    /// Bytes carried in it.
    pub bytes: u64,
}

/// What a virtual channel of a link carried in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkChannelTotals {
    /// The link.
    pub link: LinkId,
    /// The virtual channel.
    pub vc: u8,
    /// Bytes carried.
    pub bytes: u64,
    /// Packets carried.
    pub packets: u64,
    /// How long the link stood still though packets of the channel waited.
    pub stalled: Time,
}

/// Writes the `link_channels` table.
pub(crate) fn write_channels(
    run: &Path,
    channels: &mut dyn Iterator<Item = LinkChannelTotals>,
) -> Result<Vec<NewFile>, ObserveError> {
    let mut table = Table::whole(run, &CHANNELS)?;
    for LinkChannelTotals { link, vc, bytes, packets, stalled } in channels {
        table.push([
            Value::Id(link.0),
            Value::Id(u32::from(vc)),
            Value::Long(bytes),
            Value::Long(packets),
            Value::Long(stalled.ps()),
        ]);
    }
    table.close()
}

/// Writes the `links` table. `describe` gives name and class of a link.
pub(crate) fn write_links(
    run: &Path,
    links: &mut dyn Iterator<Item = LinkTotals>,
    describe: &mut dyn FnMut(LinkId) -> (String, String),
) -> Result<Vec<NewFile>, ObserveError> {
    let mut table = Table::whole(run, &LINKS)?;
    let mut classes: Vec<(String, u32)> = Vec::new();
    for LinkTotals { link, bytes, busy } in links {
        let (name, class) = describe(link);
        let name = table.text(&name);
        let class = numbered(&mut table, &mut classes, class);
        table.push([
            Value::Id(link.0),
            Value::Text(name),
            Value::Text(class),
            Value::Long(bytes),
            Value::Long(busy.ps()),
        ]);
    }
    table.close()
}

/// Writes the `link_buckets` table.
pub(crate) fn write_buckets(
    run: &Path,
    buckets: &mut dyn Iterator<Item = LinkBucket>,
) -> Result<Vec<NewFile>, ObserveError> {
    let mut table = Table::whole(run, &BUCKETS)?;
    for LinkBucket { link, start, end, bytes } in buckets.filter(|bucket| bucket.bytes > 0) {
        table.push([Value::Id(link.0), Value::Long(start.ps()), Value::Long(end.ps()), Value::Long(bytes)]);
    }
    table.close()
}
