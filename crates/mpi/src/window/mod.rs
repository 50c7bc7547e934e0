//! One-sided communication (MPI 5.0 §12): windows, accesses to them, and their synchronisation.
//!
//! A window is identified by the number of the communicator that is created with it. Ranks exchange *active messages*
//! (MPICH's term), which are not matched with receives, but take effect in the target's library. An active message is an
//! access on its way to its target or back, or a *signal* without payload (lock requested, granted or released; exposure
//! epoch opened or completed).
//!
//! Memory is read and written at the simulated time at which the target's library handles the message. An accumulate reads,
//! combines and writes at one instant, so it is atomic. Accumulates of one origin to one target take effect in the order of
//! their calls, as the standard demands (§12.7.2).
//!
//! Let T2(k) be the network's time for k bytes, L = T2(0) that of an empty message, o(k) the sender's CPU time (`isend` for
//! k bytes), and u(k) the target's CPU time to reduce k bytes (at `reduction_rate`). An access that is called at time t
//! sends k bytes to the target and r bytes back. The table has the times at which it leaves the origin (*left*), is applied
//! at the target (*applied*), and is complete at the origin:
//!
//! | access | left | applied | complete |
//! |---|---|---|---|
//! | put | t + o(k) | left + T2(k) | applied + L |
//! | get | t + o(0) | left + L | applied + T2(r) |
//! | accumulate | t + o(k) | left + T2(k) + u(k) | applied + L |
//! | get-accumulate, compare-and-swap | t + o(k) | left + T2(k) + u(k) | applied + T2(r) |
//!
//! The library copies data of up to `eager_max` bytes, and sends longer data from the user's buffer. If `progress` is
//! `inside-mpi`, a target serves arriving accesses only while its rank is inside an MPI call.
//!
//! | file | contents |
//! |---|---|
//! | `access` | an access from its call to its completion |
//! | `locks` | locks of one rank, and of all |
//! | `signal` | messages without payload |
//! | `synchronise` | flushes and exposure epochs, and the effects of signals |
//! | `wait_text` | descriptions of blocked ranks for the deadlock report |

mod access;
mod locks;
mod signal;
mod synchronise;
mod wait_text;

use crate::actor::Deferred;
use crate::attribution::{ActiveMessageCause, ActiveMessageId, Notice};
use crate::engine_core::EngineCore;
use crate::event::{CLASS_MESSAGE, Event};
use crate::ids::AccessId;
use crate::records::Records;
use crate::request::{RequestKind, WindowWait};
use crate::token::Token;
use access::PendingAccess;
use locks::{Everywhere, Gate, Lock, Locking};
use ops::{
    CommId, ErrorClass, Flavor, Group, NewWindow, Protocol, RequestId, Status, WaitCause, WindowCall, WindowPart,
    Work,
};
use signal::Signal;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use units::{ActorId, Time};

/// All windows of a run and the active messages to them.
#[derive(Default)]
pub(crate) struct Windows {
    windows: BTreeMap<CommId, Window>,
    active_messages: Records<AccessId, ActiveMessage>,
    /// Windows to announce to ranks with their next answers.
    announced: BTreeMap<ActorId, Vec<NewWindow>>,
}

/// One window.
struct Window {
    group: Arc<Group>,
    parts: Arc<[WindowPart]>,
    /// Where ranks see their parts of a shared window.
    bases: BTreeMap<u32, u64>,
    /// Attached memory of a dynamic window by rank: (address, bytes).
    attached: BTreeMap<u32, Vec<(u64, u64)>>,
    origin_sides: BTreeMap<u32, OriginSide>,
    target_sides: BTreeMap<u32, TargetSide>,
    everywhere: Everywhere,
    gate: Gate,
    freed_by: u32,
    /// Active messages in flight.
    in_flight: u32,
}

/// A rank as an origin.
#[derive(Default)]
struct OriginSide {
    /// Accesses not complete, by target.
    open: BTreeMap<u32, OpenAccesses>,
    all: OpenAccesses,
    waiter: Option<PendingFlush>,
    /// Ordered accumulates not applied yet, by target, in the order of their calls.
    order: BTreeMap<u32, VecDeque<AccessId>>,
    /// The first error since the last synchronisation.
    error: ErrorClass,
    locking: Locking,
    /// Exposures opened to the rank and not taken yet, by target.
    opened: BTreeMap<u32, u32>,
    /// The exposures that the rank waits for.
    starting: Option<(RequestId, Box<[u32]>)>,
}

/// Accesses that are not complete: locally, and altogether.
#[derive(Clone, Copy, Default)]
struct OpenAccesses {
    local: u32,
    remote: u32,
}

/// A flush under way.
#[derive(Clone, Copy)]
struct PendingFlush {
    request: RequestId,
    target: Option<u32>,
    local: bool,
}

/// A rank as a target.
#[derive(Default)]
struct TargetSide {
    lock: Lock,
    exposure: Option<Exposure>,
    /// Completions of accesses whose exposure has not begun, by origin.
    completed: BTreeMap<u32, u32>,
}

