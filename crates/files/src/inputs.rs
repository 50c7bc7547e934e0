//! Records which files a scenario reads. When a file is opened, its path, the scenario key that names the file and a digest of
//! the contents are noted.
//!
//! Within [`Inputs::reading`] every file that this crate opens on the same thread is noted. If the environment variable
//! `WT_INPUT_ROOT` names a folder, absolute paths are looked up below that folder. So a run on another machine finds the copies
//! of its inputs there, and reads no other files.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::{Read, Result};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The variable that names the folder below which absolute paths of inputs are looked up.
pub const INPUT_ROOT: &str = "WT_INPUT_ROOT";

/// Bytes that are read at once for a digest.
const PIECE: usize = 1 << 20;

/// A file that a run has read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Input {
    /// The key of the scenario that names it, as in `mpi-library`; `platform: KEY` if the platform's file does.
    pub key: String,
    /// The path as it was opened: relative ones start where the run did.
    pub path: String,
    /// SHA-256 of its contents, in hexadecimal digits; empty if it was gone or changed before it could be computed.
    pub sha256: String,
    /// Whether it has changed while the run read it, so that the digest may be another one than that of what was read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
}

/// The key of a file that a program has read and changed itself: its earlier contents are unknown.
pub const UPDATED: &str = "updated";

/// The key of a file that a program has looked for and not found.
pub const MISSING: &str = "missing";

impl Input {
    /// A file that was not there.
    pub fn missing(path: &Path) -> Self {
        Self { changed: false, key: MISSING.to_owned(), ..Self::updated(path) }
    }

    /// A file whose former contents are not known.
    pub fn updated(path: &Path) -> Self {
        Self { key: UPDATED.to_owned(), path: path.display().to_string(), sha256: String::new(), changed: true }
    }

    /// A file that a program has opened in this state; `changed`: the run had changed it before.
    pub fn opened(key: &str, path: &Path, state: Identity, changed: bool) -> Self {
        let digest = digest_of(path, state);
        let changed = changed || digest.is_none();
        Self { key: key.to_owned(), path: path.display().to_string(), sha256: digest.unwrap_or_default(), changed }
    }
}

/// How the files of a program are known, once its ranks have ended.
#[derive(Clone, Copy, Debug)]
pub struct ProgramFiles {
    /// Lists them.
    pub list: fn() -> Vec<Input>,
    /// Why that list may lack some; nothing if it has all.
    pub lacks: fn() -> Vec<String>,
}

/// Collects the files that are read for a scenario. Clones collect into the same list.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    noted: Arc<Mutex<BTreeMap<(String, PathBuf), Contents>>>,
    program: Arc<OnceLock<ProgramFiles>>,
}

/// The files read are not part of a scenario.
impl PartialEq for Inputs {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What is known of the contents of a file.
#[derive(Clone, Debug, Default)]
struct Contents {
    /// The digest of what was read as a whole.
    digest: Option<String>,
    /// The file that was opened, to be read in pieces: its digest is computed when the list is wanted.
    opened: Option<Identity>,
    /// Where that is, as an absolute path.
    place: PathBuf,
    /// Whether two readings have seen different contents.
    changed: bool,
}

/// A state of a file: every change of the contents changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    /// Device and inode.
    pub file: (u64, u64),
    /// Bytes.
    pub size: u64,
    /// When the contents were changed last, seconds and nanoseconds.
    pub modified: (i64, i64),
    /// When anything of it was.
    pub changed: (i64, i64),
}

impl Identity {
    /// That of a file.
    pub fn of(found: &Metadata) -> Self {
        Self {
            file: (found.dev(), found.ino()),
            size: found.size(),
            modified: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        }
    }
}

thread_local! {
    /// Who collects what this thread reads, and under which key.
    static READER: RefCell<Option<(Inputs, String)>> = const { RefCell::new(None) };
}

/// Makes the former reader that of the thread again.
struct Restored(Option<(Inputs, String)>);

impl Drop for Restored {
    fn drop(&mut self) {
        READER.set(self.0.take());
    }
}

