//! Sites: which instructions are, in which order, and where they stand.

use crate::support::{Compiler, lower};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp, Module, SiteKind};

fn kinds(module: &Module) -> Vec<SiteKind> {
    module.sites.iter().map(|site| site.kind).collect()
}

#[test]
fn every_floating_point_operation_is_one_and_nothing_else() {
    let module = lower(
        "declare double @sin(double)
        declare double @llvm.sqrt.f64(double)
        declare double @llvm.fabs.f64(double)
        define i32 @f(double %a, i32 %n, ptr %p) {
            %x = fadd double %a, 1.0
            %s = call double @llvm.sqrt.f64(double %x)
            %m = call double @llvm.fabs.f64(double %s)
            %l = call double @sin(double %m)
            %f = fptrunc double %l to float
            %c = fcmp olt double %l, %m
            %i = sitofp i32 %n to float
            %neg = fneg float %i
            store float %neg, ptr %p
            %t = fptosi float %f to i32
            %r = select i1 %c, i32 %t, i32 %n
            ret i32 %r
        }",
    );
    let sin = module.function_named("sin").unwrap();
    assert_eq!(
        kinds(&module),
        [
            SiteKind::Binary(FloatBinaryOp::Add, FloatFormat::F64),
            SiteKind::Unary(FloatUnaryOp::Sqrt, FloatFormat::F64),
            SiteKind::Libm(sin),
            SiteKind::Convert(FloatFormat::F64, FloatFormat::F32),
            SiteKind::Compare(FloatFormat::F64),
            SiteKind::FromInt(FloatFormat::F32),
            SiteKind::ToInt(FloatFormat::F32),
        ]
    );
}

const SOURCE: &str = "\
double g(double a, double b);
static inline double square(double x) {
  return x * x;
}
double f(double a, double b) {
  double s = a + b;
  return square(s) / (a - b);
}
";

/// Line and column of each site with those of the call that brought it there.
fn locations(module: &Module) -> Vec<String> {
    let text = |location: ulpwise_ir::LocationId| {
        let mut text = String::new();
        let mut next = Some(location);
        while let Some(id) = next {
            let location = module.locations[id];
            text += &format!("{}:{} ", location.line, location.column);
            next = location.inlined_at;
        }
        text.trim_end().to_owned()
    };
    module.sites.iter().map(|site| text(site.location.expect("compiled with -g"))).collect()
}

#[test]
fn locations_are_those_of_the_operators() {
    let module = Compiler::Clang.lower(SOURCE, &["-O0"]);
    assert_eq!(locations(&module), ["6:16", "7:25", "7:20", "3:12"]);
    let f = module.function_named("f").unwrap();
    let ordinals: Vec<(bool, u32)> =
        module.sites.iter().map(|site| (site.function == f, site.ordinal)).collect();
    assert_eq!(ordinals, [(true, 0), (true, 1), (true, 2), (false, 0)]);
    assert!(module.files.iter().any(|file| file.path().ends_with("program.c") && file.path().is_absolute()));
}

#[test]
fn inlined_operations_know_the_call() {
    let module = Compiler::Clang.lower(SOURCE, &["-O2"]);
    assert_eq!(locations(&module), ["6:16", "3:12 7:10", "7:25", "7:20"]);
}

#[test]
fn lowering_twice_gives_the_same() {
    let source = include_str!("programs.rs").split("r#\"").nth(1).and_then(|rest| rest.split("\"#").next());
    let source = source.expect("a program among the tests");
    let folder = crate::support::TestFolder::new();
    let bitcode = Compiler::Clang.bitcode(&folder, source, &["-O2"]);
    assert!(crate::support::lower_file(&bitcode) == crate::support::lower_file(&bitcode));
}
