//! Reads and checks the communicators that an HDTrace project declares: the members of each, as ranks of the world.

use super::xml::Tag;
use crate::traces::error::LineProblem;
use ops::Group;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The first fault of a communicator's sorted members, pairs of `local` and `global`, in a world of `ranks` ranks.
fn fault(members: &[(u32, u32)], ranks: u32) -> Option<String> {
    if let Some((&(local, _), expected)) = members.iter().zip(0..).find(|&(&(local, _), expected)| local != expected)
    {
        return Some(match local < expected {
            true => format!("several members with `local` {local}"),
            false => format!("no member with `local` {expected}"),
        });
    }
    let mut globals: Vec<u32> = members.iter().map(|&(_, global)| global).collect();
    globals.sort_unstable();
    if let Some(&global) = globals.last().filter(|&&global| global >= ranks) {
        return Some(format!("a member with `global` {global}"));
    }
    let twice = globals.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(format!("several members with `global` {}", twice[0]))
}

/// The members of each communicator, as ranks of the world, by their ranks there.
#[derive(Debug, Default)]
pub(super) struct Comms {
    members: BTreeMap<u32, Vec<(u32, u32)>>,
}

impl Comms {
    /// Takes a `<Rank global local cid/>` of a communicator.
    pub(super) fn take(&mut self, tag: &Tag) -> Result<(), LineProblem> {
        let (global, local) = (tag.number("global")?, tag.number("local")?);
        self.members.entry(tag.number("cid")?).or_default().push((local, global));
        Ok(())
    }

    /// Sorts members by their ranks, which have to be 0, 1, … of different ranks of the world.
    pub(super) fn finish(&mut self, ranks: u32) -> Result<(), LineProblem> {
        self.members.entry(0).or_insert_with(|| (0..ranks).map(|rank| (rank, rank)).collect());
        for (&comm, members) in &mut self.members {
            members.sort_unstable();
            if let Some(found) = fault(members, ranks) {
                return Err(LineProblem::WrongMembers { comm, found, last: ranks - 1 });
            }
        }
        Ok(())
    }

    /// The members of a communicator, by rank.
    pub(super) fn members(&self, comm: u32) -> Option<impl ExactSizeIterator<Item = u32>> {
        self.members.get(&comm).map(|members| members.iter().map(|&(_, global)| global))
    }

    /// How many they are.
    pub(super) fn size(&self, comm: u32) -> u32 {
        self.members.get(&comm).map_or(0, |members| members.len() as u32)
    }

    /// Whether a rank of the world is a member.
    pub(super) fn has(&self, comm: u32, rank: u32) -> bool {
        self.members.get(&comm).is_some_and(|members| members.iter().any(|&(_, global)| global == rank))
    }

    /// A member's rank in a communicator.
    pub(super) fn local(&self, comm: u32, rank: u32) -> u32 {
        let place =
            self.members.get(&comm).and_then(|members| members.iter().position(|&(_, global)| global == rank));
        place.unwrap_or(0) as u32
    }

    /// Whether a communicator is the world itself.
    pub(super) fn is_world(&self, comm: u32, ranks: u32) -> bool {
        comm == 0
            && self.members.get(&0).is_some_and(|members| {
                members.len() == ranks as usize && members.iter().all(|&(local, global)| local == global)
            })
    }

    /// The members as a group.
    pub(super) fn group(&self, comm: u32) -> Arc<Group> {
        Arc::new(Group::table(self.members(comm).into_iter().flatten().collect()))
    }
}
