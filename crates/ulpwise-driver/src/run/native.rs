//! The same call natively, beside the interpreter's: the program as the code generator makes it, in
//! a child process.
//!
//! What holds: native code runs unoptimised, operation by operation as in the IR, with the bytes
//! that the interpreter got; results, objects behind arguments and exceptions are compared. Which
//! NaN a result is, is left open by LLVM and not compared.
//!
//! Not done: arguments that point at what points elsewhere, and structures that are passed in
//! memory; the answer says so.

use super::outcome::CallOutcome;
use crate::describe::site_name;
use crate::error::DriverError;
use crate::load::native_links;
use crate::options::RunOptions;
use std::collections::BTreeSet;
use ulpwise_finding::NativeComparison;
use ulpwise_float::Rounding;
use ulpwise_harness::marshal::ArgumentObject;
use ulpwise_interp::Exception;
use ulpwise_interp::number::float::exact;
use ulpwise_ir::{FloatFormat, SiteId, SourceType, Type};
use ulpwise_native::{
    CallEnd, Engine, EngineOptions, Launcher, NativeCall, NativeError, NativeTarget, Passing, TargetLayout,
    Unit,
};

/// Makes the call natively, and compares it with the interpreter's.
pub(super) fn compare_natively(
    outcome: &CallOutcome<'_>,
    units: &[Unit],
    options: &RunOptions,
) -> Result<NativeComparison, DriverError> {
    if options.rounding != Rounding::NearestEven {
        return Ok(NativeComparison::NotMade("because native calls begin in rounding to nearest".into()));
    }
    let given = match native_arguments(outcome) {
        Ok(given) => given,
        Err(reason) => return Ok(NativeComparison::NotMade(reason.to_string())),
    };
    let target =
        NativeTarget { name: outcome.function.name.clone(), parameters: given.parameters, links: Vec::new() };
    let options = EngineOptions {
        links: native_links(outcome.module, &options.links),
        call_limit: options.timeout,
        memory_limit: options.memory << 20,
        ..EngineOptions::default()
    };
    let mut engine = match Engine::start(&Launcher::this_program()?, units, &[target], &options) {
        Ok(engine) => engine,
        Err(error @ (NativeError::Program(_) | NativeError::NotCallable { .. })) => {
            return Ok(NativeComparison::NotMade(format!("because {error}")));
        }
        Err(error) => return Err(error.into()),
    };
    let calls = engine.run(0, &given.words)?;
    let (Some(call), Some(layout)) = (calls.first(), engine.layouts().first()) else {
        return Err(DriverError::internal("the native engine made no call"));
    };
    let unseen: BTreeSet<SiteId> = engine.unobserved().collect();
    let unprotected = engine.missing_protection().into_iter().map(ulpwise_native::Protection::when_missing);
    let differences = differences(outcome, call, *layout, &given.buffers, &unseen);
    let both_stopped = call.end != CallEnd::Returned && outcome.returned.is_none();
    let stopped = both_stopped.then(|| describe_end(call.end));
    Ok(NativeComparison::Made { differences, stopped, unprotected: unprotected.collect() })
}

/// Why a call is not made natively.
#[derive(Clone, Copy, Debug, thiserror::Error)]
enum NotNative {
    #[error("because an argument is passed in memory")]
    InMemory,
    #[error("because an argument points at what points elsewhere")]
    Nested,
}

/// The arguments as a native call takes them.
struct NativeArguments<'o> {
    parameters: Vec<Passing>,
    words: Vec<u64>,
    /// The objects that are passed, in order.
    buffers: Vec<&'o ArgumentObject>,
}

fn native_arguments<'o>(outcome: &'o CallOutcome<'_>) -> Result<NativeArguments<'o>, NotNative> {
    let mut given = NativeArguments { parameters: Vec::new(), words: Vec::new(), buffers: Vec::new() };
    let mut slots = outcome.arguments.iter().copied();
    for &ty in &outcome.function.parameters {
        let words: Vec<u64> = slots.by_ref().take(ty.slots()).collect();
        match words[..] {
            [address] if ty == Type::Pointer && address != 0 => {
                let objects = outcome.objects.iter().map(|(object, _)| object);
                let object = objects.clone().find(|object| object.address == address);
                let object = object.ok_or(NotNative::InMemory)?;
                let words = words_of(&object.before);
                if words.iter().any(|&word| objects.clone().any(|other| other.address == word)) {
                    return Err(NotNative::Nested);
                }
                given.parameters.push(Passing::Buffer(words.len() as u32));
                given.words.extend(words);
                given.buffers.push(object);
            }
            _ => {
                given.parameters.push(Passing::Value);
                given.words.extend(words);
            }
        }
    }
    Ok(given)
}

