//! Which links may be alike: colour refinement.
//!
//! Links of one capacity begin with one colour. Then, again and again, a flow gets a colour from its state and those
//! of its links in the order of its route, and a link from its own and the sum of those of its flows, until no more
//! colours come up (the coarsest equitable partition: B. D. McKay, Practical Graph Isomorphism, Congressus
//! Numerantium 30, 1981). Colours are 64 bits of a hash, so that different links may have one colour by chance:
//! module `alike` checks what it makes of them.

use super::sharing::Sharing;

/// Rounds after which the search is given up.
const ROUNDS_MAX: usize = 24;

/// Links by group.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Groups {
    /// The group of each link, by index in `sharing`.
    pub(super) of: Vec<u32>,
    /// The links of each group.
    pub(super) links: Vec<Vec<u32>>,
}

/// A number that depends on all bits of another (the finalizer of G. Steele, D. Lea, C. Flood, Fast Splittable
/// Pseudorandom Number Generators, OOPSLA 2014).
#[inline]
pub(super) fn mixed(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// A number that depends on two others, and on their order. Odd multiples keep all bits.
#[inline]
pub(super) fn combined(one: u64, other: u64) -> u64 {
    (one.rotate_left(23) ^ other).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Groups of links that may be alike, given flows and what distinguishes them beside their routes. None if the links
/// that have flows would be fewer than `least` to a group.
pub(super) fn groups(sharing: &Sharing, flows: &[(u32, u64)], least: usize) -> Option<Groups> {
    let mut colours: Vec<u64> = sharing.links.iter().map(|link| mixed(link.capacity)).collect();
    let mut sums = vec![0u64; colours.len()];
    let mut busy: Vec<u32> = Vec::new();
    let mut sorted = Vec::new();
    let mut count = 0;
    for round in 0..ROUNDS_MAX {
        sums.fill(0);
        for &(flow, state) in flows {
            let route = sharing.hops.of(sharing.flows[flow as usize].route);
            let colour = mixed(route.iter().fold(state, |colour, hop| combined(colour, colours[hop.link as usize])));
            for hop in route {
                let sum = &mut sums[hop.link as usize];
                *sum = sum.wrapping_add(colour);
            }
        }
        if round == 0 {
            busy.extend((0..sums.len() as u32).filter(|link| sums[*link as usize] != 0));
        }
        for (colour, sum) in colours.iter_mut().zip(&sums) {
            *colour = mixed(combined(*colour, *sum));
        }
        sorted.clear();
        sorted.extend(busy.iter().map(|link| colours[*link as usize]));
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() * least > busy.len() {
            return None;
        }
        if sorted.len() == count {
            return Some(divide(sharing, &colours));
        }
        count = sorted.len();
    }
    None
}

/// Groups links by colour and capacity.
fn divide(sharing: &Sharing, colours: &[u64]) -> Groups {
    let mut order: Vec<_> = (0..colours.len() as u32)
        .map(|link| (colours[link as usize], sharing.links[link as usize].capacity, link))
        .collect();
    order.sort_unstable();
    let mut groups = Groups { of: vec![0; colours.len()], links: Vec::new() };
    for group in order.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        for &(_, _, link) in group {
            groups.of[link as usize] = groups.links.len() as u32;
        }
        groups.links.push(group.iter().map(|link| link.2).collect());
    }
    groups
}
