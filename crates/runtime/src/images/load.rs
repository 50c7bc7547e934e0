//! `Images`: loading a program, resuming its ranks, and what is known about them.

use std::collections::HashMap;
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;

use super::arena::{Arena, HeapUse};
use super::error::LoadError;
use super::interpose::{self, environment, output};
use super::relocate::{Plan, Relative, relocate};
use super::resolve::{Program, Search, symbol_of};
use super::space::Space;
use super::state::{self, ENDED, Folder, Place, Slot, UNSTARTED, World, install, uninstall};
use super::switch::float_controls;
use super::template::{PAGE, Template};
use super::{Hooks, Launcher, Yielded, crash};

/// From this many bytes on, a finished rank's memory is given back even if no other rank needs its place.
const WORTH_RELEASING: u64 = 1 << 20;

/// How a program is run as images.
#[derive(Clone, Debug)]
pub struct Options {
    /// Stack of a rank, bytes of address space; `None`: 8 MiB up to 16,384 ranks, 256 KiB above.
    pub stack: Option<u64>,
    /// Folder of Windtunnel's MPI libraries (`resolve::FACES`).
    pub faces: PathBuf,
    /// Objects searched before the needed ones, replicated like the program (PMPI tools).
    pub preload: Vec<PathBuf>,
    /// Prefix every line of output with the rank.
    pub tag_output: bool,
    /// Never map memory that is both writable and executable; found out by itself where the system forbids it.
    pub split: bool,
    /// Where crash records are written, a file descriptor; stderr gets a line in any case.
    pub crash_records: Option<i32>,
}

impl Options {
    /// Defaults with the MPI libraries in `faces`.
    pub fn new(faces: &Path) -> Options {
        Options {
            stack: None,
            faces: faces.into(),
            preload: Vec::new(),
            tag_output: false,
            split: false,
            crash_records: None,
        }
    }
}

/// Memory of all ranks together, bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// Address space of one image.
    pub image: u64,
    /// Slots in use or used before: ranks alive at the same time at most.
    pub slots: u64,
    /// Heap bytes in use by living ranks.
    pub heaps: u64,
}

/// A program loaded as images. One at a time per process.
#[derive(Debug)]
pub struct Images {
    world: *mut World,
    launcher: *mut Launcher,
}

impl Images {
    /// Loads `program` for `ranks` ranks. `arguments[0]` is the program's name; `environment` replaces the process's
    /// (`KEY=VALUE`). Nothing of the program runs yet, except resolvers of indirect functions.
    ///
    /// # Safety
    /// On the launcher's main thread, with the launcher's own struct; no other thread changes the environment.
    pub unsafe fn load(
        launcher: *mut Launcher,
        program: &Path,
        arguments: &[CString],
        environment: &[CString],
        ranks: u32,
        hooks: Hooks,
        options: &Options,
    ) -> Result<Images, LoadError> {
        assert!(ranks > 0 && ranks < ENDED, "between 1 and 2^32 - 3 ranks");
        assert!(state::world_pointer().is_null(), "one set of images per process");
        // SAFETY: per contract `launcher` is valid.
        let pad = unsafe { ((*launcher).pad_start.addr(), (*launcher).pad_end.expose_provenance()) };
        let base_environ = environment::replace(environment);
        // Streams first: the C++ library takes the pointers when it is loaded.
        let (output, standard_input) = output::take_over(options.tag_output);
        let file = std::fs::canonicalize(program).unwrap_or_else(|_| program.to_path_buf());
        let objects = Program::read(&file, search(options, environment))?;
        interpose::prepare(program, pad.1);
        prepare_cxx(&objects);
        let mut template = Template::new(&objects, pad)?;
        let plan = relocate(&objects, &mut template)?;
        let stack = options.stack.unwrap_or(if ranks <= 16_384 { 8 << 20 } else { 256 << 10 }).max(4 * PAGE);
        let space = Space::new(&template, ranks, stack, options.split)?;
        let arena = Arena::new(ranks as usize).map_err(|source| LoadError::Reserve {
            what: "heaps",
            bytes: 1 << 33,
            source,
        })?;
        let orders = Orders::new(&objects, &template, &plan);
        let (engine_mxcsr, engine_x87) = float_controls();
        let world = Box::new(World {
            space,
            arena,
            plan,
            modules: template.modules.clone(),
            objects: super::objects::copies(&objects, &template),
            initialisers: orders.libraries,
            executable_initialisers: orders.executable,
            finalisers: orders.finalisers,
            entry: template.modules[0].base + objects.objects[0].entry,
            slots: Vec::with_capacity(ranks as usize),
            free_slots: Vec::new(),
            places: vec![Place { user: null_mut(), slot: UNSTARTED }; ranks as usize],
            unstarted: ranks,
            tls_bytes: template.tls_bytes as usize,
            tls_at: template.tls_at as usize,
            pad_end: pad.1,
            pad_owner: UNSTARTED,
            arguments: arguments.to_vec(),
            hooks,
            output,
            // SAFETY: the address of this thread's errno never changes.
            errno: unsafe { libc::__errno_location() },
            exceptions: exception_state(&objects),
            symbols: objects.into_symbols(),
            engine_mxcsr,
            hardware_mxcsr: engine_mxcsr,
            engine_x87,
            base_environ,
            folders: vec![Folder { fd: open_folder() }],
            folder: 0,
            special_active: false,
            standard_input,
            switches: 0,
        });
        let world = Box::into_raw(world);
        assert!(install(world), "one set of images per process");
        let mut images = Images { world, launcher };
        images.connect_launcher();
        images.resolve_indirect()?;
        crash::install(options.crash_records, images.world());
        Ok(images)
    }

