//! Patterns of host names: `node-[0-3,7].example.org` stands for five hosts.
//!
//! Each pattern has at most one bracket of numbers and ranges. If the first number of a range begins with a zero, all its
//! numbers have the same number of digits: `n[08-11]` is n08, n09, n10, n11.

use std::collections::BTreeMap;

/// Numbers of a bracket that follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Run {
    first: u64,
    count: u32,
    /// Digits at least.
    width: usize,
    /// The host of the first number.
    host: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Pattern {
    prefix: String,
    suffix: String,
    runs: Vec<Run>,
    /// The host of its first name.
    host: u32,
}

/// Names of all hosts of a machine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct HostNames {
    patterns: Vec<Pattern>,
    /// Names written out, with their hosts: patterns without a bracket have no runs.
    plain: BTreeMap<String, u32>,
    hosts: u32,
}

/// What is wrong with names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BadNames {
    /// A text that is no pattern.
    Pattern(String),
    /// More names than hosts.
    TooMany,
    /// Two hosts of one name.
    Twice(String),
}

impl HostNames {
    /// Reads patterns; at most `most` names.
    pub(crate) fn read(patterns: &[String], most: u32) -> Result<Self, BadNames> {
        let mut names = Self::default();
        for text in patterns {
            let pattern = names.pattern(text, most)?;
            if pattern.runs.is_empty() {
                if names.plain.insert(pattern.prefix.clone(), pattern.host).is_some() {
                    return Err(BadNames::Twice(pattern.prefix));
                }
                names.hosts = names.hosts.checked_add(1).filter(|hosts| *hosts <= most).ok_or(BadNames::TooMany)?;
            }
            names.patterns.push(pattern);
        }
        names.check_different()?;
        Ok(names)
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> u32 {
        self.hosts
    }

    fn pattern(&mut self, text: &str, most: u32) -> Result<Pattern, BadNames> {
        let wrong = || BadNames::Pattern(text.to_owned());
        let host = self.hosts;
        let Some((prefix, rest)) = text.split_once('[') else {
            let valid = !text.is_empty() && !text.contains(']');
            let (prefix, suffix) = (text.to_owned(), String::new());
            return valid.then_some(Pattern { prefix, suffix, runs: Vec::new(), host }).ok_or_else(wrong);
        };
        let (numbers, suffix) = rest.split_once(']').ok_or_else(wrong)?;
        if suffix.contains(['[', ']']) || numbers.contains('[') {
            return Err(wrong());
        }
        let mut runs = Vec::new();
        for part in numbers.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let number = |digits: &str| -> Result<u64, BadNames> {
                let valid = !digits.is_empty() && digits.len() <= 18 && digits.bytes().all(|b| b.is_ascii_digit());
                valid.then(|| digits.parse().ok()).flatten().ok_or_else(wrong)
            };
            let (low, high) = (number(first)?, number(last)?);
            let count = (high + 1).checked_sub(low).filter(|count| *count > 0).ok_or_else(wrong)?;
            let count = u32::try_from(count).map_err(|_| BadNames::TooMany)?;
            let width = if first.starts_with('0') { first.len() } else { 1 };
            runs.push(Run { first: low, count, width, host: self.hosts });
            let hosts = self.hosts.checked_add(count).filter(|hosts| *hosts <= most);
            self.hosts = hosts.ok_or(BadNames::TooMany)?;
        }
        Ok(Pattern { prefix: prefix.to_owned(), suffix: suffix.to_owned(), runs, host })
    }

