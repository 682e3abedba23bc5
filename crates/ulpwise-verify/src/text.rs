//! Certificates as text: a line for each fact, words separated by spaces, numbers exact.
//!
//! A set of floats is written by encodings, `f64:3ff0000000000000..4000000000000000,q`: from 1 to 2,
//! and quiet NaNs (`s`: signalling ones). Integers are signed decimals, `i32:-1..7`. Addresses name
//! regions with offsets, `ptr:null,o0@0..56/8` (`g` a global, `f` a function, `o` handed in, `l`
//! allocated by an instruction, `h` the heap, `any` unknown). `x87` is any x87 number.
//!
//! What is not understood is refused with its line; nothing is skipped.

use crate::arithmetic::RoundingAssumption;
use crate::certificate::{
    BlockState, Certificate, EntryAssumption, EntryStep, ExitClaim, OrderFact, ProofContext, ProofNode,
    ProofSection,
};
use crate::float_set::FloatSet;
use crate::int_set::IntSet;
use crate::memory::{RegionContents, SameAsSlot};
use crate::refusal::Refusal;
use crate::spans::{Span, Spans};
use crate::value::{PointerSet, Region, RegionOffsets, ScalarSet};
use std::str::FromStr;
use std::sync::Arc;
use ulpwise_externals::Exception;
use ulpwise_float::order;
use ulpwise_ir::{BlockId, EdgeId, FloatFormat, FunctionId, GlobalId, InstId, SiteId, Slot, Type};

/// The first line of every certificate; another number is another format.
pub const TITLE: &str = "ulpwise certificate 1";

/// The certificate that a text is.
///
/// # Errors
/// The line that is not understood.
pub fn parse(text: &str) -> Result<Certificate, Refusal> {
    let mut lines = text.lines();
    if lines.next() != Some(TITLE) {
        return Err(format!("the first line is not '{TITLE}': another format, or no certificate").into());
    }
    let mut reader = Reader::default();
    for (number, line) in lines.enumerate() {
        if reader.ended {
            return Err(format!("line {}: something after the end", number + 2).into());
        }
        reader.line(line).ok_or_else(|| {
            let shown: String = line.chars().take(60).collect();
            format!("line {}: '{shown}' is not understood", number + 2)
        })?;
    }
    let function = reader.function.ok_or("no function is named")?;
    let rounding = reader.rounding.ok_or("no rounding mode is named")?;
    if !reader.ended {
        return Err("the end is missing".into());
    }
    Ok(Certificate {
        version: reader.version.ok_or("no version is named")?,
        program: reader.program.ok_or("no program is named")?,
        sources: reader.sources,
        build: reader.build,
        function,
        rounding,
        entry: reader.entry,
        sections: reader.sections,
        uncertified: reader.uncertified,
    })
}

#[derive(Default)]
struct Reader {
    version: Option<String>,
    program: Option<String>,
    build: String,
    sources: Vec<(String, String)>,
    function: Option<FunctionId>,
    rounding: Option<RoundingAssumption>,
    entry: EntryAssumption,
    sections: Vec<ProofSection>,
    uncertified: Vec<(SiteId, Exception, String)>,
    ended: bool,
}

fn number<T: FromStr>(word: &str) -> Option<T> {
    // Only the canonical spelling.
    let is_plain = !word.starts_with('+') && (word.len() == 1 || !word.starts_with('0'));
    word.parse().ok().filter(|_| is_plain)
}

fn unquoted(word: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('%') {
        let (code, after) = after.split_once('.')?;
        text.push_str(before);
        text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
        rest = after;
    }
    text.push_str(rest);
    Some(text)
}

fn exception(id: &str) -> Option<Exception> {
    Exception::ALL.into_iter().find(|exception| exception.id() == id)
}

impl Reader {
    /// Understands a line; `None` if it does not.
    fn line(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        let (first, rest) = words.split_first()?;
        if self.sections.is_empty() {
            match (*first, rest) {
                ("version", [version]) => self.version = Some(unquoted(version)?),
                ("program", [digest]) => self.program = Some((*digest).to_owned()),
                ("build", [build]) => self.build = unquoted(build)?,
                ("source", [name, digest]) => self.sources.push((unquoted(name)?, (*digest).to_owned())),
                ("function", [id]) => self.function = Some(FunctionId::new(number(id)?)),
                ("rounding", ["nearest"]) => self.rounding = Some(RoundingAssumption::Nearest),
                ("rounding", ["any"]) => self.rounding = Some(RoundingAssumption::Any),
                ("argument", [value]) => self.entry.arguments.push(parse_value(value)?),
                ("region", words) => self.entry.regions.push(parse_contents(words)?),
                ("uncertified", [site, id, reason]) => {
                    self.uncertified.push((SiteId::new(number(site)?), exception(id)?, unquoted(reason)?));
                }
                ("section", []) => self.begin_section(),
                ("end", []) => self.ended = true,
                _ => return None, // fail-closed: the line is not understood.
            }
            return Some(());
        }
        self.section_line(first, rest)
    }

