//! Simulates a scenario: reads it, assembles platform, models and MPI library, runs it and writes the run folder. To run
//! programs, it needs a driver, which crate `runtime` provides; traces and motifs need none.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]

mod assembly;
mod block_model;
mod block_rules;
mod calibration;
mod cheaper;
mod collective_times;
mod computation;
mod counted_blocks;
mod defaults;
mod division;
mod empty_tables;
mod environment;
#[cfg(test)]
mod example;
mod folder;
mod goal;
mod host;
mod known_workloads;
mod link_tables;
pub mod listing;
mod replay_blocks;
mod run;
mod saving;
mod scenario;
pub mod symbols;
mod tables;
mod ti_export;
mod ticker;
mod withheld;

pub use assembly::{Assembly, AssemblyError, PLATFORMS, load_platform, map_ranks};
pub use block_rules::BlockRules;
pub use calibration::Calibration;
pub use cheaper::{Cheaper, cheaper_networks};
pub use collective_times::{
    CollectiveError, CollectiveTimes, algorithms_of, timed_operations, write_collective_times,
};
pub use environment::environment;
pub use files::{INPUT_ROOT, Identity, Input, Inputs, MISSING, ProgramFiles, UPDATED, bytes_written};
pub use folder::{FolderError, Purpose, RunFolder, begun};
pub use goal::run_goal;
pub use known_workloads::KnownWorkloads;
pub use mpi::library::tunable;
pub use mpi::tuning;
pub use observe::CollectiveTimeRow;
pub use ops::{Function, Operation, Prospect};
pub use platform::{ClassRow, Mapping, MappingError, Path, Platform};
pub use results::{HostUse, Manifest};
pub use run::{Progress, RunError, RunResult, StopReason, Ui, WorkloadDriver, run, workload_driver};
pub use scenario::{
    ComputeSpec, DataText, JobText, MODES, ProgramMode, SCHEMA, Scenario, ScenarioError, ScenarioText, Workload,
};
pub use ti_export::{TiExport, export_ti};
pub use ticker::Samples;
pub use units::{Bytes, Endpoint, HostId, Time};
pub use units::{visible, with_short_lines};
pub use workload::record::clear_destination as clear_trace_destination;
pub use workload::traces::posts::{
    CallTimes, MergeError, SiteTimes, Summary as TraceSummary, TraceExcerpt, call_times, cut as cut_trace,
    merge as merge_trace,
};
