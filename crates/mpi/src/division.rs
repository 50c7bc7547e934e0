//! Parallel simulation of one run: divides the ranks into domains (`domain`), and simulates each on a thread with an engine of
//! its own.
//!
//! All domains simulate the same *window* of time. Its length is the shortest time that a message between hosts can take (the
//! lookahead). Between windows the domains exchange their messages, and number the starts of transfers in a common order. This
//! is conservative parallel simulation: K. M. Chandy and J. Misra, "Distributed Simulation", 1979; windows: B. D. Lubachevsky,
//! "Efficient Distributed Event-Driven Simulations of Multiple-Loop Networks", 1989.
//!
//! Where the result might differ from the result on one thread, the division is given up with a reason, and the run is
//! simulated on one thread.

use crate::comm::CollectiveSignature;
use crate::domain::{Domain, PROVISIONAL, Parcel, Start, StepOrder, event_key};
use crate::engine::Engine;
use crate::event::{CLASS_ACTOR, CLASS_MESSAGE, CLASS_VERTEX, Event};
use crate::ids::{Id, MessageId};
use crate::result::{Outcome, RunProgress, RunSummary, Totals};
use crate::token::Token;
use kernel::{CompletionKind, Network, Step};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use units::{LinkId, Time};

/// Which ranks each thread simulates, and what threads exchange.
pub struct Division {
    /// The domain of each rank.
    domains: Arc<[u16]>,
    gate: Gate,
    slots: Vec<Slot>,
}

/// What a domain shows the others between windows.
#[derive(Default)]
struct Slot {
    /// When something happens in it next, picoseconds.
    horizon: AtomicU64,
    window: RwLock<Window>,
}

/// What has happened in a domain in a window.
#[derive(Default)]
struct Window {
    starts: Vec<Start>,
    /// Messages to each domain.
    parcels: Vec<Vec<Parcel>>,
    undivided: Option<String>,
    /// The user wants the run to stop.
    stopped: bool,
    finished: u32,
    steps: u64,
    messages: u64,
    work: Option<(u64, u64)>,
}

/// A place among the threads of a division. Where one is left, nobody waits for it any more.
pub struct Seat<'d> {
    division: &'d Division,
    number: usize,
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.division.gate.broken.store(true, Ordering::Release);
    }
}

/// Where threads wait for each other.
struct Gate {
    seats: usize,
    waiting: AtomicUsize,
    turn: AtomicUsize,
    broken: AtomicBool,
}

impl Gate {
    /// Looks for so long without giving the core away.
    const SPINS: u32 = 1 << 10;

    /// Waits for all others; false if one of them has left.
    fn pass(&self) -> bool {
        let turn = self.turn.load(Ordering::Acquire);
        if self.waiting.fetch_add(1, Ordering::AcqRel) + 1 == self.seats {
            self.waiting.store(0, Ordering::Relaxed);
            self.turn.store(turn.wrapping_add(1), Ordering::Release);
            return true;
        }
        let mut looked = 0;
        while self.turn.load(Ordering::Acquire) == turn {
            if self.broken.load(Ordering::Acquire) && self.turn.load(Ordering::Acquire) == turn {
                return false;
            }
            looked += 1;
            if looked < Self::SPINS {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        true
    }
}

/// What the run of a domain has led to.
pub struct Divided {
    summary: RunSummary,
    agreed: Vec<(CollectiveSignature, u64)>,
    sending_links: Vec<u32>,
    loads: Vec<(LinkId, u64)>,
}

impl Division {
    /// A division of ranks into domains numbered from 0 on: `domains` says each rank's. No host has ranks of two.
    pub fn new(domains: Vec<u16>) -> Self {
        let seats = domains.iter().max().map_or(0, |last| usize::from(*last) + 1);
        let gate =
            Gate { seats, waiting: AtomicUsize::new(0), turn: AtomicUsize::new(0), broken: AtomicBool::new(false) };
        Self { domains: domains.into(), gate, slots: (0..seats).map(|_| Slot::default()).collect() }
    }

    /// The number of domains.
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// A domain's seat. Each thread takes its own before it does anything else.
    pub fn seat(&self, number: usize) -> Seat<'_> {
        Seat { division: self, number }
    }

    fn windows(&self) -> Vec<RwLockReadGuard<'_, Window>> {
        self.slots.iter().map(|slot| slot.window.read().unwrap_or_else(PoisonError::into_inner)).collect()
    }
}

