//! A plot of the function around a witness: one input moves, the others stay.
//!
//! Where values span many orders of magnitude the axis is logarithmic on both sides of zero. Infinities and NaN have bands of their own above and below.

use crate::axis::{Axis, short_number as short};
use crate::junit::escape;
use std::fmt::Write as _;
use ulpwise_finding::Plot;

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 200.0;
/// Left, top, right, bottom of the field.
const FIELD: [f64; 4] = [64.0, 28.0, 350.0, 156.0];
/// Where infinities and NaN are drawn.
const ABOVE: f64 = 14.0;
const BELOW: f64 = 170.0;
const NAN: f64 = 91.0;

/// The plot as a figure.
pub(super) fn svg(plot: &Plot, number: usize) -> String {
    let x = Axis::of(plot.points.iter().map(|point| point.0));
    let y = Axis::of(plot.points.iter().map(|point| point.1));
    let [left, top, right, bottom] = FIELD;
    let across = |value: f64| left + x.share(value) * (right - left);
    let up = |value: f64| match value {
        _ if value.is_nan() => NAN,
        _ if value == f64::INFINITY => ABOVE,
        _ if value == f64::NEG_INFINITY => BELOW,
        _ => bottom - y.share(value) * (bottom - top),
    };
    let (input, output) = (escape(&plot.input), escape(&plot.output));
    let mut text = format!(
        "<figure>\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-labelledby=\"t-{number}\">\n<title id=\"t-{number}\">{output} as {input} moves around {}</title>\n",
        short(plot.at)
    );
    let _ = writeln!(text, "<path class=\"axis\" d=\"M{left} {top}V{bottom}H{right}\"/>");
    let at = across(plot.at);
    let _ = writeln!(text, "<path class=\"at\" d=\"M{at:.1} 6V{bottom}\"/>");
    text.push_str(&curve(plot, &across, &up));
    for &(value, result) in plot.points.iter().filter(|point| !point.1.is_finite()) {
        let class = if result.is_nan() { "nan" } else { "inf" };
        let (across, up) = (across(value), up(result));
        let _ = write!(text, "<circle class=\"{class}\" cx=\"{across:.1}\" cy=\"{up:.1}\" r=\"1.8\"/>");
    }
    if let Some(&(value, result)) = plot.points.iter().find(|point| point.0 == plot.at) {
        let (across, up) = (across(value), up(result));
        let _ = write!(text, "<circle class=\"witness\" cx=\"{across:.1}\" cy=\"{up:.1}\" r=\"4\"/>");
    }
    let has = |wanted: fn(f64) -> bool| plot.points.iter().any(|point| wanted(point.1));
    let mut label = |x: f64, y: f64, anchor: &str, words: &str| {
        let _ = write!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>");
    };
    label(left - 4.0, bottom + 3.0, "end", &short(y.low));
    if y.high > y.low {
        label(left - 4.0, top + 4.0, "end", &short(y.high));
    }
    for (is_there, up, word) in [
        (has(|value| value == f64::INFINITY), ABOVE, "inf"),
        (has(|value| value == f64::NEG_INFINITY), BELOW, "-inf"),
        (has(f64::is_nan), NAN, "nan"),
    ] {
        if is_there {
            label(left - 4.0, up + 3.0, "end", word);
        }
    }
    label(left, bottom + 28.0, "start", &short(x.low));
    label(right, bottom + 28.0, "end", &short(x.high));
    let logarithmic = |axis: &Axis| if axis.is_logarithmic() { ", logarithmic" } else { "" };
    label((left + right) / 2.0, HEIGHT - 4.0, "middle", &format!("{input}{}", logarithmic(&x)));
    let _ = write!(
        text,
        "\n</svg>\n<figcaption>{output} around {input} = {}{}</figcaption>\n</figure>\n",
        short(plot.at),
        logarithmic(&y)
    );
    text
}

/// The finite pieces, each a line.
fn curve(plot: &Plot, across: &dyn Fn(f64) -> f64, up: &dyn Fn(f64) -> f64) -> String {
    let mut path = String::new();
    let mut open = false;
    for &(value, result) in &plot.points {
        if !result.is_finite() {
            open = false;
            continue;
        }
        let _ = write!(path, "{}{:.1} {:.1}", if open { "L" } else { "M" }, across(value), up(result));
        open = true;
    }
    format!("<path class=\"curve\" d=\"{path}\"/>\n")
}
