//! Link utilisation in a report: over the whole run as a distribution by class of links, and over time.
//!
//! The utilisation of a link in an interval is the bytes that it carried, divided by those that it could have carried, in
//! millionths. Means include idle links, whose number follows from the platform; quantiles are over the links that
//! carried anything.

use super::cells::scaled;
use super::network::Drawing;
use platform::Platform;
use results::{LinkBucketRow, LinkRow};
use serde::Serialize;
use units::LinkId;

/// Quantiles of a class: the least, 999 between, the largest.
pub(crate) const QUANTILES: usize = 1001;
/// Stretches of time.
pub(crate) const STRETCHES: usize = 200;
/// Whole use.
pub(crate) const WHOLE: u64 = 1_000_000;

/// A class of links, for the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ClassUse {
    pub(crate) name: String,
    pub(crate) links: u64,
    /// Those that carried anything.
    pub(crate) used: u64,
    pub(crate) bytes: u64,
    /// Mean use of all.
    pub(crate) mean: u64,
    /// Use of those that carried anything: a machine may be larger than the program needs.
    pub(crate) quantiles: Vec<u32>,
    /// Mean and largest use of a link in each stretch of time; empty if that was not observed.
    pub(crate) mean_over_time: Vec<u32>,
    pub(crate) most_over_time: Vec<u32>,
}

/// A link, for the list of the busiest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct HotLink {
    pub(crate) name: String,
    pub(crate) class: String,
    pub(crate) bytes: u64,
    pub(crate) busy: u64,
    pub(crate) part: u64,
}

/// Most links in the list.
const HOT: usize = 50;

#[derive(Clone, Debug, Default)]
struct Class {
    parts: Vec<u32>,
    bytes: u64,
    /// Sums of parts and the largest, by stretch.
    sums: Vec<u64>,
    most: Vec<u32>,
}

/// Gathers the tables `links` and `link_buckets` of a run of positive length. Four bytes a link that was used.
#[derive(Debug)]
pub(crate) struct Links<'a> {
    platform: &'a Platform,
    end: u64,
    classes: Vec<Class>,
    hot: Vec<HotLink>,
    drawing: Option<Drawing>,
    /// The link whose stretches are being read, and its bytes in each, in 2⁻²⁰ of a byte.
    current: Option<LinkId>,
    bytes: Vec<u128>,
    longest: u64,
}

impl<'a> Links<'a> {
    pub(crate) fn new(platform: &'a Platform, end: u64, drawing: Option<Drawing>) -> Self {
        assert!(end > 0, "a run of no time uses no link");
        Self {
            platform,
            end,
            classes: vec![Class::default(); platform.class_names().len()],
            hot: Vec::new(),
            drawing,
            current: None,
            bytes: vec![0; STRETCHES],
            longest: 0,
        }
    }

    fn has(&self, link: LinkId) -> bool {
        link.0 < self.platform.link_count()
    }

    /// What part of the bytes that a link can carry in a time these are.
    fn part(&self, link: LinkId, bytes: u128, time: u64) -> u32 {
        let could = u128::from(self.platform.link(link).bandwidth.0) * u128::from(time);
        let part = (bytes * u128::from(WHOLE) * 1_000_000_000_000).checked_div(could).unwrap_or(0);
        part.min(u128::from(WHOLE)) as u32
    }

    /// Adds a row of `links`.
    pub(crate) fn add(&mut self, row: &LinkRow) {
        if !self.has(row.link) {
            return;
        }
        let part = self.part(row.link, row.bytes.into(), self.end);
        let class = &mut self.classes[usize::from(self.platform.link(row.link).class)];
        class.parts.push(part);
        class.bytes = class.bytes.saturating_add(row.bytes);
        if let Some(drawing) = &mut self.drawing {
            drawing.whole(row.link, part);
        }
        let hot = HotLink {
            name: row.name.to_string(),
            class: row.class.to_string(),
            bytes: row.bytes,
            busy: row.busy.ps(),
            part: part.into(),
        };
        let place = self.hot.partition_point(|other| other.part >= hot.part);
        if place < HOT {
            self.hot.insert(place, hot);
            self.hot.truncate(HOT);
        }
    }

    /// Adds a row of `link_buckets`, whose rows come link by link.
    pub(crate) fn add_bucket(&mut self, row: &LinkBucketRow) {
        if !self.has(row.link) {
            return;
        }
        if self.current != Some(row.link) {
            self.flush();
            self.current = Some(row.link);
        }
        let (start, end) = (row.start.ps(), row.end.ps().min(self.end));
        if start >= end {
            return;
        }
        self.longest = self.longest.max(end - start);
        // Evenly over the row's own stretch.
        let stretch = |time: u64| (scaled(time, STRETCHES as u64, self.end) as usize).min(STRETCHES - 1);
        let border = |stretch: usize| (u128::from(self.end) * stretch as u128 / STRETCHES as u128) as u64;
        let (first, last) = (stretch(start), stretch(end - 1));
        if first == last {
            self.bytes[first] += u128::from(row.bytes) << 20;
            return;
        }
        for at in first..=last {
            let from = if at == first { start } else { border(at) };
            let to = if at == last { end } else { border(at + 1) };
            self.bytes[at] +=
                (u128::from(row.bytes) << 20) * u128::from(to.saturating_sub(from)) / u128::from(end - start);
        }
    }

