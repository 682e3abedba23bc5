//! From terms to variables and constraints.

use super::{Constraint, ConstraintId, Edge, NONE, Network, Source, VarId, Variable};
use crate::meter::Meter;
use crate::project::is_supported;
use ulpwise_base::{Budget, Exhausted, Id};
use ulpwise_expr::{Op, OpKind, Sort, Term, TermStore};

/// Conjunctions and disjunctions of more arguments than this become trees.
const MAX_JUNCTION: usize = 8;

impl Network {
    /// Adds the terms at and below the roots that are not there yet. Returns the first new
    /// variable's position.
    ///
    /// # Panics
    /// If there are more terms than numbers for them.
    pub fn add(&mut self, store: &TermStore, roots: &[Term]) -> usize {
        let first_new = self.variables.len();
        let unlimited = Budget::unlimited();
        self.add_metered(store, roots, &Meter::new(&unlimited, 0)).expect("no limit was given");
        first_new
    }

    /// The same within a budget. If it ends, some of the terms are there, each with all that is
    /// below it.
    pub(crate) fn add_metered(
        &mut self,
        store: &TermStore,
        roots: &[Term],
        meter: &Meter<'_>,
    ) -> Result<(), Exhausted> {
        self.of_term.resize(store.len(), NONE);
        let mut found: Vec<Term> = Vec::new();
        // A found term gets a mark that is no number of a variable until it has one.
        let mut pending: Vec<Term> = roots.to_vec();
        let mut ended = Ok(());
        while let Some(term) = pending.pop() {
            let place = &mut self.of_term[term.index()];
            if *place != NONE {
                continue;
            }
            *place = NONE - 1;
            found.push(term);
            pending.extend_from_slice(store.children(term));
            ended = meter.spend(Meter::TERM);
            if ended.is_err() {
                break;
            }
        }
        // Children have smaller numbers than their parents.
        found.sort_unstable();
        for term in found {
            ended = ended.and_then(|()| meter.spend(Meter::TERM));
            if ended.is_err() {
                self.of_term[term.index()] = NONE;
            } else {
                self.add_term(store, term);
            }
        }
        ended
    }

    fn add_term(&mut self, store: &TermStore, term: Term) {
        let sort = store.sort(term);
        let var = match store.kind(term) {
            OpKind::Constant => self.push_variable(Some(term), sort, Source::Constant),
            OpKind::Variable => {
                let var = self.push_variable(Some(term), sort, Source::Input);
                self.inputs.push(var);
                var
            }
            kind => {
                let children = store.children(term).iter();
                let mut arguments: Vec<VarId> =
                    children.map(|child| VarId::new(self.of_term[child.index()])).collect();
                let op = store.op(term);
                if matches!(kind, OpKind::And | OpKind::Or) {
                    self.shorten(op, &mut arguments);
                }
                self.push_constraint(op, &arguments, Some(term), sort)
            }
        };
        self.of_term[term.index()] = var.as_u32();
    }

    /// Replaces many arguments of a conjunction or disjunction by a few that stand for parts of
    /// them.
    fn shorten(&mut self, op: Op, arguments: &mut Vec<VarId>) {
        while arguments.len() > MAX_JUNCTION {
            let parts = std::mem::take(arguments);
            for part in parts.chunks(MAX_JUNCTION) {
                let var = match part {
                    [single] => *single,
                    _ => self.push_constraint(op, part, None, Sort::Bool),
                };
                arguments.push(var);
            }
        }
    }

    fn push_variable(&mut self, term: Option<Term>, sort: Sort, source: Source) -> VarId {
        self.variables.push(Variable { term, sort, source, uses: NONE })
    }

    fn push_constraint(&mut self, op: Op, arguments: &[VarId], term: Option<Term>, sort: Sort) -> VarId {
        let id = ConstraintId::from_index(self.constraints.len());
        let result = self.push_variable(term, sort, Source::Result(id));
        let start = self.arguments.len() as u32;
        let mut repeats = false;
        for (position, &argument) in arguments.iter().enumerate() {
            self.arguments.push(argument);
            if arguments[..position].contains(&argument) {
                repeats = true;
                continue;
            }
            let uses = &mut self.variables[argument].uses;
            let next = std::mem::replace(uses, self.edges.len() as u32);
            self.edges.push(Edge { constraint: id, next });
        }
        let sorts: Vec<Sort> = arguments.iter().map(|&argument| self.variables[argument].sort).collect();
        let end = self.arguments.len() as u32;
        let supported = is_supported(op, &sorts, sort);
        let priority = priority(op, sort);
        self.constraints.push(Constraint { op, result, start, end, priority, repeats, supported });
        result
    }
}

/// What is cheap and decides much comes first.
fn priority(op: Op, sort: Sort) -> u8 {
    match op.kind() {
        OpKind::Not | OpKind::And | OpKind::Or => 0,
        OpKind::Ite if sort == Sort::Bool => 0,
        OpKind::FpMul | OpKind::FpDiv | OpKind::FpFma | OpKind::FpRem | OpKind::FpFmod | OpKind::Libm => 3,
        OpKind::FpAdd | OpKind::FpSub | OpKind::FpSqrt | OpKind::FpRoundToIntegral => 2,
        OpKind::BvMul
        | OpKind::BvUdiv
        | OpKind::BvUrem
        | OpKind::BvSdiv
        | OpKind::BvSrem
        | OpKind::BvSmod => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_has_one_variable_and_later_calls_add_only_what_is_new() {
        let mut store = TermStore::without_rewrites();
        let p = store.variable("p", Sort::Bool);
        let q = store.variable("q", Sort::Bool);
        let both = store.application(Op::And, &[p, q, p]);
        let mut network = Network::default();
        assert_eq!(network.add(&store, &[both]), 0);
        assert_eq!(network.variable_count(), 3);
        let [p_var, both_var] = [p, both].map(|term| network.variable_of(term).unwrap());
        let constraint = network.definition(both_var).unwrap();
        assert!(network.constraint(constraint).repeats);
        assert_eq!(network.uses(p_var).collect::<Vec<_>>(), [constraint]);
        let not_both = store.application(Op::Not, &[both]);
        assert_eq!(network.add(&store, &[not_both, both]), 3);
        assert_eq!((network.variable_count(), network.inputs().len()), (4, 2));
    }

    #[test]
    fn long_junctions_become_trees() {
        let mut store = TermStore::without_rewrites();
        let names: Vec<Term> = (0..100).map(|n| store.variable(&format!("p{n}"), Sort::Bool)).collect();
        let all = store.application(Op::And, &names);
        let mut network = Network::default();
        network.add(&store, &[all]);
        for (id, constraint) in network.constraints() {
            let arguments = network.arguments(id);
            assert!(arguments.len() <= MAX_JUNCTION);
            assert!(arguments.iter().all(|&argument| argument < constraint.result));
        }
        assert_eq!(network.constraint_count(), 13 + 2 + 1);
    }
}
