//! The projections of Botella, Gotlieb and Michel as published, for single precision and rounding
//! to nearest: an oracle for their table 11.
//!
//! Direct projections compute with the ends. Indirect ones (their figures 5 to 7) compute with the
//! middle of a bound and its neighbour, in double precision and rounded outwards, and take the
//! result to single precision: "the formula given for indirect projections aren't optimal but
//! conservatively overestimate". They do not look at the parity of bounds, and where the double is
//! no single they go to the nearest one and a step further outwards; that is what gives their
//! digits.

use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::domain::ordinal;

const SINGLE: Format = Format::F32;
const DOUBLE: Format = Format::F64;

/// From the least to the greatest value, as ordinals of singles.
pub(crate) type Interval = [i128; 2];

/// `result = operator(first, second)`, by positions of variables.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Constraint {
    Add(usize, usize, usize),
    Sub(usize, usize, usize),
    Mul(usize, usize, usize),
    Equal(usize, usize),
    /// The first is less.
    Less(usize, usize),
}

fn single(at: i128) -> Float {
    ordinal::float(SINGLE, at)
}

fn double(at: i128) -> Float {
    single(at).convert(DOUBLE, Rounding::NearestEven).0
}

pub(crate) fn top() -> i128 {
    ordinal::max_finite(SINGLE)
}

/// The middle of a single and the one below or above it, which is a double.
fn middle(at: i128, up: bool) -> Float {
    // The two zeros are one number here.
    let beside = match (at, up) {
        (0, false) => -2,
        (-1, true) => 1,
        (at, false) => at - 1,
        (at, true) => at + 1,
    };
    let half = Float::from_f64(0.5);
    let sum = double(at).add(double(beside), Rounding::NearestEven).0;
    sum.mul(half, Rounding::NearestEven).0
}

/// The single that a double bound is taken to.
fn outwards(bound: Float, up: bool) -> i128 {
    let (nearest, _) = bound.convert(SINGLE, Rounding::NearestEven);
    let back = nearest.convert(DOUBLE, Rounding::NearestEven).0;
    let at = ordinal::from_float(nearest);
    let moved = if back.compares_equal(bound) {
        at
    } else if up {
        at + 1
    } else {
        at - 1
    };
    moved.clamp(!top(), top())
}

/// The interval between the least and the greatest of doubles that were rounded down and up.
fn hull(ends: &[(Float, Float)]) -> Interval {
    let low = ends.iter().map(|(low, _)| outwards(*low, false)).min().expect("some");
    let high = ends.iter().map(|(_, high)| outwards(*high, true)).max().expect("some");
    [low, high]
}

type Operation = fn(Float, Float, Rounding) -> Float;

fn add(x: Float, y: Float, mode: Rounding) -> Float {
    x.add(y, mode).0
}

fn sub(x: Float, y: Float, mode: Rounding) -> Float {
    x.sub(y, mode).0
}

fn mul(x: Float, y: Float, mode: Rounding) -> Float {
    x.mul(y, mode).0
}

fn div(x: Float, y: Float, mode: Rounding) -> Float {
    x.div(y, mode).0
}

/// All pairs of ends, in the format of `x` and `y`, with an operation rounded down and up.
fn corners(operation: Operation, x: [Float; 2], y: [Float; 2]) -> Vec<(Float, Float)> {
    let pairs = x.into_iter().flat_map(|x| y.into_iter().map(move |y| (x, y)));
    pairs
        .map(|(x, y)| (operation(x, y, Rounding::TowardNegative), operation(x, y, Rounding::TowardPositive)))
        .collect()
}

/// The direct projection: the operation to nearest at the ends.
fn direct(operation: Operation, x: Interval, y: Interval) -> Interval {
    let mut results: Vec<i128> = Vec::new();
    for a in x {
        for b in y {
            let result = operation(single(a), single(b), Rounding::NearestEven);
            if result.is_nan() {
                return [!top(), top()];
            }
            results.push(ordinal::from_float(result).clamp(!top(), top()));
        }
    }
    [*results.iter().min().expect("four"), *results.iter().max().expect("four")]
}

fn middles(z: Interval) -> [Float; 2] {
    [middle(z[0], false), middle(z[1], true)]
}

/// What an operation on the middles of the result and the other operand leaves of an operand.
fn indirect(operation: Operation, z: Interval, other: Interval) -> Interval {
    hull(&corners(operation, middles(z), other.map(double)))
}

/// The same for what is subtracted.
fn subtrahend(z: Interval, minuend: Interval) -> Interval {
    hull(&corners(sub, minuend.map(double), middles(z)))
}

fn has_zero(x: Interval) -> bool {
    x[0] <= 0 && x[1] >= -1
}

/// Narrows one domain; false if nothing is left.
fn narrow(domains: &mut [Interval], var: usize, to: Interval, changed: &mut bool) -> bool {
    let [low, high] = domains[var];
    let left = [low.max(to[0]), high.min(to[1])];
    *changed |= left != domains[var];
    domains[var] = left;
    left[0] <= left[1]
}

/// Runs the projections of one constraint; false on a conflict.
fn project(domains: &mut [Interval], constraint: Constraint, changed: &mut bool) -> bool {
    let mut keep = |domains: &mut [Interval], var, to| narrow(domains, var, to, changed);
    match constraint {
        Constraint::Add(z, x, y) => {
            let result = direct(add, domains[x], domains[y]);
            keep(domains, z, result)
                && {
                    let to = indirect(sub, domains[z], domains[y]);
                    keep(domains, x, to)
                }
                && {
                    let to = indirect(sub, domains[z], domains[x]);
                    keep(domains, y, to)
                }
        }
        Constraint::Sub(z, x, y) => {
            let result = direct(sub, domains[x], domains[y]);
            keep(domains, z, result)
                && {
                    let to = indirect(add, domains[z], domains[y]);
                    keep(domains, x, to)
                }
                && {
                    let to = subtrahend(domains[z], domains[x]);
                    keep(domains, y, to)
                }
        }
        Constraint::Mul(z, x, y) => {
            let result = direct(mul, domains[x], domains[y]);
            if !keep(domains, z, result) {
                return false;
            }
            for (factor, other) in [(x, y), (y, x)] {
                // By what may be zero nothing is divided.
                if !has_zero(domains[other]) {
                    let to = indirect(div, domains[z], domains[other]);
                    if !keep(domains, factor, to) {
                        return false;
                    }
                }
            }
            true
        }
        Constraint::Equal(x, y) => {
            let with_both_zeros =
                |[low, high]: Interval| [if low == 0 { -1 } else { low }, if high == -1 { 0 } else { high }];
            let (for_x, for_y) = (with_both_zeros(domains[y]), with_both_zeros(domains[x]));
            keep(domains, x, for_x) && keep(domains, y, for_y)
        }
        Constraint::Less(x, y) => {
            let below = if domains[y][1] == 0 { -2 } else { domains[y][1] - 1 };
            let above = if domains[x][0] == -1 { 1 } else { domains[x][0] + 1 };
            keep(domains, x, [!top(), below]) && keep(domains, y, [above, top()])
        }
    }
}

/// Runs all projections until nothing changes, a thousand times at most; false if there is a
/// conflict.
pub(crate) fn propagate(domains: &mut [Interval], constraints: &[Constraint]) -> bool {
    for _ in 0..1000 {
        let mut changed = false;
        for &constraint in constraints {
            if !project(domains, constraint, &mut changed) {
                return false;
            }
        }
        if !changed {
            return true;
        }
    }
    true
}
