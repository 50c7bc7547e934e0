//! Sums the times of a recorded trace's MPI calls by call site, for comparison with another recording or a simulation.

use super::PS_PER_NS;
use super::code::{CodeError, Cursor};
use super::parts::Reader;
use super::summary::for_each;
use crate::traces::error::TraceError;
use crate::traces::operation::Operation;
use ops::{Enter, Function};
use std::collections::BTreeMap;
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
}

/// Calls by function and call site in words.
pub type CallTimes = BTreeMap<(Function, String), SiteTimes>;

/// Adds calls and times at a place.
fn add(all: &mut CallTimes, place: (Function, String), (outside, inside): (Time, Time)) {
    let own = all.entry(place).or_default();
    own.calls += 1;
    own.inside = own.inside.saturating_add(inside);
    own.outside = own.outside.saturating_add(outside);
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
    let mut all = CallTimes::new();
    let names = reader.closing().map_or_else(Vec::new, |closing| closing.sites.clone());
    for actor in 0..reader.ranks() {
        let mut times = times_of(&mut reader, actor)?.into_iter();
        for_each(&mut reader, actor, &mut |operation| {
            let Operation::Post(post) = operation else { return };
            let Some(Enter { function, site, .. }) = post.entered() else { return };
            if let Some(times) = times.next() {
                let name = names.get(site.0 as usize).cloned();
                add(&mut all, (function, name.unwrap_or_else(|| format!("call site {}", site.0))), times);
            }
        })?;
    }
    Ok((reader.ranks(), all))
}
