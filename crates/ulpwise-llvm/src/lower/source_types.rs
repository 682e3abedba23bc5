//! The types of the source language, from the debug information.
//!
//! Typedefs and qualifiers are looked through. A type that contains itself (a list node) is entered
//! before its members are looked at, so that every type is visited once.

use super::raw::{Metadata, RawModule};
use std::collections::HashMap;
use ulpwise_base::IdVec;
use ulpwise_ir::{FORTRAN_CHARACTER, FORTRAN_DESCRIPTOR, FloatFormat, Member, SourceType, SourceTypeId};

/// Where the C++ header of LLVM 22 puts the fields of a type among its operands.
const BASE_TYPE: usize = 5;
const ELEMENTS: usize = 6;
const EXTRA_DATA: usize = 6;
const TEMPLATE_PARAMETERS: usize = 8;
const PARAMETER_TYPE: usize = 1;
const DISCRIMINATOR: usize = 10;
const DATA_LOCATION: usize = 11;
const ASSOCIATED: usize = 12;
const ALLOCATED: usize = 13;
const RANGE_COUNT: usize = 0;
const RANGE_LOWER: usize = 1;
const RANGE_UPPER: usize = 2;
const ENUMERATOR_NAME: usize = 0;

/// What the names of structures begin with that stand for a type and have no content.
const RUST_MARKER: &str = "PhantomData<";

/// Nesting beyond this is cut off; damaged debug information may be endless.
const MAX_DEPTH: u32 = 200;

/// DWARF's numbers for the kinds of types (DWARF 5, table 7.3).
mod tag {
    pub(super) const ARRAY: u16 = 0x01;
    pub(super) const CLASS: u16 = 0x02;
    pub(super) const ENUMERATION: u16 = 0x04;
    pub(super) const MEMBER: u16 = 0x0d;
    pub(super) const POINTER: u16 = 0x0f;
    pub(super) const REFERENCE: u16 = 0x10;
    pub(super) const STRING: u16 = 0x12;
    pub(super) const STRUCTURE: u16 = 0x13;
    pub(super) const SUBROUTINE: u16 = 0x15;
    pub(super) const TYPEDEF: u16 = 0x16;
    pub(super) const UNION: u16 = 0x17;
    pub(super) const INHERITANCE: u16 = 0x1c;
    pub(super) const BASE: u16 = 0x24;
    pub(super) const CONST: u16 = 0x26;
    pub(super) const VARIANT_PART: u16 = 0x33;
    pub(super) const VOLATILE: u16 = 0x35;
    pub(super) const RESTRICT: u16 = 0x37;
    pub(super) const RVALUE_REFERENCE: u16 = 0x42;
    pub(super) const ATOMIC: u16 = 0x47;
}

/// The types met so far.
#[derive(Default)]
pub(super) struct SourceTypes<'m> {
    pub(super) types: IdVec<SourceTypeId, SourceType>,
    of_node: HashMap<Metadata<'m>, SourceTypeId>,
    plain: HashMap<SourceType, SourceTypeId>,
}

/// A type behind its typedefs and qualifiers.
struct Unqualified<'m> {
    /// `None` is C's `void`.
    node: Option<Metadata<'m>>,
    /// Whether `const` was among them.
    constant: bool,
    /// The outermost typedef's name, for a struct that has none itself.
    alias: &'m str,
}

impl<'m> SourceTypes<'m> {
    /// The type that a node of the debug information describes; none stands for `void`.
    pub(super) fn lower(&mut self, module: RawModule<'m>, node: Option<Metadata<'m>>) -> SourceTypeId {
        self.visit(module, node, 0)
    }

    /// The same for a parameter, which is a reference where the class says that a copy is passed by its
    /// address though it would fit into registers.
    pub(super) fn lower_parameter(
        &mut self,
        module: RawModule<'m>,
        node: Option<Metadata<'m>>,
    ) -> SourceTypeId {
        let ty = self.lower(module, node);
        match node.is_some_and(|node| is_small_copy(module, node)) {
            true => self.intern(SourceType::Pointer { pointee: ty, constant: false }),
            false => ty,
        }
    }

    fn visit(&mut self, module: RawModule<'m>, node: Option<Metadata<'m>>, depth: u32) -> SourceTypeId {
        let unqualified = unqualified(module, node);
        let Some(node) = unqualified.node else { return self.intern(SourceType::Void) };
        if let Some(&known) = self.of_node.get(&node) {
            return known;
        }
        if depth > MAX_DEPTH {
            return self.intern(SourceType::Unknown("a type nested too deeply".to_owned()));
        }
        let name = if node.type_name(module).is_empty() { unqualified.alias } else { node.type_name(module) };
        // A struct may contain itself: it gets its number before its members are visited.
        if matches!(node.tag(), tag::STRUCTURE | tag::CLASS | tag::UNION) {
            let id = self.types.push(SourceType::Void);
            self.of_node.insert(node, id);
            self.types[id] = self.structure(module, node, name, depth);
            return id;
        }
        let ty = self.describe(module, node, name, depth);
        let id = self.intern(ty);
        self.of_node.insert(node, id);
        id
    }