/// Bytes in words; the last one is filled up with zeros.
fn words_of(bytes: &[u8]) -> Vec<u64> {
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    bytes.chunks(8).map(word).collect()
}

fn differences(
    outcome: &CallOutcome<'_>,
    call: &NativeCall,
    layout: TargetLayout,
    buffers: &[&ArgumentObject],
    unseen: &BTreeSet<SiteId>,
) -> Vec<String> {
    let mut differences: Vec<String> = other_exceptions(outcome, call, unseen).into_iter().collect();
    match (call.end, &outcome.returned) {
        (CallEnd::Returned, Some(returned)) => {
            let native = &call.output[..layout.returned_words as usize];
            if !same_result(outcome, native, returned) {
                differences.insert(0, format!("another result, bits {}", hexadecimal(native)));
            }
        }
        (CallEnd::Returned, None) => differences.push("it returned".into()),
        (end, stopped) if stopped.is_some() || end == CallEnd::TimedOut => {
            differences.push(describe_end(end));
        }
        // Both stopped, and what they had written by then is not compared.
        _ => return differences,
    }
    let mut rest = call.output.get(layout.returned_words as usize..).unwrap_or_default();
    for object in buffers {
        let (words, after) = rest.split_at(object.before.len().div_ceil(8).min(rest.len()));
        rest = after;
        let native: Vec<u8> =
            words.iter().flat_map(|word| word.to_le_bytes()).take(object.before.len()).collect();
        let interpreted = outcome.memory.read(object.address, object.before.len()).unwrap_or_default();
        if call.end == CallEnd::Returned && !same_bytes(outcome, object, &native, interpreted) {
            differences.push(format!("other values in {}", object.name));
        }
    }
    differences
}

fn describe_end(end: CallEnd) -> String {
    match end {
        CallEnd::Returned => "it returned".into(),
        CallEnd::TimedOut => "it did not end in time".into(),
        CallEnd::Exited(code) => format!("it exited with code {code}"),
        CallEnd::Signal(signal) => format!("signal {signal} ended it"),
    }
}

fn hexadecimal(words: &[u64]) -> String {
    let digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
    format!("0x{digits}")
}

fn same_result(outcome: &CallOutcome<'_>, native: &[u64], interpreted: &[u64]) -> bool {
    let bits = |words: &[u64]| words.iter().rev().fold(0_u128, |bits, &word| bits << 64 | u128::from(word));
    match outcome.function.results[..] {
        [Type::Float(format)] => same_float(format, bits(native), bits(interpreted)),
        _ => native == interpreted,
    }
}

/// Whether both are the same number, or both not a number.
fn same_float(format: FloatFormat, a: u128, b: u128) -> bool {
    a == b || (exact(format, a).is_nan() && exact(format, b).is_nan())
}

fn same_bytes(outcome: &CallOutcome<'_>, object: &ArgumentObject, native: &[u8], interpreted: &[u8]) -> bool {
    let (format, size) = match outcome.module.source_types.get(object.element) {
        Some(SourceType::Float(format @ FloatFormat::F32)) => (*format, 4),
        Some(SourceType::Float(format @ FloatFormat::F64)) => (*format, 8),
        _ => return native == interpreted,
    };
    let bits = |bytes: &[u8]| words_of(bytes).first().copied().unwrap_or(0).into();
    let pairs = native.chunks(size).zip(interpreted.chunks(size));
    native.len() == interpreted.len() && pairs.into_iter().all(|(a, b)| same_float(format, bits(a), bits(b)))
}

/// The exceptions that only one side raised, in one sentence. Sites that native code does not look
/// at count for neither.
fn other_exceptions(
    outcome: &CallOutcome<'_>,
    call: &NativeCall,
    unseen: &BTreeSet<SiteId>,
) -> Option<String> {
    let native: BTreeSet<(SiteId, Exception)> = call.events.iter().copied().collect();
    let interpreted: BTreeSet<(SiteId, Exception)> = outcome
        .events
        .iter()
        .map(|event| (event.site, event.exception))
        .filter(|(site, exception)| !exception.is_on_request() && !unseen.contains(site))
        .collect();
    let names = |events: Vec<&(SiteId, Exception)>| {
        let names = events
            .iter()
            .map(|(site, exception)| format!("{} at {}", exception.id(), site_name(outcome.module, *site)));
        names.collect::<Vec<_>>().join(", ")
    };
    let more = names(native.difference(&interpreted).collect());
    let less = names(interpreted.difference(&native).collect());
    match (more.is_empty(), less.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("also {more}")),
        (true, false) => Some(format!("no {less}")),
        (false, false) => Some(format!("also {more}; no {less}")),
    }
}
