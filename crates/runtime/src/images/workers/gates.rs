//! Gates: what images call outside of themselves, system libraries and MPI, they reach through a *gate*, a jump of a few
//! instructions, so that a rank that computes in a worker process comes home before it calls anything that has state.
//!
//! All gates jump through one table. At home it holds the functions; in a worker process all of it leads to
//! [`super::travel::come_home`], but for functions of the heap ([`super::memory`]). Functions that only compute (`PURE`, and those of the
//! mathematical library) have no gate, nor have random number generators, whose state is in shared memory. A gate also notes the stack
//! pointer: where the address lies to which a call of MPI's returns.

use super::spans::{Span, span_of};
use std::collections::HashMap;
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::Mutex;

/// Bytes of a gate's code.
pub(super) const GATE: usize = 32;
/// The most gates; what does not get one is called without. Calls by way of a gate are faster, none is wrong: see `helper`.
const GATES_MAX: usize = 8192;
const PAGE: usize = 4096;

/// Functions that have no state, and only touch the memory that they are given. Sorted.
const PURE: &[&str] = &[
    "_ZNKSt9type_info6beforeERKS_",
    "_ZNKSt9type_infoeqERKS_",
    "_ZSt11_Hash_bytesPKvmm",
    "__dynamic_cast",
    "__errno_location",
    "__memcpy_chk",
    "__memmove_chk",
    "__memset_chk",
    "__tls_get_addr",
    "bcmp",
    "bsearch",
    "drand48_r",
    "lrand48_r",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "mempcpy",
    "memrchr",
    "memset",
    "mrand48_r",
    "rand_r",
    "random_r",
    "stpcpy",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strcspn",
    "strlen",
    "strncat",
    "strncmp",
    "strncpy",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
];

/// How names of such functions begin: of C++'s `map`, `set`, `list` and hash tables, and what reads a `string`.
const PURE_BEGINNINGS: &[&str] = &[
    "_ZNKSt7__cxx1112basic_stringI",
    "_ZNKSt8__detail20_Prime_rehash_policy",
    "_ZNSt8__detail15_List_node_base",
    "_ZSt18_Rb_tree_",
    "_ZSt28_Rb_tree_",
    "_ZSt29_Rb_tree_",
];

/// Functions of the C library and of compilers' libraries after which a rank stays at home: they return twice or elsewhere, look at who calls
/// them, or return what [`super::leave_home`] does not keep. Sorted.
const SPECIAL: &[&str] = &[
    "__fentry__",
    "__libc_start_main",
    "__longjmp_chk",
    "__sigsetjmp",
    "_longjmp",
    "_mcount",
    "_setjmp",
    "backtrace",
    "dlmopen",
    "dlvsym",
    "getcontext",
    "longjmp",
    "makecontext",
    "mcount",
    "setcontext",
    "setjmp",
    "siglongjmp",
    "sigsetjmp",
    "strtold",
    "swapcontext",
    "wcstold",
];

fn is_pure(name: &str) -> bool {
    PURE.binary_search(&name).is_ok() || PURE_BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

/// The gates of a process. Mapped in this order: the stack pointer at the last gate that was passed, the table, the code.
struct Gates {
    start: usize,
    numbers: HashMap<usize, u32>,
    code: Vec<Span>,
    math: Vec<Span>,
    /// Code of the C library and of compilers' libraries.
    system: Vec<Span>,
    /// By number, whether the function returns soon, as far as is known.
    return_soon: Vec<bool>,
}

static GATES: Mutex<Option<Gates>> = Mutex::new(None);

const TABLE_AT: usize = PAGE;
const CODE_AT: usize = TABLE_AT + 8 * GATES_MAX;
const BYTES: usize = CODE_AT + GATE * GATES_MAX;

/// Whether a line of `/proc/self/maps` is of the mathematical library, whose functions have no gate.
pub(super) fn is_of_math(line: &str) -> bool {
    ["/libm.so", "/libm-", "/libmvec"].iter().any(|name| line.contains(name))
}

/// Whether it is of the C library or of compilers' libraries.
fn is_of_system(line: &str) -> bool {
    ["/libc.so", "/libc-", "/libstdc++.so", "/libgcc_s.so"].iter().any(|name| line.contains(name))
}

/// Makes gates for the images that are bound from here on; all libraries that they need have been loaded.
pub(crate) fn open() -> std::io::Result<()> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping, whose second part becomes code once it is written.
    let start = unsafe {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let p = libc::mmap(null_mut(), BYTES, protection, flags, -1, 0);
        if p == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error());
        }
        for number in 0..GATES_MAX {
            p.cast::<u8>().add(CODE_AT + number * GATE).cast::<[u8; GATE]>().write(code_of(number));
        }
        if libc::mprotect(p.byte_add(CODE_AT), GATE * GATES_MAX, libc::PROT_READ | libc::PROT_EXEC) != 0 {
            return Err(std::io::Error::last_os_error());
        }
        p.expose_provenance()
    };
    let (mut code, mut math, mut system) = (Vec::new(), Vec::new(), Vec::new());
    for line in std::fs::read_to_string("/proc/self/maps")?.lines() {
        if let Some((span, _)) = span_of(line).filter(|(_, rights)| rights.contains('x')) {
            if is_of_system(line) {
                system.push(span);
            }
            if is_of_math(line) { &mut math } else { &mut code }.push(span);
        }
    }
    *GATES.lock().expect("one thread") =
        Some(Gates { start, numbers: HashMap::new(), code, math, system, return_soon: Vec::new() });
    Ok(())
}

