//! `windtunnel pages FOLDER`: generates manual pages and shell completions from the declared commands and options. The
//! installation calls this internal command; `--help` does not list it.

use crate::error::CliError;
use crate::options;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use files::{Existing, FileError};
use std::path::{Path, PathBuf};

/// The folder to write, as `share` of a prefix, if this is what the command line wants.
pub(crate) fn asked_for() -> Option<PathBuf> {
    let mut words = std::env::args_os().skip(1);
    let asked = words.next()? == "pages";
    words.next().filter(|_| asked).map(PathBuf::from)
}

/// Where a shell looks for the completions of a command, below `share`.
const SHELLS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions/windtunnel"),
    (Shell::Zsh, "zsh/site-functions/_windtunnel"),
    (Shell::Fish, "fish/vendor_completions.d/windtunnel.fish"),
];

/// A manual page has a date: of the last change of the commands' form.
const CHANGED: &str = "2026-11-28";

/// Writes all of them.
pub(crate) fn write_into(share: &Path) -> Result<(), CliError> {
    let mut command = options::command();
    for (shell, place) in SHELLS {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command, "windtunnel", &mut text);
        write(&share.join(place), &text)?;
    }
    let mut command = options::command().disable_help_subcommand(true);
    command.build();
    manual(&command, &share.join("man/man1"))
}

/// The page of a command, and those of its subcommands.
fn manual(command: &Command, folder: &Path) -> Result<(), CliError> {
    // `windtunnel platform show` is described by windtunnel-platform-show(1).
    let name = command.get_bin_name().unwrap_or("windtunnel").replace(' ', "-");
    let page = Man::new(command.clone().name(name.clone()));
    let mut text = format!(".TH {} 1 {CHANGED} \"windtunnel {}\"\n", name.to_uppercase(), env!("CARGO_PKG_VERSION"))
        .into_bytes();
    let parts = [
        Man::render_name_section,
        Man::render_synopsis_section,
        Man::render_description_section,
        Man::render_options_section,
        Man::render_subcommands_section,
        Man::render_extra_section,
    ];
    parts.iter().for_each(|part| part(&page, &mut text).expect("memory takes what is written"));
    // The maker writes an empty line between two breaks before possible values, which `mandoc -Tlint` warns of.
    let text = String::from_utf8(text).expect("a page is text").replace(".br\n\n.br\n", "\n");
    write(&folder.join(format!("{name}.1")), text.as_bytes())?;
    let shown = |inner: &&Command| !inner.is_hide_set();
    command.get_subcommands().filter(shown).try_for_each(|inner| manual(inner, folder))
}

fn write(file: &Path, text: &[u8]) -> Result<(), CliError> {
    let folder = file.parent().expect("a file in a folder");
    std::fs::create_dir_all(folder).map_err(|error| FileError::write(folder, error))?;
    Ok(files::write(file, text, Existing::Replace)?)
}
