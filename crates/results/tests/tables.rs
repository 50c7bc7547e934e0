//! Tables written by the recorder and read back.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use observe::{Recorder, SCHEMA_VERSION, write_table};
use ops::{CallSite, CommId, DeviceRecord, Function, NamedBlock, Observer, Record, RequestRecord};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use units::{ActorId, LinkId, Time};
use windtunnel_results::{
    BlockRow, CallRow, HostRow, IoJobRow, IoRequestRow, IoRow, LinkBucketRow, LinkChannelRow, LinkRow, LinkUseRow,
    MessageRow, RankRow, ResultsError, Run, State, TimelineRow,
};

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("windtunnel-results-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn ps(ps: u64) -> Time {
    Time::from_ps(ps)
}

fn manifest(tables: &[&str]) -> serde_json::Value {
    let share = serde_json::json!({"mean_ps": 1, "max_ps": 2});
    serde_json::json!({
        "schema": SCHEMA_VERSION, "version": "0.1.0", "hash": "00", "scenario": {}, "defaults": [], "ranks": 5,
        "platform": "small", "hosts": 2, "network": "flow", "mpi_library": "mpich", "ending": "finished",
        "program_status": 0, "diagnosis": null, "simulated_time_ps": 10, "simulated_time": "0.000000000010",
        "events": 1, "messages": 0, "bytes": 0, "collectives": 0, "payload": "full",
        "time": {"compute": share, "mpi": share, "waiting": share, "functions": []},
        "hottest_links": [], "warnings": [], "tables": tables,
    })
}

fn write_manifest(folder: &Path, tables: &[&str]) {
    fs::write(folder.join("run.json"), manifest(tables).to_string()).unwrap();
}

/// One turn of a rank: when it begins, which function, site, bytes and protocol.
type Turn = (u32, u64, u16, u32, u64, usize);

/// What a turn is in records.
fn records((rank, start, function, site, bytes, kind): Turn) -> [Record; 6] {
    let (actor, function, site) = (ActorId(rank), Function::from_index(function).unwrap(), CallSite(site));
    let [begin, middle, end] = [start, start + 1 + bytes % 7, start + 9].map(ps);
    let named = if kind > 4 {
        NamedBlock { name: 1, count: 3, parameters: [bytes, 0, start, 0] }
    } else {
        NamedBlock::default()
    };
    [
        Record::Block { actor, function, site, start: begin, end: middle, measured: ps(bytes), named },
        Record::Call { actor, function, site, start: middle, end, waiting: ps(start % 5) },
        Record::Message {
            source: actor,
            destination: ActorId(rank / 2),
            comm: CommId(rank),
            tag: -(kind as i32),
            collective: kind == 1,
            bytes,
            protocol: ops::Protocol::ALL[kind % 5],
            posted: begin,
            start: middle,
            delivered: end,
            phase: 0,
        },
        Record::Io {
            call: start,
            actor,
            file: u32::from(kind > 4),
            operation: ops::IoOperation::ALL[kind],
            offset: start,
            bytes,
            start: begin,
            end: middle,
        },
        Record::Request(RequestRecord {
            request: bytes,
            call: start,
            rank: actor,
            server: site.0,
            operation: ops::IoOperation::ALL[kind],
            offset: start,
            bytes,
            extents: kind as u64,
            posted: begin,
            arrived: begin,
            served: middle,
            answered: end,
        }),
        Record::Device(DeviceRecord {
            job: start,
            request: bytes,
            server: site.0,
            operation: [ops::IoOperation::Read, ops::IoOperation::Write][kind % 2],
            offset: bytes,
            bytes: start,
            start: begin,
            end,
            positioning: middle,
            waiting: kind as u64,
            memory: bytes,
        }),
    ]
}

