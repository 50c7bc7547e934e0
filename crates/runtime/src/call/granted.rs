//! Bodies of samples (`wt_sample`) that a rank skips without asking the engine, which has told the rank their times in an earlier
//! answer.

use std::ffi::{CStr, CString, c_int};
use units::Time;

/// A program's demand of a sample, in its own units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Demand {
    pub(crate) least: c_int,
    pub(crate) most: c_int,
    pub(crate) interval: f64,
    pub(crate) own: bool,
}

/// Bodies of a sample.
#[derive(Debug)]
struct Granted {
    name: CString,
    demand: Demand,
    /// Their times, in turn from the end.
    times: Vec<Time>,
}

/// All bodies that a rank has been granted.
#[derive(Debug, Default)]
pub(crate) struct GrantedBodies {
    samples: Vec<Granted>,
    /// Where the latest one is. A program makes its marks again and again in the same order.
    latest: usize,
}

impl GrantedBodies {
    fn find(&mut self, name: &CStr, demand: Demand) -> Option<&mut Granted> {
        let count = self.samples.len();
        let order = (self.latest + 1..count).chain(0..count.min(self.latest + 1));
        let found = order.into_iter().find(|&at| {
            let sample = &self.samples[at];
            sample.demand == demand && *sample.name == *name
        })?;
        self.latest = found;
        Some(&mut self.samples[found])
    }

    /// The time of the next body; none if the rank has to ask.
    #[inline]
    pub(crate) fn take(&mut self, name: &CStr, demand: Demand) -> Option<Time> {
        self.find(name, demand)?.times.pop()
    }

    /// Further bodies of an answer.
    pub(crate) fn keep(&mut self, name: &CStr, demand: Demand, times: &[Time]) {
        let times = times.iter().rev().copied();
        match self.find(name, demand) {
            Some(granted) => granted.times.extend(times),
            None => self.samples.push(Granted { name: name.into(), demand, times: times.collect() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_a_name_and_its_demand() {
        let demand = Demand { least: 3, most: 0, interval: 0.05, own: false };
        let mut bodies = GrantedBodies::default();
        let take = |bodies: &mut GrantedBodies, name: &CStr, demand| bodies.take(name, demand).map(Time::ps);
        assert_eq!(take(&mut bodies, c"fill", demand), None);
        let of = |times: [u64; 2]| times.map(Time::from_ps);
        bodies.keep(c"fill", demand, &of([1, 2]));
        bodies.keep(c"solve", demand, &of([5, 6]));
        assert_eq!(take(&mut bodies, c"fill", demand), Some(1));
        assert_eq!(take(&mut bodies, c"solve", demand), Some(5));
        assert_eq!(take(&mut bodies, c"fill", Demand { own: true, ..demand }), None);
        assert_eq!(take(&mut bodies, c"fill", demand), Some(2));
        assert_eq!(take(&mut bodies, c"fill", demand), None);
        bodies.keep(c"fill", demand, &of([3, 4]));
        assert_eq!(take(&mut bodies, c"fill", demand), Some(3));
        assert_eq!(take(&mut bodies, c"solve", demand), Some(6));
    }
}
