//! Compute models behind [`kernel::Compute`]: how long the work of ranks takes on the cores of the machine.
//!
//! The contention of ranks for memory bandwidth is not modelled.

mod dedicated;
mod noise;
mod shared;

pub use dedicated::Dedicated;
pub use shared::Shared;

use crate::settings::Settings;
use crate::{Machine, ModelError, Parameter, Setting};
use kernel::{Compute, Work};
use platform::NoiseTarget;
use units::{Endpoint, Speed, Time};

/// Builds a model from its settings; the seed is that of the machine's noise.
pub type BuildCompute = fn(&dyn Machine, u64, &[Setting<'_>]) -> Result<Box<dyn Compute>, ModelError>;

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
        build: |machine, seed, settings| {
            Settings::new("dedicated", &[], settings)?;
            let (cores, speed) = (machine.cores(), machine.speed());
            Ok(Box::new(Dedicated::new(cores, speed, machine.noise(), seed, machine.all_cores())))
        },
    },
    ComputeKind {
        name: "shared",
        doc: "Work on one core shares it evenly and without loss, for more ranks than cores.",
        parameters: &[],
        build: |machine, seed, settings| {
            Settings::new("shared", &[], settings)?;
            if machine.noise().iter().any(|noise| noise.affects == NoiseTarget::Computation) {
                let reason = "noise affects computation alone, and ranks share cores; expected at most one rank per \
                              core, or `host.noise.affects = \"all\"`";
                return Err(ModelError::Unsupported { model: "shared", reason: reason.to_owned() });
            }
            let (cores, speed) = (machine.cores(), machine.speed());
            Ok(Box::new(Shared::new(cores, speed, machine.noise(), seed, machine.all_cores())))
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
    use kernel::{CpuDone, CpuTask, Finish, Purpose};
    use platform::{Detour, DetourPattern, Noise, NoisePhase};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use std::sync::Arc;
    use units::HostId;

    fn task(token: u64, core: Endpoint, work: Work, earliest: Time) -> CpuTask {
        CpuTask { token, core, work, purpose: Purpose::Computation, earliest }
    }

    fn core(host: u32, core: u16) -> Endpoint {
        Endpoint { host: HostId(host), core, ..Endpoint::default() }
    }

    /// The end of every piece of work when all are started as listed: (start, core, work).
    fn ends(model: &mut dyn Compute, works: &[(u64, Endpoint, Work)]) -> Vec<u64> {
        let mut ends = vec![0; works.len()];
        let mut done = Vec::new();
        let mut run_to = |model: &mut dyn Compute, limit: u64, ends: &mut Vec<u64>| {
            while model.next_event() <= Time::from_ps(limit) && model.next_event() < Time::MAX {
                let next = model.next_event();
                model.advance(next, &mut done);
                for CpuDone { token, .. } in done.drain(..) {
                    ends[token as usize] = next.ps();
                }
            }
        };
        for (token, &(start, core, work)) in works.iter().enumerate() {
            run_to(model, start, &mut ends);
            let start = Time::from_ps(start);
            match model.start(start, &task(token as u64, core, work, start)) {
                Finish::At { end, .. } => ends[token] = end.ps(),
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
            let mut model = (kind.build)(&machine, 0, &[]).unwrap();
            assert!((kind.build)(&machine, 0, &[Setting { name: "colour", value: "red" }]).is_err(), "{}", kind.name);
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
        let mut model = Shared::new(2, Speed(1), &[], 0, 2);
        let work = |ps| Work::Time(Time::from_ps(ps));
        // 0..40 alone; 40..100 both at half speed: the second has its 30; the first has 70 of 100 and goes on alone.
        let works = [(0, core(0, 0), work(100)), (40, core(0, 0), work(30)), (40, core(0, 1), work(5))];
        assert_eq!(ends(&mut model, &works), [130, 100, 45]);
    }

    #[test]
    fn a_core_is_never_idle_nor_faster_than_it_is() {
        for ranks in [1u64, 2, 3, 7, 64] {
            let mut model = Shared::new(1, Speed(1), &[], 0, 1);
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
        let mut model = Shared::new(1, Speed(1), &[], 0, 1);
        for token in [5, 3, 9] {
            let work = Work::Time(Time::from_ps(10));
            let finish = model.start(Time::ZERO, &task(token, core(0, 0), work, Time::ZERO));
            assert_eq!(finish, Finish::Later);
        }
        let mut done = Vec::new();
        assert_eq!(model.next_event(), Time::from_ps(30));
        model.advance(Time::from_ps(30), &mut done);
        assert_eq!(done.iter().map(|done| done.token).collect::<Vec<_>>(), [5, 3, 9]);
        assert_eq!(model.next_event(), Time::MAX);
    }

    fn periodic(period: u64, duration: u64, phase: NoisePhase) -> Noise {
        let detour = Detour { start: Time::ZERO, duration: Time::from_ps(duration) };
        let pattern = DetourPattern::new([detour], Time::from_ps(period)).unwrap();
        Noise { pattern: Arc::new(pattern), phase, affects: NoiseTarget::All }
    }

    /// The detours of a pattern from position `offset` on, as intervals on a core's clock that a test can look at one by one.
    fn taken_at(pattern: &DetourPattern, at: u64) -> bool {
        let within = at % pattern.length().ps();
        pattern.detours().iter().any(|d| (d.start.ps()..d.start.ps() + d.duration.ps()).contains(&within))
    }

    proptest! {
        /// Against a clock that ticks picosecond by picosecond.
        #[test]
        fn work_ends_when_the_core_has_run_for_it(
            sources in vec((vec((0u64..12, 1u64..5), 1..4), 8u64..40, 0u64..40), 1..4),
            from in 0u64..200,
            work in 0u64..100,
        ) {
            let mut patterns = Vec::new();
            let mut offsets = Vec::new();
            for (detours, length, offset) in sources {
                let mut detours: Vec<Detour> = detours
                    .into_iter()
                    .map(|(start, duration)| Detour { start: Time::from_ps(start), duration: Time::from_ps(duration) })
                    .collect();
                detours.sort_by_key(|detour| detour.start);
                if let Some(pattern) = DetourPattern::new(detours, Time::from_ps(length)) {
                    offsets.push(offset % length);
                    patterns.push(Arc::new(pattern));
                }
            }
            // Sources that leave no time together would never let work end.
            let free = |at: u64| !patterns.iter().zip(&offsets).any(|(pattern, offset)| taken_at(pattern, at + offset));
            let cycle: u64 = patterns.iter().map(|pattern| pattern.length().ps()).product();
            prop_assume!((0..cycle.min(100_000)).any(free));
            let noise = noise::CoreNoise::of(&patterns, &offsets);
            let mut end = from;
            let mut left = work;
            while left > 0 {
                left -= u64::from(free(end));
                end += 1;
            }
            let (start, finish) = (Time::from_ps(from), noise.finish(Time::from_ps(from), Time::from_ps(work)));
            prop_assert_eq!(finish, Time::from_ps(end));
            prop_assert_eq!(noise.taken(start, finish), Time::from_ps(end - from - work));
            let to = Time::from_ps(from + 60);
            let taken = (from..from + 60).filter(|&at| !free(at)).count() as u64;
            prop_assert_eq!(noise.taken(start, to), Time::from_ps(taken));
        }
    }

    #[test]
    fn detours_delay_what_they_meet() {
        let machine = |noise| Table { noise, ..Table::star(2, 1, 1) };
        let work = |ps| Work::Time(Time::from_ps(ps));
        for (kind, phase) in COMPUTE.iter().flat_map(|kind| [(kind, NoisePhase::Same), (kind, NoisePhase::Staggered)])
        {
            // Detours of 10 every 100 ps; on the second of two cores half a period earlier or later.
            let mut model = (kind.build)(&machine(vec![periodic(100, 10, phase)]), 0, &[]).unwrap();
            let works = [(0, core(0, 0), work(90)), (100, core(0, 0), work(91)), (400, core(0, 0), work(0))];
            assert_eq!(ends(&mut *model, &works), [100, 211, 400], "{}", kind.name);
            let works = [(600, core(1, 0), work(40))];
            let expected = if phase == NoisePhase::Same { 650 } else { 640 };
            assert_eq!(ends(&mut *model, &works), [expected], "{}", kind.name);
        }
    }

    #[test]
    fn what_ends_together_with_the_start_of_a_detour_is_not_delayed() {
        let mut model = Dedicated::new(1, Speed(1), &[periodic(100, 10, NoisePhase::Same)], 0, 1);
        let start = Time::from_ps(10);
        let finish = model.start(Time::ZERO, &task(0, core(0, 0), Work::Time(Time::from_ps(90)), start));
        assert_eq!(finish, Finish::At { end: Time::from_ps(100), noise: Time::ZERO });
        let finish = model.start(Time::ZERO, &task(0, core(0, 0), Work::Time(Time::from_ps(91)), start));
        assert_eq!(finish, Finish::At { end: Time::from_ps(111), noise: Time::from_ps(10) });
        let finish = model.start(Time::ZERO, &task(0, core(0, 0), Work::Time(Time::from_ps(5)), Time::from_ps(203)));
        assert_eq!(finish, Finish::At { end: Time::from_ps(215), noise: Time::from_ps(7) });
        // Days of work take no longer to compute.
        let finish = model.start(Time::ZERO, &task(0, core(0, 0), Work::Time(Time::from_ps(9 << 56)), start));
        let Finish::At { end, noise } = finish else { panic!("known at once") };
        assert_eq!(noise.ps(), (9 << 56) / 90 * 10 + 10 * u64::from(!(9u64 << 56).is_multiple_of(90)) - 10);
        assert_eq!(end, start + Time::from_ps(9 << 56) + noise);
        // Beyond the end of time.
        let finish = model.start(Time::ZERO, &task(0, core(0, 0), Work::Time(Time::MAX), start));
        assert!(matches!(finish, Finish::At { end: Time::MAX, .. }), "{finish:?}");
    }

    #[test]
    fn noise_of_computation_leaves_the_library_alone() {
        let noise = Noise { affects: NoiseTarget::Computation, ..periodic(100, 50, NoisePhase::Same) };
        let mut model = Dedicated::new(1, Speed(1), std::slice::from_ref(&noise), 0, 1);
        let of = |purpose| CpuTask { purpose, ..task(0, core(0, 0), Work::Time(Time::from_ps(10)), Time::ZERO) };
        let end = |ps, noise| Finish::At { end: Time::from_ps(ps), noise: Time::from_ps(noise) };
        assert_eq!(model.start(Time::ZERO, &of(Purpose::Computation)), end(60, 50));
        assert_eq!(model.start(Time::ZERO, &of(Purpose::Library)), end(10, 0));
        let machine = Table { noise: vec![noise], ..Table::star(1, 1, 1) };
        let shared = COMPUTE.iter().find(|kind| kind.name == "shared").unwrap();
        let error = (shared.build)(&machine, 0, &[]).err().unwrap().to_string();
        assert!(error.contains("noise affects computation alone, and ranks share cores"), "{error}");
    }

    #[test]
    fn cores_draw_offsets_of_their_own() {
        let noise = [periodic(1_000_000, 1, NoisePhase::Random)];
        let ends = |seed| -> Vec<u64> {
            let mut model = Dedicated::new(4, Speed(1), &noise, seed, 8);
            let each = |core_of: (u32, u16)| {
                let work = Work::Time(Time::from_ps(400_000));
                match model.start(Time::ZERO, &task(0, core(core_of.0, core_of.1), work, Time::ZERO)) {
                    Finish::At { end, .. } => end.ps(),
                    Finish::Later => panic!("known at once"),
                }
            };
            (0..2).flat_map(|host| (0..4).map(move |core| (host, core))).map(each).collect()
        };
        assert_eq!(ends(1), ends(1));
        assert_ne!(ends(1), ends(2), "another seed");
        assert!(ends(1).contains(&400_000) && ends(1).contains(&400_001), "{:?}", ends(1));
    }

    /// Two sources of the same pattern on one core: in lockstep they would take what one takes.
    #[test]
    fn sources_of_a_core_draw_offsets_of_their_own() {
        let noise = || periodic(1_000_000, 100_000, NoisePhase::Random);
        let taken = |noise: &[Noise], core_of| {
            let mut model = Dedicated::new(8, Speed(1), noise, 1, 8);
            let work = Work::Time(Time::from_ps(9_000_000));
            match model.start(Time::ZERO, &task(0, core(0, core_of), work, Time::ZERO)) {
                Finish::At { noise, .. } => noise.ps(),
                Finish::Later => panic!("known at once"),
            }
        };
        let more =
            (0..8).filter(|core| taken(&[noise(), noise()], *core) > taken(&[noise()], *core) + 500_000).count();
        assert!(more >= 4, "detours of 10 % overlap on {} of 8 cores", 8 - more);
    }

    #[test]
    fn a_detour_stops_all_who_share_a_core() {
        let mut model = Shared::new(1, Speed(1), &[periodic(100, 20, NoisePhase::Same)], 0, 1);
        let work = |ps| Work::Time(Time::from_ps(ps));
        // 20..100 at half speed: 40 each; 120..140 until the first has its 50; the second alone has 20 left until 160.
        assert_eq!(ends(&mut model, &[(0, core(0, 0), work(50)), (0, core(0, 0), work(70))]), [140, 160]);
    }
}
