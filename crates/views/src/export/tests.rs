//! Tests of `windtunnel export`: the events come in the order of time, each with a begin and an end, and selections by ranks
//! and time are read and applied correctly.

use super::events::{Event, Events, Interval, ThreadSlots};
use super::selection::{RankSet, SelectionError, parse_window};
use super::{ExportError, FORMATS, Writer};
use files::Existing;
use ops::{CallSite, CommId, Protocol};
use proptest::prelude::*;
use results::{MessageRow, ResultsError, State};
use units::{ActorId, Time};

fn state(rank: u32, start: u64, length: u64) -> Interval {
    let (start, end) = (Time::from_ps(start), Time::from_ps(start + length));
    Interval { rank, thread: 0, state: State::Compute, site: CallSite(0), start, end, waiting: Time::ZERO }
}

fn message(source: u32, posted: u64, length: u64) -> MessageRow {
    MessageRow {
        source: ActorId(source),
        destination: ActorId(source + 1),
        communicator: CommId(0),
        tag: 0,
        collective: false,
        bytes: 1,
        protocol: Protocol::Eager,
        posted: Time::from_ps(posted),
        start: Time::from_ps(posted),
        delivered: Time::from_ps(posted + length),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Everything begins once and ends once, later in the stream, and the stream is in the order of time; at one instant
    /// what has begun earlier ends before anything begins.
    #[test]
    fn events_are_in_the_order_of_time(
        mut states in proptest::collection::vec((0u32..4, 0u64..20, 0u64..5), 0..30),
        mut messages in proptest::collection::vec((0u32..4, 0u64..20, 0u64..5), 0..30),
    ) {
        states.sort_by_key(|state| state.1);
        messages.sort_by_key(|message| message.1);
        let states: Vec<Interval> = states.into_iter().map(|(rank, at, length)| state(rank, at, length)).collect();
        let messages: Vec<MessageRow> = messages.into_iter().map(|(rank, at, length)| message(rank, at, length)).collect();
        let events: Vec<Event> = Events::of(states.iter().copied().map(Ok), messages.iter().cloned().map(Ok))
            .collect::<Result<_, ResultsError>>()
            .unwrap();
        prop_assert!(events.is_sorted_by_key(Event::time));
        prop_assert_eq!(events.len(), 2 * (states.len() + messages.len()));
        let mut open: Vec<Event> = Vec::new();
        for event in &events {
            match event {
                Event::Begin(_) | Event::Sent(_) => {
                    let late = open.iter().any(|open| match open {
                        Event::Begin(state) => state.end <= event.time(),
                        Event::Sent(message) => message.row.delivered <= event.time(),
                        _ => true,
                    });
                    prop_assert!(!late);
                    open.push(event.clone());
                }
                Event::End(state) => {
                    let at = open.iter().position(|open| *open == Event::Begin(*state));
                    open.remove(at.expect("it has begun"));
                }
                Event::Received(message) => {
                    let at = open.iter().position(|open| *open == Event::Sent(message.clone()));
                    open.remove(at.expect("it was sent"));
                }
            }
        }
        prop_assert!(open.is_empty());
    }

    /// No two states of one thread overlap, and no thread is used where a lower one is free.
    #[test]
    fn lanes_hold_what_does_not_overlap(mut states in proptest::collection::vec((0u64..30, 1u64..9), 1..40)) {
        states.sort_unstable();
        let mut threads = ThreadSlots::default();
        let mut placed: Vec<Vec<(u64, u64)>> = Vec::new();
        for (start, length) in states {
            let thread = threads.assign(3, Time::from_ps(start), Time::from_ps(start + length)) as usize;
            placed.resize_with(placed.len().max(thread + 1), Vec::new);
            prop_assert!(placed[..thread].iter().all(|busy| busy.iter().any(|(_, end)| *end > start)));
            prop_assert!(placed[thread].iter().all(|(_, end)| *end <= start));
            placed[thread].push((start, start + length));
        }
        prop_assert_eq!(threads.of(3), placed.len());
        prop_assert_eq!(threads.of(0), 1);
    }
}

#[test]
fn an_error_of_a_table_comes_out() {
    let broken = || ResultsError::File { file: "f".into(), reason: "r".into() };
    let mut events = Events::of([Err(broken())].into_iter(), std::iter::empty());
    assert_eq!(events.next(), Some(Err(broken())));
    let mut events = Events::of([Ok(state(0, 5, 5))].into_iter(), [Err(broken())].into_iter());
    assert_eq!(events.next(), Some(Err(broken())));
}

#[test]
fn ranks_are_lists_of_ranges() {
    let ranks = RankSet::parse("4-6, 1,9,5,4-5").unwrap();
    assert_eq!(ranks, RankSet::parse("1,4-5,6,9").unwrap());
    let chosen: Vec<u32> = (0..12).filter(|rank| ranks.has(*rank)).collect();
    assert_eq!((chosen, ranks.last()), (vec![1, 4, 5, 6, 9], Some(9)));
    assert!(RankSet::default().has(7));
    for wrong in ["", "a", "3-1", "1,,2", "-1"] {
        let error = RankSet::parse(wrong).unwrap_err();
        assert!(matches!(error, SelectionError::Ranks { .. }));
        assert!(
            error
                .to_string()
                .ends_with("is not a rank or a range of ranks; expected a list of them, for example `0-15,32`")
        );
    }
}

#[test]
fn windows_have_units() {
    assert_eq!(parse_window("1.5 us:2us"), Ok((Time::from_ps(1_500_000), Time::from_ps(2_000_000))));
    for wrong in ["1 ms", "2 ms:1 ms", "1:2", "a:b", "1 ms:1 ms"] {
        let error = parse_window(wrong).unwrap_err();
        assert!(matches!(&error, SelectionError::Window { found } if found == wrong));
        assert!(
            error.to_string().ends_with("is not a window; expected START:END with units, for example `1.5 ms:2 ms`")
        );
    }
}

#[test]
fn messages_say_what_is_wrong() {
    let error = ExportError::NoRank { rank: 9, last: 7 };
    assert_eq!(error.to_string(), "--ranks: there is no rank 9; the run has ranks 0 to 7");
    let error = super::output::Output::create(std::path::Path::new("/no/such/x"), Existing::Keep)
        .err()
        .expect("there is no such folder");
    assert!(error.to_string().starts_with("/no/such/x: cannot be written: No such file"), "{error}");
}

#[test]
fn formats_have_names_of_their_own() {
    let names: std::collections::BTreeSet<&str> = FORMATS.iter().map(|format| format.name).collect();
    assert_eq!(names.len(), FORMATS.len());
    assert!(FORMATS.iter().any(|format| matches!(format.writer, Writer::Python("windtunnel.otf2"))));
}
