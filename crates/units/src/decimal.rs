//! Parses exact decimal numbers followed by a unit.

use thiserror::Error;

/// Why a text is not the quantity it should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnitError {
    /// The text does not start with a decimal number.
    #[error("`{text}` is not a number with a unit; expected {expected}")]
    NotANumber {
        /// The text as given.
        text: String,
        /// Examples of what would be right.
        expected: &'static str,
    },
    /// A number without its unit.
    #[error("`{text}` has no unit; expected {expected}")]
    NoUnit {
        /// The text as given.
        text: String,
        /// Examples of what would be right.
        expected: &'static str,
    },
    /// A unit that this quantity does not have.
    #[error("`{unit}` in `{text}` is not a unit of {quantity}; expected {expected}")]
    UnknownUnit {
        /// The text as given.
        text: String,
        /// The unit found.
        unit: String,
        /// What is measured.
        quantity: &'static str,
        /// Examples of what would be right.
        expected: &'static str,
    },
    /// Larger than the quantity's integer holds.
    #[error("`{text}` is too large for {quantity} (at most {max})")]
    TooLarge {
        /// The text as given.
        text: String,
        /// What is measured.
        quantity: &'static str,
        /// The largest value, with its unit.
        max: &'static str,
    },
}

/// A family of units: name → (numerator, denominator) in the quantity's base unit.
pub(crate) struct Family {
    pub(crate) quantity: &'static str,
    pub(crate) expected: &'static str,
    pub(crate) max: &'static str,
    pub(crate) units: &'static [(&'static str, u128, u128)],
}

/// Parses `text` into base units, rounding half up.
pub(crate) fn parse(text: &str, family: &Family) -> Result<u64, UnitError> {
    let too_large = |_| UnitError::TooLarge { text: text.to_owned(), quantity: family.quantity, max: family.max };
    u64::try_from(parse_wide(text, family)?).map_err(too_large)
}

/// The same, for base units so small that 64 bits do not hold all.
pub(crate) fn parse_wide(text: &str, family: &Family) -> Result<u128, UnitError> {
    let trimmed = text.trim();
    let split = trimmed.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(trimmed.len());
    // An exponent belongs to the number only if digits follow it: `1e3 B`, but `1 EB`.
    let split = exponent_end(trimmed, split);
    let (number, unit) = (&trimmed[..split], trimmed[split..].trim());
    let not_a_number = || UnitError::NotANumber { text: text.to_owned(), expected: family.expected };
    let too_large = || UnitError::TooLarge { text: text.to_owned(), quantity: family.quantity, max: family.max };
    let (mantissa, exponent) = mantissa_and_exponent(number).ok_or_else(not_a_number)?;
    if unit.is_empty() {
        return if mantissa == 0 {
            Ok(0)
        } else {
            Err(UnitError::NoUnit { text: text.to_owned(), expected: family.expected })
        };
    }
    let (_, numerator, denominator) =
        family.units.iter().find(|(name, ..)| *name == unit).ok_or_else(|| UnitError::UnknownUnit {
            text: text.to_owned(),
            unit: unit.to_owned(),
            quantity: family.quantity,
            expected: family.expected,
        })?;
    let (mut top, mut bottom) = (mantissa.checked_mul(*numerator).ok_or_else(too_large)?, *denominator);
    let power = 10u128.checked_pow(exponent.unsigned_abs()).ok_or_else(too_large)?;
    if exponent >= 0 {
        top = top.checked_mul(power).ok_or_else(too_large)?;
    } else {
        bottom = bottom.checked_mul(power).ok_or_else(too_large)?;
    }
    let rounded = top.checked_add(bottom / 2).ok_or_else(too_large)? / bottom;
    Ok(rounded)
}

fn exponent_end(text: &str, split: usize) -> usize {
    let rest = &text.as_bytes()[split..];
    if !matches!(rest.first(), Some(b'e' | b'E')) {
        return split;
    }
    let sign = usize::from(matches!(rest.get(1), Some(b'+' | b'-')));
    let digits = rest[1 + sign..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 { split } else { split + 1 + sign + digits }
}

/// `12.5e3` → (125, 2). None if it is not a decimal number or has more than 30 digits.
fn mantissa_and_exponent(number: &str) -> Option<(u128, i32)> {
    let (plain, exponent) = match number.split_once(['e', 'E']) {
        Some((plain, exponent)) => (plain, exponent.parse::<i32>().ok().filter(|e| e.abs() <= 60)?),
        None => (number, 0),
    };
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
    if whole.is_empty() && fraction.is_empty() || fraction.contains('.') {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let mut mantissa = 0u128;
    let mut digits = 0;
    for c in whole.chars().chain(fraction.chars()).filter(|c| *c != '_') {
        mantissa = mantissa.checked_mul(10)?.checked_add(u128::from(c.to_digit(10)?))?;
        digits += usize::from(mantissa > 0);
    }
    let places = i32::try_from(fraction.chars().filter(|c| *c != '_').count()).ok()?;
    (digits <= 30).then_some((mantissa, exponent - places))
}

/// Prints `value` in the largest unit of `ladder` (ascending) that shows it exactly in at most `decimals`
/// decimals, else in the smallest.
pub(crate) fn print(value: u64, ladder: &[(&str, u64)], decimals: u32) -> String {
    for (unit, size) in ladder.iter().rev() {
        if value < *size {
            continue;
        }
        let scale = 10u128.pow(decimals);
        let scaled = u128::from(value) * scale;
        if scaled.is_multiple_of(u128::from(*size)) {
            let fixed = scaled / u128::from(*size);
            let (whole, fraction) = (fixed / scale, fixed % scale);
            if fraction == 0 {
                return format!("{whole} {unit}");
            }
            let digits = format!("{fraction:0width$}", width = decimals as usize);
            return format!("{whole}.{} {unit}", digits.trim_end_matches('0'));
        }
    }
    format!("{value} {}", ladder[0].0)
}
