//! Cuts a part of the program out of a trace: a phase, or the calls between two times.
//!
//! Outside of the part only two things are kept, without computation: the creation of communicators, as later calls name them,
//! and the begin and end of MPI. A message that is sent in the part must also be received in the part.
//!
//! At one instant ranks are at different points of the program. So a part between two times begins and ends where all
//! ranks are at the same point: after a collective operation on `MPI_COMM_WORLD`.

use super::code::{CodeError, Cursor};
use super::parts::{PS_PER_NS, Reader, Writer, put};
use super::summary::{MergeError, for_each, written};
use crate::traces::error::TraceError;
use crate::traces::operation::Operation;
use config::known_names;
use ops::{ANY, CommId, Post, RequestId, RequestSet, Work};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use units::Time;

/// Messages on the world that have been sent and not received, by sender, receiver and tag.
type Open = BTreeMap<(u32, u32, i32), i64>;

/// The part of a trace that is cut out.
#[derive(Clone, Copy, Debug)]
pub enum Excerpt<'a> {
    /// The calls in a phase of this name.
    Phase(&'a str),
    /// From the first collective operation of all ranks that each of them calls at the first time or later, which is not part of it,
    /// to the first one that each calls at the second time or later, which is. Times of the recorded run.
    Times(Time, Time),
}

/// How a rank knows that it is in the part.
#[derive(Clone, Copy)]
enum Within<'a> {
    Phase(&'a str),
    /// While the number of collective operations that it has called is in this range.
    Collectives(usize, usize),
}

/// A rank while it is cut.
struct Rank<'a> {
    actor: u32,
    within: Within<'a>,
    inside: bool,
    /// Collective operations on the world that it has called.
    collectives: usize,
    /// A call that nothing is known to be kept of.
    enter: Option<Post>,
    /// Requests that have been kept, and of them those of communicators.
    kept: FxHashSet<RequestId>,
    /// Times of its calls, still to come; those of the latest, and those kept.
    times: Vec<(u64, u64)>,
    time: Option<(u64, u64)>,
    times_kept: Vec<u8>,
    out: Vec<u8>,
}

