//! Which values have twins, and what carries them: one function of the program after another.

use super::text::ARGUMENTS;
use crate::instrument::{Editor, Value};
use inkwell::llvm_sys::LLVMOpcode;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CStr, CString};
use ulpwise_base::Id;
use ulpwise_ir::SiteId;

/// The high and the low part of a twin.
#[derive(Clone, Copy)]
pub(super) struct Twin {
    pub(super) high: Value,
    pub(super) low: Value,
}

/// Adds twins.
pub(super) struct Shadower {
    pub(super) editor: Editor,
    /// The sites of instructions that have one, by their addresses.
    sites: BTreeMap<usize, SiteId>,
    /// The twins of the function under way.
    twins: BTreeMap<usize, Twin>,
    /// The sites whose errors are told.
    pub(super) seen: BTreeSet<SiteId>,
}

impl Shadower {
    pub(super) fn new(editor: Editor, sites: BTreeMap<usize, SiteId>) -> Self {
        Self { editor, sites, twins: BTreeMap::new(), seen: BTreeSet::new() }
    }

    /// Adds twins to all functions.
    pub(super) fn run(&mut self) {
        for function in self.editor.own_functions() {
            self.function(function);
        }
    }

    fn function(&mut self, function: Value) {
        self.twins.clear();
        let blocks = self.editor.in_order(function);
        let Some(&first) = blocks.first().and_then(|block| block.first()) else { return };
        self.editor.go_before(first);
        for (index, parameter) in (0..ARGUMENTS).zip(self.editor.parameters(function)) {
            if self.editor.is_double(parameter).is_some() {
                let value = self.editor.as_double(parameter);
                let index = self.editor.int(32, index.into());
                self.pair(parameter, c"ulpwise.twin.argument", &[index, value]);
            }
        }
        let all = || blocks.iter().flatten().copied();
        let is_phi = |editor: &Editor, at: Value| {
            editor.opcode(at) == LLVMOpcode::LLVMPHI && editor.is_double(at).is_some()
        };
        let phis: Vec<Value> = all().filter(|&at| is_phi(&self.editor, at)).collect();
        for &phi in &phis {
            self.editor.go_before(phi);
            let twin = Twin { high: self.editor.phi(), low: self.editor.phi() };
            self.twins.insert(phi as usize, twin);
        }
        for instruction in all() {
            self.instruction(instruction);
        }
        for phi in phis {
            self.fill(phi);
        }
    }

    /// Gives the twin of a phi its incoming values.
    fn fill(&mut self, phi: Value) {
        let Some(&Twin { high, low }) = self.twins.get(&(phi as usize)) else { return };
        for (value, end) in self.editor.incoming(phi) {
            self.editor.go_before(end);
            let twin = self.twin(value);
            self.editor.add_incoming(high, twin.high, end);
            self.editor.add_incoming(low, twin.low, end);
        }
    }

    /// The twin of a value; one without is its own.
    pub(super) fn twin(&self, value: Value) -> Twin {
        match self.twins.get(&(value as usize)) {
            Some(&twin) => twin,
            None => Twin { high: self.editor.as_double(value), low: self.editor.real(true, 0.0) },
        }
    }

    /// The parts of the twins of some values, one after another.
    pub(super) fn parts(&self, values: &[Value]) -> Vec<Value> {
        values
            .iter()
            .flat_map(|&value| {
                let twin = self.twin(value);
                [twin.high, twin.low]
            })
            .collect()
    }

    pub(super) fn set(&mut self, value: Value, twin: Twin) {
        self.twins.insert(value as usize, twin);
    }

    /// Makes what a function of ours returns the twin of a value.
    pub(super) fn pair(&mut self, value: Value, name: &CStr, arguments: &[Value]) {
        if let Some(pair) = self.editor.call(name, arguments) {
            let twin = Twin { high: self.editor.extract(pair, 0), low: self.editor.extract(pair, 1) };
            self.set(value, twin);
        }
    }

    /// The site of an instruction, as a number for machine code.
    pub(super) fn site(&self, instruction: Value) -> Option<(SiteId, Value)> {
        let site = *self.sites.get(&(instruction as usize))?;
        Some((site, self.editor.int(32, site.index() as u64)))
    }

    /// An operation of a site on operands, whose function of ours has this name but for the format.
    pub(super) fn operation(&mut self, instruction: Value, name: &str, operands: &[Value]) {
        let Some((site, number)) = self.site(instruction) else { return };
        let Some(double) = self.editor.is_double(instruction) else { return };
        if operands.iter().any(|&operand| self.editor.is_double(operand) != Some(double))
            || !self.editor.go_after(instruction)
        {
            return;
        }
        let suffix = if double { "f64" } else { "f32" };
        let Ok(name) = CString::new(format!("ulpwise.twin.{name}.{suffix}")) else { return };
        let mut arguments = vec![number, self.editor.as_double(instruction)];
        arguments.extend(self.parts(operands));
        self.pair(instruction, &name, &arguments);
        self.seen.insert(site);
    }
}
