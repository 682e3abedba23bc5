//! Between domains and the bounds that engines exchange.

use crate::domain::{BitVecDomain, BoolDomain, Domain, FloatDomain, ordinal};
use ulpwise_expr::{BitVector, Sort};
use ulpwise_solver::{Bound, FloatBound};

/// The bound that a domain that is not empty implies; `None` if it says nothing.
pub(crate) fn to_bound(domain: &Domain) -> Option<Bound> {
    match domain {
        Domain::Bool(truth) => truth.singleton_value().map(Bound::Bool),
        Domain::Float(floats) if !floats.is_full() => {
            let numbers = floats.lowest().zip(floats.highest());
            Some(Bound::Float(FloatBound { numbers, nan: floats.can_be_nan() }))
        }
        Domain::BitVec(bits) => {
            let (low, high) = bits.unsigned();
            let of_bits = |value| BitVector::from_u128(bits.width(), value);
            (*bits != BitVecDomain::full(bits.width())).then(|| Bound::BitVec(of_bits(low), of_bits(high)))
        }
        _ => None,
    }
}

/// The domain of a bound on a term of this sort; `None` if it is not looked into.
pub(crate) fn from_bound(sort: Sort, bound: &Bound) -> Option<Domain> {
    Some(match (sort, bound) {
        (Sort::Bool, Bound::Bool(value)) => BoolDomain::singleton(*value).into(),
        (Sort::Float(format), Bound::Float(bound)) if format.width() <= ordinal::MAX_WIDTH => {
            let mut domain = match bound.numbers {
                Some((low, high)) => FloatDomain::between(low, high),
                None => FloatDomain::empty(format),
            };
            if bound.nan {
                domain.add_nan();
            }
            domain.into()
        }
        (Sort::BitVec(width), Bound::BitVec(low, high)) if width <= BitVecDomain::MAX_WIDTH => {
            let bits = |value| BitVecDomain::singleton(value).unsigned().0;
            BitVecDomain::unsigned_between(width, bits(low), bits(high)).into()
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_float::{Float, Format};

    #[test]
    fn bounds_and_domains_are_converted_without_loss() {
        let floats = FloatDomain::between(Float::from_f64(-0.0), Float::from_f64(2.0));
        let mut with_nan = floats;
        with_nan.add_nan();
        let bits = BitVecDomain::unsigned_between(8, 3, 200);
        let cases: [(Sort, Domain); 4] = [
            (Sort::Float(Format::F64), floats.into()),
            (Sort::Float(Format::F64), with_nan.into()),
            (Sort::BitVec(8), bits.into()),
            (Sort::Bool, BoolDomain::TRUE.into()),
        ];
        for (sort, domain) in cases {
            assert_eq!(from_bound(sort, &to_bound(&domain).unwrap()), Some(domain));
        }
        assert_eq!(to_bound(&BoolDomain::FULL.into()), None);
        assert_eq!(to_bound(&FloatDomain::full(Format::F32).into()), None);
    }
}
