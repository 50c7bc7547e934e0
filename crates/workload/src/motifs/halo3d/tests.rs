use super::super::testing::posts;
use super::super::{MOTIFS, build};
use super::*;
use config::Fallback;
use ops::{Post, SendMode};
use proptest::prelude::*;
use units::{Bytes, Time};

fn grid(ranks: u32, given: [Option<u32>; 3]) -> Result<[u32; 3], MotifError> {
    let [x, y, z] = given;
    grid3(ranks, [("nx", x), ("ny", y), ("nz", z)])
}

#[test]
fn a_rank_in_the_middle_posts_the_documented_sequence() {
    let settings = ["iterations=2", "bytes_x=1 KiB", "bytes_y=2 KiB", "bytes_z=3 KiB", "compute=5 us", "periodic=no"];
    let posts = posts(&MOTIF, 27, 13, &settings);
    let entered: Vec<(Function, Work)> = posts
        .iter()
        .filter_map(|post| match post {
            Post::Enter { function, block, .. } => Some((*function, *block)),
            _ => None,
        })
        .collect();
    let (none, five) = (Work::NONE, Work::Time(Time::from_ns(5_000)));
    let mut expected = vec![(Function::Init, none)];
    for _ in 0..2 {
        expected.extend([(Function::Irecv, none); 6]);
        expected.extend([(Function::Isend, none); 6]);
        expected.extend([(Function::Waitall, none), (Function::Allreduce, five)]);
    }
    expected.push((Function::Finalize, none));
    assert_eq!(entered, expected);
    let sent: Vec<(u32, i32, u64)> = posts
        .iter()
        .filter_map(|post| match post {
            Post::Send { peer, tag, buffer, mode: SendMode::Standard, blocking: false, .. } => {
                Some((*peer, *tag, buffer.bytes))
            }
            _ => None,
        })
        .take(6)
        .collect();
    assert_eq!(sent, [(4, 0, 1024), (22, 1, 1024), (10, 2, 2048), (16, 3, 2048), (12, 4, 3072), (14, 5, 3072)]);
}

#[test]
fn without_an_allreduce_the_computation_precedes_the_next_receive_or_the_end() {
    let blocks: Vec<(Function, Work)> = posts(&MOTIF, 2, 0, &["iterations=2", "every=0", "compute=3 Mflop"])
        .into_iter()
        .filter_map(|post| match post {
            Post::Enter { function, block, .. } if !block.is_none() => Some((function, block)),
            _ => None,
        })
        .collect();
    let work = Work::Flops(3_000_000);
    assert_eq!(blocks, [(Function::Irecv, work), (Function::Finalize, work)]);
}

#[test]
fn a_lone_rank_without_neighbours_only_reduces() {
    let posts = posts(&MOTIF, 1, 0, &["periodic=no", "iterations=3"]);
    assert_eq!(posts.iter().filter(|post| matches!(post, Post::Wait { .. })).count(), 3);
    assert!(!posts.iter().any(|post| matches!(post, Post::Send { .. } | Post::Recv { .. })));
}

#[test]
fn grids_are_balanced_like_dims_create() {
    for (ranks, sizes) in
        [(512, [8, 8, 8]), (12, [3, 2, 2]), (7, [7, 1, 1]), (30, [5, 3, 2]), (1, [1, 1, 1]), (64, [4, 4, 4])]
    {
        assert_eq!(grid(ranks, [None; 3]), Ok(sizes), "{ranks}");
    }
    assert_eq!(grid(12, [None, Some(1), None]), Ok([4, 1, 3]));
    assert_eq!(grid(1 << 20, [None; 3]), Ok([128, 128, 64]));
    assert_eq!(grid(5040, [None; 3]), Ok([21, 16, 15]), "the last is as large as can be");
}

