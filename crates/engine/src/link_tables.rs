//! Tables of links: what the network model has counted, as the recorder takes it.

use crate::assembly::Assembly;
use kernel::LinkCounters;
use observe::{LinkBucket, LinkChannelTotals, LinkTotals, LinkUse, ObserveError, Recorder};
use platform::Platform;
use results::HotLink;
use units::{LinkId, Time};

/// What links have carried, copied out of the network model.
#[derive(Default)]
pub(crate) struct LinkTables {
    links: Vec<LinkTotals>,
    buckets: Vec<LinkBucket>,
    channels: Vec<LinkChannelTotals>,
    uses: Vec<LinkUse>,
}

impl LinkTables {
    /// What the counters say up to `end`.
    pub(crate) fn of(counters: Option<&dyn LinkCounters>, end: Time) -> Self {
        let Some(counters) = counters else { return Self::default() };
        let (mut links, mut buckets, mut channels, mut uses) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        counters.for_each_link(&mut |link, used| links.push(LinkTotals { link, bytes: used.bytes, busy: used.busy }));
        if let Some(width) = counters.bucket() {
            counters.for_each_bucket(&mut |link, bucket, bytes| {
                let start = Time::from_ps(bucket * width.ps());
                buckets.push(LinkBucket { link, start, end: start.saturating_add(width).min(end).max(start), bytes });
            });
        }
        counters.for_each_channel(&mut |link, vc, used| {
            let kernel::ChannelTotals { bytes, packets, stalled } = used;
            channels.push(LinkChannelTotals { link, vc, bytes, packets, stalled });
        });
        let width = counters.bucket().unwrap_or(Time::MAX);
        counters.for_each_link_use(&mut |link, kernel::LinkUseKey { bucket, phase, vc }, used| {
            let start = Time::from_ps(bucket * width.ps());
            let kernel::LinkUse { bytes, packets, busy, stalled } = used;
            let end = start.saturating_add(width).min(end).max(start);
            uses.push(LinkUse { link, phase, vc, start, end, bytes, packets, busy, stalled });
        });
        Self { links, buckets, channels, uses }
    }

    /// Hands the tables to the recorder: all that it can write, and the first error. `phases` are names of phases by number.
    pub(crate) fn write(
        &self,
        recorder: &mut Recorder,
        platform: &Platform,
        phases: &[&str],
    ) -> Result<(), ObserveError> {
        let mut describe = |link| (platform.link_name(link), platform.link_class_name(link).to_owned());
        let mut class_of = |link| platform.link_class_name(link).to_owned();
        let links = recorder.links(&mut self.links.iter().copied(), &mut describe);
        let buckets = recorder.link_buckets(&mut self.buckets.iter().copied());
        let channels = recorder.link_channels(&mut self.channels.iter().copied());
        links.and(buckets).and(channels).and(recorder.link_use(&mut self.uses.iter().copied(), phases, &mut class_of))
    }

    /// The links that carried most of what they could, busiest first, at most eight.
    pub(crate) fn hottest(&self, assembly: &Assembly, end: Time) -> Vec<HotLink> {
        let platform = &assembly.platform;
        let utilisation = |used: &LinkTotals| {
            let could = u128::from(platform.link(used.link).bandwidth.0) * u128::from(end.ps()) / 1_000_000_000_000;
            (u128::from(used.bytes) * 1_000_000).checked_div(could).unwrap_or(0) as u64
        };
        let mut order: Vec<(u64, LinkId, usize)> =
            self.links.iter().enumerate().map(|(at, used)| (utilisation(used), used.link, at)).collect();
        order.sort_unstable_by_key(|&(utilisation, link, _)| (std::cmp::Reverse(utilisation), link));
        let hot = order.iter().take(8).filter(|(utilisation, ..)| *utilisation > 0);
        hot.map(|&(utilisation_millionths, link, at)| HotLink {
            name: platform.link_name(link),
            class: platform.link_class_name(link).to_owned(),
            bytes: self.links[at].bytes,
            utilisation_millionths,
            busy_ps: self.links[at].busy.ps(),
        })
        .collect()
    }
}
