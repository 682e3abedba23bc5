//! Rules for `=`, identity of terms of one sort.

use super::matching::{both_orders, in_order};
use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};
use crate::value::BitVector;

const EQ: &[OpKind] = &[OpKind::Eq];

pub(super) const RULES: &[Rule] = &[
    Rule { name: "eq-reflexive", law: "(= a a) = true", kinds: EQ, rewrite: reflexive },
    Rule {
        name: "eq-order",
        law: "(= b a) = (= a b), the constant last",
        kinds: &[OpKind::Eq, OpKind::FpEq],
        rewrite: in_order,
    },
    Rule {
        name: "eq-bool-constant",
        law: "(= a true) = a, (= a false) = (not a)",
        kinds: EQ,
        rewrite: bool_constant,
    },
    Rule { name: "eq-bool-complement", law: "(= a (not a)) = false", kinds: EQ, rewrite: bool_complement },
    Rule {
        name: "eq-bool-negated-operand",
        law: "(= (not a) b) = (not (= a b)), (= a (not b)) = (not (= a b))",
        kinds: EQ,
        rewrite: bool_negated_operand,
    },
    Rule {
        name: "eq-strip-injective",
        law: "(= (f a) (f b)) = (= a b) for not, bvnot, bvneg, fp.neg, zero_extend, sign_extend",
        kinds: EQ,
        rewrite: strip_injective,
    },
    Rule {
        name: "eq-strip-common-operand",
        law: "(= (bvadd a b) (bvadd a c)) = (= b c), also for bvxor and concat",
        kinds: EQ,
        rewrite: strip_common_operand,
    },
    Rule {
        name: "eq-inverse-constant",
        law: "(= (f a k) l) = (= a (inverse f l k)) for bvnot, bvneg, bvadd, bvsub, bvxor, fp.neg",
        kinds: EQ,
        rewrite: inverse_constant,
    },
    Rule {
        name: "eq-extended-constant",
        law: "(= (zero_extend a) k) = (= a (low k)) if k is that extension of its low part, else false; \
              also for sign_extend",
        kinds: EQ,
        rewrite: extended_constant,
    },
    Rule {
        name: "eq-concat-constant",
        law: "(= (concat a b) k) = (and (= a (high k)) (= b (low k)))",
        kinds: EQ,
        rewrite: concat_constant,
    },
    Rule {
        name: "eq-concat-concat",
        law: "(= (concat a b) (concat c d)) = (and (= a c) (= b d)) if the widths agree",
        kinds: EQ,
        rewrite: concat_concat,
    },
    Rule {
        name: "eq-ite-constant",
        law: "(= (ite c k b) k) = (or c (= b k)), (= (ite c k b) l) = (and (not c) (= b l)) for constants k, l",
        kinds: EQ,
        rewrite: ite_constant,
    },
    Rule {
        name: "eq-ite-branch",
        law: "(= (ite c a b) a) = (or c (= b a)), (= (ite c a b) b) = (or (not c) (= a b))",
        kinds: EQ,
        rewrite: ite_branch,
    },
];

fn reflexive(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    (first == second).then(|| store.bool(true))
}

fn bool_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let value = store.bool_constant(second)?;
    Some(if value { first } else { store.not(first) })
}

fn bool_complement(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    store.are_complements(first, second).then(|| store.bool(false))
}

fn bool_negated_operand(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let equal = match (store.operand(first, OpKind::Not), store.operand(second, OpKind::Not)) {
        (Some(inner), None) => store.eq(inner, second),
        (None, Some(inner)) => store.eq(first, inner),
        _ => return None,
    };
    Some(store.not(equal))
}

fn strip_injective(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let op = store.op(first);
    let is_injective = matches!(
        op,
        Op::Not | Op::BvNot | Op::BvNeg | Op::FpNeg | Op::BvZeroExtend { .. } | Op::BvSignExtend { .. }
    );
    if !is_injective || store.op(second) != op {
        return None;
    }
    let (first, second) = (store.child(first, 0), store.child(second, 0));
    Some(store.eq(first, second))
}

