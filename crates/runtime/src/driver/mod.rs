//! Drivers of real programs: the interface between the engine and ranks that have a stack.
//!
//! | driver | how ranks run |
//! |---|---|
//! | [`ImagesDriver`] | copy-on-write images in this process |
//! | [`crate::processes::ProcessesDriver`] | one process of the system per rank |
//! | [`Serialised`] | those of another driver, with every post and answer serialised |

mod images;
pub(crate) mod interruption;
mod serialised;
mod sites;
mod stream;

pub(crate) use images::rank_variables;
pub use images::{Fallback, ImagesDriver, RankHosts};
pub use serialised::Serialised;
