//! Whether calls of a function on all of its inputs say everything about it.
//!
//! They do when each call computes with its inputs alone. A value that depends on where an object
//! lies, on what memory held before, or on what the system answers, may be another one in the next
//! process. The rule is by permission: what is not listed here as harmless is an obstacle.

use crate::reach::reached_functions;
use std::collections::BTreeMap;
use std::fmt;
use ulpwise_externals::{MemoryAccess, Returns, effects, lookup};
use ulpwise_ir::{Body, Constant, FunctionId, GlobalId, Inst, Module, Slot, SlotType, Type};

/// Why trials of all inputs prove nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrialObstacle {
    /// It reads memory that may not have been written.
    Uninitialised,
    /// It reads or writes memory at an address that is not known before the call, or beyond an
    /// object.
    Address,
    /// It uses an address as a value.
    AddressAsValue,
    /// It calls a function that is no function of numbers.
    Call(String),
    /// It does something else whose result the inputs do not determine.
    Other(&'static str),
}

impl fmt::Display for TrialObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uninitialised => f.write_str("it may read memory that was never written"),
            Self::Address => f.write_str("it accesses memory at an address that depends on the call"),
            Self::AddressAsValue => f.write_str("a value depends on where an object lies"),
            Self::Call(name) => write!(f, "it calls '{name}', which may do something else next time"),
            Self::Other(what) => write!(f, "it {what}"),
        }
    }
}

/// What stands against a proof by trial, if anything does.
pub fn trial_obstacle(module: &Module, function: FunctionId) -> Option<TrialObstacle> {
    reached_functions(module, function).into_iter().find_map(|reached| {
        let body = module.functions[reached].body.as_ref()?;
        Objects::new(module, body).check().err()
    })
}

/// An address that is known relative to an object.
#[derive(Clone, Copy, Debug)]
struct Span {
    object: Object,
    offset: i64,
}

/// Something in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Object {
    Variable(GlobalId),
    Local(Slot),
}

/// A function's objects and the slots that hold addresses in them.
struct Objects<'a> {
    module: &'a Module,
    body: &'a Body,
    addresses: BTreeMap<Slot, Span>,
    sizes: BTreeMap<Object, i64>,
    /// The bytes of local objects that the entry block has written so far.
    written: BTreeMap<Slot, Vec<bool>>,
}

/// Larger local objects are not followed.
const LARGEST_LOCAL: i64 = 4096;

impl<'a> Objects<'a> {
    fn new(module: &'a Module, body: &'a Body) -> Self {
        let (mut addresses, mut sizes) = (BTreeMap::new(), BTreeMap::new());
        for &(slot, constant) in &body.constants {
            if let Constant::GlobalAddress(variable, offset) = constant {
                let object = Object::Variable(variable);
                addresses.insert(slot, Span { object, offset });
                sizes.insert(object, i64::try_from(module.globals[variable].size).unwrap_or(0));
            }
        }
        Self { module, body, addresses, sizes, written: BTreeMap::new() }
    }

    /// Looks at every instruction, in the order of the blocks; the entry block comes first.
    fn check(mut self) -> Result<(), TrialObstacle> {
        let is_vague = |&(_, constant): &(Slot, Constant)| match constant {
            Constant::Undefined => Some(TrialObstacle::Uninitialised),
            Constant::FunctionAddress(_) => Some(TrialObstacle::AddressAsValue),
            Constant::Bits(_) | Constant::GlobalAddress(..) => None,
        };
        if let Some(obstacle) = self.body.constants.iter().find_map(is_vague) {
            return Err(obstacle);
        }
        let body = self.body;
        for (number, block) in body.blocks.ids().enumerate() {
            for (_, inst) in body.block_insts(block) {
                self.visit(inst, number == 0)?;
            }
        }
        for edge in &self.body.edges {
            for &argument in self.body.list(edge.arguments) {
                self.refuse_address(argument)?;
            }
        }
        Ok(())
    }

    fn visit(&mut self, inst: &Inst, is_entry: bool) -> Result<(), TrialObstacle> {
        match *inst {
            Inst::Alloca { dst, count, size, .. } => self.allocate(dst, count, size, is_entry),
            Inst::PointerAdd { dst, base, index, scale } => self.move_address(dst, base, index, scale),
            Inst::Copy { wide: false, dst, a } => {
                if !self.is_pointer(dst) {
                    return self.refuse_address(a);
                }
                if let Some(&span) = self.addresses.get(&a) {
                    self.addresses.insert(dst, span);
                }
                Ok(())
            }
            Inst::Load { volatile: true, .. } => Err(TrialObstacle::Other("reads volatile memory")),
            Inst::Load { ty, address, volatile: false, .. } => self.read(address, ty.store_bytes() as i64),
            Inst::Store { ty, address, value } => {
                self.refuse_address(value)?;
                self.write(address, ty.store_bytes() as i64, is_entry)
            }
            Inst::MemCopy { to, from, len, .. } => {
                let len = self.length(len)?;
                self.read(from, len)?;
                self.write(to, len, is_entry)
            }
            Inst::MemSet { to, byte, len } => {
                self.refuse_address(byte)?;
                self.write(to, self.length(len)?, is_entry)
            }
            Inst::Call { callee, .. } => {
                self.refuse_addresses(inst)?;
                self.call(callee)
            }
            Inst::CallIndirect { .. } => Err(TrialObstacle::Other("calls through a pointer")),
            Inst::Landing { .. } => Err(TrialObstacle::Other("catches exceptions")),
            // It ends the call, as what does not return does.
            Inst::Unwind { .. } => Ok(()),
            Inst::VaStart { .. } | Inst::VaCopy { .. } => {
                Err(TrialObstacle::Other("takes a variable number of arguments"))
            }
            Inst::StackSave { .. } | Inst::StackRestore { .. } => {
                Err(TrialObstacle::Other("makes arrays of variable length"))
            }
            Inst::GetRounding { .. } | Inst::SetRounding { .. } => {
                Err(TrialObstacle::Other("uses the rounding mode"))
            }
            Inst::Unsupported { .. } => Err(TrialObstacle::Other("does something that is not followed")),
            Inst::Int { .. }
            | Inst::IntOverflow { .. }
            | Inst::IntUnary { .. }
            | Inst::FunnelShift { .. }
            | Inst::IntCast { .. }
            | Inst::IntCompare { .. }
            | Inst::Select { .. }
            | Inst::Copy { wide: true, .. }
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
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::Return { .. }
            | Inst::Unreachable => self.refuse_addresses(inst),
        }
    }

