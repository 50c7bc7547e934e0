//! Tests of GOAL: reading its text, and running programs, with LogGOPSim's own results and a naive executor as
//! references.

mod naive;

use super::loggopsim::{ExecuteError, Noise, NoiseError, NoiseTrace, Outcome, Parameters, Settings, execute};
use super::{OperationKind, Program, read};
use crate::testing::Folder;
use naive::NaiveNoise;
use proptest::prelude::*;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/loggops")
}

fn parameters(letter: &str) -> Parameters {
    let set = |latency, overhead, gap, gap_per_byte, overhead_per_byte, eager| Parameters {
        latency,
        overhead,
        gap,
        gap_per_byte,
        overhead_per_byte,
        eager,
    };
    match letter {
        "D" => set(2500, 1500, 1000, 6, 0, 65_535),
        "A" => set(1000, 200, 5000, 2, 1, 65_535),
        "B" => set(700, 300, 100, 1, 3, 65_535),
        "C" => set(2500, 1500, 1000, 6, 0, 16),
        "E" => set(5000, 0, 0, 0, 0, 65_535),
        other => panic!("unknown parameters {other}"),
    }
}

fn run(program: &Program, parameters: &Parameters) -> Outcome {
    execute(program, parameters, None, &mut |_, _| false).unwrap()
}

