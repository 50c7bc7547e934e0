//! The binary encoding of operations in Windtunnel's own trace format.
//!
//! An operation is encoded as one byte for its kind, then its fields as variable-length integers with seven bits per byte
//! (signed integers in zigzag order). Frequent requests of a rank to the engine (posts) have kinds of their own. All other
//! requests share one kind: their length follows, then their serialised form, made by the crate postcard.

use super::parts::put;
use crate::limits::SET_MAX;
use crate::traces::operation::Operation;
use ops::{
    Buffer, CallSite, CommId, Elements, Enter, Function, PersistentStart, Post, RequestId, RequestSet, SendMode,
    WaitMode, Work,
};
use units::Time;

/// Why operations can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeError {
    /// The bytes end within an operation.
    Incomplete,
    /// The bytes are not an operation.
    Invalid(&'static str),
}

const ENTER: u8 = 0;
const SEND: u8 = 1;
const RECV: u8 = 2;
const BLOCKING_SEND: u8 = 3;
const BLOCKING_RECV: u8 = 4;
const WAIT: u8 = 5;
const WAIT_MANY: u8 = 6;
const TEST: u8 = 7;
const PROBE: u8 = 8;
const COMPUTE: u8 = 9;
const SLEEP: u8 = 10;
const COLLECTIVE: u8 = 11;
const READ_CLOCK: u8 = 12;
const AWAIT_CLOCK: u8 = 13;
const CREATE: u8 = 14;
const PARRIVED: u8 = 15;
const OTHER: u8 = 16;
const END: u8 = 17;
const THREADS: u8 = 18;
const THREAD: u8 = 19;
const END_THREADS: u8 = 20;

/// The call of a post that has none.
const NO_CALL: Enter = Enter { function: Function::Init, site: CallSite(0), block: Work::NONE };

fn zigzag(number: i32) -> u64 {
    u64::from((number << 1 ^ number >> 31) as u32)
}

/// Appends to bytes.
struct Output<'a>(&'a mut Vec<u8>);

impl Output<'_> {
    fn byte(&mut self, byte: u8) -> &mut Self {
        self.0.push(byte);
        self
    }

    fn number(&mut self, number: impl Into<u64>) -> &mut Self {
        put(number.into(), self.0);
        self
    }

    fn signed(&mut self, number: i32) -> &mut Self {
        put(zigzag(number), self.0);
        self
    }

    fn option(&mut self, number: Option<u32>) -> &mut Self {
        self.number(number.map_or(0, |number| u64::from(number) + 1))
    }

    fn status(&mut self, status: Option<i32>) -> &mut Self {
        self.number(status.map_or(0, |status| zigzag(status) + 1))
    }

    fn work(&mut self, work: Work, above: u64) -> &mut Self {
        let (kind, amount) = match work {
            work if work.is_none() => (0, None),
            Work::Time(time) => (1, Some(time.ps())),
            Work::Flops(flops) => (2, Some(flops)),
            Work::Preempted(time) => (3, Some(time.ps())),
            Work::Stated(time) => (4, Some(time.ps())),
        };
        put(above << 3 | kind, self.0);
        if let Some(amount) = amount {
            put(amount, self.0);
        }
        self
    }

    fn call(&mut self, call: Enter) -> &mut Self {
        self.number(call.site.0).work(call.block, call.function as u64)
    }

    fn set(&mut self, set: &RequestSet) -> &mut Self {
        self.number(set.ids().len() as u64);
        set.ids().iter().for_each(|request| put(request.0.into(), self.0));
        self
    }

    fn value(&mut self, value: &impl serde::Serialize) -> &mut Self {
        let bytes = postcard::to_stdvec(value).expect("plain data become bytes");
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }
}

fn mode_number(mode: SendMode) -> u8 {
    match mode {
        SendMode::Standard => 0,
        SendMode::Synchronous => 1,
        SendMode::Buffered => 2,
        SendMode::Ready => 3,
    }
}

