//! Detects, in a rank's process, MPI libraries other than Windtunnel's.
//!
//! With such a library, every rank would run as a program of one rank, and nothing would be simulated. Libraries loaded at
//! start-up are checked before `main`. Libraries opened later (`dlopen`) are checked when the program ends.

use crate::images::SIGN_OF_MPI;
use std::ffi::{CStr, CString, OsStr, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// An MPI library that is not in our folder.
pub(super) struct ForeignMpi {
    pub(super) path: PathBuf,
    handle: *mut c_void,
}

impl ForeignMpi {
    /// Whether the program has started it.
    pub(super) fn is_started(&self) -> bool {
        let mut flag: c_int = 0;
        // SAFETY: a function of an MPI library that may be called at any time, of this type in all of them.
        unsafe {
            let found = libc::dlsym(self.handle, c"PMPI_Initialized".as_ptr());
            if !found.is_null() {
                let initialized: unsafe extern "C" fn(*mut c_int) -> c_int = std::mem::transmute(found);
                initialized(&raw mut flag);
            }
        }
        flag != 0
    }
}

/// The first of them, if one is loaded.
pub(super) fn loaded() -> Option<ForeignMpi> {
    let sign = CString::new(SIGN_OF_MPI).ok()?;
    let own = folder_of((loaded as *const ()).cast())?;
    objects().into_iter().find_map(|name| {
        let name = if name.is_empty() { std::ptr::null() } else { name.as_ptr() };
        // SAFETY: a null pointer, which stands for the executable, or a C string; what is not loaded is not loaded now.
        let handle = unsafe { libc::dlopen(name, libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
        if handle.is_null() {
            return None;
        }
        // SAFETY: an open handle and a C string.
        let found = unsafe { libc::dlsym(handle, sign.as_ptr()) };
        let path = object_of(found)?;
        let path = path.canonicalize().unwrap_or(path);
        // A tool may define even that, and be linked with us.
        // SAFETY: as above.
        let other = unsafe { libc::dlsym(handle, c"PMPI_Get_version".as_ptr()) };
        let is_tool = folder_of(other).as_ref() == Some(&own);
        (path.parent() != Some(&own) && !is_tool).then_some(ForeignMpi { path, handle })
    })
}

/// The object that an address lies in.
fn object_of(address: *const c_void) -> Option<PathBuf> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: fills the struct that it is given, or returns 0; a name is a C string that lives as long as its object.
    unsafe {
        if address.is_null() || libc::dladdr(address, info.as_mut_ptr()) == 0 {
            return None;
        }
        let name = info.assume_init().dli_fname;
        (!name.is_null()).then(|| Path::new(OsStr::from_bytes(CStr::from_ptr(name).to_bytes())).to_owned())
    }
}

fn folder_of(address: *const c_void) -> Option<PathBuf> {
    object_of(address)?.canonicalize().ok()?.parent().map(Path::to_owned)
}

/// The names of all objects of this process; the executable's is empty.
fn objects() -> Vec<CString> {
    unsafe extern "C" fn note(info: *mut libc::dl_phdr_info, _: usize, names: *mut c_void) -> c_int {
        // SAFETY: the C library passes its description of an object, whose name is a C string, and our list.
        unsafe { (*names.cast::<Vec<CString>>()).push(CStr::from_ptr((*info).dlpi_name).to_owned()) };
        0
    }
    let mut names: Vec<CString> = Vec::new();
    // SAFETY: the function takes what it is called with; the list outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(note), (&raw mut names).cast()) };
    names
}

/// Changes whenever an object is loaded.
pub(super) fn loads() -> u64 {
    unsafe extern "C" fn note(info: *mut libc::dl_phdr_info, _: usize, loads: *mut c_void) -> c_int {
        // SAFETY: the C library passes its description of an object, and our number.
        unsafe { *loads.cast::<u64>() = (*info).dlpi_adds };
        1
    }
    let mut loads = 0u64;
    // SAFETY: as `objects`.
    unsafe { libc::dl_iterate_phdr(Some(note), (&raw mut loads).cast()) };
    loads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_no_other_mpi_library_and_knows_its_objects() {
        assert!(loaded().is_none());
        assert!(objects().len() > 2 && loads() > 0);
        let own = std::env::current_exe().expect("this test");
        assert_eq!(folder_of((loads as *const ()).cast()).as_deref(), own.canonicalize().expect("a file").parent());
    }
}
