//! Changed library files and `--collective` options: reading one ends in a library or in an error, never in a panic.
//! A library that comes out answers for its costs.
#![allow(clippy::unwrap_used, unreachable_pub, reason = "a test may fail so")]

use crate::harness::{Corpus, fuzz};
use windtunnel_mpi::collectives;
use windtunnel_mpi::library::Library;

const PIECES: &[&str] = &[
    "up_to = '1 B'",
    "per_byte = '213 days'",
    "rate = '1 B/s'",
    "fixed = '213 days'",
    "round_trips = 1000",
    "'inside-mpi'",
    "'allreduce'",
    "'messages'",
    "use = 'trivial'",
    "throttle = 0",
    "'< 18 EB'",
    "rules = []",
    "when = {}",
    "true",
];

const SIZES: [u64; 6] = [0, 1, 1420, 1 << 20, 1 << 48, u64::MAX];

#[test]
fn library_files() {
    let corpus = Corpus::of_folder("mpi-libraries", "toml", PIECES);
    fuzz("MPI library", 20, &corpus, |_, text| {
        let Ok(library) = Library::parse("fuzz.toml", text) else { return false };
        for bytes in SIZES {
            for costs in [&library.protocol.send, &library.protocol.isend, &library.protocol.recv] {
                costs.cost(bytes);
            }
            let factors = [&library.protocol.latency_factor, &library.protocol.bandwidth_factor];
            assert!(factors.iter().all(|steps| steps.at(bytes) > 0.0));
        }
        assert!(library.defaults().iter().all(|default| !default.value.is_empty()));
        true
    });
}

#[test]
fn platform_overrides() {
    let texts = [
        "send = '3 us'\nisend = [{ up_to = '1 kB', fixed = '1 us' }, { fixed = '2 us', rate = '1 GB/s' }]\n",
        "handshake = { round_trips = 2 }\ncollective = { bcast = 'binomial', alltoall = 'scattered:throttle=8' }\n",
        "collective = { bcast = 'measured' }\n[measured.bcast]\nranks = [2, 4]\nsizes = ['0 B', '1 kB']\ntimes = [['1 us', '3 us'], ['2 us', '5 us']]\n",
        "eager_max = '1 kB'\nsend_end = [{ up_to = '64 KiB', when = 'at-once' }, { when = 'matched' }]\nsend_buffer = '1 MB'\neager_buffer = 'unlimited'\ntest = '1 ns'\nprogress = 'inside-mpi'\n",
    ];
    let corpus = Corpus { texts: texts.map(str::to_owned).to_vec(), pieces: PIECES };
    fuzz("platform's MPI table", 10, &corpus, |_, text| {
        let Ok(table) = text.parse() else { return false };
        Library::load(Some("ideal"), &table, &|key| Some(format!("fuzz.toml: {key}"))).is_ok()
    });
}

#[test]
fn collective_options() {
    let mut texts = vec!["allreduce=ring".to_owned(), "alltoall=scattered:throttle=8".to_owned()];
    for algorithm in collectives::ALL.iter().copied().flatten() {
        let setting = algorithm.parameters.first().map_or(String::new(), |own| format!(":{}=3", own.name));
        texts.push(format!("{}={}{setting}", algorithm.operation.name(), algorithm.name));
    }
    let corpus =
        Corpus { texts, pieces: &["allreduce", "alltoall", "ring", "throttle=", "k=0", "scattered", "==", ":"] };
    let library = Library::load(None, &toml::Table::new(), &|_| None).unwrap();
    fuzz("--collective", 10, &corpus, |_, text| {
        let (operation, algorithm) = text.split_once('=').unwrap_or((text, ""));
        library.clone().set_algorithm(operation, algorithm).is_ok()
    });
}
