//! Cuts one phase of the program out of a trace.
//!
//! Outside of the phase only two things are kept, without computation: the creation of communicators, as later calls name them,
//! and the begin and end of MPI. Messages of the phase must end in it.

use super::code::{CodeError, Cursor};
use super::parts::{Reader, Writer, put};
use super::summary::{MergeError, for_each, written};
use crate::traces::operation::Operation;
use ops::{ANY, CommId, Post, RequestId, RequestSet, Work};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Messages on the world that have been sent and not received, by sender, receiver and tag.
type Open = BTreeMap<(u32, u32, i32), i64>;

/// A rank while it is cut.
struct Rank<'a> {
    actor: u32,
    phase: &'a str,
    inside: bool,
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
            self.message(post, open);
            match post {
                Post::Enter { block, .. } => {
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
                    self.inside = **name == *self.phase;
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

/// Writes what ranks do in a phase as a trace of its own.
///
/// # Errors
/// The trace can't be read, has no such phase, or does what can't be cut; or the file can't be written.
pub fn cut(trace: &Path, phase: &str, into: &Path) -> Result<PathBuf, MergeError> {
    written(into, cut_out(trace, phase, into))
}

fn cut_out(trace: &Path, phase: &str, into: &Path) -> Result<PathBuf, MergeError> {
    let mut reader = Reader::open(trace)?;
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
            phase,
            inside: phase == "0",
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
    if phase != "0" && !phases.contains(phase) {
        let hint = match phases.len() {
            0 => "; its ranks name no phases (`MPI_Pcontrol`, `wt_phase`)".to_owned(),
            _ => format!("; it has {}", phases.iter().map(String::as_str).collect::<Vec<_>>().join(", ")),
        };
        return Err(wrong(format!("has no phase `{phase}`{hint}")));
    }
    if let Some(((from, to, tag), more)) = open.into_iter().find(|&(_, more)| more != 0) {
        let (count, what) = (more.unsigned_abs(), if more > 0 { "sends" } else { "receives" });
        let (one, other) = if more > 0 { (from, to) } else { (to, from) };
        let (preposition, back) = if more > 0 { ("to", "does not receive") } else { ("from", "does not send") };
        return Err(wrong(format!(
            "can't be cut: in phase `{phase}` rank {one} {what} {count} messages of tag {tag} {preposition} rank {other}, which {back} them in it"
        )));
    }
    let closing = reader.closing().cloned().unwrap_or_default();
    Ok(writer.finish(&closing)?)
}
