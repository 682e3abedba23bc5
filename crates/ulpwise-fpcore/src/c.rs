//! Formulas as C.
//!
//! Each operation stands on a line of its own behind `#line`, at the column that it has in the
//! formula: what is found there is shown there.

use crate::build::CONSTANTS;
use crate::core::{Core, Expression, ExpressionKind, FpCorePrecision, LoopVariable};
use crate::error::FpCoreError;
use crate::literal;
use crate::names::c_name;
use crate::reader::Place;
use std::fmt::Write as _;

/// The formulas as C functions. `path` is the file that places are in.
///
/// # Errors
/// A number stands where a condition must, or the other way round.
pub fn to_c(cores: &[Core], path: &str) -> Result<String, FpCoreError> {
    let path = path.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = "#include <math.h>\n".to_owned();
    for core in cores {
        let mut writer = Writer::new(core, Some(path.clone()));
        let value = writer.number(&core.body, core.precision)?;
        let arguments: Vec<String> = core
            .arguments
            .iter()
            .map(|argument| format!("{} {}", argument.precision.c_type(), argument.c_name))
            .collect();
        let arguments = if arguments.is_empty() { "void".to_owned() } else { arguments.join(", ") };
        let (ty, statements, line) = (core.precision.c_type(), &writer.statements, core.place.line);
        write!(
            text,
            "#line {line} \"{path}\"\n{ty} {}({arguments}) {{\n{statements}return {value};\n}}\n",
            core.name
        )
        .expect("writing to a string");
    }
    Ok(text)
}

/// A condition on the arguments in C, without places; `None` if it needs statements.
pub(crate) fn condition_in_c(core: &Core, condition: &Expression) -> Result<Option<String>, FpCoreError> {
    let mut writer = Writer::new(core, None);
    let text = writer.condition(condition, core.precision)?;
    Ok(writer.statements.is_empty().then_some(text))
}

/// The operators that give truth values.
const TRUTHS: [&str; 14] = [
    "<", ">", "<=", ">=", "==", "!=", "and", "or", "not", "isfinite", "isinf", "isnan", "isnormal", "signbit",
];

/// What a name stands for.
#[derive(Clone, Debug)]
struct Variable {
    c_name: String,
    /// The precision of a number; nothing for a truth value.
    precision: Option<FpCorePrecision>,
}

struct Writer {
    /// What must run before the expression that is being written.
    statements: String,
    scope: Vec<(String, Variable)>,
    used: Vec<String>,
    path: Option<String>,
}

impl Writer {
    fn new(core: &Core, path: Option<String>) -> Self {
        let arguments = core.arguments.iter();
        let scope: Vec<(String, Variable)> = arguments
            .map(|one| {
                (one.name.clone(), Variable { c_name: one.c_name.clone(), precision: Some(one.precision) })
            })
            .collect();
        let used = scope.iter().map(|(_, variable)| variable.c_name.clone()).collect();
        Self { statements: String::new(), scope, used, path }
    }

