//! Finds programs that ranks start (`MPI_Comm_spawn`): resolves a name to a file, and chooses the working directory.

use ops::{SpawnError, SpawnProgram};
use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// A program that can be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FoundProgram {
    /// Its file.
    pub(crate) path: PathBuf,
    /// Its name as it was called, and its arguments.
    pub(crate) arguments: Vec<CString>,
    /// The folder in which its ranks begin.
    pub(crate) folder: PathBuf,
    /// Its ranks.
    pub(crate) ranks: u32,
}

impl FoundProgram {
    /// Looks for a program: a name with a slash is a path from the root's folder; any other is looked for in the folders
    /// of the hint `path`, then in those of PATH (`search`), then in the root's.
    ///
    /// # Errors
    /// There is no such program, or no such folder.
    pub(crate) fn new(program: &SpawnProgram, root: &[u8], search: &OsStr) -> Result<Self, SpawnError> {
        let root = Path::new(OsStr::from_bytes(root));
        let folder = match &program.folder {
            Some(folder) => root.join(OsStr::from_bytes(folder)),
            None => root.to_owned(),
        };
        if !folder.is_dir() {
            return Err(SpawnError::Refused(format!("{}: is not a folder", folder.display())));
        }
        let command = Path::new(OsStr::from_bytes(&program.command));
        let word = |bytes: &[u8]| CString::new(bytes).map_err(|_| refused("an argument holds a zero byte"));
        let arguments = [&program.command].into_iter().chain(&program.arguments).map(|bytes| word(bytes));
        let arguments = arguments.collect::<Result<_, _>>()?;
        let path = if program.command.contains(&b'/') {
            Some(root.join(command)).filter(|path| is_program(path))
        } else {
            let hint = program.path.as_deref().map(OsStr::from_bytes).unwrap_or_default();
            let folders = std::env::split_paths(hint).chain(std::env::split_paths(search));
            let folders = folders.chain([PathBuf::new()]);
            folders.map(|folder| root.join(folder).join(command)).find(|path| is_program(path))
        };
        let path = path.ok_or_else(|| refused(&format!("there is no program `{}`", command.display())))?;
        Ok(Self { path, arguments, folder, ranks: program.ranks })
    }

    /// The folder as the system takes it.
    pub(crate) fn folder_text(&self) -> CString {
        CString::new(self.folder.as_os_str().as_bytes()).unwrap_or_default()
    }
}

fn refused(reason: &str) -> SpawnError {
    SpawnError::Refused(reason.to_owned())
}

/// Whether a file can be executed by us.
fn is_program(path: &Path) -> bool {
    let Ok(text) = CString::new(path.as_os_str().as_bytes()) else { return false };
    // SAFETY: a C string.
    path.is_file() && unsafe { libc::access(text.as_ptr(), libc::X_OK) } == 0
}

/// The value of a variable in an environment of `KEY=VALUE`.
pub(crate) fn variable(environment: &[CString], key: &str) -> OsString {
    let prefix = [key.as_bytes(), b"="].concat();
    let found = environment.iter().find_map(|entry| entry.as_bytes().strip_prefix(prefix.as_slice()));
    found.map(|value| OsString::from_vec(value.to_vec())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(command: &str) -> SpawnProgram {
        let command = command.as_bytes().into();
        SpawnProgram { command, arguments: Box::new([]), ranks: 1, host: None, folder: None, path: None }
    }

    #[test]
    fn names_lead_to_files_by_folders_in_order() {
        let find = |program: &SpawnProgram, search: &str| FoundProgram::new(program, b"/usr", OsStr::new(search));
        let path = |found: Result<FoundProgram, SpawnError>| found.expect("there").path;
        assert_eq!(path(find(&program("/bin/sh"), "")), Path::new("/bin/sh"));
        assert_eq!(path(find(&program("bin/env"), "")), Path::new("/usr/bin/env"));
        assert_eq!(path(find(&program("env"), "/nowhere:/bin")), Path::new("/bin/env"));
        let hinted = SpawnProgram { path: Some(b"bin".as_slice().into()), ..program("env") };
        assert_eq!(path(find(&hinted, "/bin")), Path::new("/usr/bin/env"));
        let missing = find(&program("no-such-program"), "/bin").expect_err("missing");
        assert_eq!(missing, SpawnError::Refused("there is no program `no-such-program`".to_owned()));
        let nowhere = SpawnProgram { folder: Some(b"no-such-folder".as_slice().into()), ..program("/bin/sh") };
        let missing = find(&nowhere, "").expect_err("missing");
        assert_eq!(missing, SpawnError::Refused("/usr/no-such-folder: is not a folder".to_owned()));
        let within = SpawnProgram { folder: Some(b"bin".as_slice().into()), ..program("/bin/sh") };
        assert_eq!(find(&within, "").expect("there").folder, Path::new("/usr/bin"));
    }
}
