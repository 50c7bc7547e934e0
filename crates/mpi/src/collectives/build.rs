//! Builds the generator of one rank's schedule (its sends, receives and reductions) for an algorithm. Some algorithms give only
//! the time of the whole operation ([`TIMED`]). For these, this module chooses an ordinary algorithm of the operation, which
//! moves the data in no time.

use super::list::find;
use super::timed::TIMED;
use crate::schedule::{Algorithm, Batch, Context, Generator, Next, Transport};
use config::Parameter;
use ops::Operation;
use smallvec::SmallVec;

/// One rank's generator of an algorithm.
pub fn build(algorithm: &Algorithm, context: &Context<'_>, parameters: &[u64]) -> Box<dyn Generator> {
    let generator = (algorithm.build)(context, parameters);
    if !TIMED.contains(&algorithm.name) {
        return generator;
    }
    Box::new(ContentsFirst { contents: contents(context), timed: generator })
}

/// The contents move in no time; then comes what takes time.
struct ContentsFirst {
    contents: Option<Box<dyn Generator>>,
    timed: Box<dyn Generator>,
}

impl Generator for ContentsFirst {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let Some(contents) = &mut self.contents else { return self.timed.resume(context, batch) };
        batch.transport = Transport::Instant;
        if contents.resume(context, batch) == Next::Last {
            self.contents = None;
        }
        Next::More
    }
}

/// What moves the contents: an algorithm that has no parts by others and serves any number of ranks.
fn contents(context: &Context<'_>) -> Option<Box<dyn Generator>> {
    let operation = context.call.operation;
    let names: &[&str] = match operation {
        Operation::Barrier => &[],
        Operation::Bcast => &["binomial"],
        Operation::Allgather | Operation::Allgatherv => &["ring"],
        Operation::Alltoall => &["pairwise_sendrecv_replace", "pairwise"],
        Operation::Alltoallv | Operation::Alltoallw => &["pairwise_sendrecv_replace", "pairwise_exchange"],
        Operation::Allreduce
        | Operation::ReduceScatter
        | Operation::ReduceScatterBlock
        | Operation::Scan
        | Operation::Exscan => &["recursive_doubling"],
        _ => &["linear"],
    };
    let known = names.iter().map(|name| find(operation, name).expect("the operation has this algorithm"));
    let algorithm = known.into_iter().find(|algorithm| (algorithm.precondition)(context).is_ok())?;
    let parameters: SmallVec<[u64; 2]> = algorithm.parameters.iter().map(Parameter::default_number).collect();
    Some((algorithm.build)(context, &parameters))
}
