//! What the tests share: snippets of LLVM IR, compiled sources, and the interpreter as the judge of
//! what was lowered.

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module as LlvmModule;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{CodeModel, InitializationConfig, RelocMode, Target, TargetMachine};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use ulpwise_interp::{InterpOptions, Interpreter, PathEnd, Program};
use ulpwise_ir::{Inst, Module, text, verify};

/// The layout that clang gives to programs for x86-64.
const HEADER: &str = "\
target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-pc-linux-gnu\"
";

/// A folder that is gone when the test ends.
pub(crate) struct TestFolder(PathBuf);

impl TestFolder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ulpwise-lowering-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        // A folder that stays behind does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Lowers a snippet of LLVM IR as it is.
pub(crate) fn lower(snippet: &str) -> Module {
    let context = Context::create();
    let text = format!("{HEADER}{snippet}");
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "snippet");
    let module = context.create_module_from_ir(buffer).unwrap_or_else(|error| panic!("{error}\n{snippet}"));
    module.verify().unwrap_or_else(|error| panic!("{error}\n{snippet}"));
    checked(&module)
}

/// Lowers a bitcode file after mem2reg.
pub(crate) fn lower_file(path: &Path) -> Module {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(path).expect("the compiler wrote bitcode");
    let module = context.create_module_from_ir(buffer).expect("the compiler wrote bitcode");
    Target::initialize_x86(&InitializationConfig::default());
    let triple = TargetMachine::get_default_triple();
    let target = Target::from_triple(&triple).expect("LLVM knows x86-64");
    let machine = target
        .create_target_machine(
            &triple,
            "generic",
            "",
            inkwell::OptimizationLevel::None,
            RelocMode::Default,
            CodeModel::Default,
        )
        .expect("LLVM knows x86-64");
    module.run_passes("function(mem2reg)", &machine, PassBuilderOptions::create()).expect("mem2reg runs");
    checked(&module)
}

/// Lowers, and checks what every lowered module must fulfil.
fn checked(module: &LlvmModule<'_>) -> Module {
    let mut lowered = ulpwise_llvm::lower_module(module).expect("x86-64 can be lowered");
    if let Err(errors) = verify::verify(&lowered) {
        let list: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}\n{}", list.join("\n"), text::print(&lowered));
    }
    text::canonicalize(&mut lowered);
    let printed = text::print(&lowered);
    match text::parse(&printed) {
        Ok(parsed) => assert!(parsed == lowered, "the text form does not lead back:\n{printed}"),
        Err(error) => panic!("{error}\n{printed}"),
    }
    lowered
}

/// The messages of everything unsupported, in order.
pub(crate) fn unsupported(module: &Module) -> Vec<&str> {
    let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    let insts = bodies.flat_map(|body| body.insts.iter());
    insts
        .filter_map(|inst| match inst {
            Inst::Unsupported { what } => Some(module.messages[*what].as_str()),
            _ => None,
        })
        .collect()
}

/// The text of one function.
pub(crate) fn printed(module: &Module, name: &str) -> String {
    let function = module.function_named(name).unwrap_or_else(|| panic!("no function {name}"));
    text::print_function(module, function)
}

/// Calls a function on raw slots.
pub(crate) fn call(module: &Module, name: &str, arguments: &[u64]) -> Result<Vec<u64>, PathEnd> {
    let options = InterpOptions::default();
    let program = Program::new(module, options.memory_limit).expect("globals fit into memory");
    let function = module.function_named(name).unwrap_or_else(|| panic!("no function {name}"));
    Interpreter::new(&program, options).call(function, arguments).map_err(|stop| stop.end)
}

/// Lowers a snippet and calls its function `@f`; everything in it must be supported.
pub(crate) fn evaluate(snippet: &str, arguments: &[u64]) -> Vec<u64> {
    let module = lower(snippet);
    assert_eq!(unsupported(&module), [""; 0], "{snippet}");
    call(&module, "f", arguments).unwrap_or_else(|end| panic!("{end}\n{snippet}\n{}", printed(&module, "f")))
}

/// A compiler with the flags for bitcode.
pub(crate) enum Compiler {
    Clang,
    ClangCpp,
    Flang,
    Rustc,
}

impl Compiler {
    fn extension(&self) -> &'static str {
        match self {
            Self::Clang => "c",
            Self::ClangCpp => "cpp",
            Self::Flang => "f90",
            Self::Rustc => "rs",
        }
    }

    fn command(&self) -> Command {
        let (program, flags): (_, &[&str]) = match self {
            Self::Clang => ("clang-22", &["-g", "-ffp-contract=off", "-Xclang", "-disable-O0-optnone"]),
            Self::ClangCpp => ("clang++-22", &["-g", "-ffp-contract=off", "-Xclang", "-disable-O0-optnone"]),
            Self::Flang => ("flang-22", &["-g", "-ffp-contract=off"]),
            Self::Rustc => ("rustc", &["-g", "-C", "panic=abort"]),
        };
        let mut command = Command::new(program);
        command.args(flags);
        command
    }

    /// Compiles a source to bitcode.
    pub(crate) fn bitcode(&self, folder: &TestFolder, source: &str, flags: &[&str]) -> PathBuf {
        let input = folder.file(&format!("program.{}", self.extension()));
        let output = folder.file("program.bc");
        fs::write(&input, source).expect("the source is written");
        let mut command = self.command();
        match self {
            Self::Rustc => command.arg("--emit=llvm-bc"),
            _ => command.args(["-c", "-emit-llvm"]),
        };
        // flang leaves module files where it runs.
        command.current_dir(&folder.0).args(flags).arg(&input).arg("-o").arg(&output);
        run(&mut command);
        output
    }

    /// Compiles a source and lowers it.
    pub(crate) fn lower(&self, source: &str, flags: &[&str]) -> Module {
        let folder = TestFolder::new();
        lower_file(&self.bitcode(&folder, source, flags))
    }
}

/// Runs a command that must succeed.
pub(crate) fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        panic!("{program} is needed for this test and cannot be run ({error}): `./x test` installs it")
    });
    assert!(
        output.status.success(),
        "{command:?} failed:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// Runs a C program as machine code and in the interpreter; both must print the same. Whatever is
/// unsupported in it must not be reached.
pub(crate) fn assert_runs_like_native(source: &str, flags: &[&str]) {
    let folder = TestFolder::new();
    let bitcode = Compiler::Clang.bitcode(&folder, source, flags);
    let program = folder.file("program");
    let codegen_flags = flags.iter().filter(|flag| flag.starts_with("-O") || flag.starts_with("-m"));
    run(Command::new("clang-22").args(codegen_flags).arg(&bitcode).arg("-o").arg(&program).arg("-lm"));
    let native = run(&mut Command::new(&program)).stdout;
    assert!(!native.is_empty(), "the program prints its results");
    let module = lower_file(&bitcode);
    let options = InterpOptions::default();
    let ready = Program::new(&module, options.memory_limit).expect("globals fit into memory");
    let mut interpreter = Interpreter::new(&ready, options);
    let main = module.function_named("main").expect("the program has a main function");
    let parameters = vec![0; module.functions[main].parameters.len()];
    let end = interpreter.call(main, &parameters);
    let interpreted = String::from_utf8_lossy(interpreter.machine.library.output.bytes()).into_owned();
    if let Err(stop) = end {
        panic!("{flags:?}: {}\n{interpreted}\n{:?}", stop.end, unsupported(&module));
    }
    assert_eq!(interpreted, String::from_utf8_lossy(&native), "{flags:?}");
}
