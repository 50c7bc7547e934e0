//! Programs of ranks that exchange messages in phases, on a network model alone: what the error of shared rates does to their ends.

use kernel::random::Stream;
use kernel::{Completion, Network, Transfer};
use platform::Platform;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::sync::Arc;
use units::{Endpoint, HostId, Time};
use windtunnel_models::Machine;

/// What a rank does: computes, posts receives, sends one message after another, and waits for all of them.
#[derive(Clone, Debug, Default)]
struct Phase {
    compute: Time,
    receives: Vec<u32>,
    sends: Vec<(u32, u64)>,
}

/// Time that posting a send takes.
const OVERHEAD: Time = Time::from_ns(400);

/// A program: phases by rank, and hosts of ranks.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    ranks: Vec<Vec<Phase>>,
    hosts: Vec<u32>,
}

struct Message {
    ends: [u32; 2],
    bytes: u64,
    posted: u8,
}

/// Posts of a phase: messages that are received and sent.
#[derive(Clone, Default)]
struct Posts {
    receives: Vec<u32>,
    sends: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Begin(u32),
    Send(u32),
}

impl Program {
    fn new(ranks: u32) -> Self {
        Self { ranks: vec![Vec::new(); ranks as usize], hosts: (0..ranks).collect() }
    }

    fn size(&self) -> u32 {
        self.ranks.len() as u32
    }

    /// Puts ranks on hosts drawn at random.
    fn shuffled(mut self) -> Self {
        let mut random = Stream::new(21, 0, 0);
        for at in (1..self.hosts.len()).rev() {
            self.hosts.swap(at, random.below(at as u64 + 1) as usize);
        }
        self
    }

    /// Every rank exchanges messages with some others, given by its number: (sent to, received from, bytes).
    fn exchange(&mut self, compute: impl Fn(u32) -> u64, partners: impl Fn(u32) -> Vec<(u32, u32, u64)>) {
        for rank in 0..self.size() {
            let partners = partners(rank);
            self.ranks[rank as usize].push(Phase {
                compute: Time::from_ps(compute(rank)),
                receives: partners.iter().map(|partner| partner.1).filter(|from| *from != rank).collect(),
                sends: partners
                    .iter()
                    .filter(|partner| partner.0 != rank)
                    .map(|&(to, _, bytes)| (to, bytes))
                    .collect(),
            });
        }
    }

    /// Messages, and the posts of each rank's phases.
    fn matched(&self) -> (Vec<Message>, Vec<Vec<Posts>>) {
        let mut messages = Vec::new();
        let mut sent: HashMap<(u32, u32), VecDeque<u32>> = HashMap::new();
        let mut posts: Vec<Vec<Posts>> =
            self.ranks.iter().map(|phases| vec![Posts::default(); phases.len()]).collect();
        for (rank, phases) in self.ranks.iter().enumerate() {
            for (at, phase) in phases.iter().enumerate() {
                for &(to, bytes) in &phase.sends {
                    let id = messages.len() as u32;
                    messages.push(Message { ends: [rank as u32, to], bytes, posted: 0 });
                    sent.entry((rank as u32, to)).or_default().push_back(id);
                    posts[rank][at].sends.push(id);
                }
            }
        }
        for (rank, phases) in self.ranks.iter().enumerate() {
            for (at, phase) in phases.iter().enumerate() {
                for &from in &phase.receives {
                    let id = sent.get_mut(&(from, rank as u32)).and_then(VecDeque::pop_front);
                    posts[rank][at].receives.push(id.expect("a message for each receive"));
                }
            }
        }
        (messages, posts)
    }

