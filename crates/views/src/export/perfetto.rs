//! Exports a run for Perfetto, as protobuf packets.
//!
//! A rank is a track of slices: computation, and MPI calls with call site and waiting. Tracks below it show its further threads
//! and its messages. A message is an instant at its sender and one at its receiver, joined by a flow. Names are interned:
//! written once, and then referred to by number. Format: protos/perfetto/trace of the Perfetto project (`trace_packet.proto`,
//! `track_event/track_event.proto`, `interned_data/interned_data.proto`), whose field numbers are the constants below; the
//! tests read files with the official classes. Perfetto counts in nanoseconds: times are rounded down to nanoseconds. Exact
//! picoseconds are in annotations (`duration_ps`).

use super::accesses::{Access, AccessEvent, AccessTrack, What};
use super::events::{Event, Interval, Message};
use super::format::{ExportError, Format, Source, Writer, Written};
use super::output::Output;
use ops::{CallSite, Protocol};
use results::{Sites, State};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use units::Time;

pub(super) const FORMAT: Format = Format {
    name: "perfetto",
    doc: "ui.perfetto.dev, trace_processor: protobuf, times rounded down to nanoseconds, exact durations as annotations",
    endings: &["perfetto-trace", "pftrace", "pb"],
    writer: Writer::Here(write),
    of_traces: false,
};

/// Field numbers.
mod field {
    pub(super) const PACKET: u32 = 1;

    pub(super) const TIMESTAMP: u32 = 8;
    pub(super) const SEQUENCE: u32 = 10;
    pub(super) const TRACK_EVENT: u32 = 11;
    pub(super) const INTERNED: u32 = 12;
    pub(super) const SEQUENCE_FLAGS: u32 = 13;
    pub(super) const TRACK: u32 = 60;

    pub(super) const TRACK_UUID: u32 = 1;
    pub(super) const TRACK_NAME: u32 = 2;
    pub(super) const TRACK_PARENT: u32 = 5;
    pub(super) const TRACK_ORDERING: u32 = 11;
    pub(super) const TRACK_RANK: u32 = 12;

    pub(super) const EVENT_ANNOTATION: u32 = 4;
    pub(super) const EVENT_TYPE: u32 = 9;
    pub(super) const EVENT_NAME: u32 = 10;
    pub(super) const EVENT_TRACK: u32 = 11;
    pub(super) const EVENT_FLOW: u32 = 47;
    pub(super) const EVENT_FLOW_END: u32 = 48;

    pub(super) const ANNOTATION_NAME: u32 = 1;
    pub(super) const ANNOTATION_UINT: u32 = 3;
    pub(super) const ANNOTATION_INT: u32 = 4;
    pub(super) const ANNOTATION_TEXT: u32 = 17;

    pub(super) const INTERNED_EVENT: u32 = 2;
    pub(super) const INTERNED_ANNOTATION: u32 = 3;
    pub(super) const INTERNED_TEXT: u32 = 29;
    pub(super) const IID: u32 = 1;
    pub(super) const TEXT: u32 = 2;
}

const SLICE_BEGIN: u64 = 1;
const SLICE_END: u64 = 2;
const INSTANT: u64 = 3;
/// The sequence's names begin with this packet; it needs those of packets before.
const CLEARED: u64 = 1;
const NEEDS_NAMES: u64 = 2;
/// Tracks below this one are ordered by their rank.
const EXPLICIT: u64 = 3;

/// Names of annotations, numbered from 1.
const ANNOTATIONS: [&str; 13] = [
    "site",
    "waiting_ps",
    "duration_ps",
    "peer",
    "bytes",
    "tag",
    "communicator",
    "protocol",
    "file",
    "offset",
    "posted_ps",
    "answered_ps",
    "positioning_ps",
];
const SITE: u64 = 1;
const WAITING: u64 = 2;
const DURATION: u64 = 3;
const PEER: u64 = 4;
const BYTES: u64 = 5;
const TAG: u64 = 6;
const COMMUNICATOR: u64 = 7;
const PROTOCOL: u64 = 8;
const FILE: u64 = 9;
const OFFSET: u64 = 10;
const POSTED: u64 = 11;
const ANSWERED: u64 = 12;
const POSITIONING: u64 = 13;
/// Names of events that are not states; states are numbered from here on, operations on files from [`OPERATIONS`] on.
const NAMES: [&str; 2] = ["send", "receive"];
const SEND: u64 = 1;
const RECEIVE: u64 = 2;
const OPERATIONS: u64 = 1 << 20;
/// Texts of annotations: protocols first, then call sites, then paths.
const SITES: u64 = 16;
const PATHS: u64 = 1 << 40;
/// Flows of requests to file servers; those of messages are below.
const REQUESTS: u64 = 1 << 62;
/// The tracks above those of ranks, and of file servers.
const ROOT: u64 = 1;
const SERVERS: u64 = 2;

