//! The test suite of the storage devices: tests that run on every entry of [`DEVICES`], and the expected times of each
//! device.
//!
//! The tests expect: an idle device has no events; every job ends once, no later than if all jobs were served one after the
//! other; a second run gives the same times; the parts into which a job's time is divided add up to no more than that time.

use super::{DEVICES, Device, DeviceJob};
use crate::Setting;
use crate::settings::Settings;
use proptest::prelude::*;
use units::Time;

fn try_build(name: &str, settings: &[(&str, &str)]) -> Result<Box<dyn Device>, String> {
    let kind = DEVICES.iter().find(|kind| kind.name == name).expect("a device");
    let settings: Vec<Setting<'_>> = settings.iter().map(|&(name, value)| Setting { name, value }).collect();
    let settings = Settings::new(kind.name, kind.parameters, &settings).expect("its parameters");
    (kind.build)(&settings).map_err(|error| error.to_string())
}

fn build(name: &str, settings: &[(&str, &str)]) -> Box<dyn Device> {
    try_build(name, settings).expect("values")
}

fn job(number: u32, write: bool, file: u32, offset: u64, bytes: u64) -> DeviceJob {
    DeviceJob { number, write, file, offset, bytes }
}

/// When each job ends, by number.
fn ends(device: &mut dyn Device, jobs: &[(Time, DeviceJob)]) -> Vec<Time> {
    let mut ends = vec![Time::MAX; jobs.len()];
    let (mut done, mut rest) = (Vec::new(), jobs.iter().peekable());
    loop {
        let next = device.next_event();
        match rest.peek() {
            Some(&&(at, job)) if at <= next => {
                device.start(at, job);
                rest.next();
            }
            _ if next == Time::MAX => return ends,
            _ => {
                device.advance(next, &mut done);
                done.drain(..).for_each(|end| ends[end.number as usize] = next);
            }
        }
    }
}

/// The end of the last of some jobs, each started when the one before has ended.
fn one_by_one(device: &mut dyn Device, jobs: impl Iterator<Item = DeviceJob>) -> Time {
    let mut now = Time::ZERO;
    for job in jobs {
        device.start(now, job);
        let mut done = Vec::new();
        while done.is_empty() {
            now = device.next_event();
            device.advance(now, &mut done);
        }
        assert_eq!(done.iter().map(|end| end.number).collect::<Vec<_>>(), [job.number]);
    }
    now
}

proptest! {
    #[test]
    fn every_job_ends_once_and_no_earlier_than_it_could(
        which in 0..DEVICES.len(),
        mut given in proptest::collection::vec((0u64..10_000, any::<bool>(), 0u32..3, 0u64..1_000_000, 0u64..500_000), 1..30)
    ) {
        given.sort_unstable_by_key(|given| given.0);
        let jobs: Vec<_> = (0u32..).zip(&given).map(|(number, &(at, write, file, offset, bytes))| {
            (Time::from_ns(1000 * at), job(number, write, file, offset, bytes))
        }).collect();
        let mut device = build(DEVICES[which].name, &[]);
        let together = ends(&mut *device, &jobs);
        let longest: Vec<_> = jobs.iter().map(|(_, job)| device.longest(job)).collect();
        // All of them one after the other, each as unfavourable as can be.
        let most = longest.iter().fold(jobs[jobs.len() - 1].0, |sum, &time| sum + time);
        for (number, &(at, job)) in jobs.iter().enumerate() {
            prop_assert!(together[number] <= most);
            let mut alone = build(DEVICES[which].name, &[]);
            let first = ends(&mut *alone, &[(Time::ZERO, DeviceJob { number: 0, ..job })])[0];
            prop_assert!(first <= longest[number]);
            let parts = device.parts(&job);
            prop_assert!(parts.iter().map(|(_, time)| *time).sum::<Time>() <= longest[number]);
            let declared = |name| DEVICES[which].parameters.iter().any(|parameter| parameter.name == name);
            prop_assert!(parts.iter().all(|(name, _)| declared(*name)));
            prop_assert!(together[number] > at || job.bytes == 0);
        }
        prop_assert_eq!(ends(&mut *build(DEVICES[which].name, &[]), &jobs), together, "the same again");
    }
}

#[test]
fn nothing_happens_in_an_idle_one() {
    for kind in DEVICES {
        let mut device = build(kind.name, &[]);
        assert_eq!(device.next_event(), Time::MAX, "{}", kind.name);
        device.advance(Time::MAX, &mut Vec::new());
    }
}

