//! Kernel sampling (`wt_sample`, SMPI: `SMPI_SAMPLE`): the program executes only some of many equal repetitions of a
//! computation (*bodies*). The bodies that it skips are simulated with the times of executed ones.
//!
//! The program asks before a body whether to execute the body, so bodies are counted in simulated order in all modes. Bodies
//! are executed and timed until there are enough times, and the confidence interval of their mean is as narrow as the program
//! demands. Later bodies are skipped, except for an occasional one whose time is checked. If this time is off by more than the
//! demanded interval, a new sample of times is taken. If the mean of the new sample is the same after all, both samples are
//! merged. Otherwise the times *drift*: from then on the new mean counts, and the drift is reported.
//!
//! An answer may *grant* a rank several bodies, which it skips without asking: its share of those up to the next check. They
//! are counted when they are skipped, so that a sample of a single rank is checked as if each had been asked for. Where ranks
//! share a sample, a check may come later by what others have been granted.
//!
//! A rank that skips bodies takes the latest times of its own again and again, in their order, scaled to the mean of all. So
//! times vary over ranks and instants as those measured did, and ranks wait for each other as long: with the mean alone they wait
//! too little, with times drawn at random too much.
//!
//! The rules of `--compute SPEC+FILE` are applied to each body's simulated time, executed or skipped. So the mean is taken over
//! times to which no rule has been applied yet.

use crate::phases::BlockLabels;
use ops::{Function, Sampling, Work};
use std::collections::{BTreeMap, VecDeque};
use units::{ActorId, Time};

/// Two-sided 95 % quantiles of Student's t, by degrees of freedom from 1 on.
const QUANTILES: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];
/// That of many: the quantile of 30 is 4 % more.
const NORMAL: f64 = 1.96;

/// Times that are checked for drift once the number of bodies has grown by half: an assumption. Of a drift that goes on, at most a
/// third of the way is missed, and a million bodies cost thirty more.
const GROWTH: (u64, u64) = (3, 2);

/// The most bodies that an answer lets a rank skip: then the answer costs little beside them, and of bodies that drift no rank
/// skips more with the former mean.
const GRANTED: u64 = 64;

/// Times that a rank takes again and again, at most. Fewer make one disturbance come back more often.
const STRETCH: usize = 64;

/// Drifts that are reported one by one.
const DRIFTS_SHOWN: usize = 3;

/// Times of bodies that have run.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    count: u64,
    /// The first, from which the sums are taken: they stay small and exact.
    base: u64,
    sum: i128,
    squares: u128,
}

impl Times {
    fn add(&mut self, time: Time) {
        if self.count == 0 {
            self.base = time.ps();
        }
        let distance = i128::from(time.ps()) - i128::from(self.base);
        self.count += 1;
        self.sum += distance;
        self.squares = self.squares.saturating_add(distance.unsigned_abs().saturating_mul(distance.unsigned_abs()));
    }

    /// Of both.
    fn and(self, other: Self) -> Self {
        if self.count == 0 {
            return other;
        }
        // Σ(x - a)² = Σ(x - b)² + 2 (b - a) Σ(x - b) + n (b - a)².
        let (shift, count) = (i128::from(other.base) - i128::from(self.base), i128::from(other.count));
        let squares = other.squares as i128 + 2 * shift * other.sum + count * shift * shift;
        Self {
            count: self.count + other.count,
            base: self.base,
            sum: self.sum + other.sum + count * shift,
            squares: self.squares.saturating_add(squares.unsigned_abs()),
        }
    }

    /// The mean, rounded down to a picosecond.
    fn mean(&self) -> Time {
        let mean = i128::from(self.base) + self.sum.div_euclid(i128::from(self.count.max(1)));
        Time::from_ps(u64::try_from(mean).unwrap_or(0))
    }

    /// Half the 95 % confidence interval of the mean, in picoseconds; unbounded for a single time. Only compared and shown, never a time.
    fn half_interval(&self) -> f64 {
        if self.count < 2 {
            return f64::INFINITY;
        }
        let (count, sum) = (self.count as f64, self.sum as f64);
        let variance = ((self.squares as f64 - sum * sum / count) / (count - 1.0)).max(0.0);
        let quantile = QUANTILES.get(self.count as usize - 2).copied().unwrap_or(NORMAL);
        quantile * (variance / count).sqrt()
    }

