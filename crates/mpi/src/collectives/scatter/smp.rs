//! Scatter on two levels (SMP-aware; SMPI 3.32 `mvapich2_two_level_direct` and `mvapich2_two_level_binomial`): all blocks from the root to the leader of
//! its host, a scatter of the hosts' blocks among the leaders, and a scatter on each host. One message of n·R bytes to each of the hosts with R ranks
//! crosses the network.
//!
//! Ranks are consecutive, and equally many on each host; SMPI scatters to hosts with unequal numbers of ranks by a scatterv.

use crate::collectives::common::{Sequence, bytes, equal_hosts, sub_call};
use crate::collectives::parts::{among_leaders, named, on_host};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next};
use ops::Operation;

/// The algorithms of each part.
const PARTS: &[&str] = &["selected", "binomial", "binomial:smallest_first=1", "linear"];

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Scatter,
    name: "smp",
    doc: "From the root to the leader of its host, among the leaders, then on each host.",
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
        // Where all blocks are, and where those of this host are.
        let whole = if is_root { Loc::send(0) } else { Loc::scratch(0) };
        let own_host = if tops { whole.plus(of_host * u64::from(here.host)) } else { Loc::scratch(0) };
        // A root in place that is no leader gets its block where nobody looks.
        let unwanted = is_root && call.in_place;
        batch.scratch(match (tops, leads) {
            (true, _) if !is_root => all,
            (false, true) => of_host,
            _ if unwanted => block,
            _ => 0,
        });
        let mut sequence = Sequence::new(batch);
        if here.root_index_on_host > 0 && tops {
            sequence.recv(call.root, whole, all);
        } else if is_root && !leads {
            sequence.send(here.leader, whole, all);
        }
        if leads {
            let mut among = sub_call(context, Level::Leaders, Operation::Scatter, here.root_host);
            among.count *= u64::from(here.ranks_on_host);
            among.algorithm = named(PARTS, self.leaders);
            if tops {
                (among.send, among.in_place) = (Some(whole), true);
            } else {
                among.recv = Some(own_host);
            }
            sequence.sub(among);
        }
        let mut scatter = sub_call(context, Level::Host, Operation::Scatter, 0);
        scatter.algorithm = named(PARTS, self.host);
        scatter.recv = Some(if unwanted { Loc::scratch(0) } else { Loc::recv(0) });
        if leads {
            (scatter.send, scatter.in_place) = (Some(own_host), unwanted);
        }
        sequence.sub(scatter);
        Next::Last
    }
}
