//! The entry point that the launcher calls: reads the scenario, loads the program, simulates the run.

use crate::call::Call;
use crate::clock_hooks;
use crate::driver::{ImagesDriver, RankHosts, Serialised, rank_variables};
use crate::images::crash::CRASH_STATUS;
use crate::images::watchdog;
use crate::images::{self, Backing, FoldUse, Hooks, Images, Launcher, LoadError, Options, OwnStatics};
use crate::launch::variable;
use crate::opens::{self, Opened};
use crate::outside;
use crate::posix::{self, Mount};
use crate::posix_io::{self, FileBytes};
use crate::processes::{self, ProcessesDriver};
use crate::program_kind::{ProgramKind, is_static, program_kind};
use crate::rank_variables::{RankLauncher, RankPlace, is_launchers};
use crate::restart::{self, LaunchState};
use crate::standard_streams::{self, Shown};
use engine::{
    Assembly, ComputeSpec, ProgramFiles, ProgramMode, Progress, RunError, RunFolder, Scenario, ScenarioText,
    StopReason, Workload,
};
use ops::{Answer, Beginning, Outlook, Post, RankDriver, RankSetting};
use std::ffi::{CStr, CString, c_char, c_int};
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};
use units::{ActorId, Bytes};

/// Bad input.
const BAD_INPUT: i32 = 2;
/// A defect of ours.
const DEFECT: i32 = 3;

/// A rank that computes for so long without calling MPI is reported.
const SILENCE_LIMIT: Duration = Duration::from_secs(30);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Who has started us.
static PARENT: AtomicI32 = AtomicI32::new(0);

/// Once told to terminate, we have so long, seconds: longer than the command waits, which may be gone.
const TERMINATION_TIMEOUT: u32 = 20;

extern "C" fn interrupt(signal: c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
    if signal == libc::SIGTERM {
        // SAFETY: may be called in a handler; nobody else here sets an alarm for less.
        unsafe { libc::alarm(TERMINATION_TIMEOUT) };
    }
}

extern "C" fn ignore(_: c_int) {}

/// Makes sure that we do not outlive the command that has started us: the kernel then asks us to terminate.
fn end_with_parent() {
    // SAFETY: plain system calls about this process.
    unsafe {
        PARENT.store(libc::getppid(), Ordering::Relaxed);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
    }
}

/// Installs a handler of signals to this process.
fn install_handler(signals: &[c_int], handler: extern "C" fn(c_int)) {
    for signal in signals {
        // SAFETY: our handlers touch flags alone. Programs that are started do not inherit them.
        unsafe { libc::signal(*signal, handler as *const () as libc::sighandler_t) };
    }
}

/// The time limit in seconds, and when it has come.
type Limit = Option<(f64, Instant)>;

/// Why the run is to end, if it is.
fn reason_to_stop(limit: Limit) -> Option<StopReason> {
    if INTERRUPTED.load(Ordering::Relaxed) {
        // SAFETY: asks for a number.
        let is_orphan = unsafe { libc::getppid() } != PARENT.load(Ordering::Relaxed);
        return Some(if is_orphan { StopReason::Orphaned } else { StopReason::Signal });
    }
    limit.filter(|(_, end)| *end <= Instant::now()).map(|(seconds, _)| StopReason::Limit(seconds))
}

