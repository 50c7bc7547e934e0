//! The simulation loop: the event queue and the resource models merged into one sequence of steps.

use crate::{
    Activity, Completion, CompletionKind, Compute, CpuDone, CpuTask, DeviceAccess, DivisibleNetwork, Doing,
    EventQueue, Finish, Network, Passage, Storage, StorageEvent, StorageRequest,
};
use crate::{Transfer, Work};
use units::Time;

/// One step of simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<E> {
    /// A transfer made progress.
    Network(Completion),
    /// CPU work ended.
    Cpu(CpuDone),
    /// A request to storage made progress.
    Storage(StorageEvent),
    /// An event of the queue.
    Event(E),
}

/// The resource models of a run.
pub struct Resources {
    /// The network.
    pub network: Box<dyn Network>,
    /// The cores.
    pub compute: Box<dyn Compute>,
    /// The file system.
    pub storage: Box<dyn Storage>,
}

/// The clock of one run with its event queue and its resource models.
pub struct Kernel<E> {
    now: Time,
    /// Steps are taken before this instant alone.
    limit: Time,
    /// How often the models have been asked at the current instant, after the first time.
    round: u32,
    queue: EventQueue<E>,
    network: Box<dyn Network>,
    /// Cached [`Network::next_event`], which changes only where a transfer starts or time passes in the network; none: to be asked.
    next_in_network: Option<Time>,
    compute: Box<dyn Compute>,
    /// Cached [`Compute::undisturbed`] and [`Compute::ends_at_once`].
    undisturbed: bool,
    ends_at_once: bool,
    completions: Vec<Completion>,
    next_completion: usize,
    done: Vec<CpuDone>,
    next_done: usize,
    storage: Box<dyn Storage>,
    /// Cached [`Storage::next_event`]: most runs have none, and every step asks.
    next_stored: Time,
    stored: Vec<StorageEvent>,
    next_in_stored: usize,
    steps: u64,
    /// Transfers started that have not been delivered.
    under_way: i64,
    activity: Activity,
}

impl<E: Copy> Kernel<E> {
    /// A kernel at time zero.
    pub fn new(resources: Resources) -> Self {
        let Resources { network, compute, storage } = resources;
        Self {
            now: Time::ZERO,
            limit: Time::MAX,
            round: 0,
            queue: EventQueue::default(),
            network,
            next_in_network: None,
            undisturbed: compute.undisturbed(),
            ends_at_once: compute.ends_at_once(),
            compute,
            completions: Vec::new(),
            next_completion: 0,
            done: Vec::new(),
            next_done: 0,
            storage,
            next_stored: Time::MAX,
            stored: Vec::new(),
            next_in_stored: 0,
            steps: 0,
            under_way: 0,
            activity: Activity::default(),
        }
    }

    /// Replaces the compute model for all work from now on.
    ///
    /// # Panics
    /// If the current model has work under way: only a model that reports every end at once can be replaced.
    pub fn replace_compute(&mut self, compute: Box<dyn Compute>) {
        assert!(self.ends_at_once && self.next_done == self.done.len(), "the present model has work under way");
        self.undisturbed = compute.undisturbed();
        self.ends_at_once = compute.ends_at_once();
        self.compute = compute;
    }

    /// The current instant.
    #[inline]
    pub fn now(&self) -> Time {
        self.now
    }

    /// Steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What the run is doing.
    #[inline]
    pub fn activity(&self) -> &Activity {
        &self.activity
    }

    /// Counts steps whose effect the caller has computed.
    pub fn add_steps(&mut self, steps: u64) {
        self.steps += steps;
    }

    /// From now on steps are taken before `limit` alone, which is after now: what the kernel does not know of may happen then.
    pub fn set_limit(&mut self, limit: Time) {
        self.limit = limit;
    }

    /// Sets the clock to another instant, to do what has come to be known of it late, and back to the present one, which is returned.
    /// No step may be taken meanwhile ([`Kernel::set_limit`]).
    pub fn set_back(&mut self, to: Time) -> Time {
        std::mem::replace(&mut self.now, to)
    }

    /// How often the models have been asked at the current instant, after the first time.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The network as one that can be divided, if it can be: transfers start in [`Kernel::depart`] and end in [`Kernel::arrive`].
    pub fn divisible_network(&mut self) -> Option<&mut dyn DivisibleNetwork> {
        self.network.divisible()
    }

    /// Whether work ends when it says so when it starts, and nothing ever disturbs it.
    pub fn computes_alone(&self) -> bool {
        self.undisturbed && self.ends_at_once
    }

