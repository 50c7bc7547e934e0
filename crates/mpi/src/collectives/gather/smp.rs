//! Gather on two levels (SMP-aware; SMPI 3.32 `mvapich2_two_level`): a gather on each host, a gather of the hosts' blocks among the leaders
//! to the root's host, and all blocks from its leader to the root. One message of n·R bytes from each of the hosts with R ranks crosses the network.
//!
//! Ranks are consecutive, and equally many on each host; SMPI gathers from hosts with unequal numbers of ranks by a gatherv.

use crate::collectives::common::{Sequence, bytes, equal_hosts, sub_call};
use crate::collectives::parts::{among_leaders, named, on_host};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next};
use ops::Operation;

/// The algorithms of each part.
const PARTS: &[&str] = &["selected", "binomial", "linear"];

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Gather,
    name: "smp",
    doc: "On each host, among the leaders to the root's host, then from its leader to the root.",
    parameters: &[on_host(PARTS), among_leaders(PARTS)],
    precondition: equal_hosts,
    build: |_, parameters| Box::new(Levels { host: parameters[0], leaders: parameters[1] }),
};

struct Levels {
    host: u64,
    leaders: u64,
}

impl Generator for Levels {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (here, call) = (context.locality, context.call);
        let block = bytes(context);
        let of_host = block * u64::from(here.ranks_on_host);
        let all = block * u64::from(context.size);
        let (is_root, leads) = (context.rank == call.root, here.leads());
        let tops = leads && here.host == here.root_host;
        // Where all blocks come together, and where those of this host do.
        let whole = if is_root { Loc::recv(0) } else { Loc::scratch(0) };
        let own_host = if tops { whole.plus(of_host * u64::from(here.host)) } else { Loc::scratch(0) };
        batch.scratch(if tops && !is_root {
            all
        } else if leads && !is_root {
            of_host
        } else {
            0
        });
        let own = if is_root && call.in_place { Loc::recv(block * u64::from(context.rank)) } else { Loc::send(0) };
        let mut sequence = Sequence::new(batch);
        let mut gather = sub_call(context, Level::Host, Operation::Gather, 0);
        (gather.send, gather.algorithm) = (Some(own), named(PARTS, self.host));
        if leads {
            (gather.recv, gather.in_place) = (Some(own_host), own == own_host);
        }
        sequence.sub(gather);
        if leads {
            let mut among = sub_call(context, Level::Leaders, Operation::Gather, here.root_host);
            among.count *= u64::from(here.ranks_on_host);
            (among.send, among.algorithm) = (Some(own_host), named(PARTS, self.leaders));
            if tops {
                (among.recv, among.in_place) = (Some(whole), true);
            }
            sequence.sub(among);
        }
        if here.root_index_on_host > 0 && tops {
            sequence.send(call.root, whole, all);
        } else if is_root && !leads {
            sequence.recv(here.leader, Loc::recv(0), all);
        }
        Next::Last
    }
}
