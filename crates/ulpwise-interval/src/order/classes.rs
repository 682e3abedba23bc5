//! Classes of floats that are equal as numbers because a comparison says so.
//!
//! Each class has one member that stands for all: one that is the result of an operation, if there
//! is one, because more can be said about it.

use super::definition::is_finite;
use crate::domain::Domain;
use crate::network::VarId;
use crate::propagate::Propagator;
use std::collections::HashMap;
use ulpwise_expr::OpKind;

/// The classes with more than one member.
#[derive(Debug, Default)]
pub(super) struct Classes {
    parents: HashMap<VarId, VarId>,
    /// For each class, by who stands for it: the variables whose domains make its members equal.
    reasons: HashMap<VarId, Vec<VarId>>,
}

impl Classes {
    /// The classes that equations with a known result make of finite floats.
    pub(super) fn new(core: &Propagator, comparisons: &[VarId]) -> Classes {
        let mut classes = Classes::default();
        for &atom in comparisons {
            let Domain::Bool(truth) = core.domain(atom) else { continue };
            let Some(constraint) = core.network.definition(atom) else { continue };
            let is_equation =
                matches!(core.network.constraint(constraint).op.kind(), OpKind::FpEq | OpKind::Eq);
            let &[x, y] = core.network.arguments(constraint) else { continue };
            if truth.is_true() && is_equation && is_finite(core, x) && is_finite(core, y) {
                classes.unite(core, x, y, atom);
            }
        }
        classes
    }

    /// The member that stands for the class of a variable.
    pub(super) fn representative(&self, var: VarId) -> VarId {
        let mut at = var;
        while let Some(&parent) = self.parents.get(&at) {
            at = parent;
        }
        at
    }

    /// The variables whose domains say that a variable equals who stands for it.
    pub(super) fn reasons(&self, var: VarId) -> &[VarId] {
        let representative = self.representative(var);
        if representative == var { &[] } else { self.reasons.get(&representative).map_or(&[], Vec::as_slice) }
    }

    fn unite(&mut self, core: &Propagator, x: VarId, y: VarId, atom: VarId) {
        let (x_root, y_root) = (self.representative(x), self.representative(y));
        if x_root == y_root {
            return;
        }
        let (upper, lower) =
            if core.network.definition(x_root).is_some() { (x_root, y_root) } else { (y_root, x_root) };
        let mut reasons = self.reasons.remove(&lower).unwrap_or_default();
        reasons.extend(self.reasons.remove(&upper).unwrap_or_default());
        reasons.extend([atom, x, y]);
        self.parents.insert(lower, upper);
        self.reasons.insert(upper, reasons);
    }
}
