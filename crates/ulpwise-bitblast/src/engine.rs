//! The engine: queries to circuits, to clauses, to a verdict.
//!
//! The first query is asserted outright, which lets CaDiCaL simplify most. Queries that repeat all of it and ask for more are
//! asserted on top. As soon as a query leaves something out, a solver is started anew that only ever *assumes* assertions, and
//! serves all later queries. Circuits are shared by all queries in any case.
//!
//! A model is read from the inputs of the graph. If it gives an open function two values for the same arguments, it is
//! refused with a lemma and the search goes on; otherwise it is evaluated by [`confirmed`], and what fails there is a fault.

use crate::aig::{Lit, Stopped};
use crate::blast::{BlastError, Blaster, CircuitOptions};
use crate::cnf::{ClauseSink, Encoder};
use crate::proof::{ProofError, write_proof};
use crate::sat::{Sat, SatResult, SearchFor};
use std::collections::HashSet;
use std::path::PathBuf;
use ulpwise_base::Budget;
use ulpwise_expr::{Term, TermStore};
use ulpwise_solver::{Query, Reason, Solver, Verdict, confirmed};

/// How the engine works.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How circuits are built.
    pub circuits: CircuitOptions,
    /// Whether gates get only the direction of their definition that is needed.
    pub by_polarity: bool,
    /// What the search is set for.
    pub search: SearchFor,
    /// Of CaDiCaL's random choices.
    pub seed: u32,
    /// The most bytes this process may have resident while clauses are made and while searching.
    pub memory_limit: Option<u64>,
    /// Where the proof of the last `unsat` goes; the clauses go beside it, with `.cnf` appended.
    pub proof: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            circuits: CircuitOptions::default(),
            by_polarity: true,
            search: SearchFor::Either,
            seed: 0,
            memory_limit: Some(8 << 30),
            proof: None,
        }
    }
}

/// A SAT solver, and what it was told.
#[derive(Debug)]
struct Instance {
    sat: Sat,
    encoder: Encoder,
    /// Literals asserted for ever.
    asserted: HashSet<Lit>,
    /// Assertions of queries among them, or `None` if these are assumed.
    permanent: Option<HashSet<Term>>,
    /// All clauses, if a proof may be wanted.
    record: Option<Vec<Vec<i32>>>,
}

/// Clauses on their way to the solver, and into the record.
struct Recorder<'a> {
    sat: &'a mut Sat,
    record: Option<&'a mut Vec<Vec<i32>>>,
}

impl ClauseSink for Recorder<'_> {
    fn clause(&mut self, literals: &[i32]) -> Result<(), Stopped> {
        if let Some(record) = &mut self.record {
            record.push(literals.to_vec());
        }
        self.sat.clause(literals)
    }
}

impl Instance {
    fn new(options: &Options, permanent: bool) -> Instance {
        Instance {
            sat: Sat::new(options.search, options.seed, options.memory_limit),
            encoder: Encoder::new(options.by_polarity),
            asserted: HashSet::new(),
            permanent: permanent.then(HashSet::new),
            record: options.proof.is_some().then(Vec::new),
        }
    }

    fn assert(&mut self, blaster: &Blaster, literal: Lit, budget: &Budget) -> Result<(), Stopped> {
        if self.asserted.contains(&literal) {
            return Ok(());
        }
        let mut sink = Recorder { sat: &mut self.sat, record: self.record.as_mut() };
        self.encoder.assertion(blaster.aig(), literal, &mut sink, budget)?;
        self.asserted.insert(literal);
        Ok(())
    }

    /// Tells the solver what a query says; what has to be assumed.
    fn load(
        &mut self,
        blaster: &Blaster,
        assertions: &[(Term, Lit)],
        conditions: &[Lit],
        budget: &Budget,
    ) -> Result<Vec<i32>, Stopped> {
        for &condition in conditions {
            self.assert(blaster, condition, budget)?;
        }
        if self.permanent.is_some() {
            for &(term, literal) in assertions {
                self.assert(blaster, literal, budget)?;
                self.permanent.get_or_insert_default().insert(term);
            }
            return Ok(Vec::new());
        }
        let mut sink = Recorder { sat: &mut self.sat, record: self.record.as_mut() };
        let mut assumptions = Vec::with_capacity(assertions.len());
        for &(_, literal) in assertions {
            assumptions.push(self.encoder.assumption(blaster.aig(), literal, &mut sink, budget)?);
        }
        Ok(assumptions)
    }
}

/// The bit-precise engine.
#[derive(Debug)]
pub struct Bitblast {
    options: Options,
    blaster: Blaster,
    instance: Option<Instance>,
    queries: u64,
    lemmas: u64,
}

impl Bitblast {
    /// A new engine for one store.
    pub fn new(options: Options) -> Bitblast {
        let blaster = Blaster::new(options.circuits);
        Bitblast { options, blaster, instance: None, queries: 0, lemmas: 0 }
    }

