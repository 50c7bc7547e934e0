//! Allgather on two levels (SMPI 3.32 `smp_simple`). First the ranks of each host exchange their blocks. Then each leader (the
//! lowest rank of a host) sends the blocks of its host to all other leaders at once. Finally each leader sends the blocks of
//! all ranks to the other ranks of its host, one after the other.
//!
//! With H hosts of R ranks, P = H·R ranks in all, and blocks of n bytes: R − 1 rounds on the hosts, then H − 1 messages of n·R
//! bytes from each leader at once, then R − 1 messages of n·P bytes from each leader.

use super::host_exchange::{of_host, round};
use crate::collectives::common::{Sequence, bytes, equal_hosts};
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "smp_simple",
    "Exchanges on each host, all at once among the leaders, then from each leader to one rank after the other.",
    |_, _| Box::new(Simple::OnHost(0)),
)
.requires(equal_hosts);

/// What is next.
enum Simple {
    /// The round of exchanges on the host.
    OnHost(u32),
    /// At leaders: the distance to another host.
    Among(u32),
    /// The index of the rank on the host that is served.
    Down(u32),
}

impl Generator for Simple {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let here = context.locality;
        let leads = here.leads();
        match *self {
            Self::OnHost(number) => {
                let more = round(context, number, batch);
                *self = match (more, leads) {
                    (true, _) => Self::OnHost(number + 1),
                    (false, true) => Self::Among(1),
                    (false, false) => Self::Down(1),
                };
            }
            Self::Among(first) => {
                let end = here.hosts.min(first + MESSAGES / 2);
                for before in first..end {
                    let (into, bytes) = of_host(context, before);
                    batch.recv((here.host + here.hosts - before) % here.hosts * here.ranks_on_host, 0, into, bytes);
                }
                let (from, bytes) = of_host(context, 0);
                for after in first..end {
                    batch.send((here.host + after) % here.hosts * here.ranks_on_host, 0, from, bytes);
                }
                *self = if end < here.hosts { Self::Among(end) } else { Self::Down(1) };
            }
            Self::Down(index) => {
                let (all, bytes) = (Loc::recv(0), bytes(context) * u64::from(context.size));
                if !leads {
                    batch.recv(here.leader, 0, all, bytes);
                    return Next::Last;
                }
                let end = here.ranks_on_host.min(index + MESSAGES);
                let mut sequence = Sequence::new(batch);
                (index..end).for_each(|rank| sequence.send(here.leader + rank, all, bytes));
                *self = Self::Down(end);
                if end == here.ranks_on_host {
                    return Next::Last;
                }
            }
        }
        Next::More
    }
}
