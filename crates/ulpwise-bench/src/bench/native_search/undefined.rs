//! Calls that may do in optimised code what they do not in other code, because C leaves open what
//! they do.
//!
//! Nothing is guessed: a call that overflows a signed integer traps in a program with traps; a call
//! that reads memory that was never written raises other exceptions in the interpreter when that
//! memory holds other bytes.

use crate::bench::agree::interpreted::Interpreted;
use crate::bench::agree::signature::{Parameter, Signature};
use crate::bench::native_agree::overflows::Overflows;
use anyhow::Result;

/// Makes calls in ways that show what is undefined in them.
pub(super) struct Undefined<'a> {
    pub(super) overflows: Overflows<'a>,
    pub(super) interpreted: Interpreted<'a>,
}

impl Undefined<'_> {
    /// What C leaves open in a call, if that can be shown.
    pub(super) fn reason(
        &mut self,
        target: usize,
        signature: &Signature,
        words: &[u64],
    ) -> Result<Option<&'static str>> {
        if self.overflows.happen_in(target, words)? {
            return Ok(Some("overflow of a signed integer"));
        }
        let values = values_of(signature, words);
        let mut events = |fresh_byte| -> Result<_> {
            self.interpreted.call(target, signature, &values, fresh_byte)?;
            Ok(self.interpreted.events())
        };
        Ok((events(0)? != events(0x5a)?).then_some("memory that was never written"))
    }
}

/// The words of a call that are no results.
fn values_of(signature: &Signature, words: &[u64]) -> Vec<u64> {
    let mut rest = words.iter().copied();
    let mut values = Vec::new();
    for parameter in &signature.parameters {
        match parameter {
            Parameter::Out(count) => drop(rest.nth(count - 1)),
            _ => values.extend(rest.next()),
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_left_out() {
        let parameters =
            vec![Parameter::Int, Parameter::Out(2), Parameter::Double, Parameter::Out(3), Parameter::Mode];
        let signature = Signature { name: "f".into(), returns_double: false, parameters };
        assert_eq!(values_of(&signature, &[1, 0, 0, 2, 0, 0, 0, 3]), [1, 2, 3]);
    }
}
