//! Strings, characters, and numbers in text.

use super::c;
use crate::effects::{Effects, Environment, MemoryAccess, ReturnedValue, Returns};
use crate::names::External;

const P: Effects = Effects::PURE;
const READS: Effects = P.reading(&[0]);
const COMPARES: Effects = P.reading(&[0, 1]);
const COPIES: Effects = P.reading(&[1]).writing(&[0]);
const APPENDS: Effects = P.reading(&[0, 1]).writing(&[0]);
/// Depends on the locale.
const LOCAL: Effects = P.depending_on(Environment::LOCALE);
/// Stores where the number ends, and sets `errno` beyond the range.
const PARSES: Effects = LOCAL.reading(&[0]).writing(&[1]).changing(Environment::ERRNO);
/// The same for floats: rounds as the mode says and raises flags.
const PARSES_FLOAT: Effects = PARSES.depending_on(Environment::ROUNDING).changing(Environment::FLAGS);
/// Goes on in the text of an earlier call.
const TOKEN: Effects = P
    .accessing(MemoryAccess::Anything, MemoryAccess::Anything)
    .depending_on(Environment::LIBRARY)
    .changing(Environment::LIBRARY);

pub(super) const TABLE: &[External] = &[
    c("index", READS),
    c("rindex", READS),
    c("stpcpy", COPIES),
    c("strcasecmp", COMPARES.depending_on(Environment::LOCALE)),
    c("strcat", APPENDS),
    c("strchr", READS),
    c("strcmp", COMPARES),
    c("strcoll", COMPARES.depending_on(Environment::LOCALE)),
    c("strcpy", COPIES),
    c("strcspn", COMPARES),
    c(
        "strdup",
        READS
            .depending_on(Environment::HEAP)
            .changing(Environment::HEAP.with(Environment::ERRNO))
            .returning(ReturnedValue::MovedObject)
            .failing(),
    ),
    c("strlen", READS),
    c("strncasecmp", COMPARES.depending_on(Environment::LOCALE)),
    c("strncat", APPENDS),
    c("strncmp", COMPARES),
    c("strncpy", COPIES),
    c("strnlen", READS),
    c("strpbrk", COMPARES),
    c("strrchr", READS),
    c("strspn", COMPARES),
    c("strstr", COMPARES),
    c("strtok", TOKEN),
    // Its state is the program's, behind a pointer of its own.
    c("strtok_r", P.accessing(MemoryAccess::Anything, MemoryAccess::Anything)),
    // By digits, whatever the locale.
    c("strverscmp", COMPARES),
    c("__strcat_chk", APPENDS.going(Returns::Perhaps)),
    c("__strcpy_chk", COPIES.going(Returns::Perhaps)),
    c("isalnum", LOCAL),
    c("isalpha", LOCAL),
    c("iscntrl", LOCAL),
    c("isdigit", LOCAL),
    c("isgraph", LOCAL),
    c("islower", LOCAL),
    c("isprint", LOCAL),
    c("ispunct", LOCAL),
    c("isspace", LOCAL),
    c("isupper", LOCAL),
    c("isxdigit", LOCAL),
    c("tolower", LOCAL),
    c("toupper", LOCAL),
    c("__ctype_b_loc", LOCAL),
    c("__ctype_tolower_loc", LOCAL),
    c("__ctype_toupper_loc", LOCAL),
    c("abs", P),
    c("labs", P),
    c("llabs", P),
    c("div", P),
    c("atof", PARSES_FLOAT.writing(&[])),
    c("atoi", PARSES.writing(&[])),
    c("atol", PARSES.writing(&[])),
    c("atoll", PARSES.writing(&[])),
    c("strtod", PARSES_FLOAT),
    c("strtof", PARSES_FLOAT),
    c("strtold", PARSES_FLOAT),
    c("strtol", PARSES),
    c("strtoll", PARSES),
    c("strtoul", PARSES),
    c("strtoull", PARSES),
    c("__isoc23_strtol", PARSES),
    c("__isoc23_strtoll", PARSES),
    c("__isoc23_strtoul", PARSES),
    c("__isoc23_strtoull", PARSES),
];
