//! The abstract analysis: all inputs at once, as sets of values. It proves or says nothing.

use crate::ledger::{Goal, Ledger};
use std::collections::BTreeSet;
use std::time::Duration;
use ulpwise_absint::{
    AbsintArgument, AbsintEntry, AbsintOptions, Analysis, Incomplete, RoundingModes, analyse,
};
use ulpwise_base::{Budget, WorkInstant};
use ulpwise_certify::{add_section, empty_certificate};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interp::Exception;
use ulpwise_ir::{FloatFormat, Module, Type};
use ulpwise_symex::{Bounds, Content, EntryObject, Given};
use ulpwise_verify::{Certificate, RoundingAssumption};

/// After so many steps the first analysis is content with less: large functions are through with it
/// in a second.
const FIRST_STEPS: u64 = 50_000;

/// The budgets of the two looks.
pub(crate) struct ProofBudgets<'a> {
    pub(crate) coarse: &'a Budget,
    pub(crate) precise: &'a Budget,
}

/// What an analysis that came to its end says.
#[derive(Default)]
pub(crate) struct AbstractProofs {
    /// What is proven.
    pub(crate) goals: BTreeSet<Goal>,
    /// The arguments whose objects may be accessed beyond what is assumed of them.
    pub(crate) left_arguments: BTreeSet<u32>,
}

/// What of the ledger is proven; an error says why nothing is.
///
/// An analysis that does not come to its end proves nothing. So a coarse one comes first, which
/// ends soon whatever the function is; a precise one, which takes several times as long and proves
/// a few percent more of a large function, has a budget of its own.
pub(crate) fn proven(
    module: &Module,
    entry: &ulpwise_symex::EntryPoint,
    rounding: Rounding,
    budgets: ProofBudgets<'_>,
    ledger: &Ledger,
) -> Result<AbstractProofs, Incomplete> {
    let (entry, [coarse, precise]) = question(module, entry, rounding);
    let prove = |options: &AbsintOptions, budget: &Budget| -> Result<AbstractProofs, Incomplete> {
        let analysis = analyse(module, &entry, options, budget);
        analysis.is_complete().map_err(Clone::clone)?;
        let left_arguments = analysis.left_arguments().collect();
        let goals = ledger.open().filter(|&goal| is_proven(&analysis, goal)).collect();
        Ok(AbstractProofs { goals, left_arguments })
    };
    let mut proofs = prove(&coarse, budgets.coarse)?;
    // Who proves less than all has its reason; what the precise one does not come to is no reason
    // to forget what is proven.
    if ledger.open().any(|goal| !proofs.goals.contains(&goal))
        && let Ok(closer) = prove(&precise, budgets.precise)
    {
        proofs.goals.extend(closer.goals);
        proofs.left_arguments = closer.left_arguments;
    }
    Ok(proofs)
}

/// What of the ledger a coarse look proves; an error says why nothing is.
pub(crate) fn proven_coarsely(
    module: &Module,
    entry: &ulpwise_symex::EntryPoint,
    rounding: Rounding,
    budget: &Budget,
    ledger: &Ledger,
) -> Result<BTreeSet<Goal>, Incomplete> {
    let (entry, [coarse, _]) = question(module, entry, rounding);
    let analysis = analyse(module, &entry, &coarse, budget);
    analysis.is_complete().map_err(Clone::clone)?;
    Ok(ledger.open().filter(|&goal| is_proven(&analysis, goal)).collect())
}

/// Whether an analysis excludes an exception. It says nothing about roundings, unless the operation
/// is not reached at all.
fn is_proven(analysis: &Analysis, (site, exception): Goal) -> bool {
    match exception {
        Exception::Inexact => !analysis.is_reached(site),
        Exception::Invalid
        | Exception::DivideByZero
        | Exception::Overflow
        | Exception::Underflow
        | Exception::IntConversion
        | Exception::Cancellation => !analysis.may_raise(site).contains(exception),
    }
}

