//! Describes, for the error message, a rank that was still computing when the run was stopped: since when it computed, and
//! in which functions.

use engine::symbols::Symbols;
use std::path::{Path, PathBuf};
use std::time::Duration;
use units::Time;

/// What the engine hears of such a rank; the reason for which the run ends comes before it.
pub(crate) const INTERRUPTED_TEXT: &str = "the rank was interrupted because the run is to end";

/// Functions that are named at most.
const SHOWN: usize = 6;

/// A rank that has computed since then (simulated), for so long on this machine; `frames` is where, innermost first.
pub(crate) fn describe_interruption(
    rank: u32,
    since: Option<Time>,
    computed: Duration,
    frames: &[(PathBuf, u64)],
) -> String {
    let since = since.map_or_else(String::new, |since| format!(" since {} s of simulated time,", since.seconds()));
    let computed = computed.as_secs_f64();
    let mut text = format!("rank {rank} was computing then:{since} for {computed:.1} s on this machine");
    let mut symbols = Symbols::default();
    let name = |object: &Path| object.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let told = frames.iter().filter(|(object, _)| name(object) != "libwindtunnel.so");
    // What calls `main`, which may be inlined, is not the user's.
    let told =
        told.enumerate().take_while(|(depth, (object, _))| *depth == 0 || !name(object).starts_with("libc.so"));
    for (depth, (object, offset)) in told.take(SHOWN) {
        let place = symbols.describe(object, *offset, depth > 0);
        text.push_str(&format!("\n  {:<9} {place}", if depth == 0 { "in" } else { "called by" }));
        if place.starts_with("main (") {
            break;
        }
    }
    text
}

/// What is said of a program that ends in a reduction function of its own, by a call of the C library's if it is known where.
pub(crate) fn describe_end_in_reduction(call: Option<(String, String)>) -> String {
    let how = call.map(|(call, place)| format!(" by {call}, at {place}")).unwrap_or_default();
    format!("its reduction function ended the program{how}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_time_and_place_are_named() {
        let frames = [("/no/such/program", 0x1139), ("/x/libwindtunnel.so", 5), ("/no/such/program", 0x1201)];
        let frames = frames.map(|(object, offset)| (PathBuf::from(object), offset));
        let text = describe_interruption(3, Some(Time::from_ns(1500)), Duration::from_millis(2_340), &frames);
        let expected = "rank 3 was computing then: since 0.000001500000 s of simulated time, for 2.3 s on this machine\n  \
                        in        program+0x1139\n  called by program+0x1201";
        assert_eq!(text, expected);
        assert_eq!(
            describe_interruption(0, None, Duration::ZERO, &[]),
            "rank 0 was computing then: for 0.0 s on this machine"
        );
    }
}