    /// Ends the stretches of a link.
    fn flush(&mut self) {
        let Some(link) = self.current.take() else { return };
        let width = self.end.div_ceil(STRETCHES as u64);
        let parts: Vec<u32> = self.bytes.iter().map(|bytes| self.part(link, bytes >> 20, width)).collect();
        self.bytes.fill(0);
        let class = &mut self.classes[usize::from(self.platform.link(link).class)];
        class.sums.resize(STRETCHES, 0);
        class.most.resize(STRETCHES, 0);
        for (at, part) in parts.iter().enumerate() {
            class.sums[at] += u64::from(*part);
            class.most[at] = class.most[at].max(*part);
        }
        if let Some(drawing) = &mut self.drawing {
            drawing.stretches(link, &parts);
        }
    }

    /// Classes that have links, the busiest links, the longest stretch that was observed (0 if none was), the drawing.
    pub(crate) fn finish(mut self) -> (Vec<ClassUse>, Vec<HotLink>, u64, Option<Drawing>) {
        self.flush();
        let mut counts = vec![0u64; self.classes.len()];
        for link in 0..self.platform.link_count() {
            counts[usize::from(self.platform.link(LinkId(link)).class)] += 1;
        }
        let classes = self.platform.class_names().iter().zip(counts).zip(self.classes);
        let classes = classes.filter(|((_, links), _)| *links > 0).map(|((name, links), class)| {
            let observed = self.longest > 0;
            let mean = |sum: &u64| (sum / links) as u32;
            ClassUse {
                name: name.clone(),
                links,
                used: class.parts.len() as u64,
                bytes: class.bytes,
                mean: class.parts.iter().map(|part| u64::from(*part)).sum::<u64>() / links,
                quantiles: quantiles(class.parts),
                mean_over_time: if observed { padded(class.sums.iter().map(mean).collect()) } else { Vec::new() },
                most_over_time: if observed { padded(class.most) } else { Vec::new() },
            }
        });
        (classes.collect(), self.hot, self.longest, self.drawing)
    }
}

fn padded(mut values: Vec<u32>) -> Vec<u32> {
    values.resize(STRETCHES, 0);
    values
}

/// Zeros if there are none.
fn quantiles(mut parts: Vec<u32>) -> Vec<u32> {
    parts.sort_unstable();
    let Some(last) = parts.len().checked_sub(1) else { return vec![0; QUANTILES] };
    (0..QUANTILES).map(|number| parts[last * number / (QUANTILES - 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use units::Time;

    const PAIR: &str = "[topology]\nkind = \"torus\"\ndimensions = [2]\n[topology.links.all]\nbandwidth = \"1 GB/s\"\n\
                        latency = \"0 s\"\n[host]\ncores = 1\nspeed = \"1 Gflop/s\"\n\
                        memory = { bandwidth = \"1 GB/s\", copy = \"1 GB/s\", latency = \"0 s\", sockets = 1 }\n";
    /// A millisecond.
    const END: u64 = 1_000_000_000;

    fn link(link: u32, bytes: u64) -> LinkRow {
        LinkRow { link: LinkId(link), name: format!("l{link}").into(), class: "all".into(), bytes, busy: Time::ZERO }
    }

    #[test]
    fn a_link_of_a_gigabyte_a_second_could_carry_a_megabyte_in_a_millisecond() {
        let platform = Platform::from_str_with(PAIR, "pair.toml", &[]).unwrap();
        let mut links = Links::new(&platform, END, None);
        links.add(&link(0, 250_000));
        links.add(&link(9, 250_000));
        for (start, end, bytes) in [(0, END / 2, 250_000), (END / 2, END / 2 + 5_000_000, 5_000)] {
            let (start, end) = (Time::from_ps(start), Time::from_ps(end));
            links.add_bucket(&LinkBucketRow { link: LinkId(0), start, end, bytes });
        }
        let (classes, hot, longest, _) = links.finish();
        let class = &classes[0];
        assert_eq!((class.links, class.used, class.mean), (2, 1, 125_000));
        assert_eq!((class.quantiles[0], class.quantiles[1000]), (250_000, 250_000));
        assert_eq!(
            (class.most_over_time[0], class.mean_over_time[99], class.most_over_time[100]),
            (500_000, 250_000, 1_000_000)
        );
        assert_eq!(class.most_over_time[101], 0);
        assert_eq!((hot.len(), hot[0].part, longest), (1, 250_000, END / 2));
        // Memory is a class, too: two unused buses, whose time series are zero.
        let memory = classes.iter().find(|class| class.name == "memory").unwrap();
        assert_eq!((memory.links, memory.used, memory.most_over_time.len()), (2, 0, STRETCHES));
    }

    #[test]
    fn quantiles_go_from_the_least_to_the_most() {
        let of = |parts: &[u32]| quantiles(parts.to_vec());
        assert_eq!(of(&[5]), vec![5; QUANTILES]);
        let three = of(&[30, 10, 20]);
        assert_eq!((three[0], three[499], three[500], three[999], three[1000]), (10, 10, 20, 20, 30));
        assert_eq!(of(&[]), vec![0; QUANTILES]);
    }
}
