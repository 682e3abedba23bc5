//! Which check an operation gets, and where it goes.

use super::checks::Tier;
use super::editor::{Editor, Value};
use crate::lower::SiteOrigin;
use inkwell::llvm_sys::LLVMOpcode;
use std::ffi::CStr;
use ulpwise_base::Id;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, Inst, Module, SiteId};

/// Adds checks, one instruction after another.
pub(super) struct Inserter<'m> {
    pub(super) editor: Editor,
    pub(super) lowered: &'m Module,
    pub(super) tier: Tier,
    /// The sites without a check.
    pub(super) unobserved: Vec<SiteId>,
    /// Whether operands are reported at run time.
    pub(super) measures: bool,
}

/// What stands at a site once its instruction is taken apart into lanes.
struct Lane {
    operands: Vec<Value>,
    result: Value,
}

impl<'m> Inserter<'m> {
    pub(super) fn new(editor: Editor, lowered: &'m Module, tier: Tier, measures: bool) -> Self {
        Self { editor, lowered, tier, unobserved: Vec::new(), measures }
    }

    /// Adds all checks.
    pub(super) fn insert(&mut self, origins: &[SiteOrigin]) {
        for origin in origins {
            if !self.at(origin) {
                self.unobserved.extend(&origin.sites);
            }
        }
    }

    /// Adds the checks of one instruction; `false` when it cannot be looked at.
    fn at(&mut self, origin: &SiteOrigin) -> bool {
        let instruction = origin.instruction;
        if self.tier == Tier::Screening && self.replace_strictly(origin) {
            return true;
        }
        if self.editor.opcode(instruction) != LLVMOpcode::LLVMCall {
            return is_plain(self.editor.opcode(instruction)) && self.lane_by_lane(origin, instruction);
        }
        let Some((name, _)) = self.editor.called_function(instruction) else { return false };
        let Some(intrinsic) = name.strip_prefix("llvm.") else { return self.call_of_math(origin) };
        let operation = intrinsic.strip_prefix("experimental.constrained.").unwrap_or(intrinsic);
        match operation {
            "fmuladd" if self.is_two_steps(origin) => self.two_steps(origin, instruction),
            _ if is_elementwise(operation) => self.lane_by_lane(origin, instruction),
            _ => self.call_of_math(origin),
        }
    }

    /// One site for each lane.
    fn lane_by_lane(&mut self, origin: &SiteOrigin, instruction: Value) -> bool {
        let sites = &origin.sites;
        if self.editor.lanes(self.editor.operand(instruction, 0)) != sites.len() {
            return false;
        }
        // Looking comes after the operation; what a conversion gives where it is undefined must be
        // one value.
        if !self.editor.go_after(instruction) {
            return false;
        }
        if matches!(self.inst(sites[0]), Some(Inst::FloatToInt { saturating: false, .. })) {
            self.editor.freeze(instruction);
        }
        let operands = self.inst(sites[0]).map_or(0, operand_count);
        for (lane, &site) in sites.iter().enumerate() {
            let values = (0..operands).map(|index| {
                let operand = self.editor.operand(instruction, index as u32);
                self.editor.lane(operand, lane)
            });
            let operands = values.collect();
            let result = self.editor.lane(instruction, lane);
            if !self.check(site, &Lane { operands, result }) {
                return false;
            }
        }
        true
    }

    fn is_two_steps(&self, origin: &SiteOrigin) -> bool {
        matches!(self.inst(origin.sites[0]), Some(Inst::Float { .. }))
    }

