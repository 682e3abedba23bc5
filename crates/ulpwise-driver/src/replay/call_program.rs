//! The program of a replay: it makes one call, and writes down what happened. It is written in C.
//!
//! The call is made in the rounding mode of the witness. What is looked for meanwhile, and how, is
//! said in `watch`.

use super::NotReplayable;
use super::watch::Watch;
use crate::witness::{Argument, Witness};
use std::fmt::Write as _;
use ulpwise_host::libm::{self, LibmParameter, Return, Type as HostType};
use ulpwise_ir::{FloatFormat, Type};

/// The file that the program writes, in the folder that it is started in.
pub(super) const REPORT_FILE: &str = "report";

/// The bits of MXCSR that flush to zero and take subnormal operands for zeros.
const FLUSHING: u32 = 0x8040;

/// Names at the top of the program. The user's function may have the same one, and the program
/// would call its own instead.
const NAMES: [&str; 20] = [
    "begin_steps",
    "control",
    "destination",
    "end_steps",
    "handle",
    "install",
    "instructions",
    "is_cut",
    "is_wanted",
    "note",
    "on_exception",
    "on_step",
    "seen",
    "seen_count",
    "set_control",
    "set_x87_control",
    "watched",
    "watched_at",
    "watches_several",
    "word_t",
];

/// What comes before all names.
const INCLUDED: &str = "#define _GNU_SOURCE\n#include <signal.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n#include <ucontext.h>\n";

/// The part that does not depend on the call.
const FIXED: &str = r#"
static uint64_t seen[256];
static volatile unsigned seen_count;
static volatile int is_cut;

static void note(uint64_t address) {
    for (unsigned at = 0; at < seen_count; at++)
        if (seen[at] == address) return;
    if (seen_count < 256) seen[seen_count++] = address;
}

static uint32_t control(void) { uint32_t word; __asm__ volatile("stmxcsr %0" : "=m"(word)); return word; }
static void set_control(uint32_t word) { __asm__ volatile("ldmxcsr %0" : : "m"(word)); }
static void set_x87_control(uint16_t word) { __asm__ volatile("fldcw %0" : : "m"(word)); }

static void handle(int number, void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = handler;
    sigaction(number, &action, 0);
}
"#;

/// The source of a program, and the function of the mathematical library that the linker must wrap,
/// if there is one.
pub(super) struct CallProgram {
    pub(super) source: String,
    pub(super) wrapped: Option<String>,
}

/// The program for a witness whose site is a call of `library`, if it is one.
pub(super) fn write_call_program(
    witness: &Witness,
    library: Option<&str>,
) -> Result<CallProgram, NotReplayable> {
    let watch = Watch::for_witness(witness)?;
    let mut source = INCLUDED.to_owned();
    source.extend(NAMES.iter().map(|name| format!("#define {name} ulpwise_{name}\n")));
    source.push_str(FIXED);
    source.push_str(&watch.definitions());
    let wrapped = library.map(|name| write_wrapper(name, watch, &mut source)).transpose()?;
    let result = witness.result.map_or(Ok("void"), |ty| c_type(ty, true))?;
    let types: Vec<&str> = witness.arguments.iter().map(type_of).collect::<Result<_, _>>()?;
    let parameters = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    // The name may be none that C knows.
    writeln!(source, "{result} ulpwise_target({parameters}) __asm__(\"{}\");", witness.function)
        .expect("writing to a string");
    source.push_str("int main(void) {\n");
    write_arguments(&mut source, witness, &types);
    write_call(&mut source, witness, watch, result, wrapped.is_some());
    write_report(&mut source, witness);
    Ok(CallProgram { source, wrapped })
}

/// Variables with the arguments.
fn write_arguments(source: &mut String, witness: &Witness, types: &[&str]) {
    for (at, (argument, ty)) in witness.arguments.iter().zip(types).enumerate() {
        let words: Vec<String> = argument.words.iter().map(|word| format!("{word:#x}ull")).collect();
        writeln!(source, "    static uint64_t words{at}[] = {{{}}};", words.join(", "))
            .expect("writing to a string");
        if !argument.buffer {
            writeln!(source, "    {ty} argument{at}; memcpy(&argument{at}, words{at}, sizeof argument{at});")
                .expect("writing to a string");
        }
    }
}

