//! Makes claims that hold: where a claim does not allow what arrives, it grows until it does.
//!
//! The analysis that found a proof gives the layout and its own invariants to begin with; where it
//! knew more than the rules of the checker show, claims grow, and goals may be lost.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use ulpwise_base::Budget;
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_float::{Float, Format, order};
use ulpwise_ir::{BlockId, EdgeId, FunctionId, InstId, SiteId};
use ulpwise_verify::{
    BlockState, Certificate, ContextFindings, EntryAssumption, EntryStep, ExitClaim, FloatSet, IntSet,
    Program, ProofContext, ProofNode, ProofSection, Refusal, RegionContents, RegionOffsets,
    RoundingAssumption, ScalarSet, Span, Spans, Violation, any_entry, walk,
};

/// So often a claim is joined with what arrives before it is widened.
const PLAIN_JOINS: usize = 3;
/// So often contexts are walked through, on average.
const WALKS: usize = 30;
/// So many calls get contexts of their own.
const MORE_CONTEXTS: usize = 400;

/// A certificate of a function that says nothing yet.
pub fn empty_certificate(function: FunctionId, rounding: RoundingAssumption) -> Certificate {
    Certificate {
        version: String::new(),
        program: String::new(),
        sources: Vec::new(),
        build: String::new(),
        function,
        rounding,
        entry: EntryAssumption::default(),
        sections: Vec::new(),
        uncertified: Vec::new(),
    }
}

/// Adds a section for the goals that its claims exclude, and takes those out of the open ones.
///
/// # Errors
/// Why the section cannot be certified at all.
pub fn add_section(
    certificate: &mut Certificate,
    program: &Program<'_>,
    mut section: ProofSection,
    open: &mut BTreeSet<(SiteId, Exception)>,
    budget: &Budget,
) -> Result<(), Refusal> {
    if open.is_empty() {
        return Ok(());
    }
    let raised = settle(program, &mut section, budget)?;
    let excludes = |goal: &(SiteId, Exception)| !raised.get(&goal.0).is_some_and(|all| all.contains(goal.1));
    section.goals = open.iter().copied().filter(excludes).collect();
    open.retain(|goal| !excludes(goal));
    if !section.goals.is_empty() {
        certificate.sections.push(section);
    }
    Ok(())
}

/// Lets the claims of a section grow until they hold. What its sites can raise then.
///
/// # Errors
/// Why it cannot be certified.
fn settle(
    program: &Program<'_>,
    section: &mut ProofSection,
    budget: &Budget,
) -> Result<BTreeMap<SiteId, Exceptions>, Refusal> {
    // What contexts return is found out from what they are entered with.
    section.contexts.iter_mut().for_each(|context| context.exit = None);
    let open = (0..section.contexts.len()).collect();
    let (findings, growths, walks, callers, laid_out) = Default::default();
    let most = section.contexts.len() + MORE_CONTEXTS;
    let mut settling =
        Settling { program, section, budget, findings, growths, walks, callers, laid_out, most, open };
    (0..settling.section.contexts.len()).for_each(|at| settling.note_calls(at));
    settling.run()?;
    let mut raised = BTreeMap::<SiteId, Exceptions>::new();
    for (site, exceptions) in settling.findings.into_values().flat_map(|found| found.raised) {
        let known = raised.entry(site).or_default();
        *known = known.union(exceptions);
    }
    Ok(raised)
}

/// A claim of a context.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ClaimPlace {
    Node(usize),
    Entry,
    Exit,
}

struct Settling<'s, 'm> {
    program: &'s Program<'m>,
    section: &'s mut ProofSection,
    budget: &'s Budget,
    findings: BTreeMap<usize, ContextFindings>,
    /// How often claims have grown.
    growths: BTreeMap<(usize, ClaimPlace), usize>,
    walks: usize,
    /// The calls that use a context: the callers, their nodes, and the instructions.
    callers: BTreeMap<usize, BTreeSet<(usize, usize, InstId)>>,
    /// The first node that was added to a context.
    laid_out: BTreeMap<usize, usize>,
    /// More contexts are not made.
    most: usize,
    /// The contexts that are to be walked through; those that are called have greater numbers than
    /// those that call them, mostly, and come first.
    open: BTreeSet<usize>,
}

