//! The properties, each defined here and nowhere else: name, id, words, and how bad a finding is.
//!
//! An entry makes a variant of [`Property`], a member of its family, a rule of SARIF, an entry of
//! the reports and a value of `--property`. What an analysis knows of a property is in the
//! analysis; where it has to be said, the compiler asks for it. docs/howto/add-a-property.md has
//! the steps.

use super::{Cwe, LevelRule, Words};
use serde::{Deserialize, Serialize};

/// Most failures are undefined behaviour.
const UNDEFINED: &str =
    "The behaviour is undefined: the program may crash, go on with wrong data, or be attacked through it.";

const INSUFFICIENT_PRECISION: Option<Cwe> = cwe(1339, "Insufficient Precision or Accuracy of a Real Number");

const fn cwe(id: u32, name: &'static str) -> Option<Cwe> {
    Some(Cwe { id, name })
}

/// Makes the enumeration, its families and its words of the definitions.
macro_rules! properties {
    ($($(#[$family_doc:meta])* $family:ident: $count:literal {
        $($(#[$doc:meta])* $variant:ident { $($field:ident: $value:expr,)* })*
    })*) => {
        /// What can go wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Property {
            $($($(#[$doc])* $variant,)*)*
        }

        impl Property {
            $($(#[$family_doc])* pub const $family: [Self; $count] = [$(Self::$variant),*];)*

            /// All of them.
            pub fn all() -> impl Iterator<Item = Self> {
                std::iter::empty()$(.chain(Self::$family))*
            }

            pub(super) const fn words(self) -> &'static Words {
                match self {
                    $($(Self::$variant => const { &Words { $($field: $value,)* } },)*)*
                }
            }
        }
    };
}

properties! {
    /// What `ulpwise check` gives verdicts on, the gravest first.
    EXCEPTIONS: 7 {
        /// An operation without a meaning, whose result is NaN.
        Invalid {
            id: "invalid",
            title: "invalid operation",
            what: "The operation has no meaningful result, such as 0/0, inf - inf or the square root of a negative number, and gives NaN.",
            why: "NaN spreads through everything that is computed from it, and every comparison with it is false, so that branches go a way that was not planned.",
            fix: "Check the domain before the operation, or rearrange so that infinities and zeros do not meet.",
            cwe: cwe(682, "Incorrect Calculation"),
            level: LevelRule::ErrorIfEscapes,
        }
        /// A finite number divided by zero, or a function at its pole.
        DivideByZero {
            id: "divide-by-zero",
            title: "division by zero",
            what: "A finite number is divided by zero, or a function is evaluated at its pole, such as log(0); the result is an infinity.",
            why: "The infinity often turns into NaN later, far from the division, or makes a result look settled that is not.",
            fix: "Check the divisor, or rewrite the formula so that the limit is computed where the divisor vanishes.",
            cwe: cwe(369, "Divide By Zero"),
            level: LevelRule::ErrorIfEscapes,
        }
        /// A result beyond the largest number of its format.
        Overflow {
            id: "overflow",
            title: "overflow",
            what: "The result is larger than the largest finite number of its format and becomes an infinity.",
            why: "An infinity in the middle of a computation makes results infinite, zero or NaN although the true result may be an ordinary number.",
            fix: "Scale the operands first, change the order of operations (x / 2 + y / 2 instead of (x + y) / 2), or use hypot, expm1 and their like.",
            cwe: cwe(682, "Incorrect Calculation"),
            level: LevelRule::ErrorIfEscapes,
        }
        /// A float that the integer type it is converted to does not have.
        IntConversion {
            id: "int-conversion",
            title: "conversion to an integer that cannot hold the value",
            what: "A float is converted to an integer type that does not have its value. In C and C++ the behaviour is undefined; elsewhere the value is cut off.",
            why: "Compilers may assume that it does not happen; the integer is often used as an index or a count.",
            fix: "Compare with the bounds of the integer type before the conversion, and decide what NaN becomes.",
            cwe: cwe(681, "Incorrect Conversion between Numeric Types"),
            level: LevelRule::Error,
        }
        /// A result smaller than the smallest normal number.
        Underflow {
            id: "underflow",
            title: "underflow",
            what: "The result is not zero but smaller than the smallest normal number of its format, so that digits are lost or all of it.",
            why: "A product or quotient may come out as zero or with few correct digits, and a later division or logarithm fails on it.",
            fix: "Scale the operands, work with logarithms, or accept it where zero is as good as the tiny value.",
            cwe: cwe(682, "Incorrect Calculation"),
            level: LevelRule::WarningIfHarmful,
        }
        /// A sum or difference that is much smaller than its operands.
        Cancellation {
            id: "cancellation",
            title: "cancellation",
            what: "The operands of an addition or subtraction are so close in magnitude that at least half of their leading digits cancel.",
            why: "The result itself is exact, but whatever error the operands carry stands in its leading digits now.",
            fix: "Rearrange so that nearly equal numbers are not subtracted: multiply by the conjugate, use expm1, log1p or fma, or subtract before rounding.",
            cwe: INSUFFICIENT_PRECISION,
            level: LevelRule::Note,
        }
        /// A result that was rounded.
        Inexact {
            id: "inexact",
            title: "rounding",
            what: "The result is not exact and was rounded.",
            why: "Rounding is normal. It matters where a result is meant to be exact, for instance in error-free transformations.",
            fix: "Use operands that have few enough digits, or a wider format.",
            cwe: INSUFFICIENT_PRECISION,
            level: LevelRule::Note,
        }
    }
    /// What `ulpwise accuracy` and `ulpwise stability` find.
    PRECISION: 5 {
        /// A result that is far from what would be right.
        Inaccurate {
            id: "inaccurate",
            title: "inaccurate result",
            what: "Roundings on the way make the result differ from what it would be without them; how many of its leading digits are right says how bad it is.",
            why: "A result with few right digits looks like any other, and what is computed from it inherits the error.",
            fix: "Rearrange the operation that makes most of the error: avoid the difference of nearly equal numbers, sum in another order or compensated, or compute that part in a wider format.",
            cwe: INSUFFICIENT_PRECISION,
            level: LevelRule::ByDigits,
        }
        /// A result that is not zero, though zero would be right.
        NotZero {
            id: "not-zero",
            title: "result that should be zero",
            what: "Without rounding the result is zero; what comes out is a small number made of nothing but roundings.",
            why: "A test for zero fails, a division by it gives a huge number, and its sign is an accident.",
            fix: "Compare with a bound instead of zero, or compute the difference in a form that is exact.",
            cwe: INSUFFICIENT_PRECISION,
            level: LevelRule::Warning,
        }
        /// A branch that goes another way than it would without rounding.
        Diverged {
            id: "diverged",
            title: "way that rounding chose",
            what: "A comparison comes out otherwise than it would without rounding, so that the program goes another way.",
            why: "The result may belong to another case than the input does; an iteration may end early or not at all.",
            fix: "Compare with a tolerance, or decide before the values are rounded.",
            cwe: INSUFFICIENT_PRECISION,
            level: LevelRule::Warning,
        }
        /// A result that is NaN or infinite where a number would be right, or the other way round.
        OtherKind {
            id: "other-kind",
            title: "result of another kind",
            what: "The result is NaN or infinite where a number would be right, or a number where none is.",
            why: "No digit of it is right, and NaN spreads through everything that is computed from it.",
            fix: "`ulpwise check` says which operation raises the exception that makes it.",
            cwe: cwe(682, "Incorrect Calculation"),
            level: LevelRule::Error,
        }
        /// A value whose relative error is larger than what is tolerated.
        Unstable {
            id: "unstable",
            title: "precision lost",
            what: "For some input and some rounding mode the value is further from the true one than the tolerated share of it, or a comparison is decided otherwise than true values would.",
            why: "The program runs and gives a number, and the number says more about the rounding than about the input.",
            fix: "Rearrange the operation so that errors of its operands are not magnified, compute it in a wider format, or restrict the inputs.",
            cwe: INSUFFICIENT_PRECISION,
            level: LevelRule::WarningUnlessEscapes,
        }
    }
    /// What `ulpwise test` finds, besides [`Property::IntConversion`].
    FAILURES: 15 {
        /// An assertion of the program's.
        Assert {
            id: "assert",
            title: "failed assertion",
            what: "A condition that the program itself states does not hold for some input.",
            why: "Either the program or its author is wrong about what can happen.",
            fix: "Handle the input, or state what is assumed of inputs where they come in.",
            cwe: cwe(617, "Reachable Assertion"),
            level: LevelRule::Error,
        }
        /// The program gave up.
        Abort {
            id: "abort",
            title: "abort",
            what: "The program calls abort, or traps, for some input.",
            why: "It ends without cleaning up, and cannot be handled.",
            fix: "Report the error to the caller, or refuse the input earlier.",
            cwe: None,
            level: LevelRule::Error,
        }
        /// An exception was thrown, a panic or `STOP` reached.
        Raised {
            id: "raised",
            title: "exception, panic or stop",
            what: "An exception that is not caught is thrown, a panic or a STOP is reached for some input.",
            why: "It ends the program.",
            fix: "Handle it, or refuse the input earlier.",
            cwe: cwe(248, "Uncaught Exception"),
            level: LevelRule::Error,
        }
        /// An access outside of objects.
        Memory {
            id: "memory",
            title: "access outside of objects",
            what: "Memory is read or written beyond the ends of an object, through null, of a local variable that is gone, or a constant is written to.",
            why: UNDEFINED,
            fix: "Check the index or the pointer before the access.",
            cwe: cwe(119, "Improper Restriction of Operations within the Bounds of a Memory Buffer"),
            level: LevelRule::Error,
        }
        /// An access to a heap object that was freed.
        UseAfterFree {
            id: "use-after-free",
            title: "use after free",
            what: "A heap object is used after it was freed.",
            why: UNDEFINED,
            fix: "Free it when nothing refers to it any more.",
            cwe: cwe(416, "Use After Free"),
            level: LevelRule::Error,
        }
        /// A heap object freed twice.
        DoubleFree {
            id: "double-free",
            title: "double free",
            what: "A heap object is freed twice.",
            why: UNDEFINED,
            fix: "Let one place own the object.",
            cwe: cwe(415, "Double Free"),
            level: LevelRule::Error,
        }
        /// Something freed that was never allocated.
        BadFree {
            id: "bad-free",
            title: "free of what was not allocated",
            what: "Something is freed that no allocation returned.",
            why: UNDEFINED,
            fix: "Free the pointer that malloc returned, and nothing else.",
            cwe: cwe(590, "Free of Memory not on the Heap"),
            level: LevelRule::Error,
        }
        /// Something decided by a value that is not initialised.
        UninitialisedRead {
            id: "uninitialised-read",
            title: "use of an uninitialised value",
            what: "A branch, an address or what is printed depends on memory that was never written.",
            why: "What happens depends on what lay there before.",
            fix: "Initialise the variable on every way that leads to its use.",
            cwe: cwe(457, "Use of Uninitialized Variable"),
            level: LevelRule::Error,
        }
        /// An integer divided by zero.
        IntDivideByZero {
            id: "int-divide-by-zero",
            title: "integer division by zero",
            what: "An integer is divided by zero.",
            why: UNDEFINED,
            fix: "Check the divisor.",
            cwe: cwe(369, "Divide By Zero"),
            level: LevelRule::Error,
        }
        /// The most negative integer divided by -1.
        IntDivisionOverflow {
            id: "int-division-overflow",
            title: "integer division overflow",
            what: "The most negative integer is divided by -1; the quotient is no number of its type.",
            why: UNDEFINED,
            fix: "Treat -1 by itself.",
            cwe: cwe(190, "Integer Overflow or Wraparound"),
            level: LevelRule::Error,
        }
        /// An integer shifted by its width or more.
        OverflowingShift {
            id: "overflowing-shift",
            title: "shift by too many bits",
            what: "An integer is shifted by its width or more.",
            why: UNDEFINED,
            fix: "Check the number of bits before the shift.",
            cwe: cwe(1335, "Incorrect Bitwise Shift of Integer"),
            level: LevelRule::Error,
        }
        /// A signed integer beyond its type.
        SignedOverflow {
            id: "signed-overflow",
            title: "signed integer overflow",
            what: "The result of a signed operation is no number of its type.",
            why: UNDEFINED,
            fix: "Use a wider type, or check the operands.",
            cwe: cwe(190, "Integer Overflow or Wraparound"),
            level: LevelRule::Error,
        }
        /// A call through a pointer that is no function's.
        BadIndirectCall {
            id: "bad-indirect-call",
            title: "call of what is no function",
            what: "A call goes through a pointer that is no function's address, or to a function with other parameters.",
            why: UNDEFINED,
            fix: "Check the pointer, and give it the function's own type.",
            cwe: cwe(843, "Access of Resource Using Incompatible Type ('Type Confusion')"),
            level: LevelRule::Error,
        }
        /// A place that the compiler took for unreachable.
        UnreachableReached {
            id: "unreachable-reached",
            title: "place taken for unreachable",
            what: "A place is reached that the compiler took for unreachable: the end of a function that returns nothing, or what the program itself calls unreachable.",
            why: UNDEFINED,
            fix: "Return a value on every way, or handle the case.",
            cwe: cwe(758, "Reliance on Undefined, Unspecified, or Implementation-Defined Behavior"),
            level: LevelRule::Error,
        }
        /// Any failure at all: what a program without one has a proof for.
        Failure {
            id: "failure",
            title: "failure on some path",
            what: "Some input makes the program fail: by an assertion, a bad access, or undefined behaviour.",
            why: "A proof that it does not needs every path to be followed to its end.",
            fix: "What is found is reported one by one; more time, or smaller inputs, let more paths be followed.",
            cwe: None,
            level: LevelRule::Error,
        }
    }
    /// What a contract in the source says and a caller breaks.
    CONTRACTS: 1 {
        /// A call whose arguments the contract of the called function excludes.
        Contract {
            id: "contract",
            title: "broken contract",
            what: "A call passes arguments that the contract of the called function excludes, `// ulpwise: range x = 0..1` say.",
            why: "What is proven of the called function holds within its contract only.",
            fix: "Check the arguments before the call, or widen the contract and look at the called function again.",
            cwe: cwe(628, "Function Call with Incorrectly Specified Arguments"),
            level: LevelRule::Error,
        }
    }
}