    /// That over the mean, in millionths; 0 where all take no time.
    fn interval(&self) -> u64 {
        let mean = self.mean().ps() as f64;
        let half = self.half_interval();
        // As a cast saturates, unbounded stays more than anything demanded.
        if half == 0.0 { 0 } else { (half / mean * 1e6).ceil() as u64 }
    }
}

/// The latest times of a rank's own bodies.
#[derive(Clone, Debug, Default)]
struct Stretch {
    times: VecDeque<Time>,
    /// The one that stands for the next body.
    next: usize,
}

impl Stretch {
    fn add(&mut self, time: Time) {
        if self.times.len() == STRETCH {
            self.times.pop_front();
        }
        self.times.push_back(time);
    }

    /// Times of the next bodies, in the mean `mean`.
    fn give(&mut self, mean: Time, bodies: usize) -> Vec<Time> {
        let (count, sum) = (self.times.len(), self.times.iter().map(|time| u128::from(time.ps())).sum::<u128>());
        if sum == 0 {
            return vec![mean; bodies];
        }
        let scale = ((u128::from(mean.ps()) * count as u128) << 32) / sum;
        let body = |at| {
            let ps = (u128::from(self.times[at % count].ps()).saturating_mul(scale)) >> 32;
            Time::from_ps(u64::try_from(ps).unwrap_or(u64::MAX))
        };
        let times = (self.next..self.next + bodies).map(body).collect();
        self.next = (self.next + bodies) % count;
        times
    }
}

/// Times of bodies that have run, with each rank's own.
#[derive(Clone, Debug, Default)]
struct Pool {
    all: Times,
    own: BTreeMap<u32, Stretch>,
}

impl Pool {
    fn add(&mut self, rank: ActorId, time: Time) {
        self.all.add(time);
        self.own.entry(rank.0).or_default().add(time);
    }

    /// Adds later ones. All ranks begin anew, at the same instant.
    fn append(&mut self, later: Self) {
        self.all = self.all.and(later.all);
        for (rank, stretch) in later.own {
            let own = self.own.entry(rank).or_default();
            stretch.times.into_iter().for_each(|time| own.add(time));
        }
        self.own.values_mut().for_each(|own| own.next = 0);
    }

    /// Times of a rank's next bodies; the mean if none of its own has run.
    fn give(&mut self, rank: ActorId, bodies: usize) -> Vec<Time> {
        let mean = self.all.mean();
        self.own.get_mut(&rank.0).map_or_else(|| vec![mean; bodies], |own| own.give(mean, bodies))
    }
}

/// Times that have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drift {
    /// The body from which on the later mean counts, of those that one sample stands for: the first is 1.
    pub from: u64,
    /// The mean that counted before.
    pub earlier: Time,
    /// The mean that counts then.
    pub later: Time,
}

/// Figures of all bodies of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleTotals {
    /// The name.
    pub name: Box<str>,
    /// Whether each rank has its own sample.
    pub own: bool,
    /// The half interval that the program demands, in millionths of the mean.
    pub demanded: u32,
    /// Bodies.
    pub bodies: u64,
    /// Of these, those that ran.
    pub ran: u64,
    /// The mean of those that ran.
    pub mean: Time,
    /// Time stated for the others.
    pub stated: Time,
    /// Half the 95 % confidence interval of the widest sample, in millionths of its mean; none if it has a single time.
    pub interval: Option<u64>,
    /// How often times have drifted, of all samples.
    pub drifts: u64,
    /// The largest drift.
    pub drift: Option<Drift>,
}

/// A name with its demand.
#[derive(Clone, Debug)]
struct Demand {
    name: Box<str>,
    sampling: Sampling,
}

/// Number of a sample's name, and the rank if each has its own.
type Key = (u32, Option<ActorId>);

/// One sample of a name.
#[derive(Clone, Debug, Default)]
struct Sample {
    /// Whose mean counts; none until there are enough.
    known: Option<Pool>,
    /// A sample that is being taken.
    fresh: Pool,
    bodies: u64,
    ran: u64,
    ran_ps: u128,
    stated_ps: u128,
    /// The body that is checked next, while a mean is known and nothing is being taken.
    next_check: u64,
    /// The body with which the fresh sample began.
    fresh_from: u64,
    drifts: u64,
    drift: Option<Drift>,
}