/// What is said of a run that another domain has ended.
const ENDED: &str = "it does not end well, or warns";

impl Engine<'_> {
    /// Runs a domain of a division. `hook` is told, in the first domain, how far all are, and returns true to stop the run.
    ///
    /// # Errors
    /// Why the run can't be divided.
    pub fn run_divided(
        &mut self,
        seat: &Seat<'_>,
        hook: &mut dyn FnMut(RunProgress) -> bool,
    ) -> Result<Divided, String> {
        let Seat { division, number } = *seat;
        let own = division.domains.iter().filter(|domain| usize::from(**domain) == number).count();
        let lookahead = self.begin_domain(division, number, own)?;
        let slot = &division.slots[number];
        let (mut stopped, mut numbered, mut first) = (false, 0, true);
        loop {
            let horizon = if first { Time::ZERO } else { self.core.kernel.horizon() };
            slot.horizon.store(horizon.ps(), Ordering::Relaxed);
            if !division.gate.pass() {
                return Err(ENDED.to_owned());
            }
            let horizons = division.slots.iter().map(|slot| slot.horizon.load(Ordering::Relaxed));
            let next = Time::from_ps(horizons.min().unwrap_or(u64::MAX));
            if next == Time::MAX {
                break;
            }
            self.run_window(next.saturating_add(lookahead), first);
            first = false;
            self.publish(slot, stopped);
            if !division.gate.pass() {
                return Err(ENDED.to_owned());
            }
            let windows = division.windows();
            if let Some(reason) = windows.iter().find_map(|window| window.undivided.clone()) {
                return Err(reason);
            }
            if windows.iter().any(|window| window.stopped) {
                self.core.outcome = Some(Outcome::Stopped);
                break;
            }
            self.merge(&windows, number, &mut numbered);
            if number == 0 && self.hook_request.swap(false, Ordering::Relaxed) {
                stopped = hook(progress(&windows, next));
            }
        }
        self.end_domain(own)
    }

    /// Sets up the domain: for how long no domain hears of what others do.
    fn begin_domain(&mut self, division: &Division, number: usize, own: usize) -> Result<Time, String> {
        let core = &mut self.core;
        if !core.kernel.computes_alone() {
            return Err("noise or ranks on the same core disturb computation".to_owned());
        }
        if core.contents.moves(1) {
            return Err("its messages have contents".to_owned());
        }
        let factor = core.library.protocol.latency_factor.least();
        let network = core.kernel.divisible_network().ok_or("its network can't be divided")?;
        let lookahead = network.lookahead(factor);
        if lookahead == Time::ZERO {
            return Err("its links have no latency".to_owned());
        }
        let number = u16::try_from(number).expect("domains are numbered by 16 bits");
        core.domain = Some(Box::new(Domain::new(Arc::clone(&division.domains), number, division.count())));
        core.comms.share_world((division.domains.len() - own) as u32);
        core.next_hook = u64::MAX;
        Ok(lookahead)
    }

    /// Does all that happens before `end`.
    fn run_window(&mut self, end: Time, first: bool) {
        self.core.kernel.set_limit(end);
        if let Some(domain) = &mut self.core.domain {
            domain.end = end;
        }
        if first {
            self.begin_ranks();
        }
        while self.core.outcome.is_none() {
            while let Some(actor) = self.core.ready.pop_front() {
                self.drive(actor);
                if self.core.outcome.is_some() {
                    return;
                }
            }
            let Some(step) = self.core.kernel.step() else { return };
            self.note_step(&step);
            match step {
                Step::Event(Event::Actor(actor)) => self.drive(actor),
                step => self.handle_step(step),
            }
        }
    }

    /// A step is taken.
    fn note_step(&mut self, step: &Step<Event>) {
        let Self { core, messages, schedules, .. } = self;
        let Some(domain) = &mut core.domain else { return };
        let key = match *step {
            Step::Network(completion) => match (Token::unpack(completion.token), completion.kind) {
                (Token::Message(message), CompletionKind::Delivered) => Some(domain.numbers[message.index()]),
                _ => None,
            },
            Step::Event(Event::Actor(actor)) => Some(event_key(CLASS_ACTOR, actor)),
            Step::Event(Event::MakeVisible(message)) => {
                Some(event_key(CLASS_MESSAGE, messages.messages[message].source))
            }
            Step::Event(Event::Vertex(schedule, _)) => Some(event_key(CLASS_VERTEX, schedules.get(schedule).actor())),
            _ => None,
        };
        match key {
            Some(key) => domain.enter(core.kernel.now(), core.kernel.round(), key),
            None => core.give_up_dividing("it does more than compute, send and receive"),
        }
    }

    /// The ranks of the domain begin.
    fn begin_ranks(&mut self) {
        self.start();
        for _ in 0..self.core.ready.len() {
            if let Some(actor) = self.core.ready.pop_front().filter(|_| self.core.outcome.is_none()) {
                self.core.note_begin(actor);
                self.drive(actor);
            }
        }
        if !self.core.ready.is_empty() {
            self.core.give_up_dividing("ranks go on before any time has passed");
        }
    }

    /// Shows the others what has happened in the window.
    fn publish(&mut self, slot: &Slot, stopped: bool) {
        let core = &mut self.core;
        let Some(domain) = &mut core.domain else { return };
        let mut window = slot.window.write().unwrap_or_else(PoisonError::into_inner);
        let window = &mut *window;
        std::mem::swap(&mut window.starts, &mut domain.starts);
        std::mem::swap(&mut window.parcels, &mut domain.parcels);
        domain.starts.clear();
        domain.parcels.resize_with(window.parcels.len(), Vec::new);
        domain.parcels.iter_mut().for_each(Vec::clear);
        window.undivided = domain.undivided.clone().or(core.outcome.as_ref().map(|_| ENDED.to_owned()));
        window.stopped = stopped;
        (window.finished, window.steps, window.work) =
            (self.finished, core.kernel.steps(), core.driver.issued_work());
        window.messages = core.totals.messages;
    }

    /// Numbers the starts of a window, in the order in which one engine would have made them, and takes what others have sent.
    fn merge(&mut self, windows: &[RwLockReadGuard<'_, Window>], own: usize, numbered: &mut u64) {
        let mut numbers: Vec<Vec<u64>> =
            windows.iter().map(|window| Vec::with_capacity(window.starts.len())).collect();
        let order = |domain: usize, numbers: &[Vec<u64>]| -> Option<StepOrder> {
            let Start { step, .. } = windows[domain].starts.get(numbers[domain].len())?;
            let provisional = step.key & PROVISIONAL != 0;
            let key = if provisional { numbers[domain][(step.key ^ PROVISIONAL) as usize] } else { step.key };
            Some(StepOrder { key, ..*step })
        };
        loop {
            // The domain whose start is the first, and up to where it is that of no other.
            let (mut first, mut second): (Option<(StepOrder, usize)>, Option<StepOrder>) = (None, None);
            for domain in 0..windows.len() {
                let Some(next) = order(domain, &numbers) else { continue };
                match first {
                    Some((least, _)) if least <= next => second = Some(second.map_or(next, |other| other.min(next))),
                    _ => {
                        second = first.map(|(least, _)| least);
                        first = Some((next, domain));
                    }
                }
            }
            let Some((_, domain)) = first else { return };
            while order(domain, &numbers).is_some_and(|next| second.is_none_or(|other| next < other)) {
                let place = numbers[domain].len();
                self.number(&windows[domain], (domain, place), own, *numbered);
                numbers[domain].push(*numbered);
                *numbered += 1;
            }
        }
    }

    /// A start of a domain's window has its number.
    fn number(&mut self, window: &Window, (domain, place): (usize, usize), own: usize, number: u64) {
        let Start { to, item, .. } = window.starts[place];
        if usize::from(to) != own {
            return;
        }
        let Some(here) = &mut self.core.domain else { return };
        if domain == own {
            here.number_start(place, MessageId(item), number);
        } else if let Some(sequence) = here.sequence_of_other() {
            let parcel = &window.parcels[own][item as usize];
            self.messages.take_parcel(&mut self.core, parcel, sequence, number);
        } else {
            self.core.give_up_dividing("too many messages arrive while nobody here sends");
        }
    }

    /// The domain's part in what the run has led to.
    fn end_domain(&mut self, own: usize) -> Result<Divided, String> {
        let opened = self.core.actors.iter().filter(|actor| actor.life.opened).count();
        if self.core.outcome.is_none() {
            if self.finished as usize != own || opened != own {
                return Err(ENDED.to_owned());
            }
            self.core.outcome = Some(Outcome::Finished(self.exit_status));
        }
        let summary = self.conclude();
        if !summary.warnings.is_empty() && summary.ending != Outcome::Stopped {
            return Err(ENDED.to_owned());
        }
        let mut loads = Vec::new();
        if let Some(counters) = self.network().counters() {
            counters.for_each_link(&mut |link, totals| loads.push((link, totals.bytes)));
        }
        let network = self.core.kernel.divisible_network();
        let sending_links = network.map(|network| network.sending_links()).unwrap_or_default();
        Ok(Divided { summary, agreed: self.core.comms.take_agreed(), sending_links, loads })
    }
}

