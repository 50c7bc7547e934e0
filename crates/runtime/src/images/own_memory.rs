//! The memory ranges that belong to the running rank alone (its image, that is, its loaded copy of the program, its stack and
//! its heap), as an input of the poll-loop analysis ([`crate::poll_loop`]).

use super::resolve::FACES;
use super::running::with_image_process;
use super::state::image_process_pointer;
use crate::entry::polls_by_address;
use crate::poll_loop::Memory;
use ops::Function;
use std::ffi::{CStr, c_int, c_void};
use std::sync::OnceLock;

/// Addresses from the first to one past the last.
type Range = (u64, u64);

fn contains(range: Range, address: u64, bytes: u64) -> bool {
    range.0 <= address && address.checked_add(bytes).is_some_and(|end| end <= range.1)
}

/// See the module.
#[derive(Debug)]
struct OwnMemory {
    image: Range,
    stack: Range,
    slot: u32,
}

/// The memory of the running rank, if one runs; none if a signal may have it do something else.
pub(crate) fn own_memory() -> Option<Box<dyn Memory>> {
    with_image_process(|process, slot| {
        if slot.extras.as_ref().is_some_and(|extras| !extras.signals.is_empty()) {
            return None;
        }
        let bytes = process.pool(slot).space.image_bytes;
        let (low, high) = process.pool(slot).stack(slot);
        let image = slot.image as u64;
        let own = OwnMemory { image: (image, image + bytes), stack: (low as u64, high as u64), slot: slot.slot };
        Some(Box::new(own) as Box<dyn Memory>)
    })
    .flatten()
}

impl OwnMemory {
    fn is_own(&self, address: u64, bytes: u64) -> bool {
        contains(self.image, address, bytes)
            || contains(self.stack, address, bytes)
            || self.is_in_heap(address, bytes)
    }

    fn is_in_heap(&self, address: u64, bytes: u64) -> bool {
        // SAFETY: a rank runs, so the process is valid, and the engine holds no reference to it.
        let arena = unsafe { &(*image_process_pointer()).arena };
        let (start, extent) = arena.range();
        contains((start as u64, (start + extent) as u64), address, bytes)
            && [address, address + bytes - 1].iter().all(|&at| arena.owner_slot(at as usize) == Some(self.slot))
    }
}

impl Memory for OwnMemory {
    fn code(&self, address: u64) -> Option<Range> {
        let faces = faces().iter().copied();
        std::iter::once(self.image).chain(faces).find(|&range| contains(range, address, 1))
    }

    fn may_read(&self, address: u64, bytes: u64) -> bool {
        self.is_own(address, bytes) || faces().iter().any(|&range| contains(range, address, bytes))
    }

    fn may_write(&self, address: u64, bytes: u64) -> bool {
        self.is_own(address, bytes)
    }

    fn poll_at(&self, address: u64) -> Option<Function> {
        polls_by_address::poll_at(address)
    }
}

/// Where the libraries lie that pass a program's calls on. They have no state.
fn faces() -> &'static [Range] {
    static FOUND: OnceLock<Vec<Range>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut found: Vec<Range> = Vec::new();
        // SAFETY: the function gets the list for its own, and only while it is called.
        unsafe { libc::dl_iterate_phdr(Some(add_face), (&raw mut found).cast()) };
        found
    })
}

unsafe extern "C" fn add_face(info: *mut libc::dl_phdr_info, _: usize, found: *mut c_void) -> c_int {
    // SAFETY: the C library's description of an object, and the list of `faces`.
    unsafe {
        let info = &*info;
        if info.dlpi_name.is_null() || info.dlpi_phdr.is_null() {
            return 0;
        }
        let name = CStr::from_ptr(info.dlpi_name).to_bytes();
        let file = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
        if FACES.iter().any(|face| face.as_bytes() == file) {
            let headers = std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum));
            let loaded = headers.iter().filter(|header| header.p_type == libc::PT_LOAD);
            let ranges = loaded.map(|header| {
                let start = info.dlpi_addr + header.p_vaddr;
                (start, start + header.p_memsz)
            });
            (*found.cast::<Vec<Range>>()).extend(ranges);
        }
    }
    0
}
