//! What the paths of a function come to, as terms: for the comparison of two programs on the same
//! inputs.
//!
//! The first program is explored with inputs of its own; each of its paths is then the beginning of
//! an exploration of the second one, which takes the same terms for its inputs and for variables of
//! the same name. Terms are shared, so that what both compute alike is one term.
//!
//! What holds: an [`Outcome`] without an obstacle says all that a path leaves behind: what it
//! returned, the objects that it was given, and the variables that it changed. What it printed, left
//! on the heap or in the state of the library is an obstacle or has an assumption of its own.

use crate::driver::Worker;
use crate::entry::{Content, EntryObject, EntryPoint};
use crate::executor::Executor;
use crate::flags::NUMBERED;
use crate::path::{End, Summary};
use crate::questions::QueryAnswer;
use crate::state::PathState;
use crate::terms::Terms;
use crate::trail::Trail;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use ulpwise_expr::{Model, Term, Value};
use ulpwise_float::Flags;
use ulpwise_interp::PathEnd;
use ulpwise_interp::memory::Memory;
use ulpwise_ir::{GlobalId, Type};
use ulpwise_solver::Reason;

/// A word of a variable: the variable's name, and the offset.
pub type VariableWord = (String, u64);

/// What two explorations have in common.
#[derive(Debug, Default)]
pub struct SharedTerms {
    /// The terms.
    pub terms: Terms,
    /// What variables hold when the call begins, if that may be anything.
    variables: BTreeMap<VariableWord, Term>,
}

/// A piece of an object that a function is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// The input with this number, in the executor's order.
    Input(usize, Type),
    /// A number of what the function returns in memory.
    Result(Type),
    /// A byte that is no input.
    Byte,
    /// An address, which has to stay.
    Address,
}

/// What a path left behind.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What it returned, as wide as the types of the results.
    pub returned: Vec<Term>,
    /// The objects that it was given, in order, each as its cells: what they were and what they are.
    pub cells: Vec<ObjectCell>,
    /// The variables that it changed: what they were, and what they are.
    pub changed: BTreeMap<VariableWord, (Term, Term)>,
    /// Whether it raised each of [`COMPARED_FLAGS`]; empty unless that was asked for.
    pub flags: Vec<Term>,
    /// Why that is not all, if it is not.
    pub obstacle: Option<String>,
    conditions: Trail<Term>,
    model: Arc<Model>,
    inputs: Vec<Term>,
}

impl Outcome {
    /// The inputs, in order.
    pub fn inputs(&self) -> &[Term] {
        &self.inputs
    }
}

/// A piece of an object, before and after the call.
#[derive(Clone, Debug)]
pub struct ObjectCell {
    /// In which of the entry's objects, counted as they are made.
    pub object: usize,
    /// The byte where it begins.
    pub offset: u64,
    /// What it is.
    pub kind: CellKind,
    /// What it was.
    pub before: Term,
    /// What it is.
    pub after: Term,
}

/// What another program did on the same inputs.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// One of its paths.
    pub outcome: &'a Outcome,
    /// The inputs as terms, in the executor's order.
    pub inputs: &'a [Term],
}

/// What values depend on besides inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undetermined {
    /// Nothing.
    Nothing,
    /// What was never set.
    NeverSet,
    /// The bits of NaNs that operations give, where one of these conditions holds.
    NanBits(Vec<Term>),
}

/// Whether two outcomes can be made to meet a condition.
#[derive(Debug)]
pub enum JointAnswer {
    /// By these values of the inputs of the first program.
    Possible(Vec<u128>),
    /// By none.
    Impossible,
    /// That is not known.
    Unknown(Reason),
}

/// The IEEE flags that can be compared: all but those that most operations raise.
pub const COMPARED_FLAGS: [Flags; 3] = [Flags::INVALID, Flags::DIVIDE_BY_ZERO, Flags::OVERFLOW];

/// What is noted of paths.
#[derive(Clone, Copy, Debug)]
pub struct NotedOutcomes<'a> {
    /// Numbers that are returned in one of the entry's objects, by its number, with their offsets.
    pub results: &'a [(usize, u64, Type)],
    /// Whether the flags of [`COMPARED_FLAGS`] are noted.
    pub flags: bool,
}

/// What is remembered of a call that is compared.
#[derive(Debug, Default)]
pub(crate) struct OutcomeRecorder {
    /// The terms of the inputs, if another program has them.
    inputs: Option<Vec<Term>>,
    used: usize,
    /// What is returned in memory.
    results: Vec<(usize, u64, Type)>,
    /// Whether flags are noted.
    flags: bool,
    /// What variables hold when the call begins.
    variables: BTreeMap<VariableWord, Term>,
    /// What has to hold besides, and inputs that meet it.
    before: Option<(Trail<Term>, Arc<Model>)>,
    /// The pieces of the objects.
    places: Vec<(u64, ObjectCell)>,
    /// The words of variables at the beginning.
    words: Vec<(GlobalId, u64, Type, Term)>,
    outcomes: Vec<Outcome>,
}

