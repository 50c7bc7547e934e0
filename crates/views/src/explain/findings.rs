//! Where the time of each wait state was lost, for `windtunnel explain`: at which call sites, on which ranks and links.

use super::names::Names;
use super::part::LossShare;
use super::words;
use crate::critical_path::CriticalPath;
use crate::losses::{self, Losses, Spot, Switch, WaitSite, WaitState, foremost};
use results::RankRow;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use units::Time;

/// Time lost for one wait state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Loss {
    /// `late sender`, `late receiver`, `progress`, `collective`, `wait at fence`, `late post`, `late complete`, `wait for
    /// lock`, `late partition`, `contention`, `transfer`, `collective transfer`, `file`, `file contention`, `file metadata`,
    /// `file requests`, `file locks`, `file seeks`, `read-modify-write`, `other`.
    pub wait_state: &'static str,
    /// Summed over ranks, picoseconds.
    pub lost_ps: u64,
    /// In words.
    pub what: String,
    /// By place; contention by class of links. Most first.
    pub findings: Vec<Finding>,
}

/// Time lost for one wait state in one place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The wait state; of the whole run also `serialisation` and `protocol switch`.
    pub wait_state: &'static str,
    /// Time lost, summed over ranks, picoseconds.
    pub lost_ps: u64,
    /// The number of waits.
    pub waits: u64,
    /// The number of ranks.
    pub ranks: u64,
    /// The rank that was waited for most, if there is one.
    pub culprit: Option<u32>,
    /// How much of the time that is.
    pub culprit_ps: u64,
    /// The rank that waited most.
    pub victim: Option<u32>,
    /// Where that is called: function, file and line.
    pub waits_at: Option<Arc<str>>,
    /// The culprit's call: function, file and line.
    pub culprit_at: Option<Arc<str>>,
    /// The class of links, where it is one's.
    pub class: Option<Arc<str>>,
    /// The link that held up transfers longest, where it is known.
    pub link: Option<Arc<str>>,
    /// By link, where the wait state is contention.
    pub links: Vec<LossShare>,
    /// By call, where the wait state is contention.
    pub calls: Vec<LossShare>,
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
    /// Advice for the whole run.
    pub advice: String,
}

impl Finding {
    fn bare(wait_state: &'static str, lost: Time, window: (Time, Time)) -> Self {
        Self {
            wait_state,
            lost_ps: lost.ps(),
            waits: 0,
            ranks: 0,
            culprit: None,
            culprit_ps: 0,
            victim: None,
            waits_at: None,
            culprit_at: None,
            class: None,
            link: None,
            links: Vec::new(),
            calls: Vec::new(),
            phase: None,
            phase_permille: 0,
            pair: None,
            window_ps: (window.0.ps(), window.1.ps()),
            what: String::new(),
            advice: String::new(),
        }
    }
}

/// Most first; equal ones in the order of wait states.
pub(super) fn of(losses: &Losses, names: &Names) -> Vec<Loss> {
    let mut wait_states: BTreeMap<WaitState, Loss> = BTreeMap::new();
    for ((wait_state, spot), loss) in &losses.of {
        let of = wait_states.entry(*wait_state).or_insert_with(|| Loss {
            wait_state: words::wait_state(*wait_state),
            lost_ps: 0,
            what: String::new(),
            findings: Vec::new(),
        });
        of.lost_ps = of.lost_ps.saturating_add(loss.lost.ps());
        of.findings.push(finding(*wait_state, *spot, loss, names));
    }
    let mut all: Vec<Loss> = wait_states.into_values().collect();
    for loss in &mut all {
        loss.findings.sort_by_key(|finding| Reverse(finding.lost_ps));
        loss.what = loss.findings.first().map_or_else(String::new, |first| first.what.clone());
    }
    all.sort_by_key(|loss| Reverse(loss.lost_ps));
    all
}

fn finding(wait_state: WaitState, spot: Spot, loss: &losses::Loss, names: &Names) -> Finding {
    let mut finding = Finding {
        waits: loss.waits,
        ranks: loss.victims.len() as u64,
        victim: loss.victims.foremost().map(|(rank, _)| rank.0),
        pair: loss.pairs.foremost().map(|((from, to), _)| (from.0, to.0)),
        ..Finding::bare(words::wait_state(wait_state), loss.lost, loss.window)
    };
    match spot {
        Spot::WaitSite(place) => at_place(&mut finding, wait_state, place, loss, names),
        Spot::Class(class) => on_links(&mut finding, class, loss, names),
        Spot::Run => {}
    }
    finding.what = words::lost(wait_state, &finding, loss);
    finding
}

fn at_place(finding: &mut Finding, wait_state: WaitState, place: WaitSite, loss: &losses::Loss, names: &Names) {
    finding.waits_at = Some(names.call((place.function, place.site)));
    let by_others = matches!(
        wait_state,
        WaitState::LateSender
            | WaitState::LateReceiver
            | WaitState::Progress
            | WaitState::Collective
            | WaitState::Fence
            | WaitState::LatePost
            | WaitState::LateComplete
            | WaitState::Lock
            | WaitState::LatePartition
    );
    if by_others && let Some((rank, time)) = loss.culprits.foremost() {
        finding.culprit = Some(rank.0);
        finding.culprit_ps = time.ps();
        finding.culprit_at = Some(names.call((place.culprit_function, place.culprit_site)));
    }
}

fn on_links(finding: &mut Finding, class: u32, loss: &losses::Loss, names: &Names) {
    finding.class = names.class(class);
    finding.links = names.link_parts(loss.links.iter().map(|(link, time)| (link, time.ps())));
    finding.calls = names.call_parts(loss.calls.iter().map(|(call, time)| (Some(*call), time.ps())));
    if let Some((Some(link), _)) = loss.links.foremost() {
        finding.link = Some(names.link(Some(link)));
        if let Some((phase, permille)) = names.phase(link) {
            (finding.phase, finding.phase_permille) = (Some(phase), permille);
        }
    }
}

/// What the switch to rendezvous has cost.
pub(super) fn protocol_switch(switch: &Switch, names: &Names) -> Finding {
    let (what, advice) = words::protocol_switch(switch);
    Finding {
        waits: switch.waits,
        ranks: switch.victims.len() as u64,
        victim: switch.victims.foremost().map(|(rank, _)| rank.0),
        waits_at: foremost(&switch.places).map(|(call, _)| names.call(call)),
        what,
        advice,
        ..Finding::bare("protocol switch", switch.lost, switch.window)
    }
}

/// Work that lies one behind the other on several ranks: what the critical path computes beyond what any one rank does.
pub(super) fn serialisation(path: &CriticalPath, ranks: &[RankRow], names: &Names) -> Option<Finding> {
    let most = ranks.iter().map(|row| row.compute).max()?;
    let lost = path.computing().saturating_sub(most);
    if lost == Time::ZERO {
        return None;
    }
    let (site, at_site) = foremost(&path.compute)?;
    // By this much every rank could have finished earlier.
    let all = Time::from_ps(lost.ps().saturating_mul(ranks.len() as u64));
    let (what, advice) = words::serialisation(path, most, (&names.site(site), at_site));
    let bare = Finding::bare("serialisation", all, (Time::ZERO, path.whole()));
    Some(Finding { ranks: path.ranks.len() as u64, what, advice, ..bare })
}
