//! The driver of `--scale-bytes`. A driver produces the ranks' requests to the engine from a program, trace or motif; this one
//! wraps another driver, and scales the sizes in that driver's requests.

use super::collective;
use super::rules::{CallContext, Rule, SizeRules};
use super::scale::Scale;
use crate::limits::BYTES_MAX;
use ops::{
    Answer, CallSite, CollectiveCall, CommId, Elements, Function, PartitionedCall, PersistentStart, Post, RankDriver,
    RankState, ThreadPosts, WindowCall,
};
use std::collections::BTreeMap;
use units::ActorId;

/// A thread of a rank.
type Thread = (u32, u32);

/// The call that a thread is in.
#[derive(Clone, Copy, Debug)]
struct InCall {
    function: Function,
    site: CallSite,
}

/// With which scale the collective operations of a communicator are made, as the first rank of each comes with it.
#[derive(Debug, Default)]
struct Agreed {
    /// From the n-th operation on.
    scales: Vec<(u64, Scale)>,
    known: u64,
}

impl Agreed {
    /// The scale of the n-th operation, where a rank comes with this one.
    fn scale(&mut self, number: u64, own: Scale) -> Scale {
        if number >= self.known {
            self.known = number + 1;
            if self.scales.last().is_none_or(|(_, last)| *last != own) {
                self.scales.push((number, own));
            }
            return own;
        }
        let at = self.scales.partition_point(|(first, _)| *first <= number);
        self.scales[at - 1].1
    }
}

/// A driver whose messages are scaled by rules. It moves no data: the driver inside replays a trace.
pub struct ScaledSizes {
    inner: Box<dyn RankDriver>,
    rules: SizeRules,
    largest: Scale,
    /// Phases by number; 0 is that of the beginning.
    phases: Vec<Box<str>>,
    /// Of ranks that are in another one.
    phase_of: BTreeMap<u32, u32>,
    calls: BTreeMap<Thread, InCall>,
    /// The rule of calls met before, by what rules go by.
    known: BTreeMap<(Function, CallSite, u32, CommId), Option<usize>>,
    used: Vec<bool>,
    agreed: BTreeMap<CommId, Agreed>,
    /// How many collective operations each rank has begun on each communicator.
    begun: BTreeMap<(u32, CommId), u64>,
    /// With which scale persistent operations are made, by communicator and number.
    persistent: BTreeMap<(CommId, u32), Scale>,
    ranks: u32,
    ended: u32,
}

impl ScaledSizes {
    /// Scales what `inner`, a trace of this many ranks, sends.
    pub fn new(inner: Box<dyn RankDriver>, rules: SizeRules, ranks: u32) -> Self {
        Self {
            inner,
            largest: rules.largest(),
            used: vec![false; rules.rules.len()],
            rules,
            phases: vec!["0".into()],
            phase_of: BTreeMap::new(),
            calls: BTreeMap::new(),
            known: BTreeMap::new(),
            agreed: BTreeMap::new(),
            begun: BTreeMap::new(),
            persistent: BTreeMap::new(),
            ranks,
            ended: 0,
        }
    }

    fn mark(&mut self, rank: u32, name: &str) {
        let known = self.phases.iter().position(|phase| **phase == *name);
        let number = known.unwrap_or_else(|| {
            self.phases.push(name.into());
            self.phases.len() - 1
        });
        self.phase_of.insert(rank, number as u32);
    }

    /// The rule that is for what a thread posts on a communicator.
    fn rule(&mut self, thread: Thread, comm: CommId) -> Option<&Rule> {
        let InCall { function, site } = *self.calls.get(&thread)?;
        let phase = self.phase_of.get(&thread.0).copied().unwrap_or(0);
        let key = (function, site, phase, comm);
        let found = match self.known.get(&key) {
            Some(found) => *found,
            None => {
                let site = self.inner.describe_site(site);
                let place = CallContext { function, site: &site, phase: &self.phases[phase as usize], comm };
                let found = self.rules.rules.iter().position(|rule| rule.fits(place));
                self.known.insert(key, found);
                found
            }
        };
        let number = found?;
        self.used[number] = true;
        Some(&self.rules.rules[number])
    }

    fn scale(&mut self, thread: Thread, comm: CommId) -> Scale {
        self.rule(thread, comm).map_or(Scale::ONE, |rule| rule.scale)
    }

