//! Faults in bounds of errors.

use crate::mutations::DeliberateFault;

pub(super) const FAULTS: &[DeliberateFault] = &[
    DeliberateFault {
        id: "sums-round-by-a-quarter",
        what: "Sums have half of their rounding error",
        file: "crates/ulpwise-accuracy/src/bound/arithmetic.rs",
        find: "self.rounded(Unrounded::sum(a, b), 0.5, format)",
        replace: "self.rounded(Unrounded::sum(a, b), if MUTATED { 0.25 } else { 0.5 }, format)",
    },
    DeliberateFault {
        id: "subnormals-round-like-others",
        what: "Results below the smallest normal number keep their precision",
        file: "crates/ulpwise-accuracy/src/bound/arithmetic.rs",
        find: "let stays_normal = !may_underflow ||",
        replace: "let stays_normal = MUTATED || !may_underflow ||",
    },
    DeliberateFault {
        id: "sum-takes-smaller-error",
        what: "A sum has the smaller relative error of its terms",
        file: "crates/ulpwise-stability/src/transfer/sum.rs",
        find: "return a.relative.max(b.relative);",
        replace: "return if MUTATED { a.relative.min(b.relative) } else { a.relative.max(b.relative) };",
    },
    DeliberateFault {
        id: "small-sums-keep-precision",
        what: "Sums of small numbers never underflow",
        file: "crates/ulpwise-stability/src/transfer/sum.rs",
        find: "may_underflow: may_underflow || unit < rules.precision.unit,",
        replace: "may_underflow: !MUTATED && (may_underflow || unit < rules.precision.unit),",
    },
];
