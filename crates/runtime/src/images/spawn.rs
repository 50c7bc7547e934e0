//! Ranks that are started while others run: of the same program or of another.

use std::ffi::{CStr, CString};
use std::path::Path;
use std::rc::Rc;

use super::error::LoadError;
use super::interpose::{self, directory};
use super::load::{Images, search, stack_bytes};
use super::loaded::Loaded;
use super::resolve::Program;
use super::room::{Crew, Room};
use super::space::Space;
use super::state::Place;

/// Ranks to be started together, of one program.
#[derive(Clone, Copy, Debug)]
pub struct Recruits<'a> {
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
    pub fn spawn(&mut self, first: u32, recruits: &[Recruits<'_>]) -> Result<(), LoadError> {
        assert!(first as usize == self.world().places.len(), "ranks are numbered on");
        let (mut next, mut crews) = (first, Vec::new());
        for &Recruits { program, arguments, folder, ranks } in recruits {
            let room = match self.room_for(program, ranks) {
                Ok(room) => room,
                Err(error) => {
                    let w = self.world();
                    crews.iter().for_each(|crew: &Crew| w.rooms[crew.room as usize].unstarted = 0);
                    return Err(error);
                }
            };
            let w = self.world();
            w.rooms[room as usize].unstarted = ranks;
            let folder = directory::of_path(w, folder).unwrap_or(0);
            crews.push(Crew { first: next, room, arguments: arguments.to_vec(), folder });
            next += ranks;
        }
        let w = self.world();
        w.crews.extend(crews);
        w.places.resize(next as usize, Place::NEW);
        Ok(())
    }

    /// Whether a program has been loaded.
    pub fn knows(&mut self, program: &Path) -> bool {
        let file = std::fs::canonicalize(program).unwrap_or_else(|_| program.to_path_buf());
        self.world().loaded.iter().any(|loaded| loaded.path == file)
    }

    /// Why images cannot hold a program, if that can be seen.
    pub fn why_not(&self, program: &Path) -> Option<String> {
        crate::processes::kind(program, &self.options.faces, &self.variable("LD_LIBRARY_PATH")).1
    }

    /// A room for so many ranks of a program: one that is free, or a new one.
    fn room_for(&mut self, program: &Path, ranks: u32) -> Result<u32, LoadError> {
        let file = std::fs::canonicalize(program).unwrap_or_else(|_| program.to_path_buf());
        let w = self.world();
        let known = w.loaded.iter().find(|loaded| loaded.path == file).cloned();
        let same = |room: &Room| known.as_ref().is_some_and(|loaded| Rc::ptr_eq(loaded, &room.loaded));
        if let Some(free) = w.rooms.iter().position(|room| same(room) && room.is_free_for(ranks)) {
            return Ok(free as u32);
        }
        let first_slot = w.rooms.iter().map(|room| room.first_slot + room.capacity).max().unwrap_or(0);
        let number = w.rooms.len() as u32;
        let (stack, split) = (stack_bytes(&self.options, ranks), self.options.split);
        let (loaded, space) = match known {
            Some(loaded) => {
                let space = Space::new(&loaded.template, ranks, stack, split)?;
                (loaded, space)
            }
            None => self.load_another(&file, ranks, (stack, split))?,
        };
        let w = self.world();
        w.guards &= space.guards;
        w.rooms.push(Room::new(loaded, space, (number, first_slot), ranks, true));
        self.connect_launcher();
        Ok(number)
    }

    fn load_another(
        &mut self,
        file: &Path,
        ranks: u32,
        (stack, split): (u64, bool),
    ) -> Result<(Rc<Loaded>, Space), LoadError> {
        let search = search(&self.options, &self.environment);
        let w = self.world();
        let pad = (w.pad_start, w.pad_end);
        let last = w.loaded.last().map_or(0, |loaded| loaded.first_object + loaded.template.modules.len() as u32);
        let program = Program::read(file, search)?;
        interpose::catch_exit();
        let mut loaded = Loaded::of(file, program, pad, last)?;
        let mut space = Space::new(&loaded.template, ranks, stack, split)?;
        loaded.bind(&mut space)?;
        let loaded = Rc::new(loaded);
        let w = self.world();
        w.tls_bytes = w.tls_bytes.max(loaded.template.tls_bytes as usize);
        w.exceptions = loaded.exceptions.unwrap_or(w.exceptions);
        w.loaded.push(Rc::clone(&loaded));
        super::crash::know_objects(w);
        Ok((loaded, space))
    }
}
