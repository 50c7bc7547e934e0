//! Which files a run's program consists of and reads: the list of inputs that `run.json` has of it.
//!
//! The C half (`launcher/opens.c`) notes what ranks open, in a memory that all processes of the run share; the launcher adds the
//! program and the libraries that the dynamic linker finds for it. Each file is hashed once, at the end of the run. Left out are
//! files that the run has made itself, those of the kernel (`/proc`, `/sys`, `/dev`), the run folder, and Windtunnel's own libraries,
//! for which its version stands. Not seen are opens by system calls that pass by the C library, those inside the C library
//! (locales, users, time zones), and those of programs that a compiled or Python rank starts.

use crate::images;
use engine::{Identity, Input, MISSING};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, Ordering};

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
    modified: (i64, i64),
    changed: (i64, i64),
}

/// How a file is opened: mirror of `enum opened_kind`, in its order from 1 on. Of several that read it the last counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
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
    InVain,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::Made,
        Self::ToWrite,
        Self::ToUpdate,
        Self::ToRead,
        Self::Library,
        Self::Executable,
        Self::Program,
        Self::InVain,
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
            Self::InVain => MISSING,
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
    c_int::from(images::in_rank())
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

/// Pages that processes which this one has started, and which have ended, have asked for: each asks for some.
fn children() -> i64 {
    // SAFETY: the system fills the struct.
    unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut used);
        used.ru_minflt
    }
}

/// Whether ranks are images of this process: then what it starts is started by a rank, but for those of [`OWN_CHILDREN`].
static IMAGES: AtomicBool = AtomicBool::new(false);
/// [`children`] of our own.
static OWN_CHILDREN: AtomicI64 = AtomicI64::new(0);

/// Ranks are images of this process.
pub(crate) fn ranks_are_images() {
    IMAGES.store(true, Ordering::Relaxed);
}

/// Runs a process of our own to its end.
pub(crate) fn own_child<T>(run: impl FnOnce() -> T) -> T {
    let before = children();
    let result = run();
    OWN_CHILDREN.fetch_add(children() - before, Ordering::Relaxed);
    result
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
pub(crate) fn note(path: &Path, kind: Kind) {
    note_open(path.as_os_str().as_bytes(), kind, libc::O_RDONLY);
}

/// Notes a file that was opened by these flags.
pub(crate) fn note_open(path: &[u8], kind: Kind, flags: c_int) {
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
    kind: Kind,
    path: PathBuf,
    /// As it was opened first.
    state: Identity,
    /// It had been changed since the run began.
    changed: bool,
    /// It was opened to be written later, too.
    written: bool,
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
                if bytes < size_of::<Note>() || at + bytes > LOG_BYTES {
                    at += 8;
                    continue;
                }
                if let Some(kind) = Kind::of(head.kind.load(Ordering::Acquire)) {
                    let path = CStr::from_ptr(note.add(size_of::<Note>()).cast());
                    let path = Path::new(OsStr::from_bytes(path.to_bytes())).components().collect();
                    let (file, modified) = ((head.device, head.inode), head.modified);
                    let state = Identity { file, size: head.size, modified, changed: head.changed };
                    let changed = modified.0 * 1_000_000_000 + modified.1 > (*self.at).started;
                    let noted = Noted { kind, path, state, changed, written: kind <= Kind::ToUpdate };
                    if kind == Kind::InVain { missing.push(noted) } else { merge(&mut files, noted) }
                }
                at += bytes;
            }
        }
        // What the run has made in the end was not there before it.
        missing.retain(|file| !file.path.exists());
        let all = files.into_values().chain(missing);
        all.filter(|file| file.kind >= Kind::ToUpdate && !self.is_own(&file.path)).collect()
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
        Entry::Occupied(known) if known.get().kind == Kind::Made => {}
        Entry::Occupied(mut known) => {
            let known = known.get_mut();
            known.written |= note.written;
            if note.kind > known.kind {
                (known.kind, known.path) = (note.kind, note.path);
            }
        }
    }
}

/// The source of a module that Python has compiled, if it is there: then Python compares the two, and reads the latter.
fn source_of(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?.strip_suffix(".pyc")?;
    let cache = path.parent().filter(|folder| folder.ends_with("__pycache__"))?;
    let source = cache.parent()?.join(format!("{}.py", name.split('.').next()?));
    source.is_file().then_some(source)
}

/// The list of the run's program, in a fixed order.
pub(crate) fn inputs() -> Vec<Input> {
    let Some(memory) = MEMORY.get() else { return Vec::new() };
    let mut inputs: Vec<Input> = memory.noted().into_iter().map(input_of).collect();
    inputs.sort();
    // A module's source and what it was compiled to are one.
    inputs.dedup();
    inputs
}

/// What to say if files could not be noted.
pub(crate) fn lost() -> Option<String> {
    if let Some(error) = REFUSED.get() {
        return Some(format!("`inputs` lacks what the program reads: there was no memory for the list: {error}"));
    }
    let memory = MEMORY.get()?;
    // SAFETY: the memory lives as long as the process.
    let count = |of: fn(&Shared) -> &AtomicU64| unsafe { of(&*memory.at) }.load(Ordering::Relaxed);
    let (lost, ranks) = (count(|shared| &shared.lost), count(|shared| &shared.children));
    let by_images = IMAGES.load(Ordering::Relaxed) && children() != OWN_CHILDREN.load(Ordering::Relaxed);
    if ranks > 0 || by_images {
        let text =
            "`inputs` lacks what programs read that ranks have started (system, popen, subprocess and the like)";
        return Some(text.to_owned());
    }
    (lost > 0).then(|| format!("`inputs` lacks files that the program opened: there was no room for {lost} of them"))
}

fn input_of(file: Noted) -> Input {
    if let Some(source) = source_of(&file.path)
        && let Ok(found) = source.metadata()
    {
        return Input::opened("module", &source, Identity::of(&found), false);
    }
    let Noted { kind, path, state, changed, written } = file;
    if kind == Kind::InVain {
        return Input::missing(&path);
    }
    if written && path.metadata().map_or(true, |found| Identity::of(&found) != state) {
        return Input::updated(&path);
    }
    Input::opened(kind.key(&path), &path, state, changed)
}
