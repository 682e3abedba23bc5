//! A bound on the error of an expression on a box, by the derivatives of the result.
//!
//! Let every rounding be an unknown number added to an operation's result. The result is then a
//! function of the roundings, and by the mean value theorem the error is the sum over all roundings
//! of the derivative somewhere between them and zero, times the rounding. So intervals that hold
//! every operand, rounded or not, give intervals for the derivatives, backwards through the
//! expression, and there is no second order to bound. (Where an operation has a corner, as a
//! minimum, the hull of its slopes takes the place of the derivative: Lebourg 1975.)
//!
//! A rounding is bounded by the binade of the largest result on the box, which is why small boxes
//! have good bounds. What is known of values near the middle of the box (slopes by inputs) narrows
//! their intervals.

use super::expression::{Node, RealOperation};
use super::functions;
use super::sum::{product, up};
use ulpwise_domain::Interval;
use ulpwise_float::Format;

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct NodeRange {
    /// What would be right.
    exact: Interval,
    /// What is computed.
    computed: Interval,
    /// Both, and all between.
    all: Interval,
    /// How far both are apart at most.
    error: f64,
    /// The rounding of its own.
    rounding: f64,
    /// What would be right in the middle of the box, if slopes are known.
    center: Option<Interval>,
}

/// A bound on a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TapeBound {
    /// Of the distance from what would be right.
    pub(super) absolute: f64,
    /// Of the same as a part of what would be right.
    pub(super) relative: Option<f64>,
}

/// Evaluates the nodes of one expression on boxes.
pub(super) struct Tape {
    nodes: Vec<Node>,
    format: Format,
    /// For each input by how much it may be wrong.
    input_errors: Vec<f64>,
    inputs: usize,
    ranges: Vec<NodeRange>,
    /// The slopes of each node by each input.
    slopes: Vec<Interval>,
    derivatives: Vec<Interval>,
}

impl Tape {
    /// The result has a format, which says what is too small for relative errors.
    pub(super) fn new(nodes: Vec<Node>, input_errors: Vec<f64>, format: Format) -> Self {
        // By operands that are not there nothing is looked up, for they are the first node's.
        let inputs = input_errors.len();
        Self {
            nodes,
            format,
            input_errors,
            inputs,
            ranges: Vec::new(),
            slopes: Vec::new(),
            derivatives: Vec::new(),
        }
    }

    /// How much work an evaluation is, in intervals.
    pub(super) fn work(&self) -> usize {
        self.nodes.len() * (self.inputs + 6)
    }

    /// A bound on a box; nothing where an operation may have no result, or derivatives are not
    /// bounded.
    pub(super) fn bound(&mut self, part: &[(f64, f64)]) -> Option<TapeBound> {
        self.forwards(part)?;
        self.backwards()?;
        let mut absolute = 0.0;
        for (range, derivative) in self.ranges.iter().zip(&self.derivatives) {
            if range.rounding > 0.0 {
                absolute = up(absolute + product(range.rounding, derivative.magnitude()));
            }
        }
        let result = self.ranges.last()?;
        let absolute = f64::min(absolute, result.error);
        let smallest = 2f64.powi(self.format.min_exponent() as i32);
        let least = result.exact.mignitude().max(smallest);
        let is_known = result.exact.mignitude() > smallest || absolute == 0.0;
        absolute.is_finite().then(|| TapeBound { absolute, relative: is_known.then(|| up(absolute / least)) })
    }

    /// How large the error is at most by what each operation makes of its operands' errors, and
    /// nothing else.
    pub(super) fn propagated_error(&mut self, part: &[(f64, f64)]) -> Option<f64> {
        self.forwards(part)?;
        self.ranges.last().map(|range| range.error)
    }