    fn begin_section(&mut self) {
        let (goals, parts, open, contexts) = Default::default();
        self.sections.push(ProofSection { goals, parts, open, contexts });
    }

    fn section_line(&mut self, first: &str, rest: &[&str]) -> Option<()> {
        let section = self.sections.last_mut()?;
        if section.contexts.is_empty() {
            match (first, rest) {
                ("goal", [site, id]) => section.goals.push((SiteId::new(number(site)?), exception(id)?)),
                ("cut", [argument, last]) => {
                    section.parts.push(EntryStep::Cut { argument: number(argument)?, last: number(last)? });
                }
                ("part", [context]) => section.parts.push(EntryStep::Context(number(context)?)),
                ("open", [context]) => section.open.push(number(context)?),
                _ => return self.between_contexts(first, rest), // fail-closed: refused there.
            }
            return Some(());
        }
        let context = section.contexts.last_mut()?;
        match (first, rest) {
            ("argument", [value]) => context.entry.arguments.push(parse_value(value)?),
            ("region", words) => context.entry.regions.push(parse_contents(words)?),
            ("exit", flags) => {
                let wrote_outside = outside(flags)?;
                context.exit = Some(ExitClaim { results: Vec::new(), regions: Vec::new(), wrote_outside });
            }
            ("result", [value]) => context.exit.as_mut()?.results.push(parse_value(value)?),
            ("left", words) => context.exit.as_mut()?.regions.push(parse_contents(words)?),
            ("node", [block]) => {
                let block = BlockId::new(number(block)?);
                context.nodes.push(ProofNode { block, claim: None, edges: Vec::new(), calls: Vec::new() });
            }
            ("edge", [edge, to]) => {
                context.nodes.last_mut()?.edges.push((EdgeId::new(number(edge)?), number(to)?));
            }
            ("call", [inst, to]) => {
                context.nodes.last_mut()?.calls.push((InstId::new(number(inst)?), number(to)?));
            }
            ("claim", flags) => {
                let mut claim = BlockState::default();
                claim.memory.wrote_outside = outside(flags)?;
                context.nodes.last_mut()?.claim = Some(claim);
            }
            ("value" | "memory" | "same" | "order", rest) => {
                parse_claim(context.nodes.last_mut()?.claim.as_mut()?, first, rest)?;
            }
            _ => return self.between_contexts(first, rest), // fail-closed: refused there.
        }
        Some(())
    }

    fn between_contexts(&mut self, first: &str, rest: &[&str]) -> Option<()> {
        match (first, rest) {
            ("context", [function]) => {
                let function = FunctionId::new(number(function)?);
                let (entry, exit, nodes) = (EntryAssumption::default(), None, Vec::new());
                self.sections.last_mut()?.contexts.push(ProofContext { function, entry, exit, nodes });
            }
            ("section", []) => self.begin_section(),
            ("end", []) => self.ended = true,
            _ => return None, // fail-closed: the line is not understood.
        }
        Some(())
    }
}

fn outside(flags: &[&str]) -> Option<bool> {
    match flags {
        [] => Some(false),
        ["outside"] => Some(true),
        _ => None, // fail-closed: the word is not understood.
    }
}

fn parse_claim(claim: &mut BlockState, first: &str, rest: &[&str]) -> Option<()> {
    let slot = |word: &str| number(word).map(Slot::new);
    match (first, rest) {
        ("value", [at, value]) => {
            claim.values.insert(slot(at)?, parse_value(value)?);
        }
        ("memory", [region, words @ ..]) => {
            claim.memory.regions.insert(parse_region(region)?, Arc::new(parse_contents(words)?));
        }
        ("same", [at, region, offset, bytes]) => {
            let (slot, region) = (slot(at)?, parse_region(region)?);
            let same = SameAsSlot { slot, region, offset: number(offset)?, bytes: number(bytes)? };
            claim.memory.same.push(same);
        }
        ("order", [a, b, ways]) => {
            let ways: Vec<bool> = ways.chars().map(|way| way == '1').collect();
            claim.order.push(OrderFact { a: slot(a)?, b: slot(b)?, ways: ways.try_into().ok()? });
        }
        _ => return None, // fail-closed: the line is not understood.
    }
    Some(())
}

