//! Which engines the portfolio has, in which order and for how long.
//!
//! `cargo xtask bench schedule` computes order and lengths from measurements of the single engines
//! on benchmark files; this is the one place where they are written down.

use crate::choice::SolverOptions;
use crate::registry::{ariadne, bitblast, interval};
use std::sync::Arc;
use std::time::Duration;
use ulpwise_localsearch::SearchEngine;
use ulpwise_real::RealEngine;
use ulpwise_solver::{Portfolio, PortfolioMember, Preprocessed, Solver, TimeSlice};

/// The engines of the portfolio.
const MEMBERS: [&str; 5] = ["real", "ariadne", "interval", "search", "bitblast"];

/// The first round of time slices, in milliseconds; later rounds are longer by a factor. Computed,
/// see `docs/results/2026-11-16-portfolio.md`; the slice of `ariadne` was added by hand, see
/// `docs/results/2026-11-16-ariadne.md`.
const PLAN: &[(&str, u64)] =
    &[("real", 100), ("interval", 100), ("ariadne", 50), ("search", 200), ("bitblast", 100)];

/// How long bounds are looked for before the first time slice, in milliseconds.
const NARROWING: u64 = 100;

/// The most memory that circuits and clauses may take, in bytes. What is larger is hopeless by
/// then: of the files that were measured, solved ones need a tenth of this, and a SAT solver that
/// simplifies ten million clauses needs twice of it within seconds. The other engines get the time
/// instead. `bitblast` chosen by name has its own, larger limit.
const MEMORY: u64 = 1 << 30;

/// The length of the first time slice of an outside program, in milliseconds: it comes last, and
/// has to start first.
const PROCESS: u64 = 1000;

/// The portfolio, with outside programs as further engines. Interval propagation finds the bounds,
/// so the interval engine itself takes none.
pub(crate) fn portfolio(options: &SolverOptions, outside: Vec<Box<dyn Solver>>) -> Preprocessed<Portfolio> {
    let mut members: Vec<PortfolioMember> = MEMBERS.iter().map(|name| member(name, options)).collect();
    let index = |name| MEMBERS.iter().position(|known| *known == name).expect("the plan names members");
    let slice = |engine, length| TimeSlice { engine, length: Duration::from_millis(length) };
    let mut plan: Vec<TimeSlice> = PLAN.iter().map(|&(name, length)| slice(index(name), length)).collect();
    for engine in outside {
        plan.push(slice(members.len(), PROCESS));
        members.push(PortfolioMember::new(engine));
    }
    let mut portfolio = Portfolio::new(members, plan)
        .narrowed_by(Box::new(interval()), Duration::from_millis(NARROWING))
        .with_threads(options.jobs)
        .with_progress(&options.progress_sink);
    if let Some(answers) = &options.answers {
        portfolio = portfolio.sharing(Arc::clone(answers));
    }
    Preprocessed::new(portfolio)
}

/// One of the engines of the portfolio. None of them preprocesses: the portfolio does.
fn member(name: &str, options: &SolverOptions) -> PortfolioMember {
    let member = |engine: Box<dyn Solver>| PortfolioMember::new(engine);
    match name {
        "search" => member(Box::new(SearchEngine::new(ulpwise_localsearch::LocalSearchOptions::default()))),
        "real" => member(Box::new(RealEngine::new())),
        "ariadne" => member(Box::new(ariadne(options))),
        "interval" => member(Box::new(interval())).without_bounds(),
        "bitblast" => member(Box::new(bitblast(options, MEMORY))),
        _ => unreachable!("every member is listed here"),
    }
}
