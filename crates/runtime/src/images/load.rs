//! `Images`: the interface of images mode (ranks are loaded copies of the program in one process) to the engine's driver. It
//! loads a program, resumes its ranks and answers questions about them.

use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
use std::ffi::{CString, OsStr};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::with_exposed_provenance;
use std::rc::Rc;

use super::allocations::Allocations;
use super::arena::{Arena, FoldUse, HeapUse, OwnStatics};
use super::backing::Backing;
use super::canary::Canaries;
use super::crash;
use super::directories::WorkingDirectories;
use super::error::LoadError;
use super::float_controls::FloatControls;
use super::footprint::Footprint;
use super::interpose::{self, environment};
use super::launcher::Launcher;
use super::loaded::LoadedProgram;
use super::mappings::Mappings;
use super::outcome::Yielded;
use super::output;
use super::resolve::{Program, Search, is_mpi_tool};
use super::running::end_refused;
use super::slot::{ENDED, ImageSlot, RankEntry, UNSTARTED};
use super::slot_pool::{RankGroup, SlotPool};
use super::space::{Guards, Space};
use super::state::{self, Hooks, ImageProcess, install, uninstall};
use super::statics;
use super::template::PAGE;
use super::thread_local_pad::ThreadLocalPad;
use super::workers::{Worked, Workers, gates};
use crate::clock::Meter;
use crate::rank_text::RankText;
use crate::standard_streams::Shown;
use ops::{MemoryUse, Prospect};

/// Ranks whose memory is looked at, and of these such whose static variables are, at most.
const LOOKED_AT: usize = 1024;
const STATICS_LOOKED_AT: usize = 16;

/// Memory that all ranks of the start may come to hold; not known where they share it.
fn prospect(w: &ImageProcess) -> Prospect {
    let Some(pool) = w.pools.first().filter(|_| w.arena.fold_use().is_none()) else { return Prospect::default() };
    let large = statics::ranges(&pool.loaded.template, Prospect::FOLDED_FROM);
    let step = (pool.slots.len() / LOOKED_AT).max(1);
    let slots = pool.slots.iter().step_by(step).enumerate();
    // Statics are the same variables in all ranks.
    let mut written = (0, 0);
    let held = slots.map(|(number, slot)| {
        if number < STATICS_LOOKED_AT {
            written = pool.space.statics_written(pool.index_of(slot), &large);
        }
        let (heap, blocks) =
            (w.arena.heap_use(slot.slot).in_use, w.arena.large_blocks(slot.slot, Prospect::FOLDED_FROM));
        (heap + written.0, blocks + written.1)
    });
    Prospect::of(pool.capacity, held.collect())
}

/// From this many bytes on, a finished rank's memory is given back even if no other rank needs its place.
const RELEASE_FROM: u64 = 1 << 20;

/// Blocks and static variables whose memory ranks share; none if they share nothing.
pub(crate) fn fold_use() -> Option<FoldUse> {
    let process = state::image_process_pointer();
    if process.is_null() {
        return None;
    }
    // SAFETY: it lives until the images do not; the thread that runs ranks asks, on the engine's stack.
    let process = unsafe { &*process };
    let mut used = process.arena.fold_use()?;
    for pool in &process.pools {
        let template = &pool.loaded.template;
        match &pool.space.statics {
            Some(statics) => {
                used.file += statics.bytes();
                used.most += statics.bytes() * pool.slots.len() as u64;
            }
            None if template.arrays.is_none() => used.own_statics = Some(OwnStatics::NoSymbols),
            None if pool.space.statics_refused => used.own_statics = Some(OwnStatics::Mappings),
            None => {}
        }
    }
    Some(used)
}

