//! The text of the small functions that look at results: linked into the program, called after each
//! operation and inlined there.
//!
//! What holds: a check lets a result pass only if the operation can have raised nothing but
//! *inexact*, in any rounding mode (see `ulpwise_host::sse::ordinary_f64`). Everything else goes to
//! the run time (`ulpwise_look_…`), which does the operation once more and reads its flags: a check
//! may be suspicious without reason, never blind.
//!
//! The call on the rare way goes through a function that preserves all registers, so that the
//! common way keeps its values where they are.
//!
//! There are two tiers of code. In the *precise* one the rare way is a call of the run time, which
//! finds out what was raised. In the *screening* one it only notes in [`HIT`] that there was
//! something: the call is then made again in the precise tier.
//!
//! They are visible to other modules, because LLVM's linker leaves behind what is not and is not
//! used yet; later passes make them private.

use std::fmt::Write as _;

/// One of the processor's two formats.
struct Format {
    /// Its name here.
    name: &'static str,
    /// Its type in LLVM.
    ty: &'static str,
    /// The integer type of its bits.
    bits: &'static str,
    /// Twice the bits of the number after the smallest normal one: the sign is shifted out.
    lowest: u64,
    /// Twice the bits of the number before the largest finite one.
    highest: u64,
}

const FORMATS: [Format; 2] = [
    Format {
        name: "f64",
        ty: "double",
        bits: "i64",
        lowest: (0x0010_0000_0000_0000 << 1) + 2,
        highest: (0x7fef_ffff_ffff_ffff << 1) - 2,
    },
    Format {
        name: "f32",
        ty: "float",
        bits: "i32",
        lowest: (0x0080_0000 << 1) + 2,
        highest: (0x7f7f_ffff << 1) - 2,
    },
];

/// The functions of the run time that native code calls.
pub const RUNTIME_FUNCTIONS: [&str; 4] =
    ["ulpwise_look_f64", "ulpwise_look_f32", "ulpwise_look_wide", "ulpwise_look_libm"];

/// The variable of the screening tier that is not zero once a check found something.
pub(crate) const HIT: &str = "ulpwise_hit";

/// The table of the precise tier that says, for each site in one byte, which exceptions of it are
/// known already and need no look: the bits of [`known`].
pub(crate) const KNOWN: &str = "ulpwise_known";

/// The bits of a byte of the table of known exceptions.
pub mod known {
    /// Invalid operation.
    pub const INVALID: u8 = 1;
    /// Division by zero.
    pub const DIVIDE_BY_ZERO: u8 = 2;
    /// Overflow.
    pub const OVERFLOW: u8 = 4;
    /// Underflow.
    pub const UNDERFLOW: u8 = 8;
}

/// Which of the two kinds of code the checks are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tier {
    /// Reports what each site raised.
    Precise,
    /// Reports whether any site may have raised something.
    Screening,
}

