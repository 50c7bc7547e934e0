//! A fast path of the flow model, for a flow that shares no link with another flow from its start to its end. Such a flow is
//! *alone*, and costs one event.
//!
//! If no other flow uses the links of a message's route while the message's bytes flow, the end of the flow is known when the
//! message starts. The bytes begin to flow when the message's latency is over, and their rate is the flow's upper bound from
//! the beginning to the end, since nothing reduces it. So the end is scheduled when the message starts, and the flow is not
//! added to its links' lists of flows. Instead, each link of the route keeps the flow's time interval, from the end of the
//! latency to the end of the flow. A link has room for five such intervals.
//!
//! A message that starts later may overlap with one of these intervals. Then the flow of that interval is not alone any more:
//! it is added to the lists, in the state that it would have at that instant. From then on its end may move, into later
//! intervals that other flows have reserved on its links. These flows are added to the lists, too. Thus completion times, rates
//! and counts are the same as if all flows were always in the lists.

use super::Flow;
use super::progress::{NONE, Progress};
use super::sharing::Flow as SharedFlow;
use crate::network::scale::LastDuration;
use kernel::EventQueue;
use units::Time;

/// What happens at an instant that is known when a message starts.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// The flow, which is alone, ends; nothing happens if it is not any more.
    Ends(u32),
    /// The latency of the message is over.
    Begins(u32),
}

/// Flows end before others begin.
const ENDS: u8 = 0;
const BEGINS: u8 = 1;

/// Flows that a link keeps apart by time.
const PLACES: usize = 5;

/// Who is on the way over a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Users {
    capacity: u64,
    /// Flows that are reserved or admitted, but for those that are alone.
    others: u32,
    /// Those, from the first place on; then [`NONE`].
    alone: [u32; PLACES],
}

impl Users {
    /// Of a link of this capacity that has never been used.
    pub(super) fn new(capacity: u64) -> Self {
        Self { capacity, others: 0, alone: [NONE; PLACES] }
    }

    #[inline]
    fn remove(&mut self, flow: u32) {
        let count = self.alone.iter().position(|other| *other == NONE).unwrap_or(PLACES);
        if let Some(at) = self.alone.iter().position(|other| *other == flow) {
            self.alone[at] = self.alone[count - 1];
            self.alone[count - 1] = NONE;
        }
    }
}

/// Messages whose dates are known from their start on.
#[derive(Debug, Default)]
pub(super) struct Alone {
    /// Flows that are to be made ones like others.
    met: Vec<u32>,
    known: EventQueue<Known>,
    last: LastDuration,
}

impl Alone {
    /// The next instant that is known from a start.
    #[inline]
    pub(super) fn next(&self) -> Time {
        self.known.next_time()
    }
}

impl Flow {
    /// Whether flows may be alone: counters by time bucket and phase follow every change of load, and the reference has none.
    #[inline]
    fn knows_alone(&self) -> bool {
        self.counters.loads.is_none() && !self.is_scratch()
    }

    /// Gives a message, whose bytes may flow from `begins` on, its date if it is alone. If not, those that it may meet are
    /// alone no more. `before`: the message that it follows on its connection.
    #[inline]
    pub(super) fn starts_alone(&mut self, own: u32, begins: Time, before: Option<u32>) -> bool {
        if self.progress[own as usize].bytes == 0 || !self.knows_alone() {
            return false;
        }
        // A message without bytes uses no link, and may arrive later.
        let alone = before.is_none_or(|before| self.progress[before as usize].bytes > 0)
            && self.has_free_links(own)
            && self.date_alone(own, begins, before.is_some());
        if !alone {
            self.join_others(own, begins);
            self.meet();
        }
        alone
    }

    /// Whether only flows that are alone use the links of a reserved one.
    #[inline]
    fn has_free_links(&self, own: u32) -> bool {
        let bound = self.sharing.flows[own as usize].bound;
        let free = |link: u32| {
            let Users { capacity, others, .. } = self.counters.links[link as usize].users;
            others == 0 && bound <= capacity
        };
        bound > 0 && self.sharing.route(own).iter().all(|hop| free(hop.link))
    }

    /// Gives a flow its date, if it meets none of those that are alone on its links; where its message follows another one, that is
    /// one of them.
    #[inline]
    fn date_alone(&mut self, own: u32, begins: Time, follows: bool) -> bool {
        let SharedFlow { bound, route, sequence, .. } = self.sharing.flows[own as usize];
        let bytes = self.progress[own as usize].bytes;
        let ends = begins.saturating_add(self.alone.last.of(self.scale, bytes, bound));
        for at in route.range() {
            let users = &mut self.counters.links[self.sharing.hops[at].link as usize].users;
            let meets = |flow: u32| {
                let other = &self.progress[flow as usize];
                flow == own || other.alone_until > begins && (follows || ends > other.accrued_at)
            };
            let place = users.alone.iter().position(|flow| *flow == NONE);
            let Some(place) =
                place.filter(|&place| ends < Time::MAX && !users.alone[..place].iter().any(|&it| meets(it)))
            else {
                self.leave_places(own, at - route.range().start);
                return false;
            };
            users.alone[place] = own;
        }
        let progress = &mut self.progress[own as usize];
        (progress.accrued_at, progress.alone_until, progress.rate) = (begins, ends, bound);
        self.alone.known.push(ends, ENDS, 0, sequence, Known::Ends(own));
        true
    }

    /// The bytes of a message flow from then on, if its turn has come.
    #[inline]
    pub(super) fn wait_for_latency(&mut self, message: u32, begins: Time) {
        let sequence = self.sharing.flows[message as usize].sequence;
        self.alone.known.push(begins, BEGINS, 0, sequence, Known::Begins(message));
    }

