//! Printing and reading back gives the same terms.

use crate::random_terms::{random_terms, shapes};
use crate::terms::{Formats, samples};
use ulpwise_base::SplitMix64;
use ulpwise_expr::{Sort, Term, TermStore, Value};
use ulpwise_float::{Natural, Rational};
use ulpwise_smtlib::{Command, Dialect, QueryOptions, Reader, ScriptSource, print_query, term_text};

/// Prints the terms as a query and one by one, and reads that back into the same store.
#[track_caller]
pub(crate) fn assert_same_terms(store: &mut TermStore, assertions: &[Term], what: &str) {
    let options = QueryOptions { dialect: Dialect::Extended, values: false };
    let query = print_query(store, assertions, options);
    let mut reader = Reader::new(store);
    let mut source = ScriptSource::new(query.text.as_bytes());
    let mut read = Vec::new();
    let mut declared = Vec::new();
    loop {
        let command = reader.read_command(store, &mut source);
        match command.unwrap_or_else(|error| panic!("{what}: {error}\n{}", query.text)) {
            None => break,
            Some(command) => match command.command {
                Command::Assert { term, .. } => read.push(term),
                Command::Declare { variable } => declared.push(variable),
                _ => {}
            },
        }
    }
    // Variables whose names cannot be written, or are taken, come back with others.
    let renamed: Vec<(Term, Term)> =
        query.variables.iter().map(|(variable, _)| *variable).zip(declared).filter(|(a, b)| a != b).collect();
    if renamed.is_empty() {
        assert_eq!(read, assertions, "{what}:\n{}", query.text);
        return;
    }
    let mut back = ulpwise_expr::Substitution::new();
    for &(original, new) in &renamed {
        back.replace(store, new, original);
    }
    assert_eq!(store.substitute(&read, &back), assertions, "{what}:\n{}", query.text);
}

#[test]
fn every_operator() {
    let mut plain = TermStore::without_rewrites();
    let plain_samples = samples(&mut plain, Formats::small());
    let mut rewriting = TermStore::new();
    let rewritten_samples = rewriting.import(&plain, &plain_samples);
    for (mut store, samples) in [(plain, plain_samples), (rewriting, rewritten_samples)] {
        for sample in samples {
            let text = term_text(&store, sample);
            let mut reader = Reader::new(&mut store);
            for variable in store.free_variables(&[sample]) {
                let name = store.variable_name(variable).unwrap().to_owned();
                assert!(reader.define(&name, variable));
            }
            let read = reader.read_term(&mut store, &mut ScriptSource::new(text.as_bytes()));
            assert_eq!(read, Ok(sample), "{text}");
        }
    }
}

#[test]
fn random_terms_come_back_as_they_are() {
    let shapes = shapes();
    for rewriting in [false, true] {
        for seed in 0..150 {
            let mut random = SplitMix64::new(seed);
            let mut store = if rewriting { TermStore::new() } else { TermStore::without_rewrites() };
            let terms = random_terms(&mut store, &shapes, 60, &mut random);
            let assertions: Vec<Term> =
                terms.into_iter().filter(|&term| store.sort(term) == Sort::Bool).collect();
            assert_same_terms(&mut store, &assertions, &format!("seed {seed}, rewriting {rewriting}"));
        }
    }
}

#[test]
fn small_conjunctions_keep_their_meaning() {
    let mut store = TermStore::without_rewrites();
    let p = store.variable("p", Sort::Bool);
    let texts =
        [store.and(&[]), store.or(&[]), store.and(&[p]), store.or(&[p])].map(|term| term_text(&store, term));
    assert_eq!(texts, ["true", "false", "(and p true)", "(or p false)"]);
}

#[test]
fn names_that_cannot_be_kept_are_reported() {
    let mut store = TermStore::new();
    let names = ["x", "and", "a|b", "t!1", "a b"];
    let variables: Vec<Term> = names.iter().map(|name| store.variable(name, Sort::Bool)).collect();
    let other_x = store.variable("x", Sort::BitVec(8));
    let other_x_is_zero = {
        let zero = store.bv(8, 0);
        store.eq(other_x, zero)
    };
    let all = store.and(&[&variables[..], &[other_x_is_zero]].concat());
    let twice = store.or(&[all, other_x_is_zero]);
    let query = print_query(&store, &[twice, all], QueryOptions::default());
    let printed: Vec<&str> = query.variables.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(printed, ["x", "and!1", "a_b!1", "t!1", "|a b|", "x!1"]);
    assert!(query.text.contains("(define-fun t!!1 () Bool"), "{}", query.text);
    assert_same_terms(&mut store, &[twice, all], "renamed");
}

/// What was left unfolded because it is too large is not folded by being read.
#[test]
fn reals_at_the_limit_come_back() {
    let mut store = TermStore::new();
    let half = Value::MAX_REAL_BITS as usize / 2;
    let [large, odd] =
        [half + half / 2, half].map(|bits| Rational::from((Natural::ONE << bits) - Natural::ONE));
    let [large, odd] = [large, odd].map(|value| store.real(value));
    let t = store.variable("t", Sort::Real);
    let quotient = store.real_div(large, odd);
    let product = store.real_mul(large, odd);
    let chain = store.real_mul(t, large);
    let chain = store.real_mul(chain, odd);
    let assertions = [quotient, product, chain].map(|term| store.real_lt(term, t));
    assert!(assertions.iter().all(|&term| store.bool_constant(term).is_none()));
    assert_same_terms(&mut store, &assertions, "reals at the limit");
}
