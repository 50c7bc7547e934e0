//! Reads a trace in Windtunnel's own format that is a folder with one file per rank. Recorders under real MPI libraries write
//! traces in this form.
//!
//! Each file is like a complete trace that has only the blocks (*parts*) of one rank, apart from a different closing mark. Each
//! rank's file numbers call sites by itself; here call sites of equal name get the same number.

use super::parts::{Closing, Reader, open_file};
use crate::traces::error::TraceError;
use rustc_hash::FxHashMap;
use std::ffi::OsStr;
use std::path::Path;

/// Call sites of all ranks.
#[derive(Default)]
struct Sites {
    numbers: FxHashMap<String, u32>,
    names: Vec<String>,
}

impl Sites {
    fn number(&mut self, name: String) -> u32 {
        let names = &mut self.names;
        *self.numbers.entry(name).or_insert_with_key(|name| {
            names.push(name.clone());
            names.len() as u32 - 1
        })
    }
}

/// The name of a rank's file in the folder of a trace.
pub fn part_name(rank: u32) -> String {
    format!("rank-{rank}.trace")
}

/// The rank whose file has this name; none for other files.
pub fn rank_of_part(name: &OsStr) -> Option<u32> {
    let number = name.to_str()?.strip_prefix("rank-")?.strip_suffix(".trace")?;
    number.parse().ok().filter(|&rank| OsStr::new(&part_name(rank)) == name)
}

/// The first ranks that may lack a file are at most this many.
const SEARCHED: u32 = 4096;

/// Opens a folder. A rank without a file, or whose file has no closing mark, was killed: what there is of it counts.
pub(super) fn open(folder: &Path) -> Result<Reader, TraceError> {
    let is_there = |rank: &u32| folder.join(part_name(*rank)).exists();
    let Some(first) = (0..SEARCHED).find(is_there) else {
        return Err(TraceError::NoRanks { folder: folder.display().to_string() });
    };
    let ranks = open_file(&folder.join(part_name(first)))?.2;
    let mut reader = Reader::new(folder, ranks)?;
    let (mut sites, mut own_sites) = (Sites::default(), vec![Box::default(); ranks as usize]);
    let mut closed = Closing { complete: true, all_ended: true, sites: Vec::new() };
    let (there, mut cut): (Vec<u32>, Vec<u32>) = (0..ranks).partition(is_there);
    for rank in there {
        let path = folder.join(part_name(rank));
        let (file, length, of) = open_file(&path)?;
        if of != ranks {
            let problem = format!("it is of {of} ranks, and {} is of {ranks}", part_name(first));
            return Err(TraceError::Damaged { file: path.display().to_string(), offset: 12, problem });
        }
        match reader.add_file(&path, file, length, Some(rank))? {
            Some(closing) => {
                closed.all_ended &= closing.all_ended;
                own_sites[rank as usize] = closing.sites.into_iter().map(|name| sites.number(name)).collect();
            }
            None => cut.push(rank),
        }
    }
    cut.sort_unstable();
    closed.complete = cut.is_empty();
    closed.all_ended &= cut.is_empty();
    closed.sites = sites.names;
    reader.close(closed, own_sites, cut);
    Ok(reader)
}
