//! The check itself: what is claimed holds at entry, is kept by every block and every edge, covers
//! every call, and leaves no way for the exceptions that are excluded.

use crate::certificate::{
    BlockState, Certificate, EntryAssumption, EntryStep, ExitClaim, ProofContext, ProofSection,
};
use crate::frame::{Departures, Frame};
use crate::memory::{MemoryState, RegionContents};
use crate::program::Program;
use crate::refusal::Refusal;
use crate::spans::Span;
use crate::value::{Region, ScalarSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_ir::{EdgeId, FunctionId, InstId, SiteId, SlotType};

/// More parts than this are refused.
const MAX_PARTS: usize = 1 << 16;

/// A claim that does not allow what arrives there.
#[derive(Clone, PartialEq, Debug)]
pub enum Violation {
    /// The claim of a node of the context.
    Node(usize, BlockState),
    /// What a context is entered with, from a call in a node.
    Entry {
        /// The context.
        context: usize,
        /// The node that calls it.
        node: usize,
        /// The call.
        call: InstId,
        /// What it is called with.
        entry: EntryAssumption,
    },
    /// An edge that is taken from a node, and leads nowhere.
    Edge(usize, EdgeId, BlockState),
    /// What the context returns.
    Exit(ExitClaim),
}

/// What a walk through a context shows.
#[derive(Default, Debug)]
pub struct ContextFindings {
    /// What its sites can raise.
    pub raised: BTreeMap<SiteId, Exceptions>,
    /// Functions that it may have called with anything.
    pub open: BTreeSet<FunctionId>,
    /// Calls for which no context is named: the node, the call, and what it would be entered with.
    pub unnamed: Vec<(usize, InstId, FunctionId, EntryAssumption)>,
    /// Claims that do not hold.
    pub violations: Vec<Violation>,
}

/// Walks through a context, node after node.
///
/// # Errors
/// Why it cannot be followed.
pub fn walk(program: &Program<'_>, contexts: &[ProofContext], at: usize) -> Result<ContextFindings, Refusal> {
    let context = contexts.get(at).ok_or("a context that is not there")?;
    let outline = program.outline(context.function).ok_or("a context of a function without a body")?;
    let mut walk = ContextWalk {
        context,
        contexts,
        arrived: context.nodes.iter().map(|_| Arrival::Nothing).collect(),
        findings: ContextFindings::default(),
    };
    let mut entry = BlockState::default();
    for ((slot, ty), value) in outline.body.parameters().zip(&context.entry.arguments) {
        if value.ty() != Some(ty) {
            return Err("a context whose arguments are of other types".into());
        }
        entry.values.insert(slot, value.clone());
    }
    for (number, region) in (0..).zip(&context.entry.regions) {
        entry.memory.regions.insert(Region::Outer(number), Arc::new(region.clone()));
    }
    if outline.body.parameters().count() != context.entry.arguments.len()
        || context.nodes.first().is_none_or(|node| node.block.as_u32() != 0)
    {
        return Err("a context that does not begin where its function does".into());
    }
    walk.arrive(0, entry)?;
    let mut frame = Frame::new(program, outline, context, contexts).ok_or("a context without nodes")?;
    // One pass, unless ways back lead to nodes that nothing had arrived at.
    // fail-closed: nodes that were followed, or that nothing arrived at, need no other look.
    while walk.arrived.iter().any(|arrival| matches!(arrival, Arrival::Some(_))) {
        for (number, node) in context.nodes.iter().enumerate() {
            let Arrival::Some(arrived) = &mut walk.arrived[number] else { continue };
            let state = match &node.claim {
                Some(claim) => claim.clone(),
                None => std::mem::take(&mut **arrived),
            };
            walk.arrived[number] = Arrival::Followed;
            let departures = frame.run(node, state)?;
            walk.depart(outline.body, number, departures)?;
        }
    }
    Ok(walk.findings)
}

/// What arrived at a node.
enum Arrival {
    /// Nothing so far.
    Nothing,
    /// This, at a node without a claim; at one with a claim whatever it allows.
    Some(Box<BlockState>),
    /// It was followed, from its claim if it has one.
    Followed,
}

struct ContextWalk<'w> {
    context: &'w ProofContext,
    contexts: &'w [ProofContext],
    arrived: Vec<Arrival>,
    findings: ContextFindings,
}

