//! What a path printed: text that is known, and symbolic values in between.

use crate::executor::Executor;
use crate::state::PathState;
use crate::terms::to_u128;
use std::sync::Arc;
use ulpwise_expr::{Term, Value};
use ulpwise_ir::Type;

/// A piece of what a path printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolicOutput {
    /// Text; its characters for the inputs of the path, if they depend on these.
    Text(Vec<u8>),
    /// A value that depends on inputs.
    Value {
        /// How it is printed: `%g`.
        conversion: String,
        /// Its type.
        ty: Type,
        /// Its bits for the inputs of the path.
        bits: u128,
        /// What it is, in SMT-LIB's notation, cut where it is long.
        expression: String,
    },
}

/// Something symbolic that was printed.
#[derive(Clone, Debug)]
struct Printed {
    /// How many bytes of known text were printed before.
    after: usize,
    what: Symbolic,
}

#[derive(Clone, Debug)]
pub(crate) enum Symbolic {
    /// A conversion of a value.
    Value(String, Term, Type),
    /// Characters up to the first zero.
    Text(Vec<Term>),
}

/// What a path printed that the interpreter does not know.
#[derive(Clone, Debug, Default)]
pub(crate) struct PrintLog {
    pieces: Arc<Vec<Printed>>,
}

/// How many symbolic pieces are kept; programs print for ever.
const MOST_PIECES: usize = 1000;

/// How long the text of an expression may be.
const MOST_CHARACTERS: usize = 1000;

impl PathState<'_> {
    /// Whether the path printed something.
    pub(crate) fn has_printed(&self) -> bool {
        !self.printed.pieces.is_empty() || !self.interpreter.machine.library.output.bytes().is_empty()
    }

    /// Remembers that something was printed now.
    pub(crate) fn print(&mut self, what: Symbolic) {
        let after = self.interpreter.machine.library.output.bytes().len();
        if self.printed.pieces.len() < MOST_PIECES {
            Arc::make_mut(&mut self.printed.pieces).push(Printed { after, what });
        }
    }
}

impl<'p> Executor<'p, '_> {
    /// All that a path printed, for its inputs.
    pub(crate) fn output(&mut self, state: &mut PathState<'p>) -> Vec<SymbolicOutput> {
        let known = state.interpreter.machine.library.output.bytes().to_vec();
        let pieces = Arc::clone(&state.printed.pieces);
        let mut output = Vec::new();
        let mut done = 0;
        for piece in pieces.iter() {
            if piece.after > done {
                output.push(SymbolicOutput::Text(known[done..piece.after].to_vec()));
                done = piece.after;
            }
            output.push(match &piece.what {
                Symbolic::Text(characters) => {
                    let bytes = characters.iter().map(|&byte| self.printed_bits(state, byte) as u8);
                    SymbolicOutput::Text(bytes.take_while(|&byte| byte != 0).collect())
                }
                Symbolic::Value(conversion, value, ty) => {
                    let bits = self.printed_bits(state, *value);
                    let mut expression = self.terms.store.display(*value).to_string();
                    if let Some((end, _)) = expression.char_indices().nth(MOST_CHARACTERS) {
                        expression.truncate(end);
                        expression.push('…');
                    }
                    SymbolicOutput::Value { conversion: conversion.clone(), ty: *ty, bits, expression }
                }
            });
        }
        if known.len() > done {
            output.push(SymbolicOutput::Text(known[done..].to_vec()));
        }
        output
    }

    /// The bits of a value in the path's model.
    fn printed_bits(&mut self, state: &mut PathState<'p>, value: Term) -> u128 {
        let bits = self.terms.bits(value);
        match self.questions.value(&self.terms, state, bits) {
            Some(Value::BitVec(bits)) => to_u128(bits.unsigned()),
            _ => 0,
        }
    }
}
