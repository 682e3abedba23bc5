//! `cargo xtask fuzz solver`: random queries to one of our engines and to other solvers, whose
//! answers are compared.
//!
//! Queries are made from their seed (`ulpwise_testkit::queries`): half avoid what SMT-LIB leaves
//! open, a quarter excludes it by assertions, a quarter has it. The exact evaluator decides who is
//! right; see the module `compare`. What shows a bug of ours, or may, is made smaller and written
//! to a file, and the task fails. A peer's errors are counted and written too. `--against ENGINE`
//! compares with another engine of ours instead, which is much faster.

mod compare;
mod minimise;
mod model;
mod peer;

use super::FuzzOptions;
use crate::engines;
use anyhow::{Result, ensure};
use compare::{Comparison, Ours, ask_us, compare, compare_ours};
use peer::{Peer, PeerAnswer, PeerName};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use ulpwise_base::Budget;
use ulpwise_expr::{Term, TermStore};
use ulpwise_smtlib::{Dialect, QueryOptions, print_query};
use ulpwise_testkit::conformance::{Feature, all_cases, features};
use ulpwise_testkit::queries::{OpenCases, Palette, RandomQuery};

/// Of the queries that the first peer answers as we do, the others are asked one in this many.
const OTHER_PEERS_ONE_IN: u64 = 4;
/// How often the counts are printed.
const REPORT_EVERY: Duration = Duration::from_secs(60);

/// What the target understands.
#[derive(Debug, clap::Args)]
pub(crate) struct SolverOptions {
    #[command(flatten)]
    cases: FuzzOptions,
    /// The engine under test
    #[arg(long, default_value = "fold")]
    engine: String,
    /// z3 or cvc5; may be repeated. Both, unless there is another engine to compare with
    #[arg(long = "peer")]
    peers: Vec<String>,
    /// Another engine of ours whose answers have to be the same
    #[arg(long)]
    against: Option<String>,
    /// Milliseconds that a query may take, of each
    #[arg(long, default_value_t = 300)]
    limit_ms: u64,
}

struct FuzzRun {
    make: engines::MakeEngine,
    against: Option<engines::MakeEngine>,
    peers: Vec<Peer>,
    limit: Duration,
    counts: BTreeMap<(&'static str, Comparison), u64>,
    bad: u64,
    folder: PathBuf,
}

pub(super) fn run(own: &SolverOptions) -> Result<()> {
    let (options, limit) = (&own.cases, Duration::from_millis(own.limit_ms));
    let names = match (&own.peers[..], &own.against) {
        ([], None) => vec!["z3".to_owned(), "cvc5".to_owned()],
        (peers, _) => peers.to_vec(),
    };
    let peers = names.iter().map(|name| Peer::new(PeerName::from_name(name)?, limit));
    let mut run = FuzzRun {
        make: engines::by_name(&own.engine)?,
        against: own.against.as_deref().map(engines::by_name).transpose()?,
        peers: peers.collect::<Result<_>>()?,
        limit,
        counts: BTreeMap::new(),
        bad: 0,
        folder: std::env::temp_dir().join("ulpwise-fuzz-solver"),
    };
    // What panics is caught and reported as a bug; the message would only come twice.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = run.all(options);
    std::panic::set_hook(hook);
    let cases = result?;
    run.report(cases, options.seed);
    ensure!(run.bad == 0, "{} queries show a bug; they are in {}", run.bad, run.folder.display());
    Ok(())
}

/// The query of a seed.
fn query_of(seed: u64) -> RandomQuery {
    let open_cases = match seed % 4 {
        0 | 1 => OpenCases::Avoided,
        2 => OpenCases::Guarded,
        _ => OpenCases::Free,
    };
    RandomQuery::new(seed, &Palette { open_cases, ..Palette::mixed() })
}

impl FuzzRun {
    /// All cases; how many there were.
    fn all(&mut self, options: &FuzzOptions) -> Result<u64> {
        self.hand_written()?;
        let start = Instant::now();
        let mut reported = start;
        for number in 0..options.cases() {
            if options.is_over(start) {
                return Ok(number);
            }
            let seed = options.seed.wrapping_add(number);
            let mut query = query_of(seed);
            let assertions = query.assertions.clone();
            self.case("random", seed, &mut query.store, &assertions)?;
            if reported.elapsed() > REPORT_EVERY {
                reported = Instant::now();
                self.report(number + 1, options.seed);
            }
        }
        Ok(options.cases())
    }

