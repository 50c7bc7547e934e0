//! The engine half of the MPI layer: matching, protocols, requests, communicators, and collectives as schedules.
//!
//! It is a real MPI library over a narrow simulated transport. It knows communicators, matching and requests,
//! and never how long a transfer takes: that is the [`kernel`]'s network model. What runs the ranks (a program,
//! a trace, a motif) is an [`ops::RankDriver`]. ARCHITECTURE.md, "The engine half of MPI", shows how the modules
//! depend on each other; CONTRIBUTING.md, "MPI operation", lists what a new operation touches.
//!
//! # Point-to-point
//! The hybrid model of SMPI (Degomme et al., TPDS 2017, §3.2). A message of k bytes, sent at ts and received at
//! tr, takes the send overhead T1 (`send` or `isend` of the library file), the network's time T2 and the receive
//! overhead T3 (`recv`):
//!
//! | protocol | data start | send returns | receive returns |
//! |---|---|---|---|
//! | eager, k ≤ `eager_max` | ts + T1 | ts + T1 | max(ts + T1 + T2, tr) + T3 |
//! | detached, k ≤ `detached_max` | max(ts + T1, tr) | ts + T1 | start + T2 + T3 |
//! | rendezvous, longer | max(ts, tr) + handshake | start + T2 | start + T2 |
//!
//! A message becomes visible to receives when its send has paid T1 (by rendezvous: when it is called). A receive from any
//! source gets the message that became visible first, not the one whose bytes arrive first.
#![forbid(unsafe_code)]

mod actor;
mod attribution;
mod blocks;
mod clock_spins;
pub mod collectives;
mod comm;
mod contents;
mod create_comm;
mod deadlock;
mod diagnosis;
mod drive;
mod dynamic;
mod engine;
mod engine_core;
mod event;
mod file;
pub mod library;
mod matching;
mod message;
mod partition;
mod payload;
mod phases;
mod point_to_point;
mod polling;
mod posts;
mod progress;
mod request;
mod result;
pub mod schedule;
mod schedules;
pub mod selectors;
mod threads;
mod token;
mod wait;
mod waits_for;
mod window;

pub use blocks::{BlockCosts, BlockNames, ComputeBlock, FreeBlocks, MeasuredBlocks, Measurement, scaled};
pub use diagnosis::{Blocked, Diagnosis, SpawnedWorld};
pub use engine::{Engine, EngineOptions, Pause, ProgressHook};
pub use phases::PhaseTime;
pub use result::{Outcome, RunProgress, RunSummary, Totals};
