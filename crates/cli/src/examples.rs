//! Two examples for the help text of each command.
//!
//! The system test `test_command_line.py` executes the examples in order. Its folder has these files at the start: the program
//! `ring`, `cables.toml`, `cluster.xml`, `pairs.txt`, `measured.toml`.

use clap::Command;

/// The words of a command, and two uses of it.
pub(crate) type Examples = (&'static str, [&'static str; 2]);

/// All, in an order in which each finds what those before have written.
pub(crate) const EXAMPLES: &[Examples] = &[
    (
        "run",
        [
            "windtunnel run -n 16 -p torus-3d ./ring",
            "windtunnel run -n 16 -p fat-tree --observe waits,timeline,messages --out first ./ring",
        ],
    ),
    (
        "record",
        [
            "windtunnel record -n 16 -p fat-tree -o ring.trace ./ring",
            "windtunnel record -n 8 -p two-hosts --compute none -o small.trace ./ring",
        ],
    ),
    (
        "replay",
        [
            "windtunnel replay -p torus-3d ring.trace",
            "windtunnel replay -p dragonfly --network packet --observe timeline --out second ring.trace",
        ],
    ),
    (
        "motif",
        [
            "windtunnel motif -n 64 -p torus-3d halo3d bytes=64KiB iterations=5",
            "windtunnel motif -n 64 -p torus-3d --ppn 1 --observe graph --out third collective operation=alltoall bytes=4KiB",
        ],
    ),
    ("trace library", ["windtunnel trace library mpich", "windtunnel trace library openmpi"]),
    ("trace info", ["windtunnel trace info ring.trace", "windtunnel trace info small.trace"]),
    ("trace compare", ["windtunnel trace compare first second", "windtunnel trace compare second first"]),
    (
        "trace cut",
        [
            "windtunnel trace cut ring.trace --phase 0 -o begin.trace",
            "windtunnel trace cut small.trace --phase 0 -o begin.trace --force",
        ],
    ),
    (
        "trace merge",
        [
            "windtunnel trace merge ring.trace -o merged.trace",
            "windtunnel trace merge small.trace -o merged.trace --force",
        ],
    ),
    (
        "compare",
        [
            "windtunnel compare --platforms fat-tree torus-3d -- run -n 16 ./ring",
            "windtunnel compare --networks delay flow packet --out models -- replay -p fat-tree ring.trace",
        ],
    ),
    ("summary", ["windtunnel summary first", "windtunnel summary second --json"]),
    ("explain", ["windtunnel explain first", "windtunnel explain first --what-if=no-contention --yes"]),
    ("report", ["windtunnel report first -o ring.html", "windtunnel report first second third -o together.html"]),
    (
        "export",
        [
            "windtunnel export first --to perfetto -o ring.pftrace",
            "windtunnel export first --to prv --ranks 0-3 -o ring.prv",
        ],
    ),
    ("links", ["windtunnel links first", "windtunnel links first --class network --json"]),
    (
        "tune mapping",
        [
            "windtunnel tune mapping -p torus-3d --budget 5s -o ranks.txt third",
            "windtunnel tune mapping -p torus-3d --objective hop-bytes --steps 1000 -o hops.txt third",
        ],
    ),
    (
        "tune collectives",
        [
            "windtunnel tune collectives -p fat-tree --ppn 1 -n 16 --operation allreduce --sizes 8B,64KiB -o tuned",
            "windtunnel tune collectives --from third --yes -o tuned-for-third",
        ],
    ),
    (
        "platform check",
        ["windtunnel platform check torus-3d", "windtunnel platform check fat-tree --set host.cores=64"],
    ),
    (
        "platform show",
        [
            "windtunnel platform show dragonfly",
            "windtunnel platform show torus-3d --set 'topology.dimensions=[4,4,4]'",
        ],
    ),
    ("platform print", ["windtunnel platform print fat-tree > mine.toml", "windtunnel platform print mine.toml"]),
    (
        "platform route",
        [
            "windtunnel platform route fat-tree host0 host9",
            "windtunnel platform route two-hosts host0:0 host1:3 --json",
        ],
    ),
    (
        "platform place",
        [
            "windtunnel platform place torus-3d -n 16 --mapping round-robin",
            "windtunnel platform place mine.toml -n 8 --ppn 2 --json",
        ],
    ),
    (
        "platform import",
        ["windtunnel platform import cluster.xml", "windtunnel platform import cluster.xml -o cluster.toml"],
    ),
    (
        "platform draw",
        [
            "windtunnel platform draw dragonfly -o dragonfly.svg",
            "windtunnel platform draw torus-3d --hosts 64 -o torus.svg",
        ],
    ),
    (
        "scenario inputs",
        [
            "windtunnel scenario inputs -- run -n 4 -p mine.toml ./ring",
            "windtunnel scenario inputs --json -- motif -n 4 -p fat-tree graph file=pairs.txt",
        ],
    ),
    ("config", ["windtunnel config", "windtunnel config --json"]),
    ("list", ["windtunnel list networks", "windtunnel list platforms --json"]),
    ("calibrate host", ["windtunnel calibrate host", "windtunnel calibrate host --repetitions 20"]),
    ("calibrate program", ["windtunnel calibrate program", "windtunnel calibrate program --force -o wtcal.c"]),
    (
        "calibrate network",
        [
            "windtunnel calibrate network raw-1.csv raw-2.csv -p shape.toml -o machine.toml --library library.toml",
            "windtunnel calibrate network raw-1.csv -p shape.toml -o machine.toml --library library.toml --start openmpi-5.0",
        ],
    ),
    (
        "calibrate check",
        [
            "windtunnel calibrate check raw-1.csv -p machine.toml",
            "windtunnel calibrate check today.csv -p machine.toml --baseline last-year.csv",
        ],
    ),
    (
        "calibrate storage",
        ["windtunnel calibrate storage fio.json", "windtunnel calibrate storage fio.json ior.json > storage.toml"],
    ),
    (
        "calibrate noise",
        ["windtunnel calibrate noise -o noise.txt", "windtunnel calibrate noise --seconds 2 --core 0 -o core0.txt"],
    ),
    ("campaign", ["windtunnel campaign cables.toml --list", "windtunnel campaign cables.toml"]),
    ("study list", ["windtunnel study list", "windtunnel study list"]),
    (
        "study run",
        ["windtunnel study run graphene-alltoall --small", "windtunnel study run noise --small --out noise-study"],
    ),
];