impl ContextWalk<'_> {
    fn arrive(&mut self, to: usize, state: BlockState) -> Result<(), Refusal> {
        let node = self.context.nodes.get(to).ok_or("an edge that leads to no node")?;
        if let Some(claim) = &node.claim {
            // fail-closed: what arrived, or was followed, is held against the claim all the same.
            if matches!(self.arrived[to], Arrival::Nothing) {
                self.arrived[to] = Arrival::Some(Box::default());
            }
            if !claim.includes(&state) {
                self.findings.violations.push(Violation::Node(to, state));
            }
            return Ok(());
        }
        match &mut self.arrived[to] {
            Arrival::Some(known) => **known = known.union(&state),
            nothing @ Arrival::Nothing => *nothing = Arrival::Some(Box::new(state)),
            Arrival::Followed => {
                return Err("a way back to a node without a claim".into());
            }
        }
        Ok(())
    }

    fn depart(
        &mut self,
        body: &ulpwise_ir::Body,
        from: usize,
        departures: Departures,
    ) -> Result<(), Refusal> {
        let node = &self.context.nodes[from];
        for (edge, state) in departures.edges {
            let target = node.edges.iter().find(|(known, _)| *known == edge).map(|(_, target)| *target);
            let Some(target) = target else {
                self.findings.violations.push(Violation::Edge(from, edge, state));
                continue;
            };
            let block = self.context.nodes.get(target).ok_or("an edge that leads to no node")?.block;
            if body.edges[edge].target != block {
                return Err("an edge that leads to another block".into());
            }
            self.arrive(target, state)?;
        }
        for (call, target, entry) in departures.calls {
            let context = self.contexts.get(target).ok_or("a call of a context that is not there")?;
            if !context.entry.includes(&entry) {
                self.findings.violations.push(Violation::Entry { context: target, node: from, call, entry });
            }
        }
        if let Some((results, memory)) = departures.returned {
            let exit = self.exit(results, &memory)?;
            if !self.context.exit.as_ref().is_some_and(|claim| claim.includes(&exit)) {
                self.findings.violations.push(Violation::Exit(exit));
            }
        }
        let unnamed = departures.unnamed.into_iter();
        self.findings.unnamed.extend(unnamed.map(|(call, callee, entry)| (from, call, callee, entry)));
        self.findings.open.extend(departures.open);
        for (site, raised) in departures.raised {
            let known = self.findings.raised.entry(site).or_default();
            *known = known.union(raised);
        }
        Ok(())
    }

    fn exit(&self, results: Vec<ScalarSet>, memory: &MemoryState) -> Result<ExitClaim, Refusal> {
        let region = |number: usize| {
            let outer = Region::Outer(u32::try_from(number).ok()?);
            memory.regions.get(&outer).map(|contents| (**contents).clone())
        };
        let regions: Option<Vec<RegionContents>> =
            (0..self.context.entry.regions.len()).map(region).collect();
        let regions = regions.ok_or("a region of the caller that was lost")?;
        Ok(ExitClaim { results, regions, wrote_outside: memory.wrote_outside })
    }
}

impl ExitClaim {
    fn includes(&self, other: &ExitClaim) -> bool {
        self.results.len() == other.results.len()
            && self.regions.len() == other.regions.len()
            && self.results.iter().zip(&other.results).all(|(own, others)| own.includes(others))
            && self.regions.iter().zip(&other.regions).all(|(own, others)| own.includes(others))
            && (self.wrote_outside || !other.wrote_outside)
    }
}

