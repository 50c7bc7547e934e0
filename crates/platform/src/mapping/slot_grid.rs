//! The slots (places for ranks) of a job's hosts as a grid, for mappings: the first axes number the hosts, the last
//! axis numbers the slots of a host.

use super::slots::Slots;
use crate::axis::Axis;
use crate::machine::Platform;
use units::HostId;

/// The slots of a job by coordinates.
///
/// - Of the whole machine, or of its first hosts if these are a box, the axes are the machine's.
/// - Of other hosts there is one axis `host`, in their order.
/// - The last axis are the slots of a host: `T` beside axes of one letter, else `core`.
/// - Hosts with unequal numbers of slots have but one axis, `slot`.
pub(super) struct SlotGrid<'a> {
    /// The last axis has stride 0: it tells no hosts apart.
    axes: Vec<Axis>,
    slots: &'a Slots,
    /// Hosts have unequal numbers of slots: for each its first one.
    firsts: Option<Vec<u64>>,
}

impl<'a> SlotGrid<'a> {
    pub(super) fn of(slots: &'a Slots, platform: &Platform) -> Self {
        let Some(per_host) = slots.equal() else {
            let size = u32::try_from(slots.total()).unwrap_or(u32::MAX);
            let axes = vec![Axis { name: "slot".to_owned(), size, stride: 0 }];
            return Self { axes, slots, firsts: Some(slots.firsts()) };
        };
        let structure = platform.topology().axes();
        let own = if slots.are_first() { Axis::prefix(&structure, slots.hosts()) } else { None };
        let mut axes = own.unwrap_or_else(|| Axis::nested([("host", slots.hosts())]));
        axes.push(Axis::slots(&axes, per_host));
        Self { axes, slots, firsts: None }
    }

    /// Names and sizes, in order.
    pub(super) fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Host and place on it of the slot at some coordinates.
    pub(super) fn slot(&self, coordinates: &[u32]) -> (HostId, u32) {
        let last = coordinates.last().copied().unwrap_or(0);
        if let Some(firsts) = &self.firsts {
            return self.slots.slot(last.into(), firsts);
        }
        let index = self.axes.iter().zip(coordinates).map(|(axis, at)| axis.stride * at).sum();
        (self.slots.host(index).0, last)
    }
}
