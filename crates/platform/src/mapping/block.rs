//! The mapping `block`: fills the first host, then the next.

use super::error::MappingError;
use super::kind::{MappingKind, RankPlacement, Request};
use super::slots::Slots;

/// The entry of the registry.
pub(super) const KIND: MappingKind = MappingKind {
    name: "block",
    argument: "",
    doc: "Fills the slots of the first host, then those of the next, and so on.",
    place,
};

fn place(request: &Request<'_>) -> Result<RankPlacement, MappingError> {
    request.refuse_argument()?;
    Ok(match request.slots {
        Slots::Uniform { per_host, .. } => RankPlacement::Block { per_host: *per_host },
        listed => {
            let slots = listed.in_blocks().take(request.ranks as usize);
            RankPlacement::Table(slots.map(|(host, nth)| (host, request.core(nth))).collect())
        }
    })
}
