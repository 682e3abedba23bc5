//! How a parameter would become an input: what is written for it on the command line, or why
//! nothing can be.

use crate::descriptor::assumed_shape;
use crate::layout::{Indices, member_name, scalars, size_of};
use crate::sequences::{Extent, Sequence, sequence};
use crate::signature::TypeWriter;
use ulpwise_ir::{Language, Member, Module, SourceType, SourceTypeId};

/// How many members of a structure are named before the rest is only counted.
const NAMED_MEMBERS: usize = 6;

/// How many enumerators are named.
const NAMED_ENUMERATORS: usize = 4;

/// How a parameter would become an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterKind {
    /// A stable word for programs.
    pub id: &'static str,
    /// The clause for people.
    pub text: String,
}

impl ParameterKind {
    fn new(id: &'static str, text: impl Into<String>) -> Self {
        Self { id, text: text.into() }
    }

    fn none(what: &str) -> Self {
        Self::new("none", format!("not yet an input: {what}"))
    }
}

/// How a parameter of this type would become an input; `by_reference` says that its address is
/// passed though the source does not say so.
pub fn parameter_kind(
    module: &Module,
    language: Language,
    ty: SourceTypeId,
    by_reference: bool,
) -> ParameterKind {
    let number = |id, text: &str| {
        let suffix = if by_reference { " (by reference)" } else { "" };
        ParameterKind::new(id, format!("{text}{suffix}"))
    };
    match &module.source_types[ty] {
        SourceType::Float(_) => number("float", "a number"),
        SourceType::Int { .. } => number("int", "an integer"),
        SourceType::Bool(_) => number("bool", "true or false"),
        SourceType::Complex(_) => number("complex", "a complex number {re,im}"),
        SourceType::Enum { enumerators, .. } => {
            let names: Vec<&str> = enumerators.iter().map(|(name, _)| name.as_str()).collect();
            number("enum", &format!("one of {}", abbreviated(&names, NAMED_ENUMERATORS)))
        }
        SourceType::Array { element, count } => {
            let element = elements_name(module, language, *element);
            let text = match count {
                Some(count) => format!("array of {count} {element}, given as [..]"),
                None => format!("array of {element}, given as [..]"),
            };
            ParameterKind::new("array", text)
        }
        SourceType::Pointer { pointee, constant } => pointer_kind(module, language, *pointee, *constant),
        SourceType::Struct { .. } if let Some(shape) = assumed_shape(module, ty) => {
            let element = elements_name(module, language, shape.element);
            ParameterKind::new("array", format!("array of {element}, given as [..]"))
        }
        SourceType::Struct { members, size, .. } => match sequence(module, ty) {
            Some(sequence) => sequence_kind(module, language, &sequence),
            None if members.is_empty() && *size > 1 => {
                ParameterKind::none("a structure whose members are unknown")
            }
            None => ParameterKind::new("struct", format!("structure {}", members_text(members))),
        },
        SourceType::Union { .. } | SourceType::Variants { .. } => {
            let is_taken_apart = scalars(module, ty, Indices::FromZeroInBrackets).is_some();
            match (is_taken_apart, &module.source_types[ty]) {
                (true, SourceType::Union { .. }) => ParameterKind::new("union", "union".to_owned()),
                (true, _) => ParameterKind::new("enum", "enumeration with data".to_owned()),
                (false, SourceType::Union { .. }) => ParameterKind::none("a union"),
                (false, _) => ParameterKind::none("an enumeration whose data differ"),
            }
        }
        SourceType::Void => ParameterKind::none("nothing"),
        SourceType::Function => ParameterKind::none("a function"),
        SourceType::Unknown(name) if name.is_empty() => ParameterKind::none("a type of no name"),
        SourceType::Unknown(name) => ParameterKind::none(name),
    }
}

fn sequence_kind(module: &Module, language: Language, sequence: &Sequence) -> ParameterKind {
    let element = elements_name(module, language, sequence.element);
    match sequence.extent {
        Extent::Length(_) => {
            ParameterKind::new("slice", format!("array of {element} (data, length), given as [..]"))
        }
        Extent::Ends(_) | Extent::Owned { .. } => {
            ParameterKind::new("vector", format!("array of {element}, given as [..]"))
        }
        Extent::Sides(_) => ParameterKind::new("struct", format!("matrix of {element}, given as {{..}}")),
    }
}

