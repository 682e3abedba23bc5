//! The types of the source language as bytes: their sizes and their scalars.

use crate::sequences::sequence;
use ulpwise_ir::{Member, Module, SourceType, SourceTypeId};

/// Types nest by value only as deep as their author wrote them; a longer chain is a damaged module.
pub(crate) const MAX_NESTING: usize = 64;

/// How many scalars a value may be taken apart into; a matrix in a structure may have very many.
pub const MAX_SCALARS: usize = 1 << 16;

/// How many bytes a value of the type takes in memory; `None` when the type does not say.
pub fn size_of(module: &Module, ty: SourceTypeId) -> Option<u64> {
    size_within(module, ty, MAX_NESTING)
}

fn size_within(module: &Module, ty: SourceTypeId, nesting: usize) -> Option<u64> {
    if nesting == 0 {
        return None;
    }
    Some(match module.source_types.get(ty)? {
        SourceType::Void => 0,
        SourceType::Bool(bits) | SourceType::Int { bits, .. } | SourceType::Enum { bits, .. } => {
            u64::from(bits.div_ceil(8))
        }
        SourceType::Float(format) => float_size(*format),
        SourceType::Complex(format) => 2 * float_size(*format),
        SourceType::Pointer { .. } => 8,
        SourceType::Array { element, count } => {
            size_within(module, *element, nesting - 1)?.checked_mul((*count)?)?
        }
        SourceType::Struct { size, .. }
        | SourceType::Union { size, .. }
        | SourceType::Variants { size, .. } => *size,
        SourceType::Function | SourceType::Unknown(_) => return None,
    })
}

/// How many bytes a float takes in memory: the x87 format has 10 and takes 16.
pub fn float_size(format: ulpwise_ir::FloatFormat) -> u64 {
    u64::from(format.bits()).div_ceil(8).next_power_of_two()
}

/// A scalar inside a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// Where it begins.
    pub offset: u64,
    /// How it is reached from the value: `.val`, `[3]`, `.part[0].x`; empty for a value that is a
    /// scalar itself.
    pub path: String,
    /// Its type, one of `Bool`, `Int`, `Enum`, `Float`, `Pointer`; `Complex` is taken apart.
    pub ty: SourceTypeId,
    /// The part of a complex number it is: the type is the complex one then.
    pub part: Option<ulpwise_ir::FloatFormat>,
    /// What must hold so that it is there: the forms that the value and its parts have.
    pub forms: Vec<Form>,
}

/// The form that a value of several forms has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Where the tag begins that says it.
    pub offset: u64,
    /// How many bytes it has.
    pub bytes: u64,
    /// Its value, as unsigned bits.
    pub value: u64,
}

/// How the elements of an array are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indices {
    /// `x[0]`.
    FromZeroInBrackets,
    /// `x(1)`.
    FromOneInParentheses,
}

impl Indices {
    /// The path to an element.
    pub fn element(self, index: u64) -> String {
        match self {
            Self::FromZeroInBrackets => format!("[{index}]"),
            Self::FromOneInParentheses => format!("({})", index + 1),
        }
    }
}

/// The scalars of a value in the order of the declaration; `None` when a part of it (an array of
/// open length, forms whose data differ) cannot be taken apart, or when there are more than
/// [`MAX_SCALARS`].
///
/// A union is the first of its members that fills it, one of floats if there is one. Of a value of
/// several forms the tag and the data of all of them are there, each once.
pub fn scalars(module: &Module, ty: SourceTypeId, indices: Indices) -> Option<Vec<Scalar>> {
    without_overlaps(module, all_scalars(module, ty, indices, DefaultForms::Refused)?)
}

/// The same, where structures inside of the value that stand for arrays are taken as one part each,
/// whose type is the structure. The value itself is taken apart.
pub(crate) fn parts(module: &Module, ty: SourceTypeId, indices: Indices) -> Option<Vec<Scalar>> {
    let collector = Collector::new(module, indices, DefaultForms::Refused, Sequences::Kept);
    without_overlaps(module, collected(collector, ty)?)
}

/// Each scalar once; `None` where different ones lie upon each other.
fn without_overlaps(module: &Module, found: Vec<Scalar>) -> Option<Vec<Scalar>> {
    let mut kept: Vec<Scalar> = Vec::new();
    for scalar in found {
        let extent = |of: &Scalar| {
            let bytes = match of.part {
                Some(format) => float_size(format),
                None => size_of(module, of.ty).unwrap_or(1),
            };
            of.offset..of.offset.saturating_add(bytes)
        };
        let own = extent(&scalar);
        let overlaps = |of: &&Scalar| own.start < extent(of).end && extent(of).start < own.end;
        match kept.iter().find(overlaps) {
            None => kept.push(scalar),
            // The same number in another form.
            Some(known)
                if !scalar.forms.is_empty() && (known.offset, known.ty) == (scalar.offset, scalar.ty) => {}
            Some(_) => return None,
        }
    }
    Some(kept)
}

