//! Pins the simulator and its ranks to CPU cores, so that different simulations do not share cores.
//!
//! If only one process of a simulation runs at a time, all of them stay on one core, because processes wake each other fastest
//! there. If ranks run in parallel, they get several cores. Simulations that run at the same time have to be on different
//! cores. So each simulation claims its core by a socket with the core's name, which disappears with the process.

use super::bell;
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// So many simulations on one core are kept apart from those on others; more go wherever they begin.
const CLAIMS_MAX: u32 = 64;

/// A core that is ours as long as this lives.
#[derive(Debug)]
pub(super) struct Core {
    _claim: UnixDatagram,
    number: usize,
}

/// Cores that are this run's as long as this lives.
#[derive(Debug)]
pub(crate) struct Claims(Vec<Core>);

impl Claims {
    /// One core for each of `count`; none if there are fewer, or the system refuses. This process may use all of them.
    pub(crate) fn of(count: usize) -> Option<Self> {
        stay_on(count).filter(|cores| cores.len() == count).map(Self)
    }

    /// The number of one of them.
    pub(crate) fn number(&self, at: usize) -> usize {
        self.0[at].number
    }
}

/// Moves this thread to a core.
pub(crate) fn stay_on_core(number: usize) {
    go_to(0, &[number]);
}

/// How many cores this process may run on.
pub(crate) fn cores() -> usize {
    allowed_cores().len().max(1)
}

/// The cores of a run whose ranks may compute at once. The simulator stays on the first, which its first worker uses, too: calls between
/// processes on one core are the fastest. The system would leave ranks in a queue for one core for milliseconds while others are idle, so
/// each worker has a core of its own.
pub(super) struct Cores {
    /// None: the system refuses, and all are where it puts them.
    claims: Option<Vec<Core>>,
}

/// The core of a rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum RankCore {
    /// With the simulator, which waits for it.
    #[default]
    First,
    /// With this worker, which has it compute beside others.
    Worker(usize),
}

/// How often it is tried how long waking takes, and how long a core is idle before.
const WAKE_TRIES: usize = 12;
const WAKE_GAP: Duration = Duration::from_micros(50);

/// The shortest slice that Linux takes, nanoseconds.
const SLICE_NS: u64 = 100_000;

impl Cores {
    /// Claims `count` cores, and goes to the first.
    pub(super) fn claim(count: usize) -> Self {
        let claims = stay_on(count);
        if let Some([first, _, ..]) = claims.as_deref() {
            go_to(0, &[first.number]);
            // Ranks inherit that until they compute beside others.
            take_slices(0, SLICE_NS);
        }
        Self { claims }
    }

    /// Moves a rank, whose process this is.
    pub(super) fn put(&self, rank: libc::pid_t, from: &mut RankCore, to: RankCore) {
        let Some(claims) = self.claims.as_deref().filter(|claims| claims.len() > 1 && *from != to) else { return };
        let number = |core| match core {
            RankCore::First => 0,
            RankCore::Worker(worker) => worker % claims.len(),
        };
        if number(*from) != number(to) {
            go_to(rank, &[claims[number(to)].number]);
        }
        if (*from == RankCore::First) != (to == RankCore::First) {
            take_slices(rank, if to == RankCore::First { SLICE_NS } else { 0 });
        }
        *from = to;
    }

    /// How long it takes to wake a process on another core: of some tries, one that few are shorter than. None if all are on one.
    pub(super) fn wake_time(&self) -> Option<Duration> {
        let [here, there, ..] = self.claims.as_deref()? else { return None };
        let (here, there, base) = (here.number, there.number, Instant::now());
        // 0: sleeps; else when it was woken, and when it woke up, nanoseconds from `base` on.
        let (asked, woke) = (&AtomicU32::new(0), &AtomicU64::new(0));
        let now = move || base.elapsed().as_nanos() as u64;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                go_to(0, &[there]);
                for _ in 0..WAKE_TRIES {
                    while asked.load(Ordering::SeqCst) == 0 {
                        bell::wait_while(asked, 0, None);
                    }
                    asked.store(0, Ordering::SeqCst);
                    woke.store(now(), Ordering::SeqCst);
                }
            });
            let of_try = |_| {
                // So that it sleeps, and its core with it.
                std::thread::sleep(WAKE_GAP);
                woke.store(0, Ordering::SeqCst);
                let began = now();
                asked.store(1, Ordering::SeqCst);
                bell::wake(asked);
                while woke.load(Ordering::SeqCst) == 0 {
                    std::hint::spin_loop();
                }
                Duration::from_nanos(woke.load(Ordering::SeqCst).saturating_sub(began))
            };
            let waker = scope.spawn(move || {
                go_to(0, &[here]);
                (0..WAKE_TRIES).map(of_try).collect::<Vec<_>>()
            });
            let mut times = waker.join().ok()?;
            times.sort_unstable();
            times.get(WAKE_TRIES / 4).copied()
        })
    }

    /// The kind of core that a worker has, by the number of workers.
    pub(super) fn kind(&self, worker: usize, workers: usize) -> bell::Core {
        match self.claims.as_deref() {
            Some(claims) if worker.is_multiple_of(claims.len()) => bell::Core::Engines,
            Some(claims) if workers <= claims.len() => bell::Core::Own,
            _ => bell::Core::Any,
        }
    }
}

