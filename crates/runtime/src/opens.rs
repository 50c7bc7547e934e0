//! Lists the files of a program (the program itself, its libraries, and the files that it reads), for the list of inputs in
//! `run.json`.
//!
//! The C half (`launcher/opens.c`) notes the files that ranks open, in memory that all processes of the run share; the launcher
//! adds the program and the libraries that the dynamic linker finds for it. Each file is hashed once, at the end of the run.
//! Left out are files that the run has made itself, those of the kernel (`/proc`, `/sys`, `/dev`), the run folder, and
//! Windtunnel's own libraries, which its version number identifies. The list lacks files that are opened by direct system
//! calls, inside the C library (locales, users, time zones), or by programs that a rank starts.

use crate::outside;
use crate::own_children;
use engine::{Identity, Input, MISSING};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// The variable by which processes find the memory: the launcher's process and its descriptor.
pub(crate) const VARIABLE: &str = "WT_OPENS";

/// Mirrors of the constants in the C half.
const KNOWN: usize = 1 << 20;
const LOG_BYTES: usize = 256 << 20;

/// Mirror of `struct shared` in the C half, without the notes that follow it.
#[repr(C)]
struct Shared {
    started: i64,
    end: AtomicU64,
    lost: AtomicU64,
    children: AtomicU64,
    sharing: AtomicU64,
    unshared: AtomicU64,
    refused: AtomicU64,
    known: [AtomicU64; KNOWN],
}

/// Mirror of `struct note` there, without the path that follows it.
#[repr(C)]
struct Note {
    bytes: AtomicU32,
    kind: AtomicU32,
    device: u64,
    inode: u64,
    size: u64,
    modified: [i64; 2],
    changed: [i64; 2],
}

/// How a file is opened: mirror of `enum opened_kind`, in its order from 1 on. Of several that read it the last counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Opened {
    /// The run has made it, or emptied it.
    Made,
    ToWrite,
    /// To read and to write.
    ToUpdate,
    ToRead,
    Library,
    /// An executable that the scenario does not name: an interpreter, or what a script starts.
    Executable,
    /// The program that the scenario names, or that a rank starts by `MPI_Comm_spawn`.
    Program,
    /// There is no such file.
    Absent,
}

impl Opened {
    const ALL: [Self; 8] = [
        Self::Made,
        Self::ToWrite,
        Self::ToUpdate,
        Self::ToRead,
        Self::Library,
        Self::Executable,
        Self::Program,
        Self::Absent,
    ];

    fn of(number: u32) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)? as usize).copied()
    }

    /// The key of an input that was opened so.
    fn key(self, path: &Path) -> &'static str {
        match self {
            Self::Program => "program",
            Self::Executable => "executable",
            Self::Library => "library",
            Self::Absent => MISSING,
            _ if path.extension().is_some_and(|ending| ending == "py" || ending == "pyc") => "module",
            _ => "read",
        }
    }
}

/// The memory of the run that this process is the launcher of.
#[derive(Debug)]
struct Memory {
    file: File,
    at: *const Shared,
    /// What lies below these folders is not the program's.
    own: Vec<PathBuf>,
}

// SAFETY: what is changed of the memory are atomics; notes are read when no rank runs any more.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

static MEMORY: OnceLock<Memory> = OnceLock::new();

/// Whether the engine's process is in a rank's code, or in its own.
extern "C" fn in_rank() -> c_int {
    c_int::from(outside::is_in_image())
}

/// Begins to note, in the launcher. Where the system refuses the memory for it, the run has no such list, and says so.
pub(crate) fn begin(own: &[&Path]) {
    let own = own.iter().flat_map(|path| [Some(path.to_path_buf()), path.canonicalize().ok()]).flatten().collect();
    match Memory::new(own) {
        Ok(memory) => drop(MEMORY.set(memory)),
        Err(error) => drop(REFUSED.set(error)),
    }
}

