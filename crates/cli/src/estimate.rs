//! Prints one notice if a run takes long. The notice tells how long the run will take or how far it has come, in which part of
//! the simulator the time is spent, and which faster model could be used and what accuracy that would cost.
//!
//! The length of a trace or motif is known, so the notice estimates the remaining time. The length of a program is not known,
//! so the notice reports only the pace (simulated time per wall-clock time).

use crate::progress::Progress;
use engine::{Cheaper, Samples, Scenario, Workload, cheaper_networks};
use std::cell::Cell;
use std::time::Duration;
use views::text::{count, percent, time};

/// Environment variable that overrides [`AFTER`], in seconds; a value that is not a number is ignored.
pub(crate) const VARIABLE: &str = "WT_ESTIMATE_AFTER";

/// Seconds of wall-clock time after which a run is reported as slow.
const AFTER: f64 = 20.0;

/// A run with a known end is reported only if its estimated total is at least this multiple of that.
const LONG: f64 = 3.0;

/// A network model whose part of the time is less than this, in per cent, is not what the run waits for.
const LITTLE: u64 = 25;

/// Cheaper models named, at most.
const NAMED: usize = 2;

/// A run that is reported when it takes long.
pub(crate) struct Estimate {
    after: f64,
    /// The network model's name.
    network: String,
    cheaper: Vec<Cheaper>,
    /// What the ranks do by themselves.
    ranks: &'static str,
    told: Cell<bool>,
}

impl Estimate {
    /// Of the run of a scenario.
    pub(crate) fn of(scenario: &Scenario) -> Self {
        let after = std::env::var(VARIABLE).ok().and_then(|seconds| seconds.parse().ok());
        let ranks = match &scenario.workload {
            Workload::Program { .. } | Workload::Goal { .. } => "the program",
            Workload::Trace { .. } => "reading the trace",
            Workload::Motif { .. } => "the motif",
        };
        // LogGOPSim's rules are not a network model.
        let network = scenario.text.network.as_deref().unwrap_or_default();
        let name = network.split(':').next().unwrap_or_default().to_owned();
        let cheaper = cheaper_networks(&name);
        Self { after: after.unwrap_or(AFTER), network: name, cheaper, ranks, told: Cell::new(false) }
    }

    /// The line, if it is due.
    pub(crate) fn due(&self, progress: &Progress, elapsed: Duration) -> Option<String> {
        let seconds = elapsed.as_secs_f64();
        let total = total(progress, seconds);
        if self.told.get() || seconds < self.after || total.is_some_and(|total| total < LONG * self.after) {
            return None;
        }
        self.told.set(true);
        let pace = total.map_or_else(|| so_far(progress, seconds), |total| end(progress, seconds, total));
        Some(format!("{pace}{}{}", self.shares(progress.samples), self.advice(progress.samples)))
    }

    /// Where the time goes.
    fn shares(&self, samples: Samples) -> String {
        let Samples { network, ranks, all } = samples;
        if all == 0 {
            return String::new();
        }
        let rest = all.saturating_sub(network).saturating_sub(ranks);
        let share = |part: u32| format!("{:.0} %", 100.0 * f64::from(part) / f64::from(all));
        format!(
            "; of that, {} is the network model `{}`, {} {}, {} MPI and the rest",
            share(network),
            self.network,
            share(ranks),
            self.ranks,
            share(rest)
        )
    }

    /// What would be cheaper.
    fn advice(&self, samples: Samples) -> String {
        let Samples { network, all, .. } = samples;
        if all > 0 && u64::from(network) * 100 < u64::from(all) * LITTLE {
            return "; a cheaper network model would save little".to_owned();
        }
        let named = self.cheaper.iter().take(NAMED);
        let named: Vec<String> =
            named.map(|Cheaper { name, leaves_out }| format!("`--network {name}` (without {leaves_out})")).collect();
        if named.is_empty() { String::new() } else { format!("; cheaper: {}", named.join(", ")) }
    }
}

/// Seconds of the whole run, if it is known how much is left of it. All that is left may have been handed to the ranks long before it
/// is done: unknown until then.
fn total(progress: &Progress, seconds: f64) -> Option<f64> {
    let (done, all) = progress.work.filter(|(done, all)| *done > 0 && done < all)?;
    Some(seconds * all as f64 / done as f64)
}

fn end(progress: &Progress, seconds: f64, total: f64) -> String {
    let (done, all) = progress.work.unwrap_or_default();
    let done = if done < all / 1000 { "less than 0.1 %".to_owned() } else { percent(done, all) };
    format!("this run takes about {}: {done} is done after {}", span(total), span(seconds))
}