    /// Frees the places of a flow on its first links.
    #[inline]
    fn leave_places(&mut self, flow: u32, links: usize) {
        for at in self.sharing.flows[flow as usize].route.range().take(links) {
            self.counters.links[self.sharing.hops[at].link as usize].users.remove(flow);
        }
    }

    /// A flow is one like others from `begins` on: notes those that it may meet.
    #[inline]
    fn join_others(&mut self, own: u32, begins: Time) {
        for at in self.sharing.flows[own as usize].route.range() {
            let users = &mut self.counters.links[self.sharing.hops[at].link as usize].users;
            users.others += 1;
            if users.alone[0] != NONE {
                let meets = |flow: &&u32| **flow != NONE && self.progress[**flow as usize].alone_until > begins;
                self.alone.met.extend(users.alone.iter().filter(meets));
            }
        }
    }

    /// Those that have been noted are alone no more.
    #[inline]
    fn meet(&mut self) {
        while let Some(flow) = self.alone.met.pop() {
            if self.progress[flow as usize].is_alone() {
                self.join_lists(flow);
            }
        }
    }

    /// What has been alone becomes what it would be otherwise: a message whose latency is not over, or an admitted flow.
    #[inline(never)]
    fn join_lists(&mut self, flow: u32) {
        let route = self.sharing.flows[flow as usize].route;
        self.leave_places(flow, route.len());
        let progress = &mut self.progress[flow as usize];
        let (begins, phase) = (progress.accrued_at, progress.phase);
        progress.alone_until = Time::ZERO;
        if begins > self.now {
            progress.rate = 0;
            self.wait_for_latency(flow, begins);
        } else {
            for at in route.range() {
                self.counters.enter(self.sharing.hops[at].link, phase, begins);
            }
            self.sharing.now = self.now;
            let settled = self.sharing.admit(flow);
            debug_assert!(settled, "a flow has been alone on a link without room for it");
            self.schedule(flow);
        }
        self.join_others(flow, begins);
    }

    /// Counts what flows that are alone have used of their links by then.
    #[cold]
    pub(super) fn count_alone(&mut self, now: Time) {
        let begun = self.progress.iter().filter(|own| own.is_alone() && own.accrued_at <= now);
        self.now = begun.map(|own| own.accrued_at).fold(self.now, Time::max);
        self.meet_those(|own| own.accrued_at <= now);
    }

    /// How long flows that are alone have used each link by now, by local index.
    pub(super) fn time_alone(&self) -> Vec<Time> {
        let mut times = vec![Time::ZERO; self.sharing.links.len()];
        let begun = |own: &&Progress| own.is_alone() && own.accrued_at < self.now;
        for (flow, progress) in self.progress.iter().enumerate().filter(|(_, own)| begun(own)) {
            for hop in self.sharing.route(flow as u32) {
                times[hop.link as usize] += self.now - progress.accrued_at;
            }
        }
        times
    }

    fn meet_those(&mut self, chosen: impl Fn(&Progress) -> bool) {
        let flows = 0..self.progress.len() as u32;
        let is_chosen = |own: &Progress| own.is_alone() && chosen(own);
        self.alone.met.extend(flows.filter(|flow| is_chosen(&self.progress[*flow as usize])));
        self.meet();
    }

    /// Delivers the messages of flows that are alone until now. Returns the first message whose latency is over now. `before`: the
    /// instant of the model so far, which stays if all that would have happened now is the end of flows that are not alone any more.
    #[inline]
    pub(super) fn deliver_known(&mut self, before: Time) -> Option<u32> {
        let mut in_vain = false;
        while self.alone.next() <= self.now {
            match self.alone.known.pop()?.1 {
                Known::Begins(message) => return Some(message),
                Known::Ends(flow) => {
                    let progress = &self.progress[flow as usize];
                    if progress.is_alone() && progress.alone_until <= self.now {
                        self.deliver_alone(flow);
                    } else {
                        in_vain = true;
                    }
                }
            }
        }
        if in_vain && self.done.is_empty() && self.sharing.dirty.is_empty() {
            self.now = before;
        }
        None
    }

    /// The next message whose latency is over now.
    #[inline]
    pub(super) fn next_begin(&mut self) -> Option<u32> {
        if self.alone.next() > self.now {
            return None;
        }
        match self.alone.known.pop()?.1 {
            Known::Begins(message) => Some(message),
            Known::Ends(_) => unreachable!("flows end before others begin"),
        }
    }

    /// Forgets the ends of flows that were alone, once nothing is under way.
    #[inline]
    pub(super) fn forget_known(&mut self) {
        if !self.alone.known.is_empty() && self.sharing.under_way() == 0 {
            self.alone.known = EventQueue::default();
        }
    }

    /// The message of a flow that was alone is delivered.
    #[inline]
    fn deliver_alone(&mut self, index: u32) {
        let progress = &mut self.progress[index as usize];
        let (begins, bytes) = (progress.accrued_at, progress.bytes);
        progress.alone_until = Time::ZERO;
        let route = self.sharing.flows[index as usize].route;
        for at in route.range() {
            let link = &mut self.counters.links[self.sharing.hops[at].link as usize];
            link.passed(bytes, self.now - begins);
            link.users.remove(index);
        }
        self.sharing.statistics.rate_changes += 1;
        self.complete(index, None);
        self.sharing.release(index);
    }

    /// Gives back a flow that was not alone.
    #[inline]
    pub(super) fn release(&mut self, flow: u32) {
        if self.knows_alone() {
            for at in self.sharing.flows[flow as usize].route.range() {
                self.counters.links[self.sharing.hops[at].link as usize].users.others -= 1;
            }
        }
        self.sharing.release(flow);
    }
}
