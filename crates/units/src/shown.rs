//! Escapes untrusted text for display on a terminal.
//!
//! Names in platforms, traces, programs and run folders may come from anyone. Control characters could move the cursor, change
//! colours or the window title; bidirectional controls could disguise text; and a name may be of any length.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with control characters spelled out (`\x1b`, `\u{202e}`) but the ends of lines and tabulators.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match u32::from(letter) {
            _ if !is_hidden(letter) => shown.push(letter),
            code @ 0..=0xff => _ = write!(shown, "\\x{code:02x}"),
            code => _ = write!(shown, "\\u{{{code:x}}}"),
        }
    }
    Cow::Owned(shown)
}

/// The text if it has at most `most` characters, else its beginning and an ellipsis.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most || text.chars().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().take(most.saturating_sub(1)).chain(['…']).collect())
}

/// The text with lines of at most `most` characters. The middle of a longer one is left out: what is said of a long name stands
/// before it or behind it.
pub fn with_short_lines(text: &str, most: usize) -> Cow<'_, str> {
    if text.lines().all(|line| line.len() <= most) {
        return Cow::Borrowed(text);
    }
    let short = |line: &str| -> String {
        let letters = line.chars().count();
        let (head, tail) = (most - most / 2, most / 2 - 1);
        let left_out = |at: usize| letters > most && (head..letters - tail).contains(&at);
        let kept = line.chars().enumerate().filter(|(at, _)| *at == head || !left_out(*at));
        kept.map(|(at, letter)| if left_out(at) { '…' } else { letter }).collect()
    };
    Cow::Owned(text.split('\n').map(short).collect::<Vec<_>>().join("\n"))
}

fn is_hidden(letter: char) -> bool {
    let turns_direction =
        matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns_direction || letter.is_control() && letter != '\n' && letter != '\t'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_keep_their_beginning() {
        assert_eq!(shortened("ääää", 4), "ääää");
        assert_eq!(shortened("ääääb", 4), "äää…");
        assert_eq!(with_short_lines("ab\nabcdefgh\näöüß\n", 6), "ab\nabc…gh\näöüß\n");
        assert_eq!(with_short_lines("ab\n", 2), "ab\n");
    }

    #[test]
    fn control_characters_are_spelled_out() {
        assert!(matches!(visible("rank 3\n\tµs → fine"), Cow::Borrowed(_)));
        assert_eq!(visible("a\x1b[2Jb\r\u{9b}c\x7f"), "a\\x1b[2Jb\\x0d\\x9bc\\x7f");
        assert_eq!(visible("\u{202e}txt.exe"), "\\u{202e}txt.exe");
    }
}
