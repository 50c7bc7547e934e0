//! The functions that the C part of the recorders calls (`mpi/recorder/recorder.h`).
//!
//! The C part calls them from the thread that has initialised MPI, between `MPI_Init` and `MPI_Finalize`, and never while the
//! rank half (the runtime's part of MPI that runs with the program) is executing.

use super::outcome::Found;
use super::{Missed, RECORDER, Recorder};
use crate::call::Call;
use mpi_rank::checks::BUFFER_AUTOMATIC;
use mpi_rank::handles;
use ops::{Flavor, Function, Group, PROC_NULL, Post, Status, WindowPart, Work};
use std::cell::UnsafeCell;
use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use units::Time;

/// A poll that follows the same one within this time does nothing else.
const POLLING: Time = Time::from_ns(2_000);

/// Room for C's `jmp_buf` (200 bytes on x86-64, 312 on AArch64).
#[repr(C, align(16))]
struct Escape(UnsafeCell<[u8; 512]>);

// SAFETY: one thread of the process records.
unsafe impl Sync for Escape {}

static ESCAPE: Escape = Escape(UnsafeCell::new([0; 512]));

unsafe extern "C-unwind" {
    fn longjmp(place: *mut c_void, value: c_int) -> !;
    fn wt_MPI_Buffer_attach(site: *const c_void, buffer: *mut c_void, size: c_int) -> c_int;
}

