//! Tables written and read back.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ops::{
    CallSite, CollectivePart, CollectiveRecord, CommId, DeviceRecord, FileTimes, Function, IoOperation, NamedBlock,
    Observer, Operation, Protocol, Record, RequestRecord, WaitCause, WaitRecord,
};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use units::{ActorId, LinkId, Time};
use windtunnel_observe::{
    AllocationRow, HostRow, LinkBucketRow, LinkChannelRow, LinkRow, LinkUseRow, ObserveError, PART_ROWS, Recorder,
    Summary, TABLES, check_tables, write_table,
};

const ALL: &[&str] = &[
    "timeline",
    "messages",
    "graph",
    "waits",
    "blocks",
    "io",
    "io_requests",
    "io_jobs",
    "noise",
    "phases",
    "collectives",
    "links",
    "link_buckets",
    "link_channels",
    "link_use",
    "allocations",
];

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("windtunnel-observe-{}-{number}", std::process::id()));
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

const PROTOCOLS: [Protocol; 5] =
    [Protocol::Eager, Protocol::Detached, Protocol::Rendezvous, Protocol::OneSided, Protocol::Partitioned];

/// What rank `rank` does in its `step`-th turn: a block, a call, a message to the next rank, a write to a file, a detour.
fn records(rank: u32, ranks: u32, step: u64) -> [Record; 10] {
    let (start, actor) = (step * 1_000, ActorId(rank));
    let function = if step.is_multiple_of(3) { Function::Allreduce } else { Function::Isend };
    let site = CallSite(if step.is_multiple_of(2) { 7 } else { (1 << 31) + rank });
    [
        Record::Block {
            actor,
            function,
            site,
            start: ps(start),
            end: ps(start + 400),
            measured: ps(300 + step),
            named: NamedBlock {
                name: rank % 2,
                count: (rank % 2) as u8,
                parameters: [u64::from(rank % 2) * step, 0, 0, 0],
            },
        },
        Record::Call { actor, function, site, start: ps(start + 400), end: ps(start + 1_000), waiting: ps(50) },
        Record::Message {
            source: actor,
            destination: ActorId((rank + 1) % ranks),
            comm: CommId::WORLD,
            tag: -(step as i32 % 2),
            collective: step.is_multiple_of(3),
            bytes: 100 + step,
            protocol: PROTOCOLS[step as usize % 5],
            posted: ps(start + 400),
            start: ps(start + 500),
            delivered: ps(start + 900),
            phase: (step % 2) as u32,
        },
        Record::Wait(WaitRecord {
            rank: actor,
            function,
            site,
            start: ps(start + 400),
            end: ps(start + 450),
            wait_state: [WaitCause::LateSender, WaitCause::Other][step as usize % 2],
            culprit: ActorId((rank + 1) % ranks),
            culprit_function: Function::Send,
            culprit_site: CallSite(7),
            since: ps(start + 420),
            peer: ActorId(0),
            bytes: 100 + step,
            protocol: step.is_multiple_of(2).then_some(Protocol::Rendezvous),
            contention: ps(3),
            link: (!step.is_multiple_of(2)).then_some(LinkId(4)),
            files: FileTimes {
                data: ps(step),
                contention: ps(2),
                metadata: ps(5),
                requests: ps(6),
                locks: ps(7),
                seeks: ps(8),
                sieving: ps(9),
                server: (step % 2 == 1).then_some(3),
            },
        }),
        Record::Io {
            call: step,
            actor,
            file: rank % 2,
            operation: if step == 0 { IoOperation::Open } else { IoOperation::Write },
            offset: step * 10,
            bytes: 10,
            start: ps(start + 400),
            end: ps(start + 800),
        },
        Record::Request(RequestRecord {
            request: 2 * step,
            call: step,
            rank: actor,
            server: rank,
            operation: IoOperation::Read,
            offset: 7,
            bytes: 10,
            extents: 2,
            posted: ps(start + 400),
            arrived: ps(start + 500),
            served: ps(start + 700),
            answered: ps(start + 800),
        }),
        Record::Device(DeviceRecord {
            job: step,
            request: 2 * step,
            server: rank,
            operation: [IoOperation::Write, IoOperation::Read][step as usize % 2],
            offset: 7,
            bytes: 10,
            start: ps(start + 500),
            end: ps(start + 700),
            positioning: ps(100),
            waiting: 3,
            memory: 1 << 33,
        }),
        Record::Phase { actor, phase: (step % 2) as u32, start: ps(start), end: ps(start + 1_000) },
        Record::Collective(CollectiveRecord {
            actor,
            comm: CommId::WORLD,
            number: step as u32,
            part: [CollectivePart::Whole, CollectivePart::Leaders][step as usize % 2],
            operation: Operation::Allreduce,
            blocking: true,
            algorithm: (step % 2) as u32,
            ranks,
            root: 0,
            count: step,
            element_bytes: 8,
            in_place: step.is_multiple_of(2),
            commutative: true,
            start: ps(start + 400),
            end: ps(start + 900),
        }),
        Record::Noise { actor, end: ps(start + 400), noise: ps(step % 7 + 1) },
    ]
}

