//! `<cluster>`, and zones whose routing is `Cluster`.
//!
//! What SimGrid builds of them (its `StarZone` and `DragonflyZone`): in a star the way from a host is [limiter], its link,
//! [backbone], the way to it the same backwards, and a backbone on both counts once; a router of the star lies beyond the
//! backbone. In a dragonfly there are groups of chassis of routers of nodes: *green* links join the routers of a chassis,
//! *black* ones those of one place in the chassis of a group, a *blue* one router j of group i to router i of group j; several
//! links of a colour are one of their sum. Hosts of tori and fat trees are numbered as Windtunnel numbers them.

use super::{End, Figures, Host, Link, Named, Policy, Reader, Route, Step};
use crate::error::{ImportError, Place};
use crate::quantity;
use crate::xml::Element;
use units::{Rate, Speed, Time};

/// More hosts of one cluster are a mistake in the file.
const MOST_HOSTS: u64 = 1 << 22;

/// Parts of a radical, and hosts of a cluster that stays a list of links.
const MOST_LINKS: u64 = 1 << 16;

/// How a cluster is wired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Flat,
    Torus(Vec<u32>),
    /// Children, parents and parallel links, lowest level first.
    FatTree(Vec<u32>, Vec<u32>, Vec<u32>),
    Dragonfly(Dragonfly),
}

/// Groups, chassis of a group and routers of a chassis with the links that join each; nodes of a router.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dragonfly {
    groups: (u32, u32),
    chassis: (u32, u32),
    routers: (u32, u32),
    nodes: u32,
}

/// A `<cluster>`.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    pub(crate) kind: Kind,
    pub(crate) place: Place,
    pub(crate) hosts: u64,
    pub(crate) speed: Speed,
    pub(crate) cores: u32,
    pub(crate) link: Figures,
    pub(crate) policy: Policy,
    pub(crate) limiter: Option<Rate>,
    pub(crate) backbone: Option<(Figures, Policy)>,
    /// The name of the first host.
    pub(crate) first_name: String,
}

/// The middle of a star: where ways from hosts end, where ways to hosts begin, and its router.
struct Middle {
    inwards: End,
    outwards: End,
    router: End,
    backbone: Option<usize>,
}

impl Reader<'_, '_> {
    pub(super) fn cluster(&mut self, element: &Element) -> Result<(), ImportError> {
        let id = self.source.needed(element, "id")?.to_owned();
        self.name(element, &id, Named::Zone)?;
        let numbers = self.radical(element)?;
        let cluster = self.cluster_of(element, &numbers)?;
        if let (Some(bandwidth), Some(latency)) = (element.get("loopback_bw"), element.get("loopback_lat")) {
            let bandwidth = quantity::rate(self.source, element, "loopback_bw", bandwidth)?;
            let latency = quantity::time(self.source, element, "loopback_lat", latency)?;
            self.note_loopback(element, (bandwidth, latency));
        }
        element.children.iter().for_each(|child| self.leave_out(child));
        let first = self.machine.hosts.len();
        for number in &numbers {
            let name = host_name(element, *number);
            self.add_host(element, name, cluster.speed, cluster.cores)?;
        }
        let router_name = element.get("router_id").filter(|name| !name.is_empty());
        let own_name = format!(
            "{}{id}_router{}",
            element.get("prefix").unwrap_or_default(),
            element.get("suffix").unwrap_or_default()
        );
        let router = self.add_router(element, router_name.map_or(own_name, str::to_owned))?;
        let hosts = first..first + numbers.len();
        match cluster.kind.clone() {
            Kind::Flat if numbers.len() as u64 <= MOST_LINKS => self.flat(element, &id, &cluster, hosts, router),
            Kind::Dragonfly(shape) if numbers.len() as u64 <= MOST_LINKS => {
                let what = "routes inside a group that change their place in the chassis: SimGrid goes on as if it were in \
                            chassis 0 then; here they are the shortest";
                self.notes.add(element.place, what);
                if cluster.limiter.is_some() {
                    self.notes.add(element.place, "`limiter_link` of a dragonfly");
                }
                self.dragonfly(element, &id, &cluster, shape, first);
            }
            _ => {}
        }
        self.machine.clusters.push(cluster);
        Ok(())
    }

