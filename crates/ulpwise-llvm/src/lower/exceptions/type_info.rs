//! Which exceptions a handler takes: the classes of C++ from their type information, as the Itanium
//! C++ ABI lays it out (2.9.5), and those of the standard library, which programs only declare.

use std::collections::HashMap;
use ulpwise_base::IdVec;
use ulpwise_externals::{standard_exception, standard_exceptions};
use ulpwise_ir::{Global, GlobalId, Relocation, Target};

/// A base of a class.
#[derive(Clone, Copy)]
struct Base {
    class: GlobalId,
    step: Step,
    is_public: bool,
}

/// What type information says.
#[derive(Clone)]
enum TypeInfo {
    /// A type that converts to no other.
    Plain,
    /// A class with its bases.
    Class(Vec<Base>),
    /// An address: its qualifiers (const 1, volatile 2, restrict 4), and what it points at.
    Address { qualifiers: u32, pointee: String },
    /// A type of which nothing is known.
    Unknown,
}

/// The way from an object to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::lower) enum Step {
    /// So many bytes further on.
    Bytes(i64),
    /// As many bytes further on as stand in the table of virtual functions, so far from its address.
    Virtual(i64),
}

/// Whether a handler takes what is thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lower) enum Conversion {
    /// It does not.
    No,
    /// It does, and gets a part of the object; of an address that was thrown, what it points at.
    Yes { steps: Vec<Step>, is_address: bool },
    /// That is not known.
    Unknown,
}

/// The type information of a module, and variables that lowering adds.
#[derive(Default)]
pub(in crate::lower) struct TypeInfos {
    infos: HashMap<GlobalId, TypeInfo>,
    names: IdVec<GlobalId, String>,
    by_name: HashMap<String, GlobalId>,
    added: Vec<Global>,
    /// The numbers of types in selectors, from 1.
    selectors: Vec<Option<GlobalId>>,
    handlers: HashMap<GlobalId, Vec<(GlobalId, Conversion)>>,
}

const TABLES: &str = "_ZTVN10__cxxabiv1";

/// So many ways up are looked at in a hierarchy of classes.
const MAX_WAYS: usize = 1000;

impl TypeInfos {
    /// Those among the globals of a module.
    pub(in crate::lower) fn new(globals: &IdVec<GlobalId, Global>) -> TypeInfos {
        let mut infos = TypeInfos::default();
        for (id, global) in globals.iter_enumerated() {
            infos.names.push(global.name.clone());
            infos.by_name.insert(global.name.clone(), id);
        }
        for (id, global) in globals.iter_enumerated().filter(|(_, global)| is_type_symbol(&global.name)) {
            let info = match &global.initializer {
                Some(bytes) => infos.defined(bytes, &global.relocations),
                None => infos.declared(&global.name),
            };
            infos.infos.insert(id, info);
        }
        infos
    }

    /// The variables that were added, in the order of their numbers.
    pub(in crate::lower) fn into_added(self) -> Vec<Global> {
        self.added
    }

