//! Calls: of the program's own functions, of the host's mathematical library, and of library
//! models.

use crate::dispatch::Registers;
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::library::ReturnedSlots;
use crate::memory::Memory;
use crate::path_end::PathEnd;
use crate::program::{Callee, ReadyBody};
use ulpwise_base::Id;
use ulpwise_ir::{FunctionId, SiteId, Slot, SlotList, Type};

/// What a call of a library model counts as, in bytes moved: it may go through a whole object, and
/// a few such calls must not outlast the time limit.
const LIBRARY_CALL_BYTES: u64 = 1 << 18;

/// A function of the program that is about to run.
pub(crate) struct CallTarget<'p> {
    pub(crate) callee: &'p ReadyBody<'p>,
    /// The arguments beyond its parameters.
    pub(crate) variadic: Box<[Argument]>,
}

/// Makes a call. Of a function outside the program at once, storing the results; for one inside,
/// returns what the caller must transfer to.
#[inline]
pub(crate) fn direct<'p>(
    interpreter: &mut Interpreter<'p>,
    caller: &ReadyBody<'_>,
    regs: &mut Registers<'_>,
    callee: FunctionId,
    arguments: SlotList,
    results: SlotList,
    site: Option<SiteId>,
) -> Result<Option<CallTarget<'p>>, PathEnd> {
    let program = interpreter.program;
    if let Callee::Body(ready) = program.callee(callee) {
        let parameters = ready.body.parameter_slots as usize;
        let mut variadic = Vec::new();
        if arguments.len() > parameters {
            gather(caller, regs, &caller.body.list(arguments)[parameters..], &mut variadic);
        }
        return Ok(Some(CallTarget { callee: ready, variadic: variadic.into() }));
    }
    // The buffer is the interpreter's, so that a call of sin allocates nothing.
    let mut given = std::mem::take(&mut interpreter.arguments);
    given.clear();
    gather(caller, regs, caller.body.list(arguments), &mut given);
    let outcome = outside(interpreter, callee, &given, site);
    interpreter.arguments = given;
    let returned = outcome?;
    for (slot, &value) in caller.body.list(results).iter().zip(returned.as_slice()) {
        regs.set(*slot, value);
    }
    Ok(None)
}

/// Appends the values in raw slots, with their types.
fn gather(caller: &ReadyBody<'_>, regs: &Registers<'_>, slots: &[Slot], into: &mut Vec<Argument>) {
    for &slot in slots {
        if let ulpwise_ir::SlotType::Value(ty) = caller.body.slots[slot] {
            into.push(Argument { ty, bits: regs.get_sized(slot, ty.bits()) });
        }
    }
}

/// The values of these types in raw slots.
pub(crate) fn typed_arguments(types: impl Iterator<Item = Type>, raw: &[u64]) -> Vec<Argument> {
    let mut raw = raw.iter().copied();
    let mut next = || u128::from(raw.next().unwrap_or(0));
    types
        .map(|ty| {
            let low = next();
            let high = if ty.is_wide() { next() } else { 0 };
            Argument { ty, bits: low | (high << 64) }
        })
        .collect()
}

/// Calls a function that is not defined in the program.
pub(crate) fn outside(
    interpreter: &mut Interpreter<'_>,
    function: FunctionId,
    arguments: &[Argument],
    site: Option<SiteId>,
) -> Result<ReturnedSlots, PathEnd> {
    let program = interpreter.program;
    if interpreter.intercepted.contains(&function) {
        return Err(PathEnd::Marked);
    }
    match program.callee(function) {
        Callee::Math(math) => super::math::call(&mut interpreter.machine, math, arguments, site),
        Callee::Library(model) => {
            // The model may compute with floats for its own ends: the flags it leaves are not the
            // program's.
            interpreter.machine.collect_hardware_flags();
            let outcome = model(interpreter, arguments);
            interpreter.machine.charge_bytes(LIBRARY_CALL_BYTES);
            crate::machine::Machine::discard_hardware_flags();
            outcome
        }
        Callee::Unknown | Callee::Body(_) => {
            Err(PathEnd::UnknownFunction(program.module().functions[function].name.clone()))
        }
    }
}

/// The function at an address, if it can be called with these arguments and results.
pub(crate) fn indirect_target(
    interpreter: &Interpreter<'_>,
    caller: &ReadyBody<'_>,
    regs: &Registers<'_>,
    callee: Slot,
    arguments: SlotList,
    results: SlotList,
) -> Result<FunctionId, PathEnd> {
    let address = regs.get(callee);
    if address == 0 {
        return Err(PathEnd::BadIndirectCall("the pointer is null".to_owned()));
    }
    let module = interpreter.program.module();
    let function = Memory::function_at(address)
        .filter(|function| function.index() < module.functions.len())
        .ok_or_else(|| PathEnd::BadIndirectCall(format!("no function is at address {address:#x}")))?;
    let target = &module.functions[function];
    let slots = |types: &[Type]| types.iter().map(|ty| ty.slots()).sum::<usize>();
    let enough = arguments.len() >= slots(&target.parameters);
    let exact = target.variadic || arguments.len() == slots(&target.parameters);
    // A caller may ignore the result, but not expect one that is not there.
    let results_fit = results.is_empty() || results.len() == slots(&target.results);
    let types_fit =
        caller.body.values(arguments).map(|(_, ty)| ty).zip(&target.parameters).all(|(given, &wanted)| {
            given == wanted || (!matches!(given, Type::Float(_)) && !matches!(wanted, Type::Float(_)))
        });
    if enough && exact && results_fit && types_fit {
        return Ok(function);
    }
    Err(PathEnd::BadIndirectCall(format!("'{}' has other parameters or another result", target.name)))
}
