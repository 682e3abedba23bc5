//! The arguments of `ulpwise export`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use ulpwise_driver::{ExportOptions, TestFramework, TestLanguage};

/// The arguments of `ulpwise export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// Witnesses, or folders of them, that `ulpwise check --witnesses` or
    /// `ulpwise search --witnesses` wrote.
    #[arg(value_name = "WITNESS", required = true)]
    pub(crate) witnesses: Vec<PathBuf>,
    /// The language of the tests.
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) lang: TestLanguageArgument,
    /// What runs the tests; a program of their own unless it is said.
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) framework: Option<FrameworkArgument>,
    /// The file to write; standard output unless it is said.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Let the witnesses name compiler flags and libraries by which other code can run.
    #[arg(long)]
    pub(crate) trust_config: bool,
}

impl ExportArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> ExportOptions {
        ExportOptions {
            witnesses: self.witnesses.clone(),
            language: self.lang.into(),
            framework: self.framework.map(Into::into).unwrap_or_default(),
            trusts_witnesses: self.trust_config,
        }
    }
}

/// A language that tests can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestLanguageArgument {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
    /// Fortran 2003.
    Fortran,
}

impl From<TestLanguageArgument> for TestLanguage {
    fn from(argument: TestLanguageArgument) -> Self {
        match argument {
            TestLanguageArgument::C => Self::C,
            TestLanguageArgument::Cpp => Self::Cpp,
            TestLanguageArgument::Rust => Self::Rust,
            TestLanguageArgument::Fortran => Self::Fortran,
        }
    }
}

/// What runs tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FrameworkArgument {
    /// A program of their own, whose exit code tells.
    Plain,
    /// GoogleTest.
    Gtest,
    /// Catch2.
    Catch2,
    /// `cargo test`.
    Cargo,
}

impl From<FrameworkArgument> for TestFramework {
    fn from(argument: FrameworkArgument) -> Self {
        match argument {
            FrameworkArgument::Plain => Self::Plain,
            FrameworkArgument::Gtest => Self::Gtest,
            FrameworkArgument::Catch2 => Self::Catch2,
            FrameworkArgument::Cargo => Self::Cargo,
        }
    }
}
