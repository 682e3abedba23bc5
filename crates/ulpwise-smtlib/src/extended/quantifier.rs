//! Quantifiers. Over few values they are spelled out. Otherwise a proposition stands for "for all":
//! if it is false, some value makes the body false; if it is true, the body holds for the values
//! tried. A model in which such a proposition is true is not believed, so the answer is then
//! `unsat` or `unknown`.

use super::{Extension, NodeKind, Rich};
use crate::script_sort::ScriptSort;
use ulpwise_expr::{Sort, Term, TermStore, Value};
use ulpwise_float::Float;

/// How many terms spelling out may make.
const MAX_SPELLED: u64 = 1 << 18;

/// How many instances are tried of a quantifier that is not spelled out.
const MAX_TRIED: usize = 64;

/// Of so many quantifiers instances are tried.
const MAX_QUANTIFIERS: usize = 200;

impl Extension {
    /// That the body holds for all values of the variables bound.
    pub(crate) fn for_all(&mut self, store: &mut TermStore, bound: &[Term], body: Term) -> Term {
        let sorts: Vec<ScriptSort> = bound.iter().map(|&variable| self.sort(store, variable)).collect();
        let size = store.dag_size(&[body]) as u64;
        let count = sorts.iter().try_fold(1u64, |count, sort| {
            let values = match sort {
                // The values of a declared sort are not known.
                ScriptSort::Declared(_) => None,
                sort => self.value_count(sort, 32),
            };
            count.checked_mul(values?)
        });
        if count.and_then(|count| count.checked_mul(size)).is_some_and(|terms| terms <= MAX_SPELLED)
            && let Some(tuples) = self.tuples(store, &sorts, usize::MAX, Self::values)
        {
            let parts: Vec<Term> =
                tuples.into_iter().map(|tuple| self.instance(store, bound, body, tuple)).collect();
            return store.and(&parts);
        }
        let known = self.nodes.len();
        let kind = NodeKind::ForAll(bound.to_vec());
        let proposition = self.apply(store, kind, vec![body], ScriptSort::Kernel(Sort::Bool));
        let Some(node) = self.node_of(proposition).filter(|_| self.nodes.len() > known) else {
            return proposition;
        };
        let mut lemmas = Vec::new();
        let names = sorts.iter().map(|sort| {
            let name = format!("|counterexample|{}", self.nodes.len());
            (sort.clone(), name)
        });
        let names: Vec<(ScriptSort, String)> = names.collect();
        let counterexample: Vec<Term> = names
            .into_iter()
            .enumerate()
            .map(|(position, (sort, name))| match &sort {
                ScriptSort::Kernel(sort) => store.fresh_variable("|counterexample|", *sort),
                sort => {
                    let name = format!("{name}|{position}");
                    self.apply(store, NodeKind::Variable(name.as_str().into()), Vec::new(), sort.clone())
                }
            })
            .collect();
        let instance = self.instance(store, bound, body, counterexample);
        let fails = store.not(instance);
        lemmas.push(store.or(&[proposition, fails]));
        let samples = |_: &Extension, sort: &ScriptSort| Some(samples(sort));
        let most = if self.lemmas.len() < MAX_QUANTIFIERS { MAX_TRIED } else { 0 };
        for tuple in self.tuples(store, &sorts, most, samples).unwrap_or_default() {
            let instance = self.instance(store, bound, body, tuple);
            lemmas.push(store.implies(proposition, instance));
        }
        self.lemmas.insert(node, lemmas);
        proposition
    }

    fn instance(&mut self, store: &mut TermStore, bound: &[Term], body: Term, values: Vec<Term>) -> Term {
        let replacements: Vec<(Term, Term)> = bound.iter().copied().zip(values).collect();
        self.substitute(store, body, &replacements)
    }

    /// All tuples of values of these sorts, at most so many; `None` if a sort has none to offer.
    fn tuples(
        &mut self,
        store: &mut TermStore,
        sorts: &[ScriptSort],
        most: usize,
        values: impl Fn(&Extension, &ScriptSort) -> Option<Vec<Rich>>,
    ) -> Option<Vec<Vec<Term>>> {
        let mut tuples: Vec<Vec<Term>> = vec![Vec::new()];
        for sort in sorts {
            let values = values(self, sort).filter(|values| !values.is_empty())?;
            let values: Option<Vec<Term>> =
                values.iter().map(|value| self.term_of(store, value, sort)).collect();
            let values = values?;
            let longer = tuples.iter().flat_map(|tuple| {
                values.iter().map(move |&value| tuple.iter().copied().chain([value]).collect())
            });
            tuples = longer.take(most).collect();
        }
        Some(tuples)
    }

    /// The term for a value; `None` if there is none.
    fn term_of(&mut self, store: &mut TermStore, value: &Rich, sort: &ScriptSort) -> Option<Term> {
        match value {
            Rich::Kernel(value) => Some(store.value(value)),
            Rich::Data(datatype, number, fields) => {
                let sorts = self.datatypes[*datatype][*number as usize].fields.clone();
                let fields = fields.iter().zip(&sorts);
                let fields: Option<Vec<Term>> =
                    fields.map(|(field, sort)| self.term_of(store, field, sort)).collect();
                let kind = NodeKind::Construct(*datatype, *number);
                Some(self.apply(store, kind, fields?, sort.clone()))
            }
            Rich::Element(_) | Rich::Array(..) => None,
        }
    }
}

/// Values that often make a difference.
fn samples(sort: &ScriptSort) -> Vec<Rich> {
    let kernel = |values: Vec<Value>| values.into_iter().map(Rich::Kernel).collect();
    match sort {
        ScriptSort::Kernel(Sort::Float(format)) => {
            let zero = |negative| Float::zero(*format, negative);
            let infinity = |negative| Float::infinity(*format, negative);
            let one = Float::from_limbs(*format, &limbs_of_one(*format));
            let least = Float::from_limbs(*format, &[1]);
            let all = [zero(false), zero(true), infinity(false), infinity(true), one, least];
            let nan = Float::quiet_nan(*format, false);
            kernel(all.into_iter().chain([nan]).map(Value::float).collect())
        }
        ScriptSort::Kernel(sort) => kernel(vec![Value::default_of(*sort)]),
        ScriptSort::Int => kernel(vec![Value::default_of(Sort::Real)]),
        ScriptSort::Declared(_) | ScriptSort::Array(_) | ScriptSort::Datatype(..) => Vec::new(),
    }
}

/// The encoding of one: the exponent's bias above a fraction of zeros.
fn limbs_of_one(format: ulpwise_float::Format) -> Vec<u64> {
    use ulpwise_float::Natural;
    let bias = (Natural::from(1u8) << (format.exponent_bits() as usize - 1)) - Natural::from(1u8);
    let bits = bias << (format.significand_bits() as usize - 1);
    let mut words: Vec<u64> = bits.as_words().to_vec();
    words.resize((format.width() as usize).div_ceil(64), 0);
    words
}
