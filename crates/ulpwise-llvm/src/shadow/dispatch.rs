//! What each instruction does to shadow values.

use super::text::ARGUMENTS;
use super::values::{ShadowValue, Shadower};
use crate::instrument::{Value, predicate_name};
use inkwell::llvm_sys::LLVMOpcode;
use std::ffi::CString;

impl Shadower {
    pub(super) fn instruction(&mut self, at: Value) {
        let operand = |index| self.editor.operand(at, index);
        match self.editor.opcode(at) {
            LLVMOpcode::LLVMFAdd => self.operation(at, "add", &[operand(0), operand(1)]),
            LLVMOpcode::LLVMFSub => self.operation(at, "sub", &[operand(0), operand(1)]),
            LLVMOpcode::LLVMFMul => self.operation(at, "mul", &[operand(0), operand(1)]),
            LLVMOpcode::LLVMFDiv => self.operation(at, "div", &[operand(0), operand(1)]),
            LLVMOpcode::LLVMFRem => self.by_run_time(at, &[operand(0), operand(1)]),
            LLVMOpcode::LLVMFNeg => self.negated(at, operand(0)),
            LLVMOpcode::LLVMFPTrunc => self.narrowed(at, operand(0)),
            LLVMOpcode::LLVMFPExt | LLVMOpcode::LLVMFreeze => self.handed_on(at, operand(0)),
            LLVMOpcode::LLVMSIToFP => self.integer_made_float(at, operand(0), true),
            LLVMOpcode::LLVMUIToFP => self.integer_made_float(at, operand(0), false),
            LLVMOpcode::LLVMFCmp => self.compared(at, [operand(0), operand(1)]),
            LLVMOpcode::LLVMSelect => self.selected(at, [operand(0), operand(1), operand(2)]),
            LLVMOpcode::LLVMLoad => self.loaded(at, operand(0)),
            LLVMOpcode::LLVMStore => self.stored(at, operand(0), operand(1)),
            LLVMOpcode::LLVMRet => self.returned(at),
            LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => self.called(at),
            _ => {}
        }
    }

    /// An operation that the run time does in both modes: it knows the site.
    fn by_run_time(&mut self, at: Value, operands: &[Value]) {
        let Some((site, number)) = self.site(at) else { return };
        let scalar = |&value: &Value| self.editor.is_double(value).is_some();
        if !scalar(&at) || !operands.iter().all(scalar) || operands.len() > 3 || !self.editor.go_after(at) {
            return;
        }
        let mut arguments = vec![number, self.editor.as_double(at)];
        arguments.extend(self.parts(operands));
        arguments.resize(8, self.editor.real(true, 0.0));
        self.pair(at, c"ulpwise.shadow.call", &arguments);
        self.seen.insert(site);
    }

    fn negated(&mut self, at: Value, operand: Value) {
        if self.editor.is_double(at).is_some() && self.editor.go_after(at) {
            let parts = self.parts(&[operand]);
            self.pair(at, c"ulpwise.shadow.negate", &parts);
        }
    }

    /// To float.
    fn narrowed(&mut self, at: Value, operand: Value) {
        let Some((site, number)) = self.site(at) else { return };
        if self.editor.is_double(at) != Some(false)
            || self.editor.is_double(operand) != Some(true)
            || !self.editor.go_after(at)
        {
            return;
        }
        let mut arguments = vec![number, self.editor.as_double(at)];
        arguments.extend(self.parts(&[operand]));
        self.pair(at, c"ulpwise.shadow.narrow", &arguments);
        self.seen.insert(site);
    }

    /// An integer to float: as if it had been a double, which holds integers of up to 53 bits as
    /// they are. Wider ones count as exact from here on.
    fn integer_made_float(&mut self, at: Value, operand: Value, signed: bool) {
        let Some((site, number)) = self.site(at) else { return };
        if self.editor.is_double(at) != Some(false) || !self.editor.go_after(at) {
            return;
        }
        let Some(exact) = self.editor.integer_as_double(operand, signed) else { return };
        let arguments = [number, self.editor.as_double(at), exact, self.editor.real(true, 0.0)];
        self.pair(at, c"ulpwise.shadow.narrow", &arguments);
        self.seen.insert(site);
    }

    fn handed_on(&mut self, at: Value, operand: Value) {
        if self.editor.is_double(at).is_some()
            && self.editor.is_double(operand).is_some()
            && self.editor.go_after(at)
        {
            let shadow = self.shadow_value(operand);
            self.set(at, shadow);
        }
    }

