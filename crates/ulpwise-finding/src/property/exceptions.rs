//! The words for floating-point exceptions.

use super::{Words, cwe};

pub(super) const INVALID: Words = Words {
    id: "invalid",
    title: "invalid operation",
    what: "The operation has no meaningful result, such as 0/0, inf - inf or the square root of a negative number, and gives NaN.",
    why: "NaN spreads through everything that is computed from it, and every comparison with it is false, so that branches go a way that nobody planned.",
    fix: "Check the domain before the operation, or rearrange so that infinities and zeros do not meet.",
    cwe: cwe(682, "Incorrect Calculation"),
};

pub(super) const DIVIDE_BY_ZERO: Words = Words {
    id: "divide-by-zero",
    title: "division by zero",
    what: "A finite number is divided by zero, or a function is evaluated at its pole, such as log(0); the result is an infinity.",
    why: "The infinity often turns into NaN later, far from the division, or makes a result look settled that is not.",
    fix: "Check the divisor, or rewrite the formula so that the limit is computed where the divisor vanishes.",
    cwe: cwe(369, "Divide By Zero"),
};

pub(super) const OVERFLOW: Words = Words {
    id: "overflow",
    title: "overflow",
    what: "The result is larger than the largest finite number of its format and becomes an infinity.",
    why: "An infinity in the middle of a computation makes results infinite, zero or NaN although the true result may be an ordinary number.",
    fix: "Scale the operands first, change the order of operations (x / 2 + y / 2 instead of (x + y) / 2), or use hypot, expm1 and their like.",
    cwe: cwe(682, "Incorrect Calculation"),
};

pub(super) const INT_CONVERSION: Words = Words {
    id: "int-conversion",
    title: "conversion to an integer that cannot hold the value",
    what: "A float is converted to an integer type that does not have its value. In C and C++ the behaviour is undefined; elsewhere the value is cut off.",
    why: "Compilers may assume that it does not happen; the integer is often used as an index or a count.",
    fix: "Compare with the bounds of the integer type before the conversion, and decide what NaN becomes.",
    cwe: cwe(681, "Incorrect Conversion between Numeric Types"),
};

pub(super) const UNDERFLOW: Words = Words {
    id: "underflow",
    title: "underflow",
    what: "The result is not zero but smaller than the smallest normal number of its format, so that digits are lost or all of it.",
    why: "A product or quotient may come out as zero or with few correct digits, and a later division or logarithm fails on it.",
    fix: "Scale the operands, work with logarithms, or accept it where zero is as good as the tiny value.",
    cwe: cwe(682, "Incorrect Calculation"),
};

pub(super) const INEXACT: Words = Words {
    id: "inexact",
    title: "rounding",
    what: "The result is not exact and was rounded.",
    why: "Rounding is normal. It matters where a result is meant to be exact, for instance in error-free transformations.",
    fix: "Use operands that have few enough digits, or a wider format.",
    cwe: cwe(1339, "Insufficient Precision or Accuracy of a Real Number"),
};
