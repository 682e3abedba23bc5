//! Calls, and what ends a block.

use super::body::{BodyBuilder, BuilderValue, slot};
use crate::body::{BlockId, SwitchTable};
use crate::inst::Inst;
use crate::module::{FunctionId, MessageId};
use crate::types::Type;

impl BodyBuilder<'_> {
    /// A call; gives the results.
    pub fn call(&mut self, callee: FunctionId, arguments: &[BuilderValue]) -> Vec<BuilderValue> {
        let values = self.new_values(&self.module.functions[callee].results);
        let (arguments, results) = (self.list(arguments), self.list(&values));
        // Whether it is a site is known when the sites are numbered.
        self.push(Inst::Call { callee, arguments, results, site: None });
        values
    }

    /// A call of a function with one result.
    ///
    /// # Panics
    /// If it has none or several.
    pub fn call_one(&mut self, callee: FunctionId, arguments: &[BuilderValue]) -> BuilderValue {
        match self.call(callee, arguments)[..] {
            [result] => result,
            ref results => panic!("{callee} has {} results", results.len()),
        }
    }

    /// A call through a pointer to a function with these results.
    pub fn call_indirect(
        &mut self,
        callee: BuilderValue,
        arguments: &[BuilderValue],
        results: &[Type],
    ) -> Vec<BuilderValue> {
        let values = self.new_values(results);
        let (arguments, results) = (self.list(arguments), self.list(&values));
        self.push(Inst::CallIndirect { callee: slot(callee), arguments, results });
        values
    }

    /// Something that cannot be expressed.
    pub fn unsupported(&mut self, what: MessageId) {
        self.push(Inst::Unsupported { what });
    }

    /// Goes on in another block.
    pub fn jump(&mut self, target: BlockId, arguments: &[BuilderValue]) {
        let edge = self.edge(target, arguments);
        self.push(Inst::Jump { edge });
    }

    /// Goes on in one of two blocks.
    pub fn branch(
        &mut self,
        condition: BuilderValue,
        (then_target, then_arguments): (BlockId, &[BuilderValue]),
        (else_target, else_arguments): (BlockId, &[BuilderValue]),
    ) {
        let then_edge = self.edge(then_target, then_arguments);
        let else_edge = self.edge(else_target, else_arguments);
        self.push(Inst::Branch { condition: slot(condition), then_edge, else_edge });
    }

    /// Goes on where the value says. The cases may come in any order.
    pub fn switch(
        &mut self,
        value: BuilderValue,
        cases: &[(u64, BlockId, &[BuilderValue])],
        (default, arguments): (BlockId, &[BuilderValue]),
    ) {
        let mut cases: Vec<_> =
            cases.iter().map(|&(case, target, arguments)| (case, self.edge(target, arguments))).collect();
        cases.sort_by_key(|&(case, _)| case);
        let default = self.edge(default, arguments);
        let table = self.lists.switches.push(SwitchTable { cases, default });
        self.push(Inst::Switch { value: slot(value), bits: self.width(value), table });
    }

    /// Goes on after the call just made: where it returned, or with the exception that it left with
    /// as the only argument.
    pub fn landing(&mut self, returned: BlockId, unwound: BlockId) {
        let [exception] = self.new_values(&[Type::Pointer])[..] else { panic!("one value was asked for") };
        let returned_edge = self.edge(returned, &[]);
        let unwound_edge = self.edge(unwound, &[exception]);
        self.push(Inst::Landing { exception: slot(exception), returned_edge, unwound_edge });
    }

    /// Leaves the function with an exception.
    pub fn unwind(&mut self, exception: BuilderValue) {
        self.push(Inst::Unwind { exception: slot(exception) });
    }

    /// Returns to the caller.
    pub fn ret(&mut self, values: &[BuilderValue]) {
        let values = self.list(values);
        self.push(Inst::Return { values });
    }

    /// A place that is never reached.
    pub fn unreachable(&mut self) {
        self.push(Inst::Unreachable);
    }
}
