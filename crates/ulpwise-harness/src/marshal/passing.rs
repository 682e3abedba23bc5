//! How the parameters of the source become the parameters that LLVM sees.
//!
//! A source parameter has an image: its bytes as they would stand in memory. Each parameter of
//! LLVM's is either a piece of such an image or the address of one. Which, depends on the language
//! and the type (for C the classes of the System V ABI, for Rust its own rules, for Fortran
//! addresses), so each type has a few candidates, and the first combination that gives exactly
//! LLVM's list of types is taken. Where none does, nothing is guessed.

use crate::layout::{Indices, scalars, size_of};
use ulpwise_ir::{FORTRAN_CHARACTER, Function, Language, Module, SourceType, SourceTypeId, Type};

/// What fills one parameter of LLVM's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The bytes of a source parameter's image from an offset on.
    Piece {
        /// The number of the source's parameter.
        parameter: usize,
        /// Where in its image.
        offset: u64,
    },
    /// The address of a source parameter's image.
    Address {
        /// The number of the source's parameter.
        parameter: usize,
    },
    /// The number of characters of a source parameter that is a text of Fortran's.
    Length {
        /// The number of the source's parameter.
        parameter: usize,
    },
    /// The address of room for the result.
    ResultAddress,
}

/// Where the result comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReturnPassing {
    /// There is none.
    Nothing,
    /// In the results of the call: the offset and type of each in the image.
    Pieces(Vec<(u64, Type)>),
    /// At the address that [`Passed::ResultAddress`] passed.
    Memory,
}

/// How a function is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallPassing {
    /// What fills each of LLVM's parameters.
    pub arguments: Vec<Passed>,
    /// Where the result comes back.
    pub result: ReturnPassing,
}

/// How a function is called; `None` when its declaration does not lead to LLVM's parameters.
pub(super) fn passing(module: &Module, function: &Function) -> Option<CallPassing> {
    let declaration = function.declaration.as_ref()?;
    let classifier = Classifier { module, language: declaration.language };
    let candidates: Vec<Vec<PieceList>> =
        declaration.parameters.iter().map(|parameter| classifier.candidates(parameter.ty)).collect();
    // flang passes the lengths of texts behind everything else.
    let is_text = |number: &usize| is_text(module, declaration.parameters[*number].ty);
    let texts: Vec<usize> = match declaration.language {
        Language::Fortran => (0..declaration.parameters.len()).filter(is_text).collect(),
        Language::C | Language::Cpp | Language::Rust | Language::Other => Vec::new(),
    };
    let (plain, lengths) =
        function.parameters.split_at_checked(function.parameters.len().checked_sub(texts.len())?)?;
    if lengths.iter().any(|&ty| ty != Type::Int(64)) {
        return None;
    }
    let lengths = texts.into_iter().map(|parameter| Passed::Length { parameter });
    if let Some(result) = classifier.returned(declaration.result, &function.results) {
        let arguments = assign(&candidates, plain)?.into_iter().chain(lengths).collect();
        return Some(CallPassing { arguments, result });
    }
    // The result may go to memory, whose address is then the first parameter.
    let (Type::Pointer, rest) = plain.split_first()? else { return None };
    let is_known = function.results.is_empty() && size_of(module, declaration.result)? > 0;
    let arguments = is_known.then(|| assign(&candidates, rest))??;
    let arguments = std::iter::once(Passed::ResultAddress).chain(arguments).chain(lengths).collect();
    Some(CallPassing { arguments, result: ReturnPassing::Memory })
}

