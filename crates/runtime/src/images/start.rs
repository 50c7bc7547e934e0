//! Starts and ends a rank: entry code, initialisers, `main`, exit handlers, finalisers.

use std::arch::{asm, naked_asm};
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::with_exposed_provenance_mut;
use std::rc::Rc;

use super::caller::take_call_address;
use super::crash::note_canary;
use super::float_controls::{MXCSR_DEFAULT, X87_DEFAULT};
use super::interpose::posix;
use super::loaded::{Finaliser, LoadedProgram};
use super::order::catch_up;
use super::outcome::Yielded;
use super::running::{end_rank, note_exit_call};
use super::slot::{ExitCall, ExitHandler, Extras, ImageSlot, RankCoroutine, StackSpan};
use super::state::{ImageProcess, current, image_process};
use super::window_line::{BELOW, LINE};

type Initialiser = unsafe extern "C-unwind" fn(c_int, *mut *mut c_char, *mut *mut c_char);
type Plain = unsafe extern "C-unwind" fn();
type Main = unsafe extern "C-unwind" fn(c_int, *mut *mut c_char, *mut *mut c_char) -> c_int;

/// Neighbouring stacks would meet in the same cache sets; their tops are moved apart by lines.
fn colour(slot: u32) -> usize {
    (slot as usize % 8) * 64
}

/// Bytes of a rank's copy of the arguments: strings, pointers, terminator.
fn argument_bytes(arguments: &[CString]) -> usize {
    let strings: usize = arguments.iter().map(|a| a.as_bytes_with_nul().len()).sum();
    (strings + 8 * (arguments.len() + 1)).next_multiple_of(16)
}

impl ImageProcess {
    fn arguments(&self, slot: &ImageSlot) -> &[CString] {
        &self.groups[slot.group as usize].arguments
    }

    /// The line at the top of its stack for a tiny window.
    pub(crate) fn window_line(&self, slot: &ImageSlot) -> usize {
        let pool = self.pool(slot);
        pool.stack(slot).1 - colour(pool.index_of(slot)) - LINE
    }

    fn argument_block(&self, slot: &ImageSlot) -> usize {
        self.window_line(slot) - BELOW - argument_bytes(self.arguments(slot))
    }

    /// Writes the arguments to the top of a slot's stack, where a program may change them.
    unsafe fn write_arguments(&self, slot: &ImageSlot) -> usize {
        let (block, arguments) = (self.argument_block(slot), self.arguments(slot));
        let pointers: *mut usize = with_exposed_provenance_mut(block);
        let mut text = block + 8 * (arguments.len() + 1);
        // SAFETY: the block lies within the slot's stack, above everything the coroutine uses.
        unsafe {
            for (i, argument) in arguments.iter().enumerate() {
                let bytes = argument.as_bytes_with_nul();
                let to: *mut u8 = with_exposed_provenance_mut(text);
                to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
                pointers.add(i).write(text);
                text += bytes.len();
            }
            pointers.add(arguments.len()).write(0);
        }
        block
    }

    /// Prepares an open slot for a rank of `group` that has not run yet.
    ///
    /// # Safety
    /// The slot is open, its image equals the template, and no rank lives in it.
    pub(crate) unsafe fn prepare(&mut self, state: *mut ImageSlot, rank: u32, group: u32) {
        let folder = self.groups[group as usize].folder;
        // SAFETY: slots never move; nothing else refers to this one.
        let s = unsafe { &mut *state };
        s.group = group;
        let pool = self.pool(s);
        // SAFETY: per contract.
        let base = unsafe {
            pool.space.relocate(pool.index_of(s), &pool.loaded.plan.relative);
            self.write_arguments(s)
        };
        let span = StackSpan { base, limit: pool.stack(s).0 };
        let at: usize = state.expose_provenance();
        let entry = s.image + pool.loaded.entry as usize;
        let coroutine = RankCoroutine::with_stack(span, move |yielder, ()| {
            let state: *mut ImageSlot = with_exposed_provenance_mut(at);
            // SAFETY: slots never move, and this one is ours while the coroutine lives.
            unsafe {
                (*state).yielder = yielder;
                note_canary(yielder);
            }
            enter_program(entry)
        });
        s.coroutine = Some(coroutine);
        s.yielder = std::ptr::null();
        s.exceptions = [0; 2];
        s.user = self.rank_entries[rank as usize].user;
        s.outcome = Yielded::Blocked;
        s.errno = 0;
        s.mxcsr = MXCSR_DEFAULT;
        s.x87 = X87_DEFAULT;
        s.special = rank == 0 || folder != 0;
        (s.exiting, s.ahead, s.stays, s.text_held) = (false, false, false, false);
        s.rank = rank;
        if folder != 0 {
            s.extras().folder = Some(folder);
        }
    }
}

