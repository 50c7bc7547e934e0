//! Reads hardware counters (instructions, cycles, bytes from memory) of computation blocks from a file, and adds them to a
//! trace. A block is the computation of a rank between two MPI calls.
//!
//! The file has a line of column names, `rank,site,occurrence` and one to four counters, and a line for each block. A block is
//! identified by the MPI call that ends it: by rank, call site, and the number of that call among the rank's calls at this
//! site, counted from 0. Call sites with equal descriptions count as one. In the trace the block gets the call site's name,
//! with the counts as parameters, as if the program had called `wt_block`.

use super::summary::MergeError;
use crate::sizes::is_site;
use crate::traces::error::TraceError;
use ops::{BLOCK_PARAMETERS, CallSite, Post};
use rustc_hash::FxHashMap;
use std::path::Path;

/// The columns before the counters.
const PLACE: [&str; 3] = ["rank", "site", "occurrence"];

/// The counts of one block.
struct Row {
    line: usize,
    counts: Box<[u64]>,
    used: bool,
}

/// A file of counts.
pub(super) struct Counters {
    file: String,
    pub(super) names: Vec<String>,
    /// The first of the call sites that are described alike, of each.
    first: Vec<CallSite>,
    /// Call sites by what the file calls them.
    wanted: FxHashMap<String, CallSite>,
    rows: FxHashMap<(u32, CallSite, u64), Row>,
    /// Calls of a rank so far by call site.
    calls: FxHashMap<(u32, CallSite), u64>,
}

impl Counters {
    /// Reads a file, for a trace with these call sites.
    pub(super) fn read(path: &Path, ranks: u32, sites: &[String]) -> Result<Self, MergeError> {
        let file = path.display().to_string();
        let text = files::read_text(path).map_err(|error| TraceError::unreadable(path, &error))?;
        let wrong = |line: usize, problem: String| MergeError::Unfit { place: format!("{file}:{line}"), problem };
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let (line, header) = lines.next().unwrap_or((1, ""));
        let columns: Vec<&str> = header.split(',').map(str::trim).collect();
        let names: Vec<String> = columns.iter().skip(PLACE.len()).map(|&name| name.to_owned()).collect();
        if columns.get(..PLACE.len()) != Some(&PLACE) || !(1..=BLOCK_PARAMETERS).contains(&names.len()) {
            let expected =
                format!("expected `rank,site,occurrence` and the names of 1 to {BLOCK_PARAMETERS} counters");
            return Err(wrong(line, format!("`{header}` does not name the columns; {expected}")));
        }
        let (wanted, rows, calls) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let mut described = FxHashMap::default();
        let first =
            (0..).zip(sites).map(|(number, site)| *described.entry(site).or_insert(CallSite(number))).collect();
        let mut all = Self { file: file.clone(), names, first, wanted, rows, calls };
        for (line, text) in lines {
            all.row(line, text, ranks, sites).map_err(|problem| wrong(line, problem))?;
        }
        Ok(all)
    }

    /// Takes a line. The call site may hold commas.
    fn row(&mut self, line: usize, text: &str, ranks: u32, sites: &[String]) -> Result<(), String> {
        let expected = || {
            format!(
                "`{text}` is not a block's counts; expected rank, call site, occurrence, {}",
                self.names.join(", ")
            )
        };
        let (rank, rest) = text.split_once(',').ok_or_else(expected)?;
        let mut fields: Vec<&str> = rest.rsplitn(self.names.len() + 2, ',').collect();
        fields.reverse();
        let [site, occurrence, counts @ ..] = &fields[..] else { return Err(expected()) };
        if counts.len() != self.names.len() {
            return Err(expected());
        }
        let number =
            |text: &str| whole(text).ok_or_else(|| format!("`{}` is not a whole number up to 2^63", text.trim()));
        let (rank, occurrence) = (number(rank)?, number(occurrence)?);
        let counts: Box<[u64]> = counts.iter().map(|text| number(text)).collect::<Result<_, _>>()?;
        let rank = u32::try_from(rank).ok().filter(|&rank| rank < ranks);
        let rank = rank.ok_or_else(|| format!("the trace has no such rank; it has {ranks}"))?;
        let site = site.trim();
        let site = site.strip_prefix('"').and_then(|site| site.strip_suffix('"')).unwrap_or(site);
        let site = self.site(site, sites)?;
        match self.rows.insert((rank, site, occurrence), Row { line, counts, used: false }) {
            Some(before) => Err(format!("the block has counts in line {}, too", before.line)),
            None => Ok(()),
        }
    }