/// Writes every table.
fn write(folder: &Path, turns: &[Turn]) {
    write_manifest(folder, &["ranks"]);
    let outputs = [
        "timeline",
        "messages",
        "waits",
        "blocks",
        "io",
        "io_requests",
        "io_jobs",
        "links",
        "link_buckets",
        "link_channels",
        "link_use",
    ];
    let mut recorder = Recorder::create(&files::Folder::open(folder).unwrap(), 5, outputs).unwrap();
    recorder.name_file(0, "/data/first");
    recorder.name_file(1, "/data/second");
    recorder.name_block(1, "spmv");
    for (number, turn) in turns.iter().enumerate() {
        records(*turn).iter().for_each(|record| recorder.record(record));
        if number % 40 == 39 {
            recorder.end_parts();
        }
    }
    let links = (0..3).map(|link| LinkRow {
        link: LinkId(link),
        name: format!("link {link}").into(),
        class: "up".into(),
        bytes: u64::from(link),
        busy: ps(5),
    });
    recorder.write(links).unwrap();
    let bucket = LinkBucketRow { link: LinkId(2), start: ps(0), end: ps(10), bytes: 3 };
    recorder.write(std::iter::once(bucket)).unwrap();
    recorder.write(std::iter::once(channel())).unwrap();
    recorder.write(std::iter::once(link_use())).unwrap();
    write_table(
        &files::Folder::open(folder).unwrap(),
        std::iter::once(HostRow { host: 0, end: ps(9), compute: ps(4) }),
    )
    .unwrap();
    recorder.finish(&mut |site| format!("site {}", site.0)).unwrap();
}

fn channel() -> LinkChannelRow {
    LinkChannelRow { link: LinkId(2), vc: 1, bytes: 3, packets: 2, stalled: ps(7) }
}

fn link_use() -> LinkUseRow {
    LinkUseRow {
        link: LinkId(2),
        class: "up".into(),
        phase: "solve".into(),
        vc: 1,
        start: ps(0),
        end: ps(10),
        bytes: 3,
        packets: 2,
        busy: ps(4),
        stalled: ps(5),
    }
}

fn timeline(turns: &[Turn]) -> Vec<TimelineRow> {
    let rows = turns.iter().flat_map(|turn| records(*turn)).filter_map(|record| match record {
        Record::Block { actor, site, start, end, .. } => {
            Some(TimelineRow { rank: actor, state: State::Compute, site, start, end, waiting: ps(0) })
        }
        Record::Call { actor, function, site, start, end, waiting } => {
            Some(TimelineRow { rank: actor, state: State::Call(function), site, start, end, waiting })
        }
        _ => None,
    });
    rows.collect()
}

/// Turns whose sites are numbered as tables do: in the order in which records name them.
fn numbered(turns: &[Turn]) -> Vec<Turn> {
    let mut named: Vec<u32> = Vec::new();
    let mut number = |site: u32| {
        let known = named.iter().position(|&one| one == site);
        known.unwrap_or_else(|| {
            named.push(site);
            named.len() - 1
        }) as u32
    };
    turns
        .iter()
        .map(|&(rank, start, function, site, bytes, kind)| (rank, start, function, number(site), bytes, kind))
        .collect()
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    proptest::collection::vec((0u32..5, 0u64..1_000, 0u16..664, any::<u32>(), 0u64..1 << 40, 0usize..9), 1..150)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// What is recorded is what is read, in the same order, all parts joined.
    #[test]
    fn rows_come_back(turns in turns()) {
        let folder = Folder::new();
        write(&folder.0, &turns);
        let run = Run::open(&folder.0).unwrap();
        let numbered = numbered(&turns);
        prop_assert_eq!(run.all::<TimelineRow>().unwrap(), timeline(&numbered));
        let messages = run.all::<MessageRow>().unwrap();
        let blocks = run.all::<BlockRow>().unwrap();
        let io = run.all::<IoRow>().unwrap();
        let (requests, jobs) = (run.all::<IoRequestRow>().unwrap(), run.all::<IoJobRow>().unwrap());
        prop_assert_eq!([messages.len(), blocks.len(), io.len()], [turns.len(); 3]);
        for (at, turn) in turns.iter().enumerate() {
            let [_, _, message, operation, request, device] = records(*turn);
            let [block, ..] = records(numbered[at]);
            let row = messages[at].clone();
            prop_assert_eq!(message, Record::Message {
                source: row.source, destination: row.destination, comm: row.communicator, tag: row.tag,
                collective: row.collective, bytes: row.bytes, protocol: row.protocol, posted: row.posted,
                start: row.start, delivered: row.delivered, phase: 0,
            });
            let row = blocks[at].clone();
            prop_assert!(matches!(&*row.name, "" | "spmv"), "{}", row.name);
            let named = NamedBlock {
                name: u32::from(&*row.name == "spmv"),
                count: row.parameters as u8,
                parameters: [row.p1, row.p2, row.p3, row.p4],
            };
            prop_assert_eq!(block, Record::Block {
                actor: row.rank, function: row.function, site: row.site, start: row.start,
                end: row.start.saturating_add(row.duration), measured: row.measured, named,
            });
            let row = io[at].clone();
            prop_assert_eq!(operation, Record::Io {
                call: row.call, actor: row.rank, file: u32::from(&*row.file == "/data/second"), operation: row.operation,
                offset: row.offset, bytes: row.bytes, start: row.start, end: row.end,
            });
            prop_assert_eq!(request, Record::Request(requests[at]));
            prop_assert_eq!(device, Record::Device(jobs[at]));
        }
        let sites = run.sites().unwrap();
        let named = turns.iter().zip(&numbered).all(|(turn, own)| *sites.words(CallSite(own.3)) == format!("site {}", turn.3));
        prop_assert!(named);
    }

    /// Rows that are left out are those out of the range; the twin is a filter.
    #[test]
    fn only_those_in_the_range_are_read(turns in turns(), rank in 0u64..5, from in 0u64..1_000, length in 0u64..500) {
        let folder = Folder::new();
        write(&folder.0, &turns);
        let run = Run::open(&folder.0).unwrap();
        let rows = run.rows::<TimelineRow>().unwrap().only("rank", rank..=rank).only("start", from..=from + length);
        let found: Vec<TimelineRow> = rows.map(Result::unwrap).collect();
        let mut expected = timeline(&numbered(&turns));
        expected.retain(|row| {
            u64::from(row.rank.0) == rank && (from..=from + length).contains(&row.start.ps())
        });
        prop_assert_eq!(found, expected);
    }

}

