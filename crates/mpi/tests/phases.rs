//! Phases: the time of ranks in them, and the phase that each transfer belongs to.

use crate::support::*;
use kernel::{Resources, Transfer};
use ops::{Access, AccessKind};
use ops::{
    CommCall, CommId, FileAccess, FileCall, Flavor, Layout, OpenMode, Post, RequestId, WindowCall, WindowPart,
};
use windtunnel_mpi::library::ProgressMode;
use windtunnel_mpi::{Engine, EngineOptions, FreeBlocks, Outcome};

fn phase(name: &str) -> Post {
    Post::Phase { name: name.into() }
}

/// (sender, receiver, bytes, phase) of all transfers; a server of files is on host 1.
fn transfers(script: &mut Script, progress: ProgressMode) -> Vec<(u32, u32, u64, u32)> {
    let wire = Wire::default();
    let seen = wire.transfers();
    let resources = Resources { network: Box::new(wire), ..resources(Some(1)) };
    let mut library = library();
    library.protocol.progress = progress;
    let options = EngineOptions {
        ranks: script.posts.len() as u32,
        library,
        placement: Box::new(PerHost(1)),
        resources,
        oversubscribed_compute: None,
        blocks: Box::new(FreeBlocks),
        skip_payload_from: None,
        steps: Vec::new(),
    };
    assert_eq!(Engine::new(options, script, None).run(&mut |_| false).ending, Outcome::Finished(0));
    let row =
        |transfer: &Transfer| (transfer.source.host.0, transfer.destination.host.0, transfer.bytes, transfer.phase);
    seen.borrow().iter().map(row).collect()
}

/// A message belongs to the phase in which its sender has posted it, its handshake too.
#[test]
fn messages_belong_to_the_phase_of_their_send() {
    for progress in [ProgressMode::Background, ProgressMode::InsideMpi] {
        let mut script = script(2, 400_000);
        script.rank(0, [phase("exchange"), isend(0, 1, 0, buffer(0, 10)), isend(1, 1, 1, buffer(0, 400_000))]);
        script.rank(0, [phase("rest"), wait(0), wait(1), isend(2, 1, 2, buffer(0, 20)), wait(2)]);
        script.rank(1, [compute(9_000_000), phase("rest")]);
        for (tag, bytes) in [(1, 400_000), (0, 10), (2, 20)] {
            script.rank(1, [recv(0, 0, tag, buffer(0, bytes)), wait(0)]);
        }
        let mut expected = vec![(0, 1, 10, 1), (0, 1, 400_000, 1), (0, 1, 20, 2)];
        if progress == ProgressMode::InsideMpi {
            // The handshake is a transfer of its own, of twice the latency.
            expected.insert(1, (0, 1, 0, 1));
        }
        assert_eq!(transfers(&mut script, progress), expected);
    }
}

/// A request to a file server and its answer belong to the phase of the rank.
#[test]
fn accesses_to_files_belong_to_the_phase_of_their_rank() {
    let path = std::env::temp_dir().join(format!("windtunnel-phases-{}", std::process::id()));
    let ask = |call| Post::File { request: RequestId(0), file: CommId(7), call: Box::new(call) };
    let mode = OpenMode {
        read: true,
        write: true,
        create: true,
        delete_on_close: true,
        permissions: 0o600,
        ..OpenMode::default()
    };
    let open = FileCall::Open { path: path.as_os_str().as_encoded_bytes().into(), mode };
    let (memory, file) = (Layout::block(1, 8), Layout::block(0, 8));
    let write = FileCall::Access(FileAccess { write: true, memory, file, atomic: false });
    let mut script = script(2, 8);
    script.rank(0, [ask(open), wait(0), phase("write"), ask(write), wait(0), ask(FileCall::Close), wait(0)]);
    let expected = [(0, 1, 0, 0), (1, 0, 0, 0), (0, 1, 8, 1), (1, 0, 0, 1), (0, 1, 0, 1), (1, 0, 0, 1)];
    assert_eq!(transfers(&mut script, ProgressMode::Background), expected);
}

/// Accesses to windows belong to the phase of whoever sends them.
#[test]
fn accesses_to_windows_belong_to_the_phase_of_their_sender() {
    let window = CommId(1);
    let mut script = script(2, 8);
    for rank in 0..2 {
        let part = WindowPart { base: 1, bytes: 8, unit: 1, flavor: Flavor::Create };
        let make =
            Post::CreateComm { request: RequestId(0), comm: CommId::WORLD, call: Box::new(CommCall::Window(part)) };
        script.rank(rank, [phase(["origin", "target"][rank]), make, wait(0)]);
    }
    let put = Access {
        kind: AccessKind::Put,
        target: 1,
        target_offset: 0,
        target_layout: Layout::block(0, 5),
        origin_layout: Layout::block(1, 5),
        compare_layout: Layout::default(),
        result_layout: Layout::default(),
        update: None,
        ordered: true,
    };
    let call =
        |request: Option<u32>, call| Post::Window { request: request.map(RequestId), window, call: Box::new(call) };
    let flush = WindowCall::Flush { target: Some(1), local: false };
    script.rank(0, [call(None, WindowCall::Access(put)), call(Some(1), flush), wait(1)]);
    assert_eq!(transfers(&mut script, ProgressMode::Background), [(0, 1, 5, 1), (1, 0, 0, 2)]);
}
