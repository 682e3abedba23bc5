//! `--assume-nothing`: proofs that take more for granted than the language promises are left out.

use ulpwise_finding::Assumption;

/// Why proofs with these assumptions are left out, if there are any.
pub(crate) fn refusal(assumptions: &[Assumption]) -> Option<String> {
    let clauses: Vec<String> = assumptions.iter().map(Assumption::to_string).collect();
    let (last, others) = clauses.split_last()?;
    let clauses = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
    Some(format!("--assume-nothing leaves out proofs that assume: {clauses}"))
}