/// The scalars of a value in all its forms, which may lie upon each other.
///
/// `default_forms` says what to do with a form that is there whenever no other is, which no tag says:
/// its data are left out unless they have a tag of their own, or nothing is taken apart.
pub(crate) fn all_scalars(
    module: &Module,
    ty: SourceTypeId,
    indices: Indices,
    default_forms: DefaultForms,
) -> Option<Vec<Scalar>> {
    collected(Collector::new(module, indices, default_forms, Sequences::TakenApart), ty)
}

/// What to do with forms of a value that no tag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefaultForms {
    LeftOut,
    Refused,
}

/// What to do with structures that stand for arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sequences {
    TakenApart,
    Kept,
}

fn collected(mut collector: Collector<'_>, ty: SourceTypeId) -> Option<Vec<Scalar>> {
    let slot = ScalarSlot { offset: 0, path: String::new(), nesting: MAX_NESTING, forms: Vec::new() };
    collector.collect(ty, &slot)?;
    Some(collector.found)
}

struct ScalarSlot {
    offset: u64,
    path: String,
    nesting: usize,
    forms: Vec<Form>,
}

impl ScalarSlot {
    fn inside(&self, offset: u64, step: &str) -> Option<Self> {
        Some(Self {
            offset: self.offset.checked_add(offset)?,
            path: format!("{}{step}", self.path),
            nesting: self.nesting.checked_sub(1)?,
            forms: self.forms.clone(),
        })
    }
}

struct Collector<'m> {
    module: &'m Module,
    indices: Indices,
    default_forms: DefaultForms,
    sequences: Sequences,
    found: Vec<Scalar>,
    /// Structures without content can nest without a scalar ever being found.
    visits_left: usize,
}

impl<'m> Collector<'m> {
    fn new(module: &'m Module, indices: Indices, default_forms: DefaultForms, sequences: Sequences) -> Self {
        Self { module, indices, default_forms, sequences, found: Vec::new(), visits_left: MAX_SCALARS }
    }

    fn collect(&mut self, ty: SourceTypeId, place: &ScalarSlot) -> Option<()> {
        self.visits_left = self.visits_left.checked_sub(1)?;
        let module = self.module;
        match module.source_types.get(ty)? {
            SourceType::Void => {}
            SourceType::Bool(_)
            | SourceType::Int { .. }
            | SourceType::Enum { .. }
            | SourceType::Float(_)
            | SourceType::Pointer { .. } => {
                let (offset, path, forms) = (place.offset, place.path.clone(), place.forms.clone());
                self.found.push(Scalar { offset, path, ty, part: None, forms });
            }
            SourceType::Complex(format) => {
                for (part, name) in [".re", ".im"].into_iter().enumerate() {
                    let inner = place.inside(part as u64 * float_size(*format), name)?;
                    self.found.push(Scalar {
                        offset: inner.offset,
                        path: inner.path,
                        ty,
                        part: Some(*format),
                        forms: inner.forms,
                    });
                }
            }
            SourceType::Array { element, count } => {
                let size = size_of(module, *element)?;
                for index in 0..(*count)? {
                    let inner = place.inside(index.checked_mul(size)?, &self.indices.element(index))?;
                    self.collect(*element, &inner)?;
                }
            }
            SourceType::Struct { .. }
                if self.sequences == Sequences::Kept
                    && place.nesting < MAX_NESTING
                    && sequence(module, ty).is_some() =>
            {
                let (offset, path, forms) = (place.offset, place.path.clone(), place.forms.clone());
                self.found.push(Scalar { offset, path, ty, part: None, forms });
            }
            SourceType::Struct { members, size, .. } => {
                if members.is_empty() && *size > 1 {
                    return None;
                }
                for member in members {
                    self.collect(member.ty, &place.member(member)?)?;
                }
            }
            SourceType::Union { members, size, .. } => {
                let member = filling_member(module, members, *size)?;
                self.collect(member.ty, &place.member(member)?)?;
            }
            SourceType::Variants { tag, variants, .. } => {
                self.collect_forms(tag.as_ref()?, variants, place)?;
            }
            SourceType::Function | SourceType::Unknown(_) => return None,
        }
        Some(())
    }

    /// The tag and the data of all forms of a value.
    fn collect_forms(
        &mut self,
        tag: &Member,
        variants: &[(Option<i64>, Member)],
        place: &ScalarSlot,
    ) -> Option<()> {
        self.collect(tag.ty, &place.member(tag)?)?;
        let bytes = size_of(self.module, tag.ty).filter(|bytes| (1..=8).contains(bytes))?;
        for (value, form) in variants {
            let mut inner = place.member(form)?;
            let Some(value) = value else {
                if self.default_forms == DefaultForms::Refused {
                    return None;
                }
                self.collect_default(form, &inner)?;
                continue;
            };
            let value = value.cast_unsigned() & (u64::MAX >> (64 - 8 * bytes));
            inner.forms.push(Form { offset: place.offset.checked_add(tag.offset)?, bytes, value });
            // A form without data is a structure of that size without members.
            match self.module.source_types.get(form.ty)? {
                SourceType::Struct { members, .. } if members.is_empty() => {}
                _ => self.collect(form.ty, &inner)?,
            }
        }
        Some(())
    }
}

