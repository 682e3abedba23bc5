//! Which operators deliver a sort, and on what.

use super::palette::{OpenCases, Palette};
use ulpwise_base::SplitMix64;
use ulpwise_expr::{Op, Sort};
use ulpwise_float::Format;

/// An operator and the sorts of its operands.
pub(super) type Shape = (Op, Vec<Sort>);

/// A random operator whose result has this sort; `None` if the one that was drawn has no operands
/// here.
pub(super) fn any_operator(palette: &Palette, sort: Sort, random: &mut SplitMix64) -> Option<Shape> {
    if random.below(10) == 0 {
        return Some((Op::Ite, vec![Sort::Bool, sort, sort]));
    }
    match sort {
        Sort::Bool => boolean(palette, random),
        Sort::BitVec(width) => bit_vector(palette, width, random),
        Sort::Float(format) => {
            Some(float(palette, format, random)).filter(|(op, _)| is_allowed(palette, *op))
        }
        Sort::Array { index, element } => Some(match random.below(3) {
            0 => (Op::ArrayConstant { index }, vec![Sort::BitVec(element)]),
            _ => (Op::ArrayStore, vec![sort, Sort::BitVec(index), Sort::BitVec(element)]),
        }),
        Sort::RoundingMode | Sort::Real => None,
    }
}

/// What an application costs in a query that solvers are to decide quickly.
pub(super) fn cost(op: Op, operand: Sort) -> u32 {
    let bits = match operand {
        Sort::Float(format) => format.significand_bits(),
        Sort::BitVec(width) => width,
        _ => 0,
    };
    match op {
        Op::FpRem | Op::FpFmod => match operand {
            Sort::Float(format) if format.exponent_bits() > 5 => 1000,
            _ => 1 + bits / 2,
        },
        Op::FpDiv | Op::FpSqrt | Op::FpFma => 1 + bits / 4,
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod => 1 + bits / 4,
        Op::FpMul | Op::BvMul => 1 + bits / 6,
        Op::FpAdd | Op::FpSub => 1 + bits / 20,
        _ => 1,
    }
}

fn is_allowed(palette: &Palette, op: Op) -> bool {
    let is_open = matches!(op, Op::FpMin | Op::FpMax | Op::FpToSigned { .. } | Op::FpToUnsigned { .. });
    !is_open || palette.open_cases != OpenCases::Avoided
}

fn any_format(palette: &Palette, random: &mut SplitMix64) -> Format {
    *random.choose(&palette.formats)
}

/// A random operator without an index on these operands that delivers the sort; there must be one.
fn any_on(operands: &[Sort], result: Sort, random: &mut SplitMix64) -> Op {
    let all: Vec<Op> = Op::all_on(operands).filter(|&(_, sort)| sort == result).map(|(op, _)| op).collect();
    *random.choose(&all)
}

fn boolean(palette: &Palette, random: &mut SplitMix64) -> Option<Shape> {
    const OF_TWO_FLOATS: &[Op] = &[Op::FpLeq, Op::FpLt, Op::FpEq, Op::Eq];
    Some(match random.below(20) {
        0 => (Op::Not, vec![Sort::Bool]),
        1 | 2 => (Op::And, vec![Sort::Bool; 1 + random.below(3) as usize]),
        3 | 4 => (Op::Or, vec![Sort::Bool; 1 + random.below(3) as usize]),
        5 => (Op::Eq, vec![Sort::Bool; 2]),
        6 => {
            let &(index, element) = Some(&palette.arrays)
                .filter(|_| palette.array_equality)
                .and_then(|arrays| if arrays.is_empty() { None } else { Some(random.choose(arrays)) })?;
            (Op::Eq, vec![Sort::Array { index, element }; 2])
        }
        7..=10 => {
            let op = *random.choose(&[Op::Eq, Op::BvUlt, Op::BvSlt]);
            (op, vec![Sort::BitVec(*random.choose(&palette.widths)); 2])
        }
        11 | 12 => {
            let float = Sort::Float(any_format(palette, random));
            (any_on(&[float], Sort::Bool, random), vec![float])
        }
        _ => (*random.choose(OF_TWO_FLOATS), vec![Sort::Float(any_format(palette, random)); 2]),
    })
}