/// Why there is no memory.
static REFUSED: OnceLock<std::io::Error> = OnceLock::new();
/// Why the dynamic linker did not name a program's libraries.
static LIBRARIES: OnceLock<String> = OnceLock::new();
/// Processes that were told where the memory is, and are to share it.
static OFFERED: AtomicU64 = AtomicU64::new(0);

/// The libraries of a program are not known.
pub(crate) fn libraries_unknown(why: String) {
    let _ = LIBRARIES.set(why);
}

/// A process has been started that knows [`place`].
pub(crate) fn offered() {
    OFFERED.fetch_add(1, Ordering::Relaxed);
}

fn new_memory() -> std::io::Result<(File, *const Shared)> {
    let bytes = size_of::<Shared>() + LOG_BYTES;
    // SAFETY: plain system calls; the descriptor becomes the file's. Pages that are never touched take no memory.
    unsafe {
        let descriptor = libc::memfd_create(c"opens".as_ptr(), libc::MFD_CLOEXEC);
        if descriptor < 0 {
            return Err(std::io::Error::last_os_error());
        }
        let file = File::from_raw_fd(descriptor);
        file.set_len(bytes as u64)?;
        let (rights, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_NORESERVE);
        let at = libc::mmap(std::ptr::null_mut(), bytes, rights, flags, descriptor, 0);
        if at == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error());
        }
        let mut now: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_REALTIME_COARSE, &raw mut now);
        (*at.cast::<Shared>()).started = now.tv_sec * 1_000_000_000 + now.tv_nsec;
        if let Some(function) =
            function::<unsafe extern "C" fn(*mut c_void, extern "C" fn() -> c_int)>(c"wt_opens_into")
        {
            function(at, in_rank);
        }
        Ok((file, at.cast_const().cast()))
    }
}

/// Whether ranks are images of this process: then what it starts is started by a rank, but for those of [`own_children`].
static IMAGES: AtomicBool = AtomicBool::new(false);
/// Ranks are images of this process.
pub(crate) fn ranks_are_images() {
    IMAGES.store(true, Ordering::Relaxed);
}

/// What [`VARIABLE`] says in processes of ranks: as long whatever the numbers are.
pub(crate) fn place() -> Option<String> {
    let file: RawFd = MEMORY.get()?.file.as_raw_fd();
    Some(format!("{:010}:{file:05}", std::process::id()))
}

/// A function of the C half.
unsafe fn function<F: Copy>(name: &CStr) -> Option<F> {
    assert!(size_of::<F>() == size_of::<*mut c_void>());
    // SAFETY: callers name a function pointer type and the name of such a function.
    unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr());
        (!found.is_null()).then(|| std::mem::transmute_copy(&found))
    }
}

/// In a rank's process: shares the memory of the launcher, which the environment names.
pub(crate) fn share(place: &OsStr) {
    let Ok(place) = CString::new(place.as_bytes()) else { return };
    // SAFETY: the C half's function takes a C string.
    unsafe {
        if let Some(function) = function::<unsafe extern "C" fn(*const c_char)>(c"wt_opens_at") {
            function(place.as_ptr());
        }
    }
}

/// Notes a file by its path.
pub(crate) fn note(path: &Path, kind: Opened) {
    note_open(path.as_os_str().as_bytes(), kind, libc::O_RDONLY);
}

/// Notes a file that was opened by these flags.
pub(crate) fn note_open(path: &[u8], kind: Opened, flags: c_int) {
    let Ok(path) = CString::new(path) else { return };
    // SAFETY: the C half's function takes a C string and two numbers.
    unsafe {
        if let Some(function) = function::<unsafe extern "C" fn(*const c_char, c_int, c_int)>(c"wt_note_path") {
            function(path.as_ptr(), kind as c_int + 1, flags);
        }
    }
}

