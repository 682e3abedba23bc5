//! The function symbols of the theories, and what they stand for.
//!
//! | theory | symbols |
//! |---|---|
//! | Core | all |
//! | FixedSizeBitVectors and the logic QF_BV | all that do not involve integers, the overflow predicates of version 2.7 included |
//! | FloatingPoint | all |
//! | ArraysEx | `select`, `store`, and the constant arrays that all solvers have |
//! | Reals | `+ - * / < <= > >=` |
//! | extensions | `fp.to_ieee_bv`, `fp.fmod`, and `libm.exp`, `libm.sin`, … |
//!
//! `fp.to_ieee_bv` is z3's. There the pattern of a NaN is left open; here it is the canonical one.
//! `fp.fmod` is C's `fmod`; `libm.f` takes a rounding mode and the function's arguments, and is not
//! interpreted.

use crate::environment::FunctionId;
use crate::extended::DeclaredFunctionId;
use crate::script_sort::DatatypeId;
use ulpwise_expr::{DerivedOp, LibmFunction, Op};
use ulpwise_float::Format;

/// Where a function symbol comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Theory {
    Core,
    BitVectors,
    Floats,
    Arrays,
    Reals,
    /// Symbols of no theory of SMT-LIB.
    Extension,
}

/// What an operator of terms is: of the kernel, or an abbreviation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OperatorTarget {
    Kernel(Op),
    Derived(DerivedOp),
}

/// What more operands than the operator takes mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grouping {
    /// Nothing: the operator says how many it takes.
    Plain,
    /// `((a · b) · c)`: SMT-LIB's `:left-assoc`.
    Left,
    /// `(a · (b · c))`: `:right-assoc`.
    Right,
    /// `a · b` and `b · c`: `:chainable`.
    Chain,
}

/// What stands first in an application.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Head {
    Operator {
        target: OperatorTarget,
        grouping: Grouping,
    },
    /// `-`: negation of one operand, difference of more.
    Minus,
    /// `/`, of literals a literal.
    Divide,
    /// `fp`, of literals a literal.
    Fp,
    /// `(_ to_fp eb sb)`, which means as many things as it takes sorts.
    ToFp(Format),
    /// `(as const (Array …))`.
    ArrayConstant {
        index: u32,
        element: u32,
    },
    /// `(as const (Array …))` of a sort that terms do not have, by its number.
    ConstantArray(u32),
    /// A function that the script defines.
    Function(FunctionId),
    /// A function that the script declares.
    Declared(DeclaredFunctionId),
    /// A constructor of a datatype, by its number.
    Construct(DatatypeId, u32),
    /// A field of a constructor, both by number.
    Field(DatatypeId, u32, u32),
    /// Whether a constructor made a value.
    Test(DatatypeId, u32),
}

pub(crate) const fn kernel(op: Op) -> Head {
    Head::Operator { target: OperatorTarget::Kernel(op), grouping: Grouping::Plain }
}

pub(crate) const fn derived(op: DerivedOp) -> Head {
    Head::Operator { target: OperatorTarget::Derived(op), grouping: Grouping::Plain }
}

const fn left(op: Op) -> Head {
    Head::Operator { target: OperatorTarget::Kernel(op), grouping: Grouping::Left }
}

const fn chain(op: Op) -> Head {
    Head::Operator { target: OperatorTarget::Kernel(op), grouping: Grouping::Chain }
}

const fn derived_chain(op: DerivedOp) -> Head {
    Head::Operator { target: OperatorTarget::Derived(op), grouping: Grouping::Chain }
}

/// All function symbols that take operands and no indices.
pub(crate) fn symbols() -> impl Iterator<Item = (Theory, String, Head)> {
    let tables: [(Theory, &[(&str, Head)]); 6] = [
        (Theory::Core, CORE),
        (Theory::BitVectors, BIT_VECTORS),
        (Theory::Floats, FLOATS),
        (Theory::Arrays, ARRAYS),
        (Theory::Reals, REALS),
        (Theory::Extension, EXTENSIONS),
    ];
    let plain = tables
        .into_iter()
        .flat_map(|(theory, table)| table.iter().map(move |&(name, head)| (theory, name.to_owned(), head)));
    let libm = LibmFunction::ALL.iter().map(|&function| {
        let op = Op::Libm(function);
        (Theory::Extension, op.to_string(), kernel(op))
    });
    plain.chain(libm)
}

