//! Entry points (the functions to which the program's MPI calls lead) for initialisation and finalisation, time, names and
//! memory (MPI 5.0 §9, §11).

use super::abi::{PROCESSOR_NAME_MAX, THREAD_MULTIPLE, THREAD_SINGLE, put, put_handle, put_pointer, put_text};
use super::{address, buffered, communicator, entry, entry_anytime, handle, spawn, wait};
use crate::call::{Call, Demand};
use crate::mpi_lock;
use mpi_rank::info::Info;
use mpi_rank::{Fault, Phase, handles};
use ops::{BLOCK_PARAMETERS, Function, Post, Sampling, Work};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::{AtomicU32, Ordering};
use units::Time;

/// The version of the standard.
const VERSION: (c_int, c_int) = (5, 0);
/// The version of its ABI.
const ABI_VERSION: (c_int, c_int) = (1, 0);
/// `MPI_MAX_LIBRARY_VERSION_STRING`.
const LIBRARY_VERSION_MAX: usize = 8192;
/// What memory of `MPI_Alloc_mem` is aligned to.
const ALIGNMENT: usize = 64;

/// The number of the thread that has started MPI: of a rank's process, and 0 of all ranks that are images.
static INITIALISED_BY: AtomicU32 = AtomicU32::new(0);

/// Starts MPI at a thread level. A rank that others have started meets them here.
fn init(call: &mut Call, level: c_int) -> Result<(), Fault> {
    match call.rank().phase {
        Phase::Before => {}
        Phase::Active => {
            let text = format!("{} was called a second time", call.function());
            call.fatal(text);
        }
        Phase::After => {
            let text = format!("{} was called after MPI_Finalize", call.function());
            call.fatal(text);
        }
    }
    call.post(Post::Init);
    call.rank().enter_world(level);
    INITIALISED_BY.store(mpi_lock::thread_number(), Ordering::Relaxed);
    if call.rank().origin.started { spawn::meet_parents(call) } else { Ok(()) }
}

entry_anytime! {
    Init: fn wt_MPI_Init(_argc: *mut c_int, _argv: *mut *mut *mut c_char) |call| {
        init(call, THREAD_SINGLE)
    }
}

/// The thread level that a program gets that asks for one. Ranks that are images have one thread, and it may call as it
/// likes.
pub(super) fn provide(required: c_int) -> c_int {
    required.clamp(THREAD_SINGLE, THREAD_MULTIPLE)
}

entry_anytime! {
    InitThread: fn wt_MPI_Init_thread(_argc: *mut c_int, _argv: *mut *mut *mut c_char, required: c_int,
        provided: *mut c_int) |call| {
        let level = provide(required);
        init(call, level)?;
        put(provided, level)
    }
}

entry_anytime! {
    Initialized: fn wt_MPI_Initialized(flag: *mut c_int) |call| {
        let initialized = call.rank().phase != Phase::Before;
        put(flag, c_int::from(initialized))
    }
}

entry_anytime! {
    Finalized: fn wt_MPI_Finalized(flag: *mut c_int) |call| {
        let finalized = call.rank().phase == Phase::After;
        put(flag, c_int::from(finalized))
    }
}

entry! {
    Finalize: fn wt_MPI_Finalize() |call| {
        communicator::delete_attributes(call, handles::COMM_SELF)?;
        buffered::flush_all(call)?;
        wait::wait_for_released(call);
        if let Some(text) = call.rank().leftovers() {
            call.post(Post::Warning { text: text.into() });
        }
        call.post(Post::Finalize);
        call.rank().leave_world();
        Ok(())
    }
}

entry! {
    Abort: fn wt_MPI_Abort(_comm: usize, errorcode: c_int) |call| { call.abort(errorcode) }
}

entry! {
    QueryThread: fn wt_MPI_Query_thread(provided: *mut c_int) |call| {
        let level = call.rank().thread_level;
        put(provided, level)
    }
}

entry! {
    IsThreadMain: fn wt_MPI_Is_thread_main(flag: *mut c_int) |_call| {
        put(flag, c_int::from(mpi_lock::thread_number() == INITIALISED_BY.load(Ordering::Relaxed)))
    }
}

entry! {
    // What a level means is the profiling tool's affair (MPI 5.0 §15.2.4): ours is the phase, and it has none below
    // 0.
    Pcontrol: fn wt_MPI_Pcontrol(level: c_int) |call| {
        if level >= 0 {
            call.post(Post::Phase { name: level.to_string().into() });
        }
        Ok(())
    }
}

/// The most bytes of a phase's name.
const PHASE_MAX: usize = 255;

