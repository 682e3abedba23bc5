//! Queries with libm terms: no engine answers any of them wrongly, and search and interval together
//! decide nearly all.

use std::io::Write;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_engines::{EngineChoice, SolverOptions};
use ulpwise_expr::TermStore;
use ulpwise_float::Float;
use ulpwise_interval::IntervalEngine;
use ulpwise_localsearch::SearchEngine;
use ulpwise_solver::{Preprocessed, Query, Solver, Verdict};
use ulpwise_testkit::libm::HostLibm;
use ulpwise_testkit::{LibmQuery, libm_queries};

/// Rounds of the search engine a query, which take about a tenth of a second.
const ROUNDS: u64 = 10_000;
/// Projections of the interval engine a query.
const PROJECTIONS: u64 = 20_000;
/// The portfolio measures its time slices by the clock, so it gets some; which queries it decides
/// is no part of the test, only whether that is right.
const PORTFOLIO_TIME: Duration = Duration::from_millis(100);

/// Whether an engine finds a query satisfiable; `None` if it does not decide.
fn ask(engine: &mut dyn Solver, query: &LibmQuery, host: &HostLibm, budget: &Budget) -> Option<bool> {
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    let mut store = TermStore::new();
    let assertions = query.assertions(&mut store);
    let asked = Query::new(&assertions).with_libm(&libm);
    let verdict = engine.check(&mut store, &asked, budget);
    let answer = match verdict {
        Verdict::Sat(_) => true,
        Verdict::Unsat => false,
        Verdict::Unknown(_) => return None,
    };
    assert_eq!(answer, query.is_sat, "{} answers {} wrongly", engine.name(), query.name);
    Some(answer)
}

#[test]
fn search_and_interval_decide_nearly_all_and_none_is_wrong() {
    let host = HostLibm::default();
    let queries = libm_queries();
    assert!(queries.len() >= 60);
    let unlimited = Budget::unlimited();
    let (mut table, mut decided, mut by_portfolio) = (String::new(), 0, 0);
    for query in &queries {
        let options = ulpwise_localsearch::LocalSearchOptions {
            max_rounds: ROUNDS,
            ..ulpwise_localsearch::LocalSearchOptions::default()
        };
        let found = ask(&mut Preprocessed::new(SearchEngine::new(options)), query, &host, &unlimited);
        let mut interval =
            Preprocessed::new(IntervalEngine::new(ulpwise_interval::IntervalOptions::default()));
        let proved = ask(&mut interval, query, &host, &unlimited.clone().with_steps(PROJECTIONS));
        let mut portfolio =
            EngineChoice::from_name("portfolio").expect("there is one").make(&SolverOptions::default());
        let limited = unlimited.clone().with_time(PORTFOLIO_TIME);
        let whole = ask(portfolio.as_mut(), query, &host, &limited);
        decided += usize::from(found.or(proved).is_some());
        by_portfolio += usize::from(whole.is_some());
        let word = |answer: Option<bool>| answer.map_or("-", |_| "yes");
        let truth = if query.is_sat { "sat" } else { "unsat" };
        table += &format!(
            "{:<30} {truth:<6} {:<7} {:<9} {}\n",
            query.name,
            word(found),
            word(proved),
            word(whole)
        );
    }
    let head = format!("{:<30} {:<6} {:<7} {:<9} portfolio", "query", "answer", "search", "interval");
    let sums =
        format!("{decided} of {} by search or interval, {by_portfolio} by the portfolio", queries.len());
    writeln!(std::io::stdout(), "{head}\n{table}{sums}").unwrap();
    assert!(decided * 10 >= queries.len() * 9, "{decided} of {} are decided:\n{table}", queries.len());
}
