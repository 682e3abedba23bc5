//! Rules for conjunctions of comparisons that exclude or complete each other.

use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};

const AND: &[OpKind] = &[OpKind::And];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "order-exclusive",
        law: "(and (fp.lt x y) (fp.lt y x)) = false, also with leq or eq in place of the second; so for bvult, bvslt, < \
              with themselves exchanged, and with =",
        kinds: AND,
        rewrite: exclusive,
    },
    Rule {
        name: "order-both-ways",
        law: "(and (fp.leq x y) (fp.leq y x)) = (fp.eq x y)",
        kinds: AND,
        rewrite: both_ways,
    },
];

/// Whether `other` cannot hold where the strict comparison `kind` of `first` and `second` does.
fn excludes(store: &TermStore, kind: OpKind, first: Term, second: Term, other: Term) -> bool {
    let other_kind = store.kind(other);
    let Some(operands) = store.operands::<2>(other, other_kind) else { return false };
    let (same, exchanged) = (operands == [first, second], operands == [second, first]);
    match other_kind {
        OpKind::Eq | OpKind::FpEq => same || exchanged,
        OpKind::FpLeq => exchanged && kind == OpKind::FpLt,
        _ => exchanged && other_kind == kind,
    }
}

/// All comparisons among the operands that share both terms with another one lie side by side when
/// ordered by these.
fn comparisons(store: &TermStore, application: &Application<'_>) -> Vec<([Term; 2], Term)> {
    let is_comparison = |kind: OpKind| {
        matches!(
            kind,
            OpKind::FpLt
                | OpKind::FpLeq
                | OpKind::FpEq
                | OpKind::BvUlt
                | OpKind::BvSlt
                | OpKind::RealLt
                | OpKind::Eq
        )
    };
    let found = application.children.iter().filter(|&&child| is_comparison(store.kind(child)));
    let mut found: Vec<([Term; 2], Term)> = found
        .filter_map(|&child| {
            let [first, second] = store.operands(child, store.kind(child))?;
            Some(([first.min(second), first.max(second)], child))
        })
        .collect();
    found.sort_unstable();
    found
}

fn exclusive(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let comparisons = comparisons(store, application);
    let mut of_one_pair = comparisons.chunk_by(|first, second| first.0 == second.0);
    let clash = of_one_pair.any(|chunk| {
        let strict = chunk.iter().filter(|(_, term)| {
            matches!(store.kind(*term), OpKind::FpLt | OpKind::BvUlt | OpKind::BvSlt | OpKind::RealLt)
        });
        strict.into_iter().any(|&(_, term)| {
            let (kind, first, second) = (store.kind(term), store.child(term, 0), store.child(term, 1));
            chunk.iter().any(|&(_, other)| other != term && excludes(store, kind, first, second, other))
        })
    });
    clash.then(|| store.bool(false))
}

fn both_ways(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let comparisons = comparisons(store, application);
    let mut of_one_pair = comparisons.chunk_by(|first, second| first.0 == second.0);
    let (pair, bounds) = of_one_pair.find_map(|chunk| {
        let mut bounds = chunk.iter().filter(|(_, term)| store.kind(*term) == OpKind::FpLeq);
        // Comparisons of one kind and pair are at most two: one each way.
        let (first, second) = (bounds.next()?, bounds.next()?);
        Some((first.0, [first.1, second.1]))
    })?;
    let mut kept: Vec<Term> =
        application.children.iter().copied().filter(|child| !bounds.contains(child)).collect();
    kept.push(store.fp_eq(pair[0], pair[1]));
    Some(store.and(&kept))
}