impl Sample {
    /// One of `ranks` ranks asks for a body: times for it and for those that are granted; none if it has to run.
    fn ask(&mut self, rank: ActorId, ranks: u64) -> Vec<Time> {
        let body = self.bodies + 1;
        let settled = self.fresh.all.count == 0 && body < self.next_check;
        let Some(known) = self.known.as_mut().filter(|_| settled) else {
            self.bodies = body;
            self.ran += 1;
            return Vec::new();
        };
        let share = (self.next_check - 1 - body) / ranks.max(1);
        known.give(rank, 1 + share.min(GRANTED - 1) as usize)
    }

    /// A body has been skipped, and takes this time.
    fn skip(&mut self, time: Time) {
        self.bodies += 1;
        self.stated_ps += u128::from(time.ps());
    }

    /// A rank's body that ran has taken this time.
    fn note(&mut self, rank: ActorId, time: Time, sampling: Sampling) {
        self.ran_ps += u128::from(time.ps());
        if let Some(known) = &self.known
            && self.fresh.all.count == 0
        {
            if !differ(known.all.mean(), time, sampling) {
                // It only confirms the mean, which would follow a slow drift otherwise.
                self.check_later();
                return;
            }
            self.fresh_from = self.bodies;
        }
        self.fresh.add(rank, time);
        if !enough(&self.fresh.all, sampling) {
            return;
        }
        self.check_later();
        let fresh = std::mem::take(&mut self.fresh);
        let Some(known) = &mut self.known else {
            self.known = Some(fresh);
            return;
        };
        let (earlier, later) = (known.all.mean(), fresh.all.mean());
        let apart = earlier.ps().abs_diff(later.ps()) as f64 > known.all.half_interval() + fresh.all.half_interval();
        if !(apart && differ(earlier, later, sampling)) {
            known.append(fresh);
            return;
        }
        *known = fresh;
        self.drifts += 1;
        let drift = Drift { from: self.fresh_from, earlier, later };
        if self.drift.is_none_or(|worst| extent(&worst) < extent(&drift)) {
            self.drift = Some(drift);
        }
    }

    fn check_later(&mut self) {
        self.next_check = (self.bodies.saturating_mul(GROWTH.0) / GROWTH.1).max(self.bodies + 1) + 1;
    }

    /// The times of the latest sample, complete or not.
    fn latest(&self) -> Times {
        self.known.as_ref().unwrap_or(&self.fresh).all
    }
}

/// Whether the times suffice.
fn enough(times: &Times, sampling: Sampling) -> bool {
    let most = sampling.most > 0 && times.count >= u64::from(sampling.most);
    most || times.count >= u64::from(sampling.least) && times.interval() <= u64::from(sampling.interval)
}

/// Whether two times are further apart than the interval demanded.
fn differ(earlier: Time, later: Time, sampling: Sampling) -> bool {
    let apart = u128::from(earlier.ps().abs_diff(later.ps())) * 1_000_000;
    apart > u128::from(earlier.ps()) * u128::from(sampling.interval)
}

/// By how much a drift has changed the mean, in millionths.
fn extent(drift: &Drift) -> u128 {
    let apart = u128::from(drift.earlier.ps().abs_diff(drift.later.ps()));
    apart * 1_000_000 / u128::from(drift.earlier.ps().max(1))
}

/// A body that an actor has asked for.
#[derive(Clone, Copy, Debug)]
enum UnderWay {
    /// Its time will be known at the end of this block. Whose it is.
    Running(Key, ActorId),
    /// It has ended with a mark, which may be one that does not end bodies: what the actor posts next tells.
    Ended(u32),
    /// It is not run.
    Skipped,
}

/// All samples of a run.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    /// By the number of the name.
    demands: BTreeMap<u32, Demand>,
    samples: BTreeMap<Key, Sample>,
    under_way: BTreeMap<u32, UnderWay>,
    /// Answers that actors have not had yet.
    stated: BTreeMap<u32, Vec<Time>>,
}

