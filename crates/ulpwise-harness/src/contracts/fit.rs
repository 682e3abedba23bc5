//! Whether a clause fits the parameters of a function: names that there are, bounds of their types,
//! conditions of nothing but arithmetic.

use super::syntax::{Clause, ClauseKind, ContractProblem, LengthOf, nearest};
use crate::entry::name_of;
use crate::names::source_name;
use crate::ranges::bounds;
use ulpwise_ir::{Declaration, FunctionId, Language, Module, SourceType, SourceTypeId};

/// What a condition may call or name besides parameters.
const KNOWN_NAMES: [&str; 40] = [
    "fabs",
    "fabsf",
    "abs",
    "sqrt",
    "sqrtf",
    "fmin",
    "fmax",
    "fminf",
    "fmaxf",
    "floor",
    "ceil",
    "trunc",
    "round",
    "hypot",
    "pow",
    "exp",
    "log",
    "isfinite",
    "isnan",
    "isinf",
    "isnormal",
    "signbit",
    "true",
    "false",
    "DBL_MAX",
    "DBL_MIN",
    "DBL_EPSILON",
    "FLT_MAX",
    "FLT_MIN",
    "FLT_EPSILON",
    "INT_MAX",
    "INT_MIN",
    "LONG_MAX",
    "LONG_MIN",
    "UINT_MAX",
    "INT64_MAX",
    "INT64_MIN",
    "M_PI",
    "INFINITY",
    "NULL",
];

/// The characters of conditions besides names and numbers.
const KNOWN_CHARACTERS: &str = "+-*/%<>=!&|^~()[].,?: \t";

/// A clause as a function has it: names as its language has them, conditions in C.
pub(super) fn fitted(
    module: &Module,
    function: FunctionId,
    clause: &Clause,
) -> Result<Clause, ContractProblem> {
    let refuse = |why: ContractProblem| why.about(&clause.text);
    let own = &module.functions[function];
    let declaration = own.declaration.as_ref();
    let declaration = declaration.ok_or_else(|| refuse("its function's parameters are not known".into()))?;
    let names = (0..declaration.parameters.len()).map(|number| name_of(declaration, number)).collect();
    let parameters = Parameters { module, declaration, names, function: source_name(own) };
    let kind = match &clause.kind {
        ClauseKind::Range { name, bounds } => parameters.range(name, bounds),
        ClauseKind::Length { name, length } => parameters.length(name, length),
        ClauseKind::Assume(condition) => parameters.condition(condition),
        ClauseKind::Success(condition) => parameters.success(condition),
        allow @ ClauseKind::Allow { .. } => Ok(allow.clone()),
    };
    Ok(Clause { kind: kind.map_err(refuse)?, ..clause.clone() })
}

/// The parameters of a function.
struct Parameters<'m> {
    module: &'m Module,
    declaration: &'m Declaration,
    names: Vec<String>,
    /// The function's name.
    function: String,
}

impl Parameters<'_> {
    /// A name as the language has it.
    fn fold(&self, name: &str) -> String {
        match self.declaration.language {
            Language::Fortran => name.to_lowercase(),
            Language::C | Language::Cpp | Language::Rust | Language::Other => name.to_owned(),
        }
    }

    /// The number of the parameter that a name begins with.
    fn number(&self, name: &str) -> Result<usize, ContractProblem> {
        let root = &name[..name.find(['.', '[']).unwrap_or(name.len())];
        self.names.iter().position(|known| known == root).ok_or_else(|| {
            let own = &self.function;
            ContractProblem::from(match nearest(root, &self.names) {
                Some(nearest) => format!("`{own}` has no parameter `{root}`; did you mean `{nearest}`?"),
                None if self.names.is_empty() => format!("`{own}` has no parameters"),
                None => format!("`{own}` has no parameter `{root}`, only {}", self.names.join(", ")),
            })
        })
    }

    fn range(&self, name: &str, text: &str) -> Result<ClauseKind, ContractProblem> {
        let name = self.fold(name);
        let number = self.number(&name)?;
        if !name.contains(['.', '[']) {
            let ty = element_type(self.module, self.declaration.parameters[number].ty);
            let read = match &self.module.source_types[ty] {
                scalar @ (SourceType::Float(_) | SourceType::Int { .. }) => bounds(text, scalar),
                SourceType::Complex(format) => bounds(text, &SourceType::Float(*format)),
                // What has members has ranges of these.
                SourceType::Struct { .. } | SourceType::Union { .. } | SourceType::Variants { .. } => {
                    return Err(format!("{name} is no number: name a member, as in {name}.x").into());
                }
                _ => return Err(format!("{name} is no number").into()),
            };
            read.map_err(|why| ContractProblem::from(why.to_string()))?;
        }
        Ok(ClauseKind::Range { name, bounds: text.to_owned() })
    }

    fn length(&self, name: &str, length: &LengthOf) -> Result<ClauseKind, ContractProblem> {
        let name = self.fold(name);
        let number = self.number(&name)?;
        let is_array = match &self.module.source_types[self.declaration.parameters[number].ty] {
            SourceType::Pointer { .. } | SourceType::Array { .. } | SourceType::Struct { .. } => true,
            _ => name.contains(['.', '[']),
        };
        if !is_array {
            return Err(format!("{name} is no pointer").into());
        }
        let length = match length {
            LengthOf::Count(count) => LengthOf::Count(*count),
            LengthOf::Parameter(other) => {
                let other = self.fold(other);
                let ty = element_type(self.module, self.declaration.parameters[self.number(&other)?].ty);
                if !matches!(self.module.source_types[ty], SourceType::Int { .. }) {
                    return Err(format!("{other} is no integer").into());
                }
                LengthOf::Parameter(other)
            }
        };
        Ok(ClauseKind::Length { name, length })
    }

    fn condition(&self, condition: &str) -> Result<ClauseKind, ContractProblem> {
        let condition = match self.declaration.language {
            Language::Fortran => in_c(condition),
            Language::C | Language::Cpp | Language::Rust | Language::Other => condition.to_owned(),
        };
        check_condition(&condition, &self.names)?;
        Ok(ClauseKind::Assume(condition))
    }

    fn success(&self, condition: &str) -> Result<ClauseKind, ContractProblem> {
        let is_integer = matches!(self.module.source_types[self.declaration.result], SourceType::Int { .. });
        if condition != "any" && !is_integer {
            return Err(format!("`{}` returns no integer", self.function).into());
        }
        Ok(ClauseKind::Success(condition.to_owned()))
    }
}