    fn cluster_of(&mut self, element: &Element, numbers: &[u32]) -> Result<Cluster, ImportError> {
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
                Some(((rate, latency), self.policy(element, "bb_sharing_policy", Policy::Shared)?))
            }
            (None, _) => None,
        };
        let kind = self.kind(element, numbers.len() as u64)?;
        let policy = self.policy(element, "sharing_policy", Policy::SplitDuplex)?;
        let fat = policy == Policy::FatPipe || backbone.is_some_and(|(_, policy)| policy == Policy::FatPipe);
        if fat {
            let what = "that every flow has all of a link (FATPIPE); here flows that take it on one route share it";
            self.notes.add(element.place, what);
        }
        let cores = self.count(element, "core", 1)?;
        let hosts = numbers.len() as u64;
        let first_name = host_name(element, numbers[0]);
        let (place, link) = (element.place, (bandwidth, latency));
        Ok(Cluster { kind, place, hosts, speed, cores, link, policy, limiter, backbone, first_name })
    }

    fn kind(&self, element: &Element, hosts: u64) -> Result<Kind, ImportError> {
        let topology = element.get("topology").unwrap_or("FLAT");
        self.source.one_of(element, "topology", topology, &["FLAT", "TORUS", "FAT_TREE", "DRAGONFLY"])?;
        if topology == "FLAT" {
            return Ok(Kind::Flat);
        }
        let text = self.source.needed(element, "topo_parameters")?;
        let wrong = |expected: &str| self.source.wrong(element, "topo_parameters", text, expected);
        let number = |part: &str| part.trim().parse::<u32>().ok().filter(|number| *number >= 1);
        let list = |part: &str| part.split(',').map(number).collect::<Option<Vec<u32>>>();
        let parts: Option<Vec<Vec<u32>>> = text.split(';').map(list).collect();
        let product =
            |sizes: &[u32]| sizes.iter().fold(1u64, |product, size| product.saturating_mul(u64::from(*size)));
        let (kind, described) = match (topology, parts.as_deref()) {
            ("TORUS", Some([sizes])) => (Kind::Torus(sizes.clone()), product(sizes)),
            ("FAT_TREE", Some([levels, children, parents, parallel]))
                if levels.len() == 1
                    && [children, parents, parallel].iter().all(|list| list.len() == levels[0] as usize) =>
            {
                (Kind::FatTree(children.clone(), parents.clone(), parallel.clone()), product(children))
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
                (Kind::Dragonfly(shape), product(&[groups, chassis, routers, nodes]))
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

    /// The numbers of a radical: `0-9,12`.
    fn radical(&self, element: &Element) -> Result<Vec<u32>, ImportError> {
        let text = self.source.needed(element, "radical")?;
        let wrong = || self.source.wrong(element, "radical", text, "numbers and ranges, as `0-9,12`");
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let (first, last) = match part.split_once('-') {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(part)?, number(part)?),
            };
            if last < first {
                return Err(wrong());
            }
            if numbers.len() as u64 + u64::from(last - first) >= MOST_HOSTS {
                return Err(self.source.wrong(element, "radical", text, format!("at most {MOST_HOSTS} hosts")));
            }
            numbers.extend(first..=last);
        }
        Ok(numbers)
    }

    /// Links between two ends, in a route of its own.
    fn join(&mut self, place: Place, from: End, to: End, steps: Vec<Step>, symmetrical: bool) {
        self.machine.routes.push(Route { from, to, steps, symmetrical, place });
    }

    fn made(&mut self, name: String, (bandwidth, latency): Figures, policy: Policy) -> usize {
        self.add_link(Link { name, bandwidth, latency, policy })
    }

    fn flat(&mut self, element: &Element, id: &str, cluster: &Cluster, hosts: std::ops::Range<usize>, router: usize) {
        let backbone = cluster.backbone.map(|(figures, policy)| self.made(format!("{id}_backbone"), figures, policy));
        let middle = self.middle(element.place, id, End::Switch(router), backbone);
        let numbers: Vec<String> = hosts.clone().map(|host| self.machine.hosts[host].name.clone()).collect();
        for (at, host) in hosts.enumerate() {
            let link = self.made(format!("{id}_link_{}", numbers[at]), cluster.link, cluster.policy);
            let limiter = cluster.limiter.map(|rate| {
                self.made(format!("{id}_link_{}_limiter", numbers[at]), (rate, Time::ZERO), Policy::Shared)
            });
            let up: Vec<Step> = limiter.into_iter().chain([link]).map(|link| Step { link, down: false }).collect();
            self.inwards(element.place, &middle, End::Host(host), up.clone());
            let down = up.iter().rev().map(|step| Step { down: true, ..*step }).collect();
            self.outwards(element.place, &middle, End::Host(host), down);
        }
    }

    fn middle(&mut self, place: Place, id: &str, router: End, backbone: Option<usize>) -> Middle {
        let Some(link) = backbone else {
            return Middle { inwards: router, outwards: router, router, backbone };
        };
        let inwards = End::Switch(self.add_switch(format!("{id}_in")));
        let outwards = End::Switch(self.add_switch(format!("{id}_out")));
        let over = |down: bool| vec![Step { link, down }];
        self.join(place, inwards, outwards, over(false), false);
        self.join(place, inwards, router, over(false), false);
        self.join(place, router, outwards, over(true), false);
        Middle { inwards, outwards, router, backbone }
    }

    fn inwards(&mut self, place: Place, middle: &Middle, host: End, steps: Vec<Step>) {
        self.join(place, host, middle.inwards, steps, false);
    }

    fn outwards(&mut self, place: Place, middle: &Middle, host: End, steps: Vec<Step>) {
        debug_assert!(middle.backbone.is_some() || middle.router == middle.outwards);
        self.join(place, middle.outwards, host, steps, false);
    }

    /// A zone whose routing is `Cluster`: cabinets, or hosts with links, and a backbone.
    pub(super) fn star(&mut self, zone: &Element) -> Result<(), ImportError> {
        self.machine.others += 1;
        let id = self.source.needed(zone, "id")?.to_owned();
        let mut router = None;
        let mut backbone = None;
        for child in &zone.children {
            match child.name.as_str() {
                "router" => router = Some(self.router(child)?),
                "backbone" => {
                    let figures = self.backbone(child)?;
                    let name = self.source.needed(child, "id")?.to_owned();
                    backbone = Some(self.made(name, figures, Policy::Shared));
                }
                "link" => self.link(child).map(|_| ())?,
                "host" => self.host(child).map(|_| ())?,
                "cabinet" | "host_link" => {}
                "prop" | "trace" | "trace_connect" => self.leave_out(child),
                name => {
                    let what = format!("`<{name}>` in a zone whose routing is `Cluster`");
                    return Err(self.source.unsupported(child, what));
                }
            }
        }
        let router = router.unwrap_or_else(|| self.add_switch(format!("{id}_router")));
        let middle = self.middle(zone.place, &id, End::Switch(router), backbone);
        for child in &zone.children {
            match child.name.as_str() {
                "cabinet" => self.cabinet(child, &middle)?,
                "host_link" => self.host_link(child, &middle)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn backbone(&self, element: &Element) -> Result<Figures, ImportError> {
        let bandwidth = self.source.needed(element, "bandwidth")?;
        let latency = self.source.needed(element, "latency")?;
        let bandwidth = quantity::rate(self.source, element, "bandwidth", bandwidth)?;
        Ok((bandwidth, quantity::time(self.source, element, "latency", latency)?))
    }

    fn cabinet(&mut self, element: &Element, middle: &Middle) -> Result<(), ImportError> {
        let id = self.source.needed(element, "id")?.to_owned();
        let speed = quantity::speed(self.source, element, "speed", self.source.needed(element, "speed")?)?;
        let bandwidth = quantity::rate(self.source, element, "bw", self.source.needed(element, "bw")?)?;
        let latency = quantity::time(self.source, element, "lat", self.source.needed(element, "lat")?)?;
        for number in self.radical(element)? {
            let host = End::Host(self.add_host(element, host_name(element, number), speed, 1)?);
            let name = format!("{id}_link_{number}");
            let link = self.made(name, (bandwidth, latency), Policy::SplitDuplex);
            self.inwards(element.place, middle, host, vec![Step { link, down: false }]);
            self.outwards(element.place, middle, host, vec![Step { link, down: true }]);
        }
        Ok(())
    }

    fn host_link(&mut self, element: &Element, middle: &Middle) -> Result<(), ImportError> {
        let host = self.end(element, "id")?;
        let step = |attribute: &str, down: bool| {
            let name = self.source.needed(element, attribute)?;
            // `link_UP` and `link_DOWN` are the directions of a link of two.
            let plain = name.strip_suffix("_UP").or_else(|| name.strip_suffix("_DOWN"));
            let found = self.links.get(name).map(|link| (*link, down));
            let direction = plain.and_then(|plain| Some((*self.links.get(plain)?, name.ends_with("_DOWN"))));
            let found = found.or(direction);
            let (link, down) = found.ok_or_else(|| self.undefined(element, "link", name, self.links.keys()))?;
            Ok(Step { link, down })
        };
        let (up, down) = (step("up", false)?, step("down", true)?);
        self.inwards(element.place, middle, host, vec![up]);
        self.outwards(element.place, middle, host, vec![down]);
        Ok(())
    }

    fn dragonfly(&mut self, element: &Element, id: &str, cluster: &Cluster, shape: Dragonfly, first: usize) {
        let ((groups, blue), (chassis, black), (blades, green)) = (shape.groups, shape.chassis, shape.routers);
        let per_group = chassis * blades;
        let routers: Vec<End> = (0..groups * per_group)
            .map(|router| End::Switch(self.add_switch(format!("{id}_router_{router}"))))
            .collect();
        let place = element.place;
        let link = |reader: &mut Self, from: End, to: End, name: String, links: u32| {
            let figures = (Rate(cluster.link.0.0.saturating_mul(u64::from(links))), cluster.link.1);
            let link = reader.made(format!("{id}_{name}"), figures, cluster.policy);
            reader.join(place, from, to, vec![Step { link, down: false }], true);
        };
        for (at, router) in routers.iter().enumerate() {
            for node in 0..shape.nodes as usize {
                let host = at * shape.nodes as usize + node;
                link(self, End::Host(first + host), *router, format!("local_{host}"), 1);
            }
        }
        let number = |group: u32, chassis: u32, blade: u32| (group * per_group + chassis * blades + blade) as usize;
        for (group, own) in (0..groups).flat_map(|group| (0..chassis).map(move |own| (group, own))) {
            for (low, high) in (0..blades).flat_map(|low| (low + 1..blades).map(move |high| (low, high))) {
                let (from, to) = (routers[number(group, own, low)], routers[number(group, own, high)]);
                link(self, from, to, format!("green_{group}_{own}_{low}_{high}"), green);
            }
        }
        for (group, blade) in (0..groups).flat_map(|group| (0..blades).map(move |blade| (group, blade))) {
            for (low, high) in (0..chassis).flat_map(|low| (low + 1..chassis).map(move |high| (low, high))) {
                let (from, to) = (routers[number(group, low, blade)], routers[number(group, high, blade)]);
                link(self, from, to, format!("black_{group}_{low}_{high}_{blade}"), black);
            }
        }
        for (low, high) in (0..groups).flat_map(|low| (low + 1..groups).map(move |high| (low, high))) {
            let (from, to) = (routers[number(low, 0, high)], routers[number(high, 0, low)]);
            link(self, from, to, format!("blue_{low}_{high}"), blue);
        }
    }
}

fn host_name(element: &Element, number: u32) -> String {
    let part = |name: &str| element.get(name).unwrap_or_default().to_owned();
    format!("{}{number}{}", part("prefix"), part("suffix"))
}

impl Host {
    /// What of a host matters besides its name.
    pub(crate) fn figures(&self) -> (Speed, u32) {
        (self.speed, self.cores)
    }
}