    /// Starts a transfer now, at its sender's end.
    ///
    /// # Panics
    /// If the network can't be divided.
    pub fn depart(&mut self, transfer: &Transfer) -> Passage {
        self.network.divisible().expect("a network that can be divided").depart(self.now, transfer)
    }

    /// Hands a transfer to its receiver's end.
    ///
    /// # Panics
    /// If the network can't be divided.
    pub fn arrive(&mut self, passage: Passage, sequence: u64, token: u64) {
        self.under_way += 1;
        self.next_in_network = None;
        self.network.divisible().expect("a network that can be divided").arrive(passage, sequence, token);
    }

    /// Adds an event; `time` is not before now.
    #[inline]
    pub fn schedule(&mut self, time: Time, class: u8, source: u32, sequence: u64, event: E) {
        debug_assert!(time >= self.now, "an event in the past");
        self.queue.push(time, class, source, sequence, event);
    }

    /// The time of the first event of the queue; [`Time::MAX`] if there is none.
    #[inline]
    pub fn next_event(&self) -> Time {
        self.queue.next_time()
    }

    /// Starts a transfer now.
    #[inline]
    pub fn transfer(&mut self, transfer: &Transfer) {
        self.under_way += 1;
        self.next_in_network = None;
        self.activity.set(Doing::Network);
        self.network.start(self.now, transfer);
        self.activity.set(Doing::Engine);
    }

