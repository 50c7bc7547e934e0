//! The driver for ranks that are images (copies of the program in the engine's process). The driver resumes a rank by switching
//! to the rank's stack. The engine reads and writes the rank's memory directly.

use super::away::{self, Away};
use super::habits::Habits;
use super::interruption::{INTERRUPTED_TEXT, describe_end_in_reduction, describe_interruption};
use super::sites::Sites;
use super::stream::{STREAM_FROM, ZEROS, common_zeros, copy_past_caches};
use crate::call::{Carrying, RankContext, Transport, Upcall};
use crate::clock::Meter;
use crate::images::{self, Images, LoadError, PlaceAllocations, SpawnGroup, Yielded, crash, watchdog};
use crate::launch::FoundProgram;
use crate::posix_io;
use crate::program_kind::program_kind;
use crate::rank_text::RankText;
use crate::rank_variables::{RankLauncher, RankPlace};
use crate::standard_streams::Shown;
use mpi_rank::{Origin, Phase};
use ops::{
    Answer, Beginning, CallSite, MemoryUse, Outlook, Post, RankDriver, RankMode, RankSetting, RankState,
    SiteAllocations, SpawnCall, SpawnError, UserMemory,
};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ffi::{CString, c_void};
use std::path::Path;
use std::ptr::{copy, with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::Arc;
use units::{ActorId, HostId, Time};

/// What the ranks' transport functions reach through [`RankContext::transport_data`].
struct TransportData {
    sites: Sites,
    rank_hosts: RankHosts,
    /// Blocking sends of up to so many bytes end whatever their receivers do.
    at_once_max: Option<u64>,
    /// Blocks by the call site before them, where ranks may compute in worker processes.
    habits: Habits,
}

/// Which simulated host each rank is on, and what hosts are called.
pub struct RankHosts {
    /// The name of a host.
    pub host_name: Box<dyn Fn(HostId) -> String>,
    /// The host of a rank that the run begins with.
    pub host_of: Box<dyn Fn(u32) -> HostId>,
    /// How many those are.
    pub ranks: u32,
    /// Hosts of ranks that were started later, by number.
    pub later: BTreeMap<u32, HostId>,
    /// Properties that all ranks know.
    pub setting: RankSetting,
    /// The launcher that ranks have variables of.
    pub launcher: RankLauncher,
    /// The places of the ranks that the run begins with, once they have been asked for.
    pub places: OnceCell<Vec<RankPlace>>,
}

impl RankHosts {
    /// The name of a rank's simulated host.
    pub fn host_of_rank(&self, rank: u32) -> String {
        let host = if rank < self.ranks { (self.host_of)(rank) } else { self.later[&rank] };
        (self.host_name)(host)
    }

    /// Where a rank is that the run begins with.
    pub fn place(&self, rank: u32) -> Option<RankPlace> {
        let hosts = || (0..self.ranks).map(|rank| (self.host_of)(rank).0).collect::<Vec<_>>();
        self.places.get_or_init(|| RankPlace::of_all(&hosts())).get(rank as usize).copied()
    }

    /// More ranks have been started: `first` and those after it.
    pub fn start(&mut self, first: ActorId, hosts: &[HostId]) {
        self.later.extend((first.0..).zip(hosts.iter().copied()));
    }
}

/// Ranks as images in this process.
pub struct ImagesDriver {
    /// Ranks that compute in worker processes, if they may.
    pub(super) away: Option<Box<Away>>,
    pub(super) memory: ImagesMemory,
    /// What ranks that ran ahead have posted after they had printed something: it comes out before the engine hears of these.
    kept_posts: BTreeMap<u32, Vec<Post>>,
    // Contexts stay where they are while their ranks live: entry points hold pointers to them.
    contexts: Vec<Option<Box<RankContext>>>,
    /// How spawned ranks were started, each group by its first rank.
    origins: Vec<(u32, Origin)>,
    finished: usize,
    transport: Arc<Transport>,
    transport_data: Box<TransportData>,
    /// See [`RankDriver::interrupted_rank`].
    interrupted: Option<String>,
    /// Called before the run ends because images cannot hold what a rank does.
    fallback: Option<Fallback>,
}

/// Called with what a rank did that images cannot hold, and where, and with what ranks have printed.
pub type Fallback = Box<dyn FnMut(&str, &Shown)>;

pub(super) struct ImagesMemory {
    images: Images,
    /// The rank that has crashed while it ran ahead: what it sent before is still read.
    crashed: Option<u32>,
}

fn switch(_: *mut RankContext) {
    images::yield_now();
}

fn intern_site(context: *mut RankContext, address: *const c_void) -> CallSite {
    // SAFETY: the context is the running rank's, and its data are the driver's, which outlives all ranks. The engine
    // is not running, so nothing else refers to them; no reference lives while it does.
    unsafe { (*(*context).transport_data.cast::<TransportData>()).sites.intern(address.addr()) }
}

/// Whether the block after a rank's latest call is likely to be worth a journey to a worker process; `follows`: where it would wait for
/// another rank's.
///
/// # Safety
/// As `intern_site`.
pub(super) unsafe fn is_worth(context: *mut RankContext, follows: bool) -> bool {
    // SAFETY: as the caller says.
    unsafe {
        let (rank, site, posts) = ((*context).rank.actor, (*context).latest_site(), (*context).posts());
        let habits = &mut (*(*context).transport_data.cast::<TransportData>()).habits;
        // One that is ahead goes on: its text is shown where the engine has caught up with it.
        if habits.are_known {
            return !images::is_ahead() && habits.are_worth(rank, site, posts);
        }
        // One that waits tells nothing of its block but what is known of earlier ones.
        habits.are_worth(rank, site, posts) && !(follows && habits.floor(rank, site, posts) == Time::ZERO)
    }
}

/// Whether the rank runs on before the blocking send that it has just posted has ended.
fn run_ahead(context: *mut RankContext) -> bool {
    if !images::may_run_ahead() {
        return false;
    }
    // SAFETY: as `intern_site`.
    unsafe {
        let Some(at_once_max) = (*(*context).transport_data.cast::<TransportData>()).at_once_max else {
            return false;
        };
        match (*context).carry_send(images::current_rank(), at_once_max) {
            Carrying::Copied => images::run_ahead(),
            Carrying::No => return false,
            Carrying::Unreadable => {
                (*context).replace_send(Post::Fatal { text: crashed().into() });
                return false;
            }
        }
    }
    true
}

fn host_name(context: *mut RankContext, into: &mut [u8]) -> usize {
    // SAFETY: as `intern_site`.
    let (transport_data, rank) =
        unsafe { (&*(*context).transport_data.cast::<TransportData>(), images::current_rank()) };
    let name = transport_data.rank_hosts.host_of_rank(rank);
    let bytes = name.len().min(into.len());
    into[..bytes].copy_from_slice(&name.as_bytes()[..bytes]);
    bytes
}

/// The variables that tell the running rank who it is.
pub(crate) fn rank_variables() -> Vec<(&'static str, String)> {
    let context = RankContext::current_or_null();
    if context.is_null() {
        return Vec::new();
    }
    // SAFETY: as `intern_site`.
    let (hosts, rank) =
        unsafe { (&(*(*context).transport_data.cast::<TransportData>()).rank_hosts, images::current_rank()) };
    hosts.place(rank).map(|place| hosts.launcher.of_rank(place)).unwrap_or_default()
}

impl ImagesDriver {
    /// Drives the ranks of `images`. Blocks are measured if `measure`; blocking sends of up to `at_once_max` bytes end whatever their
    /// receivers do.
    pub fn new(mut images: Images, measure: bool, rank_hosts: RankHosts, at_once_max: Option<u64>) -> Self {
        let ranks = images.ranks() as usize;
        let meter = measure.then(Meter::calibrate);
        if measure {
            images::PAGING.begin();
        }
        let run_ahead: Option<unsafe fn(*mut RankContext) -> bool> = Some(self::run_ahead);
        let (host_name, own_memory) = (self::host_name, images::own_memory);
        let transport =
            Transport { switch, run_ahead, leave: None, enter: None, intern_site, host_name, own_memory, meter };
        Self {
            away: None,
            memory: ImagesMemory { images, crashed: None },
            kept_posts: BTreeMap::new(),
            contexts: (0..ranks).map(|_| None).collect(),
            origins: Vec::new(),
            finished: 0,
            transport: Arc::new(transport),
            transport_data: Box::new(TransportData {
                sites: Sites::default(),
                rank_hosts,
                at_once_max,
                habits: Habits::default(),
            }),
            interrupted: None,
            fallback: None,
        }
    }

    /// Has up to `count` ranks compute at once, in worker processes; the same if these cannot.
    ///
    /// # Errors
    /// The system refuses processes or memory.
    pub fn with_workers(mut self, count: usize) -> std::io::Result<Self> {
        let meter = self.transport.meter;
        if let Some(workers) = self.memory.images.start_workers(count - 1, meter)? {
            self.away = Some(Box::new(Away::new(workers)));
            let transport = Arc::get_mut(&mut self.transport).expect("no rank has run");
            transport.leave = Some(away::leave);
        }
        Ok(self)
    }

    /// Whether ranks may compute in worker processes.
    pub fn has_workers(&self) -> bool {
        self.away.is_some()
    }

    pub(super) fn text(&mut self) -> &mut RankText<images::Collected> {
        self.memory.images.text()
    }

    pub(super) fn stays(&mut self, actor: ActorId) -> bool {
        self.memory.images.stays(actor.0)
    }

    /// Where a rank's latest call was made.
    pub(super) fn latest_site(&self, actor: ActorId) -> CallSite {
        self.contexts[actor.index()].as_ref().map_or(CallSite::default(), |context| context.latest_site())
    }

    /// Notes how long the blocks of a rank have been that has left a call at `site`.
    pub(super) fn note_posts(&mut self, actor: ActorId, site: CallSite, posts: &[Post]) {
        self.transport_data.habits.note(actor, site, posts);
    }

    /// Notes the least time of the block after a rank's latest call, as the engine knows it.
    pub(super) fn note_known(&mut self, actor: ActorId, least: Time) {
        let site = self.latest_site(actor);
        self.transport_data.habits.note_known(actor, site, least);
    }

    /// How long the block after a rank's latest call is likely to be, if anything is known of such blocks, and what it comes to at least.
    pub(super) fn measured_outlook(&mut self, actor: ActorId) -> (Option<Time>, Time) {
        let site = self.latest_site(actor);
        let habits = &mut self.transport_data.habits;
        (habits.expected(actor, site, &[]), habits.floor(actor, site, &[]))
    }

    /// The slot of a rank that may leave when it is resumed.
    pub(super) fn slot_that_may_leave(&mut self, actor: ActorId) -> Option<u32> {
        let is_usual = self.contexts[actor.index()].as_ref().is_some_and(|context| !context.is_aborting())
            && !self.kept_posts.contains_key(&actor.0)
            && !self.memory.images.holds_text(actor.0)
            && !crash::is_rank_at_fault();
        if is_usual { self.memory.images.slot_for_worker(actor.0) } else { None }
    }

    /// Registers what an answer announces to a rank that does not wait for it.
    pub(super) fn register_objects(&mut self, actor: ActorId, answer: &Answer) {
        // SAFETY: the rank is suspended: nothing else refers to its context.
        unsafe { (*self.context(actor)).register_objects(answer) };
    }

    /// Has a worker run a rank that has left.
    pub(super) fn give(&mut self, actor: ActorId, worker: usize) {
        if let Some(away) = &mut self.away {
            self.memory.images.give(actor.0, away.workers_mut(), worker);
        }
    }

    /// A rank that has stopped comes home: how long it has computed, in ticks.
    pub(super) fn take_back(&mut self, actor: ActorId) -> u64 {
        let Some(away) = &mut self.away else { return 0 };
        let worked = self.memory.images.take_back(actor.0, away.workers_mut());
        let (Some(worked), Some(context)) = (worked, &mut self.contexts[actor.index()]) else { return 0 };
        context.come_home(worked.picoseconds, worked.disturbed);
        worked.took
    }

    /// Calls `fallback` if a rank does what images cannot hold before the ranks have read standard input or printed much.
    pub fn with_fallback(self, fallback: Fallback) -> Self {
        Self { fallback: Some(fallback), ..self }
    }

    /// The call of the C library's by which a rank has ended, if it is known where.
    fn exit_site(&mut self) -> Option<(CallSite, &'static str)> {
        let (call, address) = self.memory.images.take_exit_call()?;
        Some((self.transport_data.sites.intern(address), call))
    }

    /// Ends the run because a rank does what images cannot hold.
    fn end_unsupported(&mut self, actor: ActorId, reason: &str, posts: &mut Vec<Post>) -> RankState {
        let left = self.exit_site();
        if let Some(fallback) = &mut self.fallback
            && let Some(shown) = self.memory.images.shown()
        {
            self.away.iter_mut().for_each(|away| away.end());
            let place = left.map(|(site, _)| format!(", at {}", self.transport_data.sites.describe(site)));
            fallback(&format!("rank {actor}: {reason}{}", place.unwrap_or_default()), &shown);
        }
        posts.extend(left.map(|(site, call)| Post::ExitCall { site, call: call.into() }));
        fatal(posts, format!("{reason}; run it with --mode processes"))
    }

    #[inline]
    fn context(&mut self, actor: ActorId) -> *mut RankContext {
        match &mut self.contexts[actor.index()] {
            Some(context) => &raw mut **context,
            None => self.new_context(actor),
        }
    }

    #[cold]
    fn new_context(&mut self, actor: ActorId) -> *mut RankContext {
        posix_io::image_begins();
        let (transport, transport_data) = (Arc::as_ptr(&self.transport), &raw mut *self.transport_data);
        let (origins, setting) = (&self.origins, self.transport_data.rank_hosts.setting);
        let at = origins.partition_point(|(first, _)| *first <= actor.0);
        let origin = at.checked_sub(1).map_or(Origin::default(), |at| origins[at].1);
        // SAFETY: the transport lives as long as the driver, and the driver as long as its ranks.
        let mut context = Box::new(unsafe { RankContext::new(actor, transport) });
        context.rank.origin = origin;
        context.rank.setting = setting;
        context.transport_data = transport_data.cast();
        &raw mut **self.contexts[actor.index()].insert(context)
    }
}

pub(super) fn fatal(posts: &mut Vec<Post>, text: String) -> RankState {
    posts.push(Post::Fatal { text: text.into() });
    RankState::Blocked
}

/// What the engine says of a rank that has crashed; the crash record says more.
fn crashed() -> String {
    format!("the program crashed: {}", crash::signal_name())
}

impl ImagesDriver {
    /// Runs a rank until it demands an answer, ends or leaves for a worker.
    pub(super) fn run(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        if crash::is_rank_at_fault() && self.memory.crashed.is_none() {
            return fatal(posts, crashed());
        }
        let context = self.context(actor);
        if self.memory.images.reads_ahead {
            images::read_ahead(context.addr(), size_of::<RankContext>());
        }
        // SAFETY: the rank is suspended: nothing else refers to its context.
        if unsafe { (*context).is_aborting() } {
            // SAFETY: as above.
            unsafe { (*context).take_final_posts(posts) };
            return RankState::Blocked;
        }
        let images = &mut self.memory.images;
        if !self.kept_posts.is_empty()
            && let Some(kept) = self.kept_posts.remove(&actor.0)
        {
            images.release_text(actor.0);
            self.register_objects(actor, answer);
            posts.extend(kept);
            return RankState::Blocked;
        }
        // SAFETY: the context is this rank's, and `resume` runs exactly this rank.
        let yielded: Result<Yielded, LoadError> =
            unsafe { RankContext::run_as(context, answer, posts, || images.resume(actor.0)) };
        // SAFETY: as above.
        let ahead = unsafe { (*context).posts_ahead() };
        match yielded {
            Ok(Yielded::Blocked) => {
                // It has given a buffer that can't be read.
                if ahead > 0 && crash::is_rank_at_fault() {
                    self.memory.crashed = Some(actor.0);
                }
                if ahead > 0 && images.holds_text(actor.0) {
                    self.kept_posts.insert(actor.0, posts.split_off(ahead));
                }
                RankState::Blocked
            }
            Ok(Yielded::Finished { code }) => {
                // SAFETY: the rank has ended: nothing else refers to its context.
                if unsafe { (*context).rank.phase != Phase::After }
                    && let Some((site, call)) = self.exit_site()
                {
                    posts.push(Post::ExitCall { site, call: format!("{call}({code})").into() });
                }
                self.contexts[actor.index()] = None;
                self.finished += 1;
                if self.finished == self.contexts.len() {
                    posix_io::images_done();
                }
                RankState::Finished(code)
            }
            Ok(Yielded::Unsupported { reason }) => self.end_unsupported(actor, reason, posts),
            Ok(Yielded::Full) => fatal(posts, images.refusal()),
            Ok(Yielded::Crashed) => {
                if ahead > 0 || self.has_handed(actor) {
                    self.memory.crashed = Some(actor.0);
                }
                fatal(posts, crashed())
            }
            Ok(Yielded::Interrupted) => {
                posts.clear();
                self.interrupted = Some(describe_interruption(
                    actor.0,
                    Some(answer.now),
                    watchdog::computed(),
                    &crash::computing_frames(),
                ));
                fatal(posts, INTERRUPTED_TEXT.to_owned())
            }
            Err(error) => fatal(posts, error.to_string()),
        }
    }
}

impl RankDriver for ImagesDriver {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        if self.away.is_some() { self.resume_beside(actor, answer, posts) } else { self.run(actor, answer, posts) }
    }

    fn begins_ranks(&self) -> bool {
        self.away.is_some()
    }

    fn begin(&mut self, actor: ActorId, answer: &Answer, outlook: Outlook) -> Beginning {
        if self.away.is_some() { self.begin_away(actor, answer, outlook) } else { Beginning::Resume }
    }

    fn earliest(&mut self, actor: ActorId) -> Option<Time> {
        self.earliest_away(actor)
    }

    fn await_measured(&mut self, actor: ActorId, measured: Time) -> Option<ActorId> {
        self.await_away(actor, measured)
    }

    fn collect(&mut self, actor: ActorId, posts: &mut Vec<Post>) -> RankState {
        self.collect_away(actor, posts)
    }

    fn end_early(&mut self, is_stopped: bool) {
        if self.away.is_some() {
            self.end_handing(is_stopped);
        }
    }

    fn most_at_once(&self) -> Option<u32> {
        self.away.as_ref().map(|away| away.most())
    }

    fn expect(&mut self, actor: ActorId) {
        if self.memory.images.reads_ahead
            && let Some(context) = &self.contexts[actor.index()]
        {
            images::read_ahead((&raw const **context).addr(), size_of::<RankContext>());
            self.memory.images.expect(actor.0);
        }
    }

    fn reduce(&mut self, actor: ActorId, op: u64, count: u64, input: &[u8], inout: &mut [u8]) {
        self.complete(actor);
        let context = self.context(actor);
        // SAFETY: the rank is suspended: nothing else refers to its context.
        if unsafe { (*context).is_aborting() } {
            return;
        }
        let bytes = inout.len();
        let mut upcall = Upcall { op, count, input: input.as_ptr(), inout: inout.as_mut_ptr(), bytes };
        let images = &mut self.memory.images;
        let mut yielded = Ok(Yielded::Blocked);
        // SAFETY: the rank waits for an answer, and is resumed until it has applied the reduction. If it ends the run
        // instead, its final posts come at its next resumption.
        unsafe { RankContext::reduce_as(context, &mut upcall, || yielded = images.resume(actor.0)) };
        let mut posts = Vec::new();
        match yielded {
            Ok(Yielded::Blocked) => return,
            Ok(Yielded::Finished { code }) => {
                let left = self.exit_site();
                let call =
                    left.map(|(site, call)| (format!("{call}({code})"), self.transport_data.sites.describe(site)));
                fatal(&mut posts, describe_end_in_reduction(call));
            }
            Ok(Yielded::Unsupported { reason }) => {
                self.end_unsupported(actor, reason, &mut posts);
            }
            Ok(Yielded::Crashed) => {
                fatal(&mut posts, crashed());
            }
            Ok(Yielded::Full) => {
                fatal(&mut posts, self.memory.images.refusal());
            }
            Ok(Yielded::Interrupted) => {
                let place = crash::computing_frames();
                self.interrupted = Some(describe_interruption(actor.0, None, watchdog::computed(), &place));
                fatal(&mut posts, INTERRUPTED_TEXT.to_owned());
            }
            Err(error) => {
                fatal(&mut posts, error.to_string());
            }
        }
        // SAFETY: the rank is gone: nothing else refers to its context.
        unsafe { (*context).abort_with(posts) };
    }

    fn interrupted_rank(&self) -> Option<String> {
        self.interrupted.clone()
    }

    fn mode(&self) -> Option<RankMode> {
        Some(RankMode::Images)
    }

    fn memory_use(&mut self) -> Option<MemoryUse> {
        Some(self.memory.images.memory_use())
    }

    fn heap_peak(&mut self, rank: ActorId) -> u64 {
        self.memory.images.heap_peak(rank.0)
    }

    fn allocations(&mut self) -> Vec<SiteAllocations> {
        let places = self.memory.images.allocations().map_or(Vec::new(), |all| all.places().to_vec());
        let sites = &mut self.transport_data.sites;
        let site = |place: PlaceAllocations| {
            let peaks = place.peaks().map(|(rank, peak)| (ActorId(rank), peak)).collect();
            let site = sites.intern(place.address);
            SiteAllocations { site: sites.describe(site), blocks: place.blocks, largest: place.largest, peaks }
        };
        places.into_iter().map(site).collect()
    }

    fn unguarded(&self) -> Option<&'static str> {
        self.memory.images.unguarded()
    }

    fn memory(&mut self) -> Option<&mut dyn UserMemory> {
        if self.away.is_some() { Some(self) } else { Some(&mut self.memory) }
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.transport_data.sites.describe(site)
    }

    fn spawn(&mut self, call: &SpawnCall, first: ActorId, hosts: &[HostId]) -> Result<(), SpawnError> {
        let images = &mut self.memory.images;
        let search = images.variable("PATH");
        let found = call.programs.iter().map(|program| FoundProgram::new(program, &call.folder, &search));
        let found: Vec<FoundProgram> = found.collect::<Result<_, _>>()?;
        let way_out = "ranks of this run are images in one process: run it with --mode processes";
        for FoundProgram { path, .. } in &found {
            let why = if images.has_loaded(path) { None } else { unsupported_reason(images, path) };
            if let Some(why) = why {
                return Err(SpawnError::Unsupported(format!("{} {why}, but {way_out}", path.display())));
            }
        }
        let folders: Vec<CString> = found.iter().map(FoundProgram::folder_text).collect();
        let groups = found.iter().zip(&folders).map(|(found, folder)| {
            let FoundProgram { path, arguments, ranks, .. } = found;
            SpawnGroup { program: path, arguments, folder, ranks: *ranks }
        });
        let groups: Vec<SpawnGroup<'_>> = groups.collect();
        images.spawn(first.0, &groups).map_err(|error| match error {
            error if error.is_of_images_alone() => SpawnError::Unsupported(format!("{error}; {way_out}")),
            error => SpawnError::Refused(error.to_string()),
        })?;
        let mut next = first.0;
        for (number, program) in (0..).zip(&call.programs) {
            self.origins.push((next, Origin { program: number, started: true }));
            next += program.ranks;
        }
        self.contexts.resize_with(next as usize, || None);
        self.transport_data.rank_hosts.start(first, hosts);
        Ok(())
    }
}

