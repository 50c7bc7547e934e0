//! The links in a summary of a run: for each class of links, their traffic, how evenly the links share it, and its
//! distribution over the phases of the program.

use super::rows::heads;
use crate::text::{bytes, caption, columns, count, time};
use results::{LinkRow, LinkUseRow, ResultsError, Run};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Steps of a histogram.
const STEPS: u64 = 8;

/// The links of a class by the bytes that they carried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Histogram {
    /// The class.
    pub class: Arc<str>,
    /// The most bytes on a link.
    pub most: u64,
    /// Links in each of eight equal steps from none (which does not count) to the most.
    pub links: [u64; STEPS as usize],
}

/// What the links of a class carried in a phase of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseUse {
    /// The phase.
    pub phase: Arc<str>,
    /// The class.
    pub class: Arc<str>,
    /// How many links.
    pub links: u64,
    /// Bytes over all of them.
    pub bytes: u64,
    /// The busy time of all of them; virtual channels count one by one.
    pub busy_ps: u64,
    /// The time without credit of all of them.
    pub stalled_ps: u64,
}

/// The histograms of all classes, as the table `links` has them.
pub(super) fn histograms(run: &Run) -> Result<Vec<Histogram>, ResultsError> {
    let mut loads: BTreeMap<Arc<str>, Vec<u64>> = BTreeMap::new();
    run.for_each::<LinkRow>(|row| {
        if row.bytes > 0 {
            loads.entry(row.class).or_default().push(row.bytes);
        }
    })?;
    let histogram = |(class, loads): (Arc<str>, Vec<u64>)| {
        let most = loads.iter().copied().max().unwrap_or(0);
        let mut links = [0; STEPS as usize];
        for load in loads {
            // Above a step's lower end, up to its upper one.
            let step = (u128::from(load) * u128::from(STEPS)).div_ceil(u128::from(most)) - 1;
            links[step as usize] += 1;
        }
        Histogram { class, most, links }
    };
    Ok(loads.into_iter().map(histogram).collect())
}

/// What each phase did to each class, as the table `link_use` has it; in the order in which phases come there.
pub(super) fn phases(run: &Run) -> Result<Vec<PhaseUse>, ResultsError> {
    #[derive(Default)]
    struct Sum {
        links: BTreeSet<u32>,
        bytes: u64,
        busy_ps: u64,
        stalled_ps: u64,
    }
    let mut order: Vec<Arc<str>> = Vec::new();
    let mut sums: BTreeMap<(usize, Arc<str>), Sum> = BTreeMap::new();
    run.for_each::<LinkUseRow>(|row| {
        let place = order.iter().position(|phase| *phase == row.phase).unwrap_or_else(|| {
            order.push(row.phase);
            order.len() - 1
        });
        let sum = sums.entry((place, row.class)).or_default();
        sum.links.insert(row.link.0);
        sum.bytes = sum.bytes.saturating_add(row.bytes);
        sum.busy_ps = sum.busy_ps.saturating_add(row.busy.ps());
        sum.stalled_ps = sum.stalled_ps.saturating_add(row.stalled.ps());
    })?;
    let row = |((phase, class), sum): ((usize, Arc<str>), Sum)| {
        let Sum { links, bytes, busy_ps, stalled_ps } = sum;
        PhaseUse { phase: Arc::clone(&order[phase]), class, links: links.len() as u64, bytes, busy_ps, stalled_ps }
    };
    Ok(sums.into_iter().map(row).collect())
}

pub(super) fn histogram_text(histograms: Option<&Vec<Histogram>>) -> String {
    let Some(all) = histograms.filter(|all| !all.is_empty()) else { return String::new() };
    let steps = (1..=STEPS).map(|step| format!("≤{step}/{STEPS}"));
    let mut rows = vec![heads(&["links by bytes", "fullest"]).into_iter().chain(steps).collect::<Vec<_>>()];
    rows.extend(all.iter().map(|histogram| {
        let counts = histogram.links.iter().map(|links| count(*links));
        [format!("  {}", histogram.class), bytes(histogram.most)].into_iter().chain(counts).collect()
    }));
    columns(&rows, &[], "  ")
}

pub(super) fn phase_text(phases: Option<&Vec<PhaseUse>>) -> String {
    let Some(all) = phases.filter(|all| !all.is_empty()) else { return String::new() };
    let mut rows = vec![heads(&["phases", "links", "used", "carried", "busy on average", "no credit on average"])];
    rows.extend(all.iter().map(|phase| {
        vec![
            format!("  {}", caption(&phase.phase)),
            phase.class.to_string(),
            count(phase.links),
            bytes(phase.bytes),
            time(phase.busy_ps / phase.links.max(1)),
            time(phase.stalled_ps / phase.links.max(1)),
        ]
    }));
    columns(&rows, &[1], "  ")
}