/// `wt_phase` of `windtunnel.h`: begins a phase with a name. In tables of calls it is an `MPI_Pcontrol`.
///
/// # Safety
/// Called on the stack of a running rank, with a string that ends with a zero byte, or null.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn wt_mark_phase(site: *const c_void, name: *const c_char) {
    let mut call = Call::enter(Function::Pcontrol, site);
    if name.is_null() {
        call.fatal("wt_phase was called without a name".to_owned());
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(name) }.to_string_lossy();
    if text.is_empty() || text.len() > PHASE_MAX {
        call.fatal(format!("wt_phase: a name of {} bytes; expected 1 to {PHASE_MAX}", text.len()));
    }
    call.post(Post::Phase { name: text.into() });
    call.leave_with(());
}

/// The longest time that a program may state, in seconds: a year.
const STATED_MAX: f64 = 365.0 * 86_400.0;

/// `wt_compute` of `windtunnel.h`: a block of so many seconds on the target. In tables of calls it is an `MPI_Pcontrol`.
///
/// # Safety
/// Called on the stack of a running rank.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn wt_state_compute(site: *const c_void, seconds: f64) {
    let mut call = Call::enter(Function::Pcontrol, site);
    if !(0.0..=STATED_MAX).contains(&seconds) {
        call.fatal(format!("wt_compute: {seconds} seconds; expected 0 to {STATED_MAX:.0}, a year"));
    }
    call.post_block(Work::Stated(Time::from_ps((seconds * 1e12).round() as u64)));
    call.leave_with(());
}

/// The narrowest interval that a sample may demand, as a part of its mean.
const INTERVAL_MIN: f64 = 1e-6;

/// The most bytes of a block's name.
const BLOCK_NAME_MAX: usize = 255;

/// `wt_block` of `windtunnel.h`: the block that follows has a name and `count` parameters; without a name it ends a block that
/// has one. In tables of calls it is an `MPI_Pcontrol`.
///
/// # Safety
/// Called on the stack of a running rank, with a string that ends with a zero byte, or null, and `count` parameters.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn wt_name_block(
    site: *const c_void,
    name: *const c_char,
    count: c_int,
    parameters: *const i64,
) {
    let mut call = Call::enter(Function::Pcontrol, site);
    if !name.is_null() {
        // SAFETY: the caller's promise.
        let text = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        if text.is_empty() || text.len() > BLOCK_NAME_MAX {
            call.fatal(format!("wt_block: a name of {} bytes; expected 1 to {BLOCK_NAME_MAX}", text.len()));
        }
        let Some(count) = usize::try_from(count).ok().filter(|count| *count <= BLOCK_PARAMETERS) else {
            call.fatal(format!(
                "wt_block: {count} parameters of block `{text}`; expected at most {BLOCK_PARAMETERS}"
            ));
        };
        let mut values = Vec::with_capacity(count);
        for at in 0..count {
            // SAFETY: the caller's promise.
            let value = unsafe { parameters.add(at).read() };
            let Ok(value) = u64::try_from(value) else {
                call.fatal(format!("wt_block: parameter {value} of block `{text}`; expected 0 or more"));
            };
            values.push(value);
        }
        call.post(Post::Block { name: text.into(), parameters: values.into() });
    }
    call.leave_with(());
}

/// `wt_sample` of `windtunnel.h`: whether the body has to run; if not, the time of others has passed for it. Its block has the name. In
/// tables of calls it is an `MPI_Pcontrol`.
///
/// # Safety
/// Called on the stack of a running rank, with a string that ends with a zero byte, or null.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn wt_ask_sample(
    site: *const c_void,
    name: *const c_char,
    least: c_int,
    most: c_int,
    interval: f64,
    own: c_int,
) -> c_int {
    let mut call = Call::enter(Function::Pcontrol, site);
    // SAFETY: the caller's promise.
    let name = if name.is_null() { c"" } else { unsafe { CStr::from_ptr(name) } };
    let demand = Demand { least, most, interval, own: own != 0 };
    let granted = call.granted().and_then(|granted| granted.take(name, demand));
    let stated = granted.or_else(|| ask_sample(&mut call, name, demand));
    call.post(Post::Block { name: name.to_string_lossy().into(), parameters: Box::default() });
    if let Some(time) = stated {
        call.post_block(Work::Stated(time));
    }
    call.leave_with(c_int::from(stated.is_none()))
}

