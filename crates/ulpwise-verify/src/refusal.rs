//! Why something is refused.

use std::fmt;

/// Why a certificate, or a part of it, is refused or cannot be written: a phrase.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Refusal(String);

impl From<&str> for Refusal {
    fn from(reason: &str) -> Refusal {
        Refusal(reason.to_owned())
    }
}

impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal(reason)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}