    /// The literal of each assertion. What is unsupported does not matter if another assertion is false by itself.
    fn literals(
        &mut self,
        store: &TermStore,
        assertions: &[Term],
        budget: &Budget,
    ) -> Result<Vec<(Term, Lit)>, BlastError> {
        let mut literals = Vec::with_capacity(assertions.len());
        let mut unsupported = None;
        for &assertion in assertions {
            match self.blaster.propositions(store, &[assertion], budget) {
                Ok(found) if found[0] == Lit::FALSE => return Ok(vec![(assertion, Lit::FALSE)]),
                Ok(found) => literals.push((assertion, found[0])),
                Err(error @ BlastError::Unsupported(_)) => {
                    unsupported.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        unsupported.map_or(Ok(literals), Err)
    }

    /// The solver for a query: the one there is if it can serve, else a new one.
    fn instance(&mut self, assertions: &[(Term, Lit)]) -> &mut Instance {
        let is_first = self.instance.is_none();
        let usable = self.instance.as_ref().is_some_and(|instance| {
            let wanted: HashSet<Term> = assertions.iter().map(|&(term, _)| term).collect();
            instance.permanent.as_ref().is_none_or(|permanent| permanent.is_subset(&wanted))
        });
        if !usable {
            self.instance = None;
        }
        let options = &self.options;
        self.instance.get_or_insert_with(|| Instance::new(options, is_first))
    }

    fn decide(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        budget: &Budget,
    ) -> Result<Verdict, BlastError> {
        let assertions = self.literals(store, query.assertions(), budget)?;
        let roots: Vec<Lit> = assertions.iter().map(|&(_, literal)| literal).collect();
        let relevant = self.blaster.relevant(&roots);
        self.instance(&assertions);
        let Some(instance) = &mut self.instance else { unreachable!("an instance was just made") };
        let assumptions = instance
            .load(&self.blaster, &assertions, &relevant.conditions, budget)
            .map_err(BlastError::Stopped)?;
        loop {
            match instance.sat.solve(&assumptions, budget) {
                SatResult::Unsat => return self.refuted(&assumptions, budget),
                SatResult::Stopped(stopped) => return Err(BlastError::Stopped(stopped)),
                SatResult::Sat => {}
            }
            let assignment = self.blaster.assignment(&relevant, |node| {
                instance.encoder.variable(node).is_some_and(|variable| instance.sat.value(variable))
            });
            let lemmas = self.blaster.violated_lemmas(&relevant, &assignment);
            if lemmas.is_empty() {
                let variables = store.free_variables(query.assertions());
                return Ok(Verdict::Sat(self.blaster.model(store, &variables, &relevant, &assignment)));
            }
            self.lemmas += lemmas.len() as u64;
            for lemma in lemmas {
                instance.assert(&self.blaster, lemma, budget).map_err(BlastError::Stopped)?;
            }
        }
    }

    /// The verdict after a refutation, its proof written if one is wanted.
    fn refuted(&mut self, assumptions: &[i32], budget: &Budget) -> Result<Verdict, BlastError> {
        let (Some(path), Some(instance)) = (&self.options.proof, &self.instance) else {
            return Ok(Verdict::Unsat);
        };
        let mut clauses = instance.record.clone().unwrap_or_default();
        clauses.extend(assumptions.iter().map(|&literal| vec![literal]));
        match write_proof(path, &clauses, instance.encoder.variable_count(), budget) {
            Ok(()) => Ok(Verdict::Unsat),
            Err(ProofError::Stopped(stopped)) => Err(BlastError::Stopped(stopped)),
            Err(ProofError::Output(what)) => Ok(Verdict::Unknown(Reason::Incomplete(what))),
            Err(ProofError::Contradicted) => {
                Ok(Verdict::Unknown(Reason::Fault("bitblast: the refuted clauses have a model".to_owned())))
            }
        }
    }
}

impl Solver for Bitblast {
    fn name(&self) -> &str {
        "bitblast"
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        self.queries += 1;
        match self.decide(store, query, budget) {
            Ok(verdict) => confirmed(self.name(), store, query, verdict),
            Err(BlastError::Unsupported(what)) => Verdict::Unknown(Reason::Unsupported(what)),
            Err(BlastError::Stopped(stopped)) => {
                // Clauses may be missing now, and a solver without memory is of no use.
                self.instance = None;
                match stopped {
                    Stopped::Budget(exhausted) => exhausted.into(),
                    Stopped::TooLarge => Verdict::Unknown(Reason::TooLarge("the circuit".to_owned())),
                }
            }
        }
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let instance = self.instance.as_ref();
        let variables = instance.map_or(0, |instance| instance.encoder.variable_count());
        vec![
            ("queries", self.queries),
            ("and-gates", self.blaster.aig().and_count() as u64),
            ("sat-variables", u64::from(variables.unsigned_abs())),
            ("clauses", instance.map_or(0, |instance| instance.sat.clause_count())),
            ("lemmas", self.lemmas),
        ]
    }
}
