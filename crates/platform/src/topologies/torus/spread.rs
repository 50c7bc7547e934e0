//! Divides the bytes of a transfer among all minimal paths between two hosts of a mesh or torus. Models without contention
//! count link loads in this way if packets are routed adaptively on minimal paths. Each vertex divides the bytes that it
//! forwards among its links that lead nearer to the destination: into equal parts, or, if loads of links are given, into parts
//! inverse to the third power of the load ahead.

use super::{Dimension, Grid};
use units::LinkId;

/// Parts of what a vertex forwards are inverse to this power of the load that lies ahead.
const EVASION: u32 = 3;

/// The least load ahead is told apart from others to this part of it. Its power leaves room for 16 dimensions.
const RATIO_BITS: u32 = 16;

/// The minimal way along a dimension.
struct Leg<'a> {
    dimension: &'a Dimension,
    from: u32,
    hops: u32,
    up: bool,
    /// Places of the box between two that differ by a hop.
    ahead: usize,
}

impl<'a> Leg<'a> {
    fn new(dimension: &'a Dimension, src: u32, dst: u32, ahead: usize) -> Self {
        let (from, to) = (dimension.coordinate(src), dimension.coordinate(dst));
        let up = dimension.goes_up(from, to);
        let (low, high) = if up { (from, to) } else { (to, from) };
        let hops = if high >= low { high - low } else { high + dimension.size - low };
        Self { dimension, from, hops, up, ahead }
    }

    /// The coordinate after some hops.
    fn coordinate(&self, hops: u32) -> u32 {
        let size = self.dimension.size;
        let along = if self.up { self.from + hops } else { self.from + size - hops };
        if along >= size { along - size } else { along }
    }

    /// The link of the next hop from a host that is on the way.
    fn link(&self, host: u32, hops: u32) -> LinkId {
        let (dimension, at) = (self.dimension, self.coordinate(hops));
        let low = if self.up { at } else { dimension.previous(at) };
        let index = if dimension.wraps {
            // Of every host a link of its own.
            host.wrapping_add(low.wrapping_sub(at).wrapping_mul(dimension.stride))
        } else {
            dimension.index(host, low)
        };
        LinkId(if self.up { dimension.up } else { dimension.down } + index)
    }
}

/// A link that leads nearer.
#[derive(Clone, Copy)]
struct Onward {
    /// The place that it leaves, and the one where it ends.
    from: usize,
    to: usize,
    link: LinkId,
}

/// The box that the minimal ways between two hosts span. Its places are hosts, numbered from the source on, the first dimension
/// fastest.
struct Span {
    places: usize,
    /// All links, in the order of the places that they leave.
    onward: Vec<Onward>,
}

impl Span {
    fn new(grid: &Grid, src: u32, dst: u32) -> Self {
        let mut places = 1;
        let mut legs = Vec::new();
        for (_, dimension) in grid.differing(src, dst) {
            let leg = Leg::new(dimension, src, dst, places);
            places *= leg.hops as usize + 1;
            legs.push(leg);
        }
        let mut span = Self { places, onward: Vec::with_capacity(places * legs.len()) };
        let mut at = vec![0; legs.len()];
        for from in 0..places {
            span.leave(from, src, &legs, &at);
            step(&mut at, &legs);
        }
        span
    }

    /// Adds the links that lead on from a place.
    fn leave(&mut self, from: usize, src: u32, legs: &[Leg<'_>], at: &[u32]) {
        let move_along = |host: u32, (leg, at): (&Leg<'_>, &u32)| {
            host.wrapping_add(leg.coordinate(*at).wrapping_sub(leg.from).wrapping_mul(leg.dimension.stride))
        };
        let host = legs.iter().zip(at).fold(src, move_along);
        let onward = |(leg, at): (&Leg<'_>, &u32)| Onward { from, to: from + leg.ahead, link: leg.link(host, *at) };
        self.onward.extend(legs.iter().zip(at).filter(|(leg, at)| **at < leg.hops).map(onward));
    }

    /// The links that leave each place but the last.
    fn vertices(&self) -> impl DoubleEndedIterator<Item = &[Onward]> {
        self.onward.chunk_by(|one, next| one.from == next.from)
    }

    /// By place: the load that a byte meets from there on, if it is divided by such loads.
    fn loads_ahead(&self, loads: &[u64]) -> Vec<u64> {
        let mut ahead = vec![0; self.places];
        for onward in self.vertices().rev() {
            let by = |link: &Onward| load_by(link, loads, &ahead);
            let weights: u128 = onward.iter().map(|link| weight(by(link), least(onward, by))).sum();
            let sum: u128 =
                onward.iter().map(|link| u128::from(by(link)) * weight(by(link), least(onward, by))).sum();
            ahead[onward[0].from] = (sum / weights) as u64;
        }
        ahead
    }
}

/// The load of a link and of what lies ahead of it.
fn load_by(link: &Onward, loads: &[u64], ahead: &[u64]) -> u64 {
    loads[link.link.index()].saturating_add(ahead[link.to])
}

fn least(onward: &[Onward], load: impl Fn(&Onward) -> u64) -> u64 {
    onward.iter().map(load).min().unwrap_or(0)
}

/// The part of a link, of which the one with the least load has 2^(`RATIO_BITS` · `EVASION`).
fn weight(load: u64, least: u64) -> u128 {
    let ratio = (u128::from(least.max(1)) << RATIO_BITS) / u128::from(load.max(1));
    ratio.pow(EVASION).max(1)
}

/// The next place of the box that ways span, the first one fastest.
fn step(at: &mut [u32], legs: &[Leg<'_>]) {
    for (at, leg) in at.iter_mut().zip(legs) {
        if *at < leg.hops {
            *at += 1;
            return;
        }
        *at = 0;
    }
}

impl Grid {
    /// See [`crate::Topology::spread`].
    pub(super) fn divide(
        &self,
        ends: (u32, u32),
        bytes: u64,
        loads: Option<&[u64]>,
        add: &mut dyn FnMut(LinkId, u64),
    ) {
        let span = Span::new(self, ends.0, ends.1);
        let mut here = vec![0; span.places];
        here[0] = bytes;
        let ahead = loads.map(|loads| (loads, span.loads_ahead(loads)));
        for onward in span.vertices() {
            let bytes = here[onward[0].from];
            let mut give = |link: &Onward, share: u64| {
                add(link.link, share);
                here[link.to] += share;
            };
            match &ahead {
                None => divide_equally(bytes, onward, &mut give),
                Some((loads, ahead)) => divide_by(bytes, onward, |link| load_by(link, loads, ahead), &mut give),
            }
        }
    }
}

/// The first links carry the bytes that are left over.
fn divide_equally(bytes: u64, onward: &[Onward], give: &mut dyn FnMut(&Onward, u64)) {
    let count = onward.len() as u64;
    let (share, left) = (bytes / count, bytes % count);
    (0..).zip(onward).for_each(|(nth, link)| give(link, share + u64::from(nth < left)));
}

fn divide_by(bytes: u64, onward: &[Onward], load: impl Fn(&Onward) -> u64, give: &mut dyn FnMut(&Onward, u64)) {
    let least = least(onward, &load);
    let weights: u128 = onward.iter().map(|link| weight(load(link), least)).sum();
    let share = |link: &Onward| (u128::from(bytes) * weight(load(link), least) / weights) as u64;
    let left = bytes - onward.iter().map(share).sum::<u64>();
    (0..).zip(onward).for_each(|(nth, link)| give(link, share(link) + u64::from(nth < left)));
}
