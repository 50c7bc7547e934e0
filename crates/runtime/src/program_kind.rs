//! Determines the kind of a program file (ELF, script, Python …), and whether its ranks have to be processes.

use crate::images::{face_of, same_abi, symbols};
use crate::opens::{self, Opened};
use crate::own_children::own_child;
use crate::sanitizer::Sanitizer;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How a program is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramKind {
    /// An executable, or a script of another interpreter than Python's, with the MPI library that it is linked with.
    Executable {
        /// The soname of a face; none if it is not linked with MPI itself.
        face: Option<&'static str>,
        /// Another of them, if it is linked with two: no program can be.
        second: Option<&'static str>,
        /// The sanitizer that it is compiled with.
        sanitizer: Option<Sanitizer>,
        /// The thread-local storage of its libraries, bytes.
        thread_local: u64,
    },
    /// A Python program.
    Python {
        /// The interpreter.
        interpreter: PathBuf,
        /// Whether the file is a script; otherwise it is the interpreter itself.
        script: bool,
    },
}

impl ProgramKind {
    /// The sanitizer that it is compiled with.
    pub(crate) fn sanitizer(&self) -> Option<Sanitizer> {
        match self {
            Self::Executable { sanitizer, .. } => *sanitizer,
            Self::Python { .. } => None,
        }
    }
}

/// A garbage collector that looks for pointers in what it takes for the process's stack and variables (Boehm's): Guile has it.
const COLLECTOR: &str = "libgc.so";

/// No MPI library.
const NO_FACE: ProgramKind = ProgramKind::Executable { face: None, second: None, sanitizer: None, thread_local: 0 };

/// The kind of a program, and why images cannot hold it, if that can be seen. `libraries` is the folder of ours,
/// `library_path` the user's LD_LIBRARY_PATH. Program and libraries become inputs of the run.
pub fn program_kind(program: &Path, libraries: &Path, library_path: &OsStr) -> (ProgramKind, Option<String>) {
    let bytes = head(program);
    opens::note(program, Opened::Program);
    if is_python(program.file_name().unwrap_or_default()) {
        let kind = ProgramKind::Python { interpreter: program.to_owned(), script: false };
        return (kind, Some("is a Python interpreter".to_owned()));
    }
    if let Some(interpreter) = script(program, &bytes) {
        let kind = match interpreter {
            Some(interpreter) => ProgramKind::Python { interpreter, script: true },
            None => NO_FACE,
        };
        return (kind, Some("is a script".to_owned()));
    }
    let Some(elf) = Elf::of(&bytes) else { return (NO_FACE, None) };
    let symbols = symbols(program);
    // What cannot be read at all is explained by whoever loads images.
    if !elf.dynamic || (!elf.fixed && symbols.is_err()) {
        return (NO_FACE, None);
    }
    let needed = needed(program, &joined(&[libraries.as_os_str()], library_path)).unwrap_or_else(|why| {
        opens::libraries_unknown(why);
        Vec::new()
    });
    needed.iter().filter_map(|(_, path)| path.as_deref()).for_each(|path| opens::note(path, Opened::Library));
    let mut faces = needed.iter().filter_map(|(name, _)| face_of(name));
    let face = faces.next();
    let second = faces.find(|other| face.is_some_and(|face| !same_abi(face, other)));
    let loaded = needed.iter().filter_map(|(_, path)| Elf::of(&head(path.as_deref()?)));
    let thread_local = loaded.map(|library| library.thread_local).sum();
    let libraries = needed.iter().map(|(name, _)| name.as_str());
    let sanitizer = Sanitizer::of(&symbols.unwrap_or_default(), libraries);
    let collector = needed.iter().find(|(name, _)| name.starts_with(COLLECTOR));
    let why = if elf.fixed {
        Some("is linked at a fixed address".to_owned())
    } else if face.is_none() {
        Some("is not linked with MPI itself".to_owned())
    } else if let Some((name, _)) = collector {
        Some(format!("has a garbage collector that knows one stack for each thread ({name})"))
    } else {
        sanitizer.map(|sanitizer| format!("is compiled with {}", sanitizer.name()))
    };
    (ProgramKind::Executable { face, second, sanitizer, thread_local }, why)
}

