//! Replaces the C library's functions that act on the whole process, for ranks that are images (loaded copies of the program)
//! in one process. `exit` ends only the calling rank, and runs only that rank's exit handlers. Functions that would fork or
//! replace the process, or start a thread, are refused.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::OnceLock;

use super::super::caller::{recording_caller, take_call_address};
use super::super::relocate::{Value, by_name};
use super::super::resolve::{Member, Program};
use super::super::running::{end_unsupported, in_rank};
use super::super::slot::{ExitCall, ExitHandler, Extras};
use super::super::start::{exit, exit_now, exit_of_process, finalize, object_named, quick_exit, start_main};
use super::super::state::{ImageProcess, current, image_process};
use super::entry::Entry;

unsafe extern "C" {
    fn on_exit(f: unsafe extern "C-unwind" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

pub(crate) fn table() -> Vec<Entry> {
    let mut table = vec![
        ("__libc_start_main", start_main as *const ()),
        ("exit", exit_called as *const ()),
        ("_exit", exit_now_called as *const ()),
        ("_Exit", exit_now_called as *const ()),
        ("quick_exit", quick_exit_called as *const ()),
        ("atexit", at_exit as *const ()),
        ("on_exit", on_exit_of_rank as *const ()),
        ("__cxa_atexit", cxa_atexit as *const ()),
        ("at_quick_exit", at_quick_exit as *const ()),
        ("__cxa_at_quick_exit", cxa_at_quick_exit as *const ()),
        ("__cxa_finalize", finalize as *const ()),
        ("__cxa_thread_atexit_impl", cxa_thread_atexit as *const ()),
        ("__cxa_thread_atexit", cxa_thread_atexit as *const ()),
        ("pthread_create", threads_called as *const ()),
        ("thrd_create", threads_called as *const ()),
        ("pthread_exit", threads_called as *const ()),
        ("sched_getaffinity", affinity_of_process as *const ()),
        ("pthread_getaffinity_np", affinity_of_thread as *const ()),
        ("fork", fork_called as *const ()),
        ("vfork", fork_called as *const ()),
        ("_Fork", fork_called as *const ()),
        ("daemon", fork_called as *const ()),
        ("dlopen", open_called as *const ()),
        ("dlsym", symbol_called as *const ()),
        ("dlclose", close_library as *const ()),
        ("setrlimit", limit_called as *const ()),
        ("setrlimit64", limit_called as *const ()),
        ("prlimit", limit_process_called as *const ()),
        ("prlimit64", limit_process_called as *const ()),
    ];
    for name in ["execv", "execve", "execvp", "execvpe", "execl", "execlp", "execle", "fexecve"] {
        table.push((name, exec_called as *const ()));
    }
    table
}

recording_caller! {
    exit_called => exit,
    exit_now_called => exit_now,
    quick_exit_called => quick_exit,
    threads_called => refuse_threads,
    fork_called => refuse_fork,
    exec_called => refuse_exec,
    open_called => open_library,
    symbol_called => library_symbol,
    limit_called => limit,
    limit_process_called => limit_process,
}

fn register(list: fn(&mut Extras) -> &mut Vec<ExitHandler>, handler: ExitHandler) -> c_int {
    let slot = current();
    if slot.is_null() {
        return -1;
    }
    // SAFETY: the running rank's own record.
    unsafe { list((*slot).extras()).push(handler) };
    0
}

unsafe extern "C" fn at_exit(f: unsafe extern "C-unwind" fn()) -> c_int {
    register(
        |e| &mut e.exit_handlers,
        ExitHandler { call: ExitCall::Plain(f), argument: null_mut(), object: null_mut() },
    )
}

unsafe extern "C" fn on_exit_of_rank(
    f: unsafe extern "C-unwind" fn(c_int, *mut c_void),
    argument: *mut c_void,
) -> c_int {
    register(|e| &mut e.exit_handlers, ExitHandler { call: ExitCall::WithStatus(f), argument, object: null_mut() })
}

unsafe extern "C" fn cxa_atexit(
    f: unsafe extern "C-unwind" fn(*mut c_void),
    argument: *mut c_void,
    object: *mut c_void,
) -> c_int {
    let object = object_named(object);
    register(|e| &mut e.exit_handlers, ExitHandler { call: ExitCall::WithArgument(f), argument, object })
}

unsafe extern "C" fn at_quick_exit(f: unsafe extern "C-unwind" fn()) -> c_int {
    register(
        |e| &mut e.quick_handlers,
        ExitHandler { call: ExitCall::Plain(f), argument: null_mut(), object: null_mut() },
    )
}

unsafe extern "C" fn cxa_at_quick_exit(f: unsafe extern "C-unwind" fn(*mut c_void), object: *mut c_void) -> c_int {
    register(|e| &mut e.quick_handlers, ExitHandler { call: ExitCall::WithArgument(f), argument: null_mut(), object })
}

unsafe extern "C" fn cxa_thread_atexit(
    f: unsafe extern "C-unwind" fn(*mut c_void),
    argument: *mut c_void,
    object: *mut c_void,
) -> c_int {
    register(|e| &mut e.thread_destructors, ExitHandler { call: ExitCall::WithArgument(f), argument, object })
}

/// Lets `exit` called inside a system library end the rank only.
pub(crate) fn catch_exit() {
    // SAFETY: registers a function that lives as long as the process.
    unsafe { on_exit(exit_of_process, null_mut()) };
}

unsafe extern "C-unwind" fn refuse_threads() {
    end_unsupported("not supported yet: threads in a rank (OpenMP programs: -x OMP_NUM_THREADS=1)");
}

unsafe extern "C-unwind" fn refuse_fork() {
    end_unsupported("not supported yet: fork in a rank");
}

unsafe extern "C-unwind" fn refuse_exec() {
    end_unsupported("not supported yet: exec in a rank");
}

/// `setrlimit`: what takes nothing away from other ranks. The stack of a rank has the size that it began with.
unsafe extern "C-unwind" fn limit(resource: u32, new: *const libc::rlimit) -> c_int {
    // SAFETY: the caller's struct, and one of ours.
    let (present, wanted) = unsafe {
        let mut present: libc::rlimit = std::mem::zeroed();
        if new.is_null() || libc::getrlimit(resource, &raw mut present) != 0 {
            return libc::setrlimit(resource, new);
        }
        (present, *new)
    };
    let is_lower = wanted.rlim_cur < present.rlim_cur || wanted.rlim_max < present.rlim_max;
    let is_other = wanted.rlim_cur != present.rlim_cur;
    if is_lower && resource != libc::RLIMIT_CORE || is_other && resource == libc::RLIMIT_STACK {
        end_unsupported("not supported yet: setrlimit in a rank, which would be every rank's limit");
    }
    // SAFETY: as above.
    unsafe { libc::setrlimit(resource, new) }
}

/// `prlimit` of the rank itself.
unsafe extern "C-unwind" fn limit_process(
    process: libc::pid_t,
    resource: u32,
    new: *const libc::rlimit,
    old: *mut libc::rlimit,
) -> c_int {
    // SAFETY: the caller's structs.
    unsafe {
        if process != 0 && process != libc::getpid() {
            return libc::prlimit(process, resource, new, old);
        }
        let read = libc::prlimit(0, resource, std::ptr::null(), old);
        if new.is_null() || read != 0 { read } else { limit(resource, new) }
    }
}

/// The cores that the simulator could use when it began: where it goes later depends on how many ranks compute at once.
static CORES: OnceLock<libc::cpu_set_t> = OnceLock::new();

/// Notes which cores ranks may use, as far as they know.
pub(crate) fn note_cores() {
    // SAFETY: fills the set that it is given.
    CORES.get_or_init(|| unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set);
        set
    });
}

