//! The mapping `random`: places every rank on a random free slot of the job's hosts.

use super::error::MappingError;
use super::kind::{MappingKind, RankPlacement, Request};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

/// The entry of the registry.
pub(super) const KIND: MappingKind = MappingKind {
    name: "random",
    argument: "SEED",
    doc: "Assigns each rank a random slot of the whole machine, reproducibly by seed (default 0).",
    place,
};

fn place(request: &Request<'_>) -> Result<RankPlacement, MappingError> {
    let seed = match request.argument {
        None => 0,
        Some(text) => text.parse().map_err(|_| request.bad_argument("a whole number as seed, as in random:7"))?,
    };
    let firsts = request.slots.firsts();
    let drawn = draw(request.ranks, request.slots.total(), seed, MAPPING_STREAM);
    let place = |slot| {
        let (host, nth) = request.slots.slot(slot, &firsts);
        (host, request.core(nth))
    };
    Ok(RankPlacement::Table(drawn.into_iter().map(place).collect()))
}

/// The first `count` numbers of a random permutation of `0..total`, by Fisher and Yates' shuffle. Only the places
/// that were swapped are kept, so that a few ranks on a large machine are cheap.
pub(super) fn draw(count: u32, total: u64, seed: u64, purpose: u8) -> Vec<u64> {
    let mut stream = stream(seed, purpose);
    let mut swapped: BTreeMap<u64, u64> = BTreeMap::new();
    let mut drawn = Vec::with_capacity(count as usize);
    for place in 0..u64::from(count) {
        let other = place + below(&mut stream, total - place);
        let own = swapped.remove(&place).unwrap_or(place);
        if other == place {
            drawn.push(own);
        } else {
            drawn.push(swapped.insert(other, own).unwrap_or(other));
        }
    }
    drawn
}

/// Draws of slots, and of hosts, are streams of their own.
const MAPPING_STREAM: u8 = 0;
pub(super) const ALLOCATION_STREAM: u8 = 1;

/// ChaCha8 with the seed as the first eight bytes of its key, little-endian, then the purpose, the rest zero.
fn stream(seed: u64, purpose: u8) -> ChaCha8Rng {
    let mut key = [0u8; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8] = purpose;
    ChaCha8Rng::from_seed(key)
}

/// A uniform number below `bound`: draws above the largest multiple of it are rejected.
fn below(stream: &mut ChaCha8Rng, bound: u64) -> u64 {
    let rejected = (u64::MAX % bound + 1) % bound;
    loop {
        let number = stream.next_u64();
        if number <= u64::MAX - rejected {
            return number % bound;
        }
    }
}
