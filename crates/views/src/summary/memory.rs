//! The summary's extrapolation of heap memory to other numbers of ranks, by call site: from a run and a *pilot*, a run of the
//! same program with fewer or more ranks.
//!
//! The memory of a rank at a call site follows one of four laws: it grows linearly with the number of ranks (tables with an
//! entry per rank), or with its square (a table of all pairs), stays constant (buffers, halos), or falls (the rank's share of a
//! problem of fixed size). So a
//! table of 8 bytes for each rank is distinguished from an array of the problem's data, and the memory with more ranks
//! can be predicted. Memory of all ranks together is predicted from the mean rank that allocates at a site, and the number of
//! those ranks: a master may hold data of all. The rest of the process's memory is assumed to grow with the number of ranks.

use super::rows::{SHOWN, heads, more};
use super::tables::RunStatistics;
use crate::text::{bytes, columns, count, wrapped};
use results::{AllocationRow, HostUse, ResultsError, Run};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Memory that ranks have allocated at a call site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteMemory {
    /// Function, file and line.
    pub site: Arc<str>,
    /// Ranks that have allocated there.
    pub ranks: u32,
    /// Blocks, of all ranks.
    pub blocks: u64,
    /// The largest of them, bytes.
    pub largest: u64,
    /// The most bytes that a rank has held of them at a time.
    pub peak: u64,
    /// The same of all ranks, added up.
    pub peaks: u64,
}

/// The table `allocations`, most first. Several calls in one line are told apart by their order.
pub(super) fn sites(run: &Run) -> Result<Vec<SiteMemory>, ResultsError> {
    let (mut sites, mut seen) = (Vec::new(), BTreeMap::<Arc<str>, u32>::new());
    run.for_each::<AllocationRow>(|AllocationRow { site, ranks, blocks, largest, peak, peaks, .. }| {
        let number = seen.entry(Arc::clone(&site)).or_insert(0);
        *number += 1;
        let site = if *number == 1 { site } else { format!("{site} #{number}").into() };
        sites.push(SiteMemory { site, ranks, blocks, largest, peak, peaks });
    })?;
    sites.sort_by_key(|site| Reverse(site.peaks));
    Ok(sites)
}

/// A run of the same program with another number of ranks, and the number that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Pilot<'a> {
    /// Its ranks.
    pub ranks: u32,
    /// Its tables.
    pub figures: &'a RunStatistics,
    /// Its cost.
    pub host: Option<&'a HostUse>,
    /// How many ranks are planned, if any.
    pub planned: Option<u32>,
    /// Memory of this machine, bytes, if it is known.
    pub machine: Option<u64>,
}

/// How the bytes of a rank grow with the number of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Law {
    /// This much more in each rank for each further rank: bytes / ranks.
    Grows(i128, i128),
    /// As the square of the number of ranks.
    Squares,
    Stays,
    /// All ranks together hold the same.
    Falls,
}

/// Bytes of a rank at two numbers of ranks.
type Points = [(u32, u64); 2];

impl Law {
    /// From the larger values of two runs, the first with fewer ranks. What differs by a tenth of what the ranks do is the same.
    fn of([(few, small), (many, large)]: Points) -> Self {
        let (few, many) = (i128::from(few), i128::from(many));
        let (small, large) = (i128::from(small), i128::from(large));
        let (more, ranks) = (large - small, many - few);
        if 10 * more.abs() * few <= small.max(large) * ranks {
            Law::Stays
        } else if small > 0 && 10 * (large * few * few - small * many * many).abs() <= large * few * few {
            Law::Squares
        } else if more > 0 {
            Law::Grows(more, ranks)
        } else {
            Law::Falls
        }
    }

    /// Bytes of a rank at another number of ranks.
    fn at(self, [_, (many, large)]: Points, ranks: u32) -> u64 {
        let (many, large, ranks) = (i128::from(many), i128::from(large), i128::from(ranks));
        let bytes = match self {
            Law::Grows(more, step) => large + (ranks - many) * more / step,
            Law::Squares => large.saturating_mul(ranks * ranks) / (many * many).max(1),
            Law::Stays => large,
            Law::Falls => large * many / ranks.max(1),
        };
        u64::try_from(bytes.max(0)).unwrap_or(u64::MAX)
    }

    fn words(self) -> String {
        match self {
            Law::Grows(more, step) => format!("+ {} for each rank", bytes((more as u64).div_ceil(step as u64))),
            Law::Squares => "as their square".to_owned(),
            Law::Stays => "the same".to_owned(),
            Law::Falls => "less".to_owned(),
        }
    }
}

/// A site in both runs.
struct Both<'a> {
    site: &'a SiteMemory,
    /// The most that a rank holds.
    points: Points,
    law: Law,
    /// Mean bytes of the ranks that allocate there, and the number of those ranks.
    means: Points,
    holders: Points,
}

impl Both<'_> {
    /// Bytes of all ranks.
    fn all(&self, ranks: u32) -> u64 {
        let [(few, there), (many, here)] = self.holders;
        // One or a few that hold data of all stay as many.
        let holders = if there == here { here } else { here.saturating_mul(ranks.into()) / u64::from(many.max(1)) };
        match self.holders[1].1 {
            0 => 0,
            _ if few == ranks => self.means[0].1.saturating_mul(there),
            _ => Law::of(self.means).at(self.means, ranks).saturating_mul(holders),
        }
    }
}

