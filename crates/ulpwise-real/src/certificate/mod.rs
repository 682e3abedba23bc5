//! Certificates of refutations: the query as terms, one a line, and the steps that a checker follows
//! (`ulpwise-verify-unsat`).
//!
//! The search is made once more, without looking for models: what is concluded about terms, the
//! multipliers of linear programs, and how the space is cut are written down in order. The steps say
//! what follows, not why: the checker finds a reason in the term or in one that uses it, and makes
//! the inequalities that multipliers belong to by itself.
//!
//! What holds: nothing here is trusted. A certificate that does not prove what it should is refused.

mod compact;
mod print;
mod rows;

use crate::branch::{Choice, open_truth, widest_variable};
use crate::graph::Graph;
use crate::hull::{Hull, ordinal};
use crate::state::{Conclusion, Conflict, TermState};
use compact::CompactProgram;
use print::Printer;
use rows::{CertificateRows, float_within};
use std::fmt;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_domain::Dyadic;
use ulpwise_expr::{Term, TermStore};
use ulpwise_lp::{Simplex, SimplexEnd, lower_bound, refutes};

/// How deep the space is cut at most, and into how many parts.
const MOST_CUTS: usize = 400;
const MOST_PARTS: u64 = 20_000;

/// Rounds of bounds from linear programs at the start, and in other parts without open truth values.
const ROUNDS: (usize, usize) = (12, 2);

/// A refutation for a checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefutationCertificate {
    /// The query in SMT-LIB, one term a line.
    pub query: String,
    /// The steps.
    pub steps: String,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCertificate {
    /// The budget ended.
    Exhausted(Exhausted),
    /// A term is not of a kind that certificates have; which.
    Term(String),
    /// A part of the space is not refuted.
    Open,
}

impl fmt::Display for NoCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted(exhausted) => write!(f, "linear relaxation: {exhausted}"),
            Self::Term(term) => write!(f, "linear relaxation does not know {term}"),
            Self::Open => f.write_str("linear relaxation leaves a part open"),
        }
    }
}

impl std::error::Error for NoCertificate {}

/// Refutes assertions and writes the certificate.
///
/// # Errors
/// If they are not refuted, or not within the budget.
pub fn certify_refutation(
    store: &TermStore,
    assertions: &[Term],
    budget: &Budget,
) -> Result<RefutationCertificate, NoCertificate> {
    let graph = Graph::new(store, assertions);
    if let Some(format) = graph.unsupported_format() {
        return Err(NoCertificate::Term(format!("floats of format {format}")));
    }
    let query = print::query(store, &graph)?;
    let mut recorder = RefutationRecorder { graph: &graph, budget, parts: 0, out: Printer::new(&query) };
    // A root that is false or twice asserted in opposite ways is found by the checker itself.
    if let Ok(mut state) = TermState::new(&graph, None) {
        state.keep_conclusions();
        recorder.refute(state, 0)?;
    }
    Ok(RefutationCertificate { query, steps: recorder.out.text })
}

/// A refutation being written.
struct RefutationRecorder<'a> {
    graph: &'a Graph,
    budget: &'a Budget,
    parts: u64,
    out: Printer,
}