    /// The call site that the file calls so.
    fn site(&mut self, wanted: &str, sites: &[String]) -> Result<CallSite, String> {
        if let Some(&known) = self.wanted.get(wanted) {
            return Ok(known);
        }
        let numbers = |test: &dyn Fn(&str) -> bool| -> Vec<u32> {
            let same = |number: &u32| self.first[*number as usize] == CallSite(*number);
            (0..).zip(sites).filter(|(_, site)| test(site)).map(|(number, _)| number).filter(same).collect()
        };
        let mut found = numbers(&|site| site == wanted);
        if found.is_empty() {
            found = numbers(&|site| is_site(wanted, site));
        }
        match found[..] {
            [one] => Ok(*self.wanted.entry(wanted.to_owned()).or_insert(CallSite(one))),
            [] => {
                let hint = config::did_you_mean(wanted, sites.iter().map(String::as_str));
                let known = sites.first().map_or_else(String::new, |first| format!(", for example `{first}`"));
                Err(format!(
                    "the trace has no call site `{wanted}`; expected one of its {}{known}{hint}",
                    sites.len()
                ))
            }
            _ => Err(format!("`{wanted}` is {} call sites of the trace; expected one with its line", found.len())),
        }
    }

    /// The name and parameters of the block that ends in a rank's next call at a call site; none if the file has none.
    pub(super) fn block(&mut self, rank: u32, site: CallSite, sites: &[String]) -> Option<Post> {
        let site = *self.first.get(site.0 as usize)?;
        let calls = self.calls.entry((rank, site)).or_default();
        let row = self.rows.get_mut(&(rank, site, *calls));
        *calls += 1;
        let row = row?;
        row.used = true;
        Some(Post::Block { name: sites[site.0 as usize].as_str().into(), parameters: row.counts.clone() })
    }

    /// Expects that each line was of a block of the trace.
    pub(super) fn finish(self) -> Result<(), MergeError> {
        let unused = self.rows.values().filter(|row| !row.used).map(|row| row.line).min();
        unused.map_or(Ok(()), |line| {
            let problem = "the rank has no such call: it makes fewer at this call site".to_owned();
            Err(MergeError::Unfit { place: format!("{}:{line}", self.file), problem })
        })
    }
}

/// A count, as tools write them: `1200`, `1.2e3`.
fn whole(text: &str) -> Option<u64> {
    let text = text.trim();
    let plain = text.parse::<u64>().ok();
    let float =
        || text.parse::<f64>().ok().filter(|count| (0.0..9.2e18).contains(count)).map(|count| count.round() as u64);
    plain.or_else(float).filter(|&count| count <= i64::MAX as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    fn read(text: &str) -> Result<Counters, String> {
        let folder = Folder::new();
        let file = folder.file("counts.csv", text);
        let sites = ["main (a.c:1)", "solve (a.c:2)", "solve (a.c:9)", "f<int, long> (b.cc:3)"].map(str::to_owned);
        Counters::read(&file, 2, &sites).map_err(|error| error.to_string())
    }

    #[test]
    fn counts_are_found_by_rank_site_and_occurrence() {
        let text =
            "rank,site,occurrence,instructions,cycles\n1,a.c:2,1,1000,2.5e3\n0,\"f<int, long> (b.cc:3)\",0,7,8\n";
        let mut counters = read(text).unwrap();
        assert_eq!(counters.names, ["instructions", "cycles"]);
        let sites: Vec<String> = (0..4).map(|site| format!("site {site}")).collect();
        assert_eq!(counters.block(1, CallSite(1), &sites), None, "the first call");
        let block = Post::Block { name: "site 1".into(), parameters: [1000, 2500].into() };
        assert_eq!(counters.block(1, CallSite(1), &sites), Some(block));
        let block = Post::Block { name: "site 3".into(), parameters: [7, 8].into() };
        assert_eq!(counters.block(0, CallSite(3), &sites), Some(block));
        assert!(counters.finish().is_ok());
    }

    #[test]
    fn wrong_files_are_named_with_the_line() {
        let header = "rank,site,occurrence,instructions\n";
        for (text, expected) in [
            (
                "",
                "counts.csv:1: `` does not name the columns; expected `rank,site,occurrence` and the names of 1 to 4",
            ),
            ("rank,site,occurrence\n", "does not name the columns"),
            ("rank,site,occurrence,a,b,c,d,e\n", "does not name the columns"),
            (
                &format!("{header}0,a.c:1\n"),
                "counts.csv:2: `0,a.c:1` is not a block's counts; expected rank, call site",
            ),
            (&format!("{header}0,a.c:1,x,5\n"), "`x` is not a whole number"),
            (&format!("{header}0,a.c:1,0,-5\n"), "`-5` is not a whole number"),
            (&format!("{header}\n2,a.c:1,0,5\n"), "counts.csv:3: the trace has no such rank; it has 2"),
            (&format!("{header}0,a.c:3,0,5\n"), "the trace has no call site `a.c:3`"),
            (&format!("{header}0,solve,0,5\n"), "`solve` is 2 call sites of the trace"),
            (&format!("{header}0,a.c:1,0,5\n0,main,0,6\n"), "counts.csv:3: the block has counts in line 2, too"),
        ] {
            let error = read(text).err().unwrap_or_else(|| panic!("{text} is read"));
            assert!(error.contains(expected), "{text}: {error}");
        }
        let counters = read(&format!("{header}0,a.c:1,3,5\n")).unwrap();
        let error = counters.finish().unwrap_err();
        assert!(matches!(error, MergeError::Unfit { .. }));
        let error = error.to_string();
        assert!(error.contains("counts.csv:2: the rank has no such call"), "{error}");
    }
}
