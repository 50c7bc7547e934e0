//! The engine half under a network without contention, driven by posts.
//!
//! One executable, as each further one costs seconds to compile and link.

mod bare_messages;
mod blocking_calls;
mod cancelling;
mod communicators;
mod files;
mod fuzz;
#[path = "../../../fuzz/harness.rs"]
mod harness;
mod hybrid_model;
mod late;
mod one_sided;
mod partitioned;
mod phases;
mod progress;
mod spawning;
mod support;
mod threads;
mod timed_collectives;
mod waits;
mod waits_and_matching;