/// How a program is run as images.
#[derive(Clone, Debug)]
pub struct Options {
    /// Stack of a rank, bytes of address space; `None`: as much as a process would have (`ulimit -s`) up to 16,384 ranks, 256 KiB
    /// above.
    pub stack: Option<u64>,
    /// Folder of Windtunnel's MPI libraries (`libmpi.so.12` and the like).
    pub faces: PathBuf,
    /// Objects searched before the needed ones, replicated like the program (PMPI tools).
    pub preload: Vec<PathBuf>,
    /// Prefix every line of output with the rank.
    pub tag_output: bool,
    /// Never map memory that is both writable and executable; found out by itself where the system forbids it.
    pub split: bool,
    /// Where heaps and large static variables lie.
    pub backing: Backing,
    /// Follow which place of the program asks for which memory.
    pub allocations: bool,
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
            backing: Backing::Memory,
            allocations: false,
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

/// A program loaded as images, and those that its ranks start. One at a time per process.
#[derive(Debug)]
pub struct Images {
    process: *mut ImageProcess,
    launcher: *mut Launcher,
    pub(super) options: Options,
    pub(super) environment: Vec<CString>,
    /// There are so many ranks that one that goes on finds its stack evicted from the caches.
    pub(crate) reads_ahead: bool,
    footprint: Footprint,
    /// By rank that has ended.
    heap_peaks: Vec<u64>,
    /// No rank has ended yet.
    complete: bool,
}

/// From this many ranks on, what they need does not stay in a core's own caches.
const READ_AHEAD_FROM: u32 = 256;
/// What a rank needs of its stack when it goes on: so many bytes, beginning so far below the frame that has given control back.
const STACK_READ: usize = 768;
const STACK_BELOW: usize = 128;

/// Has the processor fetch lines of memory that will be needed at once, all at the same time.
#[inline]
pub(crate) fn read_ahead(address: usize, bytes: usize) {
    for line in (address..address + bytes).step_by(64) {
        // SAFETY: a hint, whatever is there.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(with_exposed_provenance(line)) };
    }
}

/// Has what a rank needs when it goes on fetched.
#[inline]
fn fetch(slot: *mut ImageSlot, place: RankEntry) {
    read_ahead(slot.addr(), size_of::<ImageSlot>());
    read_ahead(place.stack_end.saturating_sub(STACK_BELOW), STACK_READ);
}

/// The stack of a rank, bytes of address space.
pub(super) fn stack_bytes(options: &Options, ranks: u32) -> u64 {
    let usual = if ranks <= 16_384 { system_stack(ranks) } else { 256 << 10 };
    options.stack.unwrap_or(usual).max(4 * PAGE)
}

/// The stack of a process (`ulimit -s`). Where it is not limited, and where it is limited to more, as much as there are addresses
/// for.
fn system_stack(ranks: u32) -> u64 {
    const USUAL: u64 = 8 << 20;
    let most = (STACK_ADDRESSES / u64::from(ranks)).clamp(USUAL, UNLIMITED_STACK);
    let mut limit = libc::rlimit { rlim_cur: USUAL, rlim_max: USUAL };
    // SAFETY: fills the struct.
    unsafe { libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit) };
    limit.rlim_cur.min(most).max(STACK_LEAST) / PAGE * PAGE
}

/// What an unlimited stack has.
const UNLIMITED_STACK: u64 = 4 << 30;
/// Addresses of the stacks of all ranks at most, unless each stack is small.
const STACK_ADDRESSES: u64 = 8 << 40;
/// A rank's stack is also that of the runtime.
const STACK_LEAST: u64 = 256 << 10;

