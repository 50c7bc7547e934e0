//! What people look at of a run.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

pub mod export;
pub mod report;