    fn intern(&mut self, ty: SourceType) -> SourceTypeId {
        if let Some(&known) = self.plain.get(&ty) {
            return known;
        }
        let id = self.types.push(ty.clone());
        self.plain.insert(ty, id);
        id
    }

    fn describe(&mut self, module: RawModule<'m>, node: Metadata<'m>, name: &str, depth: u32) -> SourceType {
        match node.tag() {
            tag::BASE => basic_type(name, node.type_bits(), &node.print(module)),
            tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE => self.pointer(module, node, depth),
            // Fortran's assumed-shape arrays are passed by a descriptor, which says where the
            // elements are; so are arrays that the callee may allocate or associate.
            tag::ARRAY if node.operand(module, DATA_LOCATION).is_some() => {
                let is_changeable =
                    [ASSOCIATED, ALLOCATED].iter().any(|&field| node.operand(module, field).is_some());
                match is_changeable {
                    true => SourceType::Unknown("allocatable or pointer array".to_owned()),
                    false => self.descriptor(module, node, depth),
                }
            }
            tag::ARRAY => {
                let element = self.visit(module, node.operand(module, BASE_TYPE), depth + 1);
                SourceType::Array { element, count: array_count(module, node) }
            }
            tag::ENUMERATION => enumeration(module, node, name),
            tag::SUBROUTINE => SourceType::Function,
            tag::STRING => {
                let element = SourceType::Int { name: FORTRAN_CHARACTER.to_owned(), signed: false, bits: 8 };
                let length = node.type_bits() / 8;
                SourceType::Array { element: self.intern(element), count: (length > 0).then_some(length) }
            }
            _ => SourceType::Unknown(name.to_owned()),
        }
    }

    /// The descriptor of an assumed-shape array, as ISO_Fortran_binding.h describes it: a pointer to
    /// the first element, sizes and codes, and three numbers for each dimension.
    fn descriptor(&mut self, module: RawModule<'m>, node: Metadata<'m>, depth: u32) -> SourceType {
        let pointee = self.visit(module, node.operand(module, BASE_TYPE), depth + 1);
        let ty = self.intern(SourceType::Pointer { pointee, constant: false });
        let rank = node.operand(module, ELEMENTS).map_or(0, |list| list.operands(module).len() as u64);
        let colons = vec![":"; rank as usize].join(",");
        SourceType::Struct {
            name: format!("{FORTRAN_DESCRIPTOR}({colons})"),
            size: 24 + 24 * rank,
            members: vec![Member { name: String::new(), offset: 0, ty }],
        }
    }

    fn pointer(&mut self, module: RawModule<'m>, node: Metadata<'m>, depth: u32) -> SourceType {
        let target = node.operand(module, BASE_TYPE);
        let pointee = self.visit(module, target, depth + 1);
        // Rust has no `const` type: whether a reference allows writing is in its name.
        let name = node.type_name(module);
        let shared = (name.starts_with('&') && !name.starts_with("&mut ")) || name.starts_with("*const ");
        SourceType::Pointer { pointee, constant: shared || unqualified(module, target).constant }
    }

    /// A struct, a union, or an enumeration of Rust's with data.
    fn structure(&mut self, module: RawModule<'m>, node: Metadata<'m>, name: &str, depth: u32) -> SourceType {
        let (name, size) = (name.to_owned(), node.type_bits() / 8);
        let elements = node.operand(module, ELEMENTS).map_or_else(Vec::new, |list| list.operands(module));
        let variants = elements.into_iter().flatten().find(|element| element.tag() == tag::VARIANT_PART);
        if let Some(part) = variants {
            return self.variants(module, part, name, size, depth);
        }
        let mut members = self.members(module, node, depth);
        if members.is_empty() && size == 0 && name.starts_with(RUST_MARKER) {
            members.extend(self.marked_type(module, node, depth));
        }
        match node.tag() {
            tag::UNION => SourceType::Union { name, size, members },
            _ => SourceType::Struct { name, size, members },
        }
    }

