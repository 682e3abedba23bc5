//! From which blocks of a program a goal can still be come to: along the ways of a function, into
//! the functions that it calls, and back to where it was called.
//!
//! What holds: a path that reaches no goal executes no operation with an open goal, and to nothing
//! that cannot be followed: where lowering had to leave something out, or a function is called that
//! is unknown, more may come than the program shows, and the path has to get there to tell. What
//! may be called is over-approximated: a function that gets a pointer may call every function whose
//! address the program uses. A call of a function that never returns goes on at most where it lands
//! with an exception, and of the calls under way only what comes after them counts. Goals only ever
//! close, so what was found out earlier errs on the side of going on.

use crate::goals::{ExceptionGoal, Goals};
use crate::models::has_model;
use crate::path::LeftPlaces;
use std::collections::BTreeSet;
use std::sync::Arc;
use ulpwise_base::Id;
use ulpwise_externals::{Family, Returns, effects, lookup};
use ulpwise_interp::Program;
use ulpwise_ir::{BlockId, Body, EdgeId, Function, FunctionId, Inst, InstId, Library, Module, Type};

/// After so many looks at paths it is looked again what goals there are.
const PATIENCE: u32 = 64;

/// How many blocks are looked at in all to find out which goals come after a place: half a second.
const MOST_LOOKS: usize = 1 << 26;

/// The blocks of a program, numbered through, and what can be reached from them.
pub(crate) struct Reachability<'p> {
    program: &'p Program<'p>,
    goals: Arc<Goals>,
    /// The number of the first block of each function.
    first: Vec<usize>,
    /// Of each block, and of calls through pointers, the blocks that lead there.
    before: Vec<Vec<u32>>,
    /// Where something comes that cannot be followed.
    obstacles: Vec<usize>,
    /// Whether a goal can be come to.
    leads_on: Vec<bool>,
    /// The operations with an open goal.
    operations: BTreeSet<(FunctionId, InstId)>,
    /// Whether a call of each function may return.
    returns: Vec<bool>,
    /// Whether its function may return from each block.
    comes_back: Vec<bool>,
    /// How many goals there were.
    count: usize,
    patience: u32,
    question: Question,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Whether a path is to be followed on: also to where it cannot be followed, for it has to get there
    /// to tell.
    WorthFollowing,
    /// Whether an execution may come from a place to a goal, whatever is followed.
    MayFlow,
}

/// Which of some goals an execution may come to that goes on from one of these places. Functions that the
/// program does not define may call all functions whose address is taken, and no others.
pub fn goals_after(
    program: &Program<'_>,
    places: &LeftPlaces,
    goals: impl IntoIterator<Item = ExceptionGoal>,
) -> BTreeSet<ExceptionGoal> {
    let goals: BTreeSet<ExceptionGoal> = goals.into_iter().collect();
    let Some(places) = places.known() else { return goals };
    if places.is_empty() {
        return BTreeSet::new();
    }
    let none = Arc::new(Goals::default());
    let mut reachability = Reachability::for_question(program, &none, Question::MayFlow);
    let sites: BTreeSet<_> = goals.iter().map(|goal| goal.0).collect();
    if sites.len().saturating_mul(reachability.leads_on.len()) > MOST_LOOKS {
        // fail-closed: each site asks all blocks, which a large function has no time for.
        return goals;
    }
    let mut after = BTreeSet::new();
    let (mut last, mut is_after) = (None, false);
    for goal in goals {
        // Goals of the same site come one after the other.
        if last != Some(goal.0) {
            last = Some(goal.0);
            reachability.aim_at(goal);
            is_after = places.iter().any(|calls| reachability.has_some(calls.iter().copied()));
        }
        if is_after {
            after.insert(goal);
        }
    }
    after
}

