//! The engine half of the MPI layer: matching, protocols, requests, communicators, and collectives as schedules.
//!
//! It is a real MPI library over a narrow simulated transport. It knows communicators, matching and requests,
//! and never how long a transfer takes: that is the [`kernel`]'s network model. What runs the ranks (a program,
//! a trace, a motif) is an [`ops::RankDriver`]. ARCHITECTURE.md, "The engine half of MPI", shows how the modules
//! depend on each other; CONTRIBUTING.md, "MPI operation", lists what a new operation touches.
//!
//! # Point-to-point
//! The hybrid model of SMPI (Degomme et al., TPDS 2017, §3.2): docs/models/point-to-point.md.
//!
//! # Example
//! Compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]

mod actor;
mod attribution;
mod blocks;
mod clock_spins;
pub mod collectives;
mod comm;
mod contents;
mod costs;
mod create_comm;
mod deadlock;
mod diagnosis;
mod division;
mod domain;
mod drive;
mod dynamic;
mod elsewhere;
mod engine;
mod engine_core;
mod event;
#[cfg(test)]
mod example;
mod file;
mod ids;
mod late;
pub mod library;
mod matching;
mod message;
mod only_polls;
mod partition;
mod payload;
mod phases;
mod point_to_point;
mod poll_run;
mod polling;
mod posts;
mod progress;
mod records;
mod request;
mod result;
pub mod schedule;
mod schedules;
pub mod selectors;
mod threads;
mod token;
pub mod tuning;
mod wait;
mod waits_for;
mod window;

pub use blocks::{
    BlockCosts, BlockNames, BlockSoFar, ComputeBlock, Drift, Free, FreeBlocks, GivenBlocks, MeasuredBlocks,
    Measurement, SampleTotals, scaled, scaled_time,
};
pub use costs::{Cost, CostTotals};
pub use diagnosis::{Blocked, Diagnosis, SpawnedWorld};
pub use division::{Divided, Division, join};
pub use engine::{Engine, EngineOptions, Pause, ProgressHook};
pub use phases::PhaseTime;
pub use result::{Outcome, RunProgress, RunSummary, Totals};