    /// A post with its size scaled.
    ///
    /// # Errors
    /// It can't be scaled: in words.
    fn change(&mut self, thread: Thread, post: &mut Post) -> Result<(), String> {
        match post {
            Post::Enter { function, site, .. } => {
                self.calls.insert(thread, InCall { function: *function, site: *site });
            }
            Post::Phase { name } => self.mark(thread.0, name),
            Post::BlockingSend { call, comm, buffer, elements, .. } => {
                self.calls.insert(thread, InCall { function: call.function, site: call.site });
                buffer.bytes = self.message(thread, *comm, *elements, buffer.bytes)?;
            }
            Post::Send { comm, buffer, elements, tag, .. } if *tag >= 0 => {
                buffer.bytes = self.message(thread, *comm, *elements, buffer.bytes)?;
            }
            Post::BlockingRecv { call, buffer, .. } => {
                self.calls.insert(thread, InCall { function: call.function, site: call.site });
                buffer.bytes = self.room(buffer.bytes);
            }
            Post::Recv { buffer, .. } | Post::RecvMatched { buffer, .. } => buffer.bytes = self.room(buffer.bytes),
            Post::Collective { comm, call, start, .. } => self.collective(thread, *comm, call, *start)?,
            Post::Window { window, call, .. } if matches!(**call, WindowCall::Access(_)) => {
                self.refuse(thread, *window, "accesses to windows")?;
            }
            Post::File { file, call, .. } if call.access().is_some() => {
                self.refuse(thread, *file, "accesses to files")?;
            }
            Post::Partitioned { call, .. } => {
                if let PartitionedCall::Init { comm, .. } = **call {
                    self.refuse(thread, comm, "partitioned messages")?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Bytes of a message: whole elements where their size is known.
    fn message(&mut self, thread: Thread, comm: CommId, elements: Elements, bytes: u64) -> Result<u64, String> {
        let scale = self.scale(thread, comm);
        let element = elements.bytes().filter(|size| bytes.is_multiple_of(*size)).unwrap_or(1);
        let scaled = scale.of(bytes / element).and_then(|count| count.checked_mul(element));
        scaled
            .filter(|bytes| *bytes <= BYTES_MAX)
            .ok_or_else(|| self.error("a scaled message is longer than 2^48 bytes"))
    }

    /// Bytes that a receive has room for.
    fn room(&self, bytes: u64) -> u64 {
        // Rounding to elements adds less than one of 16 bytes.
        self.largest.of(bytes).map_or(BYTES_MAX, |room| if self.largest == Scale::ONE { room } else { room + 16 })
    }

    fn error(&self, reason: &str) -> String {
        format!("{}: {reason}", self.rules.file().display())
    }

    /// Refuses rules for calls that cannot be scaled.
    fn refuse(&mut self, thread: Thread, comm: CommId, what: &str) -> Result<(), String> {
        let Some(rule) = self.rule(thread, comm).filter(|rule| rule.scale != Scale::ONE) else { return Ok(()) };
        let (line, file) = (rule.line, self.rules.file().display());
        Err(format!(
            "{file}:{line}: {what} are not scaled; expected a rule for other calls, or before it one for this call with \
             `scale = 1`"
        ))
    }

    fn collective(
        &mut self,
        thread: Thread,
        comm: CommId,
        call: &mut CollectiveCall,
        start: Option<PersistentStart>,
    ) -> Result<(), String> {
        let scale = self.scale(thread, comm);
        let first = match start {
            Some(start) => *self.persistent.entry((comm, start.operation)).or_insert(scale),
            None => {
                let begun = self.begun.entry((thread.0, comm)).or_default();
                *begun += 1;
                self.agreed.entry(comm).or_default().scale(*begun - 1, scale)
            }
        };
        if first != scale {
            let words = |scale: Scale| scale.0 as f64 / 1e6;
            let reason = format!(
                "ranks come to a collective operation on communicator {} with scales {} and {}; expected rules that are for \
                 the calls of all its ranks, by `function` or `communicator`",
                comm.0,
                words(first),
                words(scale)
            );
            return Err(self.error(&reason));
        }
        if scale == Scale::ONE {
            return Ok(());
        }
        collective::scale(call, scale).map_err(|reason| self.error(reason))
    }

    /// Scales what a thread has posted. What can't be scaled ends the run there.
    fn change_all(&mut self, thread: Thread, posts: &mut [Post]) {
        for post in posts {
            if let Err(text) = self.change(thread, post) {
                *post = Post::Fatal { text: text.into() };
                return;
            }
        }
    }

    /// The last rank warns of rules without use.
    fn end(&mut self, rank: u32, posts: &mut Vec<Post>) {
        self.ended += u32::from(rank < self.ranks);
        if self.ended != self.ranks || rank >= self.ranks {
            return;
        }
        let file = self.rules.file().display();
        let unused = self.rules.rules.iter().zip(&self.used).filter(|(_, used)| !**used);
        posts.extend(unused.map(|(rule, _)| {
            Post::Warning {
                text: format!(
                    "{file}:{}: the rule scaled nothing: no message fits it, or earlier rules fit all that do",
                    rule.line
                )
                .into(),
            }
        }));
    }
}

impl RankDriver for ScaledSizes {
    fn inner(&self) -> Option<&dyn RankDriver> {
        Some(&*self.inner)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn RankDriver> {
        Some(&mut *self.inner)
    }

    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        let first = posts.len();
        let state = self.inner.resume(actor, answer, posts);
        self.change_all((actor.0, 0), &mut posts[first..]);
        if let Some(fatal) = posts.iter().position(|post| matches!(post, Post::Fatal { .. })) {
            posts.truncate(fatal + 1);
            return RankState::Blocked;
        }
        if let RankState::Finished(_) = state {
            self.end(actor.0, posts);
        }
        state
    }

    fn resume_thread(&mut self, rank: ActorId, thread: u32, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        let first = posts.len();
        let state = self.inner.resume_thread(rank, thread, answer, posts);
        self.change_all((rank.0, thread), &mut posts[first..]);
        state
    }

    fn take_posts(&mut self, rank: ActorId) -> ThreadPosts {
        let mut posts = self.inner.take_posts(rank);
        for (thread, batch) in &mut posts.batches {
            self.change_all((rank.0, *thread), batch);
            if let Some(fatal) = batch.iter().position(|post| matches!(post, Post::Fatal { .. })) {
                batch.truncate(fatal + 1);
            }
        }
        if posts.exit.is_some() {
            self.ended += u32::from(rank.0 < self.ranks);
        }
        posts
    }
}
