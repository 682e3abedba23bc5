#![allow(dead_code)]
fn jw(a:&str,b:&str)->f64{ // crude stand-in
 let common=a.chars().filter(|c|b.contains(*c)).count() as f64; common*2.0/((a.len()+b.len()) as f64) }
impl std::fmt::Display for syntax::ContractProblem { fn fmt(&self,f:&mut std::fmt::Formatter<'_>)->std::fmt::Result{ f.write_str(&self.0) } }
mod ex { #[derive(Clone,Copy)] pub struct Exception(pub &'static str); impl Exception{ pub const ALL:[Exception;7]=[Exception("invalid"),Exception("divide-by-zero"),Exception("overflow"),Exception("underflow"),Exception("inexact"),Exception("int-conversion"),Exception("cancellation")]; pub fn id(self)->&'static str{self.0} } }
mod syntax { use crate::ex::Exception;
// What a comment says: `ulpwise: range x = 0..1; assume x < y`.

use std::path::PathBuf;


/// What a contract begins with.
pub const MARK: &str = "ulpwise:";

/// What there is.
const KEYWORDS: [&str; 5] = ["range", "assume", "len", "success", "allow"];

/// How similar (0 to 1, by Jaro and Winkler) a name must be to be suggested.
const SIMILAR: f64 = 0.7;

/// What is wrong with a contract, as a sentence without a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractProblem(pub String);

impl ContractProblem {
    /// The same of a clause.
    pub fn about(self, clause: &str) -> Self {
        Self(format!("`{clause}`: {}", self.0))
    }
}

impl From<String> for ContractProblem {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}

impl From<&str> for ContractProblem {
    fn from(sentence: &str) -> Self {
        Self(sentence.to_owned())
    }
}

/// A part of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// As it is written: `range x = 0..1`.
    pub text: String,
    /// The file that it stands in.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: u32,
}

/// What a part of a contract says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// The values of an input.
    Range {
        /// The input.
        name: String,
        /// The bounds as they are written.
        bounds: String,
    },
    /// A condition in C.
    Assume(String),
    /// How many elements there are where a parameter points.
    Length {
        /// The parameter.
        name: String,
        /// How many.
        length: LengthOf,
    },
    /// When a call succeeds.
    Success(String),
    /// Exceptions that are accepted.
    Allow {
        /// Their ids.
        exceptions: Vec<String>,
        /// Why.
        reason: String,
    },
}

/// How a length is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LengthOf {
    /// As a number.
    Count(u64),
    /// By an integer parameter.
    Parameter(String),
}

impl ClauseKind {
    /// A range as `--range` has it. Comparisons take both zeros for the same: a range that ends at one
    /// of them has the other one, too.
    pub fn range(&self) -> Option<String> {
        let Self::Range { name, bounds } = self else { return None };
        if bounds == "finite" {
            return Some(format!("{name}=finite"));
        }
        let (low, high) = bounds.split_once("..").unwrap_or((bounds, bounds));
        let is_zero = |text: &str| text.trim().parse::<f64>() == Ok(0.0);
        let low = if is_zero(low) { "-0" } else { low.trim() };
        let high = if is_zero(high) { "0" } else { high.trim() };
        Some(format!("{name}={low}..{high}"))
    }

    /// Whether it excludes inputs.
    pub const fn is_restriction(&self) -> bool {
        match self {
            Self::Range { .. } | Self::Assume(_) | Self::Length { .. } => true,
            Self::Success(_) | Self::Allow { .. } => false,
        }
    }
}

impl Clause {
    /// Whether two clauses are about the same thing, so that at most one of them counts.
    pub fn is_about_same(&self, other: &Clause) -> bool {
        match (&self.kind, &other.kind) {
            (ClauseKind::Range { name, .. }, ClauseKind::Range { name: other, .. })
            | (ClauseKind::Length { name, .. }, ClauseKind::Length { name: other, .. }) => name == other,
            (ClauseKind::Success(_), ClauseKind::Success(_)) => true,
            (one @ ClauseKind::Assume(_), other @ ClauseKind::Assume(_))
            | (one @ ClauseKind::Allow { .. }, other @ ClauseKind::Allow { .. }) => one == other,
            _ => false,
        }
    }
}

/// What a clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The function that it stands at.
    Function,
    /// All functions of the file.
    File,
}

/// A clause as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenClause {
    pub scope: Scope,
    pub text: String,
    pub kind: ClauseKind,
}

