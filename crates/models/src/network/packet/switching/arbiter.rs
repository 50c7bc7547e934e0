//! The input queues of an output port, for arbitration policies other than first come first served.
//!
//! There is a FIFO queue for each pair of an input link and an output virtual channel (VC); packets that a host injects here
//! count as coming from one more input link. With bubble flow control each pair has two queues: one for packets that are
//! already in the ring, and one for packets that enter the ring.

use crate::network::packet::switching::packets::NONE;

/// Identifies an input queue. Ordered by input link, injection last; then by output VC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct InputKey {
    pub(crate) input: u32,
    pub(crate) vc: u8,
    pub(crate) bubble: bool,
}

impl InputKey {
    /// The output queue of the port that its packets pass: two for each VC.
    fn output_queue(self) -> usize {
        2 * usize::from(self.vc) + usize::from(self.bubble)
    }
}

/// Packets of one input that leave in one VC, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputQueue {
    pub(crate) key: InputKey,
    pub(crate) head: u32,
    tail: u32,
    /// Its first packet without space in the output buffer, if there are output buffers.
    pub(crate) outside: u32,
    /// Bytes of its packets.
    pub(crate) bytes: u64,
}

/// The input queues of a port.
#[derive(Debug)]
pub(crate) struct Arbiter {
    /// Those that are not empty, by key.
    queues: Vec<InputQueue>,
    /// The input queue that was served last.
    served: Option<InputKey>,
    /// By output queue: the input queue that was granted space there last.
    granted: Vec<Option<InputKey>>,
    /// Packets that wait, by VC.
    waiting_packets: Vec<u32>,
}

impl Arbiter {
    pub(crate) fn new(vcs: u8) -> Self {
        let vcs = usize::from(vcs);
        Self { queues: Vec::new(), served: None, granted: vec![None; 2 * vcs], waiting_packets: vec![0; vcs] }
    }

    /// Whether packets wait for a VC.
    pub(crate) fn is_waited_for(&self, vc: usize) -> bool {
        self.waiting_packets[vc] > 0
    }

    /// The heads of the input queues of a VC.
    pub(crate) fn heads(&self, vc: u8) -> impl Iterator<Item = u32> {
        self.queues.iter().filter(move |queue| queue.key.vc == vc).map(|queue| queue.head)
    }

    /// The input queues with packets.
    pub(crate) fn queues(&self) -> &[InputQueue] {
        &self.queues
    }

    /// The input queue that was served last.
    pub(crate) fn served(&self) -> Option<InputKey> {
        self.served
    }

    /// The input queue that was granted space of an output queue last.
    pub(crate) fn granted(&self, output_queue: usize) -> Option<InputKey> {
        self.granted[output_queue]
    }

    /// The input queues, with their indices, that have packets without space in an output queue.
    pub(crate) fn outside(&self, output_queue: usize) -> impl Iterator<Item = (usize, &InputQueue)> {
        self.queues
            .iter()
            .enumerate()
            .filter(move |(_, queue)| queue.key.output_queue() == output_queue && queue.outside != NONE)
    }

    /// Appends a packet to its input queue; returns the packet before it, or [`NONE`]. `outside`: the packet itself if there are
    /// output buffers, else [`NONE`].
    pub(crate) fn append(&mut self, key: InputKey, packet: u32, outside: u32, bytes: u64) -> u32 {
        self.waiting_packets[usize::from(key.vc)] += 1;
        match self.queues.binary_search_by_key(&key, |queue| queue.key) {
            Err(position) => {
                self.queues.insert(position, InputQueue { key, head: packet, tail: packet, outside, bytes });
                NONE
            }
            Ok(index) => {
                let queue = &mut self.queues[index];
                let before = std::mem::replace(&mut queue.tail, packet);
                queue.bytes += bytes;
                if queue.outside == NONE {
                    queue.outside = outside;
                }
                before
            }
        }
    }

    /// Removes the head of an input queue, which departs; `next` is the packet behind it.
    pub(crate) fn serve(&mut self, index: usize, next: u32, bytes: u64) {
        let queue = &mut self.queues[index];
        let key = queue.key;
        (queue.head, queue.bytes) = (next, queue.bytes - bytes);
        if next == NONE {
            self.queues.remove(index);
        }
        self.served = Some(key);
        self.waiting_packets[usize::from(key.vc)] -= 1;
    }

    /// Grants output space to the first packet of an input queue that has none; `next` is the packet behind it.
    pub(crate) fn grant(&mut self, index: usize, output_queue: usize, next: u32) {
        self.granted[output_queue] = Some(self.queues[index].key);
        self.queues[index].outside = next;
    }
}
