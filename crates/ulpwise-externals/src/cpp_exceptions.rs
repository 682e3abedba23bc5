//! The exceptions of the C++ standard library: their classes, and the functions that throw them.
//!
//! A program comes without these classes, so that their hierarchy stands here. All of them have one
//! base each, at offset zero (libstdc++, `<stdexcept>`, `<new>`, `<typeinfo>`, `<functional>`).

/// A class of the standard library whose objects are thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandardException {
    /// The symbol of its type information.
    pub type_symbol: &'static str,
    /// Its name in the source.
    pub name: &'static str,
    /// The symbol of its base's type information.
    pub base: Option<&'static str>,
}

const fn class(
    type_symbol: &'static str,
    name: &'static str,
    base: Option<&'static str>,
) -> StandardException {
    StandardException { type_symbol, name, base }
}

const ROOT: Option<&str> = Some("_ZTISt9exception");
const LOGIC: Option<&str> = Some("_ZTISt11logic_error");
const RUNTIME: Option<&str> = Some("_ZTISt13runtime_error");

const CLASSES: &[StandardException] = &[
    class("_ZTISt9exception", "std::exception", None),
    class("_ZTISt11logic_error", "std::logic_error", ROOT),
    class("_ZTISt12domain_error", "std::domain_error", LOGIC),
    class("_ZTISt16invalid_argument", "std::invalid_argument", LOGIC),
    class("_ZTISt12length_error", "std::length_error", LOGIC),
    class("_ZTISt12out_of_range", "std::out_of_range", LOGIC),
    class("_ZTISt13runtime_error", "std::runtime_error", ROOT),
    class("_ZTISt11range_error", "std::range_error", RUNTIME),
    class("_ZTISt14overflow_error", "std::overflow_error", RUNTIME),
    class("_ZTISt15underflow_error", "std::underflow_error", RUNTIME),
    class("_ZTISt9bad_alloc", "std::bad_alloc", ROOT),
    class("_ZTISt20bad_array_new_length", "std::bad_array_new_length", Some("_ZTISt9bad_alloc")),
    class("_ZTISt8bad_cast", "std::bad_cast", ROOT),
    class("_ZTISt10bad_typeid", "std::bad_typeid", ROOT),
    class("_ZTISt13bad_exception", "std::bad_exception", ROOT),
    class("_ZTISt17bad_function_call", "std::bad_function_call", ROOT),
];

/// What each function throws; none of them returns.
const THROWERS: &[(&str, &str)] = &[
    ("_ZSt17__throw_bad_allocv", "_ZTISt9bad_alloc"),
    ("_ZSt28__throw_bad_array_new_lengthv", "_ZTISt20bad_array_new_length"),
    ("__cxa_throw_bad_array_new_length", "_ZTISt20bad_array_new_length"),
    ("_ZSt16__throw_bad_castv", "_ZTISt8bad_cast"),
    ("__cxa_bad_cast", "_ZTISt8bad_cast"),
    ("__cxa_bad_typeid", "_ZTISt10bad_typeid"),
    ("_ZSt20__throw_length_errorPKc", "_ZTISt12length_error"),
    ("_ZSt20__throw_out_of_rangePKc", "_ZTISt12out_of_range"),
    ("_ZSt24__throw_out_of_range_fmtPKcz", "_ZTISt12out_of_range"),
    ("_ZSt24__throw_invalid_argumentPKc", "_ZTISt16invalid_argument"),
    ("_ZSt19__throw_logic_errorPKc", "_ZTISt11logic_error"),
    ("_ZSt20__throw_domain_errorPKc", "_ZTISt12domain_error"),
    ("_ZSt21__throw_runtime_errorPKc", "_ZTISt13runtime_error"),
    ("_ZSt19__throw_range_errorPKc", "_ZTISt11range_error"),
    ("_ZSt22__throw_overflow_errorPKc", "_ZTISt14overflow_error"),
    ("_ZSt23__throw_underflow_errorPKc", "_ZTISt15underflow_error"),
    ("_ZSt25__throw_bad_function_callv", "_ZTISt17bad_function_call"),
];

/// The class of a symbol of type information.
pub fn standard_exception(type_symbol: &str) -> Option<&'static StandardException> {
    CLASSES.iter().find(|class| class.type_symbol == type_symbol)
}

/// All classes.
pub fn standard_exceptions() -> &'static [StandardException] {
    CLASSES
}

/// The symbol of the type information of what an undefined function of that name throws; such a
/// function does nothing else.
pub fn thrown_by(function: &str) -> Option<&'static str> {
    THROWERS.iter().find(|(name, _)| *name == function).map(|&(_, thrown)| thrown)
}

/// The class whose constructor an undefined function of that name is.
pub fn constructed_by(function: &str) -> Option<&'static StandardException> {
    let (class, member) = member(function)?;
    (member.starts_with("C1E") || member.starts_with("C2E")).then_some(class)
}

/// Whether an undefined function of that name is a destructor of one of the classes, and whether it
/// frees the object as well.
pub fn destroys(function: &str) -> Option<bool> {
    match member(function)?.1 {
        "D0Ev" => Some(true),
        "D1Ev" | "D2Ev" => Some(false),
        _ => None,
    }
}

/// The class that an undefined function is a member of, and its name there.
fn member(function: &str) -> Option<(&'static StandardException, &str)> {
    let rest = function.strip_prefix("_ZN")?;
    CLASSES.iter().find_map(|class| {
        let name = class.type_symbol.strip_prefix("_ZTI")?;
        rest.strip_prefix(name).map(|member| (class, member))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_base_and_everything_thrown_is_a_class() {
        for class in CLASSES {
            assert!(class.base.is_none_or(|base| standard_exception(base).is_some()), "{}", class.name);
        }
        for (function, thrown) in THROWERS {
            assert!(standard_exception(thrown).is_some(), "{function}");
            assert!(crate::lookup(function).is_some(), "{function} has no entry");
        }
    }

    #[test]
    fn constructors_are_known_by_their_class() {
        let name = |function| constructed_by(function).map(|class| class.name);
        assert_eq!(name("_ZNSt13runtime_errorC1EPKc"), Some("std::runtime_error"));
        assert_eq!(name("_ZNSt12domain_errorC2ERKS_"), Some("std::domain_error"));
        assert_eq!(name("_ZNSt13runtime_errorD1Ev"), None);
        assert_eq!(destroys("_ZNSt13runtime_errorD1Ev"), Some(false));
        assert_eq!(destroys("_ZNSt13runtime_errorD0Ev"), Some(true));
        assert_eq!(name("_ZN3foo13runtime_errorC1Ev"), None);
    }
}
