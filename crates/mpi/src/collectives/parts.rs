//! The parameters `host` and `leaders` of two-level collective algorithms: they name the algorithm that is used on each
//! host, and the one among the leaders (one rank of each host).

use crate::schedule::Named;
use config::{Parameter, ParameterKind};

/// The word that leaves a part to the library's rules for its level.
const SELECTED: &str = "selected";

/// The parameter that names the algorithm on each host; the first word is [`SELECTED`].
pub(super) const fn on_host(words: &'static [&'static str]) -> Parameter {
    let doc = "the algorithm on each host, with its parameters' defaults; selected: by the library's rules";
    Parameter::with_default("host", ParameterKind::Choice(words), SELECTED, "", doc)
}

/// The parameter that names the algorithm of the leaders; the first word is [`SELECTED`].
pub(super) const fn among_leaders(words: &'static [&'static str]) -> Parameter {
    let doc = "the algorithm among the leaders, with its parameters' defaults; selected: by the library's rules";
    Parameter::with_default("leaders", ParameterKind::Choice(words), SELECTED, "", doc)
}

/// The algorithm that a value names, `name` or `name:parameter=number`; none: the selected one.
pub(super) fn named(words: &[&'static str], value: u64) -> Option<Named> {
    let word = usize::try_from(value).ok().and_then(|at| words.get(at)).filter(|word| **word != SELECTED)?;
    let Some((name, setting)) = word.split_once(':') else { return Some((*word).into()) };
    let (parameter, value) = setting.split_once('=')?;
    Some(Named::with(name, &[(parameter, value.parse().ok()?)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_algorithms() {
        let words = &["selected", "linear", "binomial:smallest_first=1"];
        let part = |value| named(words, value);
        assert_eq!((part(0), part(1)), (None, Some("linear".into())));
        assert_eq!(part(2), Some(Named::with("binomial", &[("smallest_first", 1)])));
        assert_eq!((part(3), part(u64::MAX)), (None, None));
    }
}
