//! From names to entries: suffixes of formats, internal names of glibc, intrinsics, mangled names.

use crate::effects::Effects;
use crate::math::MathFacts;
use crate::rust_runtime::{RustRuntime, rust_runtime};
use crate::table::{STREAM_OBJECTS, STREAM_VARIABLES, TABLES};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The C type whose version of a function a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatType {
    /// `double`.
    Double,
    /// `float`.
    Float,
    /// `long double`: the x87 format.
    LongDouble,
    /// `_Float128`.
    Quad,
}

/// The suffixes that C appends to the names of mathematical functions.
const SUFFIXES: [(&str, FloatType); 5] = [
    ("f", FloatType::Float),
    ("l", FloatType::LongDouble),
    ("f128", FloatType::Quad),
    ("f64", FloatType::Double),
    ("f32", FloatType::Float),
];

/// The names of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// The entry's name alone.
    One,
    /// The entry's name, which stands for double, and with the suffixes `f`, `l`, `f128`, `f64`,
    /// `f32`.
    Formats,
    /// As before, and the names of glibc's versions without error handling: `__exp_finite`,
    /// `__expf_finite`, ….
    FormatsAndFinite,
    /// The entry's name stands for none; these do.
    Listed(&'static [(&'static str, FloatType)]),
    /// All names that begin with the entry's name, such as overloaded intrinsics.
    Prefix,
    /// Mangled names of Rust's libraries.
    Rust(RustRuntime),
}

/// What kind of function it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `math.h` and `complex.h`, and what compilers call for them.
    Math,
    /// Rounding mode and flags: `fenv.h` and intrinsics for it.
    FloatEnvironment,
    /// The C library.
    C,
    /// The run times of C++, Rust and Fortran.
    Language,
    /// What verification tools offer to programs.
    Verifier,
}

/// An external function, or all that differ in the format only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct External {
    /// Its name; for mathematical functions that of the version for double.
    pub name: &'static str,
    /// The names it goes by.
    pub names: Names,
    /// What kind of function it is.
    pub family: Family,
    /// What is known of a mathematical function.
    pub math: Option<MathFacts>,
    /// What a call does.
    pub effects: Effects,
}

/// A name that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedExternal {
    /// The entry.
    pub external: &'static External,
    /// The format that the name stands for.
    pub float: Option<FloatType>,
    /// Whether it is a version of glibc's for finite arguments and results: of those the
    /// mathematical facts do not hold.
    pub is_finite_only: bool,
}

impl NamedExternal {
    /// What is known of a mathematical function of that name.
    pub fn math(&self) -> Option<&'static MathFacts> {
        self.external.math.as_ref().filter(|_| !self.is_finite_only)
    }

    /// What a call does.
    pub fn effects(&self) -> &'static Effects {
        &self.external.effects
    }
}

/// All entries.
pub fn externals() -> impl Iterator<Item = &'static External> {
    TABLES.iter().flat_map(|table| table.iter())
}

/// The function of that name; `None` if nothing is known of it.
pub fn lookup(name: &str) -> Option<NamedExternal> {
    static INDEX: OnceLock<HashMap<String, NamedExternal>> = OnceLock::new();
    let found = INDEX.get_or_init(index).get(name).copied();
    found.or_else(|| rust_runtime(name).and_then(rust_external)).or_else(|| {
        let is_it = |external: &&External| external.names == Names::Prefix && name.starts_with(external.name);
        let external = externals().find(is_it)?;
        Some(NamedExternal { external, float: None, is_finite_only: false })
    })
}

/// What a call of a function of that name does; `None` if nothing is known of it.
pub fn effects(name: &str) -> Option<&'static Effects> {
    Some(lookup(name)?.effects())
}

/// Whether a variable of that name, which the program does not define, holds a stream of the C
/// library.
pub fn is_stream_variable(name: &str) -> bool {
    STREAM_VARIABLES.contains(&name)
}

/// Whether a variable of that name, which the program does not define, tells a program nothing that
/// differs from run to run: streams, which are the library's to look into, and what is there for the
/// linker's sake.
pub fn is_inert_variable(name: &str) -> bool {
    is_stream_variable(name) || STREAM_OBJECTS.contains(&name) || name.starts_with("__rust_no_alloc_shim")
}

/// Whether a call of an undefined function of that name is a site.
pub fn is_math_function(name: &str) -> bool {
    lookup(name).and_then(|named| named.external.math.as_ref()).is_some_and(|facts| facts.is_site)
}

