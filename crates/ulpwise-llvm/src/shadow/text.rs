//! The text of the functions that work on shadow values: linked into the program, called beside
//! each operation and inlined.

use super::layout::CELL_COUNT;
use super::operations::{Code, Result};
use super::{CELLS, EPOCH, Precision, RETURNED, THRESHOLDS};
use std::fmt::Write as _;

/// What every one of these functions returns.
const PAIR: &str = "{ double, double }";

/// How many arguments of a call have shadow values.
pub(super) const ARGUMENTS: u32 = 32;

/// All functions, for a program with so many sites.
pub(super) fn text(precision: Precision, sites: usize) -> String {
    let mut text = declarations(sites);
    text.push_str(&memory());
    let fused = has_fused_operations();
    for format in ["f64", "f32"] {
        for operation in ["add", "sub", "mul", "div", "sqrt", "fma"] {
            text.push_str(&match precision {
                Precision::DoubleDouble => inline_operation(operation, format, fused),
                Precision::Bits(_) => by_run_time(operation, format),
            });
        }
    }
    text.push_str(&match precision {
        Precision::DoubleDouble => fast_others(),
        Precision::Bits(_) => exact_others(),
    });
    for predicate in PREDICATES {
        text.push_str(&comparison(precision, predicate));
    }
    text
}

/// Whether this processor multiplies and adds in one step.
pub(super) fn has_fused_operations() -> bool {
    std::arch::is_x86_feature_detected!("fma")
}

/// The comparisons that look at their operands.
const PREDICATES: [&str; 14] =
    ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une"];

/// What the program can see of the run time's work: nothing. It may raise thresholds, but code that
/// does not notice only calls it once too often.
const HIDDEN: &str = "memory(inaccessiblemem: readwrite) nounwind willreturn";

fn declarations(sites: usize) -> String {
    let sites = sites.max(1);
    format!(
        "!0 = !{{!\"branch_weights\", i32 1, i32 1000000}}\n!1 = !{{!\"branch_weights\", i32 1000000, i32 1}}\n\
         @{CELLS} = global ptr null\n@{EPOCH} = global i64 0\n\
         @{THRESHOLDS} = global [{sites} x [2 x double]] zeroinitializer\n\
         @ulpwise.given = global [{ARGUMENTS} x [4 x i64]] zeroinitializer\n\
         @{RETURNED} = global [4 x i64] zeroinitializer\n\
         declare double @llvm.fabs.f64(double)\ndeclare double @llvm.copysign.f64(double, double)\ndeclare double @llvm.sqrt.f64(double)\ndeclare double @llvm.fma.f64(double, double, double)\n\
         declare float @llvm.sqrt.f32(float)\ndeclare float @llvm.fma.f32(float, float, float)\n\
         declare void @ulpwise_error(i32, double, double, double, double) {HIDDEN}\ndeclare void @ulpwise_diverge(i32) {HIDDEN}\n\
         declare {PAIR} @ulpwise_shadow(i32, double, double, double, double, double, double, double) {HIDDEN}\n\
         declare void @ulpwise_shadow_compare(i32, i32, double, double, double, double) {HIDDEN}\n\
         declare {PAIR} @ulpwise_shadow_negate(double, double) {HIDDEN}\n\
         declare void @ulpwise_shadow_copy(ptr, ptr, i64)\ndeclare void @ulpwise_shadow_forget(ptr, i64)\n\
         define preserve_allcc void @ulpwise.error(i32 %s, double %a, double %b, double %c, double %d) noinline cold {HIDDEN} {{\n  \
         call void @ulpwise_error(i32 %s, double %a, double %b, double %c, double %d)\n  ret void\n}}\n\
         define preserve_allcc void @ulpwise.diverge(i32 %s) noinline cold {HIDDEN} {{\n  \
         call void @ulpwise_diverge(i32 %s)\n  ret void\n}}\n\
         define void @ulpwise.shadow.copy(ptr %to, ptr %from, i64 %bytes) alwaysinline nounwind {{\n  \
         call void @ulpwise_shadow_copy(ptr %to, ptr %from, i64 %bytes)\n  ret void\n}}\n\
         define void @ulpwise.shadow.forget(ptr %at, i64 %bytes) alwaysinline nounwind {{\n  \
         call void @ulpwise_shadow_forget(ptr %at, i64 %bytes)\n  ret void\n}}\n\
         define {PAIR} @ulpwise.shadow.call(i32 %s, double %r, double %ah, double %al, double %bh, double %bl, double %ch, double %cl) alwaysinline nounwind {{\n  \
         %t = call {PAIR} @ulpwise_shadow(i32 %s, double %r, double %ah, double %al, double %bh, double %bl, double %ch, double %cl)\n  \
         ret {PAIR} %t\n}}\n"
    )
}