/// A file as it was noted.
#[derive(Debug)]
struct Noted {
    kind: Opened,
    path: PathBuf,
    /// As it was opened first.
    state: Identity,
    /// It had been changed since the run began.
    changed: bool,
    /// It was opened to be written later, too.
    written: bool,
}

impl Noted {
    /// A compiled module stands for its source, also where this run, or one beside it, has just compiled it.
    fn new(kind: Opened, path: PathBuf, state: Identity, started: i64) -> Self {
        let source = source_of(&path).and_then(|source| Some((Identity::of(&source.metadata().ok()?), source)));
        let (kind, state, path) =
            source.map_or((kind, state, path), |(state, source)| (Opened::ToRead, state, source));
        let (seconds, nanoseconds) = state.modified;
        let changed = seconds * 1_000_000_000 + nanoseconds > started;
        Self { kind, path, state, changed, written: kind <= Opened::ToUpdate }
    }
}

impl Memory {
    fn new(own: Vec<PathBuf>) -> std::io::Result<Self> {
        let (file, at) = new_memory()?;
        Ok(Self { file, at, own })
    }

    /// What has been noted, file by file; those that the run has made are left out.
    fn noted(&self) -> Vec<Noted> {
        let (mut files, mut missing) = (BTreeMap::new(), Vec::new());
        let mut at = 0;
        // SAFETY: the memory is as long; `end` says how much of it is used. A process that was killed leaves a note without a
        // kind, or a length of zero, which is passed over word by word.
        unsafe {
            let (end, notes) = ((*self.at).end.load(Ordering::Acquire) as usize, self.at.add(1).cast::<u8>());
            while at + size_of::<Note>() <= end.min(LOG_BYTES) {
                let note = notes.add(at);
                let head = &*note.cast::<Note>();
                let bytes = head.bytes.load(Ordering::Acquire) as usize;
                if bytes < size_of::<Note>() || !bytes.is_multiple_of(8) || at + bytes > LOG_BYTES {
                    at += 8;
                    continue;
                }
                let path = std::slice::from_raw_parts(note.add(size_of::<Note>()), bytes - size_of::<Note>());
                let path = CStr::from_bytes_until_nul(path).unwrap_or_default();
                if let Some(kind) = Opened::of(head.kind.load(Ordering::Acquire)) {
                    let path = Path::new(OsStr::from_bytes(path.to_bytes())).components().collect();
                    let ([seconds, nanoseconds], file) = (head.modified, (head.device, head.inode));
                    let (modified, changed) = ((seconds, nanoseconds), head.changed.into());
                    let state = Identity { file, size: head.size, modified, changed };
                    let noted = Noted::new(kind, path, state, (*self.at).started);
                    if noted.kind == Opened::Absent { missing.push(noted) } else { merge(&mut files, noted) }
                }
                at += bytes;
            }
        }
        // What the run has made in the end was not there before it.
        missing.retain(|file| !file.path.exists());
        let all = files.into_values().chain(missing);
        all.filter(|file| file.kind >= Opened::ToUpdate && !self.is_own(&file.path)).collect()
    }

    fn is_own(&self, path: &Path) -> bool {
        let device = path.starts_with("/dev") && !path.starts_with("/dev/shm");
        device || self.own.iter().any(|folder| path.starts_with(folder))
    }
}

/// Adds a note of a file to those before.
fn merge(files: &mut BTreeMap<(u64, u64), Noted>, note: Noted) {
    match files.entry(note.state.file) {
        Entry::Vacant(new) => {
            new.insert(note);
        }
        // What the run has made stays the run's.
        Entry::Occupied(known) if known.get().kind == Opened::Made => {}
        Entry::Occupied(mut known) => {
            let known = known.get_mut();
            known.written |= note.written;
            if note.kind > known.kind {
                (known.kind, known.path) = (note.kind, note.path);
            }
        }
    }
}

