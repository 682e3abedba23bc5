//! Forms held against arithmetic: whatever the machine computes lies in its form, for the inputs
//! that it was computed from.

use super::form::{AffineForm, SymbolNames};
use super::operations::{Operations, Precision, Sharper};
use super::relations::{Relation, Relations};
use ulpwise_base::SplitMix64;
use ulpwise_domain::Interval;
use ulpwise_float::Format;

/// A form, and what it stands for at each of some points.
#[derive(Clone)]
struct Sample {
    form: AffineForm,
    values: Vec<f64>,
}

const POINTS: usize = 60;

struct SampleMachine {
    random: SplitMix64,
    names: SymbolNames,
    relations: Relations,
    format: Format,
    inputs: Vec<Sample>,
    numbers: Vec<Sample>,
}

impl SampleMachine {
    fn new(seed: u64, format: Format) -> SampleMachine {
        let mut machine = SampleMachine {
            random: SplitMix64::new(seed),
            names: SymbolNames::default(),
            relations: Relations::default(),
            format,
            inputs: Vec::new(),
            numbers: Vec::new(),
        };
        for _ in 0..3 {
            let input = machine.input();
            machine.inputs.push(input.clone());
            machine.numbers.push(input);
        }
        machine
    }

    fn rounded(&self, value: f64) -> f64 {
        if self.format == Format::F32 { f64::from(value as f32) } else { value }
    }

    fn unit(&mut self) -> f64 {
        self.random.below(1 << 30) as f64 / f64::from(1 << 30)
    }

    fn input(&mut self) -> Sample {
        let scale = *self.random.choose(&[1.0, 1.0, 4.0, 1e3, 1e-3, 1e15, 1e-30]);
        let ends = [self.unit(), self.unit()].map(|part| self.rounded((2.0 * part - 1.0) * scale));
        let range = Interval { low: ends[0].min(ends[1]), high: ends[0].max(ends[1]) };
        let form = self.names.name(range).expect("a name");
        let values = (0..POINTS)
            .map(|_| {
                let part = self.unit();
                self.rounded(range.low + (range.high - range.low) * part).clamp(range.low, range.high)
            })
            .collect();
        Sample { form, values }
    }

    fn any(&mut self) -> Sample {
        let at = self.random.below(self.numbers.len() as u64) as usize;
        self.numbers[at].clone()
    }

    /// One more number; checks it.
    fn step(&mut self) {
        let (x, y) = (self.any(), self.any());
        let precision = Precision::for_format(self.format, true).expect("it has forms");
        let choice = self.random.below(10);
        let factor = *self.random.choose(&[0.0, 1.0, 2.0, -0.5, 0.1, 3.0, 1e-3]);
        let factor = self.rounded(factor);
        let is_single = self.format == Format::F32;
        let divisor = y.form.range(self.relations.narrowed());
        let ranges = [x.form.range(self.relations.narrowed()), divisor];
        let constant = AffineForm::constant(Interval::point(factor));
        let mut operations = Operations { relations: &mut self.relations, names: &mut self.names, precision };
        let sharper = match choice {
            0 | 1 => operations.sum(&x.form, &y.form),
            2 => operations.sum(&x.form, &y.form.negated()),
            3 => operations.product(&x.form, &y.form),
            4 => operations.product(&x.form, &x.form),
            5 => operations.product(&x.form, &constant),
            6 if !divisor.contains(0.0) => operations.quotient(&x.form, &y.form, ranges),
            7 if ranges[0].low > 0.0 => operations.root(&x.form, ranges[0]),
            8 => operations.magnitude(&x.form).map(|form| {
                let exact = operations.relations.bounds(&form, |_| false);
                Sharper { exact, form: Some(form) }
            }),
            9 => operations.moved(&x.form, Interval::new(-1.0, 0.0)).map(|form| {
                let exact = operations.relations.bounds(&form, |_| false);
                Sharper { exact, form: Some(form) }
            }),
            _ => None,
        };
        let Some(sharper) = sharper else { return };
        let computed = |(x, y): (f64, f64)| {
            let single = |value: f32| f64::from(value);
            let (sx, sy) = (x as f32, y as f32);
            match (choice, is_single) {
                (0 | 1, false) => x + y,
                (0 | 1, true) => single(sx + sy),
                (2, false) => x - y,
                (2, true) => single(sx - sy),
                (3, false) => x * y,
                (3, true) => single(sx * sy),
                (4, false) => x * x,
                (4, true) => single(sx * sx),
                (5, false) => x * factor,
                (5, true) => single(sx * factor as f32),
                (6, false) => x / y,
                (6, true) => single(sx / sy),
                (7, false) => x.sqrt(),
                (7, true) => single(sx.sqrt()),
                (8, _) => x.abs(),
                _ => x.floor(),
            }
        };
        let values: Vec<f64> = x.values.iter().copied().zip(y.values.iter().copied()).map(computed).collect();
        // The bounds are of what is exact; one step outwards is what rounding can make of it.
        let Interval { low, high } = sharper.exact.range;
        let (low, high) = (self.rounded(low), self.rounded(high));
        for &value in values.iter().filter(|value| value.is_finite()) {
            assert!(low <= value && value <= high, "{choice}: {value:e} is not in {low:e}..{high:e}");
        }
        if let Some(form) = sharper.form {
            let sample = Sample { form, values };
            self.check(&sample);
            if sample.values.iter().all(|value| value.is_finite()) {
                self.numbers.push(sample);
            }
        }
    }

