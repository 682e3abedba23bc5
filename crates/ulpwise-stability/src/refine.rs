//! What is done for values that forms leave open: linear programs, solvers of the reals, exact
//! float semantics. Each only gives bounds, or inputs to look at. And what is said of those that
//! were found unstable: whether they may be infinite.

use crate::analysis::{Confirm, Judge};
use crate::evaluate::Knowledge;
use crate::exact::{QueryAnswer, Question, can_be_asked};
use crate::execute::Path;
use crate::graph::{Graph, NodeId, cone};
use crate::precision::RoundingModel;
use crate::search::{SearchEffort, search};
use crate::target::{StabilityTarget, is_comparison};
use crate::{linear, reals};
use std::collections::BTreeSet;
use std::time::Duration;
use ulpwise_base::Budget;

/// Which part of the time that is left the linear programs of all paths may take, and that of one.
const ALL_LINES: u32 = 4;
const ONE_LINE: u32 = 12;

/// Which part of the time that is left all questions to one solver may take together, and one of
/// them.
const ALL_QUESTIONS: u32 = 3;
const ONE_QUESTION: u32 = 20;

/// What is divided where there is no end of time.
const ENDLESS: Duration = Duration::from_secs(60);

/// A part of the time that is left.
pub(crate) fn share(budget: &Budget, part: u32) -> Duration {
    budget.time_left().unwrap_or(ENDLESS) / part
}

/// How many runs are made near inputs that a solver names.
const TRIES: usize = 256;