    /// The variable of that name, added if there is none.
    pub(in crate::lower) fn global(&mut self, name: &str, make: impl FnOnce(GlobalId) -> Global) -> GlobalId {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), id);
        self.added.push(make(id));
        id
    }

    /// The type information of a class of the standard library.
    pub(in crate::lower) fn standard(&mut self, name: &str) -> GlobalId {
        let id = self.global(name, |_| declared_only(name));
        if !self.infos.contains_key(&id) {
            let info = self.declared(name);
            self.infos.insert(id, info);
        }
        id
    }

    /// The number by which code after a landing tells a type; `None` stands for all of them.
    pub(in crate::lower) fn selector(&mut self, ty: Option<GlobalId>) -> u32 {
        let known = self.selectors.iter().position(|&known| known == ty);
        let index = known.unwrap_or_else(|| {
            self.selectors.push(ty);
            self.selectors.len() - 1
        });
        index as u32 + 1
    }

    /// Whether the program may throw addresses.
    pub(in crate::lower) fn has_addresses(&self) -> bool {
        self.by_name.keys().any(|name| name.starts_with("_ZTIP"))
    }

    /// The types that a handler for `caught` takes, or may take.
    pub(in crate::lower) fn taken_by(&mut self, caught: GlobalId) -> Vec<(GlobalId, Conversion)> {
        if let Some(known) = self.handlers.get(&caught) {
            return known.clone();
        }
        for class in standard_exceptions() {
            self.standard(class.type_symbol);
        }
        let mut types: Vec<GlobalId> = self.infos.keys().copied().collect();
        types.sort_unstable();
        let taken: Vec<(GlobalId, Conversion)> = types
            .into_iter()
            .map(|thrown| (thrown, self.conversion(thrown, caught)))
            .filter(|(_, conversion)| *conversion != Conversion::No)
            .collect();
        self.handlers.insert(caught, taken.clone());
        taken
    }

    fn defined(&mut self, bytes: &[u8], relocations: &[Relocation]) -> TypeInfo {
        let target = |offset: u64| {
            let found = relocations.iter().find(|relocation| relocation.offset == offset)?;
            match found.target {
                Target::Global(global) => Some(global),
                Target::Function(_) => None,
            }
        };
        let word = |offset: usize| -> u64 {
            let byte = |at: usize| u64::from(bytes.get(at).copied().unwrap_or(0));
            (0..8).map(|index| byte(offset + index) << (8 * index)).sum()
        };
        let table =
            target(0).and_then(|table| self.names.get(table)).and_then(|name| name.strip_prefix(TABLES));
        match table {
            Some("17__class_type_infoE") => TypeInfo::Class(Vec::new()),
            Some("20__si_class_type_infoE") => match target(16) {
                Some(class) => TypeInfo::Class(vec![Base { class, step: Step::Bytes(0), is_public: true }]),
                None => TypeInfo::Unknown,
            },
            Some("21__vmi_class_type_infoE") => {
                let count = (word(16) >> 32) as usize;
                let base = |index: usize| {
                    let at = 24 + 16 * index;
                    let flags = word(at + 8).cast_signed();
                    let step =
                        if flags & 1 != 0 { Step::Virtual(flags >> 8) } else { Step::Bytes(flags >> 8) };
                    Some(Base { class: target(at as u64)?, step, is_public: flags & 2 != 0 })
                };
                let bases: Option<Vec<Base>> = (0..count).map(base).collect();
                bases.map_or(TypeInfo::Unknown, TypeInfo::Class)
            }
            Some("19__pointer_type_infoE") => match target(24).and_then(|pointee| self.names.get(pointee)) {
                Some(pointee) => {
                    TypeInfo::Address { qualifiers: word(16) as u32 & 7, pointee: pointee.clone() }
                }
                None => TypeInfo::Unknown,
            },
            Some("23__fundamental_type_infoE" | "16__enum_type_infoE" | "20__function_type_infoE") => {
                TypeInfo::Plain
            }
            // fail-closed: of other types nothing is known.
            Some(_) | None => TypeInfo::Unknown,
        }
    }

    /// What is known of a type by its name alone.
    fn declared(&mut self, name: &str) -> TypeInfo {
        if let Some(class) = standard_exception(name) {
            let base = class.base.map(|base| Base {
                class: self.standard(base),
                step: Step::Bytes(0),
                is_public: true,
            });
            return TypeInfo::Class(base.into_iter().collect());
        }
        let encoded = name.strip_prefix("_ZTI").unwrap_or_default();
        if is_fundamental(encoded) {
            return TypeInfo::Plain;
        }
        let (qualifiers, pointee) = match (encoded.strip_prefix("PK"), encoded.strip_prefix('P')) {
            (Some(pointee), _) => (1, pointee),
            (None, Some(pointee)) => (0, pointee),
            (None, None) => return TypeInfo::Unknown,
        };
        match is_fundamental(pointee) {
            true => TypeInfo::Address { qualifiers, pointee: format!("_ZTI{pointee}") },
            false => TypeInfo::Unknown,
        }
    }

    fn info(&self, ty: GlobalId) -> TypeInfo {
        self.infos.get(&ty).cloned().unwrap_or(TypeInfo::Unknown)
    }

    fn conversion(&self, thrown: GlobalId, caught: GlobalId) -> Conversion {
        let (from, to) = (self.info(thrown), self.info(caught));
        // fail-closed: only addresses are looked through.
        let is_address = matches!(from, TypeInfo::Address { .. });
        if thrown == caught {
            return match from {
                TypeInfo::Unknown if self.names[thrown].starts_with("_ZTIP") => Conversion::Unknown,
                // fail-closed: a type is taken by handlers of itself.
                _ => Conversion::Yes { steps: Vec::new(), is_address },
            };
        }
        match (from, to) {
            (TypeInfo::Class(_), TypeInfo::Class(_)) => self.upwards(thrown, caught),
            (
                TypeInfo::Address { qualifiers, pointee },
                TypeInfo::Address { qualifiers: more, pointee: other },
            ) => self.address_conversion((qualifiers, &pointee), (more, &other)),
            // `nullptr` is taken by handlers of any address.
            (TypeInfo::Plain, TypeInfo::Address { .. } | TypeInfo::Unknown)
                if self.names[thrown] == "_ZTIDn" =>
            {
                Conversion::Unknown
            }
            (TypeInfo::Unknown, TypeInfo::Plain) | (TypeInfo::Plain, TypeInfo::Unknown) => Conversion::No,
            (TypeInfo::Unknown, TypeInfo::Class(_) | TypeInfo::Address { .. } | TypeInfo::Unknown)
            | (TypeInfo::Address { .. }, TypeInfo::Unknown) => Conversion::Unknown,
            // A class that is defined leads up to one that is not only through its own bases.
            (TypeInfo::Class(_), TypeInfo::Unknown) => self.upwards(thrown, caught),
            (TypeInfo::Plain, TypeInfo::Plain | TypeInfo::Class(_) | TypeInfo::Address { .. })
            | (TypeInfo::Class(_), TypeInfo::Plain | TypeInfo::Address { .. })
            | (TypeInfo::Address { .. }, TypeInfo::Plain | TypeInfo::Class(_)) => Conversion::No,
        }
    }

    fn address_conversion(&self, from: (u32, &str), to: (u32, &str)) -> Conversion {
        if from.0 & !to.0 != 0 {
            return Conversion::No;
        }
        let plain = Conversion::Yes { steps: Vec::new(), is_address: true };
        if from.1 == to.1 || to.1 == "_ZTIv" {
            return plain;
        }
        let [a, b] = [from.1, to.1].map(|name| self.by_name.get(name).copied());
        match (a.map(|a| self.info(a)), b.map(|b| self.info(b))) {
            (Some(TypeInfo::Class(_)), Some(TypeInfo::Class(_))) => match a.zip(b) {
                Some((a, b)) => match self.upwards(a, b) {
                    // Null stays null, whatever lies between.
                    Conversion::Yes { steps, .. } if steps.iter().all(|step| *step == Step::Bytes(0)) => {
                        plain
                    }
                    Conversion::Yes { .. } | Conversion::Unknown => Conversion::Unknown,
                    Conversion::No => Conversion::No,
                },
                None => Conversion::Unknown,
            },
            (Some(TypeInfo::Plain), Some(TypeInfo::Plain)) | (None, None)
                if is_fundamental_symbol(from.1) =>
            {
                Conversion::No
            }
            // fail-closed: whether it converts is not known.
            _ => Conversion::Unknown,
        }
    }

    /// The one public way from a class up to another.
    fn upwards(&self, from: GlobalId, to: GlobalId) -> Conversion {
        let mut found: Vec<(Vec<Step>, bool)> = Vec::new();
        let mut open: Vec<(GlobalId, Vec<Step>, bool)> = vec![(from, Vec::new(), true)];
        let mut ways = 0;
        while let Some((class, steps, is_public)) = open.pop() {
            ways += 1;
            if ways > MAX_WAYS {
                return Conversion::Unknown;
            }
            if class == to {
                found.push((steps, is_public));
                continue;
            }
            match self.info(class) {
                TypeInfo::Class(bases) => {
                    for base in bases {
                        let mut steps = steps.clone();
                        steps.push(base.step);
                        open.push((base.class, steps, is_public && base.is_public));
                    }
                }
                TypeInfo::Plain | TypeInfo::Address { .. } | TypeInfo::Unknown => return Conversion::Unknown,
            }
        }
        let Some((first, _)) = found.first() else { return Conversion::No };
        // Two ways lead to one part of the object only where a virtual base is shared, which is then
        // the part itself as far as is looked here.
        // fail-closed: a way that does not end in a virtual base leads to a part of its own.
        let ends_virtually = |steps: &[Step]| matches!(steps.last(), Some(Step::Virtual(_)));
        let lead_to_one = found.iter().all(|(steps, _)| steps == first)
            || found.iter().all(|(steps, _)| ends_virtually(steps));
        match (lead_to_one, found.iter().find(|(_, is_public)| *is_public)) {
            (true, Some((steps, _))) => Conversion::Yes { steps: steps.clone(), is_address: false },
            (true, None) => Conversion::No,
            (false, _) if found.iter().all(|(steps, _)| !has_virtual(steps)) => Conversion::No,
            (false, _) => Conversion::Unknown,
        }
    }
}