    fn forwards(&mut self, part: &[(f64, f64)]) -> Option<()> {
        self.ranges.clear();
        self.slopes.clear();
        for index in 0..self.nodes.len() {
            let mut range = match self.nodes[index] {
                Node::Input(number) => self.input(part, number)?,
                Node::Constant(number) => {
                    self.slopes.extend((0..self.inputs).map(|_| Interval::ZERO));
                    exact(Interval::point(number), Some(Interval::point(number)))
                }
                Node::Negated(a) => {
                    self.combine(&[(a, Interval::point(-1.0))]);
                    let NodeRange { exact, computed, all, error, center, .. } = self.ranges[a];
                    let center = center.map(Interval::negated);
                    let [exact, computed, all] = [exact, computed, all].map(Interval::negated);
                    NodeRange { exact, computed, all, error, rounding: 0.0, center }
                }
                Node::Absolute(a) => {
                    self.combine(&[]);
                    let NodeRange { exact, computed, all, error, .. } = self.ranges[a];
                    let [exact, computed, all] = [exact, computed, all].map(Interval::abs);
                    NodeRange { exact, computed, all, error, rounding: 0.0, center: None }
                }
                Node::Smaller(a, b) => {
                    self.combine(&[]);
                    self.smaller(a, b)
                }
                Node::Rounded { operation, operands, format, is_exact } => {
                    self.rounded(operation, operands, format, is_exact)?
                }
            };
            if let Some(center) = range.center {
                let slopes = &self.slopes[index * self.inputs..];
                let radii =
                    part.iter().zip(&self.input_errors).map(|(&range, error)| up(radius(range) + error));
                let radius = slopes
                    .iter()
                    .zip(radii)
                    .fold(0.0, |sum, (slope, radius)| up(sum + product(slope.magnitude(), radius)));
                range.exact = range.exact.meet(center.widened(radius)).unwrap_or(range.exact);
            }
            range.computed = range.computed.meet(range.exact.widened(range.error)).unwrap_or(range.computed);
            range.all = range.all.meet(range.exact.widened(range.error)).unwrap_or(range.all);
            if !range.exact.is_bounded() || !range.all.is_bounded() || !range.error.is_finite() {
                return None;
            }
            self.ranges.push(range);
        }
        Some(())
    }

    fn input(&mut self, part: &[(f64, f64)], number: usize) -> Option<NodeRange> {
        let &(low, high) = part.get(number)?;
        let slope = |input: usize| if input == number { Interval::ONE } else { Interval::ZERO };
        self.slopes.extend((0..self.inputs).map(slope));
        let (range, center) = (Interval::new(low, high), Some(Interval::point(middle((low, high)))));
        let error = self.input_errors[number];
        if error == 0.0 {
            return Some(exact(range, center));
        }
        // What would be right is another number, and both lie among all of these.
        let wide = range.widened(error);
        Some(NodeRange { exact: wide, computed: range, all: wide, error, rounding: error, center })
    }

    /// The slopes of a node from those of its operands.
    fn combine(&mut self, operands: &[(usize, Interval)]) {
        for input in 0..self.inputs {
            let slope = |&(operand, factor): &(usize, Interval)| {
                self.slopes[operand * self.inputs + input].times(factor)
            };
            let slope = operands.iter().map(slope).fold(Interval::ZERO, Interval::plus);
            self.slopes.push(slope);
        }
    }

    /// As for forms: what the computed choice leads to may count as right.
    fn smaller(&self, a: usize, b: usize) -> NodeRange {
        let (a, b) = (self.ranges[a], self.ranges[b]);
        let least = |x: Interval, y: Interval| Interval::new(x.low.min(y.low), x.high.min(y.high));
        let error = a.error.max(b.error);
        NodeRange {
            exact: least(a.exact, b.exact).widened(up(a.error + b.error)),
            computed: least(a.computed, b.computed),
            all: least(a.all, b.all).widened(up(a.error + b.error)),
            error,
            rounding: 0.0,
            center: None,
        }
    }

