//! `percs`: IBM's PERCS (Power 775), two levels of complete graphs: hubs within supernodes, and supernodes (Arimilli
//! et al., "The PERCS High-Performance Interconnect", HOTI 2010; Totoni et al., "Simulation-based Performance Analysis
//! and Tuning for a Two-level Directly Connected System", ICPADS 2011, §III). It resembles a dragonfly whose groups
//! have two classes of local links.
//!
//! A host is a QCM, four chips on one hub. Eight hubs make a drawer, four drawers a supernode of n = 32 hubs, and up
//! to 512 supernodes a machine. Four *QCM* links each way (`qcm_links`) join a QCM to its hub; packets of a message
//! alternate between them, so they are modelled as one link of four times the bandwidth, with four times the buffers.
//! Every two hubs of a supernode are joined, in a drawer by an *LL* link, else by an *LR* link; every two supernodes
//! by a bundle of *D* links, of which a hub can have 16.
//!
//! Parameters: S `supernodes`, `drawers` and `hubs` of smaller machines, w `d_links` in each bundle, the wiring and
//! the routes below, bandwidth and latency of the four classes of links.
//!
//! # Wiring of the D links (an assumption: it is not published)
//!
//! With w D links in each bundle (by default as many as there are ports, w = ⌊16·n/(S−1)⌋ among S supernodes) a
//! supernode has w·(S−1) ports in use; port p is number k = p mod (S−1) of round p / (S−1). With `absolute` wiring
//! number k of supernode s leads to supernode k, or k+1 from k = s on, with `relative` wiring to supernode s+k+1 mod
//! S; both ends of a link are of one round. The ports belong to the hubs in equal shares, `blocked`: port p to hub
//! ⌊p·n/(w·(S−1))⌋, or `striped`: to hub p mod n.
//!
//! # Routes
//!
//! `direct`: QCM, \[L\], D, \[L\], QCM; within a supernode QCM, \[L\], QCM. `d_choice` selects the D link of a bundle:
//! `round-robin` numbers the pairs of hubs, (source hub + ⌊destination hub · w/n⌋) mod w, which spreads what one hub
//! sends or receives as well as a permutation of the hubs; `hash` hashes the two hosts.
//!
//! `indirect`: between supernodes by way of a third one (Valiant, "A scheme for fast parallel communication", SIAM J.
//! Comput. 11, 1982): QCM, \[L\], D, \[L\], D, \[L\], QCM. Hardware spreads packets. Models in which a message takes one
//! route spread messages, those of two QCMs too: cores c of hub h and c' of hub h' take the share
//! u = o + a·h + a²·c + a³·h' + a⁴·c' mod 1 of the (S−2)·w pairs of a third supernode and a round, o being a hash of the two
//! supernodes and 1/a the root above 1 of x⁵ = x + 1. Such u are spread evenly, whichever of the four numbers vary (M. Roberts, "The
//! unreasonable effectiveness of quasirandom sequences", 2018). With `d_choice = "hash"` the rounds are hashed.
//!
//! Bisection: the first ⌊S/2⌋ supernodes against the rest, ⌊S/2⌋·⌈S/2⌉·w D links; of one supernode of r drawers
//! ⌊r/2⌋·⌈r/2⌉·h² LR links of h hubs a drawer, or half of each drawer, r·⌊h/2⌋·⌈h/2⌉ LL and r·(r−1)·⌊h/2⌋·⌈h/2⌉ LR
//! links; of one drawer ⌊h/2⌋·⌈h/2⌉ LL links; in each case the QCM links of the smaller half if those carry less.

mod packets;

