//! Classes of links: all links with the same bandwidth, latency and number of lanes share one entry of parameters.

use crate::network::packet::config::NetworkConfig;
use crate::network::packet::switching::link_rate::LinkRate;
use rustc_hash::FxHashMap;
use std::ops::Index;
use units::{LinkId, Time};

/// The parameters of a class of links.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkClass {
    pub(crate) latency: Time,
    pub(crate) rate: LinkRate,
    /// Input buffer of each VC at the end, in bytes.
    pub(crate) input_capacity: u64,
    /// Each output buffer at the start, in bytes; 0 if there are none.
    pub(crate) output_capacity: u64,
}

/// The classes of links; an index into them is called `class` everywhere.
#[derive(Debug, Default)]
pub(crate) struct LinkClassTable {
    list: Vec<LinkClass>,
    /// By bandwidth, latency and lanes.
    indices: FxHashMap<(u64, u64, u32), u16>,
}

impl LinkClassTable {
    /// The class of a link.
    pub(crate) fn class_of(&mut self, link: LinkId, config: &NetworkConfig) -> u16 {
        let physical = config.machine.link(link);
        let key = (physical.bandwidth.0, physical.latency.ps(), config.machine.lanes(link));
        let list = &mut self.list;
        *self.indices.entry(key).or_insert_with(|| {
            list.push(config.link_class(link));
            u16::try_from(list.len() - 1).expect("at most 65,536 kinds of links")
        })
    }
}

impl Index<u16> for LinkClassTable {
    type Output = LinkClass;

    #[inline]
    fn index(&self, class: u16) -> &LinkClass {
        &self.list[usize::from(class)]
    }
}