fn run(folder: &Path, ranks: u32, steps: u64) -> Summary {
    run_saved(folder, ranks, steps, u64::MAX)
}

/// The same, where everything is saved after this many steps.
fn run_saved(folder: &Path, ranks: u32, steps: u64, saved: u64) -> Summary {
    let mut recorder = Recorder::create(&files::Folder::open(folder).unwrap(), ranks, ALL.iter().copied()).unwrap();
    recorder.name_file(0, "/data/even");
    recorder.name_file(1, "/data/odd");
    recorder.name_block(1, "odd");
    recorder.name_phase(1, "odd");
    recorder.name_algorithm(0, "ring");
    recorder.name_algorithm(1, "knomial:radix=4");
    for step in 0..steps {
        for rank in 0..ranks {
            records(rank, ranks, step).iter().for_each(|record| recorder.record(record));
        }
        // When it is saved leaves no trace.
        if step % saved == saved - 1 {
            recorder.save(&mut |_| String::new()).unwrap();
        }
    }
    recorder
        .write((0..3).map(|link| LinkRow {
            link: LinkId(link),
            name: format!("link {link}").into(),
            class: "up".into(),
            bytes: u64::from(link) * 10,
            busy: ps(5),
        }))
        .unwrap();
    let buckets = [1, 3].map(|at| LinkBucketRow { link: LinkId(at), start: ps(0), end: ps(10), bytes: 1 });
    recorder.write(buckets.into_iter()).unwrap();
    let channels = (0..2).map(|vc| LinkChannelRow {
        link: LinkId(7),
        vc,
        bytes: 10 + u64::from(vc),
        packets: 3,
        stalled: ps(5),
    });
    recorder.write(channels).unwrap();
    let uses = (0..3u32).map(|at| LinkUseRow {
        link: LinkId(7),
        class: "up".into(),
        phase: ["0", "solve"][at as usize % 2].into(),
        vc: 1,
        start: ps(10 * u64::from(at)),
        end: ps(10 * u64::from(at) + 10),
        bytes: 40,
        packets: 2,
        busy: ps(6),
        stalled: ps(3),
    });
    recorder.write(uses).unwrap();
    recorder.note_heaps(|rank| 100 + u64::from(rank.0));
    let allocations = (0..2u32).map(|at| AllocationRow {
        site: format!("counts (all.c:{at})").into(),
        ranks: 4,
        blocks: 8,
        largest: 50,
        peak: 70,
        rank: ActorId(at),
        peaks: 240,
    });
    recorder.write(allocations).unwrap();
    let hosts =
        (0..3).map(|host| HostRow { host, end: ps((u64::from(host) + 1) * 10), compute: ps(u64::from(host) + 1) });
    write_table(&files::Folder::open(folder).unwrap(), hosts).unwrap();
    recorder.finish(&mut |site| format!("site {}", site.0)).unwrap()
}

fn parts(folder: &Path, table: &str) -> Vec<PathBuf> {
    let mut parts: Vec<PathBuf> =
        fs::read_dir(folder.join(table)).unwrap().map(|entry| entry.unwrap().path()).collect();
    parts.sort();
    parts
}

