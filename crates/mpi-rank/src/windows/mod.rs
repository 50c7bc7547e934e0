//! Windows as a rank sees them (MPI 5.0 §12).
//!
//! Each rank keeps, for each of its windows, its own access and exposure epochs, and refuses calls that MPI does not allow in
//! these epochs. The base, size and displacement unit of every rank's memory are in a table that the engine supplies when the
//! window is created.

use crate::attributes::Attributes;
use crate::comms::Comm;
use crate::info::Info;
use crate::{Data, Fault, Handle, handles};
use ops::reduction::Basic;
use ops::{AccessKind, ErrorClass, Flavor, Group, Layout, WindowPart};
use std::collections::BTreeMap;
use std::sync::Arc;

#[cfg(test)]
mod tests;

/// `MPI_MODE_NOCHECK` of the standard ABI.
pub const NOCHECK: i32 = 1024;
/// `MPI_MODE_NOPRECEDE`.
pub const NOPRECEDE: i32 = 2048;
/// `MPI_MODE_NOPUT`.
pub const NOPUT: i32 = 4096;
/// `MPI_MODE_NOSTORE`.
pub const NOSTORE: i32 = 8192;
/// `MPI_MODE_NOSUCCEED`.
pub const NOSUCCEED: i32 = 16384;
/// `MPI_LOCK_EXCLUSIVE`.
pub const LOCK_EXCLUSIVE: i32 = 301;
/// `MPI_LOCK_SHARED`.
pub const LOCK_SHARED: i32 = 302;
/// `MPI_WIN_UNIFIED`: the private and the public copy are the same memory.
pub const UNIFIED: i32 = 321;

/// The hints for windows that the standard defines (MPI 5.0 §12.2.1, §12.2.3) with their defaults; others are ignored.
pub const HINTS: [(&str, &str); 6] = [
    ("no_locks", "false"),
    ("accumulate_ordering", "rar,raw,war,waw"),
    ("accumulate_ops", "same_op_no_op"),
    ("same_size", "false"),
    ("same_disp_unit", "false"),
    ("mpi_accumulate_granularity", "0"),
];
/// The hint of shared windows alone, with its default.
pub const NONCONTIGUOUS: (&str, &str) = ("alloc_shared_noncontig", "false");

/// Where parts of a shared window start if they need not follow one another: at pages.
const PAGE: u64 = 4096;
/// Alignment of a shared window. Only the first part is aligned, so that parts stay contiguous.
const SHARED_ALIGNMENT: u64 = 64;

/// One rank's view of a window.
#[derive(Debug)]
pub struct Window {
    /// The window's communicator, which only its own synchronisation uses.
    pub comm: Comm,
    /// The members in rank order.
    pub group: Arc<Group>,
    /// What every rank gave.
    pub parts: Arc<[WindowPart]>,
    /// The own part's address.
    pub base: u64,
    /// The error handler.
    pub errhandler: Handle,
    /// Its name.
    pub name: Option<Box<str>>,
    /// Attributes in the order they were set.
    pub attributes: Attributes,
    /// Hints that the program gave.
    pub info: Info,
    /// PredefinedValues of predefined attributes, where a program may point to them.
    pub values: Box<PredefinedValues>,
    /// Memory that goes with the window.
    pub memory: Memory,
    /// The rank's access epoch.
    pub access: Epoch,
    /// What others may access now: the hidden request of the exposure.
    pub exposure: Option<Handle>,
    /// Attached memory of a dynamic window: (address, bytes).
    pub attached: Vec<(u64, u64)>,
}

/// PredefinedValues of predefined attributes (MPI 5.0 §12.2.6).
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PredefinedValues {
    /// `MPI_WIN_SIZE`, an `MPI_Aint`.
    pub size: i64,
    /// `MPI_WIN_DISP_UNIT`, an `int`.
    pub unit: i32,
    /// `MPI_WIN_CREATE_FLAVOR`, an `int`.
    pub flavor: i32,
    /// `MPI_WIN_MODEL`, an `int`.
    pub model: i32,
    /// The memory of a shared window, for the other ranks: process, descriptor, address, bytes.
    pub shared: [u64; 4],
}

