//! The engine: queries to circuits, to clauses, to a verdict.
//!
//! The first query is asserted outright, which lets CaDiCaL simplify most. Queries that repeat all
//! of it and ask for more are asserted on top. As soon as a query leaves something out, a solver is
//! started anew that only ever *assumes* assertions, and serves all later queries. Circuits are
//! shared by all queries, except that one with bounds has its own, narrowed to them.
//!
//! A model is read from the inputs of the graph. If it gives an open function two values for the
//! same arguments, it is refused with a lemma and the search goes on, and so it is if an abstracted
//! operation has a wrong result in it that matters; otherwise it is evaluated by [`confirmed`], and
//! what fails there is a fault.

use crate::aig::{Lit, Stopped};
use crate::blast::{BlastError, Blaster, CircuitOptions};
use crate::instance::Instance;
use crate::proof::{ProofError, write_proof};
use crate::ranges::bounds_of;
use crate::sat::{SatResult, SearchFor};
use std::path::PathBuf;
use ulpwise_base::Budget;
use ulpwise_expr::{Term, TermStore};
use ulpwise_solver::{Bounds, Query, Reason, Solver, Verdict, check_model, confirmed};

/// How the engine works.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitblastOptions {
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
    /// Whether each query has circuits of its own, narrowed to what its assertions say about ranges
    /// of floats. Right for a query that no other one like it follows.
    pub narrow: bool,
    /// Where the proof of the last `unsat` goes; the clauses go beside it, with `.cnf` appended.
    pub proof: Option<PathBuf>,
}

impl Default for BitblastOptions {
    fn default() -> BitblastOptions {
        BitblastOptions {
            circuits: CircuitOptions::default(),
            by_polarity: true,
            search: SearchFor::Either,
            seed: 0,
            memory_limit: Some(8 << 30),
            narrow: false,
            proof: None,
        }
    }
}

/// The bit-precise engine.
#[derive(Debug)]
pub struct Bitblast {
    options: BitblastOptions,
    blaster: Blaster,
    instance: Option<Instance>,
    queries: u64,
    lemmas: u64,
    /// A query with bounds that was interrupted.
    narrowed: Option<Box<Narrowed>>,
    /// Different queries with bounds, and the conjunctions in the circuits of the last one.
    narrowed_queries: u64,
    narrowed_gates: u64,
}

/// A query with bounds, and the engine for it.
#[derive(Debug)]
struct Narrowed {
    assertions: Vec<Term>,
    bounds: Bounds,
    engine: Bitblast,
}

impl Bitblast {
    /// A new engine for one store.
    pub fn new(options: BitblastOptions) -> Bitblast {
        let blaster = Blaster::new(options.circuits);
        Bitblast {
            options,
            blaster,
            instance: None,
            queries: 0,
            lemmas: 0,
            narrowed: None,
            narrowed_queries: 0,
            narrowed_gates: 0,
        }
    }

    /// The literal of each assertion. What is unsupported does not matter if another assertion is
    /// false by itself.
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
    fn prepare_instance(&mut self, assertions: &[(Term, Lit)]) {
        let is_first = self.instance.is_none();
        if self.instance.as_ref().is_some_and(|instance| !instance.can_serve(assertions)) {
            self.instance = None;
        }
        let options = &self.options;
        self.instance.get_or_insert_with(|| Instance::new(options, is_first));
    }

    fn decide(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        budget: &Budget,
    ) -> Result<Verdict, BlastError> {
        let assertions = self.literals(store, query.assertions(), budget)?;
        self.prepare_instance(&assertions);
        let Some(instance) = &mut self.instance else { unreachable!("an instance was just made") };
        let variables = store.free_variables(query.assertions());
        let found = instance.load(&self.blaster, &assertions, budget).and_then(|assumptions| {
            // With abstracted operations a model may be right although some of their results are
            // not.
            let is_model = |instance: &Instance, blaster: &Blaster| {
                let mut model = instance.model(blaster, store, &variables);
                check_model(store, query, &mut model).is_ok()
            };
            let lemmas = &mut self.lemmas;
            let result = instance.solve(&mut self.blaster, &assumptions, lemmas, &is_model, budget)?;
            Ok((result, assumptions))
        });
        match found.map_err(BlastError::Stopped)? {
            (SatResult::Unsat, assumptions) => self.refuted(&assumptions, budget),
            (SatResult::Stopped(stopped), _) => Err(BlastError::Stopped(stopped)),
            (SatResult::Sat, _) => Ok(Verdict::Sat(instance.model(&self.blaster, store, &variables))),
        }
    }

    /// The verdict on a query with bounds: by circuits that are narrowed to them. They are kept for
    /// the case that just this is asked again, with more time.
    fn decide_within_bounds(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        bounds: &Bounds,
        budget: &Budget,
    ) -> Result<Verdict, BlastError> {
        let is_same = |kept: &Narrowed| kept.assertions == query.assertions() && kept.bounds == *bounds;
        let mut narrowed = match self.narrowed.take() {
            Some(kept) if is_same(&kept) => kept,
            _ => {
                self.narrowed_queries += 1;
                let blaster = Blaster::with_bounds(self.options.circuits, bounds.clone());
                let engine = Bitblast { blaster, ..Bitblast::new(self.options.clone()) };
                let assertions = query.assertions().to_vec();
                Box::new(Narrowed { assertions, bounds: bounds.clone(), engine })
            }
        };
        let verdict = narrowed.engine.decide(store, query, budget);
        self.narrowed_gates = narrowed.engine.blaster.aig().and_count() as u64;
        // Clauses may be missing after there was no memory.
        if matches!(verdict, Err(BlastError::Stopped(Stopped::Budget(_)))) {
            self.narrowed = Some(narrowed);
        }
        verdict
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
        let own = self.options.narrow.then(|| bounds_of(store, query.assertions(), query.bounds()));
        let decided = match own.as_ref().or(query.bounds()).filter(|bounds| !bounds.is_empty()) {
            Some(bounds) => self.decide_within_bounds(store, query, bounds, budget),
            None => self.decide(store, query, budget),
        };
        match decided {
            Ok(verdict) => confirmed(self.name(), store, query, verdict),
            Err(BlastError::Unsupported(what)) => Verdict::Unknown(Reason::Unsupported(what)),
            Err(BlastError::Stopped(stopped)) => {
                match stopped {
                    // Work goes on where it stopped when there is a budget again.
                    Stopped::Budget(exhausted) => exhausted.into(),
                    Stopped::TooLarge => {
                        // Clauses may be missing now, and a solver without memory is of no use.
                        self.instance = None;
                        Verdict::Unknown(Reason::TooLarge("the circuit".to_owned()))
                    }
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
            ("narrowed-queries", self.narrowed_queries),
            ("narrowed-and-gates", self.narrowed_gates),
        ]
    }
}
