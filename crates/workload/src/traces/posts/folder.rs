//! A trace that is a folder with a file of each rank, as recorders under other MPI libraries write it.
//!
//! Each file is as that of a whole trace, with the parts of one rank; its closing mark has a kind of its own. Ranks number their
//! call sites by themselves, so equal names become one number here.

use super::parts::{Closing, Reader, open_file};
use crate::record::{part_name, rank_of_part};
use crate::traces::error::TraceError;
use rustc_hash::FxHashMap;
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

/// The ranks that have a file in a folder, in order.
fn ranks_in(folder: &Path) -> Result<Vec<u32>, TraceError> {
    let unreadable = |error| TraceError::unreadable(folder, &error);
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let names = entries.map(|entry| entry.map(|entry| entry.file_name())).collect::<Result<Vec<_>, _>>();
    let mut ranks: Vec<u32> = names.map_err(unreadable)?.iter().filter_map(|name| rank_of_part(name)).collect();
    ranks.sort_unstable();
    Ok(ranks)
}

/// Opens a folder. A rank without a file, or whose file has no closing mark, was killed: what there is of it counts.
pub(super) fn open(folder: &Path) -> Result<Reader, TraceError> {
    let there = ranks_in(folder)?;
    let Some(&first) = there.first() else {
        return Err(TraceError::NoRanks { folder: folder.display().to_string() });
    };
    let ranks = open_file(&folder.join(part_name(first)))?.2;
    let mut reader = Reader::new(folder, ranks)?;
    let (mut sites, mut own_sites) = (Sites::default(), vec![Box::default(); ranks as usize]);
    let mut closed = Closing { complete: true, all_ended: true, sites: Vec::new() };
    let mut cut: Vec<u32> = (0..ranks).filter(|rank| there.binary_search(rank).is_err()).collect();
    for rank in there {
        let path = folder.join(part_name(rank));
        let (file, length, of) = open_file(&path)?;
        if of != ranks || rank >= ranks {
            let problem = format!("it is rank {rank} of {of}, and {} is of {ranks} ranks", part_name(first));
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