fn wait_number(mode: WaitMode) -> u8 {
    match mode {
        WaitMode::All => 0,
        WaitMode::Any => 1,
        WaitMode::Some => 2,
    }
}

fn flags(flags: &[bool]) -> u8 {
    flags.iter().rev().fold(0, |bits, &flag| bits << 1 | u8::from(flag))
}

impl Operation {
    /// Appends the operation to bytes.
    pub(crate) fn write(&self, into: &mut Vec<u8>) {
        let mut out = Output(into);
        match self {
            Self::Post(post) => write_post(post, &mut out),
            Self::Found { post, message } => write_poll(post, Some(*message), &mut out),
            Self::Missed(post) => write_poll(post, None, &mut out),
            Self::Create { request, comm, call, index, first } => {
                out.byte(CREATE).number(request.0).number(comm.0).number(*index).option(*first).value(call);
            }
            Self::End(status) => _ = out.byte(END).signed(*status),
            Self::Threads { after } => _ = out.byte(THREADS).option(*after),
            Self::Thread(number) => _ = out.byte(THREAD).number(*number),
            Self::Mark | Self::Hold(_) => unreachable!("a recording has no times of its own"),
            Self::EndThreads { exit } => _ = out.byte(END_THREADS).status(*exit),
        }
    }
}

/// A post as an operation of its own.
#[inline]
pub(crate) fn write(post: &Post, into: &mut Vec<u8>) {
    write_post(post, &mut Output(into));
}

fn write_post(post: &Post, out: &mut Output<'_>) {
    match *post {
        Post::Enter { function, site, block } => _ = out.byte(ENTER).call(Enter { function, site, block }),
        Post::Compute(work) => _ = out.byte(COMPUTE).work(work, 0),
        Post::Sleep(time) => _ = out.byte(SLEEP).number(time.ps()),
        Post::Send { request, comm, peer, tag, buffer, mode, blocking, elements } => {
            out.byte(SEND).number(request.0).number(comm.0).number(peer).signed(tag).number(buffer.bytes);
            out.byte(flags(&[blocking]) | mode_number(mode) << 1 | (elements as u8) << 3);
        }
        Post::Recv { request, comm, source, tag, buffer, blocking, elements } => {
            out.byte(RECV).number(request.0).number(comm.0).signed(source).signed(tag).number(buffer.bytes);
            out.byte(flags(&[blocking]) | (elements as u8) << 3);
        }
        Post::BlockingSend { call, request, comm, peer, tag, buffer, mode, elements } => {
            out.byte(BLOCKING_SEND).call(call).number(request.0).number(comm.0).number(peer).signed(tag);
            out.number(buffer.bytes).byte(mode_number(mode) << 1 | (elements as u8) << 3);
        }
        Post::BlockingRecv { call, request, comm, source, tag, buffer, elements } => {
            out.byte(BLOCKING_RECV).call(call).number(request.0).number(comm.0).signed(source).signed(tag);
            out.number(buffer.bytes).byte((elements as u8) << 3);
        }
        Post::Wait { set: RequestSet::One(request), mode: WaitMode::All } => _ = out.byte(WAIT).number(request.0),
        Post::Wait { ref set, .. } => _ = out.byte(WAIT_MANY).set(set),
        Post::Collective { request, comm, ref call, blocking, start } => {
            let bits = flags(&[blocking, start.is_some()]);
            out.byte(COLLECTIVE).number(request.0).number(comm.0).byte(bits);
            if let Some(PersistentStart { operation, round }) = start {
                out.number(operation).number(round);
            }
            out.value(call);
        }
        Post::ReadClock => _ = out.byte(READ_CLOCK),
        // The trace has the time of each body, run or not, as that of a block: a replay has nothing to ask.
        Post::AwaitClock | Post::Sample { .. } => _ = out.byte(AWAIT_CLOCK),
        ref other => _ = out.byte(OTHER).value(other),
    }
}

