//! Measured times of collective operations: tables `[measured.OPERATION]` of a library file or of a platform's `[mpi]`.
//!
//! `ranks` and `sizes` are ascending lists; `times` has a row for each number of ranks, with a time for each size. For other
//! sizes and numbers of ranks, times are interpolated linearly, first in size, then in ranks, and rounded down to a picosecond.
//! A size below the smallest takes as long as the smallest. Beyond the largest size, the line through the last two sizes is
//! continued, but no time is shorter than the time of the largest size. Fewer or more ranks than the table has are an error.

use super::document::{Node, only};
use super::error::LibraryError;
use crate::selectors::SelectError;
use crate::selectors::error::SelectionError;
use config::UnknownName;
use ops::Operation;
use units::{Bytes, Time};

/// The tables of a library, by operation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured(Vec<(Operation, Table)>);

/// The times of an operation.
#[derive(Clone, Debug)]
struct Table {
    /// Where it is written.
    place: String,
    ranks: Vec<u64>,
    sizes: Vec<u64>,
    /// In picoseconds, a row for each number of ranks.
    times: Vec<Vec<u64>>,
}

impl Measured {
    /// Reads a table of tables; an operation that was known before has its new table.
    pub(super) fn read(&mut self, node: &Node) -> Result<(), LibraryError> {
        for entry in node.table("measured")? {
            let known = Operation::ALL.iter().filter(|operation| !operation.among_neighbours());
            let operation =
                known.clone().find(|operation| operation.name() == entry.key).copied().ok_or_else(|| {
                    let known = known.map(|operation| operation.name());
                    SelectionError::UnknownOperation {
                        place: entry.place.clone(),
                        unknown: UnknownName::new(&entry.key, known),
                    }
                })?;
            let table = Table::read(&entry.place, &entry.node)?;
            self.0.retain(|(other, _)| *other != operation);
            self.0.push((operation, table));
        }
        Ok(())
    }

    fn of(&self, operation: Operation) -> Option<&Table> {
        self.0.iter().find(|(known, _)| *known == operation).map(|(_, table)| table)
    }

    /// Whether an operation has a table.
    pub(crate) fn has(&self, operation: Operation) -> bool {
        self.of(operation).is_some()
    }

    /// What an operation takes on so many ranks, with messages or blocks of so many bytes.
    ///
    /// # Errors
    /// If the table has no such number of ranks.
    pub(crate) fn time(&self, operation: Operation, ranks: u32, bytes: u64) -> Result<Time, SelectError> {
        let table = self.of(operation).expect("a library has tables for all operations that are to be measured");
        table.time(u64::from(ranks), bytes).map(Time::from_ps).ok_or_else(|| SelectError::NotMeasured {
            place: table.place.clone(),
            operation: operation.name(),
            ranks,
            first: table.ranks[0],
            last: table.ranks[table.ranks.len() - 1],
        })
    }
}

impl Table {
    fn read(place: &str, node: &Node) -> Result<Self, LibraryError> {
        const TABLE: &str = "a table of measured times";
        only(node.table("measured")?, &["ranks", "sizes", "times"], TABLE)?;
        let (ranks, sizes) = (node.required("ranks", TABLE)?, node.required("sizes", TABLE)?);
        let ranks = ascending(ranks, "ranks", |item| item.count("ranks"))?;
        let sizes = ascending(sizes, "sizes", |item| item.quantity::<Bytes>("sizes").map(|bytes| bytes.0))?;
        let rows = node.required("times", TABLE)?;
        let times = items(rows, (ranks.len(), "a list of times for each number of `ranks`"))?.iter().map(|row| {
            let row = items(row, (sizes.len(), "a time for each of `sizes` in each list"))?.iter();
            row.map(|time| time.quantity::<Time>("times").map(Time::ps)).collect()
        });
        Ok(Self { place: place.to_owned(), times: times.collect::<Result<_, _>>()?, ranks, sizes })
    }

    fn time(&self, ranks: u64, bytes: u64) -> Option<u64> {
        let after = self.ranks.partition_point(|known| *known < ranks);
        let at = *self.ranks.get(after)?;
        let time = self.of_size(after, bytes);
        if at == ranks {
            return Some(time);
        }
        let before = after.checked_sub(1)?;
        Some(between(ranks, (self.ranks[before], self.of_size(before, bytes)), (at, time)))
    }

    /// What a message of so many bytes takes on the n-th number of ranks.
    fn of_size(&self, row: usize, bytes: u64) -> u64 {
        let (sizes, times) = (&self.sizes, &self.times[row]);
        let after = sizes.partition_point(|known| *known < bytes);
        let at = |index: usize| (sizes[index], times[index]);
        match (after, after == sizes.len()) {
            (0, _) => times[0],
            (1, true) => times[0],
            (_, true) => between(bytes, at(after - 2), at(after - 1)).max(times[after - 1]),
            _ => between(bytes, at(after - 1), at(after)),
        }
    }
}

/// The line through two points, rounded down; not below 0.
fn between(x: u64, first: (u64, u64), second: (u64, u64)) -> u64 {
    let way = |from: u64, to: u64| u128::from(from.abs_diff(to));
    let (rise, run) = (way(first.1, second.1) * way(first.0, x), way(first.0, second.0));
    let start = u128::from(first.1);
    let value = if (second.1 >= first.1) == (x >= first.0) {
        start.saturating_add(rise / run)
    } else {
        start.saturating_sub(rise.div_ceil(run))
    };
    u64::try_from(value).unwrap_or(u64::MAX)
}