impl Collector<'_> {
    /// What is known to be there of a form that no tag says: the data of an enumeration in it, whose
    /// own tag has none of the values of the other forms.
    fn collect_default(&mut self, form: &Member, place: &ScalarSlot) -> Option<()> {
        let own_first = self.found.len();
        let known = place.forms.len();
        if self.collect(form.ty, place).is_none() {
            self.found.truncate(own_first);
            return Some(());
        }
        let added = self.found.split_off(own_first);
        self.found.extend(added.into_iter().filter(|scalar| scalar.forms.len() > known));
        Some(())
    }
}

/// The first member of a union that fills it, one of floats if there is one.
pub(crate) fn filling_member<'t>(module: &Module, members: &'t [Member], size: u64) -> Option<&'t Member> {
    let is_float = |part: &Scalar| {
        part.part.is_some() || matches!(module.source_types.get(part.ty), Some(SourceType::Float(_)))
    };
    let bytes = |part: &Scalar| match part.part {
        Some(format) => Some(float_size(format)),
        None => size_of(module, part.ty),
    };
    // Whether the parts of a member fill the union, and whether all of them are floats.
    let of_member = |member: &&Member| {
        let parts = scalars(module, member.ty, Indices::FromZeroInBrackets).unwrap_or_default();
        let filled: u64 = parts.iter().filter_map(bytes).sum();
        (filled == size && !parts.is_empty(), parts.iter().all(is_float))
    };
    let filling = || members.iter().filter(|member| of_member(member).0);
    filling().find(|member| of_member(member).1).or_else(|| filling().next())
}

impl ScalarSlot {
    /// A member; one without a name is no step.
    fn member(&self, member: &Member) -> Option<Self> {
        match member_name(&member.name) {
            "" => self.inside(member.offset, ""),
            name => self.inside(member.offset, &format!(".{name}")),
        }
    }
}

/// A member's name as the source writes it: rustc calls the parts of a tuple `__0`, `__1`.
pub fn member_name(name: &str) -> &str {
    match name.strip_prefix("__") {
        Some(number) if !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) => number,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::{FloatFormat, Member};

    fn module(types: Vec<SourceType>) -> Module {
        Module { source_types: types.into_iter().collect(), ..Module::default() }
    }

    fn id(number: u32) -> SourceTypeId {
        SourceTypeId::new(number)
    }

    fn member(name: &str, offset: u64, ty: u32) -> Member {
        Member { name: name.to_owned(), offset, ty: id(ty) }
    }

    #[test]
    fn sizes_are_those_in_memory() {
        let module = module(vec![
            SourceType::Float(FloatFormat::X87),
            SourceType::Array { element: id(0), count: Some(3) },
            SourceType::Array { element: id(0), count: None },
            SourceType::Bool(8),
            SourceType::Array { element: id(4), count: Some(2) },
        ]);
        let sizes: Vec<_> = module.source_types.ids().map(|ty| size_of(&module, ty)).collect();
        assert_eq!(sizes, [Some(16), Some(48), None, Some(1), None], "the last one contains itself");
    }

    #[test]
    fn scalars_have_offsets_and_paths() {
        let module = module(vec![
            SourceType::Float(FloatFormat::F64),
            SourceType::Array { element: id(0), count: Some(2) },
            SourceType::Complex(FloatFormat::F32),
            SourceType::Struct {
                name: "s".to_owned(),
                size: 24,
                members: vec![member("x", 0, 1), member("z", 16, 2)],
            },
            SourceType::Union { name: "u".to_owned(), size: 8, members: Vec::new() },
        ]);
        let places = |ty, indices| -> Option<Vec<(u64, String)>> {
            let scalars = scalars(&module, id(ty), indices)?;
            Some(scalars.into_iter().map(|scalar| (scalar.offset, scalar.path)).collect())
        };
        let expected = [(0, ".x[0]"), (8, ".x[1]"), (16, ".z.re"), (20, ".z.im")];
        let expected: Vec<_> = expected.into_iter().map(|(at, path)| (at, path.to_owned())).collect();
        assert_eq!(places(3, Indices::FromZeroInBrackets), Some(expected));
        let too_many = SourceType::Array { element: id(0), count: Some(1 << 40) };
        let nothing = SourceType::Struct { name: "empty".to_owned(), size: 0, members: Vec::new() };
        let mut module = module.clone();
        let empty = module.source_types.push(nothing);
        let many = module.source_types.push(SourceType::Array { element: empty, count: Some(1 << 40) });
        let huge = module.source_types.push(too_many);
        assert_eq!(scalars(&module, many, Indices::FromZeroInBrackets), None, "ends soon");
        assert_eq!(scalars(&module, huge, Indices::FromZeroInBrackets), None, "ends soon");
        let expected = vec![(0, "(1)".to_owned()), (8, "(2)".to_owned())];
        assert_eq!(places(1, Indices::FromOneInParentheses), Some(expected));
        assert_eq!(places(4, Indices::FromZeroInBrackets), None);
    }
}
