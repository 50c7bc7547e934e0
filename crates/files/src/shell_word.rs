//! Quotes words for a shell, in the commands that messages suggest.

use std::borrow::Cow;
use std::path::Path;

/// A path as a word of a shell's command: quoted if a shell would take it apart, and not taken for an option.
pub fn shell_word(path: &Path) -> Cow<'_, str> {
    let word = path.to_string_lossy();
    let word = if word.starts_with('-') { format!("./{word}").into() } else { word };
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-./:=@%+,".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word;
    }
    format!("'{}'", word.replace('\'', r"'\''")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        for (path, word) in [
            ("runs/a-1_b.toml", "runs/a-1_b.toml"),
            ("Läufe/x", "Läufe/x"),
            ("my run", "'my run'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("~/run", "'~/run'"),
            ("a;b", "'a;b'"),
            ("-run", "./-run"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(Path::new(path)), word);
        }
    }
}
