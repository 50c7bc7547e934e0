//! Formats quantities and names for people.

use std::borrow::Cow;
use units::{shortened, visible};

/// `12,800`
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Four digits that count: `12.35`, `0.000`, `999.9`.
fn four_digits(value: f64) -> String {
    let decimals = match value.abs() {
        v if v >= 1000.0 => 0,
        v if v >= 100.0 => 1,
        v if v >= 10.0 => 2,
        _ => 3,
    };
    format!("{value:.decimals$}")
}

fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    let (size, unit) = units.iter().find(|(size, _)| value >= *size).or(units.last()).copied().unwrap_or((1.0, ""));
    format!("{} {unit}", four_digits(value / size))
}

/// `12.35 ms`
pub fn time(picoseconds: u64) -> String {
    if picoseconds == 0 {
        return "0 s".to_owned();
    }
    scaled(picoseconds as f64, &[(1e12, "s"), (1e9, "ms"), (1e6, "us"), (1e3, "ns"), (1.0, "ps")])
}

/// `1.234 GB`
pub fn bytes(bytes: u64) -> String {
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    scaled(bytes as f64, &[(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")])
}

/// `12.3 %` of a whole; nothing of nothing is `0.0 %`.
pub fn percent(part: u64, whole: u64) -> String {
    let share = if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    format!("{:.1} %", share * 100.0)
}

/// The most characters of a phase's name in a table.
const CAPTION: usize = 40;

/// A phase's name in a table: programs may call a phase whatever they like.
pub fn caption(name: &str) -> String {
    let printable = |letter: char| if letter.is_control() { ' ' } else { letter };
    shortened(name, CAPTION).chars().map(printable).collect()
}

/// The most characters of a cell, and of the last one in its row, which may be a text.
const CELL: usize = 120;
const LAST_CELL: usize = 2000;

/// Text in HTML and SVG. XML has no place for control characters.
pub fn escaped(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Columns side by side, two spaces between them; the first and those marked are flush left.
pub fn columns<'a>(rows: &'a [Vec<String>], left: &[usize], indent: &str) -> String {
    let cells = |row: &'a Vec<String>| -> Vec<Cow<'a, str>> {
        let most = |column: usize| if column + 1 == row.len() { LAST_CELL } else { CELL };
        row.iter().enumerate().map(|(column, cell)| shortened(cell, most(column))).collect()
    };
    let rows: Vec<_> = rows.iter().map(cells).collect();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..).map_while(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 || left.contains(&column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        text.push_str(indent);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Breaks a text between words so that it fits `width`, each line after `indent`.
pub fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let room = width.saturating_sub(indent.chars().count()).max(20);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.iter().map(|line| format!("{indent}{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_phases_fit_into_a_table() {
        assert_eq!(caption("solve"), "solve");
        assert_eq!(caption("two\nlines\tand \u{1b}[31m"), "two lines and  [31m");
        assert_eq!(caption(&"ä".repeat(40)), "ä".repeat(40));
        assert_eq!(caption(&"ä".repeat(200)), format!("{}…", "ä".repeat(39)));
    }

    #[test]
    fn quantities_have_four_digits_and_a_unit() {
        assert_eq!(
            [time(0), time(7), time(1_234_567), time(12_345_678_901_234)],
            ["0 s", "7.000 ps", "1.235 us", "12.35 s"]
        );
        assert_eq!(
            [bytes(0), bytes(999), bytes(1000), bytes(8_589_934_592)],
            ["0 B", "999 B", "1.000 kB", "8.590 GB"]
        );
        assert_eq!([count(0), count(999), count(1000), count(1_234_567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([percent(1, 8), percent(0, 0)], ["12.5 %", "0.0 %"]);
    }

    #[test]
    fn text_in_a_page_is_no_markup() {
        assert_eq!(escaped("<a b=\"c\">&\u{1b}"), "&lt;a b=&quot;c&quot;&gt;&amp;\\x1b");
    }

    #[test]
    fn a_long_name_takes_no_more_than_a_cell() {
        let table = columns(&[vec!["x".repeat(70_000), "1".into()], vec!["y".into(), "2".into()]], &[], "");
        assert_eq!(table, format!("{}…  1\ny{}2\n", "x".repeat(CELL - 1), " ".repeat(CELL + 1)));
    }

    #[test]
    fn columns_line_up() {
        let rows = [vec!["a".into(), "1".into()], vec!["long".into(), "100".into()]];
        assert_eq!(columns(&rows, &[], "  "), "  a       1\n  long  100\n");
        assert_eq!(columns(&rows, &[1], ""), "a     1\nlong  100\n");
    }

    #[test]
    fn long_texts_break_between_words() {
        assert_eq!(wrapped("one two three four five", "  ", 22), "  one two three four\n  five\n");
    }
}
