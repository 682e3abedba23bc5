//! The options of `export`.

use std::path::PathBuf;

/// The options of `export`: which witnesses become regression tests, and in which form.
#[derive(Clone, Debug, Default)]
pub struct ExportOptions {
    /// Witnesses, or folders of them.
    pub witnesses: Vec<PathBuf>,
    /// The language of the tests.
    pub language: TestLanguage,
    /// The program that runs them.
    pub framework: TestFramework,
    /// Whether flags and libraries of the witnesses may run other code.
    pub trusts_witnesses: bool,
}

/// A language that tests can be written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestLanguage {
    /// C99.
    #[default]
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
    /// Fortran 2003.
    Fortran,
}

impl TestLanguage {
    /// The stable name.
    pub const fn id(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Rust => "rust",
            Self::Fortran => "fortran",
        }
    }
}

/// The program that runs tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestFramework {
    /// A program of their own, whose exit code tells.
    #[default]
    Plain,
    /// GoogleTest.
    Gtest,
    /// Catch2.
    Catch2,
    /// `cargo test`.
    Cargo,
}

impl TestFramework {
    /// The stable name.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Gtest => "gtest",
            Self::Catch2 => "catch2",
            Self::Cargo => "cargo",
        }
    }

    /// Whether it runs tests in a language.
    pub fn runs(self, language: TestLanguage) -> bool {
        match self {
            Self::Plain => true,
            Self::Gtest | Self::Catch2 => language == TestLanguage::Cpp,
            Self::Cargo => language == TestLanguage::Rust,
        }
    }
}
