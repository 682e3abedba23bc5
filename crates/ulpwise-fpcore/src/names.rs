//! Names in C.

use crate::build::OPERATORS;
use crate::core::Core;

/// Words that C, and what every program includes, have taken.
const TAKEN: &[&str] = &[
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "main",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "typeof",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "j0",
    "j1",
    "jn",
    "y0",
    "y1",
    "yn",
    "gamma",
    "signgam",
    "drem",
    "significand",
    "logb",
    "linux",
    "unix",
];

/// A name in C that is like a name in a formula.
pub(crate) fn c_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut plain = String::new();
    for character in name.chars() {
        match character {
            _ if character.is_ascii_alphanumeric() => plain.push(character),
            _ if plain.ends_with('_') => {}
            _ => plain.push('_'),
        }
    }
    let plain = plain.trim_end_matches('_');
    let begins_well = plain.starts_with(|first: char| first.is_ascii_alphabetic());
    let mut found =
        if begins_well { plain.to_owned() } else { format!("f_{}", plain.trim_start_matches('_')) };
    let is_function = |name: &str| OPERATORS.iter().any(|(known, ..)| *known == name);
    while TAKEN.contains(&found.as_str()) || is_function(&found) || is_taken(&found) {
        found.push('_');
    }
    found
}

/// The formulas with names that C can have, each another one.
pub(crate) fn named(mut cores: Vec<Core>) -> Vec<Core> {
    let is_alone = cores.len() == 1;
    let mut used: Vec<String> = Vec::new();
    for (number, core) in cores.iter_mut().enumerate() {
        if core.name.is_empty() {
            core.name = if is_alone { "formula".to_owned() } else { format!("formula{}", number + 1) };
        }
        core.name = c_name(&core.name, |name| used.iter().any(|other| other == name));
        used.push(core.name.clone());
        let mut arguments: Vec<String> = Vec::new();
        for argument in &mut core.arguments {
            argument.c_name = c_name(&argument.name, |name| arguments.iter().any(|other| other == name));
            arguments.push(argument.c_name.clone());
        }
    }
    cores
}
