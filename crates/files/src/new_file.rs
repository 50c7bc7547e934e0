//! Writes output files. A file gets its name only when it is complete and synced, so a killed command leaves no incomplete file
//! under that name. Until then the file has no name or, on a file system without nameless files (such as NFS), a temporary
//! name.

use crate::error::FileError;
use crate::folder::Folder;
use rustix::fs::{
    AtFlags, CWD, FileType, Mode, OFlags, RenameFlags, linkat, openat, renameat, renameat_with, statat, unlinkat,
};
use rustix::io::Errno;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// What to do where the name is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// The file that is there stays: [`FileError::Exists`].
    Keep,
    /// The new file takes its place in one step.
    Replace,
}

impl Existing {
    /// `--force` replaces.
    pub fn forced(force: bool) -> Self {
        if force { Self::Replace } else { Self::Keep }
    }
}

/// A file that is being written. It gets its name by [`NewFile::commit`]; dropped before, it leaves nothing behind.
///
/// A device or pipe (`/dev/stdout`, a FIFO) is written straight through. A symbolic link that is replaced is replaced itself;
/// what it leads to stays.
#[derive(Debug)]
pub struct NewFile {
    file: BufWriter<File>,
    /// The folder that names are relative to; none for the current one.
    folder: Option<Folder>,
    name: PathBuf,
    place: Whereabouts,
    existing: Existing,
    bytes: u64,
}

/// Where the bytes of a file are.
#[derive(Debug)]
enum Whereabouts {
    /// Where they belong.
    Final,
    /// In a file without a name.
    Nameless,
    /// In a file of another name.
    Temporary(PathBuf),
}

/// Refuses `-`, which is the standard output in many programs: a file of this name is rarely meant.
fn expect_path(path: &Path) -> Result<(), FileError> {
    if path.as_os_str() == "-" {
        let expected = "expected a path: /dev/stdout for the standard output, ./- for a file of this name";
        return Err(FileError::write(path, expected));
    }
    Ok(())
}

/// Whether a path leads to a device or a pipe, or to what has been opened for us: `-o /dev/stdout > FILE` may be a regular file.
pub fn is_straight(path: &Path) -> bool {
    let opened = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => {
            std::path::absolute(path).is_ok_and(|path| opened.iter().any(|place| path.starts_with(place)))
        }
        Ok(found) => !found.is_dir(),
        Err(_) => false,
    }
}

impl NewFile {
    /// Begins a file. That the name is taken is found here, before any work.
    ///
    /// # Errors
    /// The name is taken and not to be replaced, or the place can't be written to.
    pub fn create(path: &Path, existing: Existing) -> Result<Self, FileError> {
        expect_path(path)?;
        if is_straight(path) {
            let opened = OpenOptions::new().append(true).open(path);
            let file = opened.map_err(|error| FileError::write(path, error))?;
            return Ok(Self::of(file, None, path, Whereabouts::Final, existing));
        }
        Self::begin(None, path, existing)
    }

    /// Begins a file in a folder that is held open.
    pub(crate) fn create_in(folder: &Folder, name: &Path, existing: Existing) -> Result<Self, FileError> {
        Self::begin(Some(folder.clone()), name, existing)
    }

    fn begin(folder: Option<Folder>, name: &Path, existing: Existing) -> Result<Self, FileError> {
        let path = full_path(folder.as_ref(), name);
        match statat(descriptor(folder.as_ref()), name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(found) if FileType::from_raw_mode(found.st_mode) == FileType::Directory => {
                return Err(FileError::write(&path, "it is a folder"));
            }
            Ok(_) if existing == Existing::Keep => return Err(FileError::exists(&path)),
            _ => {}
        }
        if name.file_name().is_none() {
            return Err(FileError::write(&path, "it has no file name"));
        }
        let at = descriptor(folder.as_ref());
        let (file, place) = match create_nameless(at, name) {
            Some(file) => (file, Whereabouts::Nameless),
            None => {
                let (file, beside) =
                    create_beside(at, name).map_err(|error| FileError::write(&path, io::Error::from(error)))?;
                (file, Whereabouts::Temporary(beside))
            }
        };
        Ok(Self::of(file, folder, name, place, existing))
    }

