//! Parts of libstdc++ that programs build messages and exceptions with: strings, streams, locales
//! and the classes of `<stdexcept>`. They are known by how their mangled names begin: nothing but
//! the library has members of these classes, all of which are templates of `char` or no templates.

use super::c;
use crate::effects::{Effects, Environment, MemoryAccess};
use crate::names::{External, Family, Names};

/// They reach what their arguments lead to, allocate, and may throw; none of them calls functions
/// of the program.
const LIBRARY: Effects = Effects::PURE
    .accessing(MemoryAccess::Anything, MemoryAccess::Anything)
    .depending_on(Environment::HEAP)
    .changing(Environment::HEAP.with(Environment::ERRNO))
    .failing()
    .throwing();
/// Streams in memory; what they print of numbers depends on the locale.
const STREAM: Effects = LIBRARY.depending_on(Environment::LOCALE);
/// The standard streams may be among them.
const OUTPUT: Effects = STREAM.changing(Environment::FILES);

const fn members(name: &'static str, effects: Effects) -> External {
    External { names: Names::Prefix, family: Family::Language, ..c(name, effects) }
}

pub(super) const TABLE: &[External] = &[
    members("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE", LIBRARY),
    members("_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE", LIBRARY),
    members("_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE", STREAM),
    members("_ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE", STREAM),
    members("_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE", STREAM),
    members("_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE", STREAM),
    members("_ZNSt8ios_base", STREAM),
    members("_ZNSt9basic_iosIcSt11char_traitsIcEE", STREAM),
    members("_ZNKSt9basic_iosIcSt11char_traitsIcEE", STREAM),
    members("_ZNSt6locale", STREAM),
    members("_ZNSolsE", OUTPUT),
    members("_ZNSo", OUTPUT),
    members("_ZSt16__ostream_insertIcSt11char_traitsIcEE", OUTPUT),
    members("_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_", OUTPUT),
    members("_ZNSaIcE", LIBRARY),
    members("_ZNSt9exception", LIBRARY),
    members("_ZNKSt9exception", LIBRARY),
    members("_ZNSt11logic_error", LIBRARY),
    members("_ZNKSt11logic_error", LIBRARY),
    members("_ZNSt12domain_error", LIBRARY),
    members("_ZNSt16invalid_argument", LIBRARY),
    members("_ZNSt12length_error", LIBRARY),
    members("_ZNSt12out_of_range", LIBRARY),
    members("_ZNSt13runtime_error", LIBRARY),
    members("_ZNKSt13runtime_error", LIBRARY),
    members("_ZNSt11range_error", LIBRARY),
    members("_ZNSt14overflow_error", LIBRARY),
    members("_ZNSt15underflow_error", LIBRARY),
    members("_ZNSt9bad_alloc", LIBRARY),
    members("_ZNKSt9bad_alloc", LIBRARY),
    members("_ZNSt8bad_cast", LIBRARY),
    members("_ZNKSt8bad_cast", LIBRARY),
];
