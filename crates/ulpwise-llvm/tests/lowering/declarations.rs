//! What the source says about functions and their parameters.

use crate::support::Compiler;
use ulpwise_ir::{Declaration, FloatFormat, Language, Module, SourceType, SourceTypeId};

pub(crate) fn declaration<'m>(module: &'m Module, name: &str) -> &'m Declaration {
    let function = module.function_named(name).unwrap_or_else(|| panic!("no function {name}"));
    module.functions[function].declaration.as_ref().unwrap_or_else(|| panic!("{name} is not declared"))
}

/// A type as a line of text; structs by name and members one level deep.
pub(crate) fn show(module: &Module, id: SourceTypeId) -> String {
    let member = |m: &ulpwise_ir::Member| format!("{}@{}: {}", m.name, m.offset, show_short(module, m.ty));
    match &module.source_types[id] {
        SourceType::Void => "void".into(),
        SourceType::Bool(bits) => format!("bool{bits}"),
        SourceType::Int { name, signed, bits } => {
            format!("{}{bits} '{name}'", if *signed { "i" } else { "u" })
        }
        SourceType::Float(format) => format.name().into(),
        SourceType::Complex(format) => format!("complex {}", format.name()),
        SourceType::Pointer { pointee, constant } => {
            format!("{}*{}", if *constant { "const " } else { "" }, show_short(module, *pointee))
        }
        SourceType::Array { element, count } => {
            format!("[{}; {}]", show(module, *element), count.map_or("?".into(), |count| count.to_string()))
        }
        SourceType::Struct { name, size, members } => {
            let members: Vec<String> = members.iter().map(member).collect();
            format!("struct {name} {size} {{{}}}", members.join(", "))
        }
        SourceType::Union { name, size, members } => {
            let members: Vec<String> = members.iter().map(member).collect();
            format!("union {name} {size} {{{}}}", members.join(", "))
        }
        SourceType::Variants { name, size, tag, variants } => {
            let tag = tag.as_ref().map_or("none".to_owned(), member);
            let variants: Vec<String> =
                variants.iter().map(|(value, of)| format!("{value:?} {}", member(of))).collect();
            format!("variants {name} {size} by {tag} {{{}}}", variants.join(", "))
        }
        SourceType::Enum { name, bits, enumerators } => format!("enum {name} {bits} {enumerators:?}"),
        SourceType::Function => "function".into(),
        SourceType::Unknown(name) => format!("unknown {name}"),
    }
}

fn show_short(module: &Module, id: SourceTypeId) -> String {
    match &module.source_types[id] {
        SourceType::Struct { name, .. } => format!("struct {name}"),
        _ => show(module, id),
    }
}

/// The parameters as `name: type`, the result last.
pub(crate) fn signature(module: &Module, name: &str) -> Vec<String> {
    let declaration = declaration(module, name);
    let parameters = declaration.parameters.iter();
    let mut lines: Vec<String> =
        parameters.map(|parameter| format!("{}: {}", parameter.name, show(module, parameter.ty))).collect();
    lines.push(show(module, declaration.result));
    lines
}

const C: &str = r#"
#include <complex.h>
typedef const double fixed;
typedef struct { double val; double err; } result;
struct node { struct node *next; float weight : 0 ? 1 : 1; };
enum mode { A = -1, B = 7 };
union both { int i; float f; };
"#;

#[test]
fn types_of_c() {
    let source = C.replace("float weight : 0 ? 1 : 1", "unsigned flag : 3; float weight")
        + r#"
        int f(fixed x, unsigned char n, result *r, const double a[], double m[3][4], enum mode k,
              struct node *list, union both u, volatile long double l, _Bool b, double (*g)(double), void *p, const char *s);
        int f(fixed x, unsigned char n, result *r, const double a[], double m[3][4], enum mode k,
              struct node *list, union both u, volatile long double l, _Bool b, double (*g)(double), void *p, const char *s) { return 0; }
        result h(_Float16 a, __bf16 b, __float128 c, float _Complex d, int e, ...) { result r = { 0, 0 }; return r; }
        "#;
    for level in ["-O0", "-O2"] {
        let module = Compiler::Clang.lower(&source, &[level]);
        assert_eq!(
            signature(&module, "f"),
            [
                "x: f64",
                "n: u8 'unsigned char'",
                "r: *struct result",
                "a: const *f64",
                "m: *[f64; 4]",
                "k: enum mode 32 [(\"A\", -1), (\"B\", 7)]",
                "list: *struct node",
                "u: union both 4 {i@0: i32 'int', f@0: f32}",
                "l: x87",
                "b: bool8",
                "g: *function",
                "p: *void",
                "s: const *i8 'char'",
                "i32 'int'",
            ],
            "{level}"
        );
        let h = [
            "a: f16",
            "b: bf16",
            "c: f128",
            "d: complex f32",
            "e: i32 'int'",
            "struct result 16 {val@0: f64, err@8: f64}",
        ];
        assert_eq!(signature(&module, "h"), h);
        assert_eq!(declaration(&module, "f").name, "f");
        assert_eq!(declaration(&module, "f").language, Language::C);
        let location = module.locations[declaration(&module, "f").location.expect("a location")];
        assert!(location.line > 1 && location.column == 0);
        let node = module
            .source_types
            .iter()
            .find(|ty| matches!(ty, SourceType::Struct { name, .. } if name == "node"));
        let Some(SourceType::Struct { members, .. }) = node else { panic!("the list node is a type") };
        let members: Vec<String> =
            members.iter().map(|m| format!("{} {}", m.name, show_short(&module, m.ty))).collect();
        assert_eq!(members, ["next *struct node", "flag unknown bit-field", "weight f32"]);
    }
}

