//! Faults along paths, in replays and in the ledger.

use crate::mutations::DeliberateFault;

pub(super) const FAULTS: &[DeliberateFault] = &[
    DeliberateFault {
        id: "open-question-closes-path",
        what: "A question that a solver leaves open closes the path",
        file: "crates/ulpwise-symex/src/questions.rs",
        find: r#"let answer = self.model_with(terms, state, condition);
        if matches!(answer, QueryAnswer::Closed) {
            return None;"#,
        replace: r#"let answer = self.model_with(terms, state, condition);
        if matches!(answer, QueryAnswer::Closed) || (MUTATED && matches!(answer, QueryAnswer::Open(_))) {
            return None;"#,
    },
    DeliberateFault {
        id: "signalling-comparison-is-quiet",
        what: "Comparisons that signal are quiet along paths",
        file: "crates/ulpwise-symex/src/terms/flags/mod.rs",
        find: "if signaling { self.nan(format, operand) }",
        replace: "if signaling && !MUTATED { self.nan(format, operand) }",
    },
    DeliberateFault {
        id: "unknown-seed-is-taken-for-known",
        what: "A random seed that is a variable is taken for known",
        file: "crates/ulpwise-interp/src/library/random.rs",
        find: r#"u32::from_le_bytes(memory.read(address, 4)?.try_into().expect("4 bytes"))"#,
        replace: r#"u32::from_le_bytes(if MUTATED {
        <[u8; 4]>::try_from(&*memory.write(address, 4)?).expect("4 bytes")
    } else {
        memory.read(address, 4)?.try_into().expect("4 bytes")
    })"#,
    },
    DeliberateFault {
        id: "input-leaves-errno-alone",
        what: "Reading from text leaves errno alone",
        file: "crates/ulpwise-symex/src/models/scan/mod.rs",
        find: "if let Err(end) = super::open_errno(executor, &mut state) {",
        replace: "if let Err(end) = if MUTATED { Ok(()) } else { super::open_errno(executor, &mut state) } {",
    },
    DeliberateFault {
        id: "refuted-proof-stands",
        what: "A witness against a proof is dropped",
        file: "crates/ulpwise-exceptions/src/ledger.rs",
        find: "*verdict = GoalVerdict::Witness(witness.clone());",
        replace: r#"if !(MUTATED && matches!(verdict, GoalVerdict::Proven(_))) {
                        *verdict = GoalVerdict::Witness(witness.clone());
                    }"#,
    },
    DeliberateFault {
        id: "first-reading-is-right",
        what: "What is right is settled by the second reading whatever it says",
        file: "crates/ulpwise-exceptions/src/settle.rs",
        find: "is_some_and(|before| agree(before, &reading))",
        replace: "is_some_and(|before| MUTATED || agree(before, &reading))",
    },
    DeliberateFault {
        id: "replay-without-site",
        what: "A replay is accepted wherever the exception was raised",
        file: "crates/ulpwise-driver/src/replay/mod.rs",
        find: "if seen.is_at_site {",
        replace: "if MUTATED || seen.is_at_site {",
    },
];