use super::links::{LinkClass, total};
use crate::axis::Axis;
use crate::error::PlatformError;
use crate::routing::{PacketRouting, mix};
use crate::section::Section;
use crate::shape::{GroupNames, Shape};
use crate::topology::{Formulas, Link, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use units::{Endpoint, HostId, LinkId, Rate};

const ASSUMED: &str = "the wiring is not published: an assumption";
const FULL: &str = "a whole Power 775 (IBM Redbook SG24-8003)";

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "percs",
    doc: "IBM PERCS (Power 775): QCMs on hubs, drawers, supernodes and bundles of D links; direct or indirect routes.",
    parameters: &[
        Parameter::required("supernodes", ParameterKind::Count, "Number of supernodes, at most 512."),
        Parameter::with_default("drawers", ParameterKind::Count, "4", FULL, "Drawers of a supernode, at most 4."),
        Parameter::with_default(
            "hubs",
            ParameterKind::Count,
            "8",
            FULL,
            "Hubs of a drawer, at most 8; one QCM each.",
        ),
        Parameter::with_default(
            "qcm_links",
            ParameterKind::Count,
            "4",
            "192 GB/s in both directions over four links (Totoni et al., ICPADS 2011)",
            "Links per direction between a QCM and its hub, over which packets are distributed.",
        ),
        Parameter::optional(
            "d_links",
            ParameterKind::Count,
            "D links between every two supernodes; by default the maximum for 16 ports per hub.",
        ),
        Parameter::with_default(
            "wiring",
            ParameterKind::Choice(&["absolute", "relative"]),
            "absolute",
            ASSUMED,
            "Assignment of a supernode's D ports to other supernodes.",
        ),
        Parameter::with_default(
            "d_ports",
            ParameterKind::Choice(&["blocked", "striped"]),
            "blocked",
            ASSUMED,
            "Assignment of the D ports of a supernode to its hubs.",
        ),
        Parameter::with_default(
            "d_choice",
            ParameterKind::Choice(&["round-robin", "hash"]),
            "round-robin",
            "even by construction",
            "Choice of the D link between two supernodes for a pair of QCMs.",
        ),
        Parameter::with_default(
            "routing",
            ParameterKind::Choice(&["direct", "indirect"]),
            "direct",
            "the shorter one",
            "Routes between supernodes: direct, or via a third one.",
        ),
        Parameter::required("links.QCM.bandwidth", ParameterKind::Bandwidth, "One link of a QCM, each direction."),
        Parameter::required("links.QCM.latency", ParameterKind::Latency, "QCM to hub."),
        Parameter::required("links.LL.bandwidth", ParameterKind::Bandwidth, "Hub to hub of one drawer."),
        Parameter::required("links.LL.latency", ParameterKind::Latency, "Hub to hub of one drawer."),
        Parameter::required("links.LR.bandwidth", ParameterKind::Bandwidth, "Hub to hub of another drawer."),
        Parameter::required("links.LR.latency", ParameterKind::Latency, "Hub to hub of another drawer."),
        Parameter::required("links.D.bandwidth", ParameterKind::Bandwidth, "One link between two supernodes."),
        Parameter::required("links.D.latency", ParameterKind::Latency, "One link between two supernodes."),
    ],
    formulas: Formulas {
        hosts: "N = S·r·h",
        links: "2·N + N·(r·h − 1) + S·(S − 1)·w",
        diameter: "5 direct, 7 indirect (3 in one supernode)",
        bisection: "⌊S/2⌋·⌈S/2⌉·w·B(D), or the QCM links of ⌊S/2⌋ supernodes if less",
    },
    build,
};

/// What the hub has ports for (Arimilli et al., HOTI 2010): 7 LL, 24 LR and 16 D links, and 512 supernodes.
const MAX_SUPERNODES: u32 = 512;
const MAX_DRAWERS: u32 = 4;
const MAX_HUBS: u32 = 8;
const D_PORTS: u32 = 16;

/// a, a², a³ and a⁴ of the even spread over third supernodes, in units of 2^-64.
const SPREAD: [u64; 4] = [0xdb4f_0b91_75ae_2165, 0xbbe0_5633_03a4_615f, 0xa0f2_ec75_a1fe_1575, 0x89e1_8285_7d9e_d688];

/// A sender's or receiver's place: its host and its core there.
type HostCore = (HostId, u16);

/// What a link connects, in the order of numbers: QCMs up, QCMs down, hub to hub, D.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LinkRole {
    Up(u32),
    Down(u32),
    /// From hub to hub of a supernode, counted over the whole machine.
    Local(u32, u32),
    /// Supernode, round and number within the round.
    D(u32, u32, u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    QcmLinks,
    Supernodes,
    Drawers,
    Hubs,
}

