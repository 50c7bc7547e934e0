//! A blocking call in one post is the same as its parts: times, records, contents and counts.

use crate::support::*;
use ops::{CallSite, CommId, Enter, Function, Interest, Observer, Post, Record, RequestId, SendMode, Work};
use proptest::prelude::*;
use units::Time;
use windtunnel_mpi::library::Library;
use windtunnel_mpi::{BlockCosts, Engine, EngineOptions, FreeBlocks, MeasuredBlocks, RunSummary};

const RANKS: u32 = 3;
const ROOM: u64 = 400_000;

/// Keeps everything, with why waits end or without.
struct Records {
    waits: bool,
    list: Vec<Record>,
}

impl Observer for Records {
    fn interest(&self) -> Interest {
        Interest {
            blocks: true,
            empty_blocks: true,
            noise: true,
            calls: true,
            messages: true,
            io: true,
            requests: true,
            devices: true,
            waits: self.waits,
            phases: true,
            collectives: true,
            in_order: true,
        }
    }

    fn record(&mut self, record: &Record) {
        self.list.push(*record);
    }
}

/// A blocking call of a rank; the block before it in picoseconds.
fn call() -> impl Strategy<Value = Post> {
    let bytes = prop_oneof![Just(0u64), Just(1), Just(16), Just(17), Just(70_000), Just(ROOM)];
    let mode = prop_oneof![3 => Just(SendMode::Standard), 1 => Just(SendMode::Synchronous)];
    (any::<bool>(), -1i32..RANKS as i32, 0i32..2, bytes, mode, prop_oneof![Just(0u64), 1u64..3_000_000]).prop_map(
        |(sends, peer, tag, bytes, mode, block)| {
            let function = if sends { Function::Send } else { Function::Recv };
            let call = Enter { function, site: CallSite(block as u32 % 7), block: Work::Time(Time::from_ps(block)) };
            let (request, comm, buffer) = (RequestId(0), CommId::WORLD, buffer(0, bytes));
            if sends {
                Post::BlockingSend {
                    call,
                    request,
                    comm,
                    peer: peer.max(0) as u32,
                    tag,
                    buffer,
                    mode,
                    elements: ops::Elements::Any,
                }
            } else {
                Post::BlockingRecv { call, request, comm, source: peer, tag, buffer, elements: ops::Elements::Any }
            }
        },
    )
}

type Seen = (RunSummary, Vec<Record>, Vec<Vec<(Time, Vec<ops::Completion>)>>, Vec<Vec<u8>>);

/// How ranks post, and what is observed.
#[derive(Clone, Copy, Debug)]
struct Setup {
    /// A call is one post, not three.
    whole: bool,
    /// Ranks run ahead of their answers.
    ahead: bool,
    /// Blocks take no time.
    free: bool,
    waits: bool,
}

fn seen(calls: &[Vec<Post>], library: &str, setup: Setup) -> Seen {
    let mut script = script(RANKS as usize, ROOM as usize + 1);
    script.runs_ahead = setup.ahead;
    for (rank, calls) in calls.iter().enumerate() {
        script.memory.bytes[rank].fill(rank as u8 + 1);
        for call in calls {
            let parts = call.parts().expect("a blocking call");
            script.rank(rank, if setup.whole { vec![call.clone()] } else { parts.to_vec() });
        }
    }
    let blocks: Box<dyn BlockCosts> =
        if setup.free { Box::new(FreeBlocks) } else { Box::new(MeasuredBlocks::new(1_000_000)) };
    let options = EngineOptions {
        ranks: RANKS,
        library: Library::load(Some(library), &toml::Table::new(), &|_| None).expect("a shipped library"),
        placement: Box::new(PerHost(1)),
        resources: resources(None),
        oversubscribed_compute: None,
        blocks,
        skip_payload_from: None,
        steps: Vec::new(),
    };
    let mut records = Records { waits: setup.waits, list: Vec::new() };
    let outcome = Engine::new(options, &mut script, Some(&mut records)).run(&mut |_| false);
    let answers = script.answers.into_iter();
    let answers = answers.map(|all| all.into_iter().map(|answer| (answer.now, answer.completions)).collect());
    (outcome, records.list, answers.collect(), script.memory.bytes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn one_post_is_the_same_as_three(
        calls in proptest::collection::vec(proptest::collection::vec(call(), 0..6), RANKS as usize),
        (free, ahead, waits) in any::<(bool, bool, bool)>(),
    ) {
        for library in ["ideal", "mpich-4.3"] {
            let setup = Setup { whole: true, ahead, free, waits };
            prop_assert_eq!(seen(&calls, library, setup), seen(&calls, library, Setup { whole: false, ..setup }));
        }
    }
}
