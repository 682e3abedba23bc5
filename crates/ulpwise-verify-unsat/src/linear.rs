//! What multiples of inequalities prove (Farkas; Neumaier and Shcherbina, *Safe bounds in linear and
//! mixed-integer linear programming*, 2004).
//!
//! For any numbers y, c·x = Σ yₖ·(row k) + Σ (cⱼ - Σ yₖ·aₖⱼ)·xⱼ, and the least value of each
//! summand follows from the limits of its row or the range of its float. So any multipliers
//! whatsoever give a true lower bound of c·x.

use crate::range::exact;
use crate::rows::Rows;
use dashu_ratio::RBig;
use std::collections::BTreeMap;
use ulpwise_float::Float;

/// A multiple of the inequality of a term with this number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Multiple {
    pub(crate) term: usize,
    pub(crate) number: u32,
    pub(crate) multiplier: f64,
}

/// A lower bound of `factor` times the value of a term, or of zero; `None` if these multiples prove
/// none.
pub(crate) fn lower_bound(
    rows: &Rows<'_>,
    objective: Option<(usize, RBig)>,
    multiples: &[Multiple],
) -> Option<RBig> {
    let mut residual: BTreeMap<usize, RBig> = objective.into_iter().collect();
    let mut bound = RBig::ZERO;
    for multiple in multiples {
        let multiplier = exact(Float::from_f64(multiple.multiplier))?;
        let row = rows.row(multiple.term, multiple.number)?;
        // A multiple without a bound is just not used.
        let Some(least) = least_multiple(&multiplier, row.low.as_ref(), row.high.as_ref()) else { continue };
        bound += least;
        for (term, coefficient) in row.coefficients {
            let entry = residual.entry(term).or_insert(RBig::ZERO);
            *entry -= &multiplier * coefficient;
        }
    }
    for (term, coefficient) in residual {
        if coefficient != RBig::ZERO {
            let (low, high) = rows.ends(term)?;
            bound += least_multiple(&coefficient, Some(&low), Some(&high))?;
        }
    }
    Some(bound)
}

/// The least value of a factor times something between two ends.
fn least_multiple(factor: &RBig, low: Option<&RBig>, high: Option<&RBig>) -> Option<RBig> {
    let end = if *factor < RBig::ZERO { high } else { low };
    end.map(|end| factor * end)
}