impl OutcomeRecorder {
    /// The term of the next input, if another program has it.
    pub(crate) fn next_input(&mut self) -> Option<Term> {
        let next = self.inputs.as_ref()?.get(self.used).copied();
        self.used += 1;
        next
    }

    /// The term that a word of a variable has at the beginning.
    pub(crate) fn word(&mut self, name: &str, offset: u64, make: impl FnOnce() -> Term) -> Term {
        *self.variables.entry((name.to_owned(), offset)).or_insert_with(make)
    }

    /// Lowers all flags before a call, if these are noted: what was raised before is not the call's.
    pub(crate) fn lower_flags(&self, state: &mut PathState<'_>) {
        if self.flags {
            let all = NUMBERED.iter().fold(Flags::NONE, |all, &(_, flag)| all.union(flag));
            state.flags.clear(all);
            state.interpreter.lower_paused_flags(all);
        }
    }

    /// What has to hold besides, and inputs that meet it.
    pub(crate) fn take_before(&mut self) -> Option<(Trail<Term>, Arc<Model>)> {
        self.before.take()
    }
}

/// How many bytes of variables are compared.
const MOST_VARIABLE_BYTES: u64 = 1 << 16;

impl<'p> Executor<'p, '_> {
    /// Follows all paths of a function and says what each came to; `given` is what another program did
    /// on the same inputs.
    ///
    /// # Errors
    /// The function cannot be entered with these arguments.
    pub fn outcomes(
        &mut self,
        shared: &mut SharedTerms,
        entry: &EntryPoint,
        noted: NotedOutcomes<'_>,
        given: Option<Given<'_>>,
    ) -> Result<(Vec<Outcome>, Summary), PathEnd> {
        std::mem::swap(&mut self.terms, &mut shared.terms);
        self.recorder = Some(OutcomeRecorder {
            inputs: given.map(|given| given.inputs.to_vec()),
            results: noted.results.to_vec(),
            flags: noted.flags,
            variables: std::mem::take(&mut shared.variables),
            before: given.map(|given| (given.outcome.conditions.clone(), Arc::clone(&given.outcome.model))),
            ..OutcomeRecorder::default()
        });
        let exchange = crate::driver::Exchange::new(1);
        let summary = Worker::new(self, &exchange, 0, &mut |_| {}).run(entry);
        let recorder = self.recorder.take().unwrap_or_default();
        shared.variables = recorder.variables;
        std::mem::swap(&mut self.terms, &mut shared.terms);
        Ok((recorder.outcomes, summary?))
    }

    /// Whether inputs that lead to an outcome can meet one more condition.
    pub fn meet(
        &mut self,
        shared: &mut SharedTerms,
        outcome: &Outcome,
        inputs: &[Term],
        condition: Term,
        limit: Duration,
    ) -> JointAnswer {
        match self.questions.again(&mut shared.terms, &outcome.conditions, condition, limit) {
            QueryAnswer::Closed => JointAnswer::Impossible,
            QueryAnswer::Open(reason) => JointAnswer::Unknown(reason),
            QueryAnswer::Taken(model) => {
                let value = |term: &Term| match model.get(*term) {
                    Some(Value::BitVec(bits)) => crate::terms::to_u128(bits.unsigned()),
                    _ => 0,
                };
                JointAnswer::Possible(inputs.iter().map(value).collect())
            }
        }
    }

    /// Notes what the objects and the variables hold when the call begins.
    pub(crate) fn record_beginning(
        &mut self,
        state: &mut PathState<'p>,
        objects: &[EntryObject],
        addresses: &[u64],
    ) -> Result<(), PathEnd> {
        let Some(mut recorder) = self.recorder.take() else { return Ok(()) };
        recorder.used = 0;
        if recorder.flags {
            state.flags.keep();
        }
        let mut walk = Walk { object: 0, input: 0, places: Vec::new(), results: Vec::new() };
        for (number, (object, &address)) in objects.iter().zip(addresses).enumerate() {
            let own = recorder.results.iter().filter(|&&(of, ..)| of == number);
            walk.results = own.map(|&(_, offset, ty)| (offset, ty)).collect();
            walk.visit(&mut self.terms, state, object, address)?;
        }
        recorder.places = walk.places;
        recorder.words = words(&mut self.terms, state)?;
        self.recorder = Some(recorder);
        Ok(())
    }

    /// Notes what a path came to.
    pub(crate) fn record_outcome(&mut self, state: &mut PathState<'p>, end: &End) {
        let Some(mut recorder) = self.recorder.take() else { return };
        let outcome = self.outcome(&recorder, state, end);
        recorder.outcomes.push(outcome);
        self.recorder = Some(recorder);
    }

    fn outcome(&mut self, recorder: &OutcomeRecorder, state: &mut PathState<'p>, end: &End) -> Outcome {
        let mut outcome = Outcome {
            end: end.clone(),
            returned: Vec::new(),
            cells: Vec::new(),
            changed: BTreeMap::new(),
            flags: Vec::new(),
            obstacle: None,
            conditions: state.conditions.clone(),
            model: Arc::clone(&state.model),
            inputs: state.inputs.iter().flat_map(|input| input.elements.iter().copied()).collect(),
        };
        if let End::Returned(_) = end {
            outcome.returned = self.returned_terms(state);
            outcome.obstacle = self.left_behind(recorder, state, &mut outcome);
            if recorder.flags && outcome.obstacle.is_none() {
                outcome.obstacle = self.note_flags(state, &mut outcome);
            }
        }
        outcome
    }

    /// Fills in which flags a path raised; why that is not known, if it is not.
    fn note_flags(&mut self, state: &mut PathState<'p>, outcome: &mut Outcome) -> Option<String> {
        let known = state.interpreter.paused_flags();
        for flag in COMPARED_FLAGS {
            let number = NUMBERED.iter().find(|(_, numbered)| *numbered == flag)?.0;
            let raised = match known.contains(flag) {
                true => self.terms.store.bool(true),
                false => match state.flags.raised(&mut self.terms, (number, flag)) {
                    Ok(raised) => raised,
                    Err(unknown) => {
                        return Some(format!(
                            "it calls `{}`, and which exceptions that raises is not known",
                            unknown.function
                        ));
                    }
                },
            };
            outcome.flags.push(raised);
        }
        None
    }

    /// Fills in what a path left in memory; why that is not all, if it is not.
    fn left_behind(
        &mut self,
        recorder: &OutcomeRecorder,
        state: &mut PathState<'p>,
        outcome: &mut Outcome,
    ) -> Option<String> {
        for (address, cell) in &recorder.places {
            let ty = match cell.kind {
                CellKind::Input(_, ty) | CellKind::Result(ty) => ty,
                CellKind::Byte => Type::Int(8),
                CellKind::Address => Type::Pointer,
            };
            let Ok(after) = state.load(&mut self.terms, *address, ty) else {
                return Some("it frees an object that it was given".to_owned());
            };
            if cell.kind == CellKind::Address && after != cell.before {
                return Some("it changes a pointer in an object that it was given".to_owned());
            }
            outcome.cells.push(ObjectCell { after, ..cell.clone() });
        }
        let module = self.program.module();
        for &(global, offset, ty, before) in &recorder.words {
            let address = Memory::global_address(global) + offset;
            let Ok(after) = state.load(&mut self.terms, address, ty) else {
                return Some("a variable cannot be read".to_owned());
            };
            if after != before {
                let word = (module.globals[global].name.clone(), offset);
                outcome.changed.insert(word, (before, after));
            }
        }
        self.unseen(state, outcome)
    }

    /// What a path leaves behind that terms do not say.
    fn unseen(&mut self, state: &PathState<'p>, outcome: &Outcome) -> Option<String> {
        if state.has_printed() {
            return Some("it prints, and what it prints is not compared".to_owned());
        }
        let machine = &state.interpreter.machine;
        if machine.float.rounding != self.options.run.rounding {
            return Some("it changes the rounding mode".to_owned());
        }
        let cells = outcome.cells.iter().filter(|cell| cell.kind != CellKind::Address);
        let values = cells.filter(|cell| cell.after != cell.before).map(|cell| cell.after);
        let changed = outcome.changed.values().map(|&(_, after)| after);
        for value in outcome.returned.iter().copied().chain(values).chain(changed) {
            let Some(known) = self.terms.known(value) else { continue };
            let is_address = u64::try_from(known).is_ok_and(|address| {
                machine.memory.object_at(address).is_some() || Memory::function_at(address).is_some()
            });
            if is_address {
                return Some("it gives back an address".to_owned());
            }
        }
        None
    }

    /// What the outermost call returned, as wide as the types of its results.
    fn returned_terms(&mut self, state: &PathState<'p>) -> Vec<Term> {
        let function = state.plan.last_function();
        let Some(function) = function else { return Vec::new() };
        let types = &self.program.module().functions[function].results;
        let mut slots = state.returned.iter().copied();
        let is_split = state.returned.len() > types.len();
        let mut returned = Vec::new();
        for &ty in types {
            let Some(mut value) = slots.next() else { break };
            if ty.is_wide() && is_split {
                let Some(high) = slots.next() else { break };
                value = self.terms.store.bv_concat(high, value);
            }
            let bits = u32::from(ty.bits());
            if let ulpwise_expr::Sort::BitVec(width) = self.terms.store.sort(value)
                && width > bits
            {
                value = self.terms.store.bv_extract(value, bits - 1, 0);
            }
            returned.push(value);
        }
        returned
    }
}

