//! The functions that the C half of POSIX interposition (`launcher/posix.c`) calls.

use super::descriptors::{self, MODELLED};
use super::mount::{Mount, mounted};
use super::site::program_site;
use crate::call::{Call, RankContext};
use crate::entry::file::ask;
use crate::images;
use crate::posix_io::{self, FileBytes};
use ops::{CommId, FileCall, Function, PosixCall, PosixOperation};
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::atomic::AtomicBool;

/// Mirror of `struct posix_hooks` in `launcher/posix.c`.
#[repr(C)]
struct PosixHooks {
    modelled: &'static [AtomicBool; MODELLED.len()],
    path_begins: unsafe extern "C-unwind" fn(*mut Begun, c_int, c_int, *const c_char, *const c_void) -> c_int,
    descriptor_begins: unsafe extern "C-unwind" fn(*mut Begun, c_int, c_int, i64, usize, *const c_void) -> c_int,
    opened: unsafe extern "C-unwind" fn(*mut Begun, c_int) -> c_int,
    closed: unsafe extern "C-unwind" fn(c_int),
    duplicated: unsafe extern "C-unwind" fn(c_int, c_int),
    ended: unsafe extern "C-unwind" fn(*mut Begun, isize),
    unsupported: unsafe extern "C-unwind" fn(*const c_char, *const c_void),
    rank: unsafe extern "C-unwind" fn() -> c_uint,
}

static HOOKS: PosixHooks = PosixHooks {
    modelled: &MODELLED,
    path_begins,
    descriptor_begins,
    opened,
    closed,
    duplicated,
    ended,
    unsupported,
    rank,
};

/// A call that has begun and not ended. It lies in a `struct posix_call`, and owns nothing.
struct Begun {
    call: Call,
    what: What,
    file: u32,
}

const _: () = assert!(size_of::<Begun>() <= 128 && align_of::<Begun>() <= 8);

/// Kinds of functions: mirror of `enum what`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Opens,
    Closes,
    Removes,
    Renames,
    MakesFolder,
    RemovesFolder,
    Queries,
    SeeksEnd,
    Resizes,
    Syncs,
    Reads,
    Writes,
}

impl What {
    const ALL: [Self; 12] = [
        Self::Opens,
        Self::Closes,
        Self::Removes,
        Self::Renames,
        Self::MakesFolder,
        Self::RemovesFolder,
        Self::Queries,
        Self::SeeksEnd,
        Self::Resizes,
        Self::Syncs,
        Self::Reads,
        Self::Writes,
    ];

    fn of(number: c_int) -> Self {
        Self::ALL[number as usize]
    }

    fn function(self) -> Function {
        match self {
            Self::Opens => Function::PosixOpen,
            Self::Closes => Function::PosixClose,
            Self::Removes => Function::PosixUnlink,
            Self::Renames => Function::PosixRename,
            Self::MakesFolder => Function::PosixMkdir,
            Self::RemovesFolder => Function::PosixRmdir,
            Self::Queries => Function::PosixStat,
            Self::SeeksEnd => Function::PosixLseek,
            Self::Resizes => Function::PosixFtruncate,
            Self::Syncs => Function::PosixFsync,
            Self::Reads => Function::PosixRead,
            Self::Writes => Function::PosixWrite,
        }
    }

    fn operation(self, offset: u64, bytes: u64) -> PosixOperation {
        match self {
            Self::Opens | Self::MakesFolder => PosixOperation::Open,
            Self::Closes => PosixOperation::Close,
            Self::Removes | Self::Renames | Self::RemovesFolder => PosixOperation::Delete,
            Self::Queries | Self::SeeksEnd => PosixOperation::Size,
            Self::Resizes => PosixOperation::Resize,
            Self::Syncs => PosixOperation::Sync,
            Self::Reads => PosixOperation::Read { offset, bytes },
            Self::Writes => PosixOperation::Write { offset, bytes },
        }
    }
}

/// Files below a mount are modelled from now on.
pub(crate) fn install(mount: Mount) {
    mount.set();
    give(Some(&HOOKS));
    images::watch_mapped_files(maps);
}

/// Nothing is modelled any more in this process.
pub(crate) fn remove() {
    give(None);
}

/// The rank of this process ends: writes what its streams hold.
pub(crate) fn end_rank() {
    // SAFETY: the C half's function takes nothing.
    unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, c"wt_posix_flush".as_ptr());
        if !found.is_null() {
            let flush: extern "C-unwind" fn() = std::mem::transmute(found);
            flush();
        }
    }
}

