//! Faults in the checkers of certificates.

use crate::mutations::DeliberateFault;

pub(super) const FAULTS: &[DeliberateFault] = &[
    DeliberateFault {
        id: "order-outlives-slot",
        what: "The order of slots outlives their values",
        file: "crates/ulpwise-verify/src/frame.rs",
        find: "(is_kept(fact.a) || is_constant(fact.a))",
        replace: "(MUTATED || is_kept(fact.a) || is_constant(fact.a))",
    },
    DeliberateFault {
        id: "claims-are-not-compared",
        what: "What arrives at a block is not held against its claim",
        file: "crates/ulpwise-verify/src/check.rs",
        find: "if !claim.includes(&state) {",
        replace: "if !MUTATED && !claim.includes(&state) {",
    },
    DeliberateFault {
        id: "exits-are-not-compared",
        what: "What is returned is not held against its claim",
        file: "crates/ulpwise-verify/src/check.rs",
        find: "if !self.context.exit.as_ref()",
        replace: "if !MUTATED && !self.context.exit.as_ref()",
    },
    DeliberateFault {
        id: "parts-without-context",
        what: "Parts of the inputs need no context",
        file: "crates/ulpwise-verify/src/check.rs",
        find: "if open.is_empty() { Ok(parts) }",
        replace: "if MUTATED || open.is_empty() { Ok(parts) }",
    },
    DeliberateFault {
        id: "many-objects-are-one",
        what: "The checker takes a region of many objects for one",
        file: "crates/ulpwise-verify/src/memory.rs",
        find: "(is_single && self.regions.get(&place.region)?.single)",
        replace: "(is_single && (MUTATED || self.regions.get(&place.region)?.single))",
    },
    DeliberateFault {
        id: "clause-with-two-literals-is-unit",
        what: "A clause with two open literals is taken for a unit",
        file: "crates/ulpwise-verify-unsat/src/lrat.rs",
        find: "0 if open.is_some_and(|other| other != literal) => {",
        replace: "0 if !MUTATED && open.is_some_and(|other| other != literal) => {",
    },
    DeliberateFault {
        id: "parts-are-not-the-whole",
        what: "Two parts need not be the whole",
        file: "crates/ulpwise-verify-unsat/src/steps.rs",
        find: "if !left.iter().all(|&left| second.contains(left)) {",
        replace: "if !MUTATED && !left.iter().all(|&left| second.contains(left)) {",
    },
    DeliberateFault {
        id: "linear-bound-is-not-compared",
        what: "A linear bound is accepted whatever its multiples prove",
        file: "crates/ulpwise-verify-unsat/src/steps.rs",
        find: "let is_beyond = if is_below {",
        replace: "let is_beyond = MUTATED || if is_below {",
    },
];
