//! Lists the settings in which runs differ, for all views that show several runs.

use results::{Manifest, PLATFORM_FILE, Run};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A setting in which runs differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The key of the scenario: `network`, `job.mapping`, `set.host.cores`.
    pub setting: String,
    /// Its value in each run.
    pub values: Vec<String>,
}

/// Keys of a scenario on which no result depends.
const WITHOUT_EFFECT: [&str; 4] = ["schema", "defaulted", "observe", "mode"];

/// Where ranks are: mappings of one program on one machine are what link loads are compared for.
const PLACEMENT: [&str; 3] = ["job.mapping", "job.allocation", "job.ppn"];

/// Values of a setting that a text lists at most.
const LISTED: usize = 4;

impl Difference {
    /// Whether only the places of ranks differ.
    pub fn is_placement(&self) -> bool {
        PLACEMENT.contains(&self.setting.as_str())
    }

    fn text(&self) -> String {
        let mut values: Vec<&str> = Vec::new();
        for value in &self.values {
            if !values.contains(&value.as_str()) {
                values.push(value);
            }
        }
        let more = values.len().saturating_sub(LISTED);
        values.truncate(LISTED);
        let more = if more > 0 { format!(", {more} more") } else { String::new() };
        format!("{} ({}{more})", self.setting, values.join(", "))
    }
}

/// `network (flow, packet), job.mapping (block, random:1)`.
pub fn text<'a>(differences: impl IntoIterator<Item = &'a Difference>) -> String {
    differences.into_iter().map(Difference::text).collect::<Vec<_>>().join(", ")
}

/// The settings in which runs differ: of their scenarios, then the version, then the text of a platform file of one name and, if
/// nothing else tells them apart, the contents of their input files. A run that takes its computation from another of them does
/// not differ from that one.
pub fn between(runs: &[Run]) -> Vec<Difference> {
    let compute = |value: &str| {
        let named = runs.iter().find(|run| folder(run.path()) == folder(Path::new(value)));
        named.and_then(|run| settings(run.manifest()).remove("compute"))
    };
    let with_compute = |run: &Run| {
        let mut own = settings(run.manifest());
        if let Some(value) = own.get_mut("compute") {
            *value = compute(value).unwrap_or_else(|| value.clone());
        }
        own
    };
    let manifests: Vec<&Manifest> = runs.iter().map(Run::manifest).collect();
    let platforms: Vec<String> = runs.iter().map(|run| platform_file(run.path())).collect();
    of(&manifests, &runs.iter().map(with_compute).collect::<Vec<_>>(), &platforms)
}

/// The text of a run's platform; none of a run that never had one.
fn platform_file(run: &Path) -> String {
    files::read_text(&run.join(PLATFORM_FILE)).unwrap_or_default()
}

/// The differences of runs with these settings and texts of platform files.
fn of(manifests: &[&Manifest], settings: &[BTreeMap<String, String>], platforms: &[String]) -> Vec<Difference> {
    let keys: BTreeSet<&String> = settings.iter().flat_map(BTreeMap::keys).collect();
    let value =
        |own: &BTreeMap<String, String>, key: &str| own.get(key).cloned().unwrap_or_else(|| "none".to_owned());
    let by_key = |key: &String| Difference {
        setting: key.clone(),
        values: settings.iter().map(|own| value(own, key)).collect(),
    };
    let of_manifests = |name: &str, value: fn(&Manifest) -> &String| Difference {
        setting: name.to_owned(),
        values: manifests.iter().map(|manifest| value(manifest).clone()).collect(),
    };
    let mut found: Vec<Difference> = keys.into_iter().map(by_key).collect();
    found.push(of_manifests("version", |manifest| &manifest.version));
    let version =
        |text: &String| format!("version {}", 1 + platforms.iter().position(|other| other == text).unwrap_or(0));
    let texts =
        Difference { setting: "text of the platform".to_owned(), values: platforms.iter().map(version).collect() };
    found.retain(differs);
    if differs(&texts) && !found.iter().any(|one| one.setting == "platform") {
        found.push(texts);
    }
    let files = of_manifests("input files", |manifest| &manifest.hash);
    if found.is_empty() && differs(&files) {
        found.push(files);
    }
    found
}

