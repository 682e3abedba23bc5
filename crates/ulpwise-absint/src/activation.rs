//! One look at a function: blocks in order, loops until nothing changes.
//!
//! A loop is first followed round by round, as long as it is certain to go on or there are few
//! rounds; then what is known at its head is joined and widened until it holds for every further
//! round, and narrowed again. Only the last round, with what is certain, is recorded.

use crate::affine::Relations;
use crate::contents::without_forms;
use crate::context::{Context, Input, Output};
use crate::function::Prepared;
use crate::layout::{Layout, LayoutBuilder};
use crate::memory::AbstractMemory;
use crate::order::{Component, Loop};
use crate::pointer::Object;
use crate::record::Record;
use crate::related::Compared;
use crate::state::AbstractState;
use crate::unwind::Unwound;
use crate::value::AbstractValue;
use std::rc::Rc;
use ulpwise_base::IdVec;
use ulpwise_ir::{BlockId, Body, EdgeId, FunctionId, InstId, Slot};

/// What is known where the function returns.
#[derive(Clone, Debug)]
struct Returned {
    values: Vec<AbstractValue>,
    memory: AbstractMemory,
}

/// So many rounds of a loop that may end are followed one by one.
const UNDECIDED_ROUNDS: usize = 3;
/// So many times what is known at a loop's head is joined before it is widened.
const PLAIN_JOINS: usize = 2;
/// After so many widenings nothing is kept of what still changes.
const MAX_WIDENINGS: usize = 24;
/// After so many widenings it is tried whether the numbers come back after some rounds, though not
/// after one.
const RECURRENCE_TRIES: usize = 3;
/// So many rounds they are given for it.
const RECURRENCE_ROUNDS: usize = 20;
/// After so many instructions of a block the budget is asked.
const STEPS_BETWEEN_LOOKS: u64 = 64;
/// So many times what holds for every round is narrowed.
const NARROWINGS: usize = 2;

/// One look at a function.
pub(crate) struct Activation<'c, 'a> {
    pub(crate) context: &'c mut Context<'a>,
    pub(crate) function: FunctionId,
    pub(crate) prepared: Rc<Prepared<'a>>,
    /// The values of the block that is being looked at.
    pub(crate) values: IdVec<Slot, Option<AbstractValue>>,
    assigned: Vec<Slot>,
    pub(crate) memory: AbstractMemory,
    /// What is known of the symbols of forms.
    pub(crate) relations: Relations,
    /// Whether values have forms.
    pub(crate) has_forms: bool,
    pub(crate) recording: bool,
    pub(crate) record: Record,
    /// What is written down for certificates, if they are wanted.
    pub(crate) layout: Option<LayoutBuilder>,
    incoming: IdVec<BlockId, Option<AbstractState>>,
    /// How often something came in, for each block, and how often the function returned.
    arrivals: IdVec<BlockId, u32>,
    pub(crate) returns: u32,
    returned: Option<Returned>,
    /// The instruction that is being looked at.
    pub(crate) at: InstId,
    /// What is known where the call that is being looked at leaves with an exception.
    pub(crate) unwound: Option<Unwound>,
    /// What is known where the function leaves with one.
    pub(crate) thrown: Option<Unwound>,
}

impl<'c, 'a> Activation<'c, 'a> {
    pub(crate) fn new(
        context: &'c mut Context<'a>,
        function: FunctionId,
        prepared: Rc<Prepared<'a>>,
    ) -> Activation<'c, 'a> {
        let body = prepared.body;
        let layout = context.options.certificates.then(|| LayoutBuilder::new(body));
        let has_forms = body.slots.len() <= context.options.affine_slots && !context.is_frugal();
        Activation {
            context,
            function,
            values: body.slots.iter().map(|_| None).collect(),
            assigned: Vec::new(),
            memory: AbstractMemory::default(),
            relations: Relations::default(),
            has_forms,
            recording: true,
            record: Record::default(),
            layout,
            incoming: body.blocks.iter().map(|_| None).collect(),
            arrivals: body.blocks.iter().map(|_| 0).collect(),
            returns: 0,
            returned: None,
            at: InstId::new(0),
            unwound: None,
            thrown: None,
            prepared,
        }
    }