impl Settling<'_, '_> {
    fn run(&mut self) -> Result<(), Refusal> {
        while let Some(at) = self.open.pop_last() {
            self.walks += 1;
            if self.walks > WALKS * (self.section.contexts.len() + 10) {
                return Err("claims that do not come to rest".into());
            }
            if self.budget.check(0).is_err() {
                return Err("the time for certificates is over".into());
            }
            let mut found = walk(self.program, &self.section.contexts, at)?;
            for violation in std::mem::take(&mut found.violations) {
                self.mend(at, violation)?;
            }
            let mut is_complete = true;
            for (node, call, callee, entry) in std::mem::take(&mut found.unnamed) {
                is_complete &= !self.name_call((at, node, call), callee, entry)?;
            }
            if is_complete {
                for &function in &found.open {
                    self.expect_any_call(function)?;
                }
            }
            self.findings.insert(at, found);
        }
        Ok(())
    }

    /// How often a claim has grown, this time included.
    fn growth(&mut self, context: usize, place: ClaimPlace) -> usize {
        let count = self.growths.entry((context, place)).or_default();
        *count += 1;
        *count
    }

    /// Lets a claim grow, or gives an edge or a call where it leads.
    fn mend(&mut self, at: usize, violation: Violation) -> Result<(), Refusal> {
        self.open.insert(at);
        match violation {
            Violation::Node(node, state) => {
                let growth = self.growth(at, ClaimPlace::Node(node));
                grow_node(&mut self.section.contexts[at], node, &state, growth);
            }
            Violation::Edge(node, edge, state) => self.lay_out(at, node, edge, state),
            Violation::Entry { context, node, call, entry } => {
                self.mend_entry(context, (at, node, call), entry)?;
            }
            Violation::Exit(exit) => {
                let growth = self.growth(at, ClaimPlace::Exit);
                grow_exit(&mut self.section.contexts[at], &exit, growth)?;
                self.open.extend(self.callers.get(&at).into_iter().flatten().map(|(caller, ..)| caller));
            }
        }
        Ok(())
    }

    /// A call uses a context from now on.
    fn use_context(&mut self, (at, node, call): (usize, usize, InstId), callee: usize) {
        let calls = &mut self.section.contexts[at].nodes[node].calls;
        if let Some(before) = calls.iter().position(|(inst, _)| *inst == call) {
            let (_, left) = calls.remove(before);
            self.callers.entry(left).or_default().remove(&(at, node, call));
        }
        calls.push((call, callee));
        self.callers.entry(callee).or_default().insert((at, node, call));
    }

    /// Keeps in mind which contexts the calls of one use.
    fn note_calls(&mut self, at: usize) {
        for (number, node) in self.section.contexts[at].nodes.iter().enumerate() {
            for &(call, callee) in &node.calls {
                self.callers.entry(callee).or_default().insert((at, number, call));
            }
        }
    }

    /// A call brings more than its context allows: a context that others use is left to them as long
    /// as there are few, else it grows.
    fn mend_entry(
        &mut self,
        context: usize,
        caller: (usize, usize, InstId),
        entry: EntryAssumption,
    ) -> Result<(), Refusal> {
        let is_shared = self.callers.get(&context).is_some_and(|callers| callers.len() > 1)
            || self.section.open.contains(&context);
        let is_part = self.section.parts.contains(&EntryStep::Context(context));
        let is_few = self.section.contexts.len() < self.most;
        let growth = self.growth(context, ClaimPlace::Entry);
        if (is_shared || is_part) && is_few
            || grow_entry(&mut self.section.contexts[context], &entry, growth).is_err()
        {
            let mut own = self.section.contexts[context].clone();
            (own.entry, own.exit) = (entry, None);
            let other = self.add_context(own)?;
            self.use_context(caller, other);
            return Ok(());
        }
        self.open.insert(context);
        Ok(())
    }

    /// Gives an edge a node to lead to: a later one of its block, or a new one with a claim.
    fn lay_out(&mut self, at: usize, node: usize, edge: EdgeId, state: BlockState) {
        let context = &mut self.section.contexts[at];
        let Some(body) = &self.program.module.functions[context.function].body else { return };
        let block = body.edges[edge].target;
        let first = *self.laid_out.entry(at).or_insert(context.nodes.len());
        let fits = |(to, known): &(usize, &ProofNode)| known.block == block && (*to > node || *to >= first);
        let known = context.nodes.iter().enumerate().find(fits).map(|(to, _)| to);
        let to = known.unwrap_or_else(|| {
            let (edges, calls) = (Vec::new(), Vec::new());
            context.nodes.push(ProofNode { block, claim: Some(state), edges, calls });
            context.nodes.len() - 1
        });
        context.nodes[node].edges.push((edge, to));
    }

