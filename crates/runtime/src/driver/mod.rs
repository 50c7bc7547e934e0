//! Drivers of real programs: the seam between the engine and ranks that have a stack.
//!
//! | driver | ranks |
//! |---|---|
//! | [`ImagesDriver`] | copy-on-write images in this process |
//! | [`crate::processes::ProcessesDriver`] | one process of the system per rank |
//! | [`Serialised`] | any driver's, with every word turned into bytes and back |

pub(crate) mod computing;
mod images;
mod serialised;
mod sites;
mod stream;

pub use images::{ImagesDriver, Otherwise, Surroundings};
pub use serialised::Serialised;
