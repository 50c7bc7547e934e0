use crate::testing::{Folder, fatal, run};
use crate::traces::{self, OpenTrace, TraceError};
use ops::{ANY, FileCall, Function, Operation, Post, RequestSet, Work};
use std::fmt::Write as _;
use std::path::PathBuf;
use units::Time;

/// A project of this many ranks, all of them in communicators 0 and 1, and ranks 2, 0 in communicator 2.
pub(super) fn project(ranks: u32) -> String {
    let mut text = String::from(
        "<Application name='toy'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level></Level>",
    );
    for rank in 0..ranks {
        write!(text, "<Node name='n{rank}'><Node name='{rank}'><Node name='0'/></Node></Node>").unwrap();
    }
    text += "</Topology><CommunicatorList><Communicator name='WORLD'>";
    for (comm, rank) in (0..2).flat_map(|comm| (0..ranks).map(move |rank| (comm, rank))) {
        write!(text, "<Rank global='{rank}' local='{rank}' cid='{comm}'/>").unwrap();
    }
    if ranks > 2 {
        text += "<Rank global='2' local='0' cid='2'/><Rank global='0' local='1' cid='2'/>";
    }
    text += "</Communicator></CommunicatorList><Datatypes>";
    for rank in 0..ranks {
        write!(
            text,
            "<Rank name='{rank}' thread='0'><NAMED id='4' name='MPI_DOUBLE'/>\
             <VECTOR id='5' name='' count='3' blocklength='1' stride='10' oldType='4'/></Rank>"
        )
        .unwrap();
    }
    text + "</Datatypes></Application>"
}

/// Writes a project with these traces; the project's path.
pub(super) fn write(folder: &Folder, project: &str, traces: &[&str]) -> PathBuf {
    for (rank, trace) in traces.iter().enumerate() {
        folder.file(&format!("toy_n{rank}_{rank}_0.trc"), trace);
    }
    folder.file("toy.proj", project)
}

fn open(traces: &[&str]) -> Result<OpenTrace, TraceError> {
    let folder = Folder::new();
    traces::open(&[write(&folder, &project(traces.len() as u32), traces)])
}

