//! Tells which object (executable or library) contains an address, for crash reports. It runs inside a signal handler, so it
//! reads only two lists that exist already: the program's images (one loaded copy for each rank), and the objects that the
//! dynamic linker has loaded.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::with_exposed_provenance;

use super::super::resolve::symbol_of;
use super::sealed::{FindObject, facts};

/// The C library's `_dl_find_object`; not the launcher's, which only adds the images.
pub(super) fn find_object() -> Option<FindObject> {
    let address = symbol_of(libc::RTLD_NEXT, "_dl_find_object", None)?;
    // SAFETY: the C library's function of this name has this type.
    Some(unsafe { std::mem::transmute::<*const c_void, FindObject>(with_exposed_provenance(address)) })
}

/// Object of an address and its offset in it; no object if none is known.
pub(super) fn locate(pc: usize) -> (&'static [u8], usize) {
    let facts = facts();
    if let Some((path, address)) = facts.module_at(pc) {
        return (path, address as usize);
    }
    let found = match facts.find_object {
        Some(find) => found_at(pc, find),
        None => listed_at(pc),
    };
    match found {
        // The executable of a rank's own process has no name there.
        Some((b"", base)) => (facts.executable, pc - base),
        Some((name, base)) => (name, pc - base),
        None => (b"", pc),
    }
}

/// Name and base of an address's object, without a lock.
fn found_at(pc: usize, find: FindObject) -> Option<(&'static [u8], usize)> {
    #[repr(C)]
    struct LinkMap {
        address: usize,
        name: *const libc::c_char,
    }
    // SAFETY: the C library fills the words, and its names are C strings.
    unsafe {
        let mut found = [0usize; 12];
        let failed = find(std::ptr::with_exposed_provenance_mut(pc), found.as_mut_ptr().cast());
        if failed != 0 || found[3] == 0 {
            return None;
        }
        let map: *const LinkMap = with_exposed_provenance(found[3]);
        Some((CStr::from_ptr((*map).name).to_bytes(), (*map).address))
    }
}

/// The same from the list of all objects, for C libraries before 2.35. The list has a lock, which the unwinder of such a system
/// takes at every frame as well: where that is held for ever, there are no frames to name.
fn listed_at(pc: usize) -> Option<(&'static [u8], usize)> {
    struct Search {
        pc: usize,
        found: Option<(&'static [u8], usize)>,
    }
    unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, _: usize, search: *mut c_void) -> c_int {
        // SAFETY: the C library describes an object, and passes our search on; headers and names stay while the object is loaded.
        unsafe {
            let (info, search) = (&*info, &mut *search.cast::<Search>());
            let base = info.dlpi_addr as usize;
            let headers = std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum));
            let holds = headers.iter().any(|header| {
                let within = search.pc.wrapping_sub(base).wrapping_sub(header.p_vaddr as usize);
                header.p_type == libc::PT_LOAD && (within as u64) < header.p_memsz
            });
            if holds {
                search.found = Some((CStr::from_ptr(info.dlpi_name).to_bytes(), base));
            }
            c_int::from(holds)
        }
    }
    let mut search = Search { pc, found: None };
    // SAFETY: the callback gets what it is made for.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut search).cast()) };
    search.found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_and_the_look_up_tell_the_same() {
        let own = (the_list_and_the_look_up_tell_the_same as *const ()).expose_provenance();
        let far = (libc::getpid as *const ()).expose_provenance();
        let (name, base) = listed_at(far).expect("the C library");
        assert!(name.ends_with(b"libc.so.6") && base <= far, "{}", String::from_utf8_lossy(name));
        assert_eq!(listed_at(own).expect("this program").0, b"", "the executable has no name");
        assert_eq!(listed_at(1), None);
        if let Some(find) = find_object() {
            for pc in [own, far] {
                assert_eq!(found_at(pc, find), listed_at(pc));
            }
            assert_eq!(found_at(1, find), None);
        }
    }
}
