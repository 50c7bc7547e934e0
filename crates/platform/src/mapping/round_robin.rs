//! The mapping `round-robin`: one rank on every host, then a second one, and so on.

use super::error::MappingError;
use super::kind::{MappingKind, RankPlacement, Request};
use super::slots::Slots;

/// The entry of the registry.
pub(super) const KIND: MappingKind =
    MappingKind { name: "round-robin", argument: "", doc: "Assigns ranks to hosts cyclically, one by one.", place };

fn place(request: &Request<'_>) -> Result<RankPlacement, MappingError> {
    request.refuse_argument()?;
    let Slots::Listed(list) = request.slots else {
        return Ok(RankPlacement::RoundRobin { hosts: request.slots.hosts() });
    };
    let ranks = request.ranks as usize;
    let mut table = Vec::with_capacity(ranks);
    let mut round = 0;
    // There are at least as many slots as ranks, so the rounds end.
    while table.len() < ranks {
        let open = list.iter().filter(|(_, slots)| *slots > round);
        table.extend(open.map(|(host, _)| (*host, request.core(round))).take(ranks - table.len()));
        round += 1;
    }
    Ok(RankPlacement::Table(table))
}
