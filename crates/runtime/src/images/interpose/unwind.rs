//! Finds the unwind tables of a code address in an image (a rank's copy of the program), for C++ exceptions. All images of a
//! program have the same size and lie at equal distances. So the address divided by that distance gives the image, and the
//! remainder gives the object (program or library) in it. A search through the objects of all ranks would take longer.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::null_mut;

use super::super::launcher::PhdrCallback;
use super::super::state::{current, image_process_pointer};

/// `struct dl_find_object` of glibc ≥ 2.35.
#[repr(C)]
struct Found {
    flags: u64,
    map_start: usize,
    map_end: usize,
    link_map: *mut c_void,
    eh_frame: usize,
    reserved: [u64; 7],
}

/// `_dl_find_object` for addresses inside the images; called through the launcher, also from signal handlers.
pub(crate) unsafe extern "C" fn find_object(pc: *mut c_void, result: *mut c_void) -> c_int {
    let process = image_process_pointer();
    if process.is_null() {
        return -1;
    }
    // SAFETY: the fields read here change only while no rank runs; `result` is the caller's struct.
    unsafe {
        let Some((_, module, address)) = (&*process).object_at(pc.addr()) else { return -1 };
        let Some(table) = module.eh_frame_hdr else { return -1 };
        let base = pc.addr() - address as usize;
        let found: *mut Found = result.cast();
        (*found).flags = 0;
        (*found).map_start = base;
        (*found).map_end = base + module.extent as usize;
        (*found).link_map = null_mut();
        (*found).eh_frame = base + table as usize;
    }
    0
}

/// Adds the running rank's objects to `dl_iterate_phdr`.
pub(crate) unsafe extern "C-unwind" fn iterate(callback: PhdrCallback, data: *mut c_void) -> c_int {
    let (process, slot) = (image_process_pointer(), current());
    if process.is_null() || slot.is_null() {
        return 0;
    }
    let mut next = 0;
    loop {
        // SAFETY: as `find_object`; the callback is the caller's and no reference is held while it runs.
        unsafe {
            let modules: &[_] = &(&*process).pool(&*slot).loaded.template.modules;
            let Some(module) = modules.get(next) else { return 0 };
            let base = (*slot).image + module.base as usize;
            let mut info: libc::dl_phdr_info = std::mem::zeroed();
            info.dlpi_addr = base as u64;
            info.dlpi_name = c"".as_ptr().cast::<c_char>();
            info.dlpi_phdr = std::ptr::with_exposed_provenance(base + module.program_headers.0 as usize);
            info.dlpi_phnum = module.program_headers.1;
            let result = callback(&mut info, size_of::<libc::dl_phdr_info>(), data);
            if result != 0 {
                return result;
            }
        }
        next += 1;
    }
}
