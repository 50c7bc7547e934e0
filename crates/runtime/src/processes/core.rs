//! Pins the simulator and its ranks to one CPU core, and different simulations to different cores.
//!
//! If only one of the processes runs at a time, they wake each other fastest on one core. Simulations that run at the same time
//! have to be on different cores, so each claims one by a socket with the core's name, which disappears with the process.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};

/// So many simulations on one core are kept apart from those on others; more go wherever they begin.
const CLAIMS_MAX: u32 = 64;

/// A core that is ours as long as this lives.
#[derive(Debug)]
pub(super) struct Core {
    _claim: UnixDatagram,
    #[cfg(test)]
    number: usize,
}

/// How many cores this process may run on.
pub(crate) fn cores() -> usize {
    allowed_cores().len().max(1)
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
    // SAFETY: the set is ours; a refusal leaves everything as it is.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        claimed.iter().for_each(|&(number, _)| libc::CPU_SET(number, &mut set));
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set);
    }
    let core = |(_number, claim)| Core {
        _claim: claim,
        #[cfg(test)]
        number: _number,
    };
    Some(claimed.into_iter().map(core).collect())
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

    /// Whether somebody else holds a claim of the second level while ours hold those of the first.
    fn others(all: &[usize]) -> bool {
        all.iter().any(|&core| claim(core, 1).is_err())
    }
}