#[derive(Debug)]
struct Percs {
    supernodes: u32,
    /// Per supernode.
    drawers: u32,
    /// Per drawer.
    hubs: u32,
    /// Hubs per supernode.
    per_supernode: u32,
    /// D links between every two supernodes; 0 if there is only one.
    bundle: u32,
    relative: bool,
    striped: bool,
    hashed: bool,
    indirect: bool,
    /// All links between a QCM and its hub together, and how many they are.
    qcm: LinkClass,
    qcm_links: u32,
    ll: LinkClass,
    lr: LinkClass,
    d: LinkClass,
    hosts: u32,
    first_d: u32,
    links: u32,
    diameter: u32,
    cut: Cut,
    class_names: [String; 4],
}

/// The count `key` if it is at most `most`.
fn at_most(section: &Section<'_>, key: &str, most: u32) -> Result<u32, PlatformError> {
    match section.count(key)? {
        count if count > most => Err(section.out_of_range(key, count.to_string(), format!("at most {most}"))),
        count => Ok(count),
    }
}

/// `d_links`: as given, or as many as there are ports for.
fn read_bundle(section: &Section<'_>, supernodes: u32, per_supernode: u32) -> Result<u32, PlatformError> {
    let most = (D_PORTS * per_supernode).checked_div(supernodes - 1).unwrap_or(0);
    if supernodes > 1 && most == 0 {
        let expected =
            format!("at most {}, as {per_supernode} hubs have so many D ports", D_PORTS * per_supernode + 1);
        return Err(section.out_of_range("supernodes", supernodes.to_string(), expected));
    }
    match section.optional_count("d_links")? {
        Some(_) if supernodes == 1 => Ok(0),
        Some(count) if count > most => {
            let expected = format!("at most {most}, as a hub has {D_PORTS} D ports");
            Err(section.out_of_range("d_links", count.to_string(), expected))
        }
        Some(count) => Ok(count),
        None => {
            if supernodes > 1 {
                section.note_default("d_links", &most.to_string(), "as many as the hubs' D ports allow");
            }
            Ok(most)
        }
    }
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let supernodes = at_most(section, "supernodes", MAX_SUPERNODES)?;
    let drawers = at_most(section, "drawers", MAX_DRAWERS)?;
    let hubs = at_most(section, "hubs", MAX_HUBS)?;
    let per_supernode = drawers * hubs;
    let qcm_links = section.count("qcm_links")?;
    let bundle = read_bundle(section, supernodes, per_supernode)?;
    let mut qcm = LinkClass::read(section, "QCM")?;
    qcm.bandwidth = total(qcm.bandwidth, u64::from(qcm_links));
    let is = |key: &'static str, word| Ok::<bool, PlatformError>(section.choice(key, key)? == word);
    // At most 16,384 hosts, 31 links of each within its supernode and 512 D links of each supernode.
    let hosts = supernodes * per_supernode;
    let first_d = 2 * hosts + hosts * (per_supernode - 1);
    let mut percs = Percs {
        supernodes,
        drawers,
        hubs,
        per_supernode,
        bundle,
        relative: is("wiring", "relative")?,
        striped: is("d_ports", "striped")?,
        hashed: is("d_choice", "hash")?,
        indirect: is("routing", "indirect")? && supernodes > 2,
        qcm,
        qcm_links,
        ll: LinkClass::read(section, "LL")?,
        lr: LinkClass::read(section, "LR")?,
        d: LinkClass::read(section, "D")?,
        hosts,
        first_d,
        links: first_d + supernodes * bundle * (supernodes - 1),
        diameter: 0,
        cut: Cut::QcmLinks,
        class_names: ["QCM", "LL", "LR", "D"].map(str::to_owned),
    };
    percs.diameter = percs.longest_route();
    let cuts = [Cut::QcmLinks, Cut::Hubs, Cut::Drawers, Cut::Supernodes];
    percs.cut = cuts.into_iter().min_by_key(|cut| percs.across(*cut)).expect("four cuts");
    Ok(Box::new(percs))
}

/// A hash of two hosts and a number that tells draws for the same hosts apart, scaled to `0..bound`.
fn hash(src: HostId, dst: HostId, draw: u64, bound: u32) -> u32 {
    let mixed = mix(mix((u64::from(src.0) << 32) | u64::from(dst.0)).wrapping_add(draw));
    // Below the bound, which has 32 bits.
    ((u128::from(mixed) * u128::from(bound)) >> 64) as u32
}