/// All checks of a tier for a program with so many sites. `preserves` says whether the rare way may
/// rely on a callee that saves every register, which it may not where the program uses registers
/// that the checks are not compiled for. With `every` all results are looked at, also those that
/// were only rounded.
pub(super) fn text(tier: Tier, sites: usize, preserves: bool, every: bool) -> String {
    let convention = if tier == Tier::Precise && preserves { "preserve_allcc " } else { "" };
    let mut text = String::from("!0 = !{!\"branch_weights\", i32 1000000, i32 1}\n");
    if tier == Tier::Precise {
        writeln!(text, "@{KNOWN} = global [{} x i8] zeroinitializer", sites.max(1))
            .expect("writing to a string");
    }
    text.push_str(&wide(tier));
    for format in &FORMATS {
        let Format { name, ty, .. } = format;
        writeln!(text, "declare {ty} @llvm.fabs.{name}({ty})").expect("writing to a string");
        let three = format!("i32 %site, {ty} %a, {ty} %b, {ty} %c");
        text.push_str(&look(tier, convention, format, &three));
        let four = format!("{three}, {ty} %r");
        let possible =
            |overflow: &str| if tier == Tier::Precise { possible(ty, overflow) } else { String::new() };
        let overflow = format!("  %large.kind = or i32 0, {}\n", known::OVERFLOW);
        let check =
            |text: &mut String, name: &str, parameters: &str, operands: &str, test: &str, kinds: &str| {
                let (test, kinds) = if every { (NEVER_PASS, "") } else { (test, kinds) };
                check(text, convention, name, parameters, operands, test, kinds);
            };
        check(
            &mut text,
            &format!("class.{name}"),
            &four,
            name,
            &class_test(format, "%r"),
            &possible(&overflow),
        );
        // Zeros are common and mostly exact: an operand of zero shows it; of a sum or difference,
        // operands of one magnitude, unless the processor flushes tiny results to zero.
        let zero = |value: &str| format!("  %zero{value} = fcmp oeq {ty} %{value}, 0.0\n");
        let (zero_a, zero_b, zero_r) = (zero("a"), zero("b"), zero("r"));
        let exact = [
            (
                "sum",
                format!(
                    "{zero_r}  %size.a = call {ty} @llvm.fabs.{name}({ty} %a)\n  %size.b = call {ty} @llvm.fabs.{name}({ty} %b)\n  \
                     %cancel = fcmp oeq {ty} %size.a, %size.b\n  %exact = and i1 %zeror, %cancel\n"
                ),
            ),
            (
                "product",
                format!(
                    "{zero_r}{zero_a}{zero_b}  %either = or i1 %zeroa, %zerob\n  %exact = and i1 %zeror, %either\n"
                ),
            ),
            ("quotient", format!("{zero_r}{zero_a}  %exact = and i1 %zeror, %zeroa\n")),
        ];
        for (operation, exact) in exact {
            let test = format!(
                "{}  br i1 %ordinary, label %done, label %rare, !prof !0\nrare:\n{exact}  %pass = or i1 %exact, false\n",
                class_test(format, "%r").replace("%pass", "%ordinary")
            );
            let by_zero = format!(
                "  %by.zero = fcmp oeq {ty} %b, 0.0\n  %large.kind = select i1 %by.zero, i32 {}, i32 {}\n",
                known::DIVIDE_BY_ZERO,
                known::OVERFLOW
            );
            let large = if operation == "quotient" { &by_zero } else { &overflow };
            check(&mut text, &format!("{operation}.{name}"), &four, name, &test, &possible(large));
        }
        let nan = format!("  %pass = fcmp ord {ty} %r, %r\n");
        check(&mut text, &format!("nan.{name}"), &four, name, &nan, &possible(&overflow));
        let ordered = format!("  %pass = fcmp ord {ty} %a, %b\n");
        check(&mut text, &format!("ordered.{name}"), &three, name, &ordered, "");
        let inside = format!(
            "  %low = fcmp oge {ty} %a, %b\n  %high = fcmp olt {ty} %a, %c\n  %pass = and i1 %low, %high\n"
        );
        check(&mut text, &format!("range.{name}"), &three, name, &inside, "");
    }
    let narrow = "i32 %site, double %a, double %b, double %c, float %r";
    let overflow = format!("  %large.kind = or i32 0, {}\n", known::OVERFLOW);
    let kinds = if tier == Tier::Precise { possible("float", &overflow) } else { String::new() };
    let test = class_test(&FORMATS[1], "%r");
    let (test, kinds) = if every { (NEVER_PASS, "") } else { (test.as_str(), kinds.as_str()) };
    check(&mut text, convention, "narrow", narrow, "f64", test, kinds);
    text
}

/// Sets `%enough` when all exceptions are known that an operation with the result `%r` can raise: a
/// NaN comes of an invalid operation, a large result may be an overflow or come of a division by
/// zero (`%large.kind`), a small one may be an underflow.
fn possible(ty: &str, large_kind: &str) -> String {
    let suffix = if ty == "double" { "f64" } else { "f32" };
    format!(
        "  %r.nan = fcmp uno {ty} %r, %r\n  %r.abs = call {ty} @llvm.fabs.{suffix}({ty} %r)\n  \
         %r.large = fcmp ogt {ty} %r.abs, 1.0\n{large_kind}  \
         %number.kind = select i1 %r.large, i32 %large.kind, i32 {}\n  \
         %kind = select i1 %r.nan, i32 {}, i32 %number.kind\n  \
         %entry.known = getelementptr i8, ptr @{KNOWN}, i32 %site\n  \
         %known.byte = load i8, ptr %entry.known\n  %known = zext i8 %known.byte to i32\n  \
         %common = and i32 %known, %kind\n  %enough = icmp eq i32 %common, %kind\n",
        known::UNDERFLOW,
        known::INVALID
    )
}