/// Told before a rank does what others can see, and whether it opens something.
pub(crate) type Shown = extern "C-unwind" fn(c_int);

/// Has the C half tell of what others can see.
pub(crate) fn watch(shown: Option<Shown>) {
    // SAFETY: the C half's function takes a pointer to such a function, or null.
    unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, c"wt_posix_shown".as_ptr());
        if !found.is_null() {
            let set: extern "C" fn(Option<Shown>) = std::mem::transmute(found);
            set(shown);
        }
    }
}

fn give(hooks: Option<&'static PosixHooks>) {
    // SAFETY: the C half's function takes a pointer to these functions, or null.
    unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, c"wt_posix_hooks".as_ptr());
        if !found.is_null() {
            let set: extern "C" fn(*const PosixHooks) = std::mem::transmute(found);
            set(hooks.map_or(std::ptr::null(), std::ptr::from_ref));
        }
    }
}

/// Asks the engine for the time of a call on a file, which stays open until [`ended`].
unsafe fn begin(begun: *mut Begun, what: What, mut call: Call, path: &[u8], (offset, bytes): (u64, u64)) {
    let (file, new) = call.rank().objects().file_defaults.number_of(path);
    let path = new.then(|| path.into());
    let asked = PosixCall { file, path, operation: what.operation(offset, bytes) };
    // Storage models do not fail; what the system says of the file comes from the C library's function.
    let _ = ask(&mut call, CommId::NULL, FileCall::Posix(asked));
    // SAFETY: the C half's space for it.
    unsafe { begun.write(Begun { call, what, file }) };
}

/// A function of a path begins: whether that is below the mount.
unsafe extern "C-unwind" fn path_begins(
    begun: *mut Begun,
    what: c_int,
    folder: c_int,
    path: *const c_char,
    site: *const c_void,
) -> c_int {
    if path.is_null() || RankContext::current_or_null().is_null() {
        return 0;
    }
    // SAFETY: the program's C string.
    let name = unsafe { CStr::from_ptr(path) };
    if name.is_empty() {
        // Then the file is that of the descriptor (`AT_EMPTY_PATH`).
        // SAFETY: as the caller says.
        return unsafe { descriptor_begins(begun, what, folder, -1, 0, site) };
    }
    let Some(path) = mounted(folder, name) else { return 0 };
    images::stay_behind();
    let what = What::of(what);
    let call = Call::enter_anytime(what.function(), program_site(site));
    // SAFETY: as the caller says.
    unsafe { begin(begun, what, call, &path, (0, 0)) };
    1
}

/// Where a descriptor's file pointer is, how long its file is, and whether it is written at its end; errors are the C library's
/// function's to tell.
fn state_of(descriptor: c_int) -> (u64, u64, bool) {
    // SAFETY: system calls; the struct is filled or stays zero. Not the C library's functions, which would come back here.
    unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        libc::syscall(libc::SYS_fstat, descriptor, &raw mut status);
        let at = libc::syscall(libc::SYS_lseek, descriptor, 0, libc::SEEK_CUR);
        let flags = libc::syscall(libc::SYS_fcntl, descriptor, libc::F_GETFL);
        let appends = flags >= 0 && flags as c_int & libc::O_APPEND != 0;
        (at.max(0) as u64, status.st_size.max(0) as u64, appends)
    }
}

/// Which bytes of its file an access is of: what is behind the end is not read.
fn extent(what: What, descriptor: c_int, offset: i64, bytes: usize) -> (u64, u64) {
    let (position, size, appends) = state_of(descriptor);
    let offset = u64::try_from(offset).unwrap_or(position);
    let bytes = bytes as u64;
    match what {
        What::Reads => (offset, bytes.min(size.saturating_sub(offset))),
        What::Writes if appends => (size, bytes),
        _ => (offset, bytes),
    }
}

/// A function of a descriptor begins: whether its file is modelled. `offset` -1: at the file pointer.
unsafe extern "C-unwind" fn descriptor_begins(
    begun: *mut Begun,
    what: c_int,
    descriptor: c_int,
    offset: i64,
    bytes: usize,
    site: *const c_void,
) -> c_int {
    if RankContext::current_or_null().is_null() {
        return 0;
    }
    let Some(path) = descriptors::path_of(descriptor) else { return 0 };
    let what = What::of(what);
    let call = Call::enter_anytime(what.function(), program_site(site));
    let extent = match what {
        What::Reads | What::Writes => extent(what, descriptor, offset, bytes),
        _ => (0, 0),
    };
    // SAFETY: as the caller says.
    unsafe { begin(begun, what, call, &path, extent) };
    1
}

