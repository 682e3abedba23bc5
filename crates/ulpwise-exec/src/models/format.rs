//! `sprintf` and `snprintf` with symbolic integers and characters, one path for each number of digits that an integer can have.
//!
//! Conversions of known values are the interpreter's. A symbolic value is converted by `d`, `i`, `u`, `x`, `X`, `o` and `c` without flags, width and
//! precision; any other conversion of one ends the path as unsupported.

use super::{Call, Models, outside};
use crate::executor::Executor;
use crate::state::State;
use crate::step::{Next, Nexts};
use ulpwise_expr::Term;
use ulpwise_interp::memory::ObjectKind;
use ulpwise_interp::{Argument, PathEnd};
use ulpwise_ir::Type;

pub(super) const MODELS: Models = &[
    ("snprintf", |executor, state, call| print_to(executor, state, call, 2)),
    ("sprintf", |executor, state, call| print_to(executor, state, call, 1)),
];

/// How many characters a part of known values may have.
const MAX_KNOWN: u64 = 1 << 16;

/// A part of what is written.
enum Piece {
    /// A part of the format, and the known values that it converts.
    Known(Vec<u8>, Vec<Argument>),
    /// A symbolic value of so many bits, and its conversion.
    Open(Term, u32, u8),
}

/// A path, and the characters that it has written.
type Written<'p> = (State<'p>, Vec<Term>);

/// Prints to the first argument; the format is the argument at `format`, after the size if there is one.
fn print_to<'p>(executor: &mut Executor<'p, '_>, state: State<'p>, call: &Call, format: usize) -> Nexts<'p> {
    let all: Vec<usize> = (0..call.given.len()).collect();
    if call.first_open(&state, &all).is_none() {
        return outside(executor, state, call);
    }
    if let Some(open) = call.first_open(&state, &all[..=format]) {
        return executor.enumerate(state, open);
    }
    let text = call.known(executor, format).unwrap_or(0);
    let text = match state.interpreter.machine.memory.c_string(text) {
        Ok(text) => text.to_vec(),
        Err(fault) => return vec![Next::stops(state, fault)],
    };
    let Some(pieces) = pieces(executor, &text, &call.given[format + 1..]) else {
        let what = "a conversion to text of a symbolic value that is not %d, %u, %x, %o or %c alone";
        return Executor::unsupported(state, what);
    };
    let mut nexts = Vec::new();
    let mut open = vec![(state, Vec::new())];
    for piece in &pieces {
        let mut longer = Vec::new();
        for (state, written) in open {
            match piece {
                Piece::Known(text, values) => match known_text(state, call, format, text, values) {
                    Err(next) => nexts.push(*next),
                    Ok((state, text)) => {
                        let characters =
                            text.iter().map(|&byte| executor.terms.constant(8, u128::from(byte)));
                        longer.push((state, written.iter().copied().chain(characters).collect()));
                    }
                },
                Piece::Open(value, bits, conversion) => {
                    longer.extend(converted(executor, (state, written), *value, *bits, *conversion));
                }
            }
        }
        open = longer;
    }
    for written in open {
        nexts.extend(store(executor, written, call, format));
    }
    nexts
}

