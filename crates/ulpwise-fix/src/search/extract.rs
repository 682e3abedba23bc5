//! The best terms of a class, chosen by their errors on samples and not by their sizes.
//!
//! Every class of the e-graph is a real number at each sample, and its exact value there is known from
//! whichever of its terms gives it. So each class keeps the few terms whose floats come closest,
//! together: one that is good for small inputs stays beside one that is good for large ones.

use super::sample::Point;
use super::saturate::Saturated;
use crate::exact::{NoValue, Partial, exact_operation};
use crate::term::{Format, Math, RAISED, Term, float_operation};
use egg::{Id, Language};
use std::collections::{BTreeMap, BTreeSet};

/// How many terms a class keeps, and the class of the expression.
const KEPT: usize = 4;
const KEPT_AT_ROOT: usize = 14;

/// How often all classes are gone through.
const ROUNDS: usize = 7;

/// How many bits exact values of classes have.
const BITS: usize = 256;

/// A term by its operation and the terms that are its operands.
struct RatedTerm {
    /// Its children are indices of choices.
    node: Math,
    values: Vec<f64>,
    /// Where it raises something that a right result does not need.
    raised: Vec<bool>,
    errors: Vec<f32>,
    total: f64,
    cost: u32,
    size: u32,
}

/// Terms to choose from, found by their errors.
#[derive(Default)]
struct Pool {
    members: Vec<usize>,
    by_total: BTreeMap<u64, Vec<usize>>,
}

impl Pool {
    fn add(&mut self, choice: usize, total: f64) {
        self.members.push(choice);
        self.by_total.entry(total.to_bits()).or_default().push(self.members.len() - 1);
    }
}

struct Extraction<'a> {
    saturated: &'a Saturated,
    points: &'a [Point],
    format: Format,
    classes: Vec<Id>,
    /// What each class is, rounded, at each point; `None` where that is not known.
    right: BTreeMap<Id, Vec<Option<f64>>>,
    choices: Vec<RatedTerm>,
    kept: BTreeMap<Id, Vec<usize>>,
    largest: u32,
}

/// The best terms for the expression, the best on average first.
pub(crate) fn extract(saturated: &Saturated, points: &[Point], format: Format, size: usize) -> Vec<Term> {
    let mut classes: Vec<Id> = saturated.egraph.classes().map(|class| class.id).collect();
    classes.sort_unstable();
    let right = exact_values(saturated, &classes, points, format);
    let mut extraction = Extraction {
        saturated,
        points,
        format,
        classes,
        right,
        choices: Vec::new(),
        kept: BTreeMap::new(),
        largest: 3 * size as u32 + 16,
    };
    for _ in 0..ROUNDS {
        if !extraction.improve() {
            break;
        }
    }
    let kept = extraction.kept.get(&saturated.root).cloned().unwrap_or_default();
    kept.into_iter().map(|choice| extraction.term(choice)).collect()
}

