//! What stores, loads and calls do to memory that may be one of several places, and conversions of
//! numbers that fit at one end only: what some input raises must be called possible, and beside it
//! stands what none does.

use crate::common::{compiled, finite_entry};
use ulpwise_absint::{AbsintOptions, analyse};
use ulpwise_base::Budget;
use ulpwise_interp::Exception;

/// Whether the analysis calls a division by zero possible in `f`; nothing if it does not come to its
/// end.
fn may_divide_by_zero(body: &str) -> Option<bool> {
    let module = compiled(&format!(
        "#include <fenv.h>\n#include <stdio.h>\nvoid keep(double *);\ndouble *get(void);\n{body}\n"
    ));
    let function = module.function_named("f").expect("there is an f");
    let entry = finite_entry(&module, function);
    let analysis = analyse(&module, &entry, &AbsintOptions::default(), &Budget::unlimited());
    analysis.is_complete().ok()?;
    Some(module.sites.ids().any(|site| analysis.may_raise(site).contains(Exception::DivideByZero)))
}

#[test]
fn a_store_to_one_of_two_objects_leaves_the_other() {
    let source = |divisor: &str| {
        format!(
            "double f(int c) {{ double a[1] = {{1}}, b[1] = {{2}}; double *p = c ? a : b; *p = 4; return 1 / ({divisor}); }}"
        )
    };
    for divisor in ["a[0] - 1", "b[0] - 2", "a[0] - 4", "b[0] - 4"] {
        assert_eq!(may_divide_by_zero(&source(divisor)), Some(true), "{divisor}");
    }
    assert_eq!(may_divide_by_zero(&source("a[0]")), Some(false));
}

#[test]
fn a_store_to_one_of_two_elements_leaves_the_other() {
    let source = |divisor: &str| {
        format!("double f(int i) {{ double a[2] = {{1, 2}}; a[i & 1] = 4; return 1 / ({divisor}); }}")
    };
    for divisor in ["a[0] - 1", "a[1] - 2", "a[0] - 4", "a[1] - 4"] {
        assert_eq!(may_divide_by_zero(&source(divisor)), Some(true), "{divisor}");
    }
    assert_eq!(may_divide_by_zero(&source("a[1]")), Some(false));
}

#[test]
fn a_store_through_an_unknown_pointer_reaches_what_is_known_outside() {
    let source = |known: &str| {
        format!(
            "double f(double x) {{ double a[1] = {{1}}; {known} double *p = get(); a[0] = 1; *p = 0; return 1 / a[0]; }}"
        )
    };
    assert_eq!(may_divide_by_zero(&source("keep(a);")), Some(true));
    assert_eq!(may_divide_by_zero(&source("")), Some(false));
}

#[test]
fn what_was_loaded_says_nothing_of_what_is_stored_later() {
    let stored =
        "double f(double *s, double x) { double v = s[0]; s[0] = x; if (v > 1) return 1 / s[0]; return 0; }";
    assert_eq!(may_divide_by_zero(stored), Some(true));
    let loaded = "double f(double *s, double x) { double v = s[0]; if (v > 1) return 1 / s[0]; return x; }";
    assert_eq!(may_divide_by_zero(loaded), Some(false));
}

#[test]
fn a_load_of_one_of_several_elements_may_be_any_of_them() {
    let source = |table: &str| {
        format!("static const double table[4] = {table}; double f(int i) {{ return 1 / table[i & 3]; }}")
    };
    for table in ["{0, 1, 2, 3}", "{1, 0, 2, 3}", "{1, 2, 3, 0}"] {
        assert_eq!(may_divide_by_zero(&source(table)), Some(true), "{table}");
    }
    assert_eq!(may_divide_by_zero(&source("{1, 2, 3, 4}")), Some(false));
    let local = "double f(int i) { double a[2] = {1, 0}; return 1 / a[i & 1]; }";
    assert_eq!(may_divide_by_zero(local), Some(true));
}

#[test]
fn functions_of_the_library_write_behind_their_arguments() {
    let source =
        |call: &str| format!("double f(double x) {{ double a[1] = {{1}}; {call} return 1 / a[0]; }}");
    assert_eq!(may_divide_by_zero(&source("sscanf(\"0\", \"%lf\", a);")), Some(true));
    assert_eq!(may_divide_by_zero(&source("printf(\"%g\", a[0]);")), Some(false));
}

#[test]
fn an_address_that_a_function_got_is_known_outside() {
    let source = |call: &str| {
        format!("double f(double x) {{ double a[1] = {{1}}; {call} keep(0); return 1 / a[0]; }}")
    };
    assert_eq!(may_divide_by_zero(&source("keep(a);")), Some(true));
    assert_eq!(may_divide_by_zero(&source("")), Some(false));
}

#[test]
fn setting_the_rounding_mode_ends_what_holds_to_nearest() {
    assert_eq!(may_divide_by_zero("double f(double x) { fesetround(FE_UPWARD); return x + 1; }"), None);
    assert_eq!(may_divide_by_zero("double f(double x) { return x + fegetround(); }"), Some(false));
}

#[test]
fn a_number_that_leaves_an_integer_type_at_one_end_is_a_conversion_that_fails() {
    let fails = |condition: &str| {
        let module = compiled(&format!("int f(double x) {{ if ({condition}) return (int)x; return 0; }}"));
        let function = module.function_named("f").expect("there is an f");
        let entry = finite_entry(&module, function);
        let analysis = analyse(&module, &entry, &AbsintOptions::default(), &Budget::unlimited());
        analysis.is_complete().expect("all of it is followed");
        module.sites.ids().any(|site| analysis.may_raise(site).contains(Exception::IntConversion))
    };
    for condition in ["x >= 0", "x <= 0", "x >= 0 && x < 2147483649.0", "x <= 0 && x > -2147483650.0"] {
        assert!(fails(condition), "{condition}");
    }
    for condition in ["x >= 0 && x < 2147483648.0", "x <= 0 && x > -2147483649.0"] {
        assert!(!fails(condition), "{condition}");
    }
}
