//! Layouts of looks as sections of certificates, in the terms of `ulpwise-verify`.
//!
//! Nothing here has to be right for a certificate to be trusted: the checker decides what holds.

use crate::contents::Contents;
use crate::context::Input;
use crate::layout::{Layout, LayoutNode};
use crate::partition::cut_argument;
use crate::pointer::{Object, Pointer};
use crate::state::AbstractState;
use crate::value::AbstractValue;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use ulpwise_interval::domain::{BitVecDomain, FloatDomain};
use ulpwise_ir::{Module, Slot};
use ulpwise_verify::{
    BlockState, EntryAssumption, EntryStep, ExitClaim, FloatSet, IntSet, MemoryState, PointerSet,
    ProofContext, ProofNode, ProofSection, Region, RegionContents, RegionOffsets, ScalarSet, Span, Spans,
};

/// The parts of one level: how they were cut, and what was looked at for each.
pub(crate) struct LaidOutLevel {
    pub(crate) steps: Vec<EntryStep>,
    pub(crate) parts: Vec<Rc<Layout>>,
    /// Looks at functions that may be called with anything.
    pub(crate) open: Vec<Rc<Layout>>,
}

/// The section that a level is; `entries` are the slots that blocks are given.
pub(crate) fn section(module: &Module, level: &LaidOutLevel) -> ProofSection {
    let mut sorted = Sorted::default();
    level.parts.iter().chain(&level.open).for_each(|layout| sorted.add(layout));
    sorted.finish();
    let number = |layout: &Rc<Layout>| sorted.numbers[&Rc::as_ptr(layout)];
    let step = |step: &EntryStep| match *step {
        EntryStep::Context(part) => EntryStep::Context(number(&level.parts[part])),
        cut @ EntryStep::Cut { .. } => cut,
    };
    ProofSection {
        goals: Vec::new(),
        parts: level.steps.iter().map(step).collect(),
        open: level.open.iter().map(number).collect(),
        contexts: sorted.layouts.iter().map(|layout| context(module, layout, &sorted)).collect(),
    }
}

/// Layouts, each once, those of callers before those of their calls.
#[derive(Default)]
struct Sorted {
    layouts: Vec<Rc<Layout>>,
    numbers: HashMap<*const Layout, usize>,
}

impl Sorted {
    fn add(&mut self, layout: &Rc<Layout>) {
        // Depth first; a layout is entered when all that it calls are.
        let mut open = vec![(layout.clone(), false)];
        while let Some((layout, is_done)) = open.pop() {
            if is_done {
                self.layouts.push(layout);
            } else if self.numbers.insert(Rc::as_ptr(&layout), 0).is_none() {
                let calls = layout.nodes.iter().flat_map(|node| &node.calls);
                let called: Vec<_> = calls.map(|(_, called)| (called.clone(), false)).collect();
                open.push((layout, true));
                open.extend(called);
            }
        }
    }

    /// Numbers them.
    fn finish(&mut self) {
        self.layouts.reverse();
        for (number, layout) in self.layouts.iter().enumerate() {
            self.numbers.insert(Rc::as_ptr(layout), number);
        }
    }
}

fn context(module: &Module, layout: &Layout, sorted: &Sorted) -> ProofContext {
    let prepared = module.functions[layout.function].body.as_ref().map(crate::function::Prepared::new);
    let slots = |node: &LayoutNode| -> Vec<Slot> {
        prepared.as_ref().map_or_else(Vec::new, |prepared| prepared.entries[node.block].clone())
    };
    let comes_back =
        |at: usize| layout.nodes[at..].iter().flat_map(|node| &node.edges).any(|(_, to)| *to == at);
    let returns = layout.nodes.iter().enumerate().filter(|(_, node)| !node.edges.is_empty());
    let mut heads: Vec<bool> = vec![false; layout.nodes.len()];
    for (from, node) in returns {
        node.edges.iter().filter(|(_, to)| *to <= from).for_each(|(_, to)| heads[*to] = true);
    }
    debug_assert!(heads.iter().enumerate().all(|(at, head)| *head == comes_back(at)));
    let node = |(at, node): (usize, &LayoutNode)| {
        let state = node.state.as_ref().filter(|_| heads[at]);
        ProofNode {
            block: node.block,
            claim: state.map(|state| block_state(state, &slots(node))),
            edges: node.edges.clone(),
            calls: node
                .calls
                .iter()
                .map(|(inst, called)| (*inst, sorted.numbers[&Rc::as_ptr(called)]))
                .collect(),
        }
    };
    ProofContext {
        function: layout.function,
        entry: entry(&layout.input),
        exit: layout.results.as_ref().map(|results| ExitClaim {
            results: results.iter().map(scalar).collect(),
            regions: layout.objects.iter().map(|contents| region_contents(contents)).collect(),
            wrote_outside: layout.wrote_outside,
        }),
        nodes: layout.nodes.iter().enumerate().map(node).collect(),
    }
}

