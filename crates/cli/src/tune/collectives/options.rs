//! The options of `windtunnel tune collectives`.

use clap::Args;
use config::UnknownName;
use engine::{Bytes, Operation, Time};
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct CollectivesOptions {
    /// Simulated machine: a platform file, or the name of a shipped platform.
    #[arg(short, long, value_name = "PLATFORM", required_unless_present = "from")]
    pub(crate) platform: Option<String>,
    /// A run to tune for: machine, placement, number of ranks and operations are its, unless options say otherwise; also sizes and
    /// arrivals, if it has the table `collectives`. It is simulated again with the tuning file, to tell what is gained.
    #[arg(long, value_name = "RUN")]
    pub(crate) from: Option<PathBuf>,
    /// With `--from`, runs the run's program without asking.
    #[arg(long, requires = "from")]
    pub(crate) yes: bool,
    /// Folder to write: the library's tuning files, the table `times`, and the page `report.html`.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// MPI library that is tuned; one with tuning files [default: the platform's].
    #[arg(long, value_name = "NAME")]
    pub(crate) mpi_library: Option<String>,
    /// Numbers of ranks: a list, or `A..B`, doubled from A on up to B.
    #[arg(short = 'n', long, value_name = "RANKS", value_parser = ranks, required_unless_present = "from")]
    pub(crate) ranks: Option<Numbers>,
    /// Sizes of the message, or of a block where the operation has blocks: a list, or `A..B`, doubled from A on up to B [default: those
    /// of the run of `--from`, if it has the table `collectives`; else 8B..1MiB].
    #[arg(long, value_name = "SIZES", value_parser = sizes)]
    pub(crate) sizes: Option<Numbers>,
    /// Operations, comma-separated [default: all that the library takes decisions on].
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = operation)]
    pub(crate) operation: Vec<Operation>,
    /// How ranks arrive: `together`, or `skew:TIME`, late by less than a time, at random [default: as late as at the median call of the
    /// run of `--from`, if it has the table `collectives`; else together].
    #[arg(long, value_name = "HOW", value_parser = arrival)]
    pub(crate) arrival: Option<String>,
    /// How often each call is made in a row, after a barrier each time. The first one, on new connections, counts only if it is alone; of
    /// the others the median does [default: 4 if ranks arrive late; else 2 over TCP, else 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repetitions: Option<u32>,
    /// By how many per cent a choice may be slower than the best, for the sake of fewer rules.
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u64).range(..=1000))]
    pub(crate) regret: u64,
    /// Mapping of ranks to hosts [default: block].
    #[arg(long, value_name = "SPEC", help_heading = "Placement")]
    pub(crate) mapping: Option<String>,
    /// Maximum number of ranks per host [default: its cores].
    #[arg(long, value_name = "K", help_heading = "Placement")]
    pub(crate) ppn: Option<u32>,
    /// Network model [default: flow].
    #[arg(long, value_name = "MODEL")]
    pub(crate) network: Option<String>,
    /// Overrides a key of the platform file, as in `--set host.cores=8`; repeatable.
    #[arg(long, value_name = "KEY=VALUE", value_parser = crate::pair::pair)]
    pub(crate) set: Vec<(String, String)>,
    /// Replaces the files if they exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// Prints JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The sizes unless options or a run say which.
pub(super) fn usual_sizes() -> Numbers {
    (3..=20).map(|power| 1 << power).collect()
}

/// Ascending numbers.
pub(crate) type Numbers = std::sync::Arc<[u64]>;

/// A list, or a range that is doubled.
fn numbers(text: &str, one: impl Fn(&str) -> Option<u64>) -> Option<Numbers> {
    let mut found = match text.split_once("..") {
        Some((first, last)) => {
            let (first, last) = (one(first).filter(|first| *first > 0)?, one(last)?);
            let doubled = std::iter::successors(Some(first), |number| number.checked_mul(2));
            doubled.take_while(|number| *number < last).chain((first <= last).then_some(last)).collect()
        }
        None => text.split(',').map(one).collect::<Option<Vec<u64>>>()?,
    };
    found.sort_unstable();
    found.dedup();
    (!found.is_empty()).then(|| found.into())
}

