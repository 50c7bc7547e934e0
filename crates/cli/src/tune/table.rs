//! The result of `windtunnel tune mapping` as text and as JSON.

use super::options::MappingOptions;
use crate::error::CliError;
use crate::output;
use engine::Platform;
use serde_json::{Value, json};
use tune::{Candidate, Objective, Problem};
use views::text::{bytes, columns, count, time};

/// A mapping in the table.
pub(super) struct Row {
    pub(super) candidate: Candidate,
    /// It is the mapping to compare with.
    pub(super) is_given: bool,
    /// From 1 on, best first.
    pub(super) place: Option<usize>,
    /// Simulated, in picoseconds.
    pub(super) time: Option<u64>,
}

/// The whole report.
pub(super) struct Report<'a> {
    pub(super) options: &'a MappingOptions,
    pub(super) problem: &'a Problem<'a>,
    pub(super) platform: &'a Platform,
    pub(super) phases: &'a [&'a str],
    /// Which links messages count on, in words.
    pub(super) why: &'static str,
    pub(super) steps: u64,
    pub(super) made: u64,
    pub(super) updates: u64,
    pub(super) rows: &'a [Row],
}

impl Report<'_> {
    pub(super) fn print(&self) -> Result<(), CliError> {
        if self.options.json { output::print(&self.json()) } else { output::tell(&self.text()) }
    }

    /// The objective of a row.
    fn value(&self, row: &Row) -> u64 {
        row.time.unwrap_or_else(|| self.options.objective.stand_in().of(&row.candidate.figures))
    }

    /// By how many per cent the best mapping is below the given one.
    fn gain(&self) -> Option<f64> {
        let given = self.value(self.rows.iter().find(|row| row.is_given)?);
        let best = self.rows.iter().map(|row| self.value(row)).min()?;
        (given > 0).then(|| 100.0 * (1.0 - best as f64 / given as f64))
    }

    fn text(&self) -> String {
        let (options, problem) = (self.options, self.problem);
        let mut text = format!(
            "{}: {} ranks on {} hosts of {}, phases: {}\n",
            options.graph.display(),
            count(problem.ranks().into()),
            count(problem.hosts().into()),
            self.platform.name(),
            self.phases.join(", "),
        );
        text.push_str(&format!("a message counts on {}\n", self.why));
        text.push_str(&format!(
            "{} exchanges proposed, {} made; --steps {} with --seed {} finds the same\n\n",
            count(self.steps),
            count(self.made),
            self.steps,
            options.seed,
        ));
        let fraction = match options.objective.stand_in() {
            Objective::Plateau(millionths) if millionths < 1_000_000 => f64::from(millionths) / 1e6,
            _ => 0.99,
        };
        let mut heads = vec![String::new(), "from".to_owned(), "steps".to_owned(), format!("≤ for {fraction}")];
        heads.extend(["fullest link", "hop-bytes"].map(str::to_owned));
        heads.extend(options.objective.is_time().then(|| format!("time ({})", options.network)));
        let mut table = vec![heads];
        table.extend(self.rows.iter().map(|row| self.line(row)));
        text.push_str(&columns(&table, &[1], "  "));
        let gain = self.gain().map_or_else(String::new, |gain| {
            format!(", {gain:.1} % less {} than {}", options.objective.text(), options.mapping)
        });
        text.push_str(&format!("\n{}: the first of them{gain}\n", options.output.display()));
        text
    }

    fn line(&self, row: &Row) -> Vec<String> {
        let figures = &row.candidate.figures;
        let mut line = vec![row.place.map_or_else(String::new, |place| place.to_string())];
        line.push(row.candidate.start.clone());
        line.push(count(row.candidate.steps));
        line.extend([time(figures.plateau.ps()), time(figures.max.ps()), bytes(figures.hop_bytes)]);
        line.extend(row.time.map(time));
        line
    }

    fn json(&self) -> String {
        let row = |row: &Row| {
            let figures = &row.candidate.figures;
            json!({
                "from": row.candidate.start,
                "steps": row.candidate.steps,
                "given": row.is_given,
                "place": row.place,
                "plateau_ps": figures.plateau.ps(),
                "max_ps": figures.max.ps(),
                "hop_bytes": figures.hop_bytes,
                "time_ps": row.time,
            })
        };
        let value: Value = json!({
            "graph": self.options.graph.display().to_string(),
            "platform": self.platform.name(),
            "ranks": self.problem.ranks(),
            "hosts": self.problem.hosts(),
            "phases": self.phases,
            "objective": self.options.objective.text(),
            "seed": self.options.seed,
            "steps": self.steps,
            "exchanges": self.made,
            "link_updates": self.updates,
            "gain_percent": self.gain(),
            "mappings": self.rows.iter().map(row).collect::<Vec<_>>(),
        });
        format!("{value:#}\n")
    }
}
