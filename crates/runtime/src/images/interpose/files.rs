//! Files, sockets and the like: what a rank does with them others can see, in an order that no message need give.
//!
//! So a rank that opens one waits until the engine has caught up with it, and never runs ahead again: reads and writes happen
//! when simulated time says. What looks at files or changes folders waits as well.

use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::running::{catch_up, with_image_process};
use super::entry::Entry;

/// Functions that open something.
const OPENING: [&CStr; 30] = [
    c"open",
    c"open64",
    c"__open_2",
    c"__open64_2",
    c"openat",
    c"openat64",
    c"__openat_2",
    c"__openat64_2",
    c"creat",
    c"creat64",
    c"fopen",
    c"fopen64",
    c"tmpfile",
    c"tmpfile64",
    c"mkstemp",
    c"mkstemp64",
    c"mkostemp",
    c"mkostemp64",
    c"mkstemps",
    c"mkstemps64",
    c"mkostemps",
    c"mkostemps64",
    c"opendir",
    c"socket",
    c"socketpair",
    c"pipe",
    c"pipe2",
    c"shm_open",
    c"sem_open",
    c"mkfifo",
];

/// Functions that look at folders, or change them.
const NAMING: [&CStr; 14] = [
    c"access",
    c"stat",
    c"stat64",
    c"lstat",
    c"lstat64",
    c"mkdir",
    c"rmdir",
    c"unlink",
    c"remove",
    c"rename",
    c"link",
    c"symlink",
    c"truncate",
    c"truncate64",
];

/// Classes of C++ that open files inside the shared C++ library.
const CXX_FILES: [&str; 5] = ["basic_filebuf", "basic_ifstream", "basic_ofstream", "basic_fstream", "10filesystem"];

/// Whether the program uses such a class: then no rank runs ahead.
static USES_CXX_FILES: AtomicBool = AtomicBool::new(false);

/// Whether ranks may run ahead at all.
pub(crate) fn may_run_ahead() -> bool {
    !USES_CXX_FILES.load(Ordering::Relaxed)
}

/// Notes a symbol that the program uses of a system library.
pub(crate) fn note_symbol(name: &str) {
    if name.starts_with("_Z") && CXX_FILES.iter().any(|class| name.contains(class)) {
        USES_CXX_FILES.store(true, Ordering::Relaxed);
    }
}

/// A function of up to four integers and pointers.
type Function = unsafe extern "C-unwind" fn(usize, usize, usize, usize) -> usize;

macro_rules! forwarding {
    ($names:ident, $forward:ident, $opens:literal, [$($at:literal)*]) => {
        /// The C library's function, once the engine has caught up.
        unsafe extern "C-unwind" fn $forward<const AT: usize>(a: usize, b: usize, c: usize, d: usize) -> usize {
            catch_up();
            if $opens {
                with_image_process(|_, slot| slot.stays = true);
            }
            // SAFETY: such a function of the C library, with the caller's arguments.
            unsafe {
                let function = libc::dlsym(libc::RTLD_DEFAULT, $names[AT].as_ptr());
                assert!(!function.is_null(), "the C library has what the program was bound to");
                std::mem::transmute::<*mut c_void, Function>(function)(a, b, c, d)
            }
        }

        impl Forwards {
            fn $forward() -> Vec<Entry> {
                let functions = [$($forward::<$at> as *const ()),*];
                let name = |name: &'static CStr| name.to_str().expect("names of functions");
                $names.iter().map(|of| name(of)).zip(functions).collect()
            }
        }
    };
}

struct Forwards;

forwarding!(OPENING, open, true, [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29]);
forwarding!(NAMING, name, false, [0 1 2 3 4 5 6 7 8 9 10 11 12 13]);

pub(crate) fn table() -> Vec<Entry> {
    [Forwards::open(), Forwards::name()].concat()
}
