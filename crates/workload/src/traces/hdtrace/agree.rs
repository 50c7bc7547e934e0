//! Checks that the ranks' traces of an HDTrace project agree on their collective operations, and completes block sizes that
//! only another rank's trace has.

use super::entry::{Call, Together, Trace};
use super::project::Project;
use super::xml::at_line;
use crate::traces::error::{LineProblem, TraceError};
use ops::Operation;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Compares the collective operations of all ranks, and gives to those with blocks of several sizes the sizes.
pub(super) fn agree(project: &Project, traces: &mut [Trace]) -> Result<(), TraceError> {
    let comms: BTreeSet<u32> = traces.iter().flat_map(Trace::comms).collect();
    for comm in comms {
        agree_in(project, comm, traces)?;
    }
    Ok(())
}

fn agree_in(project: &Project, comm: u32, traces: &mut [Trace]) -> Result<(), TraceError> {
    let members: Vec<u32> = project.comms.members(comm).into_iter().flatten().collect();
    let operations = |rank: u32| of(&traces[rank as usize], comm);
    let all: Vec<Vec<usize>> = members.iter().map(|&rank| operations(rank).collect()).collect();
    let longest = all.iter().map(Vec::len).max().unwrap_or(0);
    for number in 0..longest {
        let parts = || members.iter().zip(&all).filter_map(|(&rank, own)| own.get(number).map(|&at| (rank, at)));
        let part = |(rank, at): (u32, usize)| -> (&Together, u32) {
            let entry = &traces[rank as usize].entries[at];
            match &entry.call {
                Call::Together(together) => (together, entry.line),
                _ => unreachable!("only collective operations were collected"),
            }
        };
        let Some(first) = parts().next() else { continue };
        let model = part(first).0;
        let other = parts().find(|&at| (part(at).0.operation, part(at).0.root) != (model.operation, model.root));
        if let Some(other) = other {
            let (own, line) = part(other);
            let words = |own: &Together| format!("`{:?}` with root {}", own.operation, own.root);
            let place = format!("{}:{}", project.file(first.0), part(first).1);
            let problem = LineProblem::Disagree { found: words(own), other: format!("{} ({place})", words(model)) };
            return Err(at_line(&project.file(other.0), line, problem));
        }
        if !matches!(model.operation, Operation::Gatherv | Operation::Allgatherv) {
            continue;
        }
        let sizes = |own: &Vec<usize>, rank: &u32| own.get(number).map_or(0, |&at| part((*rank, at)).0.sent);
        let blocks: Arc<[u64]> = all.iter().zip(&members).map(|(own, rank)| sizes(own, rank)).collect();
        for (rank, at) in parts().collect::<Vec<_>>() {
            if let Call::Together(together) = &mut traces[rank as usize].entries[at].call {
                together.blocks = Some(Arc::clone(&blocks));
            }
        }
    }
    Ok(())
}

/// The collective operations of a trace in a communicator.
fn of(trace: &Trace, comm: u32) -> impl Iterator<Item = usize> + '_ {
    let own = move |call: &Call| matches!(call, Call::Together(together) if together.comm == comm);
    trace.entries.iter().enumerate().filter(move |(_, entry)| own(&entry.call)).map(|(at, _)| at)
}
