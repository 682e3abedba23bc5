//! A plot of the function around a witness: one input moves, the others stay.
//!
//! Where values span many orders of magnitude the axis is logarithmic on both sides of zero. Infinities and NaN have bands of their own above and below.

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

/// More orders of magnitude than this are shown logarithmically.
const LINEAR: f64 = 1e3;

/// An axis.
struct Axis {
    low: f64,
    high: f64,
    /// Below this magnitude the axis is linear; `None` is linear everywhere.
    linear_below: Option<f64>,
}

impl Axis {
    /// The axis for finite values.
    fn of(values: impl Iterator<Item = f64> + Clone) -> Axis {
        let finite = values.filter(|value| value.is_finite());
        let low = finite.clone().fold(f64::INFINITY, f64::min);
        let high = finite.clone().fold(f64::NEG_INFINITY, f64::max);
        let magnitudes = finite.map(f64::abs).filter(|&value| value > 0.0);
        let least = magnitudes.clone().fold(f64::INFINITY, f64::min);
        let most = magnitudes.fold(0.0, f64::max);
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        Axis { low, high, linear_below: (most / least > LINEAR).then_some(least) }
    }

    fn place(&self, value: f64) -> f64 {
        match self.linear_below {
            None => value,
            Some(limit) if value.abs() < limit => value / limit,
            // The quotient itself may overflow.
            Some(limit) => value.signum() * (1.0 + value.abs().log10() - limit.log10()),
        }
    }

    /// From 0 to 1.
    fn share(&self, value: f64) -> f64 {
        // The difference of two large numbers may be infinite.
        let (low, high) = (self.place(self.low) / 2.0, self.place(self.high) / 2.0);
        if high > low { ((self.place(value) / 2.0 - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 }
    }
}

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
    let logarithmic = |axis: &Axis| if axis.linear_below.is_some() { ", logarithmic" } else { "" };
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

/// A number in few digits.
fn short(value: f64) -> String {
    let magnitude = value.abs();
    if value == 0.0 || (1e-3..1e5).contains(&magnitude) {
        let text = format!("{value:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{value:.2e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_logarithmic_where_values_are_far_apart() {
        let axis = Axis::of([-1e300, 1e-300, 1e300].into_iter());
        assert!(axis.linear_below.is_some());
        assert_eq!(axis.share(-1e300), 0.0);
        assert_eq!(axis.share(1e300), 1.0);
        assert!((axis.share(0.0) - 0.5).abs() < 1e-12);
        let axis = Axis::of([0.0, 4.0, f64::NAN, f64::INFINITY].into_iter());
        assert_eq!((axis.linear_below, axis.share(1.0)), (None, 0.25));
        let axis = Axis::of([-f64::MAX, f64::MAX].into_iter());
        assert_eq!((axis.share(-f64::MAX), axis.share(0.0), axis.share(f64::MAX)), (0.0, 0.5, 1.0));
        assert_eq!(Axis::of([f64::NAN].into_iter()).share(0.5), 0.5);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.25, -3.0, 1e308, 1.5e-7, 0.0].map(short), ["0.25", "-3", "1.00e308", "1.50e-7", "0"]);
    }
}