/// Why images cannot hold a program, if that can be seen.
fn unsupported_reason(images: &Images, program: &Path) -> Option<String> {
    program_kind(program, images.libraries(), &images.variable("LD_LIBRARY_PATH")).1
}

impl ImagesMemory {
    /// Where a rank's memory is in this process; none if the rank has ended and its memory may be another's.
    #[inline]
    fn find(&mut self, actor: ActorId, address: u64) -> Option<usize> {
        if self.images.has_ended(actor.0) && self.crashed != Some(actor.0) {
            return None;
        }
        Some(self.images.translate(actor.0, address as usize))
    }

    /// Copies bytes to a rank's memory, from memory of `ranks.0` at `guarded` or from ours. Zeros that are there already are not written:
    /// pages of buffers that programs have never written cost no memory.
    #[inline]
    fn overwrite(&mut self, ranks: (u32, u32), guarded: usize, from: *const u8, to: usize, bytes: usize) {
        let target = with_exposed_provenance_mut::<u8>(to);
        let mut same = 0;
        if bytes >= ZEROS {
            // SAFETY: as `read`.
            let whole = unsafe {
                crash::guarded_access(ranks.0, ranks.1, guarded, bytes, || same = common_zeros(from, target, bytes))
            };
            if same == bytes || whole.is_none() {
                return;
            }
        }
        let left = bytes - same;
        if left >= STREAM_FROM {
            self.images.provide(to + same, left);
        }
        // SAFETY: as `read`; the stretches that go past the caches lie apart. A program may send to itself between
        // overlapping buffers only by mistake, which a `memmove` survives.
        unsafe {
            crash::guarded_access(ranks.0, ranks.1, guarded, bytes, || {
                let (source, target) = (from.add(same), target.add(same));
                if left >= STREAM_FROM && source.addr().abs_diff(target.addr()) >= left {
                    copy_past_caches(source, target, left);
                } else {
                    copy(source, target, left);
                }
            });
        }
    }
}

