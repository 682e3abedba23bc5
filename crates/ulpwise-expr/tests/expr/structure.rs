//! Identity, access, sorts and errors.

use ulpwise_expr::{
    BitVector, DerivedOp, EvaluationError, LibmFunction, Model, Op, OpKind, Sort, Term, TermStore, Value,
    evaluate,
};
use ulpwise_float::{Float, Format, Rational, Rounding};

fn bit_vectors(store: &mut TermStore, width: u32) -> (Term, Term) {
    (store.variable("a", Sort::BitVec(width)), store.variable("b", Sort::BitVec(width)))
}

#[test]
fn equal_terms_have_equal_numbers() {
    let mut store = TermStore::without_rewrites();
    let (a, b) = bit_vectors(&mut store, 8);
    let sum = store.bv_add(a, b);
    assert_eq!(store.bv_add(a, b), sum);
    assert_ne!(store.bv_add(b, a), sum);
    assert_ne!(store.bv_extract(a, 3, 0), store.bv_extract(a, 4, 1));
    let conditions: Vec<Term> = (0..5).map(|i| store.variable(&format!("c{i}"), Sort::Bool)).collect();
    let all = store.and(&conditions);
    assert_eq!(store.and(&conditions), all);
    assert_ne!(store.and(&conditions[1..]), all);
    assert_ne!(store.or(&conditions), all);
    assert_eq!(store.children(all), conditions);
}

#[test]
fn operators_come_back_with_their_indices() {
    let mut store = TermStore::without_rewrites();
    let (a, _) = bit_vectors(&mut store, 32);
    let x = store.variable("x", Sort::Float(Format::F32));
    let r = store.variable("r", Sort::Real);
    let rm = store.variable("rm", Sort::RoundingMode);
    let applications = [
        (Op::BvExtract { high: 9, low: 2 }, vec![a]),
        (Op::BvZeroExtend { by: 3 }, vec![a]),
        (Op::BvSignExtend { by: 4 }, vec![a]),
        (Op::FpFromBits(Format::F32), vec![a]),
        (Op::FpFromFp(Format::F64), vec![rm, x]),
        (Op::FpFromReal(Format::F16), vec![rm, r]),
        (Op::FpFromSigned(Format::F128), vec![rm, a]),
        (Op::FpFromUnsigned(Format::BF16), vec![rm, a]),
        (Op::FpToUnsigned { width: 7 }, vec![rm, x]),
        (Op::FpToSigned { width: 4096 }, vec![rm, x]),
        (Op::ArrayConstant { index: 64 }, vec![a]),
        (Op::FpFma, vec![rm, x, x, x]),
        (Op::Libm(LibmFunction::Sin), vec![rm, x]),
        (Op::Libm(LibmFunction::Pow), vec![rm, x, x]),
    ];
    for (op, children) in applications {
        let term = store.application(op, &children);
        assert_eq!((store.op(term), store.children(term)), (op, children.as_slice()));
    }
}

#[test]
fn constants_come_back_as_they_were() {
    let mut store = TermStore::new();
    let wide = Format::new(20, 200).unwrap();
    let mut values = vec![
        Value::Bool(false),
        Value::Bool(true),
        Value::Real(Rational::from_parts((-3).into(), 7u32.into())),
        Value::BitVec(BitVector::ones(64)),
        Value::BitVec(BitVector::ones(65)),
        Value::BitVec(BitVector::zero(4096)),
        Value::float(Float::from_f64(-0.0)),
        Value::float(Float::quiet_nan(Format::F64, true)),
        Value::float(Float::max_finite(wide, true)),
        Value::float(Float::zero(wide, false)),
    ];
    values.extend(Rounding::ALL.map(Value::Rounding));
    let terms: Vec<Term> = values.iter().map(|value| store.value(value)).collect();
    for (value, &term) in values.iter().zip(&terms) {
        assert_eq!(store.constant(term).as_ref(), Some(value));
        assert_eq!(store.sort(term), value.sort());
        assert_eq!(store.value(value), term);
    }
    let nan = store.float(Float::from_f64(f64::from_bits(0xfff0_0000_0000_0001)));
    assert_eq!(nan, store.fp_nan(Format::F64));
}