impl<'p> Reachability<'p> {
    pub(crate) fn new(program: &'p Program<'p>, goals: &Arc<Goals>) -> Reachability<'p> {
        Self::for_question(program, goals, Question::WorthFollowing)
    }

    /// Looks for one goal alone.
    fn aim_at(&mut self, goal: ExceptionGoal) {
        self.goals = Arc::new(Goals::new(BTreeSet::from([goal])));
        self.count = 0;
        self.look();
    }

    fn for_question(program: &'p Program<'p>, goals: &Arc<Goals>, question: Question) -> Reachability<'p> {
        let module = program.module();
        let mut first = Vec::with_capacity(module.functions.len());
        let mut blocks = 0;
        for function in &module.functions {
            first.push(blocks);
            blocks += function.body.as_ref().map_or(0, |body| body.blocks.len());
        }
        let (goals, leads_on) = (Arc::clone(goals), vec![false; blocks + 2]);
        let (before, obstacles) = (vec![Vec::new(); blocks + 2], Vec::new());
        let returns = may_return(module);
        let operations = BTreeSet::new();
        let comes_back = vec![false; blocks];
        let mut reachability = Reachability {
            program,
            goals,
            first,
            before,
            obstacles,
            leads_on,
            operations,
            returns,
            comes_back,
            count: 0,
            patience: 0,
            question,
        };
        reachability.connect();
        reachability.connect_returns();
        reachability.look();
        reachability
    }

    /// Notes which block leads to which.
    fn connect(&mut self) {
        let module = self.program.module();
        let through_pointers = self.through_pointers();
        let bodies =
            || module.functions.iter_enumerated().filter_map(|(id, one)| Some((id, one.body.as_ref()?)));
        for (id, body) in bodies() {
            for block in body.blocks.ids() {
                let number = (self.first[id.index()] + block.index()) as u32;
                let goes_on = runs_through(body, block, &self.returns);
                for edge in body.ways_out(block) {
                    if !goes_on && !is_unwound(body, block, edge) {
                        continue;
                    }
                    let target = body.edges[edge].target;
                    self.before[self.first[id.index()] + target.index()].push(number);
                }
                let range = body.blocks[block].start.index()..body.blocks[block].end.index();
                for inst in &body.insts.as_slice()[range] {
                    match *inst {
                        Inst::Call { callee, .. } if module.functions[callee].body.is_some() => {
                            self.before[self.first[callee.index()]].push(number);
                        }
                        Inst::Call { callee, .. } if !self.is_known(callee) => {
                            self.connect_unknown(callee, number);
                        }
                        Inst::Unsupported { .. } => self.obstacles.push(number as usize),
                        Inst::Call { callee, .. } if !self.may_call_back(callee) => {}
                        Inst::Call { .. } | Inst::CallIndirect { .. } => {
                            self.before[through_pointers].push(number);
                        }
                        Inst::Int { .. }
                        | Inst::IntOverflow { .. }
                        | Inst::IntUnary { .. }
                        | Inst::FunnelShift { .. }
                        | Inst::IntCast { .. }
                        | Inst::IntCompare { .. }
                        | Inst::Select { .. }
                        | Inst::Copy { .. }
                        | Inst::Float { .. }
                        | Inst::FloatUnary { .. }
                        | Inst::FloatFma { .. }
                        | Inst::FloatSign { .. }
                        | Inst::FloatCopySign { .. }
                        | Inst::FloatCompare { .. }
                        | Inst::FloatClass { .. }
                        | Inst::FloatConvert { .. }
                        | Inst::FloatToInt { .. }
                        | Inst::IntToFloat { .. }
                        | Inst::Load { .. }
                        | Inst::Store { .. }
                        | Inst::PointerAdd { .. }
                        | Inst::Alloca { .. }
                        | Inst::StackSave { .. }
                        | Inst::StackRestore { .. }
                        | Inst::MemCopy { .. }
                        | Inst::MemSet { .. }
                        | Inst::VaStart { .. }
                        | Inst::VaCopy { .. }
                        | Inst::GetRounding { .. }
                        | Inst::SetRounding { .. }
                        | Inst::Jump { .. }
                        | Inst::Branch { .. }
                        | Inst::Switch { .. }
                        | Inst::Return { .. }
                        | Inst::Landing { .. }
                        | Inst::Unwind { .. }
                        | Inst::Unreachable => {}
                    }
                }
            }
        }
        self.connect_pointers(through_pointers);
    }

    /// The number that stands for calls through pointers.
    fn through_pointers(&self) -> usize {
        self.before.len() - 2
    }

    /// The number that stands for code of other files.
    fn elsewhere(&self) -> usize {
        self.before.len() - 1
    }

    /// Notes that a block calls a function of which nothing is known.
    fn connect_unknown(&mut self, callee: FunctionId, number: u32) {
        let function = &self.program.module().functions[callee];
        let jumps = effects(&function.name).is_some_and(|effects| effects.returns == Returns::Elsewhere);
        if self.question == Question::WorthFollowing || jumps {
            self.obstacles.push(number as usize);
        } else {
            let elsewhere = self.elsewhere();
            self.before[elsewhere].push(number);
        }
    }

    /// Whether a function that the program does not define may call functions of the program.
    fn may_call_back(&self, callee: FunctionId) -> bool {
        let function = &self.program.module().functions[callee];
        let is_handed_some = takes_pointers(function);
        // What ends the program calls what was handed over before.
        let may_know_some = self.question == Question::MayFlow && function.library != Library::Math;
        (is_handed_some || may_know_some) && !calls_nothing_back(&function.name)
    }

    /// Notes from which blocks functions may return.
    fn connect_returns(&mut self) {
        let module = self.program.module();
        for (id, function) in module.functions.iter_enumerated() {
            let Some(body) = &function.body else { continue };
            let first = self.first[id.index()];
            let comes_back = blocks_that_return(body, &self.returns);
            self.comes_back[first..first + comes_back.len()].copy_from_slice(&comes_back);
        }
    }

    /// Notes where calls through pointers may lead.
    fn connect_pointers(&mut self, through_pointers: usize) {
        let module = self.program.module();
        for function in module.functions_with_address() {
            match module.functions[function].body {
                Some(_) => self.before[self.first[function.index()]].push(through_pointers as u32),
                None if self.is_known(function) => {}
                None => self.connect_unknown(function, through_pointers as u32),
            }
        }
        // Code of other files may call through pointers, too.
        let elsewhere = self.elsewhere();
        self.before[through_pointers].push(elsewhere as u32);
        // What a variable that is defined elsewhere points at is unknown.
        if module.has_foreign_variables() {
            match self.question {
                Question::WorthFollowing => self.obstacles.push(through_pointers),
                Question::MayFlow => self.before[elsewhere].push(through_pointers as u32),
            }
        }
    }

    /// Whether it is known what a function does that the program does not define.
    fn is_known(&self, function: FunctionId) -> bool {
        let Function { name, library, .. } = &self.program.module().functions[function];
        *library == Library::Math
            || self.program.is_known(function)
            || has_model(name)
            || calls_nothing_back(name)
    }

    /// Finds out from where the goals can be come to that are open.
    fn look(&mut self) {
        self.patience = PATIENCE;
        let goals = self.goals.open();
        if self.count == goals.len() && self.count > 0 {
            return;
        }
        self.count = goals.len();
        self.leads_on.fill(false);
        self.operations.clear();
        let mut open: Vec<usize> = if goals.is_empty() { Vec::new() } else { self.obstacles.clone() };
        let module = self.program.module();
        for (site, _) in goals {
            let site = &module.sites[site];
            self.operations.insert((site.function, site.inst));
            if let Some(body) = &module.functions[site.function].body {
                open.push(self.first[site.function.index()] + body.block_of(site.inst).index());
            }
        }
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut self.leads_on[block], true) {
                open.extend(self.before[block].iter().map(|&earlier| earlier as usize));
            }
        }
    }

    /// Whether a path with these calls under way, the innermost first, can come to a goal.
    pub(crate) fn has_some(&mut self, calls: impl Iterator<Item = (FunctionId, InstId)>) -> bool {
        match self.patience {
            0 => self.look(),
            _ => self.patience -= 1, // fail-closed: goals only close, so that older answers go on.
        }
        let module = self.program.module();
        // Whether the call that is farther in may return.
        let mut returns = None;
        for (function, inst) in calls {
            let Some(body) = &module.functions[function].body else { return true };
            let block = body.block_of(inst);
            let number = self.first[function.index()] + block.index();
            let is_call = match body.insts[inst] {
                Inst::Call { callee, .. } => module.functions[callee].body.is_some(),
                _ => false, // fail-closed: what is called through a pointer may call several times.
            };
            returns = match returns {
                Some(returns) if is_call => {
                    let after = self.after_call(function, inst, returns);
                    if after.leads_on {
                        return true;
                    }
                    Some(after.comes_back)
                }
                // Where the path stands, what came before in the block is done.
                None if self.question == Question::MayFlow => {
                    let rest = body.block_insts(block).filter(|(at, _)| *at >= inst);
                    let after = self.after(function, (body, block), rest, true);
                    if after.leads_on {
                        return true;
                    }
                    Some(after.comes_back)
                }
                _ if self.leads_on[number] => return true,
                // fail-closed: the innermost call, or one that may call several times.
                _ => Some(self.comes_back[number] || returns.is_some()),
            };
        }
        false
    }

    /// What comes after a call: where it returns, if it does, and where it lands with an exception.
    fn after_call(&self, function: FunctionId, call: InstId, returns: bool) -> AfterCall {
        let Some(body) = &self.program.module().functions[function].body else {
            return AfterCall { leads_on: false, comes_back: false };
        };
        let block = body.block_of(call);
        self.after(function, (body, block), body.block_insts(block).filter(|(inst, _)| *inst > call), returns)
    }

    /// What comes where these instructions, the last ones of a block, are still to be carried out.
    fn after<'b>(
        &self,
        function: FunctionId,
        (body, block): (&Body, BlockId),
        rest: impl Iterator<Item = (InstId, &'b Inst)>,
        goes_on: bool,
    ) -> AfterCall {
        let mut after = AfterCall { leads_on: false, comes_back: false };
        let mut goes_on = goes_on;
        for (inst, instruction) in rest {
            after.leads_on |=
                goes_on && (self.operations.contains(&(function, inst)) || self.enters_goal(instruction));
            if let Inst::Call { callee, .. } = *instruction {
                goes_on &= self.returns[callee.index()];
            }
            // fail-closed: no other instruction returns; what cannot be followed leads on.
            after.comes_back |= goes_on && matches!(instruction, Inst::Return { .. });
        }
        for edge in body.ways_out(block) {
            if goes_on || is_unwound(body, block, edge) {
                let target = self.first[function.index()] + body.edges[edge].target.index();
                after.leads_on |= self.leads_on[target];
                after.comes_back |= self.comes_back[target];
            }
        }
        after
    }

    /// Whether an instruction may enter a function from which a goal can be come to, or cannot be
    /// followed.
    fn enters_goal(&self, inst: &Inst) -> bool {
        let module = self.program.module();
        let through_pointers = self.leads_on[self.through_pointers()];
        match *inst {
            Inst::Call { callee, .. } if module.functions[callee].body.is_some() => {
                self.leads_on[self.first[callee.index()]]
            }
            Inst::Call { callee, .. } if !self.is_known(callee) => match self.question {
                Question::WorthFollowing => self.count > 0,
                Question::MayFlow => {
                    let returns = effects(&module.functions[callee].name).map(|effects| effects.returns);
                    returns == Some(Returns::Elsewhere) || self.leads_on[self.elsewhere()]
                }
            },
            Inst::Unsupported { .. } => self.count > 0,
            Inst::Call { callee, .. } if calls_nothing_back(&module.functions[callee].name) => false,
            Inst::Call { .. } | Inst::CallIndirect { .. } => through_pointers,
            _ => false, // fail-closed: nothing else enters a function.
        }
    }
}

