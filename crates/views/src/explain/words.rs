//! The names and descriptions of wait states and root causes that `windtunnel explain` prints.

use super::advice::Facts;
use super::cause::{Cause, CauseGroup};
use super::findings::Finding;
use super::what_if::WhatIf;
use crate::critical_path::CriticalPath;
use crate::losses::{Loss, Switch, WaitState, foremost};
use crate::roots::ActivityKind;
use crate::text::{bytes, percent, time};
use ops::FilePart;
use results::FileServer;
use std::collections::BTreeMap;
use units::Time;

pub(super) fn wait_state(wait_state: WaitState) -> &'static str {
    match wait_state {
        WaitState::LateSender => "late sender",
        WaitState::LateReceiver => "late receiver",
        WaitState::Progress => "progress",
        WaitState::Collective => "collective",
        WaitState::Fence => "wait at fence",
        WaitState::LatePost => "late post",
        WaitState::LateComplete => "late complete",
        WaitState::Lock => "wait for lock",
        WaitState::LatePartition => "late partition",
        WaitState::Contention => "contention",
        WaitState::Transfer => "transfer",
        WaitState::CollectiveWork => "collective transfer",
        WaitState::File(FilePart::Data) => "file",
        WaitState::File(FilePart::Contention) => "file contention",
        WaitState::File(FilePart::Metadata) => "file metadata",
        WaitState::File(FilePart::Requests) => "file requests",
        WaitState::File(FilePart::Locks) => "file locks",
        WaitState::File(FilePart::Seeks) => "file seeks",
        WaitState::File(FilePart::Sieving) => "read-modify-write",
        WaitState::Other => "other",
    }
}

pub(super) fn cause(kind: ActivityKind) -> &'static str {
    match kind {
        ActivityKind::Computation => "computation",
        ActivityKind::Work => "work",
        ActivityKind::Calls => "MPI calls",
        ActivityKind::Noise => "noise",
        ActivityKind::Contention => "contention",
        ActivityKind::Transfer => "transfer",
        ActivityKind::CollectiveTransfer => "collective transfer",
        ActivityKind::Progress => "progress",
        ActivityKind::HotServer => "hot server",
        ActivityKind::File(FilePart::Data) => "file",
        ActivityKind::File(FilePart::Contention) => "file contention",
        ActivityKind::File(FilePart::Metadata) => "metadata",
        ActivityKind::File(FilePart::Requests) => "small requests",
        ActivityKind::File(FilePart::Locks) => "lock ping-pong",
        ActivityKind::File(FilePart::Seeks) => "seeks",
        ActivityKind::File(FilePart::Sieving) => "read-modify-write",
        ActivityKind::Other => "other",
    }
}

