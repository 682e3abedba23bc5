//! Where an exploration begins: a function, and what is known of its arguments.
//!
//! Functions that say what is assumed of the arguments run first, along all their paths; only where
//! they return something other than zero does the path go on to the next.

use crate::bounds::Bounds;
use crate::decision::Script;
use crate::executor::Executor;
use crate::files::{FileName, Files};
use crate::inputs::SymbolicInput;
use crate::models;
use crate::path::End;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use std::collections::BTreeMap;
use std::sync::Arc;
use ulpwise_expr::{Sort, Term};
use ulpwise_interp::memory::ObjectKind;
use ulpwise_interp::{Interpreter, PathEnd};
use ulpwise_ir::{FunctionId, Type};

/// Where an exploration begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The function.
    pub function: FunctionId,
    /// What is known of its arguments.
    pub given: Vec<Given>,
    /// Memory that arguments are taken from.
    pub objects: Vec<EntryObject>,
    /// Functions that must return something other than zero, with their arguments.
    pub assumptions: Vec<(FunctionId, Vec<Given>)>,
    /// Functions without parameters that run before all that.
    pub setup: Vec<FunctionId>,
    /// Files that the program may read, of so many bytes; each byte is any.
    pub files: Vec<(FileName, usize)>,
}

impl EntryPoint {
    /// A function with arguments of which nothing is assumed.
    pub fn new(function: FunctionId, given: Vec<Given>) -> EntryPoint {
        let (objects, assumptions, setup, files) = Default::default();
        EntryPoint { function, given, objects, assumptions, setup, files }
    }
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
    /// What stands in one of the entry's objects at an offset.
    Part(usize, u64),
    /// The address of one of the entry's objects.
    AddressOf(usize),
}

/// Memory that an argument points to, or is a part of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryObject {
    /// How many bytes.
    pub size: u64,
    /// What stands at which offset; everything else is zero.
    pub contents: Vec<(u64, Content)>,
}

/// A piece of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Any value of a type within bounds, as an input of this name.
    Any(String, Type, Bounds),
    /// These bytes.
    Bytes(Vec<u8>),
    /// The address of another object.
    Address(EntryObject),
}

impl EntryObject {
    /// An object of known bytes.
    pub fn of_bytes(bytes: &[u8]) -> EntryObject {
        EntryObject { size: bytes.len() as u64, contents: vec![(0, Content::Bytes(bytes.to_vec()))] }
    }
}

/// The calls that a path makes one after the other, the assumptions' and then the function's, and
/// where the entry's objects lie.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    calls: Vec<(FunctionId, Vec<Given>)>,
    addresses: Vec<u64>,
}

