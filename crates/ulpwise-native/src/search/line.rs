//! Along one variable: probes at all distances, and the solution of one equation by bisection in
//! the order of floats.
//!
//! Probes lie in both directions at distances that grow by powers of two, so that the next float
//! and the next exponent are tried alike. Where a gap changes its sign between two probes, the
//! ordinals between them are divided again and again, until the gap is zero or two neighbours lie
//! on both sides.

use super::space::InputVariable;
use crate::goal::{Gap, Goal};

/// Values of a variable around one of its ordinals, in order, without that one.
pub(super) fn probes(variable: &InputVariable, ordinal: i128) -> Vec<i128> {
    let bits = variable.kind.bits();
    // Finely where one step is an exponent or more, coarsely below.
    let fine = bits.saturating_sub(18);
    let distances = (0..fine).step_by(3).chain(fine..bits).map(|power| 1_i128 << power);
    let mut ordinals: Vec<i128> = distances
        .flat_map(|distance| [ordinal - distance, ordinal + distance])
        .filter(|ordinal| (variable.range.low..=variable.range.high).contains(ordinal))
        .collect();
    ordinals.extend([variable.range.low, variable.range.high]);
    ordinals.sort_unstable();
    ordinals.dedup();
    ordinals.retain(|&other| other != ordinal);
    ordinals
}

/// Two ordinals of a variable, between which a gap changes its sign.
#[derive(Clone, Debug)]
pub(super) struct Bracket {
    pub(super) goal: Goal,
    /// The input, whose variable is varied.
    pub(super) values: Vec<u64>,
    pub(super) variable: usize,
    pub(super) low: (i128, Gap),
    pub(super) high: (i128, Gap),
}

/// How many ordinals between the ends are tried at once.
pub(super) const DIVISIONS: i128 = 12;

impl Bracket {
    /// Ordinals to try, in order: evenly spread, and where a straight line through both ends is
    /// zero.
    pub(super) fn ordinals(&self) -> Vec<i128> {
        let (low, high) = (self.low.0, self.high.0);
        let span = high - low;
        let mut ordinals: Vec<i128> = match span <= DIVISIONS {
            true => (low + 1..high).collect(),
            false => (1..=DIVISIONS).map(|part| low + span / (DIVISIONS + 1) * part).collect(),
        };
        let (from, to) = (i128::from(self.low.1), i128::from(self.high.1));
        // Of 63 bits each, so that the product has room.
        if let Some(product) = span.checked_mul(from)
            && from != to
        {
            let secant = low + product / (from - to);
            ordinals.extend(
                [secant - 1, secant, secant + 1]
                    .into_iter()
                    .filter(|ordinal| (low + 1..high).contains(ordinal)),
            );
        }
        ordinals.sort_unstable();
        ordinals.dedup();
        ordinals
    }

    /// The part in which the sign changes, given the gaps at all ordinals; `None` if there is none
    /// or nothing is left between.
    pub(super) fn narrowed(mut self, ordinals: &[i128], gaps: &[Option<Gap>]) -> Option<Self> {
        let known = ordinals.iter().zip(gaps).filter_map(|(&ordinal, &gap)| Some((ordinal, gap?)));
        let (high, span) = (self.high, self.high.0 - self.low.0);
        for point in known.chain([high]) {
            if point.1 == 0 {
                return None;
            }
            if (point.1 > 0) != (self.low.1 > 0) {
                self.high = point;
                // Where nothing between could be measured, nothing is gained.
                let width = self.high.0 - self.low.0;
                return (width > 1 && width < span).then_some(self);
            }
            self.low = point;
        }
        None
    }
}

/// The changes of sign along a line of measured ordinals, which stand in order.
pub(super) fn changes(points: &[(i128, Gap)]) -> impl Iterator<Item = [(i128, Gap); 2]> + '_ {
    let opposite = |a: Gap, b: Gap| (a > 0 && b < 0) || (a < 0 && b > 0);
    points.windows(2).filter(move |pair| opposite(pair[0].1, pair[1].1)).map(|pair| [pair[0], pair[1]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Aim;
    use crate::search::space::{VariableKind, VariableRange};
    use ulpwise_float::Format;
    use ulpwise_ir::SiteId;

    const DOUBLE: VariableKind = VariableKind::Float(Format::F64);

    #[test]
    fn probes_stay_in_range_and_reach_neighbours_and_ends() {
        let ordinal = |number: f64| DOUBLE.ordinal(number.to_bits()).unwrap();
        let range = VariableRange { low: ordinal(0.25), high: ordinal(1e9), nan: false };
        let variable = InputVariable { word: 0, shift: 0, kind: DOUBLE, range };
        let probes = probes(&variable, ordinal(1.0));
        for wanted in [0.25, 0.5, 1.0 - f64::EPSILON / 2.0, 1.0 + f64::EPSILON, 2.0, 1e9] {
            assert!(probes.contains(&ordinal(wanted)), "{wanted}");
        }
        assert!(probes.iter().all(|at| (range.low..=range.high).contains(at)) && probes.is_sorted());
    }

    /// The square root of two, as the float at which x * x passes 2.
    #[test]
    fn an_equation_is_solved_to_the_last_bit() {
        let gap = |ordinal: i128| {
            let x = f64::from_bits(DOUBLE.value_at(ordinal));
            (DOUBLE.ordinal((x * x).to_bits()).unwrap() - DOUBLE.ordinal(2f64.to_bits()).unwrap()) as Gap
        };
        let ends = [1e-300, 1e300].map(|number: f64| DOUBLE.ordinal(number.to_bits()).unwrap());
        let goal = Goal { site: SiteId::new(0), aim: Aim::Flip };
        let point = |ordinal| (ordinal, gap(ordinal));
        let mut bracket =
            Some(Bracket { goal, values: vec![0], variable: 0, low: point(ends[0]), high: point(ends[1]) });
        let mut tried = Vec::new();
        while let Some(now) = bracket {
            let ordinals = now.ordinals();
            let gaps: Vec<Option<Gap>> = ordinals.iter().map(|&ordinal| Some(gap(ordinal))).collect();
            tried.extend(&ordinals);
            bracket = now.narrowed(&ordinals, &gaps);
        }
        let root = DOUBLE.ordinal(2f64.sqrt().to_bits()).unwrap();
        assert!(tried.contains(&root) && tried.len() < 400, "{}", tried.len());
    }
}