/// Shadow values in memory, in arguments and in returned values: four words each, the first of
/// which says whose they are.
///
/// Which value is taken is chosen between integers. The processor has no conditional move for floats:
/// LLVM makes a branch of each such choice and cuts the block there, and cutting a block of many
/// thousands of instructions at every load takes quadratic time.
fn memory() -> String {
    let mut text = format!(
        "define ptr @ulpwise.cell(ptr %p) alwaysinline nounwind {{\n  %a = ptrtoint ptr %p to i64\n  %near = lshr i64 %a, 2\n  \
         %far = lshr i64 %a, 25\n  %mixed = xor i64 %near, %far\n  %index = and i64 %mixed, {}\n  %cells = load ptr, ptr @{CELLS}\n  \
         %cell = getelementptr [4 x i64], ptr %cells, i64 %index\n  ret ptr %cell\n}}\n",
        CELL_COUNT - 1
    );
    let tag = format!("  %epoch = load i64, ptr @{EPOCH}\n");
    let of_address = "  %address = ptrtoint ptr %p to i64\n  %tag = or i64 %epoch, %address\n  %cell = call ptr @ulpwise.cell(ptr %p)\n";
    let of_index =
        "  %tag = or i64 %epoch, 1\n  %cell = getelementptr [4 x i64], ptr @ulpwise.given, i32 %i\n";
    let of_return =
        &format!("  %tag = or i64 %epoch, 1\n  %cell = getelementptr [4 x i64], ptr @{RETURNED}, i32 0\n");
    for (put, take, parameter, cell) in [
        ("store", "load", "ptr %p, ", of_address),
        ("give", "argument", "i32 %i, ", of_index),
        ("return", "returned", "", of_return),
    ] {
        write!(
            text,
            "define void @ulpwise.shadow.{put}({parameter}double %v, double %h, double %l) alwaysinline nounwind {{\n{tag}{cell}  \
             store i64 %tag, ptr %cell\n  %c1 = getelementptr i64, ptr %cell, i32 1\n  store double %v, ptr %c1\n  \
             %c2 = getelementptr i64, ptr %cell, i32 2\n  store double %h, ptr %c2\n  %c3 = getelementptr i64, ptr %cell, i32 3\n  \
             store double %l, ptr %c3\n  ret void\n}}\n\
             define {PAIR} @ulpwise.shadow.{take}({parameter}double %v) alwaysinline nounwind {{\n{tag}{cell}  \
             %seen = load i64, ptr %cell\n  %c1 = getelementptr i64, ptr %cell, i32 1\n  %old = load i64, ptr %c1\n  \
             %bits = bitcast double %v to i64\n  %t = icmp eq i64 %seen, %tag\n  %same = icmp eq i64 %old, %bits\n  %good = and i1 %t, %same\n  \
             %c2 = getelementptr i64, ptr %cell, i32 2\n  %h0 = load i64, ptr %c2\n  %c3 = getelementptr i64, ptr %cell, i32 3\n  \
             %l0 = load i64, ptr %c3\n  %h1 = select i1 %good, i64 %h0, i64 %bits\n  %l1 = select i1 %good, i64 %l0, i64 0\n  \
             %h = bitcast i64 %h1 to double\n  %l = bitcast i64 %l1 to double\n{}}}\n",
            give_back("%h", "%l")
        )
        .expect("writing to a string");
    }
    text
}

fn give_back(high: &str, low: &str) -> String {
    format!(
        "  %p0 = insertvalue {PAIR} poison, double {high}, 0\n  %p1 = insertvalue {PAIR} %p0, double {low}, 1\n  ret {PAIR} %p1\n"
    )
}

/// The parameters of an operation: site, result, shadow values of the operands.
fn parameters(count: usize) -> String {
    let shadows = ["double %ah, double %al", "double %bh, double %bl", "double %ch, double %cl"];
    format!("i32 %site, double %r, {}", shadows[..count].join(", "))
}

fn operand_count(operation: &str) -> usize {
    match operation {
        "sqrt" => 1,
        "fma" => 3,
        _ => 2,
    }
}

