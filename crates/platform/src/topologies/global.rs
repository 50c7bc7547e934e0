//! Global link arrangements of dragonflies: which global port of a group leads to which other group.
//!
//! A dragonfly has g groups. In each, a routers have h global links each: a·h ports, port q at router ⌊q/h⌋. They are
//! assigned to the g−1 other groups in ⌊a·h/(g−1)⌋ rounds of g−1 ports; ports left over are unused. Within a round, port k
//! of group i leads to
//!
//! - `absolute` (also called consecutive): group k if k < i, else group k+1;
//! - `relative`: group i+k+1 mod g;
//! - `circulant`: groups i+1, i−1, i+2, i−2, … mod g in turn;
//! - `palm-tree`: group i−k−1 mod g (Camarero, Vallejo, Beivide, "Topological characterization of Hamming and dragonfly
//!   networks and its implications on routing", TACO 2014).
//!
//! The first three are those of Hastings et al., "Comparing global link arrangements for dragonfly networks", CLUSTER
//! 2015. Both ends of a link are of the same round.

use super::links::product;
use super::routers::Step;
use crate::error::PlatformError;
use crate::section::Section;
use config::{Parameter, ParameterKind};

/// How the ports are assigned.
pub(super) const WIRING: Parameter = Parameter::with_default(
    "wiring",
    ParameterKind::Choice(&["absolute", "relative", "circulant", "palm-tree"]),
    "absolute",
    "the consecutive arrangement of Kim et al., ISCA 2008",
    "Assignment of a group's ports to other groups.",
);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wiring {
    Absolute,
    Relative,
    Circulant,
    PalmTree,
}

impl Wiring {
    fn of(name: &str) -> Self {
        match name {
            "absolute" => Self::Absolute,
            "relative" => Self::Relative,
            "circulant" => Self::Circulant,
            _ => Self::PalmTree,
        }
    }
}

/// Which router of a group a port belongs to.
#[derive(Clone, Copy, Debug)]
enum Ports {
    /// So many in a row to each router.
    Each(u32),
    /// Equal shares in a row to so many routers, of so many ports.
    Shares(u32, u32),
    /// In turn to so many routers.
    Striped(u32),
}

/// The global links of all groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Global {
    groups: u32,
    /// Links between any two groups.
    pub(super) rounds: u32,
    wiring: Wiring,
    ports: Ports,
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
        let wiring = Wiring::of(&section.choice("wiring", "wiring")?);
        Ok(Self { groups, rounds, wiring, ports: Ports::Each(per_router) })
    }

    /// With so many links between any two groups, whose ports `routers` of a group have in equal shares: striped, or in a row.
    pub(super) fn shared(groups: u32, rounds: u32, wiring: &str, routers: u32, striped: bool) -> Self {
        let ports = if striped { Ports::Striped(routers) } else { Ports::Shares(routers, rounds * (groups - 1)) };
        Self { groups, rounds, wiring: Wiring::of(wiring), ports }
    }

    /// How many global links there are.
    pub(super) fn links(&self, section: &Section<'_>) -> Result<u32, PlatformError> {
        product(section, "global links", &[self.groups, self.rounds, self.groups - 1])
    }

    /// Global links of a router.
    pub(super) fn per_router(&self) -> u32 {
        if let Ports::Each(count) = self.ports { count } else { 0 }
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
        let port = round * (self.groups - 1) + k;
        match self.ports {
            Ports::Each(count) => port / count,
            // Few enough: at most 512 ports of at most 32 routers.
            Ports::Shares(routers, ports) => port * routers / ports,
            Ports::Striped(routers) => port % routers,
        }
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

    /// The link of a round from one group to another: its number, and the routers at its ends.
    pub(super) fn between(&self, from: u32, to: u32, round: u32) -> (u32, u32, u32) {
        let (out, back) = (self.port(from, to), self.port(to, from));
        (self.link(from, round, out), self.router_of_port(round, out), self.router_of_port(round, back))
    }

    /// The groups that a link joins, and its routers there.
    pub(super) fn ends(&self, link: u32) -> ((u32, u32), (u32, u32)) {
        let (group, round, k) = self.port_of_link(link);
        let peer = self.peer(group, k);
        let (_, exit, entry) = self.between(group, peer, round);
        ((group, exit), (peer, entry))
    }

    /// `g0>g3`, with the round if there are several.
    pub(super) fn link_name(&self, link: u32) -> String {
        let (group, round, k) = self.port_of_link(link);
        let suffix = if self.rounds > 1 { format!("#{round}") } else { String::new() };
        format!("g{group}>g{}{suffix}", self.peer(group, k))
    }
}

/// Groups of so many routers, fully connected, with global links between them. Links within groups are numbered by the router that
/// they leave, then by that where they end; global links follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups {
    pub(super) count: u32,
    /// Of a group.
    pub(super) routers: u32,
    pub(super) global: Global,
}

impl Groups {
    /// The first global link.
    pub(super) fn first_global(&self) -> u32 {
        self.count * self.routers * (self.routers - 1)
    }

    /// From a router to another of its group.
    pub(super) fn local(&self, from: u32, to: u32) -> Step {
        Step { link: from * (self.routers - 1) + to % self.routers - u32::from(to > from), vc: 0, end: to }
    }

    /// From a router on the way to another group over a round of ports.
    pub(super) fn leave(&self, from: u32, to_group: u32, round: u32) -> Step {
        let group = from / self.routers;
        let (link, exit, entry) = self.global.between(group, to_group, round);
        let exit = group * self.routers + exit;
        if from == exit {
            Step { link: self.first_global() + link, vc: 0, end: to_group * self.routers + entry }
        } else {
            self.local(from, exit)
        }
    }

    /// The routers that a link joins.
    pub(super) fn ends(&self, link: u32) -> (u32, u32) {
        if let Some(global) = link.checked_sub(self.first_global()) {
            let ((group, exit), (peer, entry)) = self.global.ends(global);
            return (group * self.routers + exit, peer * self.routers + entry);
        }
        let (from, other) = (link / (self.routers - 1), link % (self.routers - 1));
        let own = from % self.routers;
        (from, from - own + other + u32::from(other >= own))
    }
}
