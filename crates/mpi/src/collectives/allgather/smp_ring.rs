//! Allgather on two levels along a ring of the leaders, the lowest rank of each host (SMPI 3.32 `SMP_NTS`): first the ranks
//! of each host exchange their blocks. Then each leader passes the blocks of other hosts, as they arrive, on to the next
//! leader and to a chain of the ranks on its own host.
//!
//! With H hosts of R ranks and blocks of n bytes, there are R − 1 rounds for the exchange, then H + R − 2 rounds with
//! messages of n·R bytes.

use super::host_exchange::{of_host, round};
use crate::collectives::common::{Sequence, equal_hosts};
use crate::collectives::limits::SEGMENT_VERTICES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Next, VertexId};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "smp_ring",
    "Exchanges on each host, a ring of the leaders, each block along a chain of each host as it comes.",
    |_, _| Box::new(Ring { round: Some(0), next: 1 }),
)
.requires(equal_hosts);

struct Ring {
    /// The round of exchanges on the host, before the ring.
    round: Option<u32>,
    /// How far away the host is whose blocks come next.
    next: u32,
}

impl Ring {
    /// A rank that is no leader takes the blocks from the one before it, and hands them on.
    fn along_host(context: &Context<'_>, hosts: std::ops::Range<u32>, batch: &mut Batch) {
        let here = context.locality;
        let mut sequence = Sequence::new(batch);
        for before in hosts {
            let (place, bytes) = of_host(context, before);
            sequence.recv(context.rank - 1, place, bytes);
            if here.index_on_host + 1 < here.ranks_on_host {
                sequence.send(context.rank + 1, place, bytes);
            }
        }
    }

    /// A leader has all receives posted. It sends the next leader each host's blocks when they are there, does not wait for that, and
    /// then sends them down its host.
    fn among_leaders(context: &Context<'_>, hosts: std::ops::Range<u32>, batch: &mut Batch) {
        let here = context.locality;
        let next = (here.host + 1) % here.hosts * here.ranks_on_host;
        let previous = (here.host + here.hosts - 1) % here.hosts * here.ranks_on_host;
        let arrivals: Vec<VertexId> = hosts
            .clone()
            .map(|before| {
                let (into, bytes) = of_host(context, before);
                batch.recv(previous, 0, into, bytes)
            })
            .collect();
        if hosts.start == 1 {
            let (from, bytes) = of_host(context, 0);
            batch.send(next, 0, from, bytes);
        }
        let mut down: Option<VertexId> = None;
        for (arrived, before) in arrivals.into_iter().zip(hosts) {
            let (from, bytes) = of_host(context, before);
            let mut send = |to| {
                let sent = batch.send(to, 0, from, bytes);
                down.into_iter().chain([arrived]).for_each(|earlier| batch.after(sent, earlier));
                sent
            };
            if before + 1 < here.hosts {
                send(next);
            }
            down = Some(send(context.rank + 1));
        }
    }
}

impl Generator for Ring {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if let Some(number) = self.round {
            self.round = round(context, number, batch).then_some(number + 1);
            return Next::More;
        }
        let here = context.locality;
        let end = here.hosts.min(self.next + SEGMENT_VERTICES as u32 / 3);
        let hosts = self.next..end;
        if here.leads() {
            Self::among_leaders(context, hosts, batch);
        } else {
            Self::along_host(context, hosts, batch);
        }
        self.next = end;
        if end < here.hosts { Next::More } else { Next::Last }
    }
}
