//! A cache of decoded sends and receives, for replays of Windtunnel's own trace format. A rank often repeats a send or receive
//! with the same `MPI_Request` (by its number in the trace), communicator, peer, tag and buffer. The operation is then taken
//! from the cache instead of being decoded and checked again.

use super::code::Cursor;
use ops::{Enter, Post, RequestId};

/// A rank's decoded operations, by their encoded bytes. Each place holds two, the one that was put there last first.
#[derive(Debug, Default)]
pub(super) struct Repeats(Vec<[Option<Repeat>; 2]>);

/// A send or receive without the call that posts it.
#[derive(Debug)]
pub(super) struct Repeat {
    kind: u8,
    /// Bytes.
    length: u8,
    bytes: [u64; 2],
    /// Ones in the places of those bytes.
    mask: [u64; 2],
    request: RequestId,
    post: Post,
}

/// Places of the cache. A power of two.
const PLACES: usize = 8;
/// The most encoded bytes of an operation that is remembered.
const LONGEST: usize = 16;

impl Repeats {
    /// The next operation, if it is known, with its call and the number of its bytes.
    #[inline]
    pub(super) fn find(&self, operation: &[u8]) -> Option<(&Repeat, Enter, usize)> {
        let mut cursor = Cursor::new(operation);
        let (kind, call) = cursor.message_call()?;
        let bytes = cursor.ahead()?;
        let known = self.0.get(place(kind, bytes))?.iter().flatten().find(|known| known.is(kind, bytes))?;
        Some((known, call, cursor.at + usize::from(known.length)))
    }

    /// Remembers an operation of this many bytes, which begins `operation`, if it is a send or receive.
    #[inline]
    pub(super) fn learn(&mut self, operation: &[u8], length: usize, post: &Post) {
        let mut cursor = Cursor::new(operation);
        if let Some((kind, _)) = cursor.message_call()
            && let Some(bytes) = cursor.ahead()
            && (1..=LONGEST).contains(&(length - cursor.at))
            && let Some(request) = request_of(post)
        {
            self.put(kind, bytes, length - cursor.at, request, post);
        }
    }

    #[cold]
    fn put(&mut self, kind: u8, bytes: u128, length: usize, request: RequestId, post: &Post) {
        if self.0.is_empty() {
            self.0.resize_with(PLACES, Default::default);
        }
        let mask = u128::MAX >> (8 * (LONGEST - length));
        let (bytes_of, post) = (halves(bytes & mask), post.clone());
        let known = Repeat { kind, length: length as u8, bytes: bytes_of, mask: halves(mask), request, post };
        let [last, before] = &mut self.0[place(kind, bytes)];
        *before = last.replace(known);
    }

    /// Communicators have gone: their numbers may mean others.
    pub(super) fn forget(&mut self) {
        self.0 = Vec::new();
    }
}

impl Repeat {
    /// Whether bytes begin with it.
    #[inline]
    fn is(&self, kind: u8, bytes: u128) -> bool {
        let [low, high] = halves(bytes);
        self.kind == kind && low & self.mask[0] == self.bytes[0] && high & self.mask[1] == self.bytes[1]
    }

    /// Its request.
    #[inline]
    pub(super) fn request(&self) -> usize {
        self.request.0 as usize
    }

    /// The post, in this call.
    #[inline]
    pub(super) fn post_in(&self, call: Enter) -> Post {
        match self.post {
            Post::BlockingSend { request, comm, peer, tag, buffer, mode, elements, .. } => {
                Post::BlockingSend { call, request, comm, peer, tag, buffer, mode, elements }
            }
            Post::BlockingRecv { request, comm, source, tag, buffer, elements, .. } => {
                Post::BlockingRecv { call, request, comm, source, tag, buffer, elements }
            }
            Post::Send { request, comm, peer, tag, buffer, mode, blocking, elements } => {
                Post::Send { request, comm, peer, tag, buffer, mode, blocking, elements }
            }
            Post::Recv { request, comm, source, tag, buffer, blocking, elements } => {
                Post::Recv { request, comm, source, tag, buffer, blocking, elements }
            }
            _ => unreachable!("only messages are remembered"),
        }
    }
}