    /// `llvm.fmuladd` on a machine without fused operations: a product and a sum, as the code
    /// generator would do it.
    fn two_steps(&mut self, origin: &SiteOrigin, instruction: Value) -> bool {
        let [a, b, c] = [0, 1, 2].map(|index| self.editor.operand(instruction, index));
        let lanes = self.editor.lanes(a);
        if lanes * 2 != origin.sites.len() || !self.editor.go_after(instruction) {
            return false;
        }
        let [product, sum] = self.editor.multiply_and_add([a, b, c]);
        for (lane, sites) in origin.sites.chunks_exact(2).enumerate() {
            let at = |value| self.editor.lane(value, lane);
            let first = Lane { operands: vec![at(a), at(b)], result: at(product) };
            let second = Lane { operands: vec![at(product), at(c)], result: at(sum) };
            if !self.check(sites[0], &first) || !self.check(sites[1], &second) {
                return false;
            }
        }
        self.editor.replace(instruction, sum);
        true
    }

    pub(super) fn inst(&self, site: SiteId) -> Option<&'m Inst> {
        self.lowered.site_inst(site)
    }

    /// Adds the check of one scalar operation where the editor stands.
    fn check(&self, site: SiteId, lane: &Lane) -> bool {
        let Some(inst) = self.inst(site) else { return false };
        self.measure(site, &lane.operands, lane.result);
        let name: &CStr = match *inst {
            Inst::IntToFloat { bits, format, .. } if cannot_fail(bits, format) => return true,
            Inst::FloatConvert { from: FloatFormat::F64, to: FloatFormat::F32, .. } => {
                return self.call(c"ulpwise.check.narrow", site, &lane.operands, Some(lane.result), true);
            }
            Inst::FloatConvert { from: FloatFormat::F32, to: FloatFormat::F64, .. } => {
                let twice = [lane.operands[0], lane.operands[0]];
                return self.call(c"ulpwise.check.ordered.f32", site, &twice, None, false);
            }
            Inst::FloatToInt { signed, format, bits, .. } if bits <= 64 && is_native(format) => {
                return self.range(site, lane, signed, bits, format == FloatFormat::F64);
            }
            _ => match result_check(inst) {
                Some(name) => name,
                None => return self.wide(site, lane),
            },
        };
        let double = name.to_bytes().ends_with(b"f64");
        let looks_at_result = !name.to_bytes().starts_with(b"ulpwise.check.ordered");
        self.call(name, site, &lane.operands, looks_at_result.then_some(lane.result), double)
    }

    /// Calls a check with up to three operands.
    fn call(
        &self,
        name: &CStr,
        site: SiteId,
        operands: &[Value],
        result: Option<Value>,
        double: bool,
    ) -> bool {
        let zero = self.editor.real(double, 0.0);
        let mut arguments = vec![self.editor.int(32, site.index() as u64)];
        arguments.extend((0..3).map(|index| operands.get(index).copied().unwrap_or(zero)));
        arguments.extend(result);
        self.editor.call(name, &arguments).is_some()
    }

    /// To an integer of up to 64 bits: whether the operand lies in its range. The bounds are exact
    /// in both formats.
    fn range(&self, site: SiteId, lane: &Lane, signed: bool, bits: u8, double: bool) -> bool {
        let power = |exponent: u8| 2f64.powi(i32::from(exponent));
        let (low, high) = if signed { (-power(bits - 1), power(bits - 1)) } else { (0.0, power(bits)) };
        let bounds = [low, high].map(|bound| self.editor.real(double, bound));
        let name = if double { c"ulpwise.check.range.f64" } else { c"ulpwise.check.range.f32" };
        self.call(name, site, &[lane.operands[0], bounds[0], bounds[1]], None, double)
    }

    /// Any scalar operation, looked at every time it runs.
    fn wide(&self, site: SiteId, lane: &Lane) -> bool {
        self.look_always(site, &lane.operands)
    }

    pub(super) fn look_always(&self, site: SiteId, operands: &[Value]) -> bool {
        if operands.len() > 3 {
            return false;
        }
        let mut arguments = vec![self.editor.int(32, site.index() as u64)];
        for &operand in operands {
            let Some(words) = self.editor.words(operand) else { return false };
            arguments.extend(words);
        }
        arguments.resize(7, self.editor.int(64, 0));
        self.editor.call(c"ulpwise.check.wide", &arguments).is_some()
    }
}