    /// A number in the precision of the context.
    fn number(&mut self, expression: &Expression, precision: FpCorePrecision) -> Result<String, FpCoreError> {
        let place = expression.place;
        let refuse = || Err(FpCoreError::new(place, "a truth value stands where a number must"));
        Ok(match &expression.kind {
            ExpressionKind::Number(number) => literal::in_c(number, precision),
            ExpressionKind::Constant(name) => match CONSTANTS.iter().find(|(known, _)| known == name) {
                Some((_, text)) if text.starts_with(|first: char| first.is_ascii_digit()) => {
                    format!("{text}{}", precision.suffix())
                }
                Some((_, text)) => format!("(({}){text})", precision.c_type()),
                None => return refuse(),
            },
            ExpressionKind::Variable(name) => match self.variable(name) {
                Variable { c_name, precision: Some(own) } if own == precision => c_name,
                Variable { c_name, precision: Some(_) } => {
                    format!("({}({}){c_name})", self.at(place), precision.c_type())
                }
                Variable { precision: None, .. } => return refuse(),
            },
            ExpressionKind::Apply(operator, operands) => {
                return self.operation(place, operator, operands, precision);
            }
            ExpressionKind::Cast(inner) => return self.number(inner, precision),
            ExpressionKind::Within(None, inner) => return self.number(inner, precision),
            ExpressionKind::Within(Some(own), inner) => {
                let value = self.number(inner, *own)?;
                if *own == precision {
                    return Ok(value);
                }
                format!("({}({}){value})", self.at(place), precision.c_type())
            }
            ExpressionKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let condition = self.condition(condition, precision)?;
                let (yes_before, yes) = self.apart(|writer| writer.number(yes, precision))?;
                let (no_before, no) = self.apart(|writer| writer.number(no, precision))?;
                if yes_before.is_empty() && no_before.is_empty() {
                    return Ok(format!("({condition} ? {yes} : {no})"));
                }
                let name = self.fresh("t");
                let ty = precision.c_type();
                self.say(&format!(
                    "{ty} {name};\nif ({condition}) {{\n{yes_before}{name} = {yes};\n}} else {{\n{no_before}{name} = {no};\n}}\n"
                ));
                name
            }
            ExpressionKind::Let { bindings, in_turn, body } => {
                let before = self.scope.len();
                self.bind(bindings, *in_turn, precision)?;
                let value = self.number(body, precision);
                self.scope.truncate(before);
                return value;
            }
            ExpressionKind::While { condition, variables, in_turn, body } => {
                let before = self.scope.len();
                self.repeat(condition, variables, *in_turn, precision)?;
                let value = self.number(body, precision);
                self.scope.truncate(before);
                return value;
            }
        })
    }

    fn operation(
        &mut self,
        place: Place,
        operator: &str,
        operands: &[Expression],
        precision: FpCorePrecision,
    ) -> Result<String, FpCoreError> {
        let is_number = !matches!(
            operator,
            "<" | ">"
                | "<="
                | ">="
                | "=="
                | "!="
                | "and"
                | "or"
                | "not"
                | "isfinite"
                | "isinf"
                | "isnan"
                | "isnormal"
                | "signbit"
        );
        if !is_number {
            return Err(FpCoreError::new(place, "a truth value stands where a number must"));
        }
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.number(operand, precision)?);
        }
        let at = self.at(place);
        Ok(match (operator, &values[..]) {
            ("-", [a]) => format!("({at}-{a})"),
            ("+" | "-" | "*" | "/", [a, b]) => format!("({a}{at}{operator} {b})"),
            _ => format!("{at}{operator}{}({})", precision.suffix(), values.join(", ")),
        })
    }

    /// A truth value; the numbers in it are computed in this precision.
    fn condition(
        &mut self,
        expression: &Expression,
        precision: FpCorePrecision,
    ) -> Result<String, FpCoreError> {
        let place = expression.place;
        let refuse = || Err(FpCoreError::new(place, "a number stands where a truth value must"));
        Ok(match &expression.kind {
            ExpressionKind::Constant(name) if name == "TRUE" => "1".to_owned(),
            ExpressionKind::Constant(name) if name == "FALSE" => "0".to_owned(),
            ExpressionKind::Variable(name) => match self.variable(name) {
                Variable { c_name, precision: None } => c_name,
                Variable { precision: Some(_), .. } => return refuse(),
            },
            ExpressionKind::Apply(operator, operands) => match operator.as_str() {
                "<" | ">" | "<=" | ">=" | "==" => self.comparisons(place, operator, operands, precision)?,
                "!=" => self.all_differ(place, operands, precision)?,
                "and" | "or" => {
                    let mut parts = Vec::new();
                    for operand in operands {
                        parts.push(self.condition(operand, precision)?);
                    }
                    match (parts.is_empty(), operator.as_str()) {
                        (true, operator) => u8::from(operator == "and").to_string(),
                        (false, "and") => format!("({})", parts.join(" && ")),
                        (false, _) => format!("({})", parts.join(" || ")),
                    }
                }
                "not" => format!("(!{})", self.condition(&operands[0], precision)?),
                "isfinite" | "isinf" | "isnan" | "isnormal" | "signbit" => {
                    format!("({operator}({}) != 0)", self.number(&operands[0], precision)?)
                }
                _ => return refuse(),
            },
            ExpressionKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let condition = self.condition(condition, precision)?;
                let (yes, no) = (self.condition(yes, precision)?, self.condition(no, precision)?);
                format!("({condition} ? {yes} : {no})")
            }
            ExpressionKind::Within(own, inner) => return self.condition(inner, own.unwrap_or(precision)),
            ExpressionKind::Let { bindings, in_turn, body } => {
                let before = self.scope.len();
                self.bind(bindings, *in_turn, precision)?;
                let value = self.condition(body, precision);
                self.scope.truncate(before);
                return value;
            }
            ExpressionKind::Number(_)
            | ExpressionKind::Constant(_)
            | ExpressionKind::Cast(_)
            | ExpressionKind::While { .. } => return refuse(),
        })
    }

    /// Each operand and the next one.
    fn comparisons(
        &mut self,
        place: Place,
        operator: &str,
        operands: &[Expression],
        precision: FpCorePrecision,
    ) -> Result<String, FpCoreError> {
        let values = self.values(operands, precision)?;
        let at = self.at(place);
        let pairs = values.windows(2).map(|pair| format!("({}{at}{operator} {})", pair[0], pair[1]));
        Ok(format!("({})", pairs.collect::<Vec<_>>().join(" && ")))
    }

    fn all_differ(
        &mut self,
        place: Place,
        operands: &[Expression],
        precision: FpCorePrecision,
    ) -> Result<String, FpCoreError> {
        let values = self.values(operands, precision)?;
        let at = self.at(place);
        let mut pairs = Vec::new();
        for (number, a) in values.iter().enumerate() {
            pairs.extend(values[number + 1..].iter().map(|b| format!("({a}{at}!= {b})")));
        }
        Ok(format!("({})", pairs.join(" && ")))
    }

    fn values(
        &mut self,
        operands: &[Expression],
        precision: FpCorePrecision,
    ) -> Result<Vec<String>, FpCoreError> {
        let mut values = Vec::new();
        for operand in operands {
            let value = self.number(operand, precision)?;
            // What stands in two comparisons is computed once.
            let is_simple = matches!(operand.kind, ExpressionKind::Number(_) | ExpressionKind::Variable(_));
            if operands.len() == 2 || is_simple {
                values.push(value);
                continue;
            }
            let name = self.fresh("t");
            self.say(&format!("{} {name} = {value};\n", precision.c_type()));
            values.push(name);
        }
        Ok(values)
    }

    fn bind(
        &mut self,
        bindings: &[(String, Expression)],
        in_turn: bool,
        precision: FpCorePrecision,
    ) -> Result<(), FpCoreError> {
        let mut bound = Vec::new();
        for (name, value) in bindings {
            let variable = self.define(name, value, precision)?;
            if in_turn {
                self.scope.push((name.clone(), variable));
            } else {
                bound.push((name.clone(), variable));
            }
        }
        self.scope.extend(bound);
        Ok(())
    }

    /// A new variable with a value.
    fn define(
        &mut self,
        name: &str,
        value: &Expression,
        precision: FpCorePrecision,
    ) -> Result<Variable, FpCoreError> {
        let is_truth = self.is_truth(value);
        let text = if is_truth { self.condition(value, precision)? } else { self.number(value, precision)? };
        let c_name = self.fresh(name);
        let ty = if is_truth { "int" } else { precision.c_type() };
        self.say(&format!("{ty} {c_name} = {text};\n"));
        Ok(Variable { c_name, precision: (!is_truth).then_some(precision) })
    }

    fn repeat(
        &mut self,
        condition: &Expression,
        variables: &[LoopVariable],
        in_turn: bool,
        precision: FpCorePrecision,
    ) -> Result<(), FpCoreError> {
        let first: Vec<(String, Expression)> =
            variables.iter().map(|variable| (variable.name.clone(), variable.first.clone())).collect();
        let start = self.scope.len();
        self.bind(&first, in_turn, precision)?;
        let names: Vec<Variable> = self.scope[start..].iter().map(|(_, variable)| variable.clone()).collect();
        let (before, condition) = self.apart(|writer| writer.condition(condition, precision))?;
        let (updates, ()) = self.apart(|writer| {
            let mut later = String::new();
            for (LoopVariable { next, .. }, Variable { c_name, precision: own }) in
                variables.iter().zip(&names)
            {
                let (ty, value) = match own {
                    Some(own) => (own.c_type(), writer.number(next, *own)?),
                    None => ("int", writer.condition(next, precision)?),
                };
                if in_turn {
                    writer.say(&format!("{c_name} = {value};\n"));
                } else {
                    let new = writer.fresh("next");
                    writer.say(&format!("{ty} {new} = {value};\n"));
                    later.push_str(&format!("{c_name} = {new};\n"));
                }
            }
            writer.say(&later);
            Ok(())
        })?;
        self.say(&format!("for (;;) {{\n{before}if (!{condition}) break;\n{updates}}}\n"));
        Ok(())
    }

    /// Whether an expression is a truth value.
    fn is_truth(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Constant(name) => matches!(name.as_str(), "TRUE" | "FALSE"),
            ExpressionKind::Variable(name) => self.variable(name).precision.is_none(),
            ExpressionKind::Apply(operator, _) => TRUTHS.contains(&operator.as_str()),
            ExpressionKind::If(parts) => self.is_truth(&parts[1]),
            ExpressionKind::Within(_, inner) => self.is_truth(inner),
            ExpressionKind::Number(_)
            | ExpressionKind::Cast(_)
            | ExpressionKind::Let { .. }
            | ExpressionKind::While { .. } => false,
        }
    }

    /// What is written meanwhile, apart from what was written before.
    fn apart<T>(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<T, FpCoreError>,
    ) -> Result<(String, T), FpCoreError> {
        let before = std::mem::take(&mut self.statements);
        let written = write(self);
        let statements = std::mem::replace(&mut self.statements, before);
        Ok((statements, written?))
    }

    fn say(&mut self, text: &str) {
        self.statements.push_str(text);
    }

    fn variable(&self, name: &str) -> Variable {
        let found = self.scope.iter().rev().find(|(known, _)| known == name);
        found
            .map(|(_, variable)| variable.clone())
            .expect("undefined variables are refused when a formula is read")
    }

    fn fresh(&mut self, like: &str) -> String {
        let name = c_name(like, |name| self.used.iter().any(|used| used == name));
        self.used.push(name.clone());
        name
    }

    /// Goes to the place of an operation: behind its bracket.
    fn at(&self, place: Place) -> String {
        match &self.path {
            Some(path) => format!("\n#line {} \"{path}\"\n{}", place.line, " ".repeat(place.column)),
            None => " ".to_owned(),
        }
    }
}