const CORE: &[(&str, Head)] = &[
    ("not", kernel(Op::Not)),
    ("and", kernel(Op::And)),
    ("or", kernel(Op::Or)),
    ("=>", Head::Operator { target: OperatorTarget::Derived(DerivedOp::Implies), grouping: Grouping::Right }),
    ("xor", Head::Operator { target: OperatorTarget::Derived(DerivedOp::Xor), grouping: Grouping::Left }),
    ("=", chain(Op::Eq)),
    ("distinct", derived(DerivedOp::Distinct)),
    ("ite", kernel(Op::Ite)),
];

const BIT_VECTORS: &[(&str, Head)] = &[
    ("concat", left(Op::BvConcat)),
    ("bvnot", kernel(Op::BvNot)),
    ("bvneg", kernel(Op::BvNeg)),
    ("bvand", left(Op::BvAnd)),
    ("bvor", left(Op::BvOr)),
    ("bvxor", left(Op::BvXor)),
    ("bvadd", left(Op::BvAdd)),
    ("bvsub", kernel(Op::BvSub)),
    ("bvmul", left(Op::BvMul)),
    ("bvudiv", kernel(Op::BvUdiv)),
    ("bvurem", kernel(Op::BvUrem)),
    ("bvsdiv", kernel(Op::BvSdiv)),
    ("bvsrem", kernel(Op::BvSrem)),
    ("bvsmod", kernel(Op::BvSmod)),
    ("bvshl", kernel(Op::BvShl)),
    ("bvlshr", kernel(Op::BvLshr)),
    ("bvashr", kernel(Op::BvAshr)),
    ("bvult", kernel(Op::BvUlt)),
    ("bvslt", kernel(Op::BvSlt)),
    ("bvule", derived(DerivedOp::BvUle)),
    ("bvugt", derived(DerivedOp::BvUgt)),
    ("bvuge", derived(DerivedOp::BvUge)),
    ("bvsle", derived(DerivedOp::BvSle)),
    ("bvsgt", derived(DerivedOp::BvSgt)),
    ("bvsge", derived(DerivedOp::BvSge)),
    ("bvnand", derived(DerivedOp::BvNand)),
    ("bvnor", derived(DerivedOp::BvNor)),
    ("bvxnor", derived(DerivedOp::BvXnor)),
    ("bvcomp", derived(DerivedOp::BvComp)),
    ("bvnego", derived(DerivedOp::BvNegOverflow)),
    ("bvuaddo", derived(DerivedOp::BvUaddOverflow)),
    ("bvsaddo", derived(DerivedOp::BvSaddOverflow)),
    ("bvumulo", derived(DerivedOp::BvUmulOverflow)),
    ("bvsmulo", derived(DerivedOp::BvSmulOverflow)),
    ("bvusubo", derived(DerivedOp::BvUsubOverflow)),
    ("bvssubo", derived(DerivedOp::BvSsubOverflow)),
    ("bvsdivo", derived(DerivedOp::BvSdivOverflow)),
];