/// For the rank itself, the cores noted; the system's answer for other processes.
unsafe extern "C" fn affinity_of_process(pid: libc::pid_t, bytes: usize, set: *mut u8) -> c_int {
    // SAFETY: the caller's set; a plain call of the C library.
    unsafe {
        match CORES.get() {
            Some(cores) if pid == 0 || pid == libc::getpid() => {
                let known = bytes.min(size_of::<libc::cpu_set_t>());
                set.write_bytes(0, bytes);
                set.copy_from_nonoverlapping((&raw const *cores).cast(), known);
                0
            }
            _ => libc::sched_getaffinity(pid, bytes, set.cast()),
        }
    }
}

unsafe extern "C" fn affinity_of_thread(_: libc::pthread_t, bytes: usize, set: *mut u8) -> c_int {
    // SAFETY: as above; a rank has one thread.
    unsafe { affinity_of_process(0, bytes, set) }
}

/// Called by the launcher before any thread of the process is created (libgomp, `std::thread`).
pub(crate) unsafe extern "C-unwind" fn before_thread() {
    // Threads of our own (the watchdog) never create threads while a rank runs, but another thread is not the rank.
    // SAFETY: a plain system call without arguments.
    let main = unsafe { libc::getpid() } == crate::mpi_lock::thread_id();
    if main && in_rank() {
        take_call_address();
        end_unsupported("not supported yet: threads in a rank (OpenMP programs: -x OMP_NUM_THREADS=1)");
    }
}

