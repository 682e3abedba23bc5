//! `sprintf` and `snprintf` with symbolic values.
//!
//! Conversions of known values are the interpreter's. Integers, characters, strings and `%f` are
//! written as terms, one path for each number of characters. What is left (`%g`, `%e`, very large
//! numbers, widths that are arguments) is followed for a few values only, and for all others the
//! path ends as unsupported.

mod digits;
mod fixed;
pub(super) mod pieces;

use super::{ModelCall, Models, outside};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use pieces::{OpenConversion, Piece, pieces, stores_open_counts};
use ulpwise_expr::{Term, Value};
use ulpwise_interp::memory::{MemoryFault, ObjectKind};
use ulpwise_interp::{Argument, PathEnd};
use ulpwise_ir::{FloatFormat, Slot, Type};

pub(super) const MODELS: Models = &[
    ("snprintf", |executor, state, call| print_to(executor, state, call, 2)),
    ("sprintf", |executor, state, call| print_to(executor, state, call, 1)),
];

/// How many characters a part of known values may have.
const MAX_KNOWN: u64 = 1 << 16;

/// How many values of something are followed that cannot be followed as a term.
const SAMPLES: usize = 3;

/// Why a path ends at a `%n` behind symbolic values.
pub(super) const OPEN_COUNT: &str = "'%n' behind a symbolic value, whose characters are not counted";

/// A path, and the characters that it has written.
type Written<'p> = (PathState<'p>, Vec<Term>);

/// The format that is an argument of a call, which may be one of several.
pub(super) fn format_text<'p>(
    state: PathState<'p>,
    format: u64,
) -> Result<(PathState<'p>, Vec<u8>), Nexts<'p>> {
    match state.interpreter.machine.memory.c_string(format) {
        Ok(text) => {
            let text = text.to_vec();
            Ok((state, text))
        }
        Err(MemoryFault::Marked) => Err(Executor::unsupported(state, "a format of symbolic characters")),
        Err(fault) => Err(vec![Next::stops(state, fault)]),
    }
}

/// Prints to the first argument; the format is the argument at `format`, after the size if there is
/// one.
fn print_to<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    format: usize,
) -> Nexts<'p> {
    let before: Vec<usize> = (0..=format).collect();
    if let Some(open) = call.first_open(&state, &before) {
        return executor.enumerate(state, open);
    }
    let text = call.known(executor, format).unwrap_or(0);
    let (state, text) = match format_text(state, text) {
        Ok(read) => read,
        Err(nexts) => return nexts,
    };
    let Some(pieces) = pieces(executor, &state, &text, &call.given, format + 1) else {
        return outside(executor, state, call);
    };
    if stores_open_counts(&text, &pieces) {
        return Executor::unsupported(state, OPEN_COUNT);
    }
    let mut nexts = Vec::new();
    let mut open = vec![(state, Vec::new())];
    for piece in &pieces {
        let mut longer = Vec::new();
        for written in open {
            match piece {
                Piece::Known(text, values) => {
                    known(executor, written, call, format, (text, values), &mut longer, &mut nexts);
                }
                Piece::Open(piece) => converted(executor, written, call, piece, &mut longer, &mut nexts),
            }
        }
        open = longer;
    }
    for written in open {
        nexts.extend(store(executor, written, call, format));
    }
    nexts
}

/// Writes known values.
fn known<'p>(
    executor: &mut Executor<'p, '_>,
    (mut state, written): Written<'p>,
    call: &ModelCall,
    format: usize,
    (text, values): (&[u8], &[Argument]),
    longer: &mut Vec<Written<'p>>,
    nexts: &mut Nexts<'p>,
) {
    match interpreted(&mut state, call, format, text, values) {
        Err(end) => nexts.push(Next::stops(state, end)),
        Ok(text) => {
            let characters = text.iter().map(|&byte| executor.terms.constant(8, u128::from(byte)));
            longer.push((state, written.iter().copied().chain(characters).collect()));
        }
    }
}

