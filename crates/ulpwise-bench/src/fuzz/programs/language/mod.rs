//! The languages of random programs: what each has that proofs must hold for.

mod c;
mod cpp;
mod fortran;
mod grammar;
mod rust;

use super::source::{Input, InputType};
use crate::fuzz::pieces::SourcePiece;
use grammar::{Grammar, GrammarWriter};
use ulpwise_base::SplitMix64;

/// The language of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum FuzzedLanguage {
    C,
    Cpp,
    Fortran,
    Rust,
}

impl FuzzedLanguage {
    /// The ending of file names.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            FuzzedLanguage::C => "c",
            FuzzedLanguage::Cpp => "cpp",
            FuzzedLanguage::Fortran => "f90",
            FuzzedLanguage::Rust => "rs",
        }
    }

    /// What a line of remarks begins with.
    pub(super) const fn remark(self) -> &'static str {
        match self {
            FuzzedLanguage::C | FuzzedLanguage::Cpp | FuzzedLanguage::Rust => "//",
            FuzzedLanguage::Fortran => "!",
        }
    }

    /// Flags that programs are compiled with.
    pub(super) const fn flags(self) -> &'static [&'static str] {
        match self {
            FuzzedLanguage::C => &c::FLAGS,
            FuzzedLanguage::Cpp => &cpp::FLAGS,
            FuzzedLanguage::Fortran => &fortran::FLAGS,
            FuzzedLanguage::Rust => &rust::FLAGS,
        }
    }

    /// A random body of the function.
    pub(super) fn body(self, random: SplitMix64, statements: usize) -> Vec<SourcePiece> {
        match self.grammar() {
            Some(grammar) => GrammarWriter::new(grammar, random).body(statements),
            None => c::body(random, statements),
        }
    }

    /// C has a writer of its own.
    const fn grammar(self) -> Option<&'static Grammar> {
        match self {
            FuzzedLanguage::C => None,
            FuzzedLanguage::Cpp => Some(&cpp::GRAMMAR),
            FuzzedLanguage::Fortran => Some(&fortran::GRAMMAR),
            FuzzedLanguage::Rust => Some(&rust::GRAMMAR),
        }
    }

    /// The program around a body: `f`, which is checked, and `drive`, which calls it in any state of
    /// the program's variables.
    pub(super) fn program(self, inputs: &[Input], body: &str) -> String {
        match self {
            FuzzedLanguage::C => c_like(c::PRELUDE, "", inputs, [c::OPENING, body, c::CLOSING]),
            FuzzedLanguage::Cpp => {
                c_like(cpp::PRELUDE, "extern \"C\" ", inputs, [cpp::OPENING, body, cpp::CLOSING])
            }
            FuzzedLanguage::Fortran => fortran::program(inputs, body),
            FuzzedLanguage::Rust => rust::program(inputs, body),
        }
    }
}

fn names(inputs: &[Input]) -> String {
    inputs.iter().map(|input| input.name).collect::<Vec<_>>().join(", ")
}

/// A program in C or C++.
fn c_like(prelude: &str, linkage: &str, inputs: &[Input], function: [&str; 3]) -> String {
    let declared: Vec<String> = inputs
        .iter()
        .map(|input| match input.ty {
            InputType::Double => format!("double {}", input.name),
            InputType::Float => format!("float {}", input.name),
            InputType::Int => format!("int {}", input.name),
        })
        .collect();
    let declared = declared.join(", ");
    format!(
        "{prelude}{linkage}__attribute__((noinline)) double f({declared})\n{{\n{}\
         {linkage}double drive({declared}, double s, double t, float r, int m)\n\
         {{\n    poke(s, t, r, m);\n    return f({});\n}}\n",
        function.concat(),
        names(inputs)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::programs::generate;
    use clap::ValueEnum;
    use std::process::Command;

    /// What a compiler refuses is no test of anything.
    #[test]
    fn programs_of_every_language_compile() {
        let folder = tempfile::tempdir().unwrap();
        for &language in FuzzedLanguage::value_variants() {
            let file = folder.path().join(format!("p.{}", language.extension()));
            for seed in 0..4 {
                let text = generate(language, seed).text();
                std::fs::write(&file, &text).unwrap();
                let mut compiler = match language {
                    FuzzedLanguage::C => Command::new("clang-22"),
                    FuzzedLanguage::Cpp => Command::new("clang++-22"),
                    FuzzedLanguage::Fortran => Command::new("flang-22"),
                    FuzzedLanguage::Rust => Command::new("rustc"),
                };
                match language {
                    FuzzedLanguage::Rust => {
                        compiler.args(["--crate-type=lib", "--emit=metadata", "--edition=2021"])
                    }
                    FuzzedLanguage::C | FuzzedLanguage::Cpp | FuzzedLanguage::Fortran => {
                        compiler.args(["-w", "-fsyntax-only"])
                    }
                };
                let compiled = compiler.current_dir(folder.path()).arg(&file).output().unwrap();
                let said = String::from_utf8_lossy(&compiled.stderr);
                assert!(compiled.status.success(), "{language:?}, seed {seed}: {said}\n{text}");
            }
        }
    }
}
