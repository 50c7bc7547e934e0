//! Names of call sites, links and phases, as `windtunnel explain` prints them.

use super::part::LossShare;
use crate::by_number::ByNumber;
use crate::losses::{Losses, UNKNOWN_CLASS, WaitState};
use crate::roots::{Call, NOBODY};
use ops::CallSite;
use results::{LinkRow, LinkUseRow, ResultsError, Run, Sites};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use units::{LinkId, Time};

/// What call sites and links are called, and what phases they carried.
#[derive(Debug)]
pub(super) struct Names {
    sites: Sites,
    links: BTreeMap<LinkId, Arc<str>>,
    class_of: ByNumber<LinkId, u32>,
    classes: Vec<Arc<str>>,
    phases: BTreeMap<LinkId, BTreeMap<Arc<str>, Time>>,
}

impl Names {
    /// Of a run; links have none where the network keeps no counters.
    pub(super) fn of(run: &Run) -> Result<Self, ResultsError> {
        let mut names = Self {
            sites: run.sites()?,
            links: BTreeMap::new(),
            class_of: ByNumber::default(),
            classes: Vec::new(),
            phases: BTreeMap::new(),
        };
        if run.has::<LinkRow>() {
            run.for_each::<LinkRow>(|row| {
                let known = names.classes.iter().position(|class| *class == row.class);
                let class = known.unwrap_or_else(|| {
                    names.classes.push(row.class);
                    names.classes.len() - 1
                });
                *names.class_of.entry(row.link) = class as u32;
                names.links.insert(row.link, row.name);
            })?;
        }
        Ok(names)
    }

    /// With how long the busiest of the links that held messages up were busy with each phase; nothing where that was not
    /// counted.
    pub(super) fn with_phases(mut self, run: &Run, losses: &Losses) -> Result<Self, ResultsError> {
        let contended = losses.of.iter().filter(|((wait_state, _), _)| *wait_state == WaitState::Contention);
        let busiest: BTreeSet<LinkId> = contended.filter_map(|(_, loss)| loss.links.foremost()?.0).collect();
        if run.has::<LinkUseRow>() && !busiest.is_empty() {
            run.for_each::<LinkUseRow>(|row| {
                if busiest.contains(&row.link) {
                    let time = self.phases.entry(row.link).or_default().entry(row.phase).or_default();
                    *time = time.saturating_add(row.busy);
                }
            })?;
        }
        Ok(self)
    }

    /// The class of each link.
    pub(super) fn classes(&self) -> &ByNumber<LinkId, u32> {
        &self.class_of
    }

    /// The phase that kept a link busy longest, and its share per mille; none of a link that had but one.
    pub(super) fn phase(&self, link: LinkId) -> Option<(Arc<str>, u64)> {
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

    pub(super) fn link(&self, link: Option<LinkId>) -> Arc<str> {
        let Some(link) = link else { return "unknown".into() };
        self.links.get(&link).map_or_else(|| format!("link {link}").into(), Arc::clone)
    }

    /// None of links that are not known.
    pub(super) fn class(&self, class: u32) -> Option<Arc<str>> {
        if class == UNKNOWN_CLASS { None } else { self.classes.get(class as usize).map(Arc::clone) }
    }

    pub(super) fn site(&self, site: CallSite) -> Arc<str> {
        self.sites.words(site)
    }

    pub(super) fn call(&self, (function, site): Call) -> Arc<str> {
        format!("{function} in {}", self.sites.words(site)).into()
    }

    /// Links by their time; a lone one that is not known is not a list.
    pub(super) fn link_parts(&self, times: impl Iterator<Item = (Option<LinkId>, u64)>) -> Vec<LossShare> {
        let parts = LossShare::largest(times, "other links", |link, time| LossShare::leaf(self.link(link), time));
        if parts.iter().all(|part| &*part.name == "unknown") { Vec::new() } else { parts }
    }

    /// Calls by their time.
    pub(super) fn call_parts(&self, times: impl Iterator<Item = (Option<Call>, u64)>) -> Vec<LossShare> {
        let name = |call: Option<Call>| call.map_or_else(|| "unknown".into(), |call| self.call(call));
        LossShare::largest(times, "other calls", |call, time| LossShare::leaf(name(call), time))
    }

    /// Ranks by their time.
    pub(super) fn rank_parts(times: impl Iterator<Item = (u32, u64)>) -> Vec<LossShare> {
        LossShare::largest(times, "other ranks", |rank, time| {
            let known = Some(rank).filter(|rank| *rank != NOBODY);
            let name = known.map_or_else(|| "unknown".into(), |rank| format!("rank {rank}").into());
            LossShare { rank: known, ..LossShare::leaf(name, time) }
        })
    }
}