    fn world(&mut self) -> &mut World {
        // SAFETY: the world lives as long as `self`, and no rank runs while the engine is here.
        unsafe { &mut *self.world }
    }

    /// Tells the launcher's symbols where ranks live.
    fn connect_launcher(&mut self) {
        let launcher = self.launcher;
        let w = self.world();
        let (arena_start, arena_bytes) = w.arena.range();
        // SAFETY: the launcher's struct lives as long as the process.
        let l = unsafe { &mut *launcher };
        l.arena_start = arena_start;
        l.arena_bytes = arena_bytes;
        l.arena_free = Some(interpose::memory::free);
        l.arena_realloc = Some(interpose::memory::realloc);
        l.arena_usable = Some(interpose::memory::malloc_usable_size);
        l.images_start = w.space.images;
        l.images_bytes = w.space.images_bytes();
        l.find_object = Some(interpose::unwind::find_object);
        l.iterate = Some(interpose::unwind::iterate);
        l.before_thread = Some(interpose::process::before_thread);
    }

    /// Calls the resolvers of indirect functions in a first image: their answers, relative to the image, hold for all.
    fn resolve_indirect(&mut self) -> Result<(), LoadError> {
        let w = self.world();
        if w.plan.indirect.is_empty() {
            return Ok(());
        }
        self.open_slot()?;
        let w = self.world();
        let base = w.space.image(0) as u64;
        // SAFETY: slot 0 is open and unused.
        unsafe { w.space.relocate(0, &w.plan.relative) };
        let entries = std::mem::take(&mut w.plan.indirect);
        for e in entries {
            // SAFETY: `target` is a resolver in a relocated image; resolvers take no arguments on x86-64.
            let address = unsafe {
                let resolver: extern "C" fn() -> u64 = std::mem::transmute((base + e.target) as usize);
                resolver()
            };
            let w = self.world();
            w.plan.relative.push(Relative { offset: e.offset, target: address.wrapping_sub(base) });
        }
        let w = self.world();
        w.space.reset(0);
        w.free_slots.push(0);
        Ok(())
    }

    /// Opens one more slot.
    fn open_slot(&mut self) -> Result<u32, LoadError> {
        let w = self.world();
        let slot = w.slots.len() as u32;
        w.space.open(slot)?;
        w.slots.push(Slot {
            thread: None,
            yielder: std::ptr::null(),
            exceptions: [0; 2],
            user: null_mut(),
            extras: None,
            outcome: Yielded::Blocked,
            errno: 0,
            mxcsr: 0,
            x87: 0,
            special: false,
            exiting: false,
            rank: UNSTARTED,
            slot,
        });
        Ok(slot)
    }

    /// Number of ranks.
    pub fn ranks(&mut self) -> u32 {
        self.world().places.len() as u32
    }

    /// Attaches the rank half's state to a rank; `current_user` returns it while the rank runs.
    pub fn set_user(&mut self, rank: u32, user: *mut ()) {
        let w = self.world();
        w.places[rank as usize].user = user;
        if let Some(slot) = w.slots.get_mut(w.places[rank as usize].slot as usize) {
            slot.user = user;
        }
    }

    /// What `set_user` attached.
    pub fn user(&mut self, rank: u32) -> *mut () {
        self.world().places[rank as usize].user
    }

    /// Whether the rank has ended: its memory must not be touched any more.
    pub fn has_ended(&mut self, rank: u32) -> bool {
        self.world().places[rank as usize].slot == ENDED
    }

