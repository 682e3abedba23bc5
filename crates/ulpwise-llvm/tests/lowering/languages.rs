//! Functions of other languages give what they should.

use crate::support::{Compiler, call, unsupported};

const LEVELS: [&str; 2] = ["-O0", "-O2"];

#[test]
fn cpp_with_references_templates_and_virtual_calls() {
    let source = r#"
        #include <cmath>
        struct shape { virtual double area() const = 0; virtual ~shape() {} };
        struct disc : shape { double r; explicit disc(double r) : r(r) {} double area() const override { return r * r * 3; } };
        struct square : shape { double a; explicit square(double a) : a(a) {} double area() const override { return a * a; } };
        template <typename T> T sum(const T *v, int n) { T s{}; for (int i = 0; i < n; i++) s += v[i]; return s; }
        __attribute__((noinline)) static double both(const shape &a, const shape &b) { return std::sqrt(a.area() + b.area()); }
        extern "C" double f(double x) {
            disc d(x); square s(2);
            float v[3] = { 1, 2, 3 };
            return both(d, s) + sum(v, 3);
        }"#;
    for level in LEVELS {
        let module = Compiler::ClangCpp.lower(source, &[level, "-fno-exceptions"]);
        let result = call(&module, "f", &[2f64.to_bits()]).expect("f returns");
        assert_eq!(result, [(4f64.sqrt() * 2.0 + 6.0).to_bits()], "{level}");
    }
}

#[test]
fn fortran_with_arrays() {
    let source = "
real(8) function f(x, n)
  real(8), intent(in) :: x
  integer, intent(in) :: n
  real(8) :: v(10)
  integer :: i
  do i = 1, n
    v(i) = x * i
  end do
  f = 0
  do i = 1, n
    if (mod(i, 2) == 0) then
      f = f + v(i)**2
    else
      f = f - sqrt(v(i))
    end if
  end do
end function
real(8) function g(k)
  integer(8), value :: k
  interface
    real(8) function f(x, n)
      real(8), intent(in) :: x
      integer, intent(in) :: n
    end function
  end interface
  g = f(real(k, 8), 5)
end function
";
    let expected = |x: f64| {
        (1..=5).fold(0.0, |sum, i| {
            let v = x * f64::from(i);
            if i % 2 == 0 { sum + v * v } else { sum - v.sqrt() }
        })
    };
    for level in LEVELS {
        let module = Compiler::Flang.lower(source, &[level]);
        assert_eq!(call(&module, "g_", &[4]), Ok(vec![expected(4.0).to_bits()]), "{level}");
    }
}

#[test]
fn rust_with_slices_and_saturating_casts() {
    let source = "
        fn mean(v: &[f64]) -> f64 { let mut s = 0.0; for x in v { s += *x; } s / v.len() as f64 }
        #[unsafe(no_mangle)] pub extern \"C\" fn f(x: f64) -> f64 {
            let v = [x, x * 2.0, x.sqrt(), -x];
            let big = (x * 1e30) as i32;
            let bits = x.to_bits().rotate_left(7).count_ones();
            mean(&v[1..]) + big as f64 + (bits as f32).max(3.0) as f64 + f64::mul_add(x, x, 1.0)
        }";
    let x = 2.25f64;
    let v = [x * 2.0, x.sqrt(), -x];
    let mean = (0.0 + v[0] + v[1] + v[2]) / 3.0;
    let bits = (x.to_bits().rotate_left(7).count_ones() as f32).max(3.0);
    let expected = mean + f64::from(i32::MAX) + f64::from(bits) + x.mul_add(x, 1.0);
    for level in ["0", "2"] {
        let flags = ["--crate-type=lib", "--edition=2024", "-C", &format!("opt-level={level}")];
        let module = Compiler::Rustc.lower(source, &flags);
        let result = call(&module, "f", &[x.to_bits()]);
        assert_eq!(result, Ok(vec![expected.to_bits()]), "{level} {:?}", unsupported(&module));
    }
}
