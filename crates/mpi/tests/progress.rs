//! Rendezvous of libraries that go on in the background and of those that do so inside MPI alone.

use crate::support::*;
use ops::{Post, RequestId, RequestSet, WaitMode};
use windtunnel_mpi::Outcome;
use windtunnel_mpi::library::{Handshake, Library, ProgressMode};

const US: u64 = 1_000_000;
const BYTES: u64 = 400_000;
/// T2 of such a message, and the default handshake: one round trip.
const TRANSFER: u64 = LATENCY + BYTES * PS_PER_BYTE;
const HANDSHAKE: u64 = 2 * LATENCY;

fn with(progress: ProgressMode) -> Library {
    let mut library = library();
    library.protocol.progress = progress;
    library
}

/// When the two ranks of a script are done.
fn ends(sender: Vec<Post>, receiver: Vec<Post>, library: Library) -> (u64, u64) {
    let mut script = script(2, BYTES as usize);
    script.memory.bytes[0].fill(7);
    script.rank(0, sender);
    script.rank(1, receiver);
    assert_eq!(run(&mut script, library).ending, Outcome::Finished(0));
    assert!(script.memory.bytes[1].iter().all(|&byte| byte == 7));
    (script.last_time(0), script.last_time(1))
}

fn sender(before: u64, meanwhile: u64) -> Vec<Post> {
    vec![compute(before), isend(0, 1, 0, buffer(0, BYTES)), compute(meanwhile), wait(0)]
}

fn receiver(meanwhile: u64) -> Vec<Post> {
    vec![recv(0, 0, 0, buffer(0, BYTES)), compute(meanwhile), wait(0)]
}

#[test]
fn in_the_background_a_message_flows_while_both_compute() {
    let busy = 2_000 * US;
    let end = 10 * US + HANDSHAKE + TRANSFER;
    assert_eq!(ends(sender(10 * US, busy), receiver(0), with(ProgressMode::Background)), (10 * US + busy, end));
    assert_eq!(ends(sender(10 * US, 0), receiver(busy), with(ProgressMode::Background)), (end, busy));
}

#[test]
fn inside_mpi_the_data_wait_for_their_sender() {
    let busy = 2_000 * US;
    let end = 10 * US + busy + TRANSFER;
    assert_eq!(ends(sender(10 * US, busy), receiver(0), with(ProgressMode::InsideMpi)), (end, end));
    // A handshake that takes longer than the sender computes is all there is to wait for.
    let end = 10 * US + HANDSHAKE + TRANSFER;
    assert_eq!(ends(sender(10 * US, US), receiver(0), with(ProgressMode::InsideMpi)), (end, end));
}

#[test]
fn inside_mpi_the_handshake_waits_for_the_receiver() {
    let busy = 2_000 * US;
    let end = busy + HANDSHAKE + TRANSFER;
    assert_eq!(ends(sender(10 * US, 0), receiver(busy), with(ProgressMode::InsideMpi)), (end, end));
}

#[test]
fn handshakes_of_a_fixed_time_and_of_no_time_wait_as_well() {
    for (handshake, time) in [(Handshake::Time(units::Time::from_ns(7_000)), 7 * US), (Handshake::RoundTrips(0), 0)] {
        let mut library = with(ProgressMode::InsideMpi);
        library.protocol.handshake = handshake;
        let end = 300 * US + time + TRANSFER;
        assert_eq!(ends(sender(10 * US, 0), receiver(300 * US), library.clone()), (end, end));
        // Without a handshake the data start in the call that sends, where the sender is inside MPI.
        let end = if time == 0 { 10 * US } else { 310 * US } + TRANSFER;
        assert_eq!(ends(sender(10 * US, 300 * US), receiver(0), library), (end, end));
    }
}

/// Every message of a handshake takes the latency of an empty message, and the data that of their size.
#[test]
fn a_handshake_takes_its_round_trips_at_the_latency_of_empty_messages() {
    for progress in [ProgressMode::Background, ProgressMode::InsideMpi] {
        let text = "latency_factor = [{ up_to = \"1000 B\", factor = 4 }, { factor = 2 }]";
        let table = text.parse::<toml::Table>().expect("TOML");
        let mut library = Library::load(Some("ideal"), &table, &|_| None).expect("valid overrides");
        library.protocol.progress = progress;
        library.protocol.handshake = Handshake::RoundTrips(3);
        let end = 10 * US + 3 * 2 * 4 * LATENCY + 2 * LATENCY + BYTES * PS_PER_BYTE;
        assert_eq!(ends(sender(10 * US, 0), receiver(0), library), (end, end), "{progress:?}");
    }
}

/// The request leaves with the send, what clears it once it is there and a receive has matched.
#[test]
fn a_handshake_of_messages_takes_a_latency_there_and_one_back() {
    for progress in [ProgressMode::Background, ProgressMode::InsideMpi] {
        for (late, answered) in [(0, 10 * US + LATENCY), (10 * US, 10 * US + LATENCY), (90 * US, 90 * US)] {
            let mut library = with(progress);
            library.protocol.handshake = Handshake::EMPTY_MESSAGES;
            let mut posts = receiver(0);
            posts.insert(0, compute(late));
            let end = answered + LATENCY + TRANSFER;
            assert_eq!(ends(sender(10 * US, 0), posts, library), (end, end), "{progress:?}, {late}");
        }
    }
}