#[test]
fn names_and_types_of_cpp() {
    let module = Compiler::ClangCpp.lower(
        "namespace geometry { namespace {
            __attribute__((used)) double hidden(double x) { return x; }
        }
        struct base { int id; };
        struct point : base { double x, y; static int count; double norm(const point &other) const; };
        double point::norm(const point &other) const { return x * other.x + hidden(y); }
        template <typename T> T twice(T x) { return x + x; }
        template double twice<double>(double);
        void move(double &x, double &&y) { x = y; }
        }
        extern \"C\" double plain(double x) { return x; }",
        &["-O0"],
    );
    let name = |path: &str| {
        let found = module.functions.iter().filter_map(|function| function.declaration.as_ref());
        assert!(
            found.clone().any(|declaration| declaration.name == path),
            "{:?}",
            found.map(|d| &d.name).collect::<Vec<_>>()
        );
    };
    for path in [
        "geometry::(anonymous namespace)::hidden",
        "geometry::point::norm",
        "geometry::twice<double>",
        "geometry::move",
        "plain",
    ] {
        name(path);
    }
    assert_eq!(declaration(&module, "plain").language, Language::Cpp);
    assert_eq!(
        signature(&module, "_ZNK8geometry5point4normERKS0_"),
        ["this: const *struct point", "other: const *struct point", "f64"]
    );
    assert_eq!(signature(&module, "_ZN8geometry4moveERdOd"), ["x: *f64", "y: *f64", "void"]);
    let exported = |name: &str| module.functions[module.function_named(name).unwrap()].exported;
    assert!(exported("plain") && !exported("_ZN8geometry12_GLOBAL__N_16hiddenEd"));
}

#[test]
fn names_and_types_of_fortran() {
    let module = Compiler::Flang.lower(
        "module shapes
contains
  real(8) function area(r, n, v, w, c) result(a)
    real(8), intent(in) :: r
    integer, intent(in) :: n
    real(8), intent(in) :: v(n), w(2, 3)
    complex(4), intent(in) :: c
    a = r * r * 3.0d0 + sum(v) + w(1, 2) + real(c)
  end function
end module
subroutine scale(x, q)
  real(4), intent(inout) :: x
  real(10) :: q
  x = x * 2.0
  q = q + x
end subroutine
",
        &["-O0"],
    );
    let area = signature(&module, "_QMshapesParea");
    assert_eq!(area[0], "r: f64");
    assert_eq!(area[1], "n: i32 'integer'");
    assert_eq!(area[2], "v: [f64; ?]");
    assert_eq!(area[3], "w: [f64; 6]");
    assert_eq!(area[4], "c: complex f32");
    assert_eq!(area[5], "f64");
    assert_eq!(declaration(&module, "_QMshapesParea").name, "shapes::area");
    assert_eq!(declaration(&module, "_QMshapesParea").language, Language::Fortran);
    assert_eq!(signature(&module, "scale_"), ["x: f32", "q: x87", "void"]);
}

#[test]
fn names_and_types_of_rust() {
    let source = "pub mod shapes {
            pub struct Point { pub x: f64, pub y: f32 }
            impl Point { #[inline(never)] pub fn norm(&self, scale: f64) -> f64 { self.x * scale + self.y as f64 } }
            #[inline(never)] pub fn sum(v: &[f64], out: &mut f64, on: bool, n: usize) -> i32 { *out = v[0]; on as i32 + n as i32 }
        }
        #[unsafe(no_mangle)] pub extern \"C\" fn both(p: &shapes::Point, v: &[f64]) -> f64 { let mut x = 0.0; shapes::sum(v, &mut x, true, 1); p.norm(2.0) + x }";
    let module = Compiler::Rustc.lower(source, &["--crate-type=lib", "--edition=2024"]);
    let by_path = |path: &str| {
        let mut functions = module.functions.iter();
        let found = functions.find(|f| f.declaration.as_ref().is_some_and(|d| d.name == path));
        let names: Vec<_> =
            module.functions.iter().filter_map(|f| f.declaration.as_ref()).map(|d| &d.name).collect();
        found.unwrap_or_else(|| panic!("{path} is not among {names:?}")).name.clone()
    };
    let sum = signature(&module, &by_path("program::shapes::sum"));
    assert!(sum[0].starts_with("v: struct &[f64] 16 {data_ptr@0: *f64, length@8: u64 'usize'}"), "{sum:?}");
    assert_eq!(sum[1..], ["out: *f64", "on: bool8", "n: u64 'usize'", "i32 'i32'"]);
    let norm = by_path("program::shapes::Point::norm");
    assert_eq!(signature(&module, &norm), ["self: const *struct Point", "scale: f64", "f64"]);
    assert_eq!(declaration(&module, "both").language, Language::Rust);
}

#[test]
fn without_debug_information_there_is_no_declaration() {
    let module = Compiler::Clang.lower("double f(double x) { return x; }", &["-g0"]);
    assert!(module.functions.iter().all(|function| function.declaration.is_none()));
    assert_eq!(FloatFormat::F64.name(), "f64");
}

#[test]
fn what_fortran_passes_by_descriptor_or_with_a_length_is_not_plain() {
    let module = Compiler::Flang.lower(
        "module shapes
contains
  subroutine first(x, a)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: a
    a = x(1)
  end subroutine
end module
subroutine named(name, x)
  character(len=*) :: name
  real(8) :: x
  if (name == 'twice') x = x * 2
end subroutine
",
        &["-O0"],
    );
    assert_eq!(
        signature(&module, "_QMshapesPfirst"),
        ["x: struct descriptor(:) 48 {@0: *f64}", "a: f64", "void"]
    );
    assert_eq!(signature(&module, "named_"), ["name: [u8 'character'; ?]", "x: f64", "void"]);
}