/// Gives a process (0: this thread) slices of this many nanoseconds; 0: the system's. Ranks compute on all cores that are ours when the
/// simulator, or a rank that it waits for, wakes for a short while: from Linux 6.12 on it gets a core at once if it says that it will not
/// have it for long. Earlier systems ignore that.
fn take_slices(pid: libc::pid_t, nanoseconds: u64) {
    /// `struct sched_attr`, first version.
    #[repr(C)]
    #[derive(Default)]
    struct Attributes {
        size: u32,
        policy: u32,
        flags: u64,
        nice: i32,
        priority: u32,
        runtime: u64,
        deadline: u64,
        period: u64,
    }
    let size = size_of::<Attributes>() as u32;
    let mut attributes = Attributes::default();
    // SAFETY: plain system calls on a struct of our own. A refusal leaves everything as it is.
    unsafe {
        if libc::syscall(libc::SYS_sched_getattr, pid, &raw mut attributes, size, 0) == 0
            && attributes.policy == libc::SCHED_OTHER as u32
        {
            attributes.runtime = nanoseconds;
            libc::syscall(libc::SYS_sched_setattr, pid, &raw const attributes, 0);
        }
    }
}

/// Moves a process (0: this thread) to some cores. A refusal leaves it where it is.
fn go_to(pid: libc::pid_t, cores: &[usize]) {
    // SAFETY: the set is ours.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        cores.iter().for_each(|&number| libc::CPU_SET(number, &mut set));
        libc::sched_setaffinity(pid, size_of::<libc::cpu_set_t>(), &raw const set);
    }
}

/// Moves this process, and those that it starts from here on, to `count` of the allowed cores, those that the fewest simulations
/// have claimed; of these, the one that the system has put us on comes first, if it is among them. None if the system refuses.
pub(super) fn stay_on(count: usize) -> Option<Vec<Core>> {
    let mut allowed = allowed_cores();
    // SAFETY: asks for a number.
    let here = usize::try_from(unsafe { libc::sched_getcpu() }).unwrap_or(0);
    let at = allowed.iter().position(|&core| core == here).unwrap_or(0);
    allowed.rotate_left(at);
    let mut claimed = Vec::new();
    while claimed.len() < count && !allowed.is_empty() {
        let (number, claim) = (0..CLAIMS_MAX).find_map(|level| claim_one(&allowed, level))?;
        allowed.retain(|&core| core != number);
        claimed.push((number, claim));
    }
    let claims: Vec<Core> = claimed.into_iter().map(|(number, claim)| Core { _claim: claim, number }).collect();
    go_to(0, &claims.iter().map(|core| core.number).collect::<Vec<_>>());
    Some(claims)
}

fn claim_one(cores: &[usize], level: u32) -> Option<(usize, UnixDatagram)> {
    cores.iter().find_map(|&core| Some((core, claim(core, level).ok()?)))
}

/// A claim on a core; an error if another simulation has it.
fn claim(core: usize, level: u32) -> io::Result<UnixDatagram> {
    UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(format!("windtunnel core {core} {level}"))?)
}

/// The cores that this process may run on.
fn allowed_cores() -> Vec<usize> {
    // SAFETY: fills the set that it is given.
    let set = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) != 0 {
            return Vec::new();
        }
        set
    };
    // SAFETY: looks at a bit of the set.
    (0..libc::CPU_SETSIZE as usize).filter(|&core| unsafe { libc::CPU_ISSET(core, &set) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulations_side_by_side_claim_all_cores_before_they_share_one() {
        // In threads of their own: the claim moves the thread, and the test's others stay where they are.
        let all = allowed_cores();
        let claim = || std::thread::spawn(|| stay_on(1)).join().expect("a thread").expect("a core").remove(0);
        let claims: Vec<Core> = all.iter().map(|_| claim()).collect();
        let mut cores: Vec<usize> = claims.iter().map(|core| core.number).collect();
        cores.sort_unstable();
        cores.dedup();
        // Other simulations may have claimed some: nobody gets a second one of ours before all have one.
        assert!(!cores.is_empty() && (cores.len() == all.len() || others(&all)), "{cores:?} of {all:?}");
        let again = claim();
        assert!(all.contains(&again.number));
    }

    #[test]
    fn waking_a_process_on_another_core_takes_some_time() {
        let taken = std::thread::spawn(|| {
            let cores = Cores::claim(2);
            (cores.claims.as_ref().map_or(0, Vec::len), cores.wake_time())
        });
        let (claimed, wake) = taken.join().expect("a thread");
        assert_eq!(wake.is_some(), claimed == 2);
        assert!(wake.is_none_or(|wake| wake > Duration::ZERO && wake < Duration::from_secs(1)), "{wake:?}");
    }

    /// Whether somebody else holds a claim of the second level while ours hold those of the first.
    fn others(all: &[usize]) -> bool {
        all.iter().any(|&core| claim(core, 1).is_err())
    }
}