    /// Time of a transfer in an otherwise empty network; none if the network does not know.
    pub fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        self.network.uncontended_time(transfer)
    }

    /// Whether the network says when it has taken a transfer's bytes.
    pub fn network_takes_bytes(&self) -> bool {
        self.network.takes_bytes()
    }

    /// Whether the network keeps the order of transfers on a connection.
    pub fn network_keeps_order(&self) -> bool {
        self.network.keeps_order()
    }

    /// Tells the network the name of a phase.
    pub fn name_phase(&mut self, phase: u32, name: &str) {
        self.network.name_phase(phase, name);
    }

    /// Starts a request to storage now.
    pub fn store(&mut self, request: &StorageRequest) {
        self.storage.start(self.now, request);
        self.next_stored = self.storage.next_event();
    }

    /// Further bytes of a request to storage have moved ([`Storage::moved`]).
    pub fn stored_moved(&mut self, token: u64, bytes: u64) {
        self.storage.moved(self.now, token, bytes);
        self.next_stored = self.storage.next_event();
    }

    /// From now on accesses to devices are kept for [`Kernel::take_accesses`].
    pub fn keep_accesses(&mut self) {
        self.storage.keep_accesses();
    }

    /// Appends the accesses to devices that have ended since the last call.
    pub fn take_accesses(&mut self, accesses: &mut Vec<DeviceAccess>) {
        self.storage.take_accesses(accesses);
    }

    /// The storage model, for the placement of files.
    pub fn storage(&self) -> &dyn Storage {
        &*self.storage
    }

    /// Whether completions of the current instant remain.
    #[inline]
    fn ends_left(&self) -> bool {
        self.next_completion < self.completions.len()
            || self.next_done < self.done.len()
            || self.next_in_stored < self.stored.len()
    }

    /// How long work takes that nothing disturbs; none: [`Kernel::compute`] tells.
    #[inline]
    pub fn undisturbed_time(&self, work: Work) -> Option<Time> {
        match work {
            Work::Time(time) if self.undisturbed => Some(time),
            _ => None,
        }
    }

    /// Starts CPU work now.
    #[inline]
    pub fn compute(&mut self, task: &CpuTask) -> Finish {
        match self.undisturbed_time(task.work) {
            Some(time) => Finish::At { end: task.earliest.saturating_add(time), noise: Time::ZERO },
            None => self.compute.start(self.now, task),
        }
    }

    /// When something happens in the network next.
    #[inline]
    fn next_in_network(&mut self) -> Time {
        match self.next_in_network {
            Some(next) => next,
            None => self.ask_network(),
        }
    }

    fn ask_network(&mut self) -> Time {
        self.activity.set(Doing::Network);
        let next = self.network.next_event();
        self.activity.set(Doing::Engine);
        self.next_in_network = Some(next);
        next
    }

    /// When the next work ends.
    #[inline]
    fn next_done(&mut self) -> Time {
        if self.ends_at_once { Time::MAX } else { self.compute.next_event() }
    }

    /// Brings the network's counters up to now, before they are read.
    pub fn sync_network_counters(&mut self) {
        self.next_in_network = None;
        self.network.sync_counters(self.now);
    }

    /// The network model, for its counters.
    pub fn network(&self) -> &dyn Network {
        &*self.network
    }

    /// The time of the next step; [`Time::MAX`] if there is none. Nothing changes before it.
    pub fn horizon(&mut self) -> Time {
        if self.ends_left() {
            return self.now;
        }
        self.queue.next_time().min(self.next_in_network()).min(self.next_done()).min(self.next_stored)
    }

    /// Advances to `to` and counts a step if nothing happens until then or at it, as if the caller had scheduled an event
    /// there and taken it. The current instant must be complete.
    #[inline(always)]
    pub fn try_advance_to(&mut self, to: Time) -> bool {
        let nothing = self.queue.next_time() > to
            && to < self.limit
            && !self.ends_left()
            && self.next_stored > to
            && self.next_in_network() > to
            && self.next_done() > to;
        if nothing {
            debug_assert!(to > self.now, "only future instants are advanced to");
            self.now = to;
            self.round = 0;
            self.steps += 1;
        }
        nothing
    }

    /// Whether nothing is pending except `events` events of the queue; under a limit something may be.
    pub fn idle_except(&mut self, events: usize) -> bool {
        self.queue.len() <= events
            && self.limit == Time::MAX
            && !self.ends_left()
            && self.next_stored == Time::MAX
            && self.next_in_network() == Time::MAX
            && self.next_done() == Time::MAX
    }

    /// When no step is left: whether something would end later than [`Time`] can represent, a transfer that has not been
    /// delivered or an event at [`Time::MAX`].
    pub fn exceeds_time_range(&self) -> bool {
        self.under_way > 0 || !self.queue.is_empty()
    }

    /// Takes the next step; None if nothing is pending.
    #[inline(always)]
    pub fn step(&mut self) -> Option<Step<E>> {
        self.steps += 1;
        loop {
            if let Some(&completion) = self.completions.get(self.next_completion) {
                self.next_completion += 1;
                self.under_way -= i64::from(completion.kind == CompletionKind::Delivered);
                return Some(Step::Network(completion));
            }
            if let Some(&done) = self.done.get(self.next_done) {
                self.next_done += 1;
                return Some(Step::Cpu(done));
            }
            if let Some(&done) = self.stored.get(self.next_in_stored) {
                self.next_in_stored += 1;
                return Some(Step::Storage(done));
            }
            // An instant is completed before the models are asked: they may solve once for all of it.
            let queued = self.queue.next_time();
            if queued == self.now && !self.queue.is_empty() {
                return self.queue.pop().map(|(_, event)| Step::Event(event));
            }
            let network = self.next_in_network();
            let compute = self.next_done();
            let next = queued.min(network).min(compute).min(self.next_stored);
            if next >= self.limit {
                self.steps -= 1;
                return None;
            }
            let before = std::mem::replace(&mut self.now, next);
            self.round = if next > before { 0 } else { self.round + 1 };
            if next < network && next < compute && next < self.next_stored {
                // Nothing happens but events of the queue.
                return self.queue.pop().map(|(_, event)| Step::Event(event));
            }
            self.completions.clear();
            self.next_completion = 0;
            self.done.clear();
            self.next_done = 0;
            self.stored.clear();
            self.next_in_stored = 0;
            if network == next {
                self.next_in_network = None;
                self.activity.set(Doing::Network);
                self.network.advance(next, &mut self.completions);
                self.activity.set(Doing::Engine);
            }
            if compute == next {
                self.compute.advance(next, &mut self.done);
            }
            if self.next_stored == next {
                self.storage.advance(next, &mut self.stored);
                self.next_stored = self.storage.next_event();
            }
            if queued > next && !self.ends_left() {
                // An internal event of a model does not make the run last until then.
                self.now = before;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extent, LinkCounters, Progress, Service};
    use units::Endpoint;

    /// Nothing ever happens in it but one delivery.
    struct Once(Time);

    impl Network for Once {
        fn start(&mut self, _: Time, _: &Transfer) {}

        fn next_event(&mut self) -> Time {
            self.0
        }

        fn advance(&mut self, _: Time, completions: &mut Vec<Completion>) {
            self.0 = Time::MAX;
            completions.push(Completion { token: 1, kind: crate::CompletionKind::Delivered, bottleneck: None });
        }

        fn idle(&self) -> Box<dyn Network> {
            Box::new(Self(Time::MAX))
        }

        fn counters(&self) -> Option<&dyn LinkCounters> {
            None
        }
    }

    struct NoCores;

    impl Compute for NoCores {
        fn start(&mut self, now: Time, _: &CpuTask) -> Finish {
            Finish::At { end: now, noise: Time::ZERO }
        }

        fn next_event(&mut self) -> Time {
            Time::MAX
        }

        fn advance(&mut self, _: Time, _: &mut Vec<CpuDone>) {}
    }

    /// One request to a server with a request of its own in advance.
    struct Disk(Vec<(Time, u64)>);

    impl Storage for Disk {
        fn servers(&self) -> u32 {
            1
        }

        fn endpoint(&self, _: u32) -> Option<Endpoint> {
            None
        }

        fn metadata_server(&self, _: u32) -> u32 {
            0
        }

        fn spread(&self, _: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, Extent)) {
            each(0, Extent { offset, bytes });
        }

        fn idle(&self) -> Box<dyn Storage> {
            Box::new(Self(Vec::new()))
        }

        fn start(&mut self, now: Time, request: &StorageRequest) {
            self.0.push((now.saturating_add(Time::from_ns(request.bytes())), request.token));
        }

        fn moved(&mut self, now: Time, token: u64, bytes: u64) {
            self.0.push((now.saturating_add(Time::from_ns(bytes)), token));
        }

        fn next_event(&mut self) -> Time {
            self.0.iter().map(|&(end, _)| end).min().unwrap_or(Time::MAX)
        }

        fn advance(&mut self, to: Time, done: &mut Vec<StorageEvent>) {
            done.extend(self.0.extract_if(.., |&mut (end, _)| end <= to).map(|(_, token)| ended(token)));
        }
    }

    fn ended(token: u64) -> StorageEvent {
        StorageEvent { token, progress: Progress::Done(Service::default()) }
    }

    fn resources(network: Once) -> Resources {
        Resources { network: Box::new(network), compute: Box::new(NoCores), storage: Box::new(Disk(Vec::new())) }
    }

    #[test]
    fn storage_takes_its_turn_behind_the_network_and_before_events() {
        let ns = Time::from_ns;
        let mut kernel = Kernel::new(resources(Once(ns(30))));
        let request = |token, bytes| StorageRequest {
            token,
            client: 0,
            server: 0,
            file: 0,
            kind: crate::StorageKind::Write,
            extents: vec![Extent { offset: 0, bytes }],
        };
        kernel.store(&request(1, 30));
        kernel.store(&request(2, 10));
        kernel.schedule(ns(30), 1, 0, 0, 'e');
        assert!(!kernel.try_advance_to(ns(10)), "storage has something to say then");
        assert_eq!((kernel.step(), kernel.now()), (Some(Step::Storage(ended(2))), ns(10)));
        assert!(!kernel.idle_except(1));
        assert_eq!(kernel.horizon(), ns(30));
        assert!(matches!(kernel.step(), Some(Step::Network(_))));
        assert_eq!(kernel.step(), Some(Step::Storage(ended(1))));
        assert_eq!((kernel.step(), kernel.now()), (Some(Step::Event('e')), ns(30)));
        assert!(kernel.idle_except(0));
        kernel.stored_moved(3, 5);
        assert_eq!((kernel.step(), kernel.now()), (Some(Step::Storage(ended(3))), ns(35)));
    }

    #[test]
    fn only_what_lies_before_everything_else_is_passed_to() {
        let ns = Time::from_ns;
        let mut kernel = Kernel::new(resources(Once(ns(30))));
        kernel.schedule(ns(20), 1, 0, 0, 'e');
        assert!(!kernel.try_advance_to(ns(20)), "an event at that instant may come first");
        assert!(kernel.try_advance_to(ns(19)));
        assert_eq!((kernel.now(), kernel.steps()), (ns(19), 1));
        assert!(!kernel.try_advance_to(ns(25)));
        assert_eq!((kernel.step(), kernel.now()), (Some(Step::Event('e')), ns(20)));
        assert!(!kernel.try_advance_to(ns(30)) && !kernel.try_advance_to(ns(40)), "the network comes first");
        assert!(matches!(kernel.step(), Some(Step::Network(_))));
        assert!(kernel.try_advance_to(ns(40)));
        assert_eq!((kernel.step(), kernel.now(), kernel.steps()), (None, ns(40), 4));
    }

    #[test]
    fn what_would_end_later_than_can_be_said_is_told() {
        let transfer = Transfer::new(1, Endpoint::default(), Endpoint::default(), 0);
        let mut kernel = Kernel::<char>::new(resources(Once(Time::from_ns(30))));
        assert!(!kernel.exceeds_time_range());
        kernel.transfer(&transfer);
        assert!(matches!(kernel.step(), Some(Step::Network(_))) && !kernel.exceeds_time_range());
        kernel.transfer(&transfer);
        assert!(kernel.step().is_none() && kernel.exceeds_time_range(), "it is not delivered");
        let mut kernel = Kernel::new(resources(Once(Time::MAX)));
        kernel.schedule(Time::MAX, 1, 0, 0, 'e');
        assert!(kernel.step().is_none() && kernel.exceeds_time_range(), "the event is never taken");
    }
}
