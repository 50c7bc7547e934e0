//! Groups of actors: the members of a communicator in rank order.

use serde::{Deserialize, Serialize};
use units::ActorId;

/// An ordered set of actors. A world is arithmetic, whatever its size; anything else is a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group(Members);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Members {
    Range { first: u32, count: u32 },
    // `by_actor` holds (actor, rank) ascending: the way back in O(log n).
    Table { actors: Box<[u32]>, by_actor: Box<[(u32, u32)]> },
}

impl Group {
    /// Actors `first..first + count` in order.
    pub fn range(first: u32, count: u32) -> Self {
        Self(Members::Range { first, count })
    }

    /// The given actors in the given order. A table that is a range becomes one.
    ///
    /// # Panics
    /// If an actor appears twice: callers check what users can cause.
    pub fn table(actors: Vec<u32>) -> Self {
        if let Some(&first) = actors.first()
            && actors.iter().zip(first..).all(|(&actor, expected)| actor == expected)
        {
            return Self::range(first, actors.len() as u32);
        }
        let mut by_actor: Vec<(u32, u32)> = actors.iter().copied().zip(0..).collect();
        by_actor.sort_unstable();
        assert!(by_actor.windows(2).all(|pair| pair[0].0 != pair[1].0), "an actor twice in a group");
        Self(Members::Table { actors: actors.into(), by_actor: by_actor.into() })
    }

    /// The number of members.
    #[inline]
    pub fn size(&self) -> u32 {
        match &self.0 {
            Members::Range { count, .. } => *count,
            Members::Table { actors, .. } => actors.len() as u32,
        }
    }

    /// The member of a rank.
    ///
    /// # Panics
    /// If `rank` is not below [`Group::size`].
    #[inline]
    pub fn actor(&self, rank: u32) -> ActorId {
        match &self.0 {
            Members::Range { first, count } => {
                assert!(rank < *count, "rank beyond its group");
                ActorId(first + rank)
            }
            Members::Table { actors, .. } => ActorId(actors[rank as usize]),
        }
    }

    /// The rank of a member, or none if it is not one.
    #[inline]
    pub fn rank_of(&self, actor: ActorId) -> Option<u32> {
        match &self.0 {
            Members::Range { first, count } => actor.0.checked_sub(*first).filter(|rank| rank < count),
            Members::Table { by_actor, .. } => {
                by_actor.binary_search_by_key(&actor.0, |&(member, _)| member).ok().map(|at| by_actor[at].1)
            }
        }
    }

    /// The members in rank order.
    pub fn actors(&self) -> impl Iterator<Item = ActorId> + '_ {
        (0..self.size()).map(|rank| self.actor(rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranks_and_actors_are_inverse(actors in proptest::sample::subsequence((0u32..40).collect::<Vec<_>>(), 0..40)
            .prop_shuffle()) {
            let group = Group::table(actors.clone());
            prop_assert_eq!(group.size() as usize, actors.len());
            for (rank, &actor) in actors.iter().enumerate() {
                prop_assert_eq!(group.actor(rank as u32), ActorId(actor));
                prop_assert_eq!(group.rank_of(ActorId(actor)), Some(rank as u32));
            }
            for other in (0..41).filter(|other| !actors.contains(other)) {
                prop_assert_eq!(group.rank_of(ActorId(other)), None);
            }
        }
    }

    #[test]
    fn a_consecutive_table_is_a_range() {
        assert_eq!(Group::table(vec![3, 4, 5]), Group::range(3, 3));
        assert_eq!(Group::table(vec![]).size(), 0);
    }
}
