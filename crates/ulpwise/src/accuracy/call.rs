//! A call as a person would write it, arrays in brackets.

use super::subject::Subject;
use crate::check::value_text;
use crate::render::printable;
use ulpwise_harness::names::source_name;

/// How many elements of an array are shown.
const SHOWN_ELEMENTS: usize = 40;

/// The values of a call by the names of inputs: `(name, values)`, one value unless it is an array.
pub(super) fn values(subject: &Subject<'_>, words: &[u64]) -> Vec<(String, Vec<String>)> {
    let native = &subject.native;
    let values = native.values(words);
    let mut named: Vec<(String, Vec<String>)> = Vec::new();
    for ((name, variable), &value) in native.names.iter().zip(&native.space.variables).zip(&values) {
        let text = value_text(variable.kind, value);
        let plain = name.trim_start_matches('*');
        let of_array = plain.strip_suffix([']', ')']).and_then(|rest| rest.rsplit_once(['[', '(']));
        match (of_array, named.last_mut()) {
            (Some((array, _)), Some((last, texts))) if last == array => texts.push(text),
            (Some((array, _)), _) => named.push((array.to_owned(), vec![text])),
            (None, _) => named.push((plain.to_owned(), vec![text])),
        }
    }
    named
}

/// The call in one line.
pub(super) fn text(subject: &Subject<'_>, words: &[u64]) -> String {
    let arguments = values(subject, words).into_iter().map(|(name, values)| {
        let value = match values.as_slice() {
            [one] => one.clone(),
            many => {
                let mut shown = many.iter().take(SHOWN_ELEMENTS).cloned().collect::<Vec<_>>();
                if many.len() > SHOWN_ELEMENTS {
                    shown.push(format!("… {} more", many.len() - SHOWN_ELEMENTS));
                }
                format!("[{}]", shown.join(", "))
            }
        };
        format!("{} = {value}", printable(&name))
    });
    let arguments: Vec<String> = arguments.collect();
    let name = source_name(&subject.module.functions[subject.function]);
    format!("{}({})", printable(&name), arguments.join(", "))
}
