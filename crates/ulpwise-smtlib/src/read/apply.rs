//! Applications: what an operator or function makes of its operands.

use super::Reader;
use super::term::Operand;
use crate::error::{Fault, Reading, SmtlibErrorKind};
use crate::operator::{Grouping, Head, OperatorTarget};
use ulpwise_expr::{DerivedOp, Op, Sort, SortError, Term, TermStore, Value};
use ulpwise_float::{Float, Format, Natural, Rational};

/// How many terms the expansion of functions may look at.
const MAX_EXPANDED: u64 = 1 << 23;

/// How many operands `distinct` may have, which becomes half their square of inequalities.
const MAX_DISTINCT: usize = 2048;

type Sorting<T> = Result<T, Box<SortError>>;

impl Reader {
    /// The application of `head` to the operands from `base` on, of which there is at least one.
    #[inline]
    pub(super) fn application(
        &mut self,
        store: &mut TermStore,
        head: Head,
        at: u32,
        base: usize,
        all_literal: bool,
    ) -> Reading<Operand> {
        self.check_growth(head, at, self.operands.len() - base)?;
        if let Some(term) = self.extended_application(store, head, at, base)? {
            return Ok(term.into());
        }
        let operands = &self.operands[base..];
        if all_literal && let Some(term) = literal(store, head, operands) {
            return Ok(Operand { term, is_literal: true });
        }
        let term = match head {
            Head::Operator { target, grouping } => grouped(store, target, grouping, operands),
            Head::Minus => match operands {
                [operand] => store.apply(Op::RealNeg, &[*operand]),
                _ => grouped(store, OperatorTarget::Derived(DerivedOp::RealSub), Grouping::Left, operands),
            },
            Head::Divide => grouped(store, OperatorTarget::Kernel(Op::RealDiv), Grouping::Left, operands),
            Head::Fp => store.apply_derived(DerivedOp::Fp, operands),
            Head::ToFp(format) => to_fp(store, format, operands),
            Head::ArrayConstant { index, element } => array_constant(store, index, element, operands),
            Head::Function(_)
            | Head::ConstantArray(_)
            | Head::Declared(_)
            | Head::Construct(..)
            | Head::Field(..)
            | Head::Test(..) => unreachable!("applied before"),
        };
        term.map(Operand::from).map_err(|error| Fault::new(at, SmtlibErrorKind::IllSorted(error)))
    }

    /// Refuses what a short text can make arbitrarily large: functions whose bodies apply
    /// functions, and the pairs of a long `distinct`.
    fn check_growth(&mut self, head: Head, at: u32, operands: usize) -> Reading<()> {
        match head {
            Head::Function(function) => {
                self.expanded += self.environment.functions[function].size;
                if self.expanded > MAX_EXPANDED {
                    let message = format!("functions expand to more than {MAX_EXPANDED} terms");
                    return Err(Fault::out_of_range(at, message));
                }
            }
            Head::Operator { target: OperatorTarget::Derived(DerivedOp::Distinct), .. }
                if operands > MAX_DISTINCT =>
            {
                let message = format!("distinct takes at most {MAX_DISTINCT} operands");
                return Err(Fault::out_of_range(at, message));
            }
            _ => {}
        }
        Ok(())
    }
}

fn sorts(store: &TermStore, operands: &[Term]) -> Vec<Sort> {
    operands.iter().map(|&operand| store.sort(operand)).collect()
}

fn apply(store: &mut TermStore, target: OperatorTarget, operands: &[Term]) -> Sorting<Term> {
    match target {
        OperatorTarget::Kernel(Op::BvZeroExtend { by: 0 } | Op::BvSignExtend { by: 0 })
            if matches!(sorts(store, operands)[..], [Sort::BitVec(_)]) =>
        {
            Ok(operands[0])
        }
        OperatorTarget::Kernel(op) => store.apply(op, operands),
        OperatorTarget::Derived(op) => store.apply_derived(op, operands),
    }
}

