//! Replaces `getopt` for ranks that are images (loaded copies of the program) in one process: the C library's parser runs with
//! the rank's own `optind`, `optarg`, `opterr` and `optopt`.
//!
//! The C library keeps further state between calls, which all ranks share. A rank that parses all its options without MPI
//! calls in between gets the same results as in a process of its own.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::with_exposed_provenance_mut;

use super::super::running::with_image_process;
use super::entry::Entry;

unsafe extern "C" {
    static mut optarg: *mut c_char;
    static mut optind: c_int;
    static mut opterr: c_int;
    static mut optopt: c_int;
    fn getopt(argc: c_int, argv: *const *mut c_char, short: *const c_char) -> c_int;
    fn getopt_long(
        argc: c_int,
        argv: *const *mut c_char,
        short: *const c_char,
        long: *const c_void,
        index: *mut c_int,
    ) -> c_int;
    fn getopt_long_only(
        argc: c_int,
        argv: *const *mut c_char,
        short: *const c_char,
        long: *const c_void,
        index: *mut c_int,
    ) -> c_int;
}

pub(crate) fn table() -> Vec<Entry> {
    vec![
        ("getopt", rank_getopt as *const ()),
        ("__posix_getopt", rank_getopt as *const ()),
        ("getopt_long", rank_getopt_long as *const ()),
        ("getopt_long_only", rank_getopt_long_only as *const ()),
    ]
}

/// The rank's copies of the four variables; null where the program does not use one.
struct Copies {
    optarg: *mut *mut c_char,
    optind: *mut c_int,
    opterr: *mut c_int,
    optopt: *mut c_int,
}

fn copies() -> Copies {
    let at = |name: &str| {
        with_image_process(|w, s| w.pool(s).loaded.plan.copies.get(name).map(|&at| s.image + at as usize))
            .flatten()
            .unwrap_or(0)
    };
    Copies {
        optarg: with_exposed_provenance_mut(at("optarg")),
        optind: with_exposed_provenance_mut(at("optind")),
        opterr: with_exposed_provenance_mut(at("opterr")),
        optopt: with_exposed_provenance_mut(at("optopt")),
    }
}

/// Runs `parse` with the rank's variables in the C library's place.
fn parse(parse: impl FnOnce() -> c_int) -> c_int {
    let last = with_image_process(|_, s| s.extras().getopt_index).flatten();
    let c = copies();
    // SAFETY: the copies lie in the running rank's image; the C library's variables are used by one thread.
    unsafe {
        // A program that does not name `optind` has no copy; the C library holds the last rank's then.
        optind = if c.optind.is_null() { last.unwrap_or(1) } else { *c.optind };
        if !c.opterr.is_null() {
            opterr = *c.opterr;
        }
        // 0 makes the C library forget what another rank left.
        if last.is_none() && optind <= 1 {
            optind = 0;
        }
        let result = parse();
        with_image_process(|_, s| s.extras().getopt_index = Some(optind));
        if !c.optarg.is_null() {
            *c.optarg = optarg;
        }
        if !c.optind.is_null() {
            *c.optind = optind;
        }
        if !c.optopt.is_null() {
            *c.optopt = optopt;
        }
        result
    }
}

unsafe extern "C" fn rank_getopt(argc: c_int, argv: *const *mut c_char, short: *const c_char) -> c_int {
    // SAFETY: the caller's arguments.
    parse(|| unsafe { getopt(argc, argv, short) })
}

unsafe extern "C" fn rank_getopt_long(
    argc: c_int,
    argv: *const *mut c_char,
    short: *const c_char,
    long: *const c_void,
    index: *mut c_int,
) -> c_int {
    // SAFETY: the caller's arguments.
    parse(|| unsafe { getopt_long(argc, argv, short, long, index) })
}

unsafe extern "C" fn rank_getopt_long_only(
    argc: c_int,
    argv: *const *mut c_char,
    short: *const c_char,
    long: *const c_void,
    index: *mut c_int,
) -> c_int {
    // SAFETY: the caller's arguments.
    parse(|| unsafe { getopt_long_only(argc, argv, short, long, index) })
}