/// Whether a function takes or returns a structure by value so that a caller has to know its type.
pub fn has_structures(module: &Module, function: &Function) -> bool {
    let Some(passing) = passing(module, function) else { return false };
    let of = |passed: &Passed| match *passed {
        Passed::Piece { parameter, .. } | Passed::Address { parameter } => Some(parameter),
        Passed::ResultAddress | Passed::Length { .. } => None,
    };
    let in_pieces =
        passing.arguments.windows(2).any(|two| of(&two[0]).is_some() && of(&two[0]) == of(&two[1]));
    // Elsewhere an address is an address; in C it stands for a copy on the stack.
    let language = function.declaration.as_ref().map(|declaration| declaration.language);
    let copied = matches!(language, Some(Language::C | Language::Cpp))
        && passing.arguments.iter().any(|passed| matches!(passed, Passed::Address { .. }));
    in_pieces || copied || matches!(&passing.result, ReturnPassing::Pieces(pieces) if pieces.len() > 1)
}

/// Whether a type is a text of Fortran's.
pub(crate) fn is_text(module: &Module, ty: SourceTypeId) -> bool {
    let Some(SourceType::Array { element, .. }) = module.source_types.get(ty) else { return false };
    matches!(module.source_types.get(*element), Some(SourceType::Int { name, bits: 8, .. }) if name == FORTRAN_CHARACTER)
}

/// One way to pass a value: what each of LLVM's parameters for it must be.
type PieceList = Vec<Piece>;

/// One parameter of LLVM's.
#[derive(Clone, Debug)]
enum Piece {
    /// A part of the image.
    Part { offset: u64, class: ArgumentClass },
    /// The image's address.
    Address,
}

#[derive(Clone, Copy, Debug)]
enum ArgumentClass {
    /// A value of just this type.
    Exactly(Type),
    /// Any integer of at most that many bytes, or a pointer if these are eight.
    Integer(u64),
    /// Whatever eight bytes of unknown content may be in.
    EightBytes,
}

impl ArgumentClass {
    fn accepts(self, ty: Type) -> bool {
        match (self, ty) {
            (Self::Exactly(wanted), _) => wanted == ty,
            (Self::Integer(bytes), Type::Int(_)) => ty.store_bytes() as u64 <= bytes,
            (Self::Integer(bytes), Type::Pointer) => bytes == 8,
            (Self::EightBytes, _) => ty.bits() == 64,
            (Self::Integer(_), Type::Float(_)) => false,
        }
    }
}

impl Piece {
    fn accepts(&self, ty: Type) -> bool {
        match self {
            Self::Part { class, .. } => class.accepts(ty),
            Self::Address => ty == Type::Pointer,
        }
    }
}

/// The first combination of candidates that gives exactly these types.
fn assign(candidates: &[Vec<PieceList>], types: &[Type]) -> Option<Vec<Passed>> {
    fn search(
        candidates: &[Vec<PieceList>],
        parameter: usize,
        types: &[Type],
        chosen: &mut Vec<Passed>,
    ) -> bool {
        let Some(choices) = candidates.get(parameter) else { return types.is_empty() };
        for pieces in choices {
            let fits =
                pieces.len() <= types.len() && pieces.iter().zip(types).all(|(piece, &ty)| piece.accepts(ty));
            if !fits {
                continue;
            }
            let before = chosen.len();
            chosen.extend(pieces.iter().map(|piece| match *piece {
                Piece::Part { offset, .. } => Passed::Piece { parameter, offset },
                Piece::Address => Passed::Address { parameter },
            }));
            if search(candidates, parameter + 1, &types[pieces.len()..], chosen) {
                return true;
            }
            chosen.truncate(before);
        }
        false
    }
    let mut chosen = Vec::new();
    search(candidates, 0, types, &mut chosen).then_some(chosen)
}

/// Knows the rules of a language.
struct Classifier<'m> {
    module: &'m Module,
    language: Language,
}

