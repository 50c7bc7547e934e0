//! Parses the option `--detail`: the phases that the network model simulates in detail. `NAME:K/N` asks for K of each N steps
//! of a phase, a step being the time from entering the phase to leaving it.

use super::{ScenarioError, value_error};
use mpi::StepRule;

/// The part of a run that the network model simulates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Detail {
    /// Names of phases.
    pub(crate) phases: Vec<String>,
    /// Those of which it simulates only some stays.
    pub(crate) steps: Vec<StepRule>,
}

impl Detail {
    /// Reads `phase=NAME,NAME:K/N`.
    pub(super) fn read(text: &str) -> Result<Self, ScenarioError> {
        let wrong = || {
            value_error(
                "--detail",
                text,
                "`phase=NAME,NAME`, names of phases, each with `:K/N` if only K of N stays in it are in detail, for example `phase=solve` or \
                 `phase=step:2/10`",
            )
        };
        let names = text.trim().strip_prefix("phase=").ok_or_else(wrong)?;
        let mut detail = Self { phases: Vec::new(), steps: Vec::new() };
        for name in names.split(',').map(str::trim) {
            let name = match steps(name) {
                None => name,
                Some((phase, detailed, of)) if 0 < detailed && detailed < of => {
                    detail.steps.push(StepRule { phase: phase.into(), detailed, of });
                    phase
                }
                Some(_) => return Err(wrong()),
            };
            if name.is_empty() || detail.phases.iter().any(|known| known == name) {
                return Err(wrong());
            }
            detail.phases.push(name.to_owned());
        }
        Ok(detail)
    }

    /// Says that the network model simulates only a part.
    pub(super) fn notice(&self) -> String {
        let names = self.phases.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let mut text = format!(
            "messages outside of the phases {names} took the time of the network `delay`, without contention (--detail)"
        );
        for StepRule { phase, detailed, of } in &self.steps {
            text.push_str(&format!(
                "; of each {of} steps `{phase}`, {detailed} were simulated in detail, and others that are alike within {} % took their mean time",
                mpi::ALIKE / 10_000
            ));
        }
        text
    }
}

/// The name, K and N of `NAME:K/N`.
fn steps(text: &str) -> Option<(&str, u32, u32)> {
    let (name, numbers) = text.rsplit_once(':')?;
    let (detailed, of) = numbers.split_once('/')?;
    Some((name, detailed.parse().ok()?, of.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_and_steps_are_told_apart() {
        let detail = Detail::read("phase=solve, a:b,step:2/10").expect("it is valid");
        assert_eq!(detail.phases, ["solve", "a:b", "step"]);
        assert_eq!(detail.steps, [StepRule { phase: "step".into(), detailed: 2, of: 10 }]);
        for wrong in ["solve", "phase=", "phase=a,", "phase=a:0/3", "phase=a:3/3", "phase=:1/2", "phase=a,a:1/2"] {
            assert!(Detail::read(wrong).is_err(), "{wrong}");
        }
    }
}
