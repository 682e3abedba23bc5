//! The arguments of `ulpwise export`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The arguments of `ulpwise export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// Witnesses, or folders of them, that `ulpwise check --witnesses` or `ulpwise search --witnesses` wrote.
    #[arg(value_name = "WITNESS", required = true)]
    pub(crate) witnesses: Vec<PathBuf>,
    /// The language of the tests.
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) lang: TestLanguage,
    /// What runs the tests; a program of their own unless it is said.
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) framework: Option<Framework>,
    /// The file to write; standard output unless it is said.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// A language that tests can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestLanguage {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
    /// Fortran 2003.
    Fortran,
}

impl TestLanguage {
    /// Its name on the command line.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Rust => "rust",
            Self::Fortran => "fortran",
        }
    }
}

/// What runs tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Framework {
    /// A program of their own, whose exit code tells.
    Plain,
    /// GoogleTest.
    Gtest,
    /// Catch2.
    Catch2,
    /// `cargo test`.
    Cargo,
}

impl Framework {
    /// Its name on the command line.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Gtest => "gtest",
            Self::Catch2 => "catch2",
            Self::Cargo => "cargo",
        }
    }

    /// Whether it runs tests in a language.
    pub(crate) fn is_of(self, language: TestLanguage) -> bool {
        match self {
            Self::Plain => true,
            Self::Gtest | Self::Catch2 => language == TestLanguage::Cpp,
            Self::Cargo => language == TestLanguage::Rust,
        }
    }
}
