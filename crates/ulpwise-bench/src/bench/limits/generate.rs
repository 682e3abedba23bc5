//! Large functions in C, each large in one way: straight lines, branches, loops, arrays, calls, deep
//! calls, parameters. The same name gives the same text.

use std::fmt::Write as _;
use ulpwise_base::SplitMix64;

/// The names and the texts; each text defines a function `f`.
pub(super) fn programs() -> Vec<(String, String)> {
    let mut programs = Vec::new();
    for operations in [1_000, 5_000, 20_000, 50_000] {
        programs.push((format!("straight-{operations}"), straight(operations)));
    }
    for branches in [500, 2_000, 5_000, 10_000] {
        programs.push((format!("branches-{branches}"), branching(branches)));
    }
    for (depth, loops) in [(2, 200), (3, 500), (6, 200)] {
        programs.push((format!("loops-{depth}-{loops}"), nested_loops(depth, loops)));
    }
    for (elements, lines) in [(100, 2_000), (4_000, 8_000), (100_000, 200)] {
        programs.push((format!("array-{elements}-{lines}"), array(elements, lines)));
    }
    for count in [1_000, 10_000] {
        programs.push((format!("calls-{count}"), calls(count)));
    }
    for (depth, width) in [(60, 3), (25, 20)] {
        programs.push((format!("deep-{depth}-{width}"), deep_calls(depth, width)));
    }
    for count in [20, 40, 200] {
        programs.push((format!("parameters-{count}"), parameters(count)));
    }
    programs
}

/// Writes lines.
struct Text(String);

impl Text {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{text}").expect("writing to a string");
    }
}

/// One block.
fn straight(operations: usize) -> String {
    let mut random = SplitMix64::new(operations as u64);
    let mut text = Text("double f(double x, double y) {\n  double a = x, b = y, c = 1;\n".to_owned());
    for number in 0..operations / 2 {
        match random.below(6) {
            0 => text.line(format_args!("  a = a * b + {number}.5;")),
            1 => text.line(format_args!("  b = b - a / (c + 2);")),
            2 => text.line(format_args!("  c = c * 0.5 + a;")),
            3 => text.line(format_args!("  a = a / (b + {number});")),
            4 => text.line(format_args!("  b = (a + b) * 0.25;")),
            _ => text.line(format_args!("  c = c - a * 0.125;")),
        }
    }
    text.0 + "  return a + b + c;\n}\n"
}

fn branching(branches: usize) -> String {
    let mut text = Text("double f(double x, double y) {\n  double a = x, b = y;\n".to_owned());
    for number in 0..branches {
        text.line(format_args!("  if (a > {number}.25) a = a / (b - {number}); else b = b * a + {number};"));
    }
    text.0 + "  return a + b;\n}\n"
}

fn nested_loops(depth: usize, loops: usize) -> String {
    let mut text = Text("double f(double x, double y) {\n  double a = x, b = y;\n".to_owned());
    for number in 0..loops {
        for level in 0..depth {
            text.line(format_args!("  for (int i{level} = 0; i{level} < {}; i{level}++)", 10 + number % 7));
        }
        text.line(format_args!("  {{ a = a * b + {number}; b = b / (a - {number}.5); }}"));
    }
    text.0 + "  return a + b;\n}\n"
}

fn array(elements: usize, lines: usize) -> String {
    let start = format!(
        "double f(double x, const double *p) {{\n  double t[{elements}], s = 0;\n  \
         for (int i = 0; i < {elements}; i++) t[i] = x * i;\n"
    );
    let mut text = Text(start);
    for number in 0..lines {
        let [a, b, c, d] = [7, 13, 5, 3].map(|step| number * step % elements);
        text.line(format_args!("  t[{a}] = t[{b}] / (t[{c}] - p[{}]) + s; s = s + t[{d}] * x;", number % 4));
    }
    text.0 + "  return s;\n}\n"
}

fn calls(count: usize) -> String {
    const CALLED: usize = 200;
    let mut text = Text(String::new());
    for number in 0..CALLED {
        text.line(format_args!(
            "static double g{number}(double a, double b) {{ return a / (b - {number}) + a * b; }}"
        ));
    }
    text.line(format_args!("double f(double x, double y) {{\n  double a = x, b = y;"));
    for number in 0..count {
        text.line(format_args!("  a = g{}(a, b + {number}); b = b + a;", number % CALLED));
    }
    text.0 + "  return a + b;\n}\n"
}

fn deep_calls(depth: usize, width: usize) -> String {
    let mut text = Text("static double h0(double a, double b) { return a / b; }\n".to_owned());
    for level in 1..depth {
        text.line(format_args!("static double h{level}(double a, double b) {{"));
        for number in 0..width {
            let below = level - 1;
            text.line(format_args!("  a = a + h{below}(a * {number}.5, b - a); b = b / (a - {number});"));
        }
        text.line(format_args!("  return a + b;\n}}"));
    }
    text.line(format_args!("double f(double x, double y) {{ return h{}(x, y); }}", depth - 1));
    text.0
}

fn parameters(count: usize) -> String {
    let list: Vec<String> = (0..count).map(|number| format!("double p{number}")).collect();
    let mut text = Text(format!("double f({}) {{\n  double s = 0;\n", list.join(", ")));
    for number in 0..count {
        text.line(format_args!("  s = s / (p{number} - p{}) + p{number} * s;", number * 3 % count));
    }
    text.0 + "  return s;\n}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_names_of_their_own_and_are_the_same_each_time() {
        let (first, second) = (programs(), programs());
        assert_eq!(first, second);
        let names: std::collections::BTreeSet<&String> = first.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), first.len());
        assert!(first.iter().all(|(_, text)| text.contains("double f(")));
    }
}
