//! A blocking call in one post is the same as its parts: times, records, contents and counts.

use crate::support::*;
use ops::{CallSite, CommId, Enter, Function, Interest, Observer, Post, Record, RequestId, SendMode, Work};
use proptest::prelude::*;
use units::Time;
use windtunnel_mpi::library::Library;
use windtunnel_mpi::{BlockCosts, Engine, EngineOptions, FreeBlocks, MeasuredBlocks, RunSummary};

const RANKS: u32 = 3;
const ROOM: u64 = 400_000;

/// Keeps everything.
#[derive(Default)]
struct Records(Vec<Record>);

impl Observer for Records {
    fn interest(&self) -> Interest {
        Interest { blocks: true, noise: true, calls: true, messages: true, io: true, waits: true, phases: true }
    }

    fn record(&mut self, record: &Record) {
        self.0.push(*record);
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

fn seen(calls: &[Vec<Post>], library: &str, free: bool, whole: bool) -> Seen {
    let mut script = script(RANKS as usize, ROOM as usize + 1);
    for (rank, calls) in calls.iter().enumerate() {
        script.memory.bytes[rank].fill(rank as u8 + 1);
        for call in calls {
            let parts = call.parts().expect("a blocking call");
            script.rank(rank, if whole { vec![call.clone()] } else { parts.to_vec() });
        }
    }
    let blocks: Box<dyn BlockCosts> =
        if free { Box::new(FreeBlocks) } else { Box::new(MeasuredBlocks::new(1_000_000)) };
    let options = EngineOptions {
        ranks: RANKS,
        library: Library::load(Some(library), &toml::Table::new(), &|_| None).expect("a shipped library"),
        placement: Box::new(PerHost(1)),
        resources: resources(None),
        oversubscribed_compute: None,
        blocks,
        skip_payload_from: None,
    };
    let mut records = Records::default();
    let outcome = Engine::new(options, &mut script, Some(&mut records)).run(&mut |_| false);
    let answers = script.answers.into_iter();
    let answers = answers.map(|all| all.into_iter().map(|answer| (answer.now, answer.completions)).collect());
    (outcome, records.0, answers.collect(), script.memory.bytes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn one_post_is_the_same_as_three(
        calls in proptest::collection::vec(proptest::collection::vec(call(), 0..6), RANKS as usize),
        free: bool,
    ) {
        for library in ["ideal", "mpich-4.3"] {
            prop_assert_eq!(seen(&calls, library, free, true), seen(&calls, library, free, false));
        }
    }
}