/// The check of what is looked at every time.
fn wide(tier: Tier) -> String {
    let words = "i32 %s, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f";
    let (declaration, action) = match tier {
        Tier::Precise => (
            "declare void @ulpwise_look_wide(i32, i64, i64, i64, i64, i64, i64)\n".to_owned(),
            format!("call void @ulpwise_look_wide({words})"),
        ),
        Tier::Screening => (format!("@{HIT} = global i32 0\n"), note()),
    };
    format!(
        "{declaration}define void @ulpwise.check.wide({words}) alwaysinline nounwind {{\n  {action}\n  ret void\n}}\n"
    )
}

/// The rare way of the checks of a format.
fn look(tier: Tier, convention: &str, format: &Format, three: &str) -> String {
    let Format { name, ty, .. } = format;
    match tier {
        Tier::Precise => format!(
            "declare void @ulpwise_look_{name}(i32, {ty}, {ty}, {ty})\n\
             define {convention}void @ulpwise.look.{name}({three}) noinline cold nounwind {{\n  \
             call void @ulpwise_look_{name}({three})\n  ret void\n}}\n"
        ),
        Tier::Screening => {
            format!(
                "define void @ulpwise.look.{name}({three}) alwaysinline nounwind {{\n  {}\n  ret void\n}}\n",
                note()
            )
        }
    }
}

/// Notes that there was something.
fn note() -> String {
    format!("store i32 1, ptr @{HIT}")
}

/// One check: `%pass`, or `%enough` is known (where `kinds` says so), or a look at the operands.
fn check(
    text: &mut String,
    convention: &str,
    name: &str,
    parameters: &str,
    operands: &str,
    test: &str,
    kinds: &str,
) {
    let ty = if operands == "f64" { "double" } else { "float" };
    let ask = match kinds {
        "" => String::new(),
        kinds => format!("{kinds}  br i1 %enough, label %done, label %unknown\nunknown:\n"),
    };
    writeln!(
        text,
        "define void @ulpwise.check.{name}({parameters}) alwaysinline nounwind {{\n{test}  \
         br i1 %pass, label %done, label %look, !prof !0\nlook:\n{ask}  \
         call {convention}void @ulpwise.look.{operands}(i32 %site, {ty} %a, {ty} %b, {ty} %c)\n  \
         br label %done\ndone:\n  ret void\n}}"
    )
    .expect("writing to a string");
}

/// The test that every result fails.
const NEVER_PASS: &str = "  %pass = icmp ne i32 0, 0\n";

/// Sets `%pass` when the magnitude is ordinary.
fn class_test(format: &Format, result: &str) -> String {
    let Format { ty, bits, lowest, highest, .. } = format;
    let span = highest - lowest;
    format!(
        "  %bits = bitcast {ty} {result} to {bits}\n  %magnitude = shl {bits} %bits, 1\n  \
         %offset = sub {bits} %magnitude, {lowest}\n  %pass = icmp ule {bits} %offset, {span}\n"
    )
}

/// A parameter or result of a function of the mathematical library, as the wrapper sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carried {
    /// `double`.
    Double,
    /// `float`.
    Float,
    /// An integer or address; LLVM's type is given apart.
    Other,
}

impl Carried {
    /// From LLVM's name of the type.
    pub(super) fn from_type_name(ty: &str) -> Self {
        match ty {
            "double" => Self::Double,
            "float" => Self::Float,
            _ => Self::Other,
        }
    }
}