    /// Runs a rank until it yields or ends. The first call starts it.
    ///
    /// # Errors
    /// Only a first call: a place for the rank cannot be mapped.
    #[inline]
    pub fn resume(&mut self, rank: u32) -> Result<Yielded, LoadError> {
        let slot = self.world().places[rank as usize].slot;
        let slot = if slot < ENDED { slot } else { self.place(rank, slot)? };
        let world = self.world;
        let state = &raw mut self.world().slots[slot as usize];
        // SAFETY: the slot holds this rank, suspended or new, and we are on the engine's stack.
        let outcome = unsafe { World::run(world, state) };
        if !matches!(outcome, Yielded::Blocked) {
            self.end(rank, slot, outcome == Yielded::Crashed);
        }
        Ok(outcome)
    }

    /// Gives a rank that has not run yet a slot.
    #[cold]
    fn place(&mut self, rank: u32, slot: u32) -> Result<u32, LoadError> {
        assert!(slot == UNSTARTED, "rank {rank} has ended and cannot be resumed");
        let slot = match self.world().free_slots.pop() {
            Some(slot) => slot,
            None => self.open_slot()?,
        };
        let w = self.world();
        w.places[rank as usize].slot = slot;
        w.unstarted -= 1;
        // SAFETY: the slot is open, its image is the template's, and nobody lives in it.
        unsafe { w.prepare(slot, rank) };
        Ok(slot)
    }

    /// Forgets a rank that has ended and gives its place to the next one; what one that crashed leaves is not touched.
    #[cold]
    fn end(&mut self, rank: u32, slot: u32, crashed: bool) {
        let w = self.world();
        output::end_of_rank(w, slot);
        let s = &mut w.slots[slot as usize];
        if let Some(thread) = &mut s.thread {
            // SAFETY: the frames left on the stack are the program's own and are never unwound, as `exit` does not.
            unsafe { thread.force_reset() };
        }
        s.thread = None;
        s.extras = None;
        w.places[rank as usize].slot = ENDED;
        if w.pad_owner == slot {
            w.pad_owner = UNSTARTED;
        }
        if crashed {
            return;
        }
        if !w.space.guards {
            let s = &w.slots[slot as usize];
            w.check_canary(s);
        }
        let heap = w.arena.heap_use(slot).peak;
        if w.unstarted > 0 || heap + w.space.image_bytes - w.space.image_bytes.min(WORTH_RELEASING) >= WORTH_RELEASING
        {
            w.arena.release(slot);
            w.space.reset(slot);
            w.free_slots.push(slot);
        }
    }

    /// Address of a rank's memory in this process: thread-local variables of a rank that is not running lie elsewhere
    /// than their address says. `bytes` from there on are valid if they were for the rank.
    #[inline]
    pub fn translate(&mut self, rank: u32, address: usize) -> usize {
        let w = self.world();
        let below = w.pad_end.wrapping_sub(address);
        let slot = w.places[rank as usize].slot;
        if below == 0 || below > w.tls_bytes || slot == w.pad_owner || slot >= ENDED {
            return address;
        }
        w.space.image(slot) + w.tls_at + w.tls_bytes - below
    }

    /// Prepares memory of a heap for being overwritten by a large message; other memory is left as it is.
    pub fn provide(&mut self, address: usize, bytes: usize) {
        self.world().arena.provide(address, bytes);
    }

    /// Heap of a rank; zero before its first allocation and after its end.
    pub fn heap(&mut self, rank: u32) -> HeapUse {
        let w = self.world();
        w.arena.heap_use(w.places[rank as usize].slot)
    }

    /// Memory of all ranks together.
    pub fn memory(&mut self) -> Memory {
        let w = self.world();
        let heaps = (0..w.slots.len() as u32).map(|s| w.arena.heap_use(s).in_use).sum();
        Memory { image: w.space.image_bytes, slots: w.slots.len() as u64, heaps }
    }

    /// Bytes of a rank's stack that were ever used, by looking for the lowest page that is not zero.
    pub fn stack_high_water(&mut self, rank: u32) -> u64 {
        let w = self.world();
        let slot = w.places[rank as usize].slot;
        if slot >= ENDED {
            return 0;
        }
        let (low, top) = w.space.stack(slot);
        let mut at = top;
        while at > low {
            at -= 8;
            let run = (at.saturating_sub(64 * 8)).max(low);
            // SAFETY: the range lies in the slot's stack region, which is mapped.
            let empty = (run..=at).step_by(8).all(|a| unsafe { *std::ptr::with_exposed_provenance::<u64>(a) } == 0);
            if empty {
                break;
            }
        }
        (top - at) as u64
    }