fn strip_common_operand(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let kind = store.kind(first);
    let [a, b] = store.operands(first, kind)?;
    let [c, d] = store.operands(second, kind)?;
    let rest = match kind {
        OpKind::BvAdd | OpKind::BvXor => [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)]
            .into_iter()
            .find(|(common, _, other, _)| common == other)
            .map(|(_, rest, _, other)| (rest, other)),
        OpKind::BvConcat if a == c => Some((b, d)),
        OpKind::BvConcat if b == d => Some((a, c)),
        _ => None,
    };
    rest.map(|(first, second)| store.eq(first, second))
}

fn inverse_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    if let (OpKind::FpNeg, Some(value)) = (store.kind(first), store.float_constant(second)) {
        let (operand, inverse) = (store.child(first, 0), store.float(value.negate()));
        return Some(store.eq(operand, inverse));
    }
    let result = store.bit_vector_constant(second)?;
    let kind = store.kind(first);
    let (operand, inverse) = match kind {
        OpKind::BvNot => (store.child(first, 0), !&result),
        OpKind::BvNeg => (store.child(first, 0), result.neg()),
        OpKind::BvAdd | OpKind::BvXor | OpKind::BvSub => {
            let [a, b] = store.operands(first, kind)?;
            let constant = store.bit_vector_constant(b)?;
            let inverse = match kind {
                OpKind::BvAdd => result.sub(&constant),
                OpKind::BvSub => result.add(&constant),
                _ => &result ^ &constant,
            };
            (a, inverse)
        }
        _ => return None,
    };
    let inverse = store.bit_vector(inverse);
    Some(store.eq(operand, inverse))
}

fn extended_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let constant = store.bit_vector_constant(second)?;
    let extend: fn(&BitVector, u32) -> BitVector = match store.kind(first) {
        OpKind::BvZeroExtend => BitVector::zero_extend,
        OpKind::BvSignExtend => BitVector::sign_extend,
        _ => return None,
    };
    let operand = store.child(first, 0);
    let low = constant.extract(store.width(operand) - 1, 0);
    if extend(&low, constant.width() - low.width()) != constant {
        return Some(store.bool(false));
    }
    let low = store.bit_vector(low);
    Some(store.eq(operand, low))
}

fn concat_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let constant = store.bit_vector_constant(second)?;
    let [high, low] = store.operands(first, OpKind::BvConcat)?;
    let split = store.width(low);
    let (high_part, low_part) =
        (constant.extract(constant.width() - 1, split), constant.extract(split - 1, 0));
    let (high_part, low_part) = (store.bit_vector(high_part), store.bit_vector(low_part));
    let (high_equal, low_equal) = (store.eq(high, high_part), store.eq(low, low_part));
    Some(store.and(&[high_equal, low_equal]))
}

fn concat_concat(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let [a, b] = store.operands(first, OpKind::BvConcat)?;
    let [c, d] = store.operands(second, OpKind::BvConcat)?;
    if store.width(b) != store.width(d) {
        return None;
    }
    let (high_equal, low_equal) = (store.eq(a, c), store.eq(b, d));
    Some(store.and(&[high_equal, low_equal]))
}

fn ite_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let [condition, then, otherwise] = store.operands(first, OpKind::Ite)?;
    if !store.is_constant(second) {
        return None;
    }
    // Of equal constants there is only one in a store.
    let (taken, other, when_taken) = if store.is_constant(then) {
        (then, otherwise, condition)
    } else if store.is_constant(otherwise) {
        (otherwise, then, store.not(condition))
    } else {
        return None;
    };
    let other_equal = store.eq(other, second);
    Some(if taken == second {
        store.or(&[when_taken, other_equal])
    } else {
        let not_taken = store.not(when_taken);
        store.and(&[not_taken, other_equal])
    })
}

fn ite_branch(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    for (choice, branch) in both_orders(first, second) {
        let Some([condition, then, otherwise]) = store.operands(choice, OpKind::Ite) else { continue };
        if then == branch || otherwise == branch {
            let when = if then == branch { condition } else { store.not(condition) };
            let branches_equal = store.eq(then, otherwise);
            return Some(store.or(&[when, branches_equal]));
        }
    }
    None
}