    fn rounded(
        &mut self,
        operation: RealOperation,
        operands: [usize; 3],
        format: Format,
        is_exact: bool,
    ) -> Option<NodeRange> {
        let [a, b, c] = operands.map(|operand| self.ranges[operand]);
        let result = |of: fn(&NodeRange) -> Interval| value(operation, [a, b, c].map(|range| of(&range)));
        let exact = result(|range| range.exact)?;
        // What is computed before it is rounded.
        let before = result(|range| range.computed)?;
        let magnitude = before.magnitude();
        if magnitude >= 2f64.powi(format.max_exponent() as i32) {
            return None;
        }
        let rounding = match operation {
            _ if is_exact => 0.0,
            RealOperation::Function(_, units) => product(units, 2.0 * half_unit(magnitude.next_up(), format)),
            RealOperation::Sum if is_sum_exact(&a, &b) => 0.0,
            // Each operand is a result that rounding might choose.
            RealOperation::Sum => {
                half_unit(magnitude, format).min(a.computed.magnitude()).min(b.computed.magnitude())
            }
            _ => half_unit(magnitude, format),
        };
        let slopes = slopes(operation, [a, b, c].map(|range| range.exact));
        let center = slopes.and_then(|slopes| {
            let used: Vec<(usize, Interval)> = operands.into_iter().zip(slopes).collect();
            self.combine(&used[..arity(operation)]);
            let [a, b, c] = [a.center, b.center, c.center];
            let known = |index: usize, center: Option<Interval>| {
                if index < arity(operation) { center } else { Some(Interval::ZERO) }
            };
            value(operation, [known(0, a)?, known(1, b)?, known(2, c)?])
        });
        if slopes.is_none() {
            self.combine(&[]);
        }
        let error = up(self.propagated(operation, operands)? + rounding);
        let computed = match format {
            Format::F32 => outwards_to_float(before.widened(rounding)),
            _ if matches!(operation, RealOperation::Function(..)) => before.widened(rounding),
            _ => before,
        };
        let all = exact.widened(error);
        Some(NodeRange { exact, computed, all, error, rounding, center })
    }

    /// What an operation makes of its operands' errors.
    fn propagated(&self, operation: RealOperation, operands: [usize; 3]) -> Option<f64> {
        let [a, b, c] = operands.map(|operand| self.ranges[operand]);
        Some(match operation {
            RealOperation::Sum => up(a.error + b.error),
            RealOperation::Conversion => a.error,
            RealOperation::Product | RealOperation::Square => of_product(&a, &b),
            RealOperation::Fused => up(of_product(&a, &b) + c.error),
            RealOperation::Quotient => {
                let quotient = a.exact.over(b.exact)?.magnitude();
                let least = b.all.mignitude();
                if least <= 0.0 {
                    return None;
                }
                up(up(a.error + product(quotient, b.error)) / least)
            }
            RealOperation::Root | RealOperation::Function(..) if a.error == 0.0 => 0.0,
            RealOperation::Root | RealOperation::Function(..) => {
                let [slope, ..] = slopes(operation, [a.all, b.all, c.all])?;
                product(a.error, slope.magnitude())
            }
        })
    }

    /// The derivatives of the result by the result of each node.
    fn backwards(&mut self) -> Option<()> {
        self.derivatives.clear();
        self.derivatives.resize(self.nodes.len(), Interval::ZERO);
        *self.derivatives.last_mut()? = Interval::ONE;
        for index in (0..self.nodes.len()).rev() {
            let own = self.derivatives[index];
            if own.is_zero() {
                continue;
            }
            match self.nodes[index] {
                Node::Input(_) | Node::Constant(_) => {}
                Node::Negated(a) => self.add(a, own.negated()),
                Node::Absolute(a) => {
                    let sign = match self.ranges[a].all {
                        all if all.low >= 0.0 => Interval::ONE,
                        all if all.high <= 0.0 => Interval::point(-1.0),
                        _ => Interval::new(-1.0, 1.0),
                    };
                    self.add(a, own.times(sign));
                }
                Node::Smaller(a, b) => {
                    let any = own.times(Interval::new(0.0, 1.0));
                    self.add(a, any);
                    self.add(b, any);
                }
                Node::Rounded { operation, operands, .. } => {
                    let all = operands.map(|operand| self.ranges[operand].all);
                    let needed =
                        operands[..arity(operation)].iter().any(|&operand| self.ranges[operand].error > 0.0);
                    // Of exact operands no derivative is needed, and there may be none.
                    if needed {
                        let slopes = slopes(operation, all)?;
                        for (&operand, slope) in operands.iter().zip(slopes).take(arity(operation)) {
                            self.add(operand, own.times(slope));
                        }
                    }
                }
            }
        }
        Some(())
    }

    fn add(&mut self, node: usize, part: Interval) {
        self.derivatives[node] = self.derivatives[node].plus(part);
    }
}

/// Near the middle of a range.
fn middle((low, high): (f64, f64)) -> f64 {
    (low / 2.0 + high / 2.0).clamp(low, high)
}

/// How far both ends are from there: the middle is rounded, so that one may be further than half.
fn radius((low, high): (f64, f64)) -> f64 {
    let middle = middle((low, high));
    up((high - middle).max(middle - low))
}

fn exact(range: Interval, center: Option<Interval>) -> NodeRange {
    NodeRange { exact: range, computed: range, all: range, error: 0.0, rounding: 0.0, center }
}