/// A message of protobuf.
#[derive(Default)]
struct Proto(Vec<u8>);

impl Proto {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn uint(&mut self, field: u32, value: u64) -> &mut Self {
        self.varint(u64::from(field) << 3);
        self.varint(value);
        self
    }

    fn fixed(&mut self, field: u32, value: u64) -> &mut Self {
        self.varint(u64::from(field) << 3 | 1);
        self.0.extend(value.to_le_bytes());
        self
    }

    fn bytes(&mut self, field: u32, bytes: &[u8]) -> &mut Self {
        self.varint(u64::from(field) << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    fn message(&mut self, field: u32, fill: impl FnOnce(&mut Self)) -> &mut Self {
        let mut inner = Self::default();
        fill(&mut inner);
        self.bytes(field, &inner.0)
    }

    /// An annotation with a number.
    fn note(&mut self, name: u64, value: u64) -> &mut Self {
        self.message(field::EVENT_ANNOTATION, |note| {
            note.uint(field::ANNOTATION_NAME, name).uint(field::ANNOTATION_UINT, value);
        })
    }

    /// An annotation with a text, by its number.
    fn words(&mut self, name: u64, text: u64) -> &mut Self {
        self.message(field::EVENT_ANNOTATION, |note| {
            note.uint(field::ANNOTATION_NAME, name).uint(field::ANNOTATION_TEXT, text);
        })
    }

    /// A name and its number.
    fn intern(&mut self, field: u32, number: u64, text: &str) -> &mut Self {
        self.message(field, |entry| {
            entry.uint(field::IID, number).bytes(field::TEXT, text.as_bytes());
        })
    }
}

fn write(source: &Source<'_>, path: &Path) -> Result<Written, ExportError> {
    let mut perfetto = Perfetto {
        out: Output::create(path, source.existing)?,
        sites: source.run.sites()?,
        tracks: BTreeSet::new(),
        states: Vec::new(),
        named: BTreeSet::new(),
        operations: BTreeSet::new(),
        paths: BTreeMap::new(),
    };
    perfetto.begin()?;
    for rank in source.ranks()? {
        perfetto.track(rank, Track::Thread(0))?;
    }
    let mut written = Written::default();
    let mut accesses = source.accesses()?.peekable();
    for event in source.events()? {
        let event = event?;
        while let Some(access) =
            accesses.next_if(|next| next.as_ref().map_or(true, |next| next.time() < event.time()))
        {
            perfetto.access(&access?)?;
        }
        written.count(&event);
        perfetto.event(&event)?;
    }
    accesses.try_for_each(|access| perfetto.access(&access?))?;
    written.files.push(perfetto.out.finish()?);
    Ok(written)
}

/// A track of a rank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Track {
    Thread(u32),
    Messages,
    /// Operations on files, by lane.
    Files(u32),
}

impl Track {
    fn uuid(self, rank: u32) -> u64 {
        let own = match self {
            Self::Thread(thread) => u64::from(thread) + 1,
            Self::Messages => 0,
            Self::Files(lane) => (1 << 23) + u64::from(lane),
        };
        (u64::from(rank) + 1) << 24 | own
    }
}

struct Perfetto {
    out: Output,
    sites: Sites,
    /// Tracks that are described, by their identifier.
    tracks: BTreeSet<u64>,
    /// States that have a name, by number.
    states: Vec<bool>,
    /// Call sites that have one.
    named: BTreeSet<CallSite>,
    /// Operations on files that have one.
    operations: BTreeSet<u64>,
    /// Numbers of paths.
    paths: BTreeMap<Arc<str>, u64>,
}

impl Perfetto {
    fn packet(&mut self, fill: impl FnOnce(&mut Proto)) -> Result<(), ExportError> {
        let mut packet = Proto::default();
        fill(&mut packet);
        packet.uint(field::SEQUENCE, 1);
        let mut whole = Proto::default();
        whole.bytes(field::PACKET, &packet.0);
        self.out.bytes(&whole.0)
    }

