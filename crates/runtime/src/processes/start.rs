//! Starts the zygote, the process from which ranks are forked.

use super::channel::Channels;
use super::limits::{self, Footprint, LimitError};
use super::output::Output;
use super::zygote;
use crate::opens;
use crate::posix::Mount;
use crate::program_kind::{ProgramKind, joined};
use crate::sanitizer::Sanitizer;
use crate::standard_streams::Shown;
use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The library that stands before the C library in a rank's process.
const PRELOADED: &str = "libwindtunnel_process.so";
/// Room for thread-local variables of libraries, as a tunable of the C library, and what it is by itself (bytes).
const THREAD_LOCAL_ROOM: &str = "glibc.rtld.optional_static_tls";
const THREAD_LOCAL_DEFAULT: u64 = 512;
/// What a Python interpreter runs first.
const PYTHON_START: &str = "python_rank.py";

/// Why ranks cannot be processes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// A limit of the system.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The system refused something.
    #[error("cannot create {what}: {source}")]
    System {
        /// The object that was asked for.
        what: &'static str,
        /// The reason.
        source: std::io::Error,
    },
    /// Two MPI libraries in one program.
    #[error("{}: needs two MPI libraries, {first} and {second}: link it with one", path.display())]
    TwoFaces {
        /// The program.
        path: std::path::PathBuf,
        /// One soname.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// The program cannot be executed.
    #[error("{}: cannot be started: {source}", path.display())]
    Program {
        /// The program.
        path: std::path::PathBuf,
        /// The reason.
        source: std::io::Error,
    },
}

/// A zygote that has been started, and what connects it with us.
#[derive(Debug)]
pub(super) struct Zygote {
    pub(super) process: Child,
    pub(super) commands: UnixStream,
    pub(super) channels: Channels,
}

/// What to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// How.
    pub kind: ProgramKind,
    /// Its name and arguments.
    pub arguments: Vec<CString>,
    /// Its working directory, if not ours.
    pub folder: Option<PathBuf>,
}

/// What all programs of a run are started with.
#[derive(Debug)]
pub struct ProcessOptions {
    /// Their environment, `KEY=VALUE`.
    pub environment: Vec<CString>,
    /// Below which folder files of POSIX's are modelled.
    pub mount: Option<Mount>,
    /// The folder of our libraries.
    pub libraries: PathBuf,
    /// Where ranks that crash leave their records.
    pub crash_records: File,
    /// Whether lines of output begin with the rank.
    pub tag_output: bool,
    /// Lines that they have printed before the run was started again.
    pub shown: Shown,
}

impl ProcessOptions {
    /// The value of a variable in the ranks' environment.
    fn variable(&self, name: &str) -> Option<&OsStr> {
        let prefix = [name.as_bytes(), b"="].concat();
        let found = self.environment.iter().find_map(|entry| entry.as_bytes().strip_prefix(prefix.as_slice()));
        found.map(OsStr::from_bytes)
    }
}

impl Zygote {
    /// Starts the zygote of a program for so many ranks. Standard input is read by those whom `input` says.
    ///
    /// # Errors
    /// A limit of the system, or the program cannot be started.
    pub(super) fn start(
        program: &Program,
        options: &ProcessOptions,
        ranks: u32,
        output: &Output,
        input: bool,
    ) -> Result<Self, StartError> {
        let system = |what| move |source| StartError::System { what, source };
        if let ProgramKind::Executable { face: Some(first), second: Some(second), .. } = program.kind {
            return Err(StartError::TwoFaces { path: program.path.clone(), first, second });
        }
        program.check(ranks)?;
        let channels = Channels::new(ranks).map_err(system("shared memory for the ranks"))?;
        let (commands, theirs) = UnixStream::pair().map_err(system("a socket"))?;
        let mut command = command(program, options);
        let purpose = match program.kind {
            ProgramKind::Python { .. } => zygote::CALL,
            ProgramKind::Executable { face: None, .. } => zygote::STARTER,
            ProgramKind::Executable { .. } => zygote::LOAD,
        };
        let records = options.crash_records.as_raw_fd();
        let parent = std::process::id();
        // As long whatever the process's number is: what lies below the environment has the same addresses at every run.
        let numbers = format!("{purpose}:{}:{}:{records}:{parent:010}", channels.fd(), theirs.as_raw_fd());
        command.env(zygote::VARIABLE, numbers);
        let place = opens::place();
        command.envs(place.iter().map(|place| (opens::VARIABLE, place)));
        let [out, error] = output.writers();
        command.stdout(copy(out).map_err(system("a pipe"))?).stderr(copy(error).map_err(system("a pipe"))?);
        if !input {
            command.stdin(Stdio::null());
        }
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let inherited = theirs.as_raw_fd();
        // SAFETY: between fork and exec only system calls are made.
        unsafe { command.pre_exec(move || before_exec([inherited, records])) };
        let process = command.spawn();
        let process = process.map_err(|source| StartError::Program { path: program.path.clone(), source })?;
        place.iter().for_each(|_| opens::offered());
        Ok(Self { process, commands, channels })
    }
}