/// How far all domains are.
fn progress(windows: &[RwLockReadGuard<'_, Window>], time: Time) -> RunProgress {
    let sum = |of: fn(&Window) -> u64| windows.iter().map(|window| of(window)).sum::<u64>();
    let issued = sum(|window| window.work.map_or(0, |work| work.0));
    RunProgress {
        time,
        finished: sum(|window| window.finished.into()) as u32,
        ranks: 0,
        steps: sum(|window| window.steps),
        messages: sum(|window| window.messages),
        work: windows.first().and_then(|window| window.work).map(|(_, all)| (issued, all)),
    }
}

/// Joins what the domains of a run have led to, and adds the loads of links to `network`, if it counts them.
///
/// # Errors
/// Why it isn't certain that it is the same as on one thread.
pub fn join(domains: Vec<Divided>, network: &mut dyn Network) -> Result<RunSummary, String> {
    let stopped = domains.iter().any(|domain| domain.summary.ending == Outcome::Stopped);
    let alike = domains.windows(2).all(|pair| pair[0].agreed == pair[1].agreed);
    if !alike && !stopped {
        return Err("ranks may disagree on a collective operation".to_owned());
    }
    if domains.iter().filter_map(|domain| domain.summary.measurement).any(|measured| measured.disturbed > 0) {
        return Err("computation was disturbed when it was measured".to_owned());
    }
    let mut links: Vec<u32> = domains.iter().flat_map(|domain| domain.sending_links.iter().copied()).collect();
    links.sort_unstable();
    if links.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("hosts share the first link of their routes".to_owned());
    }
    let network = network.divisible().ok_or("its network can't be divided")?;
    let loads = domains.iter().flat_map(|domain| &domain.loads);
    loads.for_each(|&(link, bytes)| network.add_load(link, bytes));
    let all = domains.into_iter().map(|domain| domain.summary);
    all.reduce(|sum, next| {
        let ending = match (sum.ending, next.ending) {
            (Outcome::Finished(one), Outcome::Finished(other)) => Outcome::Finished(one.max(other)),
            _ => Outcome::Stopped,
        };
        let (one, other) = (sum.totals, next.totals);
        let totals = Totals {
            messages: one.messages + other.messages,
            bytes: one.bytes + other.bytes,
            collectives: one.collectives + other.collectives,
            events: one.events + other.events,
            files_read: 0,
            files_written: 0,
            costs: one.costs.and(other.costs),
        };
        let measurement = sum.measurement.zip(next.measurement).map(|(one, other)| one.and(other));
        let (time, opened) = (sum.time.max(next.time), sum.opened || next.opened);
        RunSummary { ending, time, totals, opened, measurement, ..sum }
    })
    .ok_or_else(|| "it has no ranks".to_owned())
}
