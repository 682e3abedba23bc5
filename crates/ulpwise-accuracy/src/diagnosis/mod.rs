//! Where the error of a result was born, and where it grew.
//!
//! A call is run with every operation traced. Going back from the result, each operation's own
//! rounding is followed to the result through what comes after it: by quotients of differences
//! between the program's numbers and the right ones, which for sums, products, quotients and roots
//! are exact, so that the shares of all operations add up to the whole error. For functions of the
//! mathematical library the derivative half way between the two is taken; where one is not known,
//! nothing is followed, and the rest is reported as unexplained.

mod checks;
mod derivative;

pub use checks::Checks;

use derivative::derivatives;
use std::collections::BTreeMap;
use ulpwise_base::Id;
use ulpwise_ir::{FloatFormat, Module, SiteId, SiteKind};
use ulpwise_native::{TracedCall, TracedOperation};
use ulpwise_symex::terms::CheckLimits;

/// What an operation of the program did to the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Operands that carry errors cancel: what is left is mostly error.
    Cancellation,
    /// One operand is so much smaller than the other that most of its digits are lost.
    PrecisionLoss,
    /// Operands cancel, but carry no errors worth a mention.
    BenignCancellation,
    /// It rounds, as operations do.
    Rounding,
}

impl Role {
    /// Its stable name.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Cancellation => "cancellation",
            Self::PrecisionLoss => "precision-loss",
            Self::BenignCancellation => "benign-cancellation",
            Self::Rounding => "rounding",
        }
    }
}

/// What a site has to do with the error of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteShare {
    /// The site.
    pub site: SiteId,
    /// How often it ran.
    pub runs: usize,
    /// The largest rounding of its own, in units of the last place of its result.
    pub rounding: f64,
    /// The largest condition number of a sum or difference: how much larger its operands are than
    /// its result. Infinite where all cancels.
    pub condition: f64,
    /// The part of the result's error that its own roundings make; parts may be negative, and add
    /// up to the whole.
    pub share: f64,
    /// The largest part of the result's error that passed through it.
    pub passed: f64,
    /// What it did.
    pub role: Role,
    /// How often it lost digits, and how often operands cancelled.
    pub checks: Checks,
    /// The run of it that did most, as it was.
    pub worst: TracedOperation,
}

/// Where an error comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The sites, those with the largest shares first.
    pub sites: Vec<SiteShare>,
    /// The part of the error that the shares explain.
    pub explained: f64,
    /// Whether there were more operations than could be looked at.
    pub cut: bool,
}

impl Diagnosis {
    /// The site to look at first: the one where errors that were there before became most of the
    /// result, or else the one that made the error.
    pub fn guilty(&self) -> Option<&SiteShare> {
        let larger = |a: &&SiteShare, b: &&SiteShare| a.condition.total_cmp(&b.condition);
        self.sites.iter().filter(|site| site.magnifies()).max_by(larger).or_else(|| self.sites.first())
    }
}

/// The diagnosis of one output of a traced call, whose error is `computed - right`.
pub fn diagnose(
    module: &Module,
    trace: &TracedCall,
    place: (usize, u32),
    error: f64,
    limits: CheckLimits,
) -> Option<Diagnosis> {
    let &(.., output) = trace.outputs.iter().find(|output| (output.0, output.1) == place)?;
    let rights: BTreeMap<u64, f64> = trace.operations.iter().map(|one| (one.number, one.right)).collect();
    let right_of = |(number, held): (u64, f64)| rights.get(&number).copied().unwrap_or(held);
    // How much a change of each operation's result changes the output.
    let mut weights: BTreeMap<u64, f64> = BTreeMap::from([(output, 1.0)]);
    let mut rows: BTreeMap<SiteId, SiteShare> = BTreeMap::new();
    for operation in trace.operations.iter().rev() {
        let weight = weights.get(&operation.number).copied().unwrap_or(0.0);
        let pairs = operation.operands.map(|operand| (operand.1, right_of(operand)));
        if weight != 0.0 {
            for (&(number, _), slope) in operation.operands.iter().zip(derivatives(module, operation, pairs))
            {
                if number != 0 && slope.is_finite() {
                    *weights.entry(number).or_default() += weight * slope;
                }
            }
        }
        if let Some(site) = operation.site {
            let row = rows.entry(site).or_insert_with(|| SiteShare::new(site, operation));
            row.add(module, operation, pairs, weight, error, limits);
        }
    }
    let mut sites: Vec<SiteShare> = rows.into_values().collect();
    for site in &mut sites {
        site.decide();
    }
    sites.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()).then(a.site.index().cmp(&b.site.index())));
    let explained = sites.iter().map(|site| site.share).sum();
    Some(Diagnosis { sites, explained, cut: trace.cut })
}

