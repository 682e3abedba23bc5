//! A plot of the function around a witness: one input moves, the others stay.
//!
//! Where values span many orders of magnitude the axis is logarithmic on both sides of zero.
//! Infinities and NaN have bands of their own above and below.

use crate::axis::{Axis, short_number as short};
use askama::Template;
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
#[derive(Template)]
#[template(path = "plot.html")]
pub(super) struct PlotPart<'r> {
    plot: &'r Plot,
    number: usize,
    at: String,
    at_across: f64,
    curve: String,
    dots: Vec<Dot>,
    labels: Vec<PlotLabel>,
    caption_end: &'static str,
}

struct Dot {
    class: &'static str,
    x: f64,
    y: f64,
    radius: &'static str,
}

struct PlotLabel {
    x: f64,
    y: f64,
    anchor: &'static str,
    words: String,
}

/// The two axes of a plot.
struct Axes {
    x: Axis,
    y: Axis,
}

impl Axes {
    fn across(&self, value: f64) -> f64 {
        let [left, _, right, _] = FIELD;
        left + self.x.share(value) * (right - left)
    }

    fn up(&self, value: f64) -> f64 {
        let [_, top, _, bottom] = FIELD;
        match value {
            _ if value.is_nan() => NAN,
            _ if value == f64::INFINITY => ABOVE,
            _ if value == f64::NEG_INFINITY => BELOW,
            _ => bottom - self.y.share(value) * (bottom - top),
        }
    }
}

fn logarithmic(axis: &Axis) -> &'static str {
    if axis.is_logarithmic() { ", logarithmic" } else { "" }
}

impl<'r> PlotPart<'r> {
    pub(super) fn new(plot: &'r Plot, number: usize) -> Self {
        let axes = Axes {
            x: Axis::fitting(plot.points.iter().map(|point| point.0)),
            y: Axis::fitting(plot.points.iter().map(|point| point.1)),
        };
        let dot = |class, radius, &(value, result): &(f64, f64)| Dot {
            class,
            x: axes.across(value),
            y: axes.up(result),
            radius,
        };
        let special = plot.points.iter().filter(|point| !point.1.is_finite());
        let mut dots: Vec<Dot> =
            special.map(|point| dot(if point.1.is_nan() { "nan" } else { "inf" }, "1.8", point)).collect();
        let witness = plot.points.iter().find(|point| point.0 == plot.at);
        dots.extend(witness.map(|point| dot("witness", "4", point)));
        Self {
            plot,
            number,
            at: short(plot.at),
            at_across: axes.across(plot.at),
            curve: curve(plot, &axes),
            dots,
            labels: labels(plot, &axes),
            caption_end: logarithmic(&axes.y),
        }
    }
}

fn labels(plot: &Plot, axes: &Axes) -> Vec<PlotLabel> {
    let [left, top, right, bottom] = FIELD;
    let label = |x: f64, y: f64, anchor: &'static str, words: String| PlotLabel { x, y, anchor, words };
    let has = |wanted: fn(f64) -> bool| plot.points.iter().any(|point| wanted(point.1));
    let mut labels = vec![label(left - 4.0, bottom + 3.0, "end", short(axes.y.low))];
    if axes.y.high > axes.y.low {
        labels.push(label(left - 4.0, top + 4.0, "end", short(axes.y.high)));
    }
    for (is_there, up, word) in [
        (has(|value| value == f64::INFINITY), ABOVE, "inf"),
        (has(|value| value == f64::NEG_INFINITY), BELOW, "-inf"),
        (has(f64::is_nan), NAN, "nan"),
    ] {
        if is_there {
            labels.push(label(left - 4.0, up + 3.0, "end", word.to_owned()));
        }
    }
    labels.push(label(left, bottom + 28.0, "start", short(axes.x.low)));
    labels.push(label(right, bottom + 28.0, "end", short(axes.x.high)));
    let input = format!("{}{}", plot.input, logarithmic(&axes.x));
    labels.push(label((left + right) / 2.0, HEIGHT - 4.0, "middle", input));
    labels
}

/// The finite pieces, each a line.
fn curve(plot: &Plot, axes: &Axes) -> String {
    let mut path = String::new();
    let mut open = false;
    for &(value, result) in &plot.points {
        if result.is_finite() {
            let (x, y) = (axes.across(value), axes.up(result));
            let _ = write!(path, "{}{x:.1} {y:.1}", if open { "L" } else { "M" });
        }
        open = result.is_finite();
    }
    path
}