/// What may come after a call.
struct AfterCall {
    /// Whether a goal can be come to.
    leads_on: bool,
    /// Whether the calling function may return.
    comes_back: bool,
}

/// Whether a function of a run time is known to call no function of the program.
fn calls_nothing_back(name: &str) -> bool {
    lookup(name).is_some_and(|named| {
        let effects = named.effects();
        let comes_back = match effects.returns {
            Returns::Always | Returns::Perhaps | Returns::Never => true,
            Returns::Elsewhere => false,
        };
        named.external.family == Family::Language && comes_back && !effects.may_call_back && !effects.may_keep
    })
}

/// Whether a call of each function may return.
fn may_return(module: &Module) -> Vec<bool> {
    let mut returns: Vec<bool> = module
        .functions
        .iter()
        .map(|function| {
            let ends = effects(&function.name).is_some_and(|effects| effects.returns == Returns::Never);
            function.body.is_none() && !ends
        })
        .collect();
    loop {
        let mut changed = false;
        for (id, function) in module.functions.iter_enumerated() {
            let Some(body) = function.body.as_ref().filter(|_| !returns[id.index()]) else { continue };
            if comes_to_return(body, &returns) {
                returns[id.index()] = true;
                changed = true;
            }
        }
        if !changed {
            return returns;
        }
    }
}

