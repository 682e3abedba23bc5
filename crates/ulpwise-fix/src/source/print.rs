//! From terms to source text: what the source has in its own words stays in them.

use super::build::{Expression, names};
use crate::search::candidate::{Guard, Replacement};
use crate::search::sample::Kind;
use crate::term::{Format, Math, Term, part};
use egg::{Id, Language as _};
use std::collections::BTreeMap;

/// How long a line may become before a choice is broken into three.
const WIDTH: usize = 100;

/// Parts that cost so much are computed once.
const WORTH_A_NAME: u32 = 8;

/// Text for an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    /// Declarations of what is used more than once: names and values.
    pub(super) shared: Vec<(String, String)>,
    pub(super) text: String,
}

/// How tightly an operator binds; parts that bind less tightly need parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Sum,
    Product,
    Sign,
    Closed,
}

/// Writes a candidate.
pub(super) fn print(expression: &Expression, candidate: &Replacement, source: &str, indent: &str) -> Printed {
    let mut printer = Printer { expression, named: BTreeMap::new() };
    let mut shared = Vec::new();
    if let Replacement::Term(term) = candidate {
        let taken = names(source);
        for (at, id) in shared_parts(expression, term).into_iter().enumerate() {
            let key = part(term, id).to_string();
            let value = printer.term(&part(term, id)).0;
            let name = (0..).map(|n| new_name(at, n)).find(|name| !taken.contains(name.as_str()));
            let name = name.unwrap_or_default();
            shared.push((name.clone(), value));
            printer.named.insert(key, name);
        }
    }
    Printed { shared, text: printer.candidate(candidate, indent) }
}

/// A term in the source's words.
pub(crate) fn term_text(expression: &Expression, term: &Term) -> String {
    Printer { expression, named: BTreeMap::new() }.term(term).0
}

fn new_name(at: usize, attempt: usize) -> String {
    let letter = ["t", "u", "w", "q"][at % 4];
    match (at / 4, attempt) {
        (0, 0) => letter.to_owned(),
        (round, attempt) => format!("{letter}{}", round + attempt),
    }
}

/// Expensive parts that occur more than once and have no name yet, inner ones first.
fn shared_parts(expression: &Expression, term: &Term) -> Vec<Id> {
    let mut uses: BTreeMap<String, (usize, Id)> = BTreeMap::new();
    for (_, node) in term.items() {
        for &child in node.children() {
            let key = part(term, child).to_string();
            uses.entry(key).or_insert((0, child)).0 += 1;
        }
    }
    let is_named = |key: &str| {
        expression.parts.iter().any(|part| {
            part.key == key && names(&part.text).len() < 2 && part.is_closed && !part.text.contains('(')
        })
    };
    let mut found: Vec<Id> = uses
        .into_iter()
        .filter(|(key, (count, id))| *count > 1 && term[*id].cost() >= WORTH_A_NAME && !is_named(key))
        .map(|(_, (_, id))| id)
        .collect();
    found.sort_by_key(|&id| part(term, id).len());
    found
}

struct Printer<'a> {
    expression: &'a Expression,
    named: BTreeMap<String, String>,
}

