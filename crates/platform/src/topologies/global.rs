//! Global link arrangements of dragonflies: which global port of a group leads to which other group.
//!
//! Each of the a routers of a group that have global links has h of them: a·h ports, port q at router ⌊q/h⌋. They are
//! assigned to the g−1 other groups in ⌊a·h/(g−1)⌋ rounds of g−1 ports; ports left over are unused. Within a round
//! port k of group i leads to
//!
//! - `absolute` (also called consecutive): group k, or k+1 from k = i on;
//! - `relative`: group i+k+1 mod g;
//! - `circulant`: groups i+1, i−1, i+2, i−2, … mod g in turn;
//! - `palm-tree`: group i−k−1 mod g (Camarero, Vallejo, Beivide, "Topological characterization of Hamming and
//!   dragonfly networks and its implications on routing", TACO 2014).
//!
//! The first three are those of Hastings et al., "Comparing global link arrangements for dragonfly networks", CLUSTER
//! 2015. Both ends of a link are of the same round.

use super::links::product;
use crate::error::PlatformError;
use crate::section::Section;

/// What `wiring` may say.
pub(super) const WIRINGS: &[&str] = &["absolute", "relative", "circulant", "palm-tree"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wiring {
    Absolute,
    Relative,
    Circulant,
    PalmTree,
}

/// The global links of all groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Global {
    groups: u32,
    /// Links per router.
    per_router: u32,
    rounds: u32,
    wiring: Wiring,
}

impl Global {
    /// Reads `global_links` and `wiring`; `routers` of a group, called `what`, have global links.
    pub(super) fn read(
        section: &Section<'_>,
        groups: u32,
        routers: u32,
        what: &'static str,
    ) -> Result<Self, PlatformError> {
        let fewest = (groups - 1).div_ceil(routers).max(1);
        let per_router = match section.optional_count("global_links")? {
            Some(count) if count < fewest => {
                let expected =
                    format!("at least {fewest}, so that {routers} {what} reach {} other groups", groups - 1);
                return Err(section.out_of_range("global_links", count.to_string(), expected));
            }
            Some(count) => count,
            None => {
                section.note_default("global_links", &fewest.to_string(), "as few as join every two groups");
                fewest
            }
        };
        let ports = product(section, "global ports of a group", &[routers, per_router])?;
        let rounds = ports.checked_div(groups - 1).unwrap_or(0);
        let wiring = match section.choice("wiring", "wiring")?.as_str() {
            "absolute" => Wiring::Absolute,
            "relative" => Wiring::Relative,
            "circulant" => Wiring::Circulant,
            _ => Wiring::PalmTree,
        };
        Ok(Self { groups, per_router, rounds, wiring })
    }

    /// How many global links there are.
    pub(super) fn links(&self, section: &Section<'_>) -> Result<u32, PlatformError> {
        product(section, "global links", &[self.groups, self.rounds, self.groups - 1])
    }

    /// Global links of a router.
    pub(super) fn per_router(&self) -> u32 {
        self.per_router
    }

    /// Links between any two groups.
    pub(super) fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Whether the wiring is `absolute`; the others look the same from every group.
    pub(super) fn is_absolute(&self) -> bool {
        self.wiring == Wiring::Absolute
    }

    /// The group that port `k` of a round of group `group` leads to.
    pub(super) fn peer(&self, group: u32, k: u32) -> u32 {
        let further = |distance: u32| ((u64::from(group) + u64::from(distance)) % u64::from(self.groups)) as u32;
        match self.wiring {
            Wiring::Absolute => k + u32::from(k >= group),
            Wiring::Relative => further(k + 1),
            Wiring::Circulant if k.is_multiple_of(2) => further(k / 2 + 1),
            Wiring::Circulant => further(self.groups - k / 2 - 1),
            Wiring::PalmTree => further(self.groups - k - 1),
        }
    }

    /// The port within a round that leads from one group to another.
    pub(super) fn port(&self, from: u32, to: u32) -> u32 {
        let (groups, distance) = (self.groups, if to > from { to - from } else { self.groups - (from - to) });
        match self.wiring {
            Wiring::Absolute => to - u32::from(to > from),
            Wiring::Relative => distance - 1,
            Wiring::Circulant if distance <= groups - distance => 2 * (distance - 1),
            Wiring::Circulant => 2 * (groups - distance) - 1,
            Wiring::PalmTree => groups - distance - 1,
        }
    }

    /// The router, among those of its group with global links, of a port of a round.
    pub(super) fn router_of_port(&self, round: u32, k: u32) -> u32 {
        (round * (self.groups - 1) + k) / self.per_router
    }

    /// The number, among the global links, of that which leaves by a port of a round of a group.
    pub(super) fn link(&self, group: u32, round: u32, k: u32) -> u32 {
        (group * self.rounds + round) * (self.groups - 1) + k
    }

    /// The opposite of [`Global::link`]: group, round and port.
    pub(super) fn port_of_link(&self, link: u32) -> (u32, u32, u32) {
        let (k, rest) = (link % (self.groups - 1), link / (self.groups - 1));
        (rest / self.rounds, rest % self.rounds, k)
    }

    /// `g0>g3`, with the round if there are several.
    pub(super) fn link_name(&self, group: u32, round: u32, k: u32) -> String {
        let suffix = if self.rounds > 1 { format!("#{round}") } else { String::new() };
        format!("g{group}>g{}{suffix}", self.peer(group, k))
    }
}
