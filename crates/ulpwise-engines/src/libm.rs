//! What libm terms are worth here: what this machine's libm delivers.

use std::sync::OnceLock;
use ulpwise_expr::LibmFunction;
use ulpwise_float::{Env, Float, Format, Rounding};
use ulpwise_host::RoundingMode;
use ulpwise_host::libm::{LibmFunction as HostFunction, LibmValue, Type, lookup};

/// The format of `long double` as terms have it: without the stored leading bit.
const EXTENDED: Format = Format::X87_NUMBERS;

/// What the machine's libm delivers; `None` where it has no such function, format or rounding mode.
pub fn host_libm(function: LibmFunction, rounding: Rounding, arguments: &[Float]) -> Option<Float> {
    let mode = RoundingMode::from_exact(rounding)?;
    let format = arguments.first()?.format();
    let [double, single, extended] = host_functions()[function as usize];
    let function = match format {
        Format::F64 => double?,
        Format::F32 => single?,
        EXTENDED => extended?,
        _ => return None,
    };
    let mut values = [LibmValue::Int(0); 2];
    for (value, &argument) in values.iter_mut().zip(arguments) {
        *value = to_host(argument)?;
    }
    let result = function.call(mode, &values[..arguments.len()]);
    Some(from_host(*result.results.first()?)?.convert(format, exactly()).0)
}

/// The functions of the machine for double, float and long double, in the order of
/// [`LibmFunction::ALL`]. They are looked up once: engines call them by the million.
fn host_functions() -> &'static [[Option<HostFunction>; 3]] {
    static FUNCTIONS: OnceLock<Vec<[Option<HostFunction>; 3]>> = OnceLock::new();
    let find = |function: &LibmFunction| ["", "f", "l"].map(|suffix| lookup(&format!("{function}{suffix}")));
    FUNCTIONS.get_or_init(|| LibmFunction::ALL.iter().map(find).collect())
}

/// No rounding happens between `long double` and its format in terms.
fn exactly() -> Env {
    Env::from(Rounding::NearestEven)
}

fn to_host(argument: Float) -> Option<LibmValue> {
    let ty = match argument.format() {
        Format::F64 => Type::F64,
        Format::F32 => Type::F32,
        EXTENDED => {
            let stored = argument.convert(Format::X87, exactly()).0;
            return Some(LibmValue::from_bits(Type::X87, stored.to_bits()));
        }
        _ => return None,
    };
    Some(LibmValue::from_bits(ty, argument.to_bits()))
}

fn from_host(result: LibmValue) -> Option<Float> {
    Some(Float::from_bits(result.ty().exact_format()?, result.bits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_its_own_function() {
        let nearest = Rounding::NearestEven;
        let one = Float::from_f64(1.0);
        let e = host_libm(LibmFunction::Exp, nearest, &[one]).unwrap();
        assert_eq!(e, Float::from_f64(std::f64::consts::E));
        let one = one.convert(Format::F32, exactly()).0;
        assert_eq!(host_libm(LibmFunction::Exp, nearest, &[one]).unwrap().format(), Format::F32);
        let one = one.convert(EXTENDED, exactly()).0;
        let wide = host_libm(LibmFunction::Exp, nearest, &[one]).unwrap();
        assert_eq!(wide.format(), EXTENDED);
        assert_eq!(wide.convert(Format::F64, exactly()).0, e);
        assert!(host_libm(LibmFunction::Exp, Rounding::NearestAway, &[one]).is_none());
    }
}
