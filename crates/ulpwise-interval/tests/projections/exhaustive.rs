//! Every pair of intervals of a small format, with and without the NaN, in every rounding mode.

use crate::table::Table;
use ulpwise_base::SplitMix64;
use ulpwise_expr::{Op, OpKind, Sort};
use ulpwise_float::{Format, Rounding};
use ulpwise_interval::domain::{FloatDomain, OrdinalRange, ordinal};
use ulpwise_interval::project::float::{BINARY, Binary, repeated_direct, repeated_indirect};

/// The intervals of a format as domains, beside the numbers of their members as bits; with and
/// without the NaN.
fn intervals(format: Format) -> Vec<(FloatDomain, u64)> {
    let top = ordinal::infinity(format);
    let count = 2 * top + 2;
    let nan = 1_u64 << count;
    let mut all = vec![(FloatDomain::only_nan(format), nan)];
    for low in 0..count {
        for high in low..count {
            let members = (low..=high).fold(0, |members, number| members | 1 << number);
            let domain = FloatDomain::from_range(format, OrdinalRange::new(low + !top, high + !top));
            let mut with_nan = domain;
            with_nan.add_nan();
            all.push((domain, members));
            all.push((with_nan, members | nan));
        }
    }
    all
}

/// The members of a domain as bits.
fn members(domain: &FloatDomain) -> u64 {
    let top = ordinal::infinity(domain.format());
    let mut bits = u64::from(domain.can_be_nan()) << (2 * top + 2);
    for range in domain.ranges() {
        let (low, high) = (range.low - !top, range.high - !top);
        bits |= (u64::MAX >> (63 - high)) & (u64::MAX << low);
    }
    bits
}

/// Least and greatest number and the NaN: what an interval can say about a set.
fn hull(bits: u64, nan: u64) -> (u32, u32, bool) {
    let numbers = bits & (nan - 1);
    (numbers.trailing_zeros(), numbers.leading_zeros(), bits & nan != 0)
}

/// How often a projection was right, and how often it was exact.
#[derive(Default, Clone, Copy)]
struct Score {
    cases: u64,
    exact_hull: u64,
    exact_set: u64,
}

impl Score {
    fn count(&mut self, projected: u64, exact: u64, nan: u64) {
        self.cases += 1;
        self.exact_hull += u64::from(hull(projected, nan) == hull(exact, nan));
        self.exact_set += u64::from(projected == exact);
    }

    fn hull_share(&self) -> f64 {
        100.0 * self.exact_hull as f64 / self.cases as f64
    }

    fn set_share(&self) -> f64 {
        100.0 * self.exact_set as f64 / self.cases as f64
    }
}

/// Every domain of the first is combined with every one of the second.
type Pairs<'a> = (&'a [(FloatDomain, u64)], &'a [(FloatDomain, u64)]);

struct ProjectionSubject<'a> {
    binary: &'a Binary,
    /// For each mode, the results of x and y as one bit (or more where they are left open), by x
    /// then y.
    cells: Vec<Vec<u64>>,
    numbers: usize,
}

impl ProjectionSubject<'_> {
    fn new(binary: &Binary, format: Format) -> ProjectionSubject<'_> {
        let float = Sort::Float(format);
        let with_mode = binary.op.kind().takes_rounding_mode();
        let sorts: &[Sort] = if with_mode { &[Sort::RoundingMode, float, float] } else { &[float, float] };
        let table = Table::new(binary.op, sorts, float);
        let numbers = table.results.len();
        let cells: Vec<Vec<u64>> = table.cells.chunks(numbers * numbers).map(<[u64]>::to_vec).collect();
        ProjectionSubject { binary, cells, numbers }
    }

    fn modes(&self) -> &[Rounding] {
        &Rounding::ALL[..self.cells.len()]
    }

    /// The results of each x with the members of y, or with the operands exchanged of each y with
    /// the members of x.
    fn rows(&self, mode: usize, others: u64, exchanged: bool) -> Vec<u64> {
        let at = |own: usize, other: usize| {
            if exchanged { other * self.numbers + own } else { own * self.numbers + other }
        };
        let results = |own: usize| {
            let others = (0..self.numbers).filter(|other| others >> other & 1 == 1);
            others.fold(0, |row, other| row | self.cells[mode][at(own, other)])
        };
        (0..self.numbers).map(results).collect()
    }

    fn direct(&self, (outer, inner): Pairs) -> Score {
        let mut score = Score::default();
        let nan = 1 << (self.numbers - 1);
        for (number, &mode) in self.modes().iter().enumerate() {
            for (y, y_members) in outer {
                let rows = self.rows(number, *y_members, false);
                for (x, x_members) in inner {
                    let exact =
                        (0..self.numbers).filter(|x| x_members >> x & 1 == 1).fold(0, |set, x| set | rows[x]);
                    let projected = members(&(self.binary.direct)(mode, x, y));
                    assert!(
                        exact & !projected == 0,
                        "{} {mode:?}: {x} and {y} lost {:b}",
                        self.binary.op,
                        exact & !projected
                    );
                    score.count(projected, exact, nan);
                }
            }
        }
        score
    }

    /// The first operand from result and second, or the second from result and first.
    fn indirect(&self, (outer, inner): Pairs, second: bool, full: &FloatDomain) -> Score {
        let mut score = Score::default();
        let nan = 1 << (self.numbers - 1);
        for (number, &mode) in self.modes().iter().enumerate() {
            for (other, other_members) in outer {
                let rows = self.rows(number, *other_members, second);
                for (z, z_members) in inner {
                    let feasible = |own: &usize| rows[*own] & z_members != 0;
                    let exact = (0..self.numbers).filter(feasible).fold(0, |set, own| set | 1 << own);
                    let projected = members(&if second {
                        (self.binary.second)(mode, z, other, full)
                    } else {
                        (self.binary.first)(mode, z, full, other)
                    });
                    assert!(
                        exact & !projected == 0,
                        "{} {mode:?} second {second}: {z} from {other} lost {:b}",
                        self.binary.op,
                        exact & !projected
                    );
                    score.count(projected, exact, nan);
                }
            }
        }
        score
    }
}

