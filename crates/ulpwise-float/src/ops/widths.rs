//! Every operation gives the same in every width that holds its format, so that what the tests
//! establish for the widths of small formats holds for the others.

use super::remainder::Quotient;
use super::{add, convert, divide, fma, integral, multiply, remainder, sqrt};
use crate::env::{Env, Rounding};
use crate::format::Format;
use crate::uint::Uint;
use crate::value::{Float, Outcome};
use ulpwise_base::SplitMix64;

fn all(format: Format) -> impl Iterator<Item = Float> + Clone {
    (0..1u128 << format.width()).map(move |bits| Float::from_bits(format, bits))
}

fn same(what: &str, operands: &[&Float], outcomes: [Outcome; 3]) {
    let [narrow, middle, wide] = outcomes;
    assert!(narrow == middle && narrow == wide, "{what} {operands:?}: {outcomes:?}");
}

/// Calls a function at all three single widths.
macro_rules! single {
    ($operands:expr, $function:path, $($argument:expr),*) => {{
        use $function as function;
        same(stringify!($function), $operands, [
            function::<u64>($($argument),*),
            function::<u128>($($argument),*),
            function::<Uint<5>>($($argument),*),
        ]);
    }};
}

/// Calls a function at all three double widths.
macro_rules! double {
    ($operands:expr, $function:path, $($argument:expr),*) => {{
        use $function as function;
        same(stringify!($function), $operands, [
            function::<u128>($($argument),*),
            function::<Uint<4>>($($argument),*),
            function::<Uint<9>>($($argument),*),
        ]);
    }};
}

fn check(format: Format, x: &Float, y: &Float, z: &Float, env: Env) {
    single!(&[x, y], add::add, format, x, y, false, env);
    single!(&[x, y], add::add, format, x, y, true, env);
    single!(&[x, y], multiply::multiply, format, x, y, env);
    single!(&[x, y], divide::divide, format, x, y, env);
    double!(&[x, y, z], fma::fma, x, y, z, env);
    double!(&[x, y], remainder::divide_remainder, x, y, Quotient::Nearest, env);
    double!(&[x, y], remainder::divide_remainder, x, y, Quotient::Truncated, env);
}

fn check_unary(x: &Float, env: Env) {
    single!(&[x], sqrt::sqrt, x, env);
    single!(&[x], integral::round_to_integral, x, env);
    for target in [Format::F16, Format::F64] {
        single!(&[x], convert::convert, x, target, env);
    }
}

#[test]
fn small_formats_come_out_the_same_in_every_width() {
    for (exponent_bits, significand_bits) in [(2, 3), (3, 3)] {
        let format = Format::new(exponent_bits, significand_bits).expect("a valid format");
        for env in Rounding::ALL.map(Env::from) {
            for x in all(format) {
                check_unary(&x, env);
                for y in all(format) {
                    // The third operand of a multiply-add walks through the format with the other
                    // two.
                    let z = Float::from_bits(format, (5 * x.to_bits() + y.to_bits()) % (1 << format.width()));
                    check(format, &x, &y, &z, env);
                }
            }
        }
    }
}

#[test]
fn doubles_come_out_the_same_in_every_width() {
    let mut random = SplitMix64::new(1);
    let mut previous = Float::one(Format::F64, false);
    for case in 0..100_000 {
        let env = Env::from(Rounding::ALL[case % 5]);
        let x = Float::from_bits(Format::F64, random.next_u64().into());
        // Half of the time within a few binades of one another.
        let exponent = u128::from(x.exponent_field()) + u128::from(random.below(5));
        let near = u128::from(random.next_u64()) & !(0x7ff << 52) | exponent.min(0x7ff) << 52;
        let y = if case % 2 == 0 { previous } else { Float::from_bits(Format::F64, near) };
        check_unary(&x, env);
        check(Format::F64, &x, &y, &previous, env);
        previous = x;
    }
}
