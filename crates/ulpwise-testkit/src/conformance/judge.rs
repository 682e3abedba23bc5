//! Checks that a verdict is right and as good as the description of the engine says.

use super::powers::{Decides, Powers, features};
use ulpwise_expr::TermStore;
use ulpwise_smtlib::{Dialect, QueryOptions, print_query};
use ulpwise_solver::{Query, Reason, Verdict, check_model};

/// Panics unless the verdict is allowed. `is_sat` is the right answer; `None` if it is unknown.
pub(super) fn judge(
    what: &str,
    store: &TermStore,
    query: &Query<'_>,
    is_sat: Option<bool>,
    verdict: &Verdict,
    powers: &Powers,
) {
    if let Some(complaint) = find_complaint(store, query, is_sat, verdict, powers) {
        let options = QueryOptions { dialect: Dialect::Extended, values: false };
        let text = print_query(store, query.assertions(), options).text;
        panic!("{what}: {complaint}\n{verdict:?}\n{text}");
    }
}

/// What is wrong with a verdict, in words.
fn find_complaint(
    store: &TermStore,
    query: &Query<'_>,
    is_sat: Option<bool>,
    verdict: &Verdict,
    powers: &Powers,
) -> Option<String> {
    let is_understood = powers.include(&features(store, query.assertions()));
    match verdict {
        Verdict::Sat(model) => {
            if is_sat == Some(false) {
                return Some("sat is wrong".to_owned());
            }
            if powers.sat == Decides::Never {
                return Some("the description says that it never answers sat".to_owned());
            }
            check_model(store, query, &mut model.clone()).err().map(|fault| fault.to_string())
        }
        Verdict::Unsat if is_sat == Some(true) => Some("unsat is wrong".to_owned()),
        Verdict::Unsat if powers.unsat == Decides::Never => {
            Some("the description says that it never answers unsat".to_owned())
        }
        Verdict::Unsat => None,
        Verdict::Unknown(Reason::Fault(_)) => Some("the engine contradicts itself".to_owned()),
        Verdict::Unknown(Reason::Exhausted(_)) => Some("there was no limit".to_owned()),
        Verdict::Unknown(Reason::Unsupported(_)) if is_understood => {
            Some("the description says that this is supported".to_owned())
        }
        Verdict::Unknown(_) => {
            let promised = match is_sat {
                Some(true) => powers.sat == Decides::Always,
                Some(false) => powers.unsat == Decides::Always,
                None => false,
            };
            (promised && is_understood).then(|| "it has to be decided".to_owned())
        }
    }
}
