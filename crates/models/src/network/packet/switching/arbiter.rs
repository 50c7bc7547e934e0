//! What waits for a port whose arbitration is not first come first served.
//!
//! Packets wait in one queue for each input, the packets of local hosts being one more, and VC they leave in; with bubbles,
//! one for those that leave a bubble and one for the others. Within a queue nothing overtakes.

use crate::network::packet::switching::packets::NONE;

/// Identifies an input queue. Ordered by the link packets have come over, local packets last; then by VC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::network::packet) struct InputKey {
    pub(in crate::network::packet) input: u32,
    pub(in crate::network::packet) vc: u8,
    pub(in crate::network::packet) bubble: bool,
}

impl InputKey {
    /// Its index among the queues of a port.
    fn queue(self) -> usize {
        2 * usize::from(self.vc) + usize::from(self.bubble)
    }
}

/// Packets that have come over one input and leave in one VC.
#[derive(Clone, Copy, Debug)]
pub(in crate::network::packet) struct InputQueue {
    pub(in crate::network::packet) key: InputKey,
    pub(in crate::network::packet) head: u32,
    tail: u32,
    /// Its first packet without space in the output buffer, if there are output buffers.
    pub(in crate::network::packet) outside: u32,
    /// Bytes of its packets.
    pub(in crate::network::packet) bytes: u64,
}

/// What waits for a port.
#[derive(Debug)]
pub(in crate::network::packet) struct Arbiter {
    /// Those with packets, by key.
    queues: Vec<InputQueue>,
    /// The input queue that was served last.
    served: Option<InputKey>,
    /// By queue of the port: the input queue that was granted output space last.
    granted: Vec<Option<InputKey>>,
    /// By VC: packets that wait.
    waiting: Vec<u32>,
}

impl Arbiter {
    pub(in crate::network::packet) fn new(vcs: u8) -> Self {
        let vcs = usize::from(vcs);
        Self { queues: Vec::new(), served: None, granted: vec![None; 2 * vcs], waiting: vec![0; vcs] }
    }

    /// Whether packets wait for a VC.
    pub(in crate::network::packet) fn is_waited_for(&self, vc: usize) -> bool {
        self.waiting[vc] > 0
    }

    /// The heads of the input queues of a VC.
    pub(in crate::network::packet) fn heads(&self, vc: u8) -> impl Iterator<Item = u32> {
        self.queues.iter().filter(move |own| own.key.vc == vc).map(|own| own.head)
    }

    /// The input queues with packets.
    pub(in crate::network::packet) fn queues(&self) -> &[InputQueue] {
        &self.queues
    }

    /// The input queue that was served last.
    pub(in crate::network::packet) fn served(&self) -> Option<InputKey> {
        self.served
    }

    /// The input queue that was granted output space of a queue of the port last.
    pub(in crate::network::packet) fn granted(&self, queue: usize) -> Option<InputKey> {
        self.granted[queue]
    }

    /// The input queues of a queue of the port with packets that have no output space, with their indices.
    pub(in crate::network::packet) fn outside(&self, queue: usize) -> impl Iterator<Item = (usize, &InputQueue)> {
        self.queues.iter().enumerate().filter(move |(_, own)| own.key.queue() == queue && own.outside != NONE)
    }

    /// Appends a packet to its input queue, `outside` being it too if there are output buffers: the packet before it, or
    /// [`NONE`].
    pub(in crate::network::packet) fn append(&mut self, key: InputKey, index: u32, outside: u32, bytes: u64) -> u32 {
        self.waiting[usize::from(key.vc)] += 1;
        match self.queues.binary_search_by_key(&key, |own| own.key) {
            Err(at) => {
                self.queues.insert(at, InputQueue { key, head: index, tail: index, outside, bytes });
                NONE
            }
            Ok(at) => {
                let own = &mut self.queues[at];
                let before = std::mem::replace(&mut own.tail, index);
                own.bytes += bytes;
                if own.outside == NONE {
                    own.outside = outside;
                }
                before
            }
        }
    }

    /// Removes the head of an input queue, which is served; `next` is behind it.
    pub(in crate::network::packet) fn serve(&mut self, at: usize, next: u32, bytes: u64) {
        let own = &mut self.queues[at];
        let key = own.key;
        (own.head, own.bytes) = (next, own.bytes - bytes);
        if next == NONE {
            self.queues.remove(at);
        }
        self.served = Some(key);
        self.waiting[usize::from(key.vc)] -= 1;
    }

    /// The first packet outside of an input queue has been granted output space; `next` is behind it.
    pub(in crate::network::packet) fn grant(&mut self, at: usize, queue: usize, next: u32) {
        self.granted[queue] = Some(self.queues[at].key);
        self.queues[at].outside = next;
    }
}
