//! Programs that are harmless because of how their values hang together: proven with forms, not
//! without them; and next to each one that differs a little and is not harmless.

use crate::common::{between, compiled};
use ulpwise_absint::{AbsintArgument, AbsintEntry, AbsintOptions, Exceptions, analyse};
use ulpwise_base::Budget;
use ulpwise_interp::Exception;

/// What `f` of a program may raise.
fn raised(source: &str, arguments: &[AbsintArgument], affine_slots: usize) -> Exceptions {
    let module = compiled(source);
    let function = module.function_named("f").expect("there is an f");
    let entry = AbsintEntry { function, arguments: arguments.to_vec() };
    let options = AbsintOptions { affine_slots, ..AbsintOptions::default() };
    let analysis = analyse(&module, &entry, &options, &Budget::unlimited());
    assert_eq!(analysis.is_complete(), Ok(()));
    let all =
        module.sites.ids().map(|site| analysis.may_raise(site)).fold(Exceptions::NONE, Exceptions::union);
    all.minus(Exceptions::ON_REQUEST)
}

/// A program, the ranges of its arguments, and what it cannot raise.
struct AffineCase<'a> {
    source: &'a str,
    arguments: &'a [AbsintArgument],
    cannot: Exception,
}

impl AffineCase<'_> {
    /// It is proven with forms alone; the near miss is not.
    fn needs_forms(&self, near_miss: &AffineCase<'_>) {
        let with = |case: &AffineCase<'_>, slots: usize| {
            raised(case.source, case.arguments, slots).contains(case.cannot)
        };
        assert!(with(self, 0), "intervals are enough for\n{}", self.source);
        assert!(!with(self, 20_000), "not proven:\n{}", self.source);
        assert!(with(near_miss, 20_000), "wrongly proven:\n{}", near_miss.source);
    }
}

/// The same program with other ranges.
fn ranges_matter(source: &str, cannot: Exception, good: &[AbsintArgument], bad: &[AbsintArgument]) {
    let case = |arguments| AffineCase { source, arguments, cannot };
    case(good).needs_forms(&case(bad));
}

/// Another program with the same ranges.
fn code_matters(cannot: Exception, arguments: &[AbsintArgument], [good, bad]: [&str; 2]) {
    let case = |source| AffineCase { source, arguments, cannot };
    case(good).needs_forms(&case(bad));
}

const ZERO_DIVISION: Exception = Exception::DivideByZero;

#[test]
fn what_was_added_is_taken_away_again() {
    let source = "double f(double x) { double y = x + 1; return 1 / (y - x); }";
    // In the second range one is lost in the sum.
    ranges_matter(source, ZERO_DIVISION, &[between(0.0, 1e6)], &[between(0.0, 1e17)]);
    let twice = "double f(double x) { return 1 / (2 * x - x); }";
    ranges_matter(twice, ZERO_DIVISION, &[between(1.0, 3.0)], &[between(0.0, 3.0)]);
    let single = "float f(float x) { float y = x + 1; return 1 / (y - x); }";
    let single_range = |high: f32| AbsintArgument::Float {
        low: ulpwise_float::Float::from_f32(0.0),
        high: ulpwise_float::Float::from_f32(high),
        may_be_nan: false,
    };
    ranges_matter(single, ZERO_DIVISION, &[single_range(1e3)], &[single_range(1e8)]);
}

#[test]
fn a_product_with_what_is_left_to_one_is_at_most_a_quarter() {
    let program = |limit: &str| format!("double f(double x) {{ return 1 / ({limit} - x * (1 - x)); }}");
    let [good, bad] = ["0.26", "0.25"].map(program);
    code_matters(ZERO_DIVISION, &[between(0.0, 1.0)], [&good, &bad]);
}

#[test]
fn comparisons_give_differences_their_sign() {
    let program = |condition: &str| {
        format!("double f(double a, double b) {{ if ({condition}) return 1 / (a - b); return 0; }}")
    };
    let any = [AbsintArgument::Any, AbsintArgument::Any];
    for pair in [["a > b", "a >= b"], ["a != b", "a != b || a > 7"], ["!(a <= b)", "!(a < b)"]] {
        let [good, bad] = pair.map(program);
        code_matters(ZERO_DIVISION, &[between(-10.0, 10.0), between(-10.0, 10.0)], [&good, &bad]);
        code_matters(ZERO_DIVISION, &any, [&good, &bad]);
    }
    let root = |condition: &str| {
        format!(
            "#include <math.h>
            double f(double a, double b) {{ if ({condition}) return sqrt(a - b); return 0; }}"
        )
    };
    let [good, bad] = ["a >= b", "a >= b - 1"].map(root);
    code_matters(Exception::Invalid, &[between(-10.0, 10.0), between(-10.0, 10.0)], [&good, &bad]);
}

/// A difference that was there before the comparison gets its sign too, by its instruction.
#[test]
fn differences_before_a_comparison_get_their_sign() {
    let program = |condition: &str| {
        format!(
            "double f(double a, double b) {{ double d = a - b; if ({condition}) return 1 / d; return 0; }}"
        )
    };
    let any = [AbsintArgument::Any, AbsintArgument::Any];
    for [good, bad] in [["a > b", "a >= b"], ["b < a", "b <= a"], ["a != b", "a == b"]] {
        assert!(!raised(&program(good), &any, 20_000).contains(ZERO_DIVISION), "{good}");
        assert!(raised(&program(bad), &any, 20_000).contains(ZERO_DIVISION), "{bad}");
    }
}

