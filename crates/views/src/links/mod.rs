//! `windtunnel links`: distributions of link loads, and their correlation with time.
//!
//! The *plateau point* of a fraction y is the y-quantile of the link loads: the least load that a fraction y of the links do
//! not exceed. The plateau point predicts how long a phase takes if y is chosen where the distribution of loads becomes flat,
//! so that only a few fuller links lie beyond it. N. Jain, A. Bhatele et al. compare mappings by plateau points on Blue Gene/P,
//! phase by phase, over all links including idle ones.

mod correlation;

use crate::differences::{self, Difference};
use crate::machine::Machine;
use crate::text::{bytes, caption, columns, count, time};
use correlation::Correlation;
use platform::UnknownName;
use results::{LinkRow, LinkUseRow, Manifest, ResultsError, Run};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;
use units::named_enum;

named_enum! {
    /// A counter of a link.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Counter as name {
        /// Bytes carried.
        Bytes = "bytes",
        /// Packets sent.
        Packets = "packets",
        /// Time in which it carried something.
        Busy = "busy",
        /// Time in which it was idle while a packet waited for credit.
        Stalled = "stalled",
    }
}

impl Counter {
    fn text(self, value: u64) -> String {
        match self {
            Self::Bytes => bytes(value),
            Self::Packets => count(value),
            Self::Busy | Self::Stalled => time(value),
        }
    }
}

/// Why loads can't be told.
#[derive(Debug, Error)]
pub enum LinksError {
    /// A table can't be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The machine is not known any more.
    #[error(
        "{run}: the loads of its links are not known, as the machine can't be read from the run folder: {reason}"
    )]
    Machine {
        /// The run folder.
        run: String,
        /// Why.
        reason: String,
    },
    /// Without `link_use` there are bytes and busy times of whole runs.
    #[error(
        "{run}: has no table `link_use`, which counts `{counter}`; run the program again with --observe link_use"
    )]
    NotCounted {
        /// The run folder.
        run: String,
        /// What was asked for.
        counter: &'static str,
    },
    /// A correlation would count a run several times.
    #[error("`{run}` and `{other}` are the same run; expected runs that differ")]
    Repeated {
        /// A run folder.
        run: String,
        /// The same, or one with the same input and outcome.
        other: String,
    },
    /// A phase or class that no run has.
    #[error("no run has the {what} {unknown}")]
    Unknown {
        /// `phase` or `class of links`.
        what: &'static str,
        /// The name given, with those of the runs.
        unknown: UnknownName,
    },
}

/// A fraction of links, in millionths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fraction(pub u32);

impl Fraction {
    /// From a decimal number above 0, at most 1.
    pub fn parse(text: &str) -> Option<Self> {
        let value: f64 = text.parse().ok().filter(|value| (0.0..=1.0).contains(value))?;
        let millionths = (value * 1e6).round() as u32;
        (millionths > 0).then_some(Self(millionths))
    }

