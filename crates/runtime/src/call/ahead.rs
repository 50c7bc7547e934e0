//! Lets a rank run ahead, that is, return from a short blocking send before the engine has answered.
//!
//! The answer would only be the simulated time at which the send ends, and a short send is certain to end. So the rank does not
//! wait for the answer, but continues with its next call. The data are copied first, since the program may change its buffer
//! before the simulated library has read it.

use super::RankContext;
use crate::images::crash;
use ops::{Post, SendMode};

/// The longest message that a rank runs ahead of, bytes: a longer one costs more to be copied twice than a switch does.
const CARRIED_MAX: usize = 4096;
/// Bytes of all messages that a rank runs ahead of at a time.
const CARRIED_ALL: usize = 8192;
/// The room for messages that a rank begins with.
const CARRIED_LEAST: usize = 256;

/// Sends that a rank has run ahead of since it was resumed.
#[derive(Debug, Default)]
pub(super) struct SentAhead {
    /// What was sent, until the rank is resumed. It stays where it is meanwhile: the posts have addresses in it.
    contents: Vec<u8>,
    /// How much room there should have been.
    wanted: usize,
    /// The number of posts up to the latest such send; 0: there is none.
    posts: usize,
}

impl SentAhead {
    #[inline]
    pub(super) fn clear(&mut self) {
        self.contents.clear();
        self.posts = 0;
    }

    /// Whether there is room for so many bytes more.
    #[inline]
    fn has_room(&mut self, bytes: usize) -> bool {
        let end = self.contents.len() + bytes;
        end <= self.contents.capacity() || self.grow(end)
    }

    #[cold]
    fn grow(&mut self, end: usize) -> bool {
        self.wanted = self.wanted.max(end.next_power_of_two()).clamp(CARRIED_LEAST, CARRIED_ALL);
        if self.posts > 0 || end > self.wanted {
            return false;
        }
        self.contents.reserve_exact(self.wanted);
        true
    }
}

/// What has become of a message that was to be carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Carrying {
    /// It is copied: the rank may run ahead.
    Copied,
    /// The rank waits for the answer.
    No,
    /// Its buffer is not memory of the program's.
    Unreadable,
}

impl RankContext {
    /// Copies the message of the latest post, if that is a blocking send of a short one. `bytes_max`: longer sends may wait for
    /// their receivers.
    ///
    /// # Safety
    /// The rank of number `rank` runs, and its next post has not been made.
    pub(crate) unsafe fn carry_send(&mut self, rank: u32, bytes_max: u64) -> Carrying {
        // A rank with windows may be read by others at any time.
        if self.rank.made().is_some_and(|made| !made.windows.is_empty()) {
            return Carrying::No;
        }
        // SAFETY: the engine's vector is lent to the running rank and nothing else holds it.
        let posts = unsafe { &mut *self.posts };
        let count = posts.len();
        let Some(Post::BlockingSend { buffer, mode: SendMode::Standard | SendMode::Ready, .. }) = posts.last_mut()
        else {
            return Carrying::No;
        };
        if buffer.bytes > bytes_max.min(CARRIED_MAX as u64) {
            return Carrying::No;
        }
        let sent = self.sent_ahead.get_or_insert_default();
        let (bytes, begin) = (buffer.bytes as usize, sent.contents.len());
        if !sent.has_room(bytes) {
            return Carrying::No;
        }
        let into = sent.contents.as_mut_ptr().wrapping_add(begin);
        let from = std::ptr::with_exposed_provenance::<u8>(buffer.address as usize);
        // SAFETY: there is room for them; the program passed this memory to MPI, and if it lied the access is given up.
        let copied = bytes == 0
            || unsafe {
                crash::guarded_read(rank, buffer.address as usize, bytes, || {
                    into.copy_from_nonoverlapping(from, bytes)
                })
            };
        if !copied {
            return Carrying::Unreadable;
        }
        // SAFETY: they have just been written.
        unsafe { sent.contents.set_len(begin + bytes) };
        buffer.address = into.expose_provenance() as u64;
        sent.posts = count;
        Carrying::Copied
    }

    /// Enters the call of the latest post, a blocking send, and makes another post instead of it.
    ///
    /// # Safety
    /// As [`RankContext::carry_send`].
    pub(crate) unsafe fn replace_send(&mut self, instead: Post) {
        // SAFETY: as above.
        let posts = unsafe { &mut *self.posts };
        if let Some([enter, ..]) = posts.pop().and_then(|post| post.parts()) {
            posts.extend([enter, instead]);
        }
    }

    /// How many posts there were up to the latest send that the rank has run ahead of since it was resumed; 0: there is none.
    #[inline]
    pub(crate) fn posts_ahead(&self) -> usize {
        self.sent_ahead.as_ref().map_or(0, |sent| sent.posts)
    }
}
