//! What the fuzz tests share: they change right and wrong texts a little, and whatever comes out has to end in a
//! value or in an error, never in a panic.
//!
//! A test includes this file (`#[path]`), so that no crate depends on another for it. `WT_FUZZ_SECONDS` sets how
//! long to look (1 by default; a test may take a share of it), `WT_FUZZ_SEED` where to begin. The seed decides all
//! of a text. A text that takes long is named on stderr while it runs, so that one without an end is found as well.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses its part and may fail so")]

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Random numbers of one text: SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014).
pub(crate) struct Stream(u64);

impl Stream {
    pub(crate) fn new(seed: u64) -> Self {
        let mut stream = Self(seed);
        // Neighbouring seeds shall have nothing in common.
        stream.0 = stream.next();
        stream
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 if that is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// One of some things.
    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Pieces that make a mutation of any format interesting more often than random bytes do.
const PIECES: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "0.5",
    "255",
    "65535",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "1e30",
    "1e999999999",
    "nan",
    "inf",
    "''",
    "'",
    "\"",
    "[]",
    "[1]",
    "{}",
    "true",
    "=",
    ":",
    ",",
    "\n",
    "\r\n",
    " ",
    "\t",
    "[",
    "]",
    ".",
    "#",
    "\u{feff}",
    "µ",
    "\0",
    "1979-05-27",
    "'1 GB/s'",
    "'0 B/s'",
    "'18 EB/s'",
    "'213 days'",
    "'1 us'",
    "1 B",
    "18 EB",
    "none",
];

/// What is changed, and into what.
pub(crate) struct Corpus {
    /// Right texts; wrong ones are welcome too.
    pub(crate) texts: Vec<String>,
    /// Pieces of the format, beside the general ones.
    pub(crate) pieces: &'static [&'static str],
}

impl Corpus {
    /// The files of a folder of the repository with one of some endings, sorted by name.
    pub(crate) fn of_folder(folder: &str, extension: &str, pieces: &'static [&'static str]) -> Self {
        let folder = format!("{}/../../{folder}", env!("CARGO_MANIFEST_DIR"));
        let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|own| own == extension));
        files.sort();
        assert!(!files.is_empty(), "no *.{extension} in {folder}");
        Self { texts: files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect(), pieces }
    }

    /// The text of a stream: one of the corpus with up to four changes.
    fn text(&self, stream: &mut Stream) -> String {
        let mut text = stream.pick(&self.texts).clone();
        for _ in 0..=stream.below(3) {
            let donor = stream.pick(&self.texts);
            let own = stream.below(self.pieces.len() + PIECES.len());
            let piece = self.pieces.iter().chain(PIECES).nth(own).unwrap();
            mutate(stream, &mut text, donor, piece);
        }
        text
    }
}

/// A place in `text` between two characters.
fn place(stream: &mut Stream, text: &str) -> usize {
    let mut at = stream.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Start and end of a random word or number of `text`, so that a value is replaced as a whole.
fn token(stream: &mut Stream, text: &str) -> (usize, usize) {
    let at = place(stream, text);
    let ends = |c: char| c.is_whitespace() || "=,:[]{}'\"".contains(c);
    let start = text[..at].rfind(ends).map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(ends).map_or(text.len(), |i| at + i);
    (start, end.max(start))
}

fn mutate(stream: &mut Stream, text: &mut String, donor: &str, piece: &str) {
    match stream.below(7) {
        0 => text.insert_str(place(stream, text), piece),
        1 | 2 => {
            let (start, end) = token(stream, text);
            text.replace_range(start..end, piece);
        }
        3 => {
            let at = place(stream, text);
            let count = stream.below(8);
            let end = text[at..].char_indices().nth(count).map_or(text.len(), |(i, _)| at + i);
            text.replace_range(at..end, "");
        }
        4 => text.truncate(place(stream, text)),
        5 => {
            // A line of another text.
            let lines: Vec<&str> = donor.lines().collect();
            let line = lines.get(stream.below(lines.len())).copied().unwrap_or("");
            text.insert_str(place(stream, text), &format!("\n{line}\n"));
        }
        _ => {
            let lines: Vec<&str> = text.lines().collect();
            let drop = stream.below(lines.len());
            *text = lines.iter().enumerate().filter(|(i, _)| *i != drop).map(|(_, l)| format!("{l}\n")).collect();
        }
    }
}

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}: not a number")))
}

/// A thread that names the seed of a text that takes long: the only way to find one that never ends.
struct Watch {
    seed: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watch {
    fn new(name: &str) -> Self {
        let (seed, over) = (Arc::new(AtomicU64::new(u64::MAX)), Arc::new(AtomicBool::new(false)));
        let (name, shared) = (name.to_owned(), (Arc::clone(&seed), Arc::clone(&over)));
        let watch = move || {
            let mut before = u64::MAX;
            while !shared.1.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_secs(5));
                let now = shared.0.load(Ordering::Relaxed);
                if now == before && !shared.1.load(Ordering::Relaxed) {
                    // Not captured, as what the print macros write in a test is.
                    let _ = writeln!(std::io::stderr(), "fuzz {name}: WT_FUZZ_SEED={now} takes more than 5 s");
                }
                before = now;
            }
        };
        Self { seed, over, thread: Some(std::thread::spawn(watch)) }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Gives `check` text after text for `share` per cent of `WT_FUZZ_SECONDS`, and a second at least. `check` says
/// whether the text was right; a panic of it is the failure looked for.
pub(crate) fn fuzz(name: &str, share: u64, corpus: &Corpus, check: impl Fn(&mut Stream, &str) -> bool) {
    let end = Instant::now() + Duration::from_millis((env("WT_FUZZ_SECONDS", 1) * share * 10).max(1000));
    let watch = Watch::new(name);
    let (mut tried, mut right) = (0u64, 0u64);
    let mut seed = env("WT_FUZZ_SEED", 0);
    let (mut now, mut slowest) = (Instant::now(), (Duration::ZERO, seed));
    while now < end {
        watch.seed.store(seed, Ordering::Relaxed);
        let mut stream = Stream::new(seed);
        let text = corpus.text(&mut stream);
        match catch_unwind(AssertUnwindSafe(|| check(&mut stream, &text))) {
            Ok(good) => right += u64::from(good),
            Err(panic) => {
                eprintln!("fuzz {name}: WT_FUZZ_SEED={seed} fails on\n{text}");
                resume_unwind(panic);
            }
        }
        let before = std::mem::replace(&mut now, Instant::now());
        slowest = slowest.max((now - before, seed));
        tried += 1;
        seed += 1;
    }
    let (longest, which) = slowest;
    println!(
        "fuzz {name}: {tried} texts, {right} of them right; the slowest took {longest:?} (WT_FUZZ_SEED={which})"
    );
    assert!(right > 0, "no change left a right text: the corpus is not read");
}
