//! A cache of routes between pairs of endpoints: transfers between neighbours repeat, so most routes have been computed before.

use super::scale::LastDuration;
use platform::Path;
use std::num::NonZeroU8;
use units::{Endpoint, LinkId, Time};

/// What a transfer needs to know of its route, beside its links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Route {
    /// Sum over its links.
    pub(super) latency: Time,
    /// Its first link.
    pub(super) first: Option<LinkId>,
    /// Steps: the bandwidth of its narrowest link, and no more than a single transfer gets.
    pub(super) bound: u64,
    /// Of a flow over it.
    pub(super) weight: u32,
}

type Ends = (Endpoint, Endpoint);

/// A route, and its links, as the model numbers them, if they are at most [`SHORT`]. Most are found evicted from the caches: all of it is
/// one line of a cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Known {
    ends: Ends,
    route: Route,
    links: [u32; SHORT],
    /// Links, and one.
    count: NonZeroU8,
}

const _: () = assert!(size_of::<Option<Known>>() == 64);

impl Known {
    fn links(&self) -> usize {
        usize::from(self.count.get()) - 1
    }
}

/// The routes between some pairs of ends, the last ones that fell into their places. Each pair has two: 64 ranks with ten partners
/// each find nearly all of theirs.
#[derive(Debug, Default)]
pub(super) struct Routes {
    places: Vec<Option<Known>>,
    /// The links of each place's route, if there are more than [`SHORT`]: as much room as the longest one has needed.
    links: Vec<u32>,
    room: usize,
    /// Hits less twice the insertions since the table was last resized, never above zero.
    score: i32,
    /// The path that was looked up last.
    pub(super) path: Path,
    /// The time of bytes without contention that was asked for last.
    pub(super) uncontended: LastDuration,
}

/// Each place takes 64 bytes, and 4 for each link of the longest route if that is not short; a route that is found again some 1,000
/// instructions less.
// Powers of two.
const PLACES_FIRST: usize = 1 << 11;
const PLACES_MOST: usize = 1 << 14;
/// Links that lie beside the rest of their route.
const SHORT: usize = 3;
/// Longer routes are not kept.
const LONGEST: usize = 12;

impl Routes {
    /// The route between two ends and its links; none if it is not known.
    #[inline(always)]
    pub(super) fn find(&mut self, ends: Ends) -> Option<(Route, &[u32])> {
        let [mut place, other] = self.two(ends);
        let is_known = |known: &&Known| known.ends == ends;
        let known = match self.places.get(place)?.as_ref().filter(is_known) {
            Some(known) => known,
            None => {
                place = other;
                self.places.get(place)?.as_ref().filter(is_known)?
            }
        };
        self.score += i32::from(self.score < 0);
        let links = if known.links() <= SHORT { &known.links[..] } else { &self.links[place * self.room..] };
        Some((known.route, &links[..known.links()]))
    }

    /// Keeps the route between two ends.
    pub(super) fn keep(&mut self, ends: Ends, route: Route, links: &[u32]) {
        if links.len() > LONGEST {
            return;
        }
        let room = if links.len() > SHORT { self.room.max(links.len()) } else { self.room };
        // Of three that are looked for more than one is not found: these ends are too many for the places.
        if self.score <= -(self.places.len() as i32) {
            if self.places.len() >= PLACES_MOST {
                return;
            }
            let count = (8 * self.places.len()).clamp(PLACES_FIRST, PLACES_MOST);
            self.score = 0;
            self.resize(count, room);
        } else if room > self.room {
            self.resize(self.places.len(), room);
        }
        self.score -= 2;
        let count = NonZeroU8::MIN.saturating_add(links.len() as u8);
        let mut known = Known { ends, route, links: [0; SHORT], count };
        if let Some(short) = known.links.get_mut(..links.len()) {
            short.copy_from_slice(links);
        }
        self.put(known, links);
    }

    /// Puts a route into the first free place of its two, or into the first.
    fn put(&mut self, known: Known, links: &[u32]) {
        let places = self.two(known.ends);
        let place = places.into_iter().find(|at| self.places[*at].is_none()).unwrap_or(places[0]);
        if links.len() > SHORT {
            self.links[place * self.room..][..links.len()].copy_from_slice(links);
        }
        self.places[place] = Some(known);
    }

    /// Sets the number of places, and the room for the links of each.
    #[cold]
    fn resize(&mut self, count: usize, room: usize) {
        let places = std::mem::replace(&mut self.places, vec![None; count]);
        let links = std::mem::replace(&mut self.links, vec![0; count * room]);
        let before = std::mem::replace(&mut self.room, room);
        for (place, known) in places.into_iter().enumerate() {
            let Some(known) = known else { continue };
            let long = if known.links() > SHORT { &links[place * before..][..known.links()] } else { &[] };
            self.put(known, long);
        }
    }