/// The type of what a pointer or an array has, or the type itself.
fn element_type(module: &Module, mut ty: SourceTypeId) -> SourceTypeId {
    for _ in 0..4 {
        ty = match module.source_types[ty] {
            SourceType::Pointer { pointee, .. } => pointee,
            SourceType::Array { element, .. } => element,
            _ => return ty,
        };
    }
    ty
}

/// Names and numbers of a condition, with where they begin.
fn words(condition: &str) -> Vec<(usize, &str)> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut words = Vec::new();
    let mut start = None;
    for (at, character) in condition.char_indices().chain([(condition.len(), ' ')]) {
        match (start, is_word(character)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push((from, &condition[from..at]));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// The names of parameters in a condition; not those of members.
pub(super) fn named_parameters<'c>(condition: &'c str, names: &[String]) -> Vec<&'c str> {
    let is_member = |at: usize| {
        let before = condition[..at].trim_end();
        before.ends_with("->") || before.ends_with('.')
    };
    let named = words(condition).into_iter().filter(|&(at, _)| !is_member(at)).map(|(_, word)| word);
    named.filter(|word| names.iter().any(|name| name == word)).collect()
}

/// Refuses what is no condition on parameters: the text becomes a part of a program.
fn check_condition(condition: &str, names: &[String]) -> Result<(), ContractProblem> {
    let is_known = |character: char| {
        character.is_ascii_alphanumeric() || character == '_' || KNOWN_CHARACTERS.contains(character)
    };
    if let Some(other) = condition.chars().find(|&character| !is_known(character)) {
        return Err(format!("`{other}` is no part of a condition").into());
    }
    let mut assigns = condition.to_owned();
    for comparison in ["==", "!=", "<=", ">="] {
        assigns = assigns.replace(comparison, " ");
    }
    if assigns.contains('=') || condition.contains("++") || condition.contains("--") {
        return Err("a condition changes nothing: write == for a comparison".into());
    }
    let mut depth = 0i32;
    for character in condition.chars() {
        depth += i32::from(matches!(character, '(' | '[')) - i32::from(matches!(character, ')' | ']'));
        if depth < 0 {
            break;
        }
    }
    if depth != 0 {
        return Err("a parenthesis is missing".into());
    }
    for (at, word) in words(condition) {
        let before = condition[..at].trim_end();
        let is_number = word.starts_with(|first: char| first.is_ascii_digit()) || before.ends_with('.');
        let is_member = before.ends_with("->") || is_number;
        if is_member || names.iter().any(|name| name == word) || KNOWN_NAMES.contains(&word) {
            continue;
        }
        return Err(ContractProblem::from(match nearest(word, names) {
            Some(nearest) => format!("there is no parameter `{word}`; did you mean `{nearest}`?"),
            None => format!("there is no parameter `{word}`"),
        }));
    }
    if named_parameters(condition, names).is_empty() {
        return Err("a condition is about the function's parameters".into());
    }
    Ok(())
}

/// A condition of Fortran's in C.
fn in_c(condition: &str) -> String {
    let mut text = condition.to_lowercase();
    let operators = [
        (".and.", "&&"),
        (".or.", "||"),
        (".not.", "!"),
        (".lt.", "<"),
        (".le.", "<="),
        (".gt.", ">"),
        (".ge.", ">="),
        (".eq.", "=="),
        (".ne.", "!="),
        ("/=", "!="),
    ];
    for (fortran, c) in operators {
        text = text.replace(fortran, c);
    }
    let mut result = String::new();
    let mut end = 0;
    for (at, word) in words(&text) {
        result += &text[end..at];
        end = at + word.len();
        match word {
            "abs" => result += "fabs",
            // 1.5d0 is a double as 1.5e0 is.
            _ if word.starts_with(|first: char| first.is_ascii_digit()) => result += &word.replace('d', "e"),
            _ => result += word,
        }
    }
    result += &text[end..];
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_arithmetic_on_parameters() {
        let names = ["x".to_owned(), "width".to_owned(), "p".to_owned()];
        for good in ["x < width", "x * x <= 1e-3 && !isnan(x)", "p->lo < p->hi", "x != 1.5e3", "-x > 0x10"] {
            assert_eq!(check_condition(good, &names), Ok(()), "{good}");
        }
        for bad in [
            "x = 1",
            "x++",
            "system(\"true\")",
            "x < widht",
            "1 < 2",
            "(x < 1",
            "x) ; (x",
            "x < y",
            "getpid() < x",
            "#x",
        ] {
            assert!(check_condition(bad, &names).is_err(), "{bad}");
        }
        let why = check_condition("x < widht", &names).unwrap_err().to_string();
        assert_eq!(why, "there is no parameter `widht`; did you mean `width`?");
    }
}