/// Memory that a window owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Memory {
    /// The program's own.
    #[default]
    Program,
    /// Allocated at an address.
    Allocated(u64),
    /// A shared mapping: where this rank sees it, its bytes, and whether this rank has made it.
    Shared {
        /// The address.
        address: u64,
        /// Bytes.
        bytes: u64,
        /// Whether it goes when this rank frees the window.
        owned: bool,
    },
}

/// An access epoch (MPI 5.0 §12.5).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Epoch {
    /// None.
    #[default]
    None,
    /// Between two fences; `used` once something was accessed.
    Fence {
        /// Whether something was accessed.
        used: bool,
    },
    /// Since `MPI_Win_start` to these ranks, ascending.
    Started(Vec<u32>),
    /// Locks by rank: whether they were asked for (`MPI_MODE_NOCHECK`: not).
    Locks(BTreeMap<u32, bool>),
    /// `MPI_Win_lock_all`: whether it was asked for.
    All(bool),
}

fn sync(text: &'static str) -> Fault {
    Fault::Class(ErrorClass::RmaSync, text)
}

/// Checks an assertion.
///
/// # Errors
/// It has a bit that this function does not take.
pub fn assertion(assert: i32, allowed: i32) -> Result<(), Fault> {
    if assert & !allowed == 0 {
        Ok(())
    } else {
        Err(Fault::Class(ErrorClass::Assert, "an assertion that this function does not take"))
    }
}

/// Whether a lock type is exclusive.
///
/// # Errors
/// It is none.
pub fn lock_type(kind: i32) -> Result<bool, Fault> {
    match kind {
        LOCK_EXCLUSIVE => Ok(true),
        LOCK_SHARED => Ok(false),
        _ => Err(Fault::Class(ErrorClass::Locktype, "")),
    }
}

impl Window {
    /// A window that the engine has made.
    pub fn new(comm: Comm, parts: Arc<[WindowPart]>, memory: Memory) -> Self {
        let part = parts[comm.rank as usize];
        let group = comm.group.clone().expect("a window's communicator has a group");
        let flavor = match part.flavor {
            Flavor::Create => 311,
            Flavor::Allocate => 312,
            Flavor::Dynamic => 313,
            Flavor::Shared => 314,
        };
        let (size, unit) = (part.bytes as i64, i32::try_from(part.unit).unwrap_or(i32::MAX));
        Self {
            group,
            base: part.base,
            errhandler: handles::ERRORS_ARE_FATAL,
            name: None,
            attributes: Vec::new(),
            info: Info::default(),
            values: Box::new(PredefinedValues { size, unit, flavor, model: UNIFIED, shared: [0; 4] }),
            memory,
            access: Epoch::None,
            exposure: None,
            attached: Vec::new(),
            comm,
            parts,
        }
    }

    /// The own part.
    pub fn part(&self) -> &WindowPart {
        &self.parts[self.comm.rank as usize]
    }

    /// A target; none for `MPI_PROC_NULL`.
    ///
    /// # Errors
    /// It is no rank of the window.
    pub fn target(&self, rank: i32) -> Result<Option<u32>, Fault> {
        self.comm.destination(rank)
    }

    /// A rank to be locked or flushed.
    ///
    /// # Errors
    /// It is no rank of the window.
    pub fn rank(&self, rank: i32) -> Result<u32, Fault> {
        self.target(rank)?.ok_or(Fault::Rank { rank, size: self.comm.size })
    }

    /// Notes an access to a target; none is `MPI_PROC_NULL`. Request-based ones need a lock (MPI 5.0 §12.3.5).
    ///
    /// # Errors
    /// The rank may not access the target now.
    pub fn touch(&mut self, target: Option<u32>, request: bool) -> Result<(), Fault> {
        match (&mut self.access, target) {
            (Epoch::None, _) => Err(sync("access outside an epoch: no fence, start or lock before it")),
            (Epoch::Fence { .. } | Epoch::Started(_), _) if request => {
                Err(sync("a request-based access needs a lock of its target"))
            }
            (Epoch::Fence { used }, _) => {
                *used = true;
                Ok(())
            }
            (Epoch::All(_), _) | (_, None) => Ok(()),
            (Epoch::Started(targets), Some(target)) if targets.binary_search(&target).is_ok() => Ok(()),
            (Epoch::Started(_), _) => Err(sync("access to a rank that is not in the group of MPI_Win_start")),
            (Epoch::Locks(locks), Some(target)) if locks.contains_key(&target) => Ok(()),
            (Epoch::Locks(_), _) => Err(sync("access to a rank that is not locked")),
        }
    }