/// What is asked, first coarsely and then precisely.
fn question(
    module: &Module,
    entry: &ulpwise_symex::EntryPoint,
    rounding: Rounding,
) -> (AbsintEntry, [AbsintOptions; 2]) {
    let types = &module.functions[entry.function].parameters;
    let arguments =
        entry.given.iter().zip(types).map(|(given, &ty)| argument(&entry.objects, given, ty)).collect();
    let entry = AbsintEntry { function: entry.function, arguments };
    let rounding = match rounding {
        Rounding::NearestEven => RoundingModes::Nearest,
        _ => RoundingModes::Any, // fail-closed: any mode is the most general.
    };
    let precise = AbsintOptions { rounding, ..AbsintOptions::default() };
    let coarse = AbsintOptions { precise_steps: FIRST_STEPS, affine_slots: 0, ..precise.clone() };
    (entry, [coarse, precise])
}

/// A certificate of abstract proofs, and how long it took to find them again.
pub struct Certified {
    /// What the analyses have proven of what was asked for.
    pub proven: BTreeSet<Goal>,
    /// Without version, digests and sources, which are the caller's to set.
    pub certificate: Certificate,
    /// The time of the analyses.
    pub finding: Duration,
    /// The time of writing claims down that hold.
    pub writing: Duration,
}

/// Certifies goals that abstract interpretation has proven: it is done again, and what it found is
/// written down in terms that the checker can follow.
pub fn certify(
    module: &Module,
    entry: &ulpwise_symex::EntryPoint,
    rounding: Rounding,
    goals: &BTreeSet<Goal>,
    budget: &Budget,
) -> Certified {
    let (question, looks) = question(module, entry, rounding);
    let rounding = match looks[0].rounding {
        RoundingModes::Nearest => RoundingAssumption::Nearest,
        RoundingModes::Any => RoundingAssumption::Any,
    };
    let program = ulpwise_verify::Program::new(module, rounding);
    let mut certificate = empty_certificate(question.function, rounding);
    let (mut open, mut proven) = (goals.clone(), BTreeSet::new());
    let mut reason = "the analysis did not come to its end again";
    let mut refused: Option<String> = None;
    let (mut finding, mut writing) = (Duration::ZERO, Duration::ZERO);
    for look in looks {
        if open.is_empty() {
            break;
        }
        let begun = WorkInstant::now();
        let mut analysis = analyse(module, &question, &AbsintOptions { certificates: true, ..look }, budget);
        finding += begun.elapsed();
        if analysis.is_complete().is_err() {
            continue;
        }
        proven.extend(goals.iter().copied().filter(|&goal| is_proven(&analysis, goal)));
        reason = "the checker's rules do not show it";
        let begun = WorkInstant::now();
        certificate.entry = analysis.entry().clone();
        for section in analysis.take_sections() {
            if let Err(why) = add_section(&mut certificate, &program, section, &mut open, budget) {
                refused.get_or_insert(why.to_string());
            }
        }
        writing += begun.elapsed();
    }
    let reason = refused.unwrap_or_else(|| reason.to_owned());
    let uncertified = open.into_iter().map(|(site, exception)| (site, exception, reason.clone()));
    certificate.uncertified = uncertified.collect();
    Certified { proven, certificate, finding, writing }
}

/// An argument of the function as a set.
fn argument(objects: &[EntryObject], given: &Given, ty: Type) -> AbsintArgument {
    match *given {
        Given::Part(object, offset) => {
            let part = objects[object].contents.iter().find(|(at, _)| *at == offset);
            match part {
                Some((_, Content::Any(_, of, bounds))) if *of == ty => scalar(*of, bounds),
                Some((_, Content::Address(inner))) if ty == Type::Pointer => object_of(inner),
                _ => AbsintArgument::Any, // fail-closed: anything is the most general.
            }
        }
        Given::AddressOf(object) => object_of(&objects[object]),
        Given::Bits(bits) => exactly(bits, ty),
        Given::Any | Given::Array(..) => AbsintArgument::Any,
    }
}

