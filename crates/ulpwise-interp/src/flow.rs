//! What becomes of infinities and NaNs: which operations made them, handed them on or swallowed
//! them, and which comparisons saw them. Recorded on request
//! ([`InterpOptions::record_flow`](crate::InterpOptions::record_flow)).
//!
//! Each kind of step is recorded once for a site, with the operands of the first time. Operations
//! that have no site (moves, changes of sign) leave no step, nor do ordinary results of ordinary
//! operands.

use crate::event::Raised;
use crate::number::{float, site};
use std::collections::HashSet;
use ulpwise_base::IdVec;
use ulpwise_externals::Exception;
use ulpwise_ir::{FloatFormat, Module, SiteId, SiteKind, Type};

/// What an operation did with an exceptional value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FlowKind {
    /// It raised an exception.
    Raised(Exception),
    /// An operand was infinite or NaN, and so is the result.
    Carried,
    /// An operand was infinite or NaN, and the result is not.
    Swallowed,
    /// It compared something with an infinity or a NaN.
    Compared,
}

/// A step of exceptional values through the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowStep {
    /// Where.
    pub site: SiteId,
    /// What was done.
    pub kind: FlowKind,
    /// The bits of the operands, the first time.
    pub operands: Vec<u128>,
    /// The bits of the result, the first time; of a comparison 0.
    pub result: u128,
}

/// How many operands of a site are looked at; no function of the mathematical library has more.
const MAX_OPERANDS: usize = 4;

/// The formats of the numbers that a site works on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SiteFormats {
    /// Of its operands, where they are floats.
    pub operands: [Option<FloatFormat>; MAX_OPERANDS],
    /// Of its result, where it is one.
    pub result: Option<FloatFormat>,
}

/// The steps of a run, in the order of their first occurrence.
#[derive(Clone, Debug)]
pub(crate) struct FlowLog {
    formats: IdVec<SiteId, SiteFormats>,
    compares: IdVec<SiteId, bool>,
    pub(crate) steps: Vec<FlowStep>,
    known: HashSet<(SiteId, FlowKind)>,
}

impl FlowLog {
    pub(crate) fn new(module: &Module) -> Self {
        let (mut formats, mut compares) = (IdVec::new(), IdVec::new());
        for site in module.sites.ids() {
            formats.push(SiteFormats::from_site(module, site));
            compares.push(matches!(module.sites[site].kind, SiteKind::Compare(_)));
        }
        Self { formats, compares, steps: Vec::new(), known: HashSet::new() }
    }

    pub(crate) fn record(&mut self, raised: &Raised<'_>) {
        for exception in site::exceptions(raised.flags, raised.facts) {
            if !exception.is_on_request() {
                self.note(FlowKind::Raised(exception), raised);
            }
        }
        let formats = self.formats[raised.site];
        let is_read =
            formats.operands.iter().zip(raised.operands).any(|(&format, &bits)| is_special(format, bits));
        let is_made = is_special(formats.result, raised.result);
        match (is_read, is_made) {
            (true, _) if self.compares[raised.site] => self.note(FlowKind::Compared, raised),
            (true, true) => self.note(FlowKind::Carried, raised),
            (true, false) => self.note(FlowKind::Swallowed, raised),
            (false, _) => {}
        }
    }

    fn note(&mut self, kind: FlowKind, raised: &Raised<'_>) {
        if self.known.insert((raised.site, kind)) {
            let Raised { site, operands, result, .. } = *raised;
            self.steps.push(FlowStep { site, kind, operands: operands.to_vec(), result });
        }
    }
}

impl SiteFormats {
    /// Of a site of a module.
    pub fn from_site(module: &Module, site: SiteId) -> SiteFormats {
        let float = |ty: &Type| if let Type::Float(format) = ty { Some(*format) } else { None };
        let same = |count: usize, format: FloatFormat| {
            std::array::from_fn(|operand| (operand < count).then_some(format))
        };
        let (operands, result) = match module.sites[site].kind {
            SiteKind::Binary(_, format) => (same(2, format), Some(format)),
            SiteKind::Unary(_, format) => (same(1, format), Some(format)),
            SiteKind::Fma(format) => (same(3, format), Some(format)),
            SiteKind::Compare(format) => (same(2, format), None),
            SiteKind::Convert(from, to) => (same(1, from), Some(to)),
            SiteKind::ToInt(format) => (same(1, format), None),
            SiteKind::FromInt(format) => (same(0, format), Some(format)),
            SiteKind::Libm(function) => {
                let function = &module.functions[function];
                let operand = |operand: usize| function.parameters.get(operand).and_then(float);
                (std::array::from_fn(operand), function.results.first().and_then(float))
            }
        };
        SiteFormats { operands, result }
    }
}

/// Whether bits of a format, if it is one, are infinite or NaN.
fn is_special(format: Option<FloatFormat>, bits: u128) -> bool {
    format.is_some_and(|format| !float::exact(format, bits).is_finite())
}