/// Opens traces whose calls are these, one after another.
fn calls(traces: &[&str]) -> Result<OpenTrace, TraceError> {
    let whole: Vec<_> = traces.iter().map(|calls| format!("<Program>{calls}</Program>")).collect();
    open(&whole.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The error of a call of rank 0, without the file's name.
fn error(call: &str) -> String {
    let text = calls(&[&format!("\n{call}"), ""]).err().map(|error| error.to_string()).unwrap_or_default();
    text.rsplit_once(".trc:").map_or_else(|| text.clone(), |(_, rest)| rest.to_owned())
}

fn functions(posts: &[Post]) -> Vec<(Function, Work)> {
    let enter = |post: &Post| match post {
        Post::Enter { function, block, .. } => Some((*function, *block)),
        _ => None,
    };
    posts.iter().filter_map(enter).collect()
}

const WRITES: &str = "
<Program timeAdjustment='1000000000.5'>
<Init time='0.9' end='1.0'/>
<Barrier cid='0' time='1.25' end='1.5'/>
<Type_commit tid='5' time='1.5' end='1.75'/>
<Nested>
  <Bcast size='4' rootRank='0' cid='1' time='2.1' end='2.2'/>
  <Nested><Recv fromRank='1' fromTag='3' cid='1' time='2.25' end='2.3'/></Nested>
  <Allreduce size='4' cid='1' count='1' tid='1' time='2.225' end='2.4'/>
</Nested>
<File_open cid='0' name='out' flags='5' fid='7' time='2.0' end='3.0'/>
<File_write_at cFile='toy.c' cLine='9' fid='7' offset='100' size='24' count='1' tid='5' time='3.0' end='3.5'/>
<Read_ahead time='3.5' end='4.0'/>
<File_write_at_all fid='7' time='4.0' end='4.5'><Data offset='64' size='8'/><Data offset='0' size='16'/></File_write_at_all>
<File_close fid='7' time='4.5' end='5.0'/>
<Finalize time='6.0' end='6.5'/>
</Program>";

#[test]
fn calls_become_posts_and_what_lies_between_is_computation() {
    let mut trace = open(&[WRITES, WRITES]).unwrap();
    let posts = run(&mut *trace.driver, 0, 2);
    let ms = |ms: u64| Work::Time(Time::from_ns(1_000_000 * ms));
    let expected = [
        (Function::Init, Work::NONE),
        (Function::Barrier, ms(250)),
        (Function::TypeCommit, ms(0)),
        (Function::FileOpen, ms(250)),
        (Function::FileWriteAt, ms(0)),
        // With what is not a call of MPI.
        (Function::FileWriteAtAll, ms(500)),
        (Function::FileClose, ms(0)),
        (Function::Finalize, ms(1000)),
    ];
    assert_eq!(functions(&posts), expected);
    // What an open took outside of the messages in it: before the last of them ended, and after.
    let sleeps = |posts: &[Post]| -> Vec<u64> {
        posts
            .iter()
            .filter_map(|post| if let Post::Sleep(time) = post { Some(time.ps() / 1_000_000_000) } else { None })
            .collect()
    };
    assert_eq!(sleeps(&posts), [250, 125, 600]);
    let accesses: Vec<_> = posts
        .iter()
        .filter_map(|post| match post {
            Post::File { call, .. } => call.access().map(|access| {
                let (file, memory) =
                    (access.file.blocks().collect::<Vec<_>>(), access.memory.blocks().collect::<Vec<_>>());
                (matches!(**call, FileCall::AccessAll { .. }), access.write, file, memory)
            }),
            _ => None,
        })
        .collect();
    let strided = vec![(0, 8), (80, 8), (160, 8)];
    assert_eq!(accesses[0], (false, true, vec![(100, 24)], strided));
    assert_eq!(accesses[1], (true, true, vec![(0, 16), (64, 8)], vec![(0, 24)]));
    assert_eq!(accesses.len(), 2);
    let sites: Vec<String> = posts
        .iter()
        .filter_map(|post| match post {
            Post::Enter { site, .. } => Some(trace.driver.describe_site(*site)),
            _ => None,
        })
        .collect();
    assert_eq!((&*sites[4], &*sites[1]), ("toy.c:9", "line 4 of the rank's trace"));
    let warnings: Vec<&str> = posts
        .iter()
        .filter_map(|post| if let Post::Warning { text } = post { Some(&**text) } else { None })
        .collect();
    let ends = |text: &str| warnings.iter().any(|warning| warning.ends_with(text));
    assert!(ends("not simulated, keep the time of the trace: Type_commit (2 calls, 500 ms)"), "{warnings:?}");
    assert!(
        ends("2 opens of files take at least the 1.45 s that they took in the trace outside of messages"),
        "{warnings:?}"
    );
    assert!(ends("no calls of MPI, replayed as computation: Read_ahead (2 calls, 1 s)"), "{warnings:?}");
    assert_eq!(warnings.len(), 3);
}

#[test]
fn what_was_computed_around_init_is_computed_before_the_next_call() {
    let text = "<Barrier cid='0' time='1' end='2'/><Init time='3' end='3.5'/><Barrier cid='0' time='4' end='5'/>";
    let mut trace = calls(&[text]).unwrap();
    let blocks: Vec<_> = functions(&run(&mut *trace.driver, 0, 1)).into_iter().map(|(_, block)| block).collect();
    let ms = |ms: u64| Work::Time(Time::from_ns(1_000_000 * ms));
    assert_eq!(blocks, [Work::NONE, ms(0), ms(1500), ms(0)]);
}

#[test]
fn recorded_times_are_those_of_the_trace() {
    let later = WRITES.replace("<Init time='0.9' end='1.0'/>", "");
    let mut trace = open(&[WRITES, &later]).unwrap();
    let mut driver = trace.recorded.take().unwrap();
    let mut now = [0; 2];
    for (rank, clock) in (0..).zip(&mut now) {
        let posts = run(&mut *driver, rank, 2);
        for post in &posts {
            *clock += match post {
                Post::Enter { block: Work::Stated(time) | Work::Time(time), .. } | Post::Sleep(time) => time.ps(),
                _ => 0,
            };
        }
        assert_eq!(functions(&posts).last().unwrap().0, Function::Finalize);
    }
    assert_eq!(now, [5_600_000_000_000; 2], "from the first call of all to the last end");
    assert_eq!(driver.issued_work(), Some((15, 15)));
}

#[test]
fn messages_and_operations_have_their_arguments() {
    let own = "<Sendrecv size='10' toRank='1' toTag='4' fromRank='-2' fromTag='-1' cid='0' time='1' end='2'/>\
               <Send size='5' toRank='-1' toTag='4' cid='0' time='2' end='3'/>\
               <Gatherv size='7' root='0' cid='0' time='3' end='4'/>\
               <Allgather size='3' recvSize='3' count='3' cid='2' time='4' end='5'/>\
               <Reduce size='16' rootRank='1' count='2' cid='0' time='5' end='6'/>";
    let other = |size| {
        format!(
            "<Gatherv size='{size}' root='0' cid='0' time='3' end='4'/><Reduce size='16' rootRank='1' count='2' cid='0' time='5' end='6'/>"
        )
    };
    let third = format!("{}<Allgather size='3' recvSize='3' count='3' cid='2' time='6' end='7'/>", other(9));
    let mut trace = calls(&[own, &other(0), &third]).unwrap();
    let posts = run(&mut *trace.driver, 0, 3);
    assert!(posts.iter().any(|post| matches!(post, Post::Recv { source: ANY, tag: ANY, .. })));
    assert!(posts.iter().any(|post| matches!(post, Post::Wait { set: RequestSet::Many(_), .. })));
    assert_eq!(posts.iter().filter(|post| matches!(post, Post::Send { .. })).count(), 1, "none to no rank");
    let calls: Vec<_> = posts
        .iter()
        .filter_map(|post| if let Post::Collective { comm, call, .. } = post { Some((comm.0, call)) } else { None })
        .collect();
    let operations: Vec<_> =
        calls.iter().map(|(_, call)| (call.operation, call.root, call.send.bytes, call.recv.bytes)).collect();
    let expected = [(Operation::Gatherv, 0, 7, 16), (Operation::Allgather, 0, 3, 6), (Operation::Reduce, 1, 16, 0)];
    assert_eq!(operations, expected);
    assert_eq!(*calls[0].1.vectors.as_ref().unwrap().recv_bytes, [7, 0, 9], "each rank's trace tells its own");
    assert_eq!((calls[0].0, calls[1].0), (0, 101), "the third communicator is made, the world is there");
    assert_eq!((calls[2].1.count, calls[2].1.element_bytes), (2, 8));
    let made = |posts: &[Post]| posts.iter().filter(|post| matches!(post, Post::CreateComm { .. })).count();
    assert_eq!((made(&posts), made(&run(&mut *trace.driver, 1, 3))), (1, 0));
}

#[test]
fn a_message_of_an_error_says_what_and_where() {
    assert_eq!(
        error("<Recv fromRank='0' fromTag='1' cid='0' time='1'/>"),
        "2:1: the attribute `end` of `<Recv>` is missing"
    );
    assert_eq!(
        error("<Recv fromRank='7' fromTag='1' cid='0' time='1' end='2'/>"),
        "2:1: fromRank 7 is out of range; expected a rank from 0 to 1"
    );
    assert_eq!(
        error("<Barrier cid='5' time='1' end='2'/>"),
        "2:1: rank 0 has no communicator 5; expected a communicator of the project file that has this rank as a member"
    );
    assert_eq!(
        error("<File_close fid='3' time='1' end='2'/>"),
        "2:1: rank 0 has no open file 3; expected the `fid` of a file that this rank has opened and not closed"
    );
    assert_eq!(
        error("<Barrier cid='0' time='1' end='0.5'/>"),
        "2:1: the call `Barrier` ends before it begins; expected `end` at or after `time`"
    );
    assert_eq!(
        error("<Barrier cid='0' time='1' end='2'/><Barrier cid='0' time='1.5' end='2'/>"),
        "2:1: the call `Barrier` begins before the previous call of this rank ends; expected `time` at or after the `end` of \
         that call"
    );
    assert!(
        error("<Isend time='1' end='2'/>")
            .starts_with("2:1: `Isend` cannot be replayed, and skipping it would leave other ranks waiting for ever")
    );
    assert!(error("<Barrier cid='0' time='-1' end='2'/>").contains("time `-1` is not a number of seconds from 0"));
    assert_eq!(
        error("<Send size='-4' toRank='1' toTag='1' cid='0' time='1' end='2'/>"),
        "2:1: size `-4` is negative; expected at least 0"
    );
    assert!(
        error("<Send size='9999999999999999' toRank='1' toTag='1' cid='0' time='1' end='2'/>")
            .contains("is too large")
    );
    assert!(
        error("<Send size='1' toRank='1' toTag='-9' cid='0' time='1' end='2'/>").contains("toTag `-9` is negative")
    );
    assert!(
        error("<Send size='1' toRank='1' toTag='4294967296' cid='0' time='1' end='2'/>")
            .contains("toTag `4294967296` is too large")
    );
    assert!(error("<Barrier cid='0' time='0' end='1'/><Barrier cid='0' time='99999999' end='99999999'/>").contains(
        "the call ends 99999999 s after the first call of the trace began; expected at most 8640000 s (100 days)"
    ));
    assert!(error("<Nested>").contains("not valid XML: "));
    assert!(error(&"<Nested>".repeat(70)).contains("more than 64 nested elements"));
    assert!(error("<Barrier cid='0' cid='0'/>").contains("not valid XML: "));
    let text = open(&["<Programme/>", ""]).err().unwrap().to_string();
    assert!(text.contains("expected `<Program>`, found `<Programme>`"), "{text}");
    let bcast = |root| format!("<Bcast size='1' rootRank='{root}' cid='0' time='1' end='2'/>");
    let text = calls(&[&bcast(0), &bcast(1)]).err().unwrap().to_string();
    assert!(
        text.contains(
            "1:1: the call is `Bcast` with root 1, but another rank of the communicator calls `Bcast` with root 0 ("
        ),
        "{text}"
    );
}

#[test]
fn a_project_has_ranks_in_order() {
    let folder = Folder::new();
    let error = |project: &str| traces::open(&[write(&folder, project, &[])]).err().unwrap().to_string();
    assert!(error("<Application/>").contains("the HDTrace project file has no ranks; expected a `<Topology>`"));
    let nodes = |names: [u32; 2]| names.map(|name| format!("<Node name='{name}'/>")).concat();
    let topology =
        |nodes: &str| format!("<Application>\n<Topology><Level type='Rank'/>{nodes}</Topology></Application>");
    assert!(
        error(&topology(&nodes([0, 2])))
            .ends_with("toy.proj:2:1: the topology of the HDTrace project file has rank 2 but not rank 1; expected ranks 0, 1, …, each once")
    );
    assert!(error(&topology("<Node name='x'/>")).contains("name `x` is not the number of a rank or thread"));
    let long = project(1).replace("<Node name='0'/>", "<Node name='0'></Node>");
    assert!(
        error(&long).contains("toy_n0_0_0.trc: cannot be read: No such file"),
        "a node without children in two tags"
    );
    for (member, found) in [
        ("global='0' local='1'", "several members with `global` 0"),
        ("global='2' local='1'", "a member with `global` 2"),
        ("global='1' local='0'", "several members with `local` 0"),
        ("global='1' local='2'", "no member with `local` 1"),
    ] {
        let wrong = project(2).replace("global='1' local='1' cid='1'", &format!("{member} cid='1'"));
        let expected = format!(
            "communicator 1 has {found}; expected members with `local` 0, 1, …, each once, and with different `global` ranks \
             from 0 to 1"
        );
        assert!(error(&wrong).ends_with(&expected), "{}", error(&wrong));
    }
    assert!(error(&project(1)).contains("toy_n0_0_0.trc: cannot be read: No such file"));
    let path = write(&folder, &project(1), &["<Program/>"]);
    assert!(
        traces::open(&[path.clone(), path])
            .err()
            .unwrap()
            .to_string()
            .contains("a trace of format `hdtrace` is a single file")
    );
}

#[test]
fn views_of_basic_types_move_accesses_and_others_are_named() {
    let text = "<File_open cid='0' name='' fid='1' time='1' end='2'/><File_set_view fid='1' offset='1000' etid='4' filetid='4' time='2' end='3'/>\
                <File_read fid='1' offset='3' size='16' count='1' tid='77' time='3' end='4'/>\
                <File_set_view fid='1' offset='0' etid='4' filetid='5' time='4' end='5'/><File_sync fid='1' time='5' end='6'/>";
    let mut trace = calls(&[text]).unwrap();
    let posts = run(&mut *trace.driver, 0, 1);
    assert_eq!(fatal(&posts), "");
    let access =
        posts.iter().find_map(|post| if let Post::File { call, .. } = post { call.access() } else { None }).unwrap();
    assert_eq!((access.write, access.file.single(), access.file.bytes()), (false, Some(1024), 16));
    let warnings: String = posts
        .iter()
        .filter_map(|post| if let Post::Warning { text } = post { Some(&**text) } else { None })
        .collect();
    assert!(warnings.contains("1 accesses to files with a datatype that the project does not tell"), "{warnings}");
    assert!(warnings.contains("1 views of files with another filetype than a basic one"), "{warnings}");
}
