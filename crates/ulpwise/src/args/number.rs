//! Readers of single option values.

use std::path::{Component, Path};
use std::time::Duration;
use ulpwise_exceptions::Analysis;
use ulpwise_finding::Threshold;
use ulpwise_interp::Exception;
pub(super) use ulpwise_solve::number::{duration, thread_count};
use ulpwise_symex::SearchStrategy;

/// A number of seconds, or none at all.
pub(super) fn duration_or_none(text: &str) -> Result<Duration, String> {
    if text == "0" { Ok(Duration::ZERO) } else { duration(text) }
}

/// A share of a whole: `0.1%` or `0.001`.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let (digits, scale) = text.strip_suffix('%').map_or((text, 1.0), |digits| (digits, 0.01));
    let value: f64 =
        digits.trim().parse().map_err(|_| "a share such as 0.1% or 0.001 is expected".to_owned())?;
    let value = value * scale;
    if value.is_finite() && value > 0.0 { Ok(value) } else { Err("it must be more than zero".to_owned()) }
}

/// A number above zero.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("a number above zero is expected".to_owned()),
    }
}

/// For how many cores something is planned.
pub(super) fn core_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1_000_000) => Ok(count),
        _ => Err("a number from 1 to 1000000 is expected".to_owned()),
    }
}

/// An exception by its name, of those that are always looked for.
pub(super) fn exception(text: &str) -> Result<Exception, String> {
    one_of(Exception::ALL.into_iter().filter(|exception| !exception.is_on_request()), text)
}

/// An exception by its name, on request or not.
pub(super) fn any_exception(text: &str) -> Result<Exception, String> {
    one_of(Exception::ALL.into_iter(), text)
}

fn one_of(known: impl Iterator<Item = Exception> + Clone, text: &str) -> Result<Exception, String> {
    let names: Vec<&str> = known.clone().map(Exception::id).collect();
    let mut known = known;
    known.find(|known| known.id() == text).ok_or_else(|| format!("it is none of {}", names.join(", ")))
}

/// An analysis by its name.
pub(super) fn analysis(text: &str) -> Result<Analysis, String> {
    let names: Vec<&str> = Analysis::ALL.into_iter().map(Analysis::id).collect();
    let found = Analysis::ALL.into_iter().find(|analysis| analysis.id() == text);
    found.ok_or_else(|| format!("it is none of {}", names.join(", ")))
}

/// From where on a run fails.
pub(super) fn threshold(text: &str) -> Result<Threshold, String> {
    let names: Vec<&str> = Threshold::NAMED.iter().map(|(name, _)| *name).collect();
    let found = Threshold::NAMED.into_iter().find(|(name, _)| *name == text);
    found.map(|(_, threshold)| threshold).ok_or_else(|| format!("it is none of {}", names.join(", ")))
}

/// `NAME=N`; no elements stand for a null pointer.
pub(super) fn length(text: &str) -> Result<(String, u64), String> {
    let (name, number) = text.split_once('=').ok_or("NAME=N is expected")?;
    let number = number.parse().ok().filter(|number| (0..=1 << 16).contains(number));
    Ok((name.to_owned(), number.ok_or("a number from 0 to 65536 is expected")?))
}

/// How many bytes an input has: so many that exploring them may be wanted.
pub(super) fn byte_count(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|bytes| *bytes <= 1 << 16)
        .ok_or_else(|| "a number of bytes up to 65536 is expected".to_owned())
}

/// `NAME=BYTES` for a file that a program reads: in the folder it runs in, or in one below.
pub(super) fn file(text: &str) -> Result<(String, usize), String> {
    let (name, bytes) = text.rsplit_once('=').ok_or("NAME=BYTES is expected")?;
    let parts: Vec<Component<'_>> = Path::new(name).components().collect();
    let is_below = parts.iter().all(|part| matches!(part, Component::Normal(_)));
    if parts.is_empty() || !is_below || name.ends_with('/') {
        return Err("the file must be in the folder that the program runs in, or below".to_owned());
    }
    Ok((name.to_owned(), byte_count(bytes)?))
}

/// A searcher by its name.
pub(super) fn search(text: &str) -> Result<SearchStrategy, String> {
    let names: Vec<&str> = SearchStrategy::NAMED.iter().map(|(name, _)| *name).collect();
    let found = SearchStrategy::NAMED.into_iter().find(|(name, _)| *name == text);
    found.map(|(_, search)| search).ok_or_else(|| format!("it is none of {}", names.join(", ")))
}

/// `NAME=VALUE`.
pub(super) fn environment_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("NAME=VALUE is expected".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_numbers_or_percent() {
        assert_eq!(share("0.5"), Ok(0.5));
        assert!((share("0.1%").unwrap() - 0.001).abs() < 1e-18);
        assert!(["0", "-1%", "nan", "x", "%"].iter().all(|text| share(text).is_err()));
    }

    #[test]
    fn plans_are_for_at_least_one_core() {
        assert_eq!(core_count("10000"), Ok(10_000));
        assert!(core_count("0").is_err());
    }

    #[test]
    fn variables_have_a_name() {
        assert_eq!(environment_variable("A=b=c"), Ok(("A".to_owned(), "b=c".to_owned())));
        assert_eq!(environment_variable("A="), Ok(("A".to_owned(), String::new())));
        assert!(environment_variable("=b").is_err());
        assert!(environment_variable("A").is_err());
    }
}