/// A damaged table is an error or other numbers, never a panic: every byte of a part in turn.
#[test]
fn damaged_tables_do_not_panic() {
    let folder = Folder::new();
    write(&folder.0, &[(1, 2, 3, 4, 5, 6), (4, 3, 2, 1, 0, 1)]);
    let part = folder.0.join("timeline/part-00000.parquet");
    let whole = fs::read(&part).unwrap();
    for at in 0..whole.len() {
        for byte in [whole[at] ^ 1, 0x53, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            fs::write(&part, bytes).unwrap();
            let rows = Run::open(&folder.0).unwrap().rows::<TimelineRow>().unwrap();
            assert!(rows.take(10).count() <= 10, "byte {at} as {byte}");
        }
    }
}

#[test]
fn totals_links_and_hosts_come_back() {
    let folder = Folder::new();
    write(&folder.0, &[(1, 2, 3, 4, 5, 6), (1, 30, 3, 4, 50, 1)]);
    let run = Run::open(&folder.0).unwrap();
    let ranks = run.all::<RankRow>().unwrap();
    assert_eq!(ranks.len(), 5);
    assert_eq!((ranks[1].calls, ranks[1].messages_sent, ranks[1].bytes_sent, ranks[1].end), (2, 2, 55, ps(39)));
    let calls = run.all::<CallRow>().unwrap();
    assert_eq!(calls.iter().map(|row| (row.rank.0, row.calls)).collect::<Vec<_>>(), [(1, 2)]);
    let links = run.all::<LinkRow>().unwrap();
    assert_eq!((links.len(), &*links[2].name, &*links[2].class, links[2].bytes), (3, "link 2", "up", 2));
    assert_eq!(run.all::<LinkBucketRow>().unwrap()[0].bytes, 3);
    assert_eq!(run.all::<LinkChannelRow>().unwrap(), [channel()]);
    assert_eq!(run.all::<LinkUseRow>().unwrap(), [link_use()]);
    assert_eq!(run.all::<HostRow>().unwrap(), [HostRow { host: 0, end: ps(9), compute: ps(4) }]);
    assert_eq!(run.host().unwrap(), None);
}