const MIB: u64 = 1 << 20;

fn bandwidth(bytes: u64, time: Time) -> f64 {
    bytes as f64 / MIB as f64 / time.as_secs_f64()
}

/// PIOsimHD writes 1280 MiB in a row at 95.905 MiB/s whatever the block: one seek, then the sequential rate.
#[test]
fn a_disk_writes_in_a_row_as_in_piosimhd() {
    for block in [16 << 10, 128 << 10, MIB, 8 * MIB] {
        let jobs = (0..1280 * MIB / block).map(|n| job(0, true, 0, n * block, block));
        let found = bandwidth(1280 * MIB, one_by_one(&mut *build("disk", &[]), jobs));
        assert!((found - 95.905).abs() < 95.905e-4, "{found} with blocks of {block}");
    }
}

/// PIOsimHD's random reads of 1280 MiB, as MiB/s, and those in order, which tell what its network takes of each (its disk alone
/// reads 95.905). Both draw offsets: what is left to chance is three standard deviations of its 1280 MiB, and half of the last digit.
#[test]
fn a_disk_seeks_as_in_piosimhd() {
    const OPERATIONS: u64 = 100_000;
    for (block, random, in_order, bound) in [
        (16 << 10, 1.173, 95.222, 0.0007),
        (128 << 10, 8.64, 95.328, 0.0012),
        (MIB, 42.4, 95.632, 0.0021),
        (8 * MIB, 83.0, 95.671, 0.0032),
    ] {
        let mut draws = kernel::random::Stream::new(3, 0, 0);
        let offsets = (0..OPERATIONS).map(|_| draws.below((1280 << 10) / (block >> 10)) * block);
        let jobs: Vec<_> = offsets.map(|offset| job(0, false, 0, offset, block)).collect();
        let found = one_by_one(&mut *build("disk", &[]), jobs.into_iter()).as_secs_f64() / OPERATIONS as f64;
        let blocks = (1280 * MIB / block) as f64;
        let golden = (1280.0 / random - 1280.0 / in_order + 1280.0 / 95.905) / blocks;
        let off = found / golden - 1.0;
        println!("{block}: {:.4} ms, PIOsimHD {:.4} ms, {:+.3} %", 1e3 * found, 1e3 * golden, 100.0 * off);
        assert!(off.abs() < bound, "{found} s with blocks of {block}, PIOsimHD {golden}");
    }
}

#[test]
fn positions_of_a_disk_and_its_elevator() {
    // 1 byte takes 1 us; half a turn 500 us; a seek 2 ms; near by 1 ms.
    let settings = [
        ("device.rate", "1 MB/s"),
        ("device.rpm", "60000"),
        ("device.seek", "2 ms"),
        ("device.track", "1 ms"),
        ("device.window", "100 B"),
    ];
    let us = |us: u64| Time::from_ns(1000 * us);
    let time = |jobs: &[(u32, u64)]| {
        let jobs = jobs.iter().map(|&(file, offset)| job(0, false, file, offset, 10));
        one_by_one(&mut *build("disk", &settings), jobs)
    };
    assert_eq!(time(&[(0, 50)]), us(2510), "the first one seeks");
    assert_eq!(time(&[(0, 50), (0, 60)]), us(2520), "in a row");
    assert_eq!(time(&[(0, 50), (0, 159)]), us(2520 + 1500), "near by");
    assert_eq!(time(&[(0, 50), (0, 160)]), us(2520 + 2500), "not near by any more");
    assert_eq!(time(&[(0, 200), (0, 111)]), us(2520 + 1500), "near by, backwards");
    assert_eq!(time(&[(0, 50), (1, 60)]), us(2520 + 2500), "another file");
    // While the first is served the others come; those behind it are served by offset, then the other file, then what is before.
    let jobs = [(0, 50), (1, 0), (0, 90), (0, 0), (0, 70)];
    let jobs: Vec<_> = (0u32..)
        .zip(jobs)
        .map(|(number, (file, offset))| (Time::ZERO, job(number, false, file, offset, 10)))
        .collect();
    let mut ends: Vec<_> = (0..).zip(ends(&mut *build("disk", &settings), &jobs)).collect();
    ends.sort_by_key(|&(_, end)| end);
    let order: Vec<u32> = ends.iter().map(|&(number, _)| number).collect();
    assert_eq!(order, [0, 4, 2, 3, 1]);
}

