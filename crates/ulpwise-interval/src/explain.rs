//! What propagation found out, as text: the domains of variables and of small terms.

use crate::engine::IntervalEngine;
use ulpwise_expr::{OpKind, TermStore};

/// Terms with more distinct parts than this are not shown.
const MAX_PARTS: usize = 12;

impl IntervalEngine {
    /// The domains after the last call's propagation: first those of variables, then those of other
    /// terms that are not too large to be read, each with its term.
    pub fn explanation(&self, store: &TermStore) -> Vec<(String, String)> {
        let mut variables = Vec::new();
        let mut others = Vec::new();
        for var in self.network().variables() {
            let Some(term) = self.network().term(var) else { continue };
            let Some(domain) = self.domain(term) else { continue };
            let line = || (store.display(term).to_string(), domain.to_string());
            match store.kind(term) {
                OpKind::Constant => {}
                OpKind::Variable => variables.push(line()),
                _ if store.dag_size(&[term]) <= MAX_PARTS => others.push(line()),
                _ => {}
            }
        }
        variables.append(&mut others);
        variables
    }
}

#[cfg(test)]
mod tests {
    use crate::{IntervalEngine, IntervalOptions};
    use ulpwise_base::Budget;
    use ulpwise_expr::{LibmFunction, Sort, TermStore};
    use ulpwise_float::{Float, Format, Rounding};
    use ulpwise_solver::Query;

    #[test]
    fn variables_come_first() {
        let mut store = TermStore::new();
        let x = store.variable("x", Sort::Float(Format::F32));
        let mode = store.rounding(Rounding::NearestEven);
        let [one, two] = [1.0, 2.0].map(|value| store.float(Float::from_f32(value)));
        let sum = store.fp_add(mode, x, one);
        let assertions = [store.fp_leq(one, x), store.fp_leq(sum, two)];
        let mut engine = IntervalEngine::new(IntervalOptions::default());
        engine.propagated_bounds(&store, &assertions, &Budget::unlimited()).unwrap();
        let lines = engine.explanation(&store);
        // A little more than 1 will do: the tie rounds to 2.
        assert_eq!(lines[0], ("x".to_owned(), "[1.0, 1.0000001]".to_owned()));
        assert!(lines.iter().any(|(term, domain)| term.contains("fp.add") && domain == "{2.0}"), "{lines:?}");
    }

    #[test]
    fn libm_terms_have_domains() {
        let mut store = TermStore::new();
        let x = store.variable("x", Sort::Float(Format::F64));
        let mode = store.rounding(Rounding::NearestEven);
        let [zero, one] = [0.0, 1.0].map(|value| store.float(Float::from_f64(value)));
        let exponential = store.libm(LibmFunction::Exp, mode, &[x]);
        let assertions = [store.fp_lt(zero, x), store.fp_leq(x, one), store.fp_lt(zero, exponential)];
        let host = ulpwise_testkit::libm::HostLibm::default();
        let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
        let query = Query::new(&assertions).with_libm(&libm);
        let mut engine = IntervalEngine::new(IntervalOptions::default());
        engine.propagated_bounds_of(&store, &query, &Budget::unlimited()).unwrap();
        let lines = engine.explanation(&store);
        let (_, domain) = lines.iter().find(|(term, _)| term.starts_with("(libm.exp")).unwrap();
        assert!(domain.starts_with("[1.0, 2.71828182845904"), "{lines:?}");
    }
}
