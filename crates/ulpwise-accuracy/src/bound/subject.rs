//! A function, its inputs and its outputs, as bounds are proven for them.

use super::form::AffineErrorForm;
use super::machine::BoundMachine;
use super::memory::BoundValue;
use super::numbers;
use super::sum::up;
use super::variables::EntryVariables;
use super::{BoxBound, InputBox};
use crate::domain::InputDomain;
use crate::error::{BoundRefusal, RefusalReason};
use crate::success::SuccessCondition;
use std::collections::BTreeMap;
use std::rc::Rc;
use ulpwise_domain::Interval;
use ulpwise_float::Format;
use ulpwise_harness::{NativeInputs, Output};
use ulpwise_ir::{FloatFormat, FunctionId, Module, Type};
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
    /// For each variable by how much it may be wrong; none if there are none.
    pub input_errors: &'a [f64],
    /// Which variables may hold something else at entry.
    pub variables: &'a EntryVariables,
    /// Which calls count.
    pub success: Option<SuccessCondition>,
    /// A function of the same parameters that says which inputs are meant, if not all are.
    pub condition: Option<FunctionId>,
}

/// How many runs a box may take: comparisons may go both ways.
const MOST_RUNS: usize = 512;

/// What is known of an output.
fn number(value: &BoundValue, format: Format) -> Result<Rc<AffineErrorForm>, RefusalReason> {
    let format = if format == Format::F32 { FloatFormat::F32 } else { FloatFormat::F64 };
    match value {
        BoundValue::Number(form) => Ok(Rc::clone(form)),
        BoundValue::Bits(bits) => numbers::constant(*bits, format).map(Rc::new),
        BoundValue::Pointer(..) => Err(RefusalReason::AddressAsNumber),
    }
}

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

    /// For each number that varies by how much it may be wrong.
    pub(super) fn errors_of_varied(&self) -> Vec<f64> {
        let error = |&at: &usize| self.input_errors.get(at).copied().unwrap_or(0.0);
        self.domain.varied.iter().map(error).collect()
    }

    /// The names of the numbers that vary.
    pub(super) fn names_of_varied(&self) -> Vec<String> {
        let name = |&at: &usize| self.inputs.names[at].trim_start_matches('*').to_owned();
        self.domain.varied.iter().map(name).collect()
    }

    /// Whether no input of a box is meant.
    pub(super) fn excludes(&self, part: &InputBox) -> bool {
        let Some(condition) = self.condition else { return false };
        let mut open = vec![Vec::new()];
        let mut runs = 0;
        while let Some(ways) = open.pop() {
            runs += 1;
            let mut machine = BoundMachine::new(self.module, self.variables, ways);
            let returned = self.called(&mut machine, condition, part);
            let is_false =
                returned.is_ok_and(|(returned, _)| matches!(returned.first(), Some(BoundValue::Bits(0))));
            if !is_false || runs > MOST_RUNS {
                return false;
            }
            open.append(&mut machine.open);
        }
        true
    }

    /// Calls a function with the inputs of a box: what it returns, and where numbers lie.
    fn called(
        &self,
        machine: &mut BoundMachine<'_>,
        function: FunctionId,
        part: &InputBox,
    ) -> Result<(Vec<BoundValue>, NumberLocations), BoundRefusal> {
        let mut locations = NumberLocations::new();
        let mut objects = Vec::new();
        for object in &self.entry.objects {
            objects.push(self.object(machine, object, part, &mut locations)?);
        }
        let types = &self.module.functions[function].parameters;
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
        Ok((machine.call(function, arguments)?, locations))
    }

    /// What holds on a box.
    pub(super) fn run(&self, part: &InputBox) -> Result<BoxBound, BoundRefusal> {
        let mut open = vec![Vec::new()];
        let mut all = BoxBound { absolute: 0.0, relative: Some(0.0), expressions: Some(Vec::new()) };
        if self.excludes(part) {
            return Ok(all);
        }
        let mut runs = 0;
        let mut may_diverge = false;
        let mut results = Vec::new();
        while let Some(ways) = open.pop() {
            runs += 1;
            if runs > MOST_RUNS {
                return Err(RefusalReason::TooManyForks.into());
            }
            let mut machine = BoundMachine::new(self.module, self.variables, ways);
            let (returned, locations) = self.called(&mut machine, self.entry.function, part)?;
            let mut values = Vec::new();
            for output in self.outputs {
                let value = match &output.name {
                    None => returned.first().cloned(),
                    Some(name) => match locations.get(name) {
                        Some(number) => Some(machine.memory.load(&number.address, number.size)?),
                        None => None,
                    },
                };
                values.push(value.ok_or(RefusalReason::UnknownOutput)?);
            }
            may_diverge |= machine.may_diverge;
            results.push((self.fails(&returned), values));
            open.append(&mut machine.open);
        }
        if may_diverge {
            self.add_divergence(&mut all, &results)?;
        }
        for (fails, values) in &results {
            // Where both take the same way, both fail.
            if *fails && !may_diverge {
                continue;
            }
            for (output, value) in self.outputs.iter().zip(values) {
                self.add(&mut all, value, output.format);
            }
        }
        Ok(all)
    }

    /// Whether a call says for sure that it failed.
    fn fails(&self, returned: &[BoundValue]) -> bool {
        match (self.success, returned.first()) {
            (Some(success), Some(BoundValue::Bits(bits))) => !success.holds(&[*bits as u64]),
            _ => false,
        }
    }

    /// How far what is computed on one way is from what is right on another.
    fn add_divergence(
        &self,
        all: &mut BoxBound,
        results: &[(bool, Vec<BoundValue>)],
    ) -> Result<(), RefusalReason> {
        all.expressions = None;
        for (at, output) in self.outputs.iter().enumerate() {
            let smallest = 2f64.powi(output.format.min_exponent() as i32);
            let numbers = results.iter().map(|(_, values)| number(&values[at], output.format));
            let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
            let hull = |of: fn(&AffineErrorForm) -> Interval| {
                let mut all = numbers.iter().map(|number| of(number));
                let first = all.next().unwrap_or(Interval::ZERO);
                all.fold(first, Interval::hull)
            };
            let (computed, exact) = (hull(|number| number.computed), hull(|number| number.exact));
            let apart = computed.minus(exact).magnitude();
            all.absolute = all.absolute.max(apart);
            let least = exact.mignitude();
            let relative = (least > smallest).then(|| up(apart / least));
            all.relative = all.relative.zip(relative).map(|(one, other)| one.max(other));
        }
        Ok(())
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
        let number = machine.memory.allocate(object.size, true)?;
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
                        let other = machine.memory.allocate(inner.size, true)?;
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
        let error = self.input_errors.get(at).copied().unwrap_or(0.0);
        let Some(varied) = self.domain.varied.iter().position(|&varied| varied == at) else {
            if error > 0.0 && coordinate.is_float() {
                let number = AffineErrorForm::constant(coordinate.number(coordinate.low));
                return Ok(BoundValue::Number(Rc::new(number.wrong_by(error))));
            }
            return Ok(BoundValue::Bits(coordinate.bits(coordinate.low).into()));
        };
        if !coordinate.is_float() || !matches!(ty, Type::Float(_)) {
            return Err(RefusalReason::VaryingInteger(name.to_owned()));
        }
        let (low, high) = part[varied];
        let digits = coordinate.digits();
        let form = AffineErrorForm::input(Interval::new(low, high), coordinate.number(1), digits);
        Ok(BoundValue::Number(Rc::new(form.wrong_by(error).varying(varied as u32))))
    }
}