fn both<'a>(ranks: u32, figures: &'a RunStatistics, pilot: &Pilot<'_>) -> Vec<Both<'a>> {
    let others = pilot.figures.allocations.as_deref().unwrap_or_default();
    let sites = figures.allocations.as_deref().unwrap_or_default().iter().map(|site| {
        let other = others.iter().find(|other| other.site == site.site);
        let pair = |of: &dyn Fn(&SiteMemory) -> u64| {
            let mut points = [(pilot.ranks, other.map_or(0, of)), (ranks, of(site))];
            points.sort_unstable();
            points
        };
        let points = pair(&|site| site.peak);
        let mean = |site: &SiteMemory| site.peaks / u64::from(site.ranks.max(1));
        Both { site, points, law: Law::of(points), means: pair(&mean), holders: pair(&|site| site.ranks.into()) }
    });
    let mut sites: Vec<Both<'a>> = sites.collect();
    let grows = |both: &Both<'_>| matches!(both.law, Law::Grows(..) | Law::Squares);
    sites.sort_by_key(|both| (!grows(both), Reverse(both.points[1].1)));
    sites
}

/// Memory by call site.
pub(super) fn text(figures: &RunStatistics, verbose: bool) -> String {
    let Some(sites) = figures.allocations.as_deref().filter(|sites| !sites.is_empty()) else { return String::new() };
    let shown = if verbose { sites.len() } else { SHOWN.min(sites.len()) };
    let mut rows = vec![heads(&["memory by call site", "most of a rank", "of all ranks", "ranks", "blocks"])];
    rows.extend(sites[..shown].iter().map(|site| {
        let name = format!("  {}", site.site);
        vec![name, bytes(site.peak), bytes(site.peaks), count(site.ranks.into()), count(site.blocks)]
    }));
    columns(&rows, &[], "  ") + &more(sites.len() - shown)
}

/// Memory by call site and number of ranks, and what the planned number of ranks would take.
pub(super) fn growth(
    ranks: u32,
    figures: &RunStatistics,
    host: Option<&HostUse>,
    pilot: &Pilot<'_>,
    verbose: bool,
) -> String {
    let sites = both(ranks, figures, pilot);
    let Some([(few, _), (many, _)]) = sites.first().map(|both| both.points) else { return String::new() };
    let shown = if verbose { sites.len() } else { SHOWN.min(sites.len()) };
    let [few, many] = [few, many].map(|ranks| format!("{} ranks", count(ranks.into())));
    let mut names = vec!["memory of a rank by call site".to_owned(), few, many, "with more ranks".to_owned()];
    names.extend(pilot.planned.map(|planned| format!("{} ranks", count(planned.into()))));
    let mut rows = vec![names];
    rows.extend(sites[..shown].iter().map(|Both { site, points, law, .. }| {
        let mut row = vec![format!("  {}", site.site), bytes(points[0].1), bytes(points[1].1), law.words()];
        row.extend(pilot.planned.map(|planned| bytes(law.at(*points, planned))));
        row
    }));
    let table = columns(&rows, &[3], "  ") + &more(sites.len() - shown);
    table + &pilot.planned.map_or(String::new(), |planned| plan(planned, ranks, &sites, host, pilot))
}

/// By how much CPU time may exceed the plan, which pilots cannot show: messages of more ranks cost more once their data leave this
/// machine's caches, and pilots fit into these. Seven programs took 0.9 to 3 times as much.
const DEARER: f64 = 3.0;

/// From this size on the plan says what sharing blocks would leave.
const FOLDED_FROM: u64 = 1 << 20;

