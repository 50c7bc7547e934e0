//! Changed scenarios: reading, resolving and assembling one ends in a value or in an error, never in a panic, and a
//! scenario that was resolved reads back as itself.
#![allow(clippy::unwrap_used, unreachable_pub, reason = "a test may fail so")]

use crate::harness::{Corpus, fuzz};
use windtunnel_engine::{Assembly, ScenarioText};

const PIECES: &[&str] = &[
    "schema = 1\n",
    "network = 'delay'\n",
    "network = 'flow:bucket=1 ms'\n",
    "mpi-library = 'ideal'\n",
    "platform = 'dragonfly'\n",
    "compute = 'measured:1e9'\n",
    "payload = 'skip:18 EB'\n",
    "time-limit = -1.0\n",
    "observe = ['messages']\n",
    "mapping = 'random'\n",
    "ppn = 3\n",
    "[set]\n",
    "[collective]\n",
    "[[job]]\n",
    "motif = 'halo3d'\n",
    "motif = 'ior'\n",
    "'storage.model' = 'parallel'\n",
    "'storage.servers' = '[\"host1\"]'\n",
    "'storage.device.kind' = 'disk'\n",
    "'mpi.hints.cb_nodes' = '2'\n",
];

const TEXTS: &[&str] = &[
    "schema = 1\nplatform = 'two-hosts'\nnetwork = 'flow'\nmpi-library = 'mpich-4.3'\ncompute = 'none'\n\
     payload = 'copy'\nseed = 7\nmode = 'images'\nobserve = ['timeline', 'messages']\n\n[collective]\n\
     allreduce = 'ring'\n\n[set]\n'host.cores' = '4'\n\n[[job]]\nranks = 4\nmapping = 'block'\nppn = 2\n\
     oversubscribe = false\nprogram = './a.out'\narguments = ['-v', 'x']\ntag-output = true\n\n\
     [job.environment]\nA = 'b'\n",
    "platform = 'torus-3d'\nnetwork = 'delay'\ncompute = 'measured:0.5'\npayload = 'skip:64 KiB'\ntime-limit = 10.5\n\
     [[job]]\nranks = 8\nmotif = 'halo3d'\nmapping = 'random'\n[job.parameters]\nnx = '2'\n",
    "platform = 'fat-tree'\nmpi-library = 'ideal'\n[[job]]\nranks = 3\ntrace = ['a.txt', 'b.txt']\n\
     mapping = 'round-robin'\n",
    "platform = 'two-hosts'\nmpi-library = 'mpich-5.0'\n[[job]]\nranks = 2\nmotif = 'ior'\n[job.parameters]\n\
     collective = 'yes'\nblock = '1 MiB'\n[set]\n'storage.model' = 'parallel'\n'storage.servers' = '2'\n\
     'storage.mount' = '/data'\n'storage.layout.kind' = 'lustre'\n'storage.layout.count' = '2'\n\
     'storage.server.cache' = 'aggregation'\n'storage.server.memory' = '1 MB'\n'storage.client.part' = '64 KiB'\n\
     'storage.device.kind' = 'disk'\n'storage.device.rpm' = '7200'\n'storage.locks.unit' = '1 MiB'\n\
     'storage.metadata.threads' = '2'\n'mpi.hints.romio_cb_write' = 'enable'\n",
];

#[test]
fn scenarios() {
    let corpus = Corpus { texts: TEXTS.iter().map(|text| (*text).to_owned()).collect(), pieces: PIECES };
    fuzz("scenario", 20, &corpus, |_, text| {
        let Ok(scenario) = ScenarioText::parse(text, "fuzz.toml").and_then(ScenarioText::resolve) else {
            return false;
        };
        let again = ScenarioText::parse(&scenario.to_toml(), "again.toml").unwrap().resolve().unwrap();
        assert_eq!(again.text, scenario.text);
        // More ranks than these are right, too, but make a table where they are mapped at random.
        match Assembly::of(&scenario, scenario.ranks.unwrap_or(3).min(4096)) {
            Ok(assembly) => assembly.options(&scenario).is_ok(),
            Err(_) => false,
        }
    });
}

/// Rules for blocks are read, or refused in words.
#[test]
fn block_rules() {
    let texts = [
        "[[block]]\nname = \"spmv\"\nmodel = { \"1\" = \"2 us\", p1 = \"-1.5 ns\", \"p1*p2\" = \"0.25 ps\" }\n\
         [[block]]\nfunction = \"MPI_Send\"\nphase = \"solve\"\nscale = 0.5\n",
        "[[block]]\nsite = \"halo.c:42\"\ntime = \"40 us\"\n[[block]]\nphase = \"0\"\nscale = 3\n",
    ];
    let pieces = &[
        "[[block]]\n",
        "model = {",
        "}",
        "p1 = ",
        "\"p4*p4\" = ",
        "\"1e60 s\"",
        "\"-0 ps\"",
        "scale = ",
        "time = ",
        "name = ",
        "\"1\"",
        "*",
        "-",
    ];
    let file = std::env::temp_dir().join(format!("windtunnel-fuzz-rules-{}.toml", std::process::id()));
    let scenario = format!(
        "platform = 'two-hosts'\ncompute = 'none+{}'\n[[job]]\nranks = 2\nmotif = 'halo3d'\n",
        file.display()
    );
    let corpus = Corpus { texts: texts.map(str::to_owned).to_vec(), pieces };
    fuzz("block rules", 20, &corpus, |_, text| {
        std::fs::write(&file, text).unwrap();
        ScenarioText::parse(&scenario, "fuzz.toml").and_then(ScenarioText::resolve).is_ok()
    });
    std::fs::remove_file(&file).unwrap();
}