    fn allocate(&mut self, dst: Slot, count: Slot, size: u32, is_entry: bool) -> Result<(), TrialObstacle> {
        let bytes = self.body.constant_bits(count).and_then(|count| {
            i64::try_from(count).ok()?.checked_mul(i64::from(size)).filter(|&bytes| bytes <= LARGEST_LOCAL)
        });
        let bytes = bytes.filter(|_| is_entry).ok_or(TrialObstacle::Address)?;
        let object = Object::Local(dst);
        self.addresses.insert(dst, Span { object, offset: 0 });
        self.sizes.insert(object, bytes);
        self.written.insert(dst, vec![false; bytes as usize]);
        Ok(())
    }

    fn move_address(&mut self, dst: Slot, base: Slot, index: Slot, scale: u32) -> Result<(), TrialObstacle> {
        self.refuse_address(index)?;
        let Some(&span) = self.addresses.get(&base) else { return Ok(()) };
        let moved = self.body.constant_bits(index).and_then(|index| {
            let steps = (index as u64).cast_signed();
            span.offset.checked_add(steps.checked_mul(i64::from(scale))?)
        });
        let offset = moved.ok_or(TrialObstacle::Address)?;
        self.addresses.insert(dst, Span { offset, ..span });
        Ok(())
    }

    fn length(&self, len: Slot) -> Result<i64, TrialObstacle> {
        let len = self.body.constant_bits(len).and_then(|len| i64::try_from(len).ok());
        len.ok_or(TrialObstacle::Address)
    }

    /// The object and the first byte of an access that lies within it.
    fn access(&self, address: Slot, bytes: i64) -> Result<Span, TrialObstacle> {
        let span = *self.addresses.get(&address).ok_or(TrialObstacle::Address)?;
        let end = span.offset.checked_add(bytes).ok_or(TrialObstacle::Address)?;
        let fits = span.offset >= 0 && end <= self.sizes[&span.object];
        if fits { Ok(span) } else { Err(TrialObstacle::Address) }
    }

    fn read(&self, address: Slot, bytes: i64) -> Result<(), TrialObstacle> {
        let span = self.access(address, bytes)?;
        let local = match span.object {
            Object::Local(local) => local,
            Object::Variable(variable) if self.module.globals[variable].relocations.is_empty() => {
                return Ok(());
            }
            Object::Variable(_) => return Err(TrialObstacle::AddressAsValue),
        };
        let written = &self.written[&local][span.offset as usize..][..bytes as usize];
        if written.iter().all(|&byte| byte) { Ok(()) } else { Err(TrialObstacle::Uninitialised) }
    }

    fn write(&mut self, address: Slot, bytes: i64, is_entry: bool) -> Result<(), TrialObstacle> {
        let span = self.access(address, bytes)?;
        match span.object {
            Object::Variable(variable) if self.module.globals[variable].constant => {
                Err(TrialObstacle::Address)
            }
            Object::Local(local) if is_entry => {
                let written = self.written.get_mut(&local).ok_or(TrialObstacle::Address)?;
                written[span.offset as usize..][..bytes as usize].fill(true);
                Ok(())
            }
            // What other blocks write may not have been written when it is read.
            Object::Local(_) | Object::Variable(_) => Ok(()),
        }
    }

    /// A function that is called is looked at by itself, or computes numbers of numbers, or ends the
    /// call.
    fn call(&self, callee: FunctionId) -> Result<(), TrialObstacle> {
        let function = &self.module.functions[callee];
        if function.body.is_some() {
            return Ok(());
        }
        let computes = lookup(&function.name).is_some_and(|external| {
            let effects = external.effects();
            let needs_no_memory = [effects.reads, effects.writes] == [MemoryAccess::Nothing; 2];
            external.math().is_some() && needs_no_memory && !effects.varies_between_runs()
        });
        let ends = effects(&function.name).is_some_and(|effects| effects.returns == Returns::Never);
        if computes || ends { Ok(()) } else { Err(TrialObstacle::Call(function.name.clone())) }
    }

    fn refuse_addresses(&self, inst: &Inst) -> Result<(), TrialObstacle> {
        let mut result = Ok(());
        self.body.for_each_use(inst, |slot| {
            if result.is_ok() {
                result = self.refuse_address(slot);
            }
        });
        result
    }

    fn refuse_address(&self, slot: Slot) -> Result<(), TrialObstacle> {
        if self.is_pointer(slot) { Err(TrialObstacle::AddressAsValue) } else { Ok(()) }
    }

    fn is_pointer(&self, slot: Slot) -> bool {
        self.body.slots[slot] == SlotType::Value(Type::Pointer)
    }
}