/// Rows of a table of results: fields apart.
fn rows(name: &str) -> Vec<Vec<String>> {
    let table = std::fs::read_to_string(golden().join(name)).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn every_row_of_loggopsim_with_noise_to_the_nanosecond() {
    let trace = NoiseTrace::read(&golden().join("noise.txt")).unwrap();
    let (mut checked, mut delayed) = (0, 0);
    for fields in rows("noise.tsv") {
        let program = read(&golden().join(format!("{}.goal", fields[0]))).unwrap();
        let parameters = parameters(&fields[1]);
        let noise = Noise::new(trace.clone(), vec![fields[2].parse().unwrap(); program.ranks() as usize]);
        let outcome = execute(&program, &parameters, Some(&noise), &mut |_, _| false).unwrap();
        let finish: Vec<String> = outcome.finish.iter().map(u64::to_string).collect();
        assert_eq!(finish.join(" "), fields[3], "{fields:?}");
        delayed += u32::from(outcome.finish != run(&program, &parameters).finish);
        checked += 1;
    }
    assert_eq!((checked, delayed), (275, 232));
}

#[test]
fn every_row_of_loggopsim_to_the_nanosecond() {
    let mut checked = 0;
    for fields in rows("expected.tsv") {
        let row = fields.join(" ");
        let program = read(&golden().join(format!("{}.goal", fields[0]))).unwrap();
        let outcome = run(&program, &parameters(&fields[1]));
        let deadlocked = !(outcome.posted.is_empty() && outcome.unexpected.is_empty());
        if fields[3].starts_with("DEADLOCK") {
            // Above S the exchange blocks; in the sets where 100,000 bytes are eager it would not.
            assert!(deadlocked && outcome.blocked > 0, "{row}: {outcome:?}");
        } else {
            let finish: Vec<String> = outcome.finish.iter().map(u64::to_string).collect();
            assert_eq!(finish.join(" "), fields[3], "{row}");
            assert!(!deadlocked && outcome.blocked == 0, "{row}: {outcome:?}");
        }
        assert_eq!(outcome.events.to_string(), fields[2], "{row}");
        checked += 1;
    }
    assert_eq!(checked, 60);
}

/// One operation of a random program.
#[derive(Clone, Debug)]
struct Draft {
    kind: u8,
    size: u64,
    peer: u32,
    tag: u32,
    cpu: u8,
    nic: u8,
    /// Earlier operations that it waits for, as distances, and whether from their start on.
    after: Vec<(u32, bool)>,
}

fn draft() -> impl Strategy<Value = Draft> {
    let size = prop_oneof![Just(0_u64), 1_u64..40, 100_u64..400];
    let after = prop::collection::vec((1_u32..5, any::<bool>()), 0..3);
    (0_u8..6, size, 0_u32..5, 0_u32..4, 0_u8..2, 0_u8..2, after)
        .prop_map(|(kind, size, peer, tag, cpu, nic, after)| Draft { kind, size, peer, tag, cpu, nic, after })
}

/// A text of at most 16 operations for each rank, so that no more become free at once.
fn text(ranks: &[Vec<Draft>]) -> String {
    let mut text = format!("/* drawn */ num_ranks {}\n", ranks.len());
    for (rank, drafts) in ranks.iter().enumerate() {
        writeln!(text, "rank {rank} {{").unwrap();
        for (number, draft) in drafts.iter().enumerate() {
            let Draft { kind, size, tag, cpu, nic, .. } = draft;
            let peer = draft.peer % ranks.len() as u32;
            let any = |value: u32| if value == 3 { "-1".to_owned() } else { value.to_string() };
            match kind {
                0 | 1 => writeln!(text, "o{number}: send {size}b to {peer} tag {} cpu {cpu} nic {nic}", tag % 3),
                2 | 3 => {
                    let from = if draft.peer == 4 { "-1".to_owned() } else { peer.to_string() };
                    writeln!(text, "o{number}: recv {size} b from {from} tag {} cpu {cpu} nic {nic}", any(*tag))
                }
                _ => writeln!(text, "o{number}: calc {size} cpu {cpu}"),
            }
            .unwrap();
            for (distance, from_start) in &draft.after {
                if let Some(before) = (number as u32).checked_sub(*distance) {
                    let word = if *from_start { "irequires" } else { "requires" };
                    writeln!(text, "o{number} {word} o{before}").unwrap();
                }
            }
        }
        text.push_str("}\n");
    }
    text
}

fn program_of(text: &str) -> Program {
    let mut builder = super::program::Builder::default();
    super::text::parse(text.as_bytes(), Path::new("drawn.goal"), &mut builder).unwrap();
    builder.finish()
}

/// The visitor calls of a reader, and how it ended.
#[derive(Default, PartialEq, Debug)]
struct Events(Vec<String>);

impl super::visitor::Visitor for Events {
    fn ranks(&mut self, ranks: u32) {
        self.0.push(format!("{ranks} ranks"));
    }

    fn operation(&mut self, operation: super::Operation, line: u64) -> bool {
        self.0.push(format!("{line}: {operation:?}"));
        true
    }

    fn order(&mut self, before: u32, after: u32, from_start: bool) -> bool {
        self.0.push(format!("{before} {after} {from_start}"));
        true
    }

    fn end_of_rank(&mut self) {
        self.0.push("end".to_owned());
    }
}

fn events(text: &[u8], quick: bool) -> Events {
    let mut events = Events::default();
    let ending = super::text::read(text, Path::new("x"), &mut events, quick);
    events.0.push(ending.map_or_else(|error| error.to_string(), |()| "read".to_owned()));
    events
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    /// Right texts, and the same with some bytes exchanged: both readers say the same, messages included.
    #[test]
    fn the_quick_reader_says_what_the_plain_one_says(
        ranks in prop::collection::vec(prop::collection::vec(draft(), 0..16), 1..4),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b" \n:}1-9azc_\t\r/*\xff".to_vec())), 0..3),
    ) {
        let mut text = text(&ranks).into_bytes();
        for (at, byte) in changes {
            let at = at.index(text.len());
            text[at] = byte;
        }
        prop_assert_eq!(events(&text, true), events(&text, false));
    }

    /// The same where ranks say what others said, as far as not a piece of them has been exchanged.
    #[test]
    fn ranks_in_step_are_read_as_others_are(
        ranks in prop::collection::vec((prop::collection::vec(draft(), 0..16), 1_usize..6), 1..4),
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::sample::select(vec![" ", "\n", ":", "}", "1", "-1", "7b", "o1", " tag 1", "//", "é"])),
            0..6,
        ),
    ) {
        let ranks: Vec<_> = ranks.into_iter().flat_map(|(own, times)| vec![own; times]).collect();
        let mut text = text(&ranks).into_bytes();
        for (at, piece) in changes {
            let at = at.index(text.len());
            text.splice(at..at + 1, piece.bytes());
        }
        prop_assert_eq!(events(&text, true), events(&text, false));
    }

    #[test]
    fn queues_change_nothing(
        ranks in prop::collection::vec(prop::collection::vec(draft(), 0..16), 1..5),
        letter in prop::sample::select(vec!["D", "A", "C", "E"]),
    ) {
        let program = program_of(&text(&ranks));
        let parameters = parameters(letter);
        prop_assert_eq!(run(&program, &parameters), naive::execute(&program, &parameters, &NaiveNoise::default()));
    }

    /// Each host at its own offset.
    #[test]
    fn noise_is_that_of_the_rules(
        ranks in prop::collection::vec(prop::collection::vec(draft(), 0..16), 1..5),
        letter in prop::sample::select(vec!["D", "A", "C", "E"]),
        detours in prop::collection::vec((1_u64..400, 0_u64..500), 20..60),
        offsets in prop::collection::vec(0_u64..5_000, 5),
    ) {
        let program = program_of(&text(&ranks));
        let parameters = parameters(letter);
        let mut start = 3_000;
        let detours: Vec<(u64, u64)> = detours.into_iter().map(|(gap, long)| { start += gap; (start, long) }).collect();
        let lines: String = detours.iter().map(|(start, long)| format!("{start}\t{long}\n")).collect();
        let trace = NoiseTrace::parse(&lines, Path::new("drawn.txt")).unwrap();
        let noise = Noise::new(trace, offsets.clone());
        let outcome = execute(&program, &parameters, Some(&noise), &mut |_, _| false).unwrap();
        prop_assert_eq!(outcome, naive::execute(&program, &parameters, &NaiveNoise { detours, offsets }));
    }
}

