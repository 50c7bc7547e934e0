//! Turns program addresses into source locations: `function (file.c:12)`.

use addr2line::Loader;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Looks up addresses in executables and shared libraries; each file is read once.
#[derive(Default)]
pub struct Symbols {
    loaders: BTreeMap<PathBuf, Option<Loader>>,
}

impl Symbols {
    /// An address (relative to the object's first loaded byte) in words. `call` looks up the instruction before
    /// it: what a return address returns to is the next statement.
    pub fn describe(&mut self, object: &Path, address: u64, call: bool) -> String {
        let short =
            object.file_name().map_or_else(|| object.display().to_string(), |name| name.to_string_lossy().into());
        let loader = self.loaders.entry(object.to_owned()).or_insert_with(|| Loader::new(object).ok());
        let Some(loader) = loader else { return format!("{short}+{address:#x}") };
        let probe = if call { address.saturating_sub(1) } else { address };
        let function = loader
            .find_frames(probe)
            .ok()
            .and_then(|mut frames| frames.next().ok().flatten())
            .and_then(|frame| frame.function.and_then(|name| name.demangle().ok().map(|name| name.into_owned())))
            .or_else(|| loader.find_symbol(probe).map(demangled));
        let place = loader.find_location(probe).ok().flatten().and_then(|location| {
            let file = Path::new(location.file?).file_name()?.to_string_lossy().into_owned();
            Some(location.line.map_or(file.clone(), |line| format!("{file}:{line}")))
        });
        match (function, place) {
            (Some(function), Some(place)) => format!("{function} ({place})"),
            (Some(function), None) => format!("{function} ({short}+{address:#x})"),
            (None, Some(place)) => place,
            (None, None) => format!("{short}+{address:#x}"),
        }
    }
}

fn demangled(name: &str) -> String {
    addr2line::demangle_auto(name.into(), None).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_line_of_an_own_function() {
        // The test's own executable has debug information; ask for the address of this function.
        let exe = std::env::current_exe().unwrap();
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let first = maps.lines().find(|line| line.ends_with(exe.to_str().unwrap())).unwrap();
        let base = u64::from_str_radix(first.split('-').next().unwrap(), 16).unwrap();
        let here = finds_the_line_of_an_own_function as *const () as usize as u64;
        let words = Symbols::default().describe(&exe, here - base, false);
        assert!(words.contains("finds_the_line_of_an_own_function"), "{words}");
        assert!(words.contains("symbols.rs:"), "{words}");
    }

    #[test]
    fn an_unknown_object_gives_the_address() {
        let words = Symbols::default().describe(Path::new("/nonexistent/prog"), 0x1234, true);
        assert_eq!(words, "prog+0x1234");
    }
}
