//! Random C++: exceptions with handlers and without, destructors that write, virtual functions,
//! templates, lambdas, containers of the standard library.
//!
//! The rules are those of C: no statement goes outside of objects.

use super::grammar::Grammar;

/// Flags that programs are compiled with.
pub(super) const FLAGS: [&str; 4] = ["", "-O1", "-O2", "-O2 -march=x86-64-v3"];

/// What every program has.
pub(super) const PRELUDE: &str = include_str!("prelude.cpp");

/// What every function begins and ends with.
pub(super) const OPENING: &str =
    "    double u = x, v = y, w = 1; std::array<double, 4> a{1, 2, 3, 4}; float g = z; int k = n;
    Pair p{x, z}; double &q = a[1];
";
/// Everything that a statement may have changed.
pub(super) const CLOSING: &str = "    return u + v * w - p.a + g + k + q + a[3];\n}\n";

/// What statements are made of.
pub(super) static GRAMMAR: Grammar = Grammar {
    atoms: &[
        "u",
        "v",
        "w",
        "x",
        "y",
        "q",
        "p.a",
        "p.b",
        "g",
        "a[1]",
        "a[k & 3]",
        "s0",
        "s1",
        "s2",
        "(double)n",
        "table[k & 7]",
        "a.back()",
    ],
    numbers: &["0.0", "1.0", "(-1.0)", "0.5", "1e-10", "1e10", "1e-300", "1e300", "3.25", "0.1"],
    targets: &["u", "v", "w", "q", "p.a", "g", "a[k & 3]", "s0", "s1"],
    expressions: &[
        "($e + $a)",
        "($e - $a)",
        "($e * $a)",
        "($e / $a)",
        "std::sqrt(std::fabs($e))",
        "std::exp($e)",
        "std::log($e)",
        "std::sin($e)",
        "std::floor($e)",
        "std::fmin($e, $a)",
        "std::max<double>($e, $a)",
        "std::hypot($e, $a)",
        "std::pow($e, $a)",
        "std::fma($e, $a, $a)",
        "std::clamp<double>($e, -1, 1)",
        "square($e)",
        "polynomial($e)",
        "($c ? $e : $a)",
        "(float)($e)",
        "shapes[k & 1]->area($e)",
        "(Pair{$e, 1} + p).a",
        "std::abs(std::complex<double>($e, $a))",
        "quiet($e)",
        "std::midpoint<double>($e, $a)",
    ],
    conditions: &[
        "$a < $a",
        "$a >= $a",
        "$a != $a",
        "!($a > $a)",
        "std::isnan($a) || $a < $a",
        "std::fabs($a) <= $k",
        "n > 3",
        "k & 1",
        "std::signbit($a)",
        "$a > 0 && $a < $k",
    ],
    statements: &[
        "$t = $e;",
        "$t += $e;",
        "try { $t = inverse($e); } catch (const Worse &e) { v = e.code; } catch (const Failure &e) { u = e.value; }",
        "try { $t = checked_root($e); } catch (const std::exception &) { w = 3; }",
        "try { $t = element({u, v, 2}, k & 3); } catch (const std::out_of_range &) { w = 1 / $a; }",
        "try { Guard guard{u, $a}; $t = inverse($a); } catch (Failure &) { v = 1 / u; }",
        "try { try { $t = inverse($a); } catch (...) { w = 2; throw; } } catch (const Failure &e) { v = e.value; }",
        "if ($c) $t = inverse($e);",
        "{ std::vector<double> t(3, $a); t.push_back($a); $t = std::accumulate(t.begin(), t.end(), 0.0); }",
        "{ Guard guard{u, $a}; $t = $e; }",
        "{ auto add = [&u, t = (double)$a](double x) { u += x; return x * t; }; $t = add($a); }",
        "{ std::function<double(double)> t = quiet; if (k & 1) t = [](double x) { return x - 1; }; $t = t($a); }",
        "{ std::unique_ptr<Shape> t; if (k & 1) t = std::make_unique<Circle>($a); else t = std::make_unique<Ring>($a, v); $t = t->area(2); }",
        "p = p + Pair{$a, (float)$a};",
        "{ std::complex<double> t{$a, $a}; t *= t; $t = t.real() / 2; }",
        "{ std::optional<double> t; if ($c) t = $a; $t = t.value_or(2); }",
        "{ double t = $e; if (std::fabs(t) < 100) k = static_cast<short>(t); }",
        "$t = *std::max_element(a.begin(), a.end());",
        "std::swap(u, a[k & 3]);",
        "{ std::uint64_t t; double s = $a; std::memcpy(&t, &s, 8); t ^= 1ull << 52; std::memcpy(&v, &t, 8); }",
        "errno = 0; $t = std::log($a); if (errno) v = 1;",
        "$t = std::inner_product(a.begin(), a.end(), table, 0.0);",
    ],
    blocks: &[
        ("if ($c) {", "}"),
        ("if ($c) {", "} else { $t = $a; }"),
        ("for (int i$i = 0; i$i < 4; i$i++) {", "}"),
        ("for (int i$i = 0; i$i < n && i$i < 20; i$i++) {", "}"),
        ("for (double t$i = 1; t$i > 1e-3; t$i /= 7) { w += t$i;", "}"),
        ("for (double t$i : a) { v += t$i;", "}"),
        ("try {", "} catch (...) { w = 2; }"),
        ("[&] {", "}();"),
        ("switch (k & 3) { case 0: u = 1; case 2: {", "} break; default: v = 1 / $a; }"),
    ],
};
