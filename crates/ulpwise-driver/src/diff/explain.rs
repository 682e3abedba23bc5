//! Which transformation makes the difference, as far as the operations of both programs show it.

use std::collections::BTreeSet;
use ulpwise_equivalence::ProgramSide;
use ulpwise_harness::reach::reached_functions;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp, SiteKind};

/// The operations of a function and what it calls.
#[derive(Default)]
struct OperationCounts {
    sums: usize,
    products: usize,
    divisions: usize,
    fused: usize,
    roots: usize,
    wide: usize,
    narrowings: usize,
    calls: BTreeSet<String>,
}

impl OperationCounts {
    fn new(side: &ProgramSide<'_>) -> OperationCounts {
        let reached = reached_functions(side.module, side.function);
        let mut counts = OperationCounts::default();
        for site in side.module.sites.iter().filter(|site| reached.contains(&site.function)) {
            match site.kind {
                SiteKind::Binary(op, format) => {
                    counts.format(format);
                    match op {
                        FloatBinaryOp::Add | FloatBinaryOp::Sub => counts.sums += 1,
                        FloatBinaryOp::Mul => counts.products += 1,
                        FloatBinaryOp::Div => counts.divisions += 1,
                        _ => {}
                    }
                }
                SiteKind::Unary(FloatUnaryOp::Sqrt, format) => {
                    counts.format(format);
                    counts.roots += 1;
                }
                SiteKind::Fma(format) => {
                    counts.format(format);
                    counts.fused += 1;
                }
                SiteKind::Convert(from, to) if to.bits() < from.bits() => counts.narrowings += 1,
                SiteKind::Libm(callee) => {
                    counts.calls.insert(side.module.functions[callee].name.clone());
                }
                SiteKind::Unary(..)
                | SiteKind::Compare(_)
                | SiteKind::Convert(..)
                | SiteKind::ToInt(_)
                | SiteKind::FromInt(_) => {}
            }
        }
        counts
    }

    /// Counts an operation in a format that is wider than double.
    fn format(&mut self, format: FloatFormat) {
        self.wide += usize::from(format.bits() > 64);
    }
}

/// What is seen, one sentence for each transformation.
pub(super) fn transformations(sides: [&ProgramSide<'_>; 2]) -> Vec<String> {
    let [old, new] = sides.map(OperationCounts::new);
    let mut seen = Vec::new();
    for (which, side) in ["old", "new"].into_iter().zip(sides) {
        if side.is_open_to_code_generator {
            seen.push(format!(
                "contraction: flags of the {which} one let the code generator fuse, reorder or approximate operations"
            ));
        }
    }
    if old.fused != new.fused {
        seen.push(format!(
            "contraction: {} fused multiply-adds in the old one, {} in the new one",
            old.fused, new.fused
        ));
    }
    if old.divisions != new.divisions && old.products != new.products {
        seen.push(format!(
            "reciprocal: {} divisions and {} multiplications in the old one, {} and {} in the new one",
            old.divisions, old.products, new.divisions, new.products
        ));
    }
    if old.calls != new.calls {
        let names = |calls: &BTreeSet<String>, others: &BTreeSet<String>| -> String {
            let own: Vec<&str> = calls.difference(others).map(String::as_str).collect();
            if own.is_empty() { "no other function".to_owned() } else { own.join(", ") }
        };
        seen.push(format!(
            "library: the old one calls {}, the new one {}",
            names(&old.calls, &new.calls),
            names(&new.calls, &old.calls)
        ));
    }
    if (old.wide > 0) != (new.wide > 0) {
        seen.push("excess precision: one of them computes in long double".to_owned());
    }
    if old.narrowings != new.narrowings {
        seen.push(format!(
            "narrowing: {} conversions to a smaller format in the old one, {} in the new one",
            old.narrowings, new.narrowings
        ));
    }
    let same_kinds = (old.sums, old.products, old.divisions, old.fused, old.roots)
        == (new.sums, new.products, new.divisions, new.fused, new.roots);
    if seen.is_empty() && same_kinds {
        seen.push(
            "order: both have the same numbers of operations, in another order or on other operands"
                .to_owned(),
        );
    }
    seen
}
