//! Makes claims that hold: where a claim does not allow what arrives, it grows until it does.
//!
//! Nothing here decides what is verified: `check` does, from what is written. The analysis that
//! found a proof gives the layout and its own invariants to begin with; where it knew more than the
//! rules of this crate show, claims grow, and goals may be lost.

use crate::arithmetic::RoundingAssumption;
use crate::certificate::{
    BlockState, Certificate, EntryAssumption, ExitClaim, ProofContext, ProofNode, ProofSection,
};
use crate::check::{ContextFindings, Violation, any_entry, walk};
use crate::float_set::{FloatSet, ordinal, top};
use crate::int_set::IntSet;
use crate::memory::RegionContents;
use crate::program::Program;
use crate::spans::{Span, Spans};
use crate::value::ScalarSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_float::Float;
use ulpwise_ir::{BlockId, EdgeId, FunctionId, SiteId};

/// So often claims of a context are joined with what arrives before they are widened, and so often
/// contexts are walked through in all, for each of them.
const PLAIN_JOINS: usize = 3;
const MAX_WALKS: usize = 60;
/// More contexts are not made.
const MAX_CONTEXTS: usize = 2000;

impl Certificate {
    /// A certificate of a function that says nothing yet.
    pub fn new(function: FunctionId, rounding: RoundingAssumption) -> Certificate {
        Certificate {
            version: String::new(),
            program: String::new(),
            sources: Vec::new(),
            command: String::new(),
            function,
            rounding,
            entry: EntryAssumption::default(),
            sections: Vec::new(),
            uncertified: Vec::new(),
        }
    }

    /// Adds a section for the goals that its claims exclude, and takes those out of the open ones.
    /// Why some are left, if some are.
    pub fn add_section(
        &mut self,
        program: &Program<'_>,
        mut section: ProofSection,
        open: &mut BTreeSet<(SiteId, Exception)>,
    ) -> Option<String> {
        if open.is_empty() {
            return None;
        }
        let raised = match settle(program, &mut section) {
            Ok(raised) => raised,
            Err(reason) => return Some(reason),
        };
        let excludes =
            |goal: &(SiteId, Exception)| !raised.get(&goal.0).is_some_and(|all| all.contains(goal.1));
        section.goals = open.iter().copied().filter(excludes).collect();
        open.retain(|goal| !excludes(goal));
        if !section.goals.is_empty() {
            self.sections.push(section);
        }
        (!open.is_empty()).then(|| "the checker's rules do not show it".to_owned())
    }
}

/// Lets the claims of a section grow until they hold. What its sites can raise then.
///
/// # Errors
/// Why it cannot be certified.
pub(crate) fn settle(
    program: &Program<'_>,
    section: &mut ProofSection,
) -> Result<BTreeMap<SiteId, Exceptions>, String> {
    let mut settling =
        Settling { program, section, findings: Vec::new(), walks: Vec::new(), open: Vec::new() };
    settling.open = (0..settling.section.contexts.len()).rev().collect();
    settling.run()?;
    let mut raised = BTreeMap::<SiteId, Exceptions>::new();
    for (site, exceptions) in settling.findings.into_iter().flatten().flat_map(|found| found.raised) {
        let known = raised.entry(site).or_default();
        *known = known.union(exceptions);
    }
    Ok(raised)
}

struct Settling<'s, 'm> {
    program: &'s Program<'m>,
    section: &'s mut ProofSection,
    findings: Vec<Option<ContextFindings>>,
    walks: Vec<usize>,
    /// The contexts that are to be walked through.
    open: Vec<usize>,
}

impl Settling<'_, '_> {
    fn run(&mut self) -> Result<(), String> {
        while let Some(at) = self.open.pop() {
            self.findings.resize_with(self.section.contexts.len(), || None);
            self.walks.resize(self.section.contexts.len(), 0);
            self.walks[at] += 1;
            if self.walks[at] > MAX_WALKS {
                return Err("claims that do not come to rest".to_owned());
            }
            let mut found = walk(self.program, &self.section.contexts, at)?;
            for violation in std::mem::take(&mut found.violations) {
                self.mend(at, violation)?;
            }
            for &function in &found.open {
                self.expect_any_call(function)?;
            }
            self.findings[at] = Some(found);
        }
        Ok(())
    }

    fn again(&mut self, context: usize) {
        if !self.open.contains(&context) {
            self.open.push(context);
        }
    }

