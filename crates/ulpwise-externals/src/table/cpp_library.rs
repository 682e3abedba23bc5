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

/// The constructor of an exception: the first argument is the object, another one its text.
const CONSTRUCTS: Effects = Effects::PURE
    .accessing(MemoryAccess::Anything, MemoryAccess::Targets(&[0]))
    .depending_on(Environment::HEAP)
    .changing(Environment::HEAP)
    .failing()
    .throwing();
const DESTROYS: Effects = Effects::PURE
    .accessing(MemoryAccess::Anything, MemoryAccess::Targets(&[0]))
    .depending_on(Environment::HEAP)
    .changing(Environment::HEAP);
const LOOKS: Effects = Effects::PURE.accessing(MemoryAccess::Anything, MemoryAccess::Nothing);

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
    members("_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", OUTPUT),
    members("_ZNSaIcE", LIBRARY),
    members("_ZNSt9exceptionC", CONSTRUCTS),
    members("_ZNSt9exceptionD", DESTROYS),
    members("_ZNKSt9exception", LOOKS),
    members("_ZNSt11logic_errorC", CONSTRUCTS),
    members("_ZNSt11logic_errorD", DESTROYS),
    members("_ZNKSt11logic_error", LOOKS),
    members("_ZNSt12domain_errorC", CONSTRUCTS),
    members("_ZNSt12domain_errorD", DESTROYS),
    members("_ZNKSt12domain_error", LOOKS),
    members("_ZNSt16invalid_argumentC", CONSTRUCTS),
    members("_ZNSt16invalid_argumentD", DESTROYS),
    members("_ZNKSt16invalid_argument", LOOKS),
    members("_ZNSt12length_errorC", CONSTRUCTS),
    members("_ZNSt12length_errorD", DESTROYS),
    members("_ZNKSt12length_error", LOOKS),
    members("_ZNSt12out_of_rangeC", CONSTRUCTS),
    members("_ZNSt12out_of_rangeD", DESTROYS),
    members("_ZNKSt12out_of_range", LOOKS),
    members("_ZNSt13runtime_errorC", CONSTRUCTS),
    members("_ZNSt13runtime_errorD", DESTROYS),
    members("_ZNKSt13runtime_error", LOOKS),
    members("_ZNSt11range_errorC", CONSTRUCTS),
    members("_ZNSt11range_errorD", DESTROYS),
    members("_ZNKSt11range_error", LOOKS),
    members("_ZNSt14overflow_errorC", CONSTRUCTS),
    members("_ZNSt14overflow_errorD", DESTROYS),
    members("_ZNKSt14overflow_error", LOOKS),
    members("_ZNSt15underflow_errorC", CONSTRUCTS),
    members("_ZNSt15underflow_errorD", DESTROYS),
    members("_ZNKSt15underflow_error", LOOKS),
    members("_ZNSt9bad_allocC", CONSTRUCTS),
    members("_ZNSt9bad_allocD", DESTROYS),
    members("_ZNKSt9bad_alloc", LOOKS),
    members("_ZNSt20bad_array_new_lengthC", CONSTRUCTS),
    members("_ZNSt20bad_array_new_lengthD", DESTROYS),
    members("_ZNKSt20bad_array_new_length", LOOKS),
    members("_ZNSt8bad_castC", CONSTRUCTS),
    members("_ZNSt8bad_castD", DESTROYS),
    members("_ZNKSt8bad_cast", LOOKS),
    members("_ZNSt10bad_typeidC", CONSTRUCTS),
    members("_ZNSt10bad_typeidD", DESTROYS),
    members("_ZNKSt10bad_typeid", LOOKS),
    members("_ZNSt13bad_exceptionC", CONSTRUCTS),
    members("_ZNSt13bad_exceptionD", DESTROYS),
    members("_ZNKSt13bad_exception", LOOKS),
    members("_ZNSt17bad_function_callC", CONSTRUCTS),
    members("_ZNSt17bad_function_callD", DESTROYS),
    members("_ZNKSt17bad_function_call", LOOKS),
];