#[test]
fn array_values_become_stores_and_back() {
    let mut store = TermStore::new();
    let bv = |width, value| BitVector::from_u64(width, value);
    let array = ulpwise_expr::ArrayValue::constant(32, bv(8, 9)).store(&bv(32, 5), &bv(8, 1));
    let term = store.value(&Value::Array(array.clone()));
    assert_eq!(store.kind(term), OpKind::ArrayStore);
    assert_eq!(evaluate(&store, term, &Model::new()), Ok(Value::Array(array)));
}

#[test]
fn ill_sorted_applications_say_which_operator_and_sorts() {
    let mut store = TermStore::new();
    let (a, _) = bit_vectors(&mut store, 8);
    let x = store.variable("x", Sort::Float(Format::F32));
    let cases = [
        (
            store.apply(Op::BvAdd, &[a, x]),
            "bvadd cannot be applied to ((_ BitVec 8) (_ FloatingPoint 8 24)): it takes two bit-vectors of one width",
        ),
        (
            store.apply(Op::FpAdd, &[x, x]),
            "fp.add cannot be applied to ((_ FloatingPoint 8 24) (_ FloatingPoint 8 24)): it takes a rounding mode and two floats of one format",
        ),
        (
            store.apply(Op::BvExtract { high: 8, low: 0 }, &[a]),
            "(_ extract 8 0) cannot be applied to ((_ BitVec 8)): it takes one bit-vector that has these bits",
        ),
        (
            store.apply(Op::BvExtract { high: 0, low: 1 }, &[a]),
            "(_ extract 0 1) cannot be applied to ((_ BitVec 8)): it takes one bit-vector that has these bits",
        ),
        (
            store.apply(Op::FpFromBits(Format::F16), &[a]),
            "(_ to_fp 5 11) cannot be applied to ((_ BitVec 8)): it takes one bit-vector as wide as the format",
        ),
        (
            store.apply(Op::BvZeroExtend { by: u32::MAX }, &[a]),
            "(_ zero_extend 4294967295) cannot be applied to ((_ BitVec 8)): it takes operands and indices whose result is in range",
        ),
        (store.apply(Op::And, &[a]), "and cannot be applied to ((_ BitVec 8)): it takes any number of Bool"),
        (
            store.apply_derived(DerivedOp::BvRepeat { times: 0 }, &[a]),
            "(_ repeat 0) cannot be applied to ((_ BitVec 8)): it takes one bit-vector, and at least one copy that is in range",
        ),
        (
            store.apply_derived(DerivedOp::FpGt, &[a, a]),
            "fp.gt cannot be applied to ((_ BitVec 8) (_ BitVec 8)): it takes two floats of one format",
        ),
        (
            store.try_variable("v", Sort::BitVec(0)),
            "v cannot have the sort (_ BitVec 0): a width or format is out of range",
        ),
        (
            store.try_variable("v", Sort::Float(Format::X87)),
            "v cannot have the sort (_ FloatingPoint 15 64): a width or format is out of range",
        ),
    ];
    for (result, message) in cases {
        assert_eq!(result.unwrap_err().to_string(), message);
    }
}

#[test]
fn every_operator_refuses_operands_of_no_sort_it_takes() {
    let mut store = TermStore::new();
    let array = store.variable("array", Sort::Array { index: 2, element: 2 });
    for &kind in OpKind::ALL {
        // Equality takes operands of any sort; the others have no index and want something else.
        let Some(op) = [Op::Not, Op::BvNot, Op::FpAbs, Op::FpMin, Op::RealAdd, Op::Ite, Op::FpFma]
            .into_iter()
            .find(|op| op.kind() == kind)
        else {
            continue;
        };
        for count in 0..6 {
            let error = store.apply(op, &vec![array; count]).unwrap_err();
            assert!(error.operator() == op.to_string() && error.sorts().len() == count, "{error}");
        }
    }
}