/// The items of a list of the right length.
fn items<'n>(node: &'n Node, (length, expected): (usize, &'static str)) -> Result<&'n [Node], LibraryError> {
    let list = node.list("times")?;
    if list.len() == length {
        return Ok(list);
    }
    let (place, key) = (node.place.clone(), "times".to_owned());
    Err(LibraryError::OutOfRange { place, key, value: format!("a list of {} items", list.len()), expected })
}

/// A list of ascending numbers, at least one.
fn ascending(
    node: &Node,
    key: &str,
    read: impl Fn(&Node) -> Result<u64, LibraryError>,
) -> Result<Vec<u64>, LibraryError> {
    let mut numbers = Vec::new();
    let wrong = |node: &Node, value: String, expected| LibraryError::OutOfRange {
        place: node.place.clone(),
        key: key.to_owned(),
        value,
        expected,
    };
    for item in node.list(key)? {
        let number = read(item)?;
        if numbers.last().is_some_and(|last| *last >= number) {
            return Err(wrong(item, number.to_string(), "a larger number than the one before it"));
        }
        numbers.push(number);
    }
    if numbers.is_empty() {
        return Err(wrong(node, "empty".to_owned(), "a list of at least one number"));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Result<Measured, LibraryError> {
        let mut measured = Measured::default();
        measured.read(&crate::library::document::parse("x.toml", text)?).map(|()| measured)
    }

    #[test]
    fn times_between_and_beyond_those_of_the_table() {
        let text = "[bcast]\nranks = [2, 4]\nsizes = [\"0 B\", \"100 B\", \"300 B\"]\ntimes = [[\"10 ps\", \"20 ps\", \"60 ps\"], \
                    [\"20 ps\", \"40 ps\", \"35 ps\"]]\n";
        let table = table(text).unwrap();
        let time = |ranks, bytes| table.time(Operation::Bcast, ranks, bytes).map(Time::ps);
        assert_eq!([0, 50, 100, 101, 299, 300].map(|bytes| time(2, bytes)), [10, 15, 20, 20, 59, 60].map(Ok));
        assert_eq!([400, 1_300].map(|bytes| time(2, bytes)), [80, 260].map(Ok), "as between the last two");
        assert_eq!(
            [200, 400].map(|bytes| time(4, bytes)),
            [37, 35].map(Ok),
            "more bytes never take less than the last"
        );
        assert_eq!([0, 100].map(|bytes| time(3, bytes)), [15, 30].map(Ok));
        for ranks in [1, 5] {
            let expected = format!(
                "bcast has no measured time for {ranks} ranks: the table has 2 to 4 ranks; extend its `ranks` and `times` at \
                 x.toml:1:2, or choose another algorithm (--collective bcast=ALGORITHM)"
            );
            assert_eq!(time(ranks, 0).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn one_size_holds_for_all() {
        let table = table("[barrier]\nranks = [8]\nsizes = [\"4 B\"]\ntimes = [[\"3 us\"]]\n").unwrap();
        let times = [0, 4, 1 << 40].map(|bytes| table.time(Operation::Barrier, 8, bytes).unwrap());
        assert_eq!(times, [Time::from_ns(3_000); 3]);
        assert!(table.has(Operation::Barrier) && !table.has(Operation::Bcast));
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        for (first, second) in [((0, 0), (1, u64::MAX)), ((0, u64::MAX), (1, 0)), ((0, u64::MAX), (u64::MAX, 0))] {
            assert_eq!([first.0, second.0].map(|x| between(x, first, second)), [first.1, second.1]);
        }
        assert_eq!(between(u64::MAX, (0, 0), (1, u64::MAX)), u64::MAX);
        assert_eq!(between(u64::MAX, (0, u64::MAX), (1, 0)), 0);
    }

    #[test]
    fn wrong_tables() {
        let with = |text: &str| table(text).unwrap_err().to_string();
        let error = with("[bcst]\n");
        let begin = "x.toml:1:2: unknown collective operation `bcst`; expected one of barrier, bcast, ";
        assert!(error.starts_with(begin) && error.ends_with("; did you mean `bcast`?"), "{error}");
        assert!(with("[neighbor_alltoall]\n").contains("unknown collective operation `neighbor_alltoall`; "));
        assert_eq!(with("[bcast]\nranks = [2]\n"), "x.toml:1:1: `sizes` is missing in a table of measured times");
        let lists = |ranks: &str, sizes: &str, times: &str| {
            with(&format!("[bcast]\nranks = {ranks}\nsizes = {sizes}\ntimes = {times}\n"))
        };
        assert_eq!(
            lists("[2, 2]", "[\"1 B\"]", "[]"),
            "x.toml:2:13: `ranks` is 2; expected a larger number than the one before it"
        );
        assert_eq!(
            lists("[]", "[\"1 B\"]", "[]"),
            "x.toml:2:9: `ranks` is empty; expected a list of at least one number"
        );
        assert_eq!(lists("[2]", "[1]", "[]"), "x.toml:3:10: `sizes` is an integer; expected a text");
        assert_eq!(
            lists("[2]", "[\"1 B\"]", "[]"),
            "x.toml:4:9: `times` is a list of 0 items; expected a list of times for each number of `ranks`"
        );
        assert_eq!(
            lists("[2]", "[\"1 B\"]", "[[\"1 s\", \"2 s\"]]"),
            "x.toml:4:10: `times` is a list of 2 items; expected a time for each of `sizes` in each list"
        );
        assert!(lists("[2]", "[\"1 B\"]", "[[\"1 B\"]]").starts_with("x.toml:4:11: `times`: "));
    }
}