#[test]
fn every_mistake_has_its_message() {
    let message = |name: &str, ranks, settings: &[&str]| {
        let settings: Vec<String> = settings.iter().map(|text| (*text).to_owned()).collect();
        build(name, ranks, &settings).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let unknown = message("halo3", 8, &[]);
    assert!(unknown.starts_with("unknown motif `halo3`; expected one of halo3d, alltoall, "), "{unknown}");
    assert!(unknown.ends_with("; did you mean `halo3d`?"), "{unknown}");
    let unknown = message("halo3d", 8, &["byte=1 B"]);
    assert!(unknown.starts_with("the motif halo3d has no parameter `byte`; expected one of "), "{unknown}");
    assert!(unknown.ends_with("; did you mean `bytes`?"), "{unknown}");
    for (name, ranks, settings, expected) in [
        ("halo3d", 0, &[][..], "a motif needs at least one rank; expected `-n` with a number from 1 on"),
        (
            "halo3d",
            8,
            &["nx"],
            "`nx` is not a setting of a parameter; expected `key=value`, for example `bytes=64 KiB`",
        ),
        ("halo3d", 8, &["nx=2", "nx=2"], "the parameter `nx` of the motif is set twice; expected once"),
        (
            "halo3d",
            8,
            &["nx=two"],
            "the parameter `nx=two` of the motif is not valid; expected a number of ranks from 1 on",
        ),
        (
            "halo3d",
            8,
            &["allreduce=12 B"],
            "the parameter `allreduce=12 B` of the motif is not valid; expected a multiple of 8 bytes, for example `8 B`",
        ),
        (
            "halo3d",
            8,
            &["periodic=maybe"],
            "the parameter `periodic=maybe` of the motif is not valid; expected `yes` or `no`",
        ),
        (
            "halo3d",
            8,
            &["bytes=12"],
            "the parameter `bytes` of the motif: `12` has no unit; expected for example `64 KiB`, `1.5 MB` or `8 B`",
        ),
        (
            "halo3d",
            8,
            &["compute=many flop"],
            "the parameter `compute=many flop` of the motif is not valid; expected a time or operations, for example `5 ms` or `2e9 flop`",
        ),
        (
            "halo3d",
            8,
            &["nx=3", "ny=3", "nz=3"],
            "a grid of 3×3×3 has 27 points, but there are 8 ranks; expected sizes whose product is 8",
        ),
        ("halo3d", 8, &["nx=3"], "no grid with nx=3 holds 8 ranks; expected sizes whose product divides 8"),
    ] {
        assert_eq!(message(name, ranks, settings), expected);
    }
}

#[test]
fn defaults_are_valid_and_reported() {
    for motif in MOTIFS {
        let needs = |parameter: &&Parameter| parameter.fallback == Fallback::Required;
        match (motif.parameters.iter().find(needs), (motif.build)(8, &Values::parse(motif, &[]).unwrap())) {
            (None, built) => assert!(built.is_ok(), "{}", motif.name),
            (Some(missing), built) => {
                let error = built.err().unwrap().to_string();
                assert!(
                    error.starts_with(&format!("the motif {} needs the parameter `{}=…`", motif.name, missing.name)),
                    "{error}"
                );
            }
        }
    }
    let values = Values::parse(&MOTIF, &["nx=2".into()]).unwrap();
    assert!(values.all().any(|entry| entry == ("nx", "2", true)));
    assert!(values.all().any(|entry| entry == ("bytes", "64 KiB", false)));
    assert_eq!("64 KiB".parse::<Bytes>().unwrap().0, 65_536);
}

proptest! {
    /// Whatever the grid, what one rank sends another receives: same peers, opposite directions, same sizes.
    #[test]
    fn sends_and_receives_pair_up(x in 1u32..4, y in 1u32..4, z in 1u32..4, periodic: bool) {
        let ranks = x * y * z;
        let settings = [format!("nx={x}"), format!("ny={y}"), format!("nz={z}"),
            format!("periodic={}", if periodic { "yes" } else { "no" }), "bytes_y=7 B".into(), "iterations=1".into()];
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let (mut sent, mut received) = (Vec::new(), Vec::new());
        for rank in 0..ranks {
            for post in posts(&MOTIF, ranks, rank, &settings) {
                match post {
                    Post::Send { peer, tag, buffer, .. } => sent.push((rank, peer, tag, buffer.bytes)),
                    Post::Recv { source, tag, buffer, .. } => received.push((source as u32, rank, tag, buffer.bytes)),
                    _ => {}
                }
            }
        }
        sent.sort_unstable();
        received.sort_unstable();
        prop_assert_eq!(sent, received);
    }
}
