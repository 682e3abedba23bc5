//! Programs whose exceptions are impossible for reasons that the analysis must understand.

use crate::common::{between, compiled, finite_entry};
use ulpwise_absint::{AbsintArgument, AbsintEntry, AbsintOptions, Analysis, Exceptions, analyse};
use ulpwise_base::Budget;
use ulpwise_interp::Exception;
use ulpwise_ir::{Module, SiteId};

/// Looks at `f`, whose arguments are in some ranges.
fn look(module: &Module, arguments: Option<Vec<AbsintArgument>>) -> Analysis {
    let function = module.function_named("f").expect("there is an f");
    let entry = match arguments {
        Some(arguments) => AbsintEntry { function, arguments },
        None => finite_entry(module, function),
    };
    let analysis = analyse(module, &entry, &AbsintOptions::default(), &Budget::unlimited());
    assert_eq!(analysis.is_complete(), Ok(()));
    analysis
}

/// What all sites of the program together may raise, apart from what is asked for on request.
fn raised(module: &Module, analysis: &Analysis) -> Exceptions {
    let all =
        module.sites.ids().map(|site| analysis.may_raise(site)).fold(Exceptions::NONE, Exceptions::union);
    all.minus(Exceptions::ON_REQUEST)
}

/// What a program may raise on all finite inputs.
fn raised_on_finite(source: &str) -> Exceptions {
    let module = compiled(source);
    raised(&module, &look(&module, None))
}

fn raised_within(source: &str, arguments: Vec<AbsintArgument>) -> Exceptions {
    let module = compiled(source);
    raised(&module, &look(&module, Some(arguments)))
}

#[test]
fn sterbenz_average_never_overflows() {
    let found = raised_on_finite(
        "double f(double x, double y) {
            if ((x < 0) != (y < 0)) return (x + y) / 2;
            return x + (y - x) / 2;
        }",
    );
    assert_eq!(found, Exceptions::from_slice(&[Exception::Underflow]));
    let other_way = raised_on_finite(
        "double f(double x, double y) {
            int same;
            if (x >= 0) same = y >= 0; else same = y < 0;
            if (!same) return (x + y) / 2;
            if (y >= x) return x + (y - x) / 2;
            return y + (x - y) / 2;
        }",
    );
    assert_eq!(other_way, Exceptions::from_slice(&[Exception::Underflow]));
    let naive = raised_on_finite("double f(double x, double y) { return (x + y) / 2; }");
    assert!(naive.contains(Exception::Overflow));
}

#[test]
fn a_square_plus_one_is_no_zero_and_not_negative() {
    let quotient = raised_on_finite("double f(double x) { return x / (x * x + 1); }");
    assert!(!quotient.contains(Exception::DivideByZero) && !quotient.contains(Exception::Invalid));
    let root = raised_on_finite("#include <math.h>\ndouble f(double x) { return sqrt(x * x + 1); }");
    assert!(!root.contains(Exception::Invalid));
}

#[test]
fn a_difference_with_a_constant_is_zero_or_not_tiny() {
    let found = raised_within("double f(double x) { return 1 / (x - 1); }", vec![between(0.0, 2.0)]);
    assert_eq!(found, Exceptions::from_slice(&[Exception::DivideByZero]));
}

const CHEBYSHEV: &str = "
    static double table[12] = { 0.1, -0.2, 0.3, 1e-3, 2e-4, -3e-5, 4e-6, 5e-7, -6e-8, 7e-9, 8e-10, 9e-11 };
    struct series { double *c; int order; double a, b; };
    static struct series series = { table, 11, -1, 1 };
    static double eval(const struct series *cs, double x) {
        double d = 0, dd = 0;
        double y = (2 * x - cs->a - cs->b) / (cs->b - cs->a), y2 = 2 * y;
        for (int j = cs->order; j >= 1; j--) {
            double temp = d;
            d = y2 * d - dd + cs->c[j];
            dd = temp;
        }
        return y * d - dd + 0.5 * cs->c[0];
    }
    double f(double x) { return eval(&series, x); }
";