impl Program {
    fn is_python(&self) -> bool {
        matches!(self.kind, ProgramKind::Python { .. })
    }

    /// Whether the system lets so many ranks of it be processes.
    pub(super) fn check(&self, ranks: u32) -> Result<(), LimitError> {
        limits::check(ranks, if self.is_python() { Footprint::Python } else { Footprint::Compiled })
    }
}

fn copy(fd: RawFd) -> std::io::Result<Stdio> {
    // SAFETY: a copy of a descriptor of ours, which the result owns.
    let fd = unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3) };
    if fd < 0 {
        return Err(std::io::Error::last_os_error());
    }
    // SAFETY: as above.
    Ok(Stdio::from(unsafe { OwnedFd::from_raw_fd(fd) }))
}

/// In the new process: it ends with us, inherits these descriptors, and leaves Ctrl-C to us.
fn before_exec(inherited: [RawFd; 2]) -> std::io::Result<()> {
    // SAFETY: system calls on the new process's own state.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::signal(libc::SIGINT, libc::SIG_IGN);
        for fd in inherited {
            if libc::fcntl(fd, libc::F_SETFD, 0) != 0 {
                return Err(std::io::Error::last_os_error());
            }
        }
    }
    Ok(())
}

/// The command of a zygote with its environment.
fn command(program: &Program, options: &ProcessOptions) -> Command {
    let text = |word: &CString| OsStr::from_bytes(word.as_bytes()).to_owned();
    let mut arguments = program.arguments.iter().map(text);
    let name = arguments.next().unwrap_or_default();
    let mut command = match &program.kind {
        ProgramKind::Executable { .. } => {
            let mut command = Command::new(&program.path);
            command.arg0(name).args(arguments);
            command
        }
        ProgramKind::Python { interpreter, script } => {
            let mut command = Command::new(interpreter);
            if !script {
                command.arg0(name);
            }
            let words: Vec<OsString> = if *script { vec![program.path.clone().into()] } else { Vec::new() };
            let words: Vec<OsString> = words.into_iter().chain(arguments).collect();
            let own = interpreter_options(&words);
            command.args(&words[..own]).arg(options.libraries.join(PYTHON_START)).args(&words[own..]);
            command
        }
    };
    command.env_clear();
    for entry in &options.environment {
        if let Some((key, value)) = text(entry).as_bytes().split_first_at(b'=') {
            command.env(OsStr::from_bytes(key), OsStr::from_bytes(value));
        }
    }
    let own = |variable: &str| options.variable(variable).unwrap_or_default().to_owned();
    command.env("LD_LIBRARY_PATH", joined(&[options.libraries.as_os_str()], &own("LD_LIBRARY_PATH")));
    let mut preload = vec![options.libraries.join(PRELOADED)];
    if let ProgramKind::Executable { .. } = &program.kind {
        preload.push(options.libraries.join("libwindtunnel.so"));
    }
    match (program.kind.sanitizer(), &program.kind) {
        (Some(sanitizer), ProgramKind::Executable { face, .. }) => {
            // A linker that asks clears thread-local variables where a library is opened again, those of a sanitizer among them. So the
            // program's MPI library is there before anybody looks for it.
            preload.extend(face.map(|face| options.libraries.join(face)));
            let (variable, needed) = sanitizer.options(&options.libraries);
            command.env(variable, joined(&[&needed], &own(variable)));
        }
        _ => {
            asked_for_libraries(&mut command, program, options);
            // A library or program that it loads or starts may be compiled with one.
            let (variable, needed) = Sanitizer::Address.options(&options.libraries);
            command.env(variable, joined(&[&needed], &own(variable)));
        }
    }
    // Tools that stand between the program and MPI come before MPI.
    let old = joined(&[&own("WT_PRELOAD")], &own("LD_PRELOAD"));
    let preload: Vec<&OsStr> = preload.iter().map(|path| path.as_os_str()).collect();
    command.env("LD_PRELOAD", joined(&[&preload[..1], &[old.as_os_str()], &preload[1..]].concat(), OsStr::new("")));
    let later = own("LD_PRELOAD");
    let starts_others = matches!(program.kind, ProgramKind::Executable { face: None, .. });
    // What the program starts may be the rank: its clocks are simulated too.
    let later = if starts_others { joined(&[options.libraries.join(PRELOADED).as_os_str()], &later) } else { later };
    command.env(zygote::PRELOAD_VARIABLE, later);
    let python = program.is_python();
    if python {
        threads_of_python(&mut command, options);
    }
    if python || starts_others {
        library_of_python(&mut command, options);
    }
    command
}

