//! All-to-all among fully connected hosts: the ranks of a host send to different hosts at any time (Totoni and Kale, "ACM SRC
//! Poster: Optimizing All-to-All Algorithm for PERCS Network Using Simulation", SC 2011; Totoni et al., ICPADS 2011, §VI-C).
//!
//! With c ranks on each of n hosts there are n phases. In phase i rank j of each host sends to the c ranks of host (j + i) mod n
//! of the hosts, so that with c ≥ n all n − 1 links that leave a host are busy at once, where pairwise exchange has all
//! ranks of a host send to one other host. Within a phase the messages are posted at once, those to the rank at place (j + the
//! number of the own host) mod c first, so that no one is hit by all. m·(P−1) bytes a rank for blocks of m bytes, in n rounds: for long messages.

use crate::collectives::common::{bytes, needs_two_buffers};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoall,
    name: "node_shift",
    doc: "Phase by phase, in which the ranks of a host send to different hosts: for fully connected hosts.",
    parameters: &[],
    refuses,
    build: |_, _| Box::new(NodeShift { phase: 0 }),
};

fn refuses(context: &Context<'_>) -> Option<&'static str> {
    let locality = &context.locality;
    let equal = u64::from(locality.hosts) * u64::from(locality.ranks_per_host_max) == u64::from(context.size);
    let reason = "the ranks of each host are not consecutive and equally many";
    needs_two_buffers(context).or_else(|| (!(equal && locality.consecutive)).then_some(reason))
}

struct NodeShift {
    phase: u32,
}

impl Generator for NodeShift {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let at = |rank: u32| block * u64::from(rank);
        let (hosts, per_host) = (context.locality.hosts, context.locality.ranks_per_host_max);
        let (host, place) = (context.locality.node, context.locality.node_rank);
        // The ranks that send here in this phase: place p of each host where (p + phase) mod hosts is the own host.
        let first = (host + hosts - self.phase) % hosts;
        for step in 1..=hosts {
            let from_host = (host + step) % hosts;
            for from_place in (first..per_host).step_by(hosts as usize) {
                let from = from_host * per_host + from_place;
                if from != context.rank {
                    batch.recv(from, 0, Loc::recv(at(from)), block);
                }
            }
        }
        let to_host = (place + self.phase) % hosts;
        for step in 0..per_host {
            let to = to_host * per_host + (place + host + step) % per_host;
            if to == context.rank {
                batch.copy(Loc::send(at(to)), Loc::recv(at(to)), block);
            } else {
                batch.send(to, 0, Loc::send(at(to)), block);
            }
        }
        self.phase += 1;
        if self.phase < hosts { Next::More } else { Next::Last }
    }
}
