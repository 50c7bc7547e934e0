//! The motif `ior`: writes and reads one shared file, or one file per rank, like the benchmark IOR with MPI-IO.
//!
//! # Program
//!
//! The parameters correspond to IOR's options `-b`, `-t`, `-s`, `-c`, `-C`, `-F`, `-z`, `-w`, `-r` and `-i`. A file has
//! `segments` segments. A segment has one block of `block` bytes for every rank; a rank writes and reads a block in transfers
//! of `transfer` bytes. With `reorder` a rank reads what the next rank has written. Each rank does what this program does; with
//! `collective=yes` it calls `MPI_File_write_at_all` and `MPI_File_read_at_all`:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < repetitions; i++)
//!     for (phase = 0; phase < 2; phase++) {                 // write, then read, if both are asked for
//!         int from = phase == 1 && reorder ? (rank + 1) % size : rank;
//!         MPI_Barrier(MPI_COMM_WORLD);
//!         MPI_File_open(MPI_COMM_WORLD, "ior.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
//!         MPI_Barrier(MPI_COMM_WORLD);
//!         for (s = 0; s < segments; s++)
//!             for (at = 0; at < block; at += transfer) {
//!                 MPI_Offset offset = (MPI_Offset)s * size * block + from * block + at;
//!                 if (phase == 0)
//!                     MPI_File_write_at(file, offset, buffer, transfer, MPI_BYTE, MPI_STATUS_IGNORE);
//!                 else
//!                     MPI_File_read_at(file, offset, buffer, transfer, MPI_BYTE, MPI_STATUS_IGNORE);
//!             }
//!         MPI_File_close(&file);
//!         MPI_Barrier(MPI_COMM_WORLD);
//!     }
//! MPI_Finalize();
//! ```
//!
//! With `file_per_process=yes` each rank opens a file of its own over `MPI_COMM_SELF`, with the name `ior.dat.` and the rank's
//! number. This file has the blocks of that rank, segment after segment. With `reorder` a rank reads the next rank's file. With
//! `random=yes` the offsets of a file's transfers are permuted. The permutation is the same in every run ([`permuted`]); it
//! differs from IOR's.
//!
//! `docs/models/files.md` lists the messages of an open and a close. IOR's other interfaces (besides MPI-IO) are left out, and
//! so is deleting the file.

use super::motif::Motif;
use super::parameter::{MotifError, Values};
use crate::calls;
use config::{Parameter, ParameterKind};
use ops::{
    Answer, Buffer, CallSite, CollectiveCall, CommCall, CommId, FileAccess, FileCall, Function, Group, Layout,
    OpenMode, Operation, Post, RankDriver, RankState, RequestId, RequestSet, Work,
};
use std::sync::Arc;
use units::ActorId;

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "ior",
    doc: "Writes and reads of one shared file, or one of each rank, in the words of the benchmark IOR.",
    parameters: PARAMETERS,
    build: |ranks, values| Ok(Box::new(Ior::new(ranks, values)?)),
};

const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "block",
        ParameterKind::Size,
        "1 MiB",
        "",
        "contiguous bytes of a rank in a segment (-b)",
    ),
    Parameter::with_default(
        "transfer",
        ParameterKind::Size,
        "256 KiB",
        "",
        "bytes of an access (-t); they divide a block",
    ),
    Parameter::with_default("segments", ParameterKind::Whole, "1", "", "segments of the file (-s)"),
    Parameter::with_default("collective", ParameterKind::YesNo, "no", "", "whether accesses are collective (-c)"),
    Parameter::with_default(
        "reorder",
        ParameterKind::YesNo,
        "no",
        "",
        "whether a rank reads what the next one has written (-C)",
    ),
    Parameter::with_default(
        "file_per_process",
        ParameterKind::YesNo,
        "no",
        "",
        "whether each rank has a file of its own (-F)",
    ),
    Parameter::with_default(
        "random",
        ParameterKind::YesNo,
        "no",
        "",
        "whether the transfers of a file are in random order (-z)",
    ),
    Parameter::with_default("write", ParameterKind::YesNo, "yes", "", "whether the file is written (-w)"),
    Parameter::with_default("read", ParameterKind::YesNo, "yes", "", "whether the file is read (-r)"),
    Parameter::with_default("repetitions", ParameterKind::Whole, "1", "", "how often all of this is done (-i)"),
];