fn so_far(progress: &Progress, seconds: f64) -> String {
    let Progress { time_ps, messages, .. } = *progress;
    let messages = match messages {
        0 => String::new(),
        messages => {
            format!(" and {} messages, {} each", count(messages), time((seconds * 1e12 / messages as f64) as u64))
        }
    };
    let pace = match next_power(time_ps) {
        Some(power) if time_ps > 0 => {
            let takes = seconds * power as f64 / time_ps as f64;
            format!(" ({} would take about {})", time(power), span(takes))
        }
        _ => String::new(),
    };
    format!("this run has taken {} for {} of simulated time{pace}{messages}", span(seconds), time(time_ps))
}

/// The next power of ten.
fn next_power(number: u64) -> Option<u64> {
    let mut power = 1_u64;
    while power <= number {
        power = power.checked_mul(10)?;
    }
    Some(power)
}

/// `14 min`
fn span(seconds: f64) -> String {
    const LARGER: [(f64, &str); 3] = [(60.0, "min"), (60.0, "h"), (24.0, "days")];
    let (mut number, mut unit) = (seconds, "s");
    for (times, name) in LARGER {
        if number < 1.5 * times {
            break;
        }
        (number, unit) = (number / times, name);
    }
    let digits = usize::from(number < 10.0 && (unit != "s" || number.fract() != 0.0));
    format!("{number:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(network: &str, after: f64) -> Estimate {
        let cheaper = cheaper_networks(network);
        Estimate { after, network: network.to_owned(), cheaper, ranks: "the program", told: Cell::new(false) }
    }

    const AT_20_S: Duration = Duration::from_secs(20);

    #[test]
    fn a_known_end_is_told_of_once_and_only_if_it_is_far() {
        let estimate = estimate("packet", 20.0);
        let progress = |done| Progress { work: Some((done, 1000)), ..Progress::default() };
        assert_eq!(estimate.due(&progress(24), Duration::from_secs(19)), None);
        assert_eq!(estimate.due(&progress(400), AT_20_S), None, "50 s in all");
        let line = estimate.due(&progress(24), AT_20_S).unwrap();
        assert!(
            line.starts_with("this run takes about 14 min: 2.4 % is done after 20 s; cheaper: `--network flow`"),
            "{line}"
        );
        assert_eq!(estimate.due(&progress(25), AT_20_S), None, "told already");
        assert_eq!(
            end(&Progress { work: Some((1, 5000)), ..Progress::default() }, 20.0, 100_000.0),
            "this run takes about 28 h: less than 0.1 % is done after 20 s"
        );
    }

    #[test]
    fn an_unknown_end_is_told_of_by_the_pace() {
        let samples = Samples { network: 194, ranks: 2, all: 200 };
        let progress = Progress { time_ps: 1_200_000_000, messages: 125_000, samples, ..Progress::default() };
        let line = estimate("flow", 20.0).due(&progress, AT_20_S).unwrap();
        assert_eq!(
            line,
            "this run has taken 20 s for 1.200 ms of simulated time (10.00 ms would take about 2.8 min) and 125,000 messages, 160.0 us \
             each; of that, 97 % is the network model `flow`, 1 % the program, 2 % MPI and the rest; cheaper: `--network loggps` \
             (without contention inside the network: messages wait for each other at NICs alone), `--network delay` (without \
             contention: messages never wait for each other)"
        );
        // Everything has been handed to the ranks, and nothing has happened yet.
        let line =
            estimate("ideal", 20.0).due(&Progress { work: Some((8, 8)), ..Progress::default() }, AT_20_S).unwrap();
        assert_eq!(line, "this run has taken 20 s for 0 s of simulated time");
    }

    #[test]
    fn a_cheaper_model_is_not_named_where_the_time_goes_elsewhere() {
        let of = |network, all| estimate("flow", 20.0).advice(Samples { network, ranks: 0, all });
        assert_eq!(of(49, 200), "; a cheaper network model would save little");
        assert!(of(50, 200).contains("`--network loggps`"));
        assert!(of(0, 0).contains("`--network loggps`"), "progress has not been observed");
    }

    #[test]
    fn spans_are_short() {
        let spans = [0.5, 7.0, 89.0, 90.0, 840.0, 5399.0, 5400.0, 36_000.0, 300_000.0].map(span);
        assert_eq!(spans, ["0.5 s", "7 s", "89 s", "1.5 min", "14 min", "90 min", "1.5 h", "10 h", "3.5 days"]);
    }
}
