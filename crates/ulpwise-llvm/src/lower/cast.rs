//! Casts: widths, formats, integers and floats, pointers, and bits under another type.

use super::builder::UNNUMBERED;
use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::{Lowered, Unsupported, unsupported};
use ulpwise_ir::{Inst, IntBinaryOp, IntCastOp, Slot, Type};

impl<'m> FunctionLowering<'_, 'm> {
    /// Applies an operation to each lane of the first operand and the type it shall have.
    fn cast_lanes(
        &mut self,
        inst: Value<'m>,
        mut operation: impl FnMut(&mut Self, Slot, Type) -> Lowered<Slot>,
    ) -> Lowered<Lanes> {
        let lanes = self.operand(inst, 0)?;
        let types = self.types(inst)?;
        if lanes.len() != types.len() {
            return Err(Unsupported::malformed("cast"));
        }
        lanes.iter().zip(types).map(|(&lane, ty)| operation(self, lane, ty)).collect()
    }

    pub(super) fn int_cast(&mut self, inst: Value<'m>, op: IntCastOp) -> Lowered<Lanes> {
        self.cast_lanes(inst, |this, a, ty| Ok(this.build.resize(op, a, ty.bits())))
    }

    pub(super) fn float_convert(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        self.cast_lanes(inst, |this, a, ty| {
            let Type::Float(to) = ty else { return Err(Unsupported::malformed("fpext or fptrunc")) };
            let from = this.format(a)?;
            Ok(this.build.float_convert(from, to, a))
        })
    }

    pub(super) fn float_to_int(&mut self, inst: Value<'m>, signed: bool, saturating: bool) -> Lowered<Lanes> {
        self.cast_lanes(inst, |this, a, ty| {
            let format = this.format(a)?;
            let dst = this.build.local(ty);
            let bits = ty.bits();
            this.build.emit(Inst::FloatToInt { signed, saturating, format, bits, dst, a, site: UNNUMBERED });
            Ok(dst)
        })
    }

    pub(super) fn int_to_float(&mut self, inst: Value<'m>, signed: bool) -> Lowered<Lanes> {
        self.cast_lanes(inst, |this, a, ty| {
            let Type::Float(format) = ty else { return Err(Unsupported::malformed("sitofp or uitofp")) };
            let bits = this.build.type_of(a).bits();
            let dst = this.build.local(ty);
            this.build.emit(Inst::IntToFloat { signed, bits, format, dst, a, site: UNNUMBERED });
            Ok(dst)
        })
    }

    /// `ptrtoint` and `ptrtoaddr`: the address as an integer, cut off or extended with zeros.
    pub(super) fn pointer_to_int(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        self.cast_lanes(inst, |this, a, ty| {
            let address = this.build.retype(a, Type::Int(64));
            Ok(this.build.resize(IntCastOp::ZeroExtend, address, ty.bits()))
        })
    }

    pub(super) fn int_to_pointer(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        self.cast_lanes(inst, |this, a, _| {
            let address = this.build.resize(IntCastOp::ZeroExtend, a, 64);
            Ok(this.build.retype(address, Type::Pointer))
        })
    }

    /// Address spaces do not exist here.
    pub(super) fn address_space_cast(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        self.cast_lanes(inst, |_, a, _| Ok(a))
    }

    /// One fixed value, even where the operand is undefined: a copy gives it a name of its own.
    pub(super) fn freeze(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        self.cast_lanes(inst, |this, a, ty| Ok(this.build.copy(a, ty)))
    }

    pub(super) fn bit_cast(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let lanes = self.operand(inst, 0)?;
        let types = self.types(inst)?;
        self.reinterpret(&lanes, &types)
    }

    /// The bits of some lanes, laid out little-endian, as lanes of other types of the same total
    /// width.
    pub(super) fn reinterpret(&mut self, lanes: &[Slot], types: &[Type]) -> Lowered<Lanes> {
        if lanes.len() == types.len() {
            return Ok(lanes.iter().zip(types).map(|(&a, &ty)| self.build.retype(a, ty)).collect());
        }
        let (Some(&first), Some(&to)) = (lanes.first(), types.first()) else {
            return unsupported("a bitcast of an empty vector");
        };
        let (from_bits, to_bits) = (u32::from(self.build.type_of(first).bits()), u32::from(to.bits()));
        if from_bits * lanes.len() as u32 != to_bits * types.len() as u32 {
            return unsupported("a bitcast between values of different widths");
        }
        if from_bits.is_multiple_of(to_bits) {
            let pieces = from_bits / to_bits;
            let split = lanes.iter().flat_map(|&lane| {
                let lane = self.build.as_int(lane);
                (0..pieces).map(|piece| self.extract_bits(lane, piece * to_bits, to)).collect::<Vec<_>>()
            });
            return Ok(split.collect());
        }
        if to_bits.is_multiple_of(from_bits) {
            let joined = lanes.chunks((to_bits / from_bits) as usize);
            return Ok(joined.map(|pieces| self.join_bits(pieces, to)).collect());
        }
        let total = from_bits * lanes.len() as u32;
        match u8::try_from(total) {
            Ok(total) if total <= Type::MAX_INT_BITS => {
                let whole = self.join_bits(lanes, Type::Int(total));
                let pieces = 0..types.len() as u32;
                Ok(pieces.map(|piece| self.extract_bits(whole, piece * to_bits, to)).collect())
            }
            _ => unsupported(format!("a bitcast of {total} bits between lanes of unrelated widths")),
        }
    }

    /// Some bits of an integer, from `shift` on, as a value of type `ty`.
    pub(super) fn extract_bits(&mut self, whole: Slot, shift: u32, ty: Type) -> Slot {
        let shifted = match shift {
            0 => whole,
            _ => {
                let amount = self.build.bits(self.build.type_of(whole), u128::from(shift));
                self.build.int(IntBinaryOp::LShr, whole, amount)
            }
        };
        let piece = self.build.resize(IntCastOp::ZeroExtend, shifted, ty.bits());
        self.build.retype(piece, ty)
    }

    /// Values side by side, the first in the low bits, as a value of type `ty`.
    pub(super) fn join_bits(&mut self, pieces: &[Slot], ty: Type) -> Slot {
        let whole = Type::Int(ty.bits());
        let mut joined = None;
        let mut shift = 0;
        for &piece in pieces {
            let width = self.build.type_of(piece).bits();
            let piece = self.build.as_int(piece);
            let mut piece = self.build.resize(IntCastOp::ZeroExtend, piece, ty.bits());
            if shift != 0 {
                let amount = self.build.bits(whole, shift);
                piece = self.build.int(IntBinaryOp::Shl, piece, amount);
            }
            shift += u128::from(width);
            joined = Some(match joined {
                None => piece,
                Some(below) => self.build.int(IntBinaryOp::Or, below, piece),
            });
        }
        let joined = joined.unwrap_or_else(|| self.build.bits(whole, 0));
        self.build.retype(joined, ty)
    }
}
