//! Measurements: after a site, a look at a table that says whether its operands are wanted.
//!
//! What holds: an entry of the table is a byte; while it is zero, and results are of magnitudes
//! that the site has had, it costs three loads and a branch. A site has two entries, so that both
//! ways of a comparison can be asked for; other sites use the first. What is done with operands is
//! the run time's business (`ulpwise_measure_…`). A result of a magnitude that the site has not had
//! yet calls it too, wanted or not.
//!
//! Not measured: formats other than float and double, and conversions from integers.

use super::editor::Value;
use super::insert::Inserter;
use std::ffi::CStr;
use std::fmt::Write as _;
use ulpwise_ir::{FloatFormat, Inst, SiteId};

/// The table: two bytes for each site.
pub(crate) const WATCHED: &str = "ulpwise_watched";

/// The table of magnitudes: an [`Extent`] for each site.
pub(crate) const EXTENTS: &str = "ulpwise_extents";

/// How far the results of a site went. A magnitude here is twice the bits of a number, the sign
/// shifted out, in the upper part of a word.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The lowest magnitude that is known.
    pub lowest: u64,
    /// The difference between the highest and the lowest known magnitude.
    pub span: u64,
    /// Not zero if a zero is known too.
    pub zero: u64,
}

/// The functions of the run time that measuring code calls.
pub const MEASURE_FUNCTIONS: [&str; 2] = ["ulpwise_measure_f64", "ulpwise_measure_f32"];

/// The functions that look at the table, for a program with so many sites. `preserves` as for
/// checks.
pub(super) fn text(preserves: bool, sites: usize) -> String {
    let convention = if preserves { "preserve_allcc " } else { "" };
    let mut text = format!(
        "@{WATCHED} = global [{} x i8] zeroinitializer\n@{EXTENTS} = global [{} x [3 x i64]] zeroinitializer\n\
         !0 = !{{!\"branch_weights\", i32 1000000, i32 1}}\n",
        2 * sites.max(1),
        sites.max(1)
    );
    for (name, ty, bits) in [("f64", "double", 64), ("f32", "float", 32)] {
        let values = format!("{ty} %a, {ty} %b, {ty} %c, {ty} %r");
        writeln!(
            text,
            "declare void @ulpwise_measure_{name}(i32, {ty}, {ty}, {ty}, {ty})\n\
             define {convention}void @ulpwise.measured.{name}(i32 %entry, {values}) noinline cold nounwind {{\n  \
             call void @ulpwise_measure_{name}(i32 %entry, {values})\n  ret void\n}}"
        )
        .expect("writing to a string");
        for (kind, parameter, way) in [("", "", "0"), ("compare.", ", i1 %way", "%taken")] {
            let (taken, novelty) = match parameter {
                "" => ("", unusual(ty, bits)),
                _ => ("  %taken = zext i1 %way to i32\n", COMPARED.to_owned()),
            };
            writeln!(
                text,
                "define void @ulpwise.measure.{kind}{name}(i32 %site, {values}{parameter}) alwaysinline nounwind {{\n\
                 {taken}  %first = shl i32 %site, 1\n  %entry = add i32 %first, {way}\n  \
                 %index = zext i32 %entry to i64\n  \
                 %entry.watched = getelementptr i8, ptr @{WATCHED}, i64 %index
                  %watched = load i8, ptr %entry.watched
                  \
                 %quiet = icmp eq i8 %watched, 0\n{novelty}look:
                  \
                 call {convention}void @ulpwise.measured.{name}(i32 %entry, {values})\n  br label %done\ndone:\n  \
                 ret void\n}}"
            )
            .expect("writing to a string");
        }
    }
    text
}

/// A comparison only reports its operands where they are wanted.
const COMPARED: &str = "  br i1 %quiet, label %done, label %look, !prof !0\n";

/// Goes to `%look` if the operands are wanted or the magnitude of the result is new. A NaN never
/// is.
fn unusual(ty: &str, bits: u32) -> String {
    let word = match bits {
        64 => format!("  %word = bitcast {ty} %r to i64\n"),
        _ => format!("  %bits = bitcast {ty} %r to i{bits}\n  %word = zext i{bits} %bits to i64\n"),
    };
    format!(
        "{word}  %magnitude = shl i64 %word, {}\n  %of = zext i32 %site to i64\n  \
         %extent = getelementptr [3 x i64], ptr @{EXTENTS}, i64 %of\n  %lowest = load i64, ptr %extent\n  \
         %span.field = getelementptr i64, ptr %extent, i64 1
          %span = load i64, ptr %span.field
          \
         %offset = sub i64 %magnitude, %lowest\n  %inside = icmp ule i64 %offset, %span\n  \
         %nothing = and i1 %inside, %quiet\n  br i1 %nothing, label %done, label %rare, !prof !0\nrare:\n  \
         br i1 %quiet, label %outside, label %look\noutside:\n  %nan = fcmp uno {ty} %r, %r\n  \
         %zero = fcmp oeq {ty} %r, 0.0
          %zero.field = getelementptr i64, ptr %extent, i64 2
          \
         %zeros = load i64, ptr %zero.field
          %seen = icmp ne i64 %zeros, 0
          %known = and i1 %zero, %seen
          \
         %no.novelty = or i1 %nan, %known\n  br i1 %no.novelty, label %done, label %look\n",
        65 - bits
    )
}

impl Inserter<'_> {
    /// Measures an operation where the editor stands, if its operands are wanted at run time.
    pub(super) fn measure(&self, site: SiteId, operands: &[Value], result: Value) {
        let Some(inst) = self.inst(site).filter(|_| self.measures) else { return };
        let (format, result, way) = match *inst {
            Inst::Float { format, .. } | Inst::FloatFma { format, .. } | Inst::FloatUnary { format, .. } => {
                (format, result, None)
            }
            Inst::FloatCompare { format, .. } => (format, operands[0], Some(result)),
            // The operand says it all, and the result may be of another type.
            Inst::FloatToInt { format, .. } | Inst::FloatConvert { from: format, .. } => {
                (format, operands[0], None)
            }
            _ => return,
        };
        let double = match format {
            FloatFormat::F64 => true,
            FloatFormat::F32 => false,
            _ => return,
        };
        self.measured(site, double, operands, result, way);
    }

    /// Measures a call of the mathematical library that returns a float or a double.
    pub(super) fn measure_call(&self, site: SiteId, arguments: &[Value], result: Value) {
        if !self.measures {
            return;
        }
        let ty = self.editor.type_text(result);
        let double = match ty.as_str() {
            "double" => true,
            "float" => false,
            _ => return,
        };
        let of_this_type = arguments.iter().copied().take_while(|&value| self.editor.type_text(value) == ty);
        let operands: Vec<Value> = of_this_type.take(3).collect();
        self.measured(site, double, &operands, result, None);
    }

    fn measured(&self, site: SiteId, double: bool, operands: &[Value], result: Value, way: Option<Value>) {
        let name: &CStr = match (double, way.is_some()) {
            (true, false) => c"ulpwise.measure.f64",
            (false, false) => c"ulpwise.measure.f32",
            (true, true) => c"ulpwise.measure.compare.f64",
            (false, true) => c"ulpwise.measure.compare.f32",
        };
        let zero = self.editor.real(double, 0.0);
        let mut arguments = vec![self.editor.int(32, u64::from(site.as_u32()))];
        arguments.extend((0..3).map(|index| operands.get(index).copied().unwrap_or(zero)));
        arguments.push(result);
        arguments.extend(way);
        self.editor.call(name, &arguments);
    }
}
