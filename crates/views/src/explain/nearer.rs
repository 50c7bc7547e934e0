//! Checks whether a simple mapping (`block`, `round-robin`) would shorten the paths of a run's messages, for the advice
//! of `windtunnel explain`. Each mapping is rated by the mean number of links that a byte of these messages crosses on
//! the topology's routes.

use crate::machine::Machine;
use platform::{Mapping, Topology};
use results::{MessageRow, ResultsError, Run};

/// The first messages of the table are looked at, in the order of their rows, up to this many: a program repeats its pattern.
const LOOKED_AT: usize = 1 << 18;

/// The mappings that are compared with the run's.
const CANDIDATES: [&str; 2] = ["block", "round-robin"];

/// A mapping with shorter ways than the run's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Nearer {
    /// As given to `--mapping`.
    pub(super) mapping: &'static str,
    /// Links that a byte crosses on average, in tenths: by this mapping, and by the run's.
    pub(super) tenths: (u64, u64),
}

impl Nearer {
    /// The best of the simple mappings, if by it bytes cross at least a fifth fewer links; None if the run has no table `messages`.
    ///
    /// # Errors
    /// The table is damaged.
    pub(super) fn of(run: &Run) -> Result<Option<Self>, ResultsError> {
        let Ok(machine) = Machine::of(run) else { return Ok(None) };
        let Ok(own) = &machine.mapping else { return Ok(None) };
        let candidates: Vec<(&'static str, Mapping)> = CANDIDATES
            .into_iter()
            .filter_map(|spec| Some((spec, machine.mapped(run, spec).ok()?)))
            .filter(|(_, mapping)| (0..own.ranks()).any(|rank| mapping.host(rank) != own.host(rank)))
            .collect();
        if candidates.is_empty() || !run.has::<MessageRow>() {
            return Ok(None);
        }
        let (mut all, mut crossed) = (0, vec![0; 1 + candidates.len()]);
        let mut path = Vec::new();
        for row in run.rows::<MessageRow>()?.take(LOOKED_AT) {
            let row = row?;
            // Spawned worlds have mappings of their own.
            let ends = [row.source.0, row.destination.0];
            if ends.iter().any(|rank| *rank >= own.ranks()) {
                continue;
            }
            all += u128::from(row.bytes);
            let mappings = std::iter::once(own).chain(candidates.iter().map(|(_, mapping)| mapping));
            for (mapping, sum) in mappings.zip(&mut crossed) {
                *sum +=
                    u128::from(row.bytes) * u128::from(links(machine.platform.topology(), mapping, ends, &mut path));
            }
        }
        let Some((at, &least)) = crossed[1..].iter().enumerate().min_by_key(|(_, sum)| **sum) else {
            return Ok(None);
        };
        if least * 5 > crossed[0] * 4 || all == 0 {
            return Ok(None);
        }
        let tenths = |sum: u128| ((sum * 10 + all / 2) / all) as u64;
        Ok(Some(Self { mapping: candidates[at].0, tenths: (tenths(least), tenths(crossed[0])) }))
    }

    /// As a sentence.
    pub(super) fn words(&self) -> String {
        let tenths = |value: u64| format!("{}.{}", value / 10, value % 10);
        format!(
            "Try `--mapping {}`: a byte crosses {} links on average there, and {} by the mapping of this run.",
            self.mapping,
            tenths(self.tenths.0),
            tenths(self.tenths.1)
        )
    }
}

/// Links from a rank to another; limiters do not count.
fn links(topology: &dyn Topology, mapping: &Mapping, ends: [u32; 2], path: &mut Vec<units::LinkId>) -> u32 {
    let [from, to] = ends.map(|rank| mapping.host(rank));
    path.clear();
    topology.route(from, to, path);
    path.iter().filter(|link| topology.link_ends(**link).is_some()).count() as u32
}
