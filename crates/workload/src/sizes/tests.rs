use super::scale::Scale;
use super::{SizeRules, SizeRulesError, collective};
use ops::{Buffer, CollectiveCall, Operation, Vectors};
use std::path::Path;

fn rules(text: &str) -> Result<SizeRules, String> {
    SizeRules::parse(text, Path::new("a.toml")).map_err(|error| error.to_string())
}

#[test]
fn errors_say_where_what_and_what_instead() {
    for (text, expected) in [
        ("", "a.toml:1: it has no rules; expected `[[message]]` tables with `scale`"),
        ("[[block]]\n", "a.toml:1: unknown key `block`; expected message"),
        ("\n[[message]]\nphase = \"a\"\n", "a.toml:2: it has no scale; expected"),
        ("[[message]]\nscale = -1\n", "a.toml:1: `scale = -1` is not valid; expected a number from 0 to 1e9"),
        (
            "[[message]]\nscale = 1\nfunction = \"MPI_Sned\"\n",
            "`MPI_Sned` is not an MPI function; expected a name as in the MPI standard, for example `MPI_Send`; did you mean `MPI_Send`?",
        ),
        (
            "[[message]]\nscale = 1\ncommunicator = -1\n",
            "`communicator` is -1; expected a number that is not negative",
        ),
        ("[[message]]\nscael = 1\n", "a.toml:2: unknown key `scael`; did you mean `scale`?"),
        ("[[message]\n", "a.toml:1: "),
    ] {
        let error = rules(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let wrong = SizeRules::parse("[[message]]\n", Path::new("a.toml"));
    assert!(matches!(wrong, Err(SizeRulesError::Rule { line: 1, .. })), "{wrong:?}");
    let missing = SizeRules::read(Path::new("no-such-file"));
    assert!(matches!(missing, Err(SizeRulesError::File { .. })), "{missing:?}");
}

#[test]
fn numbers_are_rounded_half_up_and_bounded() {
    let scale = Scale(1_500_000);
    assert_eq!([0, 1, 2, 3].map(|number| scale.of(number)), [Some(0), Some(2), Some(3), Some(5)]);
    assert_eq!(Scale(400_000).of(1), Some(0));
    assert_eq!(Scale(1_000_000_000_000_000).of(1 << 20), None);
}

/// A call of ranks with blocks of 8-byte elements.
fn call(operation: Operation, count: u64, send: u64, recv: u64) -> CollectiveCall {
    CollectiveCall {
        operation,
        root: 0,
        send: Buffer::of_bytes(send),
        recv: Buffer::of_bytes(recv),
        count,
        element_bytes: 8,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    }
}

fn scaled(mut call: CollectiveCall, millionths: u64) -> Result<CollectiveCall, &'static str> {
    collective::scale(&mut call, Scale(millionths))?;
    Ok(call)
}

#[test]
fn counts_are_scaled_and_buffers_with_them() {
    // 4 ranks, blocks of 3 elements, times 1.5: 4.5 elements, rounded.
    for (operation, send, recv) in [
        (Operation::Bcast, 0, 1),
        (Operation::Gather, 1, 4),
        (Operation::Gather, 1, 0),
        (Operation::Alltoall, 4, 4),
        (Operation::Allreduce, 1, 1),
        (Operation::ReduceScatterBlock, 4, 1),
    ] {
        let after = scaled(call(operation, 3, send * 24, recv * 24), 1_500_000).unwrap();
        assert_eq!((after.count, after.send.bytes, after.recv.bytes), (5, send * 40, recv * 40), "{operation:?}");
    }
    let barrier = call(Operation::Barrier, 0, 0, 0);
    assert_eq!(scaled(barrier.clone(), 7).unwrap(), barrier);
    assert!(scaled(call(Operation::Bcast, 3, 0, 25), 2_000_000).unwrap_err().contains("not multiples of its count"));
    assert!(
        scaled(call(Operation::Bcast, 1 << 45, 0, 1 << 48), 1_000_000_000).unwrap_err().contains("longer than 2^48")
    );
    let between = CollectiveCall { signature_sent: 3, ..call(Operation::Alltoall, 1, 8, 8) };
    assert!(scaled(between, 2_000_000).unwrap_err().contains("both groups of an intercommunicator"));
}

#[test]
fn blocks_of_several_sizes_fit_at_both_ends() {
    let sizes: [[u64; 3]; 3] = [[0, 8, 20], [7, 1, 3], [100, 0, 9]];
    let of_rank = |rank: usize| {
        let recv: Vec<u64> = sizes.iter().map(|row| row[rank]).collect();
        let vectors = Vectors {
            send_bytes: sizes[rank].into(),
            send_offsets: [0; 3].into(),
            recv_bytes: recv.clone().into(),
            recv_offsets: [0; 3].into(),
            neighbours: None,
        };
        let (send, recv) = (sizes[rank].iter().sum(), recv.iter().sum());
        let mut call = call(Operation::Alltoallv, 0, send, recv);
        call.vectors = Some(Box::new(vectors));
        scaled(call, 500_000).unwrap()
    };
    let calls = [0, 1, 2].map(of_rank);
    for (from, sender) in calls.iter().enumerate() {
        let out = sender.vectors.as_ref().unwrap();
        assert_eq!(sender.send.bytes, out.send_bytes.iter().sum::<u64>());
        assert_eq!(out.send_offsets[2], out.send_bytes[0] + out.send_bytes[1]);
        for (to, receiver) in calls.iter().enumerate() {
            let inward = receiver.vectors.as_ref().unwrap();
            assert_eq!(out.send_bytes[to], inward.recv_bytes[from]);
            assert_eq!(out.send_bytes[to], sizes[from][to].div_ceil(2));
        }
    }
    // A rank that is not a root has no list: its block is as long as in the root's.
    assert_eq!(scaled(call(Operation::Gatherv, 0, 7, 0), 500_000).unwrap().send.bytes, 4);
}

#[test]
fn the_parts_of_a_reduction_stay_whole_elements() {
    let mut reduce = call(Operation::ReduceScatter, 7, 56, 16);
    let recv_bytes: Box<[u64]> = [16, 0, 40].into();
    reduce.vectors = Some(Box::new(Vectors { recv_bytes, ..Vectors::default() }));
    let after = scaled(reduce.clone(), 500_000).unwrap();
    assert_eq!(*after.vectors.unwrap().recv_bytes, [8, 0, 24], "1, 0 and 2.5 elements");
    assert_eq!((after.count, after.send.bytes, after.recv.bytes), (4, 32, 8));
    reduce.recv.bytes = 56;
    reduce.send.bytes = 0;
    let after = scaled(reduce, 500_000).unwrap();
    assert_eq!((after.send.bytes, after.recv.bytes), (0, 32), "in place");
}

#[test]
fn changed_rules_are_read_or_refused() {
    let texts =
        ["[[message]]\nfunction = \"MPI_Isend\"\nscale = 2\n[[message]]\nphase = \"a\"\nsite = \"f\"\nscale = 0.5\n\
                  communicator = 3\n"];
    let pieces =
        &["[[message]]\n", "scale = ", "communicator = ", "phase = ", "site = ", "function = ", "\"MPI_Send\"\n"];
    let corpus = crate::fuzz_harness::Corpus { texts: texts.map(str::to_owned).to_vec(), pieces };
    crate::fuzz_harness::fuzz("rules for sizes", 20, &corpus, |_, text| rules(text).is_ok());
}
