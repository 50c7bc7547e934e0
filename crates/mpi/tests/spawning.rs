//! Spawned worlds: where and when their ranks begin, what they are told, and what a refusal is.

use crate::support::*;
use ops::{
    Answer, CallSite, CommCall, CommId, ErrorClass, PlacedRanks, Placement, PlacementError, Post, RankDriver,
    RankState, RequestId, SpawnCall, SpawnError, SpawnProgram, UserMemory,
};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use units::{ActorId, Endpoint, HostId, Time};
use windtunnel_mpi::library::Library;
use windtunnel_mpi::{Engine, EngineOptions, FreeBlocks, Outcome, RunSummary};

const US: u64 = 1_000_000;
const SPAWN: u64 = 7 * US;

/// Ranks that follow a script, the spawned ones too.
struct Spawner {
    script: Script,
    /// What the ranks of each spawned world post, before they end.
    worlds: VecDeque<Vec<Vec<Post>>>,
    /// The first rank of each, and their hosts.
    started: Vec<(u32, Vec<u32>)>,
}

impl RankDriver for Spawner {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.script.resume(actor, answer, posts)
    }

    fn memory(&mut self) -> Option<&mut dyn UserMemory> {
        self.script.memory()
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.script.describe_site(site)
    }

    fn spawn(&mut self, call: &SpawnCall, first: ActorId, hosts: &[HostId]) -> Result<(), SpawnError> {
        let world = self.worlds.pop_front().ok_or_else(|| SpawnError::Refused("no such program".to_owned()))?;
        assert_eq!(call.ranks(), world.len() as u64);
        assert_eq!(first.index(), self.script.posts.len());
        self.started.push((first.0, hosts.iter().map(|host| host.0).collect()));
        for posts in world {
            self.script.posts.push(posts.into());
            self.script.answers.push(Vec::new());
            self.script.memory.bytes.push(vec![0; 8]);
        }
        Ok(())
    }
}

/// One rank per host; notes which of the earlier ranks were alive when ranks were placed.
struct Hosts(Rc<RefCell<Vec<Vec<bool>>>>);

impl Placement for Hosts {
    fn endpoint(&self, actor: ActorId) -> Endpoint {
        PerHost(1).endpoint(actor)
    }

    fn place(
        &mut self,
        first: ActorId,
        _: &[(u32, Option<&str>)],
        alive: &dyn Fn(ActorId) -> bool,
    ) -> Result<PlacedRanks, PlacementError> {
        self.0.borrow_mut().push((0..first.0).map(|actor| alive(ActorId(actor))).collect());
        Ok(PlacedRanks { shared: false })
    }
}

fn library() -> Library {
    let settings = "spawn = \"7 us\"".parse::<toml::Table>().expect("TOML");
    Library::load(Some("ideal"), &settings, &|_| None).expect("valid")
}

/// Also returns, for each spawned world, which of the earlier ranks were alive.
fn run_all(spawner: &mut Spawner) -> (RunSummary, Vec<Vec<bool>>) {
    let alive = Rc::default();
    let options = EngineOptions {
        ranks: spawner.script.posts.len() as u32,
        library: library(),
        placement: Box::new(Hosts(Rc::clone(&alive))),
        resources: resources(None),
        oversubscribed_compute: None,
        blocks: Box::new(FreeBlocks),
        skip_payload_from: None,
        steps: Vec::new(),
    };
    let summary = Engine::new(options, spawner, None).run(&mut |_| false);
    (summary, alive.take())
}

fn make(request: u32, comm: CommId, call: CommCall) -> Post {
    Post::CreateComm { request: RequestId(request), comm, call: Box::new(call) }
}

/// The root, rank 0 of the communicator, asks for so many ranks.
fn spawn(request: u32, comm: CommId, is_root: bool, ranks: u32) -> Post {
    let program = SpawnProgram {
        command: (*b"child").into(),
        arguments: [].into(),
        ranks,
        host: None,
        folder: None,
        path: None,
    };
    let call = SpawnCall { programs: [program].into(), folder: (*b"/").into() };
    make(request, comm, CommCall::Spawn { root: 0, call: is_root.then(|| Box::new(call)) })
}

