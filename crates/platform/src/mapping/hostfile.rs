//! Reads files that have the name of a host on each line: host files and mapping files.

use super::error::MappingError;
use super::slots::Slots;
use crate::machine::Platform;
use std::path::Path as FilePath;
use units::HostId;

/// Lines of a file that are neither empty nor comments (`#`), with their numbers from 1.
pub(super) struct Lines {
    pub(super) file: String,
    pub(super) lines: Vec<(usize, String)>,
}

impl Lines {
    pub(super) fn read(path: &FilePath) -> Result<Self, MappingError> {
        let file = path.display().to_string();
        let text = match files::read_text(path) {
            Ok(text) => text,
            Err(error) => return Err(MappingError::Read { file, reason: error.to_string() }),
        };
        let content = |line: &str| line.split('#').next().unwrap_or("").trim().to_owned();
        let lines = (1..).zip(text.lines().map(content)).filter(|(_, line)| !line.is_empty()).collect();
        Ok(Self { file, lines })
    }

    /// The host of a name, or of a number.
    pub(super) fn host(&self, line: usize, name: &str, platform: &Platform) -> Result<HostId, MappingError> {
        let by_number = || name.parse().ok().filter(|number| *number < platform.hosts()).map(HostId);
        platform.find_host(name).or_else(by_number).ok_or_else(|| MappingError::UnknownHost {
            file: self.file.clone(),
            line,
            name: name.to_owned(),
            hosts: host_hint(name, platform),
        })
    }

    pub(super) fn bad_line(&self, line: usize, text: &str, expected: &'static str) -> MappingError {
        MappingError::Line { file: self.file.clone(), line, text: text.to_owned(), expected }
    }
}

/// The nearest host's name on machines small enough to look, and the range of names.
fn host_hint(name: &str, platform: &Platform) -> String {
    let last = HostId(platform.hosts() - 1);
    let range =
        format!("hosts are `{}` to `{}` or 0 to {last}", platform.host_name(HostId(0)), platform.host_name(last));
    let names: Vec<String> = (0..platform.hosts().min(config::COMPARED_NAMES as u32))
        .map(|host| platform.host_name(HostId(host)))
        .collect();
    match config::nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`? {range}"),
        None => range,
    }
}

/// Reads a host file: `HOST [slots=N]` per line. Without `slots` a host has `ppn` slots, or as many as cores; `ppn`
/// is also the most that `slots` gives.
pub(super) fn read(
    path: &FilePath,
    ppn: Option<u32>,
    oversubscribe: bool,
    platform: &Platform,
) -> Result<Slots, MappingError> {
    const EXPECTED: &str = "`HOST` or `HOST slots=N`";
    let cores = u32::from(platform.host.cores);
    let lines = files::named("job.allocation", || Lines::read(path))?;
    let mut list = Vec::with_capacity(lines.lines.len());
    let mut seen = std::collections::BTreeSet::new();
    for (line, text) in &lines.lines {
        let mut words = text.split_whitespace();
        let name = words.next().ok_or_else(|| lines.bad_line(*line, text, EXPECTED))?;
        let given = match words.next().map(|word| word.strip_prefix("slots=").map(str::parse::<u32>)) {
            None => None,
            Some(Some(Ok(slots))) if slots > 0 => Some(slots),
            Some(_) => return Err(lines.bad_line(*line, text, EXPECTED)),
        };
        if words.next().is_some() {
            return Err(lines.bad_line(*line, text, EXPECTED));
        }
        let host = lines.host(*line, name, platform)?;
        let (file, name) = (lines.file.clone(), platform.host_name(host));
        if !seen.insert(host) {
            return Err(MappingError::ListedTwice { file, line: *line, name });
        }
        if let Some(slots) = given.filter(|slots| *slots > cores && !oversubscribe) {
            return Err(MappingError::TooManySlots { file, line: *line, name, slots, cores });
        }
        let most = ppn.unwrap_or(given.unwrap_or(cores));
        list.push((host, given.unwrap_or(most).min(most)));
    }
    Ok(Slots::Listed(list))
}
