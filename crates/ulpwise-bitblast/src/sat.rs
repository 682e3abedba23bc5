//! CaDiCaL, with a budget.
//!
//! The deadline, the cancel flag and the memory of the process are looked at in CaDiCaL's
//! terminator callback. After an interruption the solver can be used on; after it ran out of memory
//! it cannot.

use crate::aig::Stopped;
use crate::cnf::ClauseSink;
use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, Lit as SatLit, TernaryVal};
use rustsat_cadical::{CaDiCaL, Config, ProofFormat};
use std::ffi::NulError;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use ulpwise_base::Budget;

/// What CaDiCaL's options are set for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SearchFor {
    /// Either answer.
    #[default]
    Either,
    /// A model.
    Model,
    /// A refutation.
    Refutation,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatResult {
    /// All clauses and assumptions hold; values can be read.
    Sat,
    /// They cannot.
    Unsat,
    /// Not known.
    Stopped(Stopped),
}

/// One CaDiCaL.
pub struct Sat {
    solver: CaDiCaL<'static, 'static>,
    memory_limit: Option<u64>,
    clause: Vec<SatLit>,
    clause_count: u64,
}

impl fmt::Debug for Sat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CaDiCaL with {} clauses", self.clause_count)
    }
}

/// How many clauses are added between two looks at the memory of the process.
const CLAUSES_BETWEEN_LOOKS: u64 = 1 << 17;

/// How often the memory of the process is looked at while searching.
const MEMORY_INTERVAL: Duration = Duration::from_millis(50);

impl Sat {
    /// An empty solver. `memory_limit` is in bytes, of the whole process.
    ///
    /// # Panics
    /// If the CaDiCaL that is linked does not know an option, which is a mistake here.
    pub fn new(search: SearchFor, seed: u32, memory_limit: Option<u64>) -> Sat {
        let mut solver = CaDiCaL::default();
        let configuration = match search {
            SearchFor::Either => Config::Default,
            SearchFor::Model => Config::Sat,
            SearchFor::Refutation => Config::Unsat,
        };
        solver.set_configuration(configuration).expect("CaDiCaL has this configuration");
        let seed = i32::try_from(seed).unwrap_or(i32::MAX);
        solver.set_option("seed", seed).expect("CaDiCaL has a seed");
        Sat { solver, memory_limit, clause: Vec::new(), clause_count: 0 }
    }

    /// Writes a proof in the LRAT format, as text, from now on. The file is complete when the
    /// solver is dropped.
    ///
    /// # Errors
    /// If the path has a zero byte.
    pub fn trace_proof(&mut self, path: &Path) -> Result<(), NulError> {
        self.solver.trace_proof(path, ProofFormat::Lrat { binary: false })
    }

    /// How many clauses were added.
    pub fn clause_count(&self) -> u64 {
        self.clause_count
    }

    /// Whether the clauses can hold together with the assumptions.
    pub fn solve(&mut self, assumptions: &[i32], budget: &Budget) -> SatResult {
        if let Err(exhausted) = budget.check(0) {
            return SatResult::Stopped(Stopped::Budget(exhausted));
        }
        let out_of_memory = Arc::new(AtomicBool::new(false));
        self.attach(budget.clone(), Arc::clone(&out_of_memory));
        let assumptions: Vec<SatLit> = assumptions.iter().map(|&literal| to_sat(literal)).collect();
        let result = self.solver.solve_assumps(&assumptions);
        self.solver.detach_terminator();
        match result {
            Ok(SolverResult::Sat) => SatResult::Sat,
            Ok(SolverResult::Unsat) => SatResult::Unsat,
            Ok(SolverResult::Interrupted) if out_of_memory.load(Ordering::Relaxed) => {
                SatResult::Stopped(Stopped::TooLarge)
            }
            Ok(SolverResult::Interrupted) => {
                let exhausted = budget.check(0).err();
                SatResult::Stopped(exhausted.map_or(Stopped::TooLarge, Stopped::Budget))
            }
            // The one error there is: no memory.
            Err(_) => SatResult::Stopped(Stopped::TooLarge),
        }
    }

    fn exceeds_memory_limit(&self) -> bool {
        self.memory_limit.is_some_and(|limit| resident_bytes().is_some_and(|bytes| bytes > limit))
    }

    fn attach(&mut self, budget: Budget, out_of_memory: Arc<AtomicBool>) {
        let limit = self.memory_limit;
        let mut last_look = Instant::now();
        self.solver.attach_terminator(move || {
            if budget.check(0).is_err() {
                return ControlSignal::Terminate;
            }
            if let Some(limit) = limit
                && last_look.elapsed() >= MEMORY_INTERVAL
            {
                last_look = Instant::now();
                if resident_bytes().is_some_and(|bytes| bytes > limit) {
                    out_of_memory.store(true, Ordering::Relaxed);
                    return ControlSignal::Terminate;
                }
            }
            ControlSignal::Continue
        });
    }

    /// The value of a variable after [`SatResult::Sat`]; false if it does not matter.
    pub fn value(&self, variable: i32) -> bool {
        self.solver.lit_val(to_sat(variable)).is_ok_and(|value| value == TernaryVal::True)
    }

    /// After [`SatResult::Unsat`]: assumptions that cannot hold together.
    pub fn failed_assumptions(&mut self) -> Vec<i32> {
        // The core is a clause: the complements of the assumptions.
        let core = self.solver.core().unwrap_or_default();
        core.into_iter().map(|literal| -literal.to_ipasir()).collect()
    }
}

impl ClauseSink for Sat {
    fn clause(&mut self, literals: &[i32]) -> Result<(), Stopped> {
        self.clause.clear();
        self.clause.extend(literals.iter().map(|&literal| to_sat(literal)));
        self.clause_count += 1;
        if self.clause_count.is_multiple_of(CLAUSES_BETWEEN_LOOKS) && self.exceeds_memory_limit() {
            return Err(Stopped::TooLarge);
        }
        self.solver.add_clause_ref(Cl::new(&self.clause)).map_err(|_| Stopped::TooLarge)
    }
}

fn to_sat(literal: i32) -> SatLit {
    SatLit::new(literal.unsigned_abs() - 1, literal < 0)
}

/// The resident memory of this process, where the system reports it.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
