//! Small inline assembly: barriers, single instructions that compute, and questions to the
//! processor. Everything else is unsupported by its text.
//!
//! What holds: an instruction is known here only with registers for operands, so that nothing but
//! its results can have changed. Both orders of operands, Intel's and AT&T's, have `$0` for the
//! destination.

use super::builder::UNNUMBERED;
use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::{Lowered, unsupported};
use ulpwise_ir::{FloatFormat, FloatPredicate, FloatUnaryOp, Inst, Slot, Type};

/// What constraints say: the values that operands have before the instruction.
struct AssemblyOperands<'m> {
    outputs: usize,
    /// For each output, the argument that it begins with.
    tied: Vec<Option<Value<'m>>>,
    /// The arguments, in the order of their numbers from `outputs` on.
    inputs: Vec<Value<'m>>,
    /// Whether some operand is memory.
    has_memory: bool,
}

impl<'m> AssemblyOperands<'m> {
    fn new(constraints: &str, arguments: &[Value<'m>]) -> AssemblyOperands<'m> {
        let parts: Vec<&str> =
            constraints.split(',').filter(|part| !part.is_empty() && !part.starts_with('~')).collect();
        let outputs = parts.iter().filter(|part| part.starts_with('=')).count();
        let mut tied = vec![None; outputs];
        let mut inputs = Vec::new();
        for (part, &argument) in parts.iter().skip(outputs).zip(arguments) {
            if let Some(place) = part.parse::<usize>().ok().and_then(|number| tied.get_mut(number)) {
                *place = Some(argument);
            }
            inputs.push(argument);
        }
        let has_memory = parts.iter().any(|part| part.contains('*') || part.contains('m'));
        AssemblyOperands { outputs, tied, inputs, has_memory }
    }

    /// What `$number` is before the instruction.
    fn get(&self, number: usize) -> Option<Value<'m>> {
        match number.checked_sub(self.outputs) {
            None => self.tied[number],
            Some(input) => self.inputs.get(input).copied(),
        }
    }
}

impl<'m> FunctionLowering<'_, 'm> {
    /// A call of inline assembly.
    pub(super) fn inline_assembly(&mut self, inst: Value<'m>, text: &str) -> Lowered<Lanes> {
        let constraints = inst.callee().map_or("", Value::inline_assembly_constraints);
        let operands = AssemblyOperands::new(constraints, &inst.arguments());
        let lowered = match &mnemonics(text)[..] {
            [] => self.barrier(inst, &operands)?,
            ["mfence" | "lfence" | "sfence" | "pause" | "nop"] if operands.outputs == 0 => {
                Some(Lanes::none())
            }
            [_] if !operands.has_memory => self.single_instruction(text.trim(), &operands)?,
            names if is_identification(names) => {
                // What the processor answers is not known.
                let types = self.types(inst)?;
                let name = format!("cpuid.{}", types.len());
                Some(self.call_external(&name, &[], &types)?.into_iter().collect())
            }
            _ => None,
        };
        match lowered {
            Some(lanes) => Ok(lanes),
            None => unsupported(format!("inline assembly {text:?}")),
        }
    }

    /// Empty inline assembly is a barrier for the optimiser: nothing happens, and values that are
    /// passed through come out as they went in.
    fn barrier(&mut self, inst: Value<'m>, operands: &AssemblyOperands<'m>) -> Lowered<Option<Lanes>> {
        let results = self.types(inst)?;
        let mut slots: Vec<Slot> = Vec::new();
        for value in operands.tied.iter().flatten() {
            slots.extend_from_slice(&self.value(*value)?);
        }
        let types: Vec<Type> = slots.iter().map(|&slot| self.build.type_of(slot)).collect();
        Ok((types == results).then(|| slots.into_iter().collect()))
    }

