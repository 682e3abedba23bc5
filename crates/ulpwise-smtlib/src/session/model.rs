//! Models: that they hold, and how they are written.

use super::{CheckSatAnswer, LastAnswer, Session};
use crate::error::SmtlibErrorKind;
use crate::print::{quoted, value_text};
use std::fmt::Write;
use ulpwise_expr::{EvaluationError, Model, Tape, Term, Value};

impl Session<'_> {
    /// The answer, with a value for every variable if it is a model, and only if that satisfies all
    /// goals.
    pub(super) fn confirmed(&self, answer: CheckSatAnswer, goals: &[Term]) -> CheckSatAnswer {
        let CheckSatAnswer::Sat(mut model) = answer else { return answer };
        model.complete(&self.store, &self.store.free_variables(goals));
        model.complete(&self.store, &self.variables);
        match self.evaluate(goals, &model) {
            Ok(values) if values.iter().all(|value| *value == Value::Bool(true)) => {
                CheckSatAnswer::Sat(model)
            }
            Ok(_) => CheckSatAnswer::Unknown("the model found does not satisfy the assertions".to_owned()),
            Err(error) => CheckSatAnswer::Unknown(format!("the model found cannot be checked: {error}")),
        }
    }

    fn evaluate(&self, terms: &[Term], model: &Model) -> Result<Vec<Value>, EvaluationError> {
        let tape = Tape::new(&self.store, terms);
        match self.engine.libm() {
            Some(libm) => tape.evaluate(&model.with_libm(libm)),
            None => tape.evaluate(model),
        }
    }

    fn model(&self) -> Result<&Model, SmtlibErrorKind> {
        match &self.last {
            LastAnswer::Sat(model) => Ok(model),
            _ => Err(SmtlibErrorKind::OnlyAfter { what: "there is a model", answer: "sat" }),
        }
    }

    /// The values of all declared variables, in the order of their declarations.
    pub(super) fn model_text(&self) -> Result<String, SmtlibErrorKind> {
        let model = self.model()?;
        let mut text = "(\n".to_owned();
        for &variable in &self.variables {
            let name = quoted(self.store.variable_name(variable).unwrap_or_default());
            let sort = self.store.sort(variable);
            let value = model.get(variable).map_or_else(|| Value::default_of(sort), Clone::clone);
            let value = value_text(&value);
            writeln!(text, "  (define-fun {name} () {sort} {value})").expect("a String takes everything");
        }
        text.push(')');
        Ok(text)
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
        let mut model = self.model()?.clone();
        model.complete(&self.store, &self.store.free_variables(terms));
        let values =
            self.evaluate(terms, &model).map_err(|error| SmtlibErrorKind::NoValue(Box::new(error)))?;
        let pairs = texts.iter().zip(&values).map(|(text, value)| format!("({text} {})", value_text(value)));
        Ok(format!("({})", pairs.collect::<Vec<_>>().join("\n ")))
    }
}
