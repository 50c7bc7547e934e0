//! Broadcast on two levels (SMP-aware): among the leaders of all hosts, then on each host. The leader of a host is its lowest
//! rank. One message per host crosses the network.
//!
//! Before that, the message has to come from the root to a leader. In `smp`, a root that is not a leader sends the message to
//! the leader of its host. In `smp_binomial`, a root other than rank 0 sends it to rank 0. In `smp_node_first`, a root that is
//! not a leader broadcasts the message on its host.

use crate::collectives::common::{Sequence, bytes, hierarchical, sub_call};
use crate::collectives::parts::{among_leaders, named, on_host};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Named, Next, SubCall};
use ops::Operation;

/// The algorithms of each part.
const PARTS: &[&str] = &["selected", "binomial", "scatter_allgather", "scatter_ring_allgather"];

/// MPICH 4.3, ch4 composition `Bcast_intra_composition_alpha`.
pub(super) const VIA_LEADER: Algorithm = Algorithm::new(
    Operation::Bcast,
    "smp",
    "To the leader of the root's host, among the leaders, then on each host.",
    |_, parameters| Levels::boxed(Begin::Leader, named(PARTS, parameters[0]), named(PARTS, parameters[1])),
)
.with(&[on_host(PARTS), among_leaders(PARTS)])
.requires(hierarchical);

/// SMPI 3.32 `SMP_binomial`, which is also what its `mpich` selector takes: ⌈log2 (hosts)⌉ + ⌈log2 (ranks on a host)⌉ rounds, one more if
/// rank 0 is not the root.
pub(super) const BINOMIAL: Algorithm = Algorithm::new(
    Operation::Bcast,
    "smp_binomial",
    "To rank 0, down a binomial tree of the leaders, then down one on each host.",
    |_, _| Levels::boxed(Begin::First, Some("binomial".into()), Some("binomial".into())),
)
.requires(hierarchical);

/// MPICH 4.3, ch4 composition `Bcast_intra_composition_beta`: a root that is not a leader sends no extra
/// message, which matters for long ones.
pub(super) const NODE_FIRST: Algorithm = Algorithm::new(
    Operation::Bcast,
    "smp_node_first",
    "On the root's host if the root is not its leader, among the leaders, then on the other hosts.",
    |_, _| Levels::boxed(Begin::Host, None, None),
)
.requires(hierarchical);

/// How the message gets from the root to a leader.
#[derive(Clone, Copy, PartialEq)]
enum Begin {
    /// By a message to that of its host.
    Leader,
    /// By a message to rank 0.
    First,
    /// By the broadcast on its host.
    Host,
}

struct Levels {
    begin: Begin,
    host: Option<Named>,
    leaders: Option<Named>,
}

impl Levels {
    fn boxed(begin: Begin, host: Option<Named>, leaders: Option<Named>) -> Box<dyn Generator> {
        Box::new(Self { begin, host, leaders })
    }
}

impl Generator for Levels {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (here, root, buffer) = (context.locality, context.call.root, Loc::recv(0));
        let on_level = |level, root, algorithm| SubCall {
            recv: Some(buffer),
            algorithm,
            ..sub_call(context, level, Operation::Bcast, root)
        };
        let at_home = here.host == here.root_host && here.root_index_on_host != 0;
        let (first, top) = match self.begin {
            Begin::First => ((root != 0).then_some(0), 0),
            Begin::Leader | Begin::Host => (at_home.then_some(here.leader), here.root_host),
        };
        let host_first = self.begin == Begin::Host && at_home;
        let mut sequence = Sequence::new(batch);
        match first {
            _ if host_first => sequence.sub(on_level(Level::Host, here.root_index_on_host, self.host.clone())),
            Some(first) if context.rank == root => sequence.send(first, buffer, bytes(context)),
            Some(first) if context.rank == first => sequence.recv(root, buffer, bytes(context)),
            _ => {}
        }
        if here.leads() {
            sequence.sub(on_level(Level::Leaders, top, self.leaders.take()));
        }
        if here.ranks_on_host > 1 && !host_first {
            sequence.sub(on_level(Level::Host, 0, self.host.take()));
        }
        Next::Last
    }
}
