//! Rewriting: what the builder puts in place of an application.
//!
//! An application to constants becomes a constant. Otherwise the rules for its operator are tried
//! in the order of the [`registry`]; the first that applies decides. A rule sees the application
//! and the terms below it, and delivers a term that is equal under every model, whatever that
//! chooses for unspecified cases. Rules are proven in the tests: by enumeration of all assignments
//! over small widths and formats, with rewriting off.
//!
//! What holds: a term that was built is built again as itself. Rules only look a bounded way down;
//! what a rule builds is rewritten as well, down to a fixed depth of nesting, below which
//! applications are taken as they are.

mod array;
mod bitvector_arithmetic;
mod bitvector_bitwise;
mod bitvector_compare;
mod bitvector_shift;
mod bitvector_structure;
mod bool;
mod equality;
mod float_class;
mod float_compare;
mod float_convert;
mod float_integer;
mod float_integer_compare;
mod float_integral;
mod float_nan;
mod float_narrow;
mod float_product;
mod float_root;
mod float_sum;
mod float_widen;
mod float_zero_sign;
mod ite;
mod lift;
mod matching;
mod order;
mod real;
pub mod registry;
mod rule;

pub use rule::{Application, Rule};

use crate::op::OpKind;
use crate::semantics::{self, AppliedValue};
use crate::store::{Term, TermStore};
use crate::value::Value;
use dashu_int::ops::BitTest;

/// How deep rules may build within rules. Deeper nesting would only be met in chains of thousands
/// of operators, where it would cost the stack.
const MAX_NESTING: u32 = 64;

/// How many bits all folded constants may have together that are large. A store keeps its
/// constants, so a chain of a hundred thousand sums of a million bits would take all memory; beyond
/// 256 MiB such sums stay as they are.
const MAX_FOLDED_BITS: u64 = 1 << 31;

/// A constant with more bits is large.
const LARGE_BITS: u64 = 1024;

/// The rules of a store, by operator, and how deep it is in them.
#[derive(Debug)]
pub(crate) struct RuleTable {
    /// Whether anything is folded or rewritten at all.
    is_active: bool,
    /// The rules for each kind of operator, with their numbers in the registry.
    by_kind: Vec<Vec<(usize, &'static Rule)>>,
    /// How often each rule of the registry applied.
    applications: Vec<u64>,
    nesting: u32,
    /// The bits of all folded constants that are large.
    folded_bits: u64,
    /// How often the limit of nesting was met.
    nesting_limit_hits: u64,
}

impl RuleTable {
    /// For a store that takes every application as it is.
    pub(crate) fn none() -> RuleTable {
        RuleTable {
            is_active: false,
            by_kind: Vec::new(),
            applications: Vec::new(),
            nesting: 0,
            folded_bits: 0,
            nesting_limit_hits: 0,
        }
    }

    /// For a store that folds, and rewrites with the rules that are kept.
    pub(crate) fn with(keep: impl Fn(&Rule) -> bool) -> RuleTable {
        let mut by_kind = vec![Vec::new(); OpKind::ALL.len()];
        let mut count = 0;
        for (number, rule) in registry::rules().enumerate() {
            count = number + 1;
            for &kind in if keep(rule) { rule.kinds } else { &[] } {
                by_kind[kind as usize].push((number, rule));
            }
        }
        RuleTable { is_active: true, by_kind, applications: vec![0; count], ..RuleTable::none() }
    }
}

impl TermStore {
    /// How often a rule built so deep within rules that the result was taken as it is.
    pub fn nesting_limit_hits(&self) -> u64 {
        self.rules.nesting_limit_hits
    }

    /// How often each rule applied, in the order of the registry; nothing in a store without
    /// rewriting.
    pub fn rule_applications(&self) -> impl Iterator<Item = (&'static str, u64)> {
        registry::rules().map(|rule| rule.name).zip(self.rules.applications.iter().copied())
    }
}

/// The term to build in place of an application; `None` if it stays as it is.
pub(crate) fn simplify(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    if !store.rules.is_active {
        return None;
    }
    if let Some(value) = fold(store, application) {
        return Some(store.value(&value));
    }
    if store.rules.nesting == MAX_NESTING {
        store.rules.nesting_limit_hits += 1;
        return None;
    }
    store.rules.nesting += 1;
    let result = first_that_applies(store, application);
    store.rules.nesting -= 1;
    result
}

fn first_that_applies(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let kind = application.op.kind() as usize;
    for position in 0..store.rules.by_kind[kind].len() {
        let (number, rule) = store.rules.by_kind[kind][position];
        if let Some(term) = (rule.rewrite)(store, application) {
            store.rules.applications[number] += 1;
            return Some(term);
        }
    }
    None
}

/// The value of an application to constants, unless that is left open or too large to be kept.
fn fold(store: &mut TermStore, application: &Application<'_>) -> Option<Value> {
    if application.children.is_empty() || !application.children.iter().all(|&child| store.is_constant(child))
    {
        return None;
    }
    let values: Vec<Value> = application.children.iter().filter_map(|&child| store.constant(child)).collect();
    let arguments: Vec<&Value> = values.iter().collect();
    let AppliedValue::Value(value) = semantics::apply(application.op, &arguments) else { return None };
    let bits = match &value {
        // Arrays are applications, not constants.
        Value::Array(_) => return None,
        Value::BitVec(value) => value.unsigned().bit_len() as u64,
        Value::Real(_) => value.real_bits(),
        _ => 0,
    };
    if bits > LARGE_BITS {
        let total = store.rules.folded_bits.saturating_add(bits);
        if total > MAX_FOLDED_BITS {
            return None;
        }
        store.rules.folded_bits = total;
    }
    Some(value)
}