/// Memory and time of the planned ranks.
fn plan(planned: u32, ranks: u32, sites: &[Both<'_>], host: Option<&HostUse>, pilot: &Pilot<'_>) -> String {
    let (Some(host), Some(other)) = (host, pilot.host) else { return String::new() };
    let held = |sites: &mut dyn Iterator<Item = &Both<'_>>, number: u32| -> u64 {
        sites.map(|both| both.all(number)).fold(0, u64::saturating_add)
    };
    let heaps = held(&mut sites.iter(), planned);
    let foldable = |both: &&Both<'_>| both.site.largest >= FOLDED_FROM;
    let folded = held(&mut sites.iter().filter(foldable), planned);
    // The rest, images, stacks and the simulator's own, grows with the number of ranks.
    let rest = |host: &HostUse, number: u32| {
        i128::from(host.peak_memory_bytes) - i128::from(held(&mut sites.iter(), number))
    };
    let mut points = [(pilot.ranks, rest(other, pilot.ranks)), (ranks, rest(host, ranks))];
    let mut seconds = [(pilot.ranks, other.cpu_seconds), (ranks, host.cpu_seconds)];
    if pilot.ranks > ranks {
        points.reverse();
        seconds.reverse();
    }
    let [(few, small), (many, large)] = points;
    let others = extrapolated([(few, small as f64), (many, large as f64)], planned) as i128;
    let whole = u64::try_from((others + i128::from(heaps)).max(0)).unwrap_or(u64::MAX);
    let less = u64::try_from((others + i128::from(heaps - folded + folded / u64::from(planned.max(1)))).max(0))
        .unwrap_or(u64::MAX);
    let [(_, before), (_, now)] = seconds;
    let cpu = extrapolated([(few, before), (many, now)], planned);
    let most = if planned > many { cpu * DEARER } else { cpu };
    let most = if most - cpu < 1.0 { String::new() } else { format!(" to {most:.0}") };
    let mut text = format!(
        "{} ranks would take about {} of memory and {cpu:.0}{most} s of CPU here, if both go on as between {} and {} ranks",
        count(planned.into()),
        bytes(whole),
        count(few.into()),
        count(many.into())
    );
    if folded > 0 {
        text.push_str(&format!("; with --fold \"1 MiB\" about {}", bytes(less)));
    }
    if heaps > u64::try_from(others).unwrap_or(0) {
        let kept = u64::try_from(others.max(0)).unwrap_or(u64::MAX);
        text.push_str(&format!(", with --memory-folder {} on a disk and {} of memory", bytes(heaps), bytes(kept)));
    }
    match pilot.machine {
        Some(machine) if whole > machine => {
            text.push_str(&format!(". That is more than this machine has: {}", bytes(machine)))
        }
        Some(machine) => text.push_str(&format!(". This machine has {}", bytes(machine))),
        None => {}
    }
    wrapped(&text, "  ", 110)
}

/// Seconds of CPU, or the memory of the rest, at another number of ranks: on a line through both runs, or as a power of the number, whichever is more. The
/// cost of a start makes what grows look slower than it is, and messages between all pairs grow faster than a line.
fn extrapolated([(few, before), (many, now)]: [(u32, f64); 2], ranks: u32) -> f64 {
    let more = f64::from(ranks) - f64::from(many);
    let line = now + (now - before).max(0.0) * more.max(0.0) / f64::from(many.abs_diff(few).max(1));
    let power = (now / before.max(1e-3)).ln() / (f64::from(many) / f64::from(few.max(1))).ln();
    let power = now * (f64::from(ranks) / f64::from(many.max(1))).powf(power.clamp(0.0, 2.0));
    if ranks > many { line.max(power) } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_tell_tables_of_all_ranks_from_buffers_and_fields() {
        let points = |small, large| [(64, small), (256, large)];
        assert_eq!(Law::of(points(512, 2048)), Law::Grows(1536, 192));
        assert_eq!(Law::of(points(512, 2048)).words(), "+ 8 B for each rank");
        assert_eq!(Law::of(points(512, 2048)).at(points(512, 2048), 65_536), 8 * 65_536);
        assert_eq!(Law::of(points(5000, 5000)), Law::Stays);
        // A larger buffer of fewer neighbours at the edge.
        assert_eq!(Law::of(points(5000, 5900)), Law::Stays);
        assert_eq!(Law::of(points(1 << 20, 1 << 18)), Law::Falls);
        assert_eq!(Law::of(points(1 << 20, 1 << 18)).at(points(1 << 20, 1 << 18), 1024), 1 << 16);
        assert_eq!(Law::of(points(0, 0)), Law::Stays);
        assert_eq!(Law::of(points(32_768, 524_288)), Law::Squares);
        assert_eq!(Law::of(points(32_768, 524_288)).at(points(32_768, 524_288), 1024), 8 << 20);
    }

    #[test]
    fn a_master_s_memory_counts_once_and_unequal_ranks_by_their_mean() {
        let site = |ranks, peak, peaks| SiteMemory { site: "main".into(), ranks, blocks: 1, largest: 1, peak, peaks };
        let of = |pilot: &SiteMemory, run: &SiteMemory, planned| {
            let figures = |site: &SiteMemory| RunStatistics {
                allocations: Some(vec![site.clone()]),
                ..RunStatistics::default()
            };
            let (there, here) = (figures(pilot), figures(run));
            let pilot = Pilot { ranks: 64, figures: &there, host: None, planned: None, machine: None };
            both(256, &here, &pilot)[0].all(planned)
        };
        assert_eq!(of(&site(1, 32_768, 32_768), &site(1, 524_288, 524_288), 1024), 8 << 20);
        assert_eq!(of(&site(64, 900, 6400), &site(256, 1500, 25_600), 1024), 102_400);
        assert_eq!(of(&site(64, 512, 512 * 64), &site(256, 2048, 2048 * 256), 1024), 8192 * 1024);
    }

    #[test]
    fn what_the_simulator_takes_grows_as_a_line_or_as_a_power_of_the_ranks() {
        assert_eq!(extrapolated([(64, 2.0), (256, 5.0)], 640), 11.0, "a start of one second");
        let pairs = extrapolated([(64, 1.0), (256, 16.0)], 640);
        assert!((pairs - 100.0).abs() < 1e-9, "{pairs}");
        assert_eq!(extrapolated([(64, 2.0), (256, 2.0)], 640), 2.0);
    }
}