/// An operation on shadow values without a call.
fn inline_operation(operation: &str, format: &str, fused: bool) -> String {
    let mut code = Code::new(fused);
    let result = match format {
        "f64" => double_double(&mut code, operation),
        _ => plain_double(&mut code, operation),
    };
    let shadow = code.compare_with_shadow("%r", &result);
    format!(
        "define {PAIR} @ulpwise.shadow.{operation}.{format}({}) alwaysinline nounwind {{\n{}\n{}}}\n",
        parameters(operand_count(operation)),
        code.lines,
        give_back(&shadow.0, &shadow.1)
    )
}

/// What the operation gives on rounded operands, and its shadow value.
fn double_double(code: &mut Code, operation: &str) -> Result {
    let pair = |name: &str| (format!("%{name}h"), format!("%{name}l"));
    let (a, b) = (pair("a"), pair("b"));
    match operation {
        "add" => code.pair_add(&a, &b),
        "sub" => {
            let minus = (code.negate(&b.0), code.negate(&b.1));
            code.pair_add(&a, &minus)
        }
        "mul" => code.pair_mul(&a, &b),
        "div" => code.pair_div(&a, &b),
        "sqrt" => code.pair_sqrt(&a),
        _ => {
            let product = code.pair_mul(&a, &b).shadow;
            let sum = code.pair_add(&product, &pair("c")).shadow;
            let local = code.line("call double @llvm.fma.f64(double %ah, double %bh, double %ch)");
            Result { local, lacking: None, shadow: sum }
        }
    }
}

/// The same for floats, whose shadow values are doubles.
fn plain_double(code: &mut Code, operation: &str) -> Result {
    let count = operand_count(operation);
    let names = ["a", "b", "c"];
    let rounded: Vec<String> =
        names[..count].iter().map(|name| code.line(&format!("fptrunc double %{name}h to float"))).collect();
    let (shadow, local) = match operation {
        "sqrt" => (
            code.line("call double @llvm.sqrt.f64(double %ah)"),
            code.line(&format!("call float @llvm.sqrt.f32(float {})", rounded[0])),
        ),
        "fma" => (
            code.line("call double @llvm.fma.f64(double %ah, double %bh, double %ch)"),
            code.line(&format!(
                "call float @llvm.fma.f32(float {}, float {}, float {})",
                rounded[0], rounded[1], rounded[2]
            )),
        ),
        _ => (
            code.line(&format!("f{operation} double %ah, %bh")),
            code.line(&format!("f{operation} float {}, {}", rounded[0], rounded[1])),
        ),
    };
    let local = code.line(&format!("fpext float {local} to double"));
    Result { local, lacking: None, shadow: (shadow, "0.0".to_owned()) }
}

/// An operation on shadow values that the run time does.
fn by_run_time(operation: &str, format: &str) -> String {
    let count = operand_count(operation);
    let given: Vec<String> = ["a", "b", "c"]
        .iter()
        .enumerate()
        .map(|(at, name)| {
            if at < count {
                format!("double %{name}h, double %{name}l")
            } else {
                "double 0.0, double 0.0".to_owned()
            }
        })
        .collect();
    format!(
        "define {PAIR} @ulpwise.shadow.{operation}.{format}({}) alwaysinline nounwind {{\n  \
         %t = call {PAIR} @ulpwise_shadow(i32 %site, double %r, {})\n  ret {PAIR} %t\n}}\n",
        parameters(count),
        given.join(", ")
    )
}

/// Changes of sign and of format in the fast mode.
fn fast_others() -> String {
    let mut code = Code::new(false);
    let rounded = code.line("fptrunc double %ah to float");
    let local = code.line(&format!("fpext float {rounded} to double"));
    let shadow = ("%ah".to_owned(), "%al".to_owned());
    let narrowed = code.compare_with_shadow("%r", &Result { local, lacking: None, shadow });
    format!(
        "define {PAIR} @ulpwise.shadow.abs(double %h, double %l) alwaysinline nounwind {{\n  \
         %hv = insertelement <2 x double> poison, double %h, i32 0\n  %lv = insertelement <2 x double> poison, double %l, i32 0\n  \
         %hi = bitcast <2 x double> %hv to <2 x i64>\n  %li = bitcast <2 x double> %lv to <2 x i64>\n  \
         %s = and <2 x i64> %hi, splat (i64 -9223372036854775808)\n  %ti = xor <2 x i64> %li, %s\n  \
         %t = bitcast <2 x i64> %ti to <2 x double>\n  %nl = extractelement <2 x double> %t, i32 0\n  \
         %nh = call double @llvm.fabs.f64(double %h)\n{}}}\n\
         define {PAIR} @ulpwise.shadow.negate(double %h, double %l) alwaysinline nounwind {{\n  %nh = fneg double %h\n  %nl = fneg double %l\n{}}}\n\
         define {PAIR} @ulpwise.shadow.narrow({}) alwaysinline nounwind {{\n{}\n{}}}\n",
        give_back("%nh", "%nl"),
        give_back("%nh", "%nl"),
        parameters(1),
        code.lines,
        give_back(&narrowed.0, &narrowed.1)
    )
}