fn pointer_kind(module: &Module, language: Language, pointee: SourceTypeId, constant: bool) -> ParameterKind {
    if let Some(sequence) = sequence(module, pointee) {
        return sequence_kind(module, language, &sequence);
    }
    match &module.source_types[pointee] {
        SourceType::Void | SourceType::Function | SourceType::Unknown(_) => {
            ParameterKind::none(&format!("a pointer to {}", pointee_without_input(module, pointee)))
        }
        SourceType::Struct { members, size, .. } if members.is_empty() && *size != 1 => {
            let what = TypeWriter { module, language }.name(pointee);
            ParameterKind::none(&format!("a pointer to {what}, whose members are unknown"))
        }
        SourceType::Struct { members, .. } if constant => {
            ParameterKind::new("struct-pointer", format!("structure {}", members_text(members)))
        }
        SourceType::Struct { members, .. } => {
            let members = members_text(members);
            ParameterKind::new("struct-pointer", format!("structure {members}, or _ for an output"))
        }
        SourceType::Int { bits: 8, .. } => {
            ParameterKind::new("text", "text \"..\" or array of characters, given as [..]")
        }
        SourceType::Array { element, count: Some(count) } => {
            let element = elements_name(module, language, *element);
            ParameterKind::new("array", format!("array of {count} {element}, given as [..]"))
        }
        _ => {
            let element = elements_name(module, language, pointee);
            let text = if constant {
                format!("array of {element}, given as [..]")
            } else {
                format!("array of {element}, given as [..], or _ for an output")
            };
            ParameterKind::new(if constant { "array" } else { "array-or-output" }, text)
        }
    }
}

/// What a pointer points at when nothing can be given for it, as a noun.
pub fn pointee_without_input(module: &Module, pointee: SourceTypeId) -> String {
    match &module.source_types[pointee] {
        SourceType::Void => "void".to_owned(),
        SourceType::Function => "a function".to_owned(),
        SourceType::Unknown(name) if !name.is_empty() => name.clone(),
        _ => "something of unknown size".to_owned(),
    }
}

/// The plural of a type's name: doubles, but structures of a name.
fn elements_name(module: &Module, language: Language, element: SourceTypeId) -> String {
    let name = TypeWriter { module, language }.name(element);
    match &module.source_types[element] {
        SourceType::Float(_) | SourceType::Int { .. } if language != Language::Fortran => format!("{name}s"),
        _ if size_of(module, element).is_none() => format!("{name} of unknown size"),
        _ => name,
    }
}

/// The members as they are written.
fn members_text(members: &[Member]) -> String {
    let names: Vec<&str> = members
        .iter()
        .map(|member| if member.name.is_empty() { "?" } else { member_name(&member.name) })
        .collect();
    format!("{{{}}}", abbreviated(&names, NAMED_MEMBERS))
}

fn abbreviated(names: &[&str], shown: usize) -> String {
    let mut text = names[..names.len().min(shown)].join(",");
    if names.len() > shown {
        text.push_str(&format!(",… {} more", names.len() - shown));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::FloatFormat;

    #[test]
    fn each_type_says_what_is_written_for_it() {
        let id = SourceTypeId::new;
        let member = |name: &str, offset| Member { name: name.to_owned(), offset, ty: id(0) };
        let types = vec![
            SourceType::Float(FloatFormat::F64),
            SourceType::Pointer { pointee: id(0), constant: true },
            SourceType::Pointer { pointee: id(0), constant: false },
            SourceType::Struct {
                name: "gsl_sf_result".to_owned(),
                size: 16,
                members: vec![member("val", 0), member("err", 8)],
            },
            SourceType::Pointer { pointee: id(3), constant: false },
            SourceType::Void,
            SourceType::Pointer { pointee: id(5), constant: false },
        ];
        let module = Module { source_types: types.into_iter().collect(), ..Module::default() };
        let text =
            |language, ty| parameter_kind(&module, language, id(ty), language == Language::Fortran).text;
        assert_eq!(text(Language::C, 0), "a number");
        assert_eq!(text(Language::Fortran, 0), "a number (by reference)");
        assert_eq!(text(Language::C, 1), "array of doubles, given as [..]");
        assert_eq!(text(Language::C, 2), "array of doubles, given as [..], or _ for an output");
        assert_eq!(text(Language::C, 3), "structure {val,err}");
        assert_eq!(text(Language::C, 4), "structure {val,err}, or _ for an output");
        assert_eq!(text(Language::C, 6), "not yet an input: a pointer to void");
    }
}
