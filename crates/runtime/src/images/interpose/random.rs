//! Interposed `rand`, `random`, `drand48` and `strtok`, with one state per rank. They call the C library's reentrant forms of
//! these functions, so a rank gets the same values as in a process of its own.

use std::ffi::{c_char, c_double, c_int, c_long, c_uint, c_ushort};
use std::ptr::null_mut;

use super::super::random::Random;
use super::super::state::current;
use super::super::workers::travel::{random_away, shared_random};
use super::entry::Entry;

unsafe extern "C" {
    fn initstate_r(seed: c_uint, state: *mut c_char, bytes: usize, data: *mut u64) -> c_int;
    fn random_r(data: *mut u64, result: *mut i32) -> c_int;
    fn drand48_r(data: *mut u64, result: *mut c_double) -> c_int;
    fn lrand48_r(data: *mut u64, result: *mut c_long) -> c_int;
    fn mrand48_r(data: *mut u64, result: *mut c_long) -> c_int;
    fn srand48_r(seed: c_long, data: *mut u64) -> c_int;
    fn seed48_r(seed: *const c_ushort, data: *mut u64) -> c_int;
    fn strtok_r(text: *mut c_char, separators: *const c_char, save: *mut *mut c_char) -> *mut c_char;
}

pub(crate) fn table() -> Vec<Entry> {
    vec![
        ("rand", rand as *const ()),
        ("srand", srandom as *const ()),
        ("random", random as *const ()),
        ("srandom", srandom as *const ()),
        ("drand48", drand48 as *const ()),
        ("lrand48", lrand48 as *const ()),
        ("mrand48", mrand48 as *const ()),
        ("srand48", srand48 as *const ()),
        ("seed48", seed48 as *const ()),
        ("strtok", strtok as *const ()),
    ]
}

/// Whether one of the functions here only reaches the running rank's generator, so that it can be called in a worker process.
pub(crate) fn is_of_generator(function: usize) -> bool {
    let functions = [rand as *const (), srandom as *const (), random as *const (), drand48 as *const ()];
    let others = [lrand48 as *const (), mrand48 as *const (), srand48 as *const (), seed48 as *const ()];
    functions.into_iter().chain(others).any(|other| other.addr() == function)
}

/// The running rank's generator; its `random` half is seeded with 1 at first, as the C library's is.
fn state() -> *mut Random {
    if let Some(random) = random_away() {
        return random;
    }
    // SAFETY: called by a rank; the record is its own, and boxed, so the pointer outlives the reference.
    unsafe {
        let slot = current();
        shared_random((*slot).pool, (*slot).slot, (*slot).rank).unwrap_or_else(|| {
            let random = (*slot).extras().random.get_or_insert_with(|| Box::new(Random::new()));
            &raw mut **random
        })
    }
}

unsafe fn seed(r: *mut Random, value: c_uint) {
    // SAFETY: the box holds both parts; `data` must be zero before it is initialised.
    unsafe {
        (*r).data = [0; 6];
        initstate_r(value, (&raw mut (*r).state).cast(), 128, (&raw mut (*r).data).cast());
        (*r).seeded = true;
    }
}

unsafe extern "C" fn random() -> c_long {
    let r = state();
    let mut result = 0;
    // SAFETY: seeded before use.
    unsafe {
        if !(*r).seeded {
            seed(r, 1);
        }
        random_r((&raw mut (*r).data).cast(), &mut result);
    }
    c_long::from(result)
}

unsafe extern "C" fn rand() -> c_int {
    // SAFETY: as `random`; its values fit an int.
    unsafe { random() as c_int }
}

unsafe extern "C" fn srandom(value: c_uint) {
    // SAFETY: the rank's own state.
    unsafe { seed(state(), value) }
}

unsafe extern "C" fn drand48() -> c_double {
    let mut result = 0.0;
    // SAFETY: the rank's own state; a zeroed one is the C library's initial state.
    unsafe { drand48_r((&raw mut (*state()).drand48).cast(), &mut result) };
    result
}

unsafe extern "C" fn lrand48() -> c_long {
    let mut result = 0;
    // SAFETY: as `drand48`.
    unsafe { lrand48_r((&raw mut (*state()).drand48).cast(), &mut result) };
    result
}

unsafe extern "C" fn mrand48() -> c_long {
    let mut result = 0;
    // SAFETY: as `drand48`.
    unsafe { mrand48_r((&raw mut (*state()).drand48).cast(), &mut result) };
    result
}

unsafe extern "C" fn srand48(value: c_long) {
    // SAFETY: as `drand48`.
    unsafe { srand48_r(value, (&raw mut (*state()).drand48).cast()) };
}

/// Returns the previous state, which the C library keeps behind the current one in the same struct.
unsafe extern "C" fn seed48(values: *const c_ushort) -> *mut c_ushort {
    // SAFETY: the caller's three words; the struct is { current[3], previous[3], … }.
    unsafe {
        let data: *mut c_ushort = (&raw mut (*state()).drand48).cast();
        seed48_r(values, data.cast());
        data.add(3)
    }
}

unsafe extern "C" fn strtok(text: *mut c_char, separators: *const c_char) -> *mut c_char {
    // SAFETY: the rank's own record and the caller's strings.
    unsafe {
        let save = &raw mut (*current()).extras().strtok;
        if text.is_null() && (*save).is_null() {
            return null_mut();
        }
        strtok_r(text, separators, save)
    }
}
