//! Helpers for the collective algorithms of PIOsimHD (J. Kunkel: "Simulating Parallel Programs on Application and System
//! Level", Computer Science - Research and Development, 2012). These algorithms send *raw* messages, which bypass the MPI
//! library's protocol. The helpers add the time of a reduction (one cycle per byte) and of the operation's last step. They also
//! compute the order in which a rank's simultaneous sends leave.

use crate::schedule::{Batch, Context, Delay, Generator, Next, Transport, Vertex};
use ops::Work;
use units::Time;

/// Bytes that its collectives send with their data, and of a message that only says that a rank is ready.
pub(super) const ENVELOPE: u16 = 20;
/// Messages longer than this wait, in its trees, until the receiver is ready: its eager limit.
pub(super) const READY_ABOVE: u64 = 100 << 10;
/// What a step of a command takes. The library file has it for each send; here it ends the operation.
const STEP: Time = Time::from_ns(2);

/// Another algorithm, as PIOsimHD executes it.
pub(super) struct Raw {
    envelope: u16,
    inner: Box<dyn Generator>,
    ended: bool,
}

impl Raw {
    /// `inner`, with so many bytes in each message beside the data, unless a batch says otherwise.
    pub(super) fn boxed(envelope: u16, inner: Box<dyn Generator>) -> Box<dyn Generator> {
        Box::new(Self { envelope, inner, ended: false })
    }
}

impl Generator for Raw {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if self.ended {
            batch.delay(Delay::Time(STEP));
            return Next::Last;
        }
        self.ended = self.inner.resume(context, batch) == Next::Last;
        if batch.transport == Transport::Protocol {
            batch.transport = Transport::Raw(self.envelope);
        }
        Next::More
    }
}

/// What a reduction costs: one cycle for each byte.
pub(super) fn cycles(bytes: u64) -> Work {
    Work::Flops(bytes)
}

/// Has each reduction of a batch take the rank's core: what waits for it waits for that, too.
pub(super) fn charge_reductions(context: &Context<'_>, batch: &mut Batch) {
    for reduction in 0..batch.vertices.len() as u16 {
        let Vertex::Reduce { count, .. } = batch.vertices[usize::from(reduction)].0 else { continue };
        let work = batch.compute(cycles(count * context.call.element_bytes));
        for (earlier, _) in batch.edges.iter_mut().filter(|(earlier, _)| *earlier == reduction) {
            *earlier = work.0;
        }
        batch.edges.push((reduction, work.0));
        batch.vertices[usize::from(work.0)].1 = 1;
    }
}

/// In which order `count` sends leave that a rank starts together. PIOsimHD takes simultaneous events from a binary heap
/// which keeps no order among them; when the first one is served, the end of its service is put behind the others.
pub(super) fn order_of_sends(count: usize) -> Vec<usize> {
    let mut heap: Vec<(u64, usize)> = (0..count).map(|send| (0, send)).collect();
    let mut order = Vec::with_capacity(count);
    while let Some((0, send)) = heap.first().copied() {
        order.push(send);
        remove_first(&mut heap);
        if order.len() == 1 {
            heap.push((1, count));
        }
    }
    order
}

/// Takes the first event, (time, send), from a binary heap: the last one sinks from its place.
fn remove_first(heap: &mut Vec<(u64, usize)>) {
    heap.swap_remove(0);
    let mut at = 0;
    while 2 * at + 1 < heap.len() {
        let left = 2 * at + 1;
        let child = if left + 1 < heap.len() && heap[left].0 > heap[left + 1].0 { left + 1 } else { left };
        if heap[at].0 <= heap[child].0 {
            break;
        }
        heap.swap(at, child);
        at = child;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sends_leave_in_the_order_of_a_heap() {
        assert!(order_of_sends(0).is_empty());
        assert_eq!(order_of_sends(2), [0, 1]);
        assert_eq!(order_of_sends(3), [0, 2, 1]);
        assert_eq!(order_of_sends(4), [0, 3, 1, 2]);
        for count in 0..40 {
            let mut order = order_of_sends(count);
            order.sort_unstable();
            assert_eq!(order, (0..count).collect::<Vec<_>>());
        }
    }
}
