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
        let cut_level = |also: AlsoCut| {
            let start = Some(parts.clone());
            level.iter().fold(start, |parts, &at| cut_all(parts?, at, also, options.max_parts))
        };
        // Certificates know cuts of arguments alone.
        let with_objects = (!options.certificates).then(|| cut_level(AlsoCut::LoneScalars)).flatten();
        let Some(cut) = with_objects.or_else(|| cut_level(AlsoCut::Nothing)) else { break };
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

/// What is cut besides the arguments themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AlsoCut {
    /// Nothing.
    Nothing,
    /// Numbers that are alone in their objects: Fortran passes every number so.
    LoneScalars,
}

/// The parts, with every argument cut at a magnitude of both signs; `None` if they are more than so
/// many. The number is looked at after each argument: of twenty arguments cut into three there are
/// more parts than memory holds.
fn cut_all(parts: Vec<Input>, at: f64, also: AlsoCut, most: usize) -> Option<Vec<Input>> {
    let mut cut = parts;
    for index in 0..cut.first().map_or(0, |part| part.arguments.len()) {
        cut = cut.iter().flat_map(|part| cut_argument(part, index, at)).collect();
        if cut.len() > most {
            return None;
        }
    }
    if also == AlsoCut::Nothing {
        return Some(cut);
    }
    for index in 0..cut.first().map_or(0, |part| part.objects.len()) {
        cut = cut.iter().flat_map(|part| cut_lone_scalar(part, index, at)).collect();
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
    cut_value(&part.arguments[index], at).into_iter().map(with).collect()
}

/// Cuts the only number of an object, if it has no more.
fn cut_lone_scalar(part: &Input, index: usize, at: f64) -> Vec<Input> {
    let cells = &part.objects[index].cells;
    let Some((&offset, cell)) = cells.iter().next().filter(|_| cells.len() == 1) else {
        return vec![part.clone()];
    };
    let with = |value: AbstractValue| {
        let mut part = part.clone();
        let object = Rc::make_mut(&mut part.objects[index]);
        object.cells.insert(offset, Cell { value, ..cell.clone() });
        part
    };
    cut_value(&cell.value, at).into_iter().map(with).collect()
}

fn cut_value(value: &AbstractValue, at: f64) -> Vec<AbstractValue> {
    match value {
        AbstractValue::Float(value) => {
            let pieces = cut_floats(&value.domain, at).into_iter();
            pieces.map(|domain| AbstractValue::Float(FloatValue { domain, ..value.clone() })).collect()
        }
        AbstractValue::Int(value) if at.fract() == 0.0 && at < 2.0 => {
            cut_integers(value, at as i128).into_iter().map(AbstractValue::Int).collect()
        }
        other => vec![other.clone()],
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
    let mut described = DescribedObjects::default();
    for (argument, &ty) in arguments.iter().zip(&function.parameters) {
        let number = input.arguments.len() as u32;
        input.arguments.push(described.value(argument, ty, number, false)?);
    }
    // Those that others lead to are numbered behind them, as they are found.
    let mut next = 0;
    while let Some(&object) = described.objects.get(next) {
        next += 1;
        input.objects.push(Rc::new(described.contents(object)?));
    }
    let mut values = input.objects.iter().flat_map(|object| object.cells.values()).map(|cell| &cell.value);
    if input.arguments.iter().any(AbstractValue::is_empty) || values.any(AbstractValue::is_empty) {
        return Err(EntryError::EmptyRange { function: name() });
    }
    Ok(input)
}

/// The objects that arguments lead to.
#[derive(Default)]
struct DescribedObjects<'e> {
    objects: Vec<DescribedObject<'e>>,
}

/// An object with the argument that leads to it.
#[derive(Clone, Copy)]
struct DescribedObject<'e> {
    argument: u32,
    size: u64,
    scalars: &'e [(u64, Type, AbsintArgument)],
    /// Whether its address stands in another object, so that an unknown pointer may be it.
    is_inner: bool,
}

impl<'e> DescribedObjects<'e> {
    /// A value; an object that it leads to gets a number.
    fn value(
        &mut self,
        described: &'e AbsintArgument,
        ty: Type,
        argument: u32,
        is_inner: bool,
    ) -> Result<AbstractValue, EntryError> {
        match described {
            AbsintArgument::Object { size, contents } if ty == Type::Pointer => {
                let number = self.objects.len() as u32;
                self.objects.push(DescribedObject { argument, size: *size, scalars: contents, is_inner });
                Ok(AbstractValue::Pointer(Pointer::to(OffsetRange::start(Object::Outer(number)))))
            }
            _ => scalar(described, ty),
        }
    }

    fn contents(&mut self, object: DescribedObject<'e>) -> Result<Contents, EntryError> {
        let mut contents = Contents::argument(object.argument, object.size);
        contents.has_escaped = object.is_inner;
        let is_behind = |described: &AbsintArgument| matches!(described, AbsintArgument::Behind { .. });
        for (offset, ty, described) in object.scalars.iter().filter(|scalar| !is_behind(&scalar.2)) {
            let value = self.value(described, *ty, object.argument, true)?;
            contents.write(*offset, Cell { bytes: ty.store_bytes() as u64, value });
        }
        for (offset, _, described) in object.scalars {
            let AbsintArgument::Behind { pointer, bytes } = described else { continue };
            let first = contents.cells.get(pointer).and_then(|cell| cell.value.as_pointer());
            let distance = i64::try_from(*bytes).map_err(|_| EntryError::BehindNothing)?;
            let behind = first.ok_or(EntryError::BehindNothing)?.moved(distance, distance, 0);
            contents.write(*offset, Cell { bytes: 8, value: AbstractValue::Pointer(behind) });
        }
        Ok(contents)
    }
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

/// A number as domains have it: of x87 without its leading bit.
fn numbers(end: Float) -> Float {
    match end.format() {
        Format::X87 => end.convert(Format::X87_NUMBERS, Rounding::NearestEven).0,
        _ => end,
    }
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
        assert_eq!(cut_all(vec![input(40)], 0.0, AlsoCut::Nothing, 32), None);
        assert_eq!(cut_all(vec![input(3)], 0.0, AlsoCut::Nothing, 32).map(|parts| parts.len()), Some(27));
    }
}
