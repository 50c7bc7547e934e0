//! `windtunnel list`: prints the registries of models, topologies, algorithms, tables and so on.

use crate::error::CliError;
use crate::options::ListOptions;
use crate::output;
use engine::listing::{self, Detail, Entry};

/// Lines are at most so wide.
const WIDTH: usize = 110;

/// Prints a list.
pub(crate) fn command(options: &ListOptions) -> Result<u8, CliError> {
    let entries = match &options.what {
        Some(what) => (listing::find(what).expect("the options allow only names of lists").entries)(),
        None => listing::lists(),
    };
    if options.json {
        let text = serde_json::to_string_pretty(&entries).expect("plain data become JSON");
        output::print(&format!("{text}\n"))?;
    } else {
        output::tell(&text(&entries))?;
    }
    Ok(0)
}

fn text(entries: &[Entry]) -> String {
    let mut text = String::new();
    let width = entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0);
    let mut group = None;
    for entry in entries {
        if entry.group != group {
            group.clone_from(&entry.group);
            if let Some(group) = &group {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&format!("{group}\n"));
            }
        }
        let indent = if group.is_some() { "  " } else { "" };
        let name = format!("{indent}{:<width$}  ", entry.name);
        let hang = " ".repeat(name.chars().count());
        let doc = views::text::wrapped(&entry.doc, &hang, WIDTH);
        text.push_str(&name);
        text.push_str(doc.trim_start());
        entry.formulas.iter().for_each(|formula| text.push_str(&formula_lines(*formula, indent)));
        entry.details.iter().for_each(|detail| text.push_str(&detail_lines(detail, indent)));
        if !entry.details.is_empty() {
            text.push('\n');
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn formula_lines((name, formula): (&str, &str), indent: &str) -> String {
    let head = format!("{indent}    {name:<9} = ");
    let hang = " ".repeat(head.chars().count());
    format!("{head}{}", views::text::wrapped(formula, &hang, WIDTH).trim_start())
}

fn detail_lines(detail: &Detail, indent: &str) -> String {
    let default = match detail.default.as_deref() {
        None => String::new(),
        Some("required") => ", required".to_owned(),
        Some(value) => format!(", default {value}"),
    };
    // A default may be a list of size classes.
    let head = format!("{} ({}{default})", detail.name, detail.kind);
    let head = views::text::wrapped(&head, &format!("{indent}    "), WIDTH);
    head + &views::text::wrapped(&detail.doc, &format!("{indent}        "), WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_grouped_and_their_details_indented() {
        let detail =
            Detail { name: "k".into(), kind: "a size".into(), default: Some("2".into()), doc: "A number.".into() };
        let entry = |group: &str, name: &str, details: Vec<Detail>| Entry {
            group: Some(group.into()),
            name: name.into(),
            doc: "What it is.".into(),
            formulas: if name == "longer" { vec![("hosts", "k²")] } else { Vec::new() },
            details,
            file: None,
        };
        let text =
            text(&[entry("one", "a", vec![]), entry("one", "longer", vec![detail]), entry("two", "b", vec![])]);
        let expected = "one\n  a       What it is.\n  longer  What it is.\n      hosts     = k²\n      \
                        k (a size, default 2)\n          A number.\n\n\ntwo\n  b       What it is.\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn every_list_fits_its_width() {
        for listing in listing::LISTINGS {
            let text = text(&(listing.entries)());
            assert!(text.lines().count() > 0 && text.ends_with('\n'), "{}", listing.name);
            let long = text.lines().find(|line| line.chars().count() > WIDTH);
            assert_eq!(long, None, "{}", listing.name);
        }
    }
}
