//! Drivers of real programs. Through a driver the simulation engine resumes the program's ranks, and gets their requests
//! (posts).
//!
//! | driver | how ranks run |
//! |---|---|
//! | [`ImagesDriver`] | copy-on-write images (loaded copies of the program) in this process |
//! | [`crate::processes::ProcessesDriver`] | one process of the system per rank |
//! | [`Serialised`] | as under another driver, but every post and answer is serialised (for tests) |

mod away;
pub(crate) mod habits;
mod images;
pub(crate) mod interruption;
mod serialised;
mod sites;
mod stream;

pub(crate) use images::rank_variables;
pub use images::{Fallback, ImagesDriver, RankHosts};
pub use serialised::Serialised;
