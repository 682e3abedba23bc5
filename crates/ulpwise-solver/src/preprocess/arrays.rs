//! Arrays away: reads become variables.
//!
//! Three steps, all or none of them: equalities of arrays become conditions on reads; a read of a
//! written, constant or chosen array becomes a choice of elements and reads of array variables
//! (read-over-write); each of those becomes a variable, with lemmas that reads at equal indices are
//! equal (Ackermann). The array is then whatever holds the elements read.

use super::Pass;
use super::goals::literal;
use super::rebuild::rebuild;
use super::reconstruction::Reconstruction;
use std::collections::BTreeMap;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{OpKind, Sort, Term, TermStore};

/// Equalities inside of other terms are spelled out for index spaces of up to 2 to this power.
const MAX_INDEX_WIDTH: u32 = 4;
/// Above this many steps of read-over-write, or lemmas, arrays stay.
const MAX_STEPS: usize = 2_000_000;

/// Removes all arrays if that is possible.
pub(super) fn pass(
    store: &mut TermStore,
    goals: &[Term],
    reconstruction: &mut Reconstruction,
    budget: &Budget,
) -> Result<Pass, Exhausted> {
    let order = store.topological_order(goals);
    let is_array = |store: &TermStore, term: Term| matches!(store.sort(term), Sort::Array { .. });
    if !order.iter().any(|&term| is_array(store, term)) {
        return Ok(Pass::Unchanged);
    }
    let Some(goals) = without_equalities(store, goals, budget)? else { return Ok(Pass::Unchanged) };
    let mut reads = Reads::default();
    let rebuilt = rebuild(store, &goals, budget, |store, term, children| {
        (store.kind(term) == OpKind::ArraySelect).then(|| reads.read(store, children[0], children[1]))
    })?;
    if reads.steps > MAX_STEPS || reads.pairs() > MAX_STEPS {
        return Ok(Pass::Unchanged);
    }
    let mut changed: Vec<Term> = goals.iter().map(|&goal| rebuilt.term(goal)).collect();
    changed.extend(reads.lemmas(store));
    // An equality that is left, or libm of nothing we know: the engine has to see all of it.
    if store.topological_order(&changed).iter().any(|&term| is_array(store, term)) {
        return Ok(Pass::Unchanged);
    }
    reconstruction.define(reads.definitions(store));
    Ok(Pass::Changed(changed))
}

/// The goals without equalities of arrays; `None` if one has too many indices to spell out.
fn without_equalities(
    store: &mut TermStore,
    goals: &[Term],
    budget: &Budget,
) -> Result<Option<Vec<Term>>, Exhausted> {
    let is_equality = |store: &TermStore, term: Term| {
        store.kind(term) == OpKind::Eq && matches!(store.sort(store.child(term, 0)), Sort::Array { .. })
    };
    // A goal that two arrays differ says that they do so somewhere.
    let mut changed = Vec::with_capacity(goals.len());
    for &goal in goals {
        let (atom, value) = literal(store, goal);
        if value || !is_equality(store, atom) {
            changed.push(goal);
            continue;
        }
        let [first, second] = [store.child(atom, 0), store.child(atom, 1)];
        let Sort::Array { index, .. } = store.sort(first) else { continue };
        let place = store.fresh_variable("difference", Sort::BitVec(index));
        let elements = [store.array_select(first, place), store.array_select(second, place)];
        let equal = store.eq(elements[0], elements[1]);
        changed.push(store.not(equal));
    }
    let is_too_wide = |store: &TermStore, term: Term| match store.sort(store.child(term, 0)) {
        Sort::Array { index, .. } => index > MAX_INDEX_WIDTH,
        _ => false,
    };
    let order = store.topological_order(&changed);
    if order.iter().any(|&term| is_equality(store, term) && is_too_wide(store, term)) {
        return Ok(None);
    }
    let rebuilt = rebuild(store, &changed, budget, |store, term, children| {
        if !is_equality(store, term) {
            return None;
        }
        let Sort::Array { index, .. } = store.sort(children[0]) else { return None };
        let everywhere: Vec<Term> = (0..1u64 << index)
            .map(|at| {
                let at = store.bv(index, at);
                let elements = [store.array_select(children[0], at), store.array_select(children[1], at)];
                store.eq(elements[0], elements[1])
            })
            .collect();
        Some(store.and(&everywhere))
    })?;
    Ok(Some(changed.iter().map(|&goal| rebuilt.term(goal)).collect()))
}

