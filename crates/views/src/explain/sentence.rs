//! What is said of each reason, and what to try.

use super::Finding;
use crate::critical_path::CriticalPath;
use crate::losses::{Loss, Place, Reason, Switch, foremost};
use crate::text::{bytes, percent, time};
use units::Time;

pub(super) fn name(reason: Reason) -> &'static str {
    match reason {
        Reason::LateSender => "late sender",
        Reason::LateReceiver => "late receiver",
        Reason::Progress => "progress",
        Reason::Collective => "collective",
        Reason::Fence => "wait at fence",
        Reason::LatePost => "late post",
        Reason::LateComplete => "late complete",
        Reason::Lock => "wait for lock",
        Reason::LatePartition => "late partition",
        Reason::FileContention => "file contention",
        Reason::Contention(_) => "contention",
        Reason::Transfer => "transfer",
        Reason::CollectiveWork => "collective transfer",
        Reason::File => "file",
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
        Reason::Fence => "Ranks wait at the fence of a window for the one that comes last.".to_owned(),
        Reason::LatePost => {
            "Ranks that want to access a window wait for its owner to open it (MPI_Win_post).".to_owned()
        }
        Reason::LateComplete => {
            "Owners of a window wait for those who access it to be done (MPI_Win_complete).".to_owned()
        }
        Reason::Lock => "Ranks wait for the lock of a window that others hold.".to_owned(),
        Reason::LatePartition => {
            "Receives wait for partitions that their senders have not declared ready (MPI_Pready).".to_owned()
        }
        Reason::FileContention => format!(
            "Accesses to files take longer than alone, because their servers work for others, too{}.",
            most_between(loss)
        ),
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
        Reason::File => format!(
            "Ranks wait for files, as long as the servers take for them alone; accesses move up to {}.",
            bytes(loss.bytes)
        ),
        Reason::Other => "Waiting for ports and for ranks that are started.".to_owned(),
    }
}

fn contention(finding: &Finding, loss: &Loss) -> String {
    let link = finding.link.as_ref().map_or_else(
        || "a NIC or links that were free again at their ends".to_owned(),
        |link| format!("the link {link}"),
    );
    let (pairs, most) = (loss.pairs.len(), most_between(loss));
    let phase = finding.phase.as_ref().map_or_else(String::new, |phase| {
        format!(" The link is busy most in phase `{phase}` ({}).", percent(finding.phase_permille, 1000))
    });
    format!("Messages take longer than alone, held up by {link}: {pairs} pairs of ranks{most}.{phase}")
}

fn most_between(loss: &Loss) -> String {
    foremost(&loss.pairs).map_or_else(String::new, |((from, to), lost)| {
        format!(", most between ranks {from} and {to} ({})", percent(lost.ps(), loss.lost.ps()))
    })
}

/// What it is, and what to try.
pub(super) fn protocol_switch(switch: &Switch) -> (String, String) {
    let (least, most) = switch.bytes;
    let sizes =
        if least == most { format!("of {}", bytes(most)) } else { format!("of {} to {}", bytes(least), bytes(most)) };
    let what = format!(
        "Sends of messages {sizes} wait for the other end because the library switches to rendezvous for that size;          sent eagerly they would be over at once. The time is part of `late receiver` and `progress`."
    );
    let advice = format!(
        "See what the switch costs: `--set mpi.asynchronous_max=\"{most} B\" --set mpi.detached_max=\"{most} B\"`; or \
         send smaller messages, or post receives earlier."
    );
    (what, advice)
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
        Reason::Fence => format!(
            "Look at the block of rank {rank} before that fence; locks or MPI_Win_post and MPI_Win_start let ranks wait for \
             those alone whose memory they access."
        ),
        Reason::LatePost => format!(
            "Look at what rank {rank} does before it opens its memory; let it call MPI_Win_post earlier."
        ),
        Reason::LateComplete => format!("Look at what rank {rank} does between its start and its MPI_Win_complete."),
        Reason::Lock => format!(
            "Rank {rank} holds the lock longest: keep what lies between lock and unlock short, or take shared locks \
             (MPI_LOCK_SHARED) with accumulates."
        ),
        Reason::LatePartition => {
            format!("Look at what rank {rank} does before MPI_Pready, and in which order partitions become ready.")
        }
        Reason::FileContention => "Spread files over more servers (`--set storage.servers=…`), let fewer ranks access \
                                   them at a time (collective accesses: the hints `cb_nodes`), or write less often."
            .to_owned(),
        Reason::File => "Access larger contiguous pieces, overlap them with work (MPI_File_iwrite), or see what other \
                         servers would give: `--set storage.bandwidth=…`."
            .to_owned(),
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
        Reason::Other => "`--observe timeline` shows what ranks did meanwhile.".to_owned(),
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
