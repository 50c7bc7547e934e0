//! The inside of a host: nested groups of cores (`[[host.levels]]`: sockets, caches …), the fabric that messages between them
//! share, and the core of a host's n-th rank (`host.binding`).
//!
//! A message between two cores belongs to the innermost level that has both in one group. It takes that level's latency, and
//! passes its fabric, if the level has one.

use crate::error::PlatformError;
use crate::machine::Host;
use crate::section::Section;
use config::{Parameter, ParameterKind};
use std::fmt;
use units::{Bytes, Frequency, Rate, Time};

/// A level inside a host: groups of `cores` neighbouring cores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// `L3`, `numa`, `socket`.
    pub name: String,
    /// Of one group.
    pub cores: u16,
    /// Of a message that belongs to the level.
    pub latency: Time,
    /// Bandwidth of one group's fabric: what all messages of the level in the group share. None: no limit.
    pub between: Option<Rate>,
    /// Messages per second of one group. None: no limit.
    pub message_rate: Option<Frequency>,
}

/// `[host.cache]`: every group of a level has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cache {
    /// Index of the level.
    pub level: usize,
    /// Of one cache.
    pub size: Bytes,
    /// Of one cache, shared by all messages that use it.
    pub bandwidth: Rate,
    /// Rate of one core in buffers that do not fit, bytes of messages; None: as much as memory gives it.
    pub beyond: Option<Rate>,
    /// Whether programs write a buffer before they send it again.
    pub rewritten: bool,
}

/// Port of a group of a level: it serves the group's messages one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelPort {
    /// Its number, below [`crate::Platform::level_ports`].
    pub number: u32,
    /// Least time between two messages.
    pub gap: Time,
    /// Of the group's fabric.
    pub bandwidth: Option<Rate>,
}

/// Parameters of an entry of `[[host.levels]]`.
pub static LEVEL_PARAMETERS: &[Parameter] = &[
    Parameter::required("name", ParameterKind::Text, "Its name, for example `L3`."),
    Parameter::required("cores", ParameterKind::Count, "Cores of one group."),
    Parameter::required("latency", ParameterKind::Latency, "Latency of a message inside one group."),
    Parameter::optional(
        "between.bandwidth",
        ParameterKind::Bandwidth,
        "What all messages between the parts of one group share.",
    ),
    Parameter::optional(
        "between.message_rate",
        ParameterKind::FrequencyOrUnlimited,
        "Messages per second between the parts of one group.",
    ),
];

/// Parameters of `[host.cache]`.
pub(crate) static CACHE_PARAMETERS: &[Parameter] = &[
    Parameter::optional("cache.level", ParameterKind::Text, "The level of which each group has a cache."),
    Parameter::optional(
        "cache.size",
        ParameterKind::Size,
        "Size of one cache: messages of buffers that fit do not use memory.",
    ),
    Parameter::optional(
        "cache.bandwidth",
        ParameterKind::Bandwidth,
        "Bandwidth of one cache, shared by all messages that use it.",
    ),
    Parameter::optional(
        "cache.beyond",
        ParameterKind::Bandwidth,
        "What one core can copy per second in buffers that do not fit, by itself; without it its share of `memory.bandwidth`.",
    ),
    Parameter::with_default(
        "cache.data",
        ParameterKind::Choice(&DATA),
        "rewritten",
        "programs compute what they send",
        "Whether a program has `rewritten` a buffer when it sends it again, or it is `unchanged`, as in most benchmarks: then it need not pass the fabric.",
    ),
];

const DATA: [&str; 2] = ["rewritten", "unchanged"];

impl Level {
    /// Number of groups in a host of `cores` cores; the last one may be smaller.
    pub(crate) fn groups(&self, cores: u16) -> u32 {
        u32::from(cores.div_ceil(self.cores))
    }

    /// A group of a host of `cores` cores, in the names of its links: `L3-7`, or the level alone if it has one group.
    pub(crate) fn group_name(&self, group: u32, cores: u16) -> String {
        if self.groups(cores) > 1 { format!("{}-{group}", self.name) } else { self.name.clone() }
    }

    /// The group of a core.
    pub fn group(&self, core: u16) -> u32 {
        u32::from(core / self.cores)
    }
}

impl Host {
    /// The level that a message between two cores belongs to, and the group; none if no level holds both.
    #[inline]
    pub(crate) fn level_of(&self, from: u16, to: u16) -> Option<(usize, u32)> {
        let holds = |level: &Level| level.group(from) == level.group(to);
        let level = self.levels.iter().position(holds)?;
        Some((level, self.levels[level].group(from)))
    }

    /// How many groups of the levels before `end` match.
    pub(crate) fn groups_of(&self, end: usize, matches: impl Fn(&Level) -> bool) -> u32 {
        self.levels[..end].iter().filter(|level| matches(level)).map(|level| level.groups(self.cores)).sum()
    }

    /// The level and group of the `index`-th group of the levels that match.
    pub(crate) fn nth_group(&self, mut index: u32, matches: impl Fn(&Level) -> bool) -> (usize, u32) {
        for (place, level) in self.levels.iter().enumerate().filter(|(_, level)| matches(level)) {
            let groups = level.groups(self.cores);
            if index < groups {
                return (place, index);
            }
            index -= groups;
        }
        panic!("no such group")
    }

    /// The level whose groups have caches.
    pub(crate) fn cache_level(&self) -> Option<&Level> {
        self.cache.as_ref().map(|cache| &self.levels[cache.level])
    }