impl Percs {
    /// The supernode that number `k` of a round of supernode `from` leads to.
    fn peer(&self, from: u32, k: u32) -> u32 {
        if self.relative { (from + k + 1) % self.supernodes } else { k + u32::from(k >= from) }
    }

    /// The number within a round that leads from one supernode to another.
    fn number(&self, from: u32, to: u32) -> u32 {
        if self.relative { (to + self.supernodes - from - 1) % self.supernodes } else { to - u32::from(to > from) }
    }

    /// The hub, within its supernode, of a number of a round.
    fn hub_of(&self, round: u32, k: u32) -> u32 {
        let port = round * (self.supernodes - 1) + k;
        if self.striped {
            port % self.per_supernode
        } else {
            // At most 512 ports of at most 32 hubs.
            port * self.per_supernode / (self.bundle * (self.supernodes - 1))
        }
    }

    /// From hub to hub of a supernode, both counted within it.
    fn local_link(&self, supernode: u32, from: u32, to: u32) -> LinkId {
        let hub = supernode * self.per_supernode + from;
        LinkId(2 * self.hosts + hub * (self.per_supernode - 1) + to - u32::from(to > from))
    }

    fn d_link(&self, supernode: u32, round: u32, k: u32) -> LinkId {
        LinkId(self.first_d + (supernode * self.bundle + round) * (self.supernodes - 1) + k)
    }

    fn role(&self, link: LinkId) -> LinkRole {
        assert!(link.0 < self.links, "no link {link}");
        if link.0 < self.hosts {
            LinkRole::Up(link.0)
        } else if link.0 < 2 * self.hosts {
            LinkRole::Down(link.0 - self.hosts)
        } else if link.0 < self.first_d {
            let index = link.0 - 2 * self.hosts;
            let (from, other) = (index / (self.per_supernode - 1), index % (self.per_supernode - 1));
            let first = from / self.per_supernode * self.per_supernode;
            LinkRole::Local(from, first + other + u32::from(other >= from - first))
        } else {
            let index = link.0 - self.first_d;
            let (k, rest) = (index % (self.supernodes - 1), index / (self.supernodes - 1));
            LinkRole::D(rest / self.bundle, rest % self.bundle, k)
        }
    }

    /// The D link of a bundle for two hosts on a direct route.
    fn round(&self, src: HostId, dst: HostId) -> u32 {
        if self.hashed {
            hash(src, dst, 2, self.bundle)
        } else {
            let [from, to] = [src, dst].map(|host| host.0 % self.per_supernode);
            (from + to * self.bundle / self.per_supernode) % self.bundle
        }
    }

    /// Appends the route from a hub of one supernode by the D link of `round` to another one. Gives the hub it arrives at.
    fn cross(&self, (from, hub): (u32, u32), to: u32, round: u32, path: &mut Vec<LinkId>) -> u32 {
        let (out, back) = (self.number(from, to), self.number(to, from));
        let exit = self.hub_of(round, out);
        if hub != exit {
            path.push(self.local_link(from, hub, exit));
        }
        path.push(self.d_link(from, round, out));
        self.hub_of(round, back)
    }

    /// The share of all ways that two places of different supernodes take, in units of 2^-64.
    fn share(&self, (src, from): HostCore, (dst, to): HostCore) -> u64 {
        let [[source, hub], [target, other]] =
            [src, dst].map(|host| [host.0 / self.per_supernode, host.0 % self.per_supernode].map(u64::from));
        let numbers = [hub, u64::from(from), other, u64::from(to)];
        let steps = numbers.iter().zip(SPREAD).map(|(number, step)| number.wrapping_mul(step));
        steps.fold(mix((source << 32) | target), u64::wrapping_add)
    }

