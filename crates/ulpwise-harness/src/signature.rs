//! Types and signatures as each language writes them.
//!
//! The debug information that reaches us has no typedefs and no qualifiers but the `const` behind a
//! pointer, so this is the shape of what the source says, not its text.

use crate::names::source_name;
use ulpwise_ir::{
    FORTRAN_DESCRIPTOR, FloatFormat, Function, Language, Module, ParameterDeclaration, SourceType,
    SourceTypeId, Type,
};

/// Pointers and arrays nest as deep as their author wrote them; a longer chain is a damaged module.
const MAX_NESTING: usize = 32;

/// The name of a format in a language.
pub fn format_name(format: FloatFormat, language: Language) -> &'static str {
    match (language, format) {
        (Language::Rust, FloatFormat::F16) => "f16",
        (Language::Rust, FloatFormat::F32) => "f32",
        (Language::Rust, FloatFormat::F64) => "f64",
        (Language::Rust, FloatFormat::F128) => "f128",
        (Language::Fortran, FloatFormat::F16) => "real(2)",
        (Language::Fortran, FloatFormat::BF16) => "real(3)",
        (Language::Fortran, FloatFormat::F32) => "real(4)",
        (Language::Fortran, FloatFormat::F64) => "real(8)",
        (Language::Fortran, FloatFormat::X87) => "real(10)",
        (Language::Fortran, FloatFormat::F128) => "real(16)",
        (_, FloatFormat::F16) => "_Float16",
        (_, FloatFormat::BF16) => "__bf16",
        (_, FloatFormat::F32) => "float",
        (_, FloatFormat::F64) => "double",
        (_, FloatFormat::X87) => "long double",
        (_, FloatFormat::F128) => "__float128",
    }
}

/// Writes types of one language.
#[derive(Clone, Copy)]
pub struct TypeWriter<'m> {
    /// Where the types are.
    pub module: &'m Module,
    /// How they are written.
    pub language: Language,
}

impl TypeWriter<'_> {
    /// A type by itself.
    pub fn name(self, ty: SourceTypeId) -> String {
        self.declared(ty, "", MAX_NESTING)
    }

    /// A parameter, with its name where it has one.
    pub fn parameter(self, parameter: &ParameterDeclaration) -> String {
        match self.language {
            Language::Rust if !parameter.name.is_empty() => {
                format!("{}: {}", parameter.name, self.name(parameter.ty))
            }
            Language::Rust => self.name(parameter.ty),
            _ => self.declared(parameter.ty, &parameter.name, MAX_NESTING),
        }
    }

    /// The type around a declarator, as C builds types around names.
    fn declared(self, ty: SourceTypeId, declarator: &str, nesting: usize) -> String {
        let spaced = |name: &str| {
            let gap = if declarator.is_empty() || declarator.starts_with('[') { "" } else { " " };
            format!("{name}{gap}{declarator}")
        };
        if nesting == 0 {
            return spaced("...");
        }
        let Some(ty) = self.module.source_types.get(ty) else { return spaced("?") };
        match ty {
            SourceType::Void => spaced(if self.language == Language::Rust { "()" } else { "void" }),
            SourceType::Bool(_) => spaced(match self.language {
                Language::C => "_Bool",
                Language::Fortran => "logical",
                _ => "bool",
            }),
            SourceType::Int { name, .. } => spaced(name),
            SourceType::Float(format) => spaced(format_name(*format, self.language)),
            SourceType::Complex(format) => spaced(&match self.language {
                Language::Fortran => format!("complex({})", format.bits() / 8),
                _ => format!("_Complex {}", format_name(*format, self.language)),
            }),
            SourceType::Pointer { pointee, constant } => {
                self.pointer(*pointee, *constant, declarator, nesting - 1)
            }
            SourceType::Array { element, count } => self.array(*element, *count, declarator, nesting - 1),
            SourceType::Struct { name, members, .. } if name.starts_with(FORTRAN_DESCRIPTOR) => {
                let element = members.first().map(|data| self.module.source_types.get(data.ty));
                let element = match element {
                    Some(Some(SourceType::Pointer { pointee, .. })) => {
                        self.declared(*pointee, "", nesting - 1)
                    }
                    _ => "?".to_owned(),
                };
                format!("{element} {declarator}{}", &name[FORTRAN_DESCRIPTOR.len()..])
            }
            SourceType::Struct { name, .. }
            | SourceType::Union { name, .. }
            | SourceType::Variants { name, .. }
            | SourceType::Enum { name, .. } => spaced(&self.tagged(ty, name)),
            SourceType::Function => spaced("function"),
            SourceType::Unknown(name) => spaced(if name.is_empty() { "?" } else { name }),
        }
    }

    /// A structure's name with the word that C demands before it.
    fn tagged(self, ty: &SourceType, name: &str) -> String {
        let keyword = match ty {
            SourceType::Union { .. } => "union",
            SourceType::Enum { .. } | SourceType::Variants { .. } => "enum",
            _ => "struct",
        };
        match (self.language, name) {
            (_, "") => format!("{keyword} (unnamed)"),
            (Language::Fortran, _) => format!("type({name})"),
            (Language::C, _) => format!("{keyword} {name}"),
            _ => name.to_owned(),
        }
    }

    fn pointer(self, pointee: SourceTypeId, constant: bool, declarator: &str, nesting: usize) -> String {
        if self.language == Language::Rust {
            let to = self.declared(pointee, "", nesting);
            return format!("&{}{to}", if constant { "" } else { "mut " });
        }
        let star = match self.module.source_types.get(pointee) {
            // C needs parentheses around the star before brackets.
            Some(SourceType::Array { .. }) => format!("(*{declarator})"),
            // What the function takes and returns, the debug information that reaches us does not
            // say.
            Some(SourceType::Function) => return format!("... (*{declarator})(...)"),
            _ => format!("*{declarator}"),
        };
        let to = self.declared(pointee, &star, nesting);
        if constant { format!("const {to}") } else { to }
    }

    fn array(self, element: SourceTypeId, count: Option<u64>, declarator: &str, nesting: usize) -> String {
        let number = |open: &str| count.map_or(open.to_owned(), |count| count.to_string());
        match self.language {
            Language::Rust => format!("[{}; {}]", self.declared(element, "", nesting), number("_")),
            Language::Fortran => {
                let element = self.declared(element, "", nesting);
                format!("{element} {declarator}({})", number("*"))
            }
            _ => self.declared(element, &format!("{declarator}[{}]", number("")), nesting),
        }
    }
}

