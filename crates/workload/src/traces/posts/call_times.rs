//! Sums the times of a recorded trace's MPI calls by call site, for comparison with another recording or a simulation.

use super::code::{CodeError, Cursor};
use super::parts::{PS_PER_NS, Reader};
use super::summary::for_each;
use crate::traces::error::TraceError;
use crate::traces::operation::Operation;
use ops::{CallSite, Enter, Function, Post};
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::Path;
use units::Time;

/// All calls at one call site, of all ranks together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SiteTimes {
    /// Calls.
    pub calls: u64,
    /// Time in them.
    pub inside: Time,
    /// Time outside of MPI before them.
    pub outside: Time,
    /// A digest of the senders and tags of what they have received or probed, in order. A simulation has none.
    pub order: u64,
}

impl SiteTimes {
    /// Adds a call, with the time outside of MPI before it and the time in it.
    pub fn add(&mut self, (outside, inside): (Time, Time)) {
        self.calls += 1;
        self.inside = self.inside.saturating_add(inside);
        self.outside = self.outside.saturating_add(outside);
    }

    /// Notes what comes next.
    fn note(&mut self, next: impl Hash) {
        let mut hasher = FxHasher::default();
        (self.order, next).hash(&mut hasher);
        self.order = hasher.finish();
    }
}

/// All calls.
#[derive(Debug, Default)]
pub struct CallTimes {
    /// By function and call site in words.
    pub sites: BTreeMap<(Function, String), SiteTimes>,
    /// By rank: time outside of MPI, without that after the last call.
    pub outside: Vec<Time>,
}

/// The envelope of a message that an operation receives or probes.
fn envelope(operation: &Operation) -> Option<(i32, i32)> {
    match *operation {
        Operation::Post(Post::Recv { source, tag, .. } | Post::BlockingRecv { source, tag, .. })
        | Operation::Found { post: Post::Probe { source, tag, .. }, .. } => Some((source, tag)),
        _ => None,
    }
}

/// Times of all calls of an actor, in order; it has none in a trace of a simulation.
fn times_of(reader: &mut Reader, actor: u32) -> Result<Vec<(Time, Time)>, TraceError> {
    let (mut bytes, mut part) = (Vec::new(), 0);
    while reader.append_times(actor, part, &mut bytes)? {
        part += 1;
    }
    let (mut cursor, mut times) = (Cursor::new(&bytes), Vec::new());
    let time = |ns: u64| Time::from_ps(ns.saturating_mul(PS_PER_NS));
    while !cursor.is_empty() {
        match cursor.number().and_then(|outside| Ok((time(outside), time(cursor.number()?)))) {
            Ok(both) => times.push(both),
            Err(CodeError::Incomplete) => break,
            Err(CodeError::Invalid(problem)) => {
                return Err(reader.damaged_rank(actor, problem));
            }
        }
    }
    Ok(times)
}

/// The calls of a trace, with the number of its ranks.
///
/// # Errors
/// It can't be read, or has no times.
pub fn call_times(path: &Path) -> Result<(u32, CallTimes), TraceError> {
    let mut reader = Reader::open(path)?;
    if !reader.has_times() {
        return Err(TraceError::NoTimes { file: path.display().to_string() });
    }
    let mut outside = vec![Time::ZERO; reader.ranks() as usize];
    let mut numbered: BTreeMap<(Function, CallSite), SiteTimes> = BTreeMap::new();
    for actor in 0..reader.ranks() {
        let (mut times, mut latest) = (times_of(&mut reader, actor)?.into_iter(), None);
        for_each(&mut reader, actor, &mut |operation| {
            let entered = match operation {
                Operation::Post(post) => post.entered(),
                _ => None,
            };
            if let Some(Enter { function, site, .. }) = entered {
                latest = Some((function, site));
                if let Some(times) = times.next() {
                    numbered.entry((function, site)).or_default().add(times);
                    outside[actor as usize] = outside[actor as usize].saturating_add(times.0);
                }
            }
            if let Some((source, tag)) = envelope(operation)
                && let Some(own) = latest.and_then(|latest| numbered.get_mut(&latest))
            {
                own.note((actor, source, tag));
            }
        })?;
    }
    let names = reader.closing().map_or_else(Vec::new, |closing| closing.sites.clone());
    let mut all = CallTimes { sites: BTreeMap::new(), outside };
    // An optimising compiler may have made several calls of one.
    for ((function, site), one) in numbered {
        let name = names.get(site.0 as usize).cloned();
        let own = all.sites.entry((function, name.unwrap_or_else(|| format!("call site {}", site.0)))).or_default();
        own.calls += one.calls;
        own.inside = own.inside.saturating_add(one.inside);
        own.outside = own.outside.saturating_add(one.outside);
        own.note(one.order);
    }
    Ok((reader.ranks(), all))
}
