//! Compiles a C program for a test and starts an engine on it.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part")]

use std::path::Path;
use std::time::Duration;
use ulpwise_ir::Module;
use ulpwise_llvm::{LoadOptions, ProgramInput, bitcode, load_in_process};
use ulpwise_native::{
    Engine, EngineOptions, Launcher, NativeError, NativeLimits, NativeTarget, Optimisation, Passing, Unit,
};

/// A C program in a folder of its own.
pub struct TestProgram {
    _folder: tempfile::TempDir,
    input: ProgramInput,
    pub units: Vec<Unit>,
}

impl TestProgram {
    pub fn c(source: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("program.c");
        std::fs::write(&file, source).expect("the source is written");
        let input = ProgramInput { files: vec![file], ..ProgramInput::default() };
        let units = bitcode(&input, &LoadOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        Self { _folder: folder, input, units }
    }

    /// The same program in our IR.
    pub fn module(&self) -> Module {
        load_in_process(&self.input, &LoadOptions::default()).expect("it loads").module
    }

    /// Starts an engine for some functions, each with so many parameters that are values.
    pub fn engine(
        &self,
        functions: &[(&str, usize)],
        options: &EngineOptions,
    ) -> Result<Engine, NativeError> {
        let targets: Vec<NativeTarget> = functions
            .iter()
            .map(|&(name, count)| NativeTarget {
                name: name.to_owned(),
                parameters: vec![Passing::Value; count],
                links: Vec::new(),
            })
            .collect();
        Engine::start(&launcher(), &self.units, &targets, options)
    }
}

pub fn launcher() -> Launcher {
    let program = Path::new(env!("CARGO_BIN_EXE_ulpwise-native-child")).to_path_buf();
    Launcher { program, limits: NativeLimits::default() }
}

/// Not optimised, with a limit that no honest call of a test comes near.
pub fn options() -> EngineOptions {
    EngineOptions { call_limit: Duration::from_millis(500), ..EngineOptions::default() }
}

pub fn optimised() -> EngineOptions {
    EngineOptions { optimisation: Optimisation::Optimised, ..options() }
}
