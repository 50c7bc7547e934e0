//! The end of messages on names that are not known: the known ones, and the one that was probably meant.

use std::fmt;

/// Known names compared at most, the first ones: a longer list does not help the reader.
pub const COMPARED_NAMES: usize = 65_536;

/// Longer texts are not names and are never suggested, letters.
const LONGEST_NAME: usize = 256;

/// The largest edit distance at which two names of at most `longer` letters are near: a third of the letters and one, but
/// not all of them.
fn distance_max(longer: usize) -> usize {
    (1 + longer / 3).min(longer.saturating_sub(1))
}

/// Whether a text of at least three letters is short for a name: it has the name's first two letters, and the others in their order.
fn is_short_for(text: &str, name: &str) -> bool {
    let mut letters = name.chars();
    let first = text.chars().take(2).eq(name.chars().take(2));
    first && text.chars().count() >= 3 && text.chars().all(|letter| letters.any(|own| own == letter))
}

/// The known name at the smallest Damerau–Levenshtein distance, regardless of case; the first of several. A name that the text is short
/// for comes next to those at distance 1. None if no name is near.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = name.to_lowercase();
    let length = folded.chars().count();
    let near = known.into_iter().take(COMPARED_NAMES).filter_map(|candidate| {
        let own = candidate.chars().count();
        let limit = distance_max(own.max(length));
        let short = own <= LONGEST_NAME && is_short_for(&folded, &candidate.to_lowercase());
        // The distance is at least the difference of the lengths.
        if own > LONGEST_NAME || own.abs_diff(length) > limit {
            return short.then_some(((1, true), candidate));
        }
        let distance = strsim::damerau_levenshtein(&folded, &candidate.to_lowercase());
        let by_letters = (distance <= limit).then_some((distance, false));
        let rank = by_letters.into_iter().chain(short.then_some((1, true))).min()?;
        Some((rank, candidate))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// The end of an error message: `; did you mean …?` with the nearest known name, empty if none is near.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// How many known names a message lists before it says how many more there are.
const LISTED_NAMES: usize = 32;

/// The end of an error message: `; expected one of a, b, c; did you mean `b`?`. Empty if no name is known.
pub fn known_names(name: &str, known: impl IntoIterator<Item: AsRef<str>>) -> String {
    let known: Vec<_> = known.into_iter().collect();
    let names = || known.iter().map(AsRef::<str>::as_ref);
    let listed = names().take(LISTED_NAMES).collect::<Vec<&str>>().join(", ");
    let more = match known.len().saturating_sub(LISTED_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let expected = match known.len() {
        0 => "",
        1 => "; expected ",
        _ => "; expected one of ",
    };
    format!("{expected}{listed}{more}{}", did_you_mean(name, names()))
}

/// A name that is not known, as an error message has it: `` `x`; expected one of a, b, c; did you mean `b`? ``.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    name: String,
    known: String,
}

impl UnknownName {
    /// A name that is none of the known ones.
    pub fn new(name: &str, known: impl IntoIterator<Item: AsRef<str>>) -> Self {
        Self { name: name.to_owned(), known: known_names(name, known) }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`{}", self.name, self.known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested_if_one_is_near() {
        let known = ["allreduce", "allgather", "bcast", "k"];
        assert_eq!(nearest("allredcue", known), Some("allreduce"));
        assert_eq!(nearest("BCAST", known), Some("bcast"));
        assert_eq!(nearest("key", known), Some("k"));
        assert_eq!(nearest("x", known), None, "nothing in common");
        assert_eq!(nearest("gatherv", ["scan"]), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(did_you_mean("bcats", known), "; did you mean `bcast`?");
        assert_eq!(did_you_mean("zzzzzz", known), "");
    }

    #[test]
    fn messages_list_known_names_and_the_nearest() {
        assert_eq!(
            UnknownName::new("bcats", ["bcast", "scan"]).to_string(),
            "`bcats`; expected one of bcast, scan; did you mean `bcast`?"
        );
        assert_eq!(known_names("x", ["bcast"]), "; expected bcast");
        assert_eq!(known_names("x", Vec::<String>::new()), "");
        let many: Vec<String> = (0..LISTED_NAMES + 2).map(|at| format!("name{at}")).collect();
        assert!(known_names("x", &many).ends_with(", name30, name31 and 2 more"));
    }

    #[test]
    fn what_is_short_for_a_name_is_near_it() {
        assert_eq!(nearest("dims", ["ties", "dimensions"]), Some("dimensions"));
        assert_eq!(nearest("openmp", ["mpich-4.3", "openmpi-4.1", "openmpi-5.0"]), Some("openmpi-4.1"));
        assert_eq!(nearest("halo", ["halo3d", "hall"]), Some("hall"), "one letter is nearer");
        assert_eq!(nearest("MPI_Sned", ["MPI_Session_end", "MPI_Send"]), Some("MPI_Send"));
        assert_eq!(nearest("flow", ["flows", "flow"]), Some("flow"));
        assert_eq!(nearest("agregation", ["aggregation-reorder", "aggregation"]), Some("aggregation"));
        assert_eq!(nearest("to", ["topologies"]), None, "two letters are short for anything");
    }

    #[test]
    fn the_first_of_several_at_the_same_distance_is_taken() {
        assert_eq!(nearest("abc", ["abd", "abe"]), Some("abd"));
    }

    #[test]
    fn texts_that_are_no_names_are_never_suggested() {
        let long = "a".repeat(LONGEST_NAME + 1);
        assert_eq!(nearest(&long, [long.as_str()]), None);
    }
}
