//! Intrinsics that the code generator replaces by calls of the mathematical library.
//!
//! `llvm.sin` of a double is a call of `sin`, of a float of `sinf`, of an `x86_fp80` of `sinl`, of
//! an `fp128` of `sinf128`. The library has no functions for the 16-bit formats: these go through
//! float, as in the code generator.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::{Lowered, Unsupported, unsupported};
use ulpwise_externals::{MathShape, lookup_intrinsic};
use ulpwise_ir::{FloatFormat, Inst, IntCastOp, Slot, Type};

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` when the name is of another family.
    pub(super) fn library_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Lanes>> {
        let external = lookup_intrinsic(name)?;
        Some(match (external.name, external.math?.shape) {
            (base, MathShape::Unary) => self.library_unary(inst, base),
            (base, MathShape::Binary) => self.library_binary(inst, base),
            ("__powi", _) => self.integer_power(inst),
            (_, MathShape::WithInt) => self.scale_by_power_of_two(inst),
            (base, MathShape::ToLong) => self.round_to_int(inst, base),
            (_, MathShape::TwoOutputs) => self.sine_and_cosine(inst),
            (base, MathShape::IntOutput) => self.split(inst, base, Some(Type::Int(32))),
            (base, MathShape::FloatOutput) => self.split(inst, base, None),
            _ => return None,
        })
    }

    /// Calls the library on one or two floats of the same format.
    fn call_on_floats(&mut self, base: &str, arguments: &[Slot]) -> Lowered<Slot> {
        let format = self.format(*arguments.first().ok_or_else(|| Unsupported::malformed("call"))?)?;
        let (library_format, suffix) = library_format(format);
        let arguments: Vec<Slot> = arguments
            .iter()
            .map(|&argument| self.build.float_convert(format, library_format, argument))
            .collect();
        let results = [Type::Float(library_format)];
        let results = self.call_external(&format!("{base}{suffix}"), &arguments, &results)?;
        Ok(self.build.float_convert(library_format, format, results[0]))
    }

    fn library_unary(&mut self, inst: Value<'m>, base: &str) -> Lowered<Lanes> {
        let a = self.operand(inst, 0)?;
        self.each_lane(&a, |this, a| this.call_on_floats(base, &[a]))
    }

    fn library_binary(&mut self, inst: Value<'m>, base: &str) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        self.lane_by_lane([&a, &b], |this, a, b| this.call_on_floats(base, &[a, b]))
    }

    /// `llvm.powi` is a function of the compiler's run-time library; one exponent serves all lanes.
    fn integer_power(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let bases = self.operand(inst, 0)?;
        let exponent = self.scalar_operand(inst, 1)?;
        self.each_lane(&bases, |this, base| {
            let format = this.format(base)?;
            let (library_format, _) = library_format(format);
            let name = match library_format {
                FloatFormat::F32 => "__powisf2",
                FloatFormat::X87 => "__powixf2",
                FloatFormat::F128 => "__powitf2",
                _ => "__powidf2",
            };
            this.call_with_int(name, base, exponent)
        })
    }

    fn scale_by_power_of_two(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let (a, exponents) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let mut exponents = exponents.iter().cycle();
        self.each_lane(&a, |this, a| {
            let (_, suffix) = library_format(this.format(a)?);
            let exponent = *exponents.next().ok_or_else(|| Unsupported::malformed("llvm.ldexp"))?;
            this.call_with_int(&format!("ldexp{suffix}"), a, exponent)
        })
    }

    /// Calls a function of a float and an `int`.
    fn call_with_int(&mut self, name: &str, a: Slot, number: Slot) -> Lowered<Slot> {
        if self.build.type_of(number) != Type::Int(32) {
            return unsupported(format!("{name} with an exponent of {}", self.build.type_of(number)));
        }
        let format = self.format(a)?;
        let (library_format, _) = library_format(format);
        let a = self.build.float_convert(format, library_format, a);
        let results = self.call_external(name, &[a, number], &[Type::Float(library_format)])?;
        Ok(self.build.float_convert(library_format, format, results[0]))
    }

    /// `lrint` and its kin. C's `long` and `long long` have 64 bits; of a narrower result the code
    /// generator keeps the low bits, except that `lrint` is then a single instruction.
    fn round_to_int(&mut self, inst: Value<'m>, base: &str) -> Lowered<Lanes> {
        let types = self.types(inst)?;
        let mut types = types.into_iter();
        let a = self.operand(inst, 0)?;
        self.each_lane(&a, |this, a| {
            let ty = types.next().filter(|ty| ty.bits() <= 64);
            let ty = ty.ok_or_else(|| Unsupported(format!("llvm.{base} to {}", inst.ty().print())))?;
            if ty == Type::Int(32) && matches!(base, "lrint" | "llrint") {
                return this.signed_int_of(a, true, ty);
            }
            let format = this.format(a)?;
            let (library_format, suffix) = library_format(format);
            let a = this.build.float_convert(format, library_format, a);
            let results = this.call_external(&format!("{base}{suffix}"), &[a], &[Type::Int(64)])?;
            Ok(this.build.resize(IntCastOp::Truncate, results[0], ty.bits()))
        })
    }

    /// `llvm.sincos` as two calls: all sines first, then all cosines.
    fn sine_and_cosine(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let a = self.operand(inst, 0)?;
        let sines = self.each_lane(&a, |this, a| this.call_on_floats("sin", &[a]))?;
        let cosines = self.each_lane(&a, |this, a| this.call_on_floats("cos", &[a]))?;
        Ok(sines.iter().chain(cosines.iter()).copied().collect())
    }

    /// `frexp` and `modf`: the library gives one result and writes the other through a pointer. The
    /// second result has the type `second`, or that of the first.
    fn split(&mut self, inst: Value<'m>, base: &str, second: Option<Type>) -> Lowered<Lanes> {
        let a = self.operand(inst, 0)?;
        let mut seconds = Vec::new();
        let firsts = self.each_lane(&a, |this, a| {
            let format = this.format(a)?;
            let (library_format, suffix) = library_format(format);
            let float = Type::Float(library_format);
            let argument = this.build.float_convert(format, library_format, a);
            let mark = this.build.stack_save();
            let pointer = this.build.alloca(16, 16);
            let name = format!("{base}{suffix}");
            let results = this.call_external(&name, &[argument, pointer], &[float])?;
            let written = this.build.load(second.unwrap_or(float), pointer);
            this.build.emit(Inst::StackRestore { mark });
            seconds.push(match second {
                Some(_) => written,
                None => this.build.float_convert(library_format, format, written),
            });
            Ok(this.build.float_convert(library_format, format, results[0]))
        })?;
        Ok(firsts.iter().copied().chain(seconds).collect())
    }
}

/// The format in which the library computes, and the suffix of its functions for it.
fn library_format(format: FloatFormat) -> (FloatFormat, &'static str) {
    match format {
        FloatFormat::F16 | FloatFormat::BF16 | FloatFormat::F32 => (FloatFormat::F32, "f"),
        FloatFormat::F64 => (FloatFormat::F64, ""),
        FloatFormat::X87 => (FloatFormat::X87, "l"),
        FloatFormat::F128 => (FloatFormat::F128, "f128"),
    }
}
