//! Types that all crates use: simulated time, bytes, rates and core speeds, with their text forms (`30ns`, `12.5 GB/s`,
//! `512 KiB`), and the identifiers of hosts, links and actors.
//!
//! All values are integers, so that the same input gives the same bytes out on every machine. Text is parsed as an exact
//! decimal and never goes through a float.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]

mod decimal;
#[cfg(test)]
mod example;
mod ids;
mod named_enum;
mod quantity;
mod shown;
mod time;

pub use decimal::UnitError;
pub use ids::{ActorId, Endpoint, Held, HostId, LinkId};
pub use quantity::{Bytes, Frequency, Rate, Speed};
pub use shown::{shortened, visible, with_short_lines};
pub use time::{Time, attoseconds};