    /// At every point the number is in its form, with the inputs as they are there.
    fn check(&self, sample: &Sample) {
        for (point, &value) in sample.values.iter().enumerate().filter(|(_, value)| value.is_finite()) {
            let mut here = Relations::default();
            for input in &self.inputs {
                here.narrow(&input.form, Interval::point(input.values[point]));
            }
            let range = sample.form.range(here.narrowed());
            assert!(range.contains(value), "{value:e} is not in {range:?} of {:?}", sample.form);
        }
    }
}

#[test]
fn what_is_computed_lies_in_its_form() {
    let mut forms = 0;
    for seed in 1..=300 {
        let mut machine = SampleMachine::new(seed, if seed % 3 == 0 { Format::F32 } else { Format::F64 });
        for _ in 0..25 {
            machine.step();
        }
        forms += machine.numbers.len();
        let (a, b) = (machine.any(), machine.any());
        if let Some(form) = a.form.joined(&b.form) {
            machine.check(&Sample { form: form.clone(), values: a.values });
            machine.check(&Sample { form, values: b.values });
        }
    }
    assert!(forms > 3000, "{forms}");
}

/// Bounds by facts hold wherever the facts do.
#[test]
fn facts_bound_what_they_are_about() {
    let mut sharpened = 0;
    for seed in 1..=300 {
        let mut machine = SampleMachine::new(seed, Format::F64);
        for _ in 0..6 {
            machine.step();
        }
        let mut allowed = [true; POINTS];
        for _ in 0..2 {
            let (a, b) = (machine.any(), machine.any());
            let (relation, holds): (_, fn(f64, f64) -> bool) = match machine.random.below(3) {
                0 => (Relation::NotNegative, |a, b| a >= b),
                1 => (Relation::Positive, |a, b| a > b),
                _ => (Relation::Nonzero, |a, b| a != b),
            };
            let Some(form) = a.form.minus(&b.form) else { continue };
            machine.relations.learn(form, relation);
            for (point, allowed) in allowed.iter_mut().enumerate() {
                *allowed &= holds(a.values[point], b.values[point]);
            }
        }
        for _ in 0..10 {
            let (a, b) = (machine.any(), machine.any());
            let Some(form) = a.form.minus(&b.form) else { continue };
            let bounds = machine.relations.bounds(&form, |_| true);
            sharpened += usize::from(bounds.range != form.range(machine.relations.narrowed()));
            for point in (0..POINTS).filter(|&point| allowed[point]) {
                let (x, y) = (a.values[point], b.values[point]);
                let difference = Interval::point(x).minus(Interval::point(y));
                assert!(bounds.range.meet(difference).is_some(), "{x:e} - {y:e} is not in {bounds:?}");
                assert!(!bounds.is_not_zero || x != y, "{x:e} is {y:e} in spite of {bounds:?}");
            }
        }
    }
    assert!(sharpened > 100, "{sharpened}");
}

#[test]
fn shared_symbols_cancel_and_squares_are_known() {
    let (mut names, mut relations) = (SymbolNames::default(), Relations::default());
    let precision = Precision::for_format(Format::F64, true).expect("doubles have forms");
    let x = names.name(Interval { low: 0.0, high: 1.0 }).expect("a name");
    let one = AffineForm::constant(Interval::ONE);
    let mut operations = Operations { relations: &mut relations, names: &mut names, precision };
    let nothing = operations.sum(&x, &x.negated()).expect("a difference");
    assert_eq!(nothing.exact.range, Interval::ZERO);
    let other = operations.sum(&one, &x.negated()).and_then(|sharper| sharper.form).expect("a form");
    let product = operations.product(&x, &other).expect("a product").exact.range;
    assert!(product.low > -1e-15 && (0.25..0.25 + 1e-15).contains(&product.high), "{product:?}");
    assert!(x.is_name() && !other.is_name() && other.joined(&x).is_none());
}