/// Whether a program is an executable that has all of its libraries inside, so that none of them is ours.
pub fn is_static(program: &Path) -> bool {
    Elf::of(&head(program)).is_some_and(|elf| !elf.dynamic)
}

/// A list of paths with those of the user after ours.
pub(crate) fn joined(first: &[&OsStr], rest: &OsStr) -> OsString {
    let parts = first.iter().copied().chain([rest]).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(OsStr::new(":"))
}

/// The first bytes of a file.
fn head(path: &Path) -> Vec<u8> {
    use std::io::Read;
    let mut bytes = Vec::new();
    // A file that cannot be read is found out by whoever loads it.
    let _ = std::fs::File::open(path).and_then(|file| file.take(4096).read_to_end(&mut bytes));
    bytes
}

/// `python`, `python3`, `python3.12`.
fn is_python(name: &OsStr) -> bool {
    let name = name.as_bytes();
    name.strip_prefix(b"python").is_some_and(|rest| rest.iter().all(|&byte| byte.is_ascii_digit() || byte == b'.'))
}

/// Whether the file is a script, and the interpreter if that is Python.
fn script(program: &Path, head: &[u8]) -> Option<Option<PathBuf>> {
    let first = head.strip_prefix(b"#!").and_then(|line| line.split(|&byte| byte == b'\n').next());
    let mut words = first.into_iter().flat_map(|line| line.split(|&byte| byte == b' ' || byte == b'\t'));
    let mut words = words.by_ref().filter(|word| !word.is_empty()).map(|word| PathBuf::from(OsStr::from_bytes(word)));
    let mut interpreter = words.next();
    if interpreter.as_deref().and_then(Path::file_name) == Some(OsStr::new("env")) {
        interpreter = words.find(|word| !word.as_os_str().as_bytes().starts_with(b"-")).map(|name| in_path(&name));
    }
    let python = interpreter.clone().filter(|path| is_python(path.file_name().unwrap_or_default()));
    match (interpreter, program.extension() == Some(OsStr::new("py"))) {
        (Some(_), _) if python.is_some() => Some(python),
        (None, true) => Some(Some(in_path(Path::new("python3")))),
        (Some(_), _) => Some(None),
        (None, false) => None,
    }
}

/// A name looked up in PATH; itself if it is not there.
fn in_path(name: &Path) -> PathBuf {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| name.to_owned())
}

/// What an ELF header says.
struct Elf {
    /// It names a dynamic linker.
    dynamic: bool,
    /// It has to be loaded where it says (ET_EXEC).
    fixed: bool,
    /// Its thread-local storage with what aligning it may take, bytes.
    thread_local: u64,
}

impl Elf {
    fn of(head: &[u8]) -> Option<Self> {
        let at = |place: usize, bytes: usize| {
            let field = head.get(place..place.checked_add(bytes)?)?;
            Some(field.iter().rev().fold(0u64, |value, &byte| value << 8 | u64::from(byte)))
        };
        if !head.starts_with(b"\x7fELF\x02\x01") {
            return None;
        }
        let (kind, table, size, count) = (at(16, 2)?, at(32, 8)? as usize, at(54, 2)? as usize, at(56, 2)? as usize);
        // PT_INTERP is 3, PT_TLS is 7.
        let segment = |kind| (0..count).map(|i| table + i * size).find(|&start| at(start, 4) == Some(kind));
        let thread_local = segment(7).map_or(0, |start| {
            let (bytes, align) = (at(start + 40, 8).unwrap_or(0), at(start + 48, 8).unwrap_or(0));
            bytes.saturating_add(align).min(1 << 30)
        });
        Some(Self { dynamic: segment(3).is_some(), fixed: kind == 2, thread_local })
    }
}

/// What the dynamic linker would load: names and paths. Fails if it does not tell, or not all.
fn needed(program: &Path, library_path: &OsStr) -> Result<Vec<(String, Option<PathBuf>)>, String> {
    let mut command = Command::new(program);
    command.env("LD_TRACE_LOADED_OBJECTS", "1").env("LD_LIBRARY_PATH", library_path).env_remove("LD_PRELOAD");
    command.stdin(Stdio::null()).stderr(Stdio::null());
    listed(&own_child(|| command.output()).map_err(|error| error.to_string())?)
}