fn pointer(address: u64) -> Argument {
    Argument { ty: Type::Pointer, bits: address.into() }
}

/// Has the interpreter make a call with another format, after some arguments and before the values.
fn call_with_format(
    state: &mut PathState<'_>,
    call: &ModelCall,
    mut arguments: Vec<Argument>,
    text: &[u8],
    values: &[Argument],
) -> Result<(), PathEnd> {
    let memory = &mut state.interpreter.machine.memory;
    let format = memory.allocate(text.len() as u64 + 1, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
    let copy = memory.write(format, text.len() + 1)?;
    copy[..text.len()].copy_from_slice(text);
    copy[text.len()] = 0;
    arguments.push(pointer(format));
    arguments.extend_from_slice(values);
    let outcome = state.interpreter.call_outside(call.callee, &arguments);
    state.interpreter.machine.memory.free(format, ObjectKind::Host)?;
    outcome.map(drop)
}

/// Has the interpreter print known values of a call whose format is the argument at `format`.
pub(super) fn print_known(
    executor: &mut Executor<'_, '_>,
    state: &mut PathState<'_>,
    call: &ModelCall,
    format: usize,
    text: &[u8],
    values: &[Argument],
) -> Result<(), PathEnd> {
    let mut before = Vec::new();
    for &(value, ty) in &call.given[..format] {
        before.push(Argument { ty, bits: executor.terms.known(value).unwrap_or(0) });
    }
    call_with_format(state, call, before, text, values)
}

/// What the interpreter writes for known values.
fn interpreted(
    state: &mut PathState<'_>,
    call: &ModelCall,
    format: usize,
    text: &[u8],
    values: &[Argument],
) -> Result<Vec<u8>, PathEnd> {
    let memory = &mut state.interpreter.machine.memory;
    let to = memory.allocate(MAX_KNOWN, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
    let mut arguments = vec![pointer(to)];
    if format == 2 {
        arguments.push(Argument { ty: Type::Int(64), bits: MAX_KNOWN.into() });
    }
    let outcome = call_with_format(state, call, arguments, text, values);
    let memory = &mut state.interpreter.machine.memory;
    let written = memory.c_string(to).map(<[u8]>::to_vec);
    memory.free(to, ObjectKind::Host)?;
    // A value of many kilobytes runs out of the room; what failed otherwise failed for the
    // program's own reasons.
    match outcome {
        Ok(()) => Ok(written?),
        Err(PathEnd::Memory(_)) => {
            Err(PathEnd::Unsupported("a long text with a symbolic value in it".to_owned()))
        }
        Err(end) => Err(end),
    }
}

/// Writes a symbolic value.
fn converted<'p>(
    executor: &mut Executor<'p, '_>,
    written: Written<'p>,
    call: &ModelCall,
    piece: &OpenConversion,
    longer: &mut Vec<Written<'p>>,
    nexts: &mut Nexts<'p>,
) {
    let Some(&(value, _)) = piece.values.last().filter(|_| !piece.field.is_strange) else {
        return nexts.extend(sampled(executor, written.0, call, piece));
    };
    match (piece.conversion, &piece.length[..]) {
        (b'c', b"") => {
            let value = executor.terms.bits(value);
            let character = executor.terms.store.bv_extract(value, 7, 0);
            let filled = piece.field.fill(executor, &[character], 0, false);
            let (state, before) = written;
            longer.push((state, before.into_iter().chain(filled).collect()));
        }
        (b's', b"") => match executor.terms.known(value) {
            Some(address) => string(executor, written, address as u64, piece, longer, nexts),
            None => nexts.extend(sampled(executor, written.0, call, piece)),
        },
        (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', length) => match digits::bits_of(length) {
            Some(bits) => {
                longer.extend(digits::integer(executor, written, value, bits, piece.conversion, piece.field));
            }
            None => nexts.extend(sampled(executor, written.0, call, piece)),
        },
        (b'f' | b'F', length) => {
            let format = if length == b"L" { FloatFormat::X87 } else { FloatFormat::F64 };
            match fixed::fixed(executor, written, value, format, piece.conversion == b'F', piece.field) {
                Ok((all, large)) => {
                    longer.extend(all);
                    for state in large {
                        nexts.extend(sampled(executor, state, call, piece));
                    }
                }
                Err(state) => nexts.extend(sampled(executor, *state, call, piece)),
            }
        }
        _ => nexts.extend(sampled(executor, written.0, call, piece)),
    }
}

/// Writes a string of symbolic characters, on a path for each length.
fn string<'p>(
    executor: &mut Executor<'p, '_>,
    (state, before): Written<'p>,
    address: u64,
    piece: &OpenConversion,
    longer: &mut Vec<Written<'p>>,
    nexts: &mut Nexts<'p>,
) {
    let most = piece.field.precision.map_or(u64::MAX, |most| most as u64);
    let mut add = |executor: &mut Executor<'p, '_>, state: PathState<'p>, characters: &[Term]| {
        let filled = piece.field.fill(executor, characters, 0, false);
        longer.push((state, before.iter().copied().chain(filled).collect()));
    };
    let mut characters = Vec::new();
    let mut left = Some(state);
    while let Some(state) = left.take() {
        if characters.len() as u64 == most {
            return add(executor, state, &characters);
        }
        let byte =
            match state.load_bytes(&mut executor.terms, address.wrapping_add(characters.len() as u64), 1) {
                Ok(byte) => executor.terms.bits(byte),
                Err(fault) => return nexts.push(Next::stops(state, fault)),
            };
        let zero = executor.terms.constant(8, 0);
        let is_end = executor.terms.store.eq(byte, zero);
        let split = executor.questions.split(&mut executor.terms, state, is_end);
        if let Some(state) = split.holds {
            add(executor, state, &characters);
        }
        characters.push(byte);
        left = split.fails;
    }
}

