//! Reads what another solver answers to `(get-value (…))`.

use crate::error::ValuesError;
use crate::read::Reader;
use crate::source::ScriptSource;
use std::collections::BTreeMap;
use ulpwise_expr::{Model, Term, TermStore, evaluate};

/// Reads the values that a solver printed for variables, given with their names in the script: a
/// list of pairs, `((x value) (y value))`.
///
/// # Errors
/// What cannot be read. A value has to be a constant of the sort of its variable.
pub fn read_values(
    store: &TermStore,
    variables: &[(Term, String)],
    text: &str,
) -> Result<Model, ValuesError> {
    let variables: BTreeMap<&str, Term> =
        variables.iter().map(|(variable, name)| (name.as_str(), *variable)).collect();
    let mut values = TermStore::new();
    let mut reader = Reader::new(&mut values);
    let mut model = Model::new();
    let expected = |what, rest| ValuesError::Expected { what, found: beginning(rest) };
    let mut rest = text.trim_start().strip_prefix('(').ok_or_else(|| expected("(", text))?.trim_start();
    while let Some(pair) = rest.strip_prefix('(') {
        let (name, tail) = split_name(pair.trim_start()).ok_or_else(|| expected("a name", pair))?;
        let &variable = variables.get(name).ok_or_else(|| ValuesError::NotAsked(name.to_owned()))?;
        let length = term_length(tail).ok_or_else(|| expected("a value", tail))?;
        let term = reader
            .read_term(&mut values, &mut ScriptSource::new(&tail.as_bytes()[..length]))
            .map_err(|error| ValuesError::BadValue { name: name.to_owned(), error: Box::new(error) })?;
        let value = evaluate(&values, term, &Model::new())
            .map_err(|error| ValuesError::NoConstant { name: name.to_owned(), error: Box::new(error) })?;
        if value.sort() != store.sort(variable) {
            return Err(ValuesError::OtherSort { name: name.to_owned(), sort: value.sort() });
        }
        model.set(variable, value);
        let after = tail[length..].trim_start();
        rest = after.strip_prefix(')').ok_or_else(|| expected(")", after))?.trim_start();
    }
    if rest.starts_with(')') { Ok(model) } else { Err(expected(")", rest)) }
}

/// The first few characters of a text.
fn beginning(text: &str) -> String {
    if text.is_empty() { "the end".to_owned() } else { text.chars().take(40).collect() }
}

/// A symbol, with its bars if it has any, and what follows.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let length = match text.strip_prefix('|') {
        Some(quoted) => quoted.find('|')? + 2,
        None => text.find(|character: char| character.is_whitespace() || matches!(character, '(' | ')'))?,
    };
    (length > 0).then(|| text.split_at(length))
}

/// How many bytes the first term of a text takes, what stands before it included.
fn term_length(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::{QueryOptions, print_query};
    use ulpwise_expr::{Sort, Value};
    use ulpwise_float::{Float, Format};

    #[test]
    fn values_of_other_solvers_are_read_and_what_is_none_is_refused() {
        let mut store = TermStore::new();
        let x = store.variable("x", Sort::Float(Format::F32));
        let b = store.variable("a b", Sort::BitVec(8));
        let zero = store.bv(8, 0);
        let assertions = [store.fp_is_normal(x), store.eq(b, zero)];
        let printed = print_query(&store, &assertions, QueryOptions::default());
        let read = |text: &str| read_values(&store, &printed.variables, text);
        let model = read("((x (fp #b0 #x7f #b00000000000000000000000))\n (|a b| #x2a))").unwrap();
        assert_eq!(model.get(x), Some(&Value::float(Float::from_f32(1.0))));
        assert_eq!(model.get(b), Some(&Value::BitVec(ulpwise_expr::BitVector::from_u64(8, 42))));
        for wrong in
            ["", "(", "((x", "((x #x00))", "((y #x00))", "((x (fp #b0)))", "((|a b| #x2a)", "Segmentation"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