impl Classifier<'_> {
    /// The ways in which a parameter may be passed, the likeliest first.
    fn candidates(&self, ty: SourceTypeId) -> Vec<PieceList> {
        let mut found = self.in_registers(ty);
        // Fortran passes everything by address that does not say VALUE; the others what has no room
        // in registers. A scalar in C or Rust is never passed so.
        if self.language == Language::Fortran || self.is_aggregate(ty) {
            found.push(vec![Piece::Address]);
        }
        found
    }

    fn is_aggregate(&self, ty: SourceTypeId) -> bool {
        matches!(
            self.module.source_types[ty],
            SourceType::Struct { .. }
                | SourceType::Union { .. }
                | SourceType::Variants { .. }
                | SourceType::Array { .. }
                | SourceType::Complex(_)
        )
    }

    /// Whether a value is a union, or has one among its parts.
    fn holds_union(&self, ty: SourceTypeId) -> bool {
        match &self.module.source_types[ty] {
            SourceType::Union { .. } => true,
            SourceType::Struct { members, .. } => members
                .iter()
                .any(|member| matches!(self.module.source_types[member.ty], SourceType::Union { .. })),
            _ => false,
        }
    }

    /// The ways to pass a value without memory.
    fn in_registers(&self, ty: SourceTypeId) -> Vec<PieceList> {
        if let Some(class) = scalar_class(&self.module.source_types[ty]) {
            return vec![vec![Piece::Part { offset: 0, class }]];
        }
        let Some(size) = size_of(self.module, ty) else { return Vec::new() };
        let pieces = scalars(self.module, ty, Indices::FromZeroInBrackets);
        // A value without content takes no parameter; in C++ an empty class has a size of one byte.
        if size == 0 || (size == 1 && pieces.as_ref().is_some_and(Vec::is_empty)) {
            return vec![Vec::new()];
        }
        if size > 32 {
            return Vec::new();
        }
        let parts: Option<Vec<(u64, ArgumentClass, u64)>> = pieces.map(|pieces| {
            pieces
                .iter()
                .filter_map(|piece| {
                    let float = piece.part.map(|format| ArgumentClass::Exactly(Type::Float(format)));
                    let class = float.or_else(|| scalar_class(&self.module.source_types[piece.ty]))?;
                    let bytes = match piece.part {
                        Some(format) => crate::layout::float_size(format),
                        None => size_of(self.module, piece.ty)?,
                    };
                    Some((piece.offset, class, bytes))
                })
                .collect()
        });
        let mut found = Vec::new();
        let one_by_one = parts.as_ref().filter(|parts| parts.len() <= 2).map(|parts| {
            parts.iter().map(|&(offset, class, _)| Piece::Part { offset, class }).collect::<PieceList>()
        });
        if size <= 16 {
            found.extend(eightbytes(size, parts.as_deref()));
            // The class of an eightbyte depends on all members of a union.
            if self.holds_union(ty) {
                found.extend(eightbytes(size, None));
            }
        }
        match self.language {
            Language::Rust => {
                // Pairs of scalars come before C's classes; anything else small is one integer.
                found.splice(0..0, one_by_one);
                found.push(vec![Piece::Part { offset: 0, class: ArgumentClass::Integer(size) }]);
            }
            _ => found.extend(one_by_one),
        }
        found
    }

    /// Where the result comes back when it is not through memory.
    fn returned(&self, ty: SourceTypeId, results: &[Type]) -> Option<ReturnPassing> {
        if results.is_empty() {
            return (size_of(self.module, ty) == Some(0)).then_some(ReturnPassing::Nothing);
        }
        let choices = self.in_registers(ty);
        let fitting = choices.iter().find(|pieces| {
            pieces.len() == results.len() && pieces.iter().zip(results).all(|(piece, &ty)| piece.accepts(ty))
        })?;
        let offsets = fitting.iter().filter_map(|piece| match piece {
            Piece::Part { offset, .. } => Some(*offset),
            Piece::Address => None,
        });
        Some(ReturnPassing::Pieces(offsets.zip(results.iter().copied()).collect()))
    }
}