/// Asks the engine for a body: its time, unless it has to run.
fn ask_sample(call: &mut Call, name: &CStr, demand: Demand) -> Option<Time> {
    let Demand { least, most, interval, own } = demand;
    let text = name.to_string_lossy();
    if text.is_empty() || text.len() > BLOCK_NAME_MAX {
        call.fatal(format!("wt_sample: a name of {} bytes; expected 1 to {BLOCK_NAME_MAX}", text.len()));
    }
    let (Ok(least @ 1..), Ok(most)) = (u32::try_from(least), u32::try_from(most)) else {
        call.fatal(format!("wt_sample: {least} bodies of sample `{text}` are to run; expected 1 or more"));
    };
    if !(INTERVAL_MIN..=1.0).contains(&interval) {
        call.fatal(format!(
            "wt_sample: an interval of {interval} of the mean for sample `{text}`; expected {INTERVAL_MIN} to 1"
        ));
    }
    let sampling = Sampling { own, least, most, interval: (interval * 1e6).round() as u32 };
    // Nothing that needs dropping lives across the question.
    let stated = call.ask(Post::Sample { name: text.into(), sampling }).stated.clone();
    let (&first, others) = stated.split_first()?;
    if let Some(granted) = call.granted().filter(|_| !others.is_empty()) {
        granted.keep(name, demand, others);
    }
    Some(first)
}

/// `MPI_Wtime`: simulated seconds since the begin of the run.
///
/// # Safety
/// Called on the stack of a running rank.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn wt_MPI_Wtime(site: *const c_void) -> f64 {
    let mut call = Call::enter(Function::Wtime, site);
    let now = call.ask(Post::ReadClock).now;
    call.leave_with(now.as_secs_f64())
}

/// `MPI_Wtick`: the resolution of simulated time, one picosecond.
///
/// # Safety
/// Called on the stack of a running rank.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn wt_MPI_Wtick(site: *const c_void) -> f64 {
    Call::enter(Function::Wtick, site).leave_with(1e-12)
}

/// `MPI_Aint_add`.
///
/// # Safety
/// Called on the stack of a running rank.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn wt_MPI_Aint_add(site: *const c_void, base: isize, disp: isize) -> isize {
    Call::enter_anytime(Function::AintAdd, site).leave_with(base.wrapping_add(disp))
}

/// `MPI_Aint_diff`.
///
/// # Safety
/// Called on the stack of a running rank.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn wt_MPI_Aint_diff(site: *const c_void, addr1: isize, addr2: isize) -> isize {
    Call::enter_anytime(Function::AintDiff, site).leave_with(addr1.wrapping_sub(addr2))
}

entry_anytime! {
    GetAddress: fn wt_MPI_Get_address(location: *const c_void, result: *mut isize) |_call| {
        put(result, address(location) as isize)
    }
}

entry! {
    GetProcessorName: fn wt_MPI_Get_processor_name(name: *mut c_char, resultlen: *mut c_int) |call| {
        let mut text = [0u8; PROCESSOR_NAME_MAX - 1];
        let length = call.host_name(&mut text);
        put_text(name, PROCESSOR_NAME_MAX, &text[..length], resultlen)
    }
}

entry_anytime! {
    GetVersion: fn wt_MPI_Get_version(version: *mut c_int, subversion: *mut c_int) |_call| {
        put(version, VERSION.0)?;
        put(subversion, VERSION.1)
    }
}

entry_anytime! {
    GetLibraryVersion: fn wt_MPI_Get_library_version(version: *mut c_char, resultlen: *mut c_int) |_call| {
        const TEXT: &str = concat!("Windtunnel ", env!("CARGO_PKG_VERSION"), ": a simulated machine");
        put_text(version, LIBRARY_VERSION_MAX, TEXT.as_bytes(), resultlen)
    }
}

entry_anytime! {
    AbiGetVersion: fn wt_MPI_Abi_get_version(abi_major: *mut c_int, abi_minor: *mut c_int) |_call| {
        put(abi_major, ABI_VERSION.0)?;
        put(abi_minor, ABI_VERSION.1)
    }
}

entry_anytime! {
    AbiGetInfo: fn wt_MPI_Abi_get_info(info: *mut usize) |call| {
        let mut sizes = Info::default();
        for key in ["mpi_aint_size", "mpi_count_size", "mpi_offset_size"] {
            sizes.set(key, "8");
        }
        let made = call.rank().objects().infos.insert(sizes);
        put_handle(info, made)
    }
}

entry! {
    AllocMem: fn wt_MPI_Alloc_mem(size: isize, info: usize, baseptr: *mut c_void) |call| {
        let bytes = usize::try_from(size).map_err(|_| Fault::Class(ops::ErrorClass::Arg, "negative size"))?;
        let info = handle(info);
        let known = info == handles::INFO_NULL
            || info == handles::INFO_ENV
            || call.rank().existing().is_some_and(|objects| objects.infos.get(info).is_some());
        if !known {
            return Err(Fault::Info(info));
        }
        let memory = crate::images::aligned(bytes.max(1), ALIGNMENT);
        if memory.is_null() {
            return Err(Fault::Class(ops::ErrorClass::NoMem, ""));
        }
        put_pointer(baseptr, memory)
    }
}

entry! {
    FreeMem: fn wt_MPI_Free_mem(base: *mut c_void) |_call| {
        libc::free(base);
        Ok(())
    }
}