    fn compared(&mut self, at: Value, operands: [Value; 2]) {
        let Some((site, number)) = self.site(at) else { return };
        let Some(predicate) = predicate_name(self.editor.float_predicate(at)) else { return };
        if self.editor.is_double(operands[0]).is_none() || !self.editor.go_after(at) {
            return;
        }
        let Ok(name) = CString::new(format!("ulpwise.shadow.compare.{predicate}")) else { return };
        let mut arguments = vec![number, at];
        arguments.extend(self.parts(&operands));
        self.editor.call(&name, &arguments);
        self.seen.insert(site);
    }

    fn selected(&mut self, at: Value, [condition, yes, no]: [Value; 3]) {
        if self.editor.is_double(at).is_some() && self.editor.go_after(at) {
            let (yes, no) = (self.shadow_value(yes), self.shadow_value(no));
            let high = self.editor.select(condition, yes.high, no.high);
            let low = self.editor.select(condition, yes.low, no.low);
            self.set(at, ShadowValue { high, low });
        }
    }

    fn loaded(&mut self, at: Value, address: Value) {
        if self.editor.is_double(at).is_some()
            && !self.editor.is_in_constant(address)
            && self.editor.go_after(at)
        {
            let value = self.editor.as_double(at);
            self.pair(at, c"ulpwise.shadow.load", &[address, value]);
        }
    }

    fn stored(&mut self, at: Value, value: Value, address: Value) {
        if self.editor.is_double(value).is_some() {
            self.editor.go_before(at);
            let mut arguments = vec![address, self.editor.as_double(value)];
            arguments.extend(self.parts(&[value]));
            self.editor.call(c"ulpwise.shadow.store", &arguments);
        }
    }

    fn returned(&mut self, at: Value) {
        if self.editor.operand_count(at) == 1 && self.editor.is_double(self.editor.operand(at, 0)).is_some() {
            let value = self.editor.operand(at, 0);
            self.editor.go_before(at);
            let mut arguments = vec![self.editor.as_double(value)];
            arguments.extend(self.parts(&[value]));
            self.editor.call(c"ulpwise.shadow.return", &arguments);
        }
    }

    fn called(&mut self, at: Value) {
        let arguments = self.editor.arguments(at);
        let (name, declared) = self.editor.called_function(at).unwrap_or_default();
        let operation = name.strip_prefix("llvm.").unwrap_or(&name);
        match operation {
            "fabs" | "fabsf" => self.absolute(at, arguments[0]),
            "memcpy" | "memmove" | "memcpy.inline" if arguments.len() >= 3 => self.copied(at, &arguments),
            "memset" | "memset.inline" if arguments.len() >= 3 => self.forgotten(at, &arguments),
            "sqrt" | "sqrtf" if arguments.len() == 1 => self.operation(at, "sqrt", &arguments),
            "fma" | "fmaf" if arguments.len() == 3 => self.operation(at, "fma", &arguments),
            _ if declared => self.by_run_time(at, &arguments),
            _ if !name.starts_with("ulpwise") => {
                self.give_arguments(at);
                if self.editor.is_double(at).is_some() && self.editor.go_after(at) {
                    let value = self.editor.as_double(at);
                    self.pair(at, c"ulpwise.shadow.returned", &[value]);
                }
            }
            _ => {}
        }
    }

    /// The shadow values of the arguments of a function of the program's.
    fn give_arguments(&mut self, at: Value) {
        self.editor.go_before(at);
        for (index, value) in (0..ARGUMENTS).zip(self.editor.arguments(at)) {
            if self.editor.is_double(value).is_some() {
                let mut arguments = vec![self.editor.int(32, index.into()), self.editor.as_double(value)];
                arguments.extend(self.parts(&[value]));
                self.editor.call(c"ulpwise.shadow.give", &arguments);
            }
        }
    }

    fn absolute(&mut self, at: Value, operand: Value) {
        if self.editor.is_double(at).is_some() && self.editor.go_after(at) {
            let parts = self.parts(&[operand]);
            self.pair(at, c"ulpwise.shadow.abs", &parts);
        }
    }

    fn copied(&mut self, at: Value, arguments: &[Value]) {
        self.editor.go_before(at);
        let bytes = self.editor.as_word(arguments[2]);
        self.editor.call(c"ulpwise.shadow.copy", &[arguments[0], arguments[1], bytes]);
    }

    fn forgotten(&mut self, at: Value, arguments: &[Value]) {
        self.editor.go_before(at);
        let bytes = self.editor.as_word(arguments[2]);
        self.editor.call(c"ulpwise.shadow.forget", &[arguments[0], bytes]);
    }
}