impl Rank<'_> {
    fn keep(&mut self, operation: &Operation) {
        if let Some(enter) = self.enter.take() {
            Operation::Post(enter).write(&mut self.out);
            self.keep_time(false);
        }
        operation.write(&mut self.out);
    }

    /// A call begins.
    fn begin_call(&mut self) {
        if let Within::Collectives(first, last) = self.within {
            self.inside = (first..=last).contains(&self.collectives);
        }
    }

    /// Keeps the times of the latest call, of a call outside of the phase without those before it.
    fn keep_time(&mut self, before: bool) {
        if let Some((outside, inside)) = self.time.take() {
            put(if before { outside } else { 0 }, &mut self.times_kept);
            put(inside, &mut self.times_kept);
        }
    }

    /// The requests of a set that have been kept.
    fn kept_of(&self, set: &RequestSet) -> Option<RequestSet> {
        let kept: Vec<RequestId> = set.ids().iter().copied().filter(|id| self.kept.contains(id)).collect();
        match (&kept[..], set) {
            ([], _) => None,
            (&[one], RequestSet::One(_)) => Some(RequestSet::One(one)),
            _ => Some(RequestSet::Many(kept.into())),
        }
    }

    /// A wait or test, for the requests that have been kept.
    fn poll(&mut self, mut operation: Operation) {
        let (Operation::Post(post) | Operation::Found { post, .. } | Operation::Missed(post)) = &mut operation else {
            return;
        };
        let (Post::Wait { set, .. } | Post::Test { set, .. }) = post else { return };
        let Some(kept) = self.kept_of(set) else { return };
        *set = kept.clone();
        let ends = match &operation {
            Operation::Post(_) => true,
            Operation::Found { post: Post::Test { peek, .. }, .. } => !peek,
            _ => false,
        };
        if ends {
            kept.ids().iter().for_each(|id| _ = self.kept.remove(id));
        } else if !self.inside && matches!(operation, Operation::Missed(_)) {
            return;
        }
        self.keep(&operation);
    }

    /// Takes the next operation; why it can't be cut, if it can't.
    fn operation(&mut self, mut operation: Operation, open: &mut Open) -> Result<(), &'static str> {
        if let Operation::Post(post) = &mut operation {
            if matches!(post, Post::BlockingSend { .. } | Post::BlockingRecv { .. }) {
                self.begin_call();
            }
            self.message(post, open);
            self.collectives += usize::from(matches!(post, Post::Collective { comm: CommId::WORLD, .. }));
            match post {
                Post::Enter { block, .. } => {
                    self.begin_call();
                    self.time = self.times.pop();
                    if self.inside {
                        operation.write(&mut self.out);
                        self.keep_time(true);
                    } else {
                        *block = Work::NONE;
                        self.enter = Some(post.clone());
                    }
                    return Ok(());
                }
                Post::BlockingSend { .. } | Post::BlockingRecv { .. } => {
                    self.enter = None;
                    self.time = self.times.pop();
                    if self.inside {
                        operation.write(&mut self.out);
                        self.keep_time(true);
                    }
                    return Ok(());
                }
                Post::Send { request, .. }
                | Post::Recv { request, .. }
                | Post::RecvMatched { request, .. }
                | Post::Collective { request, .. }
                    if self.inside =>
                {
                    self.kept.insert(*request);
                }
                Post::Release { request } | Post::Cancel { request } if !self.kept.contains(request) => return Ok(()),
                Post::Phase { name } => {
                    if let Within::Phase(phase) = self.within {
                        self.inside = **name == *phase;
                    }
                }
                Post::Release { .. }
                | Post::Cancel { .. }
                | Post::Init
                | Post::Finalize
                | Post::SessionInit
                | Post::SessionFinalize
                | Post::FreeComm { .. }
                | Post::ExitCall { .. }
                | Post::Abort { .. }
                | Post::CutShort { .. }
                | Post::Warning { .. }
                | Post::Fatal { .. } => {}
                Post::Wait { .. } => {
                    self.poll(operation);
                    return Ok(());
                }
                Post::Window { .. } => return Err("it uses windows"),
                Post::File { .. } => return Err("it uses files"),
                Post::Partitioned { .. } | Post::Parrived { .. } => return Err("it uses partitioned communication"),
                Post::Port { .. } => return Err("it uses ports"),
                _ if !self.inside => return Ok(()),
                _ => {}
            }
        }
        match &operation {
            Operation::Found { post: Post::Parrived { .. }, .. } | Operation::Missed(Post::Parrived { .. }) => {
                return Err("it uses partitioned communication");
            }
            Operation::Found { post: Post::Test { .. }, .. } | Operation::Missed(Post::Test { .. }) => {
                self.poll(operation);
            }
            Operation::Found { .. } | Operation::Missed(_) if !self.inside => {}
            Operation::Create { first: Some(_), .. } => return Err("it starts ranks"),
            Operation::Create { request, .. } => {
                self.kept.insert(*request);
                self.keep(&operation);
            }
            Operation::Threads { .. } | Operation::Thread(_) | Operation::EndThreads { .. } => {
                return Err("its ranks have several threads");
            }
            _ => self.keep(&operation),
        }
        Ok(())
    }

    /// Counts a message of the phase.
    fn message(&self, post: &Post, open: &mut Open) {
        if !self.inside {
            return;
        }
        match *post {
            Post::Send { comm: CommId::WORLD, peer, tag, .. }
            | Post::BlockingSend { comm: CommId::WORLD, peer, tag, .. } => {
                *open.entry((self.actor, peer, tag)).or_default() += 1;
            }
            Post::Recv { comm: CommId::WORLD, source, tag, .. }
            | Post::BlockingRecv { comm: CommId::WORLD, source, tag, .. }
                if source != ANY && tag != ANY =>
            {
                *open.entry((source as u32, self.actor, tag)).or_default() -= 1;
            }
            _ => {}
        }
    }
}

/// Times of all calls of an actor, the last first.
fn times_of(reader: &mut Reader, actor: u32) -> Result<Vec<(u64, u64)>, MergeError> {
    let (mut bytes, mut part) = (Vec::new(), 0);
    while reader.append_times(actor, part, &mut bytes)? {
        part += 1;
    }
    let mut cursor = Cursor::new(&bytes);
    let mut both = || Ok::<_, CodeError>((cursor.number()?, cursor.number()?));
    let mut times: Vec<_> = std::iter::from_fn(|| both().ok()).collect();
    times.reverse();
    Ok(times)
}

/// When a rank has called each collective operation on the world.
fn collectives_of(reader: &mut Reader, actor: u32) -> Result<Vec<Time>, MergeError> {
    let (mut times, mut clock, mut entered, mut found) = (times_of(reader, actor)?, 0, 0, Vec::new());
    for_each(reader, actor, &mut |operation| match operation {
        Operation::Post(Post::Enter { .. } | Post::BlockingSend { .. } | Post::BlockingRecv { .. }) => {
            let (outside, inside) = times.pop().unwrap_or_default();
            entered = u64::saturating_add(clock, outside);
            clock = entered.saturating_add(inside);
        }
        Operation::Post(Post::Collective { comm: CommId::WORLD, .. }) => {
            found.push(Time::from_ps(entered.saturating_mul(PS_PER_NS)));
        }
        _ => {}
    })?;
    Ok(found)
}