/// The exact values of all classes, from whichever of their terms gives them narrowly.
fn exact_values(
    saturated: &Saturated,
    classes: &[Id],
    points: &[Point],
    format: Format,
) -> BTreeMap<Id, Vec<Option<f64>>> {
    let mut known: BTreeMap<Id, Vec<Partial>> = BTreeMap::new();
    let whole = points.iter().map(|point| Ok(point.exact.clone())).collect();
    known.insert(saturated.root, whole);
    let is_narrow = |value: &Partial| value.as_ref().is_ok_and(|it| it.is_tight(64));
    // What changed in the last round: a node whose operands did not gives what it gave.
    let mut news: BTreeSet<Id> = classes.iter().copied().collect();
    for round in 0..16 {
        let mut changed: BTreeSet<Id> = BTreeSet::new();
        for &id in classes {
            let class = &saturated.egraph[id];
            for node in &class.nodes {
                let is_new = |child: &Id| {
                    news.contains(&saturated.egraph.find(*child))
                        || changed.contains(&saturated.egraph.find(*child))
                };
                if round > 0 && !node.children().iter().any(is_new) {
                    continue;
                }
                let now = known.get(&id);
                if now.is_some_and(|values| values.iter().all(is_narrow)) {
                    break;
                }
                let children: Option<Vec<&Vec<Partial>>> =
                    node.children().iter().map(|child| known.get(&saturated.egraph.find(*child))).collect();
                let Some(children) = children else { continue };
                let before = now.cloned().unwrap_or_else(|| vec![Err(NoValue::Undecided); points.len()]);
                let after: Vec<Partial> = before
                    .iter()
                    .enumerate()
                    .map(|(at, before)| {
                        if is_narrow(before) {
                            return before.clone();
                        }
                        let operand = |id: Id| {
                            let place = node.children().iter().position(|child| *child == id);
                            place.map_or(Err(NoValue::Undecided), |place| children[place][at].clone())
                        };
                        let value = exact_operation(node, operand, &points[at].inputs, BITS);
                        narrower(before, value)
                    })
                    .collect();
                if now != Some(&after) {
                    changed.insert(id);
                    known.insert(id, after);
                }
            }
        }
        if changed.is_empty() {
            break;
        }
        news = changed;
    }
    let rounded = |value: Partial| {
        let value = value.ok().filter(|it| it.is_tight(56))?.nearest_f64()?;
        Some(format.round(value))
    };
    known.into_iter().map(|(id, values)| (id, values.into_iter().map(rounded).collect())).collect()
}

fn narrower(before: &Partial, now: Partial) -> Partial {
    match (before, now) {
        (Ok(before), Ok(now)) => Ok(before.meet(&now).unwrap_or_else(|| before.clone())),
        (Ok(before), Err(_)) => Ok(before.clone()),
        (Err(_), now) => now,
    }
}

