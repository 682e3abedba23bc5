//! `project` of every operator on random domains of small sorts, against enumeration.

use crate::table::{Table, values};
use ulpwise_base::SplitMix64;
use ulpwise_expr::{Op, OpKind, Sort, Value};
use ulpwise_float::Format;
use ulpwise_interval::domain::{BitVecDomain, Domain, FloatDomain, OrdinalRange, ordinal};
use ulpwise_interval::project::{ProjectionOutcome, is_supported, project};

const WIDTH: u32 = 3;

fn format(exponent_bits: u32, significand_bits: u32) -> Format {
    Format::new(exponent_bits, significand_bits).expect("a format")
}

/// Every kind of operator that is looked into, with small sorts.
fn signatures() -> Vec<(Op, Vec<Sort>, Sort)> {
    let float = Sort::Float(format(2, 3));
    let (mode, bits, truth) = (Sort::RoundingMode, Sort::BitVec(WIDTH), Sort::Bool);
    let small = |op: OpKind| -> Vec<(Op, Vec<Sort>, Sort)> {
        use OpKind as K;
        match op {
            K::Not => vec![(Op::Not, vec![truth], truth)],
            K::And => vec![(Op::And, vec![truth; 3], truth)],
            K::Or => vec![(Op::Or, vec![truth; 3], truth)],
            K::Eq => [truth, bits, float, mode].map(|sort| (Op::Eq, vec![sort; 2], truth)).to_vec(),
            K::Ite => {
                let ite = |sort: Sort| (Op::Ite, vec![truth, sort, sort], sort);
                [truth, bits, float, mode].map(ite).to_vec()
            }
            K::BvExtract => vec![
                (Op::BvExtract { high: 3, low: 1 }, vec![Sort::BitVec(5)], Sort::BitVec(3)),
                (Op::BvExtract { high: 4, low: 2 }, vec![Sort::BitVec(5)], Sort::BitVec(3)),
                (Op::BvExtract { high: 2, low: 0 }, vec![Sort::BitVec(5)], Sort::BitVec(3)),
            ],
            K::BvZeroExtend => vec![(Op::BvZeroExtend { by: 2 }, vec![bits], Sort::BitVec(5))],
            K::BvSignExtend => vec![(Op::BvSignExtend { by: 2 }, vec![bits], Sort::BitVec(5))],
            K::BvConcat => vec![(Op::BvConcat, vec![bits, Sort::BitVec(2)], Sort::BitVec(5))],
            K::FpFromBits => vec![(Op::FpFromBits(format(2, 3)), vec![Sort::BitVec(5)], float)],
            K::FpToBits => vec![(Op::FpToBits, vec![float], Sort::BitVec(5))],
            K::FpFromFp => {
                let convert = |from: Format, to: Format| {
                    (Op::FpFromFp(to), vec![mode, Sort::Float(from)], Sort::Float(to))
                };
                vec![
                    convert(format(3, 3), format(2, 3)),
                    convert(format(2, 3), format(3, 2)),
                    convert(format(2, 4), format(2, 2)),
                ]
            }
            K::FpFromSigned => vec![(Op::FpFromSigned(format(2, 3)), vec![mode, Sort::BitVec(5)], float)],
            K::FpFromUnsigned => vec![(
                Op::FpFromUnsigned(format(3, 2)),
                vec![mode, Sort::BitVec(5)],
                Sort::Float(format(3, 2)),
            )],
            K::FpToSigned => vec![(Op::FpToSigned { width: 3 }, vec![mode, Sort::Float(format(3, 3))], bits)],
            K::FpToUnsigned => {
                vec![(Op::FpToUnsigned { width: 3 }, vec![mode, Sort::Float(format(3, 3))], bits)]
            }
            K::Constant | K::Variable | K::ArraySelect | K::ArrayStore | K::ArrayConstant => vec![],
            K::RealNeg | K::RealAdd | K::RealMul | K::RealDiv | K::RealLt | K::Libm => vec![],
            K::FpToReal | K::FpFromReal => vec![],
            _ => plain(op, float, bits),
        }
    };
    OpKind::ALL.iter().flat_map(|&kind| small(kind)).collect()
}

/// Operators without indices on sorts that all are floats or all bit-vectors, a rounding mode
/// aside.
fn plain(kind: OpKind, float: Sort, bits: Sort) -> Vec<(Op, Vec<Sort>, Sort)> {
    let mode = Sort::RoundingMode;
    let op = kind.without_index().expect("an operator without indices");
    let on = |operands: Vec<Sort>| op.sort_on(&operands).map(|sort| (op, operands, sort));
    let mut all = Vec::new();
    for same in [float, bits] {
        all.extend((1..=3).filter_map(|count| on(vec![same; count])));
        all.extend((1..=3).filter_map(|count| on([vec![mode], vec![same; count]].concat())));
    }
    assert!(!all.is_empty(), "{op} takes other operands");
    all
}

/// A random domain of a small sort that is not empty.
pub(crate) fn random_domain(sort: Sort, random: &mut SplitMix64) -> Domain {
    let all = values(sort);
    loop {
        let domain = match sort {
            _ if random.below(8) == 0 => Domain::full(sort),
            _ if random.below(6) == 0 => Domain::singleton(random.choose(&all)),
            Sort::Float(format) => {
                let top = ordinal::infinity(format);
                let mut domain = FloatDomain::empty(format);
                let mut at = || random.below(2 * top as u64 + 2) as i128 + !top;
                for _ in 0..1 + at().rem_euclid(5) / 3 {
                    let (low, high) = (at(), at());
                    domain.add_range(OrdinalRange::new(low.min(high), low.max(high)));
                }
                if random.below(2) == 0 {
                    domain.add_nan();
                }
                domain.into()
            }
            Sort::BitVec(width) => random_bits(width, random).into(),
            _ => {
                let (first, second) = (random.choose(&all), random.choose(&all));
                Domain::singleton(first).union(&Domain::singleton(second))
            }
        };
        if !domain.is_empty() {
            return domain;
        }
    }
}

