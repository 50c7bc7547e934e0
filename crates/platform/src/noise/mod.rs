//! `[host.noise]` of a platform file: noise (OS jitter) as detours, intervals in which a core does not run the program.

mod recording;

use recording::{Recording, RecordingError, RecordingFormat};

use crate::error::PlatformError;
use crate::section::Section;
use config::{Parameter, ParameterKind};
use std::fmt;
use std::sync::Arc;
use units::Time;

const KEY: &str = "noise";

/// What a source of noise may say.
pub const NOISE_PARAMETERS: &[Parameter] = &[
    Parameter::optional(
        "period",
        ParameterKind::Latency,
        "Time from the start of one detour to the start of the next.",
    ),
    Parameter::optional("duration", ParameterKind::Latency, "Length of every detour."),
    Parameter::optional(
        "trace",
        ParameterKind::Text,
        "Recorded detours instead, repeated: a file, relative to the platform's (in `--set`, to the working directory).",
    ),
    Parameter::optional(
        "length",
        ParameterKind::Latency,
        "How long was recorded, where the file does not tell it: the trace repeats after this.",
    ),
    Parameter::with_default(
        "format",
        ParameterKind::Choice(&["selfish", "fwq", "ftq"]),
        "selfish",
        "what netgauge and `windtunnel calibrate noise` write",
        "What the file holds.",
    ),
    Parameter::with_default(
        "phase",
        ParameterKind::Choice(&["random", "same", "staggered"]),
        "random",
        "nothing synchronises the cores' clocks",
        "Where in the pattern each core begins.",
    ),
    Parameter::with_default(
        "affects",
        ParameterKind::Choice(&["all", "computation"]),
        "all",
        "a detour stops the core, whatever it does",
        "Whether the MPI library's work is hit too.",
    ),
];

/// A source of noise of every core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noise {
    /// When detours are.
    pub pattern: Arc<DetourPattern>,
    /// Where in the pattern a core begins.
    pub phase: NoisePhase,
    /// What it delays.
    pub affects: NoiseTarget,
}

impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (taken, length) = (self.pattern.taken(), self.pattern.length());
        match self.pattern.detours() {
            [only] => write!(f, "{} each {length}", only.duration)?,
            detours => write!(f, "{} recorded detours, repeated after {length}", detours.len())?,
        }
        let phase = match self.phase {
            NoisePhase::Random => "a random phase for each core",
            NoisePhase::Same => "the same phase for all cores",
            NoisePhase::Staggered => "staggered phases",
        };
        // A figure for people.
        write!(f, ", {:.3} % of a core, {phase}", taken.ps() as f64 / length.ps() as f64 * 100.0)?;
        if self.affects == NoiseTarget::Computation { write!(f, ", computation only") } else { Ok(()) }
    }
}

/// Where in its pattern each core begins at time zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoisePhase {
    /// Uniformly distributed, drawn for each core.
    Random,
    /// At its start: all cores are hit at once (co-scheduled noise).
    Same,
    /// Core i of n at the fraction i / n.
    Staggered,
}

/// What noise delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoiseTarget {
    /// All CPU time.
    All,
    /// The program's own computation.
    Computation,
}

/// A detour: a time in which a core is taken from the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detour {
    /// Its start.
    pub start: Time,
    /// Its length.
    pub duration: Time,
}

/// Detours that repeat: apart, in order, none of them beyond the pattern's length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetourPattern {
    detours: Vec<Detour>,
    /// Sum of all detours before the detour of this index.
    taken_before: Vec<Time>,
    length: Time,
    taken: Time,
}

impl DetourPattern {
    /// The pattern of detours in the order of their starts, repeated every `length`. Detours that overlap are joined, and
    /// what is beyond the length is cut off. None if the core would never run.
    pub fn new(detours: impl IntoIterator<Item = Detour>, length: Time) -> Option<Self> {
        let mut joined: Vec<Detour> = Vec::new();
        for Detour { start, duration } in detours {
            let end = start.saturating_add(duration).min(length);
            match joined.last_mut() {
                _ if end <= start => {}
                Some(last) if start <= last.start.saturating_add(last.duration) => {
                    last.duration = last.duration.max(end.saturating_sub(last.start));
                }
                _ => joined.push(Detour { start, duration: end.saturating_sub(start) }),
            }
        }
        let mut taken = Time::ZERO;
        let mut before = |detour: &Detour| {
            let sum = taken;
            taken = taken.saturating_add(detour.duration);
            sum
        };
        let taken_before = joined.iter().map(&mut before).collect();
        (taken < length).then_some(Self { detours: joined, taken_before, length, taken })
    }

