//! The whole analysis: the ranges of the arguments, cut into parts that are looked at one by one.
//!
//! One set of values for all inputs forgets how values hang together. With the arguments cut by
//! sign and magnitude each part is followed through the branches that it takes, and what is
//! possible in some part is possible.

use crate::analysis::{Analysis, EntryError, Incomplete, Statistics};
use crate::certificate::{self, LaidOutLevel};
use crate::contents::{Cell, Contents};
use crate::context::{Context, Input};
use crate::entry::{AbsintArgument, AbsintEntry, AbsintOptions};
use crate::pointer::{Object, OffsetRange, Pointer};
use crate::record::{Record, Seen};
use crate::value::{AbstractValue, FloatValue, modelled};
use std::collections::BTreeMap;
use std::rc::Rc;
use ulpwise_base::{Budget, SharedWork};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::domain::{BitVecDomain, FloatDomain, ordinal};
use ulpwise_ir::{Function, Module, SiteId, Type};

/// Where the values of all arguments are cut, coarsest first; each level is looked at as long as
/// the budget lasts.
const LEVELS: [&[f64]; 3] = [&[0.0], &[1.0], &[1e-10, 1e10]];

/// Calls and nested loops are followed by calls of our own; memory that is not used costs nothing.
const STACK_SIZE: usize = 256 << 20;

/// Tells what can happen at the sites that the entry reaches.
///
/// # Panics
/// If the machine has no thread left.
pub fn analyse(module: &Module, entry: &AbsintEntry, options: &AbsintOptions, budget: &Budget) -> Analysis {
    let work = SharedWork::begin();
    let analysis = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK_SIZE);
        let here = || work.part(|| analyse_here(module, entry, options, budget));
        let worker = worker.spawn_scoped(scope, here);
        match worker.expect("a thread can be had").join() {
            Ok(analysis) => analysis,
            // A bug of ours stays one.
            Err(panic) => std::panic::resume_unwind(panic),
        }
    });
    work.end();
    analysis
}

fn analyse_here(module: &Module, entry: &AbsintEntry, options: &AbsintOptions, budget: &Budget) -> Analysis {
    let input = match input_of(&module.functions[entry.function], &entry.arguments) {
        Ok(input) => input,
        Err(what) => return Analysis { incomplete: Some(Incomplete::BadEntry(what)), ..Analysis::default() },
    };
    let mut context = Context::new(module, options, budget);
    let mut parts = vec![input.clone()];
    let (mut cuts, mut levels) = (Vec::new(), Vec::new());
    let (sites, level) = look_at(&mut context, entry, &parts);
    let mut analysis = Analysis { sites, entry: certificate::entry(&input), ..Analysis::default() };
    levels.push(LaidOutLevel { steps: certificate::steps(&input, &cuts), ..level });
    analysis.incomplete = context.incomplete.take();
    for level in LEVELS {
        if analysis.incomplete.is_some() {
            break;
        }
        let start = Some(parts.clone());
        let cut = level.iter().fold(start, |parts, &at| cut_all(parts?, at, options.max_parts));
        let Some(cut) = cut else { break };
        if cut.len() == parts.len() {
            continue;
        }
        parts = cut;
        cuts.extend(level.iter().flat_map(|&at| (0..input.arguments.len()).map(move |index| (index, at))));
        let (closer, level) = look_at(&mut context, entry, &parts);
        if context.incomplete.take().is_some() {
            break;
        }
        if options.certificates {
            levels.push(LaidOutLevel { steps: certificate::steps(&input, &cuts), ..level });
        }
        keep_common(&mut analysis.sites, closer);
        analysis.statistics.parts = parts.len() as u64;
    }
    if options.certificates && analysis.incomplete.is_none() {
        analysis.sections = levels.iter().map(|level| certificate::section(module, level)).collect();
    }
    analysis.left_arguments = std::mem::take(&mut context.left_arguments);
    let parts = analysis.statistics.parts.max(1);
    analysis.statistics = Statistics { parts, ..context.statistics };
    analysis
}

/// What is seen in some part.
fn look_at(
    context: &mut Context<'_>,
    entry: &AbsintEntry,
    parts: &[Input],
) -> (BTreeMap<SiteId, Seen>, LaidOutLevel) {
    let mut record = Record::default();
    let mut level = LaidOutLevel { steps: Vec::new(), parts: Vec::new(), open: Vec::new() };
    context.begin_level();
    for part in parts {
        let output = context.look(entry.function, part.clone());
        record.include(&output.record);
        level.parts.extend(output.layout.clone());
        if context.incomplete.is_some() {
            break;
        }
    }
    context.finish_open_calls(&mut record, &mut level.open);
    let mut sites = BTreeMap::new();
    Rc::new(record).collect_into(&mut sites);
    (sites, level)
}

/// Keeps what two looks at the same inputs agree to be possible.
fn keep_common(sites: &mut BTreeMap<SiteId, Seen>, closer: BTreeMap<SiteId, Seen>) {
    sites.retain(|site, _| closer.contains_key(site));
    for (site, seen) in closer {
        if let Some(known) = sites.get_mut(&site) {
            *known = Seen { raised: known.raised.intersect(seen.raised), ..seen };
        }
    }
}

/// The parts, with every argument cut at a magnitude of both signs; `None` if they are more than so
/// many. The number is looked at after each argument: of twenty arguments cut into three there are
/// more parts than memory holds.
fn cut_all(parts: Vec<Input>, at: f64, most: usize) -> Option<Vec<Input>> {
    let mut cut = parts;
    for index in 0..cut.first().map_or(0, |part| part.arguments.len()) {
        cut = cut.iter().flat_map(|part| cut_argument(part, index, at)).collect();
        if cut.len() > most {
            return None;
        }
    }
    Some(cut)
}