/// The parts that the entry is cut into, with their contexts.
///
/// # Errors
/// Why the cutting is not understood.
pub(crate) fn parts(
    entry: &EntryAssumption,
    steps: &[EntryStep],
) -> Result<Vec<(usize, EntryAssumption)>, Refusal> {
    let mut open = vec![entry.clone()];
    let mut parts = Vec::new();
    for step in steps {
        let part = open.pop().ok_or("more parts than cuts")?;
        match *step {
            EntryStep::Context(context) => parts.push((context, part)),
            EntryStep::Cut { argument, last } => {
                let set = part.arguments.get(argument).ok_or("a cut of an argument that is not there")?;
                let (low, high) = cut(set, last).ok_or("a cut of an argument that is no number")?;
                let with = |value: ScalarSet| {
                    let mut part = part.clone();
                    part.arguments[argument] = value;
                    part
                };
                // What is empty needs no context, and none is given.
                open.extend([high, low].into_iter().filter(|side| !side.is_empty()).map(with));
            }
        }
        if open.len() + parts.len() > MAX_PARTS {
            return Err("too many parts".into());
        }
    }
    if open.is_empty() { Ok(parts) } else { Err("a part that no context handles".into()) }
}

fn cut(set: &ScalarSet, last: i128) -> Option<(ScalarSet, ScalarSet)> {
    let (below, above) = (Span::new(i128::MIN, last), Span::new(last.checked_add(1)?, i128::MAX));
    match set {
        ScalarSet::Float(set) => {
            let low = crate::float_set::FloatSet::of_spans(set.format, set.numbers.clip(below));
            let mut high = set.clone();
            high.numbers = set.numbers.clip(above);
            Some((ScalarSet::Float(low), ScalarSet::Float(high)))
        }
        ScalarSet::Int(set) => {
            let side = |span| crate::int_set::IntSet { bits: set.bits, numbers: set.numbers.clip(span) };
            Some((ScalarSet::Int(side(below)), ScalarSet::Int(side(above))))
        }
        ScalarSet::Pointer(_) | ScalarSet::Opaque => None,
    }
}

/// An entry about which nothing is assumed.
pub fn any_entry(program: &Program<'_>, function: FunctionId) -> EntryAssumption {
    let parameters = &program.module.functions[function].parameters;
    EntryAssumption {
        arguments: parameters.iter().map(|&ty| ScalarSet::any(ty)).collect(),
        regions: Vec::new(),
    }
}

/// What became of the goals of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// These exceptions are excluded: checked.
    pub verified: BTreeSet<(SiteId, Exception)>,
    /// What is claimed and not shown, with the reasons.
    pub refused: Vec<(Vec<(SiteId, Exception)>, String)>,
}

/// Checks a certificate of a program that was made ready with the certificate's rounding.
pub fn judge(program: &Program<'_>, certificate: &Certificate) -> Judgement {
    let mut judgement = Judgement::default();
    let module = program.module;
    let entry_fault = validate_entry(program, certificate);
    for section in &certificate.sections {
        let mut goals = section.goals.clone();
        let outcome = match &entry_fault {
            Some(reason) => Err(reason.clone()),
            None => judge_section(program, certificate, section),
        };
        match outcome {
            Err(reason) => judgement.refused.push((goals, reason.to_string())),
            Ok(raised) => {
                let is_shown = |goal: &(SiteId, Exception)| {
                    let is_there = module.sites.get(goal.0).is_some();
                    is_there && !raised.get(&goal.0).is_some_and(|raised| raised.contains(goal.1))
                };
                judgement.verified.extend(goals.iter().copied().filter(is_shown));
                goals.retain(|goal| !is_shown(goal));
                if !goals.is_empty() {
                    judgement.refused.push((goals, "the claims do not exclude it".to_owned()));
                }
            }
        }
    }
    judgement
}

/// What is wrong with the entry that a certificate assumes, if anything is.
fn validate_entry(program: &Program<'_>, certificate: &Certificate) -> Option<Refusal> {
    let Some(function) = program.module.functions.get(certificate.function) else {
        return Some("a function that is not there".into());
    };
    let types: Vec<_> = certificate.entry.arguments.iter().map(ScalarSet::ty).collect();
    let fits = types.len() == function.parameters.len()
        && types.iter().zip(&function.parameters).all(|(ty, wanted)| *ty == Some(*wanted));
    let is_rounding = program.rounding == certificate.rounding;
    if !fits || !is_rounding { Some("an entry of other types or another rounding".into()) } else { None }
}