/// The dynamic linker asks us where MPI libraries are.
fn asked_for_libraries(command: &mut Command, program: &Program, options: &ProcessOptions) {
    let own = |variable: &str| options.variable(variable).unwrap_or_default().to_owned();
    command.env("LD_AUDIT", joined(&[options.libraries.join(zygote::AUDIT).as_os_str()], &own("LD_AUDIT")));
    // A dynamic linker that asks lays out thread-local storage before it has loaded the program's libraries. No more than they need:
    // threads with small stacks have it there.
    let bytes = if let ProgramKind::Executable { thread_local, .. } = program.kind { thread_local } else { 0 };
    let room = OsString::from(format!("{THREAD_LOCAL_ROOM}={}", THREAD_LOCAL_DEFAULT + bytes));
    command.env("GLIBC_TUNABLES", joined(&[room.as_os_str()], &own("GLIBC_TUNABLES")));
}

/// Python's modules start no threads before the ranks are forked.
fn threads_of_python(command: &mut Command, options: &ProcessOptions) {
    for threads in ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"] {
        if options.variable(threads).is_none() {
            command.env(threads, "1");
        }
    }
}

/// Python's modules use our MPI.
fn library_of_python(command: &mut Command, options: &ProcessOptions) {
    if options.variable("MPI4PY_LIBMPI").is_none() {
        command.env("MPI4PY_LIBMPI", options.libraries.join("libmpi.so.12")).env("MPI4PY_MPIABI", "mpich");
    }
}

/// How many of a Python command line's words are the interpreter's own options.
fn interpreter_options(words: &[OsString]) -> usize {
    let mut at = 0;
    while let Some(word) = words.get(at).map(|word| word.as_bytes()) {
        match word {
            b"-W" | b"-X" | b"--check-hash-based-pycs" => at += 2,
            b"-" | b"--" => break,
            // -m and -c, alone or at the end of others, begin the program.
            _ if word.starts_with(b"--") => at += 1,
            _ if word.starts_with(b"-") && !word[1..].iter().any(|letter| b"mc".contains(letter)) => at += 1,
            _ => break,
        }
    }
    at.min(words.len())
}

trait SplitAt {
    fn split_first_at(&self, byte: u8) -> Option<(&[u8], &[u8])>;
}

impl SplitAt for [u8] {
    fn split_first_at(&self, byte: u8) -> Option<(&[u8], &[u8])> {
        let at = self.iter().position(|&candidate| candidate == byte)?;
        Some((&self[..at], &self[at + 1..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_refuses_is_named() {
        let error = StartError::System { what: "a socket", source: std::io::ErrorKind::OutOfMemory.into() };
        assert_eq!(error.to_string(), "cannot create a socket: out of memory");
    }

    #[test]
    fn options_of_the_interpreter_end_where_the_program_begins() {
        let count = |text: &str| interpreter_options(&text.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(count("script.py -u"), 0);
        assert_eq!(count("-u -X dev script.py -u"), 3);
        assert_eq!(count("-u -m pytest -x"), 1);
        assert_eq!(count("-uc pass"), 0);
        assert_eq!(count("--version"), 1);
        assert_eq!(count("-W"), 1);
    }
}
