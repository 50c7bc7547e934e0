//! Allgather on two levels along several rings (SMPI 3.32 `loosely_lr`, "loosely coupled"). The ranks with the same index on
//! their hosts form a ring, which has one rank per host. Each block goes round one ring. A rank that receives a block from
//! another host sends it at once to all other ranks of its own host. In the first round it does so with its own block.
//!
//! With H hosts of R ranks and blocks of n bytes there are H rounds. In each, a rank sends n·(R − 1) bytes within its host, and
//! in all but the last n bytes to another host.

use super::own::copy_own;
use crate::collectives::common::{bytes, equal_hosts, require};
use crate::collectives::limits::{MESSAGES, SEGMENT_VERTICES};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "smp_rings",
    "Rings of the ranks of equal place on all hosts; each block that arrives goes to all ranks of the host at once.",
    |_, _| Box::new(Rings { round: None }),
)
.requires(|context| {
    equal_hosts(context)?;
    require(context.locality.ranks_per_host_max <= MESSAGES / 2, "there are more than 16,384 ranks on a host")
});

struct Rings {
    /// None: the own block has not been copied.
    round: Option<u32>,
}

impl Generator for Rings {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let Some(first) = self.round else {
            copy_own(context, batch);
            self.round = Some(0);
            return Next::More;
        };
        let here = context.locality;
        let (hosts, ranks, block) = (here.hosts, here.ranks_on_host, bytes(context));
        let place = |before: u32, index: u32| {
            let host = (here.host + hosts - before) % hosts;
            Loc::recv(block * (u64::from(host) * u64::from(ranks) + u64::from(index)))
        };
        let end = hosts.min(first + (SEGMENT_VERTICES as u32 / (2 * ranks)).max(1));
        // What the rank waits for before the next round; its other messages may still be under way then.
        let mut arrived = None;
        for round in first..end {
            let mut coming = None;
            for index in 0..ranks {
                let (from, to) = match (index == here.index_on_host, round + 1 < hosts) {
                    (true, false) => continue,
                    (true, true) => {
                        let size = context.size;
                        ((context.rank + size - ranks) % size, (context.rank + ranks) % size)
                    }
                    (false, _) => (here.leader + index, here.leader + index),
                };
                let across = index == here.index_on_host;
                let into = place(if across { round + 1 } else { round }, index);
                let recv = batch.recv(from, 0, into, block);
                let send = batch.send(to, 0, place(round, here.index_on_host), block);
                if let Some(earlier) = arrived {
                    batch.after(recv, earlier);
                    batch.after(send, earlier);
                }
                if across {
                    coming = Some(recv);
                }
            }
            arrived = coming;
        }
        self.round = Some(end);
        if end < hosts { Next::More } else { Next::Last }
    }
}
