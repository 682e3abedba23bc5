//! Tests in Fortran: a plain program that stops with an error.

use super::c::sources;
use super::case::{ABOUT, GivenValue, TestCase, TestParameter, identifier, short};
use crate::witness::IeeeFlag;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use ulpwise_host::RoundingMode;
use ulpwise_ir::{FloatFormat, Type};

/// The longest name that the language allows.
const LONGEST_NAME: usize = 63;

/// The longest line that compilers take, less what continues it.
const LONGEST_COMMENT: usize = 120;

/// The file.
pub(super) fn write(cases: &[TestCase]) -> String {
    let mut text = String::new();
    for line in ABOUT {
        let _ = writeln!(text, "! {line}");
    }
    let sources = sources(cases);
    let _ = writeln!(
        text,
        "!\n!   flang-22 THIS_FILE.f90 OBJECTS_OF {sources} -o ulpwise_tests && ./ulpwise_tests\n"
    );
    text.push_str("program ulpwise_tests\n  use, intrinsic :: iso_c_binding\n  use, intrinsic :: ieee_exceptions\n  use, intrinsic :: ieee_arithmetic\n  implicit none\n\n  interface\n");
    let mut declared = BTreeSet::new();
    for case in cases {
        if declared.insert(callee(case)) {
            write_interface(&mut text, case);
        }
    }
    text.push_str("  end interface\n\n  logical :: failed\n\n  failed = .false.\n");
    for case in cases {
        let _ = writeln!(text, "  call {}()", name(&case.name));
    }
    text.push_str("  if (failed) error stop 1\n\ncontains\n");
    for case in cases {
        write_case(&mut text, case);
    }
    text.push_str("end program\n");
    text
}

/// A name that is not too long; the end tells names apart better than the beginning.
fn name(text: &str) -> String {
    let start = text.len().saturating_sub(LONGEST_NAME - 2);
    format!("t_{}", text[start..].trim_start_matches('_'))
}

fn callee(case: &TestCase) -> String {
    name(&format!("tested_{}", identifier(&case.symbol)))
}

fn write_interface(text: &mut String, case: &TestCase) {
    let names: Vec<String> = (0..case.parameters.len()).map(|at| format!("a{at}")).collect();
    let kind = if case.result.is_some() { "function" } else { "subroutine" };
    let result = if case.result.is_some() { " result(res)" } else { "" };
    let _ = writeln!(
        text,
        "    {kind} {}({}) bind(c, name=\"{}\"){result}\n      import",
        callee(case),
        names.join(", "),
        case.symbol
    );
    for (TestParameter { given, .. }, name) in case.parameters.iter().zip(&names) {
        let declared = match given {
            GivenValue::Words(_) => format!("integer(c_int64_t) :: {name}(*)"),
            other => format!("{}, value :: {name}", ty(other)),
        };
        let _ = writeln!(text, "      {declared}");
    }
    if let Some(result) = case.result {
        let given = match result {
            Type::Float(format) => GivenValue::Float(format, 0),
            Type::Int(bits) => GivenValue::Int(bits.into(), true, 0),
            Type::Pointer => GivenValue::Int(64, true, 0),
        };
        let _ = writeln!(text, "      {} :: res", ty(&given));
    }
    let _ = writeln!(text, "    end {kind}");
}

