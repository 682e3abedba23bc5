//! Output with symbolic values in it. What was printed is kept as values and characters; how many
//! characters `printf` wrote is left open.

use super::format::pieces::{Piece, pieces, stores_open_counts};
use super::format::{OPEN_COUNT, format_text, print_known};
use super::{ModelCall, Models, outside};
use crate::executor::Executor;
use crate::output::Symbolic;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_expr::{Sort, Term};

pub(super) const MODELS: Models = &[
    ("fprintf", |executor, state, call| print(executor, state, call, 1)),
    ("fputc", character),
    ("fputs", |executor, state, call| text(executor, state, call, None)),
    ("fwrite", bytes),
    ("printf", |executor, state, call| print(executor, state, call, 0)),
    ("putc", character),
    ("putchar", character),
    ("puts", |executor, state, call| text(executor, state, call, Some(b'\n'))),
];

/// How many bytes are kept that are written at once.
const MOST_BYTES: u64 = 1 << 16;

/// Ends paths on which what is printed depends on something that was not initialised.
fn decided<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    values: impl IntoIterator<Item = Term>,
    nexts: &mut Nexts<'p>,
) -> Option<PathState<'p>> {
    let mut left = Some(state);
    for value in values {
        let (state, ended) = executor.decides(left?, value);
        nexts.extend(ended);
        left = state;
    }
    left
}

/// `printf` and `fprintf`; the format is the argument at `format`.
fn print<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    format: usize,
) -> Nexts<'p> {
    let before: Vec<usize> = (0..=format).collect();
    if let Some(open) = call.first_open(&state, &before) {
        return executor.enumerate(state, open);
    }
    let mut nexts = Vec::new();
    let values: Vec<Term> = call.given.iter().map(|&(value, _)| value).collect();
    let Some(state) = decided(executor, state, values, &mut nexts) else { return nexts };
    let address = call.known(executor, format).unwrap_or(0);
    let (mut state, text) = match format_text(state, address) {
        Ok(read) => read,
        Err(ended) => {
            nexts.extend(ended);
            return nexts;
        }
    };
    let Some(pieces) = pieces(executor, &state, &text, &call.given, format + 1) else {
        nexts.extend(outside(executor, state, call));
        return nexts;
    };
    if stores_open_counts(&text, &pieces) {
        nexts.extend(Executor::unsupported(state, OPEN_COUNT));
        return nexts;
    }
    for piece in &pieces {
        match piece {
            Piece::Known(text, values) => {
                if let Err(end) = print_known(executor, &mut state, call, format, text, values) {
                    nexts.push(Next::stops(state, end));
                    return nexts;
                }
            }
            Piece::Open(open) => {
                let Some(&(value, ty)) = open.values.last() else { continue };
                let conversion = String::from_utf8_lossy(&open.specification).into_owned();
                let address = executor.terms.known(value).filter(|_| open.conversion == b's');
                let most = open.field.precision.map_or(MOST_BYTES, |most| most as u64);
                let what = match address {
                    Some(address) => {
                        let read = characters(executor, state, address as u64, most, &mut nexts);
                        let Some((goes_on, characters)) = read else { return nexts };
                        state = goes_on;
                        Symbolic::Text(characters)
                    }
                    None => Symbolic::Value(conversion, value, ty),
                };
                state.print(what);
            }
        }
    }
    nexts.extend(number_of_characters(executor, state, call));
    nexts
}

/// The call returns how many characters were printed, whatever that is.
fn number_of_characters<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
) -> Nexts<'p> {
    let written = executor.terms.store.fresh_variable("printed", Sort::BitVec(32));
    executor.returned(state, call.results, &[written])
}

/// The characters of a string, up to the first that is a zero for certain. A path on which it runs
/// out of its object ends.
fn characters<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    address: u64,
    most: u64,
    nexts: &mut Nexts<'p>,
) -> Option<(PathState<'p>, Vec<Term>)> {
    let mut characters = Vec::new();
    let mut fault = None;
    for at in 0..most.min(MOST_BYTES) {
        let byte = match state.load_bytes(&mut executor.terms, address.wrapping_add(at), 1) {
            Ok(byte) => executor.terms.bits(byte),
            Err(met) => {
                fault = Some(met);
                break;
            }
        };
        if executor.terms.known(byte) == Some(0) {
            break;
        }
        characters.push(byte);
    }
    let mut left = decided(executor, state, characters.clone(), nexts)?;
    if let Some(fault) = fault {
        let zero = executor.terms.constant(8, 0);
        let ends: Vec<Term> = characters.iter().map(|&byte| executor.terms.store.eq(byte, zero)).collect();
        let is_over = executor.terms.store.or(&ends);
        let split = executor.questions.split(&mut executor.terms, left, is_over);
        nexts.extend(split.fails.map(|state| Next::stops(state, fault)));
        left = split.holds?;
    }
    Some((left, characters))
}

/// `puts` and `fputs`: a string, and perhaps a character after it.
fn text<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    end: Option<u8>,
) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let address = call.known(executor, 0).unwrap_or(0);
    let mut nexts = Vec::new();
    let Some((mut state, characters)) = characters(executor, state, address, MOST_BYTES, &mut nexts) else {
        return nexts;
    };
    state.print(Symbolic::Text(characters));
    if let Some(end) = end {
        let end = executor.terms.constant(8, end.into());
        state.print(Symbolic::Text(vec![end]));
    }
    nexts.extend(number_of_characters(executor, state, call));
    nexts
}

/// `putchar` and its kin.
fn character<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let value = call.argument(executor, 0);
    let mut nexts = Vec::new();
    let Some(mut state) = decided(executor, state, [value], &mut nexts) else { return nexts };
    let bits = executor.terms.bits(value);
    let byte = executor.terms.store.bv_extract(bits, 7, 0);
    state.print(Symbolic::Text(vec![byte]));
    let written = executor.terms.store.bv_zero_extend(byte, 24);
    nexts.extend(executor.returned(state, call.results, &[written]));
    nexts
}

/// `fwrite(from, size, count, stream)`.
fn bytes<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1, 2, 3]) {
        return executor.enumerate(state, open);
    }
    let [from, size, count] = [0, 1, 2].map(|at| call.known(executor, at).unwrap_or(0));
    let all = size.saturating_mul(count);
    if all > MOST_BYTES {
        return Executor::unsupported(state, format!("fwrite of {all} bytes of which some are symbolic"));
    }
    let mut nexts = Vec::new();
    let mut written = Vec::new();
    for at in 0..all {
        match state.load_bytes(&mut executor.terms, from.wrapping_add(at), 1) {
            Ok(byte) => written.push(executor.terms.bits(byte)),
            Err(fault) => return vec![Next::stops(state, fault)],
        }
    }
    let Some(mut state) = decided(executor, state, written.clone(), &mut nexts) else { return nexts };
    state.print(Symbolic::Text(written));
    let count = executor.terms.constant(64, if size == 0 { 0 } else { count.into() });
    nexts.extend(executor.returned(state, call.results, &[count]));
    nexts
}