/// The class of a scalar type.
fn scalar_class(ty: &SourceType) -> Option<ArgumentClass> {
    Some(match ty {
        // LLVM passes a truth value of C or Rust as one bit, a Fortran one as its whole width, and
        // so with Rust's enumerations of two names.
        SourceType::Bool(bits) | SourceType::Enum { bits, .. } => {
            ArgumentClass::Integer(u64::from(bits.div_ceil(8)))
        }
        SourceType::Int { bits, .. } => ArgumentClass::Exactly(Type::Int(u8::try_from(*bits).ok()?)),
        SourceType::Float(format) => ArgumentClass::Exactly(Type::Float(*format)),
        SourceType::Pointer { .. } => ArgumentClass::Exactly(Type::Pointer),
        _ => return None,
    })
}

/// The pieces of a small structure by the classes of the System V ABI (3.2.3): eight bytes that
/// hold only floats are passed as these, others as one integer. `None` when the structure belongs
/// in memory.
fn eightbytes(size: u64, parts: Option<&[(u64, ArgumentClass, u64)]>) -> Option<PieceList> {
    let mut pieces = Vec::new();
    for start in (0..size).step_by(8) {
        let Some(parts) = parts else {
            pieces.push(Piece::Part { offset: start, class: ArgumentClass::EightBytes });
            continue;
        };
        let inside: Vec<_> =
            parts.iter().filter(|(offset, ..)| (start..start + 8).contains(offset)).collect();
        // A part of more than eight bytes (x87, f128, i128) is not a matter of eightbytes.
        if inside.iter().any(|(offset, _, bytes)| offset + bytes > start + 8) {
            return None;
        }
        let only_floats =
            inside.iter().all(|(_, class, _)| matches!(class, ArgumentClass::Exactly(Type::Float(_))));
        if only_floats {
            pieces.extend(inside.iter().map(|&&(offset, class, _)| Piece::Part { offset, class }));
        } else {
            pieces.push(Piece::Part { offset: start, class: ArgumentClass::Integer((size - start).min(8)) });
        }
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::{Declaration, FloatFormat, Library, Member, ParameterDeclaration};

    const F32: Type = Type::Float(FloatFormat::F32);
    const F64: Type = Type::Float(FloatFormat::F64);
    const X87: Type = Type::Float(FloatFormat::X87);
    const I64: Type = Type::Int(64);

    /// Types for the tests: 0 void, 1 double, 2 float, 3 int, 4 pointer to double, 5 x87, then
    /// structures.
    fn module() -> Module {
        let id = SourceTypeId::new;
        let member = |offset, ty| Member { name: "m".to_owned(), offset, ty: id(ty) };
        let structure = |size, members| SourceType::Struct { name: "s".to_owned(), size, members };
        let types = vec![
            SourceType::Void,
            SourceType::Float(FloatFormat::F64),
            SourceType::Float(FloatFormat::F32),
            SourceType::Int { name: "int".to_owned(), signed: true, bits: 32 },
            SourceType::Pointer { pointee: id(1), constant: true },
            SourceType::Float(FloatFormat::X87),
            structure(16, vec![member(0, 1), member(8, 1)]),
            structure(12, vec![member(0, 2), member(4, 2), member(8, 2)]),
            structure(8, vec![member(0, 2), member(4, 3)]),
            structure(24, vec![member(0, 1), member(8, 1), member(16, 1)]),
            structure(16, vec![member(0, 5)]),
            SourceType::Complex(FloatFormat::F64),
            structure(1, Vec::new()),
        ];
        Module { source_types: types.into_iter().collect(), ..Module::default() }
    }

    fn passing_of(
        language: Language,
        parameters: &[u32],
        result: u32,
        types: &[Type],
        results: &[Type],
    ) -> Option<CallPassing> {
        let declare = |&ty: &u32| ParameterDeclaration::new("", SourceTypeId::new(ty));
        let declaration = Declaration {
            name: "f".to_owned(),
            language,
            location: None,
            result: SourceTypeId::new(result),
            parameters: parameters.iter().map(declare).collect(),
        };
        let function = Function {
            name: "f".to_owned(),
            parameters: types.to_vec(),
            results: results.to_vec(),
            variadic: false,
            exported: true,
            library: Library::None,
            declaration: Some(declaration),
            body: None,
        };
        passing(&module(), &function)
    }

    fn piece(parameter: usize, offset: u64) -> Passed {
        Passed::Piece { parameter, offset }
    }

    #[test]
    fn scalars_are_passed_as_they_are() {
        let passing = passing_of(Language::C, &[1, 3, 4], 2, &[F64, Type::Int(32), Type::Pointer], &[F32]);
        let expected = CallPassing {
            arguments: vec![piece(0, 0), piece(1, 0), piece(2, 0)],
            result: ReturnPassing::Pieces(vec![(0, F32)]),
        };
        assert_eq!(passing, Some(expected));
        assert_eq!(passing_of(Language::C, &[1], 0, &[F32], &[]), None, "LLVM says float, the source double");
        assert_eq!(passing_of(Language::C, &[1], 0, &[Type::Pointer], &[]), None);
    }

    #[test]
    fn small_structures_of_c_go_by_eightbytes() {
        let arguments = |parameter, types: &[Type]| {
            passing_of(Language::C, &[parameter], 0, types, &[]).map(|passing| passing.arguments)
        };
        assert_eq!(arguments(6, &[F64, F64]), Some(vec![piece(0, 0), piece(0, 8)]));
        assert_eq!(arguments(7, &[F32, F32, F32]), Some(vec![piece(0, 0), piece(0, 4), piece(0, 8)]));
        assert_eq!(arguments(8, &[I64]), Some(vec![piece(0, 0)]));
        assert_eq!(arguments(9, &[Type::Pointer]), Some(vec![Passed::Address { parameter: 0 }]));
        assert_eq!(arguments(10, &[Type::Pointer]), Some(vec![Passed::Address { parameter: 0 }]));
        assert_eq!(arguments(11, &[F64, F64]), Some(vec![piece(0, 0), piece(0, 8)]));
        assert_eq!(arguments(12, &[]), Some(vec![]));
        // No registers left: the same structure in memory.
        assert_eq!(arguments(6, &[Type::Pointer]), Some(vec![Passed::Address { parameter: 0 }]));
        assert_eq!(arguments(8, &[F64]), None);
    }

    #[test]
    fn results_come_in_registers_or_through_memory() {
        let result = |result, types: &[Type], results: &[Type]| {
            passing_of(Language::C, &[], result, types, results).map(|passing| passing.result)
        };
        assert_eq!(result(6, &[], &[F64, F64]), Some(ReturnPassing::Pieces(vec![(0, F64), (8, F64)])));
        assert_eq!(result(10, &[], &[X87]), Some(ReturnPassing::Pieces(vec![(0, X87)])));
        assert_eq!(result(9, &[Type::Pointer], &[]), Some(ReturnPassing::Memory));
        assert_eq!(result(0, &[], &[]), Some(ReturnPassing::Nothing));
        assert_eq!(result(1, &[], &[]), None);
    }

    #[test]
    fn fortran_passes_addresses_and_rust_pairs() {
        let fortran = passing_of(Language::Fortran, &[1, 3], 1, &[Type::Pointer, Type::Int(32)], &[F64]);
        let expected = vec![Passed::Address { parameter: 0 }, piece(1, 0)];
        assert_eq!(fortran.map(|passing| passing.arguments), Some(expected));
        // {float, int} is one integer in C and two values in Rust.
        let rust = passing_of(Language::Rust, &[8], 0, &[F32, Type::Int(32)], &[]);
        assert_eq!(rust.map(|passing| passing.arguments), Some(vec![piece(0, 0), piece(0, 4)]));
        let rust = passing_of(Language::Rust, &[7], 0, &[Type::Int(96)], &[]);
        assert_eq!(rust.map(|passing| passing.arguments), Some(vec![piece(0, 0)]));
    }
}