impl<'p> Executor<'p, '_> {
    /// The path at its first instruction, after the program's constructors ran, perhaps to follow
    /// decisions that were taken before. `None` if the bounds of the inputs leave nothing.
    pub(crate) fn start(
        &mut self,
        entry: &EntryPoint,
        script: Option<Script>,
    ) -> Result<Option<PathState<'p>>, PathEnd> {
        let mut interpreter = Interpreter::new(self.program, self.options.run.clone());
        interpreter.run_constructors().map_err(|stop| stop.end)?;
        for &setup in &entry.setup {
            interpreter.call(setup, &[]).map_err(|stop| stop.end)?;
        }
        // Calls begin in the mode of the options, in whichever mode the program's own beginning
        // left off.
        if interpreter.machine.float.rounding != self.options.run.rounding {
            return Err(PathEnd::Unsupported("what runs before the call changes the rounding mode".into()));
        }
        interpreter.intercept(models::intercepted(self.program));
        // A search for exceptions wants to know what comes after a conversion that has no value,
        // too.
        if !self.lookout.is_watching() {
            interpreter.end_at_undefined();
        }
        let mut state = PathState::new(interpreter);
        state.script = script;
        let mut contents = BTreeMap::new();
        for (name, bytes) in &entry.files {
            let elements = self.input(&mut state, name.text(), Type::Int(8), *bytes);
            if let Some(input) = state.inputs.last_mut() {
                input.file = Some(name.clone());
            }
            contents.insert(name.clone(), elements.into());
        }
        state.files = Files::new(contents);
        let mut bounds = Vec::new();
        let mut addresses = Vec::new();
        for object in &entry.objects {
            addresses.push(self.object(&mut state, object, &mut bounds)?);
        }
        let mut calls = entry.assumptions.clone();
        calls.push((entry.function, entry.given.clone()));
        state.plan = Arc::new(Plan { calls, addresses });
        let within = self.terms.store.and(&bounds);
        let Some(mut state) = self.questions.only_if(&mut self.terms, state, within) else { return Ok(None) };
        self.begin(&mut state)?;
        Ok(Some(state))
    }

    /// Enters the function that is the path's next.
    fn begin(&mut self, state: &mut PathState<'p>) -> Result<(), PathEnd> {
        let plan = Arc::clone(&state.plan);
        let (function, given) = &plan.calls[state.stage];
        let types = &self.program.module().functions[*function].parameters;
        let mut values = Vec::new();
        for (at, (&ty, given)) in types.iter().zip(given).enumerate() {
            let name = format!("arg{at}");
            values.push(match given {
                Given::Bits(bits) => self.terms.constant(ty.bits(), *bits),
                Given::Any => self.input(state, &name, ty, 1)[0],
                Given::Array(element, count) => {
                    let address = self.array(state, &name, *element, *count)?;
                    self.terms.constant(64, address.into())
                }
                Given::Part(object, offset) => {
                    state.load(&mut self.terms, plan.addresses[*object] + offset, ty)?
                }
                Given::AddressOf(object) => self.terms.constant(64, plan.addresses[*object].into()),
            });
        }
        let mut raw = Vec::new();
        for (&value, ty) in values.iter().zip(types) {
            let bits = self.terms.known(value).unwrap_or(0);
            raw.push(bits as u64);
            if ty.is_wide() {
                raw.push((bits >> 64) as u64);
            }
        }
        state.events_before = state.interpreter.events().len();
        state.interpreter.enter(*function, &raw, Vec::new())?;
        state.entered();
        let slots: Vec<_> = state.interpreter.body().parameters().map(|(slot, _)| slot).collect();
        for (slot, value) in slots.into_iter().zip(values) {
            state.set(&mut self.terms, slot, value);
        }
        Ok(())
    }

    /// The outermost call of a path returned: it ends, or goes on to the next function if what was
    /// assumed holds.
    pub(crate) fn finished(&mut self, mut state: PathState<'p>, returned: &[Term]) -> Nexts<'p> {
        if state.is_in_last_call() {
            let bits = returned.iter().map(|&value| self.bits_in_model(&mut state, value)).collect();
            return vec![Next::Ends(state, End::Returned(bits))];
        }
        let Some(&value) = returned.first() else { return Vec::new() };
        let bits = self.terms.bits(value);
        let holds = self.terms.is_not_zero(bits);
        let Some(mut state) = self.questions.only_if(&mut self.terms, state, holds) else {
            return Vec::new();
        };
        state.stage += 1;
        match self.begin(&mut state) {
            Ok(()) => vec![Next::Goes(state)],
            Err(end) => vec![Next::stops(state, end)],
        }
    }

    /// New inputs of a type.
    pub(crate) fn input(
        &mut self,
        state: &mut PathState<'p>,
        name: &str,
        ty: Type,
        count: usize,
    ) -> Vec<Term> {
        let sort = Sort::BitVec(u32::from(ty.bits()));
        let elements: Vec<Term> = (0..count).map(|_| self.terms.store.fresh_variable(name, sort)).collect();
        let input = SymbolicInput {
            name: name.to_owned(),
            ty,
            is_typed: true,
            elements: elements.clone(),
            file: None,
        };
        state.inputs.push(input);
        state.scripted_input();
        elements
    }

    /// An object whose elements are inputs.
    fn array(
        &mut self,
        state: &mut PathState<'p>,
        name: &str,
        ty: Type,
        count: usize,
    ) -> Result<u64, PathEnd> {
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

    /// An object, and those it points to, which are as deep as a declaration nests them; what its
    /// inputs are bound to is added to the others.
    fn object(
        &mut self,
        state: &mut PathState<'p>,
        object: &EntryObject,
        bounds: &mut Vec<Term>,
    ) -> Result<u64, PathEnd> {
        let memory = &mut state.interpreter.machine.memory;
        let address = memory.allocate(object.size, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
        if object.size > 0 {
            memory.write(address, object.size as usize)?.fill(0);
        }
        for (offset, content) in &object.contents {
            let place = address + offset;
            match content {
                Content::Any(name, ty, within) => {
                    let value = self.input(state, name, *ty, 1)[0];
                    bounds.extend(within.condition(&mut self.terms, value));
                    state.store(&mut self.terms, place, *ty, value)?;
                }
                Content::Bytes(bytes) => {
                    let memory = &mut state.interpreter.machine.memory;
                    memory.write(place, bytes.len())?.copy_from_slice(bytes);
                }
                Content::Address(inner) => {
                    let inner = self.object(state, inner, bounds)?;
                    let memory = &mut state.interpreter.machine.memory;
                    memory.write(place, 8)?.copy_from_slice(&inner.to_le_bytes());
                }
            }
        }
        Ok(address)
    }
}

impl PathState<'_> {
    /// Whether the path ends when its outermost call returns.
    pub(crate) fn is_in_last_call(&self) -> bool {
        self.stage + 1 >= self.plan.calls.len()
    }
}