#[test]
fn rows_can_be_brought_in_order() {
    let folder = Folder::new();
    write(&folder.0, &[(1, 20, 3, 4, 5, 6), (0, 30, 3, 4, 50, 1), (1, 0, 3, 4, 5, 6)]);
    let run = Run::open(&folder.0).unwrap();
    let by_time = run.sorted(|row: &TimelineRow| row.start).unwrap();
    let starts: Vec<u64> = by_time.map(|row| row.unwrap().start.ps()).collect();
    assert_eq!(starts, [0, 6, 20, 26, 30, 32]);
    let by_rank = run.sorted(|row: &TimelineRow| (row.rank, row.start)).unwrap();
    assert_eq!(by_rank.map(|row| row.unwrap().rank.0).collect::<Vec<_>>(), [0, 0, 1, 1, 1, 1]);
}

fn message(result: Result<impl Sized, ResultsError>) -> String {
    result.err().unwrap().to_string()
}

#[test]
fn what_is_no_run_is_told_with_what_was_meant() {
    let folder = Folder::new();
    let text = folder.0.display().to_string();
    fs::create_dir_all(folder.0.join("else")).unwrap();
    let none = format!("{text}/else: is not a run folder: it has no run.json");
    assert_eq!(message(Run::open(&folder.0.join("else"))), none);
    fs::create_dir_all(folder.0.join("halo3d")).unwrap();
    write_manifest(&folder.0.join("halo3d"), &[]);
    assert_eq!(
        message(Run::open(&folder.0.join("halo3"))),
        format!("{text}/halo3: is not a run folder: it does not exist; did you mean `{text}/halo3d`?")
    );
    let file = folder.0.join("halo3d/run.json");
    assert_eq!(message(Run::open(&file)), format!("{}: is not a run folder: it is a file", file.display()));
    let good = fs::read_to_string(&file).unwrap();
    fs::write(&file, good.replace(&format!("\"schema\":{SCHEMA_VERSION}"), "\"schema\":7")).unwrap();
    assert_eq!(
        message(Run::open(&folder.0.join("halo3d"))),
        format!(
            "{text}/halo3d/run.json: has schema version 7; this version of windtunnel reads {SCHEMA_VERSION}: run the scenario again"
        )
    );
    fs::write(&file, &good[..40]).unwrap();
    let broken = message(Run::open(&folder.0.join("halo3d")));
    assert!(broken.starts_with(&format!("{text}/halo3d/run.json: can't be read: EOF while parsing")), "{broken}");
    fs::write(&file, good).unwrap();
    fs::write(folder.0.join("halo3d/host.json"), "{").unwrap();
    let run = Run::open(&folder.0.join("halo3d")).unwrap();
    assert!(message(run.host()).contains("host.json: can't be read"));
}

#[test]
fn a_missing_table_says_how_to_have_it() {
    let folder = Folder::new();
    let text = folder.0.display().to_string();
    write_manifest(&folder.0, &["ranks"]);
    let run = Run::open(&folder.0).unwrap();
    assert!(!run.has::<TimelineRow>());
    let no = |table: &str, remedy: &str| format!("{text}: has no `{table}` table; {remedy}");
    let asked = "run with `--observe timeline` to have one";
    assert_eq!(message(run.rows::<TimelineRow>()), no("timeline", asked));
    assert_eq!(message(run.rows::<RankRow>()), no("ranks", "the run did not come to its end (finished)"));
    let goal = "only a GOAL program run by `--engine loggopsim` leaves one";
    assert_eq!(message(run.rows::<HostRow>()), no("hosts", goal));
    write_manifest(&folder.0, &["hosts"]);
    let run = Run::open(&folder.0).unwrap();
    let alone = "a GOAL program run by `--engine loggopsim` leaves `hosts` alone";
    assert_eq!(message(run.rows::<TimelineRow>()), no("timeline", alone));
}

#[test]
fn a_row_that_ends_before_it_starts_is_refused() {
    let folder = Folder::new();
    write_manifest(&folder.0, &["ranks"]);
    let mut recorder = Recorder::create(&files::Folder::open(&folder.0).unwrap(), 5, ["timeline"]).unwrap();
    let call = |start, end| Record::Call {
        actor: ActorId(0),
        function: Function::Send,
        site: CallSite(0),
        start: ps(start),
        end: ps(end),
        waiting: ps(0),
    };
    recorder.record(&call(10, 10));
    recorder.record(&call(10, 9));
    recorder.finish(&mut |_| String::new()).unwrap();
    let error = message(Run::open(&folder.0).unwrap().all::<TimelineRow>());
    assert!(
        error.ends_with("row 1: 9 in column `end` is not valid there; expected a table as a run writes it"),
        "{error}"
    );
}