    /// The two places of a pair of ends: the source's host, and two hashes of the rest, the distance between the hosts. Most ranks send
    /// as far as their neighbours, one after the other: their routes lie side by side, where the processor fetches them in advance.
    #[inline]
    fn two(&self, (source, destination): Ends) -> [usize; 2] {
        let inside = |end: Endpoint| u64::from(end.nic) << 16 | u64::from(end.core);
        let distance = u64::from(destination.host.0.wrapping_sub(source.host.0));
        let rest = (distance << 32 | inside(destination)) ^ inside(source).rotate_left(16);
        let hash = rest.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let last = self.places.len().wrapping_sub(1);
        [hash >> 48, hash >> 32].map(|hash| (hash as u32).wrapping_add(source.host.0) as usize & last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use units::HostId;

    fn ends(from: u32, to: u32) -> Ends {
        let end = |host| Endpoint { host: HostId(host), ..Endpoint::default() };
        (end(from), end(to))
    }

    fn route(latency: u64) -> Route {
        Route { latency: Time::from_ns(latency), first: Some(LinkId(3)), bound: 7, weight: 1 }
    }

    #[test]
    fn a_route_is_found_with_its_links() {
        let mut routes = Routes::default();
        assert_eq!(routes.find(ends(1, 2)), None);
        routes.keep(ends(1, 2), route(5), &[4, 6]);
        assert_eq!(routes.find(ends(1, 2)), Some((route(5), &[4, 6][..])));
        assert_eq!(routes.find(ends(2, 1)), None);
        routes.keep(ends(2, 1), route(7), &[8, 9, 10]);
        assert_eq!(routes.find(ends(1, 2)), Some((route(5), &[4, 6][..])));
        assert_eq!(routes.find(ends(2, 1)), Some((route(7), &[8, 9, 10][..])));
        for long in [5, LONGEST as u32] {
            let links: Vec<u32> = (0..long).collect();
            routes.keep(ends(4, long), route(8), &links);
            assert_eq!(routes.find(ends(4, long)), Some((route(8), &links[..])));
        }
        assert_eq!(
            routes.find(ends(4, 5)),
            Some((route(8), &[0, 1, 2, 3, 4][..])),
            "there is room for longer ones now"
        );
        routes.keep(ends(3, 1), route(6), &[0; LONGEST + 1]);
        assert_eq!(routes.find(ends(3, 1)), None, "it is too long");
    }

    #[test]
    fn places_grow_until_routes_are_found_again() {
        let mut routes = Routes::default();
        let mut round = || {
            let look = |to| {
                let (expected, links) = (route(u64::from(to)), [to]);
                let found = routes.find(ends(7, to)).inspect(|found| assert_eq!(*found, (expected, &links[..])));
                let found = found.is_some();
                if !found {
                    routes.keep(ends(7, to), expected, &links);
                }
                u32::from(found)
            };
            (0..5000).map(look).sum::<u32>()
        };
        assert_eq!(round(), 0);
        assert!(3 * round() > 2 * 5000);
        assert_eq!(routes.places.len(), PLACES_MOST);
    }

    #[test]
    fn routes_of_a_machine_s_neighbours_are_found_again() {
        let mut routes = Routes::default();
        let mut round = || {
            let pairs = (0..64).flat_map(|from| (0..10).map(move |bit| ends(from, (from + (1 << bit)) % 1024)));
            let look = |ends| {
                let found = routes.find(ends).is_some();
                if !found {
                    routes.keep(ends, route(1), &[1, 2]);
                }
                u32::from(!found)
            };
            pairs.map(look).sum::<u32>()
        };
        assert_eq!(round(), 640);
        assert!(round() < 64, "one of ten is not found again");
        assert_eq!(routes.places.len(), PLACES_FIRST);
    }

    #[test]
    fn ends_that_share_a_place_are_told_apart_and_too_many_are_not_kept() {
        let (mut routes, mut kept) = (Routes::default(), 0);
        for to in 0..100_000 {
            assert_eq!(routes.find(ends(0, to)), None);
            routes.keep(ends(0, to), route(to.into()), &[to]);
            let found = routes.find(ends(0, to));
            assert!(found.is_none_or(|found| found == (route(to.into()), &[to][..])));
            let found = found.is_some();
            // As if nobody had asked.
            routes.score -= i32::from(found);
            kept += usize::from(found);
        }
        assert_eq!(2 * kept, PLACES_FIRST + PLACES_MOST);
    }
}
