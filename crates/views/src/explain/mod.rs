//! Why time was lost, in sentences: the waits of a run by reason, ranked by what they cost, each with where to look and what
//! to try in the tunnel.
//!
//! The reasons are those of Scalasca's wait-state analysis (Böhme et al.: "Identifying the root causes of wait states in
//! large-scale parallel applications", ICPP 2010), taken from what the simulation knows instead of from time stamps.

mod sentence;

use crate::critical_path::CriticalPath;
use crate::losses::{Loss, Losses, Place, Reason, Switch, foremost};
use crate::text::{columns, percent, time, wrapped};
use results::{LinkUseRow, RankRow, ResultsError, Run, Sites, TimelineRow, WaitRow};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use units::{LinkId, Time};

/// What a run lost its time to, most first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// Simulated time, picoseconds.
    pub simulated_time_ps: u64,
    /// The ranks' time, summed.
    pub all_time_ps: u64,
    /// The ranks' waiting, summed.
    pub waiting_ps: u64,
    /// What it was for.
    pub findings: Vec<Finding>,
}

/// One reason for lost time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// `late sender`, `late receiver`, `progress`, `collective`, `wait at fence`, `late post`, `late complete`, `wait for
    /// lock`, `late partition`, `contention`, `file contention`, `transfer`, `collective transfer`, `file`, `other`; and of
    /// the whole run, as parts of these, `serialisation` and `protocol switch`.
    pub reason: &'static str,
    /// Time lost, summed over ranks, picoseconds.
    pub lost_ps: u64,
    /// In so many waits.
    pub waits: u64,
    /// By so many ranks.
    pub ranks: u64,
    /// The rank that was waited for most, if there is one.
    pub culprit: Option<u32>,
    /// How much of the time that is.
    pub culprit_ps: u64,
    /// The rank that waited most.
    pub victim: Option<u32>,
    /// Where that is called: function, file and line.
    pub waits_at: Option<Arc<str>>,
    /// What is waited for: function, file and line.
    pub culprit_at: Option<Arc<str>>,
    /// The link, where it is one's.
    pub link: Option<Arc<str>>,
    /// The phase of the program in which that link was busy longest, where the run has the table `link_use` and the link
    /// carried more than one phase.
    pub phase: Option<Arc<str>>,
    /// How much of the link's busy time that is, per mille.
    pub phase_permille: u64,
    /// The pair of ranks with most of it (from, to), where messages are meant.
    pub pair: Option<(u32, u32)>,
    /// The first and the last instant of these waits, picoseconds.
    pub window_ps: (u64, u64),
    /// In words.
    pub what: String,
    /// What to try.
    pub advice: String,
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
        let losses = Losses::of(run)?;
        let ranks = run.all::<RankRow>()?;
        let names = Names { sites: run.sites()?, links: link_names(run)?, phases: phases(run, &losses)? };
        let mut findings: Vec<Finding> =
            losses.of.iter().map(|((reason, place), loss)| names.finding(*reason, *place, loss)).collect();
        findings.extend(losses.switch.as_ref().map(|switch| names.protocol_switch(switch)));
        findings.extend(path.and_then(|path| serialisation(path, &ranks, &names.sites)));
        // Equal ones stay in the order of the reasons.
        findings.sort_by_key(|finding| Reverse(finding.lost_ps));
        Ok(Self {
            simulated_time_ps: run.manifest().simulated_time_ps,
            all_time_ps: run.manifest().simulated_time_ps.saturating_mul(ranks.len() as u64),
            waiting_ps: losses.waiting.ps(),
            findings,
        })
    }

    /// As text: so many findings of at least a thousandth of the ranks' time.
    pub fn text(&self, most: usize) -> String {
        let head = format!(
            "Of the ranks' time, {} in all, {} was spent waiting: {}.\n",
            time(self.all_time_ps),
            time(self.waiting_ps),
            percent(self.waiting_ps, self.all_time_ps)
        );
        let counts = |finding: &&Finding| finding.lost_ps.saturating_mul(1000) >= self.all_time_ps;
        let all: Vec<&Finding> = self.findings.iter().filter(counts).collect();
        if all.is_empty() {
            return head + "Nothing costs a thousandth of it.\n";
        }
        let shown = all.iter().take(most).enumerate().map(|(at, finding)| self.paragraph(at + 1, finding));
        let rest = all.len().saturating_sub(most);
        let rest = if rest == 0 { String::new() } else { format!("\nand {rest} more (-v)\n") };
        head + &shown.collect::<String>() + &rest
    }

    fn paragraph(&self, number: usize, finding: &Finding) -> String {
        let head = format!(
            "\n{number}. {}: {} lost, {} of the ranks' time\n",
            finding.reason,
            time(finding.lost_ps),
            percent(finding.lost_ps, self.all_time_ps)
        );
        let row = |key: &str, value: String| vec![key.to_owned(), value];
        let mut rows = Vec::new();
        if let (Some(victim), Some(at)) = (finding.victim, &finding.waits_at) {
            rows.push(row("waits", format!("{} ranks, most rank {victim}, in {at}", finding.ranks)));
        }
        if let (Some(culprit), Some(at)) = (finding.culprit, &finding.culprit_at) {
            let share = percent(finding.culprit_ps, finding.lost_ps);
            rows.push(row("waited for", format!("rank {culprit} ({share} of it), in {at}")));
        }
        if finding.waits > 0 {
            let (from, to) = finding.window_ps;
            rows.push(row("when", format!("{} waits from {} to {}", finding.waits, time(from), time(to))));
        }
        let table = columns(&rows, &[1], "   ");
        format!("{head}{}{table}{}", wrapped(&finding.what, "   ", 100), wrapped(&finding.advice, "   ", 100))
    }

    /// As JSON.
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data become JSON");
        text.push('\n');
        text
    }
}

