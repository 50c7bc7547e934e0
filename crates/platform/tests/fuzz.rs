//! Mutated platform files: reading one ends in a platform or in an error, never in a panic. A platform that comes
//! out answers for its routes.
//!
//! `WT_FUZZ_SECONDS` sets how long to look (1 by default), `WT_FUZZ_SEED` where to begin.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod common;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::time::{Duration, Instant};
use units::{HostId, LinkId};
use windtunnel_platform::{Path, Platform};

/// Pieces that make a mutation interesting more often than random bytes do.
static PIECES: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "4294967295",
    "4294967296",
    "65536",
    "18446744073709551615",
    "1e30",
    "''",
    "'unlimited'",
    "'1 GB/s'",
    "'0 B/s'",
    "'18 EB/s'",
    "'213 days'",
    "[]",
    "[1]",
    "[2, 2]",
    "[65536, 65535]",
    "{}",
    "true",
    "inf",
    "=",
    "\n",
    "[",
    "]",
    "'",
    "\"",
    ".",
    "level1",
    "dim2",
    "kind = 'full'\n",
    "kind = 'graph'\n",
    "hosts = 3\n",
    "[topology.links]\n",
    "[[topology.connect]]\n",
    "\u{feff}",
    "µ",
    "1979-05-27",
    "#",
    "\\u0000",
    "oneway = true",
];

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}: not a number")))
}

/// Right files, then wrong ones.
fn corpus() -> (Vec<String>, Vec<String>) {
    let wrong = common::cases().into_iter().map(|case| case.text).collect();
    let mut right = vec![common::GOOD.to_owned()];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../platforms");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    assert!(files.len() >= 5, "the shipped platforms are in {folder}");
    right.extend(files.iter().map(|path| std::fs::read_to_string(path).unwrap()));
    (right, wrong)
}

fn below(stream: &mut ChaCha8Rng, bound: usize) -> usize {
    (stream.next_u64() % bound.max(1) as u64) as usize
}

/// A place in `text` between two characters.
fn place(stream: &mut ChaCha8Rng, text: &str) -> usize {
    let mut at = below(stream, text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Start and end of a random word or number of `text`, so that a value is replaced as a whole.
fn token(stream: &mut ChaCha8Rng, text: &str) -> (usize, usize) {
    let at = place(stream, text);
    let ends = |c: char| c.is_whitespace() || "=,[]{}'\"".contains(c);
    let start = text[..at].rfind(ends).map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(ends).map_or(text.len(), |i| at + i);
    (start, end.max(start))
}

fn mutate(stream: &mut ChaCha8Rng, text: &mut String, donor: &str) {
    let piece = PIECES[below(stream, PIECES.len())];
    match below(stream, 6) {
        0 => {
            let at = place(stream, text);
            text.insert_str(at, piece);
        }
        1 => {
            let (start, end) = token(stream, text);
            text.replace_range(start..end, piece);
        }
        2 => {
            let at = place(stream, text);
            let count = below(stream, 8);
            let end = text[at..].char_indices().nth(count).map_or(text.len(), |(i, _)| at + i);
            text.replace_range(at..end, "");
        }
        3 => {
            let at = place(stream, text);
            text.truncate(at);
        }
        4 => {
            // A line of another file.
            let lines: Vec<&str> = donor.lines().collect();
            let line = lines.get(below(stream, lines.len())).copied().unwrap_or("");
            let at = place(stream, text);
            text.insert_str(at, &format!("\n{line}\n"));
        }
        _ => {
            let lines: Vec<&str> = text.lines().collect();
            let drop = below(stream, lines.len());
            *text = lines.iter().enumerate().filter(|(i, _)| *i != drop).map(|(_, l)| format!("{l}\n")).collect();
        }
    }
}

/// What a platform that was read must be able to do.
fn exercise(stream: &mut ChaCha8Rng, platform: &Platform) {
    let hosts = platform.hosts() as usize;
    let mut path = Path::default();
    for _ in 0..4 {
        let host = |stream: &mut ChaCha8Rng| HostId::from_index(below(stream, hosts));
        let core = below(stream, usize::from(platform.host.cores)) as u16;
        let (src, dst) = (platform.endpoint(host(stream), core), platform.endpoint(host(stream), 0));
        platform.path(src, dst, &mut path);
        assert!(path.links.iter().all(|link| link.0 < platform.link_count()));
        platform.describe_route(src, dst);
    }
    platform.link_name(LinkId::from_index(below(stream, platform.link_count() as usize)));
    if platform.link_count() < 10_000 {
        platform.show();
    }
}

#[test]
fn no_text_panics() {
    let (right, wrong) = corpus();
    let end = Instant::now() + Duration::from_secs(env("WT_FUZZ_SECONDS", 1));
    let (mut tried, mut read) = (0u64, 0u64);
    let mut seed = env("WT_FUZZ_SEED", 0);
    while Instant::now() < end {
        let mut stream = ChaCha8Rng::seed_from_u64(seed);
        let files = if below(&mut stream, 2) == 0 { &right } else { &wrong };
        let mut text = files[below(&mut stream, files.len())].clone();
        for _ in 0..=below(&mut stream, 3) {
            let donor = below(&mut stream, wrong.len());
            mutate(&mut stream, &mut text, &wrong[donor]);
        }
        let key = ["topology.dimensions", "topology.hosts", "host.cores", "a.b", ""][below(&mut stream, 5)];
        let value = PIECES[below(&mut stream, PIECES.len())];
        let option = [(key, value)];
        let overrides = if below(&mut stream, 4) == 0 { &option[..] } else { &[] };
        let outcome = std::panic::catch_unwind(|| {
            if let Ok(platform) = Platform::from_str_with(&text, "fuzz.toml", overrides) {
                exercise(&mut ChaCha8Rng::seed_from_u64(seed), &platform);
                return true;
            }
            false
        });
        match outcome {
            Ok(good) => read += u64::from(good),
            Err(_) => panic!("WT_FUZZ_SEED={seed} panics with {overrides:?} on\n{text}"),
        }
        tried += 1;
        seed += 1;
    }
    println!("{tried} texts tried, {read} of them platforms");
    assert!(read > 0, "no mutation left a platform: the corpus is not read");
}
