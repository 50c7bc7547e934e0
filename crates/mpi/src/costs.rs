//! Adds up the time that each parameter of the modelled MPI library (a key of `[protocol]` in the library's file) has caused in
//! a run: CPU time of ranks, and time of the process manager.
//!
//! Each total is over all ranks. The totals show which parameters were used, and how much of the run's time they can have
//! caused at most.

use units::{Time, named_enum};

named_enum! {
    /// A key of `[protocol]` that is the time or the rate of some work.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Cost as key {
        /// The CPU time of a blocking send.
        Send = "send",
        /// That of any other send, access to a window or partition.
        Isend = "isend",
        /// That of a receive.
        Recv = "recv",
        /// That of either side for the handshake of a rendezvous.
        Handshake = "handshake_cpu",
        /// A test.
        Test = "test",
        /// A probe that does not block.
        Iprobe = "iprobe",
        /// A reduction's arithmetic.
        Reduction = "reduction_rate",
        /// A copy in an algorithm of a collective operation.
        Copy = "copy_rate",
        /// The work of an algorithm's blocks that are packed one by one.
        Pack = "pack",
        /// The creation of a communicator.
        CommCreate = "comm_create",
        /// The start of processes.
        Spawn = "spawn",
        /// A call of the name server.
        NameService = "name_service",
    }
}

/// How often each key was used, and the time that it came to, over all ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CostTotals([(u64, Time); Cost::ALL.len()]);

impl CostTotals {
    #[inline]
    pub(crate) fn add(&mut self, cost: Cost, time: Time) {
        self.add_many(cost, 1, time);
    }

    /// Counts so many uses, which take this time together.
    #[inline]
    pub(crate) fn add_many(&mut self, cost: Cost, count: u64, time: Time) {
        let (uses, sum) = &mut self.0[cost as usize];
        *uses += count;
        *sum = sum.saturating_add(time);
    }

    /// How often a key was used, and the time that it came to.
    pub fn of(&self, cost: Cost) -> (u64, Time) {
        self.0[cost as usize]
    }

    /// The sum of both.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for ((uses, time), (more, further)) in self.0.iter_mut().zip(other.0) {
            *uses += more;
            *time = time.saturating_add(further);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cost_has_a_number_and_a_key_of_its_own() {
        for (number, &cost) in Cost::ALL.iter().enumerate() {
            assert_eq!(cost as usize, number);
            assert!(crate::library::PROTOCOL_PARAMETERS.iter().any(|parameter| parameter.name == cost.key()));
        }
        let mut one = CostTotals::default();
        one.add(Cost::Recv, Time::from_ps(3));
        assert_eq!(one.and(one).of(Cost::Recv), (2, Time::from_ps(6)));
    }
}