/// The function that LLVM's intrinsic of that name, without `llvm.`, is a call of.
pub fn lookup_intrinsic(intrinsic: &str) -> Option<&'static External> {
    externals()
        .find(|external| external.math.as_ref().is_some_and(|facts| facts.intrinsic == Some(intrinsic)))
}

fn rust_external(role: RustRuntime) -> Option<NamedExternal> {
    let external = externals().find(|external| external.names == Names::Rust(role))?;
    Some(NamedExternal { external, float: None, is_finite_only: false })
}

/// Every name but those of prefixes and of mangled Rust. A whole name comes before one with a
/// suffix: `erf` is no float version of `er`.
fn index() -> HashMap<String, NamedExternal> {
    let mut index = HashMap::new();
    for external in externals() {
        let float = external.math.map(|_| FloatType::Double);
        let named = |float| NamedExternal { external, float, is_finite_only: false };
        match external.names {
            Names::One | Names::Formats | Names::FormatsAndFinite => {
                index.insert(external.name.to_owned(), named(float));
            }
            Names::Listed(names) => {
                for &(name, format) in names {
                    index.insert(name.to_owned(), named(Some(format)));
                }
            }
            Names::Prefix | Names::Rust(_) => {}
        }
    }
    for external in externals() {
        if !matches!(external.names, Names::Formats | Names::FormatsAndFinite) {
            continue;
        }
        let all = SUFFIXES.into_iter().chain([("", FloatType::Double)]);
        for (suffix, format) in all {
            let named = NamedExternal { external, float: Some(format), is_finite_only: false };
            // The reentrant ones carry the suffix inside: `lgammaf_r`.
            let name = match external.name.strip_suffix("_r") {
                Some(stem) => format!("{stem}{suffix}_r"),
                None => format!("{}{suffix}", external.name),
            };
            if external.names == Names::FormatsAndFinite && !matches!(suffix, "f64" | "f32") {
                let finite = format!("__{name}_finite");
                index.insert(finite, NamedExternal { is_finite_only: true, ..named });
            }
            index.entry(name).or_insert(named);
        }
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_suffixes_are_known_and_others_are_not() {
        for (name, base, format) in [
            ("sin", "sin", FloatType::Double),
            ("sinf", "sin", FloatType::Float),
            ("sinl", "sin", FloatType::LongDouble),
            ("sinf128", "sin", FloatType::Quad),
            ("sinf64", "sin", FloatType::Double),
            ("erf", "erf", FloatType::Double),
            ("erff", "erf", FloatType::Float),
            ("lgamma_r", "lgamma_r", FloatType::Double),
            ("lgammaf_r", "lgamma_r", FloatType::Float),
            ("csqrt", "csqrt", FloatType::Double),
            ("__powisf2", "__powi", FloatType::Float),
            ("modf", "modf", FloatType::Double),
            ("modff", "modf", FloatType::Float),
            ("__pow_finite", "pow", FloatType::Double),
            ("__expf_finite", "exp", FloatType::Float),
        ] {
            let named = lookup(name).unwrap_or_else(|| panic!("{name} is known"));
            assert_eq!((named.external.name, named.float), (base, Some(format)), "{name}");
            assert!(is_math_function(name), "{name}");
        }
        for name in ["fabs", "fabsf", "copysign", "copysignl", "printf", "isnan", "malloc"] {
            assert!(lookup(name).is_some() && !is_math_function(name), "{name}");
        }
        for name in ["sinq", "f", "l", "", "er", "__sin_finite", "user_function", "_ZN3foo3barEv"] {
            assert_eq!(lookup(name), None, "{name}");
        }
    }

    #[test]
    fn no_name_has_two_entries() {
        let mut names: Vec<&str> = externals()
            .flat_map(|external| match external.names {
                Names::Listed(names) => names.iter().map(|&(name, _)| name).collect(),
                Names::One | Names::Formats | Names::FormatsAndFinite | Names::Prefix => vec![external.name],
                Names::Rust(_) => Vec::new(),
            })
            .collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn mangled_rust_and_overloaded_intrinsics_are_known() {
        let panic = lookup("_ZN4core9panicking5panic17h0123456789abcdefE").unwrap();
        assert_eq!(panic.external.names, Names::Rust(RustRuntime::Panic));
        assert_eq!(lookup("llvm.get.fpenv.i256").unwrap().external.family, Family::FloatEnvironment);
    }

    #[test]
    fn versions_for_finite_numbers_have_no_facts() {
        assert!(lookup("exp").unwrap().math().is_some());
        assert!(lookup("__exp_finite").unwrap().math().is_none());
    }
}
