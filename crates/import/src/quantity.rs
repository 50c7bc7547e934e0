//! Parses quantities of SimGrid platforms: `125MBps`, `1Gbps`, `50us`, `100Mf`; bare numbers are bytes per second, seconds,
//! flop per second.

use crate::error::ImportError;
use crate::xml::{Element, Source};
use units::{Rate, Speed, Time};

/// A bandwidth.
pub(crate) fn rate(source: &Source<'_>, element: &Element, name: &str, text: &str) -> Result<Rate, ImportError> {
    let (number, unit) = split(text);
    let own = match unit {
        "" => "B/s".to_owned(),
        _ => match (unit.strip_suffix("Bps"), unit.strip_suffix("bps")) {
            (Some(prefix), _) => format!("{}B/s", kilo(prefix)),
            (_, Some(prefix)) => format!("{}b/s", kilo(prefix)),
            _ => unit.to_owned(),
        },
    };
    let value: Option<Rate> = format!("{number} {own}").parse().ok();
    value
        .filter(|rate| rate.0 > 0)
        .ok_or_else(|| source.wrong(element, name, text, "a bandwidth, for example `125MBps` or `1Gbps`"))
}

/// A latency.
pub(crate) fn time(source: &Source<'_>, element: &Element, name: &str, text: &str) -> Result<Time, ImportError> {
    let (number, unit) = split(text);
    let (unit, times) = match unit {
        "" => ("s", 1),
        "m" => ("s", 60),
        "h" => ("s", 3_600),
        "d" => ("s", 86_400),
        "w" => ("s", 7 * 86_400),
        _ => (unit, 1),
    };
    let value: Option<Time> = format!("{number} {unit}").parse().ok();
    let value = value.and_then(|time| time.ps().checked_mul(times)).map(Time::from_ps);
    value.ok_or_else(|| source.wrong(element, name, text, "a time, for example `50us`"))
}

/// A core's speed; of a list, one for each state of power, the first.
pub(crate) fn speed(source: &Source<'_>, element: &Element, name: &str, text: &str) -> Result<Speed, ImportError> {
    let first = text.split(',').next().unwrap_or_default().trim();
    let (number, unit) = split(first);
    let unit = match unit {
        "" | "f" | "flops" => "flop/s".to_owned(),
        "kiloflops" => "kflop/s".to_owned(),
        "megaflops" => "Mflop/s".to_owned(),
        "gigaflops" => "Gflop/s".to_owned(),
        "teraflops" => "Tflop/s".to_owned(),
        _ => match unit.strip_suffix("flops").or_else(|| unit.strip_suffix('f')) {
            Some(prefix) => format!("{}flop/s", kilo(prefix)),
            None => unit.to_owned(),
        },
    };
    let value: Option<Speed> = format!("{number} {unit}").parse().ok();
    value
        .filter(|speed| speed.0 > 0)
        .ok_or_else(|| source.wrong(element, name, text, "a speed, for example `100Mf` or `1Gf`"))
}

/// SimGrid takes a large K for a thousand, too.
fn kilo(prefix: &str) -> &str {
    if prefix == "K" { "k" } else { prefix }
}

/// The number and the unit after it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let bytes = text.as_bytes();
    let mut end = 0;
    while end < bytes.len() {
        let digit = bytes[end].is_ascii_digit() || bytes[end] == b'.' || bytes[end] == b'+';
        // An exponent, if a number follows; `e` alone would begin a unit.
        let exponent = matches!(bytes[end], b'e' | b'E')
            && bytes.get(end + 1).is_some_and(|next| next.is_ascii_digit() || matches!(next, b'+' | b'-'));
        let minus = bytes[end] == b'-' && end > 0 && matches!(bytes[end - 1], b'e' | b'E');
        if !digit && !exponent && !minus {
            break;
        }
        end += 1;
    }
    (&text[..end], text[end..].trim())
}