#[test]
fn quotients_of_what_hangs_together_are_bounded() {
    let magnitude = |limit: &str| {
        format!(
            "#include <math.h>
            double f(double x) {{ double q = x / (1 + fabs(x)); return 1 / ({limit} - q); }}"
        )
    };
    let [good, bad] = ["1.25", "0.5"].map(magnitude);
    code_matters(ZERO_DIVISION, &[between(-1e6, 1e6)], [&good, &bad]);
    let square = |limit: &str| {
        format!("double f(double y) {{ double q = y / (1 + y * y); return 1 / ({limit} - q); }}")
    };
    let [good, bad] = ["0.75", "0.5"].map(square);
    code_matters(ZERO_DIVISION, &[between(-10.0, 10.0)], [&good, &bad]);
    let contrast = |limit: &str| {
        format!(
            "#include <math.h>
            double f(double a, double b) {{ return sqrt({limit} - (a - b) / (a + b)); }}"
        )
    };
    let [good, bad] = ["1.25", "0.9"].map(contrast);
    code_matters(Exception::Invalid, &[between(1.0, 100.0), between(1.0, 100.0)], [&good, &bad]);
}

#[test]
fn a_fraction_is_at_most_one() {
    let program = |limit: &str| {
        format!(
            "#include <math.h>
            double f(double x) {{ double part = x - floor(x); return 1 / ({limit} - part); }}"
        )
    };
    // Of -1e-20 it is one.
    let [good, bad] = ["1.5", "1"].map(program);
    code_matters(ZERO_DIVISION, &[between(-1e6, 1e6)], [&good, &bad]);
}

#[test]
fn numbers_in_memory_hang_together() {
    let program = |stored: &str| {
        format!(
            "struct pair {{ double a, b; }};
            static void fill(struct pair *p, double x) {{ p->a = x; p->b = 0; }}
            double f(double x) {{
                struct pair p;
                fill(&p, x);
                p.b = p.a {stored};
                return 1 / (p.b - p.a);
            }}"
        )
    };
    let [good, bad] = ["+ 1", "* 1"].map(program);
    code_matters(ZERO_DIVISION, &[between(-1e6, 1e6)], [&good, &bad]);
    // Another store to one of them, to a place that is not known.
    let overwritten = |index: &str| {
        format!(
            "double f(double x, int n) {{
                double a[4] = {{ x, x + 1, 5, 6 }};
                a[{index}] = x;
                return 1 / (a[1] - a[0]);
            }}"
        )
    };
    let [good, bad] = ["2 + (n & 1)", "n & 3"].map(overwritten);
    code_matters(ZERO_DIVISION, &[between(-1e6, 1e6), AbsintArgument::Any], [&good, &bad]);
}

#[test]
fn what_differs_on_two_ways_is_forgotten() {
    let program = |other: &str| {
        format!(
            "double f(double x, int n) {{
                double y;
                if (n > 3) y = x + 1; else y = x + {other};
                return 1 / (y - x);
            }}"
        )
    };
    let [good, bad] = ["2", "(n - 2)"].map(program);
    code_matters(
        ZERO_DIVISION,
        &[between(-1e6, 1e6), AbsintArgument::Int { low: 0, high: 9 }],
        [&good, &bad],
    );
}

#[test]
fn branches_that_no_sum_takes_are_not_taken() {
    let source = "double f(double x) { if (x + 1 <= x) return 1 / (x - x); return 0; }";
    ranges_matter(source, ZERO_DIVISION, &[between(0.0, 1e6)], &[between(0.0, 1e17)]);
}

#[test]
fn a_filter_of_the_second_order_stays_bounded() {
    let program = |gain: &str| {
        format!(
            "double f(double x, int n) {{
                double s = 0, before = 0;
                for (int i = 0; i < n; i++) {{
                    double u = i & 1 ? x : -x;
                    double next = 1.5 * s - {gain} * before + u;
                    before = s;
                    s = next;
                }}
                return s;
            }}"
        )
    };
    let [good, bad] = ["0.7", "1.1"].map(program);
    code_matters(Exception::Overflow, &[between(-1.0, 1.0), AbsintArgument::Any], [&good, &bad]);
}

/// In a loop a symbol stands for another number in every round.
#[test]
fn rounds_of_a_loop_are_distinguished() {
    let program = |step: &str| {
        format!(
            "double f(double x, int n) {{
                double last = x + 1;
                for (int i = 0; i < n; i++) {{
                    double y = last {step};
                    if (n == i + 70) return 1 / (last - x);
                    last = y;
                }}
                return 0;
            }}"
        )
    };
    // Half of the distance is left after each round: after some it is nothing.
    let [good, bad] = ["* 1", "* 0.5 + x * 0.5"].map(program);
    let arguments = [between(1.0, 2.0), AbsintArgument::Int { low: 0, high: 1000 }];
    assert!(!raised(&good, &arguments, 20_000).contains(ZERO_DIVISION));
    assert!(raised(&bad, &arguments, 20_000).contains(ZERO_DIVISION));
}
