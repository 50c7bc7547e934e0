//! External sort of a table's rows by a key, in bounded memory.

use crate::error::ResultsError;
use observe::{Row, Texts};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Rows sorted in memory.
pub(crate) const IN_MEMORY: usize = 1 << 20;

/// The rows of a table by a key; rows with equal keys in the order of the table.
#[derive(Debug)]
pub struct Sorted<R, K> {
    /// The next row of each run, least key first; ties go to the earlier run.
    heads: BinaryHeap<Reverse<Head<R, K>>>,
    runs: Vec<Spill>,
    last: std::vec::IntoIter<(K, R)>,
    texts: Texts,
    key: fn(&R) -> K,
}

#[derive(Debug)]
struct Head<R, K> {
    key: K,
    run: usize,
    row: R,
}

impl<R, K: Ord> PartialEq for Head<R, K> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<R, K: Ord> Eq for Head<R, K> {}

impl<R, K: Ord> PartialOrd for Head<R, K> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<R, K: Ord> Ord for Head<R, K> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (&self.key, self.run).cmp(&(&other.key, other.run))
    }
}

impl<R: Row, K: Ord> Sorted<R, K> {
    pub(crate) fn of(
        rows: impl Iterator<Item = Result<R, ResultsError>>,
        key: fn(&R) -> K,
        in_memory: usize,
        temporary: &Path,
    ) -> Result<Self, ResultsError> {
        let (mut texts, mut runs, mut held) = (Texts::default(), Vec::new(), Vec::new());
        for row in rows {
            let row = row?;
            held.push((key(&row), row));
            if held.len() == in_memory {
                held.sort_by(|a, b| a.0.cmp(&b.0));
                runs.push(Spill::write(held.drain(..).map(|(_, row)| row), &mut texts, temporary)?);
            }
        }
        held.sort_by(|a, b| a.0.cmp(&b.0));
        let mut sorted = Self { heads: BinaryHeap::new(), runs, last: held.into_iter(), texts, key };
        for run in 0..=sorted.runs.len() {
            sorted.advance(run)?;
        }
        Ok(sorted)
    }

    /// Moves the next row of a run to the heads.
    fn advance(&mut self, run: usize) -> Result<(), ResultsError> {
        let next = match self.runs.get_mut(run) {
            Some(spill) => spill.next::<R>(&self.texts)?.map(|row| ((self.key)(&row), row)),
            None => self.last.next(),
        };
        if let Some((key, row)) = next {
            self.heads.push(Reverse(Head { key, run, row }));
        }
        Ok(())
    }
}

impl<R: Row, K: Ord> Iterator for Sorted<R, K> {
    type Item = Result<R, ResultsError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse(Head { run, row, .. }) = self.heads.pop()?;
        if let Err(error) = self.advance(run) {
            self.heads.clear();
            return Some(Err(error));
        }
        Some(Ok(row))
    }
}

/// A sorted run on disk, in an unlinked file.
#[derive(Debug)]
struct Spill {
    file: BufReader<File>,
    path: PathBuf,
    left: usize,
    bytes: Vec<u8>,
    words: Vec<u64>,
}

impl Spill {
    fn write<R: Row>(rows: impl Iterator<Item = R>, texts: &mut Texts, place: &Path) -> Result<Self, ResultsError> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = place.join(format!("windtunnel-sort-{}-{number}", std::process::id()));
        let failed = |error: std::io::Error| ResultsError::Sort {
            file: path.display().to_string(),
            reason: error.to_string(),
        };
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path).map_err(failed)?;
        std::fs::remove_file(&path).map_err(failed)?;
        let mut out = BufWriter::new(file);
        let mut left = 0;
        for row in rows {
            let words = row.words(texts);
            words.as_ref().iter().try_for_each(|word| out.write_all(&word.to_le_bytes())).map_err(failed)?;
            left += 1;
        }
        let mut file = out.into_inner().map_err(|error| failed(error.into_error()))?;
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let bytes = vec![0; R::SCHEMA.columns.len() * 8];
        Ok(Self { file: BufReader::with_capacity(1 << 16, file), path, left, bytes, words: Vec::new() })
    }

    fn next<R: Row>(&mut self, texts: &Texts) -> Result<Option<R>, ResultsError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.file.read_exact(&mut self.bytes).map_err(|error| ResultsError::file(&self.path, error))?;
        self.words.clear();
        self.words
            .extend(self.bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))));
        Ok(Some(R::from_words(&self.words, texts)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use observe::{LinkRow, State, TimelineRow};
    use ops::{CallSite, Function};
    use proptest::prelude::*;
    use std::sync::Arc;
    use units::{ActorId, LinkId, Time};

    fn ps(ps: u64) -> Time {
        Time::from_ps(ps)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Whatever fits into memory, rows come as a stable sort of all of them brings them.
        #[test]
        fn sorted_rows_are_those_of_a_stable_sort(
            rows in proptest::collection::vec((0u32..4, 0u64..20, 0u16..5), 0..60),
            in_memory in 1usize..20,
        ) {
            let rows: Vec<TimelineRow> = rows
                .into_iter()
                .enumerate()
                .map(|(at, (rank, start, function))| TimelineRow {
                    rank: ActorId(rank),
                    state: Function::from_index(function).map_or(State::Compute, State::Call),
                    site: CallSite(at as u32),
                    start: ps(start),
                    end: ps(start + 1),
                    waiting: Time::ZERO,
                })
                .collect();
            let sorted = Sorted::of(rows.iter().cloned().map(Ok), |row| row.start, in_memory, &std::env::temp_dir()).unwrap();
            let found: Vec<TimelineRow> = sorted.map(Result::unwrap).collect();
            let mut expected = rows;
            expected.sort_by_key(|row| row.start);
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn texts_survive_the_disk() {
        let rows: Vec<LinkRow> = (0..9)
            .map(|at| LinkRow {
                link: LinkId(at),
                name: format!("link {at}").into(),
                class: Arc::from(if at % 2 == 0 { "up" } else { "down" }),
                bytes: 9 - u64::from(at),
                busy: ps(1),
            })
            .collect();
        let sorted = Sorted::of(rows.iter().cloned().map(Ok), |row| row.bytes, 2, &std::env::temp_dir()).unwrap();
        let found: Vec<LinkRow> = sorted.map(Result::unwrap).collect();
        assert!(found.iter().eq(rows.iter().rev()), "{found:?}");
    }

    #[test]
    fn an_error_ends_the_sort() {
        let wrong = ResultsError::file(std::path::Path::new("x"), "y");
        let rows = [Err::<LinkRow, _>(wrong.clone())];
        assert_eq!(Sorted::of(rows.into_iter(), |row| row.bytes, 2, &std::env::temp_dir()).unwrap_err(), wrong);
    }

    #[test]
    fn a_disk_that_takes_nothing_ends_the_sort() {
        let row = LinkRow { link: LinkId(0), name: "a".into(), class: "b".into(), bytes: 1, busy: ps(1) };
        let nowhere = Path::new("/no/such/folder");
        let error = Sorted::of([Ok(row)].into_iter(), |row: &LinkRow| row.bytes, 1, nowhere).unwrap_err().to_string();
        assert!(error.starts_with("/no/such/folder/windtunnel-sort-"), "{error}");
        assert!(error.contains(": a temporary file for sorting can't be written: No such file"), "{error}");
    }
}