    pub(crate) fn body(&self) -> &'a Body {
        self.prepared.body
    }

    /// Looks at the whole function.
    pub(crate) fn run(mut self, input: &Input) -> Output {
        let (prepared, start) = (self.prepared.clone(), BlockId::new(0));
        let mut memory = AbstractMemory::default();
        for (number, contents) in (0..).zip(&input.objects) {
            memory.insert(Object::Outer(number), contents.clone());
        }
        let parameters: Vec<Slot> = prepared.body.parameters().map(|(slot, _)| slot).collect();
        let value_of = |slot: &Slot| {
            let position = parameters.iter().position(|parameter| parameter == slot);
            input.arguments[position.expect("only parameters are there before the first block")].clone()
        };
        let values = prepared.entries[start].iter().map(value_of).collect();
        self.arrive(start, AbstractState { values, memory, relations: Relations::default() });
        self.run_components(&prepared.order);
        self.finish(input)
    }

    fn finish(mut self, input: &Input) -> Output {
        let layout = self.layout.take();
        let wrote_outside = self.returned.as_ref().is_some_and(|returned| returned.memory.wrote_outside());
        let thrown = self.thrown.as_ref().map(|unwound| Self::handed_out(unwound, input));
        let (results, objects) = match self.returned {
            None => (None, Vec::new()),
            Some(returned) => {
                let object = |number: usize| {
                    let contents = returned.memory.get(Object::Outer(number as u32));
                    without_forms(contents.expect("objects of the caller stay"))
                };
                let mut values = returned.values;
                values.iter_mut().for_each(AbstractValue::forget_form);
                (Some(values), (0..input.objects.len()).map(object).collect())
            }
        };
        let mut output =
            Output { results, objects, wrote_outside, thrown, record: Rc::new(self.record), layout: None };
        output.layout = layout.map(|layout| Rc::new(Layout::new(self.function, input, layout, &output)));
        output
    }

    /// Whether there is any point in going on.
    fn is_over(&self) -> bool {
        self.context.incomplete.is_some()
    }

    fn run_components(&mut self, components: &[Component]) {
        for component in components {
            if self.is_over() {
                return;
            }
            match component {
                Component::Block(block) => {
                    if let Some(state) = self.incoming[*block].take() {
                        self.run_block(*block, state);
                    }
                }
                Component::Loop(cycle) => self.run_loop(cycle),
            }
        }
    }

    /// One round of a loop: what comes back to its head, if anything does.
    fn round(&mut self, cycle: &Loop, state: AbstractState) -> Option<AbstractState> {
        self.run_block(cycle.head, state);
        self.run_components(&cycle.body);
        self.incoming[cycle.head].take()
    }

    fn run_loop(&mut self, cycle: &Loop) {
        if self.incoming[cycle.head].is_none() {
            // Control may enter elsewhere, and come to the head from there.
            self.run_components(&cycle.body);
        }
        let Some(entry) = self.incoming[cycle.head].take() else { return };
        let Some(rest) = self.unroll(cycle, entry) else { return };
        if self.is_over() {
            return;
        }
        let exits = self.exits(cycle);
        let was_recording = std::mem::replace(&mut self.recording, false);
        let invariant = self.invariant(cycle, rest, &exits);
        self.recording = was_recording;
        self.restore(&exits);
        let head = self.layout.as_ref().map(LayoutBuilder::next);
        self.round(cycle, invariant);
        if let (Some(layout), Some(head), true) = (&mut self.layout, head, self.recording) {
            layout.come_back(cycle.head, head);
        }
    }

    /// Follows a loop round by round; what comes back to the head after that.
    fn unroll(&mut self, cycle: &Loop, entry: AbstractState) -> Option<AbstractState> {
        let (mut state, mut undecided) = (entry, 0);
        // At least one, for what entered elsewhere than at the head is seen in the first.
        let rounds = if self.context.is_frugal() { 1 } else { self.context.options.unroll.max(1) };
        for _ in 0..rounds {
            let before = self.exit_count(cycle);
            state = self.round(cycle, state)?;
            undecided += usize::from(self.exit_count(cycle) != before);
            if undecided >= UNDECIDED_ROUNDS || self.is_over() {
                break;
            }
        }
        Some(state)
    }

    fn exit_count(&self, cycle: &Loop) -> u32 {
        let arrivals = cycle.exits.iter().map(|&exit| self.arrivals[exit]);
        arrivals.fold(self.returns, u32::wrapping_add)
    }

    /// What holds at the head of a loop in every round, if it begins with `entry`.
    fn invariant(&mut self, cycle: &Loop, entry: AbstractState, exits: &Exits) -> AbstractState {
        let prepared = self.prepared.clone();
        let mut state = entry.clone();
        for number in 0.. {
            self.restore(exits);
            let Some(back) = self.round(cycle, state.clone()) else { break };
            let union = state.union(&back);
            if union == state || self.is_over() {
                break;
            }
            if (1..=RECURRENCE_TRIES).any(|widenings| number == PLAIN_JOINS + widenings)
                && let Some(all) = self.recurrent(cycle, &state, back, &union, exits)
            {
                return all;
            }
            state = if number < PLAIN_JOINS {
                union
            } else if number < PLAIN_JOINS + MAX_WIDENINGS {
                state.widened(&union, &prepared)
            } else {
                state.without_changes(&union, &prepared, cycle.head)
            };
        }
        for _ in 0..NARROWINGS {
            self.restore(exits);
            let narrowed = match self.round(cycle, state.clone()) {
                Some(back) => entry.union(&back),
                None => entry.clone(),
            };
            if narrowed == state || self.is_over() {
                break;
            }
            state = narrowed;
        }
        state
    }

    /// What holds at the head in every round, if what it is known to be at first comes back to that
    /// after some rounds: whatever it was in these. Numbers that oscillate on their way to rest
    /// leave every box for a while; forms show that they return.
    fn recurrent(
        &mut self,
        cycle: &Loop,
        first: &AbstractState,
        back: AbstractState,
        union: &AbstractState,
        exits: &Exits,
    ) -> Option<AbstractState> {
        let is_innermost = cycle.body.iter().all(|component| matches!(component, Component::Block(_)));
        if !self.has_forms || self.context.is_frugal() || !is_innermost || !first.differs_in_numbers(union) {
            return None;
        }
        let (mut all, mut current) = (union.clone(), back);
        for _ in 0..RECURRENCE_ROUNDS {
            self.restore(exits);
            let Some(next) = self.round(cycle, current) else { return Some(all) };
            if first.union(&next) == *first {
                return Some(all);
            }
            if self.is_over() {
                return None;
            }
            all = all.union(&next);
            current = next;
        }
        None
    }

    /// What came out of a loop so far.
    fn exits(&self, cycle: &Loop) -> Exits {
        Exits {
            blocks: cycle.exits.iter().map(|&exit| (exit, self.incoming[exit].clone())).collect(),
            returned: self.returned.clone(),
            thrown: self.thrown.clone(),
        }
    }

    /// Forgets what came out of a loop since.
    fn restore(&mut self, exits: &Exits) {
        for (block, state) in &exits.blocks {
            self.incoming[*block].clone_from(state);
        }
        self.returned.clone_from(&exits.returned);
        self.thrown.clone_from(&exits.thrown);
    }

    fn run_block(&mut self, block: BlockId, state: AbstractState) {
        let prepared = self.prepared.clone();
        if let (Some(layout), true) = (&mut self.layout, self.recording) {
            layout.enter(block, &state);
        }
        for slot in self.assigned.drain(..) {
            self.values[slot] = None;
        }
        self.memory = state.memory;
        self.relations = state.relations;
        for (&slot, mut value) in prepared.entries[block].iter().zip(state.values) {
            self.name(&mut value);
            self.assigned.push(slot);
            self.values[slot] = Some(value);
        }
        for &slot in &prepared.entries[block][..prepared.parameters[block]] {
            self.memory.untie(slot);
        }
        let mut steps = 0;
        for (id, inst) in prepared.body.block_insts(block) {
            steps += 1;
            // A block may be as long as a function.
            if steps == STEPS_BETWEEN_LOOKS {
                self.context.spend(std::mem::take(&mut steps));
                if self.is_over() {
                    return;
                }
            }
            if let Some(layout) = &mut self.layout {
                layout.inst = id;
            }
            if inst.is_terminator() {
                self.leave(inst);
            } else if !self.step_with_unwinding(id, inst) {
                break;
            }
        }
        self.context.spend(steps);
    }

    /// The value of a slot, if it is there.
    pub(crate) fn known(&self, slot: Slot) -> Option<&AbstractValue> {
        self.prepared.constants[slot].as_ref().or(self.values[slot].as_ref())
    }

    /// The value of an operand.
    pub(crate) fn value(&self, slot: Slot) -> &AbstractValue {
        self.known(slot).expect("an operand has a value")
    }

    /// Gives a slot its value. Returns whether the path goes on: not if there is no value.
    pub(crate) fn set(&mut self, slot: Slot, mut value: AbstractValue) -> bool {
        if value.is_empty() {
            return false;
        }
        self.name(&mut value);
        self.memory.untie(slot);
        self.assigned.push(slot);
        self.values[slot] = Some(value);
        true
    }

    /// Takes an edge, with values that are known better on it than in the block, and comparisons
    /// that came out in some way.
    pub(crate) fn take(&mut self, edge: EdgeId, narrowed: &[(Slot, AbstractValue)], compared: &[Compared]) {
        let (prepared, body) = (self.prepared.clone(), self.body());
        if let (Some(layout), true) = (&mut self.layout, self.recording) {
            layout.take(edge, body.edges[edge].target);
        }
        let edge = &body.edges[edge];
        let better = |slot: Slot| narrowed.iter().find(|(known, _)| *known == slot).map(|(_, value)| value);
        let get = |slot: Slot| better(slot).unwrap_or_else(|| self.value(slot)).clone();
        let entries = &prepared.entries[edge.target];
        let mut values: Vec<AbstractValue> = body.values(edge.arguments).map(|(slot, _)| get(slot)).collect();
        values.extend(entries[prepared.parameters[edge.target]..].iter().map(|&slot| get(slot)));
        let mut memory = self.memory.clone();
        for (slot, value) in narrowed {
            memory.narrow_tied(*slot, value);
        }
        let relations = self.relations_where(narrowed, compared);
        self.arrive(edge.target, AbstractState { values, memory, relations });
    }

    fn arrive(&mut self, block: BlockId, state: AbstractState) {
        self.arrivals[block] = self.arrivals[block].wrapping_add(1);
        let incoming = &mut self.incoming[block];
        *incoming = Some(match incoming.take() {
            None => state,
            Some(other) => other.union(&state),
        });
    }

    /// The function returns.
    pub(crate) fn come_back(&mut self, values: Vec<AbstractValue>) {
        self.returns = self.returns.wrapping_add(1);
        self.returned = Some(match self.returned.take() {
            None => Returned { values, memory: self.memory.clone() },
            Some(other) => Returned {
                values: other.values.iter().zip(&values).map(|(a, b)| a.union(b)).collect(),
                memory: other.memory.union(&self.memory),
            },
        });
    }
}

/// What came out of a loop.
struct Exits {
    blocks: Vec<(BlockId, Option<AbstractState>)>,
    returned: Option<Returned>,
    thrown: Option<Unwound>,
}
