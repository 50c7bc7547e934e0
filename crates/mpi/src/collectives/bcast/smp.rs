//! Broadcast on two levels (SMP-aware): the root sends the message to the leader of its host, the leaders
//! broadcast among themselves, then each on its host (MPICH 4.3, ch4 composition
//! `Bcast_intra_composition_alpha`). One message per host crosses the network.

use crate::collectives::common::{Sequence, bytes, hierarchical, sub_call};
use crate::collectives::parts::{among_leaders, named, on_host};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next};
use ops::Operation;

/// The algorithms of each part.
const PARTS: &[&str] = &["selected", "binomial", "scatter_allgather", "scatter_ring_allgather"];

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "smp",
    doc: "To the leader of the root's host, among the leaders, then on each host.",
    parameters: &[on_host(PARTS), among_leaders(PARTS)],
    precondition: hierarchical,
    build: |_, parameters| Box::new(Levels { host: parameters[0], leaders: parameters[1] }),
};

struct Levels {
    host: u64,
    leaders: u64,
}

impl Generator for Levels {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let here = context.locality;
        let buffer = Loc::recv(0);
        let mut sequence = Sequence::new(batch);
        if here.host == here.root_host && here.root_index_on_host != 0 {
            if context.rank == context.call.root {
                sequence.send(here.leader, buffer, bytes(context));
            } else if here.leads() {
                sequence.recv(context.call.root, buffer, bytes(context));
            }
        }
        if here.leads() {
            let mut among = sub_call(context, Level::Leaders, Operation::Bcast, here.root_host);
            (among.recv, among.algorithm) = (Some(buffer), named(PARTS, self.leaders));
            sequence.sub(among);
        }
        if here.ranks_on_host > 1 {
            let mut on_host = sub_call(context, Level::Host, Operation::Bcast, 0);
            (on_host.recv, on_host.algorithm) = (Some(buffer), named(PARTS, self.host));
            sequence.sub(on_host);
        }
        Next::Last
    }
}
