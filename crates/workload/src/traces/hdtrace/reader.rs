//! Reads one rank's HDTrace file.

use super::entry::{Access, Call, Entry, Incoming, Open, Outgoing, PLACES, Together, Trace, span};
use super::notices::Notices;
use super::project::Project;
use super::xml::{Item, Tag, Tags, at_line};
use crate::traces::error::{LineProblem, TraceError};
use ops::{ANY, Function, Layout, OpenMode, Operation, SendMode};
use std::collections::BTreeMap;
use std::sync::Arc;

type Read<T> = Result<T, LineProblem>;

/// `MPI_PROC_NULL` and `MPI_ANY_SOURCE` of MPICH.
const PROC_NULL: i64 = -1;
const ANY_SOURCE: i64 = -2;

/// Calls without which other ranks would wait for ever, and which are not replayed.
const REFUSED: &[&str] = &[
    "Accumulate",
    "Alltoallv",
    "Alltoallw",
    "Fetch_and_op",
    "Get",
    "Get_accumulate",
    "Ibsend",
    "Irecv",
    "Irsend",
    "Isend",
    "Issend",
    "Put",
    "Reduce_scatter",
    "Reduce_scatter_block",
    "Scatterv",
    "Start",
    "Startall",
    "Test",
    "Testall",
    "Testany",
    "Testsome",
    "Wait",
    "Waitall",
    "Waitany",
    "Waitsome",
];

/// Collective operations.
const TOGETHER: &[(&str, Operation)] = &[
    ("Allgather", Operation::Allgather),
    ("Allgatherv", Operation::Allgatherv),
    ("Allreduce", Operation::Allreduce),
    ("Alltoall", Operation::Alltoall),
    ("Barrier", Operation::Barrier),
    ("Bcast", Operation::Bcast),
    ("Exscan", Operation::Exscan),
    ("Gather", Operation::Gather),
    ("Gatherv", Operation::Gatherv),
    ("Reduce", Operation::Reduce),
    ("Scan", Operation::Scan),
    ("Scatter", Operation::Scatter),
];

/// Places in the program, by the numbers of their first uses.
#[derive(Default)]
pub(super) struct Places {
    numbers: BTreeMap<String, u32>,
}

impl Places {
    fn number(&mut self, place: String) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(place).or_insert(next)
    }

    /// By number.
    pub(super) fn into_names(self) -> Vec<String> {
        let mut names: Vec<_> = self.numbers.into_iter().collect();
        names.sort_unstable_by_key(|&(_, number)| number);
        names.into_iter().map(|(name, _)| name).collect()
    }
}

/// A call within another one.
#[derive(Clone, Copy)]
struct Inner {
    begin: u128,
    end: u128,
    barrier: bool,
}

/// An element that is open.
#[derive(Default)]
struct Frame {
    /// Of a call; none of `Program` and `Nested`.
    tag: Option<Tag>,
    /// Calls of this element that have ended.
    calls: Vec<Inner>,
    /// What the next call has called.
    nested: Vec<Inner>,
    /// `Data` of a call: offsets and bytes.
    data: Vec<(u64, u64)>,
}

/// What elements have in common while a rank's trace is read.
struct Reader<'a> {
    project: &'a Project,
    rank: u32,
    file: String,
    places: &'a mut Places,
    notices: &'a mut Notices,
    adjustment: u128,
    /// Open files: the bytes of an element of their views, and the displacements.
    views: BTreeMap<i64, (u64, u64)>,
    frames: Vec<Frame>,
    trace: Trace,
}

/// Reads a rank's trace.
pub(super) fn read(
    project: &Project,
    rank: u32,
    places: &mut Places,
    notices: &mut Notices,
) -> Result<Trace, TraceError> {
    let path = &project.files[rank as usize];
    let text = files::read_text(path).map_err(|error| TraceError::unreadable(path, &error))?;
    let file = project.file(rank);
    let mut tags = Tags::new(&file, &text);
    let mut reader = Reader {
        project,
        rank,
        file: file.clone(),
        places,
        notices,
        adjustment: 0,
        views: BTreeMap::new(),
        frames: Vec::new(),
        trace: Trace::default(),
    };
    loop {
        let (tag, open) = match tags.next()? {
            Item::Start(tag) => (tag, true),
            Item::Empty(tag) => (tag, false),
            Item::End => {
                reader.end()?;
                continue;
            }
            Item::Over => return Ok(reader.trace),
        };
        let line = tag.line;
        reader.begin(tag, open).map_err(|problem| at_line(&file, line, problem))?;
    }
}

