//! A function, its inputs and its outputs, as bounds are proven for them.

use super::form::AffineErrorForm;
use super::machine::BoundMachine;
use super::memory::BoundValue;
use super::{BoxBound, InputBox};
use crate::domain::InputDomain;
use crate::error::{BoundRefusal, RefusalReason};
use std::collections::BTreeMap;
use std::rc::Rc;
use ulpwise_domain::Interval;
use ulpwise_float::Format;
use ulpwise_harness::{NativeInputs, Output};
use ulpwise_ir::{Module, Type};
use ulpwise_symex::{Content, EntryObject, EntryPoint, Given};

/// A function, its inputs and its outputs.
pub struct BoundSubject<'a> {
    /// The program.
    pub module: &'a Module,
    /// Where a call begins.
    pub entry: &'a EntryPoint,
    /// The names of inputs.
    pub inputs: &'a NativeInputs,
    /// Their values.
    pub domain: &'a InputDomain,
    /// The outputs that count.
    pub outputs: &'a [Output],
}

/// How many runs a box may take: comparisons may go both ways.
const MOST_RUNS: usize = 512;

/// Where a named number lies, and how many bytes it has.
struct NumberLocation {
    address: BoundValue,
    size: usize,
}

/// The locations of all named numbers.
type NumberLocations = BTreeMap<String, NumberLocation>;

impl BoundSubject<'_> {
    /// The bounds of all numbers that vary.
    pub(super) fn whole(&self) -> InputBox {
        let varied = self.domain.varied.iter().map(|&at| self.domain.coordinates[at]);
        varied
            .map(|coordinate| (coordinate.number(coordinate.low), coordinate.number(coordinate.high)))
            .collect()
    }

    /// What holds on a box.
    pub(super) fn run(&self, part: &InputBox) -> Result<BoxBound, BoundRefusal> {
        let mut open = vec![Vec::new()];
        let mut all = BoxBound { absolute: 0.0, relative: Some(0.0), expressions: Some(Vec::new()) };
        let mut runs = 0;
        while let Some(ways) = open.pop() {
            runs += 1;
            if runs > MOST_RUNS {
                return Err(RefusalReason::TooManyForks.into());
            }
            let mut machine = BoundMachine::new(self.module, ways);
            let mut locations = NumberLocations::new();
            let mut objects = Vec::new();
            for object in &self.entry.objects {
                objects.push(self.object(&mut machine, object, part, &mut locations)?);
            }
            let types = &self.module.functions[self.entry.function].parameters;
            let arguments = self.entry.given.iter().zip(types).map(|(given, ty)| match *given {
                Given::Bits(bits) => Ok(BoundValue::Bits(bits)),
                Given::Part(object, offset) => {
                    let size = usize::from(ty.bits()).div_ceil(8);
                    machine.memory.load(&BoundValue::Pointer(objects[object], offset as i64), size)
                }
                Given::AddressOf(object) => Ok(BoundValue::Pointer(objects[object], 0)),
                Given::Any | Given::Array(..) => Err(RefusalReason::UndescribedParameter),
            });
            let arguments = arguments.collect::<Result<Vec<_>, RefusalReason>>()?;
            let returned = machine.call(self.entry.function, arguments)?;
            for output in self.outputs {
                let value = match &output.name {
                    None => returned.first().cloned(),
                    Some(name) => match locations.get(name) {
                        Some(number) => Some(machine.memory.load(&number.address, number.size)?),
                        None => None,
                    },
                };
                let value = value.ok_or(RefusalReason::UnknownOutput)?;
                self.add(&mut all, &value, output.format);
            }
            open.append(&mut machine.open);
        }
        Ok(all)
    }

    fn add(&self, all: &mut BoxBound, value: &BoundValue, format: Format) {
        // What is known to the bit is a constant, or was never written.
        let BoundValue::Number(form) = value else { return };
        let smallest = 2f64.powi(format.min_exponent() as i32);
        all.expressions = all.expressions.take().and_then(|mut known| {
            known.push((form.expression.clone()?, format));
            Some(known)
        });
        all.absolute = all.absolute.max(form.error());
        all.relative = all.relative.zip(form.relative_error(smallest)).map(|(one, other)| one.max(other));
    }

    /// An object, and those it points at.
    fn object(
        &self,
        machine: &mut BoundMachine<'_>,
        object: &EntryObject,
        part: &InputBox,
        locations: &mut NumberLocations,
    ) -> Result<usize, RefusalReason> {
        let number = machine.memory.allocate(object.size)?;
        let mut open = vec![(number, object)];
        while let Some((number, object)) = open.pop() {
            let mut targets = BTreeMap::new();
            for (offset, content) in &object.contents {
                let address = BoundValue::Pointer(number, *offset as i64);
                match content {
                    Content::Bytes(bytes) => {
                        for (at, &byte) in bytes.iter().enumerate() {
                            let address = BoundValue::Pointer(number, *offset as i64 + at as i64);
                            machine.memory.store(&address, 1, BoundValue::Bits(byte.into()))?;
                        }
                    }
                    Content::Address(inner) => {
                        let other = machine.memory.allocate(inner.size)?;
                        machine.memory.store(&address, 8, BoundValue::Pointer(other, 0))?;
                        targets.insert(*offset, other);
                        open.push((other, inner));
                    }
                    Content::Behind(pointer, bytes) => {
                        let target = targets.get(pointer).ok_or(RefusalReason::UndescribedParameter)?;
                        machine.memory.store(&address, 8, BoundValue::Pointer(*target, *bytes as i64))?;
                    }
                    Content::Any(name, ty, _) => {
                        let size = usize::from(ty.bits()).div_ceil(8);
                        let value = self.input(name, *ty, part)?;
                        machine.memory.store(&address, size, value)?;
                        locations.insert(name.clone(), NumberLocation { address, size });
                    }
                }
            }
        }
        Ok(number)
    }

    /// The value of an input on a box.
    fn input(&self, name: &str, ty: Type, part: &InputBox) -> Result<BoundValue, RefusalReason> {
        let at = self.inputs.names.iter().position(|known| known == name);
        let at = at.ok_or_else(|| RefusalReason::UnknownInput(name.to_owned()))?;
        let coordinate = &self.domain.coordinates[at];
        let Some(varied) = self.domain.varied.iter().position(|&varied| varied == at) else {
            return Ok(BoundValue::Bits(coordinate.bits(coordinate.low).into()));
        };
        if !coordinate.is_float() || !matches!(ty, Type::Float(_)) {
            return Err(RefusalReason::VaryingInteger(name.to_owned()));
        }
        let (low, high) = part[varied];
        let digits = coordinate.digits();
        let form = AffineErrorForm::input(Interval::new(low, high), coordinate.number(1), digits);
        Ok(BoundValue::Number(Rc::new(form.varying(varied as u32))))
    }
}