    fn text(self) -> String {
        let text = format!("{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// How loads are spread over links.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Distribution {
    /// Links that carried nothing.
    idle: u64,
    /// Loads of the others, ascending.
    loads: Vec<u64>,
}

impl Distribution {
    fn new(links: u64, mut loads: Vec<u64>) -> Self {
        loads.retain(|load| *load > 0);
        loads.sort_unstable();
        Self { idle: links.saturating_sub(loads.len() as u64), loads }
    }

    fn links(&self) -> u64 {
        self.idle + self.loads.len() as u64
    }

    fn sum(&self) -> u128 {
        self.loads.iter().map(|load| u128::from(*load)).sum()
    }

    fn mean(&self) -> u64 {
        (self.sum() / u128::from(self.links().max(1))) as u64
    }

    fn max(&self) -> u64 {
        self.loads.last().copied().unwrap_or(0)
    }

    /// The least load that this fraction of links does not exceed.
    pub fn plateau(&self, fraction: Fraction) -> u64 {
        let wanted = (u128::from(self.links()) * u128::from(fraction.0)).div_ceil(1_000_000) as u64;
        match wanted.checked_sub(self.idle + 1) {
            Some(place) => self.loads.get(place as usize).copied().unwrap_or_else(|| self.max()),
            None => 0,
        }
    }

    /// Loads in ascending order, each with the number of links that have it: the density; its running sum is the distribution.
    fn density(&self) -> Vec<(u64, u64)> {
        let mut density = if self.idle > 0 { vec![(0, self.idle)] } else { Vec::new() };
        for &load in &self.loads {
            match density.last_mut() {
                Some((last, links)) if *last == load => *links += 1,
                _ => density.push((load, 1)),
            }
        }
        density
    }
}

impl Distribution {
    /// Loads in ascending order, each with the number of links that do not exceed it: all, or those at equal shares of links.
    fn points(&self) -> Vec<(u64, u64)> {
        let mut upto = 0;
        let mut points: Vec<(u64, u64)> = self
            .density()
            .into_iter()
            .map(|(load, links)| {
                upto += links;
                (load, upto)
            })
            .collect();
        if points.len() as u64 > POINTS {
            let wanted: Vec<u64> = (1..=POINTS)
                .map(|at| (u128::from(upto) * u128::from(at)).div_ceil(u128::from(POINTS)) as u64)
                .collect();
            let kept = |links: u64| points[points.partition_point(|(_, upto)| *upto < links)];
            let mut few: Vec<(u64, u64)> = wanted.into_iter().map(kept).collect();
            few.dedup();
            points = few;
        }
        points
    }
}

/// What all phases together are called.
const WHOLE: &str = "whole run";

/// What all links between hosts and switches together are called.
const NETWORK: &str = "network";

/// The loads of a class of links in a phase.
#[derive(Clone, Debug)]
struct Loads {
    phase: Arc<str>,
    class: Arc<str>,
    distribution: Distribution,
}

/// The loads of a run.
#[derive(Clone, Debug)]
struct LoadsOfRun {
    run: String,
    /// Of phases in their order, of classes in the machine's: the whole network first.
    loads: Vec<Loads>,
    /// By phase: mean over ranks, of the whole run its simulated time.
    times: Vec<(Arc<str>, u64)>,
}

/// Loads of the links of one or several runs.
#[derive(Debug)]
pub struct LinkLoads {
    counter: Counter,
    fractions: Vec<Fraction>,
    runs: Vec<LoadsOfRun>,
    /// In what the runs differ.
    differences: Vec<Difference>,
}

impl LinkLoads {
    /// Counts the loads of runs, of all phases and classes or of one of them.
    ///
    /// # Errors
    /// A table is damaged or missing, a machine can't be read any more, two runs are the same, or no run has that phase or class.
    pub fn of(
        runs: &[Run],
        counter: Counter,
        fractions: &[Fraction],
        phase: Option<&str>,
        class: Option<&str>,
    ) -> Result<Self, LinksError> {
        if let Some((run, other)) = differences::repeated(runs) {
            let name = |run: &Run| run.path().display().to_string();
            return Err(LinksError::Repeated { run: name(run), other: name(other) });
        }
        let mut all = runs.iter().map(|run| loads(run, counter)).collect::<Result<Vec<_>, _>>()?;
        let only = |what, wanted: Option<&str>, all: &mut Vec<LoadsOfRun>, name: fn(&Loads) -> &Arc<str>| {
            let Some(wanted) = wanted else { return Ok(()) };
            let mut known: Vec<Arc<str>> = Vec::new();
            for loads in all.iter().flat_map(|run| &run.loads) {
                if !known.contains(name(loads)) {
                    known.push(Arc::clone(name(loads)));
                }
            }
            if !known.iter().any(|known| **known == *wanted) {
                return Err(LinksError::Unknown { what, unknown: UnknownName::new(wanted, known) });
            }
            all.iter_mut().for_each(|run| run.loads.retain(|loads| **name(loads) == *wanted));
            Ok(())
        };
        only("phase", phase, &mut all, |loads| &loads.phase)?;
        only("class of links", class, &mut all, |loads| &loads.class)?;
        let differences = differences::between(runs);
        Ok(Self { counter, fractions: fractions.to_vec(), runs: all, differences })
    }

    /// What makes correlations doubtful: runs that differ in more than the places of their ranks.
    pub fn warning(&self) -> Option<String> {
        let other: Vec<&Difference> = self.differences.iter().filter(|one| !one.is_placement()).collect();
        let doubtful = !other.is_empty() && !self.correlations().is_empty();
        doubtful.then(|| {
            let differ = differences::text(other);
            format!("these runs differ in {differ}; their times depend on that, not on link loads alone")
        })
    }

    /// Correlation of each load figure with the time of its phase, over the runs.
    fn correlations(&self) -> Vec<(Arc<str>, Arc<str>, String, Correlation)> {
        let Some(first) = self.runs.first() else { return Vec::new() };
        let mut found = Vec::new();
        for Loads { phase, class, .. } in &first.loads {
            // A phase that a run lacks can't be compared.
            let points: Option<Vec<(&Distribution, f64)>> = self
                .runs
                .iter()
                .map(|run| {
                    let loads = run.loads.iter().find(|loads| loads.phase == *phase && loads.class == *class)?;
                    let (_, time) = run.times.iter().find(|(name, _)| name == phase)?;
                    Some((&loads.distribution, *time as f64))
                })
                .collect();
            let Some(points) = points else { continue };
            let times: Vec<f64> = points.iter().map(|(_, time)| *time).collect();
            let mut add = |name: String, figure: &dyn Fn(&Distribution) -> u64| {
                let values: Vec<f64> = points.iter().map(|(loads, _)| figure(loads) as f64).collect();
                if let Some(correlation) = Correlation::of(&values, &times) {
                    found.push((Arc::clone(phase), Arc::clone(class), name, correlation));
                }
            };
            for &fraction in &self.fractions {
                add(format!("plateau {}", fraction.text()), &|loads| loads.plateau(fraction));
            }
            add("mean".to_owned(), &Distribution::mean);
        }
        found
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let plateaus = self.fractions.iter().map(|fraction| format!("≤ for {}", fraction.text()));
        let heads = ["", "links", "count", "used", "mean"].map(str::to_owned);
        let heads: Vec<String> = heads.into_iter().chain(plateaus).chain(["time of phase".to_owned()]).collect();
        for run in &self.runs {
            text.push_str(&format!("{}: {} of a link\n", run.run, self.counter.name()));
            let mut rows = vec![heads.clone()];
            let mut last = None;
            for Loads { phase, class, distribution } in &run.loads {
                let new = last.replace(phase) != Some(phase);
                let time = run.times.iter().find(|(name, _)| new && name == phase).map(|(_, ps)| time(*ps));
                let mut row = vec![if new { caption(phase) } else { String::new() }, class.to_string()];
                row.extend([count(distribution.links()), count(distribution.loads.len() as u64)]);
                row.push(self.counter.text(distribution.mean()));
                row.extend(self.fractions.iter().map(|y| self.counter.text(distribution.plateau(*y))));
                row.push(time.unwrap_or_default());
                rows.push(row);
            }
            text.push_str(&columns(&rows, &[1], "  "));
            text.push('\n');
        }
        let correlations = self.correlations();
        if !correlations.is_empty() {
            text.push_str(&format!("correlation with time over {} runs, with 95 % intervals\n", self.runs.len()));
            if !self.differences.is_empty() {
                text.push_str(&format!("  these runs differ in {}\n", differences::text(&self.differences)));
            }
            let mut rows = vec![
                ["", "links", self.counter.name(), "Pearson", "", "Spearman", "", "Kendall", ""]
                    .map(str::to_owned)
                    .to_vec(),
            ];
            let mut last = None;
            for (phase, class, name, correlation) in &correlations {
                let new = last.replace((phase, class)) != Some((phase, class));
                let mut row = vec![
                    if new { caption(phase) } else { String::new() },
                    if new { class.to_string() } else { String::new() },
                    name.clone(),
                ];
                for estimate in [&correlation.pearson, &correlation.spearman, &correlation.kendall] {
                    row.push(format!("{:.3}", estimate.value));
                    row.push(
                        estimate.interval.map_or_else(String::new, |(low, high)| format!("{low:.2} to {high:.2}")),
                    );
                }
                rows.push(row);
            }
            text.push_str(&columns(&rows, &[1, 2], "  "));
        }
        text
    }

    /// For programs: the same figures, and whole distributions as pairs of a load and how many links have it.
    pub fn json(&self) -> String {
        let run = |run: &LoadsOfRun| {
            let loads = |loads: &Loads| {
                let of = &loads.distribution;
                let plateau: serde_json::Map<String, Value> =
                    self.fractions.iter().map(|y| (y.text(), of.plateau(*y).into())).collect();
                json!({
                    "phase": loads.phase,
                    "class": loads.class,
                    "links": of.links(),
                    "used": of.loads.len(),
                    "sum": u64::try_from(of.sum()).unwrap_or(u64::MAX),
                    "mean": of.mean(),
                    "max": of.max(),
                    "plateau": plateau,
                    "time_ps": run.times.iter().find(|(name, _)| *name == loads.phase).map(|(_, ps)| ps),
                    "distribution": of.density(),
                })
            };
            json!({ "run": run.run, "loads": run.loads.iter().map(loads).collect::<Vec<_>>() })
        };
        let correlations = self.correlations();
        let correlation = |(phase, class, name, of): &(Arc<str>, Arc<str>, String, Correlation)| {
            json!({
                "phase": phase,
                "class": class,
                "figure": name,
                "pearson": of.pearson.json(),
                "spearman": of.spearman.json(),
                "kendall": of.kendall.json(),
            })
        };
        let value = json!({
            "counter": self.counter.name(),
            "runs": self.runs.iter().map(run).collect::<Vec<_>>(),
            "differences": self.differences,
            "correlations": correlations.iter().map(correlation).collect::<Vec<_>>(),
        });
        format!("{value:#}\n")
    }
}

/// The loads of a run: of the whole run, and of its phases where it counted them.
fn loads(run: &Run, counter: Counter) -> Result<LoadsOfRun, LinksError> {
    let name = run.path().display().to_string();
    let machine = Machine::of(run).map_err(|reason| LinksError::Machine { run: name.clone(), reason })?;
    let platform = &machine.platform;
    let network = platform.topology().class_names().len();
    let mut links = vec![0u64; platform.class_names().len()];
    (0..platform.link_count()).for_each(|link| links[usize::from(platform.link(units::LinkId(link)).class)] += 1);

    // In the order of their first marks.
    let times = times(run.manifest());
    let mut phases: Vec<Arc<str>> = times.iter().skip(1).map(|(name, _)| Arc::clone(name)).collect();
    // By phase, then link: its class and load. Phase 0 is the whole run.
    let mut counted: BTreeMap<(usize, u32), (Arc<str>, u64)> = BTreeMap::new();
    let mut add = |phase: usize, link: u32, class: &Arc<str>, load: u64| {
        let (_, sum) = counted.entry((phase, link)).or_insert_with(|| (Arc::clone(class), 0));
        *sum = sum.saturating_add(load);
    };
    if run.has::<LinkUseRow>() {
        run.for_each::<LinkUseRow>(|row| {
            let known = phases.iter().position(|phase| *phase == row.phase);
            let place = known.unwrap_or_else(|| {
                phases.push(Arc::clone(&row.phase));
                phases.len() - 1
            });
            let load = match counter {
                Counter::Bytes => row.bytes,
                Counter::Packets => row.packets,
                Counter::Busy => row.busy.ps(),
                Counter::Stalled => row.stalled.ps(),
            };
            add(place + 1, row.link.0, &row.class, load);
            if !matches!(counter, Counter::Busy) {
                add(0, row.link.0, &row.class, load);
            }
        })?;
    } else if matches!(counter, Counter::Packets | Counter::Stalled) {
        return Err(LinksError::NotCounted { run: name, counter: counter.name() });
    }
    if !run.has::<LinkUseRow>() || counter == Counter::Busy {
        // Busy times of phases overlap.
        run.for_each::<LinkRow>(|row| {
            add(0, row.link.0, &row.class, if counter == Counter::Bytes { row.bytes } else { row.busy.ps() });
        })?;
    }
    let mut all = Vec::new();
    for phase in 0..=phases.len() {
        if phase > 0 && counted.range((phase, 0)..=(phase, u32::MAX)).next().is_none() {
            continue;
        }
        let of_phase: Vec<&(Arc<str>, u64)> =
            counted.range((phase, 0)..=(phase, u32::MAX)).map(|(_, load)| load).collect();
        let name = if phase == 0 { WHOLE.into() } else { Arc::clone(&phases[phase - 1]) };
        let is_network = |class: &str| platform.class_names()[..network].iter().any(|known| known == class);
        let of = |wanted: &dyn Fn(&str) -> bool| -> Vec<u64> {
            of_phase.iter().filter(|(class, _)| wanted(class)).map(|(_, load)| *load).collect()
        };
        let distribution = Distribution::new(links[..network].iter().sum(), of(&is_network));
        all.push(Loads { phase: Arc::clone(&name), class: NETWORK.into(), distribution });
        for (class, &links) in platform.class_names().iter().zip(&links) {
            let distribution = Distribution::new(links, of(&|known| known == class));
            // With one class the network is that class.
            if network > 1 && is_network(class) || !is_network(class) && !distribution.loads.is_empty() {
                all.push(Loads { phase: Arc::clone(&name), class: class.as_str().into(), distribution });
            }
        }
    }
    Ok(LoadsOfRun { run: name, loads: all, times })
}

/// Most points of a curve: further loads are left out.
const POINTS: u64 = 256;

/// The distribution of bytes over a class of links in a phase, for a chart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Curve {
    phase: Arc<str>,
    class: Arc<str>,
    links: u64,
    used: u64,
    mean: u64,
    /// Loads in ascending order, each with the number of links that do not exceed it.
    points: Vec<(u64, u64)>,
    /// Mean over ranks, in picoseconds.
    time: Option<u64>,
}

/// The distributions of a run.
///
/// # Errors
/// A table is damaged, or the machine can't be read any more.
pub(crate) fn curves(run: &Run) -> Result<Vec<Curve>, LinksError> {
    let LoadsOfRun { loads, times, .. } = loads(run, Counter::Bytes)?;
    let curve = |Loads { phase, class, distribution }: Loads| Curve {
        links: distribution.links(),
        used: distribution.loads.len() as u64,
        mean: distribution.mean(),
        points: distribution.points(),
        time: times.iter().find(|(name, _)| *name == phase).map(|(_, ps)| *ps),
        phase,
        class,
    };
    Ok(loads.into_iter().map(curve).collect())
}

fn times(manifest: &Manifest) -> Vec<(Arc<str>, u64)> {
    let whole = (WHOLE.into(), manifest.outcome.simulated_time_ps);
    let phases = manifest.time.phases.iter().map(|phase| (phase.phase.as_str().into(), phase.mean_ps));
    std::iter::once(whole).chain(phases).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(text: &str) -> Fraction {
        Fraction::parse(text).unwrap()
    }

    #[test]
    fn a_plateau_point_is_the_least_load_that_so_many_links_do_not_exceed() {
        let loads = Distribution::new(10, vec![5, 0, 1, 3, 3, 9, 7]);
        assert_eq!((loads.idle, loads.links(), loads.mean(), loads.max()), (4, 10, 2, 9));
        // Against the definition.
        let all = [0, 0, 0, 0, 1, 3, 3, 5, 7, 9];
        for (y, tenths) in (1..=10).map(|tenths| (fraction(&format!("{}", f64::from(tenths) / 10.0)), tenths)) {
            let least = (0..=9).find(|x| all.iter().filter(|load| *load <= x).count() >= tenths as usize);
            assert_eq!(Some(loads.plateau(y)), least, "{y:?}");
        }
        assert_eq!(loads.plateau(fraction("0.000001")), 0);
        assert_eq!(loads.density(), [(0, 4), (1, 1), (3, 2), (5, 1), (7, 1), (9, 1)]);
        assert_eq!(loads.points(), [(0, 4), (1, 5), (3, 7), (5, 8), (7, 9), (9, 10)]);
        let many = Distribution::new(10_000, (1..=9_000).collect());
        let points = many.points();
        assert!(points.len() <= 256 && points.contains(&(9_000, 10_000)));
        assert!(
            points
                .iter()
                .all(|(load, links)| many.loads.iter().filter(|of| *of <= load).count() as u64 + 1_000 == *links)
        );
        assert_eq!(Distribution::new(3, Vec::new()).plateau(fraction("1")), 0);
        assert_eq!(Distribution::default().plateau(fraction("1")), 0);
    }

    #[test]
    fn fractions_are_decimal_numbers() {
        assert_eq!(["0.99", "1", "1.0", "0.5"].map(|text| fraction(text).text()), ["0.99", "1", "1", "0.5"]);
        assert!(["0", "1.1", "-1", "x", "nan", "0.0000001"].iter().all(|text| Fraction::parse(text).is_none()));
    }
}
