//! Drivers of real programs: the seam between the engine and ranks that have a stack.
//!
//! | driver | ranks |
//! |---|---|
//! | [`ImagesDriver`] | copy-on-write images in this process |
//! | [`ForkDriver`] | one forked process per rank: the reference that isolates by itself |
//! | [`Serialised`] | any driver's, with every word turned into bytes and back |

mod fork;
mod images;
mod serialised;
mod sites;
mod stream;

pub use fork::ForkDriver;
pub use images::{HostName, ImagesDriver};
pub use serialised::Serialised;
