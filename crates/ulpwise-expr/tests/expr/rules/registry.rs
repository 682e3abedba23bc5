//! The registry is complete, the proofs are, and the check of proofs can fail.

use super::all_proofs;
use super::proof::{apply, check_equal};
use super::toy::{Toy, WORLDS};
use std::collections::BTreeSet;
use ulpwise_expr::rewrite::{Rule, registry};
use ulpwise_expr::{OpKind, Term, TermStore};

#[test]
fn every_rule_is_proven_and_every_proof_is_of_a_rule() {
    let rules: Vec<&str> = registry::rules().map(|rule| rule.name).collect();
    let distinct: BTreeSet<&str> = rules.iter().copied().collect();
    assert_eq!(distinct.len(), rules.len(), "two rules have one name");
    let proofs = all_proofs();
    let proven: Vec<&str> = proofs.iter().map(|proof| proof.rule).collect();
    let proven_once: BTreeSet<&str> = proven.iter().copied().collect();
    assert_eq!(proven_once.len(), proven.len(), "two proofs are of one rule");
    assert_eq!(proven_once, distinct);
    for proof in &proofs {
        assert!(!proof.applies.is_empty(), "{} has no case to which it applies", proof.rule);
        let declines = proof.declines.len() + proof.other_operators.len();
        assert!(declines > 0, "{} has no case to which it does not apply", proof.rule);
    }
}

#[test]
fn rules_have_good_names_and_laws() {
    for rule in registry::rules() {
        let is_kebab = rule.name.split('-').all(|part| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        });
        assert!(is_kebab && rule.name.contains('-'), "{}", rule.name);
        assert!(rule.law.contains(" = "), "{rule:?}");
        assert!(!rule.kinds.is_empty(), "{}", rule.name);
    }
    for (family, rules) in registry::FAMILIES {
        assert!(!rules.is_empty(), "family {family} has no rules");
    }
}

/// `x + -0 = x`, which is wrong when rounding toward negative.
fn wrong_add_zero(
    store: &mut TermStore,
    application: &ulpwise_expr::rewrite::Application<'_>,
) -> Option<Term> {
    store.float_constant(application.children[2])?.is_zero().then_some(application.children[1])
}

#[test]
fn a_wrong_rule_is_caught() {
    let wrong = Rule { name: "wrong-add-zero", law: "", kinds: &[OpKind::FpAdd], rewrite: wrong_add_zero };
    for world in WORLDS {
        for (text, is_right) in [("(fp.add r x -0)", false), ("(fp.add RNE x -0)", true)] {
            let mut toy = Toy::new(world);
            let left = toy.term(text);
            let right = apply(&wrong, &mut toy.store, left).unwrap().unwrap();
            assert_eq!(check_equal(&toy.store, left, right, usize::MAX).is_ok(), is_right);
        }
    }
}

#[test]
fn a_rule_that_relies_on_a_choice_is_caught() {
    let equations = [
        // Both hold under the default choice.
        ("(fp.min x y)", "(ite (fp.lt x y) x (ite (fp.isNaN y) x y))"),
        ("((_ to_sbv 3) r x)", "(ite (fp.isNaN x) #min:3 ((_ to_sbv 3) r x))"),
        // This does not.
        ("(fp.min x y)", "(fp.min y x)"),
    ];
    for (left, right) in equations {
        let mut toy = Toy::new(WORLDS[0]);
        let (left, right) = (toy.term(left), toy.term(right));
        assert!(check_equal(&toy.store, left, right, usize::MAX).is_err());
    }
}
