//! Helpers of the algorithms of HAN, Open MPI's hierarchical component (v5.0.x `ompi/mca/coll/han`; X. Luo et al., "HAN: a
//! Hierarchical AutotuNed Collective Communication Framework", IEEE Cluster 2020).
//!
//! HAN has two levels. On the *low* level the ranks of one host communicate ([`Level::Host`]). On the *up* level the ranks that
//! have the same index on their hosts communicate across hosts ([`Level::Peers`]). An operation with a root uses the ranks with
//! the root's index for the up level; an operation without a root uses the leaders (index 0). For the blocking parts,
//! algorithms are selected by Open MPI's rules for blocking operations (`tuned`); for the non-blocking parts, by its rules for
//! non-blocking operations (`libnbc`). All operations except barrier and allreduce need the same number of ranks on every host.

use crate::collectives::common::{Sequence, bytes, hierarchical, require, sub_call};
use crate::collectives::tree::Segments;
use crate::schedule::{Context, Level, Loc, Precondition, SubCall};
use config::{Parameter, ParameterKind};
use ops::Operation;

/// `coll_han_bcast_segsize`, `coll_han_reduce_segsize` and `coll_han_allreduce_segsize`.
pub(super) const SEGMENT: Parameter = Parameter::with_default(
    "segment",
    ParameterKind::Whole,
    "65536",
    "",
    "bytes of a segment, in whole elements; 0: the message is one segment",
);

/// Several hosts with equally many ranks, at least two.
pub(super) fn balanced(context: &Context<'_>) -> Precondition {
    hierarchical(context)?;
    require(context.locality.balanced, "hosts hold different numbers of ranks")
}

/// Whether this rank is on the up level of the root's index.
pub(super) fn of_root_index(context: &Context<'_>) -> bool {
    context.locality.index_on_host == context.locality.root_index_on_host
}

/// The segments of the call's message.
pub(super) fn segments(context: &Context<'_>, bytes: u64) -> Segments {
    Segments::new(context.call.count, context.call.element_bytes, bytes)
}

/// An operation on one segment, and where the segment begins.
pub(super) fn on_segment(
    context: &Context<'_>,
    (level, operation, root): (Level, Operation, u32),
    segments: Segments,
    segment: u64,
) -> (SubCall, u64) {
    let (start, count) = segments.range(segment);
    let mut call = sub_call(context, level, operation, root);
    call.count = count;
    (call, start)
}

/// Bytes of the blocks of a host's ranks.
pub(super) fn host_bytes(context: &Context<'_>) -> u64 {
    bytes(context) * u64::from(context.locality.ranks_on_host)
}

/// The ranks in the order in which their blocks lie on the up level of a rank: host by host, hosts in the order of their ranks of that
/// one's index. (HAN takes the order of leaders, which is another one only for ranks scattered over hosts without a pattern; blocks of
/// gather and scatter then go to wrong ranks, which is not modelled.)
pub(super) fn in_up_order(context: &Context<'_>, index: u32) -> Vec<u32> {
    let on_host = context.locality.ranks_on_host as usize;
    let mut hosts: Vec<&[u32]> = context.by_host.chunks(on_host).collect();
    hosts.sort_by_key(|ranks| ranks[index as usize]);
    hosts.concat()
}

/// Copies the blocks of all ranks between rank order at `by_rank` and the order of `ranks` at `ordered`.
pub(super) fn reorder(
    context: &Context<'_>,
    sequence: &mut Sequence<'_>,
    ranks: &[u32],
    (by_rank, ordered): (Loc, Loc),
    to_ranks: bool,
) {
    let block = bytes(context);
    sequence.pack(0, ranks.len() as u64, block);
    let mut at = 0;
    while at < ranks.len() {
        // HAN copies block by block; what follows one another in both orders is one copy here.
        let together = 1 + ranks[at..].windows(2).take_while(|pair| pair[1] == pair[0] + 1).count();
        let (own, other) = (by_rank.plus(u64::from(ranks[at]) * block), ordered.plus(at as u64 * block));
        let (from, to) = if to_ranks { (other, own) } else { (own, other) };
        sequence.copy(from, to, block * together as u64);
        at += together;
    }
}
