//! A module made ready to run: constants as bits, edges as moves and targets, calls resolved.
//!
//! Made once per module and shared by any number of interpreters; running changes nothing of it but
//! which edges were taken.

use crate::library::{self, LibraryFunction};
use crate::memory::{ImageError, Memory};
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use ulpwise_base::{Id, IdVec};
use ulpwise_host::libm::{self, LibmFunction};
use ulpwise_ir::{Body, Constant, EdgeId, Function, FunctionId, Module, Slot, SlotType};

/// Why a module cannot be made ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrepareError {
    /// Its globals do not fit.
    Image(ImageError),
}

impl fmt::Display for PrepareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Image(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PrepareError {}

/// An edge as the interpreter takes it.
#[derive(Debug)]
pub(crate) struct ReadyEdge {
    /// The instruction to go on with.
    pub(crate) target: usize,
    /// How many instructions the target block has: they are counted when the edge is taken.
    pub(crate) steps: u64,
    /// From where to where, all at once.
    pub(crate) moves: Box<[(Slot, Slot)]>,
    /// Whether a move reads what an earlier one wrote, so that they need an intermediate copy.
    pub(crate) overlapping: bool,
    /// Whether a run took it.
    pub(crate) taken: AtomicBool,
}

/// A function body as the interpreter runs it.
#[derive(Debug)]
pub(crate) struct ReadyBody<'m> {
    pub(crate) function: FunctionId,
    pub(crate) body: &'m Body,
    /// How many slots parameters and locals take.
    pub(crate) variable_slots: usize,
    /// The bits of the constant slots, which follow.
    pub(crate) constants: Box<[u64]>,
    /// The slots whose value is undefined.
    pub(crate) undefined: Box<[Slot]>,
    pub(crate) edges: Box<[ReadyEdge]>,
    /// How many instructions the entry block has.
    pub(crate) entry_steps: u64,
}

/// What a call does.
#[derive(Debug)]
pub(crate) enum Callee<'m> {
    /// Runs this body.
    Body(ReadyBody<'m>),
    /// Asks the host's mathematical library.
    Math(LibmFunction),
    /// Runs a model of a C library function.
    Library(LibraryFunction),
    /// Ends the path.
    Unknown,
}

/// A module made ready to run.
#[derive(Debug)]
pub struct Program<'m> {
    module: &'m Module,
    callees: IdVec<FunctionId, Callee<'m>>,
    image: Memory,
    /// How many edges were taken so far.
    taken: AtomicU64,
}

impl<'m> Program<'m> {
    /// Makes a module ready; its memory may grow to `memory_limit` bytes.
    ///
    /// # Errors
    /// Its globals do not fit.
    pub fn new(module: &'m Module, memory_limit: u64) -> Result<Self, PrepareError> {
        let image = Memory::with_globals(module, memory_limit).map_err(PrepareError::Image)?;
        let callees =
            module.functions.iter_enumerated().map(|(id, function)| resolve(id, function)).collect();
        Ok(Self { module, callees, image, taken: AtomicU64::new(0) })
    }

    /// The module.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// The memory before the first instruction.
    pub(crate) fn image(&self) -> &Memory {
        &self.image
    }

    /// Remembers that a run took an edge; all runs of the program share that.
    #[inline(always)]
    pub(crate) fn take(&self, edge: &ReadyEdge) {
        if !edge.taken.load(Ordering::Relaxed) {
            self.take_first(edge);
        }
    }

    #[cold]
    fn take_first(&self, edge: &ReadyEdge) {
        if !edge.taken.swap(true, Ordering::Relaxed) {
            self.taken.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether any run so far took an edge of a function.
    pub fn is_taken(&self, function: FunctionId, edge: EdgeId) -> bool {
        match &self.callees[function] {
            Callee::Body(ready) => ready.edges[edge.index()].taken.load(Ordering::Relaxed),
            _ => false,
        }
    }

    /// How many edges were taken so far: it grows with every new one.
    pub fn taken_edges(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn callee(&self, function: FunctionId) -> &Callee<'m> {
        &self.callees[function]
    }

    /// Whether the interpreter knows what a call of the function does.
    pub fn is_known(&self, function: FunctionId) -> bool {
        !matches!(self.callees[function], Callee::Unknown)
    }
}

fn resolve(id: FunctionId, function: &Function) -> Callee<'_> {
    if let Some(body) = &function.body {
        return Callee::Body(ready_body(id, body));
    }
    if let Some(model) = library::lookup(&function.name) {
        return Callee::Library(model);
    }
    // Whether or not its calls are sites: fabs, say, is a plain sign operation until its address is
    // taken.
    libm::lookup(&function.name).map_or(Callee::Unknown, Callee::Math)
}

fn ready_body(function: FunctionId, body: &Body) -> ReadyBody<'_> {
    let variable_slots = body.constants.first().map_or(body.slots.len(), |&(first, _)| first.index());
    let entry = body.blocks.iter().next().expect("a body has an entry block");
    ReadyBody {
        function,
        body,
        variable_slots,
        constants: constant_bits(body).into(),
        undefined: body
            .constants
            .iter()
            .filter(|(_, c)| *c == Constant::Undefined)
            .map(|&(slot, _)| slot)
            .collect(),
        edges: (0..body.edges.len()).map(|edge| ready_edge(body, EdgeId::from_index(edge))).collect(),
        entry_steps: (entry.end.index() - entry.start.index()) as u64,
    }
}