/// Call sites.
const CALLS: [Function; 9] = [
    Function::Init,
    Function::Barrier,
    Function::FileOpen,
    Function::FileWriteAt,
    Function::FileReadAt,
    Function::FileWriteAtAll,
    Function::FileReadAtAll,
    Function::FileClose,
    Function::Finalize,
];
const BARRIER: usize = 1;
const OPEN: usize = 2;
const CLOSE: usize = 7;

#[derive(Clone, Copy, Debug)]
struct Shape {
    ranks: u32,
    block: u64,
    transfer: u64,
    segments: u32,
    collective: bool,
    reorder: bool,
    file_per_process: bool,
    random: bool,
    /// Whether each phase writes.
    phases: [Option<bool>; 2],
    repetitions: u32,
}

impl Shape {
    fn transfers(&self) -> u64 {
        u64::from(self.segments) * (self.block / self.transfer)
    }

    /// Calls of a phase: two barriers and an open, the accesses, a close and a barrier.
    fn phase_calls(&self) -> u64 {
        self.transfers() + 5
    }

    fn phases(&self) -> u64 {
        self.phases.iter().flatten().count() as u64
    }

    fn calls(&self) -> u64 {
        u64::from(self.repetitions) * self.phases() * self.phase_calls()
    }

    /// The call of this number.
    fn call(&self, number: u64) -> Call {
        let phase = (number / self.phase_calls() % self.phases()) as usize;
        let write = self.phases.iter().flatten().nth(phase).copied().unwrap_or_default();
        match number % self.phase_calls() {
            0 | 2 => Call::Barrier,
            1 => Call::Open { write },
            at if at < 3 + self.transfers() => Call::Access { write, number: at - 3 },
            at if at == 3 + self.transfers() => Call::Close,
            _ => Call::Barrier,
        }
    }

    /// Whose data a rank accesses.
    fn owner(&self, rank: u32, write: bool) -> u32 {
        if write || !self.reorder { rank } else { (rank + 1) % self.ranks }
    }

    /// The place in its file of a rank's transfer, in transfers.
    fn place(&self, owner: u32, number: u64) -> u64 {
        // In a file of its own a rank is the first of one.
        let (ranks, owner) = if self.file_per_process { (1, 0) } else { (self.ranks.into(), owner.into()) };
        if self.random {
            return permuted(owner * self.transfers() + number, ranks * self.transfers());
        }
        let of_block = self.block / self.transfer;
        let (segment, within) = (number / of_block, number % of_block);
        (segment * ranks + owner) * of_block + within
    }

    fn access(&self, rank: u32, write: bool, number: u64) -> FileAccess {
        let offset = self.place(self.owner(rank, write), number) * self.transfer;
        let (memory, file) = (Layout::block(0, self.transfer), Layout::block(offset as i64, self.transfer));
        FileAccess { write, memory, file, atomic: false }
    }
}

