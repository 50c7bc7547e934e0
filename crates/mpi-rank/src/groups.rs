//! Process groups on the rank's side: union, intersection, translation and so on (MPI 5.0 §7.3).

use crate::checks::{PROC_NULL, UNDEFINED};
use crate::{Fault, Handle};
use ops::{ErrorClass, Group};
use std::sync::Arc;
use units::ActorId;

/// A group behind a handle.
#[derive(Clone, Debug)]
pub struct GroupEntry {
    /// The members in rank order.
    pub members: Arc<Group>,
    /// The session that it comes from; none: the world's.
    pub session: Option<Handle>,
}

/// How two groups, or the groups of two communicators, compare: values of the standard ABI.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(i32)]
pub enum Comparison {
    /// `MPI_IDENT`: the same object, or of groups the same members in the same order.
    Identical = 201,
    /// `MPI_CONGRUENT`: communicators with identical groups.
    Congruent = 202,
    /// `MPI_SIMILAR`: the same members in another order.
    Similar = 203,
    /// `MPI_UNEQUAL`.
    Unequal = 204,
}

/// Compares members and their order.
pub fn compare(a: &Group, b: &Group) -> Comparison {
    if a.size() != b.size() {
        return Comparison::Unequal;
    }
    if a == b || a.actors().eq(b.actors()) {
        return Comparison::Identical;
    }
    let same = a.actors().all(|actor| b.rank_of(actor).is_some());
    if same { Comparison::Similar } else { Comparison::Unequal }
}

/// Whether every member of `part` is one of `whole`.
pub fn is_subset(part: &Group, whole: &Group) -> bool {
    part.actors().all(|actor| whole.rank_of(actor).is_some())
}

pub(crate) fn of(actors: impl Iterator<Item = ActorId>) -> Group {
    Group::table(actors.map(|actor| actor.0).collect())
}

/// All members of `a`, then those of `b` that are not in it.
pub fn union(a: &Group, b: &Group) -> Group {
    of(a.actors().chain(b.actors().filter(|&actor| a.rank_of(actor).is_none())))
}

/// The members of `a` that are in `b`, in the order of `a`.
pub fn intersection(a: &Group, b: &Group) -> Group {
    of(a.actors().filter(|&actor| b.rank_of(actor).is_some()))
}

/// The members of `a` that are not in `b`, in the order of `a`.
pub fn difference(a: &Group, b: &Group) -> Group {
    of(a.actors().filter(|&actor| b.rank_of(actor).is_none()))
}

/// The rank in `to` of a rank of `from`: `MPI_PROC_NULL` stays, who is no member is `MPI_UNDEFINED`.
///
/// # Errors
/// It is no rank of `from`.
pub fn translate(from: &Group, rank: i32, to: &Group) -> Result<i32, Fault> {
    if rank == PROC_NULL {
        return Ok(PROC_NULL);
    }
    let member = from.actor(checked(from, rank.into())?);
    Ok(to.rank_of(member).map_or(UNDEFINED, |rank| rank as i32))
}

fn checked(group: &Group, rank: i64) -> Result<u32, Fault> {
    let fault = Fault::Class(ErrorClass::Rank, "rank beyond the group");
    u32::try_from(rank).ok().filter(|&rank| rank < group.size()).ok_or(fault)
}

/// Which ranks a list names; none may be named twice.
fn named(group: &Group, ranks: &[i64]) -> Result<Vec<bool>, Fault> {
    let mut named = vec![false; group.size() as usize];
    for &rank in ranks {
        let place = &mut named[checked(group, rank)? as usize];
        if std::mem::replace(place, true) {
            return Err(Fault::Class(ErrorClass::Rank, "a rank is named twice"));
        }
    }
    Ok(named)
}

/// The members that a list names, in its order.
///
/// # Errors
/// A rank beyond the group, or one named twice.
pub fn including(group: &Group, ranks: &[i64]) -> Result<Group, Fault> {
    named(group, ranks)?;
    Ok(of(ranks.iter().map(|&rank| group.actor(rank as u32))))
}

/// The members that a list does not name, in the group's order.
///
/// # Errors
/// As [`including`].
pub fn excluding(group: &Group, ranks: &[i64]) -> Result<Group, Fault> {
    let named = named(group, ranks)?;
    Ok(of(group.actors().zip(named).filter(|(_, named)| !named).map(|(actor, _)| actor)))
}