/// A rank of the spawned world that the engine gives this number: two more are those of the groups of the
/// intercommunicator to its parents, and a third is its own.
fn child(world: u32, posts: Vec<Post>) -> Vec<Post> {
    [vec![make(0, CommId(world), CommCall::Parent), wait(0)], posts].concat()
}

#[test]
fn worlds_start_after_the_last_call_on_the_hosts_of_their_ranks() {
    let alone = CommId(1);
    let mut script = script(3, 8);
    // Rank 2 ends at once. The others are in a communicator of their own, from which they spawn twice.
    for rank in 0..3u32 {
        let color = (rank < 2).then_some(0);
        let split = make(0, CommId::WORLD, CommCall::Split(ops::SplitKey { color, key: 0 }));
        script.rank(rank as usize, [split, wait(0)]);
    }
    for rank in 0..2 {
        for (request, (late, ranks)) in (1..).zip([(10 * US, 2), (30 * US, 1)]) {
            let late = if rank == 1 { late } else { 0 };
            script.rank(rank, [compute(late), spawn(request, alone, rank == 0, ranks), wait(request)]);
        }
    }
    // The second child of the first world marks a phase 5 us after its start and ends 20 us later.
    let mark = vec![compute(5 * US), Post::Phase { name: "work".into() }, compute(20 * US), Post::ReadClock];
    let worlds = VecDeque::from([vec![child(2, vec![]), child(2, mark)], vec![child(6, vec![])]]);
    let mut spawner = Spawner { script, worlds, started: Vec::new() };
    let (summary, alive) = run_all(&mut spawner);
    assert_eq!(summary.ending, Outcome::Finished(0), "{:?}", spawner.script.answers);
    assert_eq!(spawner.started, [(3, vec![3, 4]), (5, vec![5])]);
    assert_eq!(alive[0], [true, true, false]);
    let first = 10 * US + SPAWN;
    let jobs: Vec<_> = summary.worlds.iter().map(|world| (world.job, world.first, world.ranks)).collect();
    assert_eq!(jobs, [(1, 3, 2), (2, 5, 1)]);
    assert_eq!(summary.worlds[0].start, Time::from_ps(first));
    assert_eq!([3, 4].map(|rank| spawner.script.time(rank, 0)), [first; 2]);
    // Rank 1 calls again 30 us after both worlds have met.
    let second = spawner.script.time(1, 2) + 30 * US + SPAWN;
    assert_eq!(spawner.script.time(5, 0), second);
    // From the marks: 5 us before and 20 us after, from the start of the rank and not of the run.
    let work = summary.phases.iter().find(|phase| &*phase.name == "work").expect("marked");
    assert_eq!(work.max, Time::from_ps(20 * US));
    let ends: u64 = [0, 1, 2].map(|rank| spawner.script.last_time(rank)).iter().sum();
    let children = (spawner.script.last_time(3) - first)
        + (spawner.script.last_time(4) - 20 * US - first)
        + (spawner.script.last_time(5) - second);
    assert_eq!(summary.phases[0].mean, Time::from_ps((ends + children) / 6));
}

#[test]
fn a_refused_spawn_is_an_error_that_says_how_many_are_missing() {
    let mut script = script(2, 8);
    for rank in 0..2 {
        script.rank(rank, [spawn(1, CommId::WORLD, rank == 0, 3), wait(1)]);
    }
    let mut spawner = Spawner { script, worlds: VecDeque::new(), started: Vec::new() };
    let (summary, _) = run_all(&mut spawner);
    assert_eq!(summary.ending, Outcome::Finished(0));
    assert_eq!(summary.warnings, ["rank 0 could not start processes: no such program"]);
    for answers in &spawner.script.answers {
        let status = answers[1].completions[0].status;
        assert_eq!((status.error, status.bytes, status.handle), (ErrorClass::Spawn, 3, u64::from(CommId::NULL.0)));
    }
}
