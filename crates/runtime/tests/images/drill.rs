//! A stand-in for the engine: resumes ranks round robin until all have ended. Built as a static library, linked into
//! the shared library that the launcher of the tests loads.
//!
//! ```text
//! launcher key=value … -- program argument …      keys: ranks, stack, faces, tag, split, records, watch (ms), figures
//! ```
//! Programs reach it through the functions `wt_test_*` of the tests' MPI library.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use windtunnel_runtime::images::{
    Hooks, Images, Launcher, Options, Yielded, crash, current_rank, current_user, in_rank, watchdog, yield_now,
};

/// What the stand-in keeps per rank.
#[derive(Debug, Default)]
struct Rank {
    /// Simulated time, picoseconds.
    now: u64,
    yields: u64,
    /// A function to be called on the rank's stack when it is next resumed, and its argument.
    upcall: Option<(unsafe extern "C-unwind" fn(*mut c_void), usize)>,
}

fn me() -> &'static mut Rank {
    assert!(in_rank());
    // SAFETY: `set_user` attached a Rank that lives until the process ends, and one rank runs at a time.
    unsafe { &mut *current_user().cast::<Rank>() }
}

fn now() -> u64 {
    me().now
}

fn sleep(duration: u64) {
    me().now += duration;
    wait();
}

fn wait() {
    me().yields += 1;
    yield_now();
    if let Some((function, argument)) = me().upcall.take() {
        // SAFETY: the program passed the function for this.
        unsafe { function(std::ptr::with_exposed_provenance_mut(argument)) };
    }
}

/// Blocks until the next round.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn wt_test_yield() {
    wait();
}

/// The calling rank.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn wt_test_rank() -> c_int {
    current_rank() as c_int
}

/// Blocks; `function(argument)` runs on the rank's stack before this returns, and may block itself.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn wt_test_upcall(function: unsafe extern "C-unwind" fn(*mut c_void), argument: *mut c_void) {
    me().upcall = Some((function, argument.expose_provenance()));
    wait();
}

struct Drill {
    ranks: u32,
    options: Options,
    watch: Option<u64>,
    figures: bool,
    /// Resume only the first this many times and measure, then end.
    spin: u64,
    program: Vec<CString>,
}

fn parse(arguments: &[CString]) -> Drill {
    let mut drill = Drill {
        ranks: 2,
        options: Options::new(Path::new(".")),
        watch: None,
        figures: false,
        spin: 0,
        program: Vec::new(),
    };
    let mut rest = arguments.iter().skip(1);
    for argument in rest.by_ref() {
        let text = argument.to_string_lossy();
        if text == "--" {
            break;
        }
        let (key, value) = text.split_once('=').expect("key=value");
        let number = || value.parse::<u64>().expect("a number");
        match key {
            "ranks" => drill.ranks = number() as u32,
            "stack" => drill.options.stack = Some(number()),
            "faces" => drill.options.faces = value.into(),
            "tag" => drill.options.tag_output = true,
            "split" => drill.options.split = true,
            "records" => drill.options.crash_records = Some(number() as i32),
            "watch" => drill.watch = Some(number()),
            "figures" => drill.figures = true,
            "spin" => drill.spin = number(),
            _ => panic!("unknown key {key}"),
        }
    }
    drill.program = rest.cloned().collect();
    drill
}

/// The launcher's entry.
///
/// # Safety
/// Called by the launcher with its own struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wt_drill(argc: c_int, argv: *const *const c_char, launcher: *mut Launcher) -> c_int {
    // SAFETY: main's arguments.
    let arguments: Vec<CString> =
        (0..argc as usize).map(|i| unsafe { CStr::from_ptr(*argv.add(i)) }.to_owned()).collect();
    let drill = parse(&arguments);
    // SAFETY: on the launcher's main thread.
    let code = unsafe { run(launcher, drill) };
    // SAFETY: ends the process without running handlers of the C library twice.
    unsafe { libc::_exit(code) }
}