    /// The type that an empty structure stands for, as an array of none: what a `Vec` has elements of
    /// is said there only.
    fn marked_type(&mut self, module: RawModule<'m>, node: Metadata<'m>, depth: u32) -> Option<Member> {
        let parameters = node.operand(module, TEMPLATE_PARAMETERS)?.operands(module);
        let parameter = parameters.into_iter().flatten().next()?;
        let element = self.visit(module, Some(parameter.operand(module, PARAMETER_TYPE)?), depth + 1);
        let ty = self.intern(SourceType::Array { element, count: Some(0) });
        Some(Member { name: String::new(), offset: 0, ty })
    }

    /// The forms of an enumeration of Rust's. What says which one it is has the values of all of
    /// them but perhaps one, which it is otherwise, or it is left out: then the data itself says it.
    fn variants(
        &mut self,
        module: RawModule<'m>,
        part: Metadata<'m>,
        name: String,
        size: u64,
        depth: u32,
    ) -> SourceType {
        let elements = part.operand(module, ELEMENTS).map_or_else(Vec::new, |list| list.operands(module));
        let nodes = elements.into_iter().flatten().filter(|element| element.tag() == tag::MEMBER);
        let values: Vec<Option<i64>> = nodes.map(|element| element.int_operand(module, EXTRA_DATA)).collect();
        let forms = self.members(module, part, depth);
        let discriminator = part.operand(module, DISCRIMINATOR);
        let named = |(form, value): (&Member, &Option<i64>)| Some((form.name.clone(), (*value)?));
        let enumerators: Vec<(String, i64)> = forms.iter().zip(&values).filter_map(named).collect();
        let is_said = enumerators.len() + 1 >= forms.len() && !enumerators.is_empty();
        let tag = discriminator.filter(|_| is_said).and_then(|node| {
            let bits = u32::try_from(node.operand(module, BASE_TYPE)?.type_bits()).ok()?;
            let ty = self.intern(SourceType::Enum { name: name.clone(), bits, enumerators });
            Some(Member { name: "tag".to_owned(), offset: node.type_offset_bits() / 8, ty })
        });
        SourceType::Variants { name, size, tag, variants: values.into_iter().zip(forms).collect() }
    }

    fn members(&mut self, module: RawModule<'m>, node: Metadata<'m>, depth: u32) -> Vec<Member> {
        let elements = node.operand(module, ELEMENTS).map_or_else(Vec::new, |list| list.operands(module));
        let mut members = Vec::new();
        for element in elements.into_iter().flatten() {
            // Static members and functions have tags of their own and are not part of the object.
            if !matches!(element.tag(), tag::MEMBER | tag::INHERITANCE) {
                continue;
            }
            let base = element.operand(module, BASE_TYPE);
            let ty = match element.is_bit_field() {
                true => self.intern(SourceType::Unknown("bit-field".to_owned())),
                false => self.visit(module, base, depth + 1),
            };
            let inherited = base.map_or("", |base| base.type_name(module));
            let name = if element.tag() == tag::INHERITANCE { inherited } else { element.type_name(module) };
            let offset = element.type_offset_bits() / 8;
            members.push(Member { name: name.to_owned(), offset, ty });
        }
        members
    }
}

/// Whether a type is that of Fortran's characters, whose length is passed apart.
pub(super) fn is_text(node: Metadata<'_>) -> bool {
    node.tag() == tag::STRING
}

/// Whether a type is a reference, of C++ or of Rust, which always refers to an object.
pub(super) fn is_reference<'m>(module: RawModule<'m>, node: Metadata<'m>) -> bool {
    unqualified(module, Some(node)).node.is_some_and(|node| match node.tag() {
        tag::REFERENCE | tag::RVALUE_REFERENCE => true,
        // rustc gives its references names.
        tag::POINTER => node.type_name(module).starts_with('&'),
        _ => false,
    })
}

/// Whether a type is a class of C++ that registers have room for, and that is passed by address.
pub(super) fn is_small_copy<'m>(module: RawModule<'m>, node: Metadata<'m>) -> bool {
    let is_it = |node: Metadata<'m>| node.is_passed_by_address() && node.type_bits() <= 128;
    unqualified(module, Some(node)).node.is_some_and(is_it)
}

/// Follows typedefs and qualifiers to the type itself.
fn unqualified<'m>(module: RawModule<'m>, node: Option<Metadata<'m>>) -> Unqualified<'m> {
    let mut found = Unqualified { node, constant: false, alias: "" };
    for _ in 0..MAX_DEPTH {
        let Some(node) = found.node else { break };
        match node.tag() {
            tag::TYPEDEF if found.alias.is_empty() => found.alias = node.type_name(module),
            tag::CONST => found.constant = true,
            tag::TYPEDEF | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC => {}
            _ => break,
        }
        found.node = node.operand(module, BASE_TYPE);
    }
    found
}