/// Leaves the rank half, which can't follow a call.
///
/// # Safety
/// The frame that has set the place is there, and no frame between needs dropping.
pub(super) unsafe fn escape() -> ! {
    // SAFETY: as the caller says.
    unsafe { longjmp(ESCAPE.0.get().cast(), 1) }
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_escape() -> *mut c_void {
    ESCAPE.0.get().cast()
}

fn recorder<'a>() -> &'a mut Recorder {
    // SAFETY: set by `wt_record_begin`, before any other function is called; never freed.
    unsafe { &mut *RECORDER.load(Ordering::Relaxed) }
}

/// # Safety
/// `text` is a C string.
unsafe fn words(text: *const c_char) -> String {
    // SAFETY: as the caller says.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// The folder of the trace: as the user says, or named after the program.
fn folder(given: Option<&OsStr>) -> PathBuf {
    given.filter(|given| !given.is_empty()).map_or_else(
        || {
            let program = std::fs::read_link("/proc/self/exe").unwrap_or_default();
            PathBuf::from(program.file_name().unwrap_or(OsStr::new("program"))).with_extension("trace")
        },
        PathBuf::from,
    )
}

/// Makes the folder, unless another rank has. A file of an earlier recording is replaced, no other one.
fn prepare(folder: &Path, rank: u32, ranks: u32) -> io::Result<PathBuf> {
    match std::fs::create_dir(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    // Ranks of an earlier recording of more ranks.
    for old in std::fs::read_dir(folder)? {
        let name = old?.file_name();
        let number = workload::record::rank_of_part(&name);
        if rank == 0 && number.is_some_and(|number| number >= ranks) {
            std::fs::remove_file(folder.join(&name))?;
        }
    }
    Ok(folder.join(workload::record::part_name(rank)))
}

/// The name and version of a library, of what it says of itself: `MPICH 5.0.2`, `Open MPI v4.1.4`.
fn short(version: &str) -> String {
    let first = version.lines().next().unwrap_or_default();
    let words = first.split(',').next().unwrap_or_default().split_whitespace();
    words.filter(|word| !word.eq_ignore_ascii_case("version:")).collect::<Vec<_>>().join(" ")
}

/// # Safety
/// `given` is a C string or null, and `library` one.
#[unsafe(no_mangle)]
unsafe extern "C" fn wt_record_begin(
    rank: c_int,
    ranks: c_int,
    given: *const c_char,
    library: *const c_char,
) -> c_int {
    // SAFETY: as the caller says.
    let given = (!given.is_null()).then(|| OsStr::from_bytes(unsafe { CStr::from_ptr(given) }.to_bytes()));
    // SAFETY: as the caller says.
    let library = short(&unsafe { words(library) });
    let folder = folder(given);
    let (rank, ranks) = (rank as u32, ranks as u32);
    let begun = prepare(&folder, rank, ranks)
        .map_err(|error| format!("{}: {error}", folder.display()))
        .and_then(|path| Recorder::begin(path, rank, ranks, &library).map_err(|error| error.to_string()));
    match begun {
        Ok(()) => 1,
        Err(reason) => {
            eprintln!("windtunnel: recording: rank {rank} is not recorded: {reason}");
            0
        }
    }
}

/// From here on faults are returned, and buffered sends need no buffer: the program's is the real library's.
#[unsafe(no_mangle)]
unsafe extern "C" fn wt_record_started() {
    let recorder = recorder();
    recorder.write_posts();
    // SAFETY: the context lives as long as the process, and its rank half is not running.
    unsafe {
        let rank = &mut (*recorder.context).rank;
        (rank.world.errhandler, rank.own.errhandler) = (handles::ERRORS_RETURN, handles::ERRORS_RETURN);
        rank.objects().own_errhandler = true;
        let automatic = std::ptr::without_provenance_mut(BUFFER_AUTOMATIC as usize);
        wt_MPI_Buffer_attach(std::ptr::null(), automatic, 0);
    }
    // Not the program's.
    recorder.posts.clear();
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_enter() {
    let recorder = recorder();
    recorder.enter();
    recorder.outcome.clear();
    recorder.handles.clear();
    recorder.polls.misses = None;
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_leave() {
    let recorder = recorder();
    recorder.write_posts();
    // A poll that is not written leaves no post, and what was missed before it stays.
    if std::mem::take(&mut recorder.polls.wrote) {
        recorder.polls.missed = recorder.polls.misses;
    }
    recorder.leave();
}

/// The real library has made the call.
#[unsafe(no_mangle)]
extern "C" fn wt_record_call_made() {
    recorder().made();
}

/// # Safety
/// `function` is a C string.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn wt_record_note(function: *const c_char, site: *const c_void) {
    recorder().made();
    // SAFETY: as the caller says.
    let name = unsafe { CStr::from_ptr(function) };
    if let Some(function) = name.to_str().ok().and_then(Function::from_name) {
        Call::enter_anytime(function, site).leave_with(());
    }
}

/// # Safety
/// `what` is a C string.
#[unsafe(no_mangle)]
unsafe extern "C" fn wt_record_lost(what: *const c_char) {
    // SAFETY: as the caller says.
    recorder().losses.count(&unsafe { words(what) });
}

/// # Safety
/// `what` is a C string.
#[unsafe(no_mangle)]
unsafe extern "C" fn wt_record_unfollowed(what: *const c_char, code: c_int) {
    // SAFETY: as the caller says.
    let what = unsafe { words(what) };
    recorder().losses.count(&format!("{what} that could not be followed (error code {code})"));
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_found(found: c_int) {
    recorder().outcome.found = match found {
        0 => Found::Nothing,
        1 => Found::All,
        _ => Found::Some,
    };
}

fn status(source: c_int, tag: c_int, cancelled: c_int) -> Status {
    // A library's own numbers for MPI_PROC_NULL and wildcards are below 0.
    let source = if source < 0 { PROC_NULL } else { source };
    Status { source, tag, cancelled: cancelled != 0, ..Status::EMPTY }
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_received(source: c_int, tag: c_int, cancelled: c_int) {
    recorder().outcome.status = status(source, tag, cancelled);
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_done(request: usize, source: c_int, tag: c_int, cancelled: c_int) {
    recorder().note_done(request as u32, status(source, tag, cancelled));
}

/// # Safety
/// The arrays have as many ranks of the world as is said; of a communicator that the rank is not in, `count` is −1.
#[unsafe(no_mangle)]
unsafe extern "C" fn wt_record_comm(count: c_int, actors: *const c_int, others: c_int, other_actors: *const c_int) {
    let group = |count: c_int, actors: *const c_int| {
        // SAFETY: as the caller says.
        let actors = unsafe { std::slice::from_raw_parts(actors, count as usize) };
        Arc::new(Group::table(actors.iter().map(|&actor| actor as u32).collect()))
    };
    let remote = || (others > 0).then(|| group(others, other_actors));
    recorder().outcome.comm = Some((count >= 0).then(|| (group(count, actors), remote())));
}

/// # Safety
/// There are three numbers for each of `ranks`.
#[unsafe(no_mangle)]
unsafe extern "C" fn wt_record_window(parts: *const i64, ranks: c_int, flavor: c_int) {
    // SAFETY: as the caller says.
    let numbers = unsafe { std::slice::from_raw_parts(parts, 3 * ranks as usize) };
    let flavor = match flavor {
        0 => Flavor::Create,
        1 => Flavor::Dynamic,
        _ => Flavor::Shared,
    };
    let part =
        |part: &[i64]| WindowPart { base: part[0] as u64, bytes: part[1] as u64, unit: part[2] as u64, flavor };
    recorder().outcome.parts = Some(numbers.chunks_exact(3).map(part).collect());
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_moved(bytes: u64) {
    recorder().outcome.status.bytes = bytes;
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_size(bytes: u64) {
    recorder().outcome.file_bytes = bytes;
}

/// Posts of the rank half between two such calls are not the program's.
#[unsafe(no_mangle)]
extern "C" fn wt_record_aside(begins: c_int) {
    let recorder = recorder();
    if begins != 0 {
        recorder.aside = recorder.posts.len();
    } else {
        recorder.posts.truncate(recorder.aside);
    }
}

/// # Safety
/// `function` is a C string.
#[unsafe(no_mangle)]
unsafe extern "C" fn wt_record_as(function: *const c_char) {
    // SAFETY: as the caller says.
    recorder().function = Function::from_name(&unsafe { words(function) });
}

/// # Safety
/// `function` is a constant C string, which is known by its address.
#[unsafe(no_mangle)]
unsafe extern "C" fn wt_record_folds(function: *const c_char, site: *const c_void, what: usize) -> c_int {
    let recorder = recorder();
    let missed = Some(Missed { function: function.addr(), site: site.addr(), what });
    let only_polls = match recorder.block {
        Work::Time(time) | Work::Preempted(time) => time <= POLLING,
        _ => false,
    };
    if recorder.polls.missed == missed && only_polls {
        return 1;
    }
    recorder.polls.misses = missed;
    recorder.outcome.found = Found::Nothing;
    0
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_find(kind: c_int, real: usize) -> usize {
    recorder().handles.find(kind as usize, real)
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_made(kind: c_int, real: usize, face: usize) {
    recorder().handles.made(kind as usize, real, face);
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_gone(kind: c_int, real: usize) {
    recorder().handles.gone(kind as usize, real);
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_request(real: usize, place: *const c_void) -> usize {
    recorder().handles.request(real, place.addr())
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_request_made(real: usize, place: *const c_void, face: usize) {
    recorder().handles.request_made(real, place.addr(), face);
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_request_gone(real: usize, face: usize) {
    recorder().handles.request_gone(real, face);
}

/// Whether anything is not recorded.
#[unsafe(no_mangle)]
extern "C" fn wt_record_losses() -> c_int {
    c_int::from(recorder().losses.line(0).is_some())
}

/// Says what is not recorded, here and in the trace: called on the first rank that has lost something.
#[unsafe(no_mangle)]
extern "C" fn wt_record_report() {
    let recorder = recorder();
    if let Some(line) = recorder.losses.line(recorder.rank_number()) {
        eprintln!("{line}");
        recorder.posts.push(Post::Warning { text: line.trim_start_matches("windtunnel: ").into() });
    }
}

#[unsafe(no_mangle)]
extern "C" fn wt_record_end(aborted: c_int) {
    recorder().end(aborted == 0);
}
