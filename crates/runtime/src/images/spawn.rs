//! Starts spawned ranks (`MPI_Comm_spawn`) as images (loaded copies in this process), of the same program or of another
//! program, while other ranks run.

use std::ffi::{CStr, CString};
use std::path::Path;
use std::rc::Rc;

use super::error::LoadError;
use super::interpose;
use super::load::{Images, search, stack_bytes};
use super::loaded::LoadedProgram;
use super::resolve::Program;
use super::slot::RankEntry;
use super::slot_pool::{RankGroup, SlotPool};
use super::space::{Guards, Space};

/// Ranks to be started together, of one program.
#[derive(Clone, Copy, Debug)]
pub struct SpawnGroup<'a> {
    /// The program.
    pub program: &'a Path,
    /// Its name and arguments.
    pub arguments: &'a [CString],
    /// The folder in which they begin.
    pub folder: &'a CStr,
    /// How many.
    pub ranks: u32,
}

impl Images {
    /// Makes ranks ready to be resumed for the first time: `first`, which is the number of ranks so far, and those after
    /// it. Nothing of them runs yet, except resolvers of indirect functions; on an error none of them exists.
    ///
    /// # Errors
    /// A program cannot be loaded, or there is no address space for its ranks.
    pub fn spawn(&mut self, first: u32, groups: &[SpawnGroup<'_>]) -> Result<(), LoadError> {
        assert!(first as usize == self.process().rank_entries.len(), "ranks are numbered on");
        let (mut next, mut rank_groups) = (first, Vec::new());
        for &SpawnGroup { program, arguments, folder, ranks } in groups {
            let pool = match self.pool_for(program, ranks) {
                Ok(pool) => pool,
                Err(error) => {
                    let w = self.process();
                    rank_groups.iter().for_each(|group: &RankGroup| w.pools[group.pool as usize].unstarted = 0);
                    return Err(error);
                }
            };
            let w = self.process();
            w.pools[pool as usize].unstarted = ranks;
            let folder = w.directories.of_path(folder).unwrap_or(0);
            rank_groups.push(RankGroup { first: next, pool, arguments: arguments.to_vec(), folder });
            next += ranks;
        }
        let w = self.process();
        w.groups.extend(rank_groups);
        w.rank_entries.resize(next as usize, RankEntry::NEW);
        Ok(())
    }

    /// Whether a program has been loaded.
    pub fn has_loaded(&mut self, program: &Path) -> bool {
        let file = std::fs::canonicalize(program).unwrap_or_else(|_| program.to_path_buf());
        self.process().loaded.iter().any(|loaded| loaded.path == file)
    }

    /// A pool for so many ranks of a program: a free one, or a new one.
    fn pool_for(&mut self, program: &Path, ranks: u32) -> Result<u32, LoadError> {
        let file = std::fs::canonicalize(program).unwrap_or_else(|_| program.to_path_buf());
        let w = self.process();
        let known = w.loaded.iter().find(|loaded| loaded.path == file).cloned();
        let same = |pool: &SlotPool| known.as_ref().is_some_and(|loaded| Rc::ptr_eq(loaded, &pool.loaded));
        if let Some(free) = w.pools.iter().position(|pool| same(pool) && pool.is_free_for(ranks)) {
            return Ok(free as u32);
        }
        let first_slot = w.pools.iter().map(|pool| pool.first_slot + pool.capacity).max().unwrap_or(0);
        let number = w.pools.len() as u32;
        let taken = w.pools.iter().map(|pool| pool.space.mappings).sum();
        let (stack, split) = (stack_bytes(&self.options, ranks), self.options.split);
        let (loaded, space) = match known {
            Some(loaded) => {
                let space =
                    Space::new(&loaded.template, ranks, stack, split, &self.options.backing.of_spawned(), taken)?;
                (loaded, space)
            }
            None => self.load_another(&file, ranks, (stack, split, taken))?,
        };
        let w = self.process();
        w.canaries.guards &= space.guards != Guards::Off;
        w.pools.push(SlotPool::new(loaded, space, (number, first_slot), ranks, true));
        self.connect_launcher();
        Ok(number)
    }

    fn load_another(
        &mut self,
        file: &Path,
        ranks: u32,
        (stack, split, taken): (u64, bool, u64),
    ) -> Result<(Rc<LoadedProgram>, Space), LoadError> {
        let (search, backing) = (search(&self.options, &self.environment), self.options.backing.of_spawned());
        let w = self.process();
        let pad = w.thread_locals.bounds();
        let last = w.loaded.last().map_or(0, |loaded| loaded.first_object + loaded.template.modules.len() as u32);
        let program = Program::read(file, search)?;
        interpose::catch_exit();
        let mut loaded = LoadedProgram::of(file, program, pad, last, &interpose::REPLACEMENTS)?;
        let mut space = Space::new(&loaded.template, ranks, stack, split, &backing, taken)?;
        loaded.bind(&mut space)?;
        let loaded = Rc::new(loaded);
        let w = self.process();
        w.thread_locals.grow(loaded.template.tls_bytes as usize);
        w.exceptions = loaded.exceptions.unwrap_or(w.exceptions);
        w.loaded.push(Rc::clone(&loaded));
        super::crash::seal_facts(w);
        Ok((loaded, space))
    }
}
