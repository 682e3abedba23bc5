//! Arrays that are only read: what a store, a constant array or a choice holds at an index follows
//! from what is below it; what a variable holds at two indices is equal if the indices are.
//!
//! An equality of arrays is a proposition. If it is true, the two hold the same at every index that
//! the query uses; if it is false, there is an index at which they differ. Reads that an equality
//! needs add none of the first kind, so this ends; where arrays are elements of arrays it may not,
//! and the limit on work ends it.

use super::low::{ArrayId, Low, LowArray};
use super::lower::{ArrayEquality, Lowering, NotLowered, Polarity};
use crate::script_sort::ScriptSort;
use ulpwise_expr::{Sort, Term};

impl Lowering<'_> {
    /// A new array of a sort.
    pub(super) fn array(&mut self, array: LowArray, sort: &ScriptSort) -> Low {
        let id = self.result.arrays.push(array);
        let parts = sort.array_parts().expect("the sort of an array");
        self.result.array_sorts.insert(id, parts);
        Low::Array(id)
    }

    /// The array that a node became.
    pub(super) fn array_of(&self, low: &Low) -> ArrayId {
        match low {
            Low::Array(id) => *id,
            _ => unreachable!("arrays of terms are not read by nodes"),
        }
    }

    /// Notes an index that the query uses.
    pub(super) fn index_used(&mut self, array: ArrayId, index: &Low) {
        let (sort, _) = &self.result.array_sorts[&array];
        let indices = self.indices.entry(sort.clone()).or_default();
        if !indices.contains(index) {
            indices.push(index.clone());
        }
    }

    /// What an array holds at an index.
    pub(super) fn select(&mut self, array: ArrayId, index: &Low) -> Result<Low, NotLowered> {
        self.index_used(array, index);
        let mut needed = std::collections::BTreeSet::new();
        let mut open = vec![array];
        while let Some(id) = open.pop() {
            if self.selected.contains_key(&(id, index.clone())) || !needed.insert(id) {
                continue;
            }
            match &self.result.arrays[id] {
                LowArray::Store(below, ..) => open.push(*below),
                LowArray::Ite(_, then, otherwise) => open.extend([*then, *otherwise]),
                LowArray::Variable | LowArray::Constant(_) => {}
            }
        }
        self.spend(needed.len())?;
        // Ascending: what is below an array was made before it.
        for id in needed {
            let element_sort = self.result.array_sorts[&id].1.clone();
            let element = match self.result.arrays[id].clone() {
                LowArray::Variable => self.read(id, index, &element_sort)?,
                LowArray::Constant(element) => element,
                LowArray::Store(below, at, element) => {
                    let is_here = self.equal(&at, index, Polarity::Both)?;
                    let below = self.selected[&(below, index.clone())].clone();
                    self.choice(is_here, &element, &below, &element_sort)
                }
                LowArray::Ite(condition, then, otherwise) => {
                    let [then, otherwise] =
                        [then, otherwise].map(|id| self.selected[&(id, index.clone())].clone());
                    self.choice(condition, &then, &otherwise, &element_sort)
                }
            };
            self.selected.insert((id, index.clone()), element);
        }
        Ok(self.selected[&(array, index.clone())].clone())
    }

    /// What a variable holds at an index.
    fn read(&mut self, array: ArrayId, index: &Low, sort: &ScriptSort) -> Result<Low, NotLowered> {
        let others = self.result.reads.entry(array).or_default().clone();
        self.spend(others.len())?;
        let element = self.fresh(sort);
        for (other_index, other) in &others {
            let same = self.equal(index, other_index, Polarity::Both)?;
            if self.store.bool_constant(same) != Some(false) {
                let equal = self.equal(&element, other, Polarity::Implied)?;
                let lemma = self.store.implies(same, equal);
                self.lemmas.push(lemma);
            }
        }
        self.result.reads.entry(array).or_default().push((index.clone(), element.clone()));
        Ok(element)
    }

    /// The proposition that two arrays are equal.
    pub(super) fn equal_arrays(
        &mut self,
        first: ArrayId,
        second: ArrayId,
        polarity: Polarity,
    ) -> Result<Term, NotLowered> {
        if first == second {
            return Ok(self.store.bool(true));
        }
        let arrays = (first.min(second), first.max(second));
        let number = match self.equality_of.get(&arrays) {
            Some(&number) => number,
            None => {
                let atom = self.store.fresh_variable("|arrays are equal|", Sort::Bool);
                let number = self.result.equalities.len();
                self.result.equalities.push(ArrayEquality { atom, arrays, done: 0, has_witness: false });
                self.equality_of.insert(arrays, number);
                number
            }
        };
        let atom = self.result.equalities[number].atom;
        if polarity == Polarity::Both && !self.result.equalities[number].has_witness {
            self.result.equalities[number].has_witness = true;
            self.spend(1)?;
            let index_sort = self.result.array_sorts[&first].0.clone();
            let witness = self.fresh(&index_sort);
            let [one, other] = [self.select(first, &witness)?, self.select(second, &witness)?];
            let same = self.equal(&one, &other, Polarity::Both)?;
            let differs = self.store.not(same);
            let lemma = self.store.or(&[atom, differs]);
            self.lemmas.push(lemma);
        }
        Ok(atom)
    }

    /// What equalities mean at every index that the query uses.
    pub(super) fn spell_out_equalities(&mut self) -> Result<(), NotLowered> {
        loop {
            let mut is_done = true;
            let mut number = 0;
            while number < self.result.equalities.len() {
                let ArrayEquality { atom, arrays, done, .. } = self.result.equalities[number];
                let sort = self.result.array_sorts[&arrays.0].0.clone();
                let index = self.indices.get(&sort).and_then(|indices| indices.get(done)).cloned();
                let Some(index) = index else {
                    number += 1;
                    continue;
                };
                is_done = false;
                self.result.equalities[number].done += 1;
                self.spend(1)?;
                let [one, other] = [self.select(arrays.0, &index)?, self.select(arrays.1, &index)?];
                let same = self.equal(&one, &other, Polarity::Implied)?;
                let lemma = self.store.implies(atom, same);
                self.lemmas.push(lemma);
            }
            if is_done {
                return Ok(());
            }
        }
    }
}