    /// The names that are always there, and the track of all ranks.
    fn begin(&mut self) -> Result<(), ExportError> {
        self.packet(|packet| {
            packet.uint(field::SEQUENCE_FLAGS, CLEARED);
            packet.message(field::INTERNED, |names| {
                (1..).zip(NAMES).for_each(|(number, name)| {
                    names.intern(field::INTERNED_EVENT, number, name);
                });
                (1..).zip(ANNOTATIONS).for_each(|(number, name)| {
                    names.intern(field::INTERNED_ANNOTATION, number, name);
                });
                for &protocol in Protocol::ALL {
                    names.intern(field::INTERNED_TEXT, protocol_number(protocol), protocol.name());
                }
            });
        })?;
        self.packet(|packet| {
            packet.message(field::TRACK, |track| {
                track.uint(field::TRACK_UUID, ROOT).bytes(field::TRACK_NAME, b"ranks");
                track.uint(field::TRACK_ORDERING, EXPLICIT);
            });
        })
    }

    /// The identifier of a track, which is described when it is first used.
    fn track(&mut self, rank: u32, kind: Track) -> Result<u64, ExportError> {
        let uuid = kind.uuid(rank);
        if !self.tracks.insert(uuid) {
            return Ok(uuid);
        }
        let (parent, order, name) = match kind {
            Track::Thread(0) => (ROOT, rank, format!("rank {rank}")),
            Track::Thread(thread) => (Track::Thread(0).uuid(rank), thread, format!("rank {rank}, thread {thread}")),
            Track::Messages => (Track::Thread(0).uuid(rank), 0, format!("rank {rank}: messages")),
            Track::Files(0) => (Track::Thread(0).uuid(rank), 0, format!("rank {rank}: files")),
            Track::Files(lane) => (Track::Files(0).uuid(rank), lane, format!("rank {rank}: files, lane {lane}")),
        };
        self.describe(uuid, parent, order, &name)?;
        Ok(uuid)
    }

    fn describe(&mut self, uuid: u64, parent: u64, order: u32, name: &str) -> Result<(), ExportError> {
        self.packet(|packet| {
            packet.message(field::TRACK, |track| {
                track.uint(field::TRACK_UUID, uuid).uint(field::TRACK_PARENT, parent);
                track.bytes(field::TRACK_NAME, name.as_bytes()).uint(field::TRACK_ORDERING, EXPLICIT);
                track.uint(field::TRACK_RANK, u64::from(order));
            });
        })
    }

    /// The identifier of the track of an access, which is described when it is first used, as are those above it.
    fn access_track(&mut self, owner: AccessTrack, lane: u32) -> Result<u64, ExportError> {
        let (uuid, server, what) = match owner {
            AccessTrack::Rank(rank) => {
                self.track(rank, Track::Files(0))?;
                return self.track(rank, Track::Files(lane));
            }
            AccessTrack::Server(server) => (server_track(server, 0, lane), server, String::new()),
            AccessTrack::Device(server) => (server_track(server, 1, lane), server, ": device".to_owned()),
        };
        if !self.tracks.insert(uuid) {
            return Ok(uuid);
        }
        let (parent, order) = match (owner, lane) {
            (_, 1..) => (self.access_track(owner, 0)?, lane),
            (AccessTrack::Device(_), 0) => (self.access_track(AccessTrack::Server(server), 0)?, 0),
            _ => (SERVERS, server),
        };
        if parent == SERVERS && self.tracks.insert(SERVERS) {
            self.describe(SERVERS, 0, 1, "file servers")?;
        }
        let name = match lane {
            0 => format!("server {server}{what}"),
            lane => format!("server {server}{what}, lane {lane}"),
        };
        self.describe(uuid, parent, order, &name)?;
        Ok(uuid)
    }

    fn access(&mut self, event: &AccessEvent) -> Result<(), ExportError> {
        match event {
            AccessEvent::Begin(access) => self.access_begins(access),
            &AccessEvent::End(owner, lane, time) => {
                let track = self.access_track(owner, lane)?;
                self.track_event(time, SLICE_END, track, |_| {}, |_| {})
            }
        }
    }

    fn access_begins(&mut self, access: &Access) -> Result<(), ExportError> {
        let track = self.access_track(access.track, access.lane)?;
        let number = OPERATIONS + access.operation as u64;
        let is_new = self.operations.insert(number);
        let path = match &access.what {
            What::Operation(path) => Some(self.path(path)),
            _ => None,
        };
        let names = |names: &mut Proto| {
            if is_new {
                names.intern(field::INTERNED_EVENT, number, access.operation.name());
            }
            if let (Some((number, true)), What::Operation(path)) = (path, &access.what) {
                names.intern(field::INTERNED_TEXT, number, path);
            }
        };
        self.track_event(access.start, SLICE_BEGIN, track, names, |event| {
            event.uint(field::EVENT_NAME, number).note(BYTES, access.bytes).note(OFFSET, access.offset);
            event.note(DURATION, (access.end - access.start).ps());
            match access.what {
                What::Operation(_) => {}
                What::Request { rank, posted, answered } => {
                    event.note(PEER, rank.into()).note(POSTED, posted.ps()).note(ANSWERED, answered.ps());
                }
                What::Device { positioning } => {
                    event.note(POSITIONING, positioning.ps());
                }
            }
            if let Some((path, _)) = path {
                event.words(FILE, path);
            }
            for request in &access.requests {
                event.fixed(field::EVENT_FLOW, REQUESTS + request);
            }
        })
    }