/// The source of a module that Python has compiled, if it is there: then Python compares the two, and reads the latter. It is beside
/// the folder `__pycache__`; below what `PYTHONPYCACHEPREFIX` names, folders are as they are from the root on.
fn source_of(path: &Path) -> Option<PathBuf> {
    let (module, tag) = path.file_name()?.to_str()?.strip_suffix(".pyc")?.split_once('.')?;
    let (folder, name) = (path.parent()?, format!("{module}.py"));
    if folder.ends_with("__pycache__") {
        return Some(folder.parent()?.join(name)).filter(|source| source.is_file());
    }
    if !tag.starts_with("cpython-") {
        return None;
    }
    let parts: Vec<_> = folder.iter().collect();
    let below = |prefix: usize| Path::new("/").join(parts[prefix..].iter().collect::<PathBuf>()).join(&name);
    (2..=parts.len()).map(below).find(|source| source.is_file())
}

/// The list of the run's program, in a fixed order.
pub(crate) fn inputs() -> Vec<Input> {
    let Some(memory) = MEMORY.get() else { return Vec::new() };
    let mut inputs: Vec<Input> = memory.noted().into_iter().map(input_of).collect();
    inputs.sort();
    inputs
}

/// Why the list may lack files that the program reads; nothing if it has all of them.
pub(crate) fn lacks() -> Vec<String> {
    let reason = |error: &dyn std::fmt::Display| format!("`inputs` lacks what the program reads: {error}");
    if let Some(error) = REFUSED.get() {
        return vec![reason(&format_args!("there was no memory for the list: {error}"))];
    }
    let Some(memory) = MEMORY.get() else { return Vec::new() };
    // SAFETY: the memory lives as long as the process.
    let shared = unsafe { &*memory.at };
    let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
    let images = IMAGES.load(Ordering::Relaxed);
    let mut reasons = Vec::new();
    // Processes list their libraries themselves.
    if let Some(error) = LIBRARIES.get().filter(|_| images) {
        reasons
            .push(format!("`inputs` lacks libraries of the program: the dynamic linker did not name them: {error}"));
    }
    if let Some(error) = error_of(&shared.unshared) {
        reasons.push(reason(&format_args!("a process of it could not share the list: {error}")));
    } else if count(&shared.sharing) < count(&OFFERED) {
        reasons.push(reason(&"a process of it could not open the list"));
    }
    if let Some(error) = error_of(&shared.refused) {
        reasons.push(format!("`inputs` lacks files: the system refused to tell their states: {error}"));
    }
    if count(&shared.lost) > 0 {
        let lost = count(&shared.lost);
        reasons.push(format!(
            "`inputs` lacks files that the program opened: {lost} could not be noted, for room or their paths"
        ));
    }
    let pages = own_children::pages();
    let by_images = images && pages.as_ref().is_ok_and(|pages| *pages != own_children::own());
    if by_images || count(&shared.children) > 0 {
        let what = "what programs read that ranks have started (system, popen, subprocess and the like)";
        reasons.push(format!("`inputs` lacks {what}"));
    } else if images && let Err(error) = pages {
        reasons.push(format!("`inputs` may lack what programs read that ranks have started: getrusage: {error}"));
    }
    reasons
}

/// The error that a process has left; none if there was none.
fn error_of(number: &AtomicU64) -> Option<std::io::Error> {
    let number = i32::try_from(number.load(Ordering::Relaxed)).ok().filter(|&number| number > 0)?;
    Some(std::io::Error::from_raw_os_error(number))
}

