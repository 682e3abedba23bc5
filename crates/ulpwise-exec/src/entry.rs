//! Where an exploration begins: a function, and what is known of its arguments.

use crate::decision::Script;
use crate::executor::Executor;
use crate::inputs::Input;
use crate::models;
use crate::state::State;
use ulpwise_expr::{Sort, Term};
use ulpwise_interp::memory::ObjectKind;
use ulpwise_interp::{Interpreter, PathEnd};
use ulpwise_ir::{FunctionId, Type};

/// Where an exploration begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The function.
    pub function: FunctionId,
    /// What is known of its arguments.
    pub given: Vec<Given>,
}

/// An argument of the function that is explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// Any value.
    Any,
    /// These bits.
    Bits(u128),
    /// A pointer to this many elements of a type, each any value.
    Array(Type, usize),
    /// A pointer to an object.
    Object(Object),
}

/// Memory that an argument points to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object {
    /// How many bytes.
    pub size: u64,
    /// What stands at which offset; everything else is zero.
    pub contents: Vec<(u64, Content)>,
}

/// A piece of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Any value of a type, as an input of this name.
    Any(String, Type),
    /// These bytes.
    Bytes(Vec<u8>),
    /// The address of another object.
    Address(Object),
}

impl Object {
    /// An object of known bytes.
    pub fn of_bytes(bytes: &[u8]) -> Object {
        Object { size: bytes.len() as u64, contents: vec![(0, Content::Bytes(bytes.to_vec()))] }
    }
}

impl<'p> Executor<'p, '_> {
    /// The path at the first instruction of a function, after the program's constructors ran, perhaps to follow decisions that were taken
    /// before.
    pub(crate) fn start(&mut self, entry: &Entry, script: Option<Script>) -> Result<State<'p>, PathEnd> {
        let Entry { function, given } = entry;
        let function = *function;
        let mut interpreter = Interpreter::new(self.program, self.options.run.clone());
        interpreter.run_constructors().map_err(|stop| stop.end)?;
        interpreter.intercept(models::intercepted(self.program));
        let target = &self.program.module().functions[function];
        let mut raw = Vec::new();
        let mut state = State::new(interpreter);
        state.script = script;
        let mut symbolic = Vec::new();
        for (at, (&ty, given)) in target.parameters.iter().zip(given).enumerate() {
            let name = format!("arg{at}");
            let bits = match given {
                Given::Bits(bits) => *bits,
                Given::Any => {
                    symbolic.push((at, self.input(&mut state, &name, ty, 1)[0]));
                    0
                }
                Given::Array(element, count) => self.array(&mut state, &name, *element, *count)?.into(),
                Given::Object(object) => self.object(&mut state, object)?.into(),
            };
            raw.push(bits as u64);
            if ty.is_wide() {
                raw.push((bits >> 64) as u64);
            }
        }
        state.interpreter.enter(function, &raw, Vec::new())?;
        state.entered();
        let slots: Vec<_> = state.interpreter.body().parameters().map(|(slot, _)| slot).collect();
        for (at, value) in symbolic {
            state.set(&mut self.terms, slots[at], value);
        }
        Ok(state)
    }

    /// New inputs of a type.
    pub(crate) fn input(&mut self, state: &mut State<'p>, name: &str, ty: Type, count: usize) -> Vec<Term> {
        let sort = Sort::BitVec(u32::from(ty.bits()));
        let elements: Vec<Term> = (0..count).map(|_| self.terms.store.fresh_variable(name, sort)).collect();
        state.inputs.push(Input { name: name.to_owned(), ty, elements: elements.clone() });
        state.scripted_input();
        elements
    }

    /// An object whose elements are inputs.
    fn array(&mut self, state: &mut State<'p>, name: &str, ty: Type, count: usize) -> Result<u64, PathEnd> {
        // An x87 number takes 16 bytes of which it uses ten.
        let stride = ty.store_bytes().next_power_of_two();
        let memory = &mut state.interpreter.machine.memory;
        let address =
            memory.allocate((stride * count) as u64, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
        for (at, element) in self.input(state, name, ty, count).into_iter().enumerate() {
            state.store(&mut self.terms, address + (at * stride) as u64, ty, element)?;
        }
        Ok(address)
    }

    /// An object, and those it points to. Objects are as deep as a declaration nests them.
    fn object(&mut self, state: &mut State<'p>, object: &Object) -> Result<u64, PathEnd> {
        let memory = &mut state.interpreter.machine.memory;
        let address = memory.allocate(object.size, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
        if object.size > 0 {
            memory.write(address, object.size as usize)?.fill(0);
        }
        for (offset, content) in &object.contents {
            let place = address + offset;
            match content {
                Content::Any(name, ty) => {
                    let value = self.input(state, name, *ty, 1)[0];
                    state.store(&mut self.terms, place, *ty, value)?;
                }
                Content::Bytes(bytes) => {
                    let memory = &mut state.interpreter.machine.memory;
                    memory.write(place, bytes.len())?.copy_from_slice(bytes);
                }
                Content::Address(inner) => {
                    let inner = self.object(state, inner)?;
                    let memory = &mut state.interpreter.machine.memory;
                    memory.write(place, 8)?.copy_from_slice(&inner.to_le_bytes());
                }
            }
        }
        Ok(address)
    }
}