/// A number type; how its bits are meant only stands in the printed node.
fn basic_type(name: &str, bits: u64, printed: &str) -> SourceType {
    let encoding = field(printed, "encoding").unwrap_or_default();
    let bits = u32::try_from(bits).unwrap_or(0);
    let int = |signed| SourceType::Int { name: name.to_owned(), signed, bits };
    match encoding {
        _ if bits == 0 => SourceType::Void,
        "DW_ATE_float" => {
            float_format(name, bits).map_or(SourceType::Unknown(name.to_owned()), SourceType::Float)
        }
        "DW_ATE_complex_float" => {
            float_format(name, bits / 2).map_or(SourceType::Unknown(name.to_owned()), SourceType::Complex)
        }
        "DW_ATE_boolean" => SourceType::Bool(bits),
        "DW_ATE_signed" | "DW_ATE_signed_char" => int(true),
        "DW_ATE_unsigned" | "DW_ATE_unsigned_char" | "DW_ATE_UTF" => int(false),
        _ => SourceType::Unknown(name.to_owned()),
    }
}

/// The format of a float of that size: 16 bytes may hold a `long double` or a `__float128`, and two
/// bytes a half or a `__bf16`; the name decides.
fn float_format(name: &str, bits: u32) -> Option<FloatFormat> {
    let is_x87 = name.contains("long double") || name.contains("kind=10");
    Some(match bits {
        16 if name.contains("bf16") || name.contains("kind=3") => FloatFormat::BF16,
        16 => FloatFormat::F16,
        32 => FloatFormat::F32,
        64 => FloatFormat::F64,
        80 | 96 => FloatFormat::X87,
        128 if is_x87 => FloatFormat::X87,
        128 => FloatFormat::F128,
        _ => return None,
    })
}

/// How many elements all dimensions have together, when that is a constant.
fn array_count<'m>(module: RawModule<'m>, node: Metadata<'m>) -> Option<u64> {
    let dimensions = node.operand(module, ELEMENTS)?.operands(module);
    dimensions.into_iter().try_fold(1u64, |count, dimension| {
        let dimension = dimension?;
        let extent = match dimension.int_operand(module, RANGE_COUNT) {
            Some(extent) => extent,
            None => {
                let lower = dimension.int_operand(module, RANGE_LOWER).unwrap_or(1);
                dimension.int_operand(module, RANGE_UPPER)?.checked_sub(lower)?.checked_add(1)?
            }
        };
        count.checked_mul(u64::try_from(extent).ok()?)
    })
}

fn enumeration<'m>(module: RawModule<'m>, node: Metadata<'m>, name: &str) -> SourceType {
    let elements = node.operand(module, ELEMENTS).map_or_else(Vec::new, |list| list.operands(module));
    let enumerators = elements.into_iter().flatten().filter_map(|element| {
        let name = element.text_operand(module, ENUMERATOR_NAME)?;
        let value: i128 = field(&element.print(module), "value")?.parse().ok()?;
        Some((name.to_owned(), value as i64))
    });
    let bits = u32::try_from(node.type_bits()).unwrap_or(0);
    SourceType::Enum { name: name.to_owned(), bits, enumerators: enumerators.collect() }
}

/// A field of a printed node, such as the `3` of `arg: 3`. Texts in quotes are not looked into.
pub(super) fn field<'p>(printed: &'p str, name: &str) -> Option<&'p str> {
    let mut outside_quotes = true;
    let mut rest = printed;
    loop {
        let (end, separator) = rest.char_indices().find(|&(_, c)| c == '"' || c == '(' || c == ',')?;
        rest = &rest[end + 1..];
        match separator {
            '"' => outside_quotes = !outside_quotes,
            _ if outside_quotes => {
                let candidate = rest.trim_start().strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
                if let Some(value) = candidate {
                    return value.split([',', ')']).next();
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_outside_of_names_only() {
        let printed = r#"!DILocalVariable(name: "arg: 7, x", arg: 3, scope: <0x1>, line: 6)"#;
        assert_eq!(field(printed, "arg"), Some("3"));
        assert_eq!(field(printed, "line"), Some("6"));
        assert_eq!(field(printed, "size"), None);
    }

    #[test]
    fn sixteen_bytes_are_distinguished_by_name() {
        assert_eq!(float_format("long double", 128), Some(FloatFormat::X87));
        assert_eq!(float_format("__float128", 128), Some(FloatFormat::F128));
        assert_eq!(float_format("real(kind=10)", 80), Some(FloatFormat::X87));
        assert_eq!(float_format("real(kind=16)", 128), Some(FloatFormat::F128));
        assert_eq!(float_format("__bf16", 16), Some(FloatFormat::BF16));
        assert_eq!(float_format("decimal", 24), None);
    }
}
