//! Versions of C library functions for ranks that are images (loaded copies of the program) in one process. Where the C library
//! keeps a function's state once per process, ranks call the version here, which keeps the state per rank.
//!
//! The loader binds the symbols that replicated objects use (the program, and the libraries of which each rank has a copy). If
//! a system library defines such a symbol, the loader first looks in the table of the functions here. Functions that the
//! program or an MPI library defines itself are never replaced. All ranks share any other state of the process (locale, umask,
//! file descriptors, Fortran units).

use std::collections::BTreeMap;
use std::ffi::{CString, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::relocate::{PAD_MODULE, Replacements};
use super::workers::gates;

pub(crate) mod directory;
mod entry;
pub(crate) mod environment;
pub(crate) mod files;
mod gamma;
pub(crate) mod keys;
pub(crate) mod mappings;
pub(crate) mod memory;
pub(crate) mod options;
pub(crate) mod output;
pub(crate) mod posix;
pub(crate) mod process;
pub(crate) mod random;
pub(crate) mod signals;
pub(crate) mod time;
pub(crate) mod unwind;

/// How the loader binds what system libraries define.
pub(crate) const REPLACEMENTS: Replacements = Replacements { find, starts_threads, tls_descriptor, through };

/// Address of our version of a C library function.
fn find(name: &str) -> Option<usize> {
    static TABLE: OnceLock<BTreeMap<&'static str, usize>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let tables = [
            memory::table(),
            mappings::table(),
            process::table(),
            output::table(),
            random::table(),
            environment::table(),
            options::table(),
            directory::table(),
            keys::table(),
            gamma::table(),
            time::table(),
            signals::table(),
            vec![
                ("__tls_get_addr", tls_get_addr as *const ()),
                ("__libc_single_threaded", (&raw const IS_SINGLE_THREADED).cast()),
            ],
        ];
        tables.into_iter().flatten().map(|(name, f)| (name, f.expose_provenance())).collect()
    });
    // The launcher's versions of these know the images; the C library's do not.
    if name == "_dl_find_object" || name == "dl_iterate_phdr" {
        return super::resolve::symbol_of(libc::RTLD_DEFAULT, name, None);
    }
    table.get(name).copied().or_else(|| posix::find(name))
}

/// The C library's variable of this purpose, as it is in the simulator's process, where workers can read it.
static IS_SINGLE_THREADED: u8 = 0;

/// The address by which an image reaches what is at an address outside of it.
fn through(name: &str, address: usize) -> usize {
    let own = gates::Own { is_shared: random::is_of_generator(address), returns_soon: returns_soon(name) };
    gates::through(name, address, own)
}

/// See [`gates::Own`].
fn returns_soon(name: &str) -> bool {
    let tables = [memory::table, environment::table, options::table, random::table, keys::table, gamma::table];
    tables.into_iter().flat_map(|table| table()).any(|(other, _)| other == name)
}

/// Symbols by which compilers start threads.
fn uses_threads(name: &str) -> bool {
    name.starts_with("GOMP_parallel") || name.starts_with("GOMP_teams") || name.starts_with("__kmpc_fork")
}

/// Whether OpenMP was told to use one thread.
fn single_threaded() -> bool {
    // SAFETY: getenv with a C string, before ranks run.
    let value = unsafe { libc::getenv(c"OMP_NUM_THREADS".as_ptr()) };
    // SAFETY: a non-null result is a C string.
    !value.is_null() && unsafe { std::ffi::CStr::from_ptr(value) }.to_bytes() == b"1"
}

/// Whether a symbol starts threads, which ranks cannot have, as the program is run.
fn starts_threads(name: &str) -> bool {
    uses_threads(name) && !single_threaded()
}

/// Address of the resolver of thread-local descriptors.
fn tls_descriptor() -> usize {
    (super::start::tls_descriptor as *const ()).expose_provenance()
}

static THREAD_POINTER: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" {
    #[link_name = "__tls_get_addr"]
    fn real_tls_get_addr(index: *const [u64; 2]) -> *mut c_void;
    static mut program_invocation_name: *mut c_char;
    static mut program_invocation_short_name: *mut c_char;
}

/// Address of a thread-local variable: ours lie at a distance from the thread pointer.
unsafe extern "C" fn tls_get_addr(index: *const [u64; 2]) -> *mut c_void {
    // SAFETY: compiled code passes its two words; others than ours came from the dynamic linker.
    unsafe {
        let [module, offset] = *index;
        if module != PAD_MODULE {
            return real_tls_get_addr(index);
        }
        std::ptr::with_exposed_provenance_mut(THREAD_POINTER.load(Ordering::Relaxed).wrapping_add(offset as usize))
    }
}

/// Prepares what the tables' functions need: thread pointer, the name programs print in messages, `exit` from inside
/// system libraries.
pub(crate) fn prepare(program: &Path, thread_pointer: usize) {
    THREAD_POINTER.store(thread_pointer, Ordering::Relaxed);
    let leak = |bytes: &[u8]| CString::new(bytes).unwrap_or_default().into_raw();
    let short = program.file_name().unwrap_or_default();
    // SAFETY: the C library's own variables, set before ranks run; the strings live as long as the process.
    unsafe {
        program_invocation_name = leak(program.as_os_str().as_bytes());
        program_invocation_short_name = leak(short.as_bytes());
    }
    catch_exit();
    process::note_cores();
}

/// Has `exit` from inside system libraries come to us before to handlers that libraries loaded so far have registered.
pub(crate) fn catch_exit() {
    process::catch_exit();
}
