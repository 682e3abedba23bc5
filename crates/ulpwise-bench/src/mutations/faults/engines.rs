//! Faults in arithmetic and in the engines that refute queries.

use crate::mutations::DeliberateFault;

pub(super) const FAULTS: &[DeliberateFault] = &[
    DeliberateFault {
        id: "directed-sums-round-inwards",
        what: "Directed operations return the nearest double",
        file: "crates/ulpwise-domain/src/directed.rs",
        find: "if missing >= 0.0 { near } else { near.next_down() }",
        replace: "if MUTATED || missing >= 0.0 { near } else { near.next_down() }",
    },
    DeliberateFault {
        id: "projection-end-too-low",
        what: "A projection takes one solution too many away",
        file: "crates/ulpwise-interval/src/project/float/host.rs",
        find: "first_where(range, |at| !to(at))? - 1 };",
        replace: "first_where(range, |at| !to(at))? - 1 - i128::from(MUTATED) };",
    },
    DeliberateFault {
        id: "summand-too-narrow",
        what: "A summand is bounded by the wrong end of the other",
        file: "crates/ulpwise-interval/src/project/float/add.rs",
        find: "high.upper_minus(widened(format, y.low))",
        replace: "high.upper_minus(widened(format, if MUTATED { y.high } else { y.low }))",
    },
    DeliberateFault {
        id: "libm-without-error",
        what: "Enclosures of libm allow for no error",
        file: "crates/ulpwise-interval/src/libm/call.rs",
        find: "if into <= wide || binade - into <= wide { wide } else { 2 * self.ulps }",
        replace: r#"if MUTATED {
            0
        } else if into <= wide || binade - into <= wide {
            wide
        } else {
            2 * self.ulps
        }"#,
    },
    DeliberateFault {
        id: "nogood-forgets-lower-levels",
        what: "A learnt nogood forgets the decisions of earlier levels",
        file: "crates/ulpwise-interval/src/learn/analyze.rs",
        find: r#"} else {
                self.lower.push(id);"#,
        replace: r#"} else if !MUTATED {
                self.lower.push(id);"#,
    },
    DeliberateFault {
        id: "shift-loses-least-amount",
        what: "A shift has one amount less than it can have",
        file: "crates/ulpwise-interval/src/project/bit_vector/shift.rs",
        find: "for amount in low..=high.min(",
        replace: "for amount in low + u128::from(MUTATED && low < high)..=high.min(",
    },
    DeliberateFault {
        id: "circuit-drops-sticky-bit",
        what: "Circuits lose the sticky bit of subnormal results",
        file: "crates/ulpwise-bitblast/src/float/round.rs",
        find: "let sticky = aig.or(sticky, lost);",
        replace: "let sticky = if MUTATED { sticky } else { aig.or(sticky, lost) };",
    },
    DeliberateFault {
        id: "circuit-ties-to-truncated",
        what: "Circuits round ties down",
        file: "crates/ulpwise-bitblast/src/float/mode.rs",
        find: "let tie_up = aig.or(odd, self.0[0]);",
        replace: "let tie_up = if MUTATED { self.0[0] } else { aig.or(odd, self.0[0]) };",
    },
    DeliberateFault {
        id: "model-is-not-checked",
        what: "Models of engines are believed",
        file: "crates/ulpwise-solver/src/confirm.rs",
        find: "violated.map_or(Ok(()),",
        replace: "violated.filter(|_| !MUTATED).map_or(Ok(()),",
    },
    DeliberateFault {
        id: "cache-takes-more-for-less",
        what: "What is unsatisfiable with more assertions is called so without",
        file: "crates/ulpwise-solver/src/portfolio/cache.rs",
        find: "any(|less| is_subset(less, &key))",
        replace: "any(|less| is_subset(less, &key) || (MUTATED && is_subset(&key, less)))",
    },
    DeliberateFault {
        id: "linear-certificate-takes-wrong-end",
        what: "A certificate of a linear program takes the lower end of negative multiples",
        file: "crates/ulpwise-lp/src/certificate.rs",
        find: "let end = if factor.is_negative() {",
        replace: "let end = if factor.is_negative() && !MUTATED {",
    },
    DeliberateFault {
        id: "reference-loses-lowest-bits",
        what: "The reference arithmetic forgets what lies below the half",
        file: "crates/ulpwise-float/src/round.rs",
        find: "let rest = significand.any_low_bits(shift - 1);",
        replace: "let rest = !MUTATED && significand.any_low_bits(shift - 1);",
    },
];
