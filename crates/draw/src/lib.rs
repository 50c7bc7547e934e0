//! Drawings of described machines.
//!
//! A drawing is made in two steps. `layout` decides where every vertex stands and how every link runs: a value, [`Drawing`],
//! that knows nothing of colours or of a file format. `svg` writes it. Other pictures of a machine, such as the link loads in a
//! report, use the same layout: each [`Line`] names the links it stands for.
//!
//! ```text
//! platform::Shape ── shapes/*.rs ──▶ Plan (places) ── collect.rs, all links once ──▶ Drawing ── svg.rs ──▶ text
//! ```
//!
//! A machine with more hosts than fit is drawn in part, or with groups as single nodes; [`Drawing::notes`] lists what is left
//! out. A new arrangement: a variant of [`platform::Shape`], and a file in `shapes/` with a line in `shapes/mod.rs`. Without
//! one a topology is drawn from its links alone (`shapes/irregular.rs`).
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

mod collect;
mod layout;
mod plan;
mod shapes;
mod svg;
#[cfg(test)]
mod tests;

pub use layout::{ClassLinks, Drawing, Frame, Label, Line, Node, Point, Role};
pub use shapes::layout;
pub use svg::svg;
