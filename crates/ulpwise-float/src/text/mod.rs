//! Numbers as text: reading decimal and hexadecimal, writing the shortest decimal and C's `%a`.

mod decimal;
mod hex;
mod parse;
mod power;
mod shortest;

pub use parse::ParseFloatError;
pub use shortest::Decimal;

use crate::value::Float;
use std::fmt;

/// The shortest decimal that reads back (to nearest, ties to even) as the same number, `inf`, or
/// `nan`.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_sign_negative() { "-" } else { "" };
        match self.to_shortest_decimal() {
            Some(decimal) => fmt::Display::fmt(&decimal, f),
            None if self.is_infinite() => write!(f, "{sign}inf"),
            None => write!(f, "{sign}nan"),
        }
    }
}

/// Format, encoding and value.
impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:0x", self.format())?;
        let digits = self.format().width().div_ceil(4);
        for position in (0..digits).rev() {
            let limb = self.limbs()[(position / 16) as usize];
            write!(f, "{:x}", limb >> (4 * (position % 16)) & 15)?;
        }
        write!(f, "({self})")
    }
}
