//! The nogoods that were learnt, with two watched literals each.
//!
//! A watched literal is one that does not hold yet. Only when a watched literal starts to hold is a
//! nogood looked at; when all but one hold, the last must not, and its domain is removed from the
//! variable.

use crate::domain::Domain;
use crate::network::VarId;
use crate::propagate::relation::{difference, is_within};
use crate::propagate::trail::Trail;
use ulpwise_base::Id;
use ulpwise_expr::Value;

/// The variable lies in the domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Literal {
    pub(crate) var: VarId,
    pub(crate) domain: Domain,
}

impl Literal {
    fn holds(&self, trail: &Trail) -> bool {
        is_within(trail.domain(self.var), &self.domain)
    }
}

/// Not all literals hold at once.
#[derive(Clone, Debug)]
pub(crate) struct Nogood {
    /// The first two are watched.
    pub(crate) literals: Vec<Literal>,
    /// The assertions it follows from: the first so many groups.
    pub(crate) groups: u32,
}

impl Nogood {
    /// Whether it says that these values do not go together. Variables without a value make it say
    /// nothing.
    pub(crate) fn excludes<'a>(&self, value: impl Fn(VarId) -> Option<&'a Value>) -> bool {
        self.literals
            .iter()
            .all(|literal| value(literal.var).is_some_and(|value| literal.domain.contains(value)))
    }
}

/// What a visit of a variable's nogoods found.
pub(crate) enum Visit {
    /// There are no more.
    Done,
    /// All literals of this one hold.
    Conflict(u32),
    /// The variable can only be in this domain.
    Narrows {
        /// The variable.
        var: VarId,
        /// What is left of its domain.
        domain: Domain,
        /// The nogood.
        nogood: u32,
    },
}

/// All nogoods.
#[derive(Debug, Default)]
pub(crate) struct Nogoods {
    nogoods: Vec<Nogood>,
    /// The nogoods that watch a variable.
    watches: Vec<Vec<u32>>,
}

/// Looks at all literals.
fn visit_whole(literals: &[Literal], nogood: u32, trail: &Trail) -> Visit {
    let mut open = literals.iter().filter(|literal| !literal.holds(trail));
    match (open.next(), open.next()) {
        (None, _) => Visit::Conflict(nogood),
        (Some(last), None) => {
            let before = trail.domain(last.var);
            let domain = difference(before, &last.domain);
            if domain == *before { Visit::Done } else { Visit::Narrows { var: last.var, domain, nogood } }
        }
        _ => Visit::Done,
    }
}

impl Nogoods {
    pub(crate) fn resize(&mut self, variables: usize) {
        self.watches.resize(variables, Vec::new());
    }

    pub(crate) fn get(&self, number: u32) -> &Nogood {
        &self.nogoods[number as usize]
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &Nogood> {
        self.nogoods.iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.nogoods.len()
    }

    /// How much work it is about to visit the nogoods that watch a variable.
    pub(crate) fn watching(&self, var: VarId) -> u64 {
        1 + 8 * self.watches[var.index()].len() as u64
    }

    /// Adds a nogood; its first two literals, if it has two, are those that come to be undone last
    /// on backtracking.
    pub(crate) fn add(&mut self, nogood: Nogood) -> u32 {
        let number = self.nogoods.len() as u32;
        for literal in nogood.literals.iter().take(2) {
            self.watches[literal.var.index()].push(number);
        }
        self.nogoods.push(nogood);
        number
    }

    /// Keeps those for which `keep` says so. No nogood may be the reason of an entry above the
    /// level of assertions.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&Nogood) -> bool) {
        self.nogoods.retain(keep);
        for watch in &mut self.watches {
            watch.clear();
        }
        for (number, nogood) in self.nogoods.iter().enumerate() {
            for literal in nogood.literals.iter().take(2) {
                self.watches[literal.var.index()].push(number as u32);
            }
        }
    }