unsafe fn run(launcher: *mut Launcher, drill: Drill) -> c_int {
    let environment: Vec<CString> = std::env::vars_os()
        .filter_map(|(k, v)| CString::new([k.as_bytes(), b"=", v.as_bytes()].concat()).ok())
        .collect();
    let program = Path::new(drill.program[0].to_str().expect("UTF-8")).to_path_buf();
    static HOOKS: Hooks = Hooks { now, sleep, catch_up: || {}, variables: Vec::new };
    // SAFETY: passed on.
    let loaded = unsafe {
        Images::load(launcher, &program, &drill.program, &environment, drill.ranks, &HOOKS, &drill.options)
    };
    let mut images = match loaded {
        Ok(images) => images,
        Err(error) => {
            eprintln!("windtunnel: {error}");
            return 2;
        }
    };
    let users: Vec<*mut Rank> = (0..drill.ranks).map(|_| Box::into_raw(Box::default())).collect();
    for (rank, user) in users.iter().enumerate() {
        images.set_user(rank as u32, user.cast());
    }
    let _watchdog = drill.watch.map(|ms| {
        watchdog::watch(
            Duration::from_millis(ms),
            || false,
            |rank, _, place| {
                eprintln!("windtunnel: rank {rank} computes without calling MPI at {place}");
            },
        )
    });
    if drill.spin > 0 {
        return spin(&mut images, drill.ranks, drill.spin);
    }
    let code = rounds(&mut images, &drill);
    drop(images);
    code
}

/// Resumes all ranks in turn until all have ended; the exit status is the highest of theirs.
fn rounds(images: &mut Images, drill: &Drill) -> c_int {
    let mut waiting: Vec<u32> = (0..drill.ranks).collect();
    let mut worst = 0;
    let mut first = true;
    while !waiting.is_empty() {
        let mut still = Vec::new();
        for rank in waiting {
            match images.resume(rank) {
                Ok(Yielded::Blocked) => still.push(rank),
                Ok(Yielded::Finished { code }) => worst = worst.max(code),
                Ok(Yielded::Unsupported { reason }) => {
                    images.flush_output();
                    eprintln!("windtunnel: rank {rank}: {reason}");
                    return 1;
                }
                Ok(Yielded::Crashed | Yielded::Interrupted | Yielded::Full) => {
                    images.flush_output();
                    return crash::CRASH_STATUS;
                }
                Err(error) => {
                    eprintln!("windtunnel: {error}");
                    return 2;
                }
            }
        }
        waiting = still;
        if first && drill.figures {
            figures(images, drill.ranks, waiting.len() as u32);
        }
        first = false;
    }
    if drill.figures {
        figures(images, drill.ranks, 0);
    }
    worst
}

/// Host figures after a round.
fn figures(images: &mut Images, ranks: u32, alive: u32) {
    let memory = images.memory();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find(|l| l.starts_with(name)).unwrap_or("");
        line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0)
    };
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: getrusage fills the struct.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 * 1e-6;
    let stack = (0..ranks).map(|r| images.stack_high_water(r)).max().unwrap_or(0);
    eprintln!(
        "figures: ranks {ranks} alive {alive} slots {} image {} B anonymous {} KiB page tables {} KiB heaps {} B stack {stack} B \
         cpu {:.3}+{:.3} s",
        memory.slots,
        memory.image,
        field("RssAnon:"),
        field("VmPTE:"),
        memory.heaps,
        seconds(usage.ru_utime),
        seconds(usage.ru_stime),
    );
}

/// Processor time of this thread, nanoseconds.
fn processor_ns() -> u64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: fills the struct.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    t.tv_sec as u64 * 1_000_000_000 + t.tv_nsec as u64
}

/// Times resume and yield of ranks that yield in a loop.
fn spin(images: &mut Images, ranks: u32, rounds: u64) -> c_int {
    let pass = |images: &mut Images| {
        for rank in 0..ranks {
            assert_eq!(images.resume(rank).ok(), Some(Yielded::Blocked));
        }
    };
    pass(images);
    pass(images);
    // The best of twenty batches: other processes disturb, nothing makes it faster than it is.
    let batch = (rounds / 20).max(1);
    let mut each = f64::INFINITY;
    for _ in 0..20 {
        let start = processor_ns();
        for _ in 0..batch {
            pass(images);
        }
        each = each.min((processor_ns() - start) as f64 / (batch * u64::from(ranks)) as f64);
    }
    eprintln!("spin: ranks {ranks} {each:.1} ns per resume and yield, crash status {}", crash::CRASH_STATUS);
    0
}