/// The rows of a table as text, in order.
fn rows(folder: &Path, table: &str) -> Vec<String> {
    parts(folder, table)
        .iter()
        .flat_map(|part| {
            let reader = SerializedFileReader::new(File::open(part).unwrap()).unwrap();
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn every_table_has_the_columns_and_rows_it_should() {
    let folder = Folder::new();
    run(&folder.0, 4, 30);
    for table in TABLES {
        let reader = SerializedFileReader::new(File::open(&parts(&folder.0, table.name)[0]).unwrap()).unwrap();
        let schema = reader.metadata().file_metadata().schema_descr();
        let found: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
        let listed: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
        assert_eq!(found, listed, "{}", table.name);
        assert_eq!(reader.metadata().file_metadata().created_by(), Some("windtunnel"));
    }
    for (table, expected) in [
        ("timeline", 240),
        ("messages", 120),
        ("waits", 120),
        ("blocks", 120),
        ("io", 120),
        ("io_requests", 120),
        ("io_jobs", 120),
        ("noise", 120),
        ("phases", 120),
        ("collectives", 120),
        ("graph", 8),
        ("ranks", 4),
        ("calls", 8),
        ("links", 3),
        ("link_buckets", 2),
        ("link_channels", 2),
        ("link_use", 3),
        ("hosts", 3),
        ("allocations", 2),
        ("sites", 5),
    ] {
        assert_eq!(rows(&folder.0, table).len(), expected, "{table}");
    }
    assert_eq!(
        rows(&folder.0, "timeline")[..2],
        [
            "{rank: 0, state: \"compute\", site: 0, start: 0, end: 400, waiting: 0}",
            "{rank: 0, state: \"MPI_Allreduce\", site: 0, start: 400, end: 1000, waiting: 50}",
        ]
    );
    assert_eq!(
        rows(&folder.0, "messages")[5],
        "{source: 1, destination: 2, communicator: 0, tag: -1, collective: false, bytes: 101, protocol: \"detached\", \
         posted: 1400, start: 1500, delivered: 1900}"
    );
    assert_eq!(
        rows(&folder.0, "waits")[5],
        "{rank: 1, function: \"MPI_Isend\", site: 2, start: 1400, end: 1450, wait_state: \"other\", culprit: 2, \
         culprit_function: \"MPI_Send\", culprit_site: 0, since: 1420, peer: 0, bytes: 101, protocol: \"none\", \
         contention: 3, link: 4, file: 1, file_contention: 2, file_metadata: 5, file_requests: 6, file_locks: 7, file_seeks: 8, \
         file_sieving: 9, file_server: 3}"
    );
    assert_eq!(
        rows(&folder.0, "io")[5],
        "{call: 1, rank: 1, file: \"/data/odd\", operation: \"write\", offset: 10, bytes: 10, start: 1400, end: 1800}"
    );
    assert_eq!(rows(&folder.0, "noise")[5], "{rank: 1, end: 1400, noise: 2}");
    assert_eq!(rows(&folder.0, "phases")[5], "{rank: 1, phase: \"odd\", start: 1000, end: 2000}");
    // By phase, then by pair: steps 1, 3, … of rank 1.
    assert_eq!(
        rows(&folder.0, "graph")[4..6],
        [
            "{source: 0, destination: 1, phase: \"odd\", messages: 15, bytes: 1725}",
            "{source: 1, destination: 2, phase: \"odd\", messages: 15, bytes: 1725}",
        ]
    );
    assert_eq!(
        rows(&folder.0, "ranks")[0],
        "{rank: 0, job: 0, compute: 12000, mpi: 18000, waiting: 1500, noise: 115, end: 30000, calls: 30, messages_sent: 30, \
         bytes_sent: 3435, messages_received: 30, bytes_received: 3435, heap_peak: 100}"
    );
    assert_eq!(rows(&folder.0, "links")[2], "{link: 2, name: \"link 2\", class: \"up\", bytes: 20, busy: 5}");
    assert_eq!(
        rows(&folder.0, "allocations")[1],
        "{site: \"counts (all.c:1)\", ranks: 4, blocks: 8, largest: 50, peak: 70, rank: 1, peaks: 240}"
    );
    assert_eq!(rows(&folder.0, "hosts")[1], "{host: 1, end: 20, compute: 2}");
    assert_eq!(rows(&folder.0, "sites")[1], "{site: 1, description: \"site 2147483648\"}");
}

/// Leaves a run folder where `WINDTUNNEL_KEEP_TABLES` says, for readers in other languages.
#[test]
fn tables_can_be_kept() {
    if let Some(folder) = std::env::var_os("WINDTUNNEL_KEEP_TABLES") {
        run(Path::new(&folder), 4, 30);
        assert_eq!(parts(Path::new(&folder), "timeline").len(), 2);
    }
}

#[test]
fn the_same_records_give_the_same_bytes() {
    let folders = [Folder::new(), Folder::new(), Folder::new()];
    // More rows than fit a part, and saved in the middle of them.
    for (folder, saved) in folders.iter().zip([u64::MAX, 7_013, 20_001]) {
        run_saved(&folder.0, 3, 90_000, saved);
    }
    for table in TABLES {
        let [first, second, third] = [0, 1, 2].map(|at| {
            let paths = parts(&folders[at].0, table.name);
            paths
                .iter()
                .map(|path| (path.file_name().unwrap().to_owned(), fs::read(path).unwrap()))
                .collect::<Vec<_>>()
        });
        assert!(first == second && first == third, "{}", table.name);
    }
}

#[test]
fn parts_end_by_rows_and_are_never_seen_half_written() {
    let folder = Folder::new();
    let mut recorder = Recorder::create(&files::Folder::open(&folder.0).unwrap(), 2, ["blocks"]).unwrap();
    let record = records(0, 2, 1)[0];
    for _ in 0..PART_ROWS + 5 {
        recorder.record(&record);
    }
    // A full part is closed while the run goes on; what it waits for is the disk.
    recorder.save(&mut |site| format!("site {}", site.0)).unwrap();
    assert_eq!(parts(&folder.0, "blocks").len(), 2);
    recorder.record(&record);
    // A run that is killed here leaves what is saved, with all that it needs to be read.
    drop(recorder);
    assert_eq!(rows(&folder.0, "blocks").len(), PART_ROWS + 5);
    assert_eq!((rows(&folder.0, "ranks").len(), rows(&folder.0, "sites").len()), (2, 1));
    let names = fs::read_dir(folder.0.join("blocks")).unwrap();
    assert_eq!(names.count(), 2, "nothing half written is left");
}

#[test]
fn an_error_stops_one_table_and_is_told_at_once() {
    let folder = Folder::new();
    let mut recorder = Recorder::create(&files::Folder::open(&folder.0).unwrap(), 2, ["blocks", "timeline"]).unwrap();
    fs::remove_dir(folder.0.join("blocks")).unwrap();
    let record = records(0, 2, 1)[0];
    assert_eq!(recorder.error(), None);
    for _ in 0..PART_ROWS {
        recorder.record(&record);
    }
    let expected =
        format!("{}: cannot be written: No such file", folder.0.join("blocks/part-00000.parquet").display());
    let error = recorder.error().unwrap().to_string();
    assert!(error.starts_with(&expected), "{error}");
    let error = recorder.finish(&mut |_| String::new()).unwrap_err().to_string();
    assert!(error.starts_with(&expected), "{error}");
    // The others are whole.
    assert_eq!(rows(&folder.0, "timeline").len(), PART_ROWS);
    assert_eq!(rows(&folder.0, "ranks").len(), 2);
}

#[test]
fn parts_of_an_earlier_run_go() {
    let folder = Folder::new();
    fs::create_dir_all(folder.0.join("blocks")).unwrap();
    fs::write(folder.0.join("blocks/part-00007.parquet"), "old").unwrap();
    run(&folder.0, 2, 3);
    assert_eq!(parts(&folder.0, "blocks").len(), 1);
    assert_eq!(rows(&folder.0, "blocks").len(), 6);
}

#[test]
fn the_summary_adds_up() {
    let folder = Folder::new();
    let summary = run(&folder.0, 4, 30);
    assert_eq!((summary.ranks, summary.end, summary.calls), (4, ps(30_000), 120));
    assert_eq!(summary.compute, (ps(12_000), ps(12_000)));
    assert_eq!((summary.messages, summary.bytes), (120, 4 * 3_435));
    assert_eq!(summary.protocols.iter().map(|protocol| protocol.messages).collect::<Vec<_>>(), [24; 5]);
    let functions: Vec<(Function, u64)> = summary.functions.iter().map(|f| (f.function, f.calls)).collect();
    assert_eq!(functions, [(Function::Isend, 80), (Function::Allreduce, 40)]);
}

#[test]
fn what_was_not_asked_for_is_not_there() {
    let folder = Folder::new();
    let recorder = Recorder::create(&files::Folder::open(&folder.0).unwrap(), 1, []).unwrap();
    assert!(recorder.wants::<LinkRow>() && !recorder.wants::<LinkBucketRow>());
    recorder.finish(&mut |_| String::new()).unwrap();
    let mut found: Vec<String> =
        fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    found.sort();
    assert_eq!(found, ["calls", "ranks", "sites"]);
}

#[test]
fn every_error_says_what_and_where() {
    let folder = Folder::new();
    let unknown = check_tables(["timelin"]).unwrap_err().to_string();
    let begin = "--observe: unknown table `timelin`; expected one of ranks, calls, graph, timeline, ";
    assert!(unknown.starts_with(begin) && unknown.ends_with("; did you mean `timeline`?"), "{unknown}");
    let file = folder.0.join("timeline");
    fs::write(&file, "").unwrap();
    let unwritable = Recorder::create(&files::Folder::open(&folder.0).unwrap(), 1, ["timeline"]).err().unwrap();
    assert!(unwritable.to_string().starts_with(&format!("{}: ", file.display())), "{unwritable}");
    assert!(matches!(unwritable, ObserveError::Unwritable { .. }));
}

#[test]
fn occurrences_count_per_rank_and_site() {
    let folder = Folder::new();
    run(&folder.0, 2, 6);
    let reader = SerializedFileReader::new(File::open(&parts(&folder.0, "blocks")[0]).unwrap()).unwrap();
    let occurrences: Vec<(u32, u32, u32)> = reader
        .get_row_iter(None)
        .unwrap()
        .map(|row| row.unwrap())
        .map(|row| (row.get_uint(0).unwrap(), row.get_uint(1).unwrap(), row.get_uint(2).unwrap()))
        .filter(|(rank, site, _)| *rank == 1 && *site == 0)
        .collect();
    assert_eq!(occurrences, [(1, 0, 0), (1, 0, 1), (1, 0, 2)]);
}