/// The same in the exact mode. A shadow value below zero may be so small that its double is a zero:
/// that has its sign all the same.
fn exact_others() -> String {
    format!(
        "define {PAIR} @ulpwise.shadow.negate(double %h, double %l) alwaysinline nounwind {{\n  \
         %t = call {PAIR} @ulpwise_shadow_negate(double %h, double %l)\n  ret {PAIR} %t\n}}\n\
         define {PAIR} @ulpwise.shadow.abs(double %h, double %l) alwaysinline nounwind {{\n  \
         %bits = bitcast double %h to i64\n  %below = icmp slt i64 %bits, 0\n  \
         br i1 %below, label %flip, label %keep\nflip:\n  %t = call {PAIR} @ulpwise_shadow_negate(double %h, double %l)\n  ret {PAIR} %t\nkeep:\n{}}}\n\
         define {PAIR} @ulpwise.shadow.narrow({}) alwaysinline nounwind {{\n  \
         %t = call {PAIR} @ulpwise_shadow(i32 %site, double %r, double %ah, double %al, double 0.0, double 0.0, double 0.0, double 0.0)\n  \
         ret {PAIR} %t\n}}\n",
        give_back("%h", "%l"),
        parameters(1)
    )
}

/// A comparison of shadow values, and whether it comes out as the program's.
fn comparison(precision: Precision, predicate: &str) -> String {
    let head = format!(
        "define void @ulpwise.shadow.compare.{predicate}(i32 %site, i1 %native, double %ah, double %al, double %bh, double %bl) alwaysinline nounwind {{\n"
    );
    if let Precision::Bits(_) = precision {
        return format!(
            "{head}  %n = zext i1 %native to i32\n  call void @ulpwise_shadow_compare(i32 %site, i32 %n, double %ah, double %al, double %bh, double %bl)\n  ret void\n}}\n"
        );
    }
    let mut code = Code::new(false);
    if !matches!(predicate, "ord" | "uno") {
        // Upper parts that differ decide.
        let near = code.line("fcmp ueq double %ah, %bh");
        let answer = code.line(&format!("fcmp {predicate} double %ah, %bh"));
        let differs = code.line(&format!("xor i1 {answer}, %native"));
        let doubtful = code.line(&format!("or i1 {near}, {differs}"));
        code.lines.push_str(&format!("  br i1 {doubtful}, label %look, label %done, !prof !0\nlook:\n"));
    }
    let unordered = code.line("fcmp uno double %ah, %bh");
    let answer = match predicate {
        "ord" => code.line(&format!("xor i1 {unordered}, true")),
        "uno" => unordered,
        _ => {
            let (with_unordered, wanted) = predicate.split_at(1);
            let equal = code.line("fcmp oeq double %ah, %bh");
            let mut parts = Vec::new();
            let mut part = |code: &mut Code, relation: &str| {
                let high = code.line(&format!("fcmp {relation} double %ah, %bh"));
                let low = code.line(&format!("fcmp {relation} double %al, %bl"));
                let decided = code.line(&format!("and i1 {equal}, {low}"));
                // Equality needs both parts, an order is decided by the first part that differs.
                parts.push(if relation == "oeq" {
                    decided
                } else {
                    code.line(&format!("or i1 {high}, {decided}"))
                });
            };
            for (letters, relation) in [("eq|ge|le", "oeq"), ("gt|ge|ne", "ogt"), ("lt|le|ne", "olt")] {
                if letters.split('|').any(|letter| letter == wanted) {
                    part(&mut code, relation);
                }
            }
            if with_unordered == "u" {
                parts.push(unordered);
            }
            let first = parts[0].clone();
            parts[1..].iter().fold(first, |all, part| code.line(&format!("or i1 {all}, {part}")))
        }
    };
    let differs = code.line(&format!("xor i1 {answer}, %native"));
    format!(
        "{head}{}  br i1 {differs}, label %report, label %done, !prof !0\nreport:\n  call preserve_allcc void @ulpwise.diverge(i32 %site)\n  \
         br label %done\ndone:\n  ret void\n}}\n",
        code.lines
    )
}
