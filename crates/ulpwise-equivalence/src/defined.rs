//! Whether a call does only what the language defines: the interpreter makes it and says.
//!
//! Natively a read beyond an array gives some number, which tells nothing about the two functions.

use crate::side::ProgramSide;
use ulpwise_interp::memory::Memory;
use ulpwise_interp::{InterpOptions, PathEnd, Program};
use ulpwise_symex::{Content, EntryObject, Given};

/// Why a call with these inputs, as bits in the executor's order, tells nothing; nothing if it is
/// defined or the interpreter cannot make it.
pub(crate) fn undefined(side: &ProgramSide<'_>, program: &Program<'_>, values: &[u64]) -> Option<String> {
    let end = call(side, program, values).err()?;
    let is_undefined = match &end {
        PathEnd::Memory(_)
        | PathEnd::UninitialisedRead
        | PathEnd::OverflowingShift
        | PathEnd::IntConversion
        | PathEnd::SignedOverflow
        | PathEnd::BadIndirectCall(_)
        | PathEnd::Unreachable
        | PathEnd::IntDivideByZero
        | PathEnd::IntDivisionOverflow => true,
        PathEnd::Exit(_)
        | PathEnd::Abort
        | PathEnd::AssertionFailed(_)
        | PathEnd::Raised(_)
        | PathEnd::StackOverflow
        | PathEnd::OutOfMemory
        | PathEnd::UnknownFunction(_)
        | PathEnd::UnknownVariable(_)
        | PathEnd::Unsupported(_)
        | PathEnd::Marked
        | PathEnd::Exhausted(_) => false,
    };
    let exceeded = match &end {
        PathEnd::Memory(fault) => side.entry.exceeded_length(fault),
        _ => None,
    };
    is_undefined.then(|| exceeded.unwrap_or_else(|| end.to_string()))
}

/// At most so many steps are made.
const MOST_STEPS: u64 = 2_000_000;

fn call(side: &ProgramSide<'_>, program: &Program<'_>, values: &[u64]) -> Result<(), PathEnd> {
    let budget = ulpwise_base::Budget::unlimited().with_steps(MOST_STEPS);
    let options = InterpOptions { budget, ..InterpOptions::default() };
    let mut interpreter = side.entry.interpreter(program, options)?;
    interpreter.end_at_undefined();
    let mut values = values.iter().copied();
    let mut addresses = Vec::new();
    for object in &side.entry.objects {
        addresses.push(make(object, &mut interpreter.machine.memory, &mut values)?);
    }
    let mut arguments = Vec::new();
    for (given, &ty) in side.entry.given.iter().zip(&side.module.functions[side.function].parameters) {
        let bits = match given {
            Given::Bits(bits) => *bits,
            Given::AddressOf(object) => addresses[*object].into(),
            Given::Part(object, offset) => {
                let bytes = interpreter.machine.memory.read(addresses[*object] + offset, ty.store_bytes())?;
                let mut word = [0; 16];
                word[..bytes.len()].copy_from_slice(bytes);
                u128::from_le_bytes(word)
            }
            Given::Any | Given::Array(..) => {
                return Err(PathEnd::Unsupported("an argument without a description".to_owned()));
            }
        };
        arguments.push(bits as u64);
        if ty.is_wide() {
            arguments.push((bits >> 64) as u64);
        }
    }
    interpreter.call(side.function, &arguments).map(|_| ()).map_err(|stop| stop.end)
}

/// An object with these values for its inputs; its address.
fn make(
    object: &EntryObject,
    memory: &mut Memory,
    values: &mut dyn Iterator<Item = u64>,
) -> Result<u64, PathEnd> {
    let address = object.allocate(memory)?;
    let mut inner_addresses = Vec::new();
    for (offset, content) in &object.contents {
        let bytes = match content {
            Content::Any(_, ty, _) => {
                values.next().unwrap_or(0).to_le_bytes()[..ty.store_bytes().min(8)].to_vec()
            }
            Content::Bytes(bytes) => bytes.clone(),
            Content::Address(inner) => {
                let inner = make(inner, memory, values)?;
                inner_addresses.push((*offset, inner));
                inner.to_le_bytes().to_vec()
            }
            Content::Behind(pointer, bytes) => {
                let start =
                    inner_addresses.iter().find(|(at, _)| at == pointer).map_or(0, |&(_, start)| start);
                (start + bytes).to_le_bytes().to_vec()
            }
        };
        memory.write(address + offset, bytes.len())?.copy_from_slice(&bytes);
    }
    Ok(address)
}