    /// The ends of the ranks, in picoseconds, where each starts up to `spread` picoseconds late, drawn from a seed; and the number of messages.
    pub(crate) fn run(&self, network: &mut dyn Network, spread: u64, seed: u32) -> (Vec<u64>, u64) {
        let (mut messages, posts) = self.matched();
        let mut random = Stream::new(22, 0, seed);
        let mut phase = vec![0usize; self.ranks.len()];
        let mut pending = vec![0usize; self.ranks.len()];
        let mut ends = vec![0u64; self.ranks.len()];
        let mut events: BinaryHeap<Reverse<(Time, Event)>> = BinaryHeap::new();
        let begin = |rank: u32, phase: usize, now: Time| {
            Some((now + self.ranks[rank as usize].get(phase)?.compute, Event::Begin(rank)))
        };
        for rank in 0..self.size() {
            events.extend(begin(rank, 0, Time::from_ps(random.below(spread + 1))).map(Reverse));
        }
        let mut completions: Vec<Completion> = Vec::new();
        loop {
            let next = network.next_event();
            let now = events.peek().map_or(Time::MAX, |Reverse(event)| event.0).min(next);
            if now == Time::MAX {
                return (ends, messages.len() as u64);
            }
            if next <= now {
                network.advance(now, &mut completions);
            }
            for completion in completions.drain(..) {
                for rank in messages[completion.token as usize].ends {
                    pending[rank as usize] -= 1;
                    if pending[rank as usize] == 0 {
                        phase[rank as usize] += 1;
                        ends[rank as usize] = now.ps();
                        events.extend(begin(rank, phase[rank as usize], now).map(Reverse));
                    }
                }
            }
            while let Some(&Reverse((date, event))) = events.peek() {
                if date > now {
                    break;
                }
                events.pop();
                let mut post = |network: &mut dyn Network, id: u32, side: u8| {
                    let message = &mut messages[id as usize];
                    message.posted |= side;
                    if message.posted == 3 {
                        let end =
                            |rank: u32| Endpoint { host: HostId(self.hosts[rank as usize]), ..Endpoint::default() };
                        network.start(
                            now,
                            &Transfer::new(id.into(), end(message.ends[0]), end(message.ends[1]), message.bytes),
                        );
                    }
                };
                match event {
                    Event::Begin(rank) => {
                        let posts = &posts[rank as usize][phase[rank as usize]];
                        pending[rank as usize] = posts.receives.len() + posts.sends.len();
                        if pending[rank as usize] == 0 {
                            phase[rank as usize] += 1;
                            ends[rank as usize] = now.ps();
                            events.extend(begin(rank, phase[rank as usize], now).map(Reverse));
                        }
                        posts.receives.iter().for_each(|id| post(network, *id, 2));
                        for (at, id) in posts.sends.iter().enumerate() {
                            events.push(Reverse((
                                now + Time::from_ps(OVERHEAD.ps() * (at as u64 + 1)),
                                Event::Send(*id),
                            )));
                        }
                    }
                    Event::Send(id) => post(network, id, 1),
                }
            }
        }
    }
}

fn text(topology: &str) -> String {
    format!(
        "[topology]\n{topology}\n[host]\ncores = 1\nspeed = '8 Gflop/s'\n\
         memory = {{ bandwidth = '50 GB/s', copy = '10 GB/s', latency = '200 ns' }}\n"
    )
}

const LINKS: &str = "links.all.bandwidth = '12.5 GB/s'\nlinks.all.latency = '300 ns'";

fn torus(dimensions: &[u32]) -> String {
    text(&format!("kind = 'torus'\ndimensions = {dimensions:?}\n{LINKS}"))
}

fn fat_tree(arity: u32) -> String {
    text(&format!("kind = 'fat-tree'\narity = {arity}\nlevels = 2\n{LINKS}"))
}

/// Cabinets whose links to the root have `share` of the bandwidth of their hosts together.
fn cabinets(hosts: u32, cabinets: u32, share: f64) -> String {
    let bandwidth = f64::from(hosts / cabinets) * 12.5 * share;
    text(&format!(
        "kind = 'cluster'\nhosts = {hosts}\ncabinets = {cabinets}\nlinks.host = {{ bandwidth = '12.5 GB/s', latency = '300 ns' }}\n\
         links.cabinet = {{ bandwidth = '{bandwidth} GB/s', latency = '300 ns' }}"
    ))
}

fn dragonfly(groups: u32) -> String {
    text(&format!(
        "kind = 'dragonfly'\ngroups = {groups}\nrouters = 8\nhosts = 4\nglobal_links = 4\n{}",
        ["host", "local", "global"].map(|kind| LINKS.replace("all", kind)).join("\n")
    ))
}

/// All to all, all posted at once; `bytes` by a draw from 0 to 1.
fn all_to_all(ranks: u32, compute: impl Fn(u32) -> u64, bytes: impl Fn(f64) -> u64) -> Program {
    let mut program = Program::new(ranks);
    program.exchange(compute, |rank| {
        let mut random = Stream::new(23, 0, rank);
        let draw = |random: &mut Stream| random.below(1 << 20) as f64 / f64::from(1 << 20);
        (1..ranks)
            .map(|step| ((rank + step) % ranks, (rank + ranks - step) % ranks, bytes(draw(&mut random))))
            .collect()
    });
    program
}