fn write_case(text: &mut String, case: &TestCase) {
    let own = name(&case.name);
    let about: String = case.about.chars().take(LONGEST_COMMENT).collect();
    let _ = writeln!(text, "\n  ! {about}\n  subroutine {own}()");
    text.push_str("    logical :: raised\n");
    for parameter in &case.parameters {
        let declared = match &parameter.given {
            GivenValue::Words(words) => {
                format!("integer(c_int64_t) :: {}({})", name(&parameter.name), words.len())
            }
            other => format!("{} :: {}", ty(other), name(&parameter.name)),
        };
        let _ = writeln!(text, "    {declared}");
    }
    let returned = match case.result {
        Some(Type::Float(format)) => Some(ty(&GivenValue::Float(format, 0))),
        Some(Type::Int(bits)) => Some(ty(&GivenValue::Int(bits.into(), true, 0))),
        Some(Type::Pointer) => Some("integer(c_int64_t)"),
        None => None,
    };
    if let Some(returned) = returned {
        let _ = writeln!(text, "    {returned} :: res");
    }
    for parameter in &case.parameters {
        write_value(text, &name(&parameter.name), &parameter.given);
    }
    let is_nearest = case.rounding == RoundingMode::NearestEven;
    if !is_nearest {
        let _ = writeln!(text, "    call ieee_set_rounding_mode({})", rounding(case.rounding));
    }
    let flag = flag(case.flag);
    let _ = writeln!(text, "    call ieee_set_flag({flag}, .false.)");
    let given: Vec<String> = case.parameters.iter().map(|parameter| name(&parameter.name)).collect();
    let call = format!("{}({})", callee(case), given.join(", "));
    let _ = writeln!(text, "    {} {call}", if case.result.is_some() { "res =" } else { "call" });
    let _ = writeln!(text, "    call ieee_get_flag({flag}, raised)");
    if !is_nearest {
        text.push_str("    call ieee_set_rounding_mode(ieee_nearest)\n");
    }
    if case.result_is_checked {
        text.push_str("    if (.not. ieee_is_finite(res)) raised = .true.\n");
    }
    let _ = writeln!(
        text,
        "    if (raised) then\n      print '(a)', '{own}: the call raises {}'\n      failed = .true.\n    end if\n  end subroutine",
        case.property.id()
    );
}

fn write_value(text: &mut String, name: &str, given: &GivenValue) {
    match given {
        GivenValue::Words(words) => {
            for (at, word) in words.iter().enumerate() {
                let _ = writeln!(text, "    {name}({}) = int(z'{word:x}', c_int64_t)", at + 1);
            }
        }
        GivenValue::Float(FloatFormat::F32, bits) => {
            let _ = writeln!(
                text,
                "    {name} = transfer(int(z'{bits:x}', c_int32_t), 0.0_c_float) ! {}",
                short(given)
            );
        }
        GivenValue::Float(_, bits) => {
            let _ = writeln!(
                text,
                "    {name} = transfer(int(z'{bits:x}', c_int64_t), 0.0_c_double) ! {}",
                short(given)
            );
        }
        GivenValue::Int(1, _, word) => {
            let _ = writeln!(text, "    {name} = {}", if *word == 0 { ".false." } else { ".true." });
        }
        GivenValue::Int(bits, _, word) => {
            let _ = writeln!(text, "    {name} = int(z'{word:x}', c_int{bits}_t) ! {}", short(given));
        }
    }
}

fn ty(given: &GivenValue) -> &'static str {
    match given {
        GivenValue::Float(FloatFormat::F32, _) => "real(c_float)",
        GivenValue::Float(..) => "real(c_double)",
        GivenValue::Int(1, ..) => "logical(c_bool)",
        GivenValue::Int(8, ..) => "integer(c_int8_t)",
        GivenValue::Int(16, ..) => "integer(c_int16_t)",
        GivenValue::Int(32, ..) => "integer(c_int32_t)",
        GivenValue::Int(..) | GivenValue::Words(_) => "integer(c_int64_t)",
    }
}

fn flag(flag: IeeeFlag) -> &'static str {
    match flag {
        IeeeFlag::Invalid => "ieee_invalid",
        IeeeFlag::DivideByZero => "ieee_divide_by_zero",
        IeeeFlag::Overflow => "ieee_overflow",
        IeeeFlag::Underflow => "ieee_underflow",
        IeeeFlag::Inexact => "ieee_inexact",
    }
}

fn rounding(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::NearestEven => "ieee_nearest",
        RoundingMode::TowardNegative => "ieee_down",
        RoundingMode::TowardPositive => "ieee_up",
        RoundingMode::TowardZero => "ieee_to_zero",
    }
}