/// The first example of a command.
pub(crate) fn first_of(command: &str) -> &'static str {
    EXAMPLES.iter().find(|(path, _)| *path == command).map_or("", |(_, uses)| uses[0])
}

/// The command with the examples in the help texts of its subcommands.
pub(crate) fn added_to(mut command: Command) -> Command {
    for (path, uses) in EXAMPLES {
        let text = format!("Examples:\n  {}\n  {}\n\nAll options: windtunnel {path} --help-all", uses[0], uses[1]);
        command = at(command, &mut path.split(' '), &text);
    }
    command
}

fn at<'a>(command: Command, path: &mut impl Iterator<Item = &'a str>, text: &str) -> Command {
    match path.next() {
        Some(name) => command.mut_subcommand(name, |inner| at(inner, path, text)),
        None => command.after_help(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options;

    fn leaves(command: &Command, path: &str, found: &mut Vec<String>) {
        let own = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path} {name}") };
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            match inner.has_subcommands() {
                true => leaves(inner, &own(inner.get_name()), found),
                false => found.push(own(inner.get_name())),
            }
        }
    }

    #[test]
    fn every_command_has_examples_that_it_understands() {
        let mut found = Vec::new();
        leaves(&options::command(), "", &mut found);
        let mut have: Vec<_> = EXAMPLES.iter().map(|(path, _)| (*path).to_owned()).collect();
        found.sort();
        have.sort();
        assert_eq!(found, have);
        for (path, uses) in EXAMPLES {
            for line in uses {
                assert!(line.starts_with(&format!("windtunnel {path}")), "{line}");
                let words = line.split(" > ").next().unwrap().split_whitespace().map(|word| word.trim_matches('\''));
                options::parsed(words).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
        }
    }

    /// Two screens of 40 lines, at 100 columns.
    #[test]
    fn every_help_text_fits_on_two_screens() {
        let mut found = Vec::new();
        leaves(&options::command(), "", &mut found);
        for path in found {
            let words = ["windtunnel"].into_iter().chain(path.split(' ')).chain(["--help"]);
            let text = options::parsed(words).unwrap_err().to_string();
            let lines = text.lines().count();
            assert!(lines <= 80 && text.contains("Examples:"), "{path}: {lines} lines\n{text}");
        }
    }
}
