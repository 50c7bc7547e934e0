//! A pool of buffers for the contents of messages in flight: memory is reused, so nothing is allocated in the steady state.

use crate::ids::{LentId, ScheduleId};

/// Free byte vectors by size class: there are [`PER_OCTAVE`] from a power of two to the next, so that little of a vector is cleared
/// when it is taken for a longer message than the last.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    classes: Vec<Vec<Vec<u8>>>,
}

const PER_OCTAVE: usize = 8;

/// The most bytes kept of each class.
const KEPT_BYTES: usize = 8 << 20;

impl Pool {
    /// A vector of `bytes` bytes; its contents are whatever was there.
    pub(crate) fn take(&mut self, bytes: u64) -> Vec<u8> {
        let bytes = usize::try_from(bytes).expect("a message fits memory");
        let (class, size) = class_of(bytes);
        let free = self.classes.get_mut(class).and_then(Vec::pop);
        let mut vector = free.unwrap_or_else(|| Vec::with_capacity(size));
        vector.resize(bytes, 0);
        vector
    }

    /// Gives a vector back.
    pub(crate) fn give(&mut self, vector: Vec<u8>) {
        if vector.is_empty() {
            return;
        }
        let (class, size) = class_of(vector.len());
        if self.classes.len() <= class {
            self.classes.resize_with(class + 1, Vec::new);
        }
        let kept = &mut self.classes[class];
        if kept.len() * size < KEPT_BYTES {
            kept.push(vector);
        }
    }
}

/// The class of a size, and the most bytes that it holds.
fn class_of(bytes: usize) -> (usize, usize) {
    let bytes = bytes.max(PER_OCTAVE);
    let octave = ((bytes - 1) | PER_OCTAVE).ilog2() as usize;
    let step = (1 << octave) / PER_OCTAVE;
    let part = bytes.div_ceil(step);
    (octave * PER_OCTAVE + part, part * step)
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
    /// Still in the sender's memory, as the send has not ended.
    AtSender(Memory),
    /// There, or captured since, although the send has ended.
    Lent(LentId),
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
        let again = pool.take(98);
        assert_eq!((again.as_ptr(), again.len()), (place, 98));
        pool.give(Vec::new());
        assert_eq!(pool.take(0).len(), 0);
    }

    #[test]
    fn classes_hold_their_sizes_and_little_more() {
        let mut before = class_of(1);
        for bytes in 1..100_000 {
            let (class, size) = class_of(bytes);
            assert!(
                size >= bytes && (size - bytes) * PER_OCTAVE <= bytes.max(PER_OCTAVE * PER_OCTAVE),
                "{bytes}: {size}"
            );
            assert!(
                (class, size) == before || class > before.0 && before.1 + 1 == bytes,
                "{bytes}: one class, one size"
            );
            before = (class, size);
        }
    }
}
