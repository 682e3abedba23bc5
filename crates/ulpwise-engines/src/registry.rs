//! All engines: name, what each is, and how it is made.

use crate::choice::SolverOptions;
use crate::schedule;
use ulpwise_bitblast::Bitblast;
use ulpwise_bitblast::blast::CircuitOptions;
use ulpwise_interval::IntervalEngine;
use ulpwise_localsearch::SearchEngine;
use ulpwise_real::{Ariadne, AriadneOptions, RealEngine};
use ulpwise_solver::{Folding, Growing, Preprocessed, Solver};

/// An engine that is part of ulpwise.
#[derive(Debug)]
pub(crate) struct RegistryEntry {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) make: fn(&SolverOptions) -> Box<dyn Solver>,
}

pub(crate) const ENGINES: &[RegistryEntry] = &[
    RegistryEntry {
        name: "portfolio",
        what: "preprocessing and bounds, then the engines below in time slices",
        make: |options| Box::new(schedule::portfolio(options, Vec::new())),
    },
    RegistryEntry { name: "fold", what: "rewriting and evaluation, no search", make: |_| Box::new(Folding) },
    RegistryEntry {
        name: "bitblast",
        what: "preprocessing, circuits and a SAT solver",
        make: |options| match options.proof {
            // A proof is one of the assertions as they are.
            Some(_) => Box::new(bitblast(options, BITBLAST_MEMORY)),
            None => Box::new(Growing::new(
                || narrowed_bitblast(Some(ABSTRACT_FROM)),
                || bitblast(&SolverOptions::default(), BITBLAST_MEMORY),
            )),
        },
    },
    RegistryEntry {
        name: "bitblast-eager",
        what: "the same, with all circuits from the beginning",
        make: |_| Box::new(Preprocessed::new(narrowed_bitblast(None))),
    },
    RegistryEntry {
        name: "real",
        what: "linear relaxation over the reals, with exact certificates",
        make: |_| Box::new(Preprocessed::new(RealEngine::new())),
    },
    RegistryEntry {
        name: "ariadne",
        what: "nonlinear models by way of the reals, no proofs",
        make: |options| Box::new(Preprocessed::new(ariadne(options))),
    },
    RegistryEntry {
        name: "interval",
        what: "exact projections of intervals, learning, labelling",
        make: |_| Box::new(Preprocessed::new(interval())),
    },
    RegistryEntry {
        name: "search",
        what: "local search for models, no proofs",
        make: |_| Box::new(Preprocessed::new(SearchEngine::default())),
    },
];

/// The most memory that the bit-precise engine may take by itself, in bytes. Files that were
/// measured and solved needed a quarter of this at most; clauses that need more keep a SAT solver
/// simplifying for minutes.
const BITBLAST_MEMORY: u64 = 2560 << 20;

/// The bit-precise engine, with so much memory.
pub(crate) fn bitblast(options: &SolverOptions, memory: u64) -> Bitblast {
    Bitblast::new(ulpwise_bitblast::BitblastOptions {
        proof: options.proof.clone(),
        memory_limit: Some(memory),
        ..ulpwise_bitblast::BitblastOptions::default()
    })
}

/// The least significand, or width of a bit-vector, whose expensive operations are abstracted.
const ABSTRACT_FROM: u32 = 24;

/// The same for one query: its circuits narrowed to what its assertions say, expensive operations
/// abstracted from a width on.
fn narrowed_bitblast(abstract_from: Option<u32>) -> Bitblast {
    Bitblast::new(ulpwise_bitblast::BitblastOptions {
        circuits: CircuitOptions { abstract_from, ..CircuitOptions::default() },
        memory_limit: Some(BITBLAST_MEMORY),
        narrow: true,
        ..ulpwise_bitblast::BitblastOptions::default()
    })
}

/// The Ariadne solver.
pub(crate) fn ariadne(options: &SolverOptions) -> Ariadne {
    let max_concretizations = options.max_concretizations;
    Ariadne::new(AriadneOptions { max_concretizations, ..AriadneOptions::default() })
}

/// The interval engine.
pub(crate) fn interval() -> IntervalEngine {
    IntervalEngine::new(ulpwise_interval::IntervalOptions::default())
}
