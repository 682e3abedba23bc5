//! What a certificate says, as data.
//!
//! A *section* is one proof: the entry's ranges cut into parts, and for each part a context. A
//! *context* is a function with what it is entered with and what it returns. It is laid out as
//! *nodes*: a node is a block, perhaps in one round of a loop, and says for each edge that leaves it
//! to which node it leads, and for each call which context it uses. A node that an edge from itself
//! or from a later one leads to carries a claim, what holds at its head whenever it is reached; at
//! the others the checker computes that itself.

use crate::arithmetic::RoundingAssumption;
use crate::compare::Ways;
use crate::memory::{MemoryState, RegionContents};
use crate::value::ScalarSet;
use std::collections::BTreeMap;
use ulpwise_externals::Exception;
use ulpwise_ir::{BlockId, EdgeId, FunctionId, InstId, SiteId, Slot};

/// A certificate: proofs that exceptions cannot happen in a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    /// The version of ulpwise that wrote it.
    pub version: String,
    /// The digest of the program's text.
    pub program: String,
    /// The files it was compiled from, with their digests.
    pub sources: Vec<(String, String)>,
    /// How it was compiled: flags for clang, flags for rustc, and `ftz` or nothing, a line each; empty
    /// if it cannot be compiled again from the sources alone.
    pub build: String,
    /// The function whose call is looked at.
    pub function: FunctionId,
    /// The rounding modes it may be called in.
    pub rounding: RoundingAssumption,
    /// What its arguments are assumed to be.
    pub entry: EntryAssumption,
    /// The proofs.
    pub sections: Vec<ProofSection>,
    /// What was proven and is not certified, with the reasons.
    pub uncertified: Vec<(SiteId, Exception, String)>,
}

/// What the arguments of a call can be, and the regions they point into.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EntryAssumption {
    /// The arguments.
    pub arguments: Vec<ScalarSet>,
    /// The regions that are handed in.
    pub regions: Vec<RegionContents>,
}

/// One proof.
#[derive(Clone, PartialEq, Debug)]
pub struct ProofSection {
    /// What it claims: these exceptions are not raised at these sites.
    pub goals: Vec<(SiteId, Exception)>,
    /// How the entry's ranges are cut.
    pub parts: EntryParts,
    /// Contexts of functions that may be called with anything.
    pub open: Vec<usize>,
    /// The contexts.
    pub contexts: Vec<ProofContext>,
}

/// How the ranges of the arguments are cut: a list of steps in the order of a walk through a tree.
pub type EntryParts = Vec<EntryStep>;

/// A step of the walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryStep {
    /// Cuts an argument: first the part up to a number, then the part above it, with the NaNs.
    Cut {
        /// The number of the argument.
        argument: usize,
        /// The ordinal of the last float, or the last integer, of the lower part.
        last: i128,
    },
    /// This part is handled by a context.
    Context(usize),
}

/// A function with what it is entered with, what it returns, and what holds in between.
#[derive(Clone, PartialEq, Debug)]
pub struct ProofContext {
    /// The function.
    pub function: FunctionId,
    /// What it may be entered with.
    pub entry: EntryAssumption,
    /// What it returns; `None` if it does not.
    pub exit: Option<ExitClaim>,
    /// The nodes; the first one is entered.
    pub nodes: Vec<ProofNode>,
}

/// What a context returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitClaim {
    /// The results.
    pub results: Vec<ScalarSet>,
    /// The regions that were handed in, afterwards.
    pub regions: Vec<RegionContents>,
    /// Whether memory that outside code knows may have been written.
    pub wrote_outside: bool,
}

/// A block of a context.
#[derive(Clone, PartialEq, Debug)]
pub struct ProofNode {
    /// The block.
    pub block: BlockId,
    /// What holds at its head, where ways come back.
    pub claim: Option<BlockState>,
    /// Where edges lead.
    pub edges: Vec<(EdgeId, usize)>,
    /// Which contexts calls use; one that is not named may do anything.
    pub calls: Vec<(InstId, usize)>,
}

/// What is known at the head of a block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockState {
    /// The values of parameters and of slots that were defined before.
    pub values: BTreeMap<Slot, ScalarSet>,
    /// Memory.
    pub memory: MemoryState,
    /// How slots compare.
    pub order: Vec<OrderFact>,
}

/// Two slots of floats that, if both are numbers, compare in one of these ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderFact {
    /// The first slot.
    pub a: Slot,
    /// The second slot.
    pub b: Slot,
    /// Whether the first can be less, equal, greater.
    pub ways: Ways,
}

impl BlockState {
    /// Whether this state allows all that the other one allows.
    pub(crate) fn includes(&self, other: &BlockState) -> bool {
        let value = |(slot, claim): (&Slot, &ScalarSet)| {
            other.values.get(slot).is_some_and(|value| claim.includes(value))
        };
        let fact = |fact: &OrderFact| other.order.contains(fact);
        self.values.iter().all(value) && self.memory.includes(&other.memory) && self.order.iter().all(fact)
    }

    /// What is known if either holds.
    pub fn union(&self, other: &BlockState) -> BlockState {
        let both = self.values.iter().filter_map(|(slot, value)| {
            let union = value.union(other.values.get(slot)?)?;
            Some((*slot, union))
        });
        BlockState {
            values: both.collect(),
            memory: self.memory.union(&other.memory),
            order: self.order.iter().copied().filter(|fact| other.order.contains(fact)).collect(),
        }
    }
}

impl EntryAssumption {
    /// Whether this entry allows all that the other one allows.
    pub fn includes(&self, other: &EntryAssumption) -> bool {
        self.arguments.len() == other.arguments.len()
            && self.regions.len() == other.regions.len()
            && self.arguments.iter().zip(&other.arguments).all(|(own, others)| own.includes(others))
            && self.regions.iter().zip(&other.regions).all(|(own, others)| own.includes(others))
    }
}