#[test]
fn noise_has_to_have_room_for_every_operation() {
    let program = program_of("num_ranks 1\nrank 0 {\na: calc 90\n}\n");
    let with = |text: &str| {
        let noise = Noise::new(NoiseTrace::parse(text, Path::new("n.txt")).unwrap(), vec![0]);
        execute(&program, &parameters("E"), Some(&noise), &mut |_, _| false)
    };
    let too_short = |error| matches!(error, ExecuteError::Noise(NoiseError::TooShort { last: 90, longest: 90, .. }));
    assert!(with("1 5\n90 5\n").is_err_and(too_short));
    assert_eq!(with("1 5\n80 5\n91 5\n").unwrap().finish, [95], "the first detour counts for nothing");
    assert_eq!(with("1 4611686018427387902\n95 1\n"), Err(ExecuteError::TooLong));
}

/// Beyond what is read at once, with ranks in step, ranks that end early, go on or differ in the middle, and others that
/// have nothing in common.
#[test]
fn ranks_in_step_are_read_across_windows() {
    let mut text = "num_ranks 3000\n".to_owned();
    for rank in 0..3000_u32 {
        writeln!(text, "rank {rank} {{").unwrap();
        let (lines, own) = (20 + rank % 7 / 6 * 5 - rank % 11 / 10 * 9, if rank % 13 == 12 { "x" } else { "" });
        let own = if (1000..1200).contains(&rank) { format!("{own}{rank}") } else { own.to_owned() };
        for line in 0..lines {
            let (peer, label) = (rank * 31 % 3000, if line == 9 { &*own } else { "" });
            writeln!(text, "s{label}{line}: send {line}b to {peer} tag {line} cpu 0 nic 1").unwrap();
            writeln!(text, "c{line}: calc {}\nr{line}: recv 3b from -1 tag -1", rank * 7).unwrap();
            writeln!(text, "r{line} requires c{line}\n c{line} irequires s{label}{line}").unwrap();
        }
        text.push_str("}\n");
    }
    assert!(text.len() > 4 << 20);
    let (quickly, plainly) = (events(text.as_bytes(), true), events(text.as_bytes(), false));
    assert!(quickly == plainly && quickly.0.last().is_some_and(|last| last == "read"));
}

