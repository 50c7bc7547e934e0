//! Splits a line of a time-independent trace into fields, and parses numbers, on bytes.

use super::datatype::Datatype;
use crate::limits::BYTES_MAX;
use crate::traces::error::LineProblem;
use units::Time;

/// The fields of a line: runs of anything but blanks.
#[derive(Clone, Debug)]
pub(crate) struct Fields<'a> {
    line: &'a [u8],
    at: usize,
    /// Where the field returned last begins.
    pub(crate) start: usize,
}

#[inline]
fn blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

impl<'a> Fields<'a> {
    #[inline]
    pub(crate) fn new(line: &'a [u8]) -> Self {
        Self { line, at: 0, start: 0 }
    }

    /// The number of fields that follow.
    pub(crate) fn count_rest(&self) -> usize {
        self.clone().count()
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let line = self.line;
        let mut at = self.at;
        while at < line.len() && blank(line[at]) {
            at += 1;
        }
        self.start = at;
        while at < line.len() && !blank(line[at]) {
            at += 1;
        }
        self.at = at;
        (at > self.start).then(|| &line[self.start..at])
    }
}

/// A field as text for a message, shortened.
pub(crate) fn text(field: &[u8]) -> String {
    String::from_utf8_lossy(&field[..field.len().min(60)]).into_owned()
}

/// Decimal digits alone, below 10^18.
#[inline]
fn digits(field: &[u8]) -> Option<u64> {
    if field.is_empty() || field.len() > 18 {
        return None;
    }
    let mut value = 0u64;
    for byte in field {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + u64::from(digit);
    }
    Some(value)
}

/// A decimal number as a double, correctly rounded. No hexadecimal, no infinities.
fn real(name: &'static str, field: &[u8]) -> Result<f64, LineProblem> {
    std::str::from_utf8(field)
        .ok()
        .and_then(|text| text.parse::<f64>().ok())
        .filter(|value| value.is_finite())
        .ok_or_else(|| LineProblem::NotANumber { field: name, found: text(field), expected: "a number" })
}

/// A count, which may be written as a real number and is then cut; negative ones as they are.
#[inline]
pub(crate) fn signed_count(name: &'static str, field: &[u8]) -> Result<i64, LineProblem> {
    if let Some(value) = digits(field)
        && value <= BYTES_MAX
    {
        return Ok(value as i64);
    }
    let value = real(name, field)?;
    if value.abs() > BYTES_MAX as f64 {
        return Err(LineProblem::TooLarge { field: name, found: text(field), max: BYTES_MAX });
    }
    Ok(value as i64)
}

/// A count from 0 on.
#[inline]
pub(crate) fn count(name: &'static str, field: &[u8]) -> Result<u64, LineProblem> {
    u64::try_from(signed_count(name, field)?).map_err(|_| LineProblem::Negative { field: name, found: text(field) })
}

/// A whole number of 32 bits.
#[inline]
pub(crate) fn integer(name: &'static str, field: &[u8]) -> Result<i32, LineProblem> {
    if let Some(value) = digits(field)
        && let Ok(value) = i32::try_from(value)
    {
        return Ok(value);
    }
    std::str::from_utf8(field).ok().and_then(|text| text.parse::<i32>().ok()).ok_or_else(|| LineProblem::NotANumber {
        field: name,
        found: text(field),
        expected: "a whole number of 32 bits",
    })
}

/// Floating-point operations, rounded to a whole number.
#[inline]
pub(crate) fn flops(field: &[u8]) -> Result<u64, LineProblem> {
    const NAME: &str = "the number of operations";
    if let Some(value) = digits(field) {
        return Ok(value);
    }
    let value = real(NAME, field)?;
    if value < 0.0 {
        return Err(LineProblem::Negative { field: NAME, found: text(field) });
    }
    const MAX: u64 = 1 << 63;
    if value > MAX as f64 {
        return Err(LineProblem::TooLarge { field: NAME, found: text(field), max: MAX });
    }
    Ok(value.round() as u64)
}

/// Seconds, exactly where they are a decimal number of picoseconds.
pub(crate) fn seconds(field: &[u8]) -> Result<Time, LineProblem> {
    const NAME: &str = "the number of seconds";
    let value = real(NAME, field)?;
    if value < 0.0 {
        return Err(LineProblem::Negative { field: NAME, found: text(field) });
    }
    const MAX: u64 = 18_000_000;
    if value > MAX as f64 {
        return Err(LineProblem::TooLarge { field: NAME, found: text(field), max: MAX });
    }
    let exact = format!("{} s", text(field)).parse::<Time>();
    Ok(exact.unwrap_or_else(|_| Time::from_secs_f64(value)))
}

/// A datatype.
#[inline]
pub(crate) fn datatype(field: &[u8]) -> Result<Datatype, LineProblem> {
    let number = || std::str::from_utf8(field).ok()?.parse::<i64>().ok();
    digits(field)
        .map_or_else(number, |number| Some(number as i64))
        .and_then(Datatype::of_number)
        .ok_or_else(|| LineProblem::UnknownDatatype { found: text(field) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn fields_are_those_of_a_plain_split(line in "[ab1 \t]{0,30}") {
            let plain: Vec<&[u8]> = line.split([' ', '\t']).filter(|part| !part.is_empty()).map(str::as_bytes).collect();
            let fields = Fields::new(line.as_bytes());
            prop_assert_eq!(fields.count_rest(), plain.len());
            prop_assert_eq!(fields.collect::<Vec<_>>(), plain);
        }

        #[test]
        fn whole_numbers_are_read_exactly(value in 0u64..1 << 48, small: i32) {
            prop_assert_eq!(count("n", value.to_string().as_bytes()), Ok(value));
            prop_assert_eq!(flops(value.to_string().as_bytes()), Ok(value));
            prop_assert_eq!(integer("i", small.to_string().as_bytes()), Ok(small));
        }

        #[test]
        fn seconds_are_exact_to_the_picosecond(ps in 0u64..1_000_000_000_000_000_000) {
            let time = Time::from_ps(ps);
            prop_assert_eq!(seconds(time.seconds().as_bytes()), Ok(time));
        }

        #[test]
        fn no_bytes_panic(field: Vec<u8>) {
            let _ = (signed_count("n", &field), integer("i", &field), flops(&field), seconds(&field), datatype(&field));
        }
    }

    #[test]
    fn reals_stand_for_counts_as_the_format_allows() {
        assert_eq!(count("n", b"1e6"), Ok(1_000_000));
        assert_eq!(count("n", b"12.9"), Ok(12));
        assert_eq!(signed_count("n", b"-1"), Ok(-1));
        assert_eq!(flops(b"2.5"), Ok(3));
        assert_eq!(seconds(b"1e-3"), Ok(Time::from_ns(1_000_000)));
    }
}
