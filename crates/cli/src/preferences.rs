//! The user's configuration file, which `windtunnel config` shows: the default machine and MPI library of runs that name none.
//!
//! The file is `$XDG_CONFIG_HOME/windtunnel/config.toml`, by default in `~/.config`. Keys that it lacks are looked up in files
//! of the same name in the folders of `$XDG_CONFIG_DIRS`, by default `/etc/xdg`, which apply to all users (XDG Base Directory
//! Specification 0.8). A scenario file describes a run completely, and a script or a campaign must not depend on the user: if a
//! scenario is given, or if another Windtunnel command has started this one, the file is ignored.

use crate::error::CliError;
use crate::output;
use crate::stop::ENDS_WITH;
use clap::Args;
use config::{Keys, ReadError};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Options of `windtunnel config`.
#[derive(Debug, Args)]
pub(crate) struct ConfigOptions {
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// The user's own defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Preferences {
    /// The platform of runs that name none.
    pub(crate) platform: Option<String>,
    /// The MPI library where neither an option nor the platform names one.
    #[serde(rename = "mpi-library")]
    pub(crate) mpi_library: Option<String>,
}

/// The file, which need not be there; none without a home.
fn file() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))?;
    Some(folder.join("windtunnel/config.toml"))
}

/// The files for all users, the most important first.
fn files_for_all() -> Vec<PathBuf> {
    let folders = std::env::var_os("XDG_CONFIG_DIRS")
        .filter(|folders| !folders.is_empty())
        .unwrap_or_else(|| "/etc/xdg".into());
    let folders = std::env::split_paths(&folders).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join("windtunnel/config.toml")).collect()
}

impl Preferences {
    /// Those of a run that is started by hand.
    pub(crate) fn of_user() -> Result<Self, CliError> {
        if std::env::var_os(ENDS_WITH).is_some() {
            return Ok(Self::default());
        }
        Self::of_files(file().into_iter().chain(files_for_all()))
    }

    /// What files say together, the first before the others.
    fn of_files(files: impl Iterator<Item = PathBuf>) -> Result<Self, CliError> {
        files.map(|file| Self::read(&file)).try_fold(Self::default(), |before, next| Ok(before.or(next?)))
    }

    /// What these do not say is as in `others`.
    fn or(self, others: Self) -> Self {
        Self { platform: self.platform.or(others.platform), mpi_library: self.mpi_library.or(others.mpi_library) }
    }

    /// Reads a file; one that is not there says nothing.
    fn read(file: &Path) -> Result<Self, CliError> {
        let name = file.display();
        let text = match files::read_text(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(CliError::Preferences { place: name.to_string(), reason: error.to_string() }),
        };
        Self::parse(&text, file.parent().unwrap_or(Path::new("/"))).map_err(|error| {
            let (line, column) = config::line_and_column(&text, error.origin.byte());
            CliError::Preferences { place: format!("{name}:{line}:{column}"), reason: error.reason }
        })
    }

    /// Reads a text. Names of files are relative to `folder`.
    fn parse(text: &str, folder: &Path) -> Result<Self, ReadError> {
        let tree = config::parse(text)?;
        let mut keys = Keys::new(&tree, "the file")?;
        let (platform, mpi_library) = (keys.text("platform")?, keys.text("mpi-library")?);
        keys.finish()?;
        let placed = |name: String| match name.contains('/') || name.ends_with(".toml") {
            true => folder.join(name).to_string_lossy().into_owned(),
            false => name,
        };
        Ok(Self { platform: platform.map(placed), mpi_library: mpi_library.map(placed) })
    }

    fn text(&self, file: &Path, is_there: bool, for_all: &[PathBuf]) -> String {
        let platform = self.platform.as_deref().unwrap_or("not set: give -p");
        let library = self.mpi_library.as_deref().unwrap_or("not set: the platform's, else mpich-4.3");
        let file = file.display();
        let absent = if is_there { "" } else { " (not there)" };
        let for_all: String = for_all.iter().map(|file| format!("for all      {}\n", file.display())).collect();
        format!("file         {file}{absent}\n{for_all}platform     {platform}\nmpi-library  {library}\n")
    }
}

/// `windtunnel config`.
pub(crate) fn command(options: &ConfigOptions) -> Result<u8, CliError> {
    let file = file().ok_or_else(|| CliError::Preferences {
        place: "windtunnel config".to_owned(),
        reason: "there is no folder for it: set XDG_CONFIG_HOME or HOME to an absolute path".to_owned(),
    })?;
    let for_all: Vec<PathBuf> = files_for_all().into_iter().filter(|file| file.exists()).collect();
    let own = Preferences::of_files(std::iter::once(file.clone()).chain(for_all.iter().cloned()))?;
    if let Some(platform) = &own.platform {
        engine::load_platform(platform, &std::collections::BTreeMap::new())?;
    }
    if options.json {
        output::print(&format!("{}\n", serde_json::to_string_pretty(&own).expect("plain data become JSON")))?;
    } else {
        output::tell(&own.text(&file, file.exists(), &for_all))?;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_machine_and_library() {
        let folder = Path::new("/home/me");
        let own = Preferences::parse("platform = \"torus-3d\"\nmpi-library = \"../x.toml\"\n", folder).unwrap();
        assert_eq!(own.platform.as_deref(), Some("torus-3d"));
        assert_eq!(own.mpi_library.as_deref(), Some("/home/me/../x.toml"));
        assert_eq!(Preferences::parse("", folder).unwrap(), Preferences::default());
        let error = Preferences::parse("platfrom = \"a\"\n", folder).unwrap_err();
        assert_eq!(error.reason, "unknown key `platfrom`; did you mean `platform`?");
        assert_eq!(Preferences::read(Path::new("/no/such/file")).unwrap(), Preferences::default());
        let text = Preferences::default().text(Path::new("/c.toml"), false, &[]);
        assert!(text.starts_with("file         /c.toml (not there)\nplatform     not set"), "{text}");
    }
}