fn bit_vector(palette: &Palette, width: u32, random: &mut SplitMix64) -> Option<Shape> {
    let same = Sort::BitVec(width);
    let shape = match random.below(20) {
        0 => (Op::BvNot, vec![same]),
        1 => (Op::BvNeg, vec![same]),
        2 if width > 1 => {
            let low = 1 + random.below(u64::from(width) - 1) as u32;
            (Op::BvConcat, vec![Sort::BitVec(width - low), Sort::BitVec(low)])
        }
        3 => {
            let wide = *random.choose(&palette.widths);
            let low = random.below(u64::from(wide.checked_sub(width)?) + 1) as u32;
            (Op::BvExtract { high: low + width - 1, low }, vec![Sort::BitVec(wide)])
        }
        4 | 5 => {
            let by = width.checked_sub(*random.choose(&palette.widths)).filter(|&by| by > 0)?;
            let op = *random.choose(&[Op::BvZeroExtend { by }, Op::BvSignExtend { by }]);
            (op, vec![Sort::BitVec(width - by)])
        }
        6 | 7 => {
            let op = *random.choose(&[Op::FpToUnsigned { width }, Op::FpToSigned { width }]);
            (op, vec![Sort::RoundingMode, Sort::Float(any_format(palette, random))])
        }
        8 | 9 => {
            let fits: Vec<Format> =
                palette.formats.iter().copied().filter(|format| format.width() == width).collect();
            let format = if fits.is_empty() { return None } else { *random.choose(&fits) };
            (Op::FpToBits, vec![Sort::Float(format)])
        }
        10 | 11 => {
            let fits: Vec<(u32, u32)> =
                palette.arrays.iter().copied().filter(|&(_, element)| element == width).collect();
            let (index, element) = if fits.is_empty() { return None } else { *random.choose(&fits) };
            (Op::ArraySelect, vec![Sort::Array { index, element }, Sort::BitVec(index)])
        }
        _ => (any_on(&[same; 2], same, random), vec![same; 2]),
    };
    Some(shape).filter(|(op, _)| is_allowed(palette, *op))
}

fn float(palette: &Palette, format: Format, random: &mut SplitMix64) -> Shape {
    let (mode, same) = (Sort::RoundingMode, Sort::Float(format));
    match random.below(24) {
        0 => (Op::FpAbs, vec![same]),
        1 => (Op::FpNeg, vec![same]),
        2..=4 => (Op::FpAdd, vec![mode, same, same]),
        5 | 6 => (Op::FpSub, vec![mode, same, same]),
        7 | 8 => (Op::FpMul, vec![mode, same, same]),
        9 => (Op::FpDiv, vec![mode, same, same]),
        10 => (Op::FpFma, vec![mode, same, same, same]),
        11 => (Op::FpSqrt, vec![mode, same]),
        12 => (Op::FpRem, vec![same, same]),
        13 => (Op::FpFmod, vec![same, same]),
        14 | 15 => (Op::FpRoundToIntegral, vec![mode, same]),
        16 => (Op::FpMin, vec![same, same]),
        17 => (Op::FpMax, vec![same, same]),
        18 => (Op::FpFromBits(format), vec![Sort::BitVec(format.width())]),
        19 | 20 => (Op::FpFromFp(format), vec![mode, Sort::Float(any_format(palette, random))]),
        21 => (Op::FpFromSigned(format), vec![mode, Sort::BitVec(*random.choose(&palette.widths))]),
        22 => (Op::FpFromUnsigned(format), vec![mode, Sort::BitVec(*random.choose(&palette.widths))]),
        _ => (*random.choose(&[Op::FpAdd, Op::FpSub]), vec![mode, same, same]),
    }
}