/// The clauses of a comment, or what is wrong with each; none if it is no contract.
pub fn parse_comment(comment: &str) -> Vec<Result<WrittenClause, ContractProblem>> {
    let Some(rest) = comment.trim().strip_prefix(MARK) else { return Vec::new() };
    let mut clauses = Vec::new();
    let mut rest = rest.trim();
    if rest.is_empty() {
        let expected = format!("a contract is expected after `{MARK}`: one of {}", KEYWORDS.join(", "));
        return vec![Err(expected.into())];
    }
    while !rest.is_empty() {
        // The reason of what is allowed may be any text.
        let is_allow = rest.strip_prefix("file ").unwrap_or(rest).trim_start().starts_with("allow");
        let (one, after) = match rest.split_once(';').filter(|_| !is_allow) {
            Some((one, after)) => (one.trim(), after.trim()),
            None => (rest, ""),
        };
        clauses.push(parse_clause(one));
        rest = after;
    }
    clauses
}

fn parse_clause(text: &str) -> Result<WrittenClause, ContractProblem> {
    let (scope, own) = match text.strip_prefix("file ") {
        Some(own) => (Scope::File, own.trim()),
        None => (Scope::Function, text),
    };
    let end = own.find(|character: char| !character.is_ascii_alphanumeric() && character != '-');
    let (word, rest) = own.split_at(end.unwrap_or(own.len()));
    let rest = rest.trim();
    let kind = match word {
        "range" => range(rest),
        "assume" if rest.is_empty() => Err("a condition is expected".into()),
        "assume" => Ok(ClauseKind::Assume(rest.to_owned())),
        "len" => length(rest),
        "success" => success(rest),
        "allow" => allow(rest),
        _ => return Err(unknown(text, word).into()),
    };
    let kind = kind.map_err(|why| why.about(text))?;
    Ok(WrittenClause { scope, text: own.to_owned(), kind })
}

/// The sentence for a word that is none of ours.
fn unknown(text: &str, word: &str) -> String {
    match nearest(word, &KEYWORDS) {
        Some(nearest) => format!("`{text}`: there is no `{word}`; did you mean `{nearest}`?"),
        None => format!("`{text}`: a contract begins with one of {}", KEYWORDS.join(", ")),
    }
}

/// The nearest of some names, if one is near.
pub fn nearest<'n, S: AsRef<str>>(word: &str, names: &'n [S]) -> Option<&'n str> {
    let rated = names.iter().map(|name| (crate::jw(word, name.as_ref()), name.as_ref()));
    let best = rated.max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|(similarity, _)| *similarity >= SIMILAR).map(|(_, name)| name)
}

/// `NAME = TEXT`.
fn name_and_value(rest: &str) -> Option<(String, String)> {
    let (name, value) = rest.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let is_name = |character: char| character.is_alphanumeric() || "_.[]*".contains(character);
    let begins = name.starts_with(|first: char| first.is_alphabetic() || first == '_' || first == '*');
    let name = name.trim_start_matches('*');
    (begins && !name.is_empty() && name.chars().all(is_name) && !value.is_empty())
        .then(|| (name.to_owned(), value.to_owned()))
}

fn range(rest: &str) -> Result<ClauseKind, ContractProblem> {
    let expected = "NAME = LOW..HIGH, NAME = VALUE or NAME = finite is expected";
    let (name, bounds) = name_and_value(rest).ok_or(expected)?;
    let bounds: String = bounds.replace("..=", "..").split_whitespace().collect();
    Ok(ClauseKind::Range { name, bounds })
}

fn length(rest: &str) -> Result<ClauseKind, ContractProblem> {
    let expected = || ContractProblem::from("NAME = N is expected, where N is a number or a parameter");
    let (name, length) = name_and_value(rest).ok_or_else(expected)?;
    let is_name = length.chars().all(|character| character.is_alphanumeric() || character == '_');
    let length = match length.parse() {
        Ok(count) => LengthOf::Count(count),
        Err(_) if is_name && !length.starts_with(|first: char| first.is_ascii_digit()) => {
            LengthOf::Parameter(length)
        }
        Err(_) => return Err(expected()),
    };
    Ok(ClauseKind::Length { name, length })
}