    /// After this it repeats.
    pub fn length(&self) -> Time {
        self.length
    }

    /// The sum of its detours.
    pub fn taken(&self) -> Time {
        self.taken
    }

    /// Its detours in order.
    pub fn detours(&self) -> &[Detour] {
        &self.detours
    }

    /// The sum of all detours before each of its detours.
    pub fn taken_before(&self) -> &[Time] {
        &self.taken_before
    }
}

/// The sources of noise that `[host]` describes: one table or a list of them.
pub(crate) fn read(host: &Section<'_>) -> Result<Vec<Noise>, PlatformError> {
    let mut noises = Vec::new();
    let mut share = 0.0;
    for section in host.records(KEY)? {
        let noise = one(&section)?;
        share += noise.pattern.taken().ps() as f64 / noise.pattern.length().ps() as f64;
        noises.push(noise);
    }
    // No result depends on this sum: it only keeps cores from being taken for ever.
    if share >= MAX_SHARE {
        let value = format!("a noise that takes {:.1} % of every core", share * 100.0);
        return Err(host.out_of_range(KEY, value, format!("at most {:.0} %", MAX_SHARE * 100.0)));
    }
    Ok(noises)
}

/// The greatest share of a core that noise may take.
const MAX_SHARE: f64 = 0.99;

fn one(section: &Section<'_>) -> Result<Noise, PlatformError> {
    let pattern = match section.text("trace")? {
        Some(file) => {
            for key in ["period", "duration"] {
                if section.has(key) {
                    return Err(section.conflict(key, "trace", "a trace has its own detours"));
                }
            }
            recorded(section, &file)?
        }
        None => {
            for (key, reason) in [("format", "only a trace has a format"), ("length", "it repeats after the period")]
            {
                if section.has(key) {
                    return Err(section.conflict(key, "period", reason));
                }
            }
            let (period, duration) = (section.time("period")?, section.time("duration")?);
            let detour = Detour { start: Time::ZERO, duration };
            match DetourPattern::new([detour], period) {
                Some(pattern) if duration < period => pattern,
                _ => {
                    let value = section.text("duration")?.unwrap_or_default();
                    let expected = format!("less than the period, {period}");
                    return Err(section.out_of_range("duration", value, expected));
                }
            }
        }
    };
    let phase = match section.choice("phase", "phase")?.as_str() {
        "same" => NoisePhase::Same,
        "staggered" => NoisePhase::Staggered,
        _ => NoisePhase::Random,
    };
    let affects = match section.choice("affects", "target of noise")?.as_str() {
        "computation" => NoiseTarget::Computation,
        _ => NoiseTarget::All,
    };
    Ok(Noise { pattern: Arc::new(pattern), phase, affects })
}

/// The detours of a file.
fn recorded(section: &Section<'_>, file: &str) -> Result<DetourPattern, PlatformError> {
    let format = match section.choice("format", "format")?.as_str() {
        "fwq" => RecordingFormat::FixedWork,
        "ftq" => RecordingFormat::FixedTime,
        _ => RecordingFormat::Selfish,
    };
    let wrong = |error: RecordingError| section.unusable("trace", error.to_string());
    let read = || Recording::read(&section.folder_of("trace").join(file), format);
    let recording = files::named("platform: host.noise.trace", read).map_err(wrong)?;
    match (recording.length, section.optional_time("length")?) {
        (Some(length), None) => recording.pattern(length).map_err(wrong),
        (Some(_), Some(_)) => Err(section.conflict("length", "trace", "the file tells how long was recorded")),
        (None, Some(length)) => {
            let too_short = |error: RecordingError| section.unusable("length", error.to_string());
            recording.pattern(length).map_err(too_short)
        }
        // The end of the last detour is not the end of the recording: what follows it is silence.
        (None, None) => {
            let expected =
                format!("how long `{file}` was recorded, as its last line is not its end (`TIME 0`, in nanoseconds)");
            Err(section.missing_as("length", expected))
        }
    }
}
