//! Operations that also tell whether an integer overflowed: what the exact results can be, and what
//! is left of the operands where nothing overflowed.

use ulpwise_interval::domain::{BitVecDomain, BoolDomain};
use ulpwise_ir::OverflowOp;

/// Numbers from one to another.
type Span = (i128, i128);

/// Whether the exact results are numbers that can be computed with here.
fn is_small(op: OverflowOp, bits: u8) -> bool {
    match op {
        OverflowOp::SAdd | OverflowOp::UAdd | OverflowOp::SSub | OverflowOp::USub => bits <= 64,
        OverflowOp::SMul | OverflowOp::UMul => bits <= 62,
    }
}

fn is_signed(op: OverflowOp) -> bool {
    match op {
        OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul => true,
        OverflowOp::UAdd | OverflowOp::USub | OverflowOp::UMul => false,
    }
}

/// What a type can hold.
fn limits(op: OverflowOp, bits: u8) -> Span {
    match is_signed(op) {
        true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits) - 1),
    }
}

fn span(op: OverflowOp, domain: &BitVecDomain) -> Span {
    if is_signed(op) {
        return domain.signed();
    }
    let (low, high) = domain.unsigned();
    (low as i128, high as i128)
}

/// The exact results, without regard to what the type can hold.
fn exact(op: OverflowOp, (a_low, a_high): Span, (b_low, b_high): Span) -> Span {
    match op {
        OverflowOp::SAdd | OverflowOp::UAdd => (a_low + b_low, a_high + b_high),
        OverflowOp::SSub | OverflowOp::USub => (a_low - b_high, a_high - b_low),
        OverflowOp::SMul | OverflowOp::UMul => {
            let corners = [a_low * b_low, a_low * b_high, a_high * b_low, a_high * b_high];
            let least = corners.iter().copied().min().unwrap_or(0);
            (least, corners.iter().copied().max().unwrap_or(0))
        }
    }
}

/// Whether the operation overflows.
pub(crate) fn truth(op: OverflowOp, bits: u8, a: &BitVecDomain, b: &BitVecDomain) -> BoolDomain {
    if !is_small(op, bits) {
        return BoolDomain::FULL;
    }
    let ((low, high), (least, greatest)) = (exact(op, span(op, a), span(op, b)), limits(op, bits));
    let can_fit = low <= greatest && high >= least;
    let can_overflow = low < least || high > greatest;
    BoolDomain::new(can_fit, can_overflow)
}

/// Result and operands where nothing overflows; `None` where something does, or nothing is known.
pub(crate) fn without_overflow(
    op: OverflowOp,
    bits: u8,
    a: &BitVecDomain,
    b: &BitVecDomain,
) -> Option<[BitVecDomain; 3]> {
    if !is_small(op, bits) {
        return None;
    }
    let (a, b, (least, greatest)) = (span(op, a), span(op, b), limits(op, bits));
    let (low, high) = exact(op, a, b);
    let result = (low.max(least), high.min(greatest));
    let (left, right) = match op {
        OverflowOp::SAdd | OverflowOp::UAdd => {
            ((result.0 - b.1, result.1 - b.0), (result.0 - a.1, result.1 - a.0))
        }
        OverflowOp::SSub | OverflowOp::USub => {
            ((result.0 + b.0, result.1 + b.1), (a.0 - result.1, a.1 - result.0))
        }
        OverflowOp::SMul | OverflowOp::UMul => (a, b),
    };
    let within = |span: Span, known: Span| {
        let (low, high) = (span.0.max(known.0), span.1.min(known.1));
        let width = u32::from(bits);
        match is_signed(op) {
            _ if low > high => BitVecDomain::empty(width),
            true => BitVecDomain::signed_between(width, low, high),
            false => BitVecDomain::unsigned_between(width, low as u128, high as u128),
        }
    };
    Some([within(result, result), within(left, a), within(right, b)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All pairs of ranges of three bits, against all their numbers.
    #[test]
    fn no_pair_of_numbers_is_lost() {
        const BITS: u8 = 3;
        for op in [
            OverflowOp::SAdd,
            OverflowOp::UAdd,
            OverflowOp::SSub,
            OverflowOp::USub,
            OverflowOp::SMul,
            OverflowOp::UMul,
        ] {
            let (least, greatest) = limits(op, BITS);
            let ranges: Vec<Span> =
                (least..=greatest).flat_map(|low| (low..=greatest).map(move |high| (low, high))).collect();
            let domain = |(low, high): Span| match is_signed(op) {
                true => BitVecDomain::signed_between(BITS.into(), low, high),
                false => BitVecDomain::unsigned_between(BITS.into(), low as u128, high as u128),
            };
            let holds = |domain: &BitVecDomain, number: i128| {
                let (low, high) = span(op, domain);
                !domain.is_empty() && (low..=high).contains(&number)
            };
            for &a in &ranges {
                for &b in &ranges {
                    let truth = truth(op, BITS, &domain(a), &domain(b));
                    let [result, left, right] =
                        without_overflow(op, BITS, &domain(a), &domain(b)).expect("few bits");
                    for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                        let number = exact(op, (x, x), (y, y)).0;
                        let overflows = number < least || number > greatest;
                        assert!(truth.contains(overflows), "{op:?} {x} {y}");
                        let is_kept = holds(&result, number) && holds(&left, x) && holds(&right, y);
                        assert!(overflows || is_kept, "{op:?} {a:?} {b:?} {x} {y}");
                    }
                }
            }
        }
    }
}