impl Reader<'_> {
    fn begin(&mut self, tag: Tag, open: bool) -> Read<()> {
        let Some(frame) = self.frames.last_mut() else {
            if tag.name != "Program" {
                return Err(LineProblem::Expected { found: format!("`<{}>`", tag.name), expected: "`<Program>`" });
            }
            self.adjustment = if tag.get("timeAdjustment").is_some() { tag.seconds("timeAdjustment")? } else { 0 };
            self.frames.extend(open.then(Frame::default));
            return Ok(());
        };
        if frame.tag.is_some() {
            // Part of a call.
            if tag.name == "Data" {
                frame.data.push((tag.bytes("offset")?, tag.bytes("size")?));
            }
            self.frames.extend(open.then(|| Frame { tag: Some(tag), ..Frame::default() }));
        } else if tag.name == "Nested" {
            self.frames.extend(open.then(Frame::default));
        } else if open {
            self.frames.push(Frame { tag: Some(tag), ..Frame::default() });
        } else {
            self.call(&tag, &[])?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), TraceError> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let Some(parent) = self.frames.last_mut() else { return Ok(()) };
        match frame.tag {
            None => parent.nested = frame.calls,
            // Part of a call.
            Some(_) if parent.tag.is_some() => {}
            Some(tag) => {
                self.call(&tag, &frame.data).map_err(|problem| at_line(&self.file, tag.line, problem))?;
            }
        }
        Ok(())
    }

    /// A call has ended: one of the program, or one that another call has made.
    fn call(&mut self, tag: &Tag, data: &[(u64, u64)]) -> Read<()> {
        let begin = self.adjustment + tag.seconds("time")?;
        let end = self.adjustment + tag.seconds("end")?;
        let of_program = self.frames.len() == 1;
        let frame = self.frames.last_mut().expect("a call is within the program");
        let nested = std::mem::take(&mut frame.nested);
        if end < begin {
            return Err(LineProblem::Backwards { element: tag.name.clone() });
        }
        if frame.calls.last().is_some_and(|last| begin < last.end) {
            return Err(LineProblem::Overlapping { element: tag.name.clone() });
        }
        frame.calls.push(Inner { begin, end, barrier: tag.name == "Barrier" });
        if !of_program {
            return Ok(());
        }
        frame.calls.drain(..frame.calls.len() - 1);
        let Some(function) = Function::from_name(&format!("MPI_{}", tag.name)) else {
            self.notices.unknown(&tag.name, span(begin, end));
            return Ok(());
        };
        let call = self.what(tag, (begin, end), &nested, data)?;
        if matches!(call, Call::Kept) {
            self.notices.kept(&tag.name, span(begin, end));
        }
        let site = match (tag.get("cFile"), tag.get("cLine")) {
            (Some(file), Some(line)) => PLACES | self.places.number(format!("{file}:{line}")),
            _ => tag.line.min(PLACES - 1),
        };
        self.trace.entries.push(Entry { function, line: tag.line, site, begin, end, call });
        Ok(())
    }

    fn what(&mut self, tag: &Tag, times: (u128, u128), nested: &[Inner], data: &[(u64, u64)]) -> Read<Call> {
        let name = tag.name.as_str();
        if REFUSED.contains(&name) {
            return Err(LineProblem::NotReplayed { element: tag.name.clone() });
        }
        if let Some(&(_, operation)) = TOGETHER.iter().find(|(own, _)| *own == name) {
            return Ok(Call::Together(self.together(tag, operation)?));
        }
        let send = |mode| -> Read<Call> { Ok(Call::Send { to: self.outgoing(tag)?, mode, comm: self.comm(tag)? }) };
        Ok(match name {
            "Init" | "Init_thread" => Call::Init,
            "Finalize" => Call::Finalize,
            "Send" => send(SendMode::Standard)?,
            "Ssend" => send(SendMode::Synchronous)?,
            "Bsend" => send(SendMode::Buffered)?,
            "Rsend" => send(SendMode::Ready)?,
            "Recv" => Call::Recv { from: self.incoming(tag)?, comm: self.comm(tag)? },
            "Sendrecv" | "Sendrecv_replace" => {
                Call::Sendrecv { to: self.outgoing(tag)?, from: self.incoming(tag)?, comm: self.comm(tag)? }
            }
            "File_open" => Call::Open(Box::new(self.open(tag, times, nested)?)),
            "File_close" => {
                let file = self.open_file(tag)?;
                self.views.remove(&file);
                Call::Close { file, barrier: nested.iter().any(|call| call.barrier) }
            }
            "File_sync" => Call::Sync { file: self.open_file(tag)? },
            "File_set_view" => {
                self.set_view(tag)?;
                Call::Kept
            }
            "File_write" | "File_write_at" => self.access(tag, data, (true, false))?,
            "File_write_all" | "File_write_at_all" => self.access(tag, data, (true, true))?,
            "File_read" | "File_read_at" => self.access(tag, data, (false, false))?,
            "File_read_all" | "File_read_at_all" => self.access(tag, data, (false, true))?,
            _ => Call::Kept,
        })
    }

    /// A communicator that the rank is in.
    fn comm(&self, tag: &Tag) -> Read<u32> {
        let comm = tag.number("cid")?;
        match self.project.comms.has(comm, self.rank) {
            true => Ok(comm),
            false => {
                let expected = "a communicator of the project file that has this rank as a member";
                Err(LineProblem::NotIn { what: "communicator", found: comm.into(), expected, rank: self.rank })
            }
        }
    }

    fn rank_in(&self, tag: &Tag, field: &'static str, found: i64) -> Read<u32> {
        let ranks = self.project.comms.size(self.comm(tag)?);
        let rank = u32::try_from(found).ok().filter(|&rank| rank < ranks);
        rank.ok_or(LineProblem::NoSuchRank { field, found, ranks })
    }

    fn outgoing(&self, tag: &Tag) -> Read<Outgoing> {
        let peer = match tag.integer("toRank")? {
            PROC_NULL => None,
            found => Some(self.rank_in(tag, "toRank", found)?),
        };
        Ok(Outgoing { peer, tag: message_tag(tag, "toTag", false)?, bytes: tag.bytes("size")? })
    }

    fn incoming(&self, tag: &Tag) -> Read<Incoming> {
        let peer = match tag.integer("fromRank")? {
            PROC_NULL => None,
            ANY_SOURCE => Some(ANY),
            found => Some(self.rank_in(tag, "fromRank", found)? as i32),
        };
        Ok(Incoming { peer, tag: message_tag(tag, "fromTag", true)? })
    }

    fn together(&self, tag: &Tag, operation: Operation) -> Read<Together> {
        let comm = self.comm(tag)?;
        let root = match operation {
            Operation::Bcast | Operation::Reduce => self.rank_in(tag, "rootRank", tag.integer("rootRank")?)?,
            Operation::Gather | Operation::Gatherv | Operation::Scatter => {
                self.rank_in(tag, "root", tag.integer("root")?)?
            }
            _ => 0,
        };
        let sent = if operation == Operation::Barrier { 0 } else { tag.bytes("size")? };
        let received = if tag.get("recvSize").is_some() { tag.bytes("recvSize")? } else { sent };
        let count = if tag.get("count").is_some() { tag.bytes("count")? } else { sent };
        Ok(Together { operation, comm, root, sent, received, count, blocks: None })
    }

    fn open(&mut self, tag: &Tag, (begin, end): (u128, u128), nested: &[Inner]) -> Read<Open> {
        let (comm, file) = (self.comm(tag)?, tag.integer("fid")?);
        let name = tag.needed("name")?;
        let path: Arc<[u8]> = if name.is_empty() { Arc::from(*b"file") } else { name.as_bytes().into() };
        let (before, after) = outside(begin, end, nested);
        self.notices.opened(before.saturating_add(after));
        self.views.insert(file, (1, 0));
        let mode = if tag.get("flags").is_some() { open_mode(tag.number("flags")?) } else { open_mode(0) };
        Ok(Open { comm, file, path, mode, before, after })
    }

    /// A file that the rank has open.
    fn open_file(&self, tag: &Tag) -> Read<i64> {
        let file = tag.integer("fid")?;
        match self.views.contains_key(&file) {
            true => Ok(file),
            false => {
                let expected = "the `fid` of a file that this rank has opened and not closed";
                Err(LineProblem::NotIn { what: "open file", found: file, expected, rank: self.rank })
            }
        }
    }

    fn set_view(&mut self, tag: &Tag) -> Read<()> {
        let (file, displacement) = (self.open_file(tag)?, tag.bytes("offset")?);
        let types = self.project.datatypes.get(&self.rank);
        let basic = |name| -> Read<Option<u64>> {
            Ok(types.zip(Some(tag.integer(name)?)).and_then(|(own, id)| own.basic(id)))
        };
        let (etype, filetype) = (basic("etid")?, basic("filetid")?);
        if filetype.is_none() {
            self.notices.view();
        }
        self.views.insert(file, (etype.unwrap_or(1), displacement));
        Ok(())
    }

    fn access(&mut self, tag: &Tag, data: &[(u64, u64)], (write, together): (bool, bool)) -> Read<Call> {
        let file = self.open_file(tag)?;
        let &(etype, displacement) = self.views.get(&file).expect("an open file has a view");
        let mut blocks = data.to_vec();
        if blocks.is_empty() {
            let offset = tag.bytes("offset")?.saturating_mul(etype).saturating_add(displacement);
            blocks.push((offset.min(i64::MAX as u64 >> 1), tag.bytes("size")?));
        }
        blocks.sort_unstable();
        let bytes = blocks.iter().map(|&(_, bytes)| bytes).sum();
        let memory = self.memory(tag, bytes)?;
        let stream = Layout::of_blocks(blocks.iter().map(|&(offset, bytes)| (offset as i64, bytes)));
        Ok(Call::Access { file, together, access: Box::new(Access { write, file: stream, memory }) })
    }

    /// The memory of an access.
    fn memory(&mut self, tag: &Tag, bytes: u64) -> Read<Layout> {
        let contiguous = Layout::block(0, bytes);
        if tag.get("tid").is_none() || tag.get("count").is_none() || bytes == 0 {
            return Ok(contiguous);
        }
        let (id, count) = (tag.integer("tid")?, tag.bytes("count")?);
        let types = self.project.datatypes.get(&self.rank);
        Ok(types.and_then(|types| types.memory(id, count, bytes)).unwrap_or_else(|| {
            self.notices.memory();
            contiguous
        }))
    }
}