fn parse_region(word: &str) -> Option<Region> {
    if word == "h" {
        return Some(Region::Heap);
    }
    let id = |rest: &str| number::<u32>(rest);
    match word.split_at_checked(1)? {
        ("g", rest) => id(rest).map(|id| Region::Global(GlobalId::new(id))),
        ("f", rest) => id(rest).map(|id| Region::Function(FunctionId::new(id))),
        ("o", rest) => id(rest).map(Region::Outer),
        ("l", rest) => id(rest).map(|id| Region::Local(InstId::new(id))),
        _ => None, // fail-closed: the word is not understood.
    }
}

fn parse_contents(words: &[&str]) -> Option<RegionContents> {
    let mut contents = RegionContents::default();
    for word in words {
        match *word {
            "argument" => contents.argument = true,
            "zero" => contents.zero = true,
            "single" => contents.single = true,
            "escaped" => contents.escaped = true,
            word => {
                let (name, value) = word.split_once('=')?;
                if name == "size" {
                    contents.size = Some(number(value)?);
                    continue;
                }
                let (offset, bytes) = name.split_once('/')?;
                let value = parse_value(value)?;
                let bytes: u64 = number(bytes)?;
                if value.ty()?.store_bytes() as u64 != bytes {
                    return None;
                }
                contents.cells.insert(number(offset)?, (bytes, value));
            }
        }
    }
    let ends = contents.cells.iter().map(|(at, (bytes, _))| at.checked_add(*bytes));
    let starts = contents.cells.keys().copied().skip(1).map(Some).chain([None]);
    ends.zip(starts)
        .all(|(end, next)| end.is_some_and(|end| next.is_none_or(|next| end <= next)))
        .then_some(contents)
}

fn parse_value(word: &str) -> Option<ScalarSet> {
    if word == "x87" {
        return Some(ScalarSet::Opaque);
    }
    let (name, list) = word.split_once(':')?;
    let parts = list.split(',').filter(|part| !part.is_empty());
    match Type::from_name(name)? {
        Type::Float(FloatFormat::X87) => None,
        Type::Float(format) => {
            let mut set = FloatSet::empty(format.exact_format());
            let mut spans = Vec::new();
            for part in parts {
                match part {
                    "q" => set.quiet = true,
                    "s" => set.signaling = true,
                    _ => spans.push(parse_floats(format, part)?), // fail-closed: or refused.
                }
            }
            set.numbers = Spans::new(spans);
            Some(ScalarSet::Float(set))
        }
        Type::Int(bits) => {
            let span = |part: &str| {
                let (low, high) = part.split_once("..")?;
                Some(Span::new(number(low)?, number(high)?))
            };
            let spans: Option<Vec<Span>> = parts.map(span).collect();
            (bits > 0).then(|| Some(ScalarSet::Int(IntSet::of_spans(bits, Spans::new(spans?))))).flatten()
        }
        Type::Pointer => {
            let mut set = PointerSet { places: Vec::new(), null: false, unknown: false };
            for part in parts {
                match part {
                    "null" => set.null = true,
                    "any" => set.unknown = true,
                    _ => set.add(parse_place(part)?), // fail-closed: or refused.
                }
            }
            Some(ScalarSet::Pointer(set))
        }
    }
}

fn parse_floats(format: FloatFormat, part: &str) -> Option<Span> {
    let (low, high) = part.split_once("..")?;
    let exact = format.exact_format();
    let at = |word: &str| {
        let bits = u128::from_str_radix(word, 16).ok()?;
        let is_number = bits & !order::mask(exact.width()) == 0 && !order::is_nan(exact, bits);
        is_number.then(|| order::ordinal(exact, bits))
    };
    Some(Span::new(at(low)?, at(high)?))
}

fn parse_place(part: &str) -> Option<RegionOffsets> {
    let (region, offsets) = part.split_once('@')?;
    let (range, stride) = offsets.split_once('/')?;
    let (low, high) = range.split_once("..")?;
    let place = RegionOffsets {
        region: parse_region(region)?,
        low: number(low)?,
        high: number(high)?,
        stride: number(stride)?,
    };
    (place.low <= place.high).then_some(place)
}