const FLOATS: &[(&str, Head)] = &[
    ("fp", Head::Fp),
    ("fp.abs", kernel(Op::FpAbs)),
    ("fp.neg", kernel(Op::FpNeg)),
    ("fp.add", kernel(Op::FpAdd)),
    ("fp.sub", kernel(Op::FpSub)),
    ("fp.mul", kernel(Op::FpMul)),
    ("fp.div", kernel(Op::FpDiv)),
    ("fp.fma", kernel(Op::FpFma)),
    ("fp.sqrt", kernel(Op::FpSqrt)),
    ("fp.rem", kernel(Op::FpRem)),
    ("fp.roundToIntegral", kernel(Op::FpRoundToIntegral)),
    ("fp.min", kernel(Op::FpMin)),
    ("fp.max", kernel(Op::FpMax)),
    ("fp.leq", chain(Op::FpLeq)),
    ("fp.lt", chain(Op::FpLt)),
    ("fp.geq", derived_chain(DerivedOp::FpGeq)),
    ("fp.gt", derived_chain(DerivedOp::FpGt)),
    ("fp.eq", chain(Op::FpEq)),
    ("fp.isNormal", kernel(Op::FpIsNormal)),
    ("fp.isSubnormal", kernel(Op::FpIsSubnormal)),
    ("fp.isZero", kernel(Op::FpIsZero)),
    ("fp.isInfinite", kernel(Op::FpIsInfinite)),
    ("fp.isNaN", kernel(Op::FpIsNan)),
    ("fp.isNegative", kernel(Op::FpIsNegative)),
    ("fp.isPositive", kernel(Op::FpIsPositive)),
    ("fp.to_real", kernel(Op::FpToReal)),
];

const ARRAYS: &[(&str, Head)] = &[("select", kernel(Op::ArraySelect)), ("store", kernel(Op::ArrayStore))];

const REALS: &[(&str, Head)] = &[
    ("-", Head::Minus),
    ("+", left(Op::RealAdd)),
    ("*", left(Op::RealMul)),
    ("/", Head::Divide),
    ("<", chain(Op::RealLt)),
    ("<=", derived_chain(DerivedOp::RealLeq)),
    (">", derived_chain(DerivedOp::RealGt)),
    (">=", derived_chain(DerivedOp::RealGeq)),
];

const EXTENSIONS: &[(&str, Head)] = &[
    ("fp.to_ieee_bv", kernel(Op::FpToBits)),
    ("fp.to_ieee_bv_I", kernel(Op::FpToBits)),
    ("to_ieee_bv", kernel(Op::FpToBits)),
    ("fp.fmod", kernel(Op::FpFmod)),
];

/// How many indices an indexed operator takes; `None` if there is no such operator.
pub(crate) fn index_count(name: &[u8]) -> Option<usize> {
    Some(match name {
        b"extract" | b"to_fp" | b"to_fp_unsigned" => 2,
        b"to_fp_bv" | b"to_fp_fp" | b"to_fp_real" | b"to_fp_signed" => 2,
        b"zero_extend" | b"sign_extend" | b"repeat" | b"rotate_left" | b"rotate_right" => 1,
        b"fp.to_ubv" | b"fp.to_sbv" => 1,
        _ => return None,
    })
}

/// The operator with this name and these indices, of which there are as many as [`index_count`]
/// says; `None` if they are out of range.
///
/// `to_fp_bv`, `to_fp_fp`, `to_fp_real` and `to_fp_signed` are cvc5's names for the meanings of
/// `to_fp`.
pub(crate) fn indexed(name: &[u8], indices: &[u32]) -> Option<Head> {
    if let [first, second] = *indices {
        if name == b"extract" {
            return Some(kernel(Op::BvExtract { high: first, low: second }));
        }
        let format = Format::new(first, second)?;
        return Some(match name {
            b"to_fp" => Head::ToFp(format),
            b"to_fp_unsigned" => kernel(Op::FpFromUnsigned(format)),
            b"to_fp_bv" => kernel(Op::FpFromBits(format)),
            b"to_fp_fp" => kernel(Op::FpFromFp(format)),
            b"to_fp_real" => kernel(Op::FpFromReal(format)),
            b"to_fp_signed" => kernel(Op::FpFromSigned(format)),
            _ => return None,
        });
    }
    let &[index] = indices else { return None };
    Some(match name {
        b"zero_extend" => kernel(Op::BvZeroExtend { by: index }),
        b"sign_extend" => kernel(Op::BvSignExtend { by: index }),
        b"repeat" => derived(DerivedOp::BvRepeat { times: index }),
        b"rotate_left" => derived(DerivedOp::BvRotateLeft { by: index }),
        b"rotate_right" => derived(DerivedOp::BvRotateRight { by: index }),
        b"fp.to_ubv" => kernel(Op::FpToUnsigned { width: index }),
        b"fp.to_sbv" => kernel(Op::FpToSigned { width: index }),
        _ => return None,
    })
}
