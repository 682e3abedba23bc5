//! Many random cases of one operation against an oracle.

use crate::operands::Operands;
use crate::operation::{Operation, ReferenceAnswer};
use std::fmt;
use ulpwise_float::{Env, Flags, Float, Format, Rounding};

/// A number of random cases of one operation in one format.
#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    /// The format of the operands.
    pub format: Format,
    /// The operation.
    pub operation: Operation,
    /// How many cases the oracle shall answer; each takes the next rounding mode.
    pub cases: u64,
    /// What the operands depend on.
    pub seed: u64,
}

/// A case on which `ulpwise-float` and an oracle differ.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch {
    operation: Operation,
    rounding: Rounding,
    operands: [Float; 3],
    ours: (ReferenceAnswer, Flags),
    expected: (ReferenceAnswer, Flags),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operands = &self.operands[..self.operation.arity()];
        write!(f, "{:?} {:?} {operands:?}: ", self.operation, self.rounding)?;
        write!(f, "delivered {:?}, expected {:?}", self.ours, self.expected)
    }
}

impl std::error::Error for Mismatch {}

impl Campaign {
    /// Runs until the oracle has answered that many cases; returns how many it did, which is less
    /// if it answers hardly any.
    ///
    /// # Errors
    /// The first case that differs in a bit of the result or in a flag.
    pub fn run(
        self,
        mut oracle: impl FnMut(Operation, [Float; 3], Rounding) -> Option<(ReferenceAnswer, Flags)>,
    ) -> Result<u64, Box<Mismatch>> {
        let mut source = Operands::new(self.format, self.seed);
        let mut answered = 0;
        for attempt in 0..10 * self.cases {
            let operands = source.triple();
            let rounding = Rounding::ALL[(attempt % 5) as usize];
            let Some(expected) = oracle(self.operation, operands, rounding) else { continue };
            let ours = self.operation.evaluate(operands, Env::from(rounding));
            if ours != expected {
                let operation = self.operation;
                return Err(Box::new(Mismatch { operation, rounding, operands, ours, expected }));
            }
            answered += 1;
            if answered == self.cases {
                break;
            }
        }
        Ok(answered)
    }
}
