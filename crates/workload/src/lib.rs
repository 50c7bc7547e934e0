//! Workloads without a program: recorded traces and parametrised motifs.
//!
//! Both implement [`ops::RankDriver`]: they post what the rank half of the MPI layer would post for the same
//! calls, have no stack and no data, and so drive the same engine half as a real program does.
//!
//! - [`traces`]: reading. A format is one folder and one line in [`traces::FORMATS`].
//! - [`record`]: writing. A wrapper around any driver writes what passes through it.
//! - [`goal`]: GOAL programs and LogGOPSim's exact executor of them.
//! - [`motifs`]: generated on the fly. A motif is one file and one line in [`motifs::MOTIFS`].
#![forbid(unsafe_code)]

pub mod goal;
pub mod motifs;
pub mod record;
mod request_ids;
#[cfg(test)]
mod testing;
pub mod traces;

/// The name among `names` that `found` was probably meant to be.
fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The distance is at least the difference of the lengths: what cannot be near is not compared.
    let length = found.chars().count();
    names
        .into_iter()
        .filter(|name| name.len().abs_diff(length) <= name.len().max(length) / 2)
        .map(|name| (strsim::damerau_levenshtein(found, name), name))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, name)| *distance <= name.len().max(found.len()) / 2)
        .map(|(_, name)| name)
}
