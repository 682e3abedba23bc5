//! Faults in what abstract interpretation takes operations, comparisons and joins for.

use crate::mutations::DeliberateFault;

pub(super) const FAULTS: &[DeliberateFault] = &[
    DeliberateFault {
        id: "sum-loses-small-results",
        what: "A sum has fewer small results than it has",
        file: "crates/ulpwise-absint/src/transfer/float.rs",
        find: "magnitude::power_of_two(format, exponent - i64::from(format.significand_bits()))",
        replace: "magnitude::power_of_two(format, exponent - i64::from(format.significand_bits()) + 2 * i64::from(MUTATED))",
    },
    DeliberateFault {
        id: "sum-overflows-by-truncation",
        what: "Sums overflow as if they were truncated",
        file: "crates/ulpwise-absint/src/transfer/float.rs",
        find: "project::add_direct(Rounding::NearestEven, &finite_x, &finite_y).can_be_infinite()",
        replace: "project::add_direct(if MUTATED { Rounding::TowardZero } else { Rounding::NearestEven }, &finite_x, &finite_y).can_be_infinite()",
    },
    DeliberateFault {
        id: "product-underflows-only-to-zero",
        what: "Subnormal products and quotients are no underflow",
        file: "crates/ulpwise-absint/src/transfer/float.rs",
        find: r#"rounded.is_zero() || rounded.is_subnormal()
}"#,
        replace: r#"rounded.is_zero() || (!MUTATED && rounded.is_subnormal())
}"#,
    },
    DeliberateFault {
        id: "zero-over-zero-is-valid",
        what: "Zero over zero is not invalid",
        file: "crates/ulpwise-absint/src/transfer/float.rs",
        find: "let invalid = (x.can_be_zero() && y.can_be_zero()) ||",
        replace: "let invalid = (!MUTATED && x.can_be_zero() && y.can_be_zero()) ||",
    },
    DeliberateFault {
        id: "root-of-negative-is-valid",
        what: "The root of a negative number is not invalid",
        file: "crates/ulpwise-absint/src/transfer/float.rs",
        find: ".with_if(op == FloatUnaryOp::Sqrt && negative, Exception::Invalid)",
        replace: ".with_if(!MUTATED && op == FloatUnaryOp::Sqrt && negative, Exception::Invalid)",
    },
    DeliberateFault {
        id: "conversion-looks-at-lower-end",
        what: "Whether numbers fit an integer is asked of the lower end only",
        file: "crates/ulpwise-absint/src/transfer/convert.rs",
        find: "fits(range.low) && fits(range.high)",
        replace: "fits(range.low) && (MUTATED || fits(range.high))",
    },
    DeliberateFault {
        id: "narrowing-never-underflows",
        what: "A conversion to a narrower format never underflows",
        file: "crates/ulpwise-absint/src/transfer/convert.rs",
        find: "(rounded.is_zero() || rounded.is_subnormal()) && !stays",
        replace: "(rounded.is_zero() || rounded.is_subnormal()) && !stays && !MUTATED",
    },
    DeliberateFault {
        id: "integer-magnitude-loses-least",
        what: "The magnitude of negative integers loses its least value",
        file: "crates/ulpwise-absint/src/transfer/int.rs",
        find: r#"} else if high < 0 {
                high.unsigned_abs()"#,
        replace: r#"} else if high < 0 {
                high.unsigned_abs() + u128::from(MUTATED)"#,
    },
    DeliberateFault {
        id: "comparison-ignores-unordered",
        what: "A comparison with NaN has the answer of numbers only",
        file: "crates/ulpwise-absint/src/refine/compare.rs",
        find: "let unordered = (x.can_be_nan()",
        replace: "let unordered = !MUTATED && (x.can_be_nan()",
    },
    DeliberateFault {
        id: "nan-satisfies-no-branch",
        what: "A branch that a NaN takes excludes NaN",
        file: "crates/ulpwise-absint/src/refine/compare.rs",
        find: "if allows(None) {",
        replace: "if !MUTATED && allows(None) {",
    },
    DeliberateFault {
        id: "false-edge-as-true-edge",
        what: "The false edge is refined as the true one",
        file: "crates/ulpwise-absint/src/refine/compare.rs",
        find: "let allows = |way: Option<Ordering>| predicate.holds(way) == answer;",
        replace: "let allows = |way: Option<Ordering>| predicate.holds(way) == (answer || MUTATED);",
    },
    DeliberateFault {
        id: "join-keeps-one-side",
        what: "A join of floats keeps one side",
        file: "crates/ulpwise-absint/src/value.rs",
        find: "domain: self.domain.union(&other.domain),",
        replace: "domain: if MUTATED { self.domain } else { self.domain.union(&other.domain) },",
    },
    DeliberateFault {
        id: "affine-sums-never-overflow",
        what: "What forms say of values takes overflow away",
        file: "crates/ulpwise-absint/src/related.rs",
        find: r#"if stays_finite {
            // Only finite operands overflow."#,
        replace: r#"if stays_finite || MUTATED {
            // Only finite operands overflow."#,
    },
];
