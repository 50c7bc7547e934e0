//! What a SimGrid platform describes: hosts, links, and routes between vertices.
//!
//! All zones end up in one list of [`Route`]s. A route between zones joins their gateways, so that a route from host to host
//! is what SimGrid composes: to the gateway, between the gateways, from the gateway. Clusters become routes, too, over
//! vertices of their own (`clusters.rs`).

#[path = "clusters.rs"]
mod clusters;
#[path = "elements.rs"]
mod elements;

pub(crate) use clusters::{Cluster, Kind};

use crate::error::{ImportError, Notes, Place};
use crate::quantity;
use crate::xml::{Element, Source};
use std::collections::{BTreeMap, BTreeSet};
use units::{Rate, Speed, Time};

/// Which flows share a link's capacity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    /// Both directions share it.
    Shared,
    /// Each direction has it.
    SplitDuplex,
    /// Every flow has it.
    FatPipe,
}

#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) name: String,
    pub(crate) bandwidth: Rate,
    pub(crate) latency: Time,
    pub(crate) policy: Policy,
}

/// Bandwidth and latency.
pub(crate) type Figures = (Rate, Time);

#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub(crate) name: String,
    pub(crate) speed: Speed,
    pub(crate) cores: u32,
    pub(crate) place: Place,
}

/// A place where routes end: a host, or a switch by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum End {
    Host(usize),
    Switch(usize),
}

/// A link of a route, and whether it is taken against its direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) link: usize,
    pub(crate) down: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Route {
    pub(crate) from: End,
    pub(crate) to: End,
    pub(crate) steps: Vec<Step>,
    /// The same steps lead back, in the other order.
    pub(crate) symmetrical: bool,
    pub(crate) place: Place,
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    End(End),
    Zone,
}

/// A whole platform.
#[derive(Default, Debug)]
pub(crate) struct Machine {
    pub(crate) hosts: Vec<Host>,
    /// Names of routers, and of what stands between links.
    pub(crate) switches: Vec<String>,
    pub(crate) links: Vec<Link>,
    pub(crate) routes: Vec<Route>,
    pub(crate) clusters: Vec<Cluster>,
    /// Hosts that routes of others lead through.
    pub(crate) transit: BTreeSet<usize>,
    /// Of a link of a host to itself.
    pub(crate) loopback: Option<Figures>,
    /// Hosts, routers and stars besides clusters: there is nothing else if this is 0.
    pub(crate) others: usize,
}

/// Reads a platform.
pub(crate) fn read(source: &Source<'_>, root: &Element, notes: &mut Notes) -> Result<Machine, ImportError> {
    if root.name != "platform" {
        return Err(ImportError::NoPlatform { at: source.at(root.place), found: root.name.clone() });
    }
    let version = source.needed(root, "version")?;
    if !matches!(version, "4" | "4.1") {
        return Err(ImportError::Version { at: source.at(root.place), version: version.to_owned() });
    }
    elements::check(source, root)?;
    let mut reader =
        Reader { source, notes, machine: Machine::default(), names: BTreeMap::new(), links: BTreeMap::new() };
    for child in &root.children {
        match child.name.as_str() {
            "zone" => reader.zone(child)?,
            "cluster" => reader.cluster(child)?,
            _ => reader.leave_out(child),
        }
    }
    let machine = reader.machine;
    if machine.hosts.is_empty() {
        return Err(source.unsupported(root, "a platform without hosts"));
    }
    Ok(machine)
}

struct Reader<'s, 'n> {
    source: &'s Source<'s>,
    notes: &'n mut Notes,
    machine: Machine,
    names: BTreeMap<String, Named>,
    links: BTreeMap<String, usize>,
}

impl Reader<'_, '_> {
    fn leave_out(&mut self, element: &Element) {
        let what = match element.name.as_str() {
            "prop" => format!("property `{}`", element.get("id").unwrap_or_default()),
            name => match element.get("id") {
                Some(id) => format!("`<{name}>` `{id}`"),
                None => format!("`<{name}>`"),
            },
        };
        self.notes.add(element.place, what);
    }