/// Jumps to the executable's entry code with an empty argument block: our `__libc_start_main` knows the real one.
fn enter_program(entry: usize) -> ! {
    // SAFETY: `entry` is the entry point of a relocated image; it never returns, as `start_main` does not.
    unsafe {
        asm!(
            "xor ebp, ebp", "push 0", "push 0", "push 0", "push 0", "xor edx, edx", "jmp {entry}",
            entry = in(reg) entry, options(noreturn)
        )
    }
}

/// The running rank's program; it stays where it is as long as any rank lives.
///
/// # Safety
/// On a rank's stack.
unsafe fn program() -> *const LoadedProgram {
    // SAFETY: as the caller says; the reference ends here.
    unsafe { Rc::as_ptr(&image_process().pool(&*current()).loaded) }
}

unsafe fn function_at<F: Copy>(address: usize) -> F {
    assert!(size_of::<F>() == size_of::<usize>());
    // SAFETY: callers name a function pointer type and the address of such a function.
    unsafe { std::mem::transmute_copy(&address) }
}

/// `__libc_start_main` of a rank: initialisers, `main`, `exit`.
///
/// `init` is null in programs linked against glibc 2.34 or later; older ones pass code that walks the executable's arrays
/// itself, so those get their entries now.
pub(crate) unsafe extern "C-unwind" fn start_main(
    main: Option<Main>,
    _argc: c_int,
    _argv: *mut *mut c_char,
    init: Option<Initialiser>,
    fini: Option<Plain>,
) -> c_int {
    // SAFETY: called by the entry code of the running rank; the image process is not referred to across calls.
    unsafe {
        let (base, program) = ((*current()).image, program());
        let argc = image_process().arguments(&*current()).len() as c_int;
        let argv: *mut *mut c_char = with_exposed_provenance_mut(image_process().argument_block(&*current()));
        let environ = image_process().base_environ;
        let mut next = 0;
        while let Some(offset) = entry(&(*program).initialisers, next) {
            function_at::<Initialiser>(base + offset as usize)(argc, argv, environ);
            next += 1;
        }
        if let Some(init) = init {
            let pool = image_process().pool(&*current());
            pool.space.relocate(pool.index_of(&*current()), &(*program).plan.arrays);
            if let Some(fini) = fini {
                let handler = ExitHandler {
                    call: ExitCall::Plain(fini),
                    argument: std::ptr::null_mut(),
                    object: std::ptr::null_mut(),
                };
                (*current()).extras().exit_handlers.push(handler);
            }
            init(argc, argv, environ);
        } else {
            let mut next = 0;
            while let Some(offset) = entry(&(*program).executable_initialisers, next) {
                function_at::<Initialiser>(base + offset as usize)(argc, argv, environ);
                next += 1;
            }
        }
        let code = match main {
            Some(main) => main(argc, argv, environ),
            None => 127,
        };
        take_call_address();
        exit(code)
    }
}

/// Runs one handler.
unsafe fn call_handler(handler: ExitHandler, status: c_int) {
    // SAFETY: the program registered the handler for this.
    unsafe {
        match handler.call {
            ExitCall::Plain(f) => f(),
            ExitCall::WithArgument(f) => f(handler.argument),
            ExitCall::WithStatus(f) => f(status, handler.argument),
        }
    }
}

/// The last registered handler of the running rank, removed; `pick` names the list.
pub(crate) fn pop_handler(pick: fn(&mut Extras) -> &mut Vec<ExitHandler>) -> Option<ExitHandler> {
    // SAFETY: called on a rank's stack; the reference ends here.
    unsafe { (*current()).extras.as_deref_mut().and_then(|e| pick(e).pop()) }
}