fn success(rest: &str) -> Result<ClauseKind, ContractProblem> {
    let expected = || ContractProblem::from("`return`, a comparison and an integer are expected, or `any`");
    let after = rest.strip_prefix("return").unwrap_or_default().trim();
    let operators = ["==", "!=", "<=", ">=", "<", ">"];
    let number = operators.iter().find_map(|operator| after.strip_prefix(operator));
    let is_comparison = number.is_some_and(|number| number.trim().parse::<i64>().is_ok());
    if rest == "any" || is_comparison { Ok(ClauseKind::Success(rest.to_owned())) } else { Err(expected()) }
}

fn allow(rest: &str) -> Result<ClauseKind, ContractProblem> {
    let expected = || ContractProblem::from("allow(NAME) and a reason are expected");
    let (names, reason) =
        rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or_else(expected)?;
    let known: Vec<&str> = Exception::ALL.iter().map(|exception| exception.id()).collect();
    let exceptions: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
    match exceptions.iter().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(ContractProblem::from(match nearest(name, &known) {
            Some(nearest) => format!("there is no exception `{name}`; did you mean `{nearest}`?"),
            None => format!("there is no exception `{name}`, only {}", known.join(", ")),
        })),
        None => Ok(ClauseKind::Allow { exceptions, reason: reason.trim().to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(comment: &str) -> Result<ClauseKind, ContractProblem> {
        let mut clauses = parse_comment(comment);
        assert_eq!(clauses.len(), 1, "{comment}");
        clauses.remove(0).map(|written| written.kind)
    }

    #[test]
    fn what_is_said_is_read() {
        let range = |name: &str, bounds: &str| {
            Ok(ClauseKind::Range { name: name.to_owned(), bounds: bounds.to_owned() })
        };
        assert_eq!(one("ulpwise: range x = 0..1"), range("x", "0..1"));
        assert_eq!(one("ulpwise: range p.x=-1e6 .. 1e6"), range("p.x", "-1e6..1e6"));
        assert_eq!(one("ulpwise: range x = 0.0..=1.0"), range("x", "0.0..1.0"));
        assert_eq!(one("ulpwise: assume x < y"), Ok(ClauseKind::Assume("x < y".to_owned())));
        let name = || "v".to_owned();
        let length = |length| Ok(ClauseKind::Length { name: name(), length });
        assert_eq!(one("ulpwise: len v = n"), length(LengthOf::Parameter("n".to_owned())));
        assert_eq!(one("ulpwise: len v = 16"), length(LengthOf::Count(16)));
        assert_eq!(one("ulpwise: success return == 0"), Ok(ClauseKind::Success("return == 0".to_owned())));
        assert_eq!(parse_comment("ulpwise: range x = 0..1; range y = 2").len(), 2);
        assert_eq!(parse_comment("ulpwise: allow(underflow) tiny; it does not matter").len(), 1);
        assert_eq!(parse_comment("ulpwise is a program"), []);
    }

    #[test]
    fn what_is_misspelt_is_refused_with_the_nearest_name() {
        let wrong = |comment: &str| one(comment).unwrap_err().to_string();
        assert_eq!(
            wrong("ulpwise: rnage x = 0..1"),
            "`rnage x = 0..1`: there is no `rnage`; did you mean `range`?"
        );
        assert!(wrong("ulpwise: asume x < y").ends_with("did you mean `assume`?"));
        assert!(wrong("ulpwise: allow(underfow) tiny").ends_with("did you mean `underflow`?"));
        for comment in [
            "ulpwise:",
            "ulpwise: range",
            "ulpwise: range x",
            "ulpwise: range = 1..2",
            "ulpwise: len v =",
            "ulpwise: len v = 1.5",
            "ulpwise: success",
            "ulpwise: success return = 0",
            "ulpwise: allow underflow",
            "ulpwise: assume",
            "ulpwise: 3",
        ] {
            assert!(one(comment).is_err(), "{comment}");
        }
    }

    #[test]
    fn ranges_that_end_at_a_zero_have_both() {
        let range = |bounds: &str| {
            ClauseKind::Range { name: "x".to_owned(), bounds: bounds.to_owned() }.range().unwrap()
        };
        assert_eq!(range("0..1"), "x=-0..1");
        assert_eq!(range("-1..-0.0"), "x=-1..0");
        assert_eq!(range("0"), "x=-0..0");
        assert_eq!(range("2"), "x=2..2");
        assert_eq!(range("finite"), "x=finite");
    }
}

}
mod fit { use crate::syntax::{ContractProblem,nearest};
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
pub fn named_parameters<'c>(condition: &'c str, names: &[String]) -> Vec<&'c str> {
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

}