    fn of(file: File, folder: Option<Folder>, name: &Path, place: Whereabouts, existing: Existing) -> Self {
        let file = BufWriter::with_capacity(1 << 16, file);
        Self { file, folder, name: name.to_owned(), place, existing, bytes: 0 }
    }

    /// The path that it gets.
    pub fn path(&self) -> PathBuf {
        full_path(self.folder.as_ref(), &self.name)
    }

    fn failed(&self, error: impl Into<io::Error>) -> FileError {
        FileError::write(&self.path(), error.into())
    }

    /// Writes what is left, has it put on disk, and gives the file its name. Returns its bytes.
    ///
    /// # Errors
    /// Something can't be written; or the name has been taken meanwhile and is not to be replaced.
    pub fn commit(mut self) -> Result<u64, FileError> {
        // Before it has its name: after a power failure a name could stand for an empty file otherwise.
        self.sync()?;
        self.commit_unsynced()
    }

    /// As [`NewFile::commit`], but leaves it to the system when the file is put on disk: for what is soon replaced. It is whole
    /// whatever happens to this process, but perhaps not after a power failure.
    ///
    /// # Errors
    /// As [`NewFile::commit`].
    pub fn commit_unsynced(mut self) -> Result<u64, FileError> {
        self.file.flush().map_err(|error| self.failed(error))?;
        let (at, file) = (descriptor(self.folder.as_ref()), self.file.get_ref());
        let named = match (&self.place, self.existing) {
            (Whereabouts::Final, _) => Ok(()),
            (Whereabouts::Temporary(beside), Existing::Replace) => renameat(at, beside, at, &self.name),
            (Whereabouts::Temporary(beside), Existing::Keep) => rename_to_free(at, beside, &self.name),
            (Whereabouts::Nameless, Existing::Keep) => name_file(file, at, &self.name),
            (Whereabouts::Nameless, Existing::Replace) => name_instead(file, at, &self.name),
        };
        named.map_err(|error| match (error, self.existing) {
            (Errno::EXIST, Existing::Keep) => FileError::exists(&self.path()),
            _ => self.failed(error),
        })?;
        self.place = Whereabouts::Final;
        Ok(self.bytes)
    }

    /// Writes what is left and has it put on disk.
    fn sync(&mut self) -> Result<(), FileError> {
        self.file.flush().map_err(|error| self.failed(error))?;
        if !matches!(self.place, Whereabouts::Final) {
            self.file.get_ref().sync_all().map_err(|error| self.failed(error))?;
        }
        Ok(())
    }
}

static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// The bytes that this process has written into files of this kind so far, those that were replaced or given up among them.
pub fn bytes_written() -> u64 {
    WRITTEN.load(Ordering::Relaxed)
}

/// Files synced at a time.
const AT_ONCE: usize = 16;

/// Commits files together. Disks put several on disk in little more time than one: ten files one by one take ten times as
/// long. What can be committed is, whatever becomes of the others.
///
/// # Errors
/// The first of those that [`NewFile::commit`] has.
pub fn commit_all(mut files: Vec<NewFile>) -> Result<(), FileError> {
    let mut synced = Vec::with_capacity(files.len());
    for group in files.chunks_mut(AT_ONCE) {
        synced.extend(std::thread::scope(|scope| {
            let sync = |file| std::thread::Builder::new().spawn_scoped(scope, move || NewFile::sync(file));
            let threads: Vec<_> = group.iter_mut().map(sync).collect();
            // Where there can be no more threads, committing syncs.
            threads.into_iter().map(|thread| thread.ok().and_then(|thread| thread.join().ok())).collect::<Vec<_>>()
        }));
    }
    let committed = files.into_iter().zip(synced).map(|(file, synced)| match synced {
        Some(Ok(())) => file.commit_unsynced(),
        Some(Err(error)) => Err(error),
        None => file.commit(),
    });
    let results: Vec<_> = committed.collect();
    results.into_iter().try_for_each(|result| result.map(|_| ()))
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        WRITTEN.fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Whereabouts::Temporary(beside) = &self.place {
            // No caller is left to report an error to.
            let _ = unlinkat(descriptor(self.folder.as_ref()), beside, AtFlags::empty());
        }
    }
}

