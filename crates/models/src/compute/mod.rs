//! Compute models behind [`kernel::Compute`].
//!
//! Memory traffic of blocks is not modelled: `memory_bytes` is accepted and has no effect in either model.

mod dedicated;
mod shared;

pub use dedicated::Dedicated;
pub use shared::Shared;

use crate::settings::Settings;
use crate::{Machine, ModelError, Parameter, Setting};
use kernel::{Compute, Work};
use units::{Endpoint, Speed, Time};

/// Builds a model from its settings.
pub type BuildCompute = fn(&dyn Machine, &[Setting<'_>]) -> Result<Box<dyn Compute>, ModelError>;

/// A compute model: an entry of [`COMPUTE`].
#[derive(Debug)]
pub struct ComputeKind {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Makes one.
    pub build: BuildCompute,
}

/// All compute models.
pub const COMPUTE: &[ComputeKind] = &[
    ComputeKind {
        name: "dedicated",
        doc: "Every actor has its core for itself: work takes its own time, or its operations at the core's speed.",
        parameters: &[],
        build: |machine, settings| {
            Settings::new("dedicated", &[], settings)?;
            Ok(Box::new(Dedicated::new(machine.speed())))
        },
    },
    ComputeKind {
        name: "shared",
        doc: "Work on one core shares it evenly and without loss, for more ranks than cores.",
        parameters: &[],
        build: |machine, settings| {
            Settings::new("shared", &[], settings)?;
            Ok(Box::new(Shared::new(machine.cores(), machine.speed())))
        },
    },
];

/// The time work takes on an undisturbed core.
fn uncontended_time(work: Work, speed: Speed) -> Time {
    match work {
        Work::Time(time) => time,
        Work::Flops(flops) => speed.time_for(flops),
    }
}

/// A core's index among all cores.
fn core_index(core: Endpoint, cores: u16) -> usize {
    core.host.index() * usize::from(cores) + usize::from(core.core)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::suite::Table;
    use kernel::{CpuDone, Finish};
    use units::HostId;

    fn core(host: u32, core: u16) -> Endpoint {
        Endpoint { host: HostId(host), nic: 0, core }
    }

    /// The end of every piece of work when all are started as listed: (start, core, work).
    fn ends(model: &mut dyn Compute, works: &[(u64, Endpoint, Work)]) -> Vec<u64> {
        let mut ends = vec![0; works.len()];
        let mut done = Vec::new();
        let mut run_to = |model: &mut dyn Compute, limit: u64, ends: &mut Vec<u64>| {
            while model.next_event() <= Time::from_ps(limit) && model.next_event() < Time::MAX {
                let next = model.next_event();
                model.advance(next, &mut done);
                for CpuDone { token } in done.drain(..) {
                    ends[token as usize] = next.ps();
                }
            }
        };
        for (token, &(start, core, work)) in works.iter().enumerate() {
            run_to(model, start, &mut ends);
            match model.start(Time::from_ps(start), token as u64, core, work, 1 << 20) {
                Finish::At(time) => ends[token] = time.ps(),
                Finish::Later => {}
            }
        }
        run_to(model, u64::MAX, &mut ends);
        ends
    }

    /// What every compute model must do.
    #[test]
    fn a_core_alone_takes_the_time_of_the_work() {
        for kind in COMPUTE {
            let machine = Table { cores: 4, speed: Speed(3), ..Table::star(2, 1, 1) };
            let mut model = (kind.build)(&machine, &[]).unwrap();
            assert!((kind.build)(&machine, &[Setting { name: "colour", value: "red" }]).is_err(), "{}", kind.name);
            let works = [
                (10, core(0, 0), Work::Time(Time::from_ps(7))),
                (10, core(0, 1), Work::Flops(1)),
                (12, core(1, 0), Work::Time(Time::ZERO)),
            ];
            assert_eq!(ends(&mut *model, &works), [17, 10 + 333_333_333_334, 12], "{}", kind.name);
        }
    }

    #[test]
    fn two_on_a_core_take_twice_as_long_while_both_are_there() {
        let mut model = Shared::new(2, Speed(1));
        let work = |ps| Work::Time(Time::from_ps(ps));
        // 0..40 alone; 40..100 both at half speed: the second has its 30; the first has 70 of 100 and goes on alone.
        let works = [(0, core(0, 0), work(100)), (40, core(0, 0), work(30)), (40, core(0, 1), work(5))];
        assert_eq!(ends(&mut model, &works), [130, 100, 45]);
    }

    #[test]
    fn a_core_is_never_idle_nor_faster_than_it_is() {
        for ranks in [1u64, 2, 3, 7, 64] {
            let mut model = Shared::new(1, Speed(1));
            let works: Vec<_> =
                (0..ranks).map(|rank| (0, core(0, 0), Work::Time(Time::from_ps(1_000 + rank)))).collect();
            let ends = ends(&mut model, &works);
            let total: u64 = (0..ranks).map(|rank| 1_000 + rank).sum();
            assert_eq!(ends.iter().max(), Some(&total), "{ranks} ranks");
            assert!(ends.is_sorted(), "less work ends first: {ends:?}");
        }
    }

    #[test]
    fn equal_work_ends_together_in_the_order_of_the_starts() {
        let mut model = Shared::new(1, Speed(1));
        for token in [5, 3, 9] {
            let finish = model.start(Time::ZERO, token, core(0, 0), Work::Time(Time::from_ps(10)), 0);
            assert_eq!(finish, Finish::Later);
        }
        let mut done = Vec::new();
        assert_eq!(model.next_event(), Time::from_ps(30));
        model.advance(Time::from_ps(30), &mut done);
        assert_eq!(done.iter().map(|done| done.token).collect::<Vec<_>>(), [5, 3, 9]);
        assert_eq!(model.next_event(), Time::MAX);
    }
}
