//! Detects programs that are compiled with a sanitizer (address, thread, leak …). The sanitizer's runtime assumes control of
//! all memory and threads of a process, so the ranks of such a program have to be processes.
//!
//! The runtime is a library (GNU compilers) or part of the executable (clang). Both the runtime and Windtunnel's libraries
//! interpose the C library's functions; they work together in either order. The options that the sanitizer needs for this are
//! set in its environment variable. The undefined-behaviour sanitizer has no runtime of this kind, so its programs need none of
//! this.

use crate::images::crash;
use engine::ProgramMode;
use ops::{Answer, Buffer, Post};
use std::ffi::{CStr, OsString, c_char, c_void};
use std::path::Path;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use units::named_enum;

named_enum! {
    /// A sanitizer that a program is compiled with.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Sanitizer as name {
        /// `-fsanitize=address`.
        Address = "AddressSanitizer",
        /// `-fsanitize=hwaddress`.
        HardwareAddress = "HWAddressSanitizer",
        /// `-fsanitize=leak`.
        Leak = "LeakSanitizer",
        /// `-fsanitize=memory`.
        Memory = "MemorySanitizer",
        /// `-fsanitize=thread`.
        Thread = "ThreadSanitizer",
    }
}

use Sanitizer::{Address, HardwareAddress, Leak, Memory, Thread};

/// Each with the function that its code calls first, the beginning of its library's names, and the variable of its options.
const SANITIZERS: [(Sanitizer, &str, &[&str], &str); 5] = [
    (Address, "__asan_init", &["libasan.so", "libclang_rt.asan"], "ASAN_OPTIONS"),
    (HardwareAddress, "__hwasan_init", &["libhwasan.so", "libclang_rt.hwasan"], "HWASAN_OPTIONS"),
    (Leak, "__lsan_init", &["liblsan.so", "libclang_rt.lsan"], "LSAN_OPTIONS"),
    (Memory, "__msan_init", &["libclang_rt.msan"], "MSAN_OPTIONS"),
    (Thread, "__tsan_init", &["libtsan.so", "libclang_rt.tsan"], "TSAN_OPTIONS"),
];

/// The file of what a race detector leaves out: our libraries, which are not compiled with it, and whose locks it cannot see.
pub(crate) const SUPPRESSIONS: &str = "tsan.supp";

impl Sanitizer {
    /// That of a program with dynamic symbols and libraries of these names.
    pub(crate) fn of<'a>(symbols: &[String], libraries: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let found = SANITIZERS.iter().find(|(_, function, names, _)| {
            symbols.iter().any(|symbol| symbol == function)
                || libraries.clone().any(|library| names.iter().any(|name| library.starts_with(name)))
        });
        found.map(|found| found.0)
    }

    /// Whether ranks can run with it in this mode.
    ///
    /// # Errors
    /// Why not, and what to do.
    pub(crate) fn check(self, mode: ProgramMode) -> Result<(), String> {
        let name = self.name();
        if self == Memory {
            return Err(format!(
                "compiled with {name}, which takes what ranks receive for undefined: compile it without, and use Valgrind"
            ));
        }
        match mode {
            ProgramMode::Auto | ProgramMode::Processes => Ok(()),
            _ => Err(format!("compiled with {name}, whose ranks have to be processes: leave out --mode")),
        }
    }

    /// The variable of its options, and those that ranks need before the user's, which win.
    pub(crate) fn options(self, libraries: &Path) -> (&'static str, OsString) {
        let variable = SANITIZERS.iter().find(|known| known.0 == self).map_or("", |known| known.3);
        // Its allocator must not ask for the time, which may be simulated, while our own code allocates.
        let mut options = OsString::from("allocator_release_to_os_interval_ms=-1");
        match self {
            Address => options.push(":verify_asan_link_order=0"),
            Thread => {
                options.push(":suppressions=");
                options.push(libraries.join(SUPPRESSIONS));
            }
            HardwareAddress | Leak | Memory => {}
        }
        (variable, options)
    }
}

/// A function of the sanitizer's that this process has, if it has one.
fn function(name: &CStr) -> *mut c_void {
    // SAFETY: a C string.
    unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }
}

/// AddressSanitizer's function that finds memory of no variable, and those that look at memory before it is read and written.
static CHECKS: [AtomicPtr<c_void>; 3] = [const { AtomicPtr::new(null_mut()) }; 3];