/// Takes a format apart; `None` if a symbolic value is converted in another way than is known here.
fn pieces(executor: &mut Executor<'_, '_>, text: &[u8], given: &[(Term, Type)]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let (mut known, mut values) = (Vec::new(), Vec::new());
    let mut given = given.iter();
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        if first != b'%' {
            known.push(first);
            rest = after;
            continue;
        }
        let modifiers = after.iter().take_while(|byte| b"-+ #0123456789.*'hlLjzt".contains(byte)).count();
        let (modifiers, conversion) = (&after[..modifiers], *after.get(modifiers)?);
        let specification = &rest[..modifiers.len() + 2];
        rest = &rest[specification.len()..];
        let stars = modifiers.iter().filter(|&&byte| byte == b'*').count();
        let count = if conversion == b'%' { 0 } else { stars + 1 };
        let used: Vec<(Term, Type)> = given.by_ref().take(count).copied().collect();
        let all_known =
            used.iter().map(|&(value, ty)| executor.terms.known(value).map(|bits| Argument { ty, bits }));
        if let Some(all_known) = all_known.collect::<Option<Vec<Argument>>>() {
            known.extend_from_slice(specification);
            values.extend(all_known);
            continue;
        }
        let &[(value, _)] = used.as_slice() else { return None };
        let bits = match (modifiers, conversion) {
            (_, b'c') if modifiers.is_empty() => 8,
            (b"", b'd' | b'i' | b'u' | b'x' | b'X' | b'o') => 32,
            (b"h", b'd' | b'i' | b'u' | b'x' | b'X' | b'o') => 16,
            (b"hh", b'd' | b'i' | b'u' | b'x' | b'X' | b'o') => 8,
            (b"l" | b"ll" | b"j" | b"z" | b"t", b'd' | b'i' | b'u' | b'x' | b'X' | b'o') => 64,
            _ => return None,
        };
        pieces.push(Piece::Known(std::mem::take(&mut known), std::mem::take(&mut values)));
        pieces.push(Piece::Open(value, bits, conversion));
    }
    pieces.push(Piece::Known(known, values));
    Some(pieces)
}

/// What the interpreter writes for known values.
fn known_text<'p>(
    mut state: State<'p>,
    call: &Call,
    format: usize,
    text: &[u8],
    values: &[Argument],
) -> Result<(State<'p>, Vec<u8>), Box<Next<'p>>> {
    if text.is_empty() {
        return Ok((state, Vec::new()));
    }
    match interpreted(&mut state, call, format, text, values) {
        Ok(text) => Ok((state, text)),
        Err(end) => Err(Box::new(Next::stops(state, end))),
    }
}

fn interpreted(
    state: &mut State<'_>,
    call: &Call,
    format: usize,
    text: &[u8],
    values: &[Argument],
) -> Result<Vec<u8>, PathEnd> {
    let memory = &mut state.interpreter.machine.memory;
    let to = memory.allocate(MAX_KNOWN, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
    let from = memory.allocate(text.len() as u64 + 1, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
    let copy = memory.write(from, text.len() + 1)?;
    copy[..text.len()].copy_from_slice(text);
    copy[text.len()] = 0;
    let pointer = |address: u64| Argument { ty: Type::Pointer, bits: address.into() };
    let mut arguments = vec![pointer(to)];
    if format == 2 {
        arguments.push(Argument { ty: Type::Int(64), bits: MAX_KNOWN.into() });
    }
    arguments.push(pointer(from));
    arguments.extend_from_slice(values);
    let outcome = state.interpreter.call_outside(call.callee, &arguments);
    let memory = &mut state.interpreter.machine.memory;
    let written = memory.c_string(to).map(<[u8]>::to_vec);
    // A value of many kilobytes runs out of the room; what failed otherwise failed for the program's own reasons.
    match outcome {
        Ok(_) => Ok(written?),
        Err(PathEnd::Memory(_)) => {
            Err(PathEnd::Unsupported("a long text with a symbolic value in it".to_owned()))
        }
        Err(PathEnd::Marked) => {
            Err(PathEnd::Unsupported("a conversion to text of symbolic bytes".to_owned()))
        }
        Err(end) => Err(end),
    }
}

/// Writes a symbolic value, on a path for each number of digits.
fn converted<'p>(
    executor: &mut Executor<'p, '_>,
    (state, written): Written<'p>,
    value: Term,
    bits: u32,
    conversion: u8,
) -> Vec<Written<'p>> {
    let value = executor.terms.bits(value);
    let value = match executor.terms.store.width(value) {
        width if width > bits => executor.terms.store.bv_extract(value, bits - 1, 0),
        width => executor.terms.store.bv_zero_extend(value, bits - width),
    };
    if conversion == b'c' {
        return vec![(state, written.into_iter().chain([value]).collect())];
    }
    let base = match conversion {
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => 10,
    };
    let letters = if conversion == b'X' { b'A' } else { b'a' };
    if !matches!(conversion, b'd' | b'i') {
        return digits(executor, (state, written), value, base, letters);
    }
    let zero = executor.terms.store.bv(bits, 0);
    let is_negative = executor.terms.store.bv_slt(value, zero);
    let split = executor.questions.split(&mut executor.terms, state, is_negative);
    let mut all = Vec::new();
    if let Some(state) = split.holds {
        let minus = executor.terms.constant(8, u128::from(b'-'));
        let opposite = executor.terms.store.bv_neg(value);
        let signed: Vec<Term> = written.iter().copied().chain([minus]).collect();
        all.extend(digits(executor, (state, signed), opposite, base, letters));
    }
    if let Some(state) = split.fails {
        all.extend(digits(executor, (state, written), value, base, letters));
    }
    all
}

/// Writes an unsigned number.
fn digits<'p>(
    executor: &mut Executor<'p, '_>,
    (state, written): Written<'p>,
    value: Term,
    base: u64,
    letters: u8,
) -> Vec<Written<'p>> {
    let bits = executor.terms.store.width(value);
    let mut all = Vec::new();
    let mut left = Some(state);
    // The digits from the last on; as long as numbers of the type have more, those with fewer are paths of their own.
    let mut reversed = Vec::new();
    let mut power: u128 = 1;
    while let Some(state) = left.take() {
        reversed.push(digit(executor, value, base, power as u64, letters));
        power *= u128::from(base);
        let is_enough = if power >> bits == 0 {
            let limit = executor.terms.store.bv(bits, power as u64);
            executor.terms.store.bv_ult(value, limit)
        } else {
            executor.terms.store.bool(true)
        };
        let split = executor.questions.split(&mut executor.terms, state, is_enough);
        let characters = written.iter().chain(reversed.iter().rev()).copied();
        all.extend(split.holds.map(|state| (state, characters.collect())));
        left = split.fails;
    }
    all
}