/// In each round a rank sends to the one `step` on.
fn shifts(ranks: u32, steps: impl Iterator<Item = u32>, noise: u64, bytes: u64) -> Program {
    let mut program = Program::new(ranks);
    for step in steps {
        let compute = |rank| if noise > 0 { Stream::new(24, step as u16, rank).below(noise) } else { 0 };
        program.exchange(compute, |rank| vec![((rank + step) % ranks, (rank + ranks - step) % ranks, bytes)]);
    }
    program
}

/// A grid of ranks; each sends to its neighbours in three dimensions.
fn halo(sides: [u32; 3], rounds: u32, noise: u64, bytes: u64) -> Program {
    let ranks = sides.iter().product();
    let mut program = Program::new(ranks);
    for round in 0..rounds {
        let compute = |rank| if noise > 0 { Stream::new(25, round as u16, rank).below(noise) } else { 0 };
        program.exchange(compute, |rank| {
            let at = [rank % sides[0], rank / sides[0] % sides[1], rank / sides[0] / sides[1]];
            let neighbour = |side: usize, by: u32| {
                let mut other = at;
                other[side] = (other[side] + by) % sides[side];
                other[0] + sides[0] * (other[1] + sides[1] * other[2])
            };
            let both = |side: usize| [(side, 1), (side, sides[side] - 1)];
            (0..3)
                .flat_map(both)
                .map(|(side, by)| (neighbour(side, by), neighbour(side, sides[side] - by), bytes))
                .collect()
        });
    }
    program
}

/// Transposes in the planes of a grid: to all ranks of the own row, then of the own column.
fn transposes(sides: [u32; 2], rounds: u32, bytes: u64) -> Program {
    let mut program = Program::new(sides[0] * sides[1]);
    for side in (0..rounds).flat_map(|_| [0, 1]) {
        program.exchange(
            |_| 0,
            |rank| {
                let at = [rank % sides[0], rank / sides[0]];
                let other = |by: u32| {
                    let mut other = at;
                    other[side] = (other[side] + by) % sides[side];
                    other[0] + sides[0] * other[1]
                };
                (1..sides[side]).map(|by| (other(by), other(sides[side] - by), bytes)).collect()
            },
        );
    }
    program
}

/// All to all in batches: a rank goes on when its batch is through.
fn batches(ranks: u32, batch: u32, bytes: u64) -> Program {
    let mut program = Program::new(ranks);
    for first in (1..ranks).step_by(batch as usize) {
        let steps = first..ranks.min(first + batch);
        program.exchange(
            |_| 0,
            |rank| steps.clone().map(|step| ((rank + step) % ranks, (rank + ranks - step) % ranks, bytes)).collect(),
        );
    }
    program
}

