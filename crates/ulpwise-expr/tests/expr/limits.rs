//! Real numbers beyond the limit: not folded, not evaluated, and never computed.

use ulpwise_expr::{EvaluationError, Model, Op, OpKind, Sort, Term, TermStore, Value, evaluate};
use ulpwise_float::{Float, Format, Natural, Rational, Rounding};

fn stores() -> [TermStore; 2] {
    [TermStore::new(), TermStore::without_rewrites()]
}

fn power_of_two(exponent: u64) -> Rational {
    Rational::from(Natural::ONE << exponent as usize)
}

/// Squared so often, a number of two bits would have a billion billion of them.
const SQUARINGS: u32 = 60;

fn squared(store: &mut TermStore, mut term: Term) -> Term {
    for _ in 0..SQUARINGS {
        term = store.real_mul(term, term);
    }
    term
}

#[test]
fn repeated_squares_are_left_and_their_value_is_an_error() {
    let too_large = Err(EvaluationError::TooLarge { op: Op::RealMul });
    for mut store in stores() {
        let number = store.real(Rational::from(3));
        let square = squared(&mut store, number);
        assert_eq!(store.kind(square), OpKind::RealMul);
        assert_eq!(evaluate(&store, square, &Model::new()), too_large);
        // What is asked about such a number is no more known than it is.
        let is_positive = store.real_lt(number, square);
        assert_eq!(store.bool_constant(is_positive), None);
        assert_eq!(evaluate(&store, is_positive, &Model::new()), too_large);

        let t = store.variable("t", Sort::Real);
        let square = squared(&mut store, t);
        let mut model = Model::new();
        model.set(t, Value::Real(Rational::from_parts(2.into(), Natural::from(3u8))));
        assert_eq!(evaluate(&store, square, &model), too_large);
        model.set(t, Value::Real(Rational::NEG_ONE));
        assert_eq!(evaluate(&store, square, &model), Ok(Value::Real(Rational::ONE)));
    }
}

#[test]
fn the_limit_is_on_numerator_and_denominator_together() {
    let mut store = TermStore::new();
    // 2^n has n + 1 bits, and its denominator one.
    let half = Value::MAX_REAL_BITS / 2 - 1;
    let [root, two] = [half, 1].map(|exponent| store.real(power_of_two(exponent)));
    let square = store.real_mul(root, root);
    assert_eq!(store.real_constant(square), Some(power_of_two(2 * half)));
    assert!(Value::Real(power_of_two(2 * half)).is_within_limit());
    let double = store.real_mul(square, two);
    assert_eq!(store.kind(double), OpKind::RealMul);
    assert!(!Value::Real(power_of_two(2 * half + 1)).is_within_limit());
    // A quotient may have both parts, or none.
    let quotient = store.real_div(root, square);
    assert_eq!(store.real_constant(quotient), Some(Rational::ONE / power_of_two(half)));
    let third = store.real(Rational::ONE / Rational::from(3));
    let sum = store.real_add(square, third);
    assert_eq!(store.kind(sum), OpKind::RealAdd);
}

/// `(* (* t k) l)` becomes `(* t (* k l))` only if that is within the limit.
#[test]
fn constants_stay_apart_if_they_are_too_large_together() {
    let mut store = TermStore::new();
    let t = store.variable("t", Sort::Real);
    let large = store.real(power_of_two(Value::MAX_REAL_BITS * 2 / 3));
    let small = store.real(Rational::ONE / power_of_two(Value::MAX_REAL_BITS / 3));
    let once = store.real_mul(t, large);
    let twice = store.real_mul(once, large);
    assert_eq!(store.children(twice), [once, large]);
    let together = store.real_mul(once, small);
    assert_eq!(store.child(together, 0), t);
    let mut model = Model::new();
    model.set(t, Value::Real(Rational::ZERO));
    assert_eq!(evaluate(&store, twice, &model), Ok(Value::Real(Rational::ZERO)));
    model.set(t, Value::Real(Rational::ONE));
    assert_eq!(evaluate(&store, twice, &model), Err(EvaluationError::TooLarge { op: Op::RealMul }));
}

#[test]
fn floats_with_enormous_exponents_are_no_reals() {
    let wide = Format::new(30, 24).unwrap();
    let binary256 = Format::new(19, 237).unwrap();
    for mut store in stores() {
        for value in [Float::max_finite(wide, false), Float::min_subnormal(wide, true)] {
            let term = store.float(value);
            let real = store.fp_to_real(term);
            assert_eq!(store.kind(real), OpKind::FpToReal);
            let error = EvaluationError::TooLarge { op: Op::FpToReal };
            assert_eq!(evaluate(&store, real, &Model::new()), Err(error));
            // There and back is undecided rather than wrong.
            let rne = store.rounding(Rounding::NearestEven);
            let back = store.fp_from_real(Format::F64, rne, real);
            assert_eq!(store.float_constant(back), None);
        }
        for value in [Float::max_finite(binary256, true), Float::min_subnormal(binary256, false)] {
            let term = store.float(value);
            let real = store.fp_to_real(term);
            let expected = Value::Real(value.to_rational().unwrap());
            assert_eq!(evaluate(&store, real, &Model::new()), Ok(expected));
        }
    }
}

/// If each array were kept in full, these would take gigabytes.
#[test]
fn arrays_share_what_they_have_in_common() {
    let mut store = TermStore::without_rewrites();
    let [index, element] = [32, 8];
    let start = store.variable("a", Sort::Array { index, element });
    let mut array = start;
    let mut reads = Vec::new();
    for number in 0..50_000 {
        let at = store.bv(index, number * 7);
        let new = store.bv(element, number);
        array = store.array_store(array, at, new);
        reads.push(store.array_select(array, at));
    }
    // Those asked for in the end keep all arrays alive until then.
    reads.push(array);
    let mut model = Model::new();
    model.set(start, Value::default_of(Sort::Array { index, element }));
    let values = ulpwise_expr::Tape::new(&store, &reads).evaluate(&model).unwrap();
    let Some(Value::Array(array)) = values.last() else { panic!("{:?}", values.last()) };
    // Every 256th element is the default.
    assert_eq!(array.entries().count(), 50_000 - 196);
    assert_eq!(values[777], Value::BitVec(ulpwise_expr::BitVector::from_u64(8, 777 % 256)));
}

/// A store keeps what it folds, so it folds large constants only up to a limit; what they are worth
/// stays known.
#[test]
fn large_constants_are_not_folded_for_ever() {
    let mut store = TermStore::new();
    let width = Sort::MAX_WIDTH;
    let [step, small_step] = [width, 64].map(|width| store.bv(width, 3));
    // The highest bit is set, or else leading zeros would make the constants small.
    let start = ulpwise_expr::BitVector::new(width, Natural::ONE << (width as usize - 1));
    let (mut sum, mut small_sum) = (store.bit_vector(start), small_step);
    for _ in 0..2100 {
        sum = store.bv_add(sum, step);
        small_sum = store.bv_add(small_sum, small_step);
    }
    assert_eq!(store.kind(sum), OpKind::BvAdd);
    let expected = (Natural::ONE << (width as usize - 1)) + Natural::from(3u32 * 2100);
    let expected = Value::BitVec(ulpwise_expr::BitVector::new(width, expected));
    assert_eq!(evaluate(&store, sum, &Model::new()), Ok(expected));
    let expected = Value::BitVec(ulpwise_expr::BitVector::from_u64(64, 3 * 2101));
    assert_eq!(store.constant(small_sum), Some(expected));
}
