//! What SMT-LIB leaves open: not folded, chosen by the model, the same wherever it stands.

use ulpwise_expr::{BitVector, EvaluationError, Interpretation, Model, Op, Term, TermStore};
use ulpwise_expr::{UnspecifiedCase, Value, evaluate};
use ulpwise_float::{Float, Format, Rational, Rounding};

const FORMAT: Format = Format::F32;

fn zero(negative: bool) -> Value {
    Value::float(Float::zero(FORMAT, negative))
}

/// One application of each operator that leaves something open, with its default.
fn cases(store: &mut TermStore) -> Vec<(UnspecifiedCase, Term, Value)> {
    let nan = Value::float(Float::quiet_nan(FORMAT, false));
    let large = Value::float(Float::from_f32(300.0));
    let mode = Value::Rounding(Rounding::TowardZero);
    let real = |value: i64| Value::Real(Rational::from(value));
    let applications = [
        (Op::FpMin, vec![zero(false), zero(true)], zero(true)),
        (Op::FpMax, vec![zero(false), zero(true)], zero(true)),
        (Op::FpMin, vec![zero(true), zero(false)], zero(false)),
        (
            Op::FpToSigned { width: 8 },
            vec![mode.clone(), large.clone()],
            Value::BitVec(BitVector::min_signed(8)),
        ),
        (Op::FpToUnsigned { width: 8 }, vec![mode, large], Value::BitVec(BitVector::ones(8))),
        (Op::FpToReal, vec![nan], real(0)),
        (Op::RealDiv, vec![real(5), real(0)], real(0)),
    ];
    let mut cases = Vec::new();
    for (op, arguments, default) in applications {
        let operands: Vec<Term> = arguments.iter().map(|argument| store.value(argument)).collect();
        let term = store.application(op, &operands);
        cases.push((UnspecifiedCase { op, arguments }, term, default));
    }
    cases
}

#[test]
fn unspecified_applications_do_not_fold_and_have_defaults() {
    for mut store in [TermStore::new(), TermStore::without_rewrites()] {
        for (case, term, default) in cases(&mut store) {
            assert!(!store.is_constant(term), "{case:?} was folded");
            assert_eq!(case.sort(), store.sort(term));
            assert_eq!(evaluate(&store, term, &Model::new()), Ok(default));
        }
    }
}

#[test]
fn a_model_chooses_and_the_choice_holds_everywhere() {
    let mut store = TermStore::new();
    for (case, term, default) in cases(&mut store) {
        let chosen = match &case.op {
            Op::FpMin | Op::FpMax => case.arguments[0].clone(),
            Op::FpToSigned { .. } | Op::FpToUnsigned { .. } => Value::BitVec(BitVector::from_u64(8, 5)),
            _ => Value::Real(Rational::from(42)),
        };
        assert_ne!(chosen, default);
        let mut model = Model::new();
        model.set_unspecified(case.clone(), chosen.clone());
        let expected = store.value(&chosen);
        let claim = store.eq(term, expected);
        assert_eq!(evaluate(&store, claim, &model), Ok(Value::Bool(true)), "{case:?}");
        assert_eq!(evaluate(&store, claim, &Model::new()), Ok(Value::Bool(false)), "{case:?}");
        assert_eq!(model.unspecified_cases().collect::<Vec<_>>(), [(&case, &chosen)]);
    }
}

#[test]
fn another_rounding_mode_is_another_case() {
    let mut store = TermStore::without_rewrites();
    let nan = store.fp_nan(FORMAT);
    let mut model = Model::new();
    let mut terms = Vec::new();
    for (number, mode) in Rounding::ALL.into_iter().enumerate() {
        let rounding = store.rounding(mode);
        terms.push(store.fp_to_signed(8, rounding, nan));
        let arguments = vec![Value::Rounding(mode), Value::float(Float::quiet_nan(FORMAT, false))];
        let case = UnspecifiedCase { op: Op::FpToSigned { width: 8 }, arguments };
        model.set_unspecified(case, Value::BitVec(BitVector::from_u64(8, number as u64)));
    }
    for (number, &term) in terms.iter().enumerate() {
        let expected = Value::BitVec(BitVector::from_u64(8, number as u64));
        assert_eq!(evaluate(&store, term, &model), Ok(expected));
    }
}

/// Claims that the minimum of two zeros is one.
struct Liar;

impl Interpretation for Liar {
    fn variable(&self, _: Term) -> Option<Value> {
        None
    }

    fn unspecified(&self, _: &UnspecifiedCase) -> Option<Value> {
        Some(Value::float(Float::from_f32(1.0)))
    }
}

#[test]
fn a_value_that_is_not_allowed_is_refused() {
    let mut store = TermStore::new();
    let (case, term, _) = cases(&mut store).remove(0);
    assert!(!case.admits(&Value::float(Float::from_f32(1.0))));
    assert!(!case.admits(&Value::Bool(true)));
    assert!(matches!(evaluate(&store, term, &Liar), Err(EvaluationError::Inadmissible { .. })));
}