impl UserMemory for ImagesMemory {
    #[inline]
    fn read(&mut self, actor: ActorId, address: u64, into: &mut [u8]) {
        match self.find(actor, address) {
            // SAFETY: the program passed this memory to MPI; if it lied the run ends, and it is told so. Our buffer is not
            // part of any rank's memory.
            Some(from) => unsafe {
                crash::guarded_access(actor.0, actor.0, from, into.len(), || {
                    with_exposed_provenance::<u8>(from).copy_to_nonoverlapping(into.as_mut_ptr(), into.len());
                });
            },
            None => into.fill(0),
        }
    }

    #[inline]
    fn write(&mut self, actor: ActorId, address: u64, from: &[u8]) {
        if let Some(to) = self.find(actor, address) {
            // Both ranks are the same, so the guard needs one address.
            self.overwrite((actor.0, actor.0), to, from.as_ptr(), to, from.len());
        }
    }

    #[inline]
    fn copy(&mut self, from: (ActorId, u64), to: (ActorId, u64), bytes: u64) {
        let ranks = (from.0.0, to.0.0);
        let (Some(from), Some(to)) = (self.find(from.0, from.1), self.find(to.0, to.1)) else { return };
        self.overwrite(ranks, from, with_exposed_provenance(from), to, bytes as usize);
    }

    fn update(&mut self, actor: ActorId, address: u64, bytes: u64, change: &mut dyn FnMut(&mut [u8])) {
        if let Some(at) = self.find(actor, address) {
            // SAFETY: as `read`; no rank runs while the engine changes its memory, and a reduction owns nothing.
            unsafe {
                crash::guarded_access(actor.0, actor.0, at, bytes as usize, || {
                    change(std::slice::from_raw_parts_mut(with_exposed_provenance_mut(at), bytes as usize));
                });
            }
        }
    }
}
