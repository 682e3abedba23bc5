//! `project_repeated` on random domains of a small format, against enumeration: fused multiply-add,
//! comparisons and equality with an operand that stands twice.

use crate::operators::random_domain;
use crate::table::Table;
use ulpwise_base::SplitMix64;
use ulpwise_expr::{Op, Sort};
use ulpwise_float::Format;
use ulpwise_interval::domain::Domain;
use ulpwise_interval::project::{ProjectionOutcome, project_repeated};

#[test]
fn equal_arguments_lose_no_solution_and_stay_equal() {
    let float = Sort::Float(Format::new(2, 3).expect("a format"));
    let mode = Sort::RoundingMode;
    let mut random = SplitMix64::new(9);
    let cases: Vec<(Op, Vec<Sort>, Vec<usize>, Sort)> = vec![
        (Op::FpFma, vec![mode, float, float, float], vec![0, 1, 1, 3], float),
        (Op::FpFma, vec![mode, float, float, float], vec![0, 1, 2, 1], float),
        (Op::FpMul, vec![mode, float, float], vec![0, 1, 1], float),
        (Op::FpSub, vec![mode, float, float], vec![0, 1, 1], float),
        (Op::FpLeq, vec![float, float], vec![0, 0], Sort::Bool),
        (Op::FpLt, vec![float, float], vec![0, 0], Sort::Bool),
        (Op::FpEq, vec![float, float], vec![0, 0], Sort::Bool),
        (Op::Eq, vec![float, float], vec![0, 0], Sort::Bool),
        (Op::BvMul, vec![Sort::BitVec(4); 2], vec![0, 0], Sort::BitVec(4)),
        (Op::Ite, vec![Sort::Bool, float, float], vec![0, 1, 1], float),
    ];
    for (op, sorts, same, result_sort) in cases {
        let table = Table::new(op, &sorts, result_sort);
        for _ in 0..if op == Op::FpFma { 60 } else { 1500 } {
            let before: Vec<Domain> = sorts.iter().map(|&sort| random_domain(sort, &mut random)).collect();
            let (mut args, mut result) = (before.clone(), random_domain(result_sort, &mut random));
            let result_before = result.clone();
            let outcome = project_repeated(op, &mut args, &same, &mut result);
            for (index, cell) in table.cells.iter().enumerate() {
                let tuple = table.tuple(index);
                let equal = same.iter().zip(&tuple).all(|(&first, &number)| tuple[first] == number);
                let values = || tuple.iter().zip(&table.args).map(|(&number, values)| &values[number]);
                if !equal || !values().zip(&before).all(|(value, domain)| domain.contains(value)) {
                    continue;
                }
                for (number, value) in table.results.iter().enumerate() {
                    if cell >> number & 1 == 1 && result_before.contains(value) {
                        assert_ne!(outcome, ProjectionOutcome::Conflict, "{op} of {before:?}");
                        assert!(result.contains(value), "{op} of {before:?} lost {value:?}");
                        assert!(
                            values().zip(&args).all(|(value, domain)| domain.contains(value)),
                            "{op} of {before:?}"
                        );
                    }
                }
            }
            if outcome != ProjectionOutcome::Conflict {
                assert!(same.iter().enumerate().all(|(index, &first)| args[index] == args[first]), "{op}");
            }
        }
    }
}
