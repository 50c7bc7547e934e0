//! Rebuilds the machine of a finished run (platform and mapping) from its run folder: `platform.toml` and the scenario.

use platform::{Allocation, Mapping, Platform};
use results::{PLATFORM_FILE, Run};

/// The platform that was simulated, and where ranks sat on it.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) platform: Platform,
    /// Or why it can't be told.
    pub(crate) mapping: Result<Mapping, String>,
}

impl Machine {
    /// Reads it again; or says why it can't be had.
    pub(crate) fn of(run: &Run) -> Result<Self, String> {
        let file = run.path().join(PLATFORM_FILE);
        if !file.is_file() {
            return Err(format!("the run folder has no {PLATFORM_FILE}: an older version wrote it, run it again"));
        }
        let scenario = &run.manifest().scenario;
        let set = scenario["set"].as_object().into_iter().flatten();
        let mut overrides: Vec<(&str, &str)> =
            set.filter_map(|(key, value)| value.as_str().map(|value| (key.as_str(), value))).collect();
        // No view shows noise, and a recording of it is a file of its own, which need not be there any more.
        overrides.retain(|(key, _)| !key.starts_with("host.noise"));
        overrides.push(("host.noise", "[]"));
        let text = files::read_text(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let platform = Platform::from_str_with(&text, &file.display().to_string(), &overrides)
            .map_err(|error| error.to_string())?;
        let own = scenario["job"][0]["mapping"].as_str().unwrap_or("block");
        let mapping = mapping(run, own, &platform);
        Ok(Self { platform, mapping })
    }

    /// The run's ranks by another mapping, with as many on a host; or why they can't be.
    pub(crate) fn mapped(&self, run: &Run, spec: &str) -> Result<Mapping, String> {
        mapping(run, spec, &self.platform)
    }
}

fn mapping(run: &Run, spec: &str, platform: &Platform) -> Result<Mapping, String> {
    let scenario = &run.manifest().scenario;
    let job = &scenario["job"][0];
    let spec = match spec {
        "random" => format!("random:{}", scenario["seed"].as_u64().unwrap_or(0)),
        spec => spec.to_owned(),
    };
    let per_host = job["ppn"].as_u64().and_then(|count| u32::try_from(count).ok());
    let oversubscribe = job["oversubscribe"].as_bool().unwrap_or(false);
    let allocation = Allocation::of(job["allocation"].as_str(), scenario["seed"].as_u64().unwrap_or(0));
    allocation
        .and_then(|hosts| Mapping::build(&spec, run.manifest().ranks, per_host, oversubscribe, &hosts, platform))
        .map_err(|error| error.to_string())
}
