//! Selects calls and messages by a filter from a run's tables, for a served report page ([`mod@super::answer`]).
//!
//! A call is selected if it overlaps the time window. Sums of times count only the part of a call that lies within the
//! window, and the same fraction of its waiting. The classes of durations and the list of the longest calls use the whole
//! call.

use super::answer::AnswerError;
use super::classes::Classes;
use super::durations;
use super::sites::{Places, SiteState};
use ops::{CallSite, WaitCause};
use results::{MessageRow, Rows, Run, State, TimelineRow, WaitRow};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The longest calls and messages that an answer names.
const LISTED: usize = 20;

/// Instants of ranks that are held to find the calls around them.
const MAX_INSTANTS: usize = 4 << 20;

/// The waits that a call must have had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Waited {
    /// Any or none.
    #[default]
    Any,
    /// Some time.
    Some,
    /// In a wait state.
    In(WaitCause),
}

/// A selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Ranks.
    pub(crate) ranks: RangeInclusive<u32>,
    /// From when to when, in picoseconds; the end is excluded.
    pub(crate) window: (u64, u64),
    /// Computing, or a function.
    pub(crate) state: Option<State>,
    /// Where the program calls, as [`results::Sites::words`] has it.
    pub(crate) site: Option<String>,
    /// Waits.
    pub(crate) waited: Waited,
    /// Payload bytes of messages: calls that post or receive one of such a size.
    pub(crate) bytes: Option<RangeInclusive<u64>>,
}

/// More may match than can be held in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {MAX_INSTANTS} {what} would be selected; select fewer ranks")]
pub struct TooMany {
    /// Of the table's rows.
    what: &'static str,
}

/// Numbers and times of calls, in picoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Sums {
    calls: u64,
    time: u64,
    waiting: u64,
}

/// Calls of a state and a range of durations.
#[derive(Debug, Serialize)]
struct KindSums {
    state: &'static str,
    class: u8,
    waited: bool,
    from: u64,
    #[serde(flatten)]
    sums: Sums,
}

/// One of the longest calls.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct LongCall {
    rank: u32,
    state: &'static str,
    site: String,
    start: u64,
    end: u64,
    waiting: u64,
}

/// The selected calls of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct RankSums {
    rank: u32,
    #[serde(flatten)]
    sums: Sums,
}

/// Messages of a range of sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct SizeSums {
    from: u64,
    messages: u64,
    bytes: u64,
    /// The longest from post to arrival, in picoseconds.
    longest: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct LongMessage {
    source: u32,
    destination: u32,
    tag: i32,
    bytes: u64,
    protocol: &'static str,
    posted: u64,
    delivered: u64,
}

/// The selected calls and messages.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    kinds: Vec<KindSums>,
    longest: Vec<LongCall>,
    places: Vec<SiteState>,
    /// Those with most time in such calls.
    ranks: Vec<RankSums>,
    /// None if the run has no table `messages`.
    sizes: Option<Vec<SizeSums>>,
    messages: Vec<LongMessage>,
}

/// The longest of many; of those as long the earliest, then those of the lowest rank.
struct Longest<T> {
    kept: Vec<(LengthKey, T)>,
}

/// Length, start and rank.
type LengthKey = (Reverse<u64>, u64, u32);

impl<T> Longest<T> {
    fn new() -> Self {
        Self { kept: Vec::with_capacity(LISTED + 1) }
    }

    fn add(&mut self, start: u64, end: u64, rank: u32, value: impl FnOnce() -> T) {
        let key = (Reverse(end.saturating_sub(start)), start, rank);
        if self.kept.len() == LISTED && self.kept[LISTED - 1].0 <= key {
            return;
        }
        let at = self.kept.partition_point(|(known, _)| *known <= key);
        self.kept.insert(at, (key, value()));
        self.kept.truncate(LISTED);
    }

    fn into_values(self) -> impl Iterator<Item = T> {
        self.kept.into_iter().map(|(_, value)| value)
    }
}