fn random_bits(width: u32, random: &mut SplitMix64) -> BitVecDomain {
    let count = 1 << width;
    let mut number = |bound: u64| u128::from(random.below(bound));
    let mut domain = BitVecDomain::full(width);
    if number(2) == 0 {
        let low = number(count);
        domain.intersect(&BitVecDomain::unsigned_between(width, low, low + number(count)));
    }
    if number(2) == 0 {
        let low = number(count) as i128 - i128::from(count / 2);
        domain.intersect(&BitVecDomain::signed_between(width, low, low + number(count) as i128));
    }
    if number(2) == 0 {
        let known = number(count) & number(count);
        let ones = number(count) & known;
        domain.intersect(&BitVecDomain::with_bits(width, ones, known & !ones));
    }
    domain
}

/// For each domain, the values that belong to a solution, as bits.
fn solutions(table: &Table, args: &[Domain], result: &Domain) -> (Vec<u64>, u64) {
    let members = |values: &[Value], domain: &Domain| -> Vec<bool> {
        values.iter().map(|value| domain.contains(value)).collect()
    };
    let inside: Vec<Vec<bool>> =
        table.args.iter().zip(args).map(|(values, domain)| members(values, domain)).collect();
    let wanted = members(&table.results, result)
        .iter()
        .enumerate()
        .fold(0, |set, (number, &is)| set | u64::from(is) << number);
    let mut found = (vec![0_u64; args.len()], 0);
    for (index, cell) in table.cells.iter().enumerate() {
        if cell & wanted == 0 {
            continue;
        }
        let tuple = table.tuple(index);
        if tuple.iter().zip(&inside).all(|(&number, inside)| inside[number]) {
            for (set, &number) in found.0.iter_mut().zip(&tuple) {
                *set |= 1 << number;
            }
            found.1 |= cell & wanted;
        }
    }
    found
}

fn bits_of(values: &[Value], domain: &Domain) -> u64 {
    values
        .iter()
        .enumerate()
        .fold(0, |set, (number, value)| set | u64::from(domain.contains(value)) << number)
}

/// How many of the domains have exactly the values of solutions at their ends, and how many were
/// looked at.
#[derive(Default)]
struct Score {
    exact: u64,
    all: u64,
    conflicts_seen: u64,
    conflicts: u64,
}

fn check(table: &Table, sorts: &[Sort], result_sort: Sort, rounds: u32, random: &mut SplitMix64) -> Score {
    let mut score = Score::default();
    for _ in 0..rounds {
        let before: Vec<Domain> = sorts.iter().map(|&sort| random_domain(sort, random)).collect();
        let result_before = random_domain(result_sort, random);
        let (mut args, mut result) = (before.clone(), result_before.clone());
        let outcome = project(table.op, &mut args, &mut result);
        let (wanted, wanted_result) = solutions(table, &before, &result_before);
        let case =
            || format!("{} of {before:?} to {result_before:?} became {args:?} to {result:?}", table.op);
        if outcome == ProjectionOutcome::Conflict {
            assert!(wanted_result == 0, "{} is no conflict", case());
            score.conflicts += 1;
            score.conflicts_seen += 1;
            continue;
        }
        score.conflicts += u64::from(wanted_result == 0);
        let ProjectionOutcome::Narrowed(changes) = outcome else { unreachable!("not a conflict") };
        assert_eq!(changes.result(), result != result_before, "{}", case());
        for (index, domain) in args.iter().enumerate() {
            let found = bits_of(&table.args[index], domain);
            assert!(
                wanted[index] & !found == 0,
                "{} lost {:b} of argument {index}",
                case(),
                wanted[index] & !found
            );
            assert!(found & !bits_of(&table.args[index], &before[index]) == 0, "{} gained", case());
            assert_eq!(changes.argument(index), *domain != before[index], "{}", case());
            score.all += 1;
            score.exact += u64::from(same_ends(found, wanted[index]));
        }
        let found = bits_of(&table.results, &result);
        assert!(wanted_result & !found == 0, "{} lost {:b} of the result", case(), wanted_result & !found);
        assert!(found & !bits_of(&table.results, &result_before) == 0, "{} gained", case());
        score.all += 1;
        score.exact += u64::from(same_ends(found, wanted_result));
    }
    score
}

fn same_ends(found: u64, wanted: u64) -> bool {
    found.trailing_zeros() == wanted.trailing_zeros() && found.leading_zeros() == wanted.leading_zeros()
}

#[test]
fn no_operator_loses_a_solution_of_random_domains() {
    let mut random = SplitMix64::new(7);
    let mut report = String::from("share of exact ends after one call, and of conflicts that are seen\n");
    for (op, sorts, result) in signatures() {
        assert!(is_supported(op, &sorts, result));
        let table = Table::new(op, &sorts, result);
        let rounds = (3_000_000 / table.cells.len().max(100)).min(8_000) as u32;
        let score = check(&table, &sorts, result, rounds, &mut random);
        let share = 100.0 * score.exact as f64 / score.all.max(1) as f64;
        let seen = 100.0 * score.conflicts_seen as f64 / score.conflicts.max(1) as f64;
        report += &format!("{:<28} {share:>7.2} % {seen:>7.2} % ({rounds} domains)\n", op.to_string());
    }
    #[expect(clippy::print_stdout, reason = "the table is what the test measures")]
    {
        println!("{report}");
    }
}
