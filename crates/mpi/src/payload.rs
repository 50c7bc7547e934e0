//! A pool of buffers for the contents of messages in flight: memory is reused, so nothing is allocated in the steady state.

use crate::ids::ScheduleId;

/// Free byte vectors by size class (powers of two).
#[derive(Debug, Default)]
pub(crate) struct Pool {
    classes: Vec<Vec<Vec<u8>>>,
}

/// The most bytes kept of each class.
const KEPT_BYTES: usize = 8 << 20;

impl Pool {
    /// A vector of `bytes` bytes; its contents are whatever was there.
    pub(crate) fn take(&mut self, bytes: u64) -> Vec<u8> {
        let bytes = usize::try_from(bytes).expect("a message fits memory");
        let class = class_of(bytes);
        let mut vector = self
            .classes
            .get_mut(class)
            .and_then(Vec::pop)
            .unwrap_or_else(|| Vec::with_capacity(bytes.next_power_of_two()));
        vector.resize(bytes, 0);
        vector
    }

    /// Gives a vector back.
    pub(crate) fn give(&mut self, vector: Vec<u8>) {
        let class = class_of(vector.len());
        if vector.is_empty() {
            return;
        }
        if self.classes.len() <= class {
            self.classes.resize_with(class + 1, Vec::new);
        }
        let kept = &mut self.classes[class];
        if (kept.len() << class) < KEPT_BYTES {
            kept.push(vector);
        }
    }
}

fn class_of(bytes: usize) -> usize {
    bytes.next_power_of_two().trailing_zeros() as usize
}

/// Contents up to this many bytes are kept inside their message.
pub(crate) const SHORT: usize = 16;

/// Where the bytes of a message are, from its start to its delivery.
#[derive(Debug, Default)]
pub(crate) enum Payload {
    /// Nowhere: replays, motifs, and contents that the user asked to skip.
    #[default]
    None,
    /// Captured: the sender may change its buffer.
    Captured(Vec<u8>),
    /// Captured, if there are no more than [`SHORT`].
    Short([u8; SHORT]),
    /// Still in the sender's memory: rendezvous.
    AtSender(Memory),
}

/// A place that holds bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memory {
    /// A rank's memory, at an address.
    User(u64),
    /// The memory of a schedule, at an offset.
    Schedule(ScheduleId, u64),
    /// No memory: only lengths move.
    Nowhere,
}

impl Memory {
    /// The memory `bytes` further on.
    pub(crate) fn plus(self, bytes: u64) -> Self {
        match self {
            Self::User(address) => Self::User(address.wrapping_add(bytes)),
            Self::Schedule(schedule, offset) => Self::Schedule(schedule, offset + bytes),
            Self::Nowhere => Self::Nowhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_comes_back() {
        let mut pool = Pool::default();
        let vector = pool.take(100);
        let place = vector.as_ptr();
        pool.give(vector);
        let again = pool.take(90);
        assert_eq!((again.as_ptr(), again.len()), (place, 90));
        pool.give(pool_of_nothing());
        assert_eq!(pool.take(0).len(), 0);
    }

    fn pool_of_nothing() -> Vec<u8> {
        Vec::new()
    }
}
