//! What can go wrong at an operation: the stable id, and the text that explains it to whoever meets it first in a report.
//!
//! Each has a page of its own in the book, `docs/properties/ID.md`.

/// What can go wrong at an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// An operation without a meaning, whose result is NaN.
    Invalid,
    /// A finite number divided by zero, or a function at its pole.
    DivideByZero,
    /// A result beyond the largest number of its format.
    Overflow,
    /// A float that the integer type it is converted to does not have.
    IntConversion,
    /// A result smaller than the smallest normal number.
    Underflow,
    /// A result that was rounded.
    Inexact,
}

/// An entry of the Common Weakness Enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cwe {
    /// Its number.
    pub id: u32,
    /// Its name.
    pub name: &'static str,
}

impl Property {
    /// All of them, the gravest first.
    pub const ALL: [Self; 6] = [
        Self::Invalid,
        Self::DivideByZero,
        Self::Overflow,
        Self::IntConversion,
        Self::Underflow,
        Self::Inexact,
    ];

    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::DivideByZero => "divide-by-zero",
            Self::Overflow => "overflow",
            Self::IntConversion => "int-conversion",
            Self::Underflow => "underflow",
            Self::Inexact => "inexact",
        }
    }

    /// The property of an id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|property| property.id() == id)
    }

    /// In a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Invalid => "invalid operation",
            Self::DivideByZero => "division by zero",
            Self::Overflow => "overflow",
            Self::IntConversion => "conversion to an integer that cannot hold the value",
            Self::Underflow => "underflow",
            Self::Inexact => "rounding",
        }
    }

    /// What it is.
    pub const fn what(self) -> &'static str {
        match self {
            Self::Invalid => {
                "The operation has no meaningful result, such as 0/0, inf - inf or the square root of a negative number, and gives NaN."
            }
            Self::DivideByZero => {
                "A finite number is divided by zero, or a function is evaluated at its pole, such as log(0); the result is an infinity."
            }
            Self::Overflow => {
                "The result is larger than the largest finite number of its format and becomes an infinity."
            }
            Self::IntConversion => {
                "A float is converted to an integer type that does not have its value. In C and C++ the behaviour is undefined; elsewhere the value is cut off."
            }
            Self::Underflow => {
                "The result is not zero but smaller than the smallest normal number of its format, so that digits are lost or all of it."
            }
            Self::Inexact => "The result is not exact and was rounded.",
        }
    }

    /// Why it matters.
    pub const fn why(self) -> &'static str {
        match self {
            Self::Invalid => {
                "NaN spreads through everything that is computed from it, and every comparison with it is false, so that branches go a way that nobody planned."
            }
            Self::DivideByZero => {
                "The infinity often turns into NaN later, far from the division, or makes a result look settled that is not."
            }
            Self::Overflow => {
                "An infinity in the middle of a computation makes results infinite, zero or NaN although the true result may be an ordinary number."
            }
            Self::IntConversion => {
                "Compilers may assume that it does not happen; the integer is often used as an index or a count."
            }
            Self::Underflow => {
                "A product or quotient may come out as zero or with few correct digits, and a later division or logarithm fails on it."
            }
            Self::Inexact => {
                "Rounding is normal. It matters where a result is meant to be exact, for instance in error-free transformations."
            }
        }
    }

    /// What to do about it.
    pub const fn fix(self) -> &'static str {
        match self {
            Self::Invalid => {
                "Check the domain before the operation, or rearrange so that infinities and zeros do not meet."
            }
            Self::DivideByZero => {
                "Check the divisor, or rewrite the formula so that the limit is computed where the divisor vanishes."
            }
            Self::Overflow => {
                "Scale the operands first, change the order of operations (x / 2 + y / 2 instead of (x + y) / 2), or use hypot, expm1 and their like."
            }
            Self::IntConversion => {
                "Compare with the bounds of the integer type before the conversion, and decide what NaN becomes."
            }
            Self::Underflow => {
                "Scale the operands, work with logarithms, or accept it where zero is as good as the tiny value."
            }
            Self::Inexact => "Use operands that have few enough digits, or a wider format.",
        }
    }

    /// The weakness that it is known as.
    pub const fn cwe(self) -> Option<Cwe> {
        match self {
            Self::DivideByZero => Some(Cwe { id: 369, name: "Divide By Zero" }),
            Self::IntConversion => Some(Cwe { id: 681, name: "Incorrect Conversion between Numeric Types" }),
            Self::Invalid | Self::Overflow | Self::Underflow => {
                Some(Cwe { id: 682, name: "Incorrect Calculation" })
            }
            Self::Inexact => {
                Some(Cwe { id: 1339, name: "Insufficient Precision or Accuracy of a Real Number" })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_lead_back_and_texts_are_sentences() {
        for property in Property::ALL {
            assert_eq!(Property::from_id(property.id()), Some(property));
            for text in [property.what(), property.why(), property.fix()] {
                assert!(text.ends_with('.'), "{text}");
            }
        }
        assert_eq!(Property::from_id("Overflow"), None);
    }
}
