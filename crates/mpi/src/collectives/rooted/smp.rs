//! Gather and scatter on two levels (SMP-aware; SMPI 3.32 `mvapich2_two_level`, `mvapich2_two_level_direct` and
//! `mvapich2_two_level_binomial`). A gather first collects the blocks of each host at the host's leader (its lowest rank). Then
//! the leader of the root's host collects the hosts' blocks from the other leaders, and sends all blocks to the root. A scatter
//! takes the same steps in the opposite order. Between hosts, the R blocks of n bytes of one host travel as one message of n·R
//! bytes.
//!
//! These algorithms need consecutive ranks on each host, and the same number of ranks on all hosts. SMPI calls the v-form
//! (gatherv, scatterv) if the numbers differ.

use super::direction::Direction;
use crate::collectives::common::{Sequence, bytes, equal_hosts, sub_call};
use crate::collectives::parts::{among_leaders, named, on_host};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next};
use ops::Operation;

/// The algorithms of each part.
const GATHERS: &[&str] = &["selected", "binomial", "linear"];
const SCATTERS: &[&str] = &["selected", "binomial", "binomial:smallest_first=1", "linear"];

pub(in crate::collectives) const GATHER: Algorithm = Algorithm::new(
    Operation::Gather,
    "smp",
    "On each host, among the leaders to the root's host, then from its leader to the root.",
    |_, parameters| Box::new(Levels { parts: GATHERS, host: parameters[0], leaders: parameters[1] }),
)
.with(&[on_host(GATHERS), among_leaders(GATHERS)])
.requires(equal_hosts);

pub(in crate::collectives) const SCATTER: Algorithm = Algorithm::new(
    Operation::Scatter,
    "smp",
    "From the root to the leader of its host, among the leaders, then on each host.",
    |_, parameters| Box::new(Levels { parts: SCATTERS, host: parameters[0], leaders: parameters[1] }),
)
.with(&[on_host(SCATTERS), among_leaders(SCATTERS)])
.requires(equal_hosts);

struct Levels {
    parts: &'static [&'static str],
    host: u64,
    leaders: u64,
}

impl Generator for Levels {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (here, call) = (context.locality, context.call);
        let direction = Direction::of(call.operation);
        let gathers = direction == Direction::ToRoot;
        let block = bytes(context);
        let of_host = block * u64::from(here.ranks_on_host);
        let all = block * u64::from(context.size);
        let (is_root, leads) = (context.rank == call.root, here.leads());
        let tops = leads && here.host == here.root_host;
        // Where all blocks come together, and where those of this host do.
        let whole = if is_root { direction.all() } else { Loc::scratch(0) };
        let own_host = if tops { whole.plus(of_host * u64::from(here.host)) } else { Loc::scratch(0) };
        // A root of a scatter in place that is no leader gets its block where nobody looks.
        let unwanted = !gathers && is_root && call.in_place;
        batch.scratch(match (tops, leads) {
            (true, _) if !is_root => all,
            (false, true) if !is_root => of_host,
            _ if unwanted => block,
            _ => 0,
        });
        let own = match direction {
            Direction::ToRoot if is_root && call.in_place => Loc::recv(block * u64::from(context.rank)),
            Direction::FromRoot if unwanted => Loc::scratch(0),
            _ => direction.own(),
        };
        let mut on_host = sub_call(context, Level::Host, call.operation, 0);
        on_host.algorithm = named(self.parts, self.host);
        let (at_one, at_all) =
            if gathers { (&mut on_host.recv, &mut on_host.send) } else { (&mut on_host.send, &mut on_host.recv) };
        (*at_one, *at_all) = (leads.then_some(own_host), Some(own));
        on_host.in_place = leads && if gathers { own == own_host } else { unwanted };
        let mut among = sub_call(context, Level::Leaders, call.operation, here.root_host);
        among.count *= u64::from(here.ranks_on_host);
        among.algorithm = named(self.parts, self.leaders);
        among.in_place = tops;
        if gathers {
            (among.send, among.recv) = (Some(own_host), tops.then_some(whole));
        } else {
            (among.send, among.recv) = (tops.then_some(whole), (!tops).then_some(own_host));
        }
        let mut sequence = Sequence::new(batch);
        let with_root = |sequence: &mut Sequence<'_>| {
            if here.root_index_on_host > 0 && (tops || is_root) {
                let peer = if tops { call.root } else { here.leader };
                let message = direction.message(sequence.batch, peer, tops, whole, all);
                sequence.then(message);
            }
        };
        let mut parts = [Some(on_host), leads.then_some(among)];
        if !gathers {
            with_root(&mut sequence);
            parts.reverse();
        }
        parts.into_iter().flatten().for_each(|part| sequence.sub(part));
        if gathers {
            with_root(&mut sequence);
        }
        Next::Last
    }
}
