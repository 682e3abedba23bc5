//! What of two calls is compared.

use ulpwise_accuracy::{SuccessCondition, SuccessRelation};
use ulpwise_expr::{BitVector, Term};
use ulpwise_interp::Exception;
use ulpwise_native::{CallEnd, NativeCall};
use ulpwise_symex::terms::Terms;

/// What of two calls is compared; how they end always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedAspects {
    /// What they return and leave behind.
    pub results: bool,
    /// Which exceptions they raise, of those that [`RaisedExceptions`] has.
    pub exceptions: bool,
    /// When a call succeeds: of two calls that do not, only what they return is compared.
    pub success: Option<SuccessCondition>,
}

impl Default for ComparedAspects {
    fn default() -> ComparedAspects {
        ComparedAspects { results: true, exceptions: false, success: None }
    }
}

impl ComparedAspects {
    /// Whether both calls say that they failed, so that what they leave behind means nothing.
    pub(crate) fn both_fail(&self, calls: [&NativeCall; 2]) -> bool {
        let fails = |condition: SuccessCondition| {
            calls.iter().all(|call| call.end == CallEnd::Returned && !condition.holds(&call.output))
        };
        self.success.is_some_and(fails)
    }
}

/// Which exceptions a call raised: invalid operations, conversions without a value among them,
/// divisions by zero and overflows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RaisedExceptions {
    bits: u8,
}

/// The exceptions that are compared, in the order of the symbolic executor's flags.
const COMPARED: [Exception; 3] = [Exception::Invalid, Exception::DivideByZero, Exception::Overflow];

impl RaisedExceptions {
    /// Those of a call.
    pub(crate) fn of_call(call: &NativeCall) -> RaisedExceptions {
        let mut raised = RaisedExceptions::default();
        for &(_, exception) in &call.events {
            raised.bits |= match exception {
                Exception::Invalid | Exception::IntConversion => 1,
                Exception::DivideByZero => 2,
                Exception::Overflow => 4,
                Exception::Underflow | Exception::Inexact | Exception::Cancellation => 0,
            };
        }
        raised
    }

    /// Their ids.
    pub fn ids(self) -> Vec<&'static str> {
        let numbered = COMPARED.iter().enumerate();
        numbered.filter(|(at, _)| self.bits >> at & 1 == 1).map(|(_, exception)| exception.id()).collect()
    }
}

/// That a condition holds of the integer that a call returns.
pub(crate) fn succeeds(terms: &mut Terms, condition: SuccessCondition, returned: Term) -> Term {
    let returned = terms.bits(returned);
    let width = terms.store.width(returned);
    let wide = terms.store.bv_sign_extend(returned, 65_u32.saturating_sub(width));
    let number = u128::from(condition.number().cast_unsigned());
    // As wide as the condition compares: 65 bits have every 64-bit integer with its sign.
    let sign = if condition.number() < 0 { 1 << 64 } else { 0 };
    let number = terms.store.bit_vector(BitVector::from_u128(65, number | sign));
    match condition.relation() {
        SuccessRelation::Equal => terms.store.eq(wide, number),
        SuccessRelation::NotEqual => {
            let equal = terms.store.eq(wide, number);
            terms.store.not(equal)
        }
        SuccessRelation::Less => less(terms, wide, number),
        SuccessRelation::Greater => less(terms, number, wide),
        SuccessRelation::LessOrEqual => terms.store.bv_sle(wide, number),
        SuccessRelation::GreaterOrEqual => terms.store.bv_sle(number, wide),
    }
}

/// `first < second`, with signs.
fn less(terms: &mut Terms, first: Term, second: Term) -> Term {
    let not_less = terms.store.bv_sle(second, first);
    terms.store.not(not_less)
}
