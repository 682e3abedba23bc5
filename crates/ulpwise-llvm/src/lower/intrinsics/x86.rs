//! The intrinsics of SSE and AVX that headers and optimisers use most.
//!
//! Approximations (`rcpps`, `rsqrtps`) and the control register are left out: what they give
//! depends on the processor.

use super::super::builder::UNNUMBERED;
use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::{Lowered, Unsupported, unsupported};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, Inst, IntCastOp, Slot, Type};

/// The predicates of `cmpps` and its kin by their number (Intel's manual, table 3-1): those from 16
/// on are the same with the other answer to whether a quiet NaN raises invalid.
const PREDICATES: [(FloatPredicate, bool); 16] = [
    (FloatPredicate::Oeq, false),
    (FloatPredicate::Olt, true),
    (FloatPredicate::Ole, true),
    (FloatPredicate::Uno, false),
    (FloatPredicate::Une, false),
    (FloatPredicate::Uge, true),
    (FloatPredicate::Ugt, true),
    (FloatPredicate::Ord, false),
    (FloatPredicate::Ueq, false),
    (FloatPredicate::Ult, true),
    (FloatPredicate::Ule, true),
    (FloatPredicate::False, false),
    (FloatPredicate::One, false),
    (FloatPredicate::Oge, true),
    (FloatPredicate::Ogt, true),
    (FloatPredicate::True, false),
];

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn x86_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Lowered<Lanes> {
        match name {
            // What the processor answers is not known.
            "xgetbv" => {
                let types = self.types(inst)?;
                Ok(self.call_external("cpuid.xgetbv", &[], &types)?.into_iter().collect())
            }
            "sse.cvttss2si" | "sse.cvttss2si64" | "sse2.cvttsd2si" | "sse2.cvttsd2si64"
            | "sse2.cvttps2dq" | "avx.cvtt.ps2dq.256" | "sse2.cvttpd2dq" | "avx.cvtt.pd2dq.256" => {
                self.lanes_to_ints(inst, false)
            }
            "sse.cvtss2si" | "sse.cvtss2si64" | "sse2.cvtsd2si" | "sse2.cvtsd2si64" | "sse2.cvtps2dq"
            | "avx.cvt.ps2dq.256" | "sse2.cvtpd2dq" | "avx.cvt.pd2dq.256" => self.lanes_to_ints(inst, true),
            "sse.min.ss" | "sse2.min.sd" => self.x86_extremum(inst, FloatPredicate::Olt, 1),
            "sse.max.ss" | "sse2.max.sd" => self.x86_extremum(inst, FloatPredicate::Ogt, 1),
            "sse.min.ps" | "sse2.min.pd" | "avx.min.ps.256" | "avx.min.pd.256" => {
                self.x86_extremum(inst, FloatPredicate::Olt, usize::MAX)
            }
            "sse.max.ps" | "sse2.max.pd" | "avx.max.ps.256" | "avx.max.pd.256" => {
                self.x86_extremum(inst, FloatPredicate::Ogt, usize::MAX)
            }
            "sse.cmp.ss" | "sse2.cmp.sd" => self.compare_to_masks(inst, 1),
            "sse.cmp.ps" | "sse2.cmp.pd" | "avx.cmp.ps.256" | "avx.cmp.pd.256" => {
                self.compare_to_masks(inst, usize::MAX)
            }
            "sse.movmsk.ps" | "sse2.movmsk.pd" | "avx.movmsk.ps.256" | "avx.movmsk.pd.256"
            | "sse2.pmovmskb.128" | "avx2.pmovmskb" => self.sign_bits(inst),
            "sse41.blendvps" | "sse41.blendvpd" | "avx.blendv.ps.256" | "avx.blendv.pd.256" => {
                self.select_by_sign(inst)
            }
            "sse41.round.ps" | "sse41.round.pd" | "avx.round.ps.256" | "avx.round.pd.256" => {
                self.round_lanes(inst)
            }
            "sse3.hadd.ps" | "sse3.hadd.pd" => self.horizontal(inst, FloatBinaryOp::Add),
            "sse3.hsub.ps" | "sse3.hsub.pd" => self.horizontal(inst, FloatBinaryOp::Sub),
            "sse2.cvtpd2ps" | "avx.cvt.pd2.ps.256" => self.narrow_lanes(inst),
            "sse2.cvtsd2ss" => self.narrow_first_lane(inst),
            "sse2.pause" | "sse.sfence" | "sse2.lfence" | "sse2.mfence" => Ok(Lanes::none()),
            _ => match comparison(name) {
                Some((predicate, signaling)) => self.compare_first_lanes(inst, predicate, signaling),
                None => unsupported(format!("the intrinsic llvm.x86.{name}")),
            },
        }
    }

    /// As many lanes as integers are wanted: towards zero, or first rounded in the mode of the
    /// moment. Integers beyond the last lane are zero.
    fn lanes_to_ints(&mut self, inst: Value<'m>, rounds: bool) -> Lowered<Lanes> {
        let lanes = self.operand(inst, 0)?;
        let types = self.types(inst)?;
        let mut ints = Vec::with_capacity(types.len());
        for (index, ty) in types.into_iter().enumerate() {
            ints.push(match lanes.get(index) {
                Some(&lane) => self.signed_int_of(lane, rounds, ty)?,
                None => self.build.bits(ty, 0),
            });
        }
        Ok(ints.into_iter().collect())
    }

    /// `cvtpd2ps`: doubles to floats; floats beyond the last lane are zero.
    fn narrow_lanes(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let lanes = self.operand(inst, 0)?;
        let mut floats = Vec::new();
        for (index, ty) in self.types(inst)?.into_iter().enumerate() {
            floats.push(match lanes.get(index) {
                Some(&lane) => self.build.float_convert(FloatFormat::F64, FloatFormat::F32, lane),
                None => self.build.bits(ty, 0),
            });
        }
        Ok(floats.into_iter().collect())
    }

    /// `cvtsd2ss`: the first lane comes from the second operand, the others from the first.
    fn narrow_first_lane(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let double = *b.first().ok_or_else(|| Unsupported::malformed("cvtsd2ss"))?;
        let float = self.build.float_convert(FloatFormat::F64, FloatFormat::F32, double);
        Ok(std::iter::once(float).chain(a.iter().skip(1).copied()).collect())
    }

    /// The instruction `cvtsd2si` and its kin, or `cvttsd2si` when it does not round first.
    pub(super) fn signed_int_of(&mut self, a: Slot, rounds: bool, ty: Type) -> Lowered<Slot> {
        let format = self.format(a)?;
        let a = if rounds { self.build.float_unary(FloatUnaryOp::Rint, format, a) } else { a };
        let (dst, bits) = (self.build.local(ty), ty.bits());
        let (signed, saturating, site) = (true, false, UNNUMBERED);
        self.build.emit(Inst::FloatToInt { signed, saturating, format, bits, dst, a, site });
        Ok(dst)
    }

    /// `a < b ? a : b` (or `>`): the second operand wins when one is NaN or both are zero, and a
    /// quiet NaN raises invalid. The lanes from `count` on stay those of the first operand.
    fn x86_extremum(&mut self, inst: Value<'m>, predicate: FloatPredicate, count: usize) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let mut position = 0..;
        self.lane_by_lane([&a, &b], |this, a, b| {
            if position.next().is_some_and(|lane| lane >= count) {
                return Ok(a);
            }
            let format = this.format(a)?;
            let first_wins = this.build.float_compare(predicate, true, format, [a, b]);
            Ok(this.build.select(first_wins, a, b))
        })
    }

    /// `cmpps` and its kin: a lane of ones or of zeros; the lanes from `count` on stay.
    fn compare_to_masks(&mut self, inst: Value<'m>, count: usize) -> Lowered<Lanes> {
        let number = inst.operand(2).and_then(Value::int_bits).unwrap_or(u128::MAX);
        let entry = usize::try_from(number % 16).ok().filter(|_| number < 32).map(|index| PREDICATES[index]);
        let (predicate, signals) = entry.ok_or_else(|| Unsupported::malformed("comparison of SSE"))?;
        let signaling = signals != (number >= 16);
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let mut position = 0..;
        self.lane_by_lane([&a, &b], |this, a, b| {
            if position.next().is_some_and(|lane| lane >= count) {
                return Ok(a);
            }
            let format = this.format(a)?;
            let holds = this.build.float_compare(predicate, signaling, format, [a, b]);
            let mask = this.build.resize(IntCastOp::SignExtend, holds, format.bits());
            Ok(this.build.retype(mask, Type::Float(format)))
        })
    }

    /// `comisd` and its kin: the first lanes compared, as an integer.
    fn compare_first_lanes(
        &mut self,
        inst: Value<'m>,
        predicate: FloatPredicate,
        signaling: bool,
    ) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let (Some(&a), Some(&b)) = (a.first(), b.first()) else {
            return Err(Unsupported::malformed("comparison of SSE"));
        };
        let format = self.format(a)?;
        let holds = self.build.float_compare(predicate, signaling, format, [a, b]);
        Ok(Lanes::One(self.build.resize(IntCastOp::ZeroExtend, holds, 32)))
    }

    /// Whether the highest bit of a value is set.
    fn sign_bit(&mut self, a: Slot) -> Slot {
        let a = self.build.as_int(a);
        let highest = u32::from(self.build.type_of(a).bits()) - 1;
        self.extract_bits(a, highest, Type::BOOL)
    }

    /// `movmskps` and its kin: the sign bits of all lanes, side by side.
    fn sign_bits(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let lanes = self.operand(inst, 0)?;
        let signs: Vec<Slot> = lanes.iter().map(|&lane| self.sign_bit(lane)).collect();
        let ty = self.context.shapes.scalar(inst.ty())?;
        let joined = self.join_bits(&signs, Type::Int(signs.len() as u8));
        Ok(Lanes::One(self.build.resize(IntCastOp::ZeroExtend, joined, ty.bits())))
    }

    /// `blendvps` and its kin: the second operand where the sign of the third is set.
    fn select_by_sign(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let signs = self.operand(inst, 2)?;
        let mut signs = signs.iter();
        self.lane_by_lane([&a, &b], |this, a, b| {
            let sign = *signs.next().ok_or_else(|| Unsupported::malformed("blendv"))?;
            let set = this.sign_bit(sign);
            Ok(this.build.select(set, b, a))
        })
    }

    /// `roundps` and its kin: the number says how, and whether inexact is raised.
    fn round_lanes(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let op = match inst.operand(1).and_then(Value::int_bits) {
            Some(8) => FloatUnaryOp::RoundEven,
            Some(1 | 9) => FloatUnaryOp::Floor,
            Some(2 | 10) => FloatUnaryOp::Ceil,
            Some(3 | 11) => FloatUnaryOp::Trunc,
            Some(4) => FloatUnaryOp::Rint,
            Some(12) => FloatUnaryOp::NearbyInt,
            _ => return unsupported("a rounding of SSE that raises inexact in a fixed mode"),
        };
        self.float_unary(inst, op)
    }

    /// `haddps` and its kin: neighbours combined, first those of the one operand, then the other's.
    fn horizontal(&mut self, inst: Value<'m>, op: FloatBinaryOp) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let mut combined = Vec::with_capacity(a.len());
        for pair in a.chunks_exact(2).chain(b.chunks_exact(2)) {
            let format = self.format(pair[0])?;
            combined.push(self.build.float(op, format, pair[0], pair[1]));
        }
        Ok(combined.into_iter().collect())
    }
}

/// The predicate of `comisd` (a quiet NaN raises invalid), `ucomisd` (it does not) and their kin.
fn comparison(name: &str) -> Option<(FloatPredicate, bool)> {
    let name = name.strip_prefix("sse.").or_else(|| name.strip_prefix("sse2."))?;
    let (name, signaling) = match name.strip_prefix('u') {
        Some(quiet) => (quiet, false),
        None => (name, true),
    };
    let relation = name.strip_prefix("comi")?;
    let relation = relation.strip_suffix(".ss").or_else(|| relation.strip_suffix(".sd")).unwrap_or(relation);
    let predicate = match relation {
        "eq" => FloatPredicate::Oeq,
        "lt" => FloatPredicate::Olt,
        "le" => FloatPredicate::Ole,
        "gt" => FloatPredicate::Ogt,
        "ge" => FloatPredicate::Oge,
        "neq" => FloatPredicate::Une,
        _ => return None,
    };
    Some((predicate, signaling))
}
