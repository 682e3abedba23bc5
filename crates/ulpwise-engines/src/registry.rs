//! All engines: name, what each is, and how it is made.

use crate::schedule;
use std::path::PathBuf;
use ulpwise_bitblast::Bitblast;
use ulpwise_interval::Interval;
use ulpwise_real::Real;
use ulpwise_search::SearchEngine;
use ulpwise_solver::{Folding, Preprocessed, Solver};

/// What is said about engines, for those that care.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// Where the proof of an `unsat` goes; of `bitblast`.
    pub proof: Option<PathBuf>,
}

/// An engine that there is.
#[derive(Debug)]
struct Entry {
    name: &'static str,
    what: &'static str,
    make: fn(&Options) -> Box<dyn Solver>,
}

const ENGINES: &[Entry] = &[
    Entry {
        name: "portfolio",
        what: "preprocessing, then search, real and bitblast in turns",
        make: |options| Box::new(schedule::portfolio(options)),
    },
    Entry { name: "fold", what: "rewriting and evaluation, no search", make: |_| Box::new(Folding) },
    Entry {
        name: "bitblast",
        what: "circuits and a SAT solver",
        make: |options| Box::new(bitblast(options)),
    },
    Entry {
        name: "real",
        what: "linear relaxation over the reals, with exact certificates",
        make: |_| Box::new(Preprocessed::new(Real::new())),
    },
    Entry {
        name: "interval",
        what: "exact projections of intervals, learning, labelling",
        make: |_| Box::new(Preprocessed::new(Interval::new(ulpwise_interval::Options::default()))),
    },
    Entry {
        name: "search",
        what: "local search for models, no proofs",
        make: |_| Box::new(Preprocessed::new(SearchEngine::default())),
    },
];

/// The bit-precise engine.
pub(crate) fn bitblast(options: &Options) -> Bitblast {
    Bitblast::new(ulpwise_bitblast::Options {
        proof: options.proof.clone(),
        ..ulpwise_bitblast::Options::default()
    })
}

/// An engine that somebody named.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    entry: &'static Entry,
}

impl Choice {
    /// The engine with this name.
    ///
    /// # Errors
    /// If there is none; the message lists those that there are.
    pub fn from_name(name: &str) -> Result<Choice, String> {
        let entry = ENGINES.iter().find(|entry| entry.name == name);
        entry.map(|entry| Choice { entry }).ok_or_else(|| {
            let known: Vec<String> =
                ENGINES.iter().map(|entry| format!("{} ({})", entry.name, entry.what)).collect();
            format!("there is no such engine; there are: {}", known.join(", "))
        })
    }

    /// A new engine of this kind.
    pub fn make(self, options: &Options) -> Box<dyn Solver> {
        (self.entry.make)(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_engines_of_that_name() {
        for entry in ENGINES {
            let choice = Choice::from_name(entry.name).unwrap();
            assert_eq!(choice.make(&Options::default()).name(), entry.name);
        }
        let message = Choice::from_name("magic").unwrap_err();
        assert!(message.contains("fold (rewriting"), "{message}");
    }
}