/// ab - AB = A (b - B) + b (a - A)
fn of_product(a: &NodeRange, b: &NodeRange) -> f64 {
    up(product(a.exact.magnitude(), b.error) + product(b.all.magnitude(), a.error))
}

fn arity(operation: RealOperation) -> usize {
    match operation {
        RealOperation::Fused => 3,
        RealOperation::Sum | RealOperation::Product | RealOperation::Quotient | RealOperation::Square => 2,
        RealOperation::Root | RealOperation::Conversion | RealOperation::Function(..) => 1,
    }
}

/// What an operation gives without rounding.
fn value(operation: RealOperation, [a, b, c]: [Interval; 3]) -> Option<Interval> {
    match operation {
        RealOperation::Sum => Some(a.plus(b)),
        RealOperation::Product => Some(a.times(b)),
        RealOperation::Square => Some(a.squared()),
        RealOperation::Quotient => a.over(b),
        RealOperation::Fused => Some(a.times(b).plus(c)),
        RealOperation::Root if a.is_not_negative() => a.sqrt(),
        RealOperation::Root => None,
        RealOperation::Conversion => Some(a),
        RealOperation::Function(function, _) => functions::known(function, a).map(|known| known.0),
    }
}

/// The slopes of an operation by its operands. A square has each of its two operands once.
fn slopes(operation: RealOperation, [a, b, _]: [Interval; 3]) -> Option<[Interval; 3]> {
    let one = Interval::ONE;
    let zero = Interval::ZERO;
    Some(match operation {
        RealOperation::Sum => [one, one, zero],
        RealOperation::Product => [b, a, zero],
        RealOperation::Square => [a, a, zero],
        RealOperation::Fused => [b, a, one],
        RealOperation::Conversion => [one, zero, zero],
        RealOperation::Quotient => {
            let inverse = b.inverse()?;
            [inverse, a.over(b)?.times(inverse).negated(), zero]
        }
        RealOperation::Root => {
            let root = if a.low > 0.0 { a.sqrt()? } else { return None };
            [Interval::point(0.5).over(root)?, zero, zero]
        }
        RealOperation::Function(function, _) => [functions::known(function, a)?.1, zero, zero],
    })
}

/// Whether a sum of two computed numbers is never rounded: one is the other with another sign, but
/// for a factor of two (Sterbenz 1974).
fn is_sum_exact(a: &NodeRange, b: &NodeRange) -> bool {
    let (a, b) = (a.computed, b.computed.negated());
    let within = |a: Interval, b: Interval| a.low >= b.high / 2.0 && a.high <= 2.0 * b.low;
    let [a, b] = match a.low > 0.0 {
        true => [a, b],
        false => [a.negated(), b.negated()],
    };
    a.low > 0.0 && b.low > 0.0 && within(a, b) && within(b, a)
}

/// Half a unit in the last place of numbers of at most this magnitude, before they are rounded: a
/// power of two is not rounded, so that below it the finer unit counts.
fn half_unit(magnitude: f64, format: Format) -> f64 {
    let smallest = 2f64.powi(format.min_exponent() as i32);
    let magnitude = magnitude.max(smallest);
    let power = f64::from_bits(magnitude.to_bits() & 0x7ff0_0000_0000_0000);
    let power = if power == magnitude && power > smallest { power / 2.0 } else { power };
    (power * 2f64.powi(-(format.significand_bits() as i32))).max(f64::from_bits(1))
}