impl Samples {
    /// An actor of one of `ranks` ranks asks for a body. Its answer is [`Samples::take_stated`]'s.
    ///
    /// # Errors
    /// In words, if the same name was asked for otherwise.
    pub(crate) fn ask(
        &mut self,
        (actor, rank): (ActorId, ActorId),
        ranks: usize,
        number: u32,
        sampling: Sampling,
        labels: &BlockLabels,
    ) -> Result<(), String> {
        let new = || Demand { name: labels.name(number).into(), sampling };
        let demand = self.demands.entry(number).or_insert_with(new);
        if demand.sampling != sampling {
            return Err(format!(
                "wt_sample: sample `{}` of {}, but of {} before; expected the same everywhere",
                demand.name,
                in_words(sampling),
                in_words(demand.sampling)
            ));
        }
        let key = (number, sampling.own.then_some(rank));
        let times = self.samples.entry(key).or_default().ask(rank, if sampling.own { 1 } else { ranks as u64 });
        if times.is_empty() {
            self.under_way.insert(actor.0, UnderWay::Running(key, rank));
        } else {
            self.under_way.insert(actor.0, UnderWay::Skipped);
            self.stated.insert(actor.0, times);
        }
        Ok(())
    }

    /// The times stated for the body that an actor has asked for and for those granted; none if it runs.
    #[inline]
    pub(crate) fn take_stated(&mut self, actor: ActorId) -> Vec<Time> {
        if self.stated.is_empty() { Vec::new() } else { self.stated.remove(&actor.0).unwrap_or_default() }
    }

    /// An actor of a rank skips a body of this name.
    pub(crate) fn skip(&mut self, actor: ActorId, rank: ActorId, number: u32, time: Time) {
        if let Some(UnderWay::Skipped) = self.under_way.get(&actor.0) {
            self.under_way.remove(&actor.0);
        }
        // A trace has such bodies without samples.
        if let Some(demand) = self.demands.get(&number)
            && let Some(sample) = self.samples.get_mut(&(number, demand.sampling.own.then_some(rank)))
        {
            sample.skip(time);
        }
    }

    /// Whether no actor is in a body, or about to skip one.
    #[inline]
    pub(crate) fn none_under_way(&self) -> bool {
        self.under_way.is_empty()
    }

