//! Splits option values of several parts, such as `NAME+FILE`. A plus sign separates the parts, but may also occur in the name
//! of a file or folder.

/// The parts of `FIRST+FILE+FILE`. The longest part that `exists` as a file or folder is one; what does not exist ends where
/// something begins that does. A first part without a slash is a name that ends at the first plus sign.
pub fn parts_at_pluses(text: &str, exists: impl Fn(&str) -> bool) -> Vec<&str> {
    let ends: Vec<usize> = text.match_indices('+').map(|(at, _)| at).chain([text.len()]).collect();
    // The end of the part that begins there, if it exists.
    let existing = |start: usize| ends.iter().rev().copied().find(|&end| end >= start && exists(&text[start..end]));
    let mut parts = Vec::new();
    let mut start = 0;
    loop {
        let after = || ends.iter().copied().filter(|&end| end >= start);
        let next = after().next().unwrap_or(text.len());
        let end = match existing(start) {
            Some(end) => end,
            None if parts.is_empty() && !text[..next].contains('/') => next,
            None => after().find(|&end| end < text.len() && existing(end + 1).is_some()).unwrap_or(text.len()),
        };
        parts.push(&text[start..end]);
        if end == text.len() {
            return parts;
        }
        start = end + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plus_sign_in_a_path_separates_nothing() {
        let of = |text| {
            parts_at_pluses(text, |path| ["/a+b", "/a+b/lib.toml", "/c+d/x.conf", "y", "whole+y"].contains(&path))
        };
        assert_eq!(of("flow"), ["flow"]);
        assert_eq!(of("lib+y"), ["lib", "y"]);
        assert_eq!(of("lib+/c+d/x.conf+y"), ["lib", "/c+d/x.conf", "y"]);
        assert_eq!(of("/a+b/lib.toml+/c+d/x.conf"), ["/a+b/lib.toml", "/c+d/x.conf"]);
        assert_eq!(of("whole+y"), ["whole+y"]);
        assert_eq!(of("/a+b+y"), ["/a+b", "y"]);
        // Of what is missing.
        assert_eq!(of("lib+/a+b/none.conf"), ["lib", "/a+b/none.conf"]);
        assert_eq!(of("lib+/e+f/none.conf+y"), ["lib", "/e+f/none.conf", "y"]);
        assert_eq!(of("/e+f/none.toml+y"), ["/e+f/none.toml", "y"]);
        assert_eq!(of("lib+"), ["lib", ""]);
        assert_eq!(of(""), [""]);
    }
}
