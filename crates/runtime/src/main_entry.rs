//! What the launcher calls: reads the scenario of a run folder, loads the program, simulates.

use crate::clock_hooks;
use crate::driver::{ForkDriver, HostName, ImagesDriver, Serialised};
use crate::images::crash::CRASH_STATUS;
use crate::images::watchdog;
use crate::images::{Hooks, Images, Launcher, Options};
use engine::{Assembly, ComputeSpec, Manifest, ProgramMode, Progress, RunFolder, Scenario, ScenarioText, Workload};
use ops::{Answer, CallSite, Post, RankDriver, UserMemory};
use std::ffi::{CStr, CString, c_char, c_int};
use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use units::ActorId;

/// Bad input.
const BAD_INPUT: i32 = 2;
/// A defect of ours.
const DEFECT: i32 = 3;

/// Where ranks that crash leave their records, in the run folder.
const CRASH_RECORDS: &str = "crash.jsonl";

/// A rank that computes for so long without calling MPI is reported.
const SILENCE: Duration = Duration::from_secs(30);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

extern "C" fn interrupt(_: c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Runs the scenario of the folder named by the first argument.
///
/// # Safety
/// Called once, by the launcher, on its main thread, with its own struct and the arguments of `main`.
#[unsafe(no_mangle)]
#[allow(unreachable_pub, reason = "the launcher calls it by its name")]
pub unsafe extern "C" fn wt_main(argc: c_int, argv: *const *const c_char, launcher: *mut Launcher) -> c_int {
    let folder = if argc == 2 {
        // SAFETY: `main` has `argc` arguments.
        let text = unsafe { CStr::from_ptr(*argv.add(1)) };
        PathBuf::from(std::ffi::OsStr::from_bytes(text.to_bytes()))
    } else {
        eprintln!("windtunnel: the launcher is started by `windtunnel run`");
        return BAD_INPUT;
    };
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        // SAFETY: as the caller says.
        unsafe { simulate(&folder, launcher) }
    }));
    match result {
        Ok(Ok(status)) => status,
        Ok(Err(message)) => {
            eprintln!("windtunnel: {message}");
            refuse(&folder, &message);
            BAD_INPUT
        }
        Err(_) => {
            eprintln!(
                "windtunnel: this is a defect of Windtunnel's own, not of your program; results are kept as far as they are"
            );
            DEFECT
        }
    }
}

unsafe fn simulate(path: &Path, launcher: *mut Launcher) -> Result<i32, String> {
    let started = Instant::now();
    let text = ScenarioText::load(&path.join("scenario.toml")).map_err(|error| error.to_string())?;
    let scenario = text.resolve().map_err(|error| error.to_string())?;
    let ranks = scenario.ranks.ok_or("a program needs a number of ranks")?;
    let folder = RunFolder::made(path).map_err(|error| error.to_string())?;
    // SAFETY: as the caller says.
    let mut driver = unsafe { driver(&scenario, ranks, path, launcher)? };
    // SAFETY: a handler that stores one flag.
    unsafe {
        let handler = interrupt as *const () as libc::sighandler_t;
        libc::signal(libc::SIGINT, handler);
        libc::signal(libc::SIGTERM, handler);
    }
    let watchdog = watchdog::watch(SILENCE, |rank, silent, place| {
        eprintln!("windtunnel: rank {rank} has not called MPI for {} s; it is at {place}", silent.as_secs());
    });
    let mut progress = ProgressPipe::from_environment();
    let limit = scenario.text.time_limit.map(Duration::from_secs_f64);
    let mut ui = |now: &Progress| {
        progress.tell(now);
        INTERRUPTED.load(Ordering::Relaxed) || limit.is_some_and(|limit| started.elapsed() > limit)
    };
    let result = engine::run(&scenario, ranks, &mut *driver, &folder, &mut ui).map_err(|error| error.to_string())?;
    drop(watchdog);
    drop(driver);
    // A record is written by the process that crashes, be it this one or, in fork mode, a rank's.
    let crashed = std::fs::metadata(path.join(CRASH_RECORDS)).is_ok_and(|file| file.len() > 0);
    Ok(if crashed { CRASH_STATUS } else { result.manifest.exit_status() })
}

/// Completes the folder of a run that could not begin.
fn refuse(path: &Path, reason: &str) {
    let refused = || -> Option<()> {
        let folder = RunFolder::made(path).ok()?;
        let begun = || {
            let scenario = ScenarioText::load(&path.join("scenario.toml")).ok()?.resolve().ok()?;
            Some(Manifest::begun(&scenario, scenario.ranks.unwrap_or(0)))
        };
        let mut manifest = folder.manifest().ok().or_else(begun)?;
        manifest.refuse(reason);
        folder.write_manifest(&manifest).ok()
    };
    // The reason is on stderr; a folder that cannot be written to has been complained about there.
    let _ = refused();
}

