//! Readers of single option values, which other commands have too.

use std::time::Duration;

/// A time span: a number of seconds, not necessarily whole, or numbers with units: `90s`, `2m`,
/// `1h30m`, `250ms`.
///
/// # Errors
/// What is expected instead.
pub fn duration(text: &str) -> Result<Duration, String> {
    let expected = || "seconds are expected, or a time such as 90s, 2m or 1h30m".to_owned();
    let seconds = match text.parse::<f64>() {
        Ok(seconds) => seconds,
        Err(_) => seconds_with_units(text).ok_or_else(expected)?,
    };
    if seconds <= 0.0 {
        return Err("it must be more than zero".to_owned());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| "that is no time span".to_owned())
}

/// The sum of numbers that each have a unit.
fn seconds_with_units(text: &str) -> Option<f64> {
    let mut rest = text.trim();
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|character: char| character.is_ascii_alphabetic())?;
        let (number, after) = rest.split_at(digits);
        let letters = after.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at(letters);
        let scale = match unit {
            "ms" => 1e-3,
            "s" | "sec" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86_400.0,
            _ => return None,
        };
        seconds += number.trim().parse::<f64>().ok().filter(|number| *number >= 0.0)? * scale;
        rest = after.trim_start();
    }
    Some(seconds)
}

/// How many threads: as many as a user may want, but not as many as a machine cannot start.
///
/// # Errors
/// What is expected instead.
pub fn thread_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1024) => Ok(count),
        _ => Err("a number from 1 to 1024 is expected".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_spans_are_positive_and_finite() {
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        let units =
            [("90s", 90_000), ("2m", 120_000), ("1h30m", 5_400_000), ("250ms", 250), ("1 min", 60_000)];
        for (text, milliseconds) in units {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for wrong in ["0", "-1", "nan", "inf", "s", "1x", "1m2", "-1s", "0s", "", "1e300"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn there_is_at_least_one_thread() {
        assert_eq!(thread_count("4"), Ok(4));
        assert!(["0", "-1", "1025", "x"].iter().all(|text| thread_count(text).is_err()));
    }
}
