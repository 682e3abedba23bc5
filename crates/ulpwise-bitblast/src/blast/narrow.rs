//! Bounds of terms, used while circuits are built.
//!
//! A bound holds in every model of one query, so circuits narrowed by it serve that query alone.
//! What a bound pins is constant for everything above; the circuit itself is held to it by the
//! narrowings, which are to be asserted. With these the narrowed circuits compute what the plain
//! ones do, so models stay models, and no model of the query is lost.

use super::{Blaster, Encoded};
use crate::aig::Lit;
use crate::bits;
use ulpwise_expr::{BitVector, Term};
use ulpwise_solver::Bound;

impl Blaster {
    /// What a term became, within its bound.
    pub(super) fn narrowed(&mut self, term: Term, encoded: Encoded) -> Encoded {
        let Some(bound) = self.bounds.get(term) else { return encoded };
        let (aig, conditions) = (&mut self.aig, &mut self.narrowings);
        match (bound, encoded) {
            (Bound::Bool(value), Encoded::Bool(literal)) => {
                conditions.push(literal.complement_if(!value));
                Encoded::Bool(Lit::constant(*value))
            }
            (Bound::Float(bound), Encoded::Float(float)) => {
                Encoded::float(float.as_ref().clone().narrowed(aig, *bound, conditions))
            }
            (Bound::BitVec(low, high), Encoded::BitVec(vector)) => {
                let [low, high] = [low, high].map(constant_bits);
                let below = bits::unsigned_less(aig, &vector, &low);
                let above = bits::unsigned_less(aig, &high, &vector);
                conditions.extend([!below, !above]);
                let mut vector = vector.to_vec();
                for position in (0..vector.len()).rev().take_while(|&at| low[at] == high[at]) {
                    vector[position] = low[position];
                }
                Encoded::bit_vec(vector)
            }
            // A bound of another sort says nothing.
            (_, encoded) => encoded,
        }
    }
}

fn constant_bits(value: &BitVector) -> Vec<Lit> {
    (0..value.width()).map(|position| Lit::constant(value.bit(position))).collect()
}
