//! A platform and its routes as text, for `windtunnel platform show` and `route`.

use crate::fifos::Fifos;
use crate::inside::Cache;
use crate::machine::{Assign, Connections, FirstTouch, MessageTime, Path, Platform, StorageSection, StorageServers};
use config::UsedDefault;
use std::borrow::Cow;
use std::fmt::Write as _;
use units::{Endpoint, HostId, LinkId, Rate, Time, shortened};

/// Machines with more links than this are not counted class by class link by link.
const COUNTED_LINKS: u32 = 4_000_000;

/// The most characters of a name in a line.
const CELL: usize = 120;

/// A name in a line.
fn cell(name: &str) -> Cow<'_, str> {
    shortened(name, CELL)
}

/// Links of one class that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassRow {
    /// The class.
    pub name: String,
    /// How many there are.
    pub count: u64,
    /// Of each.
    pub bandwidth: Rate,
    /// Of each.
    pub latency: Time,
}

impl Platform {
    /// What the machine is, in lines: topology, hosts, NICs, links by class, diameter, bisection, and every value
    /// that the file did not give.
    pub fn show(&self) -> String {
        let mut text = format!("{} ({})\n", self.name(), self.file());
        let mut line = |key: &str, value: String| {
            writeln!(text, "  {key:<13} {value}").expect("writing to a text");
        };
        let topology = self.topology();
        line("grade", self.grade().to_string());
        line("topology", topology.describe());
        line("hosts", self.hosts().to_string());
        if self.names.is_some() {
            let last = HostId(self.hosts().saturating_sub(1));
            line("names", format!("{} to {}", self.host_name(HostId(0)), self.host_name(last)));
        }
        let (cores, speed) = (self.host.cores, self.host.speed);
        line("cores", format!("{} ({cores} per host, {speed} each)", self.cores()));
        let memory = &self.host.memory;
        line(
            "memory",
            format!(
                "{} {} of {}, a message at most {} after {}",
                memory.sockets,
                plural(memory.sockets, "bus", "buses"),
                memory.bandwidth,
                memory.copy,
                memory.latency
            ),
        );
        if let Some(FirstTouch { rate, from, trimmed_from }) = memory.first_touch {
            let several = trimmed_from.map_or(String::new(), |from| format!(", of two of {from}"));
            line("first touch", format!("{rate}, of buffers of {from} or more{several}"));
        }
        for level in &self.host.levels {
            line("level", level.to_string());
        }
        if let Some(cache) = &self.host.cache {
            line("cache", self.cache_line(cache));
        }
        for noise in &self.host.noise {
            line("noise", noise.to_string());
        }
        line("NICs", self.nic_line());
        if let Some(fifos) = &self.nic.fifos {
            line("injection", Self::fifos_line(fifos));
        }
        line("diameter", format!("{} links", topology.diameter()));
        line("bisection", topology.bisection().to_string());
        if let Some(library) = &self.mpi.library {
            line("MPI library", library.clone());
        }
        if let Some(storage) = &self.storage {
            line("storage", self.storage_line(storage));
        }
        for (what, section) in [("flow", &self.flow), ("packets", &self.packet)] {
            if !section.settings.is_empty() {
                let parts = section.settings.iter().map(|(key, value)| format!("{key} {value}"));
                line(what, parts.collect::<Vec<_>>().join(", "));
            }
        }
        self.write_links(&mut text);
        self.write_defaults(&mut text);
        text
    }

    fn storage_line(&self, storage: &StorageSection) -> String {
        let model = storage.model.as_deref().unwrap_or_default();
        let mut text = match &storage.servers {
            StorageServers::Attached(count) => format!(
                "{model}, {count} attached {}",
                plural(u16::try_from(*count).unwrap_or(u16::MAX), "server", "servers")
            ),
            StorageServers::Hosts(hosts) => {
                let names: Vec<String> = hosts.iter().map(|host| self.host_name(*host)).collect();
                format!("{model}, on {}", names.join(", "))
            }
        };
        if let Some(mount) = &storage.mount {
            write!(text, ", mount {mount}").expect("writing to a text");
        }
        for (key, value) in &storage.settings {
            write!(text, ", {key} {value}").expect("writing to a text");
        }
        text
    }

    fn cache_line(&self, cache: &Cache) -> String {
        let data = if cache.rewritten { "rewritten" } else { "unchanged" };
        let level = &self.host.levels[cache.level].name;
        let beyond = cache.beyond.map_or(String::new(), |rate| format!(", a core copies {rate} beyond it"));
        format!("{} by {level}, {}, buffers are {data} between sends{beyond}", cache.size, cache.bandwidth)
    }

    fn nic_line(&self) -> String {
        let nic = &self.nic;
        let or_unlimited = |value: Option<String>| value.unwrap_or_else(|| "unlimited".to_owned());
        let injection = or_unlimited(nic.injection.map(|rate| rate.to_string()));
        let messages = or_unlimited(nic.message_rate.map(|rate| rate.to_string()));
        let mut text = format!("{} per host, injection {injection}, messages {messages}", nic.count);
        if let Some(MessageTime { near, far, connections }) = nic.message_time {
            write!(text, ", {near} per message, {far} of far ranks").expect("writing to a text");
            if let Some(Connections { kept, fetch }) = connections {
                write!(text, ", {fetch} more beyond {kept} connections").expect("writing to a text");
            }
        }
        match nic.assign {
            Assign::Cores => {}
            Assign::Ranks => text.push_str(", by blocks of ranks"),
            Assign::RoundRobin => text.push_str(", ranks in turn"),
        }
        if let Some(loopback) = &nic.loopback {
            write!(text, ", loopback {} after {}", loopback.bandwidth, loopback.latency).expect("writing to a text");
        }
        text
    }