#[test]
fn ranks_of_one_shape_share_it() {
    let mut text = "num_ranks 100\n".to_owned();
    for rank in 0..100 {
        let more = if rank % 2 == 1 { "c: calc 5\nc requires a\nc irequires b\n" } else { "" };
        writeln!(text, "rank {rank} {{\na: send 1b to {}\nb: recv 1b from 0\nb requires a\n{more}}}", 99 - rank)
            .unwrap();
    }
    let program = program_of(&text);
    assert_eq!((program.count(), program.shared()), (250, (5, 4)));
    assert_eq!((program.rank_of(4), program.first_of(1), program.first_of(2)), (1, 2, 5));
    let own: Vec<_> = program.numbers_of(51).map(|number| program.operation(number)).collect();
    assert_eq!((own.len(), own[0].peer, own[2].size, own[2].rank), (3, 48, 5, 51));
    let first = program.first_of(51);
    assert_eq!(program.after_end(51, first).collect::<Vec<_>>(), [first + 1, first + 2]);
    assert_eq!(program.after_start(51, first + 1).collect::<Vec<_>>(), [first + 2]);
    assert_eq!(program.blockers()[first as usize..first as usize + 3], [0, 1, 2]);
}

#[test]
fn a_text_is_read_as_it_stands() {
    let program = program_of(
        "// a comment\n/* and one\n over lines */ num_ranks 2\r\nrank 0 {\r\na: calc 5 cpu 3\r\nb: send 7b to 1 tag 9 nic 1 // here\n\
         b requires a\n}\nrank 1\n{ c: recv 7 b from -1 tag -1\n\n d: calc 18446744073709551615\n d irequires c }\nleft out",
    );
    assert_eq!((program.ranks(), program.processors(), program.interfaces()), (2, 4, 2));
    let kinds: Vec<OperationKind> = program.operations().map(|operation| operation.kind).collect();
    assert_eq!(kinds, [OperationKind::Calc, OperationKind::Send, OperationKind::Recv, OperationKind::Calc]);
    assert_eq!(program.after_end(0, 0).collect::<Vec<_>>(), [1]);
    assert_eq!(program.after_start(1, 2).collect::<Vec<_>>(), [3]);
    assert_eq!(program.blockers(), [0, 1, 0, 1]);
    assert_eq!(program.operation(3).size, u64::MAX);
    assert_eq!(
        execute(&program, &Parameters::default(), None, &mut |_, _| false).unwrap_err().to_string(),
        "the program may take longer than 292 years, more than can be counted in nanoseconds; a `calc` of the program or a parameter may be in another unit than nanoseconds"
    );
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    let cases = [
        ("", "1:1: expected `num_ranks`, found the end of the file"),
        ("ranks 2", "1:1: expected `num_ranks`, found `ranks`"),
        ("num_ranks 0", "1:12: expected at least one rank, found `0`"),
        ("num_ranks 99999999999", "1:11: number of ranks `99999999999` is too large (at most 16777216)"),
        ("num_ranks 1\n", "1:1: the file ends before `rank 0`; `num_ranks 1` promises ranks 0 to 0"),
        (
            "num_ranks 1\nrank 1 {\n}",
            "2:6: found `rank 1`, expected `rank 0`; ranks come in ascending order, each once",
        ),
        ("num_ranks 1\nrank 0 {\nsend 5b 0\n}", "3:9: expected `to`, found `0`"),
        ("num_ranks 1\nrank 0 {\nsend 5b to 1\n}", "3:12: peer 1 is out of range; expected a rank from 0 to 0"),
        ("num_ranks 1\nrank 0 {\nsend 5b to 0 tag -1\n}", "3:18: expected a number, found `-1`"),
        ("num_ranks 1\nrank 0 {\ncalc 5 nic 1\n}", "3:8: expected the end of the line, found `nic`"),
        ("num_ranks 1\nrank 0 {\ncalc 5 cpu 128\n}", "3:12: cpu `128` is too large (at most 127)"),
        (
            "num_ranks 1\nrank 0 {\nlabel: calc 5\nlabel2: calc 6\nlabel2 requires labl\n}",
            "5:17: the label `labl` is not defined above in this rank; did you mean `label`?",
        ),
        ("num_ranks 1\nrank 0 {\na: calc 5\na: calc 5\n}", "4:1: the label `a` is already used in this rank"),
        (
            "num_ranks 1\nrank 0 {\na: calc 5\na requires a\n}",
            "4:12: an operation cannot depend on itself; expected the label of another operation",
        ),
        (
            "num_ranks 1\nrank 0 {\nclac 5\n}",
            "3:1: `clac` does not begin a statement; expected `send`, `recv`, `calc`, a label with `:`, `requires` or `irequires`",
        ),
        ("num_ranks 1\nrank 0 {\na: wait 5\n}", "3:4: expected `send`, `recv` or `calc`, found `wait`"),
        (
            "num_ranks 1\nrank 0 {\ncalc 99999999999999999999\n}",
            "3:6: number `99999999999999999999` is too large (at most 18446744073709551615)",
        ),
        ("num_ranks 1\nrank 0 {\ncalc 5", "3:1: expected `}`, the end of the rank, found the end of the file"),
        ("num_ranks 1 /* open", "1:1: expected `*/`, the end of a comment, found the end of the file"),
    ];
    let folder = Folder::new();
    for (text, expected) in cases {
        let path = folder.file("bad.goal", text);
        let message = read(&path).unwrap_err().to_string();
        let place = message.rsplit_once("bad.goal:").map_or(&*message, |(_, rest)| rest);
        assert_eq!(place, expected, "{text:?}");
    }
    let long = format!("num_ranks 1\nrank 0 {{ {}", " ".repeat(1 << 17));
    let message = read(&folder.file("long.goal", long)).unwrap_err().to_string();
    assert!(message.contains("the line is longer than 65536 bytes; expected shorter lines"), "{message}");
}

