//! From which blocks of a program a goal can still be come to: along the ways of a function, into
//! the functions that it calls, and back to where it was called.
//!
//! What holds: a path that reaches no goal executes no operation with an open goal, and to nothing
//! that cannot be followed: where lowering had to leave something out, or a function is called that
//! is unknown, more may come than the program shows, and the path has to get there to tell. What
//! may be called is over-approximated: a function that gets a pointer may call every function whose
//! address the program uses. Programs that catch exceptions have ways that are not seen; there,
//! every path may reach a goal. Goals only ever close, so what was found out earlier errs on the
//! side of going on.

use crate::goals::Goals;
use crate::models::has_model;
use std::sync::Arc;
use ulpwise_base::Id;
use ulpwise_interp::Program;
use ulpwise_ir::{Function, FunctionId, Inst, InstId, Library, Type};

/// After so many looks at paths it is looked again what goals there are.
const PATIENCE: u32 = 64;

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
    /// How many goals there were.
    count: usize,
    patience: u32,
}

impl<'p> Reachability<'p> {
    pub(crate) fn new(program: &'p Program<'p>, goals: &Arc<Goals>) -> Reachability<'p> {
        let module = program.module();
        let mut first = Vec::with_capacity(module.functions.len());
        let mut blocks = 0;
        for function in &module.functions {
            first.push(blocks);
            blocks += function.body.as_ref().map_or(0, |body| body.blocks.len());
        }
        let (goals, leads_on) = (Arc::clone(goals), vec![false; blocks + 1]);
        let (before, obstacles) = (vec![Vec::new(); blocks + 1], Vec::new());
        let mut reachability =
            Reachability { program, goals, first, before, obstacles, leads_on, count: 0, patience: 0 };
        reachability.connect();
        if module.may_catch() {
            reachability.obstacles = (0..blocks).collect();
        }
        reachability.look();
        reachability
    }

    /// Notes which block leads to which.
    fn connect(&mut self) {
        let module = self.program.module();
        let through_pointers = self.before.len() - 1;
        let bodies =
            || module.functions.iter_enumerated().filter_map(|(id, one)| Some((id, one.body.as_ref()?)));
        for (id, body) in bodies() {
            for block in body.blocks.ids() {
                let number = (self.first[id.index()] + block.index()) as u32;
                for edge in body.ways_out(block) {
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
                            self.obstacles.push(number as usize);
                        }
                        Inst::Unsupported { .. } => self.obstacles.push(number as usize),
                        Inst::Call { callee, .. } if !takes_pointers(&module.functions[callee]) => {}
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
                        | Inst::Unreachable => {}
                    }
                }
            }
        }
        for function in module.functions_with_address() {
            match module.functions[function].body {
                Some(_) => self.before[self.first[function.index()]].push(through_pointers as u32),
                None if self.is_known(function) => {}
                None => self.obstacles.push(through_pointers),
            }
        }
        // What a variable that is defined elsewhere points at is unknown.
        if module.has_foreign_variables() {
            self.obstacles.push(through_pointers);
        }
    }

    /// Whether it is known what a function does that the program does not define.
    fn is_known(&self, function: FunctionId) -> bool {
        let Function { name, library, .. } = &self.program.module().functions[function];
        *library == Library::Math || self.program.is_known(function) || has_model(name)
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
        let mut open: Vec<usize> = if goals.is_empty() { Vec::new() } else { self.obstacles.clone() };
        let module = self.program.module();
        for (site, _) in goals {
            let site = &module.sites[site];
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

    /// Whether a path with these calls under way can come to a goal.
    pub(crate) fn has_some(&mut self, mut calls: impl Iterator<Item = (FunctionId, InstId)>) -> bool {
        match self.patience {
            0 => self.look(),
            _ => self.patience -= 1, // fail-closed: goals only close, so that older answers go on.
        }
        calls.any(|(function, inst)| {
            let body = self.program.module().functions[function].body.as_ref();
            body.is_none_or(|body| self.leads_on[self.first[function.index()] + body.block_of(inst).index()])
        })
    }
}

fn takes_pointers(function: &Function) -> bool {
    function.variadic || function.parameters.contains(&Type::Pointer)
}