    /// The number of a path, and whether it is new.
    fn path(&mut self, path: &Arc<str>) -> (u64, bool) {
        let next = PATHS + self.paths.len() as u64;
        let number = *self.paths.entry(Arc::clone(path)).or_insert(next);
        (number, number == next)
    }

    fn event(&mut self, event: &Event) -> Result<(), ExportError> {
        match event {
            Event::Begin(state) => self.slice(state),
            Event::End(state) => {
                let track = Track::Thread(state.thread).uuid(state.rank);
                self.track_event(state.end, SLICE_END, track, |_| {}, |_| {})
            }
            Event::Sent(message) => self.instant(message, true),
            Event::Received(message) => self.instant(message, false),
        }
    }

    fn track_event(
        &mut self,
        time: Time,
        kind: u64,
        track: u64,
        names: impl FnOnce(&mut Proto),
        fill: impl FnOnce(&mut Proto),
    ) -> Result<(), ExportError> {
        let mut new = Proto::default();
        names(&mut new);
        self.packet(|packet| {
            packet.uint(field::TIMESTAMP, time.ps() / 1000).uint(field::SEQUENCE_FLAGS, NEEDS_NAMES);
            if !new.0.is_empty() {
                packet.bytes(field::INTERNED, &new.0);
            }
            packet.message(field::TRACK_EVENT, |event| {
                event.uint(field::EVENT_TYPE, kind).uint(field::EVENT_TRACK, track);
                fill(event);
            });
        })
    }

    fn slice(&mut self, state: &Interval) -> Result<(), ExportError> {
        let track = self.track(state.rank, Track::Thread(state.thread))?;
        let index = state.state.index();
        if index >= self.states.len() {
            self.states.resize(index + 1, false);
        }
        let is_new = !std::mem::replace(&mut self.states[index], true);
        let words = self.named.insert(state.site).then(|| self.sites.words(state.site));
        let number = state_number(state.state);
        let names = |names: &mut Proto| {
            if is_new {
                names.intern(field::INTERNED_EVENT, number, state.state.name());
            }
            if let Some(words) = words {
                names.intern(field::INTERNED_TEXT, site_number(state.site), &words);
            }
        };
        self.track_event(state.start, SLICE_BEGIN, track, names, |event| {
            event.uint(field::EVENT_NAME, number).words(SITE, site_number(state.site));
            event.note(DURATION, (state.end - state.start).ps());
            if state.waiting > Time::ZERO {
                event.note(WAITING, state.waiting.ps());
            }
        })
    }

    fn instant(&mut self, message: &Message, is_send: bool) -> Result<(), ExportError> {
        let row = &message.row;
        let (rank, peer) =
            if is_send { (row.source.0, row.destination.0) } else { (row.destination.0, row.source.0) };
        let track = self.track(rank, Track::Messages)?;
        let (time, name) = if is_send { (row.posted, SEND) } else { (row.delivered, RECEIVE) };
        self.track_event(
            time,
            INSTANT,
            track,
            |_| {},
            |event| {
                event.uint(field::EVENT_NAME, name).note(PEER, peer.into()).note(BYTES, row.bytes);
                if is_send {
                    event.message(field::EVENT_ANNOTATION, |note| {
                        // A negative number is ten bytes long, as protobuf has it.
                        note.uint(field::ANNOTATION_NAME, TAG).uint(field::ANNOTATION_INT, i64::from(row.tag) as u64);
                    });
                    event
                        .note(COMMUNICATOR, row.communicator.0.into())
                        .words(PROTOCOL, protocol_number(row.protocol));
                    event.note(DURATION, row.delivered.saturating_sub(row.posted).ps());
                }
                event.fixed(if is_send { field::EVENT_FLOW } else { field::EVENT_FLOW_END }, message.number + 1);
            },
        )
    }
}

/// The track of a file server, or of its device.
fn server_track(server: u32, part: u64, lane: u32) -> u64 {
    1 << 60 | part << 59 | u64::from(server) << 24 | u64::from(lane)
}

fn state_number(state: State) -> u64 {
    (NAMES.len() + 1 + state.index()) as u64
}

fn site_number(site: CallSite) -> u64 {
    SITES + u64::from(site.0)
}

fn protocol_number(protocol: Protocol) -> u64 {
    protocol as u64 + 1
}