/// The code of a gate: `mov [stack pointer's place], rsp; mov r11d, number; jmp [table]`. Callers expect nothing of `r11`.
fn code_of(number: usize) -> [u8; GATE] {
    let mut code = [0xcc; GATE];
    let at = CODE_AT + number * GATE;
    let distance = |to: usize, behind: usize| (to as i64 - (at + behind) as i64) as i32;
    code[..3].copy_from_slice(&[0x48, 0x89, 0x25]);
    code[3..7].copy_from_slice(&distance(0, 7).to_le_bytes());
    code[7..9].copy_from_slice(&[0x41, 0xbb]);
    code[9..13].copy_from_slice(&(number as u32).to_le_bytes());
    code[13..15].copy_from_slice(&[0xff, 0x25]);
    code[15..19].copy_from_slice(&distance(TABLE_AT + 8 * number, 19).to_le_bytes());
    code
}

/// A function of ours that replaces one of a system library.
#[derive(Clone, Copy, Default)]
pub(crate) struct Own {
    /// It can be called in a worker process as it is.
    pub(crate) is_shared: bool,
    /// It returns soon, and neither posts something nor looks at who calls it.
    pub(crate) returns_soon: bool,
}

/// The address by which an image reaches what a shared library, or we, have at an address.
pub(crate) fn through(name: &str, address: usize, own: Own) -> usize {
    let mut gates = GATES.lock().expect("one thread");
    let Some(gates) = gates.as_mut() else { return address };
    let holds = |spans: &[Span]| spans.iter().any(|span| span.holds(address));
    if is_pure(name) || own.is_shared || !holds(&gates.code) || holds(&gates.math) {
        return address;
    }
    let next = gates.numbers.len() as u32;
    if next as usize == GATES_MAX && !gates.numbers.contains_key(&address) {
        return address;
    }
    let number = *gates.numbers.entry(address).or_insert(next);
    if number == next {
        let is_usual = SPECIAL.binary_search(&name).is_err() && !name.starts_with("_Unwind_");
        let is_of_system = gates.system.iter().any(|span| span.holds(address));
        gates.return_soon.push(if is_of_system { is_usual } else { own.returns_soon });
    }
    let place: *mut usize = with_exposed_provenance_mut(gates.start + TABLE_AT + 8 * number as usize);
    // SAFETY: a word of the table.
    unsafe { place.write(address) };
    gates.start + CODE_AT + GATE * number as usize
}

/// Whether a gate's function returns soon.
pub(super) fn returns_soon(number: usize) -> bool {
    let gates = GATES.lock().expect("one thread");
    gates.as_ref().and_then(|gates| gates.return_soon.get(number)).is_some_and(|&soon| soon)
}

/// Where gates are, where the last one's stack pointer is noted, and where their code begins.
pub(super) fn places() -> Option<(Span, *mut usize, usize)> {
    let gates = GATES.lock().expect("one thread");
    let start = gates.as_ref()?.start;
    Some((Span { from: start, to: start + BYTES }, with_exposed_provenance_mut(start), start + CODE_AT))
}

/// Has the gate of a function lead elsewhere, in a worker process, if it has one.
///
/// # Safety
/// `start` is where gates are.
pub(super) unsafe fn lead_one_to(start: usize, function: usize, target: usize) {
    let gates = GATES.lock().expect("one thread");
    if let Some(&number) = gates.as_ref().and_then(|gates| gates.numbers.get(&function)) {
        // SAFETY: a word of the table.
        unsafe { with_exposed_provenance_mut::<usize>(start + TABLE_AT).add(number as usize).write(target) };
    }
}

/// Has all gates lead elsewhere, in a worker process.
///
/// # Safety
/// `start` is where gates are.
pub(super) unsafe fn lead_to(start: usize, target: usize) {
    let table: *mut usize = with_exposed_provenance_mut(start + TABLE_AT);
    for number in 0..GATES_MAX {
        // SAFETY: the table's words.
        unsafe { table.add(number).write(target) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_reached_through_one_gate_and_a_variable_directly() {
        assert!(PURE.is_sorted() && SPECIAL.is_sorted());
        assert!(is_pure("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base") && !is_pure("_ZSt17__throw_bad_allocv"));
        assert_eq!(through("getpid", 1, Own::default()), 1, "no worker, no gate");
        open().expect("memory");
        let function = libc::getpid as *const () as usize;
        let gate = through("getpid", function, Own::default());
        assert_ne!(gate, function);
        assert_eq!(through("getpid", function, Own::default()), gate);
        // SAFETY: the gate jumps to the function.
        let called = unsafe { std::mem::transmute::<usize, extern "C" fn() -> i32>(gate)() };
        assert_eq!(called, std::process::id() as i32);
        assert_eq!(through("memcpy", function, Own::default()), function, "what only computes has none");
        static VARIABLE: u64 = 7;
        assert_eq!(through("variable", (&raw const VARIABLE).addr(), Own::default()), (&raw const VARIABLE).addr());
        let (span, noted, code) = places().expect("gates");
        // SAFETY: the word that gates write.
        assert!(unsafe { *noted } != 0 && span.holds(code));
        *GATES.lock().expect("one thread") = None;
    }
}
