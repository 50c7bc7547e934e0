//! Finds the files of this installation (launcher, wrappers, libraries), and the programs that users name.

use crate::error::CliError;
use files::FileError;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Sources that are compiled before they run, and the wrapper for each.
const COMPILERS: &[(&str, &str)] = &[
    ("c", "wtcc"),
    ("cc", "wtcxx"),
    ("cpp", "wtcxx"),
    ("cxx", "wtcxx"),
    ("C", "wtcxx"),
    ("f90", "wtfort"),
    ("F90", "wtfort"),
    ("f95", "wtfort"),
    ("f03", "wtfort"),
    ("f08", "wtfort"),
    ("F08", "wtfort"),
    ("f", "wtfort"),
    ("F", "wtfort"),
    ("for", "wtfort"),
    ("f77", "wtfort"),
];

/// The folder that holds `bin/windtunnel`.
pub(crate) fn prefix() -> Result<PathBuf, CliError> {
    let own = std::env::current_exe().and_then(|path| path.canonicalize());
    let own = own.map_err(|error| CliError::Start { path: "windtunnel".to_owned(), reason: error.to_string() })?;
    Ok(own.parent().and_then(Path::parent).unwrap_or(Path::new("/")).to_owned())
}

/// A file of the installation.
pub(crate) fn installed(inside: &str) -> Result<PathBuf, CliError> {
    let path = prefix()?.join(inside);
    if path.is_file() { Ok(path) } else { Err(CliError::Installation { path: path.display().to_string() }) }
}

/// The compiler wrapper for a source file; none for anything else.
pub(crate) fn compiler(program: &Path) -> Option<&'static str> {
    let extension = program.extension()?.to_str()?;
    COMPILERS.iter().find(|(known, _)| *known == extension).map(|(_, wrapper)| *wrapper)
}

/// Finds the program a user names: a path, or a name in PATH, as a shell does.
pub(crate) fn find_program(program: &Path) -> Result<PathBuf, CliError> {
    let named = || program.display().to_string();
    let found = if program.exists() || program.components().count() > 1 {
        program.to_owned()
    } else {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let mut candidates = std::env::split_paths(&folders).map(|folder| folder.join(program));
        candidates.find(|path| is_executable(path)).unwrap_or_else(|| program.to_owned())
    };
    if !found.exists() {
        return Err(CliError::NoProgram { program: named(), hint: near_file(program) });
    }
    // A Python script need not be executable; a program that an interpreter is linked to is what its name says.
    let script = found.extension().is_some_and(|extension| extension == "py") && found.is_file();
    if compiler(program).is_none() && !script && !is_executable(&found) {
        return Err(not_executable(&found, named()));
    }
    std::path::absolute(&found).map_err(|error| CliError::Start { path: named(), reason: error.to_string() })
}

/// The file beside a program that was meant, as a phrase; empty if none is near.
fn near_file(program: &Path) -> String {
    let folder = program.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    config::nearest(&name, names.iter().map(String::as_str)).map_or_else(String::new, |near| {
        format!("; did you mean `{}`?", folder.map_or_else(|| near.into(), |folder| folder.join(near)).display())
    })
}

/// The error for a file that cannot be run.
fn not_executable(file: &Path, program: String) -> CliError {
    if file.is_dir() {
        return CliError::NotExecutable { program, what: "a folder", advice: String::new() };
    }
    let mut begin = [0; 4];
    // Not of a pipe or a device, which may have nothing to read.
    let read = files::open(file).and_then(|mut file| file.read_exact(&mut begin));
    if read.is_ok() && begin.starts_with(b"#!") {
        let advice = "; name its interpreter before it, or give the program that it starts".to_owned();
        return CliError::NotExecutable { program, what: "a script", advice };
    }
    let chmod = || format!("; `chmod +x {}` makes it one", files::shell_word(Path::new(&program)));
    let advice = if read.is_ok() && begin == *b"\x7fELF" { chmod() } else { String::new() };
    CliError::NotExecutable { program, what: "not an executable file", advice }
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Compiles a source with a wrapper into `folder`; gives the executable.
pub(crate) fn compile(source: &Path, wrapper: &str, folder: &Path) -> Result<PathBuf, CliError> {
    let wrapper = installed(&format!("bin/{wrapper}"))?;
    let executable = folder.join(source.file_stem().unwrap_or_default());
    let failed = |status: String| CliError::Compile {
        source_file: source.display().to_string(),
        command: format!("{} -O2", files::shell_word(&wrapper)),
        status,
    };
    std::fs::create_dir_all(folder).map_err(|error| FileError::write(folder, error))?;
    let mut command = Command::new(&wrapper);
    command.arg("-O2").arg("-o").arg(&executable).arg(source).arg("-lm").stdin(Stdio::null());
    if wrapper.ends_with("wtfort") {
        command.arg("-J").arg(folder); // modules of the program's own
    }
    let status = command
        .status()
        .map_err(|error| CliError::Start { path: wrapper.display().to_string(), reason: error.to_string() })?;
    if status.success() { Ok(executable) } else { Err(failed(status.to_string())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_known_by_their_ending() {
        assert_eq!(compiler(Path::new("a/halo3d.c")), Some("wtcc"));
        assert_eq!(compiler(Path::new("pi.cpp")), Some("wtcxx"));
        assert_eq!(compiler(Path::new("heat.F90")), Some("wtfort"));
        assert_eq!(compiler(Path::new("./a.out")), None);
        assert_eq!(compiler(Path::new("c")), None);
    }

    #[test]
    fn a_program_that_cannot_run_is_named() {
        let message = |program: &str| find_program(Path::new(program)).unwrap_err().to_string();
        assert_eq!(
            message("./no/such"),
            "./no/such: program not found; expected an MPI program, or a source in C, C++ or Fortran (.c, .cpp, .f90 …)"
        );
        assert_eq!(
            message("/"),
            "/: is a folder; expected an MPI program, or a source in C, C++ or Fortran (.c, .cpp, .f90 …)"
        );
        assert_eq!(find_program(Path::new("sh")).unwrap().file_name().map(|_| ()), Some(()));
    }

    #[test]
    fn what_is_missing_from_the_installation_is_named() {
        let message = installed("lib/windtunnel/no-such-file").unwrap_err().to_string();
        assert!(message.contains("lib/windtunnel/no-such-file: is missing from this installation"), "{message}");
    }
}