/// Has room for one operation and one dependency less.
struct Full(u32);

impl super::visitor::Visitor for Full {
    fn ranks(&mut self, _: u32) {}

    fn operation(&mut self, _: super::Operation, _: u64) -> bool {
        self.0 -= 1;
        self.0 > 0
    }

    fn order(&mut self, _: u32, _: u32, _: bool) -> bool {
        false
    }

    fn end_of_rank(&mut self) {}
}

#[test]
fn too_many_operations_or_dependencies_are_refused() {
    let text = "num_ranks 1\nrank 0 {\na: calc 1\nb: calc 1\nb requires a\n}";
    let expected = "not supported: more than 1073741824 operations or 4294967295 dependencies in one GOAL program; expected a smaller one";
    for (room, line) in [(1, 3), (9, 5)] {
        let error =
            super::text::parse(text.as_bytes(), Path::new("x.goal"), &mut Full(room)).unwrap_err().to_string();
        assert!(error.starts_with(&format!("x.goal:{line}:")) && error.ends_with(expected), "{error}");
    }
}

#[test]
fn an_operation_is_found_again() {
    let folder = Folder::new();
    let path = folder.file("two.goal", "num_ranks 2\nrank 0 {\ncalc 1\n}\nrank 1 {\ncalc 1\n\nl: calc 2\n}\n");
    assert_eq!(super::place_of(&path, 1, 1).unwrap().line, 8);
    assert_eq!(super::place_of(&path, 1, 2), None);
}