/// The character of one digit: of `value / power` modulo the base.
fn digit(executor: &mut Executor<'_, '_>, value: Term, base: u64, power: u64, letters: u8) -> Term {
    let store = &mut executor.terms.store;
    let bits = store.width(value);
    let (power, radix) = (store.bv(bits, power), store.bv(bits, base));
    let quotient = store.bv_udiv(value, power);
    let number = store.bv_urem(quotient, radix);
    let number = store.bv_extract(number, 7, 0);
    let zero = store.bv(8, b'0'.into());
    let decimal = store.bv_add(number, zero);
    if base <= 10 {
        return decimal;
    }
    let (ten, offset) = (store.bv(8, 10), store.bv(8, u64::from(letters) - 10));
    let is_decimal = store.bv_ult(number, ten);
    let letter = store.bv_add(number, offset);
    store.ite(is_decimal, decimal, letter)
}

/// Stores what was written, as far as there is room, and returns its length.
fn store<'p>(
    executor: &mut Executor<'p, '_>,
    (mut state, written): Written<'p>,
    call: &Call,
    format: usize,
) -> Nexts<'p> {
    let to = call.known(executor, 0).unwrap_or(0);
    let room = if format == 2 { call.known(executor, 1).unwrap_or(0) } else { u64::MAX };
    let end = executor.terms.constant(8, 0);
    if room > 0 {
        let kept = written.iter().copied().take(usize::try_from(room - 1).unwrap_or(usize::MAX)).chain([end]);
        if let Err(fault) = executor.store_all(&mut state, to, kept) {
            return vec![Next::stops(state, fault)];
        }
    }
    let length = executor.terms.constant(32, written.len() as u128);
    executor.returned(state, call.results, &[length])
}
