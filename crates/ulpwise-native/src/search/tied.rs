//! Two variables that move together.
//!
//! Programs look at sums, differences, products and quotients of their arguments: whether
//! `1 + a - b` is an integer, whether `a * x` is large. An input that has come past such a
//! condition leaves it when one variable moves alone; it stays when another follows.

use super::space::InputVariable;

/// What of two variables stays about the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    Sum,
    Difference,
    Product,
    Quotient,
}

pub(super) const TIES: [Tie; 4] = [Tie::Sum, Tie::Difference, Tie::Product, Tie::Quotient];

/// By how much the first one moves: integers keep the fractions of both.
const STEPS: [f64; 12] =
    [1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0, 1000.0, 0.5, 1.0 / 1024.0, 1.0 / 67_108_864.0, 1e-14];

/// By which powers of two, and nearly 1.
const POWERS: [i32; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 500, 1000];
const NEARLY_ONE: f64 = 1.0 + 1.0 / 1_048_576.0;

/// Inputs in which two variables have moved away from a base and what is tied has stayed, as far as
/// there are such numbers.
pub(super) fn tied(
    variables: &[InputVariable],
    base: &[u64],
    (one, other): (usize, usize),
    tie: Tie,
) -> Vec<Vec<u64>> {
    let [Some(a), Some(b)] = [one, other].map(|at| variables[at].kind.number(base[at])) else {
        return Vec::new();
    };
    let moves: Vec<f64> = match tie {
        Tie::Sum | Tie::Difference => STEPS.iter().flat_map(|&step| [step, -step]).collect(),
        Tie::Product | Tie::Quotient => {
            let factors = POWERS.iter().map(|&power| 2f64.powi(power)).chain([NEARLY_ONE]);
            factors.flat_map(|factor| [factor, 1.0 / factor]).collect()
        }
    };
    let moved = |by: f64| match tie {
        Tie::Sum => [a + by, b - by],
        Tie::Difference => [a + by, b + by],
        Tie::Product => [a * by, b / by],
        Tie::Quotient => [a * by, b * by],
    };
    let mut inputs = Vec::with_capacity(moves.len());
    for numbers in
        moves.into_iter().map(moved).filter(|numbers| numbers.iter().all(|number| number.is_finite()))
    {
        let mut values = base.to_vec();
        for (at, number) in [one, other].into_iter().zip(numbers) {
            values[at] = variables[at].admitted(variables[at].kind.nearest(number));
        }
        if values != base {
            inputs.push(values);
        }
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::space::{VariableKind, VariableRange};
    use ulpwise_float::Format;

    #[test]
    fn what_is_tied_stays() {
        let kind = VariableKind::Float(Format::F64);
        let variable = |word| InputVariable { word, shift: 0, kind, range: VariableRange::finite(kind) };
        let variables = [variable(0), variable(1), variable(2)];
        let base = [2.5f64, 7.0, 0.75].map(f64::to_bits);
        for tie in TIES {
            let inputs = tied(&variables, &base, (0, 2), tie);
            assert!(inputs.len() > 20, "{tie:?}: {}", inputs.len());
            for input in inputs {
                let [a, b, c] = [0, 1, 2].map(|at| f64::from_bits(input[at]));
                let (kept, before) = match tie {
                    Tie::Sum => (a + c, 3.25),
                    Tie::Difference => (a - c, 1.75),
                    Tie::Product => (a * c, 1.875),
                    Tie::Quotient => (a / c, 2.5 / 0.75),
                };
                assert!(b == 7.0 && (kept - before).abs() < 1e-9 * before, "{tie:?}: {a:e} {c:e}");
            }
        }
    }
}