unsafe fn driver(
    scenario: &Scenario,
    ranks: u32,
    folder: &Path,
    launcher: *mut Launcher,
) -> Result<Box<dyn RankDriver>, String> {
    let Workload::Program { path, arguments, environment, wdir, tag_output } = &scenario.workload else {
        return Err("the launcher runs programs".to_owned());
    };
    let assembly = Assembly::of(scenario, ranks).map_err(|error| error.to_string())?;
    let (platform, mapping) = (Arc::clone(&assembly.platform), Arc::clone(&assembly.mapping));
    let host_name: HostName = Box::new(move |rank| platform.host_name(mapping.host(rank)));

    // Where the scenario names a source, the command has compiled it.
    let executable = std::env::var_os(EXECUTABLE_VARIABLE).map_or_else(|| path.clone(), PathBuf::from);
    let program = std::path::absolute(executable).map_err(|error| error.to_string())?;
    let crash_records = std::fs::File::create(folder.join(CRASH_RECORDS)).map_err(|error| error.to_string())?;
    let mut options = Options::new(&library_folder()?);
    options.tag_output = *tag_output;
    options.crash_records = Some(std::os::fd::IntoRawFd::into_raw_fd(crash_records));
    let wdir = match wdir {
        Some(wdir) => {
            let there = wdir.canonicalize().map_err(|error| format!("--wdir: {}: {error}", wdir.display()))?;
            there.is_dir().then_some(Some(there)).ok_or(format!("--wdir: {}: is not a folder", wdir.display()))?
        }
        None => None,
    };
    let mut argv = vec![c_string(path.as_os_str().as_bytes())?];
    for argument in arguments {
        argv.push(c_string(argument.as_bytes())?);
    }
    let envp = environment_of(environment)?;
    let hooks = Hooks { now: clock_hooks::now, sleep: clock_hooks::sleep };
    // SAFETY: as the caller says.
    let images = unsafe { Images::load(launcher, &program, &argv, &envp, ranks, hooks, &options) }
        .map_err(|error| error.to_string())?;
    let measure = matches!(scenario.compute, ComputeSpec::Measured { .. });
    let driver = ImagesDriver::new(images, measure, host_name);
    let driver: Box<dyn RankDriver> = match scenario.mode {
        ProgramMode::Images => Box::new(driver),
        ProgramMode::Serialised => Box::new(Serialised::new(driver)),
        ProgramMode::Fork => Box::new(ForkDriver::new(driver)),
    };
    Ok(match wdir {
        Some(wdir) => Box::new(InFolder { driver, wdir: Some(wdir) }),
        None => driver,
    })
}

/// Enters the ranks' working directory when the first of them runs: until then files of the scenario are opened, and
/// those are named from where the command was given.
struct InFolder {
    driver: Box<dyn RankDriver>,
    wdir: Option<PathBuf>,
}

impl RankDriver for InFolder {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> ops::Progress {
        if let Some(wdir) = self.wdir.take()
            && let Err(error) = std::env::set_current_dir(&wdir)
        {
            posts.push(Post::Fatal { text: format!("--wdir: {}: {error}", wdir.display()).into() });
            return ops::Progress::Blocked;
        }
        self.driver.resume(actor, answer, posts)
    }

    fn reduce(&mut self, actor: ActorId, op: u64, count: u64, input: &[u8], inout: &mut [u8]) {
        self.driver.reduce(actor, op, count, input, inout);
    }

    fn memory(&mut self) -> &mut dyn UserMemory {
        self.driver.memory()
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.driver.describe_site(site)
    }
}

/// The folder of this library: the MPI faces lie beside it.
fn library_folder() -> Result<PathBuf, String> {
    // SAFETY: asks the linker which object holds a function of ours.
    let path = unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        let found = libc::dladdr(wt_main as *const () as *const _, &raw mut info);
        if found == 0 || info.dli_fname.is_null() {
            return Err("libwindtunnel.so can't find itself".to_owned());
        }
        PathBuf::from(std::ffi::OsStr::from_bytes(CStr::from_ptr(info.dli_fname).to_bytes()))
    };
    let path = path.canonicalize().map_err(|error| error.to_string())?;
    path.parent().map(Path::to_owned).ok_or_else(|| "libwindtunnel.so lies nowhere".to_owned())
}

fn c_string(bytes: &[u8]) -> Result<CString, String> {
    CString::new(bytes).map_err(|_| "an argument or variable holds a zero byte".to_owned())
}

/// The environment of ranks: ours, without what is between the command and the launcher, and what the user adds.
fn environment_of(added: &std::collections::BTreeMap<String, String>) -> Result<Vec<CString>, String> {
    let inherited = std::env::vars_os()
        .filter(|(key, _)| key != PROGRESS_VARIABLE && key != EXECUTABLE_VARIABLE)
        .filter(|(key, _)| !added.keys().any(|own| own.as_str() == key))
        .map(|(key, value)| [key.as_bytes(), b"=", value.as_bytes()].concat());
    let own = added.iter().map(|(key, value)| format!("{key}={value}").into_bytes());
    inherited.chain(own).map(|entry| c_string(&entry)).collect()
}

const PROGRESS_VARIABLE: &str = "WT_PROGRESS_FD";
const EXECUTABLE_VARIABLE: &str = "WT_EXECUTABLE";

/// Where the command hears how far the run is.
struct ProgressPipe(Option<std::fs::File>);

impl ProgressPipe {
    fn from_environment() -> Self {
        let descriptor: Option<c_int> = std::env::var(PROGRESS_VARIABLE).ok().and_then(|text| text.parse().ok());
        // SAFETY: the command that started us has opened this descriptor for us alone.
        let file = descriptor.filter(|fd| *fd > 2).map(|fd| unsafe { std::fs::File::from_raw_fd(fd) });
        if let Some(file) = &file {
            // SAFETY: a descriptor of ours; programs that ranks start do not inherit it.
            unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFD, libc::FD_CLOEXEC) };
        }
        Self(file)
    }

    fn tell(&mut self, now: &Progress) {
        if let Some(pipe) = &mut self.0 {
            let line = format!("{} {} {} {} {}\n", now.time.ps(), now.finished, now.ranks, now.steps, now.memory);
            if pipe.write_all(line.as_bytes()).is_err() {
                self.0 = None;
            }
        }
    }
}
