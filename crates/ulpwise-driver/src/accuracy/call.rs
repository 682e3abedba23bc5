//! The inputs of a call by their names, the elements of an array together.

use super::subject::Subject;
use crate::check::value_text;
use ulpwise_finding::NamedValues;

/// The values of a call by the names of inputs: one unless it is an array.
pub(super) fn arguments_of(subject: &Subject<'_>, words: &[u64]) -> Vec<NamedValues> {
    let native = &subject.native;
    let values = native.values(words);
    let mut named: Vec<NamedValues> = Vec::new();
    for ((name, variable), &value) in native.names.iter().zip(&native.space.variables).zip(&values) {
        let text = value_text(variable.kind, value);
        let plain = name.trim_start_matches('*');
        let of_array = plain.strip_suffix([']', ')']).and_then(|rest| rest.rsplit_once(['[', '(']));
        match (of_array, named.last_mut()) {
            (Some((array, _)), Some(last)) if last.name == array => last.values.push(text),
            (Some((array, _)), _) => named.push(NamedValues { name: array.to_owned(), values: vec![text] }),
            (None, _) => named.push(NamedValues { name: plain.to_owned(), values: vec![text] }),
        }
    }
    named
}