pub(crate) fn cut_argument(part: &Input, index: usize, at: f64) -> Vec<Input> {
    let with = |value: AbstractValue| {
        let mut part = part.clone();
        part.arguments[index] = value;
        part
    };
    match &part.arguments[index] {
        AbstractValue::Float(value) => {
            let pieces = cut_floats(&value.domain, at).into_iter();
            pieces.map(|domain| with(AbstractValue::Float(FloatValue { domain, ..value.clone() }))).collect()
        }
        AbstractValue::Int(value) if at.fract() == 0.0 && at < 2.0 => {
            let pieces = cut_integers(value, at as i128).into_iter();
            pieces.map(|domain| with(AbstractValue::Int(domain))).collect()
        }
        _ => vec![part.clone()],
    }
}

/// The numbers below, at and above zero; or those of lesser and greater magnitude. The NaN goes
/// with the last ones.
fn cut_floats(x: &FloatDomain, at: f64) -> Vec<FloatDomain> {
    let magnitude = ordinal::from_float(Float::from_f64(at).convert(x.format(), Rounding::NearestEven).0);
    let ends = if magnitude == 0 { [-2, 0] } else { [!magnitude, magnitude] };
    let (low, rest) = x.split_at(ends[0]);
    let (middle, high) = rest.split_at(ends[1]);
    [low, middle, high].into_iter().filter(|piece| !piece.is_empty()).collect()
}

fn cut_integers(x: &BitVecDomain, at: i128) -> Vec<BitVecDomain> {
    let (low, high) = x.signed();
    let ends = [(low, -at - 1), (-at, at), (at + 1, high)];
    let piece = |(from, to): (i128, i128)| {
        let mut piece = BitVecDomain::signed_between(x.width(), from, to);
        piece.intersect(x);
        piece
    };
    ends.into_iter().map(piece).filter(|piece| !piece.is_empty()).collect()
}

/// What a function is looked at with.
fn input_of(function: &Function, arguments: &[AbsintArgument]) -> Result<Input, EntryError> {
    let name = || function.name.clone();
    if function.body.is_none() {
        return Err(EntryError::OnlyDeclared { function: name() });
    }
    if arguments.len() != function.parameters.len() {
        return Err(EntryError::WrongArity { function: name(), parameters: function.parameters.len() });
    }
    let mut input = Input { arguments: Vec::new(), objects: Vec::new() };
    for (argument, &ty) in arguments.iter().zip(&function.parameters) {
        let value = match argument {
            AbsintArgument::Object { size, contents } if ty == Type::Pointer => {
                let number = input.objects.len() as u32;
                let argument = input.arguments.len() as u32;
                input.objects.push(Rc::new(object(argument, *size, contents)?));
                AbstractValue::Pointer(Pointer::to(OffsetRange::start(Object::Outer(number))))
            }
            _ => scalar(argument, ty)?,
        };
        if value.is_empty() {
            return Err(EntryError::EmptyRange { function: name() });
        }
        input.arguments.push(value);
    }
    Ok(input)
}

fn scalar(argument: &AbsintArgument, ty: Type) -> Result<AbstractValue, EntryError> {
    match (argument, ty) {
        (AbsintArgument::Any, ty) => Ok(AbstractValue::any(ty)),
        (AbsintArgument::Float { low, high, may_be_nan }, Type::Float(format)) => match modelled(format) {
            None => Ok(AbstractValue::Opaque),
            Some(format) if numbers(*low).format() == format && numbers(*high).format() == format => {
                let mut domain = FloatDomain::between(numbers(*low), numbers(*high));
                if *may_be_nan {
                    domain.add_nan();
                }
                Ok(AbstractValue::Float(FloatValue::new(domain, *may_be_nan)))
            }
            Some(_) => Err(EntryError::WrongFormat),
        },
        (&AbsintArgument::Int { low, high }, Type::Int(bits)) => {
            Ok(AbstractValue::Int(BitVecDomain::signed_between(bits.into(), low, high)))
        }
        _ => Err(EntryError::WrongType),
    }
}

fn object(argument: u32, size: u64, scalars: &[(u64, AbsintArgument)]) -> Result<Contents, EntryError> {
    let mut contents = Contents::argument(argument, size);
    for (offset, argument) in scalars {
        let ty = match argument {
            AbsintArgument::Float { low, .. } => {
                Type::Float(program_format(numbers(*low).format()).ok_or(EntryError::UnknownFormat)?)
            }
            _ => return Err(EntryError::NotAFloatInObject),
        };
        let cell = Cell { bytes: ty.store_bytes() as u64, value: scalar(argument, ty)? };
        contents.cells.insert(*offset, cell);
    }
    Ok(contents)
}

/// A number as domains have it: of x87 without its leading bit.
fn numbers(end: Float) -> Float {
    match end.format() {
        Format::X87 => end.convert(Format::X87_NUMBERS, Rounding::NearestEven).0,
        _ => end,
    }
}

/// The format that programs have under another name.
fn program_format(format: Format) -> Option<ulpwise_ir::FloatFormat> {
    ulpwise_ir::FloatFormat::ALL.into_iter().find(|&known| modelled(known) == Some(format))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cutting ends as soon as there are too many parts: all of them, 3^40, would fit into no
    /// memory.
    #[test]
    fn many_arguments_are_not_cut_into_more_parts_than_allowed() {
        let any = AbstractValue::any(Type::Float(ulpwise_ir::FloatFormat::F64));
        let input = |count: usize| Input { arguments: vec![any.clone(); count], objects: Vec::new() };
        assert_eq!(cut_all(vec![input(40)], 0.0, 32), None);
        assert_eq!(cut_all(vec![input(3)], 0.0, 32).map(|parts| parts.len()), Some(27));
    }
}
