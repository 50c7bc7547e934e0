//! Reads the project file of HDTrace: ranks and their files, communicators, datatypes.

use super::comms::Comms;
use super::datatypes::Datatypes;
use super::xml::{Item, Tag, Tags, at_line};
use crate::traces::error::{LineProblem, TraceError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A project.
#[derive(Debug)]
pub(super) struct Project {
    /// The trace of each rank.
    pub(super) files: Vec<PathBuf>,
    pub(super) comms: Comms,
    /// By rank; of those that have any.
    pub(super) datatypes: BTreeMap<u32, Datatypes>,
    /// Threads other than a rank's first.
    pub(super) threads: u32,
}

/// State while the project is being read.
#[derive(Default)]
struct Found {
    /// The kinds of the topology's levels, outermost first.
    levels: Vec<String>,
    /// Where a rank and its thread 0 are: names of the levels, and the line.
    ranks: BTreeMap<u32, (Vec<String>, u32)>,
    threads: u32,
    comms: Comms,
    datatypes: BTreeMap<u32, Datatypes>,
}

impl Project {
    /// Reads a project.
    pub(super) fn read(path: &Path) -> Result<Self, TraceError> {
        let text = files::read_text(path).map_err(|error| TraceError::unreadable(path, &error))?;
        let file = path.display().to_string();
        let mut found = Found::default();
        let mut open: Vec<Tag> = Vec::new();
        let mut tags = Tags::new(&file, &text);
        // Whether the innermost element has no children so far.
        let mut bare = false;
        loop {
            let (leaf, bare_now) = match tags.next()? {
                Item::Start(tag) => {
                    found.take(&file, &tag, &open)?;
                    open.push(tag);
                    (None, true)
                }
                Item::Empty(tag) => {
                    found.take(&file, &tag, &open)?;
                    (Some(tag), false)
                }
                Item::End => (open.pop().filter(|_| bare), false),
                Item::Over => return found.finish(path, &file),
            };
            bare = bare_now;
            if let Some(tag) = leaf.filter(|tag| tag.name == "Node") {
                found.leaf(&open, &tag).map_err(|problem| at_line(&file, tag.line, problem))?;
            }
        }
    }

    /// A rank's file as the user would name it.
    pub(super) fn file(&self, rank: u32) -> String {
        self.files[rank as usize].display().to_string()
    }
}

impl Found {
    fn take(&mut self, file: &str, tag: &Tag, open: &[Tag]) -> Result<(), TraceError> {
        let inside = |name: &str| open.iter().any(|tag| tag.name == name);
        let problem = |problem| at_line(file, tag.line, problem);
        if tag.name == "Level" {
            self.levels.push(tag.needed("type").map_err(problem)?.to_owned());
        } else if inside("CommunicatorList") && tag.name == "Rank" {
            self.comms.take(tag).map_err(problem)?;
        } else if let Some(at) = open.iter().position(|tag| tag.name == "Datatypes")
            && let Some(rank) = open.get(at + 1)
        {
            let rank = rank.number("name").map_err(|problem| at_line(file, rank.line, problem))?;
            self.datatypes.entry(rank).or_default().take(file, tag)?;
        }
        Ok(())
    }

    /// A leaf of the topology.
    fn leaf(&mut self, open: &[Tag], tag: &Tag) -> Result<(), LineProblem> {
        let names = open.iter().filter(|tag| tag.name == "Node").chain([tag]).map(|tag| tag.needed("name"));
        let names = names.map(|name| name.map(str::to_owned)).collect::<Result<Vec<_>, _>>()?;
        let number = |kind: &str| -> Result<Option<u32>, LineProblem> {
            let Some(name) = self.levels.iter().position(|level| level == kind).and_then(|at| names.get(at)) else {
                return Ok(None);
            };
            let wrong = || LineProblem::NotANumber {
                field: "name",
                found: name.clone(),
                expected: "the number of a rank or thread",
            };
            name.parse().map(Some).map_err(|_| wrong())
        };
        let Some(rank) = number("Rank")? else { return Ok(()) };
        match number("Thread")? {
            None | Some(0) => _ = self.ranks.insert(rank, (names, tag.line)),
            Some(_) => self.threads += 1,
        }
        Ok(())
    }

    fn finish(mut self, path: &Path, file: &str) -> Result<Project, TraceError> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut files = Vec::new();
        for ((&rank, (names, line)), expected) in self.ranks.iter().zip(0..) {
            if rank != expected {
                return Err(at_line(file, *line, LineProblem::RankMissing { expected, found: rank }));
            }
            files.push(path.with_file_name(format!("{name}_{}.trc", names.join("_"))));
        }
        if files.is_empty() {
            return Err(at_line(file, 1, LineProblem::NoRanks));
        }
        let ranks = files.len() as u32;
        self.comms.finish(ranks).map_err(|problem| at_line(file, 1, problem))?;
        let Self { comms, datatypes, threads, .. } = self;
        Ok(Project { files, comms, datatypes, threads })
    }
}
