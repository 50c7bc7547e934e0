//! Imports SimGrid's `<cluster>` element, and zones whose routing is `Cluster`.
//!
//! Routes are those of SimGrid's `StarZone` and `DragonflyZone`. In a star, a route leads from the source host over the
//! source's limiter, the source's link, the backbone, the destination's link and the destination's limiter to the destination
//! host. A route to the star's router includes the backbone.
//!
//! A dragonfly consists of groups of chassis; a chassis consists of routers, to which nodes are attached. *Green* links join
//! the routers of a chassis; *black* links join routers at the same position in the chassis of a group; a *blue* link joins
//! router j of group i to router i of group j. If several parallel links of a colour join two routers, they are imported as one
//! link with their total bandwidth. The hosts of tori and fat trees are numbered as in Windtunnel's topologies.

use super::{DirectedLink, HostLinks, Link, LinkParameters, Names, Policy, Reader, RouteEnd, Routing};
use crate::error::ImportError;
use crate::quantity;
use crate::xml::{Element, XmlPosition};
use units::{Rate, Speed};

/// More hosts of one cluster are a mistake in the file.
const MOST_HOSTS: u64 = 1 << 22;

/// How a cluster is wired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ClusterKind {
    Flat,
    Torus(Vec<u32>),
    /// Children, parents and parallel links, lowest level first.
    FatTree(Vec<u32>, Vec<u32>, Vec<u32>),
    Dragonfly(Dragonfly),
}

/// Groups, chassis of a group and routers of a chassis with the links that join each; nodes of a router.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dragonfly {
    pub(crate) groups: (u32, u32),
    pub(crate) chassis: (u32, u32),
    pub(crate) routers: (u32, u32),
    pub(crate) nodes: u32,
}

/// A `<cluster>`.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    pub(crate) kind: ClusterKind,
    pub(crate) position: XmlPosition,
    pub(crate) hosts: u64,
    pub(crate) speed: Speed,
    pub(crate) cores: u32,
    pub(crate) link: LinkParameters,
    pub(crate) policy: Policy,
    pub(crate) limiter: Option<Rate>,
    pub(crate) backbone: Option<LinkParameters>,
}

impl Reader<'_, '_> {
    pub(super) fn cluster(&mut self, element: &Element, parent: Option<usize>) -> Result<(), ImportError> {
        let ranges = self.radical(element)?;
        let hosts = ranges.iter().map(|(first, last)| u64::from(last - first) + 1).sum();
        let cluster = self.cluster_of(element, hosts)?;
        if element.get("speed").is_some_and(|speed| speed.contains(',')) {
            self.notes.add(
                element.position,
                format!("speeds of `{}` but the first", element.get("id").unwrap_or_default()),
            );
        }
        let loopback = |name| element.get(name).filter(|text| !text.is_empty());
        if let (Some(bandwidth), latency) = (loopback("loopback_bw"), loopback("loopback_lat")) {
            let bandwidth = quantity::rate(self.source, element, "loopback_bw", bandwidth)?;
            let latency = quantity::time(self.source, element, "loopback_lat", latency.unwrap_or("0"))?;
            self.note_loopback(element, (bandwidth, latency));
        }
        element.children.iter().for_each(|child| self.leave_out(child));
        let zone = self.open(element, Routing::Cluster, parent)?;
        self.radical_hosts(element, zone, ranges, cluster.speed, cluster.cores)?;
        self.close(zone);
        // Only a flat cluster has a router.
        if cluster.kind == ClusterKind::Flat {
            let given = element.get("router_id").filter(|name| !name.is_empty());
            let part = |name: &str| element.get(name).unwrap_or_default();
            let name = match given {
                Some(name) => name.to_owned(),
                None => format!("{}{}_router{}", part("prefix"), part("id"), part("suffix")),
            };
            self.add_router(element, name, zone)?;
        }
        self.machine.zones[zone].cluster = Some(cluster);
        Ok(())
    }

    /// Adds the hosts of a radical.
    fn radical_hosts(
        &mut self,
        element: &Element,
        zone: usize,
        ranges: Vec<(u32, u32)>,
        speed: Speed,
        cores: u32,
    ) -> Result<(), ImportError> {
        let part = |name: &str| element.get(name).unwrap_or_default().to_owned();
        let names = Names { prefix: part("prefix"), suffix: part("suffix"), ranges };
        for number in names.ranges.iter().flat_map(|(first, last)| *first..=*last) {
            let name = format!("{}{number}{}", names.prefix, names.suffix);
            self.add_host(element, name, speed, cores, zone)?;
        }
        let first = self.machine.hosts.len() - names.count();
        self.machine.named.insert(first, names);
        Ok(())
    }