impl Inputs {
    /// Notes the files that `read` opens under a key.
    pub fn reading<T>(&self, key: &str, read: impl FnOnce() -> T) -> T {
        // Before a program's variables take the place of ours.
        let _ = root();
        let _former = Restored(READER.replace(Some((self.clone(), key.to_owned()))));
        read()
    }

    /// The files of a program belong to it, too, at the end of the run.
    pub fn add_program(&self, program: ProgramFiles) {
        let _ = self.program.set(program);
    }

    /// Why the list may lack files that the program reads.
    pub fn lacks(&self) -> Vec<String> {
        self.program.get().map(|program| (program.lacks)()).unwrap_or_default()
    }

    /// The paths of all files so far.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.noted().keys().map(|(_, path)| below_root(path).into_owned()).collect()
    }

    /// Notes what another list has, too.
    pub fn add(&self, other: &Self) {
        let other: Vec<_> = other.noted().iter().map(|(key, contents)| (key.clone(), contents.clone())).collect();
        self.noted().extend(other);
    }

    /// All files so far, by key and path. Reads those again that were read in pieces.
    pub fn list(&self) -> Vec<Input> {
        let entry = |((key, path), contents): (&(String, PathBuf), &Contents)| {
            let later = contents.opened.map(|opened| (opened, digest_of(&contents.place, opened)));
            let (digest, changed) = match (&contents.digest, later) {
                (Some(digest), None) => (digest.clone(), false),
                (None, Some((_, Some(later)))) => (later, false),
                (Some(digest), Some((_, Some(later)))) => (digest.clone(), *digest != later),
                (digest, _) => (digest.clone().unwrap_or_default(), true),
            };
            let changed = changed || contents.changed;
            Input { key: key.clone(), path: path.display().to_string(), sha256: digest, changed }
        };
        let mut list: Vec<Input> = self.noted().iter().map(entry).collect();
        list.extend(self.program.get().into_iter().flat_map(|program| (program.list)()));
        list.sort();
        list
    }

    fn noted(&self) -> MutexGuard<'_, BTreeMap<(String, PathBuf), Contents>> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, key: &str, path: &Path, digest: Option<String>, opened: Option<Identity>) {
        let mut noted = self.noted();
        let contents = noted.entry((key.to_owned(), as_named(path))).or_default();
        let differs = |former: bool, same: bool| former && !same;
        contents.changed |= digest.is_some() && differs(contents.digest.is_some(), contents.digest == digest);
        contents.changed |= opened.is_some() && differs(contents.opened.is_some(), contents.opened == opened);
        contents.digest = contents.digest.take().or(digest);
        if contents.opened.is_none() && opened.is_some() {
            // The program may change the working directory meanwhile.
            contents.place = std::path::absolute(below_root(path)).unwrap_or_else(|_| path.to_owned());
            contents.opened = opened;
        }
    }
}

/// Notes the files that `read` opens under another key than the thread's; without a list nothing is noted.
pub fn named<T>(key: &str, read: impl FnOnce() -> T) -> T {
    match READER.with_borrow(|reader| reader.as_ref().map(|(inputs, _)| inputs.clone())) {
        Some(inputs) => inputs.reading(key, read),
        None => read(),
    }
}

/// Notes a file that was read as a whole.
pub(crate) fn note_contents(path: &Path, contents: &[u8]) {
    READER.with_borrow(|reader| {
        if let Some((inputs, key)) = reader {
            inputs.note(key, path, Some(hexadecimal(&Sha256::digest(contents))), None);
        }
    });
}

/// Notes a file that will be read in pieces.
pub(crate) fn note_opened(path: &Path, found: &Metadata) {
    READER.with_borrow(|reader| {
        if let Some((inputs, key)) = reader {
            inputs.note(key, path, None, Some(Identity::of(found)));
        }
    });
}

fn root() -> Option<&'static Path> {
    static ROOT: OnceLock<Option<PathBuf>> = OnceLock::new();
    ROOT.get_or_init(|| std::env::var_os(INPUT_ROOT).map(PathBuf::from)).as_deref()
}