/// From which blocks some way leads to a return.
fn blocks_that_return(body: &Body, returns: &[bool]) -> Vec<bool> {
    let mut before: Vec<Vec<BlockId>> = vec![Vec::new(); body.blocks.len()];
    let mut open = Vec::new();
    for block in body.blocks.ids() {
        let goes_on = runs_through(body, block, returns);
        let last = body.block_insts(block).last().map(|(_, inst)| *inst);
        // fail-closed: no other instruction returns; what cannot be followed may.
        if goes_on && matches!(last, Some(Inst::Return { .. })) || has_obstacle(body, block) {
            open.push(block);
        }
        for edge in body.ways_out(block) {
            if goes_on || is_unwound(body, block, edge) {
                before[body.edges[edge].target.index()].push(block);
            }
        }
    }
    let mut comes_back = vec![false; body.blocks.len()];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut comes_back[block.index()], true) {
            open.extend(&before[block.index()]);
        }
    }
    comes_back
}

/// Whether some way from the beginning of a function leads to a return.
fn comes_to_return(body: &Body, returns: &[bool]) -> bool {
    let mut met = vec![false; body.blocks.len()];
    let mut open = vec![BlockId::new(0)];
    while let Some(block) = open.pop() {
        if std::mem::replace(&mut met[block.index()], true) {
            continue;
        }
        let goes_on = runs_through(body, block, returns);
        let last = body.block_insts(block).last().map(|(_, inst)| *inst);
        // fail-closed: no other instruction returns; what cannot be followed may.
        if goes_on && matches!(last, Some(Inst::Return { .. })) || has_obstacle(body, block) {
            return true;
        }
        let ways = body.ways_out(block).into_iter();
        let ways = ways.filter(|&edge| goes_on || is_unwound(body, block, edge));
        open.extend(ways.map(|edge| body.edges[edge].target));
    }
    false
}

fn has_obstacle(body: &Body, block: BlockId) -> bool {
    // fail-closed: everything else was lowered.
    body.block_insts(block).any(|(_, inst)| matches!(inst, Inst::Unsupported { .. }))
}

/// Whether no call in a block is known never to return.
fn runs_through(body: &Body, block: BlockId, returns: &[bool]) -> bool {
    body.block_insts(block).all(|(_, inst)| match *inst {
        Inst::Call { callee, .. } => returns[callee.index()],
        _ => true, // fail-closed: what is not a call of a known function goes on.
    })
}

/// Whether an edge is taken where the last call of its block leaves with an exception.
fn is_unwound(body: &Body, block: BlockId, edge: EdgeId) -> bool {
    let last = body.block_insts(block).last().map(|(_, inst)| *inst);
    // fail-closed: other edges are those of calls that return, which is what is asked for.
    matches!(last, Some(Inst::Landing { unwound_edge, .. }) if unwound_edge == edge)
}

fn takes_pointers(function: &Function) -> bool {
    function.variadic || function.parameters.contains(&Type::Pointer)
}
