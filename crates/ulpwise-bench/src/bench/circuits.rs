//! `cargo xtask bench circuits`: how large the circuits of floating-point operators are.
//!
//! Counted are the conjunctions of two literals in the and-inverter graph of one operator on
//! variables, the unpacking of operands and the packing of the result included; an exclusive
//! disjunction takes three of them. Then the variables and clauses that define all bits of the
//! result. The published numbers beside are those for double of STP with SymFPU's circuits and with
//! its own; what exactly they count is not known to us.

use anyhow::{Result, ensure};
use ulpwise_base::Budget;
use ulpwise_bitblast::aig::Lit;
use ulpwise_bitblast::blast::{Blaster, CircuitOptions};
use ulpwise_bitblast::cnf::{ClauseCount, Encoder};
use ulpwise_bitblast::ranges::bounds_of;
use ulpwise_expr::{Op, Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_solver::{Bound, Bounds, FloatBound};

/// An operator: its name, how many floats it takes, whether it takes a mode, and the published
/// sizes for double.
struct CircuitRow {
    name: &'static str,
    op: Op,
    floats: usize,
    takes_mode: bool,
    guess: bool,
    published: Option<(u64, u64)>,
}

const fn row(name: &'static str, op: Op, floats: usize, published: Option<(u64, u64)>) -> CircuitRow {
    CircuitRow { name, op, floats, takes_mode: true, guess: false, published }
}

const ROWS: &[CircuitRow] = &[
    row("add", Op::FpAdd, 2, Some((17_163, 13_364))),
    row("mul", Op::FpMul, 2, Some((67_695, 66_332))),
    row("div", Op::FpDiv, 2, Some((231_227, 70_276))),
    CircuitRow { guess: true, ..row("div, guessed", Op::FpDiv, 2, Some((231_227, 70_276))) },
    row("fma", Op::FpFma, 3, Some((87_941, 87_005))),
    row("sqrt", Op::FpSqrt, 1, Some((413_031, 38_900))),
    CircuitRow { guess: true, ..row("sqrt, guessed", Op::FpSqrt, 1, Some((413_031, 38_900))) },
    CircuitRow { takes_mode: false, ..row("rem", Op::FpRem, 2, Some((3_790_000, 2_270_000))) },
    row("roundToIntegral", Op::FpRoundToIntegral, 1, None),
    CircuitRow { takes_mode: false, ..row("lt", Op::FpLt, 2, None) },
    CircuitRow { takes_mode: false, ..row("min", Op::FpMin, 2, None) },
    row("to_fp half", Op::FpFromFp(Format::F16), 1, None),
    row("to_sbv 64", Op::FpToSigned { width: 64 }, 1, None),
];

/// Conjunctions, variables and clauses.
struct Size {
    gates: usize,
    variables: i32,
    clauses: u64,
}

fn measure(row: &CircuitRow, format: Format, any_mode: bool) -> Result<Size> {
    let mut store = TermStore::without_rewrites();
    let mut operands: Vec<Term> = Vec::new();
    if row.takes_mode {
        operands.push(if any_mode {
            store.variable("m", Sort::RoundingMode)
        } else {
            store.rounding(Rounding::NearestEven)
        });
    }
    for number in 0..row.floats {
        operands.push(store.variable(&format!("x{number}"), Sort::Float(format)));
    }
    let term = store.application(row.op, &operands);
    let options =
        CircuitOptions { guess_quotients: row.guess, guess_roots: row.guess, ..CircuitOptions::default() };
    let mut blaster = Blaster::new(options);
    let budget = Budget::unlimited();
    let outputs = blaster.literals(&store, term, &budget).map_err(|error| anyhow::anyhow!("{error}"))?;
    let conditions = blaster.relevant(&outputs).conditions;
    let mut encoder = Encoder::new(false);
    let mut count = ClauseCount::default();
    let mut encode = |literal: Lit| encoder.assumption(blaster.aig(), literal, &mut count, &budget);
    for literal in outputs.into_iter().chain(conditions) {
        ensure!(encode(literal).is_ok(), "no budget ends here");
    }
    let gates = blaster.aig().and_count();
    Ok(Size { gates, variables: encoder.variable_count(), clauses: count.clauses })
}

/// Bounds of operands that programs have: their name, and the bound.
fn usual_bounds() -> [(&'static str, FloatBound); 3] {
    let bound = |low: f64, high: f64| FloatBound {
        numbers: Some((Float::from_f64(low), Float::from_f64(high))),
        nan: false,
    };
    [
        ("finite", bound(-f64::MAX, f64::MAX)),
        ("[-1000, 1000]", bound(-1000.0, 1000.0)),
        ("[1, 1000]", bound(1.0, 1000.0)),
    ]
}

/// Conjunctions of an operator on doubles within a bound, the check of the bound included.
fn narrowed_gates(row: &CircuitRow, bound: FloatBound) -> Result<usize> {
    let mut store = TermStore::without_rewrites();
    let mut operands: Vec<Term> = Vec::new();
    if row.takes_mode {
        operands.push(store.rounding(Rounding::NearestEven));
    }
    let mut known = Bounds::new();
    for number in 0..row.floats {
        let operand = store.variable(&format!("x{number}"), Sort::Float(Format::F64));
        known.set(operand, Bound::Float(bound));
        operands.push(operand);
    }
    let term = store.application(row.op, &operands);
    let bounds = bounds_of(&store, &[term], Some(&known));
    let mut blaster = Blaster::with_bounds(CircuitOptions::default(), bounds);
    let literals = blaster.literals(&store, term, &Budget::unlimited());
    ensure!(literals.is_ok(), "a circuit has no limit here");
    Ok(blaster.aig().and_count())
}

#[expect(clippy::print_stdout, reason = "the table is the result")]
fn print_narrowed() -> Result<()> {
    println!("\nand-gates for double, to nearest even, with operands within bounds");
    let names: Vec<String> = usual_bounds().iter().map(|(name, _)| format!("{name:>16}")).collect();
    println!("{:<18}{:>16}{}", "operator", "any", names.concat());
    for row in ROWS.iter().filter(|row| !row.guess) {
        let plain = measure(row, Format::F64, false)?.gates;
        let mut cells = Vec::new();
        for (_, bound) in usual_bounds() {
            cells.push(format!("{:>16}", narrowed_gates(row, bound)?));
        }
        println!("{:<18}{plain:>16}{}", row.name, cells.concat());
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the table is the result")]
pub(super) fn run() -> Result<()> {
    println!("and-gates (an xor is three), and variables and clauses of the whole definition;");
    println!("published: and-gates for double, STP with SymFPU's circuits and with its own\n");
    println!(
        "{:<18}{:<7}{:>12}{:>12}{:>12}{:>12}{:>22}",
        "operator", "format", "RNE gates", "variables", "clauses", "any mode", "published"
    );
    for row in ROWS {
        for format in [Format::F32, Format::F64] {
            let nearest = measure(row, format, false)?;
            let any = measure(row, format, true)?;
            let published = row.published.filter(|_| format == Format::F64);
            let published = published.map_or(String::new(), |(first, second)| format!("{first} {second}"));
            println!(
                "{:<18}{:<7}{:>12}{:>12}{:>12}{:>12}{:>22}",
                row.name,
                format.to_string(),
                nearest.gates,
                nearest.variables,
                nearest.clauses,
                any.gates,
                published
            );
        }
    }
    print_narrowed()
}
