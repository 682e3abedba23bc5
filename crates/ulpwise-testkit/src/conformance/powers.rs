//! What an engine can do, as its tests describe it.

use std::collections::BTreeSet;
use ulpwise_expr::{OpKind, Sort, Term, TermStore};

/// How often an engine gives an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decides {
    /// It has no way to.
    Never,
    /// It may, or be unknown.
    Sometimes,
    /// Always on the small queries of this suite.
    Always,
}

/// Something that a query may contain and an engine may not understand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Feature {
    /// Operators on bit-vectors.
    BitVectors,
    /// Arrays: reading, writing and `ite`.
    Arrays,
    /// Equality of arrays.
    ArrayEquality,
    /// Terms of sort Real.
    Reals,
    /// Functions of the mathematics library.
    Libm,
    /// `fp.rem` and `fp.fmod`.
    Remainders,
}

/// An engine's description.
#[derive(Clone, Debug)]
pub struct Powers {
    /// Whether it finds models.
    pub sat: Decides,
    /// Whether it proves that there are none.
    pub unsat: Decides,
    /// What it understands besides propositions, floats and rounding modes. Queries with anything
    /// else have to be [`Reason::Unsupported`](ulpwise_solver::Reason::Unsupported), unless they
    /// are decided without it.
    pub features: BTreeSet<Feature>,
    /// How many random queries to try.
    pub random_queries: u64,
}

impl Powers {
    /// An engine that understands everything and promises nothing.
    pub fn modest() -> Powers {
        use Feature::{ArrayEquality, Arrays, BitVectors, Libm, Reals, Remainders};
        Powers {
            sat: Decides::Sometimes,
            unsat: Decides::Sometimes,
            features: [BitVectors, Arrays, ArrayEquality, Reals, Libm, Remainders].into(),
            random_queries: 2000,
        }
    }

    /// Whether it understands all of these.
    pub fn include(&self, features: &BTreeSet<Feature>) -> bool {
        features.is_subset(&self.features)
    }
}

/// What the terms at and below some roots contain.
pub fn features(store: &TermStore, roots: &[Term]) -> BTreeSet<Feature> {
    let mut found = BTreeSet::new();
    for term in store.topological_order(roots) {
        match store.sort(term) {
            Sort::BitVec(_) => found.insert(Feature::BitVectors),
            Sort::Array { .. } => found.insert(Feature::Arrays),
            Sort::Real => found.insert(Feature::Reals),
            _ => false,
        };
        match store.kind(term) {
            OpKind::Libm => found.insert(Feature::Libm),
            OpKind::FpRem | OpKind::FpFmod => found.insert(Feature::Remainders),
            OpKind::BvUlt | OpKind::BvSlt => found.insert(Feature::BitVectors),
            OpKind::Eq if matches!(store.sort(store.child(term, 0)), Sort::Array { .. }) => {
                found.insert(Feature::ArrayEquality)
            }
            _ => false,
        };
    }
    found
}
