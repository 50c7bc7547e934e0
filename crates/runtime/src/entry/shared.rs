//! The memory of shared windows (`MPI_Win_allocate_shared`, MPI 5.0 §12.2.3).
//!
//! Rank 0 of a window creates anonymous memory (`memfd_create`), and broadcasts its process ID and the memory's file descriptor
//! to the other ranks, as a real library would. If ranks are images (loaded copies of the program) in one process, all of them
//! use rank 0's mapping of the memory. If ranks are processes, each maps the memory itself, at an address of its own.

use super::address;
use super::window::{tell, together};
use crate::call::Call;
use crate::memory;
use mpi_rank::collective::{Packing, Plan};
use mpi_rank::windows::Memory;
use mpi_rank::{Fault, Handle};
use ops::{Buffer, CollectiveCall, ErrorClass, Operation, WindowCall};
use std::ffi::{CString, c_int, c_void};

/// Inaccessible bytes on both sides of a window's memory: a write beyond it does not change other ranks' data.
const GAP: usize = 64 << 20;

/// A mapping of the whole of a descriptor's memory, between two gaps.
fn map_descriptor(descriptor: c_int, bytes: u64) -> Option<u64> {
    let (protection, length) = (libc::PROT_READ | libc::PROT_WRITE, usize::try_from(bytes).ok()?);
    let (anonymous, around) =
        (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE, length.checked_add(3 * GAP)?);
    // SAFETY: a new mapping wherever there is room, of which the window's memory takes a part.
    unsafe {
        let all = libc::mmap(std::ptr::null_mut(), around, libc::PROT_NONE, anonymous, -1, 0);
        if all == libc::MAP_FAILED {
            return None;
        }
        let middle = all.byte_add(GAP);
        if libc::mmap(middle, length, protection, libc::MAP_SHARED | libc::MAP_FIXED, descriptor, 0)
            == libc::MAP_FAILED
        {
            libc::munmap(all, around);
            return None;
        }
        Some(address(middle.cast_const()))
    }
}

/// New memory: its descriptor and address.
fn make(bytes: u64) -> Option<(c_int, u64)> {
    // SAFETY: the name is a C string.
    let descriptor = unsafe { libc::memfd_create(c"windtunnel-window".as_ptr(), libc::MFD_CLOEXEC) };
    if descriptor < 0 {
        return None;
    }
    let length = libc::off_t::try_from(bytes).ok()?;
    // SAFETY: the descriptor is ours.
    let sized = unsafe { libc::ftruncate(descriptor, length) } == 0;
    match sized.then(|| map_descriptor(descriptor, bytes)).flatten() {
        Some(address) => Some((descriptor, address)),
        None => {
            // SAFETY: as above.
            unsafe { libc::close(descriptor) };
            None
        }
    }
}

/// The memory of another process's descriptor, mapped here.
fn join(process: u64, descriptor: u64, bytes: u64) -> Option<u64> {
    let path = CString::new(format!("/proc/{process}/fd/{descriptor}")).ok()?;
    // SAFETY: the path is a C string.
    let own = unsafe { libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CLOEXEC) };
    if own < 0 {
        return None;
    }
    let mapped = map_descriptor(own, bytes);
    // SAFETY: the descriptor is ours; the mapping stays.
    unsafe { libc::close(own) };
    mapped
}

/// Broadcasts what the first rank knows of the memory. The place of the words does not move as long as the window
/// lives.
fn tell_all(call: &mut Call, win: Handle) -> Result<(), Fault> {
    let words = &mut call.rank().window_mut(win)?.values.shared;
    let recv = Buffer { address: address(words.as_mut_ptr()), bytes: size_of_val(words) as u64 };
    let call_words = CollectiveCall {
        operation: Operation::Bcast,
        root: 0,
        send: Buffer::EMPTY,
        recv,
        count: recv.bytes,
        element_bytes: 1,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    };
    together(call, win, Plan { call: Box::new(call_words), send: Packing::default(), recv: Packing::default() })
}

/// Gives a new shared window its memory.
///
/// # Errors
/// There is not enough memory.
pub(super) fn map(call: &mut Call, win: Handle) -> Result<(), Fault> {
    let window = call.rank().window(win)?;
    let (first, rank) = (window.comm.rank == 0, window.comm.rank as usize);
    let (offset, bytes) = {
        let (offsets, bytes) = window.shared_offsets()?;
        (offsets[rank], bytes)
    };
    if memory::is_moved_elsewhere() {
        // The real library has mapped it, and says where.
        tell_all(call, win)?;
        let base = call.rank().window(win)?.part().base;
        call.rank().window_mut(win)?.base = base;
        return tell(call, win, WindowCall::Base { address: base });
    }
    let process = u64::from(std::process::id());
    if first && let Some((descriptor, address)) = make(bytes) {
        call.rank().window_mut(win)?.values.shared = [process, descriptor as u64, address, bytes];
    }
    tell_all(call, win)?;
    let [owner, descriptor, address, known] = call.rank().window(win)?.values.shared;
    if known == 0 {
        return Err(Fault::Class(ErrorClass::NoMem, "no memory for a shared window"));
    }
    let address = if owner == process {
        address
    } else {
        match join(owner, descriptor, bytes) {
            Some(address) => address,
            None => {
                let text = "not supported: MPI_Win_allocate_shared where a rank's process can't map another's memory";
                call.fatal(text.to_owned())
            }
        }
    };
    let window = call.rank().window_mut(win)?;
    window.memory = Memory::Shared { address, bytes, owned: first || owner != process };
    // Nothing is nowhere, as in MPICH.
    let base = if window.part().bytes == 0 { 0 } else { address + offset };
    window.base = base;
    tell(call, win, WindowCall::Base { address: base })
}

/// All ranks have their mappings: the first one's descriptor has served its purpose.
pub(super) fn close_descriptor(call: &mut Call, win: Handle) {
    let Ok(window) = call.rank().window(win) else { return };
    if window.comm.rank == 0 && !memory::is_moved_elsewhere() {
        // SAFETY: the descriptor is this rank's own, and nothing else uses it.
        unsafe { libc::close(window.values.shared[1] as c_int) };
    }
}

/// Gives memory back, if this rank has to.
pub(super) fn unmap(address: u64, bytes: u64, owned: bool) {
    if owned {
        let all: *mut c_void = std::ptr::with_exposed_provenance_mut(address as usize - GAP);
        // SAFETY: mapped when the window was made; all ranks have freed it.
        unsafe { libc::munmap(all, bytes as usize + 3 * GAP) };
    }
}
