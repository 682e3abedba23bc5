//! Which values have shadow values, and what carries them: one function of the program after
//! another.

use super::text::ARGUMENTS;
use crate::instrument::{Editor, Value};
use inkwell::llvm_sys::LLVMOpcode;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CStr, CString};
use ulpwise_base::Id;
use ulpwise_ir::SiteId;

/// The high and the low part of a shadow value.
#[derive(Clone, Copy)]
pub(super) struct ShadowValue {
    pub(super) high: Value,
    pub(super) low: Value,
}

/// Adds shadow values.
pub(super) struct Shadower {
    pub(super) editor: Editor,
    /// The sites of instructions that have one, by their addresses.
    sites: BTreeMap<usize, SiteId>,
    /// The shadow values of the function under way.
    shadows: BTreeMap<usize, ShadowValue>,
    /// The sites whose errors are reported.
    pub(super) seen: BTreeSet<SiteId>,
}

impl Shadower {
    pub(super) fn new(editor: Editor, sites: BTreeMap<usize, SiteId>) -> Self {
        Self { editor, sites, shadows: BTreeMap::new(), seen: BTreeSet::new() }
    }

    /// Adds shadow values to all functions.
    pub(super) fn run(&mut self) {
        for function in self.editor.own_functions() {
            self.function(function);
        }
    }

    fn function(&mut self, function: Value) {
        self.shadows.clear();
        let blocks = self.editor.in_order(function);
        let Some(&first) = blocks.first().and_then(|block| block.first()) else { return };
        self.editor.go_before(first);
        for (index, parameter) in (0..ARGUMENTS).zip(self.editor.parameters(function)) {
            if self.editor.is_double(parameter).is_some() {
                let value = self.editor.as_double(parameter);
                let index = self.editor.int(32, index.into());
                self.pair(parameter, c"ulpwise.shadow.argument", &[index, value]);
            }
        }
        let all = || blocks.iter().flatten().copied();
        let is_phi = |editor: &Editor, at: Value| {
            editor.opcode(at) == LLVMOpcode::LLVMPHI && editor.is_double(at).is_some()
        };
        let phis: Vec<Value> = all().filter(|&at| is_phi(&self.editor, at)).collect();
        for &phi in &phis {
            self.editor.go_before(phi);
            let shadow = ShadowValue { high: self.editor.phi(), low: self.editor.phi() };
            self.shadows.insert(phi as usize, shadow);
        }
        for instruction in all() {
            self.instruction(instruction);
        }
        for phi in phis {
            self.fill(phi);
        }
    }

    /// Gives the shadow value of a phi its incoming values.
    fn fill(&mut self, phi: Value) {
        let Some(&ShadowValue { high, low }) = self.shadows.get(&(phi as usize)) else { return };
        for (value, end) in self.editor.incoming(phi) {
            self.editor.go_before(end);
            let shadow = self.shadow_value(value);
            self.editor.add_incoming(high, shadow.high, end);
            self.editor.add_incoming(low, shadow.low, end);
        }
    }

    /// The shadow value of a value; one without is its own.
    pub(super) fn shadow_value(&self, value: Value) -> ShadowValue {
        match self.shadows.get(&(value as usize)) {
            Some(&shadow) => shadow,
            None => ShadowValue { high: self.editor.as_double(value), low: self.editor.real(true, 0.0) },
        }
    }

    /// The parts of the shadow values of some values, one after another.
    pub(super) fn parts(&self, values: &[Value]) -> Vec<Value> {
        values
            .iter()
            .flat_map(|&value| {
                let shadow = self.shadow_value(value);
                [shadow.high, shadow.low]
            })
            .collect()
    }

    pub(super) fn set(&mut self, value: Value, shadow: ShadowValue) {
        self.shadows.insert(value as usize, shadow);
    }

    /// Makes what a function of ours returns the shadow value of a value.
    pub(super) fn pair(&mut self, value: Value, name: &CStr, arguments: &[Value]) {
        if let Some(pair) = self.editor.call(name, arguments) {
            let shadow =
                ShadowValue { high: self.editor.extract(pair, 0), low: self.editor.extract(pair, 1) };
            self.set(value, shadow);
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
        let Ok(name) = CString::new(format!("ulpwise.shadow.{name}.{suffix}")) else { return };
        let mut arguments = vec![number, self.editor.as_double(instruction)];
        arguments.extend(self.parts(operands));
        self.pair(instruction, &name, &arguments);
        self.seen.insert(site);
    }
}