    /// Writes what is kept back of the ranks' output (complete lines only reach the descriptor in large pieces).
    pub fn flush_output(&mut self) {
        self.world().output.flush();
    }
}

impl Drop for Images {
    fn drop(&mut self) {
        let world = uninstall();
        // SAFETY: `install` put this pointer there and it came from a Box; no rank runs.
        let mut w = unsafe { Box::from_raw(world) };
        for slot in 0..w.slots.len() as u32 {
            output::end_of_rank(&mut w, slot);
        }
        for slot in &mut w.slots {
            if let Some(thread) = &mut slot.thread {
                // SAFETY: as `end`.
                unsafe { thread.force_reset() };
            }
        }
        w.output.flush();
        // The regions stay mapped: shared libraries may hold pointers into them until the process ends.
    }
}

fn search(options: &Options, environment: &[CString]) -> Search {
    let mut search = Search { faces: options.faces.clone(), preload: options.preload.clone(), library_path: vec![] };
    for entry in environment {
        let text = entry.to_string_lossy();
        if let Some(list) = text.strip_prefix("LD_LIBRARY_PATH=") {
            search.library_path.extend(list.split(':').filter(|p| !p.is_empty()).map(PathBuf::from));
        }
        if let Some(list) = text.strip_prefix("WT_PRELOAD=") {
            search.preload.extend(list.split(':').filter(|p| !p.is_empty()).map(PathBuf::from));
        }
    }
    search
}

/// Descriptor of the working directory at start.
fn open_folder() -> i32 {
    // SAFETY: a C string; the descriptor is kept for the life of the process.
    unsafe { libc::open(c".".as_ptr(), libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC) }
}

/// Initialises the C++ library's streams, so that copies of `std::cout` are copies of a stream that works.
fn prepare_cxx(program: &Program) {
    static mut INIT: [u8; 16] = [0; 16];
    if !program.shares("libstdc++.so.6") {
        return;
    }
    if let Some(constructor) = symbol_of(libc::RTLD_DEFAULT, "_ZNSt8ios_base4InitC1Ev", None) {
        // SAFETY: the constructor of an empty class writes at most its size, one byte; the object is never destroyed, so
        // the streams are not closed before the process ends.
        unsafe {
            let constructor: extern "C" fn(*mut u8) = std::mem::transmute(constructor);
            constructor((&raw mut INIT).cast());
        }
    }
}

/// The C++ exception state of this thread; a word of our own for programs without C++.
fn exception_state(program: &Program) -> *mut [usize; 2] {
    static mut NONE: [usize; 2] = [0; 2];
    let getter = if program.shares("libstdc++.so.6") {
        symbol_of(libc::RTLD_DEFAULT, "__cxa_get_globals", None)
    } else {
        None
    };
    match getter {
        // SAFETY: the Itanium C++ ABI gives the function this type; the state is two words, of which the second has
        // four bytes in use.
        Some(getter) => unsafe {
            let getter: extern "C" fn() -> *mut [usize; 2] = std::mem::transmute(getter);
            getter()
        },
        None => &raw mut NONE,
    }
}

/// Initialisers and finalisers as offsets in the image, in the order they are called.
struct Orders {
    libraries: Vec<u64>,
    executable: Vec<u64>,
    finalisers: Vec<u64>,
}

impl Orders {
    fn new(program: &Program, template: &Template, plan: &Plan) -> Orders {
        let targets: HashMap<u64, u64> =
            plan.arrays.iter().chain(&plan.relative).map(|r| (r.offset, r.target)).collect();
        let array = |index: usize, table: super::elf::Table| -> Vec<u64> {
            let base = template.modules[index].base;
            (0..table.bytes / 8).filter_map(|i| targets.get(&(base + table.vaddr + 8 * i)).copied()).collect()
        };
        let initialisers = |index: usize| -> Vec<u64> {
            let object = &program.objects[index];
            let init = object.init.map(|v| template.modules[index].base + v);
            init.into_iter().chain(array(index, object.init_array)).collect()
        };
        let mut orders =
            Orders { libraries: array(0, program.objects[0].preinit_array), executable: vec![], finalisers: vec![] };
        // Needed objects come later in search order, and are initialised first.
        for index in (1..program.objects.len()).rev() {
            orders.libraries.extend(initialisers(index));
        }
        orders.executable = initialisers(0);
        for (index, object) in program.objects.iter().enumerate() {
            let mut list = array(index, object.fini_array);
            list.reverse();
            orders.finalisers.extend(list);
            orders.finalisers.extend(object.fini.map(|v| template.modules[index].base + v));
        }
        orders
    }
}