impl SharedTerms {
    /// What some terms on a path depend on besides inputs, that may be another value in each build.
    pub fn undetermined(&self, outcomes: &[&Outcome], values: &[Term]) -> Undetermined {
        let mut roots: Vec<Term> = values.to_vec();
        roots.extend(outcomes.iter().flat_map(|outcome| outcome.conditions.to_vec()));
        let variables: BTreeSet<Term> = self.terms.store.free_variables(&roots).into_iter().collect();
        if variables.iter().any(|variable| self.terms.uninitialised.contains(variable)) {
            return Undetermined::NeverSet;
        }
        let patterns = variables.iter().filter_map(|variable| self.terms.nan_patterns.get(variable));
        let nans: BTreeSet<Term> = patterns.copied().collect();
        if nans.is_empty() {
            Undetermined::Nothing
        } else {
            Undetermined::NanBits(nans.into_iter().collect())
        }
    }
}

/// A walk through the objects of an entry, in the order in which the executor makes them.
struct Walk {
    object: usize,
    input: usize,
    places: Vec<(u64, ObjectCell)>,
    /// The numbers that are returned in the next object.
    results: Vec<(u64, Type)>,
}

impl Walk {
    fn visit(
        &mut self,
        terms: &mut Terms,
        state: &PathState<'_>,
        object: &EntryObject,
        address: u64,
    ) -> Result<(), PathEnd> {
        let number = self.object;
        self.object += 1;
        let mut covered = BTreeSet::new();
        for (offset, ty) in std::mem::take(&mut self.results) {
            covered.extend(offset..offset + ty.store_bytes() as u64);
            self.add(terms, state, (number, address, offset), CellKind::Result(ty), ty)?;
        }
        for (offset, content) in &object.contents {
            let (kind, ty) = match content {
                Content::Any(_, ty, _) => {
                    self.input += 1;
                    (CellKind::Input(self.input - 1, *ty), *ty)
                }
                Content::Address(inner) => {
                    let pointer = state.load(terms, address + offset, Type::Pointer)?;
                    let inner_address = terms.known(pointer).unwrap_or(0) as u64;
                    self.visit(terms, state, inner, inner_address)?;
                    (CellKind::Address, Type::Pointer)
                }
                Content::Behind(..) => (CellKind::Address, Type::Pointer),
                Content::Bytes(_) => continue,
            };
            covered.extend(*offset..offset + ty.store_bytes() as u64);
            self.add(terms, state, (number, address, *offset), kind, ty)?;
        }
        for offset in (0..object.size).filter(|offset| !covered.contains(offset)) {
            self.add(terms, state, (number, address, offset), CellKind::Byte, Type::Int(8))?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        terms: &mut Terms,
        state: &PathState<'_>,
        (object, address, offset): (usize, u64, u64),
        kind: CellKind,
        ty: Type,
    ) -> Result<(), PathEnd> {
        let before = state.load(terms, address + offset, ty)?;
        self.places.push((address + offset, ObjectCell { object, offset, kind, before, after: before }));
        Ok(())
    }
}

/// The words of variables that may change.
fn words(terms: &mut Terms, state: &PathState<'_>) -> Result<Vec<(GlobalId, u64, Type, Term)>, PathEnd> {
    let module = state.interpreter.program().module();
    let (mut words, mut left) = (Vec::new(), MOST_VARIABLE_BYTES);
    for id in module.globals.ids() {
        let global = &module.globals[id];
        if global.constant || global.initializer.is_none() {
            continue;
        }
        left = left
            .checked_sub(global.size)
            .ok_or_else(|| PathEnd::Unsupported("variables that are very large".to_owned()))?;
        let mut offset = 0;
        while offset < global.size {
            let ty = if global.size - offset >= 8 { Type::Int(64) } else { Type::Int(8) };
            let word = state.load(terms, Memory::global_address(id) + offset, ty)?;
            words.push((id, offset, ty, word));
            offset += ty.store_bytes() as u64;
        }
    }
    Ok(words)
}
