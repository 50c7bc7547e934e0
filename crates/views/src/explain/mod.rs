//! `windtunnel explain`: shows where a run lost time and why, and gives advice. The wait states and the root causes of waiting
//! are each shown as a tree, in which the times of the branches add up to that of their parent.
//!
//! Wait states are those of Scalasca's wait-state analysis. Root causes are found as in Scalasca's delay analysis (Böhme et
//! al.: "Identifying the root causes of wait states in large-scale parallel applications", ICPP 2010). Scalasca infers
//! dependencies from time stamps; here the simulation has recorded them ([`crate::roots`]).

mod advice;
mod cause;
mod causes;
mod findings;
mod names;
mod nearer;
mod part;
mod text;
mod what_if;
mod words;

use crate::critical_path::CriticalPath;
use crate::losses::Losses;
use crate::roots::{ActivityKind, Roots};
pub use cause::Cause;
pub use findings::{Finding, Loss};
use names::Names;
use nearer::Nearer;
pub use part::LossShare;
use results::{NoiseRow, RankRow, ResultsError, Run, Share, TimelineRow, WaitRow};
use serde::Serialize;
use std::cmp::Reverse;
pub use what_if::WhatIf;

/// What a run lost its time to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// Simulated time, picoseconds.
    pub simulated_time_ps: u64,
    /// The ranks' time, summed.
    pub all_time_ps: u64,
    /// The ranks' waiting, summed.
    pub waiting_ps: u64,
    /// What noise took, if it hit the run.
    pub noise: Option<NoiseTime>,
    /// Root causes, largest first; their times sum to the waiting.
    pub causes: Vec<Cause>,
    /// Wait states, largest first; their times sum to the waiting.
    pub losses: Vec<Loss>,
    /// Losses of the whole run, which are part of these: `serialisation` and `protocol switch`.
    pub remarks: Vec<Finding>,
    /// What the run would be with changes, as far as that has been simulated.
    pub what_ifs: Vec<WhatIf>,
}

/// What noise took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NoiseTime {
    /// From a rank's work, mean over ranks, picoseconds.
    pub mean_ps: u64,
    /// The most that it took from a rank, picoseconds.
    pub max_ps: u64,
    /// Whether the run has the table `noise`, so that what waited for it is among the causes.
    pub traced: bool,
}

impl Explanation {
    /// Of a run.
    ///
    /// # Errors
    /// The run has no table `waits`: it says how to have one. Or a table is damaged.
    pub fn of(run: &Run) -> Result<Self, ResultsError> {
        let path = if run.has::<TimelineRow>() && run.has::<WaitRow>() { Some(CriticalPath::of(run)?) } else { None };
        Self::along(run, path.as_ref())
    }

    /// The same, of a run whose critical path is known or can't be.
    ///
    /// # Errors
    /// The run has no table `waits`: it says how to have one. Or a table is damaged.
    pub fn along(run: &Run, path: Option<&CriticalPath>) -> Result<Self, ResultsError> {
        let names = Names::of(run)?;
        let losses = Losses::of(run, names.classes())?;
        let mut facts = advice::Facts::of(run);
        let hot = losses.hot_servers(facts.servers);
        let roots = Roots::of(run, names.classes(), &hot)?;
        let ranks = run.all::<RankRow>()?;
        let names = names.with_phases(run, &losses)?;
        let mut remarks: Vec<Finding> = Vec::new();
        remarks.extend(losses.switch.as_ref().map(|switch| findings::protocol_switch(switch, &names)));
        remarks.extend(path.and_then(|path| findings::serialisation(path, &ranks, &names)));
        remarks.sort_by_key(|finding| Reverse(finding.lost_ps));
        let all_time_ps = run.manifest().outcome.simulated_time_ps.saturating_mul(ranks.len() as u64);
        if losses.contention().ps() > all_time_ps / 100 {
            facts.nearer = Nearer::of(run)?;
        }
        let mut causes = causes::of(&roots, &names, &facts, all_time_ps);
        for cause in causes.iter_mut().filter(|cause| cause.cause == words::cause(ActivityKind::HotServer)) {
            cause.what.push_str(&words::hot_server(&losses.servers, &run.manifest().machine.file_servers, &facts));
        }
        Ok(Self {
            simulated_time_ps: run.manifest().outcome.simulated_time_ps,
            all_time_ps,
            waiting_ps: losses.waiting.ps(),
            noise: noise(run),
            causes,
            losses: findings::of(&losses, &names),
            remarks,
            what_ifs: Vec::new(),
        })
    }