/// Names of links that are in the table; none where the network keeps no counters.
fn link_names(run: &Run) -> Result<BTreeMap<LinkId, Arc<str>>, ResultsError> {
    let mut names = BTreeMap::new();
    if run.has::<results::LinkRow>() {
        run.for_each::<results::LinkRow>(|row| {
            names.insert(row.link, row.name);
        })?;
    }
    Ok(names)
}

/// How long each of the links that held messages up was busy with each phase; nothing where that was not counted.
fn phases(run: &Run, losses: &Losses) -> Result<BTreeMap<LinkId, BTreeMap<Arc<str>, Time>>, ResultsError> {
    let mut busy: BTreeMap<LinkId, BTreeMap<Arc<str>, Time>> = BTreeMap::new();
    for (reason, _) in losses.of.keys() {
        if let Reason::Contention(Some(link)) = reason {
            busy.insert(*link, BTreeMap::new());
        }
    }
    if run.has::<LinkUseRow>() && !busy.is_empty() {
        run.for_each::<LinkUseRow>(|row| {
            if let Some(phases) = busy.get_mut(&row.link) {
                let time = phases.entry(row.phase).or_default();
                *time = time.saturating_add(row.busy);
            }
        })?;
    }
    Ok(busy)
}

/// What call sites and links are called, and what phases they carried.
struct Names {
    sites: Sites,
    links: BTreeMap<LinkId, Arc<str>>,
    phases: BTreeMap<LinkId, BTreeMap<Arc<str>, Time>>,
}

impl Names {
    /// The phase that kept a link busy longest, and its share per mille; none of a link that had but one.
    fn phase(&self, link: LinkId) -> Option<(Arc<str>, u64)> {
        let phases = self.phases.get(&link)?;
        let whole: Time = phases.values().copied().sum();
        let busy = phases.iter().filter(|(_, time)| **time > Time::ZERO);
        if busy.clone().count() < 2 {
            return None;
        }
        let (name, most) = busy.max_by_key(|&(name, time)| (*time, Reverse(name)))?;
        let permille = u128::from(most.ps()) * 1000 / u128::from(whole.ps());
        Some((Arc::clone(name), permille as u64))
    }

    fn finding(&self, reason: Reason, place: Option<Place>, loss: &Loss) -> Finding {
        let place_of = |function: ops::Function, site| Arc::from(format!("{function} in {}", self.sites.words(site)));
        let waits_at: Option<Arc<str>> = place.map(|place| place_of(place.function, place.site));
        let culprit_at = place.map(|place| place_of(place.culprit_function, place.culprit_site));
        let by_others = matches!(
            reason,
            Reason::LateSender
                | Reason::LateReceiver
                | Reason::Progress
                | Reason::Collective
                | Reason::Fence
                | Reason::LatePost
                | Reason::LateComplete
                | Reason::Lock
                | Reason::LatePartition
        );
        let culprit = foremost(&loss.culprits).filter(|_| by_others);
        let link = match reason {
            Reason::Contention(Some(link)) => {
                Some(self.links.get(&link).map_or_else(|| format!("link {link}").into(), Arc::clone))
            }
            _ => None,
        };
        let phase = match reason {
            Reason::Contention(Some(link)) => self.phase(link),
            _ => None,
        };
        let mut finding = Finding {
            reason: sentence::name(reason),
            lost_ps: loss.lost.ps(),
            waits: loss.waits,
            ranks: loss.victims.len() as u64,
            culprit: culprit.map(|(rank, _)| rank.0),
            culprit_ps: culprit.map_or(0, |(_, time)| time.ps()),
            victim: foremost(&loss.victims).map(|(rank, _)| rank.0),
            waits_at,
            culprit_at: culprit_at.filter(|_| by_others),
            link,
            phase_permille: phase.as_ref().map_or(0, |(_, permille)| *permille),
            phase: phase.map(|(name, _)| name),
            pair: foremost(&loss.pairs).map(|((from, to), _)| (from.0, to.0)),
            window_ps: (loss.window.0.ps(), loss.window.1.ps()),
            what: String::new(),
            advice: String::new(),
        };
        finding.what = sentence::what(reason, &finding, loss);
        finding.advice = sentence::advice(reason, place, loss);
        finding
    }