fn has_virtual(steps: &[Step]) -> bool {
    // fail-closed: there are two kinds of steps.
    steps.iter().any(|step| matches!(step, Step::Virtual(_)))
}

fn is_type_symbol(name: &str) -> bool {
    name.starts_with("_ZTI")
}

/// Whether an encoded type is one of the builtin ones: a lower-case letter other than `u`, or one
/// after `D`.
fn is_fundamental(encoded: &str) -> bool {
    match encoded.as_bytes() {
        [letter] => letter.is_ascii_lowercase() && *letter != b'u',
        [b'D', letter] => letter.is_ascii_lowercase(),
        _ => false, // fail-closed: of other types nothing is known.
    }
}

fn is_fundamental_symbol(symbol: &str) -> bool {
    symbol.strip_prefix("_ZTI").is_some_and(is_fundamental)
}

/// A variable that is defined elsewhere.
fn declared_only(name: &str) -> Global {
    Global {
        name: name.to_owned(),
        size: 16,
        align: 8,
        constant: true,
        internal: false,
        initializer: None,
        relocations: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(infos: &TypeInfos, name: &str) -> GlobalId {
        infos.by_name[name]
    }

    fn global(name: &str, bytes: Option<Vec<u8>>, targets: &[(u64, u32)]) -> Global {
        let relocation = |&(offset, target): &(u64, u32)| Relocation {
            offset,
            target: Target::Global(GlobalId::new(target)),
            addend: 0,
        };
        Global {
            size: 64,
            initializer: bytes,
            relocations: targets.iter().map(relocation).collect(),
            ..declared_only(name)
        }
    }

    /// Two bases, the second 8 bytes on, and a diamond above a virtual one.
    #[test]
    fn handlers_take_derived_classes_and_no_others() {
        let vmi = |second: i64| {
            let mut bytes = vec![0; 56];
            bytes[20] = 2;
            bytes[32..40].copy_from_slice(&2_i64.to_le_bytes());
            bytes[48..56].copy_from_slice(&second.to_le_bytes());
            Some(bytes)
        };
        let globals: IdVec<GlobalId, Global> = [
            global("_ZTVN10__cxxabiv117__class_type_infoE", None, &[]),
            global("_ZTVN10__cxxabiv121__vmi_class_type_infoE", None, &[]),
            global("_ZTI1A", Some(vec![0; 16]), &[(0, 0)]),
            global("_ZTI1B", Some(vec![0; 16]), &[(0, 0)]),
            global("_ZTI1C", vmi(8 << 8 | 2), &[(0, 1), (24, 2), (40, 3)]),
            global("_ZTI1D", vmi(8 << 8), &[(0, 1), (24, 2), (40, 3)]),
            global("_ZTI1E", vmi(-24 << 8 | 3), &[(0, 1), (24, 2), (40, 3)]),
            global("_ZTId", None, &[]),
        ]
        .into_iter()
        .collect();
        let infos = TypeInfos::new(&globals);
        let way = |from: &str, to: &str| infos.conversion(named(&infos, from), named(&infos, to));
        let yes = |steps: Vec<Step>| Conversion::Yes { steps, is_address: false };
        assert_eq!(way("_ZTI1C", "_ZTI1B"), yes(vec![Step::Bytes(8)]));
        assert_eq!(way("_ZTI1C", "_ZTI1A"), yes(vec![Step::Bytes(0)]));
        assert_eq!(way("_ZTI1A", "_ZTI1C"), Conversion::No);
        assert_eq!(way("_ZTI1D", "_ZTI1B"), Conversion::No, "a private base");
        assert_eq!(way("_ZTI1E", "_ZTI1B"), yes(vec![Step::Virtual(-24)]));
        assert_eq!(way("_ZTId", "_ZTId"), yes(Vec::new()));
        assert_eq!(way("_ZTId", "_ZTI1A"), Conversion::No);
    }

    #[test]
    fn classes_of_the_standard_library_are_known() {
        let mut infos = TypeInfos::new(&IdVec::new());
        let root = infos.standard("_ZTISt9exception");
        let taken: Vec<String> =
            infos.taken_by(root).iter().map(|&(thrown, _)| infos.names[thrown].clone()).collect();
        assert!(taken.iter().any(|name| name == "_ZTISt12out_of_range"), "{taken:?}");
        let range = infos.standard("_ZTISt12out_of_range");
        assert_eq!(infos.taken_by(range).len(), 1);
    }
}
