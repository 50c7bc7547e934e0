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

#[test]
fn every_octant_sends_over_each_border_once_a_block() {
    for (px, py, nz, block) in [(3, 2, 50, 10), (4, 1, 7, 3), (1, 1, 5, 5), (2, 5, 4, 100)] {
        let settings = [format!("px={px}"), format!("py={py}"), format!("nz={nz}"), format!("block={block}")];
        let settings: Vec<&str> = settings.iter().map(String::as_str).chain(["nx=2", "ny=3", "angles=1"]).collect();
        let sent = messages(px * py, &settings);
        let blocks = nz_blocks(nz, block);
        assert_eq!(sent.len() as u32, 8 * blocks * ((px - 1) * py + px * (py - 1)), "{settings:?}");
        // In each octant every plane of cells crosses every border.
        let over_x: u64 = sent.iter().filter(|(from, to, ..)| from / px == to / px).map(|(.., bytes)| bytes).sum();
        assert_eq!(over_x, 8 * u64::from((px - 1) * py * nz) * 8 * 3, "{settings:?}");
        let over_y: u64 = sent.iter().filter(|(from, to, ..)| from / px != to / px).map(|(.., bytes)| bytes).sum();
        assert_eq!(over_y, 8 * u64::from(px * (py - 1) * nz) * 8 * 2, "{settings:?}");
    }
}

fn nz_blocks(nz: u32, block: u32) -> u32 {
    (0..nz).step_by(block as usize).count() as u32
}

#[test]
fn octants_start_from_each_corner_twice() {
    let sent = messages(6, &["px=3", "py=2", "nz=1", "block=1"]);
    // Nothing is sent to where an octant starts, and nothing from where it ends.
    let silent = |octant: i32, of: fn(&(u32, u32, i32, u64)) -> u32| -> Vec<u32> {
        (0..6).filter(|rank| !sent.iter().any(|message| message.2 == octant && of(message) == *rank)).collect()
    };
    for (octant, first, last) in
        [(0, 0, 5), (1, 0, 5), (2, 3, 2), (3, 3, 2), (4, 2, 3), (5, 2, 3), (6, 5, 0), (7, 5, 0)]
    {
        assert_eq!(silent(octant, |message| message.1), [first], "receives nothing in octant {octant}");
        assert_eq!(silent(octant, |message| message.0), [last], "sends nothing in octant {octant}");
    }
}

#[test]
fn the_last_block_is_what_is_left() {
    let settings = ["nz=7", "block=3", "compute=6 us"];
    let blocks: Vec<Work> = posts(1, 0, &settings)
        .iter()
        .filter_map(|post| match post {
            Post::Enter { block, .. } if !block.is_none() => Some(*block),
            _ => None,
        })
        .collect();
    let us = |us: u64| Work::Time(Time::from_ns(us * 1000));
    assert_eq!(blocks, [us(6), us(6), us(2)].repeat(8));
    // A block that is larger than all planes computes for those that there are.
    let one = posts(1, 0, &["nz=5", "block=10", "compute=6 us"]);
    assert!(one.iter().any(|post| matches!(post, Post::Enter { block, .. } if *block == us(3))));
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (setting, expected) in [
        ("block=0", "a whole number from 1 to 1000000"),
        ("angles=1000001", "a whole number from 1 to 1000000"),
        ("px=3", "no grid with px=3 holds 4 ranks"),
    ] {
        let error = testing::driver(&MOTIF, 4, &[setting]).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let error = testing::driver(&MOTIF, 4, &["px=2", "py=3"]).err().unwrap().to_string();
    assert!(error.contains("no grid with px=2 py=3 holds 4 ranks"), "{error}");
}