/// A function that calls `callee` with clean flags, reports what it raised, and leaves the flags as
/// they would have been. It is never inlined, so that no other operation is moved between the looks
/// at the flags.
///
/// The flags are only cleared when one that matters is up, because clearing costs more than
/// looking.
pub(super) fn libm_wrapper(name: &str, callee: &str, result: &str, parameters: &[String]) -> String {
    let given: Vec<String> = parameters.iter().enumerate().map(|(at, ty)| format!("{ty} %x{at}")).collect();
    let given = given.join(", ");
    let mut text = format!(
        "declare {result} @\"{callee}\"({})\ndeclare void @llvm.x86.sse.stmxcsr(ptr)\n\
         declare void @llvm.x86.sse.ldmxcsr(ptr)\ndeclare void @ulpwise_look_libm(i32, i32, i64, i64, i64, i64)\n\
         !0 = !{{!\"branch_weights\", i32 1000000, i32 1}}\n\
         define {result} @\"{name}\"(i32 %site{}{given}) noinline nounwind {{\n  %slot = alloca i32\n  \
         call void @llvm.x86.sse.stmxcsr(ptr %slot)\n  %before = load i32, ptr %slot\n  \
         %stale = and i32 %before, 29\n  %clean = icmp eq i32 %stale, 0\n  \
         br i1 %clean, label %go, label %clear, !prof !0\nclear:\n  %cleared = and i32 %before, -64\n  \
         store i32 %cleared, ptr %slot\n  call void @llvm.x86.sse.ldmxcsr(ptr %slot)\n  br label %go\ngo:\n  \
         %r = call {result} @\"{callee}\"({given}) nobuiltin\n  call void @llvm.x86.sse.stmxcsr(ptr %slot)\n  \
         %after = load i32, ptr %slot\n  %raised = and i32 %after, 29\n  %quiet = icmp eq i32 %raised, 0\n",
        parameters.join(", "),
        if parameters.is_empty() { "" } else { ", " },
    );
    text.push_str(&not_tiny(result));
    for (at, ty) in parameters.iter().enumerate() {
        text.push_str(&as_word(&format!("x{at}"), ty));
    }
    text.push_str(&as_word("r", result));
    let word = |at: usize| if at < parameters.len() { format!("%x{at}.word") } else { "0".to_owned() };
    writeln!(
        text,
        "  %pass = and i1 %quiet, %big\n  br i1 %pass, label %back, label %look, !prof !0\nlook:\n  \
         call void @ulpwise_look_libm(i32 %site, i32 %raised, i64 %r.word, i64 {}, i64 {}, i64 {})\n  \
         br label %back\nback:\n  br i1 %clean, label %done, label %restore, !prof !0\nrestore:\n  \
         %both = or i32 %after, %before\n  store i32 %both, ptr %slot\n  \
         call void @llvm.x86.sse.ldmxcsr(ptr %slot)\n  br label %done\ndone:\n  ret {result} %r\n}}",
        word(0),
        word(1),
        word(2)
    )
    .expect("writing to a string");
    text
}

/// The screening tier's call of `callee`: its flags stay where they are; a tiny result, which need
/// not raise one, is noted.
pub(super) fn screening_wrapper(name: &str, callee: &str, result: &str, parameters: &[String]) -> String {
    let given: Vec<String> = parameters.iter().enumerate().map(|(at, ty)| format!("{ty} %x{at}")).collect();
    let given = given.join(", ");
    let comma = if parameters.is_empty() { "" } else { ", " };
    format!(
        "declare {result} @\"{callee}\"({})\n@{HIT} = external global i32\n\
         !0 = !{{!\"branch_weights\", i32 1000000, i32 1}}\n\
         define {result} @\"{name}\"(i32 %site{comma}{given}) alwaysinline nounwind strictfp {{\n  \
         %r = call {result} @\"{callee}\"({given}) nobuiltin strictfp\n{}  \
         br i1 %big, label %done, label %look, !prof !0\nlook:\n  {}\n  br label %done\ndone:\n  ret {result} %r\n}}\n",
        parameters.join(", "),
        not_tiny(result),
        note(),
    )
}

/// Sets `%big` when the result is not a subnormal number.
fn not_tiny(result: &str) -> String {
    let (format, smallest) = match Carried::from_type_name(result) {
        Carried::Double => (&FORMATS[0], 0x0010_0000_0000_0000_u64),
        Carried::Float => (&FORMATS[1], 0x0080_0000),
        Carried::Other => return "  %big = and i1 true, true\n".to_owned(),
    };
    let Format { ty, bits, .. } = format;
    format!(
        "  %r.bits = bitcast {ty} %r to {bits}\n  %r.magnitude = shl {bits} %r.bits, 1\n  \
         %r.before = sub {bits} %r.magnitude, 1\n  %big = icmp uge {bits} %r.before, {}\n",
        2 * smallest - 1
    )
}

/// Sets `%NAME.word` to the bits of a value in 64 bits.
fn as_word(name: &str, ty: &str) -> String {
    match ty {
        "double" => format!("  %{name}.word = bitcast double %{name} to i64\n"),
        "float" => format!(
            "  %{name}.int = bitcast float %{name} to i32\n  %{name}.word = zext i32 %{name}.int to i64\n"
        ),
        "ptr" => format!("  %{name}.word = ptrtoint ptr %{name} to i64\n"),
        "i64" => format!("  %{name}.word = add i64 %{name}, 0\n"),
        narrower => format!("  %{name}.word = zext {narrower} %{name} to i64\n"),
    }
}

/// Whether a value of this type fits a word of a wrapper.
pub(super) fn fits_a_word(ty: &str) -> bool {
    matches!(ty, "double" | "float" | "ptr" | "i64" | "i32" | "i16" | "i8")
}
