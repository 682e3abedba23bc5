//! Reading arrays: element by element, through stores and selections down to variables and constant
//! arrays.

use super::applications::AppliedFunction;
use super::{Blaster, Encoded};
use crate::aig::Lit;
use crate::bits;
use std::collections::HashMap;
use ulpwise_expr::{Op, Sort, Term, TermStore};

impl Blaster {
    /// The element of an array at an index.
    pub(super) fn array_select(&mut self, store: &TermStore, term: Term) -> Encoded {
        let [array, index] = *store.children(term) else { panic!("a select of two operands") };
        let index = self.terms[&index].as_bits().to_vec();
        let arrays = self.arrays_read(store, array, &index);
        let mut elements: HashMap<Term, Vec<Lit>> = HashMap::new();
        for &array in &arrays {
            let element = self.element(store, array, &index, &elements);
            elements.insert(array, element);
        }
        Encoded::bit_vec(elements.remove(&array).expect("the array itself was read"))
    }

    /// The arrays whose element at the index may matter, by ascending number: children first.
    fn arrays_read(&mut self, store: &TermStore, array: Term, index: &[Lit]) -> Vec<Term> {
        let mut found = vec![array];
        let mut next = 0;
        while let Some(&array) = found.get(next) {
            next += 1;
            let below: &[Term] = match (store.op(array), store.children(array)) {
                (Op::ArrayStore, children) => {
                    let written = self.terms[&children[1]].as_bits().to_vec();
                    let hit = bits::equal(&mut self.aig, &written, index);
                    if hit == Lit::TRUE { &[] } else { &children[..1] }
                }
                (Op::Ite, children) => &children[1..],
                _ => &[],
            };
            for array in below {
                if !found.contains(array) {
                    found.push(*array);
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn element(
        &mut self,
        store: &TermStore,
        array: Term,
        index: &[Lit],
        elements: &HashMap<Term, Vec<Lit>>,
    ) -> Vec<Lit> {
        let children = store.children(array);
        match store.op(array) {
            Op::ArrayConstant { .. } => self.terms[&children[0]].as_bits().to_vec(),
            Op::ArrayStore => {
                let written = self.terms[&children[1]].as_bits().to_vec();
                let hit = bits::equal(&mut self.aig, &written, index);
                let element = self.terms[&children[2]].as_bits().to_vec();
                match elements.get(&children[0]) {
                    Some(below) => bits::select(&mut self.aig, hit, &element, below),
                    None => element,
                }
            }
            Op::Ite => {
                let condition = self.terms[&children[0]].as_bool();
                let (then, otherwise) = (&elements[&children[1]], &elements[&children[2]]);
                bits::select(&mut self.aig, condition, then, otherwise)
            }
            Op::Variable(_) => {
                let Sort::Array { element, .. } = store.sort(array) else { panic!("an array is needed") };
                self.apply_function(
                    AppliedFunction::Array(array),
                    Lit::TRUE,
                    index.to_vec(),
                    element as usize,
                )
            }
            op => panic!("{op} is no array"),
        }
    }
}
