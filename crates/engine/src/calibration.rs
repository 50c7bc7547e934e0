//! The speed of this machine's cores as `windtunnel calibrate host` has measured it, kept in a file for later runs.
//!
//! The file is `$XDG_STATE_HOME/windtunnel/host-NAME.toml`, by default in `~/.local/state` (XDG Base Directory Specification
//! 0.8), one per host name, as hosts may share a home folder. It names the processor: a speed measured on another processor
//! is ignored.

use files::Existing;
use serde::Serialize;
use std::path::{Path, PathBuf};
use units::Speed;

/// The stored calibration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calibration {
    /// The speed of one core, in the measure of a platform's `host.speed`.
    pub speed: Speed,
    /// The file that says so.
    pub file: String,
}

#[derive(Debug, Serialize)]
struct Text {
    processor: String,
    speed: String,
}

impl Text {
    fn read(text: &str) -> Result<Self, config::ReadError> {
        let tree = config::parse(text)?;
        let mut keys = config::Keys::new(&tree, "the file")?;
        let text = Self { processor: keys.needed_text("processor")?, speed: keys.needed_text("speed")? };
        keys.finish()?;
        Ok(text)
    }
}

impl Calibration {
    /// That of this machine, if there is one.
    ///
    /// # Errors
    /// There is a file, but it is damaged.
    pub fn load() -> Result<Option<Self>, String> {
        match file() {
            Some(file) => Self::read(&file, &processor()),
            None => Ok(None),
        }
    }

    fn read(file: &Path, processor: &str) -> Result<Option<Self>, String> {
        let text = match files::read_text_here("calibration", file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{}: cannot be read: {error}", file.display())),
        };
        let again = "run `windtunnel calibrate host` again, or remove the file";
        let wrong =
            |reason: &str| format!("{}: is not what `calibrate host` writes: {reason}; {again}", file.display());
        let text = Text::read(&text).map_err(|error| wrong(&error.reason))?;
        let speed: Speed = text.speed.parse().map_err(|_| wrong("`speed` is not a speed, such as `2.5 Gflop/s`"))?;
        if speed.0 == 0 {
            return Err(wrong("`speed` is zero"));
        }
        Ok((text.processor == processor).then(|| Self { speed, file: file.display().to_string() }))
    }

    /// Keeps the speed of this machine's cores, in operations per second, for later runs; where.
    ///
    /// # Errors
    /// There is no place for it, or it can't be written.
    pub fn keep(speed: u64) -> Result<PathBuf, String> {
        let file = file().ok_or("there is no folder for it: set XDG_STATE_HOME or HOME to an absolute path")?;
        let text = Text { processor: processor(), speed: Speed(speed).to_string() };
        let text = toml::to_string(&text).expect("two texts become TOML");
        let text = format!("# Written by `windtunnel calibrate host`.\n{text}");
        let folder = file.parent().expect("the file lies in a folder of ours");
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: cannot be made: {error}", folder.display()))?;
        files::write(&file, text.as_bytes(), Existing::Replace).map_err(|error| error.to_string())?;
        Ok(file)
    }
}

/// Where the calibration of this machine is kept; a relative path counts as none, as the specification says.
fn file() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")))?;
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
    let host: String = host.trim().chars().map(plain).collect();
    Some(state.join("windtunnel").join(format!("host-{host}.toml")))
}

/// The processor, in its maker's words.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("model name"));
    let name = line.and_then(|line| line.split_once(':')).map(|(_, name)| name.trim());
    name.unwrap_or(std::env::consts::ARCH).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_counts_on_the_same_processor_alone() {
        let folder = std::env::temp_dir().join(format!("windtunnel-calibration-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("host.toml");
        assert_eq!(Calibration::read(&file, "A"), Ok(None));
        std::fs::write(&file, "processor = \"A\"\nspeed = \"2.5 Gflop/s\"\n").unwrap();
        assert_eq!(Calibration::read(&file, "A").unwrap().unwrap().speed, Speed(2_500_000_000));
        assert_eq!(Calibration::read(&file, "B"), Ok(None));
        for (text, what) in [
            ("processor = 3", "is not what `calibrate host` writes"),
            ("processor = \"A\"\nspeed = \"fast\"", "`speed` is not a speed"),
            ("processor = \"A\"\nspeed = \"0 flop/s\"", "`speed` is zero"),
        ] {
            std::fs::write(&file, text).unwrap();
            let error = Calibration::read(&file, "A").unwrap_err();
            assert!(error.contains(what) && error.contains("run `windtunnel calibrate host` again"), "{error}");
        }
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir(&file).unwrap();
        assert!(Calibration::read(&file, "A").unwrap_err().contains("cannot be read"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
