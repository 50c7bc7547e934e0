//! `slim-fly`: routers on a graph of diameter two with nearly the largest number of vertices that its degree allows,
//! the Moore bound (Besta, Hoefler: "Slim Fly: A Cost Effective Low-Diameter Network Topology", SC 2014). The graphs
//! are those of McKay, Miller and Širáň (1998) in Hafner's form (2004).
//!
//! Parameters: a prime `q` = 4w + δ, δ = ±1, and the `hosts` of each router. There are 2q² routers, each joined to (3q
//! − δ)/2 others. Prime powers, for which the construction also works, are not supported.
//!
//! Graph: let ξ be a primitive root of q. There are routers (0, x, y) and routers (1, m, c), where x, y, m and c run from 0 to
//! q − 1. Three rules join the routers:
//!
//! * (0, x, y) and (0, x, y′) are joined if y − y′ is in the set X.
//! * (1, m, c) and (1, m, c′) are joined if c − c′ is in the set X′.
//! * (0, x, y) and (1, m, c) are joined if y = m·x + c.
//!
//! For δ = 1, X holds the even powers of ξ, and X′ the odd ones. For δ = −1, X holds ξ⁰, ξ², …, ξ^(2w−2), ξ^(2w−1), ξ^(2w+1),
//! …, ξ^(4w−3), and X′ holds these times ξ. Router (s, a, b) has number s·q² + a·q + b; its hosts are numbered consecutively.
//!
//! Minimal routes: the link between two routers if there is one; else two links over a common neighbour. If there are c common
//! neighbours, numbered from 0 in the order of the routers' numbers, the route takes number (source + destination) mod c.
//!
//! Bisection: between the routers (0, x, y) and the routers (1, m, c) there are q³ links; the host links of one half count
//! instead if they are fewer. This is one bisection, not proved to be the narrowest.

use super::links::{LinkClass, total};
use super::network::{Cut, Graph, Hosts, network};
use super::routers::{ADAPTIVE, MINIMAL, Routers, Step, UGAL_G, VALIANT, other_than};
use crate::error::PlatformError;
use crate::routing::{RoutingKind, RoutingView};
use crate::section::Section;
use crate::shape::Shape;
use crate::topology::{Formulas, Topology, TopologyKind};
use config::{Parameter, ParameterKind};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "slim-fly",
    doc: "Routers at most two links apart, nearly as many as their ports allow (McKay-Miller-Širáň graphs).",
    parameters: &[
        Parameter::required("q", ParameterKind::Count, "An odd prime: 2q² routers of (3q ± 1)/2 links to others."),
        Parameter::optional(
            "hosts",
            ParameterKind::Count,
            "Hosts per router; by default half its links, rounded up.",
        ),
        Parameter::required("links.host.bandwidth", ParameterKind::Bandwidth, "Host to router, each direction."),
        Parameter::required("links.host.latency", ParameterKind::Latency, "Host to router."),
        Parameter::required("links.router.bandwidth", ParameterKind::Bandwidth, "Router to router, each direction."),
        Parameter::required("links.router.latency", ParameterKind::Latency, "Router to router."),
    ],
    formulas: Formulas {
        hosts: "2·q²·p",
        links: "4·q²·p + q²·(3q − δ), q = 4w + δ",
        diameter: "4",
        bisection: "q³·B(router), or the host links of one half if less",
    },
    build,
};

/// Beyond this the links have no numbers any more.
const MAX_Q: u32 = 997;

#[derive(Debug)]
struct SlimFly {
    q: u32,
    /// Links of a router to others: those in its own half come first.
    degree: u32,
    /// X and X′, ascending.
    differences: [Vec<u32>; 2],
    /// Of each difference, its place in the list above, or none.
    places: [Vec<Option<u32>>; 2],
    link: LinkClass,
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let q = section.count("q")?;
    if !(3..=MAX_Q).contains(&q) || (2..q).take_while(|d| d * d <= q).any(|d| q.is_multiple_of(d)) {
        return Err(section.out_of_range("q", q.to_string(), format!("an odd prime from 3 to {MAX_Q}")));
    }
    let differences = differences(q);
    let degree = q + differences[0].len() as u32;
    let per_router = match section.optional_count("hosts")? {
        Some(count) => count,
        None => {
            let half = degree.div_ceil(2);
            section.note_default("hosts", &half.to_string(), "half the links of a router, as Besta and Hoefler take");
            half
        }
    };
    let routers = 2 * q * q;
    let hosts = Hosts::on(section, &[routers], per_router)?.linked(LinkClass::read(section, "host")?, 1);
    let link = LinkClass::read(section, "router")?;
    let places = differences.each_ref().map(|list| {
        let mut places = vec![None; q as usize];
        (0..).zip(list).for_each(|(place, difference)| places[*difference as usize] = Some(place));
        places
    });
    let graph = SlimFly { q, degree, differences, places, link };
    let links = u64::from(routers) * u64::from(degree);
    network(section, graph, hosts, links, ["host", "router"].map(str::to_owned).into())
}

/// The least primitive root of a prime.
fn primitive_root(q: u32) -> u32 {
    let order = |root: u32| {
        let powers = std::iter::successors(Some(root % q), |power| Some(power * root % q));
        1 + powers.take_while(|power| *power != 1).count() as u32
    };
    (2..q).find(|root| order(*root) == q - 1).unwrap_or(1)
}

