//! Conjunction with the simplifications that two levels of the graph show.
//!
//! These are the rules of Brummayer and Biere, "Local Two-Level And-Inverter Graph Minimization
//! without Blowup" (MEMICS 2006), levels one to three: none of them adds a node that the plain
//! conjunction would not have added.

use super::{Aig, Lit};

/// What one look at two operands gives.
enum RewriteStep {
    /// The conjunction is this literal.
    Done(Lit),
    /// The conjunction is that of these operands.
    Again(Lit, Lit),
}

impl Aig {
    /// The conjunction of two literals.
    pub fn and(&mut self, mut first: Lit, mut second: Lit) -> Lit {
        loop {
            match self.simplify(first, second) {
                Some(RewriteStep::Done(result)) => return result,
                Some(RewriteStep::Again(a, b)) => (first, second) = (a, b),
                None => return self.intern(first, second),
            }
        }
    }

    fn simplify(&self, a: Lit, b: Lit) -> Option<RewriteStep> {
        if a == b || a == Lit::FALSE || b == Lit::TRUE {
            return Some(RewriteStep::Done(a));
        }
        if a == !b || b == Lit::FALSE {
            return Some(RewriteStep::Done(Lit::FALSE));
        }
        if a == Lit::TRUE {
            return Some(RewriteStep::Done(b));
        }
        let below_a = self.operands(a);
        let below_b = self.operands(b);
        if let Some(pair) = below_a
            && let Some(step) = one_sided(a, pair, b)
        {
            return Some(step);
        }
        if let Some(pair) = below_b
            && let Some(step) = one_sided(b, pair, a)
        {
            return Some(step);
        }
        let (below_a, below_b) = (below_a?, below_b?);
        match (a.is_complemented(), b.is_complemented()) {
            (false, false) => both_plain(a, below_a, below_b),
            (false, true) => plain_and_complemented(a, below_a, below_b),
            (true, false) => plain_and_complemented(b, below_b, below_a),
            (true, true) => both_complemented(below_a, below_b),
        }
    }
}

/// Rules that look below one operand only.
#[inline]
fn one_sided(a: Lit, (a0, a1): (Lit, Lit), b: Lit) -> Option<RewriteStep> {
    if !a.is_complemented() {
        // Contradiction: (a0 a1) !a0 = 0. Idempotence: (a0 a1) a0 = a0 a1.
        if a0 == !b || a1 == !b {
            return Some(RewriteStep::Done(Lit::FALSE));
        }
        if a0 == b || a1 == b {
            return Some(RewriteStep::Done(a));
        }
        return None;
    }
    // Subsumption: !(a0 a1) !a0 = !a0. Substitution: !(a0 a1) a0 = a0 !a1.
    if a0 == !b || a1 == !b {
        return Some(RewriteStep::Done(b));
    }
    if a0 == b {
        return Some(RewriteStep::Again(b, !a1));
    }
    if a1 == b {
        return Some(RewriteStep::Again(b, !a0));
    }
    None
}

/// `(a0 a1)(b0 b1)`.
#[inline]
fn both_plain(a: Lit, (a0, a1): (Lit, Lit), (b0, b1): (Lit, Lit)) -> Option<RewriteStep> {
    if a0 == !b0 || a0 == !b1 || a1 == !b0 || a1 == !b1 {
        return Some(RewriteStep::Done(Lit::FALSE));
    }
    // A shared operand needs to be said once.
    if a0 == b0 || a1 == b0 {
        return Some(RewriteStep::Again(a, b1));
    }
    if a0 == b1 || a1 == b1 {
        return Some(RewriteStep::Again(a, b0));
    }
    None
}

/// `(a0 a1) !(b0 b1)`.
#[inline]
fn plain_and_complemented(a: Lit, (a0, a1): (Lit, Lit), (b0, b1): (Lit, Lit)) -> Option<RewriteStep> {
    if a0 == !b0 || a0 == !b1 || a1 == !b0 || a1 == !b1 {
        return Some(RewriteStep::Done(a));
    }
    if a0 == b0 || a1 == b0 {
        return Some(RewriteStep::Again(a, !b1));
    }
    if a0 == b1 || a1 == b1 {
        return Some(RewriteStep::Again(a, !b0));
    }
    None
}

/// `!(a0 a1) !(b0 b1)`: resolution if they share one operand and differ in the sign of the other.
#[inline]
fn both_complemented((a0, a1): (Lit, Lit), (b0, b1): (Lit, Lit)) -> Option<RewriteStep> {
    if (a0 == b0 && a1 == !b1) || (a0 == b1 && a1 == !b0) {
        return Some(RewriteStep::Done(!a0));
    }
    if (a1 == b0 && a0 == !b1) || (a1 == b1 && a0 == !b0) {
        return Some(RewriteStep::Done(!a1));
    }
    None
}