    /// Looks at the nogoods that watch a changed variable, from a position in their list on.
    pub(crate) fn visit(&mut self, var: VarId, position: &mut usize, trail: &Trail) -> Visit {
        while let Some(&number) = self.watches[var.index()].get(*position) {
            let literals = &mut self.nogoods[number as usize].literals;
            if literals.len() < 2 {
                *position += 1;
                continue;
            }
            if literals[0].var == literals[1].var {
                // A decision and what was known of its variable before: looked at as a whole, its
                // watches stay.
                *position += 1;
                match visit_whole(literals, number, trail) {
                    Visit::Done => continue,
                    found => return found,
                }
            }
            if literals[0].var == var {
                literals.swap(0, 1);
            }
            // The visited literal is the second now.
            let holds = literals[1].holds(trail);
            if holds && !literals[0].holds(trail) {
                let other = (2..literals.len()).find(|&other| !literals[other].holds(trail));
                if let Some(other) = other {
                    literals.swap(1, other);
                    let watched = literals[1].var;
                    self.watches[var.index()].swap_remove(*position);
                    self.watches[watched.index()].push(number);
                    continue;
                }
            } else if holds {
                // The other watched one holds too: its own visit found all others to hold, or is
                // still to come.
                if literals.iter().all(|literal| literal.holds(trail)) {
                    return Visit::Conflict(number);
                }
                *position += 1;
                continue;
            }
            *position += 1;
            // All but one may hold now: the one that does not must never.
            let (last, first) = if holds { (0, 1) } else { (1, 0) };
            if !literals[first].holds(trail) || !literals[2..].iter().all(|literal| literal.holds(trail)) {
                continue;
            }
            let last = &literals[last];
            let before = trail.domain(last.var);
            let domain = difference(before, &last.domain);
            if domain.is_empty() {
                return Visit::Conflict(number);
            }
            if domain != *before {
                return Visit::Narrows { var: last.var, domain, nogood: number };
            }
        }
        Visit::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{BoolDomain, FloatDomain};
    use crate::propagate::trail::Reason;
    use ulpwise_float::{Float, Format};

    fn between(low: f64, high: f64) -> Domain {
        FloatDomain::between(Float::from_f64(low), Float::from_f64(high)).into()
    }

    #[test]
    fn the_last_literal_is_removed_and_all_together_are_a_conflict() {
        let mut trail = Trail::default();
        trail.push_variable(BoolDomain::FULL.into());
        trail.push_variable(BoolDomain::FULL.into());
        trail.push_variable(FloatDomain::finite(Format::F64).into());
        let mut nogoods = Nogoods::default();
        nogoods.resize(3);
        let [p, q, x] = [0, 1, 2].map(VarId::new);
        let yes = Domain::from(BoolDomain::TRUE);
        let literal = |var, domain: &Domain| Literal { var, domain: domain.clone() };
        let literals = vec![literal(x, &between(1.0, 2.0)), literal(p, &yes), literal(q, &yes)];
        nogoods.add(Nogood { literals, groups: 0 });
        trail.assign(p, yes.clone(), Reason::Decision);
        assert!(matches!(nogoods.visit(p, &mut 0, &trail), Visit::Done));
        trail.assign(q, yes, Reason::Decision);
        let Visit::Narrows { var, domain, nogood: 0 } = nogoods.visit(q, &mut 0, &trail) else {
            panic!("x cannot be in [1, 2]");
        };
        assert!(var == x && !domain.contains(&Value::float(Float::from_f64(1.5))));
        assert!(domain.contains(&Value::float(Float::from_f64(2.5))));
        trail.assign(x, between(1.0, 1.0), Reason::Decision);
        assert!(matches!(nogoods.visit(x, &mut 0, &trail), Visit::Conflict(0)));
    }

    #[test]
    fn a_nogood_excludes_exactly_what_lies_in_all_its_domains() {
        let literals = vec![Literal { var: VarId::new(0), domain: between(0.0, 1.0) }];
        let nogood = Nogood { literals, groups: 0 };
        let [inside, outside] = [0.5, 1.5].map(|value| Value::float(Float::from_f64(value)));
        assert!(nogood.excludes(|_| Some(&inside)));
        assert!(!nogood.excludes(|_| Some(&outside)) && !nogood.excludes(|_| None));
    }
}
