//! Programs that are compiled with a sanitizer, whose runtime knows all memory of a process and all of its threads: their ranks are
//! processes.
//!
//! The runtime is a library (GNU's compilers) or a part of the executable (clang). It stands before the C library as ours do, in either
//! order, and is told what it needs to know of ours by its variable of options. The sanitizer of undefined behaviour has no such
//! runtime, and none of this is for it.

use crate::images::crash;
use engine::ProgramMode;
use std::ffi::{CStr, OsString, c_char, c_void};
use std::path::Path;

/// What a program is compiled with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitizer {
    /// `-fsanitize=address`.
    Address,
    /// `-fsanitize=hwaddress`.
    HardwareAddress,
    /// `-fsanitize=leak`.
    Leak,
    /// `-fsanitize=memory`.
    Memory,
    /// `-fsanitize=thread`.
    Thread,
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

/// What a race detector leaves out: our libraries, which are not compiled with it, and whose locks it cannot see.
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

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Address => "AddressSanitizer",
            HardwareAddress => "HWAddressSanitizer",
            Leak => "LeakSanitizer",
            Memory => "MemorySanitizer",
            Thread => "ThreadSanitizer",
        }
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

/// Has an error that ends this rank's process told as a crash of the rank. What is not an error of memory, such as races and leaks, does
/// not end it where it happens: the sanitizer's own words and the exit status tell.
pub(crate) fn watch() {
    let set = function(c"__sanitizer_set_death_callback");
    if !set.is_null() && !function(c"__asan_report_present").is_null() {
        // SAFETY: the sanitizer's function takes a function.
        unsafe { std::mem::transmute::<*mut c_void, extern "C" fn(extern "C" fn())>(set)(dies) };
    }
}

/// Called by the sanitizer after it has written what it has found, on the stack of the thread that made the error.
extern "C" fn dies() {
    // SAFETY: functions of these types of the sanitizer's (asan_interface.h): `watch` has found one of them.
    unsafe {
        let present: extern "C" fn() -> i32 = std::mem::transmute(function(c"__asan_report_present"));
        let (description, pc) = (function(c"__asan_get_report_description"), function(c"__asan_get_report_pc"));
        if present() == 0 || description.is_null() || pc.is_null() {
            return;
        }
        let description: extern "C" fn() -> *const c_char = std::mem::transmute(description);
        let pc: extern "C" fn() -> *const c_void = std::mem::transmute(pc);
        let what = CStr::from_ptr(description()).to_string_lossy();
        crash::end_process(&format!("AddressSanitizer: {what}"), pc().addr());
    }
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