#[test]
fn a_wrong_table_is_told_by_file_row_and_column() {
    let folder = Folder::new();
    write(&folder.0, &[(1, 2, 3, 4, 5, 6); 3]);
    let run = Run::open(&folder.0).unwrap();
    let part = folder.0.join("timeline/part-00000.parquet");
    let name = part.display().to_string();
    let good = fs::read(&part).unwrap();
    let read = || message(run.rows::<TimelineRow>().unwrap().collect::<Result<Vec<_>, _>>());

    fs::write(&part, replaced(&good, b"compute", b"comqute")).unwrap();
    assert_eq!(
        read(),
        format!("{name}: row 0: `comqute` in column `state` is not valid there; expected a table as a run writes it")
    );
    let at = good.windows(17).position(|window| window == b"windtunnel.schema").unwrap() + 19;
    let mut other = good.clone();
    other[at] = b'9';
    fs::write(&part, other).unwrap();
    assert_eq!(
        read(),
        format!(
            "{name}: is a table of schema version 9; this version of windtunnel reads {SCHEMA_VERSION}: run the scenario again"
        )
    );
    fs::copy(folder.0.join("messages/part-00000.parquet"), &part).unwrap();
    assert_eq!(read(), format!("{name}: column `rank` is missing or has another type; expected uint32"));
    fs::write(&part, &good[..good.len() - 9]).unwrap();
    assert!(read().starts_with(&format!("{name}: can't be read: ")), "{}", read());
}

/// The bytes with one text for another of the same length, wherever it is plain.
fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for at in 0..bytes.len() - old.len() {
        if bytes[at..].starts_with(old) {
            bytes[at..at + old.len()].copy_from_slice(new);
        }
    }
    bytes
}

#[test]
fn what_no_run_has_is_refused_at_the_door() {
    let folder = Folder::new();
    write(&folder.0, &[(3, 0, 0, 0, 1, 0)]);
    let of = |changes: serde_json::Value| {
        let mut manifest = manifest(&["ranks"]);
        changes.as_object().unwrap().iter().for_each(|(key, value)| manifest[key] = value.clone());
        fs::write(folder.0.join("run.json"), manifest.to_string()).unwrap();
        Run::open(&folder.0)
    };
    let run = of(serde_json::json!({"ranks": 3})).unwrap();
    for error in [run.all::<TimelineRow>().unwrap_err(), run.all::<RankRow>().unwrap_err()] {
        assert!(matches!(error, ResultsError::Rank { found: 3, last: 2, .. }), "{error}");
        assert!(
            error.to_string().ends_with("there is no rank 3 (column `rank`); the run has ranks 0 to 2"),
            "{error}"
        );
    }
    // Worlds that were started while the run was on count; of one that was killed it is not known how many these are.
    let world = serde_json::json!([{"job": 1, "first": 3, "ranks": 2, "parent": 0, "start_ps": 0, "programs": []}]);
    assert!(of(serde_json::json!({"ranks": 3, "worlds": world})).unwrap().all::<RankRow>().is_ok());
    assert!(of(serde_json::json!({"ranks": 3, "ending": "running"})).unwrap().all::<RankRow>().is_ok());
    let error = of(serde_json::json!({"ranks": u32::MAX})).unwrap_err().to_string();
    assert!(error.ends_with("has 4294967295 ranks, more than any run has; expected at most 67108864"), "{error}");

    // A count or a time beyond 2^63 would wrap where it is added up.
    let link = LinkRow { link: LinkId(0), name: "link".into(), class: "up".into(), bytes: u64::MAX, busy: ps(5) };
    write_table(&files::Folder::open(&folder.0).unwrap(), std::iter::once(link)).unwrap();
    let error = of(serde_json::json!({})).unwrap().all::<LinkRow>().unwrap_err();
    assert!(matches!(error, ResultsError::Value { column: "bytes", .. }), "{error}");
}