/// The ranks of triplets (first, last, stride), as `MPI_Group_range_incl` lists them.
///
/// # Errors
/// A stride of 0 or one that leads away from the last rank; a first or last rank beyond the group.
pub fn ranges(group: &Group, triplets: &[[i32; 3]]) -> Result<Vec<i64>, Fault> {
    let mut ranks = Vec::new();
    for &[first, last, stride] in triplets {
        let (first, last, stride) = (i64::from(first), i64::from(last), i64::from(stride));
        checked(group, first)?;
        checked(group, last)?;
        if stride == 0 {
            return Err(Fault::Arg("a range of ranks with stride 0"));
        }
        if (last - first).signum() == -stride.signum() {
            return Err(Fault::Arg("the stride of a range leads away from its last rank"));
        }
        ranks.extend((0..=(last - first) / stride).map(|step| first + step * stride));
    }
    Ok(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn some() -> impl Strategy<Value = Vec<u32>> {
        proptest::sample::subsequence((0u32..12).collect::<Vec<_>>(), 0..12).prop_shuffle()
    }

    fn list(group: &Group) -> Vec<u32> {
        group.actors().map(|actor| actor.0).collect()
    }

    proptest! {
        #[test]
        fn set_operations_agree_with_lists(a in some(), b in some()) {
            let (left, right) = (Group::table(a.clone()), Group::table(b.clone()));
            let both: Vec<u32> = a.iter().copied().filter(|member| b.contains(member)).collect();
            let only: Vec<u32> = a.iter().copied().filter(|member| !b.contains(member)).collect();
            let mut all = a.clone();
            all.extend(b.iter().filter(|member| !a.contains(member)));
            prop_assert_eq!(list(&intersection(&left, &right)), both);
            prop_assert_eq!(list(&difference(&left, &right)), only);
            prop_assert_eq!(list(&union(&left, &right)), all);
            let (mut sorted_a, mut sorted_b) = (a.clone(), b.clone());
            sorted_a.sort_unstable();
            sorted_b.sort_unstable();
            let expected = match (a == b, sorted_a == sorted_b) {
                (true, _) => Comparison::Identical,
                (_, true) => Comparison::Similar,
                _ => Comparison::Unequal,
            };
            prop_assert_eq!(compare(&left, &right), expected);
            for (rank, actor) in a.iter().enumerate() {
                let place = b.iter().position(|member| member == actor);
                let expected = place.map_or(UNDEFINED, |place| place as i32);
                prop_assert_eq!(translate(&left, rank as i32, &right), Ok(expected));
            }
        }

        #[test]
        fn including_and_excluding_share_a_group_out(a in some(), seed in 0usize..12) {
            let group = Group::table(a.clone());
            let ranks: Vec<i64> = (0..a.len() as i64).rev().filter(|rank| !(*rank as usize + seed).is_multiple_of(3)).collect();
            let inside = including(&group, &ranks).expect("valid");
            let outside = excluding(&group, &ranks).expect("valid");
            prop_assert_eq!(list(&inside), ranks.iter().map(|&rank| a[rank as usize]).collect::<Vec<_>>());
            prop_assert_eq!(compare(&union(&inside, &outside), &group) == Comparison::Unequal, false);
            prop_assert_eq!(intersection(&inside, &outside).size(), 0);
        }
    }

    #[test]
    fn lists_and_ranges_are_checked() {
        let group = Group::range(10, 8);
        assert_eq!(ranges(&group, &[[1, 7, 3], [6, 0, -2]]), Ok(vec![1, 4, 7, 6, 4, 2, 0]));
        assert_eq!(ranges(&group, &[[3, 3, -5]]), Ok(vec![3]));
        assert!(ranges(&group, &[[0, 3, 0]]).is_err());
        assert!(ranges(&group, &[[3, 0, 1]]).is_err());
        assert!(ranges(&group, &[[0, 8, 1]]).is_err());
        assert!(including(&group, &[1, 4, 1]).is_err());
        assert!(excluding(&group, &[-1]).is_err());
        assert_eq!(translate(&group, PROC_NULL, &group), Ok(PROC_NULL));
        assert!(translate(&group, 8, &group).is_err());
    }
}