impl Extraction<'_> {
    /// Goes through all classes once; whether some class keeps other terms now.
    fn improve(&mut self) -> bool {
        let mut changed = false;
        for id in self.classes.clone() {
            if !self.right.contains_key(&id) {
                continue;
            }
            let nodes = self.saturated.egraph[id].nodes.clone();
            let before = self.kept.get(&id).cloned().unwrap_or_default();
            let mut pool = Pool::default();
            for &one in &before {
                pool.add(one, self.choices[one].total);
            }
            for node in &nodes {
                self.combine(id, node, &mut pool);
            }
            let limit = if id == self.saturated.root { KEPT_AT_ROOT } else { KEPT };
            let after = self.choose(&pool.members, limit);
            if after != before {
                changed = true;
                self.kept.insert(id, after);
            }
        }
        changed
    }

    /// Adds every combination of terms for the operands.
    fn combine(&mut self, class: Id, node: &Math, pool: &mut Pool) {
        let options: Option<Vec<Vec<usize>>> = node
            .children()
            .iter()
            .map(|child| self.kept.get(&self.saturated.egraph.find(*child)).cloned())
            .collect();
        let Some(options) = options else { return };
        let mut combinations: Vec<Vec<usize>> = vec![Vec::new()];
        for (place, option) in options.iter().enumerate() {
            // The same operand twice is the same term twice.
            let earlier = node.children()[..place].iter().position(|child| *child == node.children()[place]);
            combinations = combinations
                .into_iter()
                .flat_map(|chosen| {
                    let next: Vec<usize> =
                        earlier.map_or_else(|| option.clone(), |earlier| vec![chosen[earlier]]);
                    next.into_iter().map(move |one| [chosen.clone(), vec![one]].concat())
                })
                .collect();
        }
        for chosen in combinations {
            if let Some(choice) = self.evaluate(class, node, &chosen) {
                self.add(choice, pool);
            }
        }
    }

    fn evaluate(&self, class: Id, node: &Math, chosen: &[usize]) -> Option<RatedTerm> {
        let size = 1 + chosen.iter().map(|&one| self.choices[one].size).sum::<u32>();
        if size > self.largest {
            return None;
        }
        let mut places = chosen.iter();
        let named = node.clone().map_children(|_| Id::from(*places.next().unwrap_or(&0)));
        let mut distinct = chosen.to_vec();
        distinct.dedup();
        let cost = node.cost() + distinct.iter().map(|&one| self.choices[one].cost).sum::<u32>();
        let right = &self.right[&class];
        let mut values = Vec::with_capacity(self.points.len());
        let mut errors = Vec::with_capacity(self.points.len());
        let mut raised = Vec::with_capacity(self.points.len());
        let mut total = 0.0;
        for (at, point) in self.points.iter().enumerate() {
            let operand = |id: Id| self.choices[usize::from(id)].values[at];
            let (value, now) = float_operation(&named, operand, &point.inputs, self.format);
            let is_raised = now.is_grave() || chosen.iter().any(|&one| self.choices[one].raised[at]);
            let error = right[at].map_or(0.0, |right| self.format.bits_of_error(value, right));
            let error = error + if is_raised { RAISED } else { 0.0 };
            total += error;
            raised.push(is_raised);
            values.push(value);
            errors.push(error as f32);
        }
        Some(RatedTerm { node: named, values, raised, errors, total, cost, size })
    }

    /// Adds a term unless one of no higher cost has the same values.
    fn add(&mut self, choice: RatedTerm, pool: &mut Pool) {
        let alike = pool.by_total.get(&choice.total.to_bits()).cloned().unwrap_or_default();
        let same = |place: &usize| {
            let other = &self.choices[pool.members[*place]];
            other.values.iter().zip(&choice.values).all(|(a, b)| a.to_bits() == b.to_bits())
        };
        match alike.into_iter().find(same) {
            Some(place) if self.choices[pool.members[place]].cost <= choice.cost => {}
            Some(place) => {
                self.choices.push(choice);
                pool.members[place] = self.choices.len() - 1;
            }
            None => {
                let total = choice.total;
                self.choices.push(choice);
                pool.add(self.choices.len() - 1, total);
            }
        }
    }

    /// The best on average, then those that are best together with what is chosen, and the cheapest.
    fn choose(&self, pool: &[usize], limit: usize) -> Vec<usize> {
        let by_error = |&a: &usize, &b: &usize| {
            let (a, b) = (&self.choices[a], &self.choices[b]);
            // A few hundredths of a bit are not worth an operation.
            let weigh = |one: &RatedTerm| one.total + f64::from(one.cost) * 0.01 * self.points.len() as f64;
            weigh(a).total_cmp(&weigh(b)).then(a.cost.cmp(&b.cost))
        };
        let Some(first) = pool.iter().copied().min_by(|a, b| by_error(a, b)) else { return Vec::new() };
        let mut chosen = vec![first];
        let mut best: Vec<f32> = self.choices[first].errors.clone();
        while chosen.len() < limit {
            let gain = |one: usize| -> f64 {
                let errors = &self.choices[one].errors;
                best.iter().zip(errors).map(|(best, error)| f64::from((best - error).max(0.0))).sum()
            };
            let next = pool
                .iter()
                .copied()
                .filter(|one| !chosen.contains(one))
                .map(|one| (gain(one) - 0.001 * f64::from(self.choices[one].cost), one))
                .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            let Some((gain, next)) = next else { break };
            if gain < 0.5 {
                break;
            }
            for (best, error) in best.iter_mut().zip(&self.choices[next].errors) {
                *best = best.min(*error);
            }
            chosen.push(next);
        }
        if chosen.len() < limit
            && let Some(cheapest) = pool.iter().copied().min_by_key(|&one| (self.choices[one].cost, one))
            && !chosen.contains(&cheapest)
        {
            chosen.push(cheapest);
        }
        chosen
    }

    fn term(&self, choice: usize) -> Term {
        self.choices[choice].node.build_recexpr(|id| self.choices[usize::from(id)].node.clone())
    }
}