    /// Notes attributes that have no counterpart.
    fn leave_out_attributes(&mut self, element: &Element, names: &[&str]) {
        for name in names.iter().filter(|name| element.get(name).is_some()) {
            self.notes.add(element.place, format!("`{name}` of `<{}>`", element.name));
        }
    }

    fn name(&mut self, element: &Element, name: &str, named: Named) -> Result<(), ImportError> {
        if self.names.insert(name.to_owned(), named).is_some() {
            return Err(ImportError::Twice { at: self.source.at(element.place), name: name.to_owned() });
        }
        Ok(())
    }

    fn zone(&mut self, zone: &Element) -> Result<(), ImportError> {
        let id = self.source.needed(zone, "id")?;
        let routing = self.source.needed(zone, "routing")?;
        if routing == "Vivaldi" {
            let what = format!("zone `{id}` with Vivaldi coordinates, whose latencies come from no links");
            return Err(self.source.unsupported(zone, what));
        }
        if routing.eq_ignore_ascii_case("wifi") {
            return Err(self.source.unsupported(zone, format!("zone `{id}`, which is wireless")));
        }
        let known = ["Full", "Floyd", "Dijkstra", "DijkstraCache", "Cluster", "None"];
        self.source.one_of(zone, "routing", routing, &known)?;
        self.name(zone, id, Named::Zone)?;
        if routing == "Cluster" {
            return self.star(zone);
        }
        for child in &zone.children {
            match child.name.as_str() {
                "zone" => self.zone(child)?,
                "cluster" => self.cluster(child)?,
                "host" => {
                    self.machine.others += 1;
                    self.host(child)?;
                }
                "router" => {
                    self.machine.others += 1;
                    self.router(child)?;
                }
                "link" => self.link(child).map(|_| ())?,
                "peer" => return Err(self.source.unsupported(child, "peers, whose latencies come from coordinates")),
                "cabinet" | "backbone" | "host_link" => {
                    let what = format!("`<{}>` in a zone whose routing is `{routing}`, not `Cluster`", child.name);
                    return Err(self.source.unsupported(child, what));
                }
                _ => {}
            }
        }
        self.routes(zone, routing)
    }

    /// Routes come last: they name what may be written after them. Bypasses replace what they bypass.
    fn routes(&mut self, zone: &Element, routing: &str) -> Result<(), ImportError> {
        let bypassed: BTreeSet<(&str, &str)> = zone
            .children
            .iter()
            .filter(|child| child.name.starts_with("bypass"))
            .filter_map(|child| Some((child.get("src")?, child.get("dst")?)))
            .collect();
        for child in &zone.children {
            match child.name.as_str() {
                "route" | "zoneRoute" | "bypassRoute" | "bypassZoneRoute" => self.route(child, routing, &bypassed)?,
                "zone" | "cluster" | "host" | "router" | "link" => {}
                _ => self.leave_out(child),
            }
        }
        Ok(())
    }

    fn host(&mut self, element: &Element) -> Result<usize, ImportError> {
        let id = self.source.needed(element, "id")?.to_owned();
        let speed = quantity::speed(self.source, element, "speed", self.source.needed(element, "speed")?)?;
        let cores = self.count(element, "core", 1)?;
        if element.get("speed").is_some_and(|speed| speed.contains(',')) {
            self.notes.add(element.place, format!("speeds of `{id}` but the first"));
        }
        let unkept = ["availability_file", "speed_file", "state_file", "coordinates", "pstate"];
        self.leave_out_attributes(element, &unkept);
        element.children.iter().for_each(|child| self.leave_out(child));
        self.add_host(element, id, speed, cores)
    }

    fn add_host(&mut self, element: &Element, name: String, speed: Speed, cores: u32) -> Result<usize, ImportError> {
        let number = self.machine.hosts.len();
        self.name(element, &name, Named::End(End::Host(number)))?;
        self.machine.hosts.push(Host { name, speed, cores, place: element.place });
        Ok(number)
    }

