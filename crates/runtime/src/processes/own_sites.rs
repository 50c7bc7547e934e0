//! Numbers the call sites of a rank that is the only rank in its process: in processes mode, or when it is recorded under
//! another MPI library. Also lists the call sites that the process has not yet sent to the simulator, or written to the trace.

use ops::CallSite;
use rustc_hash::FxHashMap;
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;

/// Call sites by return address, numbered in the order of their first use.
#[derive(Debug, Default)]
pub(crate) struct OwnSites {
    numbers: FxHashMap<usize, CallSite>,
    /// Objects by what their addresses were moved by.
    objects: FxHashMap<usize, u32>,
    new_objects: Vec<String>,
    new_sites: Vec<(u32, u64)>,
}

impl OwnSites {
    /// The number of a return address.
    pub(crate) fn intern(&mut self, address: *const c_void) -> CallSite {
        let next = CallSite(self.numbers.len() as u32);
        let site = *self.numbers.entry(address.addr()).or_insert(next);
        if site == next {
            let place = self.object_address(address);
            self.new_sites.push(place);
        }
        site
    }

    /// Objects and sites since this was last called.
    pub(crate) fn take_new(&mut self) -> (Vec<String>, Vec<(u32, u64)>) {
        (std::mem::take(&mut self.new_objects), std::mem::take(&mut self.new_sites))
    }

    /// An address as object and address in the object's own terms.
    fn object_address(&mut self, address: *const c_void) -> (u32, u64) {
        let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
        let mut map = null_mut();
        // SAFETY: fills both, or returns 0. 2 asks for the link map, whose first word is what addresses were moved by.
        let found = unsafe { crate::images::dladdr1(address, info.as_mut_ptr(), &raw mut map, 2) };
        if found == 0 || map.is_null() {
            return (u32::MAX, address.addr() as u64);
        }
        // SAFETY: as above.
        let (moved_by, info) = unsafe { (*map.cast::<usize>(), info.assume_init()) };
        let next = self.objects.len() as u32;
        let object = *self.objects.entry(moved_by).or_insert(next);
        if object == next {
            // SAFETY: the name of an object that is loaded.
            let name = unsafe { CStr::from_ptr(info.dli_fname) }.to_string_lossy().into_owned();
            // The executable's name is what it was called by, which need not be its path: a link map has none for it.
            // SAFETY: a link map begins with what addresses were moved by and the name.
            let unnamed = unsafe { *(*map.cast::<[*const libc::c_char; 2]>())[1] == 0 };
            let executable = || std::fs::read_link("/proc/self/exe");
            let path = if unnamed { executable() } else { std::fs::canonicalize(&name).or_else(|_| executable()) };
            self.new_objects.push(path.map_or(name, |path| path.to_string_lossy().into_owned()));
        }
        (object, (address.addr() - moved_by) as u64)
    }
}
