//! Damaged scripts: an answer or an error with its position, never a panic, and what is read can be
//! printed and read back.

use crate::EVERYTHING;
use crate::round_trip::assert_same_terms;
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_smtlib::{Command, Reader, ScriptSource, Session, fold};
use ulpwise_testkit::damaged_script;

/// About half a minute of one processor. Longer, and on benchmark files too, is
/// `cargo xtask fuzz smtlib`.
const CASES: u64 = 200_000;

/// Executes a script; says how many errors there were.
fn execute(text: &[u8]) -> u64 {
    let mut output = Vec::new();
    let mut engine = fold;
    let mut session = Session::new(&mut engine, Budget::unlimited());
    session.run(&mut ScriptSource::new(text), &mut output).unwrap();
    let output = String::from_utf8(output).expect("answers are UTF-8");
    let errors = output.matches("(error \"line ").count() as u64;
    assert!(errors >= session.statistics().errors, "{output}");
    session.statistics().errors
}

/// The assertions of a script up to its first error.
fn assertions(store: &mut TermStore, text: &[u8]) -> Vec<Term> {
    let mut reader = Reader::new(store);
    let mut source = ScriptSource::new(text);
    let mut found = Vec::new();
    while let Ok(Some(read)) = reader.read_command(store, &mut source) {
        if let Command::Assert { term, .. } = read.command {
            found.push(term);
        }
    }
    found.retain(|&term| store.sort(term) == Sort::Bool);
    found
}

#[test]
fn damaged_scripts_never_panic_and_what_is_read_survives_printing() {
    let mut refused = 0;
    for seed in 0..CASES {
        let text = damaged_script(&[EVERYTHING.as_bytes()], &mut SplitMix64::new(seed));
        refused += u64::from(execute(&text) > 0);
        if seed % 16 == 0 {
            let mut store = TermStore::new();
            let assertions = assertions(&mut store, &text);
            assert_same_terms(&mut store, &assertions, &format!("seed {seed}"));
        }
    }
    // Damage that is always noticed, or never, would test little.
    assert!((CASES / 2..CASES - CASES / 50).contains(&refused), "{refused} of {CASES} were refused");
}
