//! When a call counts: functions that say by an integer whether they succeeded promise nothing
//! about what they leave behind where they say that they did not.

use std::fmt;
use ulpwise_harness::Output;

/// How an integer is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuccessRelation {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// The longer ones first: a text that begins with one of them begins with no other one before it.
const RELATIONS: [(&str, SuccessRelation); 6] = [
    ("==", SuccessRelation::Equal),
    ("!=", SuccessRelation::NotEqual),
    ("<=", SuccessRelation::LessOrEqual),
    (">=", SuccessRelation::GreaterOrEqual),
    ("<", SuccessRelation::Less),
    (">", SuccessRelation::Greater),
];

/// A condition on the integer that a call returns, such as `return == 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuccessCondition {
    relation: SuccessRelation,
    number: i64,
    /// How wide the returned integer is.
    bits: u32,
}

impl SuccessCondition {
    /// `return == 0`, for an integer of so many bits, at most 64.
    pub const fn zero(bits: u32) -> Self {
        Self { relation: SuccessRelation::Equal, number: 0, bits }
    }

    /// Reads `return`, a comparison and an integer; the returned one has so many bits, at most 64.
    pub fn parse(text: &str, bits: u32) -> Option<Self> {
        let rest = text.trim().strip_prefix("return")?.trim_start();
        let (sign, relation) = RELATIONS.into_iter().find(|(sign, _)| rest.starts_with(sign))?;
        let number = rest[sign.len()..].trim().parse().ok()?;
        (1..=64).contains(&bits).then_some(Self { relation, number, bits })
    }

    /// How the returned integer is compared.
    pub const fn relation(self) -> SuccessRelation {
        self.relation
    }

    /// What it is compared with.
    pub const fn number(self) -> i64 {
        self.number
    }

    /// Whether it holds of what a call gave back.
    pub fn holds(self, output: &[u64]) -> bool {
        let unused = 64 - self.bits;
        let Some(&word) = output.first() else { return false };
        let returned = (word << unused).cast_signed() >> unused;
        match self.relation {
            SuccessRelation::Equal => returned == self.number,
            SuccessRelation::NotEqual => returned != self.number,
            SuccessRelation::Less => returned < self.number,
            SuccessRelation::LessOrEqual => returned <= self.number,
            SuccessRelation::Greater => returned > self.number,
            SuccessRelation::GreaterOrEqual => returned >= self.number,
        }
    }
}

impl fmt::Display for SuccessCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign =
            RELATIONS.iter().find(|(_, relation)| *relation == self.relation).map_or("", |pair| pair.0);
        write!(f, "return {sign} {}", self.number)
    }
}

/// The results of a call whose errors count, and when they do.
#[derive(Clone, Debug, Default)]
pub struct CountedResults {
    /// The floats.
    pub outputs: Vec<Output>,
    /// Calls of which this does not hold count for nothing.
    pub success: Option<SuccessCondition>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_and_hold_of_integers_with_their_sign() {
        let parsed = |text: &str| SuccessCondition::parse(text, 32);
        for (text, holds, fails) in [
            ("return == 0", 0, 1),
            ("return!=-1", 0, 0xffff_ffff),
            (" return >= 0 ", 7, 0xffff_fffe),
            ("return < 3", 0x1_8000_0000, 3),
            ("return <= 3", 3, 4),
            ("return > -2", 0xffff_ffff, 0xffff_fffe),
        ] {
            let condition = parsed(text).unwrap_or_else(|| panic!("{text}"));
            assert!(condition.holds(&[holds, 9]), "{text}");
            assert!(!condition.holds(&[fails, 0]), "{text}");
            assert_eq!(parsed(&condition.to_string()), Some(condition));
        }
        for wrong in ["", "return", "return = 0", "x == 0", "return == zero", "return == 0.5", "0 == return"]
        {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
        assert!(!SuccessCondition::zero(32).holds(&[]));
    }
}