    fn cluster_of(&mut self, element: &Element, hosts: u64) -> Result<Cluster, ImportError> {
        let needed = |name| self.source.needed(element, name);
        let speed = quantity::speed(self.source, element, "speed", needed("speed")?)?;
        let bandwidth = quantity::rate(self.source, element, "bw", needed("bw")?)?;
        let latency = quantity::time(self.source, element, "lat", needed("lat")?)?;
        let optional = |name| element.get(name).filter(|text| !text.is_empty());
        let limiter = optional("limiter_link")
            .map(|text| quantity::rate(self.source, element, "limiter_link", text))
            .transpose()?;
        let backbone = match (optional("bb_bw"), optional("bb_lat")) {
            (Some(bandwidth), latency) => {
                let rate = quantity::rate(self.source, element, "bb_bw", bandwidth)?;
                let latency = quantity::time(self.source, element, "bb_lat", latency.unwrap_or("0"))?;
                Some((rate, latency))
            }
            (None, _) => None,
        };
        let kind = self.kind(element, hosts)?;
        let policy = self.policy(element, "sharing_policy", Policy::SplitDuplex)?;
        let backbone_policy = self.policy(element, "bb_sharing_policy", Policy::Shared)?;
        let fat = policy == Policy::FatPipe || backbone.is_some() && backbone_policy == Policy::FatPipe;
        if fat {
            let what = "that every flow has all of a link (FATPIPE); here flows that take it on one route share it";
            self.notes.add(element.position, what);
        }
        let cores = self.count(element, "core", 1)?;
        let (position, link) = (element.position, (bandwidth, latency));
        Ok(Cluster { kind, position, hosts, speed, cores, link, policy, limiter, backbone })
    }

    fn kind(&self, element: &Element, hosts: u64) -> Result<ClusterKind, ImportError> {
        let topology = element.get("topology").unwrap_or("FLAT");
        self.source.one_of(element, "topology", topology, &["FLAT", "TORUS", "FAT_TREE", "DRAGONFLY"])?;
        if topology == "FLAT" {
            return Ok(ClusterKind::Flat);
        }
        let text = self.source.needed(element, "topo_parameters")?;
        let wrong = |expected: &str| self.source.wrong(element, "topo_parameters", text, expected);
        let number = |part: &str| part.trim().parse::<u32>().ok().filter(|number| *number >= 1);
        let list = |part: &str| part.split(',').map(number).collect::<Option<Vec<u32>>>();
        let parts: Option<Vec<Vec<u32>>> = text.split(';').map(list).collect();
        let product =
            |sizes: &[u32]| sizes.iter().fold(1u64, |product, size| product.saturating_mul(u64::from(*size)));
        let (kind, described) = match (topology, parts.as_deref()) {
            ("TORUS", Some([sizes])) => (ClusterKind::Torus(sizes.clone()), product(sizes)),
            ("FAT_TREE", Some([levels, children, parents, parallel]))
                if levels.len() == 1
                    && [children, parents, parallel].iter().all(|list| list.len() == levels[0] as usize) =>
            {
                (ClusterKind::FatTree(children.clone(), parents.clone(), parallel.clone()), product(children))
            }
            ("DRAGONFLY", Some([groups, chassis, routers, nodes])) => {
                let (&[groups, blue], &[chassis, black], &[routers, green], &[nodes]) =
                    (&groups[..], &chassis[..], &routers[..], &nodes[..])
                else {
                    return Err(wrong("groups, links; chassis, links; routers, links; nodes, as `3,4;4,3;5,1;2`"));
                };
                if groups > routers {
                    return Err(wrong("no more groups than routers of a chassis, which their links leave from"));
                }
                let shape =
                    Dragonfly { groups: (groups, blue), chassis: (chassis, black), routers: (routers, green), nodes };
                (ClusterKind::Dragonfly(shape), product(&[groups, chassis, routers, nodes]))
            }
            ("TORUS", _) => return Err(wrong("sizes from 1, as `4,4,2`")),
            ("FAT_TREE", _) => return Err(wrong("levels; children; parents; parallel links, as `2;4,4;1,2;1,2`")),
            _ => return Err(wrong("groups, links; chassis, links; routers, links; nodes, as `3,4;4,3;5,1;2`")),
        };
        if described != hosts {
            return Err(wrong(&format!("sizes that make the {hosts} hosts of `radical`, not {described}")));
        }
        Ok(kind)
    }

