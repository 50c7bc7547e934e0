use super::super::testing;
use super::*;
use ops::Post;

fn posts(ranks: u32, rank: u32, settings: &[&str]) -> Vec<Post> {
    testing::posts(&MOTIF, ranks, rank, settings)
}

/// From whom to whom, tag and bytes of all that is sent, in the order of senders; every message has its receive.
fn messages(ranks: u32, settings: &[&str]) -> Vec<(u32, u32, i32, u64)> {
    let (mut sent, mut received) = (Vec::new(), Vec::new());
    for rank in 0..ranks {
        for post in posts(ranks, rank, settings) {
            match post {
                Post::Send { peer, tag, buffer, .. } => sent.push((rank, peer, tag, buffer.bytes)),
                Post::Recv { source, tag, buffer, .. } => received.push((source as u32, rank, tag, buffer.bytes)),
                _ => {}
            }
        }
    }
    let (mut of_senders, mut of_receivers) = (sent.clone(), received);
    of_senders.sort_unstable();
    of_receivers.sort_unstable();
    assert_eq!(of_senders, of_receivers, "{settings:?}");
    sent
}

const GRID: [&str; 3] = ["px=4", "py=3", "pz=2"];

/// The messages of a phase, all others being left out.
fn of_phase(phase: usize) -> Vec<(u32, u32, i32, u64)> {
    let sizes = ["bytes_x", "bytes_y", "advection", "hydro"];
    let sizes: Vec<String> =
        sizes.iter().enumerate().map(|(at, name)| format!("{name}={} B", if at == phase { 7 } else { 0 })).collect();
    let settings: Vec<&str> = sizes.iter().map(String::as_str).chain(GRID).collect();
    messages(24, &settings)
}

fn place(rank: u32) -> [u32; 3] {
    [rank % 4, rank / 4 % 3, rank / 12]
}

/// The axes along which two ranks differ.
fn apart(a: u32, b: u32) -> Vec<usize> {
    (0..3).filter(|&axis| place(a)[axis] != place(b)[axis]).collect()
}

#[test]
fn transforms_are_all_to_alls_in_rows_and_columns() {
    for axis in [0, 1] {
        let mut pairs: Vec<(u32, u32)> = of_phase(axis).iter().map(|&(from, to, ..)| (from, to)).collect();
        pairs.sort_unstable();
        let all = (0..24).flat_map(|from| (0..24).map(move |to| (from, to)));
        let expected: Vec<(u32, u32)> = all.filter(|&(from, to)| apart(from, to) == [axis]).collect();
        assert_eq!(pairs, expected);
    }
}

#[test]
fn planes_go_along_z_and_borders_to_all_neighbours() {
    for (phase, axes) in [(2, 2..3), (3, 0..3)] {
        let mut pairs: Vec<(u32, u32)> = of_phase(phase).iter().map(|&(from, to, ..)| (from, to)).collect();
        pairs.sort_unstable();
        let is_next = |from: u32, to: u32| {
            let apart = apart(from, to);
            apart.len() == 1 && axes.contains(&apart[0]) && place(from)[apart[0]].abs_diff(place(to)[apart[0]]) == 1
        };
        let all = (0..24).flat_map(|from| (0..24).map(move |to| (from, to)));
        let expected: Vec<(u32, u32)> = all.filter(|&(from, to)| is_next(from, to)).collect();
        assert_eq!(pairs, expected);
    }
}

#[test]
fn phases_are_marked_before_their_computation() {
    let settings = [&GRID[..], &["iterations=2", "hydro_every=2", "bytes_y=0 B", "compute=3 us"]].concat();
    let seen: Vec<String> = posts(24, 5, &settings)
        .iter()
        .filter_map(|post| match post {
            Post::Phase { name } => Some(name.to_string()),
            Post::Enter { block, .. } if !block.is_none() => Some("computes".to_owned()),
            _ => None,
        })
        .collect();
    let of = |phase: &str| [phase.to_owned(), "computes".to_owned()];
    assert_eq!(seen, ["x-fft", "advection", "x-fft", "advection", "hydro"].map(of).concat());
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (setting, expected) in
        [("hydro_every=0", "a whole number from 1 on"), ("py=5", "no grid with py=5 holds 24 ranks")]
    {
        let error = testing::driver(&MOTIF, 24, &[setting]).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