    fn single_instruction(&mut self, text: &str, operands: &AssemblyOperands<'m>) -> Lowered<Option<Lanes>> {
        let Some((name, rest)) = text.split_once(char::is_whitespace) else { return Ok(None) };
        let numbers: Option<Vec<usize>> = rest.split(',').map(|part| register_number(part.trim())).collect();
        let Some(values) = numbers.filter(|_| operands.outputs == 1) else { return Ok(None) };
        let Some(format) = scalar_format(name) else { return self.packed(name, &values, operands) };
        // The destination is `$0`, on whichever side it stands.
        let numbers: Vec<usize> = match (name, &values[..]) {
            ("sqrtsd" | "sqrtss", &[0, source] | &[source, 0]) => vec![source],
            ("vfmadd213sd" | "vfmadd213ss", &[0, b, c]) => vec![0, b, c],
            ("vfmaddsd" | "vfmaddss", &[0, a, b, c]) => vec![a, b, c],
            ("maxsd" | "maxss" | "minsd" | "minss", &[0, source] | &[source, 0]) => vec![0, source],
            _ => return Ok(None),
        };
        let mut slots = Vec::new();
        for number in numbers {
            let Some(value) = operands.get(number) else { return Ok(None) };
            match self.value(value)?[..] {
                [slot] if self.build.type_of(slot) == Type::Float(format) => slots.push(slot),
                _ => return Ok(None),
            }
        }
        Ok(Some(Lanes::One(match slots[..] {
            [a] => self.build.float_unary(FloatUnaryOp::Sqrt, format, a),
            [a, b] => self.chosen(name.starts_with("max"), format, a, b),
            [a, b, c] => self.build.float_fma(format, [a, b, c]),
            _ => return Ok(None),
        })))
    }

    /// Minima and maxima of all lanes.
    fn packed(
        &mut self,
        name: &str,
        values: &[usize],
        operands: &AssemblyOperands<'m>,
    ) -> Lowered<Option<Lanes>> {
        let (takes_larger, format) = match name {
            "maxpd" => (true, FloatFormat::F64),
            "maxps" => (true, FloatFormat::F32),
            "minpd" => (false, FloatFormat::F64),
            "minps" => (false, FloatFormat::F32),
            _ => return Ok(None),
        };
        let (&[0, source] | &[source, 0]) = values else { return Ok(None) };
        let (Some(a), Some(b)) = (operands.get(0), operands.get(source)) else { return Ok(None) };
        let (a, b) = (self.value(a)?, self.value(b)?);
        let fits = |lanes: &Lanes, build: &super::builder::BodyBuilder| {
            lanes.iter().all(|&lane| build.type_of(lane) == Type::Float(format))
        };
        if a.len() != b.len() || !fits(&a, &self.build) || !fits(&b, &self.build) {
            return Ok(None);
        }
        let pairs: Vec<(Slot, Slot)> = a.iter().copied().zip(b.iter().copied()).collect();
        Ok(Some(pairs.into_iter().map(|(a, b)| self.chosen(takes_larger, format, a, b)).collect()))
    }

    /// The processor's minimum or maximum: the source, unless the destination is beyond it.
    fn chosen(&mut self, takes_larger: bool, format: FloatFormat, a: Slot, b: Slot) -> Slot {
        let predicate = if takes_larger { FloatPredicate::Ogt } else { FloatPredicate::Olt };
        let dst = self.build.local(Type::BOOL);
        let site = UNNUMBERED;
        self.build.emit(Inst::FloatCompare { predicate, signaling: true, format, dst, a, b, site });
        self.build.select(dst, a, b)
    }
}

/// The first words of the lines of an assembly text.
fn mnemonics(text: &str) -> Vec<&str> {
    let lines = text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty());
    lines.filter_map(|line| line.split_whitespace().next()).collect()
}

/// Whether the lines ask which processor it is, and save a register around that.
fn is_identification(mnemonics: &[&str]) -> bool {
    let is_known = |name: &&str| ["cpuid", "mov", "movq", "xchg", "xchgq"].contains(name);
    mnemonics.contains(&"cpuid") && mnemonics.iter().all(is_known)
}

/// The number of a register operand: `$0`, `${0}`, `${0:x}`.
fn register_number(operand: &str) -> Option<usize> {
    let rest = operand.strip_prefix('$')?;
    let rest = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(rest);
    rest.split(':').next()?.parse().ok()
}

/// The format of an instruction on single numbers.
fn scalar_format(mnemonic: &str) -> Option<FloatFormat> {
    match mnemonic {
        "sqrtsd" | "vfmadd213sd" | "vfmaddsd" | "maxsd" | "minsd" => Some(FloatFormat::F64),
        "sqrtss" | "vfmadd213ss" | "vfmaddss" | "maxss" | "minss" => Some(FloatFormat::F32),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_text_is_no_register_and_no_question() {
        assert_eq!(["$0", "${1}", "${12:x}"].map(register_number), [Some(0), Some(1), Some(12)]);
        assert_eq!(["%xmm0", "8($0)", "$$3"].map(register_number), [None; 3]);
        assert!(is_identification(&mnemonics("mov ${0:q}, rbx\ncpuid\nxchg ${0:q}, rbx")));
        assert!(!is_identification(&mnemonics("rdtsc")));
        assert!(mnemonics(" \n ").is_empty());
    }
}