impl Printer<'_> {
    fn candidate(&self, candidate: &Replacement, indent: &str) -> String {
        match candidate {
            Replacement::Term(term) => self.term(term).0,
            Replacement::Choice(guard, yes, no) => {
                let condition = self.guard(*guard);
                let yes_text = match **yes {
                    Replacement::Choice(..) => format!("({})", self.candidate(yes, indent)),
                    Replacement::Term(_) => self.candidate(yes, indent),
                };
                let no_text = self.candidate(no, indent);
                let line = format!("{condition} ? {yes_text} : {no_text}");
                if line.len() + indent.len() + 12 <= WIDTH {
                    line
                } else {
                    format!("{condition}\n{indent}    ? {yes_text}\n{indent}    : {no_text}")
                }
            }
        }
    }

    fn guard(&self, guard: Guard) -> String {
        let name = |variable: usize| self.expression.variables[variable].text.clone();
        let magnitude = |variable: usize| format!("{}({})", self.function("fabs"), name(variable));
        match guard {
            Guard::Below(variable, number) => format!("{} < {}", name(variable), self.number(number)),
            Guard::MagnitudeBelow(variable, number) => {
                format!("{} < {}", magnitude(variable), self.number(number))
            }
            Guard::Less(a, b) => format!("{} < {}", name(a), name(b)),
            Guard::MagnitudeLess(a, b) => format!("{} < {}", magnitude(a), magnitude(b)),
        }
    }

    fn number(&self, value: f64) -> String {
        let is_single = self.expression.format == Format::Single;
        let text = if is_single { format!("{:?}", value as f32) } else { format!("{value:?}") };
        if is_single { text + "f" } else { text }
    }

    fn function(&self, name: &str) -> String {
        if self.expression.uses_std {
            return format!("std::{name}");
        }
        let suffix = if self.expression.format == Format::Single { "f" } else { "" };
        format!("{name}{suffix}")
    }

    fn term(&self, term: &Term) -> (String, Binding) {
        let key = term.to_string();
        if let Some(name) = self.named.get(&key) {
            return (name.clone(), Binding::Closed);
        }
        let root = Id::from(term.len() - 1);
        let node = &term[root];
        if !matches!(node, Math::Constant(_))
            && let Some(own) = self.expression.parts.iter().find(|part| part.key == key)
            && !self.holds_named(term)
        {
            let binding = match node {
                _ if own.is_closed => Binding::Closed,
                Math::Add(_) | Math::Sub(_) => Binding::Sum,
                Math::Mul(_) | Math::Div(_) => Binding::Product,
                _ => Binding::Sign,
            };
            return (own.text.clone(), binding);
        }
        self.node(term, node)
    }

    fn is_integer(&self, term: &Term, id: Id) -> bool {
        match &term[id] {
            Math::Variable(variable) => self.expression.variables[variable.0 as usize].kind == Kind::Integer,
            Math::Neg(inner) => self.is_integer(term, *inner),
            _ => false,
        }
    }

    /// Whether a part of it has a name that its own words do not use.
    fn holds_named(&self, term: &Term) -> bool {
        !self.named.is_empty()
            && term.items().any(|(id, _)| self.named.contains_key(&part(term, id).to_string()))
    }

    fn node(&self, term: &Term, node: &Math) -> (String, Binding) {
        let child = |id: Id, least: Binding| {
            let (text, binding) = self.term(&part(term, id));
            if binding < least { format!("({text})") } else { text }
        };
        let two = |operator: &str, a: Id, b: Id, binding: Binding, right: Binding| {
            // Two integers would be computed with as integers.
            let cast = if self.is_integer(term, a) && self.is_integer(term, b) { "(double)" } else { "" };
            (format!("{cast}{} {operator} {}", child(a, binding), child(b, right)), binding)
        };
        let call = |name: &str, operands: &[Id]| {
            let operands: Vec<String> = operands.iter().map(|&id| child(id, Binding::Choice)).collect();
            (format!("{}({})", self.function(name), operands.join(", ")), Binding::Closed)
        };
        match node {
            Math::Constant(constant) => {
                let value = constant.value();
                (self.number(value), if value < 0.0 { Binding::Sign } else { Binding::Closed })
            }
            Math::Variable(variable) => {
                let variable = &self.expression.variables[variable.0 as usize];
                (variable.text.clone(), Binding::Closed)
            }
            Math::Add([a, b]) => two("+", *a, *b, Binding::Sum, Binding::Product),
            Math::Sub([a, b]) => two("-", *a, *b, Binding::Sum, Binding::Product),
            Math::Mul([a, b]) => two("*", *a, *b, Binding::Product, Binding::Sign),
            Math::Div([a, b]) => two("/", *a, *b, Binding::Product, Binding::Sign),
            Math::Neg(a) => (format!("-{}", child(*a, Binding::Closed)), Binding::Sign),
            Math::Fma(operands) => call("fma", operands),
            Math::Pow(operands) => call("pow", operands),
            Math::Hypot(operands) => call("hypot", operands),
            Math::Atan2(operands) => call("atan2", operands),
            Math::Max(operands) => call("fmax", operands),
            Math::Min(operands) => call("fmin", operands),
            Math::Call(function, operands) => call(function.name(), operands),
        }
    }
}