fn grouped(
    store: &mut TermStore,
    target: OperatorTarget,
    grouping: Grouping,
    operands: &[Term],
) -> Sorting<Term> {
    if grouping == Grouping::Plain || operands.len() <= 2 {
        return apply(store, target, operands);
    }
    match grouping {
        Grouping::Chain => {
            let links: Sorting<Vec<Term>> =
                operands.windows(2).map(|pair| apply(store, target, pair)).collect();
            store.apply(Op::And, &links?)
        }
        Grouping::Right => {
            let (&last, others) = operands.split_last().expect("more than two operands");
            others.iter().rev().try_fold(last, |result, &operand| apply(store, target, &[operand, result]))
        }
        _ => {
            let (&first, others) = operands.split_first().expect("more than two operands");
            others.iter().try_fold(first, |result, &operand| apply(store, target, &[result, operand]))
        }
    }
}

/// All that `to_fp` means, z3's form with three bit-vectors included.
fn to_fp(store: &mut TermStore, format: Format, operands: &[Term]) -> Sorting<Term> {
    let sorts = sorts(store, operands);
    let op = match *sorts {
        [Sort::BitVec(_)] => Op::FpFromBits(format),
        [Sort::RoundingMode, Sort::Float(_)] => Op::FpFromFp(format),
        [Sort::RoundingMode, Sort::Real] => Op::FpFromReal(format),
        [Sort::RoundingMode, Sort::BitVec(_)] => Op::FpFromSigned(format),
        [Sort::BitVec(1), Sort::BitVec(exponent), Sort::BitVec(significand)]
            if (exponent, significand + 1) == (format.exponent_bits(), format.significand_bits()) =>
        {
            return store.apply_derived(DerivedOp::Fp, operands);
        }
        _ => {
            let wants =
                "a bit-vector as wide as the format, or a rounding mode and a float, real or bit-vector";
            return Err(SortError::new(Op::FpFromBits(format), &sorts, wants));
        }
    };
    store.apply(op, operands)
}

fn array_constant(store: &mut TermStore, index: u32, element: u32, operands: &[Term]) -> Sorting<Term> {
    let sorts = sorts(store, operands);
    if sorts == [Sort::BitVec(element)] {
        return store.apply(Op::ArrayConstant { index }, operands);
    }
    let sort = Sort::Array { index, element };
    Err(SortError::new(format!("(as const {sort})"), &sorts, format!("one (_ BitVec {element})")))
}

/// The value of an application to literals that SMT-LIB counts as a literal itself: a float by its
/// three parts, and a negative or rational number.
fn literal(store: &mut TermStore, head: Head, operands: &[Term]) -> Option<Term> {
    match (head, operands) {
        (Head::Fp, &[sign, exponent, significand]) => {
            let [sign, exponent, significand] =
                [sign, exponent, significand].map(|part| store.bit_vector_constant(part));
            let (sign, exponent, significand) = (sign?, exponent?, significand?);
            let format = Format::new(exponent.width(), significand.width() + 1)?;
            if sign.width() != 1 {
                return None;
            }
            let bits = sign.concat(&exponent).concat(&significand);
            Some(store.float(Float::from_limbs(format, &limbs(bits.unsigned()))))
        }
        (Head::Minus, &[operand]) => {
            let value = store.real_constant(operand)?;
            Some(store.real(-value))
        }
        (Head::Divide, &[dividend, divisor]) => {
            let (dividend, divisor) = (store.real_constant(dividend)?, store.real_constant(divisor)?);
            let quotient = (divisor != Rational::ZERO).then(|| Value::Real(dividend / divisor))?;
            quotient.is_within_limit().then(|| store.value(&quotient))
        }
        _ => None,
    }
}

fn limbs(bits: &Natural) -> Vec<u64> {
    bits.as_words().to_vec()
}
