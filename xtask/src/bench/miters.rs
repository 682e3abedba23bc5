//! `cargo xtask bench miters`: the SAT solver is asked for a difference between circuits and their definition.
//!
//! With `--small yes` for every operator on the formats (3,4) and (4,4), one question a rounding mode; otherwise for sums, products and
//! roots of half precision. There one question about all operands is too hard, so there is one for each rounding mode and each
//! pair of exponent fields of the operands, which are constants in it: together they cover all operands. Every answer must be `unsat`.

use anyhow::{Context, Result, bail, ensure};
use std::time::{Duration, Instant};
use ulpwise_base::Budget;
use ulpwise_bitblast::{Bitblast, Options};
use ulpwise_expr::{Op, Sort, Term, TermStore};
use ulpwise_float::{Format, Rounding};
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_testkit::definition::{miter, operand_sorts, wrong};

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

/// Every operator that has a definition and may round differently, with its name.
const ROUNDED: &[(&str, Op)] = &[
    ("add", Op::FpAdd),
    ("sub", Op::FpSub),
    ("mul", Op::FpMul),
    ("div", Op::FpDiv),
    ("fma", Op::FpFma),
    ("sqrt", Op::FpSqrt),
    ("roundToIntegral", Op::FpRoundToIntegral),
    ("to_fp half", Op::FpFromFp(Format::F16)),
    ("to_sbv 5", Op::FpToSigned { width: 5 }),
    ("to_ubv 5", Op::FpToUnsigned { width: 5 }),
];

/// Those that do not round.
const EXACT: &[(&str, Op)] = &[
    ("rem", Op::FpRem),
    ("fmod", Op::FpFmod),
    ("min", Op::FpMin),
    ("max", Op::FpMax),
    ("lt", Op::FpLt),
    ("leq", Op::FpLeq),
    ("eq", Op::FpEq),
    ("=", Op::Eq),
    ("abs", Op::FpAbs),
    ("neg", Op::FpNeg),
];

#[expect(clippy::print_stdout, reason = "the table is the result")]
fn run_small(limit: Duration, only: Option<&str>) -> Result<()> {
    println!("{:<18}{:<10}{:<8}{:>8}{:>10}", "op", "mode", "format", "answer", "seconds");
    let rounded = ROUNDED.iter().flat_map(|row| Rounding::ALL.map(|mode| (row, mode)));
    let exact = EXACT.iter().map(|row| (row, Rounding::NearestEven));
    let mut undecided = 0;
    for (&(name, op), mode) in rounded.chain(exact).filter(|((name, _), _)| only.is_none_or(|it| it == *name))
    {
        for (exponent, significand) in [(3, 4), (4, 4)] {
            let format = Format::new(exponent, significand).context("a format")?;
            let start = Instant::now();
            let mut store = TermStore::new();
            let miter = miter(&mut store, op, format, mode, mode).context("a definition")?;
            let budget = Budget::unlimited().with_time(limit);
            let query = [miter.is_wrong];
            let verdict = Bitblast::new(Options::default()).check(&mut store, &Query::new(&query), &budget);
            let (word, seconds) = (verdict.word(), start.elapsed().as_secs_f64());
            println!("{name:<18}{:<10}{:<8}{word:>8}{seconds:>10.1}", short(mode), format.to_string());
            ensure!(word != "sat", "{name} in {format} is wrong: {verdict:?}");
            undecided += usize::from(word != "unsat");
        }
    }
    ensure!(undecided == 0, "{undecided} cases are undecided");
    Ok(())
}

/// A mode as SMT-LIB abbreviates it.
fn short(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::TowardPositive => "RTP",
        Rounding::TowardNegative => "RTN",
        Rounding::TowardZero => "RTZ",
    }
}

#[expect(clippy::print_stdout, reason = "the table is the result")]
pub(super) fn run(arguments: &[String]) -> Result<()> {
    let (format, mut limit, mut every) = (Format::F16, Duration::from_secs(600), 1);
    let mut ops = vec![("sqrt", Op::FpSqrt), ("add", Op::FpAdd), ("mul", Op::FpMul)];
    let (mut only, mut is_small) = (None, false);
    for pair in arguments.chunks(2) {
        match pair {
            [flag, value] if flag == "--only" => only = Some(value.as_str()),
            [flag, value] if flag == "--every" => every = value.parse::<usize>()?.max(1),
            [flag, value] if flag == "--limit" => limit = Duration::from_secs(value.parse()?),
            [flag, value] if flag == "--small" => is_small = value == "yes",
            _ => bail!("miters takes --small yes, --only OPERATOR, --every N, --limit SECONDS"),
        }
    }
    if is_small {
        return run_small(limit, only);
    }
    ops.retain(|(name, _)| only.is_none_or(|it| it == *name));
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
            println!("{name:<6}{:<10}{cases:>8}{refuted:>10}{seconds:>12.1}", short(mode));
        }
    }
    ensure!(undecided == 0, "{undecided} cases are undecided");
    Ok(())
}