/// A case: name, platform, program.
pub(crate) type Case = (&'static str, String, Program);

/// The cases: the first twelve have links of more than 50 flows and spread starts, the others ten rounds or more.
pub(crate) fn cases() -> Vec<Case> {
    let late = |most: u64| move |rank: u32| Stream::new(26, 0, rank).below(most);
    let odd = |rank: u32| if rank == 5 { 1_000_000 } else { 0 };
    let sizes = |draw: f64| (1_024.0 * 1_024f64.powf(draw)) as u64;
    vec![
        ("late hosts, all to all 64 KiB, fat tree 64", fat_tree(8), all_to_all(64, late(1_000_000), |_| 65_536)),
        ("late hosts, all to all 64 KiB, torus 8x8", torus(&[8, 8]), all_to_all(64, late(1_000_000), |_| 65_536)),
        ("late hosts, all to all 64 KiB, star 64", cabinets(64, 1, 1.0), all_to_all(64, late(5_000_000), |_| 65_536)),
        ("one odd, all to all 64 KiB, fat tree 121", fat_tree(11), all_to_all(121, odd, |_| 65_536)),
        ("one odd, all to all 64 KiB, torus 5x5x5", torus(&[5, 5, 5]), all_to_all(125, odd, |_| 65_536)),
        ("drawn sizes, all to all, fat tree 64", fat_tree(8), all_to_all(64, |_| 0, sizes)),
        ("drawn sizes, all to all, torus 4x4x4", torus(&[4, 4, 4]), all_to_all(64, |_| 0, sizes)),
        ("drawn sizes, all to all, dragonfly 96", dragonfly(3), all_to_all(96, |_| 0, sizes)),
        ("drawn sizes, all to all, cabinets 0.3, 64", cabinets(64, 4, 0.3), all_to_all(64, |_| 0, sizes)),
        (
            "late, all to all, shuffled, cabinets 0.98, 64",
            cabinets(64, 4, 0.98),
            all_to_all(64, late(3_000_000), |_| 65_536).shuffled(),
        ),
        (
            "late, all to all, shuffled, torus 4x4x4",
            torus(&[4, 4, 4]),
            all_to_all(64, late(3_000_000), |_| 65_536).shuffled(),
        ),
        ("batches of 32, shuffled, cabinets 0.25, 128", cabinets(128, 4, 0.25), batches(128, 32, 32_768).shuffled()),
        ("halo x 12, shuffled, torus 8x8x4", torus(&[8, 8, 4]), halo([8, 8, 4], 12, 0, 65_536).shuffled()),
        (
            "halo x 20 with noise, shuffled, torus 4x4x4",
            torus(&[4, 4, 4]),
            halo([4, 4, 4], 20, 2_000_000, 65_536).shuffled(),
        ),
        (
            "halo x 12 with noise, shuffled, fat tree 256",
            fat_tree(16),
            halo([8, 8, 4], 12, 2_000_000, 262_144).shuffled(),
        ),
        (
            "halo x 12 with noise, shuffled, cabinets 0.3",
            cabinets(256, 8, 0.3),
            halo([8, 8, 4], 12, 2_000_000, 65_536).shuffled(),
        ),
        ("halo x 12, shuffled, dragonfly 256", dragonfly(8), halo([8, 8, 4], 12, 0, 65_536).shuffled()),
        ("pairwise x 63 with noise, torus 4x4x4", torus(&[4, 4, 4]), shifts(64, 1..64, 2_000_000, 65_536)),
        (
            "pairwise x 100 with noise, fat tree 256",
            fat_tree(16),
            shifts(256, (1..256).step_by(3).take(100), 2_000_000, 65_536),
        ),
        (
            "pairwise x 100, shuffled, cabinets 0.25, 128",
            cabinets(128, 4, 0.25),
            shifts(128, 1..101, 0, 65_536).shuffled(),
        ),
        ("pairwise x 100, shuffled, torus 5x5x5", torus(&[5, 5, 5]), shifts(125, 1..101, 0, 65_536).shuffled()),
        (
            "ring x 50, shuffled, torus 8x8x4",
            torus(&[8, 8, 4]),
            shifts(256, std::iter::repeat_n(1, 50), 0, 131_072).shuffled(),
        ),
        ("transposes x 10, shuffled, torus 8x8x4", torus(&[8, 8, 4]), transposes([16, 16], 10, 16_384).shuffled()),
        (
            "transposes x 10, shuffled, cabinets 0.3",
            cabinets(256, 8, 0.3),
            transposes([16, 16], 10, 16_384).shuffled(),
        ),
    ]
}

/// Cases that take long with exact sharing.
pub(crate) fn large() -> Vec<Case> {
    let jitter = |rank: u32| Stream::new(26, 0, rank).below(1_000_000);
    let odd = |rank: u32| if rank == 5 { 1_000_000 } else { 0 };
    let sizes = |draw: f64| (1_024.0 * 1_024f64.powf(draw)) as u64;
    vec![
        ("halo x 5, shuffled, torus 16x8x8", torus(&[16, 8, 8]), halo([16, 8, 8], 5, 0, 65_536).shuffled()),
        ("halo x 5, shuffled, torus 16x16x16", torus(&[16, 16, 16]), halo([16, 16, 16], 5, 0, 65_536).shuffled()),
        ("transposes x 2, shuffled, torus 16x16x8", torus(&[16, 16, 8]), transposes([64, 32], 2, 16_384).shuffled()),
        (
            "batches of 32, shuffled, cabinets 0.25, 1,024",
            cabinets(1_024, 4, 0.25),
            batches(1_024, 32, 32_768).shuffled(),
        ),
        ("one odd, all to all, fat tree 256", fat_tree(16), all_to_all(256, odd, |_| 65_536)),
        ("late, all to all, fat tree 256", fat_tree(16), all_to_all(256, jitter, |_| 65_536)),
        ("late, all to all, torus 16x16", torus(&[16, 16]), all_to_all(256, jitter, |_| 65_536)),
        ("drawn sizes, all to all, fat tree 256", fat_tree(16), all_to_all(256, |_| 0, sizes)),
        ("drawn sizes, all to all, torus 16x16", torus(&[16, 16]), all_to_all(256, |_| 0, sizes)),
    ]
}

/// The machine of a platform's text.
pub(crate) fn machine(text: &str) -> Arc<dyn Machine> {
    Arc::new(Platform::from_str(text, "case.toml").unwrap_or_else(|error| panic!("{error}")))
}

/// Seconds this thread has been on a CPU, from the operating system's own account.
pub(crate) fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split_whitespace().next().and_then(|field| field.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e9
}
