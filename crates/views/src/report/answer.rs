//! Answers the queries of a served report page (`windtunnel report --serve`): `lanes` asks for the calls, messages and
//! waits of some ranks, `select` for the calls and messages that match a filter.

use super::detail;
use super::pack::Block;
use super::page;
use super::select::{self, Filter, TooMany, Waited};
use ops::{Function, WaitCause};
use results::{ResultsError, Run, State};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use thiserror::Error;

/// Lanes that are read at a time.
const MAX_LANES: usize = 64;

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// There is no such question.
    #[error("unknown request `{what}` to the report; expected `lanes` or `select`")]
    Unknown {
        /// As asked.
        what: String,
    },
    /// A value is missing or wrong.
    #[error("the value `{found}` of `{key}` in the request is not valid; expected {expected}")]
    Value {
        /// Of the question.
        key: &'static str,
        /// Empty where there is none.
        found: String,
        /// As words.
        expected: String,
    },
    /// A table can't be read.
    #[error(transparent)]
    Run(#[from] ResultsError),
    /// It would take too much memory.
    #[error(transparent)]
    TooMany(#[from] TooMany),
}

impl AnswerError {
    /// Whether the question is wrong, and not the run.
    #[must_use]
    pub fn is_of_question(&self) -> bool {
        !matches!(self, Self::Run(_))
    }
}

/// The keys and values of a question.
struct Query<'a>(&'a [(String, String)]);

impl Query<'_> {
    fn text(&self, key: &str) -> &str {
        self.0.iter().find(|(known, _)| known == key).map_or("", |(_, value)| value)
    }

    fn wrong(&self, key: &'static str, expected: impl Into<String>) -> AnswerError {
        AnswerError::Value { key, found: self.text(key).to_owned(), expected: expected.into() }
    }

    /// A number of a range.
    fn number(&self, key: &'static str, range: RangeInclusive<u64>) -> Result<u64, AnswerError> {
        let number = self.text(key).parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| self.wrong(key, format!("a number from {} to {}", range.start(), range.end())))
    }

    fn ranks(&self, all: u64) -> Result<Vec<u32>, AnswerError> {
        let ranks = self.text("ranks").split(',').map(|rank| rank.parse().ok().filter(|rank| u64::from(*rank) < all));
        let mut ranks = ranks.collect::<Option<Vec<u32>>>().unwrap_or_default();
        ranks.sort_unstable();
        ranks.dedup();
        if ranks.is_empty() || ranks.len() > MAX_LANES {
            let last = all.saturating_sub(1);
            return Err(
                self.wrong("ranks", format!("1 to {MAX_LANES} ranks from 0 to {last} with commas between them"))
            );
        }
        Ok(ranks)
    }

    fn filter(&self, all: u64) -> Result<Filter, AnswerError> {
        let last = all.saturating_sub(1);
        let first = self.number("first", 0..=last)? as u32;
        let ranks = first..=self.number("last", first.into()..=last)? as u32;
        let from = self.number("from", 0..=i64::MAX as u64)?;
        let window = (from, self.number("to", from + 1..=1 << 63)?);
        let state = match self.text("state") {
            "" => None,
            "compute" => Some(State::Compute),
            name => match Function::from_name(name) {
                Some(function) => Some(State::Call(function)),
                None => return Err(self.wrong("state", "`compute` or a function")),
            },
        };
        let waited = match self.text("wait") {
            "" => Waited::Any,
            "waited" => Waited::Some,
            name => match WaitCause::named(name) {
                Some(cause) => Waited::In(cause),
                None => return Err(self.wrong("wait", "`waited` or a wait state")),
            },
        };
        let size = |key, default| match self.text(key) {
            "" => Ok(default),
            _ => self.number(key, 0..=u64::MAX),
        };
        let any = ["least", "most"].iter().any(|key| !self.text(key).is_empty());
        let bytes = if any { Some(size("least", 0)?..=size("most", u64::MAX)?) } else { None };
        let site = Some(self.text("site").to_owned()).filter(|site| !site.is_empty());
        Ok(Filter { ranks, window, state, site, waited, bytes })
    }
}

