//! Decides where the durations of a program's blocks come from, and for which core speed these durations hold. A block is the
//! computation between two MPI calls.
//!
//! Measured durations hold for the speed of this machine. If `windtunnel calibrate host` has measured that speed, in the unit
//! of `host.speed`, durations are scaled by the ratio of the two speeds. A run stores the speed for which its durations hold,
//! so a replay on another platform scales them again.

use crate::calibration::Calibration;
use crate::scenario::{ComputeSpec, Scenario, Workload};
use mpi::Measurement;
use platform::Platform;
use results::{Computation, Run};
use std::fmt::Write;
use units::Speed;

/// A share of the measured time, in millionths, from which on disturbed blocks are worth a warning: refilled caches make a
/// block at most about twice as long, so the time is wrong by at most half of this. Idle machines disturb up to 5 %.
const DISTURBED_WARNS: u64 = 100_000;

/// The same of the time for which the simulation had to wait for a core, when it wanted one.
const WAITING_WARNS: u64 = 50_000;

/// Without a calibration, or with a former run's blocks that have none.
const UNSCALED: u64 = 1_000_000;

/// What a scenario says of computation; none if it computes nothing that takes time, or has no program.
pub(crate) fn of(scenario: &Scenario, platform: &Platform) -> Result<Option<Computation>, String> {
    if !matches!(scenario.workload, Workload::Program { .. }) {
        return Ok(None);
    }
    let mut computation = of_source(scenario, platform)?;
    if let Some(rules) = &scenario.block_rules {
        let computation = computation.get_or_insert_with(|| Computation {
            scale_millionths: UNSCALED,
            source: "none but what the program states".to_owned(),
            ..Computation::default()
        });
        let _ = write!(computation.source, "; changed by the rules of {}", rules.file().display());
    }
    Ok(computation)
}

fn of_source(scenario: &Scenario, platform: &Platform) -> Result<Option<Computation>, String> {
    let there = platform.host.speed;
    Ok(match &scenario.compute {
        // Counters are a trace's.
        ComputeSpec::None | ComputeSpec::Counted { .. } => None,
        ComputeSpec::Measured { scale_millionths: Some(scale_millionths) } => {
            let source = format!("measured on this machine, times {} as given", times(*scale_millionths));
            Some(Computation { scale_millionths: *scale_millionths, source, ..Computation::default() })
        }
        ComputeSpec::Measured { scale_millionths: None } => Some(match Calibration::load()? {
            Some(calibration) => {
                let (here, file) = (calibration.speed, calibration.file);
                let scale_millionths = quotient(here, there);
                let source = format!(
                    "measured on this machine, times {}: its {here} ({file}) over the platform's {there}",
                    times(scale_millionths)
                );
                Computation { scale_millionths, source, core_speed: Some(there.0), ..Computation::default() }
            }
            None => {
                let source = "this machine's: measured here and not scaled to the platform's cores \
                              (`windtunnel calibrate host` tells how fast those of this machine are)";
                Computation { scale_millionths: UNSCALED, source: source.to_owned(), ..Computation::default() }
            }
        }),
        ComputeSpec::Replay { folder } => {
            let former = Run::open(folder).map_err(|error| error.to_string())?;
            let name = folder.display();
            let held_for = former.manifest().computation.as_ref().and_then(|former| former.core_speed).map(Speed);
            Some(match held_for {
                Some(speed) => {
                    let scale_millionths = quotient(speed, there);
                    let source = format!(
                        "as in {name}, times {}: its cores' {speed} over the platform's {there}",
                        times(scale_millionths)
                    );
                    Computation { scale_millionths, source, core_speed: Some(there.0), ..Computation::default() }
                }
                None => {
                    let source =
                        format!("as in {name}, where it was that machine's: not scaled to the platform's cores");
                    Computation { scale_millionths: UNSCALED, source, ..Computation::default() }
                }
            })
        }
    })
}

fn quotient(here: Speed, there: Speed) -> u64 {
    let millionths = u128::from(here.0) * 1_000_000 / u128::from(there.0.max(1));
    u64::try_from(millionths).unwrap_or(u64::MAX).max(1)
}

/// A factor in as few figures as say it.
fn times(millionths: u64) -> String {
    let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Adds how well blocks were measured; `waited` of `wanted` nanoseconds the simulation waited for a core. What the user
/// should know of it.
pub(crate) fn conclude(
    computation: &mut Computation,
    measured: &Measurement,
    waited: u64,
    wanted: u64,
) -> Option<String> {
    let share = |part: u64, whole: u64| (u128::from(part) * 1_000_000 / u128::from(whole.max(1))) as u64;
    let disturbed = share(measured.disturbed_time.ps(), measured.time.ps());
    let waited = share(waited, wanted);
    computation.blocks = measured.blocks;
    computation.disturbed = measured.disturbed;
    computation.replaced = measured.replaced;
    computation.disturbed_millionths = disturbed;
    if measured.blocks == 0 || (disturbed < DISTURBED_WARNS && waited < WAITING_WARNS) {
        return None;
    }
    let percent = |millionths: u64| format!("{:.1} %", millionths as f64 / 1e4);
    if measured.disturbed == 0 {
        return Some(format!(
            "this machine was busy with something else: the simulation waited for a core {} of its time. None of {} measured \
             blocks was disturbed, but what shares caches and power may have made them longer",
            percent(waited),
            measured.blocks,
        ));
    }
    Some(format!(
        "this machine was busy with something else while blocks were measured: {} of {} were disturbed, {} of the measured time; \
         {} of them count as the median of their call site, the others as the CPU time they took; the simulation \
         waited for a core {} of its time. Measure on an idle machine, or take medians (--repeat 5)",
        measured.disturbed,
        measured.blocks,
        percent(disturbed),
        measured.replaced,
        percent(waited),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use units::Time;

    #[test]
    fn factors_are_short() {
        assert_eq!(times(1_000_000), "1");
        assert_eq!(times(500_000), "0.5");
        assert_eq!(times(12_345), "0.012345");
        assert_eq!(quotient(Speed(8_000_000_000), Speed(16_000_000_000)), 500_000);
        assert_eq!(quotient(Speed(1), Speed(u64::MAX)), 1, "never nothing");
    }

    #[test]
    fn a_disturbed_measurement_is_told_and_a_quiet_one_is_not() {
        let time = |ps| Time::from_ps(ps);
        let mut measured = Measurement {
            blocks: 1_000,
            time: time(1_000_000),
            disturbed: 3,
            disturbed_time: time(99_000),
            replaced: 2,
        };
        let mut computation = Computation::default();
        assert_eq!(conclude(&mut computation, &measured, 10, 1_000), None);
        assert_eq!((computation.blocks, computation.disturbed, computation.disturbed_millionths), (1_000, 3, 99_000));
        let warning = conclude(&mut computation, &measured, 60, 1_000).unwrap();
        assert!(warning.contains("waited for a core 6.0 % of its time"), "{warning}");
        measured.disturbed_time = time(123_000);
        let undisturbed = Measurement { disturbed: 0, disturbed_time: Time::ZERO, replaced: 0, ..measured };
        let warning = conclude(&mut computation, &undisturbed, 60, 1_000).unwrap();
        assert!(warning.contains("6.0 % of its time. None of 1000 measured blocks"), "{warning}");
        let warning = conclude(&mut computation, &measured, 0, 1_000).unwrap();
        assert!(warning.contains("3 of 1000 were disturbed, 12.3 % of the measured time; 2 of them"), "{warning}");
    }
}
