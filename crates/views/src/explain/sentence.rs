//! What is said of each reason, and what to try.

use super::Finding;
use crate::critical_path::CriticalPath;
use crate::losses::{Loss, Place, Reason, foremost};
use crate::text::{bytes, percent, time};
use units::Time;

pub(super) fn name(reason: Reason) -> &'static str {
    match reason {
        Reason::LateSender => "late sender",
        Reason::LateReceiver => "late receiver",
        Reason::Progress => "progress",
        Reason::Collective => "collective",
        Reason::Contention(_) => "contention",
        Reason::Transfer => "transfer",
        Reason::CollectiveWork => "collective transfer",
        Reason::Other => "other",
    }
}

pub(super) fn what(reason: Reason, finding: &Finding, loss: &Loss) -> String {
    match reason {
        Reason::LateSender => "Ranks wait for messages that have not been sent yet.".to_owned(),
        Reason::LateReceiver => format!(
            "Sends wait for their receives: messages of up to {} go by rendezvous, which begins once both ends have come.",
            bytes(loss.bytes)
        ),
        Reason::Progress => format!(
            "Messages of up to {} wait for a rank that computes: this MPI library goes on with a rendezvous only while \
             the rank is inside MPI.",
            bytes(loss.bytes)
        ),
        Reason::Collective => "Ranks wait in a collective operation for the one that comes last.".to_owned(),
        Reason::Contention(_) => contention(finding, loss),
        Reason::Transfer => format!(
            "Messages of up to {} are on their way while their receiver or sender waits, as long as they take alone{}.",
            bytes(loss.bytes),
            if loss.rendezvous > 0 { ", with the handshake of the rendezvous" } else { "" }
        ),
        Reason::CollectiveWork => {
            "All ranks that matter have come, and the messages of the collective operation are on their way."
                .to_owned()
        }
        Reason::Other => "Waiting for windows, files, partitions or ports.".to_owned(),
    }
}

fn contention(finding: &Finding, loss: &Loss) -> String {
    let link = finding.link.as_ref().map_or_else(
        || "a NIC or links that were free again at their ends".to_owned(),
        |link| format!("the link {link}"),
    );
    let pairs = loss.pairs.len();
    let most = foremost(&loss.pairs).map_or_else(String::new, |((from, to), lost)| {
        format!(", most between ranks {from} and {to} ({})", percent(lost.ps(), loss.lost.ps()))
    });
    format!("Messages take longer than alone, held up by {link}: {pairs} pairs of ranks{most}.")
}

pub(super) fn advice(reason: Reason, place: Option<Place>, loss: &Loss) -> String {
    let rank = foremost(&loss.culprits).map_or(0, |(rank, _)| rank.0);
    match reason {
        Reason::LateSender => format!(
            "Look at what rank {rank} does before that send; `--compute none` shows the run without the time of the \
             program's own code."
        ),
        Reason::LateReceiver => format!(
            "Post the receives earlier (MPI_Irecv), or have such messages sent without rendezvous: `--set \
             mpi.asynchronous_max=\"{} B\" --set mpi.detached_max=\"{} B\"`.",
            loss.bytes, loss.bytes
        ),
        Reason::Progress => "Try a library that goes on by itself: `--set mpi.progress=background`; or call MPI_Test while \
                             computing."
            .to_owned(),
        Reason::Collective => format!(
            "Look at the block of rank {rank} before that call; `--compute none` shows the run with all of them equal."
        ),
        Reason::Contention(_) => "Try another mapping (`--mapping round-robin`, `--mapping random`) or fewer ranks per \
                                  host (`--ppn`); `--network delay` shows the run without contention."
            .to_owned(),
        Reason::Transfer => "Let ranks do something else meanwhile (MPI_Irecv, MPI_Isend), or place partners closer \
                             (`--mapping file:PATH`); `windtunnel summary --ideal` tells what a faster network could gain."
            .to_owned(),
        Reason::CollectiveWork => {
            let name = place.map_or_else(String::new, |place| operation(place.function.name()));
            format!(
                "Try another algorithm: `--collective {name}=…` (`windtunnel list collectives`), or another mapping."
            )
        }
        Reason::Other => "`--observe io` tells of files, `--observe messages` of accesses to windows.".to_owned(),
    }
}

/// The operation of a function as `--collective` names it: `allreduce` of `MPI_Iallreduce_c`.
fn operation(function: &str) -> String {
    let name = function.trim_start_matches("MPI_").trim_end_matches("_c").trim_end_matches("_init").to_lowercase();
    let known =
        ["allgather", "allreduce", "alltoall", "barrier", "bcast", "exscan", "gather", "reduce", "scan", "scatter"];
    match name.strip_prefix('i') {
        Some(rest) if known.iter().any(|known| rest.starts_with(known)) => rest.to_owned(),
        _ if known.iter().any(|known| name.starts_with(known)) => name,
        _ => "OPERATION".to_owned(),
    }
}

pub(super) fn serialisation(path: &CriticalPath, most: Time, (site, at_site): (&str, Time)) -> String {
    format!(
        "The critical path computes for {}, but no single rank for more than {}: work of {} ranks lies one behind the \
         other, {} of it before {site}.",
        time(path.computing().ps()),
        time(most.ps()),
        path.ranks.len(),
        time(at_site.ps()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_those_of_the_option() {
        for (function, name) in [
            ("MPI_Allreduce", "allreduce"),
            ("MPI_Iallreduce_c", "allreduce"),
            ("MPI_Ibarrier", "barrier"),
            ("MPI_Bcast_init", "bcast"),
            ("MPI_Reduce_scatter_block", "reduce_scatter_block"),
            ("MPI_Comm_dup", "OPERATION"),
        ] {
            assert_eq!(operation(function), name, "{function}");
        }
    }
}