/// The exception state of programs without C++.
pub(super) fn no_exceptions() -> *mut [usize; 2] {
    static mut NONE: [usize; 2] = [0; 2];
    &raw mut NONE
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
        hooks: &'static Hooks,
        options: &Options,
    ) -> Result<Images, LoadError> {
        assert!(ranks > 0 && ranks < UNSTARTED, "between 1 and 2^32 - 2 ranks");
        assert!(state::image_process_pointer().is_null(), "one set of images per process");
        // SAFETY: per contract `launcher` is valid.
        let pad = unsafe { ((*launcher).pad_start.addr(), (*launcher).pad_end.expose_provenance()) };
        let base_environ = environment::replace(environment);
        // Streams first: the C++ library takes the pointers when it is loaded.
        let (output, standard_input) = output::take_over(options.tag_output, interpose::output::write_stream)
            .map_err(|source| LoadError::System { what: "opening /dev/null", source })?;
        let file = std::fs::canonicalize(program).unwrap_or_else(|_| program.to_path_buf());
        let objects = Program::read(&file, search(options, environment))?;
        if matches!(options.backing, Backing::Shared) {
            gates::open().map_err(|source| LoadError::System { what: "making gates for workers", source })?;
        }
        interpose::prepare(program, pad.1);
        interpose::memory::follow(options.allocations);
        let mut loaded = LoadedProgram::of(&file, objects, pad, 0, &interpose::REPLACEMENTS)?;
        let mut space =
            Space::new(&loaded.template, ranks, stack_bytes(options, ranks), options.split, &options.backing, 0)?;
        loaded.bind(&mut space)?;
        let loaded = Rc::new(loaded);
        let guards = space.guards;
        let shared = space.shared.is_some();
        let memory = options.backing.heaps(shared)?;
        let mut arena = Arena::new(ranks as usize, guards.gap(), memory).map_err(|source| LoadError::Reserve {
            what: "heaps",
            bytes: 1 << 33,
            source,
        })?;
        if let Some(least) = options.backing.fold() {
            arena
                .fold_from(usize::try_from(least).unwrap_or(usize::MAX))
                .map_err(|source| LoadError::System { what: "making a file in memory for --fold", source })?;
        }
        let pool = SlotPool::new(Rc::clone(&loaded), space, (0, 0), ranks, false);
        let process = Box::new(ImageProcess {
            arena,
            mappings: Mappings::new(),
            allocations: options.allocations.then(Box::default),
            thread_locals: ThreadLocalPad::new(pad, loaded.template.tls_bytes as usize),
            exceptions: loaded.exceptions.unwrap_or(no_exceptions()),
            loaded: vec![loaded],
            pools: vec![pool],
            groups: vec![RankGroup { first: 0, pool: 0, arguments: arguments.to_vec(), folder: 0 }],
            rank_entries: vec![RankEntry::NEW; ranks as usize],
            canaries: Canaries::new(guards != Guards::Off),
            hooks,
            output,
            // SAFETY: the address of this thread's errno never changes.
            errno: unsafe { libc::__errno_location() },
            float_controls: FloatControls::of_this_thread(),
            base_environ,
            directories: WorkingDirectories::new(),
            special_active: false,
            standard_input,
            switches: 0,
            exit_call: None,
        });
        let process = Box::into_raw(process);
        assert!(install(process), "one set of images per process");
        let mut images = Images {
            process,
            launcher,
            options: options.clone(),
            environment: environment.to_vec(),
            reads_ahead: ranks >= READ_AHEAD_FROM,
            footprint: Footprint::new(shared),
            heap_peaks: Vec::new(),
            complete: true,
        };
        images.connect_launcher();
        interpose::files::watch();
        crash::install(options.crash_records, images.process());
        Ok(images)
    }

    pub(super) fn process(&mut self) -> &mut ImageProcess {
        // SAFETY: the image process lives as long as `self`, and no rank runs while the engine is here.
        unsafe { &mut *self.process }
    }

    /// Tells the launcher's symbols where ranks live. Images of several pools may have other memory between them.
    pub(super) fn connect_launcher(&mut self) {
        let launcher = self.launcher;
        let w = self.process();
        let (arena_start, arena_bytes) = w.arena.range();
        // SAFETY: the launcher's struct lives as long as the process.
        let l = unsafe { &mut *launcher };
        l.arena_start = arena_start;
        l.arena_bytes = arena_bytes;
        l.arena_free = Some(interpose::memory::free);
        l.arena_realloc = Some(interpose::memory::realloc);
        l.arena_usable = Some(interpose::memory::malloc_usable_size);
        let spaces = || w.pools.iter().map(|pool| &pool.space);
        l.images_start = spaces().map(|space| space.images).min().unwrap_or(0);
        l.images_bytes =
            spaces().map(|space| space.images + space.images_bytes()).max().unwrap_or(0) - l.images_start;
        l.find_object = Some(interpose::unwind::find_object);
        l.iterate = Some(interpose::unwind::iterate);
        l.before_thread = Some(interpose::process::before_thread);
        l.before_unwinding = Some(super::workers::stay_after_function);
    }

    /// The value of a variable in the environment that ranks begin with.
    pub fn variable(&self, key: &str) -> std::ffi::OsString {
        crate::launch::variable(&self.environment, key)
    }

    /// The folder of Windtunnel's MPI libraries.
    pub fn libraries(&self) -> &Path {
        &self.options.faces
    }

    /// Number of ranks.
    pub fn ranks(&mut self) -> u32 {
        self.process().rank_entries.len() as u32
    }

    /// Attaches the rank half's state to a rank; `current_user` returns it while the rank runs.
    pub fn set_user(&mut self, rank: u32, user: *mut ()) {
        let place = &mut self.process().rank_entries[rank as usize];
        place.user = user;
        if let Some(slot) = place.live_slot() {
            // SAFETY: slots never move, and no rank runs.
            unsafe { (*slot).user = user };
        }
    }

    /// What `set_user` attached.
    pub fn user(&mut self, rank: u32) -> *mut () {
        self.process().rank_entries[rank as usize].user
    }

    /// Whether the rank has ended: its memory must not be touched any more.
    pub fn has_ended(&mut self, rank: u32) -> bool {
        self.process().rank_entries[rank as usize].slot == ENDED
    }

    /// Whether a rank that runs ahead has printed something.
    #[inline]
    pub(crate) fn holds_text(&mut self, rank: u32) -> bool {
        let slot = self.process().rank_entries[rank as usize].live_slot();
        // SAFETY: slots never move, and no rank runs.
        slot.is_some_and(|slot| unsafe { (*slot).text_held })
    }

    /// The engine has caught up with a rank: what it has printed comes out.
    pub(crate) fn release_text(&mut self, rank: u32) {
        let w = self.process();
        if let Some(slot) = w.rank_entries[rank as usize].live_slot() {
            // SAFETY: as above; nothing else refers to the slot.
            w.release_text(unsafe { &mut *slot });
        }
    }

    /// Runs a rank until it yields or ends. The first call starts it.
    ///
    /// # Errors
    /// Only a first call: a place for the rank cannot be mapped.
    #[inline]
    pub fn resume(&mut self, rank: u32) -> Result<Yielded, LoadError> {
        let place = self.process().rank_entries[rank as usize];
        let slot = match place.live_slot() {
            Some(slot) => {
                if self.reads_ahead {
                    fetch(slot, place);
                }
                slot
            }
            None => self.place(rank, place)?,
        };
        let process = self.process;
        // SAFETY: the slot holds this rank, suspended or new, and we are on the engine's stack.
        let outcome = unsafe { ImageProcess::run(process, slot) };
        if matches!(outcome, Yielded::Blocked) {
            // SAFETY: slots never move, and no rank runs.
            self.process().rank_entries[rank as usize].stack_end = unsafe { (*slot).stack_end };
        } else {
            self.end(rank, slot, matches!(outcome, Yielded::Crashed | Yielded::Interrupted));
        }
        Ok(outcome)
    }

    /// Starts worker processes; none if ranks cannot compute in them.
    pub(crate) fn start_workers(&mut self, count: usize, meter: Option<Meter>) -> io::Result<Option<Workers>> {
        Workers::start(self.process(), count, meter)
    }

    /// The slot of a rank that may compute in a worker process: it is one of those that the run began with, and has opened nothing that
    /// others can see.
    pub(crate) fn slot_for_worker(&mut self, rank: u32) -> Option<u32> {
        let slot = self.process().rank_entries[rank as usize].live_slot()?;
        // SAFETY: slots never move, and no rank runs.
        let slot = unsafe { &*slot };
        (slot.pool == 0 && !slot.yielder.is_null() && !slot.exiting).then_some(slot.slot)
    }

    /// Whether a rank has opened what others can see.
    pub(crate) fn stays(&mut self, rank: u32) -> bool {
        let slot = self.process().rank_entries[rank as usize].live_slot();
        // SAFETY: as above.
        slot.is_some_and(|slot| unsafe { (*slot).stays })
    }

    /// A worker is to run a rank that has left.
    pub(crate) fn give(&mut self, rank: u32, workers: &mut Workers, worker: usize) {
        let w = self.process();
        let Some(slot) = w.rank_entries[rank as usize].live_slot() else { return };
        let thread_locals = w.put_thread_locals_back(slot);
        // SAFETY: as above.
        let slot = unsafe { &*slot };
        // Callers of `malloc` are noted at home.
        let heap = if w.allocations.is_none() { w.arena.place_of_heap(slot.slot) } else { 0 };
        workers.give(worker, slot, thread_locals, heap);
    }

    /// A rank that a worker has run and that has stopped goes on here when it is resumed next.
    pub(crate) fn take_back(&mut self, rank: u32, workers: &mut Workers) -> Option<Worked> {
        let slot = self.process().rank_entries[rank as usize].live_slot()?;
        // SAFETY: as above; nothing else refers to the slot.
        Some(workers.take_back(unsafe { &mut *slot }))
    }

    /// The text of ranks.
    pub(crate) fn text(&mut self) -> &mut RankText<output::Collected> {
        &mut self.process().output.text
    }

    /// A rank will be resumed soon.
    #[inline]
    pub(crate) fn expect(&mut self, rank: u32) {
        let place = self.process().rank_entries[rank as usize];
        if let Some(slot) = place.live_slot() {
            fetch(slot, place);
        }
    }

    /// Gives a rank that has not run yet a slot.
    #[cold]
    fn place(&mut self, rank: u32, place: RankEntry) -> Result<*mut ImageSlot, LoadError> {
        assert!(place.slot.is_null(), "rank {rank} has ended and cannot be resumed");
        let w = self.process();
        let group = w.group_of(rank);
        let pool = &mut w.pools[w.groups[group as usize].pool as usize];
        let at = pool.free_slot()?;
        pool.unstarted -= 1;
        pool.live += 1;
        let slot = &raw mut pool.slots[at as usize];
        w.rank_entries[rank as usize].slot = slot;
        // SAFETY: the slot is open, its image is the template's, and nobody lives in it.
        unsafe { w.prepare(slot, rank, group) };
        Ok(slot)
    }

    /// Forgets a rank that has ended and gives its place to the next one; what one leaves that crashed or was
    /// interrupted is not touched.
    #[cold]
    fn end(&mut self, rank: u32, slot: *mut ImageSlot, crashed: bool) {
        if std::mem::replace(&mut self.complete, false) {
            self.memory_use();
        }
        let w = self.process();
        // SAFETY: as below.
        let heap = w.arena.heap_use(unsafe { (*slot).slot }).peak;
        self.note_heap_peak(rank, heap);
        let w = self.process();
        // SAFETY: slots never move, and no rank runs.
        let s = unsafe { &mut *slot };
        w.output.text.end(rank);
        if let Some(coroutine) = &mut s.coroutine {
            // SAFETY: the frames left on the stack are the program's own and are never unwound, as `exit` does not.
            unsafe { coroutine.force_reset() };
        }
        s.coroutine = None;
        let exit_call = s.extras.take().and_then(|extras| extras.exit_call);
        w.exit_call = exit_call;
        w.rank_entries[rank as usize].slot = ENDED;
        w.thread_locals.release(slot);
        w.pools[s.pool as usize].live -= 1;
        if crashed {
            return;
        }
        if w.pool(s).space.guards == Guards::Off {
            w.check_canary(s);
        }
        let pool = &mut w.pools[s.pool as usize];
        let image = pool.space.image_bytes;
        if pool.reusable || pool.unstarted > 0 || heap.saturating_add(image) - image.min(RELEASE_FROM) >= RELEASE_FROM
        {
            w.arena.release(s.slot);
            let at = pool.index_of(s);
            if let Err(error) = pool.space.reset(at) {
                end_refused("releasing the image of a rank", &error);
            }
            pool.free_slots.push(at);
        } else {
            let at = pool.index_of(s);
            pool.space.leave(at);
        }
    }

    /// Address of a rank's memory in this process: thread-local variables of a rank that is not running lie elsewhere
    /// than their address says. `bytes` from there on are valid if they were for the rank.
    #[inline]
    pub fn translate(&mut self, rank: u32, address: usize) -> usize {
        let w = self.process();
        let Some(below) = w.thread_locals.below(address) else { return address };
        w.outside_pad(rank, below).unwrap_or(address)
    }

    /// Prepares memory of a heap for being overwritten by a large message; other memory is left as it is.
    pub fn provide(&mut self, address: usize, bytes: usize) {
        self.process().arena.provide(address, bytes);
    }

    /// Heap of a rank; zero before its first allocation and after its end.
    pub fn heap(&mut self, rank: u32) -> HeapUse {
        let w = self.process();
        match w.rank_entries[rank as usize].live_slot() {
            // SAFETY: slots never move, and no rank runs.
            Some(slot) => w.arena.heap_use(unsafe { (*slot).slot }),
            None => HeapUse::default(),
        }
    }

    fn note_heap_peak(&mut self, rank: u32, bytes: u64) {
        if self.heap_peaks.len() <= rank as usize {
            let ranks = self.ranks() as usize;
            self.heap_peaks.resize(ranks, 0);
        }
        self.heap_peaks[rank as usize] = bytes;
    }

    /// The most that a rank's heap has held, bytes.
    pub(crate) fn heap_peak(&mut self, rank: u32) -> u64 {
        let of_living = self.heap(rank).peak;
        of_living.max(self.heap_peaks.get(rank as usize).copied().unwrap_or(0))
    }

    /// Allocations by place; none unless they are followed.
    pub(crate) fn allocations(&mut self) -> Option<&Allocations> {
        self.process().allocations.as_deref()
    }

    /// Memory of this process now, and the most that is known of.
    pub(crate) fn memory_use(&mut self) -> MemoryUse {
        let w = self.process();
        let folded = w.arena.fold_use().map_or(0, |used| used.file);
        let files = folded + w.pools.iter().map(|pool| pool.space.file_bytes()).sum::<u64>();
        let on_disk = matches!(self.options.backing, Backing::Folder(_));
        self.footprint.look(files, on_disk);
        // SAFETY: no rank runs while the engine is here, and the process lives as long as `self`.
        let w = unsafe { &*self.process };
        self.footprint.with_prospect(|| prospect(w))
    }

    /// Why a rank has ended with [`Yielded::Full`].
    pub fn refusal(&mut self) -> String {
        let error = self.process().arena.take_refusal().map_or_else(String::new, |error| format!(": {error}"));
        match &self.options.backing {
            Backing::Folder(folder) => {
                format!("--memory-folder: {}: no room for more of its memory{error}", folder.display())
            }
            _ => format!("no room for more of its memory{error}"),
        }
    }

    /// Memory of all ranks together.
    pub fn memory(&mut self) -> Memory {
        let w = self.process();
        let slots = || w.pools.iter().flat_map(|pool| &pool.slots);
        let heaps = slots().map(|slot| w.arena.heap_use(slot.slot).in_use).fold(0, u64::saturating_add);
        Memory { image: w.pools[0].space.image_bytes, slots: slots().count() as u64, heaps }
    }

    /// Bytes of a rank's stack that were ever used, by looking for the lowest page that is not zero.
    pub fn stack_high_water(&mut self, rank: u32) -> u64 {
        let w = self.process();
        let Some(slot) = w.rank_entries[rank as usize].live_slot() else { return 0 };
        // SAFETY: slots never move, and no rank runs.
        let slot = unsafe { &*slot };
        let (low, top) = w.pool(slot).stack(slot);
        // Memory above may be empty.
        let mut at = w.window_line(slot);
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

    /// By which function of the C library the rank that has ended last did so, and where that was called; none where its
    /// `main` returned.
    pub fn take_exit_call(&mut self) -> Option<(&'static str, usize)> {
        self.process().exit_call.take()
    }

    /// Lines that the ranks have written, if they may start again: these are not too many to be kept, and nothing is read of the input.
    pub fn shown(&mut self) -> Option<Shown> {
        let has_read = output::has_read(self.process().standard_input[0]);
        self.process().output.text.sink.shown().filter(|_| !has_read)
    }

    /// Which memory of ranks nothing keeps from the others'.
    pub fn unguarded(&self) -> Option<&'static str> {
        // SAFETY: the image process lives as long as `self`, and no rank runs while the engine is here.
        match unsafe { &*self.process }.pools.first()?.space.guards {
            Guards::Gaps(_) => None,
            Guards::StackPages => {
                Some("heaps and globals of ranks: more ranks than vm.max_map_count has mappings for")
            }
            Guards::Off => Some("memory of ranks: more ranks than vm.max_map_count has mappings for"),
        }
    }

    /// Writes what is kept back of the ranks' output (complete lines only reach the descriptor in large pieces).
    pub fn flush_output(&mut self) {
        self.process().output.text.sink.flush();
    }
}

impl Drop for Images {
    fn drop(&mut self) {
        let process = uninstall();
        // SAFETY: `install` put this pointer there and it came from a Box; no rank runs.
        let mut w = unsafe { Box::from_raw(process) };
        let w = &mut *w;
        w.output.text.end_all(w.rank_entries.len() as u32);
        for slot in w.pools.iter_mut().flat_map(|pool| &mut pool.slots) {
            if let Some(coroutine) = &mut slot.coroutine {
                // SAFETY: as `end`.
                unsafe { coroutine.force_reset() };
            }
        }
        w.output.text.sink.flush();
        // The regions stay mapped: shared libraries may hold pointers into them until the process ends.
    }
}

pub(super) fn search(options: &Options, environment: &[CString]) -> Search {
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
    let tools = crate::launch::variable(environment, "LD_PRELOAD");
    let tools = tools.as_bytes().split(|byte| matches!(byte, b':' | b' ')).filter(|path| !path.is_empty());
    let tools = tools.map(|path| PathBuf::from(OsStr::from_bytes(path))).filter(|path| is_mpi_tool(path));
    search.preload.extend(tools);
    search
}
