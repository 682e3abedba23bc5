//! A SAT solver and the clauses it has.
//!
//! Assertions of queries are either asserted for ever or assumed. Everything else that is asserted
//! holds in every model of every query: definitions of gates, conditions of guesses, lemmas and
//! refinements; but for narrowings, which belong to one query.

use crate::aig::{Lit, Stopped};
use crate::blast::{Blaster, Relevant, stopped};
use crate::cnf::{ClauseSink, Encoder};
use crate::engine::BitblastOptions;
use crate::sat::{Sat, SatResult};
use std::collections::HashSet;
use ulpwise_base::Budget;
use ulpwise_expr::{Model, Term, TermStore};

/// A SAT solver, and the clauses it has.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) sat: Sat,
    pub(crate) encoder: Encoder,
    relevant: Relevant,
    /// Conditions among the relevant ones that have been asserted.
    conditions_asserted: usize,
    /// Applications whose literals have been defined.
    applications_defined: usize,
    /// By number of abstracted operation, how often its result was fixed for single operands.
    values_fixed: Vec<u8>,
    /// Literals asserted for ever.
    asserted: HashSet<Lit>,
    /// Assertions of queries among them, or `None` if these are assumed.
    permanent: Option<HashSet<Term>>,
    /// All clauses, if a proof may be wanted.
    pub(crate) record: Option<Vec<Vec<i32>>>,
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
    pub(crate) fn new(options: &BitblastOptions, permanent: bool) -> Instance {
        Instance {
            sat: Sat::new(options.search, options.seed, options.memory_limit),
            encoder: Encoder::new(options.by_polarity),
            relevant: Relevant::default(),
            conditions_asserted: 0,
            applications_defined: 0,
            values_fixed: Vec::new(),
            asserted: HashSet::new(),
            permanent: permanent.then(HashSet::new),
            record: options.proof.is_some().then(Vec::new),
        }
    }

    /// Whether a query can be asked that says just this.
    pub(crate) fn can_serve(&self, assertions: &[(Term, Lit)]) -> bool {
        let Some(permanent) = &self.permanent else { return true };
        let wanted: HashSet<Term> = assertions.iter().map(|&(term, _)| term).collect();
        permanent.is_subset(&wanted)
    }

    pub(crate) fn assert(&mut self, blaster: &Blaster, literal: Lit, budget: &Budget) -> Result<(), Stopped> {
        if self.asserted.contains(&literal) {
            return Ok(());
        }
        let mut sink = Recorder { sat: &mut self.sat, record: self.record.as_mut() };
        self.encoder.assertion(blaster.aig(), literal, &mut sink, budget)?;
        self.asserted.insert(literal);
        Ok(())
    }

    /// Adds the clauses of a query; returns what has to be assumed.
    pub(crate) fn load(
        &mut self,
        blaster: &Blaster,
        assertions: &[(Term, Lit)],
        budget: &Budget,
    ) -> Result<Vec<i32>, Stopped> {
        let roots: Vec<Lit> = assertions.iter().map(|&(_, literal)| literal).collect();
        self.load_relevant(blaster, &[&roots, blaster.narrowings()].concat(), budget)?;
        for &narrowing in blaster.narrowings() {
            self.assert(blaster, narrowing, budget)?;
        }
        if self.permanent.is_some() {
            for &(term, literal) in assertions {
                self.assert(blaster, literal, budget)?;
                self.permanent.get_or_insert_default().insert(term);
            }
            return Ok(Vec::new());
        }
        let mut sink = Recorder { sat: &mut self.sat, record: self.record.as_mut() };
        let mut assumptions = Vec::with_capacity(roots.len());
        for root in roots {
            assumptions.push(self.encoder.assumption(blaster.aig(), root, &mut sink, budget)?);
        }
        Ok(assumptions)
    }

    /// Adds the clauses that roots need.
    fn load_relevant(&mut self, blaster: &Blaster, roots: &[Lit], budget: &Budget) -> Result<(), Stopped> {
        blaster.extend_relevant(&mut self.relevant, roots, budget)?;
        while let Some(&condition) = self.relevant.conditions.get(self.conditions_asserted) {
            self.assert(blaster, condition, budget)?;
            self.conditions_asserted += 1;
        }
        // What is asked of a model beyond the inputs is defined in both directions, to have its
        // value there.
        let mut sink = Recorder { sat: &mut self.sat, record: self.record.as_mut() };
        for literal in blaster.asked_literals(&self.relevant, self.applications_defined) {
            self.encoder.definition(blaster.aig(), literal, &mut sink, budget)?;
        }
        self.applications_defined = self.relevant.application_count();
        Ok(())
    }

    /// Whether the query can hold. A model gives every open function one value for the same
    /// arguments, and abstracted operations the results they have, unless `is_model` accepts it
    /// before.
    pub(crate) fn solve(
        &mut self,
        blaster: &mut Blaster,
        assumptions: &[i32],
        lemma_count: &mut u64,
        is_model: &dyn Fn(&Instance, &Blaster) -> bool,
        budget: &Budget,
    ) -> Result<SatResult, Stopped> {
        loop {
            let result = self.sat.solve(assumptions, budget);
            if result != SatResult::Sat {
                return Ok(result);
            }
            let mut lemmas = blaster.violated_lemmas(&self.relevant, &|literal| self.value(literal));
            let refinements = blaster.refinements(&self.relevant, &|literal| self.value(literal));
            if lemmas.is_empty() && (refinements.is_empty() || is_model(self, blaster)) {
                return Ok(SatResult::Sat);
            }
            for refinement in refinements {
                lemmas.extend(blaster.refined(refinement, &mut self.values_fixed, budget).map_err(stopped)?);
            }
            *lemma_count += lemmas.len() as u64;
            self.load_relevant(blaster, &lemmas, budget)?;
            for lemma in lemmas {
                self.assert(blaster, lemma, budget)?;
            }
        }
    }

    /// The value of an input or of a literal that was defined.
    fn value(&self, literal: Lit) -> bool {
        let variable = self.encoder.variable(literal.node());
        let value = variable.is_some_and(|variable| self.sat.value(variable));
        // The variable of the constant, where there is one, is that of true.
        let value = if literal.node() == 0 { false } else { value };
        value != literal.is_complemented()
    }

    /// The model that was found.
    pub(crate) fn model(&self, blaster: &Blaster, store: &TermStore, variables: &[Term]) -> Model {
        blaster.model(store, variables, &self.relevant, &|literal| self.value(literal))
    }
}
