//! Why a patch means what the expression means: the chain of identities, with their conditions.

use crate::report::{FixChain, FixStep};
use crate::rules::identities;
use crate::search::candidate::Replacement;
use crate::search::sample::SampledExpression;
use crate::search::saturate::{ChainStep, chain};
use crate::source::{Expression, term_text};
use crate::term::Term;

/// The chains to all terms of a candidate that are not the expression itself.
pub(crate) fn chains(
    expression: &Expression,
    problem: &SampledExpression,
    candidate: &Replacement,
) -> Vec<FixChain> {
    let terms = candidate.terms().into_iter().filter(|term| term.to_string() != problem.term.to_string());
    let make = |term: &Term| FixChain {
        text: term_text(expression, term),
        steps: chain(&problem.term, term)
            .map(|steps| steps.iter().map(|step| explained(expression, step)).collect()),
    };
    terms.map(make).collect()
}

fn explained(expression: &Expression, step: &ChainStep) -> FixStep {
    let name = step.identity.trim_end_matches(" (backwards)");
    let reverses = step.is_backwards != (name.len() != step.identity.len());
    let statement = identities().find(|identity| identity.name == name).map(|identity| {
        let sides = if reverses { [identity.right, identity.left] } else { [identity.left, identity.right] };
        let shown = |text: &str| text.replace('?', "");
        let mut statement = format!("{} = {}", shown(sides[0]), shown(sides[1]));
        let conditions = identity.not_zero.iter().map(|text| format!("{} is not zero", shown(text)));
        let conditions =
            conditions.chain(identity.positive.iter().map(|text| format!("{} is positive", shown(text))));
        let conditions: Vec<String> = conditions.collect();
        if !conditions.is_empty() {
            statement += &format!(", if {}", conditions.join(" and "));
        }
        statement
    });
    let after =
        step.term.parse::<Term>().map_or_else(|_| step.term.clone(), |term| term_text(expression, &term));
    FixStep { identity: name.to_owned(), statement: statement.unwrap_or_default(), after }
}