    /// The supernode by way of which an indirect route goes, neither of the two, and the D links to it and from it.
    fn by_way_of(&self, src: HostCore, dst: HostCore) -> (u32, [u32; 2]) {
        let scaled = u128::from(self.share(src, dst)) * u128::from(self.supernodes - 2);
        let (drawn, rest) = ((scaled >> 64) as u32, u128::from(scaled as u64));
        let [from, to] = [src, dst].map(|(host, _)| host.0 / self.per_supernode);
        let (low, high) = (from.min(to), from.max(to));
        let above_low = drawn + u32::from(drawn >= low);
        let by = above_low + u32::from(above_low >= high);
        if self.hashed {
            let cores = (u64::from(src.1) << 16) | u64::from(dst.1);
            return (by, [1, 2].map(|leg| hash(src.0, dst.0, (cores << 2) | leg, self.bundle)));
        }
        (by, [((rest * u128::from(self.bundle)) >> 64) as u32; 2])
    }

    /// Appends the links from one place to another.
    fn route_of_places(&self, source: HostCore, destination: HostCore, path: &mut Vec<LinkId>) {
        let (src, dst) = (source.0, destination.0);
        if src == dst {
            return;
        }
        let place = |host: HostId| (host.0 / self.per_supernode, host.0 % self.per_supernode);
        let ((from, mut here), (to, there)) = (place(src), place(dst));
        path.push(LinkId(src.0));
        if from != to && self.indirect {
            let (by, rounds) = self.by_way_of(source, destination);
            here = self.cross((from, here), by, rounds[0], path);
            here = self.cross((by, here), to, rounds[1], path);
        } else if from != to {
            here = self.cross((from, here), to, self.round(src, dst), path);
        }
        if here != there {
            path.push(self.local_link(to, here, there));
        }
        path.push(LinkId(self.hosts + dst.0));
    }

    /// Links of the longest route.
    ///
    /// A route is the longest there can be if it changes hubs in each supernode it meets. Most do, so that the search ends
    /// after some pairs; among one or two hubs a supernode, where there may be none, the pairs are few.
    fn longest_route(&self) -> u32 {
        if self.hosts == 1 {
            return 0;
        }
        let inside = if self.per_supernode > 1 { 3 } else { 2 };
        if self.supernodes == 1 {
            return inside;
        }
        let (d, l) = if self.indirect { (2, 3) } else { (1, 2) };
        let most = 2 + d + if self.per_supernode > 1 { l } else { 0 };
        let mut longest = inside;
        let mut path = Vec::with_capacity(7);
        for (src, dst) in (0..self.hosts).flat_map(|src| (0..self.hosts).map(move |dst| (src, dst))) {
            path.clear();
            self.route(HostId(src), HostId(dst), &mut path);
            longest = longest.max(path.len() as u32);
            if longest == most {
                break;
            }
        }
        longest
    }

    /// Whether a host or hub, counted over the whole machine, is in the smaller half that belongs to a cut.
    fn is_lower(&self, hub: u32, cut: Cut) -> bool {
        let (supernode, drawer) = (hub / self.per_supernode, hub % self.per_supernode / self.hubs);
        let in_drawer = hub % self.hubs;
        match cut {
            Cut::Hubs => in_drawer < self.hubs / 2,
            _ if self.supernodes > 1 => supernode < self.supernodes / 2,
            _ if self.drawers > 1 => drawer < self.drawers / 2,
            _ => in_drawer < self.hubs / 2,
        }
    }

    /// What crosses a cut; the largest rate if there is no such cut.
    fn across(&self, cut: Cut) -> Rate {
        let pairs = |n: u32| u64::from(n / 2) * u64::from(n - n / 2);
        let (drawers, hubs) = (u64::from(self.drawers), u64::from(self.hubs));
        match cut {
            Cut::QcmLinks => {
                let half = match (self.supernodes, self.drawers) {
                    (1, 1) => self.hubs / 2,
                    (1, drawers) => drawers / 2 * self.hubs,
                    (supernodes, _) => supernodes / 2 * self.per_supernode,
                };
                total(self.qcm.bandwidth, u64::from(half))
            }
            Cut::Supernodes if self.supernodes > 1 => {
                total(self.d.bandwidth, pairs(self.supernodes) * u64::from(self.bundle))
            }
            Cut::Drawers if self.supernodes == 1 && self.drawers > 1 => {
                total(self.lr.bandwidth, pairs(self.drawers) * hubs * hubs)
            }
            Cut::Hubs if self.supernodes == 1 && self.hubs > 1 => {
                let [ll, lr] = [(self.ll, drawers), (self.lr, drawers * (drawers - 1))]
                    .map(|(class, bundles)| total(class.bandwidth, bundles * pairs(self.hubs)));
                Rate(ll.0.saturating_add(lr.0))
            }
            _ => Rate(u64::MAX),
        }
    }