    /// The queries whose answers are known: a peer that differs is reported, because there it chose
    /// another value for what SMT-LIB leaves open, or is wrong, or our answer is.
    #[expect(clippy::print_stdout, reason = "worth a line at once")]
    fn hand_written(&mut self) -> Result<()> {
        for (number, case) in all_cases().enumerate() {
            let mut store = TermStore::without_rewrites();
            let assertions = case.read(&mut store);
            // To other solvers, what libm delivers is anything.
            if features(&store, &assertions).contains(&Feature::Libm) {
                continue;
            }
            self.case("hand-written", number as u64, &mut store, &assertions)?;
            let printed = print_query(&store, &assertions, QueryOptions::default());
            for peer in &mut self.peers {
                let is_sat = match peer.ask(&printed.text)? {
                    PeerAnswer::Sat(_) => true,
                    PeerAnswer::Unsat => false,
                    PeerAnswer::Unknown => continue,
                };
                if is_sat != case.is_sat {
                    println!("{} differs on the hand-written query {}", peer.name.name(), case.text);
                }
            }
        }
        Ok(())
    }

    fn case(&mut self, what: &str, seed: u64, store: &mut TermStore, assertions: &[Term]) -> Result<()> {
        let rewriting = seed % 8 != 7;
        let ours = ask_us(self.make, store, assertions, rewriting, &self.budget());
        if let Some(against) = self.against {
            let other = ask_us(against, store, assertions, rewriting, &self.budget());
            let outcome = compare_ours(&ours, &other);
            *self.counts.entry(("the other engine", outcome)).or_default() += 1;
            if outcome.is_bad() {
                let reason = format!("{} and {}", ours.word(), other.word());
                self.keep(&format!("{what}-{seed}-engines"), outcome, &reason, store, assertions)?;
            }
        }
        for number in 0..self.peers.len() {
            let outcome = compare(&ours, &mut self.peers[number], store, assertions)?;
            let name = self.peers[number].name.name();
            *self.counts.entry((name, outcome)).or_default() += 1;
            if outcome.is_bad() || outcome == Comparison::PeerIsWrong {
                let least = self.least(number, outcome, rewriting, store, assertions)?;
                let reason = match &ours {
                    Ours::Bug(reason) => reason.as_str(),
                    _ => "",
                };
                self.keep(&format!("{what}-{seed}-{name}"), outcome, reason, store, &least)?;
            }
            if let Ours::Bug(_) = ours {
                break;
            }
            let agrees =
                matches!(outcome, Comparison::BothSat | Comparison::BothUnsat | Comparison::WeDoNotKnow);
            if agrees && !seed.is_multiple_of(OTHER_PEERS_ONE_IN) {
                break;
            }
        }
        Ok(())
    }

    fn budget(&self) -> Budget {
        Budget::unlimited().with_time(self.limit)
    }

    /// A smaller query with the same outcome.
    fn least(
        &mut self,
        peer: usize,
        outcome: Comparison,
        rewriting: bool,
        store: &mut TermStore,
        assertions: &[Term],
    ) -> Result<Vec<Term>> {
        let (make, limit) = (self.make, self.limit);
        let peer = &mut self.peers[peer];
        let mut is_bad = |store: &mut TermStore, assertions: &[Term]| {
            let budget = Budget::unlimited().with_time(limit);
            let ours = ask_us(make, store, assertions, rewriting, &budget);
            Ok(compare(&ours, peer, store, assertions)? == outcome)
        };
        minimise::minimise(store, assertions, &mut is_bad)
    }

    /// Writes a query that shows something.
    #[expect(clippy::print_stdout, reason = "worth a line at once")]
    fn keep(
        &mut self,
        name: &str,
        outcome: Comparison,
        reason: &str,
        store: &TermStore,
        assertions: &[Term],
    ) -> Result<()> {
        self.bad += u64::from(outcome.is_bad());
        fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(format!("{name}.smt2"));
        let printed =
            print_query(store, assertions, QueryOptions { dialect: Dialect::Extended, values: true });
        fs::write(&path, format!("; {}: {reason}\n{}", outcome.text(), printed.text))?;
        println!("{}: {reason} ({})", outcome.text(), path.display());
        Ok(())
    }

    #[expect(clippy::print_stdout, reason = "the counts are the task's result")]
    fn report(&self, cases: u64, seed: u64) {
        println!("{cases} random queries from seed {seed}, and the hand-written ones:");
        for ((peer, outcome), count) in &self.counts {
            println!("{count:>8}  {peer}: {}", outcome.text());
        }
    }
}