    /// The numbers of a radical: `0-9,12`, as ranges.
    fn radical(&self, element: &Element) -> Result<Vec<(u32, u32)>, ImportError> {
        let text = self.source.needed(element, "radical")?;
        let wrong = || self.source.wrong(element, "radical", text, "numbers and ranges, as `0-9,12`");
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let (mut ranges, mut hosts) = (Vec::new(), 0);
        for part in text.split(',') {
            let (first, last) = match part.split_once('-') {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(part)?, number(part)?),
            };
            if last < first {
                return Err(wrong());
            }
            hosts += u64::from(last - first) + 1;
            if hosts > MOST_HOSTS {
                return Err(self.source.wrong(element, "radical", text, format!("at most {MOST_HOSTS} hosts")));
            }
            ranges.push((first, last));
        }
        Ok(ranges)
    }

    /// A zone whose routing is `Cluster`: cabinets, or hosts with links, and a backbone.
    pub(super) fn star(&mut self, element: &Element, zone: usize) -> Result<(), ImportError> {
        for child in &element.children {
            match child.name.as_str() {
                "router" => self.router(child, zone).map(|_| ())?,
                "backbone" => self.backbone(child, zone)?,
                "link" => self.link(child).map(|_| ())?,
                "host" => self.host(child, zone).map(|_| ())?,
                "cabinet" | "host_link" => {}
                "prop" | "trace" | "trace_connect" => self.leave_out(child),
                "peer" => return Err(self.source.unsupported(child, super::elements::PEERS)),
                name => {
                    let what = format!("`<{name}>` in a zone whose routing is `Cluster`");
                    return Err(self.source.unsupported(child, what));
                }
            }
        }
        let mut parameters = Vec::new();
        for child in &element.children {
            match child.name.as_str() {
                "cabinet" => parameters.push(self.cabinet(child, zone)?),
                "host_link" => self.host_link(child, zone)?,
                _ => {}
            }
        }
        let of_cabinets = element.children.iter().all(|child| !matches!(child.name.as_str(), "host" | "host_link"));
        let first = parameters.first().copied().filter(|first| parameters.iter().all(|other| other == first));
        self.machine.zones[zone].alike = first.filter(|_| of_cabinets);
        Ok(())
    }

    fn backbone(&mut self, element: &Element, zone: usize) -> Result<(), ImportError> {
        let bandwidth = self.source.needed(element, "bandwidth")?;
        let latency = self.source.needed(element, "latency")?;
        let name = self.source.needed(element, "id")?.to_owned();
        let bandwidth = quantity::rate(self.source, element, "bandwidth", bandwidth)?;
        let latency = quantity::time(self.source, element, "latency", latency)?;
        let position = element.position;
        let link = self.add_link(element, Link { name, bandwidth, latency, policy: Policy::Shared, position })?;
        self.machine.zones[zone].backbone = Some(link);
        Ok(())
    }

    fn cabinet(&mut self, element: &Element, zone: usize) -> Result<LinkParameters, ImportError> {
        self.source.needed(element, "id")?;
        let speed = quantity::speed(self.source, element, "speed", self.source.needed(element, "speed")?)?;
        let bandwidth = quantity::rate(self.source, element, "bw", self.source.needed(element, "bw")?)?;
        let latency = quantity::time(self.source, element, "lat", self.source.needed(element, "lat")?)?;
        let ranges = self.radical(element)?;
        let first = self.machine.hosts.len();
        self.radical_hosts(element, zone, ranges, speed, 1)?;
        for host in first..self.machine.hosts.len() {
            let name = format!("link_{}", self.machine.hosts[host].name);
            let (policy, position) = (Policy::SplitDuplex, element.position);
            let link = self.add_link(element, Link { name, bandwidth, latency, policy, position })?;
            let (up, down) = (DirectedLink { link, down: false }, DirectedLink { link, down: true });
            self.machine.zones[zone].spokes.push(HostLinks { host, up, down });
        }
        Ok((bandwidth, latency))
    }

    fn host_link(&mut self, element: &Element, zone: usize) -> Result<(), ImportError> {
        let host = match self.end(element, "id")? {
            RouteEnd::Host(host) if self.machine.hosts[host].zone == zone => host,
            _ => {
                let given = element.get("id").unwrap_or_default();
                return Err(self.source.wrong(element, "id", given, "a host of this zone"));
            }
        };
        let step = |attribute: &str, down: bool| {
            let name = self.source.needed(element, attribute)?;
            // `link_UP` and `link_DOWN` are the directions of a link of two.
            let plain = name.strip_suffix("_UP").or_else(|| name.strip_suffix("_DOWN"));
            let found = self.links.get(name).map(|link| (*link, down));
            let direction = plain.and_then(|plain| Some((*self.links.get(plain)?, name.ends_with("_DOWN"))));
            let found = found.or(direction);
            let (link, down) = found.ok_or_else(|| self.undefined(element, "link", name, self.links.keys()))?;
            Ok(DirectedLink { link, down })
        };
        let (up, down) = (step("up", false)?, step("down", true)?);
        self.machine.zones[zone].spokes.push(HostLinks { host, up, down });
        Ok(())
    }
}

impl Names {
    pub(crate) fn count(&self) -> usize {
        self.ranges.iter().map(|(first, last)| (last - first) as usize + 1).sum()
    }
}
