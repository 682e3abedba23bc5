//! The way to large relative errors: make what is right small. Along one coordinate the right
//! result changes its sign somewhere; between two neighbouring floats there it is as small as that
//! coordinate can make it, and what was rounded away on the way is as large as ever.

use crate::domain::{InputDomain, InputPoint};
use ulpwise_base::SplitMix64;

/// How many ordinals are tried at once within a bracket.
const PARTS: i128 = 10;

/// A search for a change of sign along a coordinate.
#[derive(Clone, Debug)]
pub(crate) struct SignLine {
    pub(crate) base: InputPoint,
    at: usize,
    /// Whose right value shall be small.
    pub(crate) output: usize,
    /// Two ordinals with different signs; `None` at first.
    bracket: Option<[(i128, bool); 2]>,
}

impl SignLine {
    pub(crate) fn new(base: InputPoint, at: usize, output: usize) -> Self {
        Self { base, at, output, bracket: None }
    }

    /// The ordinals to try next.
    pub(crate) fn ordinals(&self, domain: &InputDomain, random: &mut SplitMix64) -> Vec<i128> {
        let coordinate = domain.coordinates[self.at];
        let mut ordinals = Vec::new();
        match self.bracket {
            None => {
                let own = self.base[self.at];
                let bits = coordinate.bits_of_width();
                for power in (0..bits.min(120)).step_by(3) {
                    let step = (1_i128 << power) + random.below(1 << power.min(20)) as i128;
                    ordinals.extend([own - step, own + step]);
                }
                let number = coordinate.number(own);
                ordinals.extend(
                    [-number, 0.0, 2.0 * number, 0.5 * number].map(|number| coordinate.nearest(number)),
                );
                ordinals.extend([own, coordinate.low, coordinate.high]);
            }
            Some([(low, _), (high, _)]) => {
                let width = high - low;
                ordinals.extend((1..PARTS).map(|part| low + width * part / PARTS));
                ordinals.extend([low, high]);
            }
        }
        for ordinal in &mut ordinals {
            *ordinal = coordinate.clamped(*ordinal);
        }
        ordinals.sort_unstable();
        ordinals.dedup();
        ordinals
    }

    /// The input with that ordinal.
    pub(crate) fn point(&self, ordinal: i128) -> InputPoint {
        let mut point = self.base.clone();
        point[self.at] = ordinal;
        point
    }

    /// What came of the ordinals: for each, in order, the sign of what is right there (true: below
    /// zero). The line that is left to search, if one is.
    pub(crate) fn narrowed(mut self, signs: &[(i128, Option<bool>)]) -> Option<SignLine> {
        let own = self.base[self.at];
        let known: Vec<(i128, bool)> =
            signs.iter().filter_map(|&(ordinal, sign)| Some((ordinal, sign?))).collect();
        let changes = known.windows(2).filter(|pair| pair[0].1 != pair[1].1 && pair[1].0 - pair[0].0 > 1);
        // The change nearest to where the line began.
        let nearest = changes.min_by_key(|pair| pair[0].0.abs_diff(own).min(pair[1].0.abs_diff(own)))?;
        let bracket = Some([nearest[0], nearest[1]]);
        if bracket == self.bracket {
            return None;
        }
        self.bracket = bracket;
        self.base[self.at] = nearest[0].0;
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::tests::doubles;

    #[test]
    fn a_root_is_found_to_the_last_place() {
        let domain = doubles(&[(-100.0, 100.0)], false).unwrap();
        let mut random = SplitMix64::new(3);
        let coordinate = domain.coordinates[0];
        let mut line = SignLine::new(vec![coordinate.nearest(17.0)], 0, 0);
        let mut last = Vec::new();
        for _ in 0..60 {
            last = line.ordinals(&domain, &mut random);
            let sign = |&ordinal: &i128| (ordinal, Some(coordinate.number(ordinal) * 3.0 - 1.0 < 0.0));
            let signs: Vec<_> = last.iter().map(sign).collect();
            match line.narrowed(&signs) {
                Some(next) => line = next,
                None => break,
            }
        }
        assert!(last.contains(&coordinate.nearest(1.0 / 3.0)), "{last:?}");
    }
}
