//! Draws machines that a platform file describes, as SVG.
//!
//! A drawing is made in two steps. `layout` decides where every vertex stands and how every link runs. The result,
//! [`Drawing`], is plain data, independent of colours and file formats. `svg` writes it. Other pictures of a machine, such as
//! the link loads in a report, use the same layout: each [`Line`] names the links it stands for.
//!
//! ```text
//! platform::Shape ── shapes/*.rs ──▶ Plan (positions) ── collect.rs, all links once ──▶ Drawing ── svg.rs ──▶ text
//! ```
//!
//! A machine with more hosts than fit is drawn in part, or with groups as single nodes; [`Drawing::notes`] lists what is left
//! out. To draw a kind of topology in a way of its own, add a variant to [`platform::Shape`], and a file to `shapes/` with a
//! line in `shapes/mod.rs`. Other topologies are drawn from their links alone (`shapes/irregular.rs`).
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