    fn fifos_line(fifos: &Fifos) -> String {
        let masks: Vec<String> = fifos.masks.iter().map(|mask| format!("0x{mask:02x}")).collect();
        let bandwidth = fifos.bandwidth.map_or_else(|| "unlimited".to_owned(), |rate| rate.to_string());
        format!(
            "{} memory {} with masks {} into {} network FIFOs of {} {}, engine {bandwidth}, {} per message, {} per packet",
            masks.len(),
            if masks.len() == 1 { "FIFO" } else { "FIFOs" },
            masks.join(" "),
            fifos.network,
            fifos.depth,
            if fifos.depth == 1 { "packet" } else { "packets" },
            fifos.per_message,
            fifos.per_packet
        )
    }

    fn write_links(&self, text: &mut String) {
        writeln!(text, "  {:<13} {} in all", "links", self.link_count()).expect("writing to a text");
        let Some(rows) = self.class_rows() else {
            let names = self.class_names().iter().map(|name| cell(name)).collect::<Vec<_>>().join(", ");
            writeln!(text, "    classes {names}; too many links to count them by class").expect("writing to a text");
            return;
        };
        let width = rows.iter().map(|row| cell(&row.name).len()).max().unwrap_or(0);
        for ClassRow { name, count, bandwidth, latency } in rows {
            let (name, bandwidth, latency) = (cell(&name), bandwidth.to_string(), latency.to_string());
            writeln!(text, "    {name:<width$} {count:>9}  {bandwidth:>14}  {latency:>10}")
                .expect("writing to a text");
        }
    }

    /// Links per class; a class of links that differ gets a row for each sort. None if there are too many to count.
    pub fn class_rows(&self) -> Option<Vec<ClassRow>> {
        if self.link_count() > COUNTED_LINKS {
            return None;
        }
        let mut rows: Vec<ClassRow> = Vec::new();
        let mut classes: Vec<Vec<usize>> = vec![Vec::new(); self.class_names().len()];
        for link in (0..self.link_count()).map(LinkId) {
            let figures = self.link(link);
            let of_class = &mut classes[usize::from(figures.class)];
            let same =
                |row: &&usize| rows[**row].bandwidth == figures.bandwidth && rows[**row].latency == figures.latency;
            match of_class.iter().find(same) {
                Some(row) => rows[*row].count += 1,
                None => {
                    of_class.push(rows.len());
                    let name = self.class_names()[usize::from(figures.class)].clone();
                    rows.push(ClassRow { name, count: 1, bandwidth: figures.bandwidth, latency: figures.latency });
                }
            }
        }
        Some(rows)
    }

    fn write_defaults(&self, text: &mut String) {
        if self.defaults().is_empty() {
            return;
        }
        writeln!(text, "  values not given by the file").expect("writing to a text");
        let given = |default: &UsedDefault| format!("{} = {}", default.key, default.value);
        let width = self.defaults().iter().map(|default| cell(&given(default)).len()).max().unwrap_or(0);
        for default in self.defaults() {
            writeln!(text, "    {:<width$}  {}", cell(&given(default)), default.source).expect("writing to a text");
        }
    }

    /// The path of a transfer, link by link, with the sums.
    ///
    /// # Panics
    /// In debug builds, if an endpoint is none of this machine.
    pub fn describe_route(&self, src: Endpoint, dst: Endpoint) -> String {
        let mut path = Path::default();
        self.path(src, dst, &mut path);
        let end = |end: Endpoint| format!("{} core {} (NIC {})", cell(&self.host_name(end.host)), end.core, end.nic);
        let mut text = format!("{} to {}\n", end(src), end(dst));
        let names: Vec<String> = path.links.iter().map(|link| cell(&self.link_name(*link)).into_owned()).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0);
        let class_width = path.links.iter().map(|link| cell(self.link_class_name(*link)).len()).max().unwrap_or(0);
        for (link, name) in path.links.iter().zip(names) {
            let figures = self.link(*link);
            let class = cell(self.link_class_name(*link));
            let (bandwidth, latency) = (figures.bandwidth.to_string(), figures.latency.to_string());
            writeln!(text, "  {name:<width$}  {class:<class_width$}  {bandwidth:>14}  {latency:>10}")
                .expect("writing to a text");
        }
        let narrowest = path.links.iter().map(|link| self.link(*link).bandwidth).min();
        let narrowest = narrowest.unwrap_or(path.bound).min(path.bound);
        let links = path.links.len();
        let words = plural(links as u64, "link", "links");
        writeln!(text, "  {links} {words}, latency {}, at most {narrowest}", path.latency)
            .expect("writing to a text");
        text
    }
}

fn plural(count: impl Into<u64>, one: &'static str, many: &'static str) -> &'static str {
    if count.into() == 1 { one } else { many }
}
