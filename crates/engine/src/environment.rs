//! Lists the environment variables of programs in `host.json`, each with a digest of its value: a later run can tell which have
//! changed, and the folder does not reveal the values.

use crate::scenario::{Scenario, Workload};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Variables of terminals, sessions, shells, editors, batch jobs, launchers and test runners, which name where a program was started and not what
/// it does: one a line; `*` stands for any ending. The Python package has the file, for campaigns; docs/reference/run-folder.md lists it.
const SESSION_VARIABLES: &str = include_str!("../../../python/windtunnel/session_variables.txt");

/// Variables of Windtunnel's that programs see, whatever others of its own mean.
const SEEN: [&str; 1] = ["WT_PRELOAD"];

fn is_of_session(name: &OsStr) -> bool {
    let name = name.as_bytes();
    let matches = |pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start.as_bytes()),
        None => name == pattern.as_bytes(),
    };
    SESSION_VARIABLES.lines().any(matches) && SEEN.iter().all(|own| name != own.as_bytes())
}

/// What a scenario's program is given of this process's variables: SHA-256 of each value, by name. Those of the session are left
/// out, and those that the scenario sets itself.
pub fn environment(scenario: &Scenario) -> BTreeMap<String, String> {
    let Workload::Program { environment: own, .. } = &scenario.workload else { return BTreeMap::new() };
    let digest = |value: &OsStr| Sha256::digest(value.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let is_own = |name: &OsStr| name.to_str().is_some_and(|name| own.contains_key(name));
    let variables = std::env::vars_os().filter(|(name, _)| !is_of_session(name) && !is_own(name));
    variables.map(|(name, value)| (name.to_string_lossy().into_owned(), digest(&value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{JobText, ScenarioText};

    #[test]
    fn variables_of_the_session_are_left_out() {
        let left_out = |name: &str| is_of_session(OsStr::new(name));
        assert!(left_out("TERM") && left_out("SSH_TTY") && left_out("WT_LOCK_FD") && left_out("SLURM_JOB_ID"));
        assert!(
            !left_out("OMP_NUM_THREADS") && !left_out("TERMINAL") && !left_out("WT_PRELOAD") && !left_out("PATH")
        );
    }

    #[test]
    fn a_program_s_values_are_digests_and_the_scenario_s_own_are_left_out() {
        let of = |job: JobText| {
            environment(
                &ScenarioText { platform: Some("two-hosts".into()), job: vec![job], ..ScenarioText::default() }
                    .resolve()
                    .unwrap(),
            )
        };
        let program = |own: &[&str]| JobText {
            program: Some("./a.out".into()),
            ranks: Some(2),
            environment: own.iter().map(|name| ((*name).to_owned(), String::new())).collect(),
            ..JobText::default()
        };
        let found = of(program(&[]));
        assert!(found["PATH"].len() == 64 && found["PATH"].bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert!(!of(program(&["PATH"])).contains_key("PATH"));
        assert!(of(JobText { motif: Some("ping".into()), ranks: Some(2), ..JobText::default() }).is_empty());
    }
}