fn input_of(file: Noted) -> Input {
    let Noted { kind, path, state, changed, written } = file;
    if kind == Opened::Absent {
        return Input::missing(&path);
    }
    if written && path.metadata().map_or(true, |found| Identity::of(&found) != state) {
        return Input::updated(&path);
    }
    Input::opened(kind.key(&path), &path, state, changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_sizes_are_those_of_the_c_half() {
        let header = include_str!("../launcher/opens.h");
        let names = header.split_once("enum opened_kind {").unwrap().1.split_once('}').unwrap().0;
        let names = names.lines().filter_map(|line| line.trim().strip_prefix("OPENED_"));
        let names: Vec<String> = names.map(|line| line.split([',', ' ']).next().unwrap().replace('_', "")).collect();
        assert_eq!(Opened::ALL.map(|kind| format!("{kind:?}").to_uppercase()).to_vec(), names);
        assert!(Opened::ALL.iter().all(|&kind| Opened::of(kind as u32 + 1) == Some(kind)) && Opened::of(0).is_none());
        let source = include_str!("../launcher/opens.c");
        assert!(KNOWN == 1 << 20 && source.contains("KNOWN = 1 << 20"));
        assert!(LOG_BYTES == 256 << 20 && source.contains("#define LOG_BYTES ((uint64_t)256 << 20)"));
        assert_eq!((size_of::<Note>(), std::mem::offset_of!(Shared, known)), (64, 56));
    }

    #[test]
    fn what_the_run_has_made_is_no_input_and_the_nearest_name_counts() {
        let state = Identity { file: (1, 2), size: 3, modified: (4, 5), changed: (6, 7) };
        let of = |kinds: &[Opened]| {
            let mut files = BTreeMap::new();
            for &kind in kinds {
                let path = PathBuf::from(format!("/{kind:?}"));
                merge(&mut files, Noted { kind, path, state, changed: false, written: kind <= Opened::ToUpdate });
            }
            let file = files.into_values().next().unwrap();
            (file.kind, file.written, file.path.display().to_string())
        };
        assert_eq!(of(&[Opened::Made, Opened::ToRead]).0, Opened::Made);
        assert_eq!(of(&[Opened::ToRead, Opened::Made]), (Opened::ToRead, true, "/ToRead".to_owned()));
        assert_eq!(of(&[Opened::ToWrite, Opened::ToRead]), (Opened::ToRead, true, "/ToRead".to_owned()));
        assert_eq!(of(&[Opened::Library, Opened::ToRead]), (Opened::Library, false, "/Library".to_owned()));
        assert_eq!(of(&[Opened::Executable, Opened::Program]).0.key(Path::new("a")), "program");
    }

    #[test]
    fn keys_follow_from_how_a_file_was_opened_and_its_name() {
        let key = |kind: Opened, path: &str| kind.key(Path::new(path));
        assert_eq!((key(Opened::ToRead, "a.py"), key(Opened::ToRead, "a.dat")), ("module", "read"));
        assert_eq!((key(Opened::Program, "a.py"), key(Opened::Absent, "a.py")), ("program", "missing"));
        assert_eq!(source_of(Path::new("/no/__pycache__/a.cpython-311.pyc")), None, "there is no source");
        let folder = std::env::temp_dir().join(format!("wt-opens-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let source = folder.join("a.py");
        std::fs::write(&source, "").unwrap();
        let mirrored = format!("/some/prefix{}/a.cpython-311.pyc", folder.display());
        let compiled = [folder.join("__pycache__/a.cpython-311.pyc"), PathBuf::from(mirrored)];
        assert_eq!(compiled.clone().map(|path| source_of(&path)), [Some(source.clone()), Some(source.clone())]);
        assert_eq!(source_of(&folder.join("a.pyc")), None, "it is imported without its source");
        let state = Identity { file: (1, 2), size: 3, modified: (4, 5), changed: (6, 7) };
        let [compiled, _] = compiled;
        for kind in [Opened::Made, Opened::ToRead, Opened::Absent] {
            let noted = Noted::new(kind, compiled.clone(), state, i64::MAX);
            assert_eq!(
                (noted.kind, &noted.path, noted.changed, noted.written),
                (Opened::ToRead, &source, false, false)
            );
            assert_eq!(noted.state, Identity::of(&source.metadata().unwrap()), "{kind:?}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