/// The text of a cause.
pub(super) fn caused(of: &CauseGroup<'_>, cause: &Cause, all_time_ps: u64) -> String {
    let what = match of.kind {
        ActivityKind::Computation => "Ranks compute, or sleep, longer than the ranks that wait for them.",
        ActivityKind::Work => {
            "Ranks compute, or are inside MPI, longer than those that wait for them; `--observe waits,timeline` distinguishes \
             the two."
        }
        ActivityKind::Calls => "Ranks spend longer inside MPI, without waiting, than those that wait for them.",
        ActivityKind::Noise => {
            "Ranks wait for others whose cores something else has used meanwhile (`[host.noise]`)."
        }
        ActivityKind::Contention => "Transfers take longer than on an empty network because they share links.",
        ActivityKind::Transfer => "Messages are in transit, for as long as on an empty network.",
        ActivityKind::CollectiveTransfer => {
            "Messages of collectives are in transit, for as long as on an empty network."
        }
        ActivityKind::Progress => "The library makes progress only while a rank is inside MPI, and ranks are not.",
        ActivityKind::HotServer => {
            "File accesses take longer because their server also serves others, while other servers have less to do."
        }
        ActivityKind::File(FilePart::Data) => "File servers move data, for as long as that takes for a rank alone.",
        ActivityKind::File(FilePart::Contention) => "File accesses take longer because servers also serve others.",
        ActivityKind::File(FilePart::Metadata) => {
            "Ranks wait for the metadata server: opens, closes, sizes, shared pointers; other requests wait there, too."
        }
        ActivityKind::File(FilePart::Requests) => {
            "File requests move little: latencies and the server's work for each request take longer than the data."
        }
        ActivityKind::File(FilePart::Locks) => {
            "Clients take extent locks away from each other: they write in turn within one unit of the locks."
        }
        ActivityKind::File(FilePart::Seeks) => {
            "Devices position their arms, for these accesses and for others before them."
        }
        ActivityKind::File(FilePart::Sieving) => {
            "Windows with holes are locked and read before they are written, to keep the bytes between."
        }
        ActivityKind::Other => "Ranks wait for ports and for spawned ranks.",
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

/// The server that others were served at most, with its host if it is on one, and whether it had more to do than others or takes
/// longer for as much.
pub(super) fn hot_server(contention: &BTreeMap<u32, Time>, servers: &[FileServer], facts: &Facts) -> String {
    let Some((server, most)) = foremost(contention) else { return String::new() };
    let all: u64 = contention.values().map(|time| time.ps()).sum();
    let moved = |server: &FileServer| server.read.saturating_add(server.written);
    let mean = servers.iter().map(moved).sum::<u64>() / (servers.len() as u64).max(1);
    let slow = servers.get(server as usize).is_some_and(|of| moved(of) > 0 && moved(of) <= mean + mean / 10);
    let slow = if slow { " It moves no more bytes than others: it, or the way to it, is slower." } else { "" };
    format!(" Most of it is at {} ({}).{slow}", facts.server(server), percent(most.ps(), all))
}

/// Advice: the change that was simulated and gains most.
pub(super) fn best(what_if: &WhatIf, without: u64) -> String {
    let with = what_if.simulated_time_ps;
    if with >= without {
        return "No change that was simulated makes the run shorter.".to_owned();
    }
    let less = percent(without - with, without);
    format!(
        "Best change of those simulated: {}; the run takes {} instead of {} (−{less}).",
        what_if.words,
        time(with),
        time(without)
    )
}

pub(super) fn lost(wait_state: WaitState, finding: &Finding, loss: &Loss) -> String {
    match wait_state {
        WaitState::LateSender => "Ranks wait for messages that have not been sent yet.".to_owned(),
        WaitState::LateReceiver => format!(
            "Sends wait for their receives: messages of up to {} go by rendezvous, which starts once both are posted.",
            bytes(loss.bytes)
        ),
        WaitState::Progress => format!(
            "Messages of up to {} wait for a rank that computes: this MPI library progresses a rendezvous only while \
             the rank is inside MPI.",
            bytes(loss.bytes)
        ),
        WaitState::Collective => "Ranks wait in a collective for the last rank to enter it.".to_owned(),
        WaitState::Fence => "Ranks wait at the fence of a window for the last rank.".to_owned(),
        WaitState::LatePost => "Origins wait for the target to expose its window (MPI_Win_post).".to_owned(),
        WaitState::LateComplete => {
            "Targets wait for the origins to complete their accesses (MPI_Win_complete).".to_owned()
        }
        WaitState::Lock => "Ranks wait for the lock of a window that others hold.".to_owned(),
        WaitState::LatePartition => {
            "Receives wait for partitions that their senders have not declared ready (MPI_Pready).".to_owned()
        }
        WaitState::File(FilePart::Contention) => {
            format!("File accesses take longer because their servers also serve others{}.", most_between(loss))
        }
        WaitState::Contention => contention(finding, loss),
        WaitState::Transfer => format!(
            "Messages of up to {} are in transit while their receiver or sender waits, for as long as on an empty network{}.",
            bytes(loss.bytes),
            if loss.rendezvous > 0 { ", with the handshake of the rendezvous" } else { "" }
        ),
        WaitState::CollectiveWork => {
            "All ranks concerned have entered the collective, and its messages are in transit.".to_owned()
        }
        WaitState::File(FilePart::Data) => {
            format!("File servers move data, for as long as that takes for a rank alone{}.", accesses(loss))
        }
        WaitState::File(FilePart::Metadata) => "Ranks wait for the metadata server of files.".to_owned(),
        WaitState::File(FilePart::Requests) => {
            format!("Ranks wait for requests to file servers, however little these move{}.", accesses(loss))
        }
        WaitState::File(FilePart::Locks) => "Ranks wait for extent locks that other clients hold.".to_owned(),
        WaitState::File(FilePart::Seeks) => "Ranks wait for devices that position their arms.".to_owned(),
        WaitState::File(FilePart::Sieving) => {
            "Ranks wait until windows with holes are locked and read, before they write them.".to_owned()
        }
        WaitState::Other => "Waiting for ports and for spawned ranks.".to_owned(),
    }
}

/// How much is accessed at a time, if the waits tell.
fn accesses(loss: &Loss) -> String {
    if loss.bytes > 0 { format!("; accesses of up to {}", bytes(loss.bytes)) } else { String::new() }
}

fn contention(finding: &Finding, loss: &Loss) -> String {
    let links = finding.class.as_ref().map_or_else(
        || "a NIC, or links that are uncontended at the end of the transfer".to_owned(),
        |class| format!("links of class {class} ({})", loss.links.len()),
    );
    let link = finding.link.as_ref().map_or_else(String::new, |link| format!(", longest by {link}"));
    let (pairs, most) = (loss.pairs.len(), most_between(loss));
    let phase = finding.phase.as_ref().map_or_else(String::new, |phase| {
        format!(" That link is busiest in phase `{phase}` ({}).", percent(finding.phase_permille, 1000))
    });
    format!(
        "Transfers take longer than on an empty network, held up by {links}{link}; pairs of ranks: {pairs}{most}.{phase}"
    )
}

fn most_between(loss: &Loss) -> String {
    loss.pairs.foremost().map_or_else(String::new, |((from, to), lost)| {
        format!(", most between ranks {from} and {to} ({})", percent(lost.ps(), loss.lost.ps()))
    })
}

/// Explanation and advice.
pub(super) fn protocol_switch(switch: &Switch) -> (String, String) {
    let (least, most) = switch.bytes;
    let sizes =
        if least == most { format!("of {}", bytes(most)) } else { format!("of {} to {}", bytes(least), bytes(most)) };
    let what = format!(
        "Sends of messages {sizes} wait for the other end because the library switches to rendezvous for that size; \
         sent eagerly, they would return at once. The time is part of `late receiver` and `progress`."
    );
    let advice = format!(
        "See what the switch costs: `--set mpi.eager_max=\"{most} B\" --set mpi.send_end=at-once`; or send \
          smaller messages, or post receives earlier."
    );
    (what, advice)
}

/// Explanation and advice.
pub(super) fn serialisation(path: &CriticalPath, most: Time, (site, at_site): (&str, Time)) -> (String, String) {
    let what = format!(
        "The critical path computes for {}, but no single rank for more than {}: work of {} ranks is \
         serialised, {} of it before the call in {site}.",
        time(path.computing().ps()),
        time(most.ps()),
        path.ranks.len(),
        time(at_site.ps()),
    );
    let advice =
        "Have ranks wait for one another less: smaller pieces, other work meanwhile, or another order of messages.";
    (what, advice.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hot_server_is_named_and_a_slow_one_is_told_from_one_with_more_to_do() {
        let server = |written| FileServer { written, ..FileServer::default() };
        let contention = [(0, Time::from_ps(20)), (2, Time::from_ps(60))].into();
        let hosts = Facts { server_hosts: ["a", "b", "c"].map(str::to_owned).into(), ..Facts::default() };
        let slow = hot_server(&contention, &[server(100), server(100), server(100)], &Facts::default());
        assert_eq!(
            slow,
            " Most of it is at server 2 (75.0 %). It moves no more bytes than others: it, or the way to it, is slower."
        );
        let busy = hot_server(&contention, &[server(100), server(100), server(400)], &hosts);
        assert_eq!(busy, " Most of it is at server 2, on host c (75.0 %).");
        assert_eq!(hot_server(&BTreeMap::new(), &[], &hosts), "");
    }
}