#[test]
fn devices_tell_when_they_began_and_how_long_they_positioned() {
    let us = |us: u64| Time::from_ns(1000 * us);
    let served = |name: &str, settings: &[(&str, &str)]| {
        let mut device = build(name, settings);
        (0..3).for_each(|number| device.start(us(7), job(number, false, 0, 1000 * u64::from(number), 1000)));
        let mut done = Vec::new();
        while device.next_event() < Time::MAX {
            device.advance(device.next_event(), &mut done);
        }
        done.iter().map(|end| (end.number, end.began, end.positioning)).collect::<Vec<_>>()
    };
    // 1000 bytes take 10 us; the arm moves once.
    let disk = [("device.rate", "100 MB/s"), ("device.rpm", "6000"), ("device.seek", "5 ms")];
    assert_eq!(served("disk", &disk), [(0, us(7), us(10_000)), (1, us(10_017), us(0)), (2, us(10_027), us(0))]);
    let ssd = [("device.rate", "100 MB/s"), ("device.latency", "5 us"), ("device.channels", "2")];
    assert_eq!(served("ssd", &ssd), [(0, us(7), us(0)), (1, us(7), us(0)), (2, us(22), us(0))]);
    let curve = [("device.read", "1: 100 MB/s"), ("device.latency", "5 us")];
    assert_eq!(served("curve", &curve), [0, 1, 2].map(|number| (number, us(7), us(0))));
}

#[test]
fn channels_of_a_solid_state_device_overlap_latencies() {
    let all = |channels: &str, count: u32| {
        let settings = [
            ("device.latency", "100 us"),
            ("device.rate", "1 GB/s"),
            ("device.write_rate", "500 MB/s"),
            ("device.channels", channels),
        ];
        let jobs: Vec<_> = (0..count).map(|n| (Time::ZERO, job(n, n == 1, 0, 0, 10_000))).collect();
        ends(&mut *build("ssd", &settings), &jobs).iter().map(|end| end.ps() / 1_000_000).collect::<Vec<_>>()
    };
    assert_eq!(all("1", 3), [110, 230, 340]);
    assert_eq!(all("2", 3), [110, 130, 220]);
    assert_eq!(all("8", 3), [110, 130, 140]);
}

#[test]
fn a_curve_is_followed_between_its_points() {
    let settings = [("device.read", "1: 100 MB/s, 3: 180 MB/s, 4: 120 MB/s"), ("device.write", "1: 50 MB/s")];
    let us = |us: u64| Time::from_ns(1000 * us);
    let reads = |count: u32| {
        let jobs: Vec<_> = (0..count).map(|n| (Time::ZERO, job(n, false, 0, 0, 10_000))).collect();
        ends(&mut *build("curve", &settings), &jobs)[0]
    };
    assert_eq!(reads(1), us(100));
    // Two move 140 MB/s together, four and five 120 MB/s.
    assert_eq!(reads(2), Time::from_ps((20_000 * 1_000_000u64).div_ceil(140)));
    assert_eq!(
        (reads(3), reads(5)),
        (Time::from_ps((30_000 * 1_000_000u64).div_ceil(180)), Time::from_ps(416_666_667))
    );
    // A read and a write have half of their own rates, the rest alone.
    let jobs = [(Time::ZERO, job(0, false, 0, 0, 7_000)), (Time::ZERO, job(1, true, 0, 0, 10_000))];
    let found = ends(&mut *build("curve", &settings), &jobs);
    assert_eq!((found[0], found[1]), (us(100), us(250)));
    let late = [("device.latency", "1 ms"), ("device.read", "2: 1 GB/s")];
    assert_eq!(ends(&mut *build("curve", &late), &[(us(5), job(0, true, 0, 0, 1000))]), [us(1006)]);
}

#[test]
fn values_that_make_no_sense_are_refused() {
    let error = |name, settings: &[(&str, &str)]| try_build(name, settings).err().expect("an error");
    for wrong in ["", "0: 1 GB/s", "2: 1 GB/s, 1: 2 GB/s", "1: fast", "1 GB/s", "1: 0 B/s"] {
        assert!(
            error("curve", &[("device.read", wrong)]).contains("ascending by jobs, as in `1: 180 MB/s"),
            "{wrong}"
        );
    }
    assert!(error("disk", &[("device.rpm", "0")]).contains("a whole number of at least 1"));
    assert!(error("ssd", &[("device.channels", "65537")]).contains("at most 65536"));
}