#[test]
fn a_sum_over_a_constant_table_does_not_overflow() {
    let found = raised_within(CHEBYSHEV, vec![between(-1.0, 1.0)]);
    assert_eq!(found, Exceptions::from_slice(&[Exception::Underflow]));
    // Code that can write the table can make it overflow.
    let written = format!("{CHEBYSHEV} void set(int i, double x) {{ table[i & 7] = x; }}");
    assert!(raised_within(&written, vec![between(-1.0, 1.0)]).contains(Exception::Overflow));
    let exported = CHEBYSHEV.replace("static double table", "double table");
    assert!(raised_within(&exported, vec![between(-1.0, 1.0)]).contains(Exception::Overflow));
}

#[test]
fn a_guarded_division_is_harmless() {
    let source = "
        #include <math.h>
        double f(double x, double d) {
            if (fabs(d) > 1e-10) return x / d;
            return 0;
        }";
    let found = raised_within(source, vec![between(-1.0, 1.0), between(-1e10, 1e10)]);
    assert_eq!(found, Exceptions::from_slice(&[Exception::Underflow]));
    let unguarded = source.replace("fabs(d) > 1e-10", "fabs(d) >= 0");
    let found = raised_within(&unguarded, vec![between(-1.0, 1.0), between(-1e10, 1e10)]);
    assert!(found.contains(Exception::DivideByZero) && found.contains(Exception::Overflow));
}

#[test]
fn guards_behind_functions_and_memory_count() {
    let source = "
        struct result { double val, err; };
        static int scale(double x, struct result *r) {
            if (!(x > 1.0 && x < 1e100)) { r->val = 1; r->err = 0; return 1; }
            r->val = 2 * x;
            r->err = 1e-16 * r->val;
            return 0;
        }
        double f(double x) {
            struct result r;
            scale(x, &r);
            if (r.val < 1e50) return 1 / r.val;
            return r.val * r.val;
        }";
    let found = raised_on_finite(source);
    assert!(found.is_empty(), "{found}");
}

#[test]
fn arrays_of_constant_size_are_followed() {
    let source = "
        double f(double x) {
            double a[8], sum = 0;
            for (int i = 0; i < 8; i++) a[i] = x / (i + 1);
            for (int i = 0; i < 8; i++) sum += a[i];
            return sum;
        }";
    let found = raised_within(source, vec![between(1.0, 2.0)]);
    assert!(found.is_empty(), "{found}");
}

#[test]
fn a_guarded_conversion_fits() {
    let source = "int f(double x) { if (x >= -1000 && x < 1e9) return (int)x; return 0; }";
    assert!(raised_on_finite(source).is_empty());
    assert_eq!(
        raised_on_finite("int f(double x) { if (x < 1e9) return (int)x; return 0; }"),
        Exceptions::from_slice(&[Exception::IntConversion])
    );
}

#[test]
fn a_loop_of_unknown_length_keeps_what_holds_in_every_round() {
    let source = "
        double f(double x, int n) {
            double product = 1;
            for (int i = 0; i < n; i++) {
                product *= x;
                if (product > 1e10) product = 1;
            }
            return 1 / product;
        }";
    let found = raised_within(source, vec![between(1.0, 10.0), AbsintArgument::Any]);
    assert!(found.is_empty(), "{found}");
}

#[test]
fn what_cannot_be_reached_is_reported() {
    let module = compiled("double f(double x) { if (x * x < 0) return 1 / x; return x; }");
    let analysis = look(&module, None);
    let reached: Vec<SiteId> = analysis.reached_sites().collect();
    // The product and the comparison; not the division.
    assert_eq!(reached.len(), 2);
    assert_eq!(module.sites.len(), 3);
}

#[test]
fn recursion_is_followed_with_any_arguments() {
    let source = "
        double f(double x) { if (x > 1) return 1 / x; return f(x + 1) / 2; }";
    let module = compiled(source);
    let analysis = look(&module, Some(vec![between(0.0, 1.0)]));
    assert!(raised(&module, &analysis).contains(Exception::Invalid), "any argument may be a signalling NaN");
}

#[test]
fn a_changed_rounding_mode_is_not_followed() {
    let module = compiled("#include <fenv.h>\ndouble f(double x) { fesetround(FE_UPWARD); return x + 1; }");
    let entry = finite_entry(&module, module.function_named("f").expect("there is an f"));
    let analysis = analyse(&module, &entry, &AbsintOptions::default(), &Budget::unlimited());
    let reason = analysis.is_complete().expect_err("it is not complete").to_string();
    assert!(reason.contains("fesetround"), "{reason}");
}