/// A tag; a negative one is any, of a receive.
fn message_tag(tag: &Tag, field: &'static str, any: bool) -> Read<i32> {
    let found = tag.integer(field)?;
    let too_large = || LineProblem::TooLarge { field, found: found.to_string(), max: i32::MAX as u64 };
    match i32::try_from(found).map_err(|_| too_large())? {
        ..0 if any => Ok(ANY),
        ..0 => Err(LineProblem::Negative { field, found: found.to_string() }),
        tag => Ok(tag),
    }
}

/// What a call took outside of those that it has made, before the last of them and after it. Where it has made none it is not known
/// what it waited for.
fn outside(begin: u128, end: u128, nested: &[Inner]) -> (units::Time, units::Time) {
    let Some(last) = nested.last() else { return (units::Time::ZERO, units::Time::ZERO) };
    let inside: u128 = nested.iter().map(|call| call.end - call.begin).sum();
    let until = last.end.saturating_sub(begin).saturating_sub(inside);
    (span(0, until), span(last.end, end))
}

/// `MPI_MODE_…` of MPICH.
fn open_mode(flags: u32) -> OpenMode {
    let has = |flag: u32| flags & flag != 0;
    OpenMode {
        create: has(1),
        read: has(2) || has(8),
        write: has(4) || has(8),
        delete_on_close: has(16),
        exclusive: has(64),
        permissions: 0o666,
    }
}