/// Runs a scenario into the folder that the command has opened and locked, which the first argument names.
///
/// # Safety
/// Called once, by the launcher, on its main thread, with its own struct and the arguments of `main`.
#[unsafe(no_mangle)]
#[allow(unreachable_pub, reason = "the launcher calls it by its name")]
pub unsafe extern "C" fn wt_main(argc: c_int, argv: *const *const c_char, launcher: *mut Launcher) -> c_int {
    let folder = match inherited(FOLDER_VARIABLE) {
        Some(descriptor) if argc == 2 => {
            // SAFETY: `main` has `argc` arguments.
            let text = unsafe { CStr::from_ptr(*argv.add(1)) };
            let path = PathBuf::from(std::ffi::OsStr::from_bytes(text.to_bytes()));
            RunFolder::inherited(descriptor.into(), &path)
        }
        _ => {
            eprintln!("windtunnel: the launcher is started by `windtunnel run`");
            return BAD_INPUT;
        }
    };
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        // SAFETY: as the caller says.
        unsafe { simulate(&folder, launcher) }
    }));
    match result {
        Ok(Ok(status)) => status,
        Ok(Err(message)) => {
            eprintln!("windtunnel: {}", engine::visible(&message));
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

unsafe fn simulate(folder: &RunFolder, launcher: *mut Launcher) -> Result<i32, String> {
    end_with_parent();
    // A file beyond the limit on the sizes of files is an error like that of a full disk.
    install_handler(&[libc::SIGXFSZ], ignore);
    let started = Instant::now();
    let launch_state = LaunchState::now();
    // First: once there is a driver, the environment is that of the ranks, which has no word of the pipe.
    let mut progress = ProgressPipe::from_environment();
    let scenario = given_scenario()?;
    let ranks = scenario.ranks.ok_or("a program needs a number of ranks")?;
    let limit = scenario.text.time_limit.and_then(|seconds| {
        // A limit beyond all clocks is none.
        Some((seconds, started.checked_add(Duration::try_from_secs_f64(seconds).ok()?)?))
    });
    note_inputs(&scenario, folder.path())?;
    let program = Program::of(&scenario, ranks, limit)?;
    let mount = program.mount.as_ref().map(|mount| mount.folder().to_owned());
    // SAFETY: as the caller says.
    let mut driver = unsafe { driver(&program, scenario.mode, folder, launcher, launch_state)? };
    install_handler(&[libc::SIGINT, libc::SIGTERM, libc::SIGHUP], interrupt);
    let ends = move || reason_to_stop(limit).is_some();
    let watchdog = watchdog::watch(SILENCE_LIMIT, ends, |rank, silent, place| {
        eprintln!("windtunnel: rank {rank} has not called MPI for {} s; it is at {place}", silent.as_secs());
    });
    let mut ui = |now: &Progress| {
        progress.tell(now);
        reason_to_stop(limit)
    };
    let io_baseline = posix_io::IoBaseline::begin();
    let result = engine::run(&scenario, ranks, &mut *driver, folder, &mut ui);
    drop(watchdog);
    let folded = images::fold_use();
    drop(driver);
    let result = match result {
        Err(error @ RunError::LastFile { .. }) => {
            // The tables are there, and run.json says as much as it can.
            eprintln!("windtunnel: {error}");
            return Ok(BAD_INPUT);
        }
        result => result.map_err(|error| error.to_string())?,
    };
    if let Some(complaint) = standard_streams::complaint() {
        eprintln!("windtunnel: {complaint}");
        return Ok(BAD_INPUT);
    }
    let (read, written) = result.files;
    // What is recorded lies outside of the folder, among the ranks' own files.
    let io_warning = || io_baseline.end(FileBytes { read, written }, mount.as_deref());
    let io_warning = scenario.job().record.is_none().then(io_warning).flatten();
    let more: Vec<String> = io_warning.into_iter().chain(folded.map(fold_warning)).collect();
    if !more.is_empty() {
        let mut manifest = result.manifest.clone();
        manifest.warnings.extend(more);
        folder.write_manifest(&manifest).map_err(|error| error.to_string())?;
    }
    // The process that ranks are images in has written a record if one of them has crashed.
    let crashed = folder.has_crash_records();
    // Who was told to end by the signal that stopped the run is not to blame.
    let crashed = crashed && result.manifest.outcome.ending != "stopped";
    Ok(if crashed { CRASH_STATUS } else { result.manifest.outcome.exit_status() })
}

/// How much memory ranks have shared. A system that has refused to share some goes to stderr alone: results do not depend on it.
fn fold_warning(FoldUse { file, most, refused, own_statics }: FoldUse) -> String {
    let why = own_statics.map(|why| match why {
        OwnStatics::NoSymbols => {
            "the program has no symbol table, which says where they are; link it without -s, and don't strip it"
        }
        OwnStatics::Mappings => "the system grants too few mappings for all ranks (vm.max_map_count)",
    });
    if let Some(why) = why {
        eprintln!("windtunnel: static variables have memory of their own in spite of --fold: {why}");
    }
    if refused > 0 {
        eprintln!(
            "windtunnel: {refused} blocks have memory of their own in spite of --fold: the system grants no more mappings \
             (vm.max_map_count); a larger SIZE folds fewer blocks"
        );
    }
    let [most, file] = [most, file].map(|bytes| Bytes(bytes.next_multiple_of(1 << 20)));
    format!("--fold: data of {most} at most shared {file} of memory")
}

/// Begins the list of what the program reads, which becomes a part of the scenario's.
fn note_inputs(scenario: &Scenario, folder: &Path) -> Result<(), String> {
    opens::begin(&[folder, &library_folder()?]);
    if let Workload::Program { path, .. } = &scenario.workload {
        // A source: what is compiled from it lies in the run folder.
        opens::note(path, Opened::Program);
    }
    scenario.inputs.add_program(ProgramFiles { list: opens::inputs, lacks: opens::lacks });
    Ok(())
}

/// Completes the folder of a run that could not begin: the command has written its manifest.
fn refuse(folder: &RunFolder, reason: &str) {
    let refused = || -> Option<()> {
        let mut manifest = folder.manifest()?;
        manifest.outcome.refuse(reason);
        folder.write_manifest(&manifest).ok()
    };
    // The reason is on stderr; a folder that cannot be written to has been complained about there.
    let _ = refused();
}

unsafe fn driver(
    program: &Program,
    mode: ProgramMode,
    folder: &RunFolder,
    launcher: *mut Launcher,
    launch_state: LaunchState,
) -> Result<Box<dyn RankDriver>, String> {
    if let Some(sanitizer) = program.kind.0.sanitizer() {
        sanitizer.check(mode).map_err(|why| format!("{}: not supported: {why}", program.path.display()))?;
    }
    let of_images_alone = program.of_images_alone();
    if let (Some(option), ProgramMode::Auto, (_, Some(why))) = (of_images_alone, mode, &program.kind) {
        return Err(format!(
            "{option}: {} {why}, so its ranks are processes, which have memory of their own; expected a program whose ranks are images",
            program.path.display()
        ));
    }
    if let (Some(option), ProgramMode::Processes) = (of_images_alone, mode) {
        return Err(format!(
            "{option}: ranks that are processes have memory of their own; expected ranks that are images"
        ));
    }
    // Ranks that begin as images could become processes else.
    let mode = if of_images_alone.is_some() && mode == ProgramMode::Auto { ProgramMode::Images } else { mode };
    if mode == ProgramMode::Processes || launch_state.is_restarted() {
        return program.as_processes(folder, launch_state.shown());
    }
    if mode == ProgramMode::Auto
        && let (_, Some(why)) = &program.kind
    {
        program.report_processes_mode(&format!("{} {why}", program.path.display()));
        return program.as_processes(folder, Shown::default());
    }
    // SAFETY: as the caller says.
    match unsafe { program.load(folder, launcher)? } {
        Ok(images) => program.as_images(images, mode, launch_state),
        Err(error) if mode == ProgramMode::Auto && error.is_of_images_alone() => {
            program.report_processes_mode(&error.to_string());
            program.as_processes(folder, Shown::default())
        }
        Err(error) if of_images_alone.is_none() && error.is_of_images_alone() => {
            Err(format!("{error}; --mode processes can run it"))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Functions that ranks as images call.
static HOOKS: Hooks = Hooks {
    now: clock_hooks::now,
    sleep: clock_hooks::sleep,
    catch_up: Call::wait_for_others,
    variables: rank_variables,
};

/// What a scenario's program is started with.
struct Program {
    path: PathBuf,
    kind: (ProgramKind, Option<String>),
    arguments: Vec<CString>,
    environment: Vec<CString>,
    folder: Option<PathBuf>,
    libraries: PathBuf,
    ranks: u32,
    tag_output: bool,
    measure: bool,
    blocks: bool,
    platform: Assembly,
    /// Below which folder files of POSIX's are modelled.
    mount: Option<Mount>,
    limit: Limit,
    /// Where the ranks' data lie.
    backing: Backing,
    /// The run is to tell what allocates how much.
    allocations: bool,
    /// How many ranks may compute at once, as processes, and as images.
    workers: usize,
    image_workers: usize,
}

/// How many ranks may compute at once, as processes, if blocks cost anything: those that the command says; otherwise as many as there are
/// cores where what blocks cost is known before they have run. Blocks are measured one after another unless the user says otherwise: on
/// cores of the same memory they take longer side by side.
fn workers(scenario: &Scenario) -> usize {
    let cost = !matches!(scenario.compute, ComputeSpec::None) || scenario.block_rules.is_some();
    let asked = std::env::var(WORKERS_VARIABLE).ok().and_then(|text| text.parse().ok());
    let known = matches!(scenario.compute, ComputeSpec::Replay { .. }) || scenario.block_rules.is_some();
    let default = || if known { processes::cores() } else { 1 };
    if cost { asked.unwrap_or_else(default) } else { 1 }
}

/// Where the ranks' data lie, if they are images and this many of them may compute at once.
fn backing(scenario: &Scenario, workers: usize) -> Result<Backing, String> {
    let folder = std::env::var_os(MEMORY_FOLDER_VARIABLE).map(PathBuf::from);
    match (scenario.fold_from, folder) {
        (None, None) => Ok(if workers > 1 { Backing::Shared } else { Backing::Memory }),
        (Some(size), None) => Ok(Backing::Folded(size.0)),
        (None, Some(folder)) => Ok(Backing::Folder(folder)),
        (Some(_), Some(_)) => {
            Err("--memory-folder: with --fold, ranks share their memory; expected one of the two".to_owned())
        }
    }
}

/// How many ranks may compute at once, as images, if the user says so: worker processes share memory with what the engine does, so that
/// this is not the default.
fn image_workers(scenario: &Scenario) -> usize {
    let asked = std::env::var(WORKERS_VARIABLE).is_ok() && std::env::var_os(MEMORY_FOLDER_VARIABLE).is_none();
    if asked && scenario.fold_from.is_none() { workers(scenario) } else { 1 }
}

impl Program {
    fn of(scenario: &Scenario, ranks: u32, limit: Limit) -> Result<Self, String> {
        let Workload::Program { path, arguments, environment, wdir, tag_output } = &scenario.workload else {
            return Err("the launcher runs programs".to_owned());
        };
        // Where the scenario names a source, the command has compiled it.
        let executable = std::env::var_os(EXECUTABLE_VARIABLE).map_or_else(|| path.clone(), PathBuf::from);
        let source = executable != *path;
        let executable = std::path::absolute(executable).map_err(|error| error.to_string())?;
        let folder = match wdir {
            Some(wdir) => {
                let there = wdir.canonicalize().map_err(|error| format!("--wdir: {}: {error}", wdir.display()))?;
                there.is_dir().then_some(Some(there)).ok_or(format!("--wdir: {}: is not a folder", wdir.display()))?
            }
            None => None,
        };
        // A program that is run from its source is called what it would be if its user had compiled it.
        let name = if source { &executable } else { path };
        let mut words = vec![c_string(name.as_os_str().as_bytes())?];
        for argument in arguments {
            words.push(c_string(argument.as_bytes())?);
        }
        let environment = environment_of(environment)?;
        let library_path = variable(&environment, "LD_LIBRARY_PATH");
        for preloaded in [variable(&environment, "LD_PRELOAD"), variable(&environment, "WT_PRELOAD")] {
            std::env::split_paths(&preloaded).for_each(|library| opens::note(&library, Opened::Library));
        }
        let libraries = library_folder()?;
        let platform = Assembly::of(scenario, ranks).map_err(|error| error.to_string())?;
        let mount = platform.platform.storage.as_ref().and_then(|storage| storage.mount.as_deref());
        let mount = mount.map(|text| Mount::find(text, folder.as_deref())).transpose()?;
        Ok(Self {
            kind: program_kind(&executable, &libraries, &library_path),
            path: executable,
            arguments: words,
            environment,
            folder,
            libraries,
            ranks,
            tag_output: *tag_output,
            blocks: scenario.has_blocks(),
            measure: matches!(scenario.compute, ComputeSpec::Measured { .. }),
            platform,
            mount,
            limit,
            backing: backing(scenario, image_workers(scenario))?,
            allocations: scenario.text.observe.iter().flatten().any(|table| table == "allocations"),
            workers: workers(scenario),
            image_workers: image_workers(scenario),
        })
    }

    /// The option that asks for what only images can do, if there is one.
    fn of_images_alone(&self) -> Option<&'static str> {
        match self.backing {
            Backing::Memory | Backing::Shared => None,
            Backing::Folded(_) => Some("--fold"),
            Backing::Folder(_) => Some("--memory-folder"),
        }
    }

    /// The launcher of the modelled library.
    fn launcher(&self) -> RankLauncher {
        RankLauncher::of_library(self.platform.library.name())
    }

    /// How many ranks the machine has room for.
    fn universe(&self) -> u32 {
        u32::try_from(self.platform.host_slots.total()).unwrap_or(u32::MAX).max(self.ranks)
    }

    /// The environment of all ranks: with what a launcher tells all of them, unless the user does.
    fn environment_of_all(&self) -> Result<Vec<CString>, String> {
        let told = self.launcher().of_all(self.ranks, self.universe());
        let own = told.into_iter().filter(|(name, _)| !self.has_variable(name));
        let own = own.map(|(name, value)| c_string(format!("{name}={value}").as_bytes()));
        self.environment.iter().cloned().map(Ok).chain(own).collect()
    }

    /// Places for what a launcher tells each rank, which the rank fills.
    fn unknown_yet(&self) -> Result<Vec<CString>, String> {
        let nowhere = RankPlace { rank: 0, local_rank: 0, local_size: 0 };
        let names = self.launcher().of_rank(nowhere).into_iter().map(|(name, _)| name);
        names.filter(|name| !self.has_variable(name)).map(|name| c_string(format!("{name}=").as_bytes())).collect()
    }

    /// Whether the user has set a variable for the ranks.
    fn has_variable(&self, name: &str) -> bool {
        self.environment
            .iter()
            .any(|entry| entry.as_bytes().strip_prefix(name.as_bytes()).is_some_and(|rest| rest.starts_with(b"=")))
    }

    fn rank_hosts(&self) -> RankHosts {
        let (platform, mapping) = (Arc::clone(&self.platform.platform), Arc::clone(&self.platform.mapping));
        let library = &self.platform.library;
        RankHosts {
            host_name: Box::new(move |host| platform.host_name(host)),
            host_of: Box::new(move |rank| mapping.host(rank)),
            ranks: self.ranks,
            later: std::collections::BTreeMap::new(),
            setting: RankSetting {
                universe: self.universe(),
                tag_ub: library.tag_ub,
                null_datatypes: library.null_datatypes,
            },
            launcher: self.launcher(),
            places: std::cell::OnceCell::new(),
        }
    }

    /// Loads the program as images; the inner error is the program's.
    unsafe fn load(&self, folder: &RunFolder, launcher: *mut Launcher) -> Result<Result<Images, LoadError>, String> {
        let crash_records = folder.open_crash_records().map_err(|error| error.to_string())?;
        let mut options = Options::new(&self.libraries);
        options.tag_output = self.tag_output;
        options.backing = self.backing.clone();
        options.allocations = self.allocations;
        options.crash_records = Some(std::os::fd::IntoRawFd::into_raw_fd(crash_records));
        outside::install(true);
        let (arguments, environment) = (&self.arguments, &self.environment_of_all()?);
        if let Some(mount) = self.mount.clone() {
            posix::install(mount);
            images::model_files();
        }
        // SAFETY: as the caller says.
        Ok(unsafe { Images::load(launcher, &self.path, arguments, environment, self.ranks, &HOOKS, &options) })
    }

    fn as_images(
        &self,
        images: Images,
        mode: ProgramMode,
        launch_state: LaunchState,
    ) -> Result<Box<dyn RankDriver>, String> {
        opens::ranks_are_images();
        let at_once_max = self.platform.library.protocol.send_end.at_once_max();
        let driver = ImagesDriver::new(images, self.measure, self.rank_hosts(), at_once_max);
        let driver = if self.image_workers > 1 && mode != ProgramMode::Serialised {
            let driver = driver.with_workers(self.image_workers);
            let driver = driver.map_err(|error| format!("worker processes cannot be started: {error}"))?;
            if !driver.has_workers() {
                eprintln!(
                    "windtunnel: --workers: ranks compute one after another: the system grants too few mappings to keep the memory of {} ranks apart (vm.max_map_count)",
                    self.ranks
                );
            }
            driver
        } else {
            driver
        };
        let driver = match mode {
            ProgramMode::Auto => {
                driver.with_fallback(Box::new(move |what, shown| launch_state.restart_with_processes(what, shown)))
            }
            _ => driver,
        };
        let driver: Box<dyn RankDriver> =
            if mode == ProgramMode::Serialised { Box::new(Serialised::new(driver)) } else { Box::new(driver) };
        Ok(match self.folder.clone() {
            Some(wdir) => Box::new(InWorkingDirectory { driver, wdir: Some(wdir) }),
            None => driver,
        })
    }

    fn as_processes(&self, folder: &RunFolder, shown: Shown) -> Result<Box<dyn RankDriver>, String> {
        if is_static(&self.path) {
            // Its MPI library is a part of it, which nothing can be put in the place of.
            return Err(LoadError::Static { path: self.path.clone() }.to_string());
        }
        let records = folder.open_crash_records().map_err(|error| error.to_string())?;
        let program = processes::Program {
            path: self.path.clone(),
            kind: self.kind.0.clone(),
            arguments: self.arguments.clone(),
            folder: self.folder.clone(),
        };
        let setting = processes::ProcessOptions {
            environment: [self.environment_of_all()?, self.unknown_yet()?].concat(),
            libraries: self.libraries.clone(),
            crash_records: records,
            tag_output: self.tag_output,
            shown,
            mount: self.mount.clone(),
        };
        let limit = self.limit;
        let stop = move || reason_to_stop(limit).is_some();
        let (blocks, around) = ((self.blocks, self.measure), self.rank_hosts());
        let driver = ProcessesDriver::start(program, setting, blocks, around, Box::new(stop), self.workers);
        Ok(Box::new(driver.map_err(|error| error.to_string())?))
    }

    /// Says why the ranks are processes although nobody asked for that.
    fn report_processes_mode(&self, why: &str) {
        eprintln!("windtunnel: {}: its ranks run as processes", engine::visible(why));
    }
}

/// Enters the ranks' working directory when the first of them runs: until then files of the scenario are opened, and
/// those are named from where the command was given.
struct InWorkingDirectory {
    driver: Box<dyn RankDriver>,
    wdir: Option<PathBuf>,
}

impl RankDriver for InWorkingDirectory {
    fn inner(&self) -> Option<&dyn RankDriver> {
        Some(&*self.driver)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn RankDriver> {
        Some(&mut *self.driver)
    }

    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> ops::RankState {
        if let Some(wdir) = self.wdir.take()
            && let Err(error) = std::env::set_current_dir(&wdir)
        {
            posts.push(Post::Fatal { text: format!("--wdir: {}: {error}", wdir.display()).into() });
            return ops::RankState::Blocked;
        }
        self.driver.resume(actor, answer, posts)
    }

    // A rank is resumed before it is begun.
    fn begin(&mut self, actor: ActorId, answer: &Answer, outlook: Outlook) -> Beginning {
        self.driver.begin(actor, answer, outlook)
    }

    fn begins_ranks(&self) -> bool {
        self.driver.begins_ranks()
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
        .filter(|(key, _)| OWN_VARIABLES.iter().all(|own| key != own))
        .filter(|(key, _)| !added.keys().any(|own| own.as_str() == key) && !is_launchers(key))
        .map(|(key, value)| [key.as_bytes(), b"=", value.as_bytes()].concat());
    let own = added.iter().map(|(key, value)| format!("{key}={value}").into_bytes());
    inherited.chain(own).map(|entry| c_string(&entry)).collect()
}

/// The descriptor of [`ProgressPipe`].
pub(crate) const PROGRESS_VARIABLE: &str = "WT_PROGRESS_FD";
const WORKERS_VARIABLE: &str = "WT_WORKERS";
const MEMORY_FOLDER_VARIABLE: &str = "WT_MEMORY_FOLDER";
const EXECUTABLE_VARIABLE: &str = "WT_EXECUTABLE";
/// The descriptor of the scenario.
pub(crate) const SCENARIO_VARIABLE: &str = "WT_SCENARIO_FD";
/// The descriptor of the run folder, which stays locked as long as it is open, even if the command has not lived so long.
pub(crate) const FOLDER_VARIABLE: &str = "WT_FOLDER_FD";

/// What goes from the command to the launcher, and no further.
const OWN_VARIABLES: [&str; 8] = [
    WORKERS_VARIABLE,
    MEMORY_FOLDER_VARIABLE,
    PROGRESS_VARIABLE,
    EXECUTABLE_VARIABLE,
    SCENARIO_VARIABLE,
    FOLDER_VARIABLE,
    restart::RESTARTED_VARIABLE,
    engine::INPUT_ROOT,
];

/// A descriptor that the command has opened for us. Programs that ranks start do not inherit it.
fn inherited(variable: &str) -> Option<std::fs::File> {
    let descriptor: Option<c_int> = std::env::var(variable).ok().and_then(|text| text.parse().ok());
    // SAFETY: the command that started us has opened this descriptor for us alone.
    let file = descriptor.filter(|fd| *fd > 2).map(|fd| unsafe { std::fs::File::from_raw_fd(fd) })?;
    // SAFETY: a descriptor of ours.
    unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFD, libc::FD_CLOEXEC) };
    Some(file)
}

/// The scenario as the command has resolved it. It does not come from the run folder: what is executed does not depend on what
/// others do there.
fn given_scenario() -> Result<Scenario, String> {
    let mut text = String::new();
    let mut file = inherited(SCENARIO_VARIABLE).ok_or("the launcher is started by `windtunnel run`")?;
    file.read_to_string(&mut text).map_err(|error| format!("the scenario cannot be read: {error}"))?;
    let text = ScenarioText::parse(&text, "scenario.toml").map_err(|error| error.to_string())?;
    text.resolve().map_err(|error| error.to_string())
}

/// While there is one, a pipe that nobody reads any more is an error and no signal, which would end us: the command is gone
/// then, and we are to close the tables. Programs keep the signal for pipes of their own.
struct NoPipeSignal(libc::sigset_t);

impl NoPipeSignal {
    fn now() -> Self {
        // SAFETY: the calling thread's own mask, by structs that are filled before use.
        unsafe {
            let (mut pipe, mut old): (libc::sigset_t, libc::sigset_t) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigemptyset(&raw mut pipe);
            libc::sigaddset(&raw mut pipe, libc::SIGPIPE);
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const pipe, &raw mut old);
            Self(old)
        }
    }
}

impl Drop for NoPipeSignal {
    fn drop(&mut self) {
        // SAFETY: as above; a signal that is pending for this thread is taken away.
        unsafe {
            let mut pipe: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut pipe);
            libc::sigaddset(&raw mut pipe, libc::SIGPIPE);
            let at_once: libc::timespec = std::mem::zeroed();
            libc::sigtimedwait(&raw const pipe, std::ptr::null_mut(), &raw const at_once);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, std::ptr::null_mut());
        }
    }
}

/// Where the command hears how far the run is.
struct ProgressPipe(Option<std::fs::File>);

impl ProgressPipe {
    fn from_environment() -> Self {
        Self(inherited(PROGRESS_VARIABLE))
    }

    fn tell(&mut self, now: &Progress) {
        if let Some(pipe) = &mut self.0 {
            let Progress { time, finished, ranks, steps, memory, prospect, messages, samples, work: _ } = *now;
            let engine::Samples { network, ranks: in_ranks, all } = samples;
            let ops::Prospect { all: held, folded } = prospect;
            let line = format!(
                "{} {finished} {ranks} {steps} {memory} {messages} {network} {in_ranks} {all} {held} {folded}\n",
                time.ps()
            );
            let _quiet = NoPipeSignal::now();
            if pipe.write_all(line.as_bytes()).is_err() {
                self.0 = None;
                // Nobody listens: the command ended before the kernel was told to tell us.
                INTERRUPTED.store(true, Ordering::Relaxed);
            }
        }
    }
}