/// Instants of ranks, to be asked for those in a stretch of time.
#[derive(Default)]
struct Instants(Vec<(u32, u64)>);

impl Instants {
    fn add(&mut self, rank: u32, at: u64, what: &'static str) -> Result<(), TooMany> {
        if self.0.len() == MAX_INSTANTS {
            return Err(TooMany { what });
        }
        self.0.push((rank, at));
        Ok(())
    }

    fn sorted(mut self) -> Self {
        self.0.sort_unstable();
        self
    }

    /// Whether the rank has one from the start to the end, both included.
    fn any(&self, rank: u32, start: u64, end: u64) -> bool {
        let at = self.0.partition_point(|known| *known < (rank, start));
        self.0.get(at).is_some_and(|&(of, when)| of == rank && when <= end)
    }
}

impl Filter {
    /// Rows that touch the window; parts of the table that have none are not read.
    fn touching<R: results::Row>(&self, rows: Rows<R>, start: &str, end: &str) -> Rows<R> {
        rows.only(start, 0..=self.window.1.saturating_sub(1)).only(end, self.window.0..=u64::MAX)
    }

    fn touches(&self, start: u64, end: u64) -> bool {
        start < self.window.1 && (end > self.window.0 || start >= self.window.0)
    }

    fn part(&self, start: u64, end: u64) -> u64 {
        end.min(self.window.1).saturating_sub(start.max(self.window.0))
    }

    /// The starts of waits in the state asked for.
    fn waits(&self, run: &Run, cause: WaitCause) -> Result<Instants, AnswerError> {
        let mut found = Instants::default();
        // The call may touch the window with another of its parts.
        let ranks = u64::from(*self.ranks.start())..=u64::from(*self.ranks.end());
        for row in run.rows::<WaitRow>()?.only("rank", ranks) {
            let row = row?;
            if row.wait_state == cause {
                found.add(row.rank.0, row.start.ps(), "waits")?;
            }
        }
        Ok(found.sorted())
    }
}

/// Reads the rows that a filter selects.
pub(crate) fn select(run: &Run, filter: &Filter) -> Result<Answer, AnswerError> {
    let mut sizes: BTreeMap<u32, SizeSums> = BTreeMap::new();
    let mut long_messages = Longest::new();
    let mut of_size = Instants::default();
    let has_messages = run.has::<MessageRow>();
    let rows = if has_messages { Some(run.rows::<MessageRow>()?) } else { None };
    for row in rows.into_iter().flatten() {
        let row = row?;
        let ends = [row.source.0, row.destination.0].map(|rank| filter.ranks.contains(&rank));
        if ends == [false; 2] || filter.bytes.as_ref().is_some_and(|bytes| !bytes.contains(&row.bytes)) {
            continue;
        }
        let (posted, delivered) = (row.posted.ps(), row.delivered.ps());
        if filter.bytes.is_some() {
            for (rank, at) in [(row.source.0, posted), (row.destination.0, delivered)] {
                of_size.add(rank, at, "messages")?;
            }
        }
        if !filter.touches(posted, delivered) {
            continue;
        }
        let power = row.bytes.checked_ilog2();
        let sums = sizes.entry(power.map_or(0, |power| power + 1)).or_default();
        sums.from = power.map_or(0, |power| 1 << power);
        sums.messages += 1;
        sums.bytes = sums.bytes.saturating_add(row.bytes);
        let length = delivered.saturating_sub(posted);
        sums.longest = sums.longest.max(length);
        long_messages.add(posted, delivered, row.source.0, || LongMessage {
            source: row.source.0,
            destination: row.destination.0,
            tag: row.tag,
            bytes: row.bytes,
            protocol: row.protocol.name(),
            posted,
            delivered,
        });
    }
    let of_size = filter.bytes.is_some().then(|| of_size.sorted());
    let waits = match filter.waited {
        Waited::In(cause) => Some(filter.waits(run, cause)?),
        _ => None,
    };
    let sites = run.sites()?;
    let wanted = |wanted: &String| -> BTreeSet<CallSite> {
        sites.iter().filter(|(_, words)| words == wanted).map(|(site, _)| site).collect()
    };
    let called_at = filter.site.as_ref().map(wanted);
    let mut calls = Calls::of(&filter.ranks);
    let rows = filter.touching(run.rows::<TimelineRow>()?, "start", "end");
    for row in rows.only("rank", u64::from(*filter.ranks.start())..=u64::from(*filter.ranks.end())) {
        let row = row?;
        let (start, end) = (row.start.ps(), row.end.ps());
        let around = |instants: &Option<Instants>| instants.as_ref().is_none_or(|of| of.any(row.rank.0, start, end));
        let selected = filter.touches(start, end)
            && filter.state.is_none_or(|state| state == row.state)
            && called_at.as_ref().is_none_or(|sites| sites.contains(&row.site))
            && (filter.waited == Waited::Any || row.waiting.ps() > 0)
            && around(&waits)
            && around(&of_size);
        if selected {
            calls.add(&row, filter.part(start, end));
        }
    }
    let describe = |site: CallSite| sites.words(site).to_string();
    Ok(Answer {
        kinds: calls.kinds(),
        ranks: calls.ranks(),
        longest: calls
            .longest
            .into_values()
            .map(|row| LongCall {
                rank: row.rank.0,
                state: row.state.name(),
                site: describe(row.site),
                start: row.start.ps(),
                end: row.end.ps(),
                waiting: row.waiting.ps(),
            })
            .collect(),
        places: calls.places.list(describe),
        sizes: has_messages.then(|| sizes.into_values().collect()),
        messages: long_messages.into_values().collect(),
    })
}