/// The floats around an interval.
fn outwards_to_float(range: Interval) -> Interval {
    let up = |number: f64| {
        let near = number as f32;
        f64::from(if f64::from(near) < number { near.next_up() } else { near })
    };
    Interval::new(-up(-range.low), up(range.high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::arithmetic::Arithmetic;
    use crate::bound::expression::nodes_of;
    use crate::bound::form::AffineErrorForm;
    use crate::bound::numbers;
    use ulpwise_base::SplitMix64;
    use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp};

    #[test]
    fn units_are_those_below_a_power_of_two() {
        assert_eq!(half_unit(2.0, Format::F64), 2f64.powi(-53));
        assert_eq!(half_unit(2f64.next_up(), Format::F64), 2f64.powi(-52));
        assert_eq!(half_unit(1.5, Format::F32), 2f64.powi(-24));
        assert_eq!(half_unit(0.0, Format::F64), f64::from_bits(1));
        assert_eq!(outwards_to_float(Interval::new(0.1, 0.1)).low, f64::from(0.1f32.next_down()));
    }

    /// Steps of a program, each of a kind and on two earlier numbers.
    type Steps = [(u64, usize, usize); 6];

    /// The bound of a program in single precision on a box.
    fn bound_of(steps: &Steps, part: &[(f64, f64)]) -> Option<TapeBound> {
        let format = FloatFormat::F32;
        let mut arithmetic = Arithmetic::default();
        let input = |number: u32, (low, high): (f64, f64)| {
            AffineErrorForm::input(Interval::new(low, high), 1e-45, 24).varying(number)
        };
        let mut forms = vec![Some(input(0, part[0])), Some(input(1, part[1]))];
        for &(kind, a, b) in steps {
            let form = forms[a].clone().zip(forms[b].clone()).and_then(|(a, b)| {
                let mut binary = |op| numbers::binary(&mut arithmetic, op, &a, &b, format).unwrap();
                match kind {
                    0 => binary(FloatBinaryOp::Add),
                    1 => binary(FloatBinaryOp::Sub),
                    2 | 3 => binary(FloatBinaryOp::Mul),
                    4 => binary(FloatBinaryOp::Div),
                    5 => binary(FloatBinaryOp::MinNum),
                    6 => Some(a.absolute()),
                    _ => numbers::unary(&mut arithmetic, FloatUnaryOp::Sqrt, &a, format).unwrap(),
                }
            });
            forms.push(form);
        }
        let root = forms.pop().flatten()?.expression.unwrap();
        Tape::new(nodes_of(&root), vec![0.0; 2], Format::F32).bound(part)
    }

    /// The program in single precision and in double. What the computed choice leads to counts as
    /// right.
    fn computed(steps: &Steps, mut own: Vec<f32>) -> (f64, f64) {
        let mut wide: Vec<f64> = own.iter().map(|&x| x.into()).collect();
        for &(kind, a, b) in steps {
            let ((x, y), (wx, wy)) = ((own[a], own[b]), (wide[a], wide[b]));
            let (small, large) = match kind {
                0 => (x + y, wx + wy),
                1 => (x - y, wx - wy),
                2 | 3 => (x * y, wx * wy),
                4 => (x / y, wx / wy),
                5 if x < y => (x, wx),
                5 => (y, wy),
                6 => (x.abs(), if x < 0.0 { -wx } else { wx }),
                _ => (x.sqrt(), wx.sqrt()),
            };
            own.push(small);
            wide.push(large);
        }
        (f64::from(*own.last().unwrap()), *wide.last().unwrap())
    }

    /// Programs in single precision, held against themselves in double: random ones, of all
    /// operations, on boxes of all kinds. The bound of each box holds at each of its points.
    #[test]
    fn bounds_hold_of_random_expressions() {
        let mut random = SplitMix64::new(7);
        let mut bounded = 0;
        for _ in 0..1000 {
            let mut unit = || (random.next_u64() >> 40) as f32 / 16_777_216.0;
            let part = [(); 2].map(|()| {
                let low = (unit() - 0.4) * 8.0;
                (f64::from(low), f64::from(low + unit() * unit() * 3.0))
            });
            let steps: Steps = std::array::from_fn(|at| {
                let mut earlier = || (unit() * (at + 2) as f32) as usize;
                let (a, b) = (earlier(), earlier());
                ((unit() * 8.0) as u64, a, b)
            });
            let Some(bound) = bound_of(&steps, &part) else { continue };
            bounded += 1;
            for _ in 0..60 {
                let share =
                    |(low, high): (f64, f64), share: f32| (low + (high - low) * f64::from(share)) as f32;
                let own = part.map(|range| share(range, (random.next_u64() >> 40) as f32 / 16_777_216.0));
                let (small, large) = computed(&steps, own.to_vec());
                // What double rounds itself is a billionth of that.
                let error = (small - large).abs() * (1.0 - 1e-7) - 1e-12 * large.abs();
                assert!(error <= bound.absolute, "{steps:?} {part:?}: {error} {bound:?}");
                let relative = bound.relative.map_or(f64::INFINITY, |relative| relative * large.abs());
                assert!(error <= relative, "{steps:?} {part:?}: {error} {bound:?}");
            }
        }
        assert!(bounded > 200, "{bounded}");
    }
}