impl Judge<'_> {
    /// Bounds by linear programs, one for each path.
    pub(crate) fn look_at_lines(&mut self) {
        let options = self.options;
        if !options.linear {
            return;
        }
        // All paths together: cutting ranges wants time, too.
        let whole = options.budget.part(share(&options.budget, ALL_LINES));
        let one = share(&options.budget, ONE_LINE);
        for (number, open) in self.open_by_path() {
            if whole.check(0).is_err() {
                break;
            }
            let path = self.paths[number];
            let nodes: Vec<NodeId> = open.iter().map(|&(_, node)| node).collect();
            let budget = whole.part(one);
            let (graph, model) = (&self.explored.graph, &options.model);
            let bounds = linear::bounds(graph, path, &path.region, &nodes, options.tolerance, model, &budget);
            for ((target, node), bound) in open.into_iter().zip(bounds) {
                self.improve(target, number, node, bound);
            }
            self.tell_decided();
        }
    }

    /// Asks the solver of the reals that the user named.
    pub(crate) fn ask_reals(&mut self, confirm: &mut Confirm<'_>) {
        let options = self.options;
        let Some(solver) = &options.reals else { return };
        let whole = options.budget.part(share(&options.budget, ALL_QUESTIONS));
        let one = share(&options.budget, ONE_QUESTION);
        for (target, node, number) in self.open_values() {
            if !self.is_open(target) || whole.check(0).is_err() {
                continue;
            }
            let budget = whole.part(one);
            let value = (&self.explored.graph, self.paths[number], node);
            let mut asked = (solver.make.0)();
            match reals::ask(value, options.tolerance, &options.model, &mut *asked, &budget) {
                QueryAnswer::Kept if solver.believed => self.keep_to_tolerance(target, number, node),
                QueryAnswer::Suspects(ordinals) => self.look_near(target, number, ordinals, confirm),
                _ => {}
            }
            self.tell_decided();
        }
    }

    /// Asks in exact float semantics, mode by mode.
    pub(crate) fn ask_exactly(&mut self, confirm: &mut Confirm<'_>) {
        let options = self.options;
        let Some(make) = &options.exact else { return };
        let whole = options.budget.part(share(&options.budget, ALL_QUESTIONS));
        let one = share(&options.budget, ONE_QUESTION);
        // One value that stays open is enough.
        let mut left_open: BTreeSet<StabilityTarget> = BTreeSet::new();
        for (target, node, number) in self.open_values() {
            let (graph, path) = (&self.explored.graph, self.paths[number]);
            let is_settled = !self.is_open(target) || left_open.contains(&target);
            if is_settled || whole.check(0).is_err() || !can_be_asked(graph, path, node) {
                left_open.insert(target);
                continue;
            }
            let question =
                Question { graph, path, node, tolerance: options.tolerance, model: &options.model };
            let mut is_kept = true;
            for &mode in &options.all_modes {
                let mut solver = (make.0)();
                match question.ask(mode, &mut *solver, &whole.part(one)) {
                    QueryAnswer::Kept => {}
                    QueryAnswer::Suspects(ordinals) => {
                        is_kept = false;
                        self.look_near(target, number, ordinals, confirm);
                    }
                    QueryAnswer::Open => is_kept = false,
                }
                if !is_kept {
                    break;
                }
            }
            if is_kept {
                self.keep_to_tolerance(target, number, node);
            } else {
                left_open.insert(target);
            }
            self.tell_decided();
        }
    }

    /// The tolerance is proven for a value.
    fn keep_to_tolerance(&mut self, target: StabilityTarget, number: usize, node: NodeId) {
        let is_comparison = is_comparison(&self.explored.graph, node);
        let bound = if is_comparison { 0.0 } else { self.options.tolerance };
        self.improve(target, number, node, bound);
    }

    /// Makes runs on inputs that a solver named, and near them: only what is seen there counts.
    fn look_near(
        &mut self,
        target: StabilityTarget,
        number: usize,
        ordinals: Vec<i128>,
        confirm: &mut Confirm<'_>,
    ) {
        let options = self.options;
        let effort = SearchEffort {
            budget: options.budget.clone(),
            tries: TRIES,
            seed: options.seed,
            modes: options.modes.clone(),
            hints: vec![ordinals],
            infinite: false,
        };
        let found = search(&self.explored.graph, self.paths[number], &[target], options.tolerance, &effort);
        for (target, find) in found {
            self.keep(target, find, confirm);
        }
    }

    /// Looks for runs in which unstable values are infinite or no numbers, where forms do not rule
    /// that out.
    pub(crate) fn look_for_infinities(&mut self, confirm: &mut Confirm<'_>) {
        let known = self.found.iter().filter(|(_, find)| find.is_infinite());
        self.infinite = known.map(|(&target, find)| (target, find.clone())).collect();
        for path in self.paths.clone() {
            let graph = &self.explored.graph;
            let may_be = |target: &StabilityTarget| {
                let nodes =
                    target.nodes(path).into_iter().filter(|&node| graph.node(node).format().is_some());
                may_be_infinite(graph, path, nodes, &self.options.model)
            };
            let is_wanted = |target: &&StabilityTarget| !self.infinite.contains_key(target) && may_be(target);
            let targets: Vec<StabilityTarget> = self.found.keys().filter(is_wanted).copied().collect();
            if targets.is_empty() || self.options.budget.check(0).is_err() {
                continue;
            }
            // The runs that are known are where others begin.
            let hint = |target: &StabilityTarget| {
                let find = &self.found[target];
                let ordinals = path.region.inputs.iter().zip(&find.inputs);
                ordinals.map(|(input, &bits)| input.ordinal(bits)).collect::<Option<Vec<i128>>>()
            };
            let effort = SearchEffort {
                budget: self.options.budget.clone(),
                tries: self.options.tries / 8,
                seed: self.options.seed,
                modes: self.options.modes.clone(),
                hints: targets.iter().filter_map(hint).collect(),
                infinite: true,
            };
            let found = search(graph, path, &targets, self.options.tolerance, &effort);
            for (target, find) in found {
                if confirm(target, &find).is_ok() {
                    self.infinite.insert(target, find);
                }
            }
        }
    }
}

/// Whether one of some floats may be infinite or no number, as far as forms know.
fn may_be_infinite(
    graph: &Graph,
    path: &Path,
    nodes: impl Iterator<Item = NodeId>,
    model: &RoundingModel,
) -> bool {
    let nodes: Vec<NodeId> = nodes.collect();
    let mut knowledge = Knowledge::default();
    knowledge.look(graph, &cone(graph, nodes.iter().copied()), &path.region, model)
        && nodes.iter().any(|&node| !knowledge.get(node).form().status.is_number())
}