    fn hub_name(&self, hub: u32) -> String {
        let (supernode, within) = (hub / self.per_supernode, hub % self.per_supernode);
        format!("s{supernode}d{}h{}", within / self.hubs, within % self.hubs)
    }
}

impl Topology for Percs {
    fn hosts(&self) -> u32 {
        self.hosts
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        let (LinkClass { bandwidth, latency }, class) = match self.role(link) {
            LinkRole::Up(_) | LinkRole::Down(_) => (self.qcm, 0),
            LinkRole::Local(from, to) if from / self.hubs == to / self.hubs => (self.ll, 1),
            LinkRole::Local(..) => (self.lr, 2),
            LinkRole::D(..) => (self.d, 3),
        };
        Link { bandwidth, latency, class }
    }

    fn class_names(&self) -> &[String] {
        &self.class_names
    }

    fn link_name(&self, link: LinkId) -> String {
        match self.role(link) {
            LinkRole::Up(host) => format!("host{host}-up"),
            LinkRole::Down(host) => format!("host{host}-down"),
            LinkRole::Local(from, to) => format!("{}>{}", self.hub_name(from), self.hub_name(to)),
            LinkRole::D(from, round, k) => format!("s{from}>s{}#{round}", self.peer(from, k)),
        }
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        Some(match self.role(link) {
            LinkRole::Up(host) => (Vertex::Host(HostId(host)), Vertex::Switch(host)),
            LinkRole::Down(host) => (Vertex::Switch(host), Vertex::Host(HostId(host))),
            LinkRole::Local(from, to) => (Vertex::Switch(from), Vertex::Switch(to)),
            LinkRole::D(from, round, k) => {
                let to = self.peer(from, k);
                let back = self.number(to, from);
                let end = |supernode, k| Vertex::Switch(supernode * self.per_supernode + self.hub_of(round, k));
                (end(from, k), end(to, back))
            }
        })
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        self.route_of_places((src, 0), (dst, 0), path);
    }

    fn route_of_cores(&self, src: Endpoint, dst: Endpoint, path: &mut Vec<LinkId>) {
        self.route_of_places((src.host, src.core), (dst.host, dst.core), path);
    }

    fn diameter(&self) -> u32 {
        self.diameter
    }

    fn bisection(&self) -> Rate {
        self.across(self.cut)
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match vertex {
            Vertex::Host(host) => self.is_lower(host.0, self.cut),
            Vertex::Switch(hub) => self.cut != Cut::QcmLinks && self.is_lower(hub, self.cut),
        }
    }

    fn lanes(&self, link: LinkId) -> u32 {
        match self.role(link) {
            LinkRole::Up(_) | LinkRole::Down(_) => self.qcm_links,
            LinkRole::Local(..) | LinkRole::D(..) => 1,
        }
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        Some(self)
    }

    fn axes(&self) -> Vec<Axis> {
        Axis::nested([("supernode", self.supernodes), ("drawer", self.drawers), ("hub", self.hubs)])
    }

    fn shape(&self) -> Shape {
        let (groups, leaves) = (self.hosts / self.per_supernode, self.per_supernode);
        let names = GroupNames { group: "supernode", part: "drawer", router: "hub" };
        Shape::Groups { groups, leaves, spines: 0, hosts: 1, parts: self.drawers, names }
    }

    fn describe(&self) -> String {
        let bundle = match self.bundle {
            0 => String::new(),
            1 => ", a D link between every two supernodes".to_owned(),
            links => format!(", {links} D links between every two supernodes"),
        };
        let routing = if self.indirect { ", indirect routes" } else { "" };
        let (supernodes, plural) = (self.supernodes, if self.supernodes == 1 { "" } else { "s" });
        let (drawers, hubs) = (self.drawers, self.hubs);
        format!("PERCS of {supernodes} supernode{plural} × {drawers} drawers × {hubs} QCMs{bundle}{routing}")
    }
}

#[cfg(test)]
mod tests;