#[test]
fn a_program_is_known_by_its_first_word() {
    for head in ["num_ranks 4", "\n // num\n /* a\n */ num_ranks 2", "\tnum_ranks 1"] {
        assert!(super::looks_like_goal(head.as_bytes()), "{head:?}");
    }
    for head in ["", "/* num_ranks 4", "// num_ranks", "0 init", "rank 0 {"] {
        assert!(!super::looks_like_goal(head.as_bytes()), "{head:?}");
    }
}

#[test]
fn a_run_can_be_stopped() {
    let mut text = "num_ranks 1\nrank 0 {\n".to_owned();
    (0..100_000).for_each(|_| text.push_str("calc 1\n"));
    text.push_str("}\n");
    let program = program_of(&text);
    let outcome = execute(&program, &Parameters::default(), None, &mut |_, _| true).unwrap();
    assert!(outcome.stopped && outcome.blocked > 0);
    let whole = run(&program, &Parameters::default());
    assert_eq!((whole.stopped, whole.finish[0]), (false, 100_000));
}

#[test]
fn parameters_are_letters() {
    assert_eq!(Settings::parse("").unwrap(), Settings::default());
    let parsed = Settings::parse("L=1, o=2,g=3,G=4,O=5,S=6").unwrap().parameters;
    let all =
        [parsed.latency, parsed.overhead, parsed.gap, parsed.gap_per_byte, parsed.overhead_per_byte, parsed.eager];
    assert_eq!(all, [1, 2, 3, 4, 5, 6]);
    let noisy = Settings::parse("noise-cosched, noise-trace = a.txt").unwrap();
    assert_eq!((noisy.noise_trace, noisy.noise_cosched), (Some(PathBuf::from("a.txt")), true));
    let message = |text: &str| Settings::parse(text).unwrap_err().to_string();
    assert_eq!(
        message("l=1"),
        "unknown LogGOPSim parameter `l`; expected one of L, o, g, G, O, S, noise-trace, noise-cosched; did you mean `L`?"
    );
    assert_eq!(
        message("G=0.5"),
        "the LogGOPSim parameter `G=0.5` is not valid; expected a whole number: ns for L, o and g, ns per byte for G and O, bytes for S"
    );
    for wrong in ["noise-trace", "noise-trace="] {
        assert_eq!(message(wrong), "`noise-trace` names no file; expected `noise-trace=FILE`");
    }
    assert_eq!(
        message("noise-cosched=1,noise-trace=a.txt"),
        "the LogGOPSim parameter `noise-cosched=1` has a value; expected `noise-cosched` alone"
    );
    for wrong in ["noise-cosched", "noise-cosched,L=3"] {
        assert_eq!(
            message(wrong),
            "`noise-cosched` is set without a recording of noise; expected `noise-trace=FILE` as well"
        );
    }
    assert_eq!(
        message("S"),
        "the LogGOPSim parameter `S=` is not valid; expected a whole number: ns for L, o and g, ns per byte for G and O, bytes for S"
    );
}

#[test]
fn changed_noise_is_read_or_refused() {
    let text = std::fs::read_to_string(golden().join("noise.txt")).unwrap();
    let pieces = &["#", "\t", ".5", "1e3", "0", "18446744073709551615", "-1"];
    let corpus = crate::fuzz_harness::Corpus { texts: vec![text], pieces };
    let program = program_of("num_ranks 1\nrank 0 {\na: calc 900\nb: calc 70\nb requires a\n}\n");
    crate::fuzz_harness::fuzz("trace of noise", 20, &corpus, |_, text| {
        let Ok(trace) = NoiseTrace::parse(text, Path::new("drawn.txt")) else { return false };
        let noise = Noise::new(trace, vec![1 << 40]);
        execute(&program, &parameters("D"), Some(&noise), &mut |_, _| false).is_ok()
    });
}
