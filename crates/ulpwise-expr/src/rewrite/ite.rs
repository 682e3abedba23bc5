//! Rules for `ite`.

use super::matching::both_orders;
use super::{Application, Rule};
use crate::op::OpKind;
use crate::sort::Sort;
use crate::store::{Term, TermStore};

const ITE: &[OpKind] = &[OpKind::Ite];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "ite-constant-condition",
        law: "(ite true a b) = a, (ite false a b) = b",
        kinds: ITE,
        rewrite: constant_condition,
    },
    Rule { name: "ite-same-branches", law: "(ite c a a) = a", kinds: ITE, rewrite: same_branches },
    Rule {
        name: "ite-negated-condition",
        law: "(ite (not c) a b) = (ite c b a)",
        kinds: ITE,
        rewrite: negated_condition,
    },
    Rule {
        name: "ite-bool-constant-branch",
        law: "(ite c true b) = (or c b), (ite c false b) = (and (not c) b), (ite c a true) = (or (not c) a), \
              (ite c a false) = (and c a)",
        kinds: ITE,
        rewrite: bool_constant_branch,
    },
    Rule {
        name: "ite-branch-is-condition",
        law: "(ite c c b) = (or c b), (ite c a c) = (and c a)",
        kinds: ITE,
        rewrite: branch_is_condition,
    },
    Rule {
        name: "ite-same-condition",
        law: "(ite c (ite c a b) d) = (ite c a d), (ite c a (ite c b d)) = (ite c a d)",
        kinds: ITE,
        rewrite: same_condition,
    },
    Rule {
        name: "ite-merge-else",
        law: "(ite c a (ite d a b)) = (ite (or c d) a b), (ite c a (ite d b a)) = (ite (or c (not d)) a b)",
        kinds: ITE,
        rewrite: merge_else,
    },
    Rule {
        name: "ite-merge-then",
        law: "(ite c (ite d a b) b) = (ite (and c d) a b), (ite c (ite d b a) b) = (ite (and c (not d)) a b)",
        kinds: ITE,
        rewrite: merge_then,
    },
    Rule {
        name: "ite-equal-branches",
        law: "(ite (= a b) a b) = b, (ite (= a b) b a) = a",
        kinds: ITE,
        rewrite: equal_branches,
    },
];

fn constant_condition(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [condition, then, otherwise] = application.operands();
    store.bool_constant(condition).map(|value| if value { then } else { otherwise })
}

fn same_branches(_: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [_, then, otherwise] = application.operands();
    (then == otherwise).then_some(then)
}

fn negated_condition(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [condition, then, otherwise] = application.operands();
    let positive = store.operand(condition, OpKind::Not)?;
    Some(store.ite(positive, otherwise, then))
}

fn bool_constant_branch(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [condition, then, otherwise] = application.operands();
    let (on_then, on_else) = (store.bool_constant(then), store.bool_constant(otherwise));
    Some(match (on_then, on_else) {
        (Some(true), _) => store.or(&[condition, otherwise]),
        (_, Some(false)) => store.and(&[condition, then]),
        (Some(false), _) => {
            let not_condition = store.not(condition);
            store.and(&[not_condition, otherwise])
        }
        (_, Some(true)) => {
            let not_condition = store.not(condition);
            store.or(&[not_condition, then])
        }
        (None, None) => return None,
    })
}

fn branch_is_condition(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [condition, then, otherwise] = application.operands();
    if then == condition {
        Some(store.or(&[condition, otherwise]))
    } else if otherwise == condition {
        Some(store.and(&[condition, then]))
    } else {
        None
    }
}

fn same_condition(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [condition, then, otherwise] = application.operands();
    let under_condition =
        |branch| store.operands::<3>(branch, OpKind::Ite).filter(|inner| inner[0] == condition);
    if let Some([_, inner_then, _]) = under_condition(then) {
        return Some(store.ite(condition, inner_then, otherwise));
    }
    let [_, _, inner_else] = under_condition(otherwise)?;
    Some(store.ite(condition, then, inner_else))
}

fn merge_else(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [condition, then, otherwise] = application.operands();
    let [inner, inner_then, inner_else] = store.operands(otherwise, OpKind::Ite)?;
    let (second, rest) = if inner_then == then {
        (inner, inner_else)
    } else if inner_else == then {
        (store.not(inner), inner_then)
    } else {
        return None;
    };
    let either = store.or(&[condition, second]);
    Some(store.ite(either, then, rest))
}

fn merge_then(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [condition, then, otherwise] = application.operands();
    let [inner, inner_then, inner_else] = store.operands(then, OpKind::Ite)?;
    let (second, kept) = if inner_else == otherwise {
        (inner, inner_then)
    } else if inner_then == otherwise {
        (store.not(inner), inner_else)
    } else {
        return None;
    };
    let both = store.and(&[condition, second]);
    Some(store.ite(both, kept, otherwise))
}

fn equal_branches(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [condition, then, otherwise] = application.operands();
    let [first, second] = store.operands(condition, OpKind::Eq)?;
    let same = both_orders(first, second).contains(&(then, otherwise));
    // For propositions `=` is a connective like others, and the branches are better seen by other
    // rules.
    (same && application.sort != Sort::Bool).then_some(otherwise)
}
