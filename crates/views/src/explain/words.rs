//! What is said of reasons and causes.

use super::causes::Of;
use super::{Cause, Finding};
use crate::critical_path::CriticalPath;
use crate::losses::{Loss, Reason, Switch};
use crate::roots::Kind;
use crate::text::{bytes, percent, time};
use units::Time;

pub(super) fn reason(reason: Reason) -> &'static str {
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
        Reason::Contention => "contention",
        Reason::Transfer => "transfer",
        Reason::CollectiveWork => "collective transfer",
        Reason::File => "file",
        Reason::Other => "other",
    }
}

pub(super) fn cause(kind: Kind) -> &'static str {
    match kind {
        Kind::Computation => "computation",
        Kind::Work => "work",
        Kind::Calls => "MPI calls",
        Kind::Contention => "contention",
        Kind::Transfer => "transfer",
        Kind::CollectiveTransfer => "collective transfer",
        Kind::Progress => "progress",
        Kind::FileContention => "file contention",
        Kind::File => "file",
        Kind::Other => "other",
    }
}

/// What is said of a cause.
pub(super) fn caused(of: &Of<'_>, cause: &Cause, all_time_ps: u64) -> String {
    let what = match of.kind {
        Kind::Computation => "Ranks compute, or sleep, longer than those that wait for them.",
        Kind::Work => {
            "Ranks compute, or are inside MPI, longer than those that wait for them; `--observe waits,timeline` tells the \
             two apart."
        }
        Kind::Calls => "Ranks spend longer inside MPI, without waiting, than those that wait for them.",
        Kind::Contention => "Messages take longer than alone because others use the same links.",
        Kind::Transfer => "Messages are on their way, as long as they take alone.",
        Kind::CollectiveTransfer => "Messages of collective operations are on their way, as long as they take alone.",
        Kind::Progress => "The library goes on only while a rank is inside MPI, and ranks are not.",
        Kind::FileContention => "Accesses to files take longer than alone because servers work for others, too.",
        Kind::File => "Ranks wait for files, as long as their servers take for them alone.",
        Kind::Other => "Ranks wait for ports and for ranks that are started.",
    };
    let handed_on = cause.lost_ps.saturating_sub(cause.direct_ps);
    if handed_on.saturating_mul(1000) < all_time_ps {
        return what.to_owned();
    }
    let (direct, handed_on) = (percent(cause.direct_ps, all_time_ps), percent(handed_on, all_time_ps));
    format!(
        "{what} {direct} of the ranks' time is lost to it directly, {handed_on} by waiting for ranks that had waited \
         because of it."
    )
}

pub(super) fn lost(reason: Reason, finding: &Finding, loss: &Loss) -> String {
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
        Reason::Contention => contention(finding, loss),
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
    let links = finding.class.as_ref().map_or_else(
        || "a NIC or links that were free again at their ends".to_owned(),
        |class| format!("links of class {class} ({})", loss.links.len()),
    );
    let link = finding.link.as_ref().map_or_else(String::new, |link| format!(", longest by {link}"));
    let (pairs, most) = (loss.pairs.len(), most_between(loss));
    let phase = finding.phase.as_ref().map_or_else(String::new, |phase| {
        format!(" That link is busy most in phase `{phase}` ({}).", percent(finding.phase_permille, 1000))
    });
    format!("Messages take longer than alone, held up by {links}{link}; pairs of ranks: {pairs}{most}.{phase}")
}

fn most_between(loss: &Loss) -> String {
    loss.pairs.foremost().map_or_else(String::new, |((from, to), lost)| {
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
        "See what the switch costs: `--set mpi.eager_max=\"{most} B\" --set mpi.detached_max=\"{most} B\"`; or \
         send smaller messages, or post receives earlier."
    );
    (what, advice)
}

/// What it is, and what to try.
pub(super) fn serialisation(path: &CriticalPath, most: Time, (site, at_site): (&str, Time)) -> (String, String) {
    let what = format!(
        "The critical path computes for {}, but no single rank for more than {}: work of {} ranks lies one behind the \
         other, {} of it before {site}.",
        time(path.computing().ps()),
        time(most.ps()),
        path.ranks.len(),
        time(at_site.ps()),
    );
    let advice = "Let ranks begin before their predecessors are done: smaller pieces, or another order of messages.";
    (what, advice.to_owned())
}
