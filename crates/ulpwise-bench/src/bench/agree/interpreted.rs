//! The interpreter's side.

use super::native::UNTOUCHED;
use super::signature::{Parameter, Signature};
use super::{CallOutcome, Called};
use anyhow::{Context, Result};
use ulpwise_base::Budget;
use ulpwise_interp::memory::ObjectKind;
use ulpwise_interp::{Exception, InterpOptions, Interpreter, PathEnd, Program};
use ulpwise_ir::{FunctionId, SiteId};

/// How many instructions a call may take: several times what the native limit allows.
const STEPS: u64 = 400_000_000;

/// Runs functions in one interpreter; like the native process it lives on between calls.
pub(in crate::bench) struct Interpreted<'p> {
    interpreter: Interpreter<'p>,
    functions: Vec<FunctionId>,
    handler_off: FunctionId,
}

impl<'p> Interpreted<'p> {
    pub(in crate::bench) fn new(program: &'p Program<'p>, signatures: &[Signature]) -> Result<Self> {
        let by_name = program.module().functions_by_name();
        let find =
            |name: &str| by_name.get(name).copied().with_context(|| format!("the bitcode has no '{name}'"));
        let functions = signatures.iter().map(|signature| find(&signature.name)).collect::<Result<_>>()?;
        let handler_off = find("gsl_set_error_handler_off")?;
        Ok(Self { interpreter: Interpreter::new(program, InterpOptions::default()), functions, handler_off })
    }

    /// Whether a call that gave `outcome` on zeroed memory gives another one on memory full of
    /// other bytes.
    pub(in crate::bench) fn is_indeterminate(
        &mut self,
        position: usize,
        signature: &Signature,
        values: &[u64],
        outcome: &CallOutcome,
    ) -> Result<bool> {
        let again = self.call(position, signature, values, 0x5a)?;
        Ok(!matches!(again, Called::Returned(second) if second == *outcome))
    }

    /// The exceptions of the last call, in order.
    pub(in crate::bench) fn events(&self) -> Vec<(SiteId, Exception)> {
        let mut events: Vec<_> = self
            .interpreter
            .machine
            .events
            .events()
            .iter()
            .map(|event| (event.site, event.exception))
            .collect();
        events.sort();
        events
    }

    /// Calls a function on memory whose fresh bytes are `fresh_byte`.
    pub(in crate::bench) fn call(
        &mut self,
        position: usize,
        signature: &Signature,
        values: &[u64],
        fresh_byte: u8,
    ) -> Result<Called> {
        let budget = Budget::unlimited().with_steps(STEPS);
        self.interpreter.reset(InterpOptions { budget, fresh_byte, ..InterpOptions::default() });
        if let Err(stop) = self.interpreter.call(self.handler_off, &[]) {
            return Ok(Called::Failed(format!("gsl_set_error_handler_off: {}", stop.end)));
        }
        let mut values = values.iter().copied();
        let mut arguments = Vec::new();
        let mut structs = Vec::new();
        for parameter in &signature.parameters {
            if let Parameter::Out(words) = parameter {
                let memory = &mut self.interpreter.machine.memory;
                let address =
                    memory.allocate(8 * *words as u64, ObjectKind::Host).context("no memory for a result")?;
                for word in memory.write(address, 8 * words)?.chunks_exact_mut(8) {
                    word.copy_from_slice(&UNTOUCHED.to_le_bytes());
                }
                structs.push((address, *words));
                arguments.push(address);
            } else {
                arguments.push(values.next().context("a value for each parameter")?);
            }
        }
        match self.interpreter.call(self.functions[position], &arguments) {
            Ok(returned) => {
                let mut stored = Vec::new();
                for (address, words) in structs {
                    let bytes = self.interpreter.machine.memory.read(address, 8 * words)?;
                    stored.extend(
                        bytes
                            .chunks_exact(8)
                            .map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes"))),
                    );
                }
                Ok(Called::Returned(CallOutcome { returned: returned[0], stored }))
            }
            Err(stop) => Ok(match stop.end {
                PathEnd::Exhausted(_) => Called::Stopped,
                end => Called::Failed(end.to_string()),
            }),
        }
    }
}