/// What the dynamic linker has answered.
fn listed(output: &Output) -> Result<Vec<(String, Option<PathBuf>)>, String> {
    if !output.status.success() {
        return Err(output.status.to_string());
    }
    if output.stdout.is_empty() {
        // Even of a program without libraries it says so.
        return Err("it printed nothing".to_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    // "	libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007f…)", and of the dynamic linker itself the path alone.
    let parse = |line: &str| {
        let line = line.trim();
        let (name, rest) = line.split_once(" => ").or_else(|| line.starts_with('/').then_some((line, line)))?;
        let path = rest.rsplit_once(" (").map(|(path, _)| PathBuf::from(path));
        Some((name.to_owned(), path))
    };
    Ok(text.lines().filter_map(parse).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(name: &str, text: &[u8]) -> (ProgramKind, Option<String>) {
        let path = std::env::temp_dir().join(format!("wt-choose-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file");
        let found = program_kind(&path, Path::new("/no_site"), OsStr::new(""));
        std::fs::remove_file(&path).expect("it was written");
        found
    }

    #[test]
    fn scripts_are_told_by_their_first_line_or_their_name() {
        let python = |path: &str| ProgramKind::Python { interpreter: path.into(), script: true };
        assert_eq!(kind_of("a", b"#!/opt/bin/python3.12 -u\n").0, python("/opt/bin/python3.12"));
        assert_eq!(kind_of("b", b"#! /usr/bin/env -S python9 -u\n").0, python("python9"));
        assert_eq!(kind_of("c", b"#!/bin/sh\n"), (NO_FACE, Some("is a script".to_owned())));
        assert!(matches!(kind_of("d.py", b"pass\n").0, ProgramKind::Python { script: true, .. }));
        assert_eq!(kind_of("e", b"pass\n"), (NO_FACE, None));
    }

    #[test]
    fn empty_parts_of_a_list_vanish() {
        let word = OsStr::new;
        assert_eq!(joined(&[word("a"), word(""), word("b")], word("")), "a:b");
        assert_eq!(joined(&[word("")], word("c")), "c");
    }

    #[test]
    fn libraries_are_listed_or_it_is_told_why_not() {
        let own = needed(&std::env::current_exe().expect("this test"), OsStr::new("")).expect("its libraries");
        assert!(own.iter().any(|(name, path)| name == "libc.so.6" && path.is_some()), "{own:?}");
        assert!(needed(Path::new("/no_such"), OsStr::new("")).is_err_and(|why| why.starts_with("No such file")));
        let answer = |status: i32, text: &str| {
            let status = std::os::unix::process::ExitStatusExt::from_raw(status);
            listed(&Output { status, stdout: text.as_bytes().to_vec(), stderr: Vec::new() })
        };
        assert_eq!(answer(0, "\tstatically linked\n"), Ok(Vec::new()));
        assert_eq!(answer(0, "\tliba.so => not found\n"), Ok(vec![("liba.so".to_owned(), None)]));
        assert_eq!(answer(0, ""), Err("it printed nothing".to_owned()));
        assert_eq!(answer(3 << 8, "\tliba.so => /a/liba.so (0x7f)\n"), Err("exit status: 3".to_owned()));
    }

    #[test]
    fn an_interpreter_and_a_program_without_mpi_are_known() {
        let found = program_kind(Path::new("/usr/bin/python3.11"), Path::new("/no_site"), OsStr::new(""));
        assert!(matches!(found.0, ProgramKind::Python { script: false, .. }));
        let own = std::env::current_exe().expect("this test");
        let (kind, why) = program_kind(&own, Path::new("/no_site"), OsStr::new(""));
        assert!(matches!(
            kind,
            ProgramKind::Executable { face: None, second: None, sanitizer: None, thread_local: 1.. }
        ));
        assert_eq!(why.as_deref(), Some("is not linked with MPI itself"));
        assert!(!is_static(&own) && !is_static(Path::new("/no_site")));
    }
}
