//! Queries with libm terms and known answers: what search, interval and the portfolio decide, and
//! in what time.
//!
//! A wrong answer makes the benchmark fail.

use anyhow::{Result, bail, ensure};
use std::time::{Duration, Instant};
use ulpwise_base::Budget;
use ulpwise_engines::{EngineChoice, SolverOptions};
use ulpwise_expr::TermStore;
use ulpwise_float::Float;
use ulpwise_solver::{Query, Verdict};
use ulpwise_testkit::libm::HostLibm;
use ulpwise_testkit::{LibmQuery, libm_queries};

const ENGINES: [&str; 3] = ["search", "interval", "portfolio"];

/// `[SECONDS]` for each engine and query.
#[expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]
pub(crate) fn run(seconds: f64) -> Result<()> {
    let limit = Duration::from_secs_f64(seconds);
    let host = HostLibm::default();
    let queries = libm_queries();
    println!("{:<30} {:<6} {:>12} {:>12} {:>12}", "query", "answer", ENGINES[0], ENGINES[1], ENGINES[2]);
    let (mut decided, mut by_either) = ([0; 3], 0);
    for query in &queries {
        let mut times = [None; 3];
        for (time, name) in times.iter_mut().zip(ENGINES) {
            *time = ask(name, query, &host, limit)?;
        }
        for (count, time) in decided.iter_mut().zip(times) {
            *count += usize::from(time.is_some());
        }
        by_either += usize::from(times[0].or(times[1]).is_some());
        let cells = times.map(|time| time.map_or("-".to_owned(), |time| format!("{:.1} ms", 1e3 * time)));
        let answer = if query.is_sat { "sat" } else { "unsat" };
        println!("{:<30} {answer:<6} {:>12} {:>12} {:>12}", query.name, cells[0], cells[1], cells[2]);
    }
    let total = queries.len();
    println!(
        "{total} queries, {seconds} s each: search {}, interval {}, either {by_either}, portfolio {}; none wrong",
        decided[0], decided[1], decided[2]
    );
    ensure!(by_either * 10 >= total * 9, "search and interval decide less than nine of ten");
    Ok(())
}

/// The seconds to an answer, if there was one.
fn ask(name: &str, query: &LibmQuery, host: &HostLibm, limit: Duration) -> Result<Option<f64>> {
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    let mut store = TermStore::new();
    let assertions = query.assertions(&mut store);
    let asked = Query::new(&assertions).with_libm(&libm);
    let mut engine =
        EngineChoice::from_name(name).map_err(anyhow::Error::msg)?.make(&SolverOptions::default());
    let start = Instant::now();
    let verdict = engine.check(&mut store, &asked, &Budget::unlimited().with_time(limit));
    let time = start.elapsed().as_secs_f64();
    match (verdict, query.is_sat) {
        (Verdict::Sat(_), true) | (Verdict::Unsat, false) => Ok(Some(time)),
        (Verdict::Unknown(_), _) => Ok(None),
        _ => bail!("{name} answers {} wrongly", query.name),
    }
}
