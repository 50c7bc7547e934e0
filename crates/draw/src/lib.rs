//! Draws the machines of platform files as SVG.
//!
//! A drawing is made in two steps. `layout` decides where every host and switch stands and how every link runs. The result,
//! [`Drawing`], is plain data, independent of colours and file formats. `svg` writes a `Drawing` as SVG. Other pictures of a
//! machine, such as the link loads in a report, use the same layout: each [`Line`] names the links that it stands for.
//!
//! ```text
//! platform::Shape ── shapes/*.rs ──▶ Plan (positions) ── collect.rs, all links once ──▶ Drawing ── svg.rs ──▶ text
//! ```
//!
//! A machine with too many hosts for one drawing is drawn in part, or with groups of hosts as single nodes; [`Drawing::notes`]
//! lists what is left out. A topology without a drawing of its own is drawn from its links alone (`shapes/irregular.rs`). To
//! give a kind of topology its own drawing, add a variant to [`platform::Shape`], a file to `shapes/`, and a line to
//! `shapes/mod.rs`.
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