/// The share of exact hulls in percent that each projection must reach: direct, first operand,
/// second operand.
fn required(op: Op) -> [f64; 3] {
    match op.kind() {
        OpKind::FpAdd | OpKind::FpSub | OpKind::FpMul | OpKind::FpDiv => [100.0, 95.0, 95.0],
        OpKind::FpRem | OpKind::FpFmod => [100.0, 80.0, 80.0],
        OpKind::FpMin | OpKind::FpMax => [100.0; 3],
        _ => [0.0; 3],
    }
}

fn check_all(format: Format, pairs: Pairs) -> String {
    let full = FloatDomain::full(format);
    let mut report = format!("{format}: share of exact hulls (of exact sets)\n");
    for binary in BINARY {
        let subject = ProjectionSubject::new(binary, format);
        let scores = [
            subject.direct(pairs),
            subject.indirect(pairs, false, &full),
            subject.indirect(pairs, true, &full),
        ];
        report += &format!("{:<10}", binary.op.kind().name());
        for (score, required) in scores.iter().zip(required(binary.op)) {
            report += &format!(" {:>8.3} % ({:>7.3} %)", score.hull_share(), score.set_share());
            assert!(score.hull_share() >= required, "{report}");
        }
        report += "\n";
    }
    report
}

#[expect(clippy::print_stdout, reason = "the table is what the tests measure")]
fn print(report: &str) {
    println!("{report}");
}

#[test]
fn every_pair_of_intervals_of_the_smallest_format() {
    let format = Format::new(2, 3).expect("a format");
    let domains = intervals(format);
    print(&check_all(format, (&domains, &domains)));
}

#[test]
fn a_random_share_of_the_pairs_of_a_larger_format() {
    let format = Format::new(3, 3).expect("a format");
    let domains = intervals(format);
    let mut random = SplitMix64::new(5);
    let mut sample = |count: usize| -> Vec<_> { (0..count).map(|_| *random.choose(&domains)).collect() };
    let (outer, inner) = (sample(60), sample(250));
    print(&check_all(format, (&outer, &inner)));
}

/// Every interval as the operands of `op(x, x)`, with every interval of results.
#[test]
fn every_pair_of_intervals_for_equal_operands() {
    let format = Format::new(2, 3).expect("a format");
    let domains = intervals(format);
    let nan = domains[0].1;
    let mut report = String::from("equal operands: share of exact hulls, direct and indirect\n");
    for binary in BINARY {
        let subject = ProjectionSubject::new(binary, format);
        let (mut direct, mut indirect) = (Score::default(), Score::default());
        for (number, &mode) in subject.modes().iter().enumerate() {
            let diagonal: Vec<u64> =
                (0..subject.numbers).map(|x| subject.cells[number][x * (subject.numbers + 1)]).collect();
            for (x, x_members) in &domains {
                let inside = |at: &usize| x_members >> at & 1 == 1;
                let exact = (0..subject.numbers).filter(inside).fold(0, |set, at| set | diagonal[at]);
                let projected =
                    members(&repeated_direct(binary.op, mode, x).expect("special for all of these"));
                assert!(exact & !projected == 0, "{} {mode:?} of {x} lost results", binary.op);
                direct.count(projected, exact, nan);
                for (z, z_members) in &domains {
                    let wanted = |at: &usize| inside(at) && diagonal[*at] & z_members != 0;
                    let exact = (0..subject.numbers).filter(wanted).fold(0, |set, at| set | 1 << at);
                    let mut projected =
                        repeated_indirect(binary.op, mode, z, x).expect("special for all of these");
                    projected.intersect(x);
                    let projected = members(&projected);
                    assert!(exact & !projected == 0, "{} {mode:?} of {x} to {z} lost operands", binary.op);
                    indirect.count(projected, exact, nan);
                }
            }
        }
        report += &format!("{:<10} {:>8.3} %", binary.op.kind().name(), direct.hull_share());
        report += &format!(" {:>8.3} %\n", indirect.hull_share());
        assert!(direct.hull_share() == 100.0 && indirect.hull_share() == 100.0, "{report}");
    }
    print(&report);
}