/// Where an input is: below the root, if there is one, and what is read are inputs.
pub fn located(path: &Path) -> Cow<'_, Path> {
    let is_input = READER.with_borrow(Option::is_some);
    if is_input { below_root(path) } else { Cow::Borrowed(path) }
}

fn below_root(path: &Path) -> Cow<'_, Path> {
    match root().filter(|root| path.is_absolute() && !path.starts_with(root)) {
        Some(root) => Cow::Owned(root.join(path.strip_prefix("/").unwrap_or(path))),
        None => Cow::Borrowed(path),
    }
}

/// The path that leads to a place below the root.
fn as_named(path: &Path) -> PathBuf {
    match root().and_then(|root| path.strip_prefix(root).ok()) {
        Some(inside) => Path::new("/").join(inside),
        None => path.to_owned(),
    }
}

/// SHA-256 of a regular file's contents now, in hexadecimal digits; none if it can't be read.
pub fn digest(path: &Path) -> Option<String> {
    let place = below_root(path);
    let found = place.metadata().ok().filter(Metadata::is_file)?;
    digest_of(&place, Identity::of(&found))
}

/// The digest of a file, if it is still as it was opened. Files are read once for as long as they stay the same.
fn digest_of(path: &Path, opened: Identity) -> Option<String> {
    static KNOWN: Mutex<BTreeMap<Identity, String>> = Mutex::new(BTreeMap::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let compute = || -> Result<(Identity, String, Identity)> {
        let mut file = File::open(path)?;
        let before = Identity::of(&file.metadata()?);
        if let Some(digest) = known().get(&before) {
            return Ok((before, digest.clone(), before));
        }
        let mut digest = Sha256::new();
        let mut piece = vec![0; PIECE];
        loop {
            match file.read(&mut piece)? {
                0 => break,
                count => digest.update(&piece[..count]),
            }
        }
        Ok((before, hexadecimal(&digest.finalize()), Identity::of(&file.metadata()?)))
    };
    let (before, digest, after) = compute().ok()?;
    if before != opened || after != opened {
        return None;
    }
    known().insert(opened, digest.clone());
    Some(digest)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{open, place, read};

    /// A file of its own.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str, contents: &str) -> Self {
            let path = std::env::temp_dir().join(format!("wt-inputs-{name}-{}", std::process::id()));
            std::fs::write(&path, contents).unwrap();
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    /// SHA-256 of `abc`, from FIPS 180-2.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn what_is_read_is_listed_by_key_and_path_with_its_digest() {
        let (file, other) = (Scratch::new("listed", "abc"), Scratch::new("other", "abc"));
        let inputs = Inputs::default();
        read(&other.0).unwrap();
        inputs.reading("trace", || place(&file.0).unwrap());
        inputs.reading("platform", || {
            read(&file.0).unwrap();
            open(&file.0).unwrap();
            named("platform: host.noise.trace", || read(&file.0).unwrap());
            read(Path::new("/no/such")).unwrap_err();
        });
        let list = inputs.list();
        let keys: Vec<&str> = list.iter().map(|input| &*input.key).collect();
        assert_eq!(keys, ["platform", "platform: host.noise.trace", "trace"]);
        assert!(list.iter().all(|input| input.sha256 == ABC && Path::new(&input.path) == file.0 && !input.changed));
        assert_eq!(inputs.paths(), [&*file.0; 3]);
        let all = Inputs::default();
        all.add(&inputs);
        assert_eq!(all.list(), list);
    }

    #[test]
    fn a_file_that_changes_is_marked() {
        let (whole, pieces) = (Scratch::new("whole", "abc"), Scratch::new("pieces", "abc"));
        let inputs = Inputs::default();
        let see = |path: &Path| inputs.reading("trace", || (read(path).map(drop), open(path).map(drop)).0.unwrap());
        see(&whole.0);
        inputs.reading("trace", || open(&pieces.0).unwrap());
        assert!(inputs.list().iter().all(|input| !input.changed));
        std::fs::write(&whole.0, "abcd").unwrap();
        see(&whole.0);
        std::fs::remove_file(&pieces.0).unwrap();
        assert!(inputs.list().iter().all(|input| input.changed));
    }
}
