//! What the links carried; the network model counts, we write.

use crate::error::ObserveError;
use crate::outputs::{Output, column};
use crate::table::{Kind, Table, Value};
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

/// What a link carried in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkUse {
    /// The link.
    pub link: LinkId,
    /// Bytes carried.
    pub bytes: u64,
    /// How long it carried anything.
    pub busy: Time,
}

/// What a link carried in a stretch of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkUseInBucket {
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
pub struct LinkChannelUse {
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
    channels: &mut dyn Iterator<Item = LinkChannelUse>,
) -> Result<(), ObserveError> {
    let mut table = Table::create(run, &CHANNELS)?;
    for LinkChannelUse { link, vc, bytes, packets, stalled } in channels {
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
    links: &mut dyn Iterator<Item = LinkUse>,
    describe: &mut dyn FnMut(LinkId) -> (String, String),
) -> Result<(), ObserveError> {
    let mut table = Table::create(run, &LINKS)?;
    let mut classes: Vec<(String, u32)> = Vec::new();
    for LinkUse { link, bytes, busy } in links {
        let (name, class) = describe(link);
        let name = table.text(&name);
        let class = match classes.iter().find(|(known, _)| *known == class) {
            Some((_, number)) => *number,
            None => {
                let number = table.text(&class);
                classes.push((class, number));
                number
            }
        };
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
    buckets: &mut dyn Iterator<Item = LinkUseInBucket>,
) -> Result<(), ObserveError> {
    let mut table = Table::create(run, &BUCKETS)?;
    for LinkUseInBucket { link, start, end, bytes } in buckets.filter(|bucket| bucket.bytes > 0) {
        table.push([Value::Id(link.0), Value::Long(start.ps()), Value::Long(end.ps()), Value::Long(bytes)]);
    }
    table.close()
}
