//! The and-inverter graph: what circuits are built in.
//!
//! A node is the constant, an input, or the conjunction of two literals; a literal is a node or its
//! complement. Equal conjunctions are one node, and a conjunction that two levels of the graph
//! simplify is never built (see `rewrite`). Nodes are numbered in order of construction, children
//! first, so the numbers are a topological order.
//!
//! Construction stops, instead of failing, when the graph reaches its limit or the budget ends:
//! from then on every conjunction is false, and [`Aig::stopped`] says so. Code that builds a
//! circuit asks afterwards and throws the result away. The graph itself stays sound.
//!
//! What it does not do: nodes are never removed.

mod gates;
mod literal;
mod rewrite;
mod simulate;

pub use literal::Lit;
pub use simulate::Simulation;

use hashbrown::HashTable;
use ulpwise_base::{Budget, Exhausted};

/// Marks the node of an input in place of a first operand.
const INPUT: u32 = u32::MAX;

/// How many new nodes pass between two looks at the clock. A node takes some 50 ns.
const NODES_BETWEEN_CHECKS: usize = 1 << 14;

/// Why the construction of circuits stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The budget ended.
    Budget(Exhausted),
    /// The graph has as many nodes as it may have.
    TooLarge,
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AigNode {
    /// False.
    Constant,
    /// The input with this number, counted from zero in order of creation.
    Input(u32),
    /// A conjunction.
    And(Lit, Lit),
}

/// An and-inverter graph.
#[derive(Debug)]
pub struct Aig {
    /// Operands of conjunctions; `(INPUT, number)` for inputs. The first one is the constant.
    nodes: Vec<(u32, u32)>,
    /// How many conjunctions a node is an operand of, up to 255.
    fanouts: Vec<u8>,
    table: HashTable<u32>,
    inputs: Vec<u32>,
    limit: usize,
    budget: Budget,
    next_check: usize,
    stopped: Option<Stopped>,
}

impl Default for Aig {
    fn default() -> Aig {
        Aig::new()
    }
}

impl Aig {
    /// The most nodes a graph can have, whatever limit it is given.
    pub const MAX_NODES: usize = 1 << 30;

    /// The graph with nothing but the constant.
    pub fn new() -> Aig {
        Aig {
            nodes: vec![(INPUT, INPUT)],
            fanouts: vec![0],
            table: HashTable::new(),
            inputs: Vec::new(),
            limit: Aig::MAX_NODES,
            budget: Budget::unlimited(),
            next_check: NODES_BETWEEN_CHECKS,
            stopped: None,
        }
    }

    /// Starts a piece of work: forgets that an earlier one was stopped.
    pub fn start(&mut self, budget: &Budget, node_limit: usize) {
        self.budget = budget.clone();
        self.limit = node_limit.min(Aig::MAX_NODES);
        self.next_check = self.nodes.len() + NODES_BETWEEN_CHECKS;
        self.stopped = None;
        self.check();
    }

    /// Whether and why construction stopped since the work started.
    #[inline]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Stops the construction, for a circuit known to be too large before it is begun.
    pub(crate) fn stop_as_too_large(&mut self) {
        self.stopped.get_or_insert(Stopped::TooLarge);
    }

    /// How many more nodes the limit allows.
    pub(crate) fn room(&self) -> usize {
        self.limit.saturating_sub(self.nodes.len())
    }

    /// Looks at the clock and the limit now.
    #[cold]
    pub(crate) fn check(&mut self) {
        self.next_check = self.nodes.len() + NODES_BETWEEN_CHECKS;
        if let Err(exhausted) = self.budget.check(0) {
            self.stopped.get_or_insert(Stopped::Budget(exhausted));
        }
        if self.nodes.len() >= self.limit {
            self.stop_as_too_large();
        }
    }

    /// The number of nodes, the constant and the inputs included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the constant.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The number of conjunctions.
    pub fn and_count(&self) -> usize {
        self.nodes.len() - 1 - self.inputs.len()
    }

    /// The number of inputs.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<(u32, u32)>()
            + self.fanouts.capacity()
            + self.table.allocation_size()
            + self.inputs.capacity() * size_of::<u32>()
    }

    /// What a node is.
    #[inline]
    pub fn node(&self, node: u32) -> AigNode {
        match self.nodes[node as usize] {
            (INPUT, INPUT) => AigNode::Constant,
            (INPUT, number) => AigNode::Input(number),
            (first, second) => AigNode::And(Lit::from_code(first), Lit::from_code(second)),
        }
    }

    /// How many conjunctions a node is an operand of, up to 255.
    #[inline]
    pub(crate) fn fanout(&self, node: u32) -> u8 {
        self.fanouts[node as usize]
    }

    /// The operands, if the literal's node is a conjunction.
    #[inline]
    fn operands(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match self.nodes[lit.node() as usize] {
            (INPUT, _) => None,
            (first, second) => Some((Lit::from_code(first), Lit::from_code(second))),
        }
    }

    /// A new input.
    pub fn input(&mut self) -> Lit {
        let node = self.nodes.len() as u32;
        self.nodes.push((INPUT, self.inputs.len() as u32));
        self.fanouts.push(0);
        self.inputs.push(node);
        Lit::new(node, false)
    }

    /// New inputs.
    pub fn inputs(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.input()).collect()
    }

    /// The node of each input, in order of creation.
    pub fn input_nodes(&self) -> &[u32] {
        &self.inputs
    }

    /// The conjunction that is there already, if it is.
    fn find(&self, first: Lit, second: Lit) -> Option<Lit> {
        let key = ordered(first, second);
        self.table
            .find(hash(key), |&node| self.nodes[node as usize] == key)
            .map(|&node| Lit::new(node, false))
    }

    /// The node of a conjunction that no rule simplifies.
    fn intern(&mut self, first: Lit, second: Lit) -> Lit {
        let key = ordered(first, second);
        let hash = hash(key);
        if let Some(&node) = self.table.find(hash, |&node| self.nodes[node as usize] == key) {
            return Lit::new(node, false);
        }
        if self.nodes.len() >= self.next_check {
            self.check();
        }
        if self.stopped.is_some() {
            return Lit::FALSE;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(key);
        self.fanouts.push(0);
        for operand in [first, second] {
            let fanout = &mut self.fanouts[operand.node() as usize];
            *fanout = fanout.saturating_add(1);
        }
        let nodes = &self.nodes;
        self.table.insert_unique(hash, node, |&other| self::hash(nodes[other as usize]));
        Lit::new(node, false)
    }
}

#[inline]
fn ordered(first: Lit, second: Lit) -> (u32, u32) {
    let (first, second) = (first.code(), second.code());
    if first < second { (first, second) } else { (second, first) }
}

/// Both operands mixed by one multiplication; the table uses the upper bits too.
#[inline]
fn hash((first, second): (u32, u32)) -> u64 {
    let word = u64::from(first) << 32 | u64::from(second);
    let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}
