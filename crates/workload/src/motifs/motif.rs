//! The declaration of a motif: name, parameters, and how its driver is built.

use super::parameter::{MotifError, Values};
use config::Parameter;
use ops::RankDriver;

/// Builds the driver of a motif for a number of ranks.
pub type Build = fn(ranks: u32, values: &Values) -> Result<Box<dyn RankDriver>, MotifError>;

/// A motif, as a value in [`super::MOTIFS`].
pub struct Motif {
    /// The name on the command line: `halo3d`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// The parameters, in the order of the documentation.
    pub parameters: &'static [Parameter],
    /// Builds the driver.
    pub build: Build,
}