/// From this condition number on a sum is said to magnify errors.
const MAGNIFYING: f64 = 16.0;

impl SiteShare {
    /// Whether most of the error passed through it, and it made errors of its operands much larger,
    /// as compared with its result.
    pub fn magnifies(&self) -> bool {
        self.passed > 0.1 && self.condition >= MAGNIFYING && self.role != Role::BenignCancellation
    }

    fn new(site: SiteId, first: &TracedOperation) -> Self {
        Self {
            site,
            runs: 0,
            rounding: 0.0,
            condition: 0.0,
            share: 0.0,
            passed: 0.0,
            role: Role::Rounding,
            checks: Checks::default(),
            worst: *first,
        }
    }

    fn add(
        &mut self,
        module: &Module,
        operation: &TracedOperation,
        pairs: [(f64, f64); 3],
        weight: f64,
        error: f64,
        limits: CheckLimits,
    ) {
        self.runs += 1;
        let format = result_format(module, self.site);
        self.rounding = self.rounding.max(operation.rounding.abs() / unit(operation.value, format));
        let part = |own: f64| if own == 0.0 || weight == 0.0 { 0.0 } else { weight * own / error };
        self.share += part(operation.rounding);
        let passed = part(operation.value - operation.right).abs();
        let condition = match checks::sum_operands(module, self.site, pairs) {
            Some([a, b]) => {
                self.checks.add([a.0, b.0], operation, format, limits);
                if operation.value == 0.0 && a.0 == 0.0 {
                    1.0
                } else {
                    (a.0.abs() + b.0.abs()) / operation.value.abs()
                }
            }
            None => 0.0,
        };
        // The run that is shown: where most of the error passed, and of those the one that
        // magnified it most.
        if (passed.min(1.0), condition) > (self.passed.min(1.0), self.condition) || self.runs == 1 {
            self.worst = *operation;
        }
        self.passed = self.passed.max(passed);
        self.condition = self.condition.max(condition);
    }

    fn decide(&mut self) {
        self.role = match self.checks {
            Checks { harmful, .. } if harmful > 0 => Role::Cancellation,
            Checks { losses, .. } if losses > 0 => Role::PrecisionLoss,
            Checks { cancellations, .. } if cancellations > 0 => Role::BenignCancellation,
            _ => Role::Rounding,
        };
    }
}

/// The format of what a site gives.
fn result_format(module: &Module, site: SiteId) -> FloatFormat {
    match module.sites[site].kind {
        SiteKind::Binary(_, format)
        | SiteKind::Unary(_, format)
        | SiteKind::Fma(format)
        | SiteKind::Compare(format)
        | SiteKind::Convert(_, format)
        | SiteKind::ToInt(format)
        | SiteKind::FromInt(format) => format,
        SiteKind::Libm(function) => match module.functions[function].results.first() {
            Some(ulpwise_ir::Type::Float(format)) => *format,
            _ => FloatFormat::F64,
        },
    }
}

/// The unit of the last place of a number.
fn unit(value: f64, format: FloatFormat) -> f64 {
    let (lowest, fraction_bits) = match format {
        FloatFormat::F32 => (-126, 23),
        _ => (-1022, 52),
    };
    let biased = (value.abs().to_bits() >> 52) as i32;
    let exponent = (biased - 1023).clamp(lowest, 1023) - fraction_bits;
    2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)
}
