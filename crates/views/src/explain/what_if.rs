//! The result of a what-if run in `windtunnel explain`: the run's time with one change.

use serde::Serialize;

/// The run with a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WhatIf {
    /// Its name.
    pub change: &'static str,
    /// In words.
    pub words: String,
    /// The causes of waiting that it prices.
    #[serde(skip)]
    pub prices: &'static [&'static str],
    /// Simulated time with it, picoseconds.
    pub simulated_time_ps: u64,
}