    /// A whole number from 1.
    fn count(&self, element: &Element, name: &str, default: u32) -> Result<u32, ImportError> {
        let Some(text) = element.get(name) else { return Ok(default) };
        let number = text.trim().parse().ok().filter(|number| *number >= 1);
        number.ok_or_else(|| self.source.wrong(element, name, text, "a whole number from 1"))
    }

    fn router(&mut self, element: &Element) -> Result<usize, ImportError> {
        let id = self.source.needed(element, "id")?.to_owned();
        self.leave_out_attributes(element, &["coordinates"]);
        self.add_router(element, id)
    }

    fn add_router(&mut self, element: &Element, name: String) -> Result<usize, ImportError> {
        let number = self.add_switch(name.clone());
        self.name(element, &name, Named::End(End::Switch(number)))?;
        Ok(number)
    }

    /// A vertex that nothing names.
    fn add_switch(&mut self, name: String) -> usize {
        self.machine.switches.push(name);
        self.machine.switches.len() - 1
    }

    fn link(&mut self, element: &Element) -> Result<usize, ImportError> {
        let id = self.source.needed(element, "id")?.to_owned();
        let bandwidth = self.source.needed(element, "bandwidth")?;
        let bandwidth = quantity::rate(self.source, element, "bandwidth", bandwidth)?;
        let latency = quantity::time(self.source, element, "latency", element.get("latency").unwrap_or("0"))?;
        let policy = self.policy(element, "sharing_policy", Policy::Shared)?;
        if policy == Policy::FatPipe {
            let what =
                format!("that every flow has all of `{id}` (FATPIPE); here flows that take it on one route share it");
            self.notes.add(element.place, what);
        }
        self.leave_out_attributes(element, &["bandwidth_file", "latency_file", "state_file"]);
        element.children.iter().for_each(|child| self.leave_out(child));
        if self.links.contains_key(&id) {
            return Err(ImportError::Twice { at: self.source.at(element.place), name: id });
        }
        Ok(self.add_link(Link { name: id, bandwidth, latency, policy }))
    }

    fn add_link(&mut self, link: Link) -> usize {
        self.links.insert(link.name.clone(), self.machine.links.len());
        self.machine.links.push(link);
        self.machine.links.len() - 1
    }

    fn policy(&self, element: &Element, name: &str, default: Policy) -> Result<Policy, ImportError> {
        match element.get(name) {
            None => Ok(default),
            Some("SHARED") => Ok(Policy::Shared),
            Some("SPLITDUPLEX" | "FULLDUPLEX") => Ok(Policy::SplitDuplex),
            Some("FATPIPE") => Ok(Policy::FatPipe),
            Some("WIFI") => Err(self.source.unsupported(element, "a wireless link")),
            Some(other) => Err(self.source.wrong(element, name, other, "`SHARED`, `SPLITDUPLEX` or `FATPIPE`")),
        }
    }

    /// The vertex of a name.
    fn end(&self, element: &Element, attribute: &str) -> Result<End, ImportError> {
        let name = self.source.needed(element, attribute)?;
        match self.names.get(name) {
            Some(Named::End(end)) => Ok(*end),
            Some(Named::Zone) => Err(self.source.wrong(element, attribute, name, "a host or router; this is a zone")),
            None => Err(self.undefined(element, "host or router", name, self.names.keys())),
        }
    }

