//! Random Fortran: module variables, whole arrays and sections, intrinsic functions of arrays,
//! `where`, `select case`, allocatable arrays, procedures with assumed shapes, recursion.

use super::grammar::Grammar;
use super::{Input, InputType, names};

/// Flags that programs are compiled with.
pub(super) const FLAGS: [&str; 3] = ["", "-O1", "-O2"];

/// The program around a body.
pub(super) fn program(inputs: &[Input], body: &str) -> String {
    let declared: Vec<String> = inputs
        .iter()
        .map(|input| match input.ty {
            InputType::Double => format!("  real(c_double), value :: {}\n", input.name),
            InputType::Float => format!("  real(c_float), value :: {}\n", input.name),
            InputType::Int => format!("  integer(c_int), value :: {}\n", input.name),
        })
        .collect();
    let (declared, names) = (declared.concat(), names(inputs));
    format!(
        "{}function f({names}) bind(c, name='f') result(returned)\n{declared}{OPENING}{body}{CLOSING}end function\n\
         function drive({names}, s, t, r, m) bind(c, name='drive') result(returned)\n{declared}  \
         real(c_double), value :: s, t\n  real(c_float), value :: r\n  integer(c_int), value :: m\n  \
         real(c_double) :: returned\n  call poke(s, t, r, m)\n  returned = f({names})\nend function\nend module\n",
        include_str!("prelude.f90")
    )
}

const OPENING: &str = "  real(c_double) :: returned, u, v, w, a(4), b(2, 2)
  real(c_float) :: g
  integer(c_int) :: k, i0, i1, i2, i3
  type(pair) :: p
  u = x; v = y; w = 1; a = [1d0, 2d0, 3d0, 4d0]; g = z; k = n
  b = reshape([x, y, 1d0, 2d0], [2, 2]); p = pair(x, z)
";
const CLOSING: &str = "  returned = u + v * w - p%a + g + k + a(2) + b(2, 1)\n";

/// What statements are made of.
pub(super) static GRAMMAR: Grammar = Grammar {
    atoms: &[
        "u",
        "v",
        "w",
        "x",
        "y",
        "p%a",
        "real(p%b, c_double)",
        "real(g, c_double)",
        "a(2)",
        "a(iand(k, 3) + 1)",
        "s0",
        "s1",
        "real(s2, c_double)",
        "real(n, c_double)",
        "table(3)",
        "table(iand(k, 7) + 1)",
        "b(1, 2)",
    ],
    numbers: &["0d0", "1d0", "(-1d0)", "0.5d0", "1d-10", "1d10", "1d-300", "1d300", "3.25d0", "0.1d0"],
    targets: &["u", "v", "w", "p%a", "g", "a(iand(k, 3) + 1)", "a(2)", "b(2, 1)", "s0", "s1"],
    expressions: &[
        "($e + $a)",
        "($e - $a)",
        "($e * $a)",
        "($e / $a)",
        "sqrt(abs($e))",
        "exp($e)",
        "log($e)",
        "sin($e)",
        "atan2($e, $a)",
        "max($e, $a)",
        "min($e, $a)",
        "inverse($e)",
        "halve($e)",
        "power($e, iand(k, 7))",
        "aint($e)",
        "anint($e)",
        "($e)**2",
        "($e)**iand(k, 3)",
        "sum(a * $e)",
        "sign($e, $a)",
        "hypot($e, $a)",
        "real(real($e, c_float), c_double)",
        "merge($e, $a, $c)",
        "mod($e, $a)",
        "dim($e, $a)",
        "(1 / (1 + abs($e)))",
    ],
    conditions: &[
        "$a < $a",
        "$a >= $a",
        "$a > $a .and. $a /= $a",
        ".not. ($a > $a)",
        "$a /= $a",
        "n > 3",
        "abs($a) < $k",
        "any(a > $a)",
        "all(a < $a)",
        "iand(k, 1) == 0",
        "count(a > $a) > 2",
    ],
    statements: &[
        "$t = $e",
        "if ($c) $t = 1 / ($e)",
        "a = a * 2 - $a",
        "a(2:4) = a(1:3)",
        "a(4:1:-1) = a / $a",
        "$t = sum(a)",
        "$t = dot_product(a, table(1:4))",
        "$t = maxval(a) - minval(a)",
        "$t = spread_of(a(iand(k, 1) + 1:4:2))",
        "b = matmul(b, transpose(b)) / 4",
        "where (a > $a) a = 1 / a",
        "where (a > $a)\na = sqrt(a)\nelsewhere\na = $a\nend where",
        "call store($t, ($e))",
        "call scale_all(a, ($a))",
        "if (abs(u) < 100) k = int(u)",
        "if (abs(v) < 1d6) k = iand(nint(v), 1023)",
        "block\nreal(c_double), allocatable :: t(:)\nallocate(t(iand(k, 3) + 1))\nt = $a\nt(1) = $a\nw = sum(t)\nend block",
        "block\nreal(c_double) :: t(2)\nt = [real(c_double) :: $a, $a]\nu = t(1) - t(2)\nend block",
        "p = pair($a, real($a, c_float))",
        "b(:, 1) = b(1, :) + $a",
        "u = norm2(a)",
        "k = maxloc(a, 1)",
        "g = real($e, c_float)",
        "k = ieor(k, s3)",
    ],
    blocks: &[
        ("if ($c) then", "end if"),
        ("if ($c) then", "else\n$t = $a\nend if"),
        ("do i$i = 1, 4", "end do"),
        ("do i$i = 1, min(n, 20)", "end do"),
        ("do i$i = 9, 1, -3\nw = w + i$i", "end do"),
        ("select case (iand(k, 3))\ncase (0)", "case (1:2)\nu = 1\ncase default\nv = 1 / $a\nend select"),
    ],
};