fn block_state(state: &AbstractState, slots: &[Slot]) -> BlockState {
    let values: BTreeMap<Slot, ScalarSet> =
        slots.iter().copied().zip(state.values.iter().map(scalar)).collect();
    let regions = state
        .memory
        .iter()
        .filter_map(|(object, contents)| Some((region(*object)?, Arc::new(region_contents(contents)))));
    let memory = MemoryState {
        regions: regions.collect(),
        same: Vec::new(),
        wrote_outside: state.memory.wrote_outside(),
    };
    BlockState { values, memory, order: Vec::new() }
}

/// What a function is entered with.
pub(crate) fn entry(input: &Input) -> EntryAssumption {
    EntryAssumption {
        arguments: input.arguments.iter().map(scalar).collect(),
        regions: input.objects.iter().map(|contents| region_contents(contents)).collect(),
    }
}

fn region_contents(contents: &Contents) -> RegionContents {
    RegionContents {
        size: contents.size,
        argument: contents.assumed.is_some(),
        cells: contents.cells.iter().map(|(&at, cell)| (at, (cell.bytes, scalar(&cell.value)))).collect(),
        zero: contents.rest_is_zero,
        single: contents.is_single,
        escaped: contents.has_escaped,
    }
}

fn scalar(value: &AbstractValue) -> ScalarSet {
    match value {
        AbstractValue::Float(value) => ScalarSet::Float(floats(&value.domain, value.can_signal())),
        AbstractValue::Int(value) => ScalarSet::Int(integers(value)),
        AbstractValue::Pointer(pointer) => ScalarSet::Pointer(addresses(pointer)),
        AbstractValue::Opaque => ScalarSet::Opaque,
    }
}

fn floats(domain: &FloatDomain, signaling: bool) -> FloatSet {
    FloatSet {
        format: domain.format(),
        numbers: Spans::new(domain.ranges().iter().map(|range| Span::new(range.low, range.high))),
        quiet: domain.can_be_nan(),
        signaling,
    }
}

fn integers(domain: &BitVecDomain) -> IntSet {
    let bits = domain.width() as u8;
    let (low, high) = domain.signed();
    let (least, greatest) = domain.unsigned();
    IntSet::of_spans(bits, Spans::new([Span::new(low, high)]))
        .intersection(&IntSet::unsigned(bits, least, greatest))
}

fn addresses(pointer: &Pointer) -> PointerSet {
    let mut set = PointerSet { places: Vec::new(), null: pointer.can_be_null, unknown: pointer.is_unknown };
    for place in pointer.places() {
        let (low, high, stride) = (place.low, place.high, place.stride);
        match region(place.object) {
            Some(region) => set.add(RegionOffsets { region, low, high, stride }),
            None => set.unknown = true,
        }
    }
    set
}

/// The region of an object; certificates have none for exceptions under way.
fn region(object: Object) -> Option<Region> {
    Some(match object {
        Object::Global(global) => Region::Global(global),
        Object::Function(function) => Region::Function(function),
        Object::Outer(number) => Region::Outer(number),
        Object::Local(inst) => Region::Local(inst),
        Object::Heap => Region::Heap,
        Object::Thrown => return None,
    })
}

/// How an input was cut at these places, one argument after the other, as a walk through the tree
/// of its parts.
pub(crate) fn steps(input: &Input, cuts: &[(usize, f64)]) -> Vec<EntryStep> {
    let (mut steps, mut parts) = (Vec::new(), 0);
    // What is left to be written: a part with the cuts that follow, or a step.
    let mut open = vec![Ok((input.clone(), 0))];
    while let Some(next) = open.pop() {
        let (part, done): (Input, usize) = match next {
            Err(step) => {
                steps.push(step);
                continue;
            }
            Ok(part) => part,
        };
        let Some(&(argument, at)) = cuts.get(done) else {
            steps.push(EntryStep::Context(parts));
            parts += 1;
            continue;
        };
        let pieces = cut_argument(&part, argument, at);
        let ends: Vec<i128> = pieces.iter().filter_map(|piece| last(&piece.arguments[argument])).collect();
        // A cut after each piece but the last one; NaNs are in that.
        for (number, piece) in pieces.iter().enumerate().rev() {
            open.push(Ok((piece.clone(), done + 1)));
            if number + 1 < pieces.len()
                && let Some(&last) = ends.get(number)
            {
                open.push(Err(EntryStep::Cut { argument, last }));
            }
        }
    }
    steps
}

/// The greatest number of a set, as cuts name it.
fn last(value: &AbstractValue) -> Option<i128> {
    match value {
        AbstractValue::Float(value) => value.domain.hull().map(|hull| hull.high),
        AbstractValue::Int(value) => Some(value.signed().1),
        AbstractValue::Pointer(_) | AbstractValue::Opaque => None,
    }
}
