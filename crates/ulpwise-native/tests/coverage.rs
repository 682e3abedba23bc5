//! How often lines and branches run.

mod support;

use support::{TestProgram, optimised, options};
use ulpwise_native::{CallEnd, EngineOptions, Instrumentation, Probe};

const SOURCE: &str = "double f(double x, int n) {
  if (x < 0)
    return -x;
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x;
  switch (n) {
  case 1: sum = 10; break;
  case 2: sum = 20; break;
  default: sum += 1;
  }
  if (n == 7)
    *(volatile int *)0 = 1;
  return sum;
}
double never(double x) {
  return x > 1 ? x : 1;
}
";

#[test]
fn lines_and_branches_are_counted() {
    let program = TestProgram::c(SOURCE);
    for base in [options(), optimised()] {
        let options = EngineOptions { instrumentation: Instrumentation::Coverage, ..base };
        let mut engine = program.engine(&[("f", 2), ("never", 1)], &options).unwrap();
        let inputs: Vec<u64> = [(-1.0, 0), (1.0, 3), (1.0, 2), (2.0, 7), (0.5, 3)]
            .iter()
            .flat_map(|&(x, n): &(f64, u64)| [x.to_bits(), n])
            .collect();
        let calls = engine.run(0, &inputs).unwrap();
        assert_eq!(calls[3].end, CallEnd::Signal(libc::SIGSEGV), "what a worker counted outlives it");
        let coverage = engine.coverage();
        let at = coverage.counts.iter().find_map(|(probe, _)| match probe {
            Probe::Function { name, at } if name == "f" => Some(at.clone()),
            _ => None,
        });
        let at = at.expect("f is counted");
        assert_eq!(at.line, 1);
        let line = |line: u32| coverage.line(&ulpwise_native::SourceLine { line, ..at.clone() });
        let counts: Vec<Option<u64>> = [2, 3, 6, 8, 9, 10, 13, 17].map(line).to_vec();
        assert_eq!(counts, [5, 1, 15, 0, 1, 3, 1, 0].map(Some));
        check_tracefile(&coverage.to_lcov());
    }
}

/// Every line is one of lcov's records, and the sums are those of the records before them.
fn check_tracefile(text: &str) {
    let (mut lines, mut hit_lines, mut branches, mut hit_branches, mut functions) = (0, 0, 0, 0, 0);
    let (mut files, mut ends) = (0, 0);
    for record in text.lines() {
        let (kind, rest) = record.split_once(':').unwrap_or((record, ""));
        let fields: Vec<&str> = rest.split(',').collect();
        match (kind, &fields[..]) {
            ("TN", [""]) => {}
            ("SF", _) => files += 1,
            ("FN", [line, _]) => functions += usize::from(line.parse::<u32>().is_ok()),
            ("FNDA", [count, _]) => assert!(count.parse::<u64>().is_ok()),
            ("FNF", [count]) => assert_eq!(count.parse(), Ok(functions)),
            ("FNH", [count]) => assert_eq!(*count, "1", "f and not never"),
            ("BRDA", [line, block, way, count]) => {
                assert!([line, block, way].iter().all(|field| field.parse::<u32>().is_ok()), "{record}");
                branches += 1;
                hit_branches += usize::from(count.parse::<u64>().is_ok_and(|count| count > 0));
            }
            ("BRF", [count]) => assert_eq!(count.parse(), Ok(branches)),
            ("BRH", [count]) => assert_eq!(count.parse(), Ok(hit_branches)),
            ("DA", [line, count]) => {
                assert!(line.parse::<u32>().is_ok(), "{record}");
                lines += 1;
                hit_lines += usize::from(count.parse::<u64>().expect("a count") > 0);
            }
            ("LF", [count]) => assert_eq!(count.parse(), Ok(lines)),
            ("LH", [count]) => assert_eq!(count.parse(), Ok(hit_lines)),
            ("end_of_record", _) => ends += 1,
            _ => panic!("{record} is not a record of lcov's"),
        }
    }
    assert_eq!((files, ends, functions), (1, 1, 2));
    // Two ways of three conditions and of the one in `never`, three of the switch; of these eight
    // were taken.
    assert_eq!((branches, hit_branches), (11, 8));
    assert!(text.contains(",-\n"), "the branch of `never` was never reached");
}