    fn undefined<'k>(
        &self,
        element: &Element,
        what: &'static str,
        name: &str,
        known: impl Iterator<Item = &'k String>,
    ) -> ImportError {
        let known: Vec<&String> = known.collect();
        let hint = platform::hint(name, &known);
        ImportError::Undefined { at: self.source.at(element.place), what, name: name.to_owned(), hint }
    }

    fn route(
        &mut self,
        element: &Element,
        routing: &str,
        bypassed: &BTreeSet<(&str, &str)>,
    ) -> Result<(), ImportError> {
        let (src, dst) = (self.source.needed(element, "src")?, self.source.needed(element, "dst")?);
        let bypass = element.name.starts_with("bypass");
        let between = element.name.ends_with("oneRoute");
        let (from, to) = if between {
            if let Some(name) = [src, dst].into_iter().find(|name| !self.names.contains_key(*name)) {
                return Err(self.undefined(element, "zone", name, self.names.keys()));
            }
            (self.end(element, "gw_src")?, self.end(element, "gw_dst")?)
        } else {
            (self.end(element, "src")?, self.end(element, "dst")?)
        };
        // Hosts that are gateways forward, and so do those of a zone whose routes are composed of others.
        if between || matches!(routing, "Floyd" | "Dijkstra" | "DijkstraCache") {
            let hosts = [from, to].into_iter().filter_map(|end| match end {
                End::Host(host) => Some(host),
                End::Switch(_) => None,
            });
            self.machine.transit.extend(hosts);
        }
        let steps = self.steps(element)?;
        let symmetrical = !bypass && self.yes(element, "symmetrical", true)?;
        if src == dst {
            return self.loopback(element, &steps);
        }
        let (forth, back) = (bypassed.contains(&(src, dst)), bypassed.contains(&(dst, src)));
        let route = Route { from, to, steps, symmetrical, place: element.place };
        if bypass || !forth && (!back || !symmetrical) {
            self.machine.routes.push(route);
        } else if !forth {
            self.machine.routes.push(Route { symmetrical: false, ..route });
        } else if symmetrical && !back {
            let steps = route.steps.iter().rev().map(|step| Step { down: !step.down, ..*step }).collect();
            let (from, to) = (route.to, route.from);
            self.machine.routes.push(Route { from, to, steps, symmetrical: false, place: route.place });
        }
        Ok(())
    }

    fn yes(&self, element: &Element, name: &str, default: bool) -> Result<bool, ImportError> {
        match element.get(name).map(str::to_ascii_uppercase).as_deref() {
            None => Ok(default),
            Some("YES" | "TRUE" | "1") => Ok(true),
            Some("NO" | "FALSE" | "0") => Ok(false),
            Some(_) => Err(self.source.wrong(element, name, element.get(name).unwrap_or_default(), "`YES` or `NO`")),
        }
    }

    fn steps(&mut self, element: &Element) -> Result<Vec<Step>, ImportError> {
        let mut steps = Vec::with_capacity(element.children.len());
        for child in &element.children {
            if child.name != "link_ctn" {
                self.leave_out(child);
                continue;
            }
            let name = self.source.needed(child, "id")?;
            let Some(link) = self.links.get(name).copied() else {
                return Err(self.undefined(child, "link", name, self.links.keys()));
            };
            let direction = child.get("direction").unwrap_or("NONE");
            self.source.one_of(child, "direction", direction, &["UP", "DOWN", "NONE"])?;
            if direction == "NONE" && self.machine.links[link].policy == Policy::SplitDuplex {
                let expected = format!("`UP` or `DOWN`, as `{name}` is a link of two directions (SPLITDUPLEX)");
                return Err(self.source.wrong(child, "direction", direction, expected));
            }
            steps.push(Step { link, down: direction == "DOWN" });
        }
        Ok(steps)
    }

    /// A route from a vertex to itself.
    fn loopback(&mut self, element: &Element, steps: &[Step]) -> Result<(), ImportError> {
        let links: Vec<&Link> = steps.iter().map(|step| &self.machine.links[step.link]).collect();
        let Some(bandwidth) = links.iter().map(|link| link.bandwidth).min() else { return Ok(()) };
        self.note_loopback(element, (bandwidth, links.iter().map(|link| link.latency).sum()));
        Ok(())
    }

    /// All hosts are alike: the first loopback is that of all.
    fn note_loopback(&mut self, element: &Element, figures: Figures) {
        match self.machine.loopback {
            None => self.machine.loopback = Some(figures),
            Some(first) if first != figures => {
                let what = format!(
                    "a loopback of {} after {}: all hosts have that of the first, {} after {}",
                    figures.0, figures.1, first.0, first.1
                );
                self.notes.add(element.place, what);
            }
            Some(_) => {}
        }
    }
}
