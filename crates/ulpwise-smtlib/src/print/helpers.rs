//! Extensions spelled out in SMT-LIB, for other solvers.
//!
//! | extension | in its place |
//! |---|---|
//! | `fp.fmod` | a defined function: the IEEE remainder of the magnitudes, moved up by the divisor if negative |
//! | `libm.f` | a declared function |
//! | `fp.to_ieee_bv` | a variable that is an encoding of the float, and the canonical one of a NaN |

use super::expression::Heads;
use super::naming::SymbolNames;
use super::push;
use super::symbol::quoted;
use super::value::value_text;
use std::collections::BTreeMap;
use ulpwise_expr::{BitVector, LibmFunction, Op, Sort, Term, TermStore, Value};
use ulpwise_float::{Float, Format, Natural};

/// Names of functions: libm's, and `fmod` in place of `None`, each for a format.
pub(super) type Functions = BTreeMap<(Option<LibmFunction>, Format), String>;

/// Writes the functions that these terms need and that are not known yet, and notes what is to be
/// written in place of the terms' operators. Delivers the functions that are new.
pub(super) fn write_functions(
    out: &mut String,
    store: &TermStore,
    order: &[Term],
    names: &mut SymbolNames,
    known: &mut Functions,
    heads: &mut Heads,
) -> Functions {
    let mut new = Functions::new();
    for &term in order {
        let function = match store.op(term) {
            Op::Libm(function) => Some(function),
            Op::FpFmod => None,
            _ => continue,
        };
        let format = store.format(term);
        let name = known.entry((function, format)).or_insert_with(|| {
            let (exponent, significand) = (format.exponent_bits(), format.significand_bits());
            let stem = function.map_or(Op::FpFmod.to_string(), |function| Op::Libm(function).to_string());
            let name = names.reserve(&format!("{stem}.{exponent}.{significand}"));
            let name = quoted(&name).into_owned();
            match function {
                Some(function) => declare_libm(out, &name, function, format),
                None => define_fmod(out, &name, format),
            }
            new.insert((function, format), name.clone());
            name
        });
        heads.insert(term, name.clone());
    }
    new
}

fn declare_libm(out: &mut String, name: &str, function: LibmFunction, format: Format) {
    let sort = Sort::Float(format);
    push(out, format_args!("(declare-fun {name} (RoundingMode"));
    for _ in 0..function.arity() {
        push(out, format_args!(" {sort}"));
    }
    push(out, format_args!(") {sort})\n"));
}

/// C's `fmod` has the sign of its first operand and a magnitude below the second's. The IEEE
/// remainder of the magnitudes lies at most half the divisor away from zero; if it is negative, the
/// result is above it by the divisor, and that sum is exact because the result of `fmod` always is
/// a number of the format.
fn define_fmod(out: &mut String, name: &str, format: Format) {
    let sort = Sort::Float(format);
    push(out, format_args!("(define-fun {name} ((x {sort}) (y {sort})) {sort} "));
    out.push_str("(let ((r (fp.rem (fp.abs x) (fp.abs y)))) ");
    out.push_str(
        "(let ((m (ite (and (fp.isNegative r) (not (fp.isZero r))) (fp.add RNE r (fp.abs y)) (fp.abs r)))) ",
    );
    out.push_str("(ite (fp.isNegative x) (fp.neg m) m))))\n");
}

/// The variable that stands for the encoding of `operand`, a float of this format.
pub(super) fn write_encoding(out: &mut String, label: &str, format: Format, operand: &str) {
    let (exponent, significand) = (format.exponent_bits(), format.significand_bits());
    let width = format.width();
    let nan = Natural::from_words(Float::quiet_nan(format, false).limbs());
    let nan = value_text(&Value::BitVec(BitVector::new(width, nan)));
    push(out, format_args!("(declare-fun {label} () (_ BitVec {width}))\n"));
    push(out, format_args!("(assert (= ((_ to_fp {exponent} {significand}) {label}) {operand}))\n"));
    push(out, format_args!("(assert (=> (fp.isNaN {operand}) (= {label} {nan})))\n"));
}
