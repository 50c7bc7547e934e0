//! Writes the link tables of a run folder (`links`, `link_channels`, `link_use` …) from the counters of the network model.

use crate::assembly::Assembly;
use kernel::LinkCounters;
use observe::{LinkBucketRow, LinkChannelRow, LinkRow, LinkUseRow, ObserveError, Recorder};
use platform::Platform;
use results::HotLink;
use std::sync::Arc;
use units::{LinkId, Time};

/// Counters of links, copied out of the network model.
#[derive(Default)]
pub(crate) struct LinkTables {
    links: Vec<(LinkId, kernel::LinkTotals)>,
    buckets: Vec<LinkBucketRow>,
    channels: Vec<LinkChannelRow>,
    uses: Vec<(LinkId, kernel::LinkUseKey, kernel::LinkUse)>,
    /// The width of a bucket, if the network has any.
    width: Option<Time>,
    /// Whether the network counts.
    counted: bool,
    end: Time,
}

impl LinkTables {
    /// The counters up to `end`.
    pub(crate) fn of(counters: Option<&dyn LinkCounters>, end: Time) -> Self {
        let Some(counters) = counters else { return Self::default() };
        let mut tables = Self { width: counters.bucket(), counted: true, end, ..Self::default() };
        counters.for_each_link(&mut |link, totals| tables.links.push((link, totals)));
        if tables.width.is_some() {
            let mut buckets = Vec::new();
            counters.for_each_bucket(&mut |link, bucket, bytes| {
                if bytes > 0 {
                    let (start, end) = tables.bucket(bucket);
                    buckets.push(LinkBucketRow { link, start, end, bytes });
                }
            });
            tables.buckets = buckets;
        }
        counters.for_each_channel(&mut |link, vc, totals| {
            let kernel::ChannelTotals { bytes, packets, stalled } = totals;
            tables.channels.push(LinkChannelRow { link, vc: vc.into(), bytes, packets, stalled });
        });
        counters.for_each_link_use(&mut |link, key, used| tables.uses.push((link, key, used)));
        tables
    }

    /// Start and end of a bucket; the whole run without buckets.
    fn bucket(&self, bucket: u64) -> (Time, Time) {
        let width = self.width.unwrap_or(Time::MAX);
        let start = Time::from_ps(bucket * width.ps());
        (start, start.saturating_add(width).min(self.end).max(start))
    }

    /// Gives the tables to the recorder: all that it can write. `phases` are names of phases by number.
    ///
    /// # Errors
    /// The first error.
    pub(crate) fn write(
        &self,
        recorder: &mut Recorder,
        platform: &Platform,
        phases: &[&str],
    ) -> Result<(), ObserveError> {
        let mut classes = Classes { platform, known: Vec::new() };
        let links = recorder.write(self.links.iter().map(|(link, totals)| LinkRow {
            link: *link,
            name: platform.link_name(*link).into(),
            class: classes.of(*link),
            bytes: totals.bytes,
            busy: totals.busy,
        }));
        let buckets = recorder.write(self.buckets.iter().cloned());
        let channels = recorder.write(self.channels.iter().cloned());
        let phases: Vec<Arc<str>> = phases.iter().map(|phase| Arc::from(*phase)).collect();
        let uses = recorder.write(self.uses.iter().map(|(link, key, used)| {
            let (start, end) = self.bucket(key.bucket);
            let kernel::LinkUse { bytes, packets, busy, stalled } = *used;
            let (class, phase) = (classes.of(*link), Arc::clone(&phases[key.phase as usize]));
            LinkUseRow { link: *link, class, phase, vc: key.vc.into(), start, end, bytes, packets, busy, stalled }
        }));
        links.and(buckets).and(channels).and(uses)
    }

    /// Whether anything has crossed a link between hosts; none if the network doesn't count.
    pub(crate) fn network_used(&self, platform: &Platform) -> Option<bool> {
        let crosses =
            |(link, totals): &(LinkId, kernel::LinkTotals)| totals.bytes > 0 && platform.is_between_hosts(*link);
        self.counted.then(|| self.links.iter().any(crosses))
    }

    /// The links that carried most of what they could, busiest first, at most eight.
    pub(crate) fn hottest(&self, assembly: &Assembly, end: Time) -> Vec<HotLink> {
        let platform = &assembly.platform;
        let utilisation = |link: LinkId, used: &kernel::LinkTotals| {
            let could = u128::from(platform.link(link).bandwidth.0) * u128::from(end.ps()) / 1_000_000_000_000;
            (u128::from(used.bytes) * 1_000_000).checked_div(could).unwrap_or(0) as u64
        };
        let mut order: Vec<(u64, LinkId, usize)> =
            self.links.iter().enumerate().map(|(at, (link, used))| (utilisation(*link, used), *link, at)).collect();
        order.sort_unstable_by_key(|&(utilisation, link, _)| (std::cmp::Reverse(utilisation), link));
        let hot = order.iter().take(8).filter(|(utilisation, ..)| *utilisation > 0);
        hot.map(|&(utilisation_millionths, link, at)| HotLink {
            name: platform.link_name(link),
            class: platform.link_class_name(link).to_owned(),
            bytes: self.links[at].1.bytes,
            utilisation_millionths,
            busy_ps: self.links[at].1.busy.ps(),
        })
        .collect()
    }
}

/// Names of link classes, each kept once.
struct Classes<'a> {
    platform: &'a Platform,
    known: Vec<Arc<str>>,
}

impl Classes<'_> {
    fn of(&mut self, link: LinkId) -> Arc<str> {
        let name = self.platform.link_class_name(link);
        if let Some(known) = self.known.iter().find(|known| &***known == name) {
            return Arc::clone(known);
        }
        let class: Arc<str> = name.into();
        self.known.push(Arc::clone(&class));
        class
    }
}