/// What `dlopen(NULL)` gives a rank: its address is the handle.
static PROGRAM: u8 = 0;

fn program_handle() -> *mut c_void {
    (&raw const PROGRAM).cast_mut().cast()
}

/// `dlopen` of a rank: only the program itself; plugins would not be replicated.
unsafe extern "C-unwind" fn open_library(name: *const c_char, _flags: c_int) -> *mut c_void {
    if name.is_null() {
        return program_handle();
    }
    end_unsupported("not supported yet: dlopen in a rank: link the library instead")
}

unsafe extern "C-unwind" fn close_library(handle: *mut c_void) -> c_int {
    if handle == program_handle() {
        return 0;
    }
    // SAFETY: a handle that a library of the system gave the rank.
    unsafe { libc::dlclose(handle) }
}

/// `dlsym` of a rank: what the program and its libraries export (`RTLD_DEFAULT`, and `dlopen(NULL)`), or those of them that come after the
/// caller (`RTLD_NEXT`).
unsafe extern "C-unwind" fn library_symbol(handle: *mut c_void, name: *const c_char) -> *mut c_void {
    let next = handle == libc::RTLD_NEXT;
    if !next && handle != libc::RTLD_DEFAULT && handle != program_handle() {
        // SAFETY: a handle that a library of the system gave the rank, and a C string.
        return unsafe { libc::dlsym(handle, name) };
    }
    // SAFETY: the caller's C string; the running rank's own record; on the thread that runs ranks.
    let (text, slot, process) = unsafe { (CStr::from_ptr(name).to_string_lossy(), &*current(), image_process()) };
    let loaded = &process.pool(slot).loaded;
    let Some(program) = &loaded.symbols else { return null_mut() };
    let image = slot.image as u64;
    let from = if next { after_caller(process, program) } else { 0 };
    let address = match by_name(program, &loaded.template.modules, &loaded.plan, &text, from, &super::REPLACEMENTS) {
        Some(Value::Constant(address)) => address,
        Some(Value::Image(at)) => image + at,
        Some(Value::Resolver(at)) => {
            // SAFETY: a resolver of the rank's own image; resolvers take no arguments on x86-64.
            unsafe { std::mem::transmute::<usize, extern "C" fn() -> u64>((image + at) as usize)() }
        }
        None => {
            // SAFETY: as above. The C library then knows what to say in `dlerror`.
            unsafe { libc::dlsym(libc::RTLD_DEFAULT, name) };
            return null_mut();
        }
    };
    std::ptr::with_exposed_provenance_mut(address as usize)
}

/// Where in the search order of its program comes what follows the object that has called last.
fn after_caller(process: &ImageProcess, program: &Program) -> usize {
    let caller = process.image_at(take_call_address());
    let object = caller.and_then(|(pool, _, offset)| Some(pool.loaded.module_at(offset)?.0));
    let is_caller = |member: &Member| matches!(member, Member::Replicated(found) if Some(*found) == object);
    program.scope.iter().position(is_caller).map_or(0, |at| at + 1)
}