fn folder(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn differs(difference: &Difference) -> bool {
    difference.values.windows(2).any(|pair| pair[0] != pair[1])
}

/// A scenario as keys with values; the only job is `job`.
fn settings(manifest: &Manifest) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    if let Value::Object(entries) = &manifest.scenario {
        for (key, value) in entries.iter().filter(|(key, _)| !WITHOUT_EFFECT.contains(&key.as_str())) {
            flatten(key, value, &mut found);
        }
    }
    found
}

fn flatten(key: &str, value: &Value, found: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(entries) => {
            entries.iter().for_each(|(name, value)| flatten(&format!("{key}.{name}"), value, found))
        }
        Value::Array(items) if items.len() == 1 => flatten(key, &items[0], found),
        Value::String(text) => _ = found.insert(key.to_owned(), text.clone()),
        other => _ = found.insert(key.to_owned(), other.to_string()),
    }
}

/// Two runs that are one: the same folder, or the same settings with the same outcome.
pub fn repeated(runs: &[Run]) -> Option<(&Run, &Run)> {
    let same = |one: &Run, other: &Run| {
        let (here, there) = (one.manifest(), other.manifest());
        let outcome = here.outcome == there.outcome && here.totals == there.totals && here.time == there.time;
        folder(one.path()) == folder(other.path()) || outcome && settings(here) == settings(there)
    };
    let pairs = runs.iter().enumerate().flat_map(|(at, one)| runs[..at].iter().map(move |other| (other, one)));
    pairs.into_iter().find(|(other, one)| same(other, one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::manifest;
    use serde_json::json;

    fn with(scenario: Value, hash: &str) -> Manifest {
        Manifest { scenario, hash: hash.to_owned(), ..manifest() }
    }

    fn between(manifests: &[Manifest]) -> Vec<Difference> {
        let all: Vec<&Manifest> = manifests.iter().collect();
        of(&all, &manifests.iter().map(settings).collect::<Vec<_>>(), &vec![String::new(); all.len()])
    }

    #[test]
    fn platforms_of_one_name_may_have_several_texts() {
        let one = with(json!({"platform": "m.toml"}), "1");
        let own: Vec<_> = (0..3).map(|_| settings(&one)).collect();
        let found = of(&[&one, &one, &one], &own, &["a".to_owned(), "b".to_owned(), "a".to_owned()]);
        assert_eq!(found[0].values, ["version 1", "version 2", "version 1"]);
        assert_eq!(text(&found), "text of the platform (version 1, version 2)");
    }

    #[test]
    fn settings_that_differ_are_named_with_the_values_of_each_run() {
        let job = |mapping: &str| json!([{"program": "a.out", "mapping": mapping, "arguments": ["1", "2"]}]);
        let runs = [
            with(json!({"network": "flow", "job": job("block"), "observe": [], "set": {"host.cores": "4"}}), "1"),
            with(json!({"network": "flow", "job": job("random:1"), "observe": ["waits"]}), "2"),
            with(json!({"network": "packet", "job": job("block"), "observe": []}), "3"),
        ];
        let found = between(&runs);
        let expected = "job.mapping (block, random:1), network (flow, packet), set.host.cores (4, none)";
        assert_eq!(text(&found), expected);
        assert_eq!(found[0].values, ["block", "random:1", "block"]);
        assert_eq!(found.iter().map(Difference::is_placement).collect::<Vec<_>>(), [true, false, false]);
    }

    #[test]
    fn files_that_changed_are_a_difference_where_no_setting_is() {
        let scenario = json!({"platform": "m.toml"});
        let found = between(&[with(scenario.clone(), "12"), with(scenario.clone(), "34")]);
        assert_eq!(text(&found), "input files (12, 34)");
        assert_eq!(between(&[with(scenario.clone(), "12"), with(scenario, "12")]), []);
        let many: Vec<Manifest> = (0..7).map(|seed| with(json!({"seed": seed}), "")).collect();
        assert_eq!(text(&between(&many)), "seed (0, 1, 2, 3, 3 more)");
    }
}
