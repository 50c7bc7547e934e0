//! Entry points of groups (MPI 5.0 §7.3).

use super::abi::{place_for, put, put_handle};
use super::arguments::{array, behind, numbers};
use super::{entry, handle};
use crate::call::Call;
use mpi_rank::checks::UNDEFINED;
use mpi_rank::{Fault, groups, handles};
use ops::Group;
use std::ffi::c_int;
use std::sync::Arc;

/// Hands a new group, made of others, to the program.
///
/// # Safety
/// The result is null or valid.
unsafe fn keep(call: &mut Call, group: Group, of: &[usize], into: *mut usize) -> Result<(), Fault> {
    let session = of.iter().find_map(|&of| call.rank().session_of_group(handle(of)));
    let made = call.rank().keep_group(Arc::new(group), session);
    // SAFETY: as the caller says.
    unsafe { put_handle(into, made) }
}

/// The length of a list of ranks.
fn length(count: c_int) -> Result<usize, Fault> {
    usize::try_from(count).map_err(|_| Fault::Arg("negative number of ranks"))
}

entry! {
    GroupSize: fn wt_MPI_Group_size(group: usize, size: *mut c_int) |call| {
        let members = call.rank().group(handle(group))?.size();
        put(size, members as c_int)
    }
}

entry! {
    GroupRank: fn wt_MPI_Group_rank(group: usize, rank: *mut c_int) |call| {
        let actor = call.rank().actor;
        let own = call.rank().group(handle(group))?.rank_of(actor);
        put(rank, own.map_or(UNDEFINED, |own| own as c_int))
    }
}

entry! {
    GroupTranslateRanks: fn wt_MPI_Group_translate_ranks(group1: usize, n: c_int, ranks1: *const c_int,
        group2: usize, ranks2: *mut c_int) |call| {
        let (from, to) = (call.rank().group(handle(group1))?, call.rank().group(handle(group2))?);
        let ranks = array(ranks1, length(n)?)?;
        if ranks2.is_null() && !ranks.is_empty() {
            return Err(Fault::Arg("null pointer for an array"));
        }
        for (place, &rank) in ranks.iter().enumerate() {
            ranks2.add(place).write(groups::translate(&from, rank, &to)?);
        }
        Ok(())
    }
}

entry! {
    GroupCompare: fn wt_MPI_Group_compare(group1: usize, group2: usize, result: *mut c_int) |call| {
        let (first, second) = (call.rank().group(handle(group1))?, call.rank().group(handle(group2))?);
        put(result, groups::compare(&first, &second) as c_int)
    }
}

/// Makes the functions that make a group of two.
macro_rules! of_two {
    ($($function:ident: fn $name:ident() by $make:path;)*) => {$(
        entry! {
            $function: fn $name(group1: usize, group2: usize, newgroup: *mut usize) |call| {
                let (first, second) = (call.rank().group(handle(group1))?, call.rank().group(handle(group2))?);
                keep(call, $make(&first, &second), &[group1, group2], newgroup)
            }
        }
    )*};
}

of_two! {
    GroupUnion: fn wt_MPI_Group_union() by groups::union;
    GroupIntersection: fn wt_MPI_Group_intersection() by groups::intersection;
    GroupDifference: fn wt_MPI_Group_difference() by groups::difference;
}

/// Makes the functions that make a group of some ranks of another: those that are listed, and those in listed ranges.
macro_rules! of_some {
    ($($list:ident: fn $list_name:ident() $ranges:ident: fn $ranges_name:ident() by $make:path;)*) => {$(
        entry! {
            $list: fn $list_name(group: usize, n: c_int, ranks: *const c_int, newgroup: *mut usize) |call| {
                place_for(newgroup)?;
                let whole = call.rank().group(handle(group))?;
                let ranks = numbers(ranks, length(n)?)?;
                keep(call, $make(&whole, &ranks)?, &[group], newgroup)
            }
        }
        entry! {
            $ranges: fn $ranges_name(group: usize, n: c_int, ranges: *const [c_int; 3], newgroup: *mut usize) |call| {
                place_for(newgroup)?;
                let whole = call.rank().group(handle(group))?;
                let ranks = groups::ranges(&whole, array(ranges, length(n)?)?)?;
                keep(call, $make(&whole, &ranks)?, &[group], newgroup)
            }
        }
    )*};
}

of_some! {
    GroupIncl: fn wt_MPI_Group_incl() GroupRangeIncl: fn wt_MPI_Group_range_incl() by groups::including;
    GroupExcl: fn wt_MPI_Group_excl() GroupRangeExcl: fn wt_MPI_Group_range_excl() by groups::excluding;
}

entry! {
    GroupFree: fn wt_MPI_Group_free(group: *mut usize) |call| {
        let freed = behind(group)?;
        call.rank().free_group(freed)?;
        put_handle(group, handles::GROUP_NULL)
    }
}