/// Where a permutation of this many places puts one: a Feistel network of four rounds over the next power of four, which is walked
/// until it is back among them (J. Black, P. Rogaway: "Ciphers with Arbitrary Finite Domains", CT-RSA 2002).
fn permuted(place: u64, count: u64) -> u64 {
    let half = (u64::BITS - count.saturating_sub(1).leading_zeros()).div_ceil(2);
    let mask = (1u64 << half) - 1;
    let mut place = place;
    loop {
        let (mut left, mut right) = (place >> half, place & mask);
        for round in 1..=4u64 {
            let mixed =
                (right.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_add(round.wrapping_mul(0xBF58_476D_1CE4_E5B9));
            (left, right) = (right, left ^ (mixed >> 32 & mask));
        }
        place = left << half | right;
        if place < count {
            return place;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Call {
    Barrier,
    /// The file of a rank, if it is not of all.
    Open {
        write: bool,
    },
    Access {
        write: bool,
        number: u64,
    },
    Close,
}

/// How far a rank is.
#[derive(Clone, Copy, Default)]
struct Progress {
    started: bool,
    /// Calls that have ended.
    calls: u64,
    /// Steps of the present call that have begun.
    step: u32,
    file: CommId,
    /// The rank's own communicator, made with its first use.
    own: Option<CommId>,
    /// Whether the I/O library may aggregate collective accesses.
    aggregates: bool,
}

struct Ior {
    shape: Shape,
    ranks: Vec<Progress>,
    done: u64,
}

impl Ior {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        let (block, transfer) = (values.bytes("block")?.unwrap_or(0), values.bytes("transfer")?.unwrap_or(0));
        if transfer == 0 || !block.is_multiple_of(transfer) {
            let (block, transfer) = (values.word("block"), values.word("transfer"));
            return Err(MotifError::Transfer { block: block.to_owned(), transfer: transfer.to_owned() });
        }
        let number = |name| values.number(name).map(Option::unwrap_or_default);
        let phase = |name: &str, write: bool| values.flag(name).map(|asked| asked.then_some(write));
        let shape = Shape {
            ranks,
            block,
            transfer,
            segments: number("segments")?,
            collective: values.flag("collective")?,
            reorder: values.flag("reorder")?,
            file_per_process: values.flag("file_per_process")?,
            random: values.flag("random")?,
            phases: [phase("write", true)?, phase("read", false)?],
            repetitions: number("repetitions")?,
        };
        Ok(Self { shape, ranks: vec![Progress::default(); ranks as usize], done: 0 })
    }
}

const REQUEST: RequestId = RequestId(0);

fn enter(call: usize) -> Post {
    Post::Enter { function: CALLS[call], site: CallSite(call as u32), block: Work::NONE }
}

fn together(comm: CommId, call: CollectiveCall) -> [Post; 2] {
    calls::blocking(REQUEST, comm, Box::new(call))
}

fn barrier(comm: CommId) -> [Post; 2] {
    together(comm, calls::barrier())
}

fn ask(file: CommId, call: FileCall) -> [Post; 2] {
    calls::on_file(REQUEST, file, call)
}

fn create(comm: CommId, call: CommCall) -> [Post; 2] {
    let made = Post::CreateComm { request: REQUEST, comm, call: Box::new(call) };
    [made, calls::wait(RequestSet::One(REQUEST))]
}

/// All ranks learn how the first one's open has ended.
fn tell(file: CommId) -> [Post; 2] {
    let buffer = Buffer::of_bytes(4);
    together(file, calls::collective(Operation::Bcast, 1, 4, buffer, buffer))
}

/// The file of all, or of one rank.
fn open_file(file: CommId, of: Option<u32>) -> [Post; 2] {
    let mode = OpenMode { read: true, write: true, create: true, permissions: 0o666, ..OpenMode::default() };
    let name = of.map_or_else(|| "/ior.dat".to_owned(), |rank| format!("/ior.dat.{rank:08}"));
    ask(file, FileCall::Open { path: name.into_bytes().into(), mode })
}

impl Progress {
    /// The next step of an open; false: it is over.
    fn open(&mut self, rank: u32, of: Option<u32>, handle: u64, posts: &mut Vec<Post>) -> bool {
        match (self.step, rank == 0 || of.is_some()) {
            (0, _) => {
                posts.push(enter(OPEN));
                posts.extend(create(CommId::WORLD, CommCall::Dup));
            }
            (1, _) => {
                self.file = CommId(handle as u32);
                posts.extend(together(self.file, calls::agree_on_open()));
            }
            (2, true) | (3, false) => posts.extend(open_file(self.file, of)),
            (2, false) => posts.extend(tell(self.file)),
            (3, true) => {
                self.aggregates = handle != 0;
                posts.extend(tell(self.file));
            }
            _ => {
                if rank > 0 && of.is_none() {
                    self.aggregates = handle != 0;
                }
                return false;
            }
        }
        true
    }

    /// The same over the rank's own communicator, which is made before.
    fn open_own(&mut self, rank: u32, of: u32, handle: u64, posts: &mut Vec<Post>) -> bool {
        let Some(own) = self.own else {
            if self.step == 0 {
                let group = Arc::new(Group::range(rank, 1));
                posts.push(enter(OPEN));
                posts.extend(create(CommId::WORLD, CommCall::CreateGroup { group, tag: 0 }));
                return true;
            }
            let own = CommId(handle as u32);
            self.own = Some(own);
            posts.extend(create(own, CommCall::Dup));
            // The next step is that of an open which follows the duplicate.
            self.step = 0;
            return true;
        };
        if self.step == 0 {
            posts.push(enter(OPEN));
            posts.extend(create(own, CommCall::Dup));
            return true;
        }
        self.open(rank, Some(of), handle, posts)
    }

    fn access(&self, rank: u32, shape: &Shape, (write, number): (bool, u64), posts: &mut Vec<Post>) -> bool {
        let site = if write { 3 } else { 4 } + 2 * usize::from(shape.collective);
        let access = || shape.access(rank, write, number);
        match self.step {
            0 => {
                posts.push(enter(site));
                posts.extend(match (shape.collective, self.aggregates) {
                    (true, true) => ask(self.file, FileCall::AccessAll { access: access(), blocking: true }),
                    (true, false) => barrier(self.file),
                    (false, _) => ask(self.file, FileCall::Access(access())),
                });
                true
            }
            1 if shape.collective && !self.aggregates => {
                posts.extend(ask(self.file, FileCall::Access(access())));
                true
            }
            _ => false,
        }
    }

    fn close(&self, posts: &mut Vec<Post>) -> bool {
        match self.step {
            0 => {
                posts.push(enter(CLOSE));
                posts.extend(barrier(self.file));
            }
            1 => posts.extend(ask(self.file, FileCall::Close)),
            _ => {
                posts.push(Post::FreeComm { comm: self.file });
                return false;
            }
        }
        true
    }

    /// The next step of a call; false: it is over.
    fn step(&mut self, rank: u32, shape: &Shape, call: Call, handle: u64, posts: &mut Vec<Post>) -> bool {
        match call {
            Call::Barrier if self.step == 0 => {
                posts.push(enter(BARRIER));
                posts.extend(barrier(CommId::WORLD));
                true
            }
            Call::Barrier => false,
            Call::Open { write } if shape.file_per_process => {
                self.open_own(rank, shape.owner(rank, write), handle, posts)
            }
            Call::Open { .. } => self.open(rank, None, handle, posts),
            Call::Access { write, number } => self.access(rank, shape, (write, number), posts),
            Call::Close => self.close(posts),
        }
    }
}

impl RankDriver for Ior {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        let (shape, own) = (self.shape, &mut self.ranks[actor.index()]);
        if !std::mem::replace(&mut own.started, true) {
            posts.extend([enter(0), Post::Init]);
        }
        let handle = answer.completions.first().map_or(0, |completion| completion.status.handle);
        while own.calls < shape.calls() {
            if own.step(actor.0, &shape, shape.call(own.calls), handle, posts) {
                own.step += 1;
                return RankState::Blocked;
            }
            (own.calls, own.step) = (own.calls + 1, 0);
            self.done += 1;
        }
        posts.extend([enter(CALLS.len() - 1), Post::Finalize]);
        RankState::Finished(0)
    }

    fn issued_work(&self) -> Option<(u64, u64)> {
        Some((self.done, self.shape.calls() * u64::from(self.shape.ranks)))
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        format!("ior, {}", CALLS[site.0 as usize])
    }
}

#[cfg(test)]
mod tests;