/// Has an error of memory that AddressSanitizer finds told as a crash of the rank, and buffers looked at that the simulator reads and
/// writes. What other sanitizers find ends no process where it happens: their own words and the exit status tell.
pub(crate) fn watch() {
    let set = function(c"__sanitizer_set_death_callback");
    if !set.is_null() && !function(c"__asan_report_present").is_null() {
        for (check, name) in CHECKS.iter().zip([c"__asan_region_is_poisoned", c"__asan_loadN", c"__asan_storeN"]) {
            check.store(function(name), Ordering::Relaxed);
        }
        // SAFETY: the sanitizer's function takes a function.
        unsafe { std::mem::transmute::<*mut c_void, extern "C" fn(extern "C" fn())>(set)(dies) };
    }
}

/// Looks at a buffer that the simulator reads, or writes if `written`: the sanitizer ends the process where that is an error.
fn look_at(Buffer { address, bytes }: Buffer, written: bool) {
    let [find, read, write] = &CHECKS;
    let (find, check) = (find.load(Ordering::Relaxed), if written { write } else { read }.load(Ordering::Relaxed));
    if bytes == 0 || find.is_null() || check.is_null() {
        return;
    }
    // SAFETY: functions of these types of the sanitizer's.
    unsafe {
        let find: extern "C" fn(u64, u64) -> u64 = std::mem::transmute(find);
        let check: extern "C" fn(u64, u64) = std::mem::transmute(check);
        let first = find(address, bytes);
        if first != 0 {
            // The sanitizer's report may come here again, and be taken for a second error.
            CHECKS[0].store(null_mut(), Ordering::Relaxed);
            check(first, bytes - (first - address));
        }
    }
}

/// Looks at the buffers of posts that are about to go to the simulator. Not at those of receives, which may be larger than what comes.
pub(crate) fn look_at_posts(posts: &[Post]) {
    if CHECKS[0].load(Ordering::Relaxed).is_null() {
        return;
    }
    for post in posts {
        match post {
            Post::Send { buffer, .. } | Post::BlockingSend { buffer, .. } => look_at(*buffer, false),
            Post::Collective { call, .. } => {
                look_at(if call.in_place { Buffer::EMPTY } else { call.send }, false);
                look_at(call.recv, true);
            }
            _ => {}
        }
    }
}

/// The buffer of a receive that the rank waits for with this post.
pub(crate) fn received_by(post: Option<&Post>) -> Buffer {
    match post {
        Some(Post::BlockingRecv { buffer, .. }) => *buffer,
        _ => Buffer::EMPTY,
    }
}

/// Looks at the part of a buffer that a message has filled.
pub(crate) fn look_at_received(buffer: Buffer, answer: &Answer) {
    if let Some(completion) = answer.completions.first() {
        look_at(Buffer { bytes: buffer.bytes.min(completion.status.bytes), ..buffer }, true);
    }
}

/// Called by the sanitizer after it has written what it has found, on the stack of the thread that made the error.
extern "C" fn dies() {
    let number = |name| {
        // SAFETY: functions of this type of the sanitizer's (asan_interface.h); one of them has been found.
        let get: extern "C" fn() -> usize = unsafe { std::mem::transmute(function(name)) };
        get()
    };
    // An `int`, of which the upper half is not told.
    if number(c"__asan_report_present") as u32 == 0 {
        return;
    }
    let text: *const c_char = std::ptr::with_exposed_provenance(number(c"__asan_get_report_description"));
    // SAFETY: a text of the sanitizer's own.
    let what = unsafe { CStr::from_ptr(text) }.to_string_lossy();
    let pc = crash::frame_of(number(c"__asan_get_report_pc"), number(c"__asan_get_report_sp"));
    crash::end_process(&format!("AddressSanitizer: {what}"), pc);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program_kind::joined;
    use std::ffi::OsStr;

    #[test]
    fn sanitizers_are_told_by_functions_and_by_libraries() {
        let of = |symbols: &[&str], libraries: &[&'static str]| {
            Sanitizer::of(&symbols.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), libraries.iter().copied())
        };
        assert_eq!(of(&["main", "__asan_init"], &[]), Some(Address));
        assert_eq!(of(&["MPI_Init"], &["libc.so.6", "libtsan.so.2"]), Some(Thread));
        assert_eq!(of(&[], &["liblsan.so.0"]), Some(Leak));
        assert_eq!(of(&["__ubsan_handle_add_overflow"], &["libubsan.so.1", "libc.so.6"]), None);
    }

    #[test]
    fn the_users_options_come_last() {
        let (variable, own) = Thread.options(Path::new("/lib"));
        let all = joined(&[&own], OsStr::new("suppressions=mine"));
        assert_eq!(variable, "TSAN_OPTIONS");
        assert_eq!(all, "allocator_release_to_os_interval_ms=-1:suppressions=/lib/tsan.supp:suppressions=mine");
    }
}
