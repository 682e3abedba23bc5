//! Rounding modes as three literals, and the decisions that depend on them.

use crate::aig::{Aig, Lit};
use crate::bits::{self, Bits};
use ulpwise_float::Rounding;

/// A rounding mode. The number of the mode in [`Rounding::ALL`], the lowest bit first; only the
/// five numbers occur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mode([Lit; 3]);

impl Mode {
    /// A constant mode.
    pub(crate) fn constant(rounding: Rounding) -> Mode {
        let number = Rounding::ALL.iter().position(|&mode| mode == rounding).unwrap_or(0);
        Mode([0, 1, 2].map(|position| Lit::constant(number >> position & 1 == 1)))
    }

    /// The mode that three free bits stand for: from 4 on it is the last one.
    pub(crate) fn from_free_bits(aig: &mut Aig, [low, middle, high]: [Lit; 3]) -> Mode {
        Mode([aig.and(low, !high), aig.and(middle, !high), high])
    }

    /// The mode that these values of the bits stand for.
    pub(crate) fn rounding(values: [bool; 3]) -> Rounding {
        let number = values.iter().rev().fold(0, |number, &bit| number * 2 + usize::from(bit));
        Rounding::ALL[number.min(4)]
    }

    /// The three bits, the lowest first.
    pub(crate) fn bits(&self) -> &[Lit; 3] {
        &self.0
    }

    /// `then` if the condition holds, else `otherwise`.
    pub(crate) fn select(aig: &mut Aig, condition: Lit, then: Mode, otherwise: Mode) -> Mode {
        let bits: Bits = bits::select(aig, condition, &then.0, &otherwise.0);
        Mode([bits[0], bits[1], bits[2]])
    }

    /// Whether it is toward negative.
    pub(crate) fn is_toward_negative(&self, aig: &mut Aig) -> Lit {
        aig.and(self.0[0], self.0[1])
    }

    /// Whether it is one of the two to nearest.
    fn is_nearest(&self, aig: &mut Aig) -> Lit {
        aig.and(!self.0[1], !self.0[2])
    }

    /// Whether magnitudes with this sign are rounded up by the mode toward positive or toward
    /// negative.
    fn is_directed_away(&self, aig: &mut Aig, negative: Lit) -> Lit {
        let matches = aig.xnor(self.0[0], negative);
        aig.and(self.0[1], matches)
    }

    /// Whether a magnitude is rounded up, given the sign, the parity of the truncated magnitude,
    /// the first bit cut off and whether anything below that was set.
    pub(crate) fn rounds_up(&self, aig: &mut Aig, negative: Lit, odd: Lit, half: Lit, rest: Lit) -> Lit {
        let nearest = self.is_nearest(aig);
        // Above the middle, or at it and the tie goes up.
        let tie_up = aig.or(odd, self.0[0]);
        let up = aig.or(rest, tie_up);
        let up = aig.and(half, up);
        let nearest_up = aig.and(nearest, up);
        let inexact = aig.or(half, rest);
        let directed = self.is_directed_away(aig, negative);
        let directed_up = aig.and(directed, inexact);
        aig.or(nearest_up, directed_up)
    }

    /// Whether a magnitude beyond the largest finite number becomes infinity.
    pub(crate) fn overflows_to_infinity(&self, aig: &mut Aig, negative: Lit) -> Lit {
        let nearest = self.is_nearest(aig);
        let directed = self.is_directed_away(aig, negative);
        aig.or(nearest, directed)
    }
}
