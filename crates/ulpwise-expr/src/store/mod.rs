//! The store: every term once.
//!
//! Terms are nodes of a directed acyclic graph without duplicates: two terms of one store are equal
//! exactly if their numbers are. A store only grows; dropping it frees all of its terms. Numbers
//! are given in order of construction, so the same sequence of calls gives the same numbers on
//! every run.
//!
//! What it does not do: terms of different stores know nothing of each other.

mod hash;
mod interner;
mod leaf;
mod memory;
mod node;
mod order;

pub use node::Term;
pub(crate) use order::TermPositions;

use crate::op::{Op, OpKind, SymbolId};
use crate::rewrite::{Rule, RuleTable};
use crate::sort::Sort;
use hashbrown::HashTable;
use interner::Interner;
use memory::RewriteMemory;
pub(crate) use node::Key;
use node::TermNode;
use ulpwise_base::IdVec;
use ulpwise_externals::LibmFunction;
use ulpwise_float::{Natural, Rational};

/// All terms of one problem, and the builder of new ones.
#[derive(Debug)]
pub struct TermStore {
    nodes: IdVec<Term, TermNode>,
    /// Children of nodes that have no room for them.
    pool: Vec<Term>,
    table: HashTable<Term>,
    sorts: Interner<Sort>,
    symbols: Interner<(String, Sort)>,
    /// Bit patterns of more than 64 bits.
    wide_patterns: Interner<Natural>,
    reals: Interner<Rational>,
    /// Names handed out by [`TermStore::fresh_variable`].
    fresh_names: u64,
    /// What some applications were rewritten to.
    memory: RewriteMemory,
    pub(crate) rules: RuleTable,
}

impl Default for TermStore {
    fn default() -> TermStore {
        TermStore::new()
    }
}

impl TermStore {
    /// An empty store whose builder folds constants and applies every rewrite rule.
    pub fn new() -> TermStore {
        TermStore::with_rule_table(RuleTable::with(|_| true))
    }

    /// An empty store whose builder takes every application as it is: nothing is folded, nothing
    /// rewritten.
    pub fn without_rewrites() -> TermStore {
        TermStore::with_rule_table(RuleTable::none())
    }

    /// An empty store whose builder folds constants and applies the rewrite rules for which `keep`
    /// says so.
    pub fn with_rules_where(keep: impl Fn(&Rule) -> bool) -> TermStore {
        TermStore::with_rule_table(RuleTable::with(keep))
    }

    fn with_rule_table(rules: RuleTable) -> TermStore {
        TermStore {
            nodes: IdVec::new(),
            pool: Vec::new(),
            table: HashTable::new(),
            sorts: Interner::new(),
            symbols: Interner::new(),
            wide_patterns: Interner::new(),
            reals: Interner::new(),
            fresh_names: 0,
            memory: RewriteMemory::new(),
            rules,
        }
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes on the heap, but for the digits of wide constants and the letters of names.
    pub fn heap_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<TermNode>()
            + self.pool.capacity() * size_of::<Term>()
            + self.table.allocation_size()
            + self.sorts.heap_bytes()
            + self.symbols.heap_bytes()
            + self.wide_patterns.heap_bytes()
            + self.reals.heap_bytes()
            + self.memory.heap_bytes()
    }

    /// The sort of a term.
    #[inline]
    pub fn sort(&self, term: Term) -> Sort {
        *self.sorts.get(u32::from(self.nodes[term].sort))
    }

    /// The operator of a term, without its indices.
    #[inline]
    pub fn kind(&self, term: Term) -> OpKind {
        self.nodes[term].kind
    }

    /// The children of a term, in order.
    #[inline]
    pub fn children(&self, term: Term) -> &[Term] {
        self.nodes[term].children(&self.pool)
    }

    /// One child of a term.
    ///
    /// # Panics
    /// If there is no such child.
    #[inline]
    pub fn child(&self, term: Term, position: usize) -> Term {
        self.children(term)[position]
    }