    /// Numbers of one width that only grow cannot repeat; all else is written out and compared.
    fn check_different(&self) -> Result<(), BadNames> {
        if let [pattern] = &self.patterns[..] {
            let grows = |pair: &[Run]| {
                pair[0].width == pair[1].width && pair[0].first + u64::from(pair[0].count) <= pair[1].first
            };
            if pattern.runs.windows(2).all(grows) {
                return Ok(());
            }
        }
        let mut names: Vec<String> = (0..self.hosts).map(|host| self.name(host)).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(BadNames::Twice(pair[0].clone())),
            None => Ok(()),
        }
    }

    /// The name of a host.
    ///
    /// # Panics
    /// If there is no such host.
    pub(crate) fn name(&self, host: u32) -> String {
        assert!(host < self.hosts, "no host {host}");
        let Pattern { prefix, suffix, runs, .. } =
            &self.patterns[self.patterns.partition_point(|pattern| pattern.host <= host) - 1];
        if runs.is_empty() {
            return prefix.clone();
        }
        let run = &runs[runs.partition_point(|run| run.host <= host) - 1];
        let number = run.first + u64::from(host - run.host);
        format!("{prefix}{number:0width$}{suffix}", width = run.width)
    }

    /// The host of a name.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        let written = self.plain.get(name).copied();
        written.or_else(|| self.patterns.iter().find_map(|pattern| pattern.find(name)))
    }
}

impl Pattern {
    fn find(&self, name: &str) -> Option<u32> {
        if self.runs.is_empty() {
            return None;
        }
        let digits = name.strip_prefix(self.prefix.as_str())?.strip_suffix(self.suffix.as_str())?;
        if digits.is_empty() || digits.len() > 18 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number: u64 = digits.parse().ok()?;
        let run = self.runs.iter().find(|run| {
            number.checked_sub(run.first).is_some_and(|at| at < u64::from(run.count))
                && format!("{number:0width$}", width = run.width) == digits
        })?;
        Some(run.host + (number - run.first) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::{BadNames, HostNames};
    use proptest::prelude::*;

    fn read(patterns: &[&str]) -> Result<HostNames, BadNames> {
        let patterns: Vec<String> = patterns.iter().map(|text| (*text).to_owned()).collect();
        HostNames::read(&patterns, 1_000_000)
    }

    fn all(names: &HostNames) -> Vec<String> {
        (0..names.len()).map(|host| names.name(host)).collect()
    }

    #[test]
    fn patterns_are_written_out_in_order() {
        let names = read(&["login", "n[0-2,7].org", "[08-11]"]).unwrap();
        let expected = ["login", "n0.org", "n1.org", "n2.org", "n7.org", "08", "09", "10", "11"];
        assert_eq!(all(&names), expected);
        for (host, name) in (0..).zip(expected) {
            assert_eq!(names.find(name), Some(host));
        }
        for name in ["", "n3.org", "n00.org", "n1", "n.org", "8", "n99999999999999999999.org", "login2"] {
            assert_eq!(names.find(name), None, "{name}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        for text in ["", "a[", "a]", "a[1", "a[]", "a[2-1]", "a[1-2][3]", "a[1,]", "a[[1]]", "a[-1]", "a[x]"] {
            assert_eq!(read(&[text]), Err(BadNames::Pattern(text.to_owned())), "{text}");
        }
        assert_eq!(read(&["a[0-5000000]"]), Err(BadNames::TooMany));
        assert_eq!(read(&["a[0-999999999999]"]), Err(BadNames::TooMany));
        assert_eq!(read(&["a[1-3,2]"]), Err(BadNames::Twice("a2".to_owned())));
        assert_eq!(read(&["a[1-3]", "a2"]), Err(BadNames::Twice("a2".to_owned())));
        assert_eq!(read(&["x", "x"]), Err(BadNames::Twice("x".to_owned())));
    }

    proptest! {
        /// Against names written out one by one.
        #[test]
        fn names_are_found_where_they_are(parts in prop::collection::vec((0u64..30, 0u64..6, 0usize..3), 1..6)) {
            let (mut patterns, mut written) = (Vec::new(), Vec::new());
            for (at, (first, more, width)) in parts.into_iter().enumerate() {
                let start = if width == 0 { first.to_string() } else { format!("{first:0width$}", width = width + 1) };
                let digits = if start.starts_with('0') { start.len() } else { 1 };
                patterns.push(format!("p{at}-[{start}-{}]s", first + more));
                written.extend((first..=first + more).map(|number| format!("p{at}-{number:0digits$}s")));
            }
            let names = HostNames::read(&patterns, 1_000).unwrap();
            prop_assert_eq!(all(&names), written.clone());
            for (host, name) in (0..).zip(&written) {
                prop_assert_eq!(names.find(name), Some(host));
            }
        }
    }
}