#[test]
fn variables_are_known_by_name_and_sort() {
    let mut store = TermStore::new();
    let x = store.variable("x", Sort::Bool);
    assert_eq!(store.variable("x", Sort::Bool), x);
    let other = store.variable("x", Sort::Real);
    assert_ne!(other, x);
    assert_eq!(store.variable_name(other), Some("x"));
    let taken = store.variable("fresh!0", Sort::Bool);
    let fresh = store.fresh_variable("fresh", Sort::Bool);
    assert_ne!(fresh, taken);
    assert_ne!(store.fresh_variable("fresh", Sort::Bool), fresh);
}

#[test]
fn a_model_that_lacks_something_is_an_error() {
    let mut store = TermStore::new();
    let x = store.variable("x", Sort::Float(Format::F64));
    let rne = store.rounding(Rounding::NearestEven);
    let sine = store.libm(LibmFunction::Sin, rne, &[x]);
    let mut model = Model::new();
    let missing = evaluate(&store, sine, &model).unwrap_err();
    assert_eq!(missing.to_string(), "the model gives no value for x of sort (_ FloatingPoint 11 53)");
    model.set(x, Value::Bool(true));
    assert!(matches!(evaluate(&store, sine, &model), Err(EvaluationError::WrongSort { .. })));
    model.set(x, Value::float(Float::from_f64(1.0)));
    let unknown = evaluate(&store, sine, &model).unwrap_err();
    assert_eq!(unknown.to_string(), "no value is known for a call of libm.sin");
    let oracle = |function: LibmFunction, _: Rounding, arguments: &[Float]| {
        (function == LibmFunction::Sin).then(|| arguments[0].negate())
    };
    let value = evaluate(&store, sine, &model.with_libm(&oracle));
    assert_eq!(value, Ok(Value::float(Float::from_f64(-1.0))));
    let narrow = |_: LibmFunction, _: Rounding, _: &[Float]| Some(Float::from_f32(0.0));
    let error = evaluate(&store, sine, &model.with_libm(&narrow));
    assert!(matches!(error, Err(EvaluationError::WrongSort { .. })));
}

#[test]
fn terms_are_written_as_text_and_cut_where_they_are_deep() {
    let mut store = TermStore::new();
    let (a, b) = bit_vectors(&mut store, 8);
    let one = store.bv(8, 1);
    let sum = store.bv_add(a, one);
    let low = store.bv_extract(sum, 3, 0);
    let wide = store.bv_zero_extend(low, 4);
    let term = store.bv_ult(wide, b);
    let text = "(bvult ((_ zero_extend 4) ((_ extract 3 0) (bvadd a #x01))) b)";
    assert_eq!(store.display(term).to_string(), text);
    let mut deep = a;
    for _ in 0..1000 {
        deep = store.bv_mul(deep, b);
    }
    let text = store.display(deep).to_string();
    assert!(text.len() < 300 && text.contains(" t"), "{text}");
}

#[test]
fn rules_can_be_chosen_and_are_counted() {
    let mut store = TermStore::with_rules_where(|rule| rule.name == "bv-add-zero");
    let (a, b) = bit_vectors(&mut store, 8);
    let zero = store.bv(8, 0);
    assert_eq!(store.bv_add(a, zero), a);
    let twice = store.bv_not(b);
    assert_ne!(store.bv_not(twice), b);
    let one = store.bv(8, 1);
    let two = store.bv_add(one, one);
    assert!(store.is_constant(two), "constants are folded whatever rules there are");
    let counts: Vec<(&str, u64)> = store.rule_applications().filter(|(_, count)| *count > 0).collect();
    assert_eq!(counts, [("bv-add-zero", 1)]);
}

#[test]
fn bit_vectors_of_any_width_are_written_with_all_their_digits() {
    let text = |width, value| BitVector::from_u64(width, value).to_string();
    assert_eq!([text(8, 10), text(7, 10), text(1, 0), text(4, 0)], ["#x0a", "#b0001010", "#b0", "#x0"]);
    for width in [Sort::MAX_WIDTH, Sort::MAX_WIDTH - 1] {
        let digits = if width % 4 == 0 { width / 4 } else { width } as usize;
        assert_eq!(text(width, 1), format!("{}{}1", &text(width, 0)[..2], "0".repeat(digits - 1)));
        assert_eq!(BitVector::ones(width).to_string().len(), 2 + digits);
    }
}