/// The whole signature.
pub fn signature(module: &Module, function: &Function) -> String {
    let name = source_name(function);
    let Some(declaration) = &function.declaration else {
        let list = |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
        let more = if function.variadic { ", ..." } else { "" };
        return format!("{name}({}{more}) -> ({})", list(&function.parameters), list(&function.results));
    };
    let writer = TypeWriter { module, language: declaration.language };
    let mut parameters: Vec<String> =
        declaration.parameters.iter().map(|parameter| writer.parameter(parameter)).collect();
    if function.variadic {
        parameters.push("...".to_owned());
    }
    let parameters = parameters.join(", ");
    let is_void = matches!(module.source_types.get(declaration.result), Some(SourceType::Void) | None);
    let result = || writer.name(declaration.result);
    match declaration.language {
        Language::Rust if is_void => format!("fn {name}({parameters})"),
        Language::Rust => format!("fn {name}({parameters}) -> {}", result()),
        Language::Fortran if is_void => format!("subroutine {name}({parameters})"),
        Language::Fortran => format!("{} function {name}({parameters})", result()),
        _ => {
            let parameters = if parameters.is_empty() && declaration.language == Language::C {
                "void"
            } else {
                &parameters
            };
            let result = result();
            let gap = if result.ends_with('*') { "" } else { " " };
            format!("{result}{gap}{name}({parameters})")
        }
    }
}

/// Only the types of the parameters, as in `distance(float, float)`.
pub fn parameter_types(module: &Module, function: &Function) -> Vec<String> {
    match &function.declaration {
        Some(declaration) => {
            let writer = TypeWriter { module, language: declaration.language };
            declaration.parameters.iter().map(|parameter| writer.name(parameter.ty)).collect()
        }
        None => function.parameters.iter().map(Type::to_string).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module() -> Module {
        let id = SourceTypeId::new;
        let types = vec![
            SourceType::Float(FloatFormat::F64),
            SourceType::Pointer { pointee: id(0), constant: true },
            SourceType::Pointer { pointee: id(1), constant: false },
            SourceType::Array { element: id(0), count: Some(3) },
            SourceType::Pointer { pointee: id(3), constant: false },
            SourceType::Struct { name: "vec".to_owned(), size: 8, members: Vec::new() },
            SourceType::Pointer { pointee: id(6), constant: false },
        ];
        Module { source_types: types.into_iter().collect(), ..Module::default() }
    }

    #[test]
    fn types_are_written_as_each_language_writes_them() {
        let module = module();
        let write = |language, ty, name: &str| {
            let parameter = ParameterDeclaration::new(name, SourceTypeId::new(ty));
            TypeWriter { module: &module, language }.parameter(&parameter)
        };
        assert_eq!(write(Language::C, 0, "x"), "double x");
        assert_eq!(write(Language::C, 0, ""), "double");
        assert_eq!(write(Language::C, 1, "x"), "const double *x");
        assert_eq!(write(Language::C, 2, "x"), "const double **x");
        assert_eq!(write(Language::C, 3, "x"), "double x[3]");
        assert_eq!(write(Language::C, 4, "x"), "double (*x)[3]");
        assert_eq!(write(Language::C, 5, "v"), "struct vec v");
        assert_eq!(write(Language::Cpp, 5, "v"), "vec v");
        assert_eq!(write(Language::Fortran, 3, "x"), "real(8) x(3)");
        assert_eq!(write(Language::Rust, 1, "x"), "x: &f64");
        assert_eq!(write(Language::Rust, 3, "x"), "x: [f64; 3]");
        assert!(write(Language::C, 6, "x").contains("..."), "a pointer to itself ends somewhere");
    }
}
