//! Square roots, as a circuit and by guessing.

use super::Guessed;
use super::form::{FloatBits, sizes};
use super::mode::Mode;
use super::normalized::Normalized;
use super::round::round;
use crate::aig::{Aig, Lit};
use crate::bits;

/// The rounded square root.
pub(crate) fn square_root(aig: &mut Aig, mode: &Mode, x: &FloatBits, guess: bool) -> Guessed {
    let (_, precision) = sizes(x.format);
    let number = Normalized::new(aig, x);
    let odd = number.exponent.low_bits(1)[0];
    // The root gets one bit more than the precision, and the radicand twice as many; its two
    // highest bits are before the point. With an odd exponent the significand is doubled.
    let width = 2 * (precision + 1);
    let mut even_radicand = vec![Lit::FALSE; width - 1 - precision];
    even_radicand.extend_from_slice(&number.significand);
    even_radicand.push(Lit::FALSE);
    let doubled = {
        let mut doubled = vec![Lit::FALSE];
        doubled.extend_from_slice(&even_radicand[..width - 1]);
        doubled
    };
    let radicand = bits::select(aig, odd, &doubled, &even_radicand);
    let (root, inexact, condition) = if guess {
        bits::square_root_by_guess(aig, &radicand)
    } else {
        let (root, inexact) = bits::square_root(aig, &radicand);
        (root, inexact, Lit::TRUE)
    };
    let exponent = number.exponent.half();
    let result = round(aig, x.format, mode, x.sign, &exponent, &root, inexact);
    let negative = aig.and(x.sign, !x.zero);
    let nan = aig.or(x.nan, negative);
    Guessed { result: result.unless(aig, nan, x.infinite), condition }
}
