//! `cargo xtask bench miters`: the SAT solver is asked for a difference between circuits and their
//! definition.
//!
//! With `--small` for every operator on the formats (3,4) and (4,4); otherwise for roots, sums and
//! products of half precision. A question asks about all rounding modes at once. Where one about
//! all operands is too hard, there is one for each combination of their *shapes*: the exponent
//! field is constant in it, and if operands are multiplied, the place of a subnormal number's
//! leading one too, so that circuit and definition share the product. Together they cover all
//! operands. Every answer must be `unsat`.

use anyhow::{Context, Result, bail, ensure};
use std::time::{Duration, Instant};
use ulpwise_base::Budget;
use ulpwise_bitblast::{Bitblast, BitblastOptions};
use ulpwise_expr::{Op, Sort, Term, TermStore};
use ulpwise_float::{Format, Rounding};
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_testkit::definition::{miter, operand_sorts, violation};

/// How an operand is split into cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Split {
    /// By its exponent field.
    Exponent,
    /// By its exponent field, and subnormal numbers by their leading one.
    LeadingOne,
}

/// A case of an operand: what of its encoding is constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OperandShape {
    exponent: u64,
    /// The lowest bits of the fraction are open.
    open_bits: u32,
    /// The value of the bits above these.
    upper: u64,
}

fn shapes(format: Format, split: Split) -> Vec<OperandShape> {
    let fraction = format.significand_bits() - 1;
    let fields = 0..1u64 << format.exponent_bits();
    let whole = |exponent| OperandShape { exponent, open_bits: fraction, upper: 0 };
    if split == Split::Exponent {
        return fields.map(whole).collect();
    }
    let zero = OperandShape { exponent: 0, open_bits: 0, upper: 0 };
    let subnormal = (0..fraction).map(|open_bits| OperandShape { exponent: 0, open_bits, upper: 1 });
    [zero].into_iter().chain(subnormal).chain(fields.skip(1).map(whole)).collect()
}

/// The encoding of an operand: signs and open bits are variables.
fn operand(store: &mut TermStore, format: Format, number: usize, shape: OperandShape) -> Term {
    let fraction = format.significand_bits() - 1;
    let sign = store.variable(&format!("sign{number}"), Sort::BitVec(1));
    let field = store.bv(format.exponent_bits(), shape.exponent);
    let mut encoding = store.bv_concat(sign, field);
    if shape.open_bits < fraction {
        let upper = store.bv(fraction - shape.open_bits, shape.upper);
        encoding = store.bv_concat(encoding, upper);
    }
    if shape.open_bits > 0 {
        let open = store.variable(&format!("fraction{number}"), Sort::BitVec(shape.open_bits));
        encoding = store.bv_concat(encoding, open);
    }
    encoding
}

/// Whether the circuit can be wrong in any mode for operands of these shapes.
fn case(
    op: Op,
    format: Format,
    modes: &[Rounding],
    shapes: &[OperandShape],
    limit: Duration,
) -> Result<Verdict> {
    let mut store = TermStore::new();
    let sorts = operand_sorts(op, format).context("an operator on floats")?;
    let numbered = shapes.iter().enumerate();
    let operands: Vec<Term> =
        numbered.map(|(number, &shape)| operand(&mut store, format, number, shape)).collect();
    let mut wrong_in =
        |mode| violation(&mut store, op, &sorts, &operands, mode, mode).context("a definition");
    let wrongs: Vec<Term> = modes.iter().map(|&mode| wrong_in(mode)).collect::<Result<_>>()?;
    let is_wrong = store.or(&wrongs);
    Ok(decide(&mut store, is_wrong, limit))
}

fn decide(store: &mut TermStore, is_wrong: Term, limit: Duration) -> Verdict {
    let budget = Budget::unlimited().with_time(limit);
    Bitblast::new(BitblastOptions::default()).check(store, &Query::new(&[is_wrong]), &budget)
}

/// All combinations of one element of each list.
fn combinations(lists: &[Vec<OperandShape>]) -> Vec<Vec<OperandShape>> {
    lists.iter().fold(vec![Vec::new()], |found, list| {
        let longer = |start: Vec<OperandShape>| {
            list.iter().map(move |&shape| [&start[..], &[shape]].concat()).collect::<Vec<_>>()
        };
        found.into_iter().flat_map(longer).collect()
    })
}

/// How the operands of an operator are split where they have to be.
fn splits(op: Op) -> &'static [Split] {
    use Split::{Exponent, LeadingOne};
    match op {
        Op::FpSqrt => &[LeadingOne],
        Op::FpAdd => &[Exponent, Exponent],
        Op::FpMul => &[LeadingOne, LeadingOne],
        Op::FpFma => &[LeadingOne, LeadingOne, Exponent],
        _ => &[],
    }
}

/// Every operator that has a definition and may round differently, with its name.
fn rounding_operators(format: Format) -> Vec<(&'static str, Op)> {
    vec![
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
        ("to_fp signed", Op::FpFromSigned(format)),
        ("to_fp unsigned", Op::FpFromUnsigned(format)),
    ]
}

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
    ("isNaN", Op::FpIsNan),
    ("isInfinite", Op::FpIsInfinite),
    ("isZero", Op::FpIsZero),
    ("isNormal", Op::FpIsNormal),
    ("isSubnormal", Op::FpIsSubnormal),
    ("isNegative", Op::FpIsNegative),
    ("isPositive", Op::FpIsPositive),
];