    /// The rank, among those of its host, that gets a core.
    pub(crate) fn turn_of(&self, core: u16) -> u16 {
        // A table of all cores, none of them twice.
        self.binding.iter().position(|bound| *bound == core).map_or(core, |turn| turn as u16)
    }

    /// The core of the n-th rank of the host; cores are shared by ranks beyond their number.
    #[inline]
    pub fn core_of(&self, nth: u32) -> u16 {
        // Below the cores of a host, which fit 16 bits.
        let turn = (nth % u32::from(self.cores)) as u16;
        self.binding.get(usize::from(turn)).copied().unwrap_or(turn)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, cores, latency, between, message_rate } = self;
        write!(f, "{name} of {cores} cores, a message after {latency}")?;
        if let Some(rate) = between {
            write!(f, ", between its parts {rate}")?;
        }
        message_rate.map_or(Ok(()), |rate| write!(f, ", messages {rate}"))
    }
}

impl Level {
    /// Whether its groups have a fabric.
    pub(crate) fn has_fabric(&self) -> bool {
        self.between.is_some()
    }

    /// Whether messages of its groups wait for one another.
    pub(crate) fn has_port(&self) -> bool {
        self.between.is_some() || self.message_rate.is_some()
    }
}

/// `[[host.levels]]`, from the inside out.
pub(crate) fn levels(host: &Section<'_>, cores: u16) -> Result<Vec<Level>, PlatformError> {
    let mut levels: Vec<Level> = Vec::new();
    for section in host.records("levels")? {
        let (name, count) = (section.needed_text("name")?, section.count("cores")?);
        let inner = levels.last().map_or(1, |level| u32::from(level.cores));
        let fits =
            u16::try_from(count).ok().filter(|count| *count <= cores && u32::from(*count).is_multiple_of(inner));
        let grows = levels.is_empty() || count > inner;
        let Some(group) = fits.filter(|_| grows) else {
            let expected = match levels.last() {
                None => format!("at most {cores}, the cores of a host"),
                Some(level) => {
                    format!("a multiple of the {inner} of `{}` before it, more, and at most {cores}", level.name)
                }
            };
            return Err(section.out_of_range("cores", count.to_string(), expected));
        };
        if levels.iter().any(|level| level.name == name) {
            return Err(section.duplicate("name", &name));
        }
        let between = section.optional_rate("between.bandwidth")?;
        let message_rate = match section.has("between.message_rate") {
            true => section.frequency_or_unlimited("between.message_rate")?,
            false => None,
        };
        let latency = section.time("latency")?;
        levels.push(Level { name, cores: group, latency, between, message_rate });
    }
    Ok(levels)
}

/// `[host.cache]`.
pub(crate) fn cache(host: &Section<'_>, levels: &[Level]) -> Result<Option<Cache>, PlatformError> {
    if !host.has("cache") {
        return Ok(None);
    }
    let name = host.needed_text("cache.level")?;
    let Some(level) = levels.iter().position(|level| level.name == name) else {
        let known: Vec<_> = levels.iter().map(|level| level.name.clone()).collect();
        return Err(host.unknown_name("cache.level", "level", &name, &known));
    };
    let rewritten = host.choice("cache.data", "word")? == DATA[0];
    let (size, bandwidth) = (host.size("cache.size")?, host.rate("cache.bandwidth")?);
    Ok(Some(Cache { level, size, bandwidth, beyond: host.optional_rate("cache.beyond")?, rewritten }))
}

/// `host.binding`: the cores in the order in which ranks get them; empty: in their own order.
pub(crate) fn binding(host: &Section<'_>, cores: u16, levels: &[Level]) -> Result<Vec<u16>, PlatformError> {
    let text = host.text("binding")?.unwrap_or_else(|| "block".to_owned());
    let wrong = || {
        let names: Vec<_> = levels.iter().map(|level| format!("`round-robin:{}`", level.name)).collect();
        let named = if names.is_empty() { "`round-robin:LEVEL`".to_owned() } else { names.join(", ") };
        let expected = format!("`block`, {named}, or different cores below {cores}, as in `0-3,64-67`");
        host.out_of_range("binding", format!("`{text}`"), expected)
    };
    if text == "block" {
        return Ok(Vec::new());
    }
    let mut order: Vec<u16> = if let Some(name) = text.strip_prefix("round-robin:") {
        let level = levels.iter().find(|level| level.name == name).ok_or_else(wrong)?;
        let places = (0..level.cores).flat_map(|place| (0..cores).skip(place.into()).step_by(level.cores.into()));
        places.collect()
    } else {
        cores_in(&text, cores).ok_or_else(wrong)?
    };
    let mut taken = vec![false; cores.into()];
    for core in &order {
        if std::mem::replace(&mut taken[usize::from(*core)], true) {
            return Err(wrong());
        }
    }
    // Those that the list leaves out come last.
    order.extend((0..cores).filter(|core| !taken[usize::from(*core)]));
    Ok(order)
}

/// `0-3,64` as cores.
fn cores_in(text: &str, cores: u16) -> Option<Vec<u16>> {
    let mut listed = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.trim().split_once('-').unwrap_or((part.trim(), part.trim()));
        let [first, last] = [first.parse::<u16>().ok()?, last.parse::<u16>().ok()?];
        if first > last || last >= cores || listed.len() > usize::from(cores) {
            return None;
        }
        listed.extend(first..=last);
    }
    Some(listed)
}
