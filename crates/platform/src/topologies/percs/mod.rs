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
//! Parameters: `supernodes` (S); for smaller machines the `drawers` of a supernode and the `hubs` of a drawer; `d_links`
//! (w) in each bundle; the wiring and the routes below; bandwidth and latency of the four classes of links.
//!
//! # Wiring of the D links (an assumption: it is not published)
//!
//! With w D links in each bundle (by default as many as the ports allow, w = ⌊16·n/(S−1)⌋) a supernode has w·(S−1) ports in
//! use. Port p is number k = p mod (S−1) of round ⌊p / (S−1)⌋. With `absolute` wiring number k of supernode s leads to
//! supernode k if k < s, else to k+1; with `relative` wiring to supernode s+k+1 mod S. Both ends of a link are of the same
//! round. The ports belong to the hubs in equal shares: `blocked`, port p to hub ⌊p·n/(w·(S−1))⌋, or `striped`, to hub p
//! mod n.
//!
//! # Routes
//!
//! `direct`: QCM, \[L\], D, \[L\], QCM; within a supernode QCM, \[L\], QCM. The w D links of a bundle are numbered from 0, by
//! the rounds of their ports, and `d_choice` selects one of them. `round-robin` takes number (source hub + ⌊destination hub ·
//! w/n⌋) mod w, where hubs are numbered within their supernodes. This spreads evenly the messages that one hub sends or
//! receives, and those of a permutation of the hubs. `hash` takes the number from a hash of the two hosts.
//!
//! `indirect`: between supernodes by way of a third one (Valiant, "A scheme for fast parallel communication", SIAM J. Comput.
//! 11, 1982): QCM, \[L\], D, \[L\], D, \[L\], QCM. There are (S−2)·w routes: one for each third supernode and round. Hardware
//! chooses one for each packet. In models in which a message takes a single route, the route depends on the cores, so messages
//! between the same two QCMs are spread, too. A message from core c of hub h to core c' of hub h' takes the route at the
//! fraction u of the list of all routes: u = o + a·h + a²·c + a³·h' + a⁴·c' mod 1, o being a hash of the two supernodes and 1/a
//! the root above 1 of x⁵ = x + 1. Such u are spread evenly, whichever of the four numbers vary (M. Roberts, "The unreasonable
//! effectiveness of quasirandom sequences", 2018). With `d_choice = "hash"` the rounds are hashed.
//!
//! Bisection: the first ⌊S/2⌋ supernodes against the rest, ⌊S/2⌋·⌈S/2⌉·w D links. Let r be the drawers of a supernode and h the
//! hubs of a drawer. With one supernode the bisection is ⌊r/2⌋·⌈r/2⌉·h² LR links between drawers, or, through each drawer,
//! r·⌊h/2⌋·⌈h/2⌉ LL and r·(r−1)·⌊h/2⌋·⌈h/2⌉ LR links. With one drawer the bisection is ⌊h/2⌋·⌈h/2⌉ LL links. In each case the
//! QCM links of the smaller half count instead if they carry less.

mod packets;

use super::global::{Global, Groups};
use super::links::{LinkClass, total};
use super::network::{Cut, Graph, Hosts, network, pairs};
use super::routers::{Routers, Step};
use crate::axis::Axis;
use crate::error::PlatformError;
use crate::routing::{Hop, RouteState, RoutingKind, RoutingScope, RoutingView, mix};
use crate::section::Section;
use crate::shape::{GroupNames, Shape};
use crate::topology::{Formulas, Topology, TopologyKind};
use config::{Parameter, ParameterKind};
use units::Rate;

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

/// A sender's or receiver's place: its hub and its core there.
type HubCore = (u32, u16);

#[derive(Debug)]
struct Percs {
    /// Supernodes and their hubs, and the bundles of D links.
    supernodes: Groups,
    /// Of a supernode.
    drawers: u32,
    /// Of a drawer.
    hubs: u32,
    hashed: bool,
    indirect: bool,
    ll: LinkClass,
    lr: LinkClass,
    d: LinkClass,
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
    let count = at_most(section, "supernodes", MAX_SUPERNODES)?;
    let drawers = at_most(section, "drawers", MAX_DRAWERS)?;
    let hubs = at_most(section, "hubs", MAX_HUBS)?;
    let routers = drawers * hubs;
    let qcm_links = section.count("qcm_links")?;
    let bundle = read_bundle(section, count, routers)?;
    // All links between a QCM and its hub together.
    let mut qcm = LinkClass::read(section, "QCM")?;
    qcm.bandwidth = total(qcm.bandwidth, u64::from(qcm_links));
    let is = |key: &'static str, word| Ok::<bool, PlatformError>(section.choice(key, key)? == word);
    let wiring = section.choice("wiring", "wiring")?;
    let global = Global::shared(count, bundle, &wiring, routers, is("d_ports", "striped")?);
    let percs = Percs {
        supernodes: Groups { count, routers, global },
        drawers,
        hubs,
        hashed: is("d_choice", "hash")?,
        indirect: is("routing", "indirect")? && count > 2,
        ll: LinkClass::read(section, "LL")?,
        lr: LinkClass::read(section, "LR")?,
        d: LinkClass::read(section, "D")?,
    };
    let hosts = Hosts::on(section, &[count, routers], 1)?.linked(qcm, qcm_links);
    // At most 16,384 hosts, 31 links of each within its supernode and 512 D links of each supernode.
    let links = percs.supernodes.first_global() + count * bundle * (count - 1);
    network(section, percs, hosts, links.into(), ["QCM", "LL", "LR", "D"].map(str::to_owned).into())
}