    /// An actor's block ends in a call of this function.
    ///
    /// # Errors
    /// In words, if the call does not end the body that the actor is in.
    pub(crate) fn enter(&mut self, actor: ActorId, function: Function, block: Work) -> Result<(), String> {
        match self.under_way.get(&actor.0) {
            Some(&UnderWay::Running((number, _), _)) if function != Function::Pcontrol => {
                Err(self.broken(number, &format!("{function} is called")))
            }
            Some(&UnderWay::Ended(number)) => {
                self.under_way.remove(&actor.0);
                let stated = function == Function::Pcontrol && matches!(block, Work::Stated(_));
                if stated { Err(self.broken(number, "wt_compute is called")) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// Notes the time of the block of an actor that has just ended.
    pub(crate) fn note(&mut self, actor: ActorId, time: Time) {
        if let Some(UnderWay::Running(key, rank)) = self.under_way.get(&actor.0).copied() {
            self.under_way.insert(actor.0, UnderWay::Ended(key.0));
            let sampling = self.demands[&key.0].sampling;
            self.samples.get_mut(&key).expect("it was asked for").note(rank, time, sampling);
        }
    }

    /// An actor marks something.
    ///
    /// # Errors
    /// In words, if the mark is within a body.
    pub(crate) fn mark(&mut self, actor: ActorId) -> Result<(), String> {
        match self.under_way.get(&actor.0) {
            Some(&UnderWay::Ended(number)) => Err(self.broken(number, "a mark is made")),
            _ => Ok(()),
        }
    }

    fn broken(&self, number: u32, what: &str) -> String {
        let name = &self.demands[&number].name;
        format!("{what} in the body of sample `{name}`; expected computation alone, ended by wt_block_end")
    }

    /// Figures of all samples, by name in the order of their first bodies.
    pub(crate) fn totals(&self) -> Vec<SampleTotals> {
        self.demands.iter().map(|(&number, demand)| self.total(number, demand)).collect()
    }

    /// Samples whose times have drifted, the largest drifts first: each of these, and how many others.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let mut drifting: Vec<_> =
            self.totals().into_iter().filter_map(|sample| Some((sample.drift?, sample))).collect();
        drifting.sort_by_key(|(drift, _)| std::cmp::Reverse(extent(drift)));
        let others = drifting.len().saturating_sub(DRIFTS_SHOWN);
        let mut warnings: Vec<String> =
            drifting.iter().take(DRIFTS_SHOWN).map(|(drift, sample)| drift_in_words(drift, sample)).collect();
        if others > 0 {
            warnings.push(format!(
                "the times of {others} other samples drift, too, by less: `time.samples` of run.json says how often"
            ));
        }
        warnings
    }

    fn total(&self, number: u32, Demand { name, sampling }: &Demand) -> SampleTotals {
        let (mut bodies, mut ran, mut ran_ps, mut stated_ps, mut drifts) = (0, 0, 0, 0, 0);
        let (mut interval, mut drift) = (0, None::<Drift>);
        for (_, sample) in self.samples.range((number, None)..=(number, Some(ActorId(u32::MAX)))) {
            bodies += sample.bodies;
            ran += sample.ran;
            ran_ps += sample.ran_ps;
            stated_ps += sample.stated_ps;
            drifts += sample.drifts;
            interval = interval.max(sample.latest().interval());
            drift = drift.into_iter().chain(sample.drift).max_by_key(extent);
        }
        let time = |ps: u128| Time::from_ps(u64::try_from(ps).unwrap_or(u64::MAX));
        SampleTotals {
            name: name.clone(),
            own: sampling.own,
            demanded: sampling.interval,
            bodies,
            ran,
            mean: time(ran_ps / u128::from(ran.max(1))),
            stated: time(stated_ps),
            interval: (interval < u64::MAX).then_some(interval),
            drifts,
            drift,
        }
    }
}

fn drift_in_words(Drift { from, earlier, later }: &Drift, sample: &SampleTotals) -> String {
    format!(
        "sample `{}`: its times drift by more than {} %: a body{} took {} s in the mean at first, and {} s from body {from} on, which \
         counts for those behind it",
        sample.name,
        f64::from(sample.demanded) / 1e4,
        if sample.own { " of a rank" } else { "" },
        earlier.seconds(),
        later.seconds(),
    )
}

/// A program's demand, in words.
fn in_words(sampling: Sampling) -> String {
    let whose = if sampling.own { "each rank" } else { "all ranks" };
    let most = if sampling.most > 0 { format!(", at most {},", sampling.most) } else { String::new() };
    format!("{} runs of {whose}{most} within {} %", sampling.least, f64::from(sampling.interval) / 1e4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLING: Sampling = Sampling { own: false, least: 3, most: 0, interval: 50_000 };

    /// A name's number: that of its first letter.
    fn number(name: &str) -> u32 {
        u32::from(name.as_bytes()[0] - b'a') + 1
    }

    /// One of two ranks asks for a body.
    fn ask(samples: &mut Samples, rank: ActorId, name: &str, sampling: Sampling) -> Result<(), String> {
        let mut labels = BlockLabels::default();
        for letter in b'a'..=name.as_bytes()[0] {
            let other = String::from(letter as char);
            labels.number(if letter == name.as_bytes()[0] { name.into() } else { other.into() });
        }
        samples.ask((rank, rank), 2, number(name), sampling, &labels)
    }

    /// Runs bodies that take these times; which of them ran, and what was stated for the others.
    fn run(samples: &mut Samples, sampling: Sampling, times: impl IntoIterator<Item = u64>) -> Vec<Option<u64>> {
        run_named(samples, "fill", sampling, times)
    }

    fn run_named(
        samples: &mut Samples,
        name: &str,
        sampling: Sampling,
        times: impl IntoIterator<Item = u64>,
    ) -> Vec<Option<u64>> {
        let rank = ActorId(0);
        let mut granted = VecDeque::new();
        let body = |time| {
            if granted.is_empty() {
                ask(samples, rank, name, sampling).unwrap();
                granted.extend(samples.take_stated(rank));
            }
            let stated = granted.pop_front();
            match stated {
                Some(time) => samples.skip(rank, rank, number(name), time),
                None => {
                    samples.enter(rank, Function::Pcontrol, Work::NONE).unwrap();
                    samples.note(rank, Time::from_ps(time));
                    samples.enter(rank, Function::Send, Work::NONE).unwrap();
                }
            }
            stated.map(Time::ps)
        };
        times.into_iter().map(body).collect()
    }

    #[test]
    fn a_mean_and_its_interval() {
        let mut times = Times::default();
        [10, 12, 14, 16].iter().for_each(|&ps| times.add(Time::from_ps(ps)));
        assert_eq!(times.mean().ps(), 13);
        // s = sqrt(20 / 3), t(3) = 3.182.
        assert!((times.half_interval() - 3.182 * (20.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        let (mut first, mut second) = (Times::default(), Times::default());
        [10, 12].iter().for_each(|&ps| first.add(Time::from_ps(ps)));
        [14, 16].iter().for_each(|&ps| second.add(Time::from_ps(ps)));
        let both = first.and(second);
        assert_eq!((both.count, both.mean(), both.squares), (4, times.mean(), times.squares));
        assert_eq!(Times::default().and(times).mean(), times.mean());
    }

    #[test]
    fn equal_bodies_run_until_there_are_enough_and_then_now_and_then() {
        let mut samples = Samples::default();
        let stated = run(&mut samples, SAMPLING, [1_000; 40]);
        let ran: Vec<usize> = (1..=40).filter(|&body| stated[body - 1].is_none()).collect();
        assert_eq!(ran, [1, 2, 3, 5, 8, 13, 20, 31]);
        assert!(stated.iter().flatten().all(|&mean| mean == 1_000));
        let totals = samples.totals();
        assert_eq!(totals.len(), 1);
        let SampleTotals { bodies, ran, mean, stated, interval, drifts, .. } = totals[0];
        assert_eq!((bodies, ran, mean.ps(), stated.ps(), interval, drifts), (40, 8, 1_000, 32_000, Some(0), 0));
    }

    #[test]
    fn ranks_take_their_own_times_in_turn_scaled_to_the_mean_of_all() {
        let mut pool = Pool::default();
        for (rank, ps) in [(0, 100), (1, 300), (0, 200), (1, 500)] {
            pool.add(ActorId(rank), Time::from_ps(ps));
        }
        let mut give = |rank, bodies| pool.give(ActorId(rank), bodies).into_iter().map(Time::ps).collect::<Vec<_>>();
        // 275 in the mean; rank 0's own mean is 150, rank 1's 400.
        assert_eq!(give(0, 3), [183, 366, 183]);
        assert_eq!(give(0, 2), [366, 183], "it goes on where it was");
        assert_eq!(give(1, 2), [206, 343]);
        assert_eq!(give(2, 2), [275, 275], "none of its own");
        let mut later = Pool::default();
        (1..=70).for_each(|ps| later.add(ActorId(0), Time::from_ps(ps)));
        pool.append(later);
        let times = pool.give(ActorId(0), 64);
        assert!(times.is_sorted() && times[0].ps() < times[1].ps(), "the latest, from the first: {times:?}");
        let sum: u64 = times.iter().map(|time| time.ps()).sum();
        assert!(sum.abs_diff(64 * pool.all.mean().ps()) <= 64, "{sum}");
        let mut none = Pool::default();
        none.add(ActorId(0), Time::ZERO);
        assert_eq!(none.give(ActorId(0), 2), [Time::ZERO; 2]);
    }

    #[test]
    fn unequal_bodies_run_until_the_interval_is_narrow() {
        let unequal = |body: u64| 900 + 200 * (body % 2);
        let stated = run(&mut Samples::default(), SAMPLING, (0..100).map(unequal));
        let ran = stated.iter().take_while(|stated| stated.is_none()).count() as f64;
        // 1.96 * 100 / sqrt(n) <= 50, and a little more for t.
        assert!((16.0..22.0).contains(&ran), "{ran}");
        let always = run(&mut Samples::default(), Sampling { interval: 1, ..SAMPLING }, (0..100).map(unequal));
        assert!(always.iter().all(Option::is_none));
        let most = Sampling { most: 7, interval: 1, ..SAMPLING };
        let limited = run(&mut Samples::default(), most, (0..20).map(unequal));
        assert_eq!(limited.iter().take_while(|stated| stated.is_none()).count(), 7);
    }

    #[test]
    fn drifting_bodies_are_reported_and_followed() {
        let mut samples = Samples::default();
        let drifting = |body: u64| 1_000_000 + body * 1_000;
        let stated = run(&mut samples, SAMPLING, (0..101).map(drifting));
        let totals = samples.totals().remove(0);
        assert!(totals.drifts == 1 && totals.ran < 25, "{totals:?}");
        let drift = totals.drift.unwrap();
        assert!(drift.from > 50 && drift.later.ps() > drift.earlier.ps() + 50_000, "{drift:?}");
        let near = |body: usize, mean: Time| stated[body].unwrap().abs_diff(mean.ps()) * 20 < mean.ps();
        assert!(near(drift.from as usize - 2, drift.earlier) && near(100, drift.later), "{stated:?}");
        // One that is off by chance does not drift.
        let mut samples = Samples::default();
        run(&mut samples, SAMPLING, (0..101).map(|body| if body == 30 { 2_000_000 } else { 1_000_000 }));
        assert_eq!(samples.totals()[0].drifts, 0);
    }

    #[test]
    fn of_many_samples_that_drift_the_worst_are_named() {
        let mut samples = Samples::default();
        for (name, later) in [("a", 1_300), ("b", 1_900), ("c", 1_000), ("d", 1_500), ("e", 700), ("f", 1_400)] {
            run_named(&mut samples, name, SAMPLING, (0..20).map(|body| if body < 4 { 1_000 } else { later }));
        }
        let warnings = samples.warnings();
        let told: Vec<&str> = warnings.iter().map(|text| &text[..11]).collect();
        assert_eq!(told, ["sample `b`:", "sample `d`:", "sample `f`:", "the times o"], "{warnings:?}");
        assert!(warnings[3].starts_with("the times of 2 other samples drift, too, by less"), "{warnings:?}");
    }

    #[test]
    fn each_rank_may_have_its_own_sample() {
        let own = Sampling { own: true, least: 1, most: 1, interval: 50_000 };
        let mut samples = Samples::default();
        for (rank, time) in [(0, 10), (1, 20)] {
            let rank = ActorId(rank);
            for _ in 0..2 {
                ask(&mut samples, rank, "fill", own).unwrap();
                samples.note(rank, Time::from_ps(time));
            }
            samples.enter(rank, Function::Send, Work::NONE).unwrap();
            assert_eq!(samples.take_stated(rank), [Time::from_ps(time)]);
            assert!(samples.take_stated(rank).is_empty());
            samples.skip(rank, rank, number("fill"), Time::from_ps(time));
        }
        let totals = samples.totals().remove(0);
        assert_eq!((totals.bodies, totals.ran, totals.mean.ps(), totals.interval), (4, 2, 15, None));
    }

    #[test]
    fn a_body_is_computation_alone() {
        let rank = ActorId(0);
        let begun = || {
            let mut samples = Samples::default();
            ask(&mut samples, rank, "fill", SAMPLING).unwrap();
            samples
        };
        let ended = || {
            let mut samples = begun();
            samples.enter(rank, Function::Pcontrol, Work::NONE).unwrap();
            samples.note(rank, Time::from_ps(5));
            samples
        };
        let error = begun().enter(rank, Function::Allreduce, Work::NONE).unwrap_err();
        assert!(error.starts_with("MPI_Allreduce is called in the body of sample `fill`; expected comp"), "{error}");
        assert!(begun().mark(rank).is_ok());
        let error = ended().mark(rank).unwrap_err();
        assert!(error.starts_with("a mark is made in the body of sample `fill`"), "{error}");
        let error = ended().enter(rank, Function::Pcontrol, Work::Stated(Time::from_ps(1))).unwrap_err();
        assert!(error.starts_with("wt_compute is called in the body"), "{error}");
        let mut samples = ended();
        samples.enter(rank, Function::Pcontrol, Work::NONE).unwrap();
        assert!(samples.none_under_way() && samples.mark(rank).is_ok());
        let error = ask(&mut samples, rank, "fill", Sampling { least: 4, ..SAMPLING }).unwrap_err();
        let expected =
            "sample `fill` of 4 runs of all ranks within 5 %, but of 3 runs of all ranks within 5 % before";
        assert!(error.contains(expected), "{error}");
    }
}
