//! Ordered groups of ranks (actors), such as the members of a communicator.

use serde::{Deserialize, Serialize};
use units::ActorId;

/// An ordered set of actors. A world is arithmetic, whatever its size, and so is every set of evenly spaced actors (rows
/// and columns of grids, halves); anything else is a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group(Members);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Members {
    // Actors `first + rank * step`; the step is not zero.
    Spaced { first: u32, step: i32, count: u32 },
    // `by_actor` holds (actor, rank) ascending: the way back in O(log n).
    Table { actors: Box<[u32]>, by_actor: Box<[(u32, u32)]> },
}

impl Group {
    /// Actors `first..first + count` in order.
    pub fn range(first: u32, count: u32) -> Self {
        Self(Members::Spaced { first, step: 1, count })
    }

    /// The given actors in the given order. Evenly spaced ones take no memory.
    ///
    /// # Panics
    /// If an actor appears twice: callers check what users can cause.
    pub fn table(actors: Vec<u32>) -> Self {
        if let Some(spaced) = spaced(&actors) {
            return Self(spaced);
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
            Members::Spaced { count, .. } => *count,
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
            Members::Spaced { first, step, count } => {
                assert!(rank < *count, "rank beyond its group");
                ActorId((i64::from(*first) + i64::from(rank) * i64::from(*step)) as u32)
            }
            Members::Table { actors, .. } => ActorId(actors[rank as usize]),
        }
    }

    /// The rank of a member, or none if it is not one.
    #[inline]
    pub fn rank_of(&self, actor: ActorId) -> Option<u32> {
        match &self.0 {
            Members::Spaced { first, step, count } => {
                let (distance, step) = (i64::from(actor.0) - i64::from(*first), i64::from(*step));
                // A division takes longer than the rest.
                let rank = if step == 1 { distance } else { distance / step };
                (rank * step == distance && (0..i64::from(*count)).contains(&rank)).then_some(rank as u32)
            }
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

/// Evenly spaced actors as such.
fn spaced(actors: &[u32]) -> Option<Members> {
    let first = *actors.first()?;
    let step = match actors.get(1) {
        None => 1,
        Some(&second) => i32::try_from(i64::from(second) - i64::from(first)).ok()?,
    };
    let even = actors.windows(2).all(|pair| i64::from(pair[1]) - i64::from(pair[0]) == i64::from(step));
    (even && step != 0).then_some(Members::Spaced { first, step, count: actors.len() as u32 })
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

    proptest! {
        #[test]
        fn evenly_spaced_actors_are_as_in_a_table(first in 100u32..200, step in -9i64..10, count in 0u32..12) {
            prop_assume!(step != 0);
            let actors: Vec<u32> = (0..count).map(|rank| (i64::from(first) + i64::from(rank) * step) as u32).collect();
            let group = Group::table(actors.clone());
            let is_spaced = matches!(group.0, Members::Spaced { .. });
            prop_assert!(is_spaced || count == 0);
            prop_assert_eq!(group.actors().map(|actor| actor.0).collect::<Vec<_>>(), actors.clone());
            for other in 0..320 {
                let rank = actors.iter().position(|&actor| actor == other).map(|rank| rank as u32);
                prop_assert_eq!(group.rank_of(ActorId(other)), rank);
            }
        }
    }

    #[test]
    #[should_panic(expected = "an actor twice")]
    fn no_actor_is_in_a_group_twice() {
        Group::table(vec![4, 4]);
    }

    #[test]
    fn a_consecutive_table_is_a_range() {
        assert_eq!(Group::table(vec![3, 4, 5]), Group::range(3, 3));
        assert_eq!(Group::table(vec![]).size(), 0);
    }
}