/// A hash of two hubs and a number that tells draws for the same hubs apart, scaled to `0..bound`.
fn hash(src: u32, dst: u32, draw: u64, bound: u32) -> u32 {
    let mixed = mix(mix((u64::from(src) << 32) | u64::from(dst)).wrapping_add(draw));
    // Below the bound, which has 32 bits.
    ((u128::from(mixed) * u128::from(bound)) >> 64) as u32
}

impl Percs {
    /// A hub's supernode, and its number there.
    fn place(&self, hub: u32) -> (u32, u32) {
        (hub / self.supernodes.routers, hub % self.supernodes.routers)
    }

    /// D links between every two supernodes.
    fn bundle(&self) -> u32 {
        self.supernodes.global.rounds
    }

    /// The D link of a bundle for two hubs on a direct route.
    fn round(&self, src: u32, dst: u32) -> u32 {
        if self.hashed {
            hash(src, dst, 2, self.bundle())
        } else {
            let [from, to] = [src, dst].map(|hub| self.place(hub).1);
            (from + to * self.bundle() / self.supernodes.routers) % self.bundle()
        }
    }

    /// Visits the links from a hub by the D link of `round` to another supernode. Gives the hub where they end.
    fn cross(&self, mut hub: u32, to: u32, round: u32, visit: &mut impl FnMut(u32)) -> u32 {
        while self.place(hub).0 != to {
            let Step { link, end, .. } = self.supernodes.leave(hub, to, round);
            visit(link);
            hub = end;
        }
        hub
    }

    /// The share of all ways that two places of different supernodes take, in units of 2^-64.
    fn share(&self, (src, from): HubCore, (dst, to): HubCore) -> u64 {
        let ((source, hub), (target, other)) = (self.place(src), self.place(dst));
        let numbers = [hub, from.into(), other, to.into()].map(u64::from);
        let steps = numbers.iter().zip(SPREAD).map(|(number, step)| number.wrapping_mul(step));
        steps.fold(mix((u64::from(source) << 32) | u64::from(target)), u64::wrapping_add)
    }

    /// The supernode by way of which an indirect route goes, neither of the two, and the D links to it and from it.
    fn by_way_of(&self, src: HubCore, dst: HubCore) -> (u32, [u32; 2]) {
        let scaled = u128::from(self.share(src, dst)) * u128::from(self.supernodes.count - 2);
        let (drawn, rest) = ((scaled >> 64) as u32, u128::from(scaled as u64));
        let [from, to] = [src, dst].map(|(hub, _)| self.place(hub).0);
        let (low, high) = (from.min(to), from.max(to));
        let above_low = drawn + u32::from(drawn >= low);
        let by = above_low + u32::from(above_low >= high);
        if self.hashed {
            let cores = (u64::from(src.1) << 16) | u64::from(dst.1);
            return (by, [1, 2].map(|leg| hash(src.0, dst.0, (cores << 2) | leg, self.bundle())));
        }
        (by, [((rest * u128::from(self.bundle())) >> 64) as u32; 2])
    }
}

impl Graph for Percs {
    const ROUTINGS: &'static [RoutingKind] = packets::ROUTINGS;

    fn routers(&self) -> u32 {
        self.supernodes.count * self.supernodes.routers
    }

    fn routers_per_region(&self) -> u32 {
        self.supernodes.routers
    }

    fn link(&self, link: u32) -> (LinkClass, u8) {
        if link >= self.supernodes.first_global() {
            return (self.d, 3);
        }
        let (from, to) = self.ends(link);
        if from / self.hubs == to / self.hubs { (self.ll, 1) } else { (self.lr, 2) }
    }

    fn ends(&self, link: u32) -> (u32, u32) {
        self.supernodes.ends(link)
    }

    fn router_name(&self, router: u32) -> String {
        let (supernode, within) = self.place(router);
        format!("s{supernode}d{}h{}", within / self.hubs, within % self.hubs)
    }

