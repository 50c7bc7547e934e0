//! The registry of motifs, one line per motif.

use super::motif::Motif;
use super::parameter::{MotifError, Values};
use super::{allreduce, alltoall, cg, collective, fft2d, graph, halo3d, ior, lu, neighbours, ping, random, sweep3d};
use config::UnknownName;
use ops::RankDriver;

/// All motifs.
pub const MOTIFS: &[Motif] = &[
    halo3d::MOTIF,
    alltoall::MOTIF,
    ping::MOTIF,
    neighbours::MOTIF,
    allreduce::MOTIF,
    random::MOTIF,
    sweep3d::MOTIF,
    fft2d::MOTIF,
    cg::MOTIF,
    lu::MOTIF,
    graph::MOTIF,
    ior::MOTIF,
    collective::MOTIF,
];

/// Builds the driver of a motif from its name and `key=value` settings.
pub fn build(name: &str, ranks: u32, settings: &[String]) -> Result<Box<dyn RankDriver>, MotifError> {
    let known = MOTIFS.iter().map(|motif| motif.name);
    let motif = MOTIFS.iter().find(|motif| motif.name == name);
    let motif = motif.ok_or_else(|| MotifError::UnknownMotif(UnknownName::new(name, known)))?;
    if ranks == 0 {
        return Err(MotifError::NoRanks);
    }
    let values = Values::parse(motif, settings)?;
    (motif.build)(ranks, &values)
}
