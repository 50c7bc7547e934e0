use crate::{Bytes, Rate, Time, UnitError};

/// A message of 512 KiB over a link of 12.5 GB/s with a latency of 1.5 us.
#[test]
fn a_message_arrives_after_latency_and_bytes() -> Result<(), UnitError> {
    let (bytes, rate, latency): (Bytes, Rate, Time) = ("512 KiB".parse()?, "12.5 GB/s".parse()?, "1.5 us".parse()?);
    // 524,288 B / 12.5 GB/s = 41.94304 us.
    assert_eq!(latency.saturating_add(rate.time_for(bytes)), Time::from_ps(43_443_040));
    // A byte that takes a third of a picosecond counts a whole one.
    assert_eq!(Rate(3_000_000_000_000).time_for(Bytes(1)), Time::from_ps(1));
    assert!("1.5".parse::<Time>().is_err(), "a time has a unit");
    Ok(())
}
