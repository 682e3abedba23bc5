//! A program under test: code in pieces that can be taken out one by one, and the inputs that its
//! function gets.

use super::language::FuzzedLanguage;
use crate::fuzz::pieces::SourcePiece;
use std::path::Path;
use ulpwise_driver::ProgramFiles;

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputType {
    Double,
    Float,
    Int,
}

/// A parameter of the function that is checked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Input {
    pub(super) name: &'static str,
    pub(super) ty: InputType,
    /// The range that is given, if one is.
    pub(super) range: Option<(f64, f64)>,
}

/// The parameters that only the native calls have: what the variables of the program hold before
/// the call.
pub(super) const STATE: [InputType; 4] =
    [InputType::Double, InputType::Double, InputType::Float, InputType::Int];

/// A program whose function `f` is checked, and whose function `drive` calls `f` in any state of the
/// program's variables, and in C of `errno` and of the flags.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FuzzedProgram {
    pub(super) language: FuzzedLanguage,
    pub(super) inputs: Vec<Input>,
    pub(super) body: Vec<SourcePiece>,
    /// Flags for the compiler.
    pub(super) flags: &'static str,
}

impl FuzzedProgram {
    /// The text of the program.
    pub(super) fn text(&self) -> String {
        let mut body = String::new();
        self.body.iter().for_each(|piece| piece.write(&mut body, 1));
        self.language.program(&self.inputs, &body)
    }

    /// The program as it is loaded from a file.
    pub(super) fn options(&self, file: &Path) -> ProgramFiles {
        let mut program = ProgramFiles { files: vec![file.to_owned()], ..ProgramFiles::default() };
        let flags = match self.language {
            FuzzedLanguage::C | FuzzedLanguage::Cpp | FuzzedLanguage::Fortran => &mut program.cflags,
            FuzzedLanguage::Rust => &mut program.rustflags,
        };
        self.flags.clone_into(flags);
        program
    }

    /// The range options of the check.
    pub(super) fn ranges(&self) -> Vec<String> {
        let given = self.inputs.iter().filter_map(|input| Some((input, input.range?)));
        given
            .map(|(input, (low, high))| match input.ty {
                InputType::Int => format!("{}={}..{}", input.name, low as i64, high as i64),
                InputType::Double | InputType::Float => format!("{}={low:e}..{high:e}", input.name),
            })
            .collect()
    }
}