impl RefutationRecorder<'_> {
    /// Refutes a part of the space.
    fn refute(&mut self, mut state: TermState, depth: usize) -> Result<(), NoCertificate> {
        self.parts += 1;
        if depth > MOST_CUTS || self.parts > MOST_PARTS {
            return Err(NoCertificate::Open);
        }
        let closed = self.close(&mut state, depth).map_err(NoCertificate::Exhausted)?;
        self.write_conclusions(&mut state);
        if closed.is_err() {
            return Ok(());
        }
        let choice = open_truth(self.graph, &state).map(Choice::Truth);
        let choice = choice.or_else(|| widest_variable(self.graph, &state, depth));
        let choice = choice.ok_or(NoCertificate::Open)?;
        self.out.cut(self.graph, &choice);
        for first in [true, false] {
            self.out.part_begins();
            // A part with nothing in it is closed by the cut itself.
            if let Ok(mut part) = choice.part(&state, first) {
                part.keep_conclusions();
                self.refute(part, depth + 1)?;
            }
            self.out.part_ends();
        }
        Ok(())
    }

    fn write_conclusions(&mut self, state: &mut TermState) {
        for conclusion in state.take_conclusions() {
            match conclusion {
                Conclusion::Truth(position, value) => self.out.truth(position, value),
                Conclusion::Hull(position, hull) => self.out.hull(self.graph, position, hull),
            }
        }
        state.keep_conclusions();
    }

    /// Concludes what can be, until there is a conflict or nothing new.
    fn close(&mut self, state: &mut TermState, depth: usize) -> Result<Result<(), Conflict>, Exhausted> {
        let rounds = match depth {
            0 => ROUNDS.0,
            _ if open_truth(self.graph, state).is_none() => ROUNDS.1,
            _ => 1,
        };
        for _ in 0..rounds {
            if state.propagate(self.graph, self.budget)?.is_err() {
                return Ok(Err(Conflict));
            }
            let bounds = depth == 0 || open_truth(self.graph, state).is_none();
            match self.tighten(state, bounds)? {
                Ok(true) => {}
                Ok(false) => break,
                Err(Conflict) => return Ok(Err(Conflict)),
            }
        }
        state.propagate(self.graph, self.budget)
    }

    /// One linear program: a refutation or, where these are wanted, bounds; whether hulls shrank much.
    fn tighten(&mut self, state: &mut TermState, bounds: bool) -> Result<Result<bool, Conflict>, Exhausted> {
        let rows = CertificateRows::new(self.graph, state);
        let compact = CompactProgram::new(&rows, |term| rows.uses[term] > 1);
        let mut simplex = Simplex::new(&compact.program);
        match simplex.minimise(&[], &mut |_| self.budget.check(0))? {
            SimplexEnd::Infeasible(multipliers) => {
                let multipliers = compact.expanded(&rows, &[], &multipliers);
                if !refutes(&rows.program, &multipliers) {
                    return Ok(Ok(false));
                }
                self.write_conclusions(state);
                self.out.program();
                self.out.contradiction(&rows.names, &multipliers);
                return Ok(Err(Conflict));
            }
            SimplexEnd::Optimal(_) if bounds => {}
            SimplexEnd::Optimal(_) | SimplexEnd::Failed => return Ok(Ok(false)),
        }
        self.write_conclusions(state);
        self.out.program();
        let mut shrank = false;
        for (number, &column) in compact.columns.iter().enumerate() {
            let position = rows.floats[column];
            for upwards in [false, true] {
                let sign = Dyadic::from_i64(if upwards { -1 } else { 1 });
                let SimplexEnd::Optimal(multipliers) =
                    simplex.minimise(&[(number, sign.clone())], &mut |_| self.budget.check(0))?
                else {
                    continue;
                };
                let objective = [(column, sign)];
                let multipliers = compact.expanded(&rows, &objective, &multipliers);
                let Some(bound) = lower_bound(&rows.program, &objective, &multipliers) else { continue };
                let Some(limit) = self.limit(position, &bound, upwards) else { continue };
                let Some(much) = self.gain(state, position, limit) else { continue };
                self.write_conclusions(state);
                self.out.bound(self.graph, (position, limit), upwards, &rows.names, &multipliers);
                // The step says it: it is no conclusion of its own.
                let narrowed = state.narrow(position, limit);
                state.take_conclusions();
                state.keep_conclusions();
                if narrowed.is_err() {
                    return Ok(Err(Conflict));
                }
                shrank |= much;
            }
        }
        Ok(Ok(shrank))
    }

    /// What a bound says of the float at a position.
    fn limit(&self, position: usize, bound: &Dyadic, upwards: bool) -> Option<Hull> {
        let format = self.graph.format(position)?;
        let full = Hull { nan: false, ..Hull::full(format) };
        let limit = if upwards {
            Hull { high: ordinal(float_within(&bound.negated(), format, false)), ..full }
        } else {
            Hull { low: ordinal(float_within(bound, format, true)), ..full }
        };
        Some(limit.with_both_zeros())
    }

    /// Whether a limit takes much of what is left; nothing if it takes too little to be written down.
    fn gain(&self, state: &TermState, position: usize, limit: Hull) -> Option<bool> {
        let format = self.graph.format(position)?;
        let hull = state.hull(position);
        let met = hull.meet(limit);
        if !met.has_numbers() {
            return Some(true);
        }
        let width = |hull: Hull| {
            let (low, high) = hull.numbers(format)?;
            Some(Dyadic::from_float(high)?.minus(&Dyadic::from_float(low)?).to_f64())
        };
        let (before, after) = (width(hull)?, width(met)?);
        (after < 0.999 * before).then_some(after < 0.9 * before)
    }
}