    /// Lets a claim grow, or gives an edge or a call where it leads.
    fn mend(&mut self, at: usize, violation: Violation) -> Result<(), String> {
        let walks = self.walks[at];
        match violation {
            Violation::Node(node, state) => {
                grow_node(&mut self.section.contexts[at], node, &state, walks);
                self.again(at);
            }
            Violation::Edge(node, edge, state) => {
                self.lay_out(at, node, edge, state);
                self.again(at);
            }
            Violation::Entry { context, node, call, entry } => {
                let count = self.walks.get(context).copied().unwrap_or(0);
                if grow_entry(&mut self.section.contexts[context], &entry, count).is_err() {
                    let function = self.section.contexts[context].function;
                    let other = self.add_context(function, entry)?;
                    let calls = &mut self.section.contexts[at].nodes[node].calls;
                    calls.retain(|(inst, _)| *inst != call);
                    calls.push((call, other));
                    self.again(at);
                    return Ok(());
                }
                self.again(context);
            }
            Violation::Exit(exit) => {
                grow_exit(&mut self.section.contexts[at], &exit, walks)?;
                self.again(at);
                let calls_it = |context: &ProofContext| {
                    context.nodes.iter().flat_map(|node| &node.calls).any(|(_, callee)| *callee == at)
                };
                let contexts = self.section.contexts.iter().enumerate();
                let callers: Vec<usize> =
                    contexts.filter(|(_, context)| calls_it(context)).map(|(caller, _)| caller).collect();
                callers.into_iter().for_each(|caller| self.again(caller));
            }
        }
        Ok(())
    }

    /// Gives an edge a node to lead to: a later one of its block, or a new one with a claim.
    fn lay_out(&mut self, at: usize, node: usize, edge: EdgeId, state: BlockState) {
        let context = &mut self.section.contexts[at];
        let Some(body) = &self.program.module.functions[context.function].body else { return };
        let block = body.edges[edge].target;
        let fits =
            |(to, known): &(usize, &ProofNode)| known.block == block && (*to > node || known.claim.is_some());
        let known = context.nodes.iter().enumerate().find(fits).map(|(to, _)| to);
        let to = known.unwrap_or_else(|| {
            let (edges, calls) = (Vec::new(), Vec::new());
            context.nodes.push(ProofNode { block, claim: Some(state), edges, calls });
            context.nodes.len() - 1
        });
        context.nodes[node].edges.push((edge, to));
    }

    fn add_context(&mut self, function: FunctionId, entry: EntryAssumption) -> Result<usize, String> {
        let at = self.section.contexts.len();
        if at > MAX_CONTEXTS {
            return Err("too many contexts".to_owned());
        }
        let node = ProofNode { block: BlockId::new(0), claim: None, edges: Vec::new(), calls: Vec::new() };
        self.section.contexts.push(ProofContext { function, entry, exit: None, nodes: vec![node] });
        self.again(at);
        Ok(at)
    }

    /// The function may be called with anything: there has to be a context for that.
    fn expect_any_call(&mut self, function: FunctionId) -> Result<(), String> {
        let is_it = |at: &usize| self.section.contexts[*at].function == function;
        if self.program.module.functions[function].body.is_some() && !self.section.open.iter().any(is_it) {
            let entry = any_entry(self.program, function);
            let at = self.add_context(function, entry)?;
            self.section.open.push(at);
        }
        Ok(())
    }
}

fn grow_node(context: &mut ProofContext, node: usize, state: &BlockState, walks: usize) {
    let Some(claim) = context.nodes.get_mut(node).and_then(|node| node.claim.as_mut()) else { return };
    let mut union = claim.union(state);
    // What is claimed and never arrives is dropped by the union; regions that do not exist yet stay.
    for (slot, value) in &mut union.values {
        if let Some(before) = claim.values.get(slot) {
            *value = widened(before, value, walks);
        }
    }
    for (region, contents) in &mut union.memory.regions {
        if let Some(before) = claim.memory.regions.get(region) {
            *contents = Arc::new(widened_region(before, contents, walks));
        }
    }
    *claim = union;
}

fn grow_all(before: &[ScalarSet], other: &[ScalarSet], walks: usize) -> Result<Vec<ScalarSet>, String> {
    let pairs = before.iter().zip(other);
    let grown = pairs.map(|(own, others)| Some(widened(own, &own.union(others)?, walks)));
    let grown: Option<Vec<ScalarSet>> = grown.collect();
    grown
        .filter(|grown| grown.len() == other.len())
        .ok_or_else(|| "values of different types meet".to_owned())
}