/// The numbers of collective operations between which the times are.
fn collectives_between(
    reader: &mut Reader,
    from: Time,
    to: Time,
) -> Result<Result<(usize, usize), String>, MergeError> {
    let mut earliest: Vec<Time> = Vec::new();
    for actor in 0..reader.actors() {
        let own = collectives_of(reader, actor)?;
        if actor > 0 && own.len() != earliest.len() {
            let (most, least) = (own.len().max(earliest.len()), own.len().min(earliest.len()));
            return Ok(Err(format!(
                "can't be cut by times: a rank calls {most} collective operations on MPI_COMM_WORLD, and another one {least}"
            )));
        }
        earliest.resize(own.len(), Time::MAX);
        earliest.iter_mut().zip(own).for_each(|(earliest, own)| *earliest = own.min(*earliest));
    }
    let at = |time: Time| earliest.iter().position(|&called| called >= time);
    let first = if from == Time::ZERO { Some(0) } else { at(from).map(|number| number + 1) };
    Ok(match (first, at(to)) {
        (Some(first), Some(last)) if first > last => Err(format!(
            "can't be cut: between {from} and {to} not all ranks call a collective operation on MPI_COMM_WORLD, where a part begins and ends"
        )),
        (Some(first), last) => Ok((first, last.unwrap_or(usize::MAX))),
        (None, _) => {
            Err(format!("can't be cut: after {from} not all ranks call a collective operation on MPI_COMM_WORLD"))
        }
    })
}

/// Writes a part of what ranks do as a trace of its own.
///
/// # Errors
/// The trace can't be read, has no such part, or does what can't be cut; or the file can't be written.
pub fn cut(trace: &Path, part: Excerpt<'_>, into: &Path) -> Result<PathBuf, MergeError> {
    let mut reader = Reader::open(trace)?;
    let within = match part {
        Excerpt::Phase(phase) => Within::Phase(phase),
        Excerpt::Times(..) if !reader.has_times() => {
            return Err(TraceError::NoTimes { file: trace.display().to_string() }.into());
        }
        Excerpt::Times(from, to) => match collectives_between(&mut reader, from, to)? {
            Ok((first, last)) => Within::Collectives(first, last),
            Err(problem) => return Err(MergeError::Unfit { place: trace.display().to_string(), problem }),
        },
    };
    written(into, cut_out(trace, reader, within, into))
}

fn cut_out(trace: &Path, mut reader: Reader, within: Within<'_>, into: &Path) -> Result<PathBuf, MergeError> {
    let wrong = |problem: String| MergeError::Unfit { place: trace.display().to_string(), problem };
    let mut writer = Writer::create(into, reader.ranks())?;
    for origin in reader.origins() {
        writer.origin(origin)?;
    }
    writer.counters(reader.counters())?;
    let (mut open, mut phases) = (Open::new(), BTreeSet::new());
    for actor in 0..reader.actors() {
        let mut rank = Rank {
            actor,
            within,
            inside: matches!(within, Within::Phase("0") | Within::Collectives(0, _)),
            collectives: 0,
            enter: None,
            kept: FxHashSet::default(),
            times: times_of(&mut reader, actor)?,
            time: None,
            times_kept: Vec::new(),
            out: Vec::new(),
        };
        let (mut refused, mut failed) = (None, None);
        for_each(&mut reader, actor, &mut |operation| {
            if let Operation::Post(Post::Phase { name }) = operation {
                phases.insert(name.to_string());
            }
            if refused.is_none() && failed.is_none() {
                refused = rank.operation(operation.clone(), &mut open).err();
                if rank.out.len() >= 1 << 16 {
                    failed = writer.append(actor, &mut rank.out).err();
                }
            }
        })?;
        failed.map_or(Ok(()), Err)?;
        if let Some(reason) = refused {
            return Err(wrong(format!("can't be cut: {reason} (rank {actor})")));
        }
        writer.append(actor, &mut rank.out)?;
        writer.append_times(actor, &rank.times_kept)?;
    }
    if let Within::Phase(phase) = within
        && phase != "0"
        && !phases.contains(phase)
    {
        let known = match phases.len() {
            0 => "; its ranks name no phases (`MPI_Pcontrol`, `wt_phase`)".to_owned(),
            _ => known_names(phase, &phases),
        };
        return Err(wrong(format!("has no phase `{phase}`{known}")));
    }
    if let Some(((from, to, tag), more)) = open.into_iter().find(|&(_, more)| more != 0) {
        let (count, what) = (more.unsigned_abs(), if more > 0 { "sends" } else { "receives" });
        let (one, other) = if more > 0 { (from, to) } else { (to, from) };
        let (preposition, back) = if more > 0 { ("to", "does not receive") } else { ("from", "does not send") };
        let place = match within {
            Within::Phase(phase) => format!("in phase `{phase}`"),
            Within::Collectives(..) => "between these times".to_owned(),
        };
        return Err(wrong(format!(
            "can't be cut: {place} rank {one} {what} {count} messages of tag {tag} {preposition} rank {other}, which {back} them in it"
        )));
    }
    let closing = reader.closing().cloned().unwrap_or_default();
    Ok(writer.finish(&closing)?)
}