    /// Gives a call a context of its own, unless it is recursive. Returns whether it did.
    fn name_call(
        &mut self,
        (at, node, call): (usize, usize, InstId),
        callee: FunctionId,
        entry: EntryAssumption,
    ) -> Result<bool, Refusal> {
        let (mut above, mut open) = (BTreeSet::new(), vec![at]);
        while let Some(context) = open.pop() {
            if above.insert(context) {
                open.extend(self.callers.get(&context).into_iter().flatten().map(|(caller, ..)| *caller));
            }
        }
        let is_recursive = above.iter().any(|&context| self.section.contexts[context].function == callee);
        if is_recursive || self.section.contexts.len() >= self.most {
            return Ok(false);
        }
        let mut contexts = self.section.contexts.iter().enumerate().filter(|(_, own)| own.function == callee);
        let known = contexts.clone().find(|(_, own)| own.entry.includes(&entry)).map(|(known, _)| known);
        let nodes = contexts.next().map(|(_, own)| own.nodes.clone()).unwrap_or_else(|| vec![first_node()]);
        let to = match known {
            Some(known) => known,
            None => self.add_context(ProofContext { function: callee, entry, exit: None, nodes })?,
        };
        self.use_context((at, node, call), to);
        self.open.insert(at);
        Ok(true)
    }

    fn add_context(&mut self, context: ProofContext) -> Result<usize, Refusal> {
        let at = self.section.contexts.len();
        if at > self.most + MORE_CONTEXTS {
            return Err("too many contexts".into());
        }
        self.section.contexts.push(context);
        self.note_calls(at);
        self.open.insert(at);
        Ok(at)
    }

    /// The function may be called with anything: there has to be a context for that.
    fn expect_any_call(&mut self, function: FunctionId) -> Result<(), Refusal> {
        let is_it = |at: &usize| self.section.contexts[*at].function == function;
        if self.program.module.functions[function].body.is_some() && !self.section.open.iter().any(is_it) {
            let entry = any_entry(self.program, function);
            let node =
                ProofNode { block: BlockId::new(0), claim: None, edges: Vec::new(), calls: Vec::new() };
            let at = self.add_context(ProofContext { function, entry, exit: None, nodes: vec![node] })?;
            self.section.open.push(at);
        }
        Ok(())
    }
}

/// Where every function begins.
fn first_node() -> ProofNode {
    ProofNode { block: BlockId::new(0), claim: None, edges: Vec::new(), calls: Vec::new() }
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

fn grow_all(before: &[ScalarSet], other: &[ScalarSet], walks: usize) -> Result<Vec<ScalarSet>, Refusal> {
    let pairs = before.iter().zip(other);
    let grown = pairs.map(|(own, others)| Some(widened(own, &own.union(others)?, walks)));
    let grown: Option<Vec<ScalarSet>> = grown.collect();
    grown.filter(|grown| grown.len() == other.len()).ok_or_else(|| "values of different types meet".into())
}

fn grow_regions(
    before: &[RegionContents],
    other: &[RegionContents],
    walks: usize,
) -> Result<Vec<RegionContents>, Refusal> {
    if before.len() != other.len() {
        return Err("a context is handed different regions".into());
    }
    let pairs = before.iter().zip(other);
    Ok(pairs.map(|(own, others)| widened_region(own, &own.union(others), walks)).collect())
}

fn grow_entry(context: &mut ProofContext, entry: &EntryAssumption, walks: usize) -> Result<(), Refusal> {
    context.entry.arguments = grow_all(&context.entry.arguments, &entry.arguments, walks)?;
    context.entry.regions = grow_regions(&context.entry.regions, &entry.regions, walks)?;
    Ok(())
}

fn grow_exit(context: &mut ProofContext, exit: &ExitClaim, walks: usize) -> Result<(), Refusal> {
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
                *place = RegionOffsets { high: i64::MAX / 2, stride: step, ..*place };
                if walks > 2 * PLAIN_JOINS {
                    let steps = low.abs_diff(i64::MIN / 2) / step;
                    place.low = (i128::from(low) - i128::from(steps) * i128::from(step)) as i64;
                }
            }
            ScalarSet::Pointer(moved)
        }
        _ => after.clone(), // fail-closed: the checker decides.
    }
}

/// The ordinal of a number, as sets of floats have it.
fn ordinal(number: Float) -> i128 {
    order::ordinal(number.format(), number.to_bits())
}

/// The ordinal of plus infinity.
fn infinity(format: Format) -> i128 {
    ordinal(Float::infinity(format, false))
}

/// Where sets of floats stop growing for a while.
fn landmarks(set: &FloatSet) -> Vec<i128> {
    let (top, format) = (infinity(set.format), set.format);
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