    /// The operator of a term. With the children it determines the term, unless that is a constant.
    pub fn op(&self, term: Term) -> Op {
        let node = &self.nodes[term];
        if let Some(op) = node.kind.without_index() {
            return op;
        }
        let sort = self.sort(term);
        match (node.kind, sort) {
            (OpKind::Variable, _) => Op::Variable(SymbolId::new(node.payload() as u32)),
            (OpKind::BvExtract, Sort::BitVec(width)) => {
                let low = node.payload() as u32;
                Op::BvExtract { high: low + width - 1, low }
            }
            (OpKind::BvZeroExtend, Sort::BitVec(width)) => {
                Op::BvZeroExtend { by: width - self.width(self.child(term, 0)) }
            }
            (OpKind::BvSignExtend, Sort::BitVec(width)) => {
                Op::BvSignExtend { by: width - self.width(self.child(term, 0)) }
            }
            (OpKind::FpFromBits, Sort::Float(format)) => Op::FpFromBits(format),
            (OpKind::FpFromFp, Sort::Float(format)) => Op::FpFromFp(format),
            (OpKind::FpFromReal, Sort::Float(format)) => Op::FpFromReal(format),
            (OpKind::FpFromSigned, Sort::Float(format)) => Op::FpFromSigned(format),
            (OpKind::FpFromUnsigned, Sort::Float(format)) => Op::FpFromUnsigned(format),
            (OpKind::FpToUnsigned, Sort::BitVec(width)) => Op::FpToUnsigned { width },
            (OpKind::FpToSigned, Sort::BitVec(width)) => Op::FpToSigned { width },
            (OpKind::ArrayConstant, Sort::Array { index, .. }) => Op::ArrayConstant { index },
            (OpKind::Libm, _) => Op::Libm(LibmFunction::ALL[node.payload() as usize]),
            (kind, sort) => panic!("a {kind:?} of sort {sort}"),
        }
    }

    /// The width of a bit-vector term.
    ///
    /// # Panics
    /// If it is of another sort.
    pub fn width(&self, term: Term) -> u32 {
        match self.sort(term) {
            Sort::BitVec(width) => width,
            sort => panic!("a bit-vector is needed here, not a term of sort {sort}"),
        }
    }

    /// The format of a float term.
    ///
    /// # Panics
    /// If it is of another sort.
    pub fn format(&self, term: Term) -> ulpwise_float::Format {
        match self.sort(term) {
            Sort::Float(format) => format,
            sort => panic!("a float is needed here, not a term of sort {sort}"),
        }
    }

    /// How many different sorts terms of this store have. There is room for 65536; a caller that
    /// takes terms from outside keeps well below, because what the builder makes of an application
    /// may need more.
    pub fn sort_count(&self) -> usize {
        self.sorts.len()
    }

    /// The application of an operator to children as the store keeps it.
    pub(crate) fn key<'a>(&mut self, op: Op, sort: Sort, children: &'a [Term]) -> Option<Key<'a>> {
        let sort = u16::try_from(self.sorts.intern(sort)).ok()?;
        Some(Key { kind: op.kind(), sort, children, payload: index_payload(op) })
    }

    /// The term that an application was built as before, or became when it was rewritten.
    pub(crate) fn find_or_remember(&self, key: &Key<'_>, hash: u64) -> Option<Term> {
        self.find(key, hash).or_else(|| self.memory.get(key, hash))
    }

    /// Keeps in mind what an application was rewritten to.
    pub(crate) fn remember(&mut self, key: &Key<'_>, hash: u64, result: Term) {
        self.memory.set(key, hash, result);
    }

    fn find(&self, key: &Key<'_>, hash: u64) -> Option<Term> {
        self.table.find(hash, |&term| key.matches(&self.nodes[term], &self.pool)).copied()
    }

    /// The term of an application, as it is.
    pub(crate) fn intern(&mut self, key: Key<'_>, hash: u64) -> Term {
        self.find(&key, hash).unwrap_or_else(|| self.add(key, hash))
    }

    /// A new term.
    pub(crate) fn add(&mut self, key: Key<'_>, hash: u64) -> Term {
        let start = u32::try_from(self.pool.len()).expect("more than 2^32 children in the pool");
        let node = key.to_node(start);
        if node.is_pooled() {
            self.pool.extend_from_slice(key.children);
        }
        let term = self.nodes.push(node);
        if self.table.len() == self.table.capacity() {
            self.grow_table();
        }
        self.table.insert_unique(hash, term, |_| unreachable!("there is room"));
        term
    }

    /// Makes room in the table. Nodes are visited in order, which is much kinder to caches than the
    /// order of the old table.
    #[cold]
    fn grow_table(&mut self) {
        let mut table = HashTable::with_capacity(2 * self.table.capacity().max(32));
        for (term, node) in self.nodes.iter_enumerated().take(self.table.len()) {
            let hash = node.hash(node.children(&self.pool));
            table.insert_unique(hash, term, |_| unreachable!("there is room"));
        }
        self.table = table;
    }
}

/// What of an operator's indices the node has to keep: the rest follows from sorts.
fn index_payload(op: Op) -> u64 {
    match op {
        Op::BvExtract { low, .. } => u64::from(low),
        Op::Libm(function) => function as u64,
        _ => 0,
    }
}
