//! Searches for mappings of ranks to hosts, and chooses collective algorithms by their times ([`decide()`]).
//!
//! # Mappings
//!
//! A [`Problem`] is a communication graph, a machine, and slots for ranks on its hosts. A mapping is judged by the loads of
//! links, without simulated time ([`Problem::figures`]): each message counts on the links of its route, or on all minimal paths
//! in equal parts. The search (`search`) begins with several mappings, its start points (by recursive bisection, by a greedy
//! heuristic, in random order, or given), and improves them by swapping two ranks at a time. A swap costs O(degree · hops):
//! only the loads of the links that it changes are updated (`loads`). Most swaps are rejected before this update, by the
//! gradient of the objective (below) at the current loads (`prices`).
//!
//! The objective is the p-norm of the link loads, where a load is a time (bytes over bandwidth). With p = 16 it is a smooth
//! approximation of the load of the fullest link. With p = 8 it approximates the plateau point, the load that a given fraction
//! of the links does not exceed. The phases of a program follow one another, so their norms are added.
//!
//! Loads are integers. Norms are floating-point numbers made by addition, multiplication and square roots alone, in a fixed
//! order, which IEEE 754 makes the same on every machine. So the result is a function of graph, machine, seed and number of
//! steps. The steps of a search do not depend on when it ends: a longer search begins with the steps of a shorter one.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

mod adjacency;
mod decide;
mod draws;
#[cfg(test)]
mod example;
mod figures;
mod grid;
mod loads;
mod moves;
mod prices;
mod problem;
mod search;
mod start;
mod ways;

pub use decide::{Group, Interval, Point, TIE, Times, decide};
pub use figures::{LoadSummary, Objective};
pub use grid::grid;
pub use problem::{Problem, Unfit};
pub use search::{Candidate, Found, Limit, search};
pub use start::Start;
pub use ways::Ways;