/// The reads of array variables.
#[derive(Default)]
struct Reads {
    /// By array: indices and the variables that stand for the elements, in the order in which they
    /// came up.
    of_variables: BTreeMap<Term, Vec<(Term, Term)>>,
    /// What reads became.
    known: BTreeMap<(Term, Term), Term>,
    steps: usize,
}

impl Reads {
    /// The element of an array, whose terms are free of reads, at an index.
    fn read(&mut self, store: &mut TermStore, array: Term, index: Term) -> Term {
        let mut open = vec![array];
        while let Some(&array) = open.last() {
            self.steps += 1;
            if self.known.contains_key(&(array, index)) || self.steps > MAX_STEPS {
                open.pop();
                continue;
            }
            let children = store.children(array).to_vec();
            let inner = |reads: &Reads, array: Term| reads.known.get(&(array, index)).copied();
            let result = match store.kind(array) {
                OpKind::Variable => Ok(self.element(store, array, index)),
                OpKind::ArrayConstant => Ok(children[0]),
                OpKind::ArrayStore => {
                    let is_here = store.eq(children[1], index);
                    match (store.bool_constant(is_here), inner(self, children[0])) {
                        (Some(true), _) => Ok(children[2]),
                        (Some(false), Some(below)) => Ok(below),
                        (None, Some(below)) => Ok(store.ite(is_here, children[2], below)),
                        (_, None) => Err(vec![children[0]]),
                    }
                }
                OpKind::Ite => match (inner(self, children[1]), inner(self, children[2])) {
                    (Some(first), Some(second)) => Ok(store.ite(children[0], first, second)),
                    (first, second) => {
                        let missing = [(first, children[1]), (second, children[2])];
                        Err(missing
                            .iter()
                            .filter(|(known, _)| known.is_none())
                            .map(|(_, term)| *term)
                            .collect())
                    }
                },
                kind => unreachable!("{kind:?} is no array"),
            };
            match result {
                Ok(element) => {
                    self.known.insert((array, index), element);
                    open.pop();
                }
                Err(missing) => open.extend(missing),
            }
        }
        // Past the limit the whole pass is given up; until then the read stays as it is.
        let found = self.known.get(&(array, index)).copied();
        found.unwrap_or_else(|| store.array_select(array, index))
    }

    fn element(&mut self, store: &mut TermStore, array: Term, index: Term) -> Term {
        let Sort::Array { element, .. } = store.sort(array) else {
            unreachable!("only arrays are read");
        };
        let variable = store.fresh_variable("element", Sort::BitVec(element));
        self.of_variables.entry(array).or_default().push((index, variable));
        variable
    }

    /// How many lemmas there may be.
    fn pairs(&self) -> usize {
        self.of_variables.values().map(|reads| reads.len() * reads.len() / 2).sum()
    }

    /// That reads at equal indices are equal.
    fn lemmas(&self, store: &mut TermStore) -> Vec<Term> {
        let mut lemmas = Vec::new();
        for reads in self.of_variables.values() {
            for (position, &(index, element)) in reads.iter().enumerate() {
                for &(other_index, other) in &reads[..position] {
                    let (same_place, same) = (store.eq(index, other_index), store.eq(element, other));
                    if store.bool_constant(same_place) != Some(false) {
                        lemmas.push(store.implies(same_place, same));
                    }
                }
            }
        }
        lemmas
    }

    /// The arrays that hold what was read.
    fn definitions(&self, store: &mut TermStore) -> Vec<(Term, Term)> {
        let mut definitions = Vec::new();
        for (&array, reads) in &self.of_variables {
            let Sort::Array { index, element } = store.sort(array) else { continue };
            let zero = store.bv(element, 0);
            let mut value = store.array_constant(index, zero);
            for &(at, element) in reads {
                value = store.array_store(value, at, element);
            }
            definitions.push((array, value));
        }
        definitions
    }
}