/// Answers a page that was written for a server ([`super::Beside::Server`]) about the runs that it shows, as JSON.
///
/// # Errors
/// The question is wrong, or a run can't be read.
pub fn answer(runs: &[Run], what: &str, query: &[(String, String)]) -> Result<String, AnswerError> {
    let query = Query(query);
    if !["lanes", "select"].contains(&what) {
        return Err(AnswerError::Unknown { what: what.to_owned() });
    }
    let last = runs.len().saturating_sub(1) as u64;
    let run = runs.get(query.number("run", 0..=last)? as usize).ok_or_else(|| query.wrong("run", "a run"))?;
    let all = run.manifest().all_ranks();
    if what == "select" {
        return Ok(page::json(&select::select(run, &query.filter(all)?)?));
    }
    let mut blocks: BTreeMap<String, String> = BTreeMap::new();
    let lanes = detail::lanes(run, query.ranks(all)?, &mut |name, bytes| {
        blocks.insert(name.to_owned(), Block::of(name, bytes).text);
        name.to_owned()
    })?;
    #[derive(Serialize)]
    struct Lanes<L> {
        lanes: L,
        blocks: BTreeMap<String, String>,
    }
    Ok(page::json(&Lanes { lanes, blocks }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, ps, wait};
    use ops::{CallSite, Record};
    use serde_json::Value;
    use units::ActorId;

    fn folder() -> Folder {
        let folder = Folder::new();
        let call = |actor, function, start, end, waiting| Record::Call {
            actor: ActorId(actor),
            function,
            site: CallSite(7),
            start: ps(start),
            end: ps(end),
            waiting: ps(waiting),
        };
        folder.write(&[
            call(0, Function::Recv, 0, 40, 0),
            call(1, Function::Send, 0, 90, 0),
            call(0, Function::Recv, 90, 210, 100),
            Record::Wait(wait(0)),
        ]);
        folder
    }

    fn ask(what: &str, query: &str) -> Result<Value, String> {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let pairs: Vec<_> = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let folder = folder();
        let text = answer(&[folder.run()], what, &pairs).map_err(|error| error.to_string())?;
        Ok(serde_json::from_str(&text).unwrap())
    }

    fn calls(query: &str) -> Vec<(u64, u64, u64)> {
        let found = ask("select", &format!("run=0&{query}")).unwrap();
        let calls = found["longest"].as_array().unwrap().iter();
        calls.map(|call| ["rank", "start", "end"].map(|key| call[key].as_u64().unwrap()).into()).collect()
    }

    #[test]
    fn a_filter_selects_calls_by_rank_window_function_and_wait() {
        let whole = "first=0&last=1&from=0&to=300";
        assert_eq!(calls(whole), [(0, 90, 210), (1, 0, 90), (0, 0, 40)], "longest first");
        assert_eq!(calls("first=1&last=1&from=0&to=300"), [(1, 0, 90)]);
        assert_eq!(
            calls("first=0&last=1&from=40&to=90"),
            [(1, 0, 90)],
            "what ends or begins at a border does not touch"
        );
        assert_eq!(calls(&format!("{whole}&state=MPI_Recv")), [(0, 90, 210), (0, 0, 40)]);
        assert_eq!(calls(&format!("{whole}&site=main (wait.c:7)")), calls(whole));
        assert!(calls(&format!("{whole}&site=main (wait.c:8)")).is_empty());
        assert_eq!(calls(&format!("{whole}&wait=waited")), [(0, 90, 210)]);
        assert_eq!(calls(&format!("{whole}&wait=late sender")), [(0, 90, 210)]);
        assert!(calls(&format!("{whole}&wait=lock")).is_empty());
        assert!(calls(&format!("{whole}&least=1")).is_empty(), "there are no messages");
    }

    #[test]
    fn the_time_of_a_call_counts_as_far_as_it_lies_in_the_window() {
        let found = ask("select", "run=0&first=0&last=0&from=100&to=160").unwrap();
        let kind = &found["kinds"][0];
        // 60 of 120 ps, and half of the waiting; the duration of 120 ps begins the range from 96.
        assert_eq!(
            (&kind["calls"], &kind["time"], &kind["waiting"], &kind["from"]),
            (&1.into(), &60.into(), &50.into(), &96.into())
        );
        assert_eq!(
            (&found["places"][0]["site"], &found["places"][0]["time"]),
            (&"main (wait.c:7)".into(), &60.into())
        );
    }

    #[test]
    fn ranks_with_most_time_in_such_calls_come_first() {
        let found = ask("select", "run=0&first=0&last=1&from=0&to=300").unwrap();
        let ranks: Vec<_> = found["ranks"].as_array().unwrap().iter().map(|of| (&of["rank"], &of["time"])).collect();
        assert_eq!(ranks, [(&0.into(), &160.into()), (&1.into(), &90.into())]);
        let one = ask("select", "run=0&first=1&last=1&from=80&to=300").unwrap();
        assert_eq!(one["ranks"].as_array().unwrap().len(), 1);
        assert_eq!((&one["ranks"][0]["rank"], &one["ranks"][0]["time"]), (&1.into(), &10.into()));
    }

    #[test]
    fn wrong_questions_are_refused_with_what_is_expected() {
        for (what, query, expected) in [
            ("run.json", "", "unknown request `run.json` to the report; expected `lanes` or `select`"),
            (
                "lanes",
                "run=1&ranks=0",
                "the value `1` of `run` in the request is not valid; expected a number from 0 to 0",
            ),
            (
                "lanes",
                "run=0&ranks=0,2",
                "the value `0,2` of `ranks` in the request is not valid; expected 1 to 64 ranks from 0 to 1",
            ),
            (
                "select",
                "run=0&first=1&last=0&from=0&to=1",
                "the value `0` of `last` in the request is not valid; expected a number from 1 to 1",
            ),
            ("select", "run=0&first=0&last=0&from=5&to=5", "the value `5` of `to` in the request is not valid"),
            (
                "select",
                "run=0&first=0&last=0&from=0&to=5&state=x",
                "the value `x` of `state` in the request is not valid; expected `compute` or a function",
            ),
            (
                "select",
                "run=0&first=0&last=0&from=0&to=5&wait=x",
                "the value `x` of `wait` in the request is not valid; expected `waited` or a wait state",
            ),
            (
                "select",
                "run=0&first=0&last=0&from=0&to=5&least=x",
                "the value `x` of `least` in the request is not valid",
            ),
        ] {
            let found = ask(what, query).unwrap_err();
            assert!(found.starts_with(expected), "{found}");
        }
    }
}