    /// What the run would be with changes, best first. The best one is the advice on waits for files.
    pub fn tell(&mut self, mut what_ifs: Vec<WhatIf>) {
        what_ifs.sort_by_key(|what_if| what_if.simulated_time_ps);
        for cause in self.causes.iter_mut().filter(|cause| cause.advice == advice::SIMULATE) {
            if let Some(best) = what_ifs.iter().find(|what_if| what_if.prices.contains(&cause.cause)) {
                cause.advice = words::best(best, self.simulated_time_ps);
            }
        }
        self.what_ifs = what_ifs;
    }

    /// As JSON.
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data become JSON");
        text.push('\n');
        text
    }

    /// Names at most this many places of each loss, for a page that everything has to fit.
    pub(crate) fn shorten(&mut self, most: usize) {
        self.losses.iter_mut().for_each(|loss| loss.findings.truncate(most));
    }
}

fn noise(run: &Run) -> Option<NoiseTime> {
    let Share { mean_ps, max_ps } = run.manifest().time.noise;
    (max_ps > 0).then(|| NoiseTime { mean_ps, max_ps, traced: run.has::<NoiseRow>() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, ps, wait};
    use ops::{Record, WaitCause};
    use units::{ActorId, LinkId};

    #[test]
    fn losses_and_causes_are_ranked_and_sum_to_the_waiting() {
        let folder = Folder::new();
        let late = WaitRow { since: ps(190), contention: ps(5), link: Some(LinkId(3)), ..wait(0) };
        let receiver =
            WaitRow { rank: ActorId(1), culprit: ActorId(0), wait_state: WaitCause::LateReceiver, ..wait(1) };
        folder.write(&[Record::Wait(late), Record::Wait(receiver)]);
        let found = Explanation::of(&folder.run()).unwrap();
        let wait_states: Vec<_> = found.losses.iter().map(|loss| (loss.wait_state, loss.lost_ps)).collect();
        assert_eq!(wait_states, [("late sender", 90), ("late receiver", 60), ("transfer", 45), ("contention", 5)]);
        assert_eq!((found.waiting_ps, found.all_time_ps), (200, 600));
        assert_eq!(found.causes.iter().map(|cause| cause.lost_ps).sum::<u64>(), 200);
        let first = &found.losses[0].findings[0];
        assert_eq!((first.culprit, first.victim, first.window_ps), (Some(1), Some(0), (100, 200)));
        let contention = &found.losses[3].findings[0];
        assert_eq!((contention.class.as_deref(), contention.link.as_deref()), (Some("up"), Some("from h1")));
        let text = found.text(false);
        assert!(
            text.starts_with("Of the ranks' time, 600.0 ps in all, 200.0 ps was spent waiting: 33.3 %.\n"),
            "{text}"
        );
        assert!(text.contains("\n  late sender  90.00 ps  15.0 %\n"), "{text}");
        assert!(text.contains("MPI_Recv in main (wait.c:7), for rank 1 in MPI_Send in main (wait.c:9)"), "{text}");
        assert!(found.json().contains("\"wait_state\": \"late sender\""));
        let ideal = WhatIf {
            change: "ideal-network",
            words: "on an ideal network".to_owned(),
            prices: &[],
            simulated_time_ps: 240,
        };
        let slower = WhatIf {
            change: "mapping-random",
            words: "mapped at random".to_owned(),
            prices: &[],
            simulated_time_ps: 330,
        };
        let text = Explanation { what_ifs: vec![ideal, slower], ..found }.text(false);
        assert!(text.contains("on an ideal network: 240.0 ps instead of 300.0 ps (−20.0 %)\n"), "{text}");
        assert!(text.contains("mapped at random: 330.0 ps instead of 300.0 ps (+10.0 %)\n"), "{text}");
    }

    #[test]
    fn a_run_without_waits_says_how_to_have_them() {
        let folder = Folder::new();
        folder.write(&[]);
        assert!(Explanation::of(&folder.run()).unwrap().text(false).contains("Nothing costs a thousandth of it."));
        folder.without("waits");
        let error = Explanation::of(&folder.run()).unwrap_err().to_string();
        assert!(error.contains("has no `waits` table; run with `--observe waits` to have one"), "{error}");
    }
}