fn judge_section(
    program: &Program<'_>,
    certificate: &Certificate,
    section: &ProofSection,
) -> Result<BTreeMap<SiteId, Exceptions>, Refusal> {
    let contexts = &section.contexts;
    for context in contexts {
        validate(program, context)?;
    }
    for (at, part) in parts(&certificate.entry, &section.parts)? {
        let context = contexts.get(at).ok_or("a part whose context is not there")?;
        if context.function != certificate.function || !context.entry.includes(&part) {
            return Err("a context that does not allow all of its part".into());
        }
    }
    let (mut raised, mut open) = (BTreeMap::<SiteId, Exceptions>::new(), BTreeSet::new());
    for at in 0..contexts.len() {
        let findings = walk(program, contexts, at)?;
        if let Some(violation) = findings.violations.first() {
            let what = match violation {
                Violation::Node(node, _) => format!("the claim of node {node}"),
                Violation::Entry { context, .. } => format!("the entry of context {context}"),
                Violation::Edge(node, ..) => format!("where edges of node {node} lead"),
                Violation::Exit(_) => "what is returned".to_owned(),
            };
            let name = &program.module.functions[contexts[at].function].name;
            return Err(format!("{what} is not kept by '{name}' (context {at})").into());
        }
        open.extend(findings.open);
        for (site, exceptions) in findings.raised {
            let known = raised.entry(site).or_default();
            *known = known.union(exceptions);
        }
    }
    for function in open {
        if program.module.functions[function].body.is_none() {
            continue;
        }
        let wanted = any_entry(program, function);
        let is_it = |at: &usize| {
            contexts
                .get(*at)
                .is_some_and(|context| context.function == function && context.entry.includes(&wanted))
        };
        if !section.open.iter().any(is_it) {
            let name = &program.module.functions[function].name;
            return Err(format!("'{name}' may be called with anything, and no context allows that").into());
        }
    }
    Ok(raised)
}

/// Whether ids that a context names are there: claims are compared only with what arrives, but
/// nothing may be looked up by an id that leads nowhere.
fn validate(program: &Program<'_>, context: &ProofContext) -> Result<(), Refusal> {
    let outline = program.outline(context.function).ok_or("a context of a function without a body")?;
    let body = outline.body;
    // fail-closed: a slot that is not there, or half of a value, is refused.
    let slot = |slot: &ulpwise_ir::Slot| matches!(body.slots.get(*slot), Some(SlotType::Value(_)));
    let value = |value: &ScalarSet| match value {
        ScalarSet::Pointer(pointer) => pointer.places.iter().all(|place| match place.region {
            Region::Global(global) => program.module.globals.get(global).is_some(),
            Region::Function(function) => program.module.functions.get(function).is_some(),
            Region::Outer(_) | Region::Local(_) | Region::Heap => true,
        }),
        ScalarSet::Float(_) | ScalarSet::Int(_) | ScalarSet::Opaque => true,
    };
    let region = |contents: &RegionContents| contents.cells.values().all(|(_, held)| value(held));
    let claim = |claim: &BlockState| {
        claim.values.iter().all(|(at, held)| slot(at) && value(held))
            && claim.memory.regions.values().all(|contents| region(contents))
            && claim.memory.same.iter().all(|same| slot(&same.slot))
            && claim.order.iter().all(|fact| slot(&fact.a) && slot(&fact.b))
    };
    let is_sound = context.entry.arguments.iter().all(value)
        && context.entry.regions.iter().all(region)
        && context.exit.iter().all(|exit| exit.results.iter().all(value) && exit.regions.iter().all(region))
        && context
            .nodes
            .iter()
            .all(|node| body.blocks.get(node.block).is_some() && node.claim.iter().all(claim));
    if is_sound { Ok(()) } else { Err("an id that leads nowhere".into()) }
}