    /// Ends the epoch of a fence after which nothing was accessed: another kind of epoch may begin.
    ///
    /// # Errors
    /// There are accesses that no fence has completed, or an epoch of another kind.
    fn leave_fence(&mut self) -> Result<(), Fault> {
        match self.access {
            Epoch::Fence { used: true } => Err(sync("accesses since the last fence are not completed by another")),
            Epoch::Fence { used: false } => {
                self.access = Epoch::None;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Checks that a fence may be called.
    ///
    /// # Errors
    /// A lock, start or post has not been ended.
    pub fn check_fence(&self) -> Result<(), Fault> {
        match self.access {
            Epoch::None | Epoch::Fence { .. } if self.exposure.is_none() => Ok(()),
            Epoch::None | Epoch::Fence { .. } => Err(sync("fence between MPI_Win_post and MPI_Win_wait")),
            Epoch::Started(_) => Err(sync("fence between MPI_Win_start and MPI_Win_complete")),
            Epoch::Locks(_) | Epoch::All(_) => Err(sync("fence while a lock is held")),
        }
    }

    /// Begins the epoch of `MPI_Win_start`; `targets` may be in any order.
    ///
    /// # Errors
    /// Another access epoch is open.
    pub fn check_start(&mut self) -> Result<(), Fault> {
        self.leave_fence()?;
        match self.access {
            Epoch::None => Ok(()),
            Epoch::Started(_) => Err(sync("MPI_Win_start was called before and not completed")),
            _ => Err(sync("MPI_Win_start while a lock is held")),
        }
    }

    /// Checks that an exposure may begin.
    ///
    /// # Errors
    /// One is open.
    pub fn check_post(&mut self) -> Result<(), Fault> {
        self.leave_fence()?;
        match self.exposure {
            None => Ok(()),
            Some(_) => Err(sync("MPI_Win_post was called before and not ended by MPI_Win_wait")),
        }
    }

    /// Checks that a lock may be taken; none: of all.
    ///
    /// # Errors
    /// It is held, or another access epoch is open.
    pub fn check_lock(&mut self, target: Option<u32>) -> Result<(), Fault> {
        self.leave_fence()?;
        match (&self.access, target) {
            (Epoch::None, _) => Ok(()),
            (Epoch::Locks(locks), Some(target)) if !locks.contains_key(&target) => Ok(()),
            (Epoch::Locks(_), Some(_)) => Err(sync("the rank is locked already")),
            (Epoch::Locks(_), None) => Err(sync("MPI_Win_lock_all while a lock is held")),
            (Epoch::All(_), _) => Err(sync("all ranks are locked already")),
            _ => Err(sync("lock between MPI_Win_start and MPI_Win_complete")),
        }
    }

    /// Notes a lock.
    pub fn locked(&mut self, target: Option<u32>, asked: bool) {
        match (&mut self.access, target) {
            (Epoch::Locks(locks), Some(target)) => {
                locks.insert(target, asked);
            }
            (access, Some(target)) => *access = Epoch::Locks(BTreeMap::from([(target, asked)])),
            (access, None) => *access = Epoch::All(asked),
        }
    }

    /// Whether a lock is held that was asked for.
    ///
    /// # Errors
    /// It is not held.
    pub fn held(&self, target: Option<u32>) -> Result<bool, Fault> {
        match (&self.access, target) {
            (Epoch::Locks(locks), Some(target)) => locks.get(&target).copied().ok_or(sync("the rank is not locked")),
            (Epoch::All(asked), None) => Ok(*asked),
            (Epoch::All(_), Some(_)) => Err(sync("unlock of one rank while MPI_Win_lock_all holds")),
            _ => Err(sync("unlock without a lock")),
        }
    }

    /// Notes that a lock is given back.
    pub fn unlocked(&mut self, target: Option<u32>) {
        if let (Epoch::Locks(locks), Some(target)) = (&mut self.access, target) {
            locks.remove(&target);
            if !locks.is_empty() {
                return;
            }
        }
        self.access = Epoch::None;
    }

    /// Checks that a flush may be called.
    ///
    /// # Errors
    /// The target is not locked; nothing is, where there is no target.
    pub fn check_flush(&self, target: Option<u32>) -> Result<(), Fault> {
        match (&self.access, target) {
            (Epoch::All(_), _) | (Epoch::Locks(_), None) => Ok(()),
            (Epoch::Locks(locks), Some(target)) if locks.contains_key(&target) => Ok(()),
            _ => Err(sync("flush of a rank that is not locked")),
        }
    }

    /// Checks that the window may be freed.
    ///
    /// # Errors
    /// An epoch is open.
    pub fn check_free(&self) -> Result<(), Fault> {
        match self.access {
            _ if self.exposure.is_some() => {
                Err(sync("the window is freed before MPI_Win_wait has ended an exposure"))
            }
            Epoch::None | Epoch::Fence { used: false } => Ok(()),
            Epoch::Fence { used: true } => Err(sync("the window is freed before a fence has completed accesses")),
            Epoch::Started(_) => Err(sync("the window is freed before MPI_Win_complete")),
            Epoch::Locks(_) | Epoch::All(_) => Err(sync("the window is freed while a lock is held")),
        }
    }

    /// Where a target's access starts, in bytes from its base, or the address in a dynamic window; and whether all of
    /// `remote` lies in the window, as far as this rank can know.
    ///
    /// # Errors
    /// A negative displacement, or memory beyond the window.
    pub(crate) fn target_offset(&self, target: u32, displacement: i64, remote: &Layout) -> Result<u64, Fault> {
        let part = &self.parts[target as usize];
        if part.flavor == Flavor::Dynamic {
            return Ok(displacement as u64);
        }
        let negative = Fault::Class(ErrorClass::Disp, "negative displacement");
        let displacement = u64::try_from(displacement).map_err(|_| negative)?;
        let range = Fault::Class(ErrorClass::RmaRange, "");
        let place = displacement.checked_mul(part.unit).filter(|&place| i64::try_from(place).is_ok()).ok_or(range)?;
        let Some((low, high)) = remote.span() else { return Ok(place) };
        let (low, high) = (i128::from(place) + i128::from(low), i128::from(place) + i128::from(high));
        if low < 0 || high > i128::from(part.bytes) { Err(range) } else { Ok(place) }
    }

    /// Whether accumulates of one rank to one target have to keep their order.
    pub fn ordered(&self) -> bool {
        self.info.get("accumulate_ordering") != Some("none")
    }

    /// The value of a hint with its default.
    pub fn hint(&self, key: &str) -> Option<&str> {
        let default = HINTS.iter().chain([&NONCONTIGUOUS]).find(|(name, _)| *name == key)?.1;
        Some(self.info.get(key).unwrap_or(default))
    }

    /// Where the parts of a shared window start from the start of its memory, and how long all of it is.
    ///
    /// # Errors
    /// It is more than memory.
    pub fn shared_offsets(&self) -> Result<(Vec<u64>, u64), Fault> {
        let apart = self.hint(NONCONTIGUOUS.0) == Some("true");
        let too_large = Fault::Class(ErrorClass::NoMem, "a shared window of more than memory");
        let mut offsets = Vec::with_capacity(self.parts.len());
        let mut end = 0u64;
        for part in &*self.parts {
            if apart {
                end = end.checked_next_multiple_of(PAGE).ok_or(too_large)?;
            }
            offsets.push(end);
            end = end.checked_add(part.bytes).ok_or(too_large)?;
        }
        let whole = end.max(1).checked_next_multiple_of(PAGE).ok_or(too_large)?;
        debug_assert!(PAGE.is_multiple_of(SHARED_ALIGNMENT));
        i64::try_from(whole).map(|_| (offsets, whole)).map_err(|_| too_large)
    }

    /// Where this rank sees another's part of a window (MPI 5.0 §12.2.3): address, bytes, unit. A negative rank is the
    /// first one that has any memory. Nothing, where it cannot be reached directly.
    ///
    /// # Errors
    /// No such rank; the window is dynamic.
    pub fn query(&self, rank: i32) -> Result<(u64, u64, u64), Fault> {
        let target = self.target(rank)?;
        match self.part().flavor {
            Flavor::Dynamic => {
                Err(Fault::Class(ErrorClass::RmaFlavor, "a dynamic window has no memory of its own to query"))
            }
            Flavor::Shared => {
                let first = || self.parts.iter().position(|part| part.bytes > 0).unwrap_or(0);
                let at = target.map_or_else(first, |rank| rank as usize);
                let Memory::Shared { address, .. } = self.memory else {
                    unreachable!("a shared window has shared memory")
                };
                let part = &self.parts[at];
                // Nothing is nowhere, as in MPICH.
                let base = if part.bytes == 0 { 0 } else { address + self.shared_offsets()?.0[at] };
                Ok((base, part.bytes, part.unit))
            }
            Flavor::Create | Flavor::Allocate if target == Some(self.comm.rank) => {
                Ok((self.base, self.part().bytes, self.part().unit))
            }
            Flavor::Create | Flavor::Allocate => Ok((0, 0, target.map_or(1, |rank| self.parts[rank as usize].unit))),
        }
    }

    /// Takes memory into a dynamic window.
    ///
    /// # Errors
    /// The window is not dynamic, or the memory overlaps what is attached.
    pub fn attach(&mut self, address: u64, bytes: u64) -> Result<(), Fault> {
        self.dynamic()?;
        let overlaps = |&(start, length): &(u64, u64)| start < address + bytes && address < start + length;
        if self.attached.iter().any(overlaps) {
            return Err(Fault::Class(ErrorClass::RmaAttach, "the memory overlaps memory that is attached"));
        }
        self.attached.push((address, bytes));
        Ok(())
    }

    /// Takes memory out of a dynamic window.
    ///
    /// # Errors
    /// The window is not dynamic, or nothing was attached at this address.
    pub fn detach(&mut self, address: u64) -> Result<(), Fault> {
        self.dynamic()?;
        let at = self.attached.iter().position(|&(start, _)| start == address);
        let at = at.ok_or(Fault::Class(ErrorClass::Base, "no memory was attached at this address"))?;
        self.attached.remove(at);
        Ok(())
    }

    fn dynamic(&self) -> Result<(), Fault> {
        match self.part().flavor {
            Flavor::Dynamic => Ok(()),
            _ => Err(Fault::Class(ErrorClass::RmaFlavor, "memory is attached to dynamic windows only")),
        }
    }
}

/// The arguments of an access.
#[derive(Clone, Copy, Debug)]
pub struct AccessRequest {
    /// The kind of access.
    pub kind: AccessKind,
    /// The caller's operand.
    pub origin: Data,
    /// Where a get's or a fetch's result goes.
    pub result: Data,
    /// The address that a compare-and-swap compares with.
    pub compare: u64,
    /// The target's rank.
    pub target: i32,
    /// The displacement in the target's window.
    pub displacement: i64,
    /// Elements at the target.
    pub count: i64,
    /// Of which datatype.
    pub datatype: Handle,
    /// The operation of an accumulate.
    pub op: Handle,
    /// Whether it is request-based (`MPI_Rput` …).
    pub request: bool,
}

/// What `MPI_Compare_and_swap` compares (MPI 5.0 §12.3.4): C and Fortran integers, logicals, multi-language types, bytes.
pub(crate) fn comparable(basic: Basic) -> bool {
    use ops::reduction::Class;
    matches!(
        basic.class(),
        Class::CInteger | Class::FortranInteger | Class::Logical | Class::MultiLanguage | Class::Byte
    )
}