/// What is asked.
struct MiterRun<'a> {
    limit: Duration,
    only: Option<&'a str>,
    /// Of the cases of an operator, one in this many.
    every: usize,
    undecided: usize,
}

impl MiterRun<'_> {
    /// The operators asked for.
    fn chosen(&self, ops: &[(&'static str, Op)]) -> Vec<(&'static str, Op)> {
        ops.iter().filter(|(name, _)| self.only.is_none_or(|only| only == *name)).copied().collect()
    }

    /// All questions about an operator in a format, and a line about them.
    #[expect(clippy::print_stdout, reason = "the table is the result")]
    fn operator(
        &mut self,
        name: &str,
        op: Op,
        format: Format,
        modes: &[Rounding],
        split: bool,
    ) -> Result<()> {
        let start = Instant::now();
        let lists: Vec<Vec<OperandShape>> = splits(op).iter().map(|&by| shapes(format, by)).collect();
        let cases = if split { combinations(&lists) } else { vec![Vec::new()] };
        let (mut asked, mut refuted) = (0, 0);
        for shapes in cases.iter().step_by(self.every) {
            asked += 1;
            let verdict = match shapes[..] {
                [] => self.whole(op, format, modes)?,
                _ => case(op, format, modes, shapes, self.limit)?,
            };
            match verdict {
                Verdict::Unsat => refuted += 1,
                Verdict::Sat(model) => bail!("{name} in {format} is wrong for {shapes:?}: {model:?}"),
                Verdict::Unknown(reason) => println!("{name} in {format}, {shapes:?}: {reason}"),
            }
        }
        self.undecided += asked - refuted;
        let seconds = start.elapsed().as_secs_f64();
        println!("{name:<18}{:<10}{asked:>8}{refuted:>8}{seconds:>10.1}", format.to_string());
        Ok(())
    }

    /// Whether the circuit can be wrong in any mode for any operands.
    fn whole(&self, op: Op, format: Format, modes: &[Rounding]) -> Result<Verdict> {
        let mut store = TermStore::new();
        let wrongs: Option<Vec<Term>> =
            modes.iter().map(|&mode| Some(miter(&mut store, op, format, mode, mode)?.is_wrong)).collect();
        let is_wrong = store.or(&wrongs.context("a definition")?);
        Ok(decide(&mut store, is_wrong, self.limit))
    }

    fn small(&mut self) -> Result<()> {
        for (exponent, significand) in [(3, 4), (4, 4)] {
            let format = Format::new(exponent, significand).context("a format")?;
            for (name, op) in self.chosen(&rounding_operators(format)) {
                self.operator(name, op, format, &Rounding::ALL, op == Op::FpFma)?;
            }
            for (name, op) in self.chosen(EXACT) {
                self.operator(name, op, format, &[Rounding::NearestEven], false)?;
            }
        }
        Ok(())
    }

    fn half(&mut self) -> Result<()> {
        for (name, op) in self.chosen(&[("sqrt", Op::FpSqrt), ("add", Op::FpAdd), ("mul", Op::FpMul)]) {
            self.operator(name, op, Format::F16, &Rounding::ALL, true)?;
        }
        Ok(())
    }
}

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct MitersOptions {
    /// Every operator on small formats
    #[arg(long)]
    small: bool,
    /// Only this operator
    #[arg(long)]
    only: Option<String>,
    /// Only every n-th case
    #[arg(long, default_value_t = 1, value_parser = crate::positive)]
    every: usize,
    /// Seconds for each case
    #[arg(long, default_value_t = 600)]
    limit: u64,
}

#[expect(clippy::print_stdout, reason = "the table is the result")]
pub(super) fn run(options: &MitersOptions) -> Result<()> {
    let MitersOptions { small, only, every, limit } = options;
    let mut run =
        MiterRun { limit: Duration::from_secs(*limit), only: only.as_deref(), every: *every, undecided: 0 };
    println!("{:<18}{:<10}{:>8}{:>8}{:>10}", "operator", "format", "cases", "unsat", "seconds");
    if *small {
        run.small()?;
    } else {
        run.half()?;
    }
    ensure!(run.undecided == 0, "{} cases are undecided", run.undecided);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every encoding has exactly one shape.
    #[test]
    fn shapes_cover_all_encodings_once() {
        let format = Format::new(3, 4).unwrap();
        for split in [Split::Exponent, Split::LeadingOne] {
            for magnitude in 0..1u64 << 6 {
                let (exponent, fraction) = (magnitude >> 3, magnitude & 7);
                let fits = |shape: &&OperandShape| {
                    shape.exponent == exponent && fraction >> shape.open_bits == shape.upper
                };
                assert_eq!(shapes(format, split).iter().filter(fits).count(), 1, "{magnitude:#x}");
            }
        }
    }
}
