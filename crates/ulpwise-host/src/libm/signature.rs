//! What a libm function takes and gives, in enough detail for an interpreter to marshal a call by
//! data alone.

/// A scalar of libm's interfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `double`.
    F64,
    /// `float`.
    F32,
    /// `long double`: the x87 format, 16 bytes in memory of which 10 carry the value.
    X87,
    /// `int`, also where C says `unsigned` (32 bits).
    Int,
    /// `long`, `long long`, `intmax_t`, also where C says `uintmax_t` (64 bits).
    Long,
}

/// One parameter as C declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LibmParameter {
    /// A value: one argument.
    Value(Type),
    /// A complex number: two arguments, real part first.
    Complex(Type),
    /// A pointer to a value the function reads: one argument, the value.
    Reference(Type),
    /// A pointer to where the function stores a value: no argument, one result.
    Output(Type),
}

/// What the function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Return {
    /// `void`.
    Nothing,
    /// A value: one result.
    Value(Type),
    /// A complex number: two results, real part first.
    Complex(Type),
}

/// The interface of a libm function.
///
/// A call's arguments are those of its parameters in order. Its results are the returned value,
/// then what is stored through [`LibmParameter::Output`] pointers in order, then the sign that C
/// leaves in `signgam`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The parameters as C declares them.
    pub parameters: &'static [LibmParameter],
    /// What is returned.
    pub returns: Return,
    /// Whether the function stores the sign of the gamma function in the global `int signgam`; the
    /// last result is it.
    pub sets_signgam: bool,
}

impl Signature {
    /// The types of a call's arguments, in order.
    pub fn argument_types(&self) -> impl Iterator<Item = Type> + use<> {
        self.parameters
            .iter()
            .flat_map(|parameter| match *parameter {
                LibmParameter::Value(ty) | LibmParameter::Reference(ty) => [Some(ty), None],
                LibmParameter::Complex(ty) => [Some(ty), Some(ty)],
                LibmParameter::Output(_) => [None, None],
            })
            .flatten()
    }

    /// The types of a call's results, in order.
    pub fn result_types(&self) -> impl Iterator<Item = Type> + use<> {
        let returned = match self.returns {
            Return::Nothing => [None, None],
            Return::Value(ty) => [Some(ty), None],
            Return::Complex(ty) => [Some(ty), Some(ty)],
        };
        let stored = self.parameters.iter().filter_map(|parameter| match *parameter {
            LibmParameter::Output(ty) => Some(ty),
            _ => None,
        });
        returned.into_iter().flatten().chain(stored).chain(self.sets_signgam.then_some(Type::Int))
    }

    /// The signature of a table row: the shape and format codes of `shim/libm.h`.
    pub(super) fn from_codes(shape: u32, format: u32) -> Self {
        let signatures = match format {
            0 => &DOUBLE,
            1 => &FLOAT,
            2 => &LONG_DOUBLE,
            _ => panic!("the C shim has no format {format}"),
        };
        signatures[shape as usize]
    }
}

/// The number of shapes in `shim/libm.h`.
pub(super) const SHAPES: usize = 32;

/// The signatures of all shapes for one format, in the order of `shim/libm.h`.
macro_rules! signatures {
    ($name:ident, $float:ident) => {
        static $name: [Signature; SHAPES] = {
            use LibmParameter::{Complex, Output, Reference, Value};
            use Type::{F32, F64, Int, Long, X87, $float as F};
            const fn returning(returns: Return, parameters: &'static [LibmParameter]) -> Signature {
                Signature { parameters, returns, sets_signgam: false }
            }
            const fn value(ty: Type, parameters: &'static [LibmParameter]) -> Signature {
                returning(Return::Value(ty), parameters)
            }
            [
                value(F, &[Value(F)]),
                value(F, &[Value(F), Value(F)]),
                value(F, &[Value(F), Value(F), Value(F)]),
                value(F, &[Value(F), Value(Int)]),
                value(F, &[Value(F), Value(Long)]),
                value(F, &[Value(Int), Value(F)]),
                value(F, &[Value(F), Value(X87)]),
                value(Int, &[Value(F)]),
                value(Long, &[Value(F)]),
                value(Long, &[Value(F)]),
                value(Int, &[Value(F), Value(F)]),
                value(F, &[Value(F), Output(Int)]),
                value(F, &[Value(F), Output(F)]),
                returning(Return::Nothing, &[Value(F), Output(F), Output(F)]),
                value(F, &[Value(F), Value(F), Output(Int)]),
                Signature { sets_signgam: true, ..value(F, &[Value(F)]) },
                value(Long, &[Value(F), Value(Int), Value(Int)]),
                value(Long, &[Value(F), Value(Int), Value(Int)]),
                value(Int, &[Output(F), Reference(F)]),
                value(F, &[Reference(F)]),
                value(Int, &[Output(F), Value(F)]),
                value(Int, &[Reference(F), Reference(F)]),
                returning(Return::Complex(F), &[Complex(F)]),
                returning(Return::Complex(F), &[Complex(F), Complex(F)]),
                value(F, &[Complex(F)]),
                returning(Return::Complex(F), &[Value(F), Value(F), Value(F), Value(F)]),
                value(F32, &[Value(F)]),
                value(F32, &[Value(F), Value(F)]),
                value(F32, &[Value(F), Value(F), Value(F)]),
                value(F64, &[Value(F)]),
                value(F64, &[Value(F), Value(F)]),
                value(F64, &[Value(F), Value(F), Value(F)]),
            ]
        };
    };
}

signatures!(DOUBLE, F64);
signatures!(FLOAT, F32);
signatures!(LONG_DOUBLE, X87);
