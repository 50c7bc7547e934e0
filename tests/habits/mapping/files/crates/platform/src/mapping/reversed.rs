//! `reversed`: as `block`, from the last rank to the first.

use super::error::MappingError;
use super::kind::{MappingKind, RankPlacement, Request};

/// The entry of the registry.
pub(super) const KIND: MappingKind =
    MappingKind { name: "reversed", argument: "", doc: "Fills host after host from the last rank to the first.", place };

fn place(request: &Request<'_>) -> Result<RankPlacement, MappingError> {
    request.refuse_argument()?;
    let slots = request.slots.in_blocks().take(request.ranks as usize);
    let mut table: Vec<_> = slots.map(|(host, nth)| (host, request.core(nth))).collect();
    table.reverse();
    Ok(RankPlacement::Table(table))
}
