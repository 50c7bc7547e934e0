//! The folder in which a run was started. Paths in the run's scenario are relative to this folder, so commands that simulate
//! the run again change to the folder first.

use crate::error::CliError;
use crate::reuse;
use engine::ScenarioText;
use results::Run;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folders of a run that is to be simulated again.
#[derive(Debug)]
pub(crate) struct Home {
    /// Where the command was given, which the user's paths start from, if it has gone elsewhere.
    left: Option<PathBuf>,
}

impl Home {
    /// Goes to where a run was started, if that is another folder than this one and there.
    pub(crate) fn go(run: &Run) -> Self {
        let known = started_in(run).filter(|folder| folder.is_absolute() && folder.is_dir());
        let (Some(folder), Ok(here)) = (known, std::env::current_dir()) else { return Self { left: None } };
        let other = folder.canonicalize().ok() != here.canonicalize().ok();
        let gone = other && std::env::set_current_dir(&folder).is_ok();
        Self { left: gone.then_some(here) }
    }

    /// A path that the user has given.
    pub(crate) fn of_user(&self, path: &Path) -> PathBuf {
        self.left.as_ref().map_or_else(|| path.to_owned(), |left| left.join(path))
    }

    /// The same of a text, if there is such a file.
    pub(crate) fn file_of_user(&self, text: &str) -> Option<String> {
        let path = self.of_user(Path::new(text));
        path.exists().then(|| path.display().to_string())
    }
}

fn started_in(run: &Run) -> Option<PathBuf> {
    run.host().ok().flatten()?.started_in.map(PathBuf::from)
}

/// Refuses to repeat a run whose inputs have changed, or are missing at their relative paths.
pub(crate) fn expect_inputs(run: &Run) -> Result<(), CliError> {
    let text = ScenarioText::load(&run.path().join("scenario.toml"))?;
    let started = text.job.iter().flat_map(|job| job.program.iter().chain(&job.wdir)).map(PathBuf::as_path);
    let read = run.manifest().files.inputs.iter().map(|input| Path::new(&input.path));
    let missing: BTreeSet<&Path> = started.chain(read).filter(|path| path.is_relative() && !path.exists()).collect();
    if missing.is_empty() {
        return reuse::expect_unchanged(run);
    }
    let here = std::env::current_dir().unwrap_or_default();
    let where_started = match started_in(run) {
        None => "where the run was started is not known (`started_in` in its host.json)".to_owned(),
        Some(folder) if folder.canonicalize().ok() == here.canonicalize().ok() => {
            "where the run was started".to_owned()
        }
        Some(folder) => format!("{}, where the run was started, is not there", folder.display()),
    };
    Err(CliError::Inputs {
        run: run.path().display().to_string(),
        missing: missing.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", "),
        here: here.display().to_string(),
        where_started,
    })
}