/// Memory opened to others (`MPI_Win_post`).
struct Exposure {
    request: RequestId,
    /// Who has not completed yet.
    left: Vec<u32>,
}

/// An access or a signal on its way.
enum ActiveMessage {
    Access(Box<PendingAccess>),
    Signal(Signal),
}

impl Windows {
    /// Adds a window and announces it to its members.
    pub(crate) fn add(&mut self, window_id: CommId, group: &Arc<Group>, parts: Arc<[WindowPart]>) {
        for actor in group.actors() {
            let new = NewWindow { window: window_id, parts: Arc::clone(&parts) };
            let announced = self.announced.entry(actor).or_default();
            // As many ranks hear of one each.
            announced.reserve_exact(1);
            announced.push(new);
        }
        let window = Window {
            group: Arc::clone(group),
            parts,
            bases: BTreeMap::new(),
            attached: BTreeMap::new(),
            origin_sides: BTreeMap::new(),
            target_sides: BTreeMap::new(),
            everywhere: Everywhere::default(),
            gate: Gate::default(),
            freed_by: 0,
            in_flight: 0,
        };
        self.windows.insert(window_id, window);
    }

    /// Counts a rank that has freed its communicator; a window goes with the last one, and with the last of what is on
    /// its way: a lock given back may still be.
    pub(crate) fn free(&mut self, window_id: CommId) {
        let Some(window) = self.windows.get_mut(&window_id) else { return };
        window.freed_by += 1;
        self.drop_if_done(window_id);
    }

    fn drop_if_done(&mut self, window_id: CommId) {
        let window = self.get(window_id);
        if window.freed_by == window.group.size() && window.in_flight == 0 {
            self.windows.remove(&window_id);
        }
    }

    /// Windows not yet reported to a rank.
    #[inline]
    pub(crate) fn take_announced(&mut self, actor: ActorId, into: &mut Vec<NewWindow>) {
        if !self.announced.is_empty() {
            *into = self.announced.remove(&actor).unwrap_or_default();
        }
    }

    fn get(&mut self, window_id: CommId) -> &mut Window {
        self.windows.get_mut(&window_id).expect("ranks name windows that they are in")
    }

    fn insert(&mut self, window_id: CommId, am: ActiveMessage) -> AccessId {
        self.get(window_id).in_flight += 1;
        self.active_messages.insert(am)
    }

    /// An active message has taken effect.
    fn remove(&mut self, window_id: CommId, am: AccessId) {
        self.active_messages.remove(am);
        self.get(window_id).in_flight -= 1;
        self.drop_if_done(window_id);
    }

    fn access_mut(&mut self, am: AccessId) -> &mut PendingAccess {
        match &mut self.active_messages[am] {
            ActiveMessage::Access(pending) => pending,
            ActiveMessage::Signal(_) => unreachable!("this active message is an access"),
        }
    }
}

impl Window {
    fn origin_side(&mut self, rank: u32) -> &mut OriginSide {
        self.origin_sides.entry(rank).or_default()
    }

    fn target_side(&mut self, rank: u32) -> &mut TargetSide {
        self.target_sides.entry(rank).or_default()
    }

    /// Where an access's layout starts in the target's terms.
    fn address(&self, target: u32, target_offset: u64) -> u64 {
        let part = &self.parts[target as usize];
        match part.flavor {
            Flavor::Dynamic => target_offset,
            _ => self.bases.get(&target).copied().unwrap_or(part.base).wrapping_add(target_offset),
        }
    }
}

impl Windows {
    /// A rank's call on a window.
    pub(crate) fn handle_call(
        &mut self,
        core: &mut EngineCore<'_>,
        caller: ActorId,
        request: Option<RequestId>,
        window_id: CommId,
        call: WindowCall,
    ) {
        let id = core.actors.rank_actor(caller);
        let rank = core.comms.get(window_id).rank_of(id);
        match call {
            WindowCall::Access(access) => self.begin_access(core, (id, caller), request, window_id, rank, access),
            WindowCall::Flush { target, local } => {
                let request = request.expect("a flush has a request");
                self.start_request(core, id, request, window_id, WindowWait::Flush(target));
                self.get(window_id).origin_side(rank).waiter = Some(PendingFlush { request, target, local });
                self.flushed(core, window_id, rank);
            }
            WindowCall::Lock { target, exclusive } => {
                let request = request.expect("a lock has a request");
                self.start_request(core, id, request, window_id, WindowWait::Lock(target));
                self.request_locks(core, window_id, rank, request, target, exclusive);
            }
            WindowCall::Unlock { target } => self.release_locks(core, window_id, rank, target),
            WindowCall::Expose { origins, no_check } => {
                let request = request.expect("an exposure has a request");
                self.start_request(core, id, request, window_id, WindowWait::Exposure);
                self.expose(core, window_id, rank, request, &origins, no_check);
            }
            WindowCall::Start { targets } => {
                let request = request.expect("a start has a request");
                self.start_request(core, id, request, window_id, WindowWait::Start);
                self.get(window_id).origin_side(rank).starting = Some((request, targets));
                self.opened(core, window_id, rank);
            }
            WindowCall::Complete { targets } => self.signal_complete(core, window_id, rank, &targets),
            WindowCall::Attach { address, bytes } => {
                self.get(window_id).attached.entry(rank).or_default().push((address, bytes));
            }
            WindowCall::Detach { address } => {
                let attached = self.get(window_id).attached.entry(rank).or_default();
                if let Some(at) = attached.iter().position(|&(start, _)| start == address) {
                    attached.remove(at);
                }
            }
            WindowCall::Base { address } => {
                self.get(window_id).bases.insert(rank, address);
            }
        }
    }