/// Writes a whole file, as [`NewFile`] does.
///
/// # Errors
/// As [`NewFile::create`] and [`NewFile::commit`].
pub fn write(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), FileError> {
    let mut file = NewFile::create(path, existing)?;
    file.write_all(bytes).map_err(|error| FileError::write(path, error))?;
    file.commit().map(|_| ())
}

const PREFIX: &str = ".windtunnel-";
const SUFFIX: &str = ".writing";

/// Whether a name is one that [`NewFile`] gives to what is not whole yet. One that lies around was left by a killed command.
pub fn is_temporary(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|rest| rest.ends_with(SUFFIX))
}

/// What names in a folder are relative to.
fn descriptor(folder: Option<&Folder>) -> BorrowedFd<'_> {
    folder.map_or(CWD, AsFd::as_fd)
}

fn full_path(folder: Option<&Folder>, name: &Path) -> PathBuf {
    folder.map_or_else(|| name.to_owned(), |folder| folder.path().join(name))
}

/// A new file without a name in the folder of `path`; none where there can be none, or none that gets a name later.
fn create_nameless(at: BorrowedFd<'_>, path: &Path) -> Option<File> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = File::from(openat(at, folder, flags, Mode::from_raw_mode(0o666)).ok()?);
    std::fs::symlink_metadata(opened(&file)).is_ok().then_some(file)
}

/// An open file's place among those of this process.
fn opened(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Gives a file without a name one that is free.
fn name_file(file: &File, at: BorrowedFd<'_>, to: &Path) -> Result<(), Errno> {
    linkat(CWD, opened(file), at, to, AtFlags::SYMLINK_FOLLOW)
}

/// The same for a name that may be taken. It is there at any moment: by way of another name for an instant.
fn name_instead(file: &File, at: BorrowedFd<'_>, to: &Path) -> Result<(), Errno> {
    match name_file(file, at, to) {
        Err(Errno::EXIST) => {
            let ((), beside) = with_name_beside(to, |beside| name_file(file, at, beside))?;
            renameat(at, &beside, at, to).inspect_err(|_| {
                // What went wrong first is what is said.
                let _ = unlinkat(at, &beside, AtFlags::empty());
            })
        }
        done => done,
    }
}

/// A new file in the folder of `path`, under a name of ours.
fn create_beside(at: BorrowedFd<'_>, path: &Path) -> Result<(File, PathBuf), Errno> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    with_name_beside(path, |beside| openat(at, beside, flags, Mode::from_raw_mode(0o666)).map(File::from))
}

/// Makes something under a name of ours in the folder of `path`.
fn with_name_beside<T>(path: &Path, make: impl Fn(&Path) -> Result<T, Errno>) -> Result<(T, PathBuf), Errno> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let beside = path.with_file_name(format!("{PREFIX}{}-{number}{SUFFIX}", std::process::id()));
        match make(&beside) {
            // Left by a killed process that had our number.
            Err(Errno::EXIST) => {}
            done => return done.map(|made| (made, beside)),
        }
    }
}

/// Renames without replacing, in one step.
fn rename_to_free(at: BorrowedFd<'_>, from: &Path, to: &Path) -> Result<(), Errno> {
    match renameat_with(at, from, at, to, RenameFlags::NOREPLACE) {
        // File systems over a network know no such renaming; a second name for a file is never put over another.
        Err(Errno::INVAL | Errno::NOSYS) => {
            linkat(at, from, at, to, AtFlags::empty()).and_then(|()| unlinkat(at, from, AtFlags::empty()))
        }
        done => done,
    }
}

/// Endings that say what a file is. Others may say anything: a date, a version.
const KNOWN: &[&str] = &[
    "bz2",
    "csv",
    "gif",
    "goal",
    "gz",
    "htm",
    "html",
    "jpeg",
    "jpg",
    "json",
    "otf2",
    "paje",
    "parquet",
    "pcf",
    "pdf",
    "perfetto-trace",
    "pftrace",
    "png",
    "prv",
    "ps",
    "svg",
    "toml",
    "xml",
    "zip",
];