fn grow_regions(
    before: &[RegionContents],
    other: &[RegionContents],
    walks: usize,
) -> Result<Vec<RegionContents>, String> {
    if before.len() != other.len() {
        return Err("a context is handed different regions".to_owned());
    }
    let pairs = before.iter().zip(other);
    Ok(pairs.map(|(own, others)| widened_region(own, &own.union(others), walks)).collect())
}

fn grow_entry(context: &mut ProofContext, entry: &EntryAssumption, walks: usize) -> Result<(), String> {
    context.entry.arguments = grow_all(&context.entry.arguments, &entry.arguments, walks)?;
    context.entry.regions = grow_regions(&context.entry.regions, &entry.regions, walks)?;
    Ok(())
}

fn grow_exit(context: &mut ProofContext, exit: &ExitClaim, walks: usize) -> Result<(), String> {
    context.exit = Some(match &context.exit {
        None => exit.clone(),
        Some(known) => ExitClaim {
            results: grow_all(&known.results, &exit.results, walks)?,
            regions: grow_regions(&known.regions, &exit.regions, walks)?,
            wrote_outside: known.wrote_outside || exit.wrote_outside,
        },
    });
    Ok(())
}

fn widened_region(before: &RegionContents, after: &RegionContents, walks: usize) -> RegionContents {
    let mut widened_region = after.clone();
    for (at, (bytes, value)) in &mut widened_region.cells {
        if let Some((known, old)) = before.cells.get(at)
            && known == bytes
        {
            *value = widened(old, value, walks);
        }
    }
    widened_region
}

/// A set that holds both, and after some joins whatever may still come.
fn widened(before: &ScalarSet, after: &ScalarSet, walks: usize) -> ScalarSet {
    if walks <= PLAIN_JOINS || before.includes(after) {
        return after.clone();
    }
    match (before, after) {
        (ScalarSet::Float(old), ScalarSet::Float(new)) => {
            let numbers = grown(&old.numbers, &new.numbers, &landmarks(new));
            let any = FloatSet::any(new.format).numbers;
            let numbers = if walks > 6 * PLAIN_JOINS { any } else { numbers };
            ScalarSet::Float(FloatSet { numbers, ..new.clone() })
        }
        (ScalarSet::Int(old), ScalarSet::Int(new)) => {
            let range = IntSet::range(new.bits);
            let marks = [range.low, -1, 0, 1, range.high];
            ScalarSet::Int(IntSet::of_spans(new.bits, grown(&old.numbers, &new.numbers, &marks)))
        }
        (ScalarSet::Pointer(_), ScalarSet::Pointer(new)) => {
            let mut moved = new.clone();
            for place in &mut moved.places {
                let (low, step) = (place.low, place.step());
                *place = crate::value::RegionOffsets { high: i64::MAX / 2, stride: step, ..*place };
                if walks > 2 * PLAIN_JOINS {
                    let steps = low.abs_diff(i64::MIN / 2) / step;
                    place.low = (i128::from(low) - i128::from(steps) * i128::from(step)) as i64;
                }
            }
            ScalarSet::Pointer(moved)
        }
        _ => after.clone(),
    }
}

/// Where sets of floats stop growing for a while.
fn landmarks(set: &FloatSet) -> Vec<i128> {
    let (top, format) = (top(set.format), set.format);
    let at = |number: f64| {
        ordinal(Float::from_f64(number).convert(format, ulpwise_float::Rounding::NearestEven).0)
    };
    let least = ordinal(Float::min_normal(format, false));
    let half = at(1e150).min(top - 1);
    let positive = [0, 1, least, at(1e-10), at(1.0), at(2.0), at(1e10).min(top - 1), half, top - 1, top];
    positive.into_iter().chain(positive.map(|mark| !mark)).collect()
}

/// The hull of the new members, moved out to the next marks where it has grown.
fn grown(old: &Spans, new: &Spans, marks: &[i128]) -> Spans {
    let (Some(low), Some(high)) = (new.low(), new.high()) else { return new.clone() };
    let low_mark = marks.iter().copied().filter(|&mark| mark <= low).max().unwrap_or(low);
    let high_mark = marks.iter().copied().filter(|&mark| mark >= high).min().unwrap_or(high);
    let low = if old.low().is_some_and(|old| old <= low) { low } else { low_mark };
    let high = if old.high().is_some_and(|old| old >= high) { high } else { high_mark };
    new.union(&Spans::new([Span::new(low, high)]))
}