/// X and X′.
fn differences(q: u32) -> [Vec<u32>; 2] {
    let root = primitive_root(q);
    let powers: Vec<u32> = std::iter::successors(Some(1), |power| Some(power * root % q)).take(q as usize).collect();
    let exponents: Vec<u32> = if q % 4 == 1 {
        (0..q - 1).step_by(2).collect()
    } else {
        let w = q.div_ceil(4);
        (0..2 * w - 1).step_by(2).chain((2 * w - 1..4 * w - 2).step_by(2)).collect()
    };
    [0, 1].map(|shift| {
        let mut list: Vec<u32> = exponents.iter().map(|exponent| powers[(exponent + shift) as usize]).collect();
        list.sort_unstable();
        list.dedup();
        list
    })
}

impl SlimFly {
    fn split(&self, router: u32) -> (usize, u32, u32) {
        let square = self.q * self.q;
        ((router / square) as usize, router % square / self.q, router % self.q)
    }

    fn number(&self, half: usize, a: u32, b: u32) -> u32 {
        half as u32 * self.q * self.q + a * self.q + b
    }

    /// The router that a port leads to.
    fn neighbour(&self, router: u32, port: u32) -> u32 {
        let (half, a, b) = self.split(router);
        let own = &self.differences[half];
        match port.checked_sub(own.len() as u32) {
            None => self.number(half, a, (b + own[port as usize]) % self.q),
            // y = m·x + c, hence c = y − m·x.
            Some(m) if half == 0 => self.number(1, m, (b + self.q * self.q - m * a % self.q) % self.q),
            Some(x) => self.number(0, x, (a * x + b) % self.q),
        }
    }

    /// The port that leads to another router, if one does.
    fn port_to(&self, router: u32, to: u32) -> Option<u32> {
        let ((half, a, b), (other, c, d)) = (self.split(router), self.split(to));
        if half == other {
            return self.places[half][((d + self.q - b) % self.q) as usize].filter(|_| a == c);
        }
        let port = self.differences[half].len() as u32 + c;
        (self.neighbour(router, port) == to).then_some(port)
    }

    /// From a router over one of its ports.
    fn over(&self, router: u32, port: u32, vc: u8) -> Step {
        Step { link: router * self.degree + port, vc, end: self.neighbour(router, port) }
    }

    /// The first port of the way between two routers that no link joins.
    fn first_of_two(&self, from: u32, to: u32) -> u32 {
        let ports = || (0..self.degree).filter(|port| self.port_to(self.neighbour(from, *port), to).is_some());
        let chosen = (from + to) as usize % ports().count().max(1);
        ports().nth(chosen).expect("any two routers have a common neighbour or a link")
    }
}

impl Graph for SlimFly {
    const ROUTINGS: &'static [RoutingKind] = &[MINIMAL, VALIANT, ADAPTIVE, UGAL_G];

    fn routers(&self) -> u32 {
        2 * self.q * self.q
    }

    fn link(&self, _link: u32) -> (LinkClass, u8) {
        (self.link, 1)
    }

    fn ends(&self, link: u32) -> (u32, u32) {
        (link / self.degree, self.neighbour(link / self.degree, link % self.degree))
    }

    fn router_name(&self, router: u32) -> String {
        let (half, a, b) = self.split(router);
        format!("({half},{a},{b})")
    }

    fn longest(&self) -> u32 {
        2
    }

    fn cuts(&self) -> Vec<Cut> {
        let q = u64::from(self.q);
        let half = self.q * self.q;
        vec![Cut::routers(half, 2, total(self.link.bandwidth, q * q * q)), Cut::hosts(half, 2)]
    }

    fn shape(&self, hosts: u32) -> Shape {
        Shape::Halves { q: self.q, hosts }
    }

    fn describe(&self, hosts: u32) -> String {
        let Self { q, degree, .. } = self;
        format!("slim fly of {} routers × {hosts} hosts, {degree} links per router (q = {q})", self.routers())
    }
}

/// The last link is one VC above the one before it.
impl Routers for SlimFly {
    fn minimal_vcs(&self) -> u8 {
        2
    }

    fn step(&self, _origin: u32, here: u32, to: u32) -> Step {
        match self.port_to(here, to) {
            Some(port) => self.over(here, port, 1),
            None => self.over(here, self.first_of_two(here, to), 0),
        }
    }

    fn middle(&self, from: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        other_than(from, to, self.routers(), view)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use units::HostId;

    #[test]
    fn the_sets_have_their_sizes_and_are_symmetric() {
        for (q, size) in [(3, 2), (5, 2), (7, 4), (11, 6), (13, 6), (17, 8), (19, 10), (43, 22)] {
            for list in differences(q) {
                assert_eq!(list.len(), size, "{q}");
                assert!(list.iter().all(|own| list.contains(&(q - own))), "{q}: {list:?}");
            }
        }
    }

    #[test]
    fn any_two_routers_are_two_links_apart() {
        // q = 5 gives the graph of Hoffman and Singleton: 50 vertices of degree 7, two of which that are not joined
        // have exactly one common neighbour.
        for q in [5, 7, 13] {
            let text =
                format!("q = {q}\nhosts = 1\nHOST\nlinks.router = {{ bandwidth = '1 GB/s', latency = '1 us' }}");
            let platform = super::super::suite::platform("slim-fly", &text);
            let topology = platform.topology();
            let mut path = Vec::new();
            for src in 0..topology.hosts() {
                for dst in 0..topology.hosts() {
                    path.clear();
                    topology.route(HostId(src), HostId(dst), &mut path);
                    assert!(path.len() <= 4, "q = {q}: {src} to {dst}");
                }
            }
        }
    }
}