    fn protocol_switch(&self, switch: &Switch) -> Finding {
        let (what, advice) = sentence::protocol_switch(switch);
        let at = foremost(&switch.places).map(|(place, _)| place);
        Finding {
            reason: "protocol switch",
            lost_ps: switch.lost.ps(),
            waits: switch.waits,
            ranks: switch.victims.len() as u64,
            culprit: None,
            culprit_ps: 0,
            victim: foremost(&switch.victims).map(|(rank, _)| rank.0),
            waits_at: at.map(|(function, site)| format!("{function} in {}", self.sites.words(site)).into()),
            culprit_at: None,
            link: None,
            phase: None,
            phase_permille: 0,
            pair: None,
            window_ps: (switch.window.0.ps(), switch.window.1.ps()),
            what,
            advice,
        }
    }
}

/// Work that lies one behind the other on several ranks: what the critical path computes beyond what any one rank does.
fn serialisation(path: &CriticalPath, ranks: &[RankRow], sites: &Sites) -> Option<Finding> {
    let most = ranks.iter().map(|row| row.compute).max()?;
    let lost = path.computing().saturating_sub(most);
    if lost == Time::ZERO {
        return None;
    }
    let (site, at_site) = foremost(&path.compute)?;
    Some(Finding {
        reason: "serialisation",
        // Every rank could have been done by so much earlier.
        lost_ps: lost.ps().saturating_mul(ranks.len() as u64),
        waits: 0,
        ranks: path.ranks.len() as u64,
        culprit: None,
        culprit_ps: 0,
        victim: None,
        waits_at: None,
        culprit_at: None,
        link: None,
        phase: None,
        phase_permille: 0,
        pair: None,
        window_ps: (0, path.whole().ps()),
        what: sentence::serialisation(path, most, (&sites.words(site), at_site)),
        advice: "Let ranks begin before their predecessors are done: smaller pieces, or another order of messages. \
                 `windtunnel summary --ideal` tells what would remain on a network that takes no time."
            .to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, ps, record, wait};
    use ops::WaitCause;
    use results::WaitRow;
    use units::ActorId;

    #[test]
    fn findings_are_ranked_and_sum_to_the_waiting() {
        let folder = Folder::new();
        let late = WaitRow { since: ps(190), contention: ps(5), link: Some(LinkId(3)), ..wait(0) };
        let receiver = WaitRow { rank: ActorId(1), culprit: ActorId(0), cause: WaitCause::LateReceiver, ..wait(1) };
        folder.write(&[record(&late), record(&receiver)]);
        let found = Explanation::of(&folder.run()).unwrap();
        let reasons: Vec<_> = found.findings.iter().map(|finding| (finding.reason, finding.lost_ps)).collect();
        assert_eq!(reasons, [("late sender", 90), ("late receiver", 60), ("transfer", 45), ("contention", 5)]);
        assert_eq!((found.waiting_ps, found.all_time_ps), (200, 600));
        let first = &found.findings[0];
        assert_eq!((first.culprit, first.victim, first.window_ps), (Some(1), Some(0), (100, 200)));
        let text = found.text(9);
        assert!(
            text.starts_with("Of the ranks' time, 600.0 ps in all, 200.0 ps was spent waiting: 33.3 %.\n"),
            "{text}"
        );
        assert!(text.contains("\n1. late sender: 90.00 ps lost, 15.0 % of the ranks' time\n"), "{text}");
        assert!(text.contains("waited for  rank 1 (100.0 % of it), in MPI_Send in main (wait.c:9)\n"), "{text}");
        assert!(text.contains("from h1"), "{text}");
        assert!(found.text(2).contains("and 2 more (-v)"), "{}", found.text(2));
        assert!(found.json().contains("\"reason\": \"late sender\""));
    }

    #[test]
    fn a_run_without_waits_says_how_to_have_them() {
        let folder = Folder::new();
        folder.write(&[]);
        assert!(Explanation::of(&folder.run()).unwrap().text(5).contains("Nothing costs a thousandth of it."));
        folder.without("waits");
        let error = Explanation::of(&folder.run()).unwrap_err().to_string();
        assert!(error.ends_with("has no `waits` table; run with `--observe waits` to have one"), "{error}");
    }
}