    fn global_name(&self, link: u32) -> Option<String> {
        let (from, round, k) = self.supernodes.global.port_of_link(link.checked_sub(self.supernodes.first_global())?);
        Some(format!("s{from}>s{}#{round}", self.supernodes.global.peer(from, k)))
    }

    fn route(&self, (src, dst): (u32, u32), cores: (u16, u16), visit: &mut impl FnMut(u32)) {
        let ((from, _), (to, _)) = (self.place(src), self.place(dst));
        if from == to || !self.indirect {
            return self.walk(src, dst, visit);
        }
        let (by, rounds) = self.by_way_of((src, cores.0), (dst, cores.1));
        let middle = self.cross(src, by, rounds[0], visit);
        let last = self.cross(middle, to, rounds[1], visit);
        if last != dst {
            visit(self.supernodes.local(last, dst).link);
        }
    }

    /// A route is the longest there can be if it changes hubs in each supernode it meets. Most do, so that the search ends
    /// after some pairs; among one or two hubs a supernode, where there may be none, the pairs are few.
    fn longest(&self) -> u32 {
        let local = u32::from(self.supernodes.routers > 1);
        if self.supernodes.count == 1 {
            return local;
        }
        let most = if self.indirect { 2 + 3 * local } else { 1 + 2 * local };
        let mut longest = local;
        for (src, dst) in (0..self.routers()).flat_map(|src| (0..self.routers()).map(move |dst| (src, dst))) {
            let mut links = 0;
            self.route((src, dst), (0, 0), &mut |_| links += 1);
            longest = longest.max(links);
            if longest == most {
                break;
            }
        }
        longest
    }

    fn cuts(&self) -> Vec<Cut> {
        let (Groups { count, routers, .. }, drawers, hubs) = (self.supernodes, self.drawers, self.hubs);
        if count > 1 {
            let across = pairs(count) * u64::from(self.bundle());
            return vec![Cut::hosts(routers, count), Cut::routers(routers, count, total(self.d.bandwidth, across))];
        }
        let [ll, lr] = [(self.ll, drawers), (self.lr, drawers * (drawers - 1))]
            .map(|(class, bundles)| total(class.bandwidth, u64::from(bundles) * pairs(hubs)));
        let between = total(self.lr.bandwidth, pairs(drawers) * u64::from(hubs * hubs));
        vec![
            if drawers > 1 { Cut::hosts(hubs, drawers) } else { Cut::hosts(1, hubs) },
            Cut::routers(1, hubs, Rate(ll.0.saturating_add(lr.0))),
            Cut::routers(hubs, drawers, between),
        ]
    }

    fn shape(&self, hosts: u32) -> Shape {
        let Groups { count, routers, .. } = self.supernodes;
        let names = GroupNames { group: "supernode", part: "drawer", router: "hub" };
        Shape::Groups { groups: count, leaves: routers, spines: 0, hosts, parts: self.drawers, names }
    }

    fn axes(&self) -> Option<Vec<Axis>> {
        let levels = [("supernode", self.supernodes.count), ("drawer", self.drawers), ("hub", self.hubs)];
        Some(Axis::nested(levels))
    }

    fn describe(&self, _hosts: u32) -> String {
        let bundle = match self.bundle() {
            0 => String::new(),
            1 => ", a D link between every two supernodes".to_owned(),
            links => format!(", {links} D links between every two supernodes"),
        };
        let routing = if self.indirect { ", indirect routes" } else { "" };
        let (supernodes, plural) = (self.supernodes.count, if self.supernodes.count == 1 { "" } else { "s" });
        let (drawers, hubs) = (self.drawers, self.hubs);
        format!("PERCS of {supernodes} supernode{plural} × {drawers} drawers × {hubs} QCMs{bundle}{routing}")
    }

    /// Hardware spreads the packets of a message over bundles; that of `routing` sends them so.
    fn default_routing(&self) -> u8 {
        if self.indirect { packets::VALIANT } else { packets::MINIMAL }
    }

    fn vcs(&self, routing: u8) -> u8 {
        self.packet_vcs(routing)
    }

    fn scope(&self, routing: u8) -> RoutingScope {
        if routing == packets::ADAPTIVE { RoutingScope::Local } else { RoutingScope::Oblivious }
    }

    fn hop(&self, routing: u8, hosts: &Hosts, hub: u32, route: &mut RouteState, view: &mut dyn RoutingView) -> Hop {
        self.packet_hop(routing, hosts, hub, route, view)
    }
}

/// Direct routes.
impl Routers for Percs {
    fn minimal_vcs(&self) -> u8 {
        3
    }

    fn step(&self, origin: u32, here: u32, to: u32) -> Step {
        match self.place(to).0 {
            supernode if supernode == self.place(here).0 => self.supernodes.local(here, to),
            supernode => self.supernodes.leave(here, supernode, self.round(origin, to)),
        }
    }
}

#[cfg(test)]
mod tests;