/// The request of a message.
fn request_of(post: &Post) -> Option<RequestId> {
    match *post {
        Post::BlockingSend { request, .. }
        | Post::BlockingRecv { request, .. }
        | Post::Send { request, .. }
        | Post::Recv { request, .. } => Some(request),
        _ => None,
    }
}

#[inline]
fn halves(bytes: u128) -> [u64; 2] {
    [bytes as u64, (bytes >> 64) as u64]
}

/// Where a message is remembered: by request, communicator, peer and tag, a byte of each. No message has fewer bytes.
#[inline]
fn place(kind: u8, bytes: u128) -> usize {
    let mixed = (bytes as u32 ^ u32::from(kind)).wrapping_mul(0x9e37_79b1);
    (mixed >> (u32::BITS - PLACES.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::{Buffer, CallSite, CommId, Elements, Function, SendMode, Work};
    use units::Time;

    fn call(ns: u64) -> Enter {
        Enter { function: Function::Send, site: CallSite(300), block: Work::Time(Time::from_ns(ns)) }
    }

    fn send(ns: u64, peer: u32, bytes: u64) -> Post {
        Post::BlockingSend {
            call: call(ns),
            request: RequestId(0),
            comm: CommId(0),
            peer,
            tag: 7,
            buffer: Buffer::of_bytes(bytes),
            mode: SendMode::Ready,
            elements: Elements::Any,
        }
    }

    fn receive(source: i32, bytes: u64) -> Post {
        Post::Recv {
            request: RequestId(3),
            comm: CommId(0),
            source,
            tag: ops::ANY,
            buffer: Buffer::of_bytes(bytes),
            blocking: true,
            elements: Elements::Float8,
        }
    }

    /// Bytes of a post with others behind it.
    fn bytes(post: &Post) -> (Vec<u8>, usize) {
        let mut bytes = Vec::new();
        super::super::code::write(post, &mut bytes);
        let length = bytes.len();
        bytes.extend([0x5a; LONGEST]);
        (bytes, length)
    }

    fn learn(repeats: &mut Repeats, post: &Post) {
        let (bytes, length) = bytes(post);
        repeats.learn(&bytes, length, post);
    }

    fn find(repeats: &Repeats, post: &Post) -> Option<(Post, usize)> {
        let (bytes, length) = bytes(post);
        let (known, call, found) = repeats.find(&bytes)?;
        assert_eq!(found, length);
        Some((known.post_in(call), known.request()))
    }

    #[test]
    fn what_has_been_posted_is_found_in_another_call() {
        let mut repeats = Repeats::default();
        assert_eq!(find(&repeats, &send(3, 1, 80)), None);
        learn(&mut repeats, &send(3, 1, 80));
        assert_eq!(find(&repeats, &send(90_000, 1, 80)), Some((send(90_000, 1, 80), 0)));
        learn(&mut repeats, &receive(2, 100_000));
        assert_eq!(find(&repeats, &receive(2, 100_000)), Some((receive(2, 100_000), 3)));
        repeats.forget();
        assert_eq!(find(&repeats, &send(3, 1, 80)), None);
    }

    #[test]
    fn nothing_else_is_taken_for_it() {
        let mut repeats = Repeats::default();
        for post in [send(3, 1, 80), receive(2, 100_000)] {
            learn(&mut repeats, &post);
        }
        for other in [send(3, 2, 80), send(3, 1, 81), send(3, 1, 8000), receive(2, 100_001), receive(1, 100_000)] {
            assert_eq!(find(&repeats, &other), None, "{other:?}");
        }
        assert_eq!(find(&repeats, &Post::ReadClock), None);
    }

    #[test]
    fn what_may_not_be_whole_or_is_long_is_read_as_usual() {
        let mut repeats = Repeats::default();
        let long = send(3, u32::MAX, u64::MAX);
        learn(&mut repeats, &long);
        assert_eq!(find(&repeats, &long), None);
        learn(&mut repeats, &send(3, 1, 80));
        let (bytes, length) = bytes(&send(3, 1, 80));
        assert!(repeats.find(&bytes[..length]).is_none(), "the next bytes are not there yet");
    }
}
