//! Models: that they hold, and how they are written.

use super::{LastAnswer, Session, SessionModel};
use crate::error::SmtlibErrorKind;
use crate::extended::{Node, NodeKind, Rich};
use crate::print::quoted;
use crate::script_sort::ScriptSort;
use std::fmt::Write;
use ulpwise_expr::{EvaluationError, Model, Tape, Term, Value};

impl Session<'_> {
    pub(super) fn evaluate(&self, terms: &[Term], model: &Model) -> Result<Vec<Value>, EvaluationError> {
        let tape = Tape::new(&self.store, terms);
        match self.engine.engine().libm() {
            Some(libm) => tape.evaluate(&model.with_libm(libm)),
            None => tape.evaluate(model),
        }
    }

    fn model(&self) -> Result<&SessionModel, SmtlibErrorKind> {
        match &self.last {
            LastAnswer::Sat(model) => Ok(model),
            _ => Err(SmtlibErrorKind::OnlyAfter { what: "there is a model", answer: "sat" }),
        }
    }

    /// The values of all declared variables, in the order of their declarations.
    pub(super) fn model_text(&self) -> Result<String, SmtlibErrorKind> {
        let model = self.model()?;
        let extension = &self.reader.extension;
        let mut text = "(\n".to_owned();
        for &variable in &self.variables {
            let (name, sort) = match extension.node_of(variable).map(|node| &extension.nodes[node]) {
                Some(Node { kind: NodeKind::Variable(name), sort, .. }) => (&**name, sort.clone()),
                _ => {
                    let name = self.store.variable_name(variable).unwrap_or_default();
                    (name, ScriptSort::Kernel(self.store.sort(variable)))
                }
            };
            let value = self.value_in(model, variable, &sort);
            let (name, value) = (quoted(name), extension.text(&value, &sort));
            writeln!(text, "  (define-fun {name} () {sort} {value})").expect("a String takes everything");
        }
        for &number in &self.functions {
            let Some((id, function)) = extension.functions.iter_enumerated().nth(number) else { continue };
            let parameters: Vec<String> = (function.parameters.iter().enumerate())
                .map(|(number, sort)| format!("(x!{number} {sort})"))
                .collect();
            let mut body = extension.text(&extension.default_value(&function.result), &function.result);
            for (arguments, result) in model.nodes.table(id).into_iter().flatten() {
                let conditions: Vec<String> = (arguments.iter().zip(&function.parameters).enumerate())
                    .map(|(number, (value, sort))| format!("(= x!{number} {})", extension.text(value, sort)))
                    .collect();
                let condition = match &conditions[..] {
                    [one] => one.clone(),
                    all => format!("(and {})", all.join(" ")),
                };
                body = format!("(ite {condition} {} {body})", extension.text(result, &function.result));
            }
            let (name, parameters) = (quoted(&function.name), parameters.join(" "));
            writeln!(text, "  (define-fun {name} ({parameters}) {} {body})", function.result)
                .expect("a String takes everything");
        }
        text.push(')');
        Ok(text)
    }

    /// The value of a variable.
    fn value_in(&self, model: &SessionModel, variable: Term, sort: &ScriptSort) -> Rich {
        let extension = &self.reader.extension;
        if let Some(node) = extension.node_of(variable) {
            return model.nodes.value(node).cloned().unwrap_or_else(|| extension.default_value(sort));
        }
        match model.terms.get(variable) {
            Some(value) => Rich::Kernel(value.clone()),
            None => extension.default_value(sort),
        }
    }

    pub(super) fn values_text(&self, terms: &[(String, Term)]) -> Result<String, SmtlibErrorKind> {
        let texts: Vec<&str> = terms.iter().map(|(text, _)| text.as_str()).collect();
        let terms: Vec<Term> = terms.iter().map(|(_, term)| *term).collect();
        self.pairs(&texts, &terms)
    }

    /// The truth values of all named propositions.
    pub(super) fn assignment_text(&self) -> Result<String, SmtlibErrorKind> {
        let is_bool = |term: Term| self.store.sort(term) == ulpwise_expr::Sort::Bool;
        let named = self.named.iter().filter(|(_, term)| is_bool(*term));
        let (names, terms): (Vec<_>, Vec<Term>) = named.map(|(name, term)| (quoted(name), *term)).unzip();
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        self.pairs(&names, &terms)
    }

    /// Each text with the value of its term.
    fn pairs(&self, texts: &[&str], terms: &[Term]) -> Result<String, SmtlibErrorKind> {
        let SessionModel { terms: mut model, mut nodes } = self.model()?.clone();
        let extension = &self.reader.extension;
        let no_value = |reason| SmtlibErrorKind::NotNow(format!("there is no value: {reason}"));
        extension
            .extend_values(&self.store, terms, &mut nodes, &mut model, self.engine.engine().libm())
            .map_err(no_value)?;
        model.complete(&self.store, &self.store.free_variables(terms));
        let values =
            self.evaluate(terms, &model).map_err(|error| SmtlibErrorKind::NoValue(Box::new(error)))?;
        let pairs = texts.iter().zip(terms.iter().zip(values)).map(|(text, (&term, value))| {
            let sort = extension.sort(&self.store, term);
            let node = extension.node_of(term).and_then(|node| nodes.value(node).cloned());
            let value = node.unwrap_or(Rich::Kernel(value));
            format!("({text} {})", extension.text(&value, &sort))
        });
        Ok(format!("({})", pairs.collect::<Vec<_>>().join("\n ")))
    }
}