/// The call in the rounding mode of the witness, and what it returns.
fn write_call(source: &mut String, witness: &Witness, watch: Watch, result: &str, is_wrapped: bool) {
    let given: Vec<String> = witness
        .arguments
        .iter()
        .enumerate()
        .map(|(at, argument)| format!("{}{at}", if argument.buffer { "words" } else { "argument" }))
        .collect();
    let call = format!("ulpwise_target({})", given.join(", "));
    let masks = watch.unmasking(is_wrapped);
    let [before, after] = watch.around();
    let mode = witness.rounding as u32;
    let unmask = format!(
        "set_x87_control({:#x}); set_control((control(){masks}) | {:#x}u);",
        0x37f | mode << 10,
        mode << 13 | if witness.ftz { FLUSHING } else { 0 }
    );
    source.push_str("    install();\n");
    match witness.result {
        None => writeln!(source, "    {unmask}\n    {before}{call};\n    {after}set_control(0x1f80);"),
        Some(ty) => writeln!(
            source,
            "    uint64_t returned[2] = {{0, 0}};\n    {unmask}\n    {before}{result} value = {call};\n    \
             {after}set_control(0x1f80);\n    memcpy(returned, &value, {});",
            ty.store_bytes()
        ),
    }
    .expect("writing to a string");
}

/// What the program writes down after the call.
fn write_report(source: &mut String, witness: &Witness) {
    write!(source, "    FILE *report = fopen(\"{REPORT_FILE}\", \"w\");\n    if (!report) return 99;\n")
        .expect("writing to a string");
    let words = witness.result.map_or(0, Type::slots);
    for word in 0..words {
        writeln!(source, "    fprintf(report, \"word %016llx\\n\", (unsigned long long)returned[{word}]);")
            .expect("writing to a string");
    }
    for (at, argument) in witness.arguments.iter().enumerate().filter(|(_, argument)| argument.buffer) {
        writeln!(
            source,
            "    for (int word = 0; word < {}; word++) fprintf(report, \"word %016llx\\n\", (unsigned long long)words{at}[word]);",
            argument.words.len()
        )
        .expect("writing to a string");
    }
    source.push_str(
        "    for (unsigned at = 0; at < seen_count; at++) fprintf(report, \"at %llx\\n\", (unsigned long long)seen[at]);\n    \
         if (is_cut) fprintf(report, \"cut 1\\n\");\n    fprintf(report, \"end\\n\");\n    fclose(report);\n    return 0;\n}\n",
    );
}

fn type_of(argument: &Argument) -> Result<&'static str, NotReplayable> {
    c_type(argument.ty, argument.signed)
}

/// The type in C of a value of that type in LLVM.
fn c_type(ty: Type, signed: bool) -> Result<&'static str, NotReplayable> {
    Ok(match (ty, signed) {
        (Type::Float(FloatFormat::F64), _) => "double",
        (Type::Float(FloatFormat::F32), _) => "float",
        (Type::Float(FloatFormat::F16), _) => "_Float16",
        (Type::Pointer, _) => "void *",
        (Type::Int(1), _) => "_Bool",
        (Type::Int(8), true) => "int8_t",
        (Type::Int(8), false) => "uint8_t",
        (Type::Int(16), true) => "int16_t",
        (Type::Int(16), false) => "uint16_t",
        (Type::Int(32), true) => "int32_t",
        (Type::Int(32), false) => "uint32_t",
        (Type::Int(64), true) => "int64_t",
        (Type::Int(64), false) => "uint64_t",
        _ => return Err(NotReplayable::Type(ty)),
    })
}

/// A function that takes the place of one of the mathematical library and notes the address of the
/// call, if what is looked for happened there.
fn write_wrapper(name: &str, watch: Watch, source: &mut String) -> Result<String, NotReplayable> {
    let unknown = || NotReplayable::LibraryFunction(name.to_owned());
    let function = libm::lookup(name).ok_or_else(unknown)?;
    let host = |ty: HostType| match ty {
        HostType::F64 => Some("double"),
        HostType::F32 => Some("float"),
        HostType::X87 => None,
        HostType::Int => Some("int"),
        HostType::Long => Some("long"),
    };
    let signature = function.signature();
    let types = signature.parameters.iter().map(|parameter| match *parameter {
        LibmParameter::Value(ty) => host(ty),
        LibmParameter::Output(_) => Some("void *"),
        LibmParameter::Reference(_) | LibmParameter::Complex(_) => None,
    });
    let types: Vec<&str> = types.collect::<Option<_>>().ok_or_else(unknown)?;
    let result = match signature.returns {
        Return::Value(ty) => host(ty).ok_or_else(unknown)?,
        _ => return Err(unknown()),
    };
    let declared: Vec<String> = types.iter().enumerate().map(|(at, ty)| format!("{ty} a{at}")).collect();
    let given: Vec<String> = (0..types.len()).map(|at| format!("a{at}")).collect();
    let (declared, given) = (declared.join(", "), given.join(", "));
    write!(
        source,
        "{result} __real_{name}({declared});\n{result} __wrap_{name}({declared}) {{\n    \
         uint32_t before = control();\n    set_control(before & ~0x3fu);\n    \
         {result} value = __real_{name}({given});\n    uint32_t after = control();\n    \
         if ({}) note((uint64_t)__builtin_return_address(0) - 1);\n    \
         set_control(after | before);\n    return value;\n}}\n",
        watch.condition(result)
    )
    .expect("writing to a string");
    Ok(name.to_owned())
}