/// Gathers selected calls.
struct Calls {
    kinds: BTreeMap<(State, bool, u16), Sums>,
    longest: Longest<TimelineRow>,
    places: Places,
    /// By rank, from the first one on.
    ranks: Vec<Sums>,
    first: u32,
}

impl Calls {
    fn of(ranks: &RangeInclusive<u32>) -> Self {
        let first = *ranks.start();
        let ranks = vec![Sums::default(); ranks.end().abs_diff(first) as usize + 1];
        Self { kinds: BTreeMap::new(), longest: Longest::new(), places: Places::default(), ranks, first }
    }

    fn add(&mut self, row: &TimelineRow, part: u64) {
        let duration = row.end.saturating_sub(row.start).ps();
        // Of the waiting as much as of the call, as if it waited evenly.
        let waiting = (u128::from(row.waiting.ps()) * u128::from(part) / u128::from(duration.max(1))) as u64;
        let sums = self.kinds.entry((row.state, row.waiting.ps() > 0, durations::range_of(duration))).or_default();
        for sums in [Some(sums), self.ranks.get_mut((row.rank.0 - self.first) as usize)].into_iter().flatten() {
            sums.calls += 1;
            sums.time = sums.time.saturating_add(part);
            sums.waiting = sums.waiting.saturating_add(waiting);
        }
        self.longest.add(row.start.ps(), row.end.ps(), row.rank.0, || row.clone());
        self.places.add_part(row, part, waiting);
    }

    /// Most time first; of those with as much the lowest rank.
    fn ranks(&self) -> Vec<RankSums> {
        let called = (self.first..).zip(&self.ranks).filter(|(_, sums)| sums.calls > 0);
        let mut list: Vec<RankSums> = called.map(|(rank, &sums)| RankSums { rank, sums }).collect();
        list.sort_by_key(|of| (Reverse(of.sums.time), of.rank));
        list.truncate(LISTED);
        list
    }

    fn kinds(&self) -> Vec<KindSums> {
        let classes = Classes::default();
        let kind = |(&(state, waited, range), &sums): (&(State, bool, u16), &Sums)| KindSums {
            state: state.name(),
            class: classes.of_state(state),
            waited,
            from: durations::from(range),
            sums,
        };
        self.kinds.iter().map(kind).collect()
    }
}