fn write_poll(post: &Post, found: Option<u32>, out: &mut Output<'_>) {
    match post {
        Post::Test { set, mode, peek } => {
            let one = matches!(set, RequestSet::One(_));
            let bits = flags(&[found.is_some(), *peek, one]) | wait_number(*mode) << 3;
            out.byte(TEST).byte(bits).set(set);
        }
        Post::Probe { request, comm, source, tag, matched, blocking } => {
            out.byte(PROBE).byte(flags(&[found.is_some(), *matched, *blocking])).number(request.0).number(comm.0);
            out.signed(*source).signed(*tag);
            if let (Some(message), true) = (found, *matched) {
                out.number(message);
            }
        }
        Post::Parrived { request, partition } => {
            out.byte(PARRIVED).byte(flags(&[found.is_some()])).number(request.0).number(*partition);
        }
        _ => unreachable!("only tests and probes are polls"),
    }
}

/// Bytes to be read.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    pub(crate) at: usize,
}

type Read<T> = Result<T, CodeError>;

impl<'a> Cursor<'a> {
    #[inline]
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.at == self.bytes.len()
    }

    #[inline(always)]
    fn byte(&mut self) -> Read<u8> {
        let byte = *self.bytes.get(self.at).ok_or(CodeError::Incomplete)?;
        self.at += 1;
        Ok(byte)
    }

    // A call has up to ten of them, most of one byte.
    #[inline(always)]
    pub(crate) fn number(&mut self) -> Read<u64> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(first.into());
        }
        self.long_number(first)
    }

    #[inline(never)]
    fn long_number(&mut self, first: u8) -> Read<u64> {
        let mut number = u64::from(first & 0x7f);
        for shift in (7..70).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(CodeError::Invalid("a number has more than 64 bits"))
    }

    #[inline(always)]
    fn small(&mut self) -> Read<u32> {
        u32::try_from(self.number()?).map_err(|_| CodeError::Invalid("a number has more than 32 bits"))
    }

    #[inline(always)]
    fn signed(&mut self) -> Read<i32> {
        let number = self.small()?;
        Ok((number >> 1) as i32 ^ -((number & 1) as i32))
    }

    fn option(&mut self) -> Read<Option<u32>> {
        Ok(self.small()?.checked_sub(1))
    }

    fn status(&mut self) -> Read<Option<i32>> {
        let number = self.number()?;
        let Some(number) = number.checked_sub(1) else { return Ok(None) };
        let number = u32::try_from(number).map_err(|_| CodeError::Invalid("a status has more than 32 bits"))?;
        Ok(Some((number >> 1) as i32 ^ -((number & 1) as i32)))
    }

    pub(crate) fn bytes(&mut self, length: u64) -> Read<&'a [u8]> {
        let length = usize::try_from(length).map_err(|_| CodeError::Invalid("a length has more than 64 bits"))?;
        let end = self.at.checked_add(length).ok_or(CodeError::Invalid("a length has more than 64 bits"))?;
        let bytes = self.bytes.get(self.at..end).ok_or(CodeError::Incomplete)?;
        self.at = end;
        Ok(bytes)
    }

    #[inline]
    fn request(&mut self) -> Read<RequestId> {
        Ok(RequestId(self.small()?))
    }

    #[inline]
    fn comm(&mut self) -> Read<CommId> {
        Ok(CommId(self.small()?))
    }

    #[inline]
    fn work(&mut self) -> Read<(Work, u64)> {
        let number = self.number()?;
        let work = match number & 7 {
            0 => Work::NONE,
            1 => Work::Time(Time::from_ps(self.number()?)),
            2 => Work::Flops(self.number()?),
            3 => Work::Preempted(Time::from_ps(self.number()?)),
            4 => Work::Stated(Time::from_ps(self.number()?)),
            _ => return Err(CodeError::Invalid("work of an unknown kind")),
        };
        Ok((work, number >> 3))
    }

    #[inline]
    fn call(&mut self) -> Read<Enter> {
        let site = CallSite(self.small()?);
        let (block, function) = self.work()?;
        let function = u16::try_from(function).ok().and_then(Function::from_index);
        let function = function.ok_or(CodeError::Invalid("a call of a function that there is not"))?;
        Ok(Enter { function, site, block })
    }

    #[inline]
    fn buffer(&mut self) -> Read<Buffer> {
        Ok(Buffer::of_bytes(self.number()?))
    }

    #[inline]
    fn message_flags(&mut self) -> Read<(bool, SendMode, Elements)> {
        let bits = self.byte()?;
        let mode = match bits >> 1 & 3 {
            0 => SendMode::Standard,
            1 => SendMode::Synchronous,
            2 => SendMode::Buffered,
            _ => SendMode::Ready,
        };
        let elements = Elements::of_number(bits >> 3).ok_or(CodeError::Invalid("elements that there are not"))?;
        Ok((bits & 1 == 1, mode, elements))
    }

    fn set(&mut self) -> Read<Box<[RequestId]>> {
        let count = self.number()?;
        if count > SET_MAX {
            return Err(CodeError::Invalid("a set of too many requests"));
        }
        // Each takes a byte at least.
        if self.bytes.len() - self.at < count as usize {
            return Err(CodeError::Incomplete);
        }
        (0..count).map(|_| self.request()).collect()
    }

    fn value<T: for<'d> serde::Deserialize<'d>>(&mut self) -> Read<T> {
        let length = self.number()?;
        let bytes = self.bytes(length)?;
        postcard::from_bytes(bytes).map_err(|_| CodeError::Invalid("a post that can't be read"))
    }

    /// The part of a message's post that changes from one time to the next: which kind of post it is and, of a blocking call, the
    /// call. What follows is the message.
    #[inline]
    pub(crate) fn message_call(&mut self) -> Option<(u8, Enter)> {
        match self.byte().ok()? {
            kind @ (BLOCKING_SEND | BLOCKING_RECV) => Some((kind, self.call().ok()?)),
            kind @ (SEND | RECV) => Some((kind, NO_CALL)),
            _ => None,
        }
    }

    /// The next bytes, as a number.
    #[inline]
    pub(crate) fn ahead(&self) -> Option<u128> {
        Some(u128::from_le_bytes(*self.bytes.get(self.at..)?.first_chunk()?))
    }

    /// The next operation if it is a frequent post. If not, nothing is read.
    #[inline]
    pub(crate) fn frequent_post(&mut self) -> Option<Post> {
        let begin = self.at;
        let post = self.byte().and_then(|kind| self.post(kind));
        if !matches!(post, Ok(Some(_))) {
            self.at = begin;
        }
        post.unwrap_or_default()
    }

    /// The next operation.
    pub(crate) fn operation(&mut self) -> Read<Operation> {
        let begin = self.at;
        let operation = self.read();
        if operation.is_err() {
            self.at = begin;
        }
        operation
    }

    fn read(&mut self) -> Read<Operation> {
        let kind = self.byte()?;
        match self.post(kind)? {
            Some(post) => Ok(Operation::Post(post)),
            None => self.rare(kind),
        }
    }

    /// The rest of a post of a kind that is frequent.
    #[inline]
    fn post(&mut self, kind: u8) -> Read<Option<Post>> {
        Ok(Some(match kind {
            ENTER => {
                let Enter { function, site, block } = self.call()?;
                Post::Enter { function, site, block }
            }
            SEND => {
                let (request, comm, peer) = (self.request()?, self.comm()?, self.small()?);
                let (tag, buffer) = (self.signed()?, self.buffer()?);
                let (blocking, mode, elements) = self.message_flags()?;
                Post::Send { request, comm, peer, tag, buffer, mode, blocking, elements }
            }
            RECV => {
                let (request, comm, source) = (self.request()?, self.comm()?, self.signed()?);
                let (tag, buffer) = (self.signed()?, self.buffer()?);
                let (blocking, _, elements) = self.message_flags()?;
                Post::Recv { request, comm, source, tag, buffer, blocking, elements }
            }
            BLOCKING_SEND => {
                let call = self.call()?;
                let (request, comm, peer) = (self.request()?, self.comm()?, self.small()?);
                let (tag, buffer) = (self.signed()?, self.buffer()?);
                let (_, mode, elements) = self.message_flags()?;
                Post::BlockingSend { call, request, comm, peer, tag, buffer, mode, elements }
            }
            BLOCKING_RECV => {
                let call = self.call()?;
                let (request, comm, source) = (self.request()?, self.comm()?, self.signed()?);
                let (tag, buffer) = (self.signed()?, self.buffer()?);
                let (_, _, elements) = self.message_flags()?;
                Post::BlockingRecv { call, request, comm, source, tag, buffer, elements }
            }
            WAIT => Post::Wait { set: RequestSet::One(self.request()?), mode: WaitMode::All },
            WAIT_MANY => Post::Wait { set: RequestSet::Many(self.set()?), mode: WaitMode::All },
            COMPUTE => Post::Compute(self.work()?.0),
            SLEEP => Post::Sleep(Time::from_ps(self.number()?)),
            READ_CLOCK => Post::ReadClock,
            AWAIT_CLOCK => Post::AwaitClock,
            COLLECTIVE => self.collective()?,
            _ => return Ok(None),
        }))
    }

    fn collective(&mut self) -> Read<Post> {
        let (request, comm, bits) = (self.request()?, self.comm()?, self.byte()?);
        let start = match bits & 2 {
            0 => None,
            _ => Some(PersistentStart { operation: self.small()?, round: self.small()? }),
        };
        Ok(Post::Collective { request, comm, call: self.value()?, blocking: bits & 1 == 1, start })
    }

    fn rare(&mut self, kind: u8) -> Read<Operation> {
        Ok(match kind {
            TEST => {
                let bits = self.byte()?;
                let ids = self.set()?;
                let set = match (&*ids, bits & 4) {
                    (&[one], 4) => RequestSet::One(one),
                    _ => RequestSet::Many(ids),
                };
                let mode = match bits >> 3 {
                    0 => WaitMode::All,
                    1 => WaitMode::Any,
                    _ => WaitMode::Some,
                };
                poll(Post::Test { set, mode, peek: bits & 2 != 0 }, bits, 0)
            }
            PROBE => {
                let bits = self.byte()?;
                let (request, comm) = (self.request()?, self.comm()?);
                let (source, tag) = (self.signed()?, self.signed()?);
                let (matched, blocking) = (bits & 2 != 0, bits & 4 != 0);
                let message = if matched && bits & 1 == 1 { self.small()? } else { 0 };
                poll(Post::Probe { request, comm, source, tag, matched, blocking }, bits, message)
            }
            PARRIVED => {
                let bits = self.byte()?;
                poll(Post::Parrived { request: self.request()?, partition: self.small()? }, bits, 0)
            }
            CREATE => {
                let (request, comm) = (self.request()?, self.comm()?);
                let (index, first) = (self.small()?, self.option()?);
                Operation::Create { request, comm, call: self.value()?, index, first }
            }
            OTHER => Operation::Post(self.value()?),
            END => Operation::End(self.signed()?),
            THREADS => Operation::Threads { after: self.option()? },
            THREAD => Operation::Thread(self.small()?),
            END_THREADS => Operation::EndThreads { exit: self.status()? },
            _ => return Err(CodeError::Invalid("an operation that there is not")),
        })
    }

    /// Whether the next operation is what threads post unasked.
    pub(crate) fn unasked_follows(&self) -> Read<bool> {
        let mut ahead = self.clone();
        match ahead.operation() {
            Ok(Operation::Threads { after: None }) => Ok(true),
            Ok(_) | Err(CodeError::Invalid(_)) => Ok(false),
            Err(incomplete) => Err(incomplete),
        }
    }
}

fn poll(post: Post, bits: u8, message: u32) -> Operation {
    if bits & 1 == 1 { Operation::Found { post, message } } else { Operation::Missed(post) }
}