    fn start_request(
        &mut self,
        core: &mut EngineCore<'_>,
        id: ActorId,
        request: RequestId,
        window_id: CommId,
        reason: WindowWait,
    ) {
        core.actors[id].requests.start(request, RequestKind::Window(window_id, reason));
    }

    /// Ends a request of a window's.
    fn finish_request(
        &mut self,
        core: &mut EngineCore<'_>,
        window_id: CommId,
        rank: u32,
        request: RequestId,
        error: ErrorClass,
    ) {
        let actor = self.get(window_id).group.actor(rank);
        core.complete_request(actor, request, Status { error, ..Status::EMPTY }, Time::ZERO);
    }

    /// Hands an active message to the network once its sender has paid for it.
    fn depart(&mut self, core: &mut EngineCore<'_>, am: AccessId, sender: ActorId, overhead: Time) {
        if overhead == Time::ZERO {
            self.active_message_event(core, am);
        } else {
            core.charge_then(sender, CLASS_MESSAGE, Work::Time(overhead), Event::Window(am));
        }
    }

    /// CPU work for an active message is done: it leaves, or is applied.
    pub(crate) fn active_message_event(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        match &self.active_messages[am] {
            ActiveMessage::Access(_) => {
                self.notify_completes(core, am);
                self.access_event(core, am);
                core.notify(|| Notice::Completed);
            }
            ActiveMessage::Signal(signal) => {
                let (window, from, to) = (signal.window, signal.from, signal.to);
                self.transmit(core, am, window, (from, to), 0);
            }
        }
    }

    /// Hands an active message to the network.
    fn transmit(
        &mut self,
        core: &mut EngineCore<'_>,
        am: AccessId,
        window_id: CommId,
        (from, to): (u32, u32),
        bytes: u64,
    ) {
        let group = &self.get(window_id).group;
        let (from, to) = (group.actor(from), group.actor(to));
        let phase = core.actors.vitals(from).phase;
        if let ActiveMessage::Access(pending) = &mut self.active_messages[am] {
            pending.phase = phase;
        }
        let transfer = core.transfer(Token::Window(am), (from, to), bytes, phase);
        core.notify(|| Notice::ActiveMessageSent { am: ActiveMessageId::Window(am), transfer: &transfer });
        core.kernel.transfer(&transfer);
    }

    /// An active message has arrived. If the target's library must serve it, that may have to wait for the rank to be inside
    /// MPI.
    pub(crate) fn active_message_arrived(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        core.notify(|| Notice::ActiveMessageArrived { am: ActiveMessageId::Window(am) });
        let (window_id, server) = match &self.active_messages[am] {
            ActiveMessage::Access(pending) => (pending.window_id, pending.server()),
            ActiveMessage::Signal(signal) => (signal.window, signal.server()),
        };
        if let Some(rank) = server {
            let id = self.get(window_id).group.actor(rank);
            if !core.actors[id].life.done && core.defer(id, Deferred::Window(am)) {
                return;
            }
        }
        self.serve(core, am);
    }

    /// The target's library handles an active message, or an access has come back and completes.
    pub(crate) fn serve(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        self.notify_completes(core, am);
        match &self.active_messages[am] {
            ActiveMessage::Access(_) => self.access_arrived(core, am),
            ActiveMessage::Signal(signal) => {
                let signal = *signal;
                self.signal_arrived(core, am, signal);
                self.remove(signal.window, am);
            }
        }
        core.notify(|| Notice::Completed);
    }

    /// Tells the listener that an active message completes what follows.
    fn notify_completes(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        if core.attribution.is_none() {
            return;
        }
        let (window_id, cause, peer) = match &self.active_messages[am] {
            // Nobody is late for an access but a target that does not serve it.
            ActiveMessage::Access(pending) => {
                let bytes = pending.access.bytes_out().max(pending.access.bytes_back());
                let cause = (WaitCause::Progress, bytes, Some(Protocol::OneSided));
                (pending.window_id, cause, pending.access.target)
            }
            ActiveMessage::Signal(signal) => (signal.window, (signal.late(), 0, None), signal.from),
        };
        let peer = self.get(window_id).group.actor(peer);
        let (late, bytes, protocol) = cause;
        let cause = ActiveMessageCause { late, late_by: None, peer, bytes, protocol };
        core.notify(|| Notice::ActiveMessageCompletes { am: ActiveMessageId::Window(am), cause });
    }
}