/// An object with what stands in it and what it points at.
fn object_of(object: &EntryObject) -> AbsintArgument {
    let leads_on = |at: u64| {
        let is_address = |content: &Content| match content {
            Content::Address(_) => true,
            Content::Any(..) | Content::Bytes(_) | Content::Behind(..) => false,
        };
        object.contents.iter().any(|(of, content)| *of == at && is_address(content))
    };
    let mut contents = Vec::new();
    for (offset, content) in &object.contents {
        match content {
            Content::Any(_, ty, bounds) => contents.push((*offset, *ty, scalar(*ty, bounds))),
            Content::Address(inner) => contents.push((*offset, Type::Pointer, object_of(inner))),
            Content::Behind(pointer, bytes) if leads_on(*pointer) => {
                let behind = AbsintArgument::Behind { pointer: *pointer, bytes: *bytes };
                contents.push((*offset, Type::Pointer, behind));
            }
            Content::Bytes(bytes) => contents.extend(known_bytes(*offset, bytes)),
            Content::Behind(..) => {} // fail-closed: nothing is known of it.
        }
    }
    contents.retain(|(_, _, described)| *described != AbsintArgument::Any);
    AbsintArgument::Object { size: object.size, contents }
}

/// Bytes that are always the same, as integers.
fn known_bytes(offset: u64, bytes: &[u8]) -> impl Iterator<Item = (u64, Type, AbsintArgument)> {
    bytes.chunks(8).zip(0..).map(move |(chunk, number)| {
        let bits = chunk.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
        let ty = Type::Int(8 * chunk.len() as u8);
        (offset + 8 * number, ty, exactly(bits, ty))
    })
}

/// One integer.
fn exactly(bits: u128, ty: Type) -> AbsintArgument {
    match ty {
        Type::Int(width) => AbsintArgument::Int { low: signed(bits, width), high: signed(bits, width) },
        _ => AbsintArgument::Any, // fail-closed: anything is the most general.
    }
}

/// The values within bounds.
fn scalar(ty: Type, bounds: &Bounds) -> AbsintArgument {
    match (ty, bounds) {
        (Type::Float(format), Bounds::Finite(_)) => match float_format(format) {
            Some(format) => AbsintArgument::Float {
                low: Float::max_finite(format, true),
                high: Float::max_finite(format, false),
                may_be_nan: false,
            },
            None => AbsintArgument::Any,
        },
        (Type::Float(format), Bounds::Float(_, low, high)) => match float_format(format) {
            Some(format) => {
                // Both zeros are in a range that begins or ends at one.
                let [low, high] = [(*low, true), (*high, false)].map(|(bits, negative)| {
                    let bound = Float::from_bits(format, bits);
                    if bound.is_zero() { Float::zero(format, negative) } else { bound }
                });
                AbsintArgument::Float { low, high, may_be_nan: false }
            }
            None => AbsintArgument::Any,
        },
        (Type::Int(bits), Bounds::Signed(low, high)) => {
            AbsintArgument::Int { low: signed(*low, bits), high: signed(*high, bits) }
        }
        (Type::Int(bits), Bounds::Unsigned(low, high))
            if signed(*low, bits) >= 0 && signed(*high, bits) >= 0 =>
        {
            AbsintArgument::Int { low: *low as i128, high: *high as i128 }
        }
        (Type::Int(bits), Bounds::OneOf(values)) if !values.is_empty() => {
            let values = values.iter().map(|&value| signed(value, bits));
            AbsintArgument::Int {
                low: values.clone().min().unwrap_or(i128::MIN),
                high: values.max().unwrap_or(i128::MAX),
            }
        }
        _ => AbsintArgument::Any, // fail-closed: anything is the most general.
    }
}

fn signed(value: u128, bits: u8) -> i128 {
    let unused = 128 - u32::from(bits);
    (value << unused).cast_signed() >> unused
}

/// The formats that ranges can be given in.
fn float_format(format: FloatFormat) -> Option<Format> {
    ulpwise_harness::inputs::narrow_format(format)
}
