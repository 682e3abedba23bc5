//! Rules for arrays.

use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};
use crate::value::BitVector;

const SELECT: &[OpKind] = &[OpKind::ArraySelect];
const STORE: &[OpKind] = &[OpKind::ArrayStore];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "array-select-constant",
        law: "(select (const v) i) = v",
        kinds: SELECT,
        rewrite: select_constant,
    },
    Rule {
        name: "array-select-store",
        law: "(select (store a i v) i) = v, (select (store a i v) j) = (select a j) if i and j differ",
        kinds: SELECT,
        rewrite: select_store,
    },
    Rule {
        name: "array-store-store",
        law: "(store (store a i v) i w) = (store a i w)",
        kinds: STORE,
        rewrite: store_store,
    },
    Rule {
        name: "array-store-selected",
        law: "(store a i (select a i)) = a",
        kinds: STORE,
        rewrite: store_selected,
    },
    Rule {
        name: "array-store-constant",
        law: "(store (const v) i v) = (const v)",
        kinds: STORE,
        rewrite: store_constant,
    },
];

fn select_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [array, _] = application.operands();
    store.operand(array, OpKind::ArrayConstant)
}

/// An index as a term plus a constant.
fn base_and_offset(store: &TermStore, index: Term) -> (Option<Term>, BitVector) {
    if let Some(value) = store.bit_vector_constant(index) {
        return (None, value);
    }
    if let Some([base, constant]) = store.operands(index, OpKind::BvAdd)
        && let Some(offset) = store.bit_vector_constant(constant)
    {
        return (Some(base), offset);
    }
    (Some(index), BitVector::zero(store.width(index)))
}

/// Whether two indices differ under every model: they are one term plus different constants.
fn surely_differ(store: &TermStore, first: Term, second: Term) -> bool {
    let ((base, offset), (other_base, other_offset)) =
        (base_and_offset(store, first), base_and_offset(store, second));
    base == other_base && offset != other_offset
}

fn select_store(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [mut array, index] = application.operands();
    // A loop, because a chain of stores may be long.
    while let Some([inner, at, element]) = store.operands(array, OpKind::ArrayStore) {
        if at == index {
            return Some(element);
        }
        if !surely_differ(store, at, index) {
            break;
        }
        array = inner;
    }
    (array != application.children[0]).then(|| store.array_select(array, index))
}

fn store_store(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [array, index, element] = application.operands();
    let [inner, at, _] = store.operands(array, OpKind::ArrayStore)?;
    (at == index).then(|| store.array_store(inner, index, element))
}

fn store_selected(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [array, index, element] = application.operands();
    let selected: [Term; 2] = store.operands(element, OpKind::ArraySelect)?;
    (selected == [array, index]).then_some(array)
}

fn store_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [array, _, element] = application.operands();
    let default = store.operand(array, OpKind::ArrayConstant)?;
    (default == element).then_some(array)
}
