//! What the rules together make of the terms that programs and benchmark files consist of.

use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};

const F32: Format = Format::F32;
const F64: Format = Format::F64;

fn bytes_of(store: &mut TermStore, word: Term, count: u32) -> Vec<Term> {
    (0..count).map(|byte| store.bv_extract(word, 8 * byte + 7, 8 * byte)).collect()
}

/// The least significant byte comes first, as in memory.
fn word_of(store: &mut TermStore, bytes: &[Term]) -> Term {
    let mut bytes = bytes.iter().copied();
    let first = bytes.next().expect("a word has bytes");
    bytes.fold(first, |word, byte| store.bv_concat(byte, word))
}

#[test]
fn a_double_stored_to_bytes_and_loaded_is_the_double() {
    let mut store = TermStore::new();
    let word = store.variable("word", Sort::BitVec(64));
    let mut memory = store.variable("memory", Sort::Array { index: 64, element: 8 });
    let base = store.variable("base", Sort::BitVec(64));
    let bytes = bytes_of(&mut store, word, 8);
    for (offset, &byte) in bytes.iter().enumerate() {
        let offset = store.bv(64, offset as u64);
        let address = store.bv_add(base, offset);
        memory = store.array_store(memory, address, byte);
    }
    let loaded: Vec<Term> = (0..8)
        .map(|offset| {
            let offset = store.bv(64, offset);
            let address = store.bv_add(base, offset);
            store.array_select(memory, address)
        })
        .collect();
    assert_eq!(loaded, bytes);
    assert_eq!(word_of(&mut store, &loaded), word);
}

#[test]
fn a_double_negated_twice_in_an_assertion() {
    let mut store = TermStore::new();
    let bits = store.variable("bits", Sort::BitVec(64));
    let zero_bits = store.bv(64, 0);
    let (x, zero) = (store.fp_from_bits(F64, bits), store.fp_from_bits(F64, zero_bits));
    let at_least = store.fp_geq(x, zero);
    let not = store.not(at_least);
    let asserted = store.not(not);
    assert_eq!(
        store.display(asserted).to_string(),
        format!("(fp.leq {} ((_ to_fp 11 53) bits))", store.display(zero))
    );
}

#[test]
fn a_condition_made_a_number_is_the_condition() {
    let mut store = TermStore::new();
    let (a, b) = (store.variable("a", Sort::BitVec(32)), store.variable("b", Sort::BitVec(32)));
    let less = store.bv_slt(a, b);
    let (one, zero) = (store.bv(1, 1), store.bv(1, 0));
    let bit = store.ite(less, one, zero);
    let number = store.bv_zero_extend(bit, 31);
    let zero = store.bv(32, 0);
    let is_zero = store.eq(number, zero);
    assert_eq!(store.not(is_zero), less);
    let is_below = store.bv_ult(zero, number);
    assert_eq!(is_below, less);
}

#[test]
fn a_float_compared_in_double_is_compared_in_float() {
    let mut store = TermStore::new();
    let x = store.variable("x", Sort::Float(F32));
    let mode = store.variable("mode", Sort::RoundingMode);
    let wide = store.fp_from_fp(F64, mode, x);
    let tenth = store.float(Float::from_f64(0.1));
    let less = store.fp_lt(wide, tenth);
    let below = store.float(Float::from_f64(0.1).convert(F32, Rounding::TowardNegative).0);
    assert_eq!(less, store.fp_leq(x, below));
    assert_eq!(store.fp_from_fp(F32, mode, wide), x);
    let zero = store.fp_zero(F64, false);
    let equal = store.fp_eq(wide, zero);
    assert_eq!(equal, store.fp_is_zero(x));
}

#[test]
fn an_integer_made_a_double_and_back_is_the_integer() {
    let mut store = TermStore::new();
    let i = store.variable("i", Sort::BitVec(32));
    let (nearest, zero) = (store.rounding(Rounding::NearestEven), store.rounding(Rounding::TowardZero));
    let wide = store.fp_from_signed(F64, nearest, i);
    assert_eq!(store.fp_to_signed(32, zero, wide), i);
    let narrow = store.fp_from_signed(F32, nearest, i);
    assert_ne!(store.fp_to_signed(32, zero, narrow), i);
    assert_eq!(store.fp_round_to_integral(zero, narrow), narrow);
}

#[test]
fn signs_changed_in_the_bits_are_signs_of_the_float() {
    let mut store = TermStore::new();
    let bits = store.variable("bits", Sort::BitVec(32));
    let x = store.fp_from_bits(F32, bits);
    let (clear, flip) = (store.bv(32, 0x7fff_ffff), store.bv(32, 0x8000_0000));
    let cleared = store.bv_and(bits, clear);
    let flipped = store.bv_xor(bits, flip);
    let (cleared, flipped) = (store.fp_from_bits(F32, cleared), store.fp_from_bits(F32, flipped));
    assert_eq!(cleared, store.fp_abs(x));
    assert_eq!(flipped, store.fp_neg(x));
}

#[test]
fn whether_a_quotient_is_invalid_needs_no_division() {
    let mut store = TermStore::new();
    let (x, y) = (store.variable("x", Sort::Float(F64)), store.variable("y", Sort::Float(F64)));
    let mode = store.rounding(Rounding::NearestEven);
    let quotient = store.fp_div(mode, x, y);
    let (x_nan, y_nan) = (store.fp_is_nan(x), store.fp_is_nan(y));
    let is_nan = store.fp_is_nan(quotient);
    let numbers = [store.not(x_nan), store.not(y_nan)];
    let invalid = store.and(&[numbers[0], numbers[1], is_nan]);
    let zeros = [store.fp_is_zero(x), store.fp_is_zero(y)];
    let infinities = [store.fp_is_infinite(x), store.fp_is_infinite(y)];
    let (zeros, infinities) = (store.and(&zeros), store.and(&infinities));
    let either = store.or(&[zeros, infinities]);
    assert_eq!(invalid, store.and(&[numbers[0], numbers[1], either]));
}

#[test]
fn terms_are_imported_into_a_rewriting_store() {
    let mut plain = TermStore::without_rewrites();
    let x = plain.variable("x", Sort::BitVec(8));
    let zero = plain.bv(8, 0);
    let sum = plain.bv_add(x, zero);
    let mut store = TermStore::new();
    let imported = store.import(&plain, &[sum, x]);
    assert_eq!(imported, [store.variable("x", Sort::BitVec(8)); 2]);
    let mut copy = TermStore::without_rewrites();
    let copied = copy.import(&plain, &[sum])[0];
    assert_eq!(copy.display(copied).to_string(), plain.display(sum).to_string());
}
