//! The quantities every room speaks in: simulated time, bytes, rates, core speeds, and the identifiers of
//! hosts, links and actors; with their text forms (`30ns`, `12.5 GB/s`, `512 KiB`).
//!
//! Everything is an integer, so that the same input gives the same bytes out on every machine. Text is parsed
//! as an exact decimal and never goes through a float.
#![forbid(unsafe_code)]

mod decimal;
mod ids;
mod quantity;
mod shown;
mod time;

pub use decimal::UnitError;
pub use ids::{ActorId, Endpoint, Held, HostId, LinkId};
pub use quantity::{Bytes, Frequency, Rate, Speed};
pub use shown::{shortened, visible, with_short_lines};
pub use time::{Time, attoseconds};
