//! The summary of a run on one screen. At the end of a run it is made from the manifest alone; `windtunnel summary` also reads
//! the tables.

mod defaults;
mod links;
mod manifest;
mod memory;
mod rows;
mod tables;

use crate::efficiency::Efficiency;
pub use links::{Histogram, PhaseUse};
pub use manifest::{placement, sampled};
pub use memory::{Pilot, SiteMemory};
use results::{HostUse, Manifest};
use serde::Serialize;
use std::path::Path;
pub use tables::{ClassUse, MessageSize, PathShare, RunStatistics, SiteTime};

/// What a summary is made of.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    /// `run.json`.
    pub manifest: &'a Manifest,
    /// `host.json`, if it is there.
    pub host: Option<&'a HostUse>,
    /// The run folder.
    pub folder: &'a Path,
    /// The manifest of the same run on an ideal network, if there is one.
    pub ideal: Option<&'a Manifest>,
    /// What the tables tell, if they have been read.
    pub figures: Option<&'a RunStatistics>,
    /// A run of the same program with another number of ranks, with whose memory this one's is compared.
    pub pilot: Option<Pilot<'a>>,
    /// Whether to show all functions, links, defaults.
    pub verbose: bool,
}

/// The summary in words, all of it but diagnosis and the last line.
pub fn text(parts: &Parts<'_>) -> String {
    let (manifest, verbose) = (parts.manifest, parts.verbose);
    let figures = parts.figures;
    let sections = [
        manifest::head(manifest),
        manifest::shares(manifest),
        manifest::efficiency(Efficiency::of(manifest, parts.ideal).as_ref()),
        manifest::functions(manifest, verbose),
        figures.map_or_else(String::new, |figures| tables::sites(figures, verbose)),
        manifest::traffic(manifest),
        figures.map_or_else(String::new, |figures| tables::sizes(figures, verbose)),
        manifest::links(manifest, verbose),
        manifest::servers(manifest, verbose),
        figures.map_or_else(String::new, tables::classes),
        links::histogram_text(figures.and_then(|figures| figures.histograms.as_ref())),
        links::phase_text(figures.and_then(|figures| figures.phases.as_ref())),
        figures.map_or_else(String::new, tables::path),
        figures.map_or_else(String::new, |figures| match &parts.pilot {
            Some(pilot) => memory::growth(manifest.ranks, figures, parts.host, pilot, verbose),
            None => memory::text(figures, verbose),
        }),
        defaults::text(manifest, verbose),
        manifest::foot(manifest, parts.host, parts.folder),
        figures.map_or_else(String::new, tables::missing),
        warnings(manifest).iter().map(|line| format!("{line}\n")).collect(),
    ];
    let sections: Vec<String> = sections.into_iter().filter(|section| !section.is_empty()).collect();
    sections.join("\n") + "\n"
}

/// What the user should know, a line each.
pub fn warnings(manifest: &Manifest) -> Vec<String> {
    manifest.warnings.iter().map(|warning| format!("warning: {warning}")).collect()
}

/// All figures of a summary: `run.json`, and what follows from it and the tables.
#[derive(Clone, Debug, Serialize)]
pub struct Summary<'a> {
    /// What `run.json` says.
    #[serde(flatten)]
    manifest: &'a Manifest,
    /// What follows.
    analysis: Analysis<'a>,
}

#[derive(Clone, Debug, Serialize)]
struct Analysis<'a> {
    efficiency: Option<Efficiency>,
    ideal_time_ps: Option<u64>,
    #[serde(flatten)]
    figures: Option<&'a RunStatistics>,
}

/// The summary as JSON: `run.json` with an object `analysis` more.
pub fn json(parts: &Parts<'_>) -> String {
    let analysis = Analysis {
        efficiency: Efficiency::of(parts.manifest, parts.ideal),
        ideal_time_ps: parts.ideal.map(|ideal| ideal.outcome.simulated_time_ps),
        figures: parts.figures,
    };
    let summary = Summary { manifest: parts.manifest, analysis };
    let mut text = serde_json::to_string_pretty(&summary).expect("plain data become JSON");
    text.push('\n');
    text
}
