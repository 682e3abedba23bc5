//! Calls: of functions, through pointers, of the mathematical library.

use super::builder::UNNUMBERED;
use super::constants::Folded;
use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::{Lowered, Unsupported, unsupported};
use ulpwise_ir::{FloatFormat, FunctionId, Inst, Library, SignOp, Slot, Target, Type};

impl<'m> FunctionLowering<'_, 'm> {
    /// A `call` or `invoke`, whatever is called.
    pub(super) fn call(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let callee = inst.callee().ok_or_else(|| Unsupported::malformed("call"))?;
        if let Some(text) = callee.inline_assembly() {
            return self.inline_assembly(inst, text);
        }
        if callee.intrinsic_name().is_none()
            && let Some(outcome) = self.runtime_call(inst, None)
        {
            return match outcome? {
                Some(results) => Ok(results),
                None => self.begin_unreached(inst),
            };
        }
        self.plain_call(inst, true)
    }

    /// What stands after a call that does not return.
    fn begin_unreached(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let rest = self.build.new_block();
        self.build.switch_to(rest);
        Ok(self.types(inst)?.into_iter().map(|ty| self.build.undefined(ty)).collect())
    }

    /// A call of a function that is nothing special. Copies of arguments are given up after it, if
    /// something may stand there.
    pub(super) fn plain_call(&mut self, inst: Value<'m>, gives_copies_up: bool) -> Lowered<Lanes> {
        let callee = inst.callee().ok_or_else(|| Unsupported::malformed("call"))?;
        if let Some(text) = callee.inline_assembly() {
            return self.inline_assembly(inst, text);
        }
        if let Some(name) = callee.intrinsic_name() {
            return self.intrinsic(inst, name);
        }
        self.note_construction(inst)?;
        let results = self.types(inst)?;
        let direct = match self.context.fold(callee) {
            Some(Folded::Address(Target::Function(function), 0)) => Some(function),
            _ => None,
        };
        if let Some(lanes) = direct.and_then(|function| self.sign_function(inst, function)) {
            return lanes;
        }
        let stack_mark =
            (gives_copies_up && self.has_copied_arguments(inst)).then(|| self.build.stack_save());
        let arguments = self.arguments(inst)?;
        let results = match direct {
            Some(function) => self.call_function(function, &arguments, &results)?,
            None => self.call_pointer(callee, &arguments, &results)?,
        };
        if let Some(mark) = stack_mark {
            self.build.emit(Inst::StackRestore { mark });
        }
        Ok(results.into_iter().collect())
    }

    fn has_copied_arguments(&self, inst: Value<'m>) -> bool {
        (0..inst.arguments().len() as u32).any(|index| inst.byval_type(index).is_some())
    }

    /// The scalars of all arguments. What the callee gets by value behind a pointer is copied here.
    ///
    /// What `va_arg` reads is laid out by the executor from the scalars alone, which is right for
    /// scalars only: a vector lies in one register, a copied structure on the stack whichever
    /// registers are left.
    fn arguments(&mut self, inst: Value<'m>) -> Lowered<Vec<Slot>> {
        let first_variadic = inst.first_variadic_argument().unwrap_or(u32::MAX);
        let mut slots = Vec::new();
        for (index, argument) in (0..).zip(inst.arguments()) {
            if index >= first_variadic && (inst.byval_type(index).is_some() || argument.ty().is_vector()) {
                return unsupported("a vector or a structure in memory among variable arguments");
            }
            let lanes = self.value(argument)?;
            match (inst.byval_type(index), &lanes[..]) {
                (Some(ty), &[original]) => {
                    let size = self.context.module.allocated_size(ty);
                    let align = self.context.module.alignment(ty).max(8);
                    let small = u32::try_from(size).or(Err(Unsupported::ty(ty)))?;
                    let copy = self.build.alloca(small, align);
                    let len = self.build.bits(Type::Int(64), u128::from(size));
                    self.build.emit(Inst::MemCopy { overlap: false, to: copy, from: original, len });
                    slots.push(copy);
                }
                _ => slots.extend_from_slice(&lanes),
            }
        }
        Ok(slots)
    }

    /// Calls a function of the module or an external one; the types must be those it has.
    pub(super) fn call_function(
        &mut self,
        callee: FunctionId,
        arguments: &[Slot],
        results: &[Type],
    ) -> Lowered<Vec<Slot>> {
        let function = &self.context.symbols.functions[callee];
        let argument_types: Vec<Type> = arguments.iter().map(|&slot| self.build.type_of(slot)).collect();
        let fits = match function.variadic {
            true => argument_types.starts_with(&function.parameters),
            false => argument_types == function.parameters,
        };
        // A caller may ignore a result that its own declaration does not know of.
        if !fits || !(results.is_empty() || function.results == results) {
            return unsupported(format!("a call of {} with another type than it has", function.name));
        }
        let site = (function.library == Library::Math).then_some(UNNUMBERED);
        let result_types = function.results.clone();
        let result_slots: Vec<Slot> = result_types.iter().map(|&ty| self.build.local(ty)).collect();
        let arguments = self.build.list(arguments);
        let result_list = self.build.list(&result_slots);
        self.build.emit(Inst::Call { callee, arguments, results: result_list, site });
        Ok(if results.is_empty() { Vec::new() } else { result_slots })
    }

    fn call_pointer(
        &mut self,
        callee: Value<'m>,
        arguments: &[Slot],
        results: &[Type],
    ) -> Lowered<Vec<Slot>> {
        let callee = self.scalar(callee)?;
        let result_slots: Vec<Slot> = results.iter().map(|&ty| self.build.local(ty)).collect();
        let arguments = self.build.list(arguments);
        let results = self.build.list(&result_slots);
        self.build.emit(Inst::CallIndirect { callee, arguments, results });
        Ok(result_slots)
    }

    /// Calls an external function by name, declaring it if need be.
    pub(super) fn call_external(
        &mut self,
        name: &str,
        arguments: &[Slot],
        results: &[Type],
    ) -> Lowered<Vec<Slot>> {
        let types: Vec<Type> = arguments.iter().map(|&slot| self.build.type_of(slot)).collect();
        let callee = self.context.symbols.external(name, &types, results);
        self.call_function(callee, arguments, results)
    }

    /// `fabs` and `copysign` only touch the sign bit, so they are not calls of the library.
    fn sign_function(&mut self, inst: Value<'m>, callee: FunctionId) -> Option<Lowered<Lanes>> {
        let callee = &self.context.symbols.functions[callee];
        let inst_callee = inst.callee()?;
        if !inst_callee.is_declaration() {
            return None;
        }
        let (base, format) = sign_function_name(&callee.name)?;
        let float = Type::Float(format);
        let is_fabs = base == "fabs";
        let expected: &[Type] = if is_fabs { &[float] } else { &[float, float] };
        if callee.parameters != expected || callee.results != [float] {
            return None;
        }
        Some(match is_fabs {
            true => self.float_sign(inst, SignOp::Abs),
            false => self.float_copy_sign(inst),
        })
    }
}

/// The base name and the format of `fabs`, `fabsf`, `fabsl`, `fabsf128` and the same for
/// `copysign`.
fn sign_function_name(name: &str) -> Option<(&'static str, FloatFormat)> {
    let base = ["fabs", "copysign"].into_iter().find(|base| name.starts_with(base))?;
    let format = match name.strip_prefix(base)? {
        "" => FloatFormat::F64,
        "f" => FloatFormat::F32,
        "l" => FloatFormat::X87,
        "f128" => FloatFormat::F128,
        _ => return None,
    };
    Some((base, format))
}
