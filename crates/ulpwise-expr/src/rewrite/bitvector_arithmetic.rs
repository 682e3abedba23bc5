//! Rules for sums, products and quotients of bit-vectors.

use super::matching::both_orders;
use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};
use crate::value::BitVector;

const ADD: &[OpKind] = &[OpKind::BvAdd];
const SUB: &[OpKind] = &[OpKind::BvSub];

pub(super) const RULES: &[Rule] = &[
    Rule { name: "bv-neg-neg", law: "(bvneg (bvneg a)) = a", kinds: &[OpKind::BvNeg], rewrite: neg_neg },
    Rule { name: "bv-add-zero", law: "(bvadd a 0) = a", kinds: ADD, rewrite: add_zero },
    Rule { name: "bv-add-same", law: "(bvadd a a) = (bvmul a 2)", kinds: ADD, rewrite: add_same },
    Rule {
        name: "bv-add-complement",
        law: "(bvadd a (bvneg a)) = 0, (bvadd a (bvnot a)) = -1",
        kinds: ADD,
        rewrite: add_complement,
    },
    Rule { name: "bv-add-not-one", law: "(bvadd (bvnot a) 1) = (bvneg a)", kinds: ADD, rewrite: add_not_one },
    Rule { name: "bv-sub-same", law: "(bvsub a a) = 0", kinds: SUB, rewrite: sub_same },
    Rule { name: "bv-sub-from-zero", law: "(bvsub 0 a) = (bvneg a)", kinds: SUB, rewrite: sub_from_zero },
    Rule {
        name: "bv-sub-to-add",
        law: "(bvsub a k) = (bvadd a (bvneg k)) for a constant k, (bvsub a (bvneg b)) = (bvadd a b)",
        kinds: SUB,
        rewrite: sub_to_add,
    },
    Rule {
        name: "bv-mul-constant",
        law: "(bvmul a 0) = 0, (bvmul a 1) = a, (bvmul a -1) = (bvneg a), (bvmul a 2^n) = (concat (extract a) 0..0)",
        kinds: &[OpKind::BvMul],
        rewrite: mul_constant,
    },
    Rule {
        name: "bv-udiv-constant",
        law: "(bvudiv a 0) = -1, (bvudiv a 1) = a, (bvudiv a 2^n) = (zero_extend (extract a))",
        kinds: &[OpKind::BvUdiv],
        rewrite: udiv_constant,
    },
    Rule {
        name: "bv-urem-constant",
        law: "(bvurem a 0) = a, (bvurem a 1) = 0, (bvurem a 2^n) = (zero_extend (extract a))",
        kinds: &[OpKind::BvUrem],
        rewrite: urem_constant,
    },
    Rule {
        name: "bv-divide-extended",
        law: "(bvudiv (zero_extend a) k) = (zero_extend (bvudiv a k)) for a constant k other than 0 that a's width holds; \
              also for bvurem",
        kinds: &[OpKind::BvUdiv, OpKind::BvUrem],
        rewrite: divide_extended,
    },
    Rule {
        name: "bv-sdiv-constant",
        law: "(bvsdiv a 0) = (ite (bvslt a 0) 1 -1), (bvsdiv a 1) = a, (bvsdiv a -1) = (bvneg a)",
        kinds: &[OpKind::BvSdiv],
        rewrite: sdiv_constant,
    },
    Rule {
        name: "bv-signed-remainder-constant",
        law: "(bvsrem a 0) = a, (bvsrem a 1) = 0, (bvsrem a -1) = 0; also for bvsmod",
        kinds: &[OpKind::BvSrem, OpKind::BvSmod],
        rewrite: signed_remainder_constant,
    },
];

fn neg_neg(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    store.operand(operand, OpKind::BvNeg)
}

fn add_zero(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    store.bit_vector_constant(constant)?.is_zero().then_some(operand)
}

fn add_same(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    if first != second {
        return None;
    }
    let two = store.bv(store.width(first), 2);
    Some(store.bv_mul(first, two))
}

fn add_complement(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let width = store.width(first);
    for (operand, other) in both_orders(first, second) {
        if store.operand(other, OpKind::BvNeg) == Some(operand) {
            return Some(store.bv(width, 0));
        }
        if store.operand(other, OpKind::BvNot) == Some(operand) {
            return Some(store.bit_vector(BitVector::ones(width)));
        }
    }
    None
}

fn add_not_one(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, constant] = application.operands();
    let operand = store.operand(first, OpKind::BvNot)?;
    let is_one = store.bit_vector_constant(constant)?.is_one();
    is_one.then(|| store.bv_neg(operand))
}

fn sub_same(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    (first == second).then(|| store.bv(store.width(first), 0))
}

fn sub_from_zero(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let is_zero = store.bit_vector_constant(first)?.is_zero();
    is_zero.then(|| store.bv_neg(second))
}

fn sub_to_add(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let negation = if let Some(value) = store.bit_vector_constant(second) {
        store.bit_vector(value.neg())
    } else {
        store.operand(second, OpKind::BvNeg)?
    };
    Some(store.bv_add(first, negation))
}

fn mul_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let value = store.bit_vector_constant(constant)?;
    if value.is_zero() {
        return Some(constant);
    }
    if value.is_one() {
        return Some(operand);
    }
    if value.is_ones() {
        return Some(store.bv_neg(operand));
    }
    let exponent = value.power_of_two()?;
    let kept = store.bv_extract(operand, value.width() - exponent - 1, 0);
    let zeros = store.bv(exponent, 0);
    Some(store.bv_concat(kept, zeros))
}

fn udiv_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let value = store.bit_vector_constant(constant)?;
    if value.is_zero() {
        return Some(store.bit_vector(BitVector::ones(value.width())));
    }
    let exponent = value.power_of_two()?;
    let quotient = store.bv_extract(operand, value.width() - 1, exponent);
    Some(store.bv_zero_extend(quotient, exponent))
}

fn urem_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let value = store.bit_vector_constant(constant)?;
    if value.is_zero() {
        return Some(operand);
    }
    match value.power_of_two()? {
        0 => Some(store.bv(value.width(), 0)),
        exponent => {
            let remainder = store.bv_extract(operand, exponent - 1, 0);
            Some(store.bv_zero_extend(remainder, value.width() - exponent))
        }
    }
}

fn divide_extended(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [dividend, divisor] = application.operands();
    let inner = store.operand(dividend, OpKind::BvZeroExtend)?;
    let (width, narrow) = (store.width(dividend), store.width(inner));
    let value = store.bit_vector_constant(divisor)?;
    let low = value.extract(narrow - 1, 0);
    if value.is_zero() || low.zero_extend(width - narrow) != value {
        return None;
    }
    let low = store.bit_vector(low);
    let result = store.application(application.op, &[inner, low]);
    Some(store.bv_zero_extend(result, width - narrow))
}

fn sdiv_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let value = store.bit_vector_constant(constant)?;
    if value.is_zero() {
        let is_negative = store.bv_slt(operand, constant);
        let one = store.bv(value.width(), 1);
        let minus_one = store.bit_vector(BitVector::ones(value.width()));
        return Some(store.ite(is_negative, one, minus_one));
    }
    // In one bit the same constant is 1 and -1, and negation does nothing.
    if value.is_ones() {
        return Some(store.bv_neg(operand));
    }
    value.is_one().then_some(operand)
}

fn signed_remainder_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let value = store.bit_vector_constant(constant)?;
    if value.is_zero() {
        return Some(operand);
    }
    (value.is_one() || value.is_ones()).then(|| store.bv(value.width(), 0))
}
