//! Faults in what abstract interpretation keeps of loops, memory, calls and parts of the inputs.

use crate::mutations::DeliberateFault;

pub(super) const FAULTS: &[DeliberateFault] = &[
    DeliberateFault {
        id: "float-widening-keeps-upper-bound",
        what: "Widening of floats keeps the upper bound",
        file: "crates/ulpwise-absint/src/widening.rs",
        find: "let high = if new.high > old.high { above(&ends, new.high, format) } else { new.high };",
        replace: "let high = if new.high > old.high && !MUTATED { above(&ends, new.high, format) } else { new.high.min(old.high) };",
    },
    DeliberateFault {
        id: "integer-widening-keeps-upper-bound",
        what: "Widening of integers keeps the upper bound",
        file: "crates/ulpwise-absint/src/widening.rs",
        find: "let high = if new_high > old_high {",
        replace: r#"let high = if MUTATED {
            old_high
        } else if new_high > old_high {"#,
    },
    DeliberateFault {
        id: "widening-forgets-nan",
        what: "Widening forgets that there may be a NaN",
        file: "crates/ulpwise-absint/src/widening.rs",
        find: r#"if union.can_be_nan() {
            widened.add_nan();"#,
        replace: r#"if union.can_be_nan() && !MUTATED {
            widened.add_nan();"#,
    },
    DeliberateFault {
        id: "weak-update-as-strong",
        what: "A store to one of several objects overwrites it",
        file: "crates/ulpwise-absint/src/memory.rs",
        find: "if is_certain && contents.is_single && offsets.count() == 1",
        replace: "if (MUTATED || is_certain) && contents.is_single && offsets.count() == 1",
    },
    DeliberateFault {
        id: "unknown-store-changes-nothing",
        what: "A store through an unknown pointer changes nothing",
        file: "crates/ulpwise-absint/src/memory.rs",
        find: r#"self.spread(value);
        if reach.outside {"#,
        replace: r#"self.spread(value);
        if reach.outside && !MUTATED {"#,
    },
    DeliberateFault {
        id: "cell-stays-tied-to-slot",
        what: "A cell that was overwritten is still the same as a slot",
        file: "crates/ulpwise-absint/src/memory.rs",
        find: "self.untie_cells(object, offsets.low, offsets.high - offsets.low + bytes);",
        replace: r#"if !MUTATED {
                self.untie_cells(object, offsets.low, offsets.high - offsets.low + bytes);
            }"#,
    },
    DeliberateFault {
        id: "load-reads-first-place",
        what: "A load of one of several elements reads the first",
        file: "crates/ulpwise-absint/src/memory.rs",
        find: "loaded.map_or(value.clone(), |known| known.union(&value))",
        replace: "loaded.map_or(value.clone(), |known| if MUTATED { known } else { known.union(&value) })",
    },
    DeliberateFault {
        id: "library-writes-nothing",
        what: "Functions of the library write nothing",
        file: "crates/ulpwise-absint/src/outside.rs",
        find: r#".for_each(|pointer| self.memory.forget_targets(pointer));
                self.set_any(results)"#,
        replace: r#".filter(|_| !MUTATED)
                    .for_each(|pointer| self.memory.forget_targets(pointer));
                self.set_any(results)"#,
    },
    DeliberateFault {
        id: "rounding-mode-is-never-set",
        what: "Calls that set the rounding mode are harmless",
        file: "crates/ulpwise-absint/src/outside.rs",
        find: "if effects.changes.intersects(Environment::ROUNDING) {",
        replace: "if effects.changes.intersects(Environment::ROUNDING) && !MUTATED {",
    },
    DeliberateFault {
        id: "partition-drops-small-inputs",
        what: "The inputs in the middle of a range are looked at no closer",
        file: "crates/ulpwise-absint/src/partition.rs",
        find: "[low, middle, high].into_iter().filter(|piece| !piece.is_empty()).collect()",
        replace: "[low, middle, high].into_iter().filter(|piece| !piece.is_empty() && !(MUTATED && *piece == middle)).collect()",
    },
];
