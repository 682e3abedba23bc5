//! `cargo xtask bench miters`: the SAT solver is asked for a difference between circuits of half precision and their definition.
//!
//! One question about all operands is too hard for sums and products, so there is one for each rounding mode and each pair of
//! exponent fields of the operands, which are constants in it: together they cover all operands. Every answer must be `unsat`.

use anyhow::{Context, Result, bail, ensure};
use std::time::{Duration, Instant};
use ulpwise_base::Budget;
use ulpwise_bitblast::{Bitblast, Options};
use ulpwise_expr::{Op, Sort, Term, TermStore};
use ulpwise_float::{Format, Rounding};
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_testkit::definition::{operand_sorts, wrong};

/// Operand encodings with constant exponent fields, signs and fractions left open.
fn operands(store: &mut TermStore, format: Format, exponents: &[u64]) -> Vec<Term> {
    let fraction_bits = format.significand_bits() - 1;
    exponents
        .iter()
        .enumerate()
        .map(|(number, &exponent)| {
            let sign = store.variable(&format!("sign{number}"), Sort::BitVec(1));
            let fraction = store.variable(&format!("fraction{number}"), Sort::BitVec(fraction_bits));
            let field = store.bv(format.exponent_bits(), exponent);
            let upper = store.bv_concat(sign, field);
            store.bv_concat(upper, fraction)
        })
        .collect()
}

/// Whether the circuit can be wrong for operands with these exponent fields.
fn case(op: Op, format: Format, mode: Rounding, exponents: &[u64], limit: Duration) -> Result<Verdict> {
    let mut store = TermStore::new();
    let sorts = operand_sorts(op, format).context("an operator on floats")?;
    let operands = operands(&mut store, format, exponents);
    let is_wrong = wrong(&mut store, op, &sorts, &operands, mode, mode).context("a definition")?;
    let budget = Budget::unlimited().with_time(limit);
    Ok(Bitblast::new(Options::default()).check(&mut store, &Query::new(&[is_wrong]), &budget))
}

#[expect(clippy::print_stdout, reason = "the table is the result")]
pub(super) fn run(arguments: &[String]) -> Result<()> {
    let (mut format, mut limit, mut every) = (Format::F16, Duration::from_secs(600), 1);
    let mut ops = vec![("sqrt", Op::FpSqrt), ("add", Op::FpAdd), ("mul", Op::FpMul)];
    for pair in arguments.chunks(2) {
        match pair {
            [flag, value] if flag == "--only" => ops.retain(|(name, _)| name == value),
            [flag, value] if flag == "--every" => every = value.parse::<usize>()?.max(1),
            [flag, value] if flag == "--limit" => limit = Duration::from_secs(value.parse()?),
            [flag, value] if flag == "--small" && value == "yes" => {
                format = Format::new(4, 4).context("a format")?;
            }
            _ => bail!("miters takes --only add|mul|sqrt, --every N, --limit SECONDS, --small yes"),
        }
    }
    println!("{:<6}{:<10}{:>8}{:>10}{:>12}", "op", "mode", "cases", "unsat", "seconds");
    let mut undecided = 0;
    for (name, op) in ops {
        for mode in Rounding::ALL {
            let start = Instant::now();
            let fields = 1u64 << format.exponent_bits();
            let second = if op == Op::FpSqrt { 1 } else { fields };
            let pairs = (0..fields * second).map(|number| (number % fields, number / fields));
            let (mut cases, mut refuted) = (0, 0);
            for (x, y) in pairs.step_by(every) {
                let exponents = if op == Op::FpSqrt { vec![x] } else { vec![x, y] };
                cases += 1;
                match case(op, format, mode, &exponents, limit)? {
                    Verdict::Unsat => refuted += 1,
                    Verdict::Sat(model) => bail!("{name} in {mode:?} is wrong: {model:?}"),
                    Verdict::Unknown(reason) => println!("{name} {mode:?} {exponents:?}: {reason}"),
                }
            }
            undecided += cases - refuted;
            let seconds = start.elapsed().as_secs_f64();
            println!("{name:<6}{:<10}{cases:>8}{refuted:>10}{seconds:>12.1}", format!("{mode:?}"));
        }
    }
    ensure!(undecided == 0, "{undecided} cases are undecided");
    Ok(())
}