/// Refuses a name whose ending says another format than the one that is written, and `-`.
///
/// # Errors
/// [`FileError::Ending`], [`FileError::Write`].
pub fn expect_ending(path: &Path, expected: &[&str]) -> Result<(), FileError> {
    expect_path(path)?;
    let Some(found) = path.extension().map(|ending| ending.to_string_lossy().into_owned()) else { return Ok(()) };
    let is_in = |endings: &[&str]| endings.iter().any(|ending| ending.eq_ignore_ascii_case(&found));
    if is_straight(path) || is_in(expected) || !is_in(KNOWN) {
        return Ok(());
    }
    let expected: Vec<String> = expected.iter().map(|ending| format!("`.{ending}`")).collect();
    Err(FileError::Ending { path: path.display().to_string(), found, expected: expected.join(" or ") })
}

/// Refuses to write over a file that the same command reads, by whatever name.
///
/// # Errors
/// [`FileError::Input`].
pub fn refuse_inputs<'a>(path: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> Result<(), FileError> {
    let identity =
        |path: &Path| std::fs::metadata(path).ok().filter(|it| it.is_file()).map(|it| (it.dev(), it.ino()));
    let Some(own) = identity(path) else { return Ok(()) };
    match inputs.into_iter().find(|input| identity(input) == Some(own)) {
        Some(input) => Err(FileError::Input { path: path.display().to_string(), input: input.display().to_string() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("wt-files-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn file(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }

        fn names(&self) -> Vec<String> {
            let entries = std::fs::read_dir(&self.0).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_has_its_name_when_it_is_whole() {
        let scratch = Scratch::new("whole");
        let path = scratch.file("a.txt");
        let mut file = NewFile::create(&path, Existing::Keep).unwrap();
        file.write_all(b"half").unwrap();
        assert!(!path.exists() && scratch.names().iter().all(|name| is_temporary(name)));
        file.write_all(b" and half").unwrap();
        assert_eq!(file.commit().unwrap(), 13);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "half and half");
        assert_eq!(scratch.names(), ["a.txt"]);
    }

    #[test]
    fn a_dash_is_refused() {
        let told =
            "-: cannot be written: expected a path: /dev/stdout for the standard output, ./- for a file of this name";
        let dash = Path::new("-");
        assert_eq!(NewFile::create(dash, Existing::Replace).err().unwrap().to_string(), told);
        assert_eq!(expect_ending(dash, &["svg"]).unwrap_err().to_string(), told);
        assert!(expect_ending(Path::new("./-"), &["svg"]).is_ok());
    }

    #[test]
    fn what_is_killed_leaves_nothing_where_files_need_no_name() {
        let scratch = Scratch::new("killed");
        let path = scratch.file("a.txt");
        if create_nameless(CWD, &path).is_none() {
            return;
        }
        for existing in [Existing::Keep, Existing::Replace] {
            let mut file = NewFile::create(&path, existing).unwrap();
            file.write_all(b"half").unwrap();
            file.flush().unwrap();
            // As a process that is killed does.
            std::mem::forget(file);
            assert!(scratch.names().iter().all(|name| name == "a.txt"), "{:?}", scratch.names());
            write(&path, b"whole", existing).unwrap();
        }
    }

    #[test]
    fn a_file_system_without_such_files_gets_temporary_names() {
        let scratch = Scratch::new("named");
        let path = scratch.file("a.txt");
        for (text, existing) in [("one", Existing::Keep), ("two", Existing::Replace)] {
            let (file, name) = create_beside(CWD, &path).unwrap();
            let place = Whereabouts::Temporary(name);
            let mut file = NewFile::of(file, None, &path, place, existing);
            file.write_all(text.as_bytes()).unwrap();
            file.commit().unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
            assert_eq!(scratch.names(), ["a.txt"]);
        }
        let (file, name) = create_beside(CWD, &path).unwrap();
        let late = NewFile::of(file, None, &path, Whereabouts::Temporary(name), Existing::Keep);
        assert!(matches!(late.commit(), Err(FileError::Exists { .. })));
        assert_eq!(scratch.names(), ["a.txt"]);
    }

    #[test]
    fn what_is_given_up_leaves_nothing() {
        let scratch = Scratch::new("dropped");
        std::fs::write(scratch.file("a.txt"), "old").unwrap();
        let mut file = NewFile::create(&scratch.file("a.txt"), Existing::Replace).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(scratch.names(), ["a.txt"]);
        assert_eq!(std::fs::read_to_string(scratch.file("a.txt")).unwrap(), "old");
    }

    #[test]
    fn a_name_that_is_taken_is_kept_unless_forced() {
        let scratch = Scratch::new("taken");
        let path = scratch.file("a.txt");
        // Taken while we write, and before.
        let late = NewFile::create(&path, Existing::Keep).unwrap();
        std::fs::write(&path, "mine").unwrap();
        for error in [late.commit().unwrap_err(), write(&path, b"new", Existing::Keep).unwrap_err()] {
            let expected = "already exists; give another name, or replace it with --force";
            assert_eq!(error.to_string(), format!("{}: {expected}", path.display()));
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
        write(&path, b"new", Existing::forced(true)).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(scratch.names(), ["a.txt"]);
    }

    #[test]
    fn a_link_is_replaced_and_not_what_it_leads_to() {
        let scratch = Scratch::new("link");
        std::fs::write(scratch.file("far.txt"), "far").unwrap();
        symlink(scratch.file("far.txt"), scratch.file("link.txt")).unwrap();
        assert!(matches!(write(&scratch.file("link.txt"), b"x", Existing::Keep), Err(FileError::Exists { .. })));
        write(&scratch.file("link.txt"), b"new", Existing::Replace).unwrap();
        assert_eq!(std::fs::read_to_string(scratch.file("far.txt")).unwrap(), "far");
        assert_eq!(std::fs::read_to_string(scratch.file("link.txt")).unwrap(), "new");
    }

    #[test]
    fn devices_are_written_straight_through() {
        write(Path::new("/dev/null"), b"gone", Existing::Keep).unwrap();
        let error = write(Path::new("/dev/full"), b"much", Existing::Keep).unwrap_err().to_string();
        assert!(error.starts_with("/dev/full: cannot be written: No space left on device"), "{error}");
    }

    #[test]
    fn places_that_cannot_be_written_are_named() {
        let scratch = Scratch::new("places");
        let message = |path: &Path| write(path, b"", Existing::Replace).unwrap_err().to_string();
        assert!(message(&scratch.0).ends_with(": cannot be written: it is a folder"));
        assert!(message(&scratch.file("no/such.txt")).contains("such.txt: cannot be written: No such file"));
        // A name as long as names may be still has room for the temporary one.
        write(&scratch.file(&"n".repeat(255)), b"", Existing::Keep).unwrap();
    }

    #[test]
    fn endings_of_other_formats_are_refused() {
        for right in ["a.svg", "a.SVG", "a", ".hidden", "a.2024-01", "/dev/stdout"] {
            expect_ending(Path::new(right), &["svg"]).unwrap();
        }
        let error = expect_ending(Path::new("a.png"), &["html", "htm"]).unwrap_err().to_string();
        let expected = "the output is not a `.png` file; expected a name that ends in `.html` or `.htm`";
        assert_eq!(error, format!("a.png: {expected}"));
    }

    #[test]
    fn inputs_are_known_by_any_name() {
        let scratch = Scratch::new("inputs");
        let (input, link) = (scratch.file("in.toml"), scratch.file("link.toml"));
        std::fs::write(&input, "").unwrap();
        symlink(&input, &link).unwrap();
        refuse_inputs(&scratch.file("out.toml"), [&*input]).unwrap();
        let error = refuse_inputs(&link, [&*input]).unwrap_err().to_string();
        assert!(error.contains("is an input of this command (") && error.ends_with("give another name"), "{error}");
    }
}