/// Goes on with a few values of what a conversion takes; all others are not followed.
fn sampled<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    piece: &OpenConversion,
) -> Nexts<'p> {
    let arguments: Vec<usize> = (piece.first_argument..call.given.len()).collect();
    let Some(slot) = call.first_open(&state, &arguments) else {
        return Executor::unsupported(state, "a conversion to text that is not known");
    };
    let specification = String::from_utf8_lossy(&piece.specification).into_owned();
    executor.sample(state, slot, SAMPLES, &format!("'{specification}' of a symbolic value"))
}

impl<'p> Executor<'p, '_> {
    /// Goes on with a slot at some values that it can have, for each of which the instruction is
    /// still to be carried out. With all its other values the path ends as unsupported, for they
    /// are not followed.
    fn sample(&mut self, state: PathState<'p>, slot: Slot, values: usize, what: &str) -> Nexts<'p> {
        let mut nexts = Vec::new();
        let mut left = Some(state);
        for _ in 0..values {
            let Some(mut state) = left.take() else { return nexts };
            let value = state.get(&mut self.terms, slot);
            let bits = self.terms.bits(value);
            let Some(Value::BitVec(constant)) = self.questions.pick(&self.terms, &mut state, bits) else {
                left = Some(state);
                break;
            };
            let constant = self.terms.store.bit_vector(constant);
            let is_it = self.terms.store.eq(bits, constant);
            let split = self.questions.split(&mut self.terms, state, is_it);
            if let Some(mut state) = split.holds {
                state.set(&mut self.terms, slot, constant);
                nexts.push(Next::Goes(state));
            }
            left = split.fails;
        }
        if let Some(state) = left {
            nexts.extend(Self::unsupported(state, format!("{what}, of which {values} values are followed")));
        }
        nexts
    }
}

/// Stores what was written, as far as there is room, and returns its length.
fn store<'p>(
    executor: &mut Executor<'p, '_>,
    (mut state, written): Written<'p>,
    call: &ModelCall,
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
