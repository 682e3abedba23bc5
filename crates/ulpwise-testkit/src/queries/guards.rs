//! Assertions that exclude what SMT-LIB leaves open.

use ulpwise_expr::{Op, Term, TermStore};
use ulpwise_float::{Float, Integer, Rounding};

/// For every application below the roots that may be unspecified, the condition that it is not.
/// Under all of them each solver has to give the same answer.
///
/// # Panics
/// If a real is divided or a float converted to a real: queries without reals have no such terms.
pub fn guards(store: &mut TermStore, roots: &[Term]) -> Vec<Term> {
    let order = store.topological_order(roots);
    order.into_iter().filter_map(|term| guard(store, term)).collect()
}

fn guard(store: &mut TermStore, term: Term) -> Option<Term> {
    let children = store.children(term).to_vec();
    match store.op(term) {
        Op::FpMin | Op::FpMax => {
            let zeros = [store.fp_is_zero(children[0]), store.fp_is_zero(children[1])];
            let both = store.and(&zeros);
            Some(store.not(both))
        }
        Op::FpToUnsigned { width } => {
            let high = (Integer::ONE << width as usize) - Integer::ONE;
            Some(in_range(store, &children, &Integer::ZERO, &high))
        }
        Op::FpToSigned { width } => {
            let half = Integer::ONE << (width as usize - 1);
            Some(in_range(store, &children, &-half.clone(), &(half - Integer::ONE)))
        }
        op @ (Op::FpToReal | Op::RealDiv) => panic!("no guard for {op}"),
        _ => None,
    }
}

/// That the operand, rounded to an integral value, lies between two numbers.
fn in_range(store: &mut TermStore, operands: &[Term], low: &Integer, high: &Integer) -> Term {
    let format = store.format(operands[1]);
    let rounded = store.fp_round_to_integral(operands[0], operands[1]);
    // Rounding the bounds inwards loses no float of the format.
    let low = store.float(Float::from_integer(format, low, Rounding::TowardPositive).0);
    let high = store.float(Float::from_integer(format, high, Rounding::TowardNegative).0);
    let both = [store.fp_leq(low, rounded), store.fp_leq(rounded, high)];
    store.and(&both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queries::all_values;
    use ulpwise_expr::{Interpretation, Sort, Tape, UnspecifiedCase, Value};
    use ulpwise_float::Format;

    /// Notes whether the evaluator asked for a choice.
    struct Watch<'a> {
        values: &'a [(Term, Value)],
        was_asked: std::cell::Cell<bool>,
    }

    impl Interpretation for Watch<'_> {
        fn variable(&self, variable: Term) -> Option<Value> {
            self.values.iter().find(|(term, _)| *term == variable).map(|(_, value)| value.clone())
        }

        fn unspecified(&self, _: &UnspecifiedCase) -> Option<Value> {
            self.was_asked.set(true);
            None
        }
    }

    #[test]
    fn guards_hold_exactly_where_conversions_are_specified() {
        let format = Format::new(3, 4).expect("a format");
        for width in 1..6 {
            let mut store = TermStore::without_rewrites();
            let (mode, x) =
                (store.variable("r", Sort::RoundingMode), store.variable("x", Sort::Float(format)));
            for converted in [store.fp_to_unsigned(width, mode, x), store.fp_to_signed(width, mode, x)] {
                let guard = guards(&mut store, &[converted])[0];
                let tape = Tape::new(&store, &[converted, guard]);
                for rounding in all_values(Sort::RoundingMode).expect("few") {
                    for datum in all_values(Sort::Float(format)).expect("few") {
                        let values = [(mode, rounding.clone()), (x, datum.clone())];
                        let watch = Watch { values: &values, was_asked: false.into() };
                        let results = tape.evaluate(&watch).expect("all variables have values");
                        let is_specified = !watch.was_asked.get();
                        assert_eq!(results[1], Value::Bool(is_specified), "{width} {rounding:?} {datum:?}");
                    }
                }
            }
        }
    }
}
