//! Classes of characters in the C locale, of a character that is a term: one of some ranges.

use super::{ModelCall, Models};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::Nexts;
use crate::terms::Terms;
use ulpwise_expr::Term;
use ulpwise_interp::class_bit;

/// A set of characters.
pub(super) type CharacterClass = fn(&u8) -> bool;

pub(super) const MODELS: Models = &[
    ("isalnum", |executor, state, call| test(executor, state, call, u8::is_ascii_alphanumeric)),
    ("isalpha", |executor, state, call| test(executor, state, call, u8::is_ascii_alphabetic)),
    ("iscntrl", |executor, state, call| test(executor, state, call, u8::is_ascii_control)),
    ("isdigit", |executor, state, call| test(executor, state, call, u8::is_ascii_digit)),
    ("isgraph", |executor, state, call| test(executor, state, call, u8::is_ascii_graphic)),
    ("islower", |executor, state, call| test(executor, state, call, u8::is_ascii_lowercase)),
    ("isprint", |executor, state, call| test(executor, state, call, |c| c.is_ascii_graphic() || *c == b' ')),
    ("ispunct", |executor, state, call| test(executor, state, call, u8::is_ascii_punctuation)),
    ("isspace", |executor, state, call| test(executor, state, call, is_space)),
    ("isupper", |executor, state, call| test(executor, state, call, u8::is_ascii_uppercase)),
    ("isxdigit", |executor, state, call| test(executor, state, call, u8::is_ascii_hexdigit)),
    ("tolower", |executor, state, call| change(executor, state, call, u8::is_ascii_uppercase)),
    ("toupper", |executor, state, call| change(executor, state, call, u8::is_ascii_lowercase)),
];

/// The distance between a letter and its other case.
const OTHER_CASE: u64 = 0x20;

/// C's white space; Rust's leaves the vertical tab out.
pub(super) fn is_space(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == 0x0b
}

/// Whether a character belongs to a class, as a condition on its number.
pub(super) fn belongs(terms: &mut Terms, character: Term, class: impl Fn(&u8) -> bool) -> Term {
    let width = terms.store.width(character);
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < 256 {
        let is_in = |at: u64| at < 256 && class(&(at as u8));
        if !is_in(at) {
            at += 1;
            continue;
        }
        let first = at;
        while is_in(at) {
            at += 1;
        }
        let (low, high) = (terms.store.bv(width, first), terms.store.bv(width, at - 1));
        let (above, below) = (terms.store.bv_ule(low, character), terms.store.bv_ule(character, high));
        ranges.push(terms.store.and(&[above, below]));
    }
    terms.store.or(&ranges)
}

fn character(executor: &mut Executor<'_, '_>, call: &ModelCall) -> Term {
    let character = call.argument(executor, 0);
    executor.terms.bits(character)
}

fn test<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    class: CharacterClass,
) -> Nexts<'p> {
    let character = character(executor, call);
    let belongs = belongs(&mut executor.terms, character, class);
    let function = &state.interpreter.program().module().functions[call.callee].name;
    let bit = executor.terms.constant(32, class_bit(function).unsigned_abs().into());
    let none = executor.terms.constant(32, 0);
    let answer = executor.terms.store.ite(belongs, bit, none);
    executor.returned(state, call.results, &[answer])
}

/// A character, or its other case if it is a letter of a class.
pub(super) fn other_case(terms: &mut Terms, character: Term, class: CharacterClass) -> Term {
    let belongs = belongs(terms, character, class);
    let width = terms.store.width(character);
    let distance = terms.store.bv(width, OTHER_CASE);
    let changed = terms.store.bv_xor(character, distance);
    terms.store.ite(belongs, changed, character)
}

/// The other case of letters of a class.
fn change<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    class: CharacterClass,
) -> Nexts<'p> {
    let character = character(executor, call);
    let store = &mut executor.terms.store;
    let width = store.width(character);
    // glibc's tables have entries from -128 on: a `char` with its sign is the byte that it is.
    let [byte, eof, lowest] =
        [0xff, -1, -128_i32].map(|bits| store.bv(width, u64::from(bits.cast_unsigned())));
    let is_negative_byte = {
        let (from, is_eof) = (store.bv_ule(lowest, character), store.eq(character, eof));
        let is_other = store.not(is_eof);
        store.and(&[from, is_other])
    };
    let masked = store.bv_and(character, byte);
    let character = store.ite(is_negative_byte, masked, character);
    let answer = other_case(&mut executor.terms, character, class);
    executor.returned(state, call.results, &[answer])
}
