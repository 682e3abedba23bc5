//! The words for failures of a program.

use super::{Words, cwe};

/// Most of them are undefined behaviour.
const UNDEFINED: &str =
    "The behaviour is undefined: the program may crash, go on with wrong data, or be attacked through it.";

pub(super) const ASSERT: Words = Words {
    id: "assert",
    title: "failed assertion",
    what: "A condition that the program itself states does not hold for some input.",
    why: "Either the program or its author is wrong about what can happen.",
    fix: "Handle the input, or state what is assumed of inputs where they come in.",
    cwe: cwe(617, "Reachable Assertion"),
};

pub(super) const ABORT: Words = Words {
    id: "abort",
    title: "abort",
    what: "The program calls abort, or traps, for some input.",
    why: "It ends without cleaning up, and nobody can handle it.",
    fix: "Report the error to the caller, or refuse the input earlier.",
    cwe: None,
};

pub(super) const RAISED: Words = Words {
    id: "raised",
    title: "exception, panic or stop",
    what: "An exception that nobody catches is thrown, a panic or a STOP is reached for some input.",
    why: "It ends the program.",
    fix: "Handle it, or refuse the input earlier.",
    cwe: cwe(248, "Uncaught Exception"),
};

pub(super) const MEMORY: Words = Words {
    id: "memory",
    title: "access outside of objects",
    what: "Memory is read or written beyond the ends of an object, through null, of a local variable that is gone, or a constant is written to.",
    why: UNDEFINED,
    fix: "Check the index or the pointer before the access.",
    cwe: cwe(119, "Improper Restriction of Operations within the Bounds of a Memory Buffer"),
};

pub(super) const USE_AFTER_FREE: Words = Words {
    id: "use-after-free",
    title: "use after free",
    what: "A heap object is used after it was freed.",
    why: UNDEFINED,
    fix: "Free it when nothing refers to it any more.",
    cwe: cwe(416, "Use After Free"),
};

pub(super) const DOUBLE_FREE: Words = Words {
    id: "double-free",
    title: "double free",
    what: "A heap object is freed twice.",
    why: UNDEFINED,
    fix: "Let one place own the object.",
    cwe: cwe(415, "Double Free"),
};

pub(super) const BAD_FREE: Words = Words {
    id: "bad-free",
    title: "free of what was not allocated",
    what: "Something is freed that no allocation returned.",
    why: UNDEFINED,
    fix: "Free the pointer that malloc returned, and nothing else.",
    cwe: cwe(590, "Free of Memory not on the Heap"),
};

pub(super) const UNINITIALISED_READ: Words = Words {
    id: "uninitialised-read",
    title: "use of a value that nobody initialised",
    what: "A branch, an address or what is printed depends on memory that was never written.",
    why: "What happens depends on what lay there before.",
    fix: "Initialise the variable on every way that leads to its use.",
    cwe: cwe(457, "Use of Uninitialized Variable"),
};

pub(super) const INT_DIVIDE_BY_ZERO: Words = Words {
    id: "int-divide-by-zero",
    title: "integer division by zero",
    what: "An integer is divided by zero.",
    why: UNDEFINED,
    fix: "Check the divisor.",
    cwe: cwe(369, "Divide By Zero"),
};

pub(super) const INT_DIVISION_OVERFLOW: Words = Words {
    id: "int-division-overflow",
    title: "integer division overflow",
    what: "The most negative integer is divided by -1; the quotient is no number of its type.",
    why: UNDEFINED,
    fix: "Treat -1 by itself.",
    cwe: cwe(190, "Integer Overflow or Wraparound"),
};

pub(super) const OVERFLOWING_SHIFT: Words = Words {
    id: "overflowing-shift",
    title: "shift by too many bits",
    what: "An integer is shifted by its width or more.",
    why: UNDEFINED,
    fix: "Check the number of bits before the shift.",
    cwe: cwe(1335, "Incorrect Bitwise Shift of Integer"),
};

pub(super) const SIGNED_OVERFLOW: Words = Words {
    id: "signed-overflow",
    title: "signed integer overflow",
    what: "The result of a signed operation is no number of its type.",
    why: UNDEFINED,
    fix: "Use a wider type, or check the operands.",
    cwe: cwe(190, "Integer Overflow or Wraparound"),
};

pub(super) const BAD_INDIRECT_CALL: Words = Words {
    id: "bad-indirect-call",
    title: "call of what is no function",
    what: "A call goes through a pointer that is no function's address, or to a function with other parameters.",
    why: UNDEFINED,
    fix: "Check the pointer, and give it the function's own type.",
    cwe: cwe(843, "Access of Resource Using Incompatible Type ('Type Confusion')"),
};

pub(super) const UNREACHABLE_REACHED: Words = Words {
    id: "unreachable-reached",
    title: "place taken for unreachable",
    what: "A place is reached that the compiler took for unreachable: the end of a function that returns nothing, or what the program itself calls unreachable.",
    why: UNDEFINED,
    fix: "Return a value on every way, or handle the case.",
    cwe: cwe(758, "Reliance on Undefined, Unspecified, or Implementation-Defined Behavior"),
};

pub(super) const FAILURE: Words = Words {
    id: "failure",
    title: "failure on some path",
    what: "Some input makes the program fail: by an assertion, a bad access, or undefined behaviour.",
    why: "A proof that it does not needs every path to be followed to its end.",
    fix: "What is found is told one by one; more time, or smaller inputs, let more paths be followed.",
    cwe: None,
};