/// Instructions whose operands and results stand lane by lane.
fn is_plain(opcode: LLVMOpcode) -> bool {
    matches!(
        opcode,
        LLVMOpcode::LLVMFAdd
            | LLVMOpcode::LLVMFSub
            | LLVMOpcode::LLVMFMul
            | LLVMOpcode::LLVMFDiv
            | LLVMOpcode::LLVMFRem
            | LLVMOpcode::LLVMFCmp
            | LLVMOpcode::LLVMFPTrunc
            | LLVMOpcode::LLVMFPExt
            | LLVMOpcode::LLVMFPToSI
            | LLVMOpcode::LLVMFPToUI
            | LLVMOpcode::LLVMSIToFP
            | LLVMOpcode::LLVMUIToFP
    )
}

/// Intrinsics of which the same is true.
fn is_elementwise(operation: &str) -> bool {
    matches!(
        operation,
        "sqrt"
            | "floor"
            | "ceil"
            | "trunc"
            | "rint"
            | "nearbyint"
            | "round"
            | "roundeven"
            | "canonicalize"
            | "minnum"
            | "maxnum"
            | "minimum"
            | "maximum"
            | "minimumnum"
            | "maximumnum"
            | "fma"
            | "fmuladd"
            | "fptosi.sat"
            | "fptoui.sat"
            | "fadd"
            | "fsub"
            | "fmul"
            | "fdiv"
            | "frem"
            | "fptosi"
            | "fptoui"
            | "sitofp"
            | "uitofp"
            | "fptrunc"
            | "fpext"
            | "fcmp"
            | "fcmps"
    )
}

/// Whether the processor computes in the format with plain SSE instructions.
fn is_native(format: FloatFormat) -> bool {
    matches!(format, FloatFormat::F32 | FloatFormat::F64)
}

/// Whether an integer of so many bits always has a counterpart in the format, rounded at most.
fn cannot_fail(bits: u8, format: FloatFormat) -> bool {
    match format {
        FloatFormat::F16 | FloatFormat::BF16 => false,
        FloatFormat::F32 => bits < 128,
        FloatFormat::F64 | FloatFormat::X87 | FloatFormat::F128 => true,
    }
}

/// The check that an operation of the processor's formats gets by its result or operands.
fn result_check(inst: &Inst) -> Option<&'static CStr> {
    let by_format = |format, double, single| match format {
        FloatFormat::F64 => Some(double),
        FloatFormat::F32 => Some(single),
        _ => None,
    };
    let class = |format| by_format(format, c"ulpwise.check.class.f64", c"ulpwise.check.class.f32");
    let ordered = |format| by_format(format, c"ulpwise.check.ordered.f64", c"ulpwise.check.ordered.f32");
    match *inst {
        Inst::Float { op, format, .. } => match op {
            FloatBinaryOp::Add | FloatBinaryOp::Sub => {
                by_format(format, c"ulpwise.check.sum.f64", c"ulpwise.check.sum.f32")
            }
            FloatBinaryOp::Mul => {
                by_format(format, c"ulpwise.check.product.f64", c"ulpwise.check.product.f32")
            }
            FloatBinaryOp::Div => {
                by_format(format, c"ulpwise.check.quotient.f64", c"ulpwise.check.quotient.f32")
            }
            FloatBinaryOp::Rem => class(format),
            // A minimum raises something for a signalling NaN only.
            _ => ordered(format),
        },
        Inst::FloatFma { format, .. } => class(format),
        Inst::FloatUnary { format, .. } => {
            by_format(format, c"ulpwise.check.nan.f64", c"ulpwise.check.nan.f32")
        }
        Inst::FloatCompare { format, .. } => ordered(format),
        _ => None,
    }
}

/// How many operands of LLVM's instruction are the operation's.
fn operand_count(inst: &Inst) -> usize {
    match inst {
        Inst::Float { .. } | Inst::FloatCompare { .. } => 2,
        Inst::FloatFma { .. } => 3,
        _ => 1,
    }
}
