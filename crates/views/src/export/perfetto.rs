//! Perfetto's protobuf: packets, one after the other.
//!
//! A rank is a track of slices (computation, MPI calls with call site and waiting), its further threads and its messages are
//! tracks below it. A message is an instant at its sender and one at its receiver, joined by a flow. Names are interned:
//! written once and then numbered. Format: protos/perfetto/trace of the Perfetto project (`trace_packet.proto`,
//! `track_event/track_event.proto`, `interned_data/interned_data.proto`), whose field numbers are the constants below; the
//! tests read files with the official classes. Perfetto counts in nanoseconds: times are rounded down to them, and exact
//! picoseconds are annotations (`duration_ps`).

use super::events::{Event, Interval, Message};
use super::format::{ExportError, Format, Source, Writer, Written};
use super::output::Output;
use ops::{CallSite, Protocol};
use results::{PROTOCOLS, Sites, State};
use std::collections::BTreeSet;
use std::path::Path;
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
const ANNOTATIONS: [&str; 8] =
    ["site", "waiting_ps", "duration_ps", "peer", "bytes", "tag", "communicator", "protocol"];
const SITE: u64 = 1;
const WAITING: u64 = 2;
const DURATION: u64 = 3;
const PEER: u64 = 4;
const BYTES: u64 = 5;
const TAG: u64 = 6;
const COMMUNICATOR: u64 = 7;
const PROTOCOL: u64 = 8;
/// Names of events that are not states; states are numbered from here on.
const NAMES: [&str; 2] = ["send", "receive"];
const SEND: u64 = 1;
const RECEIVE: u64 = 2;
/// Texts of annotations: protocols first, then call sites.
const SITES: u64 = 16;
/// The track above those of ranks.
const ROOT: u64 = 1;

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
    };
    perfetto.begin()?;
    for rank in source.ranks()? {
        perfetto.track(rank, Track::Thread(0))?;
    }
    let mut written = Written::default();
    for event in source.events()? {
        let event = event?;
        written.count(&event);
        perfetto.event(&event)?;
    }
    written.files.push(perfetto.out.finish()?);
    Ok(written)
}

/// A track of a rank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Track {
    Thread(u32),
    Messages,
}

impl Track {
    fn uuid(self, rank: u32) -> u64 {
        let own = match self {
            Self::Thread(thread) => u64::from(thread) + 1,
            Self::Messages => 0,
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
                for (protocol, name) in PROTOCOLS {
                    names.intern(field::INTERNED_TEXT, protocol_number(protocol), name);
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
        };
        self.packet(|packet| {
            packet.message(field::TRACK, |track| {
                track.uint(field::TRACK_UUID, uuid).uint(field::TRACK_PARENT, parent);
                track.bytes(field::TRACK_NAME, name.as_bytes()).uint(field::TRACK_ORDERING, EXPLICIT);
                track.uint(field::TRACK_RANK, u64::from(order));
            });
        })?;
        Ok(uuid)
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

fn state_number(state: State) -> u64 {
    (NAMES.len() + 1 + state.index()) as u64
}

fn site_number(site: CallSite) -> u64 {
    SITES + u64::from(site.0)
}

fn protocol_number(protocol: Protocol) -> u64 {
    protocol as u64 + 1
}
