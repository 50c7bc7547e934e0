//! The engine half of the MPI layer: matching, protocols, requests, communicators, and collective operations as schedules.
//!
//! This crate is an MPI library over a simulated transport. The [`kernel`]'s network model decides how long a transfer
//! takes. An [`ops::RankDriver`] runs the ranks: a program, a trace or a motif. ARCHITECTURE.md, "The engine half of MPI",
//! shows how the modules depend on each other; CONTRIBUTING.md, "MPI operation", lists what a new operation touches.
//!
//! # Terms
//! - A *post* ([`ops::Post`]) is a request from a rank to the engine, such as a send or a wait (SimGrid: simcall). If the
//!   rank waits for a post, the engine ends the wait by an *answer*.
//! - An *actor* is what the engine schedules: a rank, or a further thread of one.
//! - A *block* is a rank's computation between two MPI calls (SMPI: CPU burst). In collective operations the word has the
//!   MPI standard's meaning: one rank's part of the data.
//! - A *schedule* is one rank's part in a collective operation: a graph of sends, receives, copies and reductions.
//!
//! # Point-to-point
//! The hybrid model of SMPI (Degomme et al., TPDS 2017, §3.2): docs/models/point-to-point.md.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
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
mod steps;
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
pub use steps::{ALIKE, StepRule, StepTotals};
