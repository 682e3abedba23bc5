//! Calls of the host's mathematical library, marshalled by the signature the library's table gives.

use super::float::note;
use super::memory::{read_value, write_value};
use crate::event::Raised;
use crate::frame::Argument;
use crate::library::ReturnedSlots;
use crate::machine::Machine;
use crate::number::site::{ResultFacts, call_is_tiny};
use crate::path_end::PathEnd;
use ulpwise_host::RoundingMode;
use ulpwise_host::libm::{CallResult, LibmFunction, LibmParameter, LibmValue, Return, Type as HostType};
use ulpwise_ir::{FloatFormat, SiteId, Type};

/// Calls `function` and accounts for what it raised at `site`.
pub(super) fn call(
    machine: &mut Machine,
    function: &LibmFunction,
    arguments: &[Argument],
    site: Option<SiteId>,
) -> Result<ReturnedSlots, PathEnd> {
    let signature = function.signature();
    let mut given = Arguments { machine, rest: arguments.iter(), function };
    let mut values = Values::default();
    let mut outputs = Vec::new();
    for parameter in signature.parameters {
        match *parameter {
            LibmParameter::Value(ty) => values.push(given.value(ty)?),
            LibmParameter::Complex(ty) => given.complex(ty)?.into_iter().for_each(|part| values.push(part)),
            LibmParameter::Reference(ty) => values.push(given.reference(ty)?),
            LibmParameter::Output(ty) => outputs.push((given.next()?.bits as u64, ty)),
        }
    }
    // The hardware does not round to nearest with ties away, so that the library has no such result.
    let mode = RoundingMode::from_exact(machine.float.rounding).ok_or_else(|| {
        PathEnd::Unsupported("a call of the mathematical library in rounding with ties away".to_owned())
    })?;
    machine.collect_hardware_flags();
    let outcome = function.call(mode, values.as_slice());
    Machine::discard_hardware_flags();

    let mut results = outcome.results.iter();
    let mut returned = ReturnedSlots::default();
    let count = match signature.returns {
        Return::Nothing => 0,
        Return::Value(_) => 1,
        Return::Complex(_) => 2,
    };
    for value in results.by_ref().take(count) {
        returned.push_value(type_of(value.ty()), value.bits());
    }
    for ((address, ty), value) in outputs.into_iter().zip(results) {
        write_value(machine, type_of(ty), address, value.bits())?;
    }
    if outcome.errno != 0 {
        machine.library.set_errno(&mut machine.memory, outcome.errno);
    }
    account(machine, site, values.as_slice(), &outcome);
    Ok(returned)
}

/// Keeps account of what a call raised.
fn account(machine: &mut Machine, site: Option<SiteId>, values: &[LibmValue], outcome: &CallResult) {
    let flags = outcome.flags.to_exact();
    let first = outcome.results.first();
    let tiny = call_is_tiny(values, first);
    match site {
        Some(site) if tiny || machine.events.wants(flags) => {
            let operands: Vec<u128> = values.iter().map(|value| value.bits()).collect();
            let result = first.map_or(0, |value| value.bits());
            let facts = ResultFacts::tiny_if(tiny);
            note(machine, &Raised { site, flags, facts, operands: &operands, result });
        }
        Some(_) | None => machine.raise_flags(flags), // fail-closed: the flags are up in any case.
    }
}

/// The arguments of a call: at most four, on the stack.
struct Values {
    items: [LibmValue; 4],
    len: usize,
}

impl Default for Values {
    fn default() -> Self {
        Self { items: [LibmValue::Int(0); 4], len: 0 }
    }
}

impl Values {
    fn push(&mut self, value: LibmValue) {
        self.items[self.len] = value;
        self.len += 1;
    }

    fn as_slice(&self) -> &[LibmValue] {
        &self.items[..self.len]
    }
}

/// Our name of a type of the library's interface.
fn type_of(ty: HostType) -> Type {
    match ty {
        HostType::F64 => Type::Float(FloatFormat::F64),
        HostType::F32 => Type::Float(FloatFormat::F32),
        HostType::X87 => Type::Float(FloatFormat::X87),
        HostType::Int => Type::Int(32),
        HostType::Long => Type::Int(64),
    }
}

/// The arguments of a call, taken one by one and checked: a program may declare `double sin(int)`.
struct Arguments<'a> {
    machine: &'a Machine,
    rest: std::slice::Iter<'a, Argument>,
    function: &'a LibmFunction,
}

impl Arguments<'_> {
    fn next(&mut self) -> Result<Argument, PathEnd> {
        self.rest.next().copied().ok_or_else(|| self.mismatch())
    }

    fn mismatch(&self) -> PathEnd {
        PathEnd::Unsupported(format!("a call of '{}' with other arguments than libm's", self.function.name()))
    }

    fn value(&mut self, ty: HostType) -> Result<LibmValue, PathEnd> {
        let argument = self.next()?;
        if argument.ty != type_of(ty) {
            return Err(self.mismatch());
        }
        Ok(LibmValue::from_bits(ty, argument.bits))
    }

    fn reference(&mut self, ty: HostType) -> Result<LibmValue, PathEnd> {
        let address = self.next()?.bits as u64;
        Ok(LibmValue::from_bits(ty, read_value(self.machine, type_of(ty), address)?))
    }

    /// Two values in registers, or, for x87, the address of both in memory.
    fn complex(&mut self, ty: HostType) -> Result<[LibmValue; 2], PathEnd> {
        if self.rest.as_slice().first().is_some_and(|argument| argument.ty == Type::Pointer) {
            let address = self.next()?.bits as u64;
            let part = |offset| -> Result<LibmValue, PathEnd> {
                Ok(LibmValue::from_bits(ty, read_value(self.machine, type_of(ty), address + offset)?))
            };
            return Ok([part(0)?, part(16)?]);
        }
        Ok([self.value(ty)?, self.value(ty)?])
    }
}