/// `exit` of a rank: destructors of thread-local objects, handlers in reverse order (also those registered meanwhile),
/// finalisers; then the rank has finished.
pub(crate) unsafe extern "C-unwind" fn exit(status: c_int) -> ! {
    if current().is_null() {
        // SAFETY: not a rank: the process itself ends.
        unsafe { libc::exit(status) }
    }
    note_exit_call("exit");
    catch_up();
    // SAFETY: on a rank's stack; handlers are copied out before they are called, so they may register more or call
    // `exit` again, which continues with what is left.
    unsafe {
        while let Some(handler) = pop_handler(|e| &mut e.thread_destructors) {
            call_handler(handler, status);
        }
        while let Some(handler) = pop_handler(|e| &mut e.exit_handlers) {
            call_handler(handler, status);
        }
        if !std::mem::replace(&mut (*current()).exiting, true) {
            let (base, program) = ((*current()).image, program());
            let mut next = 0;
            while let Some(finaliser) = entry(&(*program).finalisers, next) {
                match finaliser {
                    Finaliser::Call(offset) => function_at::<Plain>(base + offset as usize)(),
                    Finaliser::Handlers(object) => finalize(with_exposed_provenance_mut(base + object as usize)),
                }
                next += 1;
            }
        }
    }
    posix::flush();
    end_rank(Yielded::Finished { code: status & 0xff })
}

/// `quick_exit` of a rank: its own handlers only.
pub(crate) unsafe extern "C-unwind" fn quick_exit(status: c_int) -> ! {
    note_exit_call("quick_exit");
    catch_up();
    while let Some(handler) = pop_handler(|e| &mut e.quick_handlers) {
        // SAFETY: as `exit`.
        unsafe { call_handler(handler, status) };
    }
    end_rank(Yielded::Finished { code: status & 0xff })
}

/// `_exit` and `_Exit` of a rank.
pub(crate) unsafe extern "C-unwind" fn exit_now(status: c_int) -> ! {
    note_exit_call("_exit");
    catch_up();
    end_rank(Yielded::Finished { code: status & 0xff })
}

/// Registered with the C library itself: a system library called `exit` on behalf of a rank (`err`, `error`, …).
pub(crate) unsafe extern "C-unwind" fn exit_of_process(status: c_int, _argument: *mut c_void) {
    if !current().is_null() {
        take_call_address();
        // SAFETY: a rank runs; the C library's exit has released its lock while it calls handlers.
        unsafe { exit(status) }
    }
}

/// The address that names an object, from a `__dso_handle`'s address or from what it holds: its address, or its offset
/// in the image where the page is shared (`Plan`).
pub(crate) fn object_named(handle: *mut c_void) -> *mut c_void {
    let slot = current();
    if handle.is_null() || slot.is_null() {
        return handle;
    }
    // SAFETY: the current slot is valid while its rank runs; the reference ends here.
    let (image, bytes) = unsafe { ((*slot).image, image_process().pool(&*slot).space.image_bytes) };
    if (handle.addr() as u64) < bytes { with_exposed_provenance_mut(image + handle.addr()) } else { handle }
}

/// `__cxa_finalize(object)`: runs the handlers of one object; null means all.
pub(crate) unsafe extern "C-unwind" fn finalize(object: *mut c_void) {
    let object = object_named(object);
    loop {
        // SAFETY: on a rank's stack; the handler is taken out before the call.
        let handler = unsafe {
            let Some(extras) = (*current()).extras.as_deref_mut() else { return };
            let list = &mut extras.exit_handlers;
            match list.iter().rposition(|h| object.is_null() || h.object == object) {
                Some(at) => list.remove(at),
                None => return,
            }
        };
        // SAFETY: registered for this.
        unsafe { call_handler(handler, 0) };
    }
}

/// Resolver of thread-local descriptors: the second word is the distance from the thread pointer. All registers but rax
/// must survive (AMD64 ABI, TLS descriptors).
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn tls_descriptor() {
    naked_asm!("mov rax, [rax + 8]", "ret")
}

/// An entry of a list, to which no reference stays while the function there runs.
fn entry<T: Copy>(list: &[T], at: usize) -> Option<T> {
    list.get(at).copied()
}