fn ranks(text: &str) -> Result<Numbers, String> {
    let one = |text: &str| text.trim().parse().ok().filter(|ranks| (2..=1 << 20).contains(ranks));
    numbers(text, one).ok_or_else(|| "expected numbers of ranks from 2 on, as in `2..64` or `4,12,48`".to_owned())
}

/// The largest size: the most numbers of 8 bytes that MPI counts in 31 bits.
const MOST: u64 = 16 << 30;

fn sizes(text: &str) -> Result<Numbers, String> {
    let one = |text: &str| text.trim().parse::<Bytes>().ok().map(|bytes| bytes.0).filter(|bytes| *bytes <= MOST);
    numbers(text, one).ok_or_else(|| "expected sizes up to 16 GiB, as in `8B..16MiB` or `1KiB,48KiB`".to_owned())
}

fn operation(text: &str) -> Result<Operation, String> {
    let found = engine::timed_operations().find(|operation| operation.name() == text);
    found.ok_or_else(|| {
        let unknown = UnknownName::new(text, engine::timed_operations().map(Operation::name));
        format!("unknown operation {unknown}")
    })
}

/// As the motif's parameter `skew`.
fn arrival(text: &str) -> Result<String, String> {
    match (text, text.strip_prefix("skew:")) {
        ("together", _) => Ok("0 s".to_owned()),
        (_, Some(time)) if time.parse::<Time>().is_ok() => Ok(time.to_owned()),
        _ => Err("expected `together`, or `skew:` and a time, as in `skew:10us`".to_owned()),
    }
}

/// The timed part of a call, in words.
pub(super) const TIMED: &str = "from the last rank's arrival to the last one's departure";

/// How often each call is made, and what counts, in words.
pub(super) fn counted(repetitions: u32) -> String {
    match repetitions {
        1 => "each call is made once".to_owned(),
        2 => "each call is made twice in a row, and the second time counts".to_owned(),
        _ => format!(
            "each call is made {repetitions} times in a row, and the median of the last {} counts",
            repetitions - 1
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_which_calls_count() {
        let told = [1, 2, 4].map(counted);
        assert_eq!(
            told,
            [
                "each call is made once",
                "each call is made twice in a row, and the second time counts",
                "each call is made 4 times in a row, and the median of the last 3 counts"
            ]
        );
    }

    #[test]
    fn ranges_double_and_end_where_they_say() {
        assert_eq!(*ranks("2..64").unwrap(), [2, 4, 8, 16, 32, 64]);
        assert_eq!(*ranks("3..20").unwrap(), [3, 6, 12, 20]);
        assert_eq!(*ranks("48,4,4").unwrap(), [4, 48]);
        assert_eq!(*sizes("8B..1KiB").unwrap(), [8, 16, 32, 64, 128, 256, 512, 1024]);
        for wrong in ["", "1..4", "8..4", "2..", "many", "0"] {
            assert!(ranks(wrong).is_err(), "{wrong}");
        }
        assert!(sizes("0B..8B").is_err() && sizes("8").is_err());
        assert_eq!(*sizes("16GiB").unwrap(), [16 << 30]);
        assert!(sizes("17GiB").unwrap_err().starts_with("expected sizes up to 16 GiB, as in"));
    }

    #[test]
    fn arrivals_and_operations_are_known_or_told() {
        assert_eq!(arrival("skew:10us").unwrap(), "10us");
        assert_eq!(arrival("together").unwrap(), "0 s");
        assert!(arrival("skew:soon").unwrap_err().starts_with("expected `together`, or `skew:` and a time"));
        assert!(operation("alreduce").unwrap_err().ends_with("; did you mean `allreduce`?"));
        assert!(
            operation("gatherv")
                .unwrap_err()
                .starts_with("unknown operation `gatherv`; expected one of barrier, bcast")
        );
    }
}