fn constant_bits(body: &Body) -> Vec<u64> {
    let mut bits = Vec::new();
    for &(slot, constant) in &body.constants {
        let value = match constant {
            Constant::Bits(value) => value,
            Constant::GlobalAddress(global, addend) => {
                u128::from(Memory::global_address(global).wrapping_add_signed(addend))
            }
            Constant::FunctionAddress(function) => u128::from(Memory::function_address(function)),
            Constant::Undefined => 0,
        };
        bits.push(value as u64);
        if matches!(body.slots[slot], SlotType::Value(ty) if ty.is_wide()) {
            bits.push((value >> 64) as u64);
        }
    }
    bits
}

fn ready_edge(body: &Body, edge: EdgeId) -> ReadyEdge {
    let edge = body.edges[edge];
    let block = &body.blocks[edge.target];
    let moves: Vec<(Slot, Slot)> = body
        .list(edge.arguments)
        .iter()
        .zip(body.list(block.parameters))
        .map(|(&from, &to)| (from, to))
        .filter(|(from, to)| from != to)
        .collect();
    let (moves, overlapping) = order_moves(moves);
    ReadyEdge {
        target: block.start.index(),
        steps: (block.end.index() - block.start.index()) as u64,
        moves,
        overlapping,
        taken: AtomicBool::new(false),
    }
}

/// Orders moves so that none reads what an earlier one wrote, where that is possible: a place is
/// written only after all its readers. What is left is a cycle, and needs an intermediate copy.
fn order_moves(moves: Vec<(Slot, Slot)>) -> (Box<[(Slot, Slot)]>, bool) {
    // How many moves still have to read a place, and which move writes it.
    let mut readers: HashMap<Slot, usize> = HashMap::new();
    let mut writer: HashMap<Slot, usize> = HashMap::new();
    for (index, &(from, to)) in moves.iter().enumerate() {
        *readers.entry(from).or_default() += 1;
        writer.insert(to, index);
    }
    let unread = |&index: &usize| !readers.contains_key(&moves[index].1);
    let mut ready: VecDeque<usize> = (0..moves.len()).filter(unread).collect();
    let mut done = vec![false; moves.len()];
    let mut ordered = Vec::with_capacity(moves.len());
    while let Some(index) = ready.pop_front() {
        done[index] = true;
        ordered.push(moves[index]);
        let left = readers.entry(moves[index].0).or_default();
        *left -= 1;
        if *left == 0 {
            ready.extend(writer.get(&moves[index].0));
        }
    }
    let cyclic = ordered.len() < moves.len();
    ordered.extend(moves.iter().zip(&done).filter(|&(_, &done)| !done).map(|(&pair, _)| pair));
    (ordered.into(), cyclic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(moves: &[(u32, u32)]) -> Vec<(Slot, Slot)> {
        moves.iter().map(|&(from, to)| (Slot::new(from), Slot::new(to))).collect()
    }

    #[test]
    fn a_chain_of_moves_is_ordered_and_a_cycle_is_reported() {
        // 1 → 2 and 2 → 3: the second must go first.
        assert_eq!(order_moves(slots(&[(1, 2), (2, 3)])), (slots(&[(2, 3), (1, 2)]).into(), false));
        let (moves, cyclic) = order_moves(slots(&[(1, 2), (2, 1), (1, 3)]));
        assert!(cyclic);
        assert_eq!(moves.len(), 3);
    }

    /// A delay line of a thousand values: in whichever order the moves come, each reads before it
    /// is overwritten.
    #[test]
    fn a_long_chain_is_ordered_from_its_end() {
        let chain: Vec<(u32, u32)> = (0..1000).map(|slot| (slot, slot + 1)).collect();
        let expected: Vec<(u32, u32)> = chain.iter().rev().copied().collect();
        assert_eq!(order_moves(slots(&chain)), (slots(&expected).into(), false));
        assert_eq!(order_moves(slots(&expected)), (slots(&expected).into(), false));
    }
}