/// A call has opened a descriptor: files are modelled, what else has a name is not. Whether there is room to remember it.
unsafe extern "C-unwind" fn opened(begun: *mut Begun, descriptor: c_int) -> c_int {
    // SAFETY: a call that has begun; a system call that fills the struct or fails.
    let (begun, status) = unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        libc::syscall(libc::SYS_fstat, descriptor, &raw mut status);
        (&mut *begun, status)
    };
    if status.st_mode & libc::S_IFMT != libc::S_IFREG {
        return 1;
    }
    let path = begun.call.rank().objects().file_defaults.path_of(begun.file);
    c_int::from(descriptors::add(descriptor, path))
}

unsafe extern "C-unwind" fn closed(descriptor: c_int) {
    descriptors::remove(descriptor);
}

/// One descriptor is another one's file from now on.
unsafe extern "C-unwind" fn duplicated(from: c_int, to: c_int) {
    descriptors::remove(to);
    if let Some(path) = descriptors::path_of(from) {
        descriptors::add(to, path);
    }
}

/// The C library's function has ended: how many bytes it has moved, or what else it says.
unsafe extern "C-unwind" fn ended(begun: *mut Begun, result: isize) {
    // SAFETY: a call that has begun, and ends here.
    let Begun { call, what, .. } = unsafe { begun.read() };
    let bytes = u64::try_from(result).unwrap_or(0);
    match what {
        What::Reads => posix_io::add_modelled(FileBytes { read: bytes, written: 0 }),
        What::Writes => posix_io::add_modelled(FileBytes { read: 0, written: bytes }),
        _ => {}
    }
    call.leave_with(());
}

/// The program does with a modelled file what the model has no time for.
unsafe extern "C-unwind" fn unsupported(what: *const c_char, site: *const c_void) {
    // SAFETY: a C string of the C half's.
    refuse(&unsafe { CStr::from_ptr(what) }.to_string_lossy(), site);
}

/// The program maps a file.
fn maps(descriptor: c_int, site: *const c_void) {
    if descriptors::path_of(descriptor).is_some() {
        refuse("mmap", site);
    }
}

fn refuse(what: &str, site: *const c_void) {
    if RankContext::current_or_null().is_null() {
        return;
    }
    let text = format!(
        "not supported: {what} of a file below the mount of the modelled file system; use read and write, or leave out \
         `mount` in the platform's [storage]"
    );
    Call::enter_anytime(Function::PosixOpen, program_site(site)).fatal(text)
}

/// The rank that runs in this process; 0 outside of any.
unsafe extern "C-unwind" fn rank() -> c_uint {
    // SAFETY: null, or the context of the rank that runs.
    unsafe { RankContext::current_or_null().as_ref() }.map_or(0, |context| context.rank.actor.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek, SeekFrom, Write};
    use std::os::fd::AsRawFd;

    #[test]
    fn kinds_have_the_numbers_of_the_c_half() {
        let source = include_str!("../../launcher/posix.c");
        let names = source.lines().find_map(|line| line.strip_prefix("enum what { ")).unwrap();
        let names: Vec<&str> = names.trim_end_matches(" };").split(", ").collect();
        let own = What::ALL.map(|what| format!("{what:?}").to_uppercase());
        assert_eq!(names.iter().map(|name| name.replace('_', "")).collect::<Vec<_>>(), own);
        assert!(What::ALL.iter().zip(0..).all(|(&what, number)| What::of(number) == what));
    }

    #[test]
    fn reads_end_where_the_file_does() {
        let path = std::env::temp_dir().join(format!("windtunnel-extent-{}", std::process::id()));
        let mut file =
            std::fs::File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
        file.write_all(&[1; 100]).unwrap();
        file.seek(SeekFrom::Start(60)).unwrap();
        let at = file.as_raw_fd();
        assert_eq!(extent(What::Reads, at, -1, 50), (60, 40));
        assert_eq!(extent(What::Reads, at, 10, 50), (10, 50));
        assert_eq!(extent(What::Reads, at, 200, 50), (200, 0));
        assert_eq!(extent(What::Writes, at, -1, 50), (60, 50));
        let file = std::fs::File::options().append(true).open(&path).unwrap();
        assert_eq!(extent(What::Writes, file.as_raw_fd(), -1, 50), (100, 50));
        std::fs::remove_file(&path).unwrap();
    }
}
