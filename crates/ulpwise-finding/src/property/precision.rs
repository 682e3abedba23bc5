//! The words for errors of precision.

use super::{Words, cwe};

const NAME: &str = "Insufficient Precision or Accuracy of a Real Number";

pub(super) const INACCURATE: Words = Words {
    id: "inaccurate",
    title: "inaccurate result",
    what: "Roundings on the way make the result differ from what it would be without them; how many of its leading digits are right says how bad it is.",
    why: "A result with few right digits looks like any other, and what is computed from it inherits the error.",
    fix: "Rearrange the operation that makes most of the error: avoid the difference of nearly equal numbers, sum in another order or compensated, or compute that part in a wider format.",
    cwe: cwe(1339, NAME),
};

pub(super) const NOT_ZERO: Words = Words {
    id: "not-zero",
    title: "result that should be zero",
    what: "Without rounding the result is zero; what comes out is a small number made of nothing but roundings.",
    why: "A test for zero fails, a division by it gives a huge number, and its sign is an accident.",
    fix: "Compare with a bound instead of zero, or compute the difference in a form that is exact.",
    cwe: cwe(1339, NAME),
};

pub(super) const DIVERGED: Words = Words {
    id: "diverged",
    title: "way that rounding chose",
    what: "A comparison comes out otherwise than it would without rounding, so that the program goes another way.",
    why: "The result may belong to another case than the input does; an iteration may end early or not at all.",
    fix: "Compare with a tolerance, or decide before the values are rounded.",
    cwe: cwe(1339, NAME),
};

pub(super) const OTHER_KIND: Words = Words {
    id: "other-kind",
    title: "result of another kind",
    what: "The result is NaN or infinite where a number would be right, or a number where none is.",
    why: "No digit of it is right, and NaN spreads through everything that is computed from it.",
    fix: "`ulpwise check` says which operation raises the exception that makes it.",
    cwe: cwe(682, "Incorrect Calculation"),
};

pub(super) const UNSTABLE: Words = Words {
    id: "unstable",
    title: "precision lost",
    what: "For some input and some rounding mode the value is further from the true one than the tolerated share of it, or a comparison is decided otherwise than true values would.",
    why: "The program runs and gives a number, and the number says more about the rounding than about the input.",
    fix: "Rearrange the operation so that errors of its operands are not magnified, compute it in a wider format, or restrict the inputs.",
    cwe: cwe(1339, NAME),
};