#[test]
fn a_handshake_of_messages_needs_both_inside_mpi() {
    let mut library = with(ProgressMode::InsideMpi);
    library.protocol.handshake = Handshake::EMPTY_MESSAGES;
    let end = 300 * US + LATENCY + TRANSFER;
    assert_eq!(ends(sender(10 * US, 0), receiver(300 * US), library.clone()), (end, end));
    let end = 310 * US + TRANSFER;
    assert_eq!(ends(sender(10 * US, 300 * US), receiver(0), library), (end, end));
}

/// Each side works on a handshake where its rank is inside MPI: in the call that matches, or in the wait. Work of a rank that computes is
/// the progress engine's and delays no computation.
#[test]
fn both_sides_work_on_a_handshake() {
    const WORK: u64 = 2 * US;
    let busy = 2_000 * US;
    for handshake in
        [Handshake::RoundTrips(1), Handshake::Time(units::Time::from_ns(2_000)), Handshake::EMPTY_MESSAGES]
    {
        let library = |progress| {
            let mut library = with(progress);
            (library.protocol.handshake, library.protocol.handshake_cpu) = (handshake, units::Time::from_ps(WORK));
            library
        };
        let requested = if handshake == Handshake::EMPTY_MESSAGES { LATENCY } else { 0 };
        let replied = if handshake == Handshake::EMPTY_MESSAGES { LATENCY } else { HANDSHAKE };
        // The receive is posted late, its rank waits at once.
        for progress in [ProgressMode::Background, ProgressMode::InsideMpi] {
            let posts = vec![compute(300 * US), recv(0, 0, 0, buffer(0, BYTES)), wait(0)];
            let end = 300 * US + WORK + replied + WORK + TRANSFER;
            assert_eq!(ends(sender(0, 0), posts, library(progress)), (end, end), "{handshake:?} {progress:?}");
        }
        let end = 10 * US + requested + WORK + replied + WORK + TRANSFER;
        assert_eq!(
            ends(sender(10 * US, busy), receiver(0), library(ProgressMode::Background)),
            (10 * US + busy, end)
        );
        assert_eq!(ends(sender(10 * US, 0), receiver(busy), library(ProgressMode::Background)), (end, busy));
        let end = busy + WORK + replied + WORK + TRANSFER;
        assert_eq!(ends(sender(10 * US, 0), receiver(busy), library(ProgressMode::InsideMpi)), (end, end));
        let end = 10 * US + busy + WORK + TRANSFER;
        assert_eq!(ends(sender(10 * US, busy), receiver(0), library(ProgressMode::InsideMpi)), (end, end));
    }
}

#[test]
fn a_test_lets_the_data_start_and_they_flow_on_without_the_sender() {
    let test = Post::Test { set: RequestSet::One(RequestId(0)), mode: WaitMode::All, peek: false };
    let library = with(ProgressMode::InsideMpi);
    let cost = library.protocol.test_cost.ps();
    let mut posts = sender(10 * US, 500 * US);
    posts.splice(3..3, [test, compute(2_000 * US)]);
    let (sent, received) = ends(posts, receiver(0), library);
    assert_eq!(received, 510 * US + TRANSFER);
    assert_eq!(sent, 2_510 * US + cost);
}

#[test]
fn ranks_that_wait_for_each_other_do_not_notice() {
    let blocking = || vec![send(0, 1, 0, buffer(0, BYTES)), wait(0)];
    let both = [ProgressMode::Background, ProgressMode::InsideMpi].map(|at| ends(blocking(), receiver(0), with(at)));
    assert_eq!(both[0], (HANDSHAKE + TRANSFER, HANDSHAKE + TRANSFER));
    assert_eq!(both[0], both[1]);
}

#[test]
fn asking_for_the_time_is_not_inside_mpi() {
    let library = || with(ProgressMode::InsideMpi);
    let mut posts = sender(10 * US, 500 * US);
    posts.splice(3..3, [Post::ReadClock, compute(500 * US)]);
    let end = 1_010 * US + TRANSFER;
    assert_eq!(ends(posts, receiver(0), library()), (end, end));
}

/// A step's message has come, and so has that of the step before: a rank that enters MPI goes on with the operation, which takes the
/// message, before it ends the send.
#[test]
fn a_message_that_came_while_its_rank_was_away_is_taken_once() {
    let library = || Library::load(Some("mpich-5.0"), &toml::Table::new(), &|_| None).expect("a shipped library");
    for drawn in 0..200u64 {
        let mut script = script(3, 8);
        for rank in 0..3u64 {
            let away = |time: u64| Post::Sleep(units::Time::from_ps(time % 61 * US));
            let dup = |request| Post::CreateComm {
                request: RequestId(request),
                comm: ops::CommId::WORLD,
                call: Box::new(ops::CommCall::Dup),
            };
            let number = drawn * 3 + rank;
            let idup = || enter(ops::Function::CommIdup, 1, 0);
            let posts = [away(number * 7), idup(), dup(0), away(number * 11), idup(), dup(1), away(number * 13)];
            script.rank(rank as usize, posts);
            script.rank(rank as usize, [enter(ops::Function::Waitall, 2, 0), wait(0), wait(1)]);
        }
        assert_eq!(run_with(&mut script, library(), PerHost(3), None).ending, Outcome::Finished(0));
    }
}
