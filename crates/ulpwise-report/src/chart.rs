//! Charts as SVG files that stand for themselves: sizes of something upwards, in powers of ten.
//!
//! What holds: a size of nothing has no logarithm, and what was not measured has no size; both are
//! shown in strips of their own below the field, never by a line that goes on. Colours follow the
//! reader's preference for light or dark.

use crate::axis::{Axis, short_number};
use crate::junit::escape;
use std::fmt::Write as _;
use ulpwise_finding::LoopRun;

const WIDTH: f64 = 760.0;
/// Left, top, right, bottom of the field.
const FIELD: [f64; 4] = [86.0, 56.0, 736.0, 356.0];
/// How high a strip is.
const STRIP: f64 = 18.0;

/// Colours that people with any eyes tell apart (Okabe and Ito), on light and on dark.
const COLOURS: [&str; 6] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"];

/// What the file says to a browser about its looks.
const STYLE: &str = "<style>\n\
    svg { color-scheme: light dark; --back: #ffffff; --ink: #1c1c1c; --faint: #dddddd; }\n\
    @media (prefers-color-scheme: dark) { svg { --back: #17191c; --ink: #e6e6e6; --faint: #3a3d42; } }\n\
    .back { fill: var(--back, #ffffff) } text { fill: var(--ink, #1c1c1c) }\n\
    .grid { stroke: var(--faint, #dddddd); fill: none } .axis { stroke: var(--ink, #1c1c1c); fill: none }\n\
    .line { fill: none; stroke-width: 1.5 } .mark { fill: none; stroke: #D55E00; stroke-width: 2 } .at { stroke: #D55E00; stroke-dasharray: 3 3 }\n\
    .said { paint-order: stroke; stroke: var(--back, #ffffff); stroke-width: 4px; stroke-linejoin: round }\n\
    .lost { stroke: #CC79A7; stroke-width: 2 }\n</style>\n";

/// A line, in pieces between which nothing is known. Sizes are given by their decimal logarithms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartLine {
    /// What it shows.
    pub name: String,
    /// Each piece from left to right.
    pub pieces: Vec<Vec<(f64, f64)>>,
}

/// Places that have no size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    /// Why.
    pub name: String,
    /// Where.
    pub places: Vec<f64>,
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows, above it.
    pub title: String,
    /// More of that, in smaller letters.
    pub subtitle: String,
    /// What goes to the right.
    pub across: String,
    /// The axis to the right.
    pub axis: Axis,
    /// The lines.
    pub lines: Vec<ChartLine>,
    /// Single values, with the decimal logarithms of their sizes.
    pub dots: Vec<(f64, f64)>,
    /// The one to look at, and what it is.
    pub mark: Option<((f64, f64), String)>,
    /// What has no size.
    pub strips: Vec<Strip>,
}

impl Chart {
    /// The file.
    pub fn svg(&self) -> String {
        let strips: Vec<&Strip> = self.strips.iter().filter(|strip| !strip.places.is_empty()).collect();
        let [left, top, right, bottom] = FIELD;
        let height = bottom + STRIP * strips.len() as f64 + 56.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"title\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title id=\"title\">{}</title>\n{STYLE}<rect class=\"back\" width=\"{WIDTH}\" height=\"{height}\"/>\n",
            escape(&self.title)
        );
        let mut label = |x: f64, y: f64, anchor: &str, more: &str, words: &str| {
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{more}>{}</text>",
                escape(words)
            );
        };
        label(left, 20.0, "start", " font-size=\"14\" font-weight=\"bold\"", &self.title);
        label(left, 37.0, "start", "", &self.subtitle);
        let logarithmic = if self.axis.is_logarithmic() { ", logarithmic" } else { "" };
        let words = format!("{}{logarithmic}", self.across);
        label((left + right) / 2.0, height - 12.0, "middle", "", &words);
        let [low, high] = self.powers();
        let across = |value: f64| left + self.axis.share(value) * (right - left);
        let up = |log: f64| bottom - (log - low) / (high - low) * (bottom - top);
        self.draw_axes(&mut svg, [low, high], height, &across, &up);
        for &(value, log) in &self.dots {
            let (x, y) = (across(value), up(log));
            let _ = write!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"1.2\" fill=\"{}\" fill-opacity=\"0.45\"/>",
                COLOURS[0]
            );
        }
        svg.push('\n');
        self.draw_lines(&mut svg, &across, &up);
        draw_strips(&mut svg, &strips, &across);
        if let Some(((value, log), words)) = &self.mark {
            draw_mark(&mut svg, (across(*value), up(*log)), words);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The powers of ten at the bottom and at the top.
    fn powers(&self) -> [f64; 2] {
        let lines = self.lines.iter().flat_map(|line| line.pieces.iter().flatten());
        let all = lines.chain(&self.dots).chain(self.mark.as_ref().map(|mark| &mark.0));
        let logs: Vec<f64> = all.map(|point| point.1).filter(|log| log.is_finite()).collect();
        if logs.is_empty() {
            return [-1.0, 0.0];
        }
        let low = logs.iter().copied().fold(f64::INFINITY, f64::min).floor();
        let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
        [low, high.max(low + 1.0)]
    }

    fn draw_axes(
        &self,
        svg: &mut String,
        [low, high]: [f64; 2],
        height: f64,
        across: &dyn Fn(f64) -> f64,
        up: &dyn Fn(f64) -> f64,
    ) {
        let [left, top, right, bottom] = FIELD;
        let every = ((high - low) / 8.0).ceil().max(1.0);
        for step in 0..=((high - low) / every) as u32 {
            let power = low + every * f64::from(step);
            let y = up(power);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{left} {y:.1}H{right}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>",
                left - 6.0,
                y + 4.0
            );
        }
        for tick in self.axis.ticks(6) {
            let x = across(tick);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{x:.1} {top}V{bottom}\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                height - 34.0,
                short_number(tick)
            );
        }
        let _ = writeln!(svg, "<path class=\"axis\" d=\"M{left} {top}V{bottom}H{right}\"/>");
    }

    fn draw_lines(&self, svg: &mut String, across: &dyn Fn(f64) -> f64, up: &dyn Fn(f64) -> f64) {
        let [_, top, right, _] = FIELD;
        for (number, line) in self.lines.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            for piece in line.pieces.iter().filter(|piece| !piece.is_empty()) {
                let points: Vec<String> = piece
                    .iter()
                    .map(|&(value, log)| format!("{:.1},{:.1}", across(value), up(log)))
                    .collect();
                // A piece of one point would not be seen as a line.
                if let [(value, log)] = piece[..] {
                    let (x, y) = (across(value), up(log));
                    let _ =
                        writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"1.5\" fill=\"{colour}\"/>");
                }
                let _ = writeln!(
                    svg,
                    "<polyline class=\"line\" stroke=\"{colour}\" points=\"{}\"/>",
                    points.join(" ")
                );
            }
            let _ = writeln!(
                svg,
                "<text x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\" style=\"fill: {colour}\">{}</text>",
                top - 4.0 + 14.0 * number as f64,
                escape(&line.name)
            );
        }
    }
}

fn draw_strips(svg: &mut String, strips: &[&Strip], across: &dyn Fn(f64) -> f64) {
    let [left, _, right, bottom] = FIELD;
    for (number, strip) in strips.iter().enumerate() {
        let y = bottom + STRIP * (number as f64 + 0.75);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{left} {y:.1}H{right}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text><path class=\"lost\" d=\"",
            left - 6.0,
            y + 4.0,
            escape(&strip.name)
        );
        for &place in &strip.places {
            let _ = write!(svg, "M{:.1} {:.1}v8", across(place), y - 4.0);
        }
        svg.push_str("\"/>\n");
    }
}

fn draw_mark(svg: &mut String, (x, y): (f64, f64), words: &str) {
    let [left, top, right, bottom] = FIELD;
    let (anchor, beside) = if x > (left + right) / 2.0 { ("end", -9.0) } else { ("start", 9.0) };
    let _ = writeln!(
        svg,
        "<path class=\"at\" d=\"M{x:.1} {top}V{bottom}\"/><circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/><text class=\"said\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
        x + beside,
        (y + 16.0).min(bottom - 4.0),
        escape(words)
    );
}

/// The error of a loop's state after each iteration: one line for each part of the state.
pub fn loop_chart(found: &LoopRun) -> Chart {
    let steps = found.steps.len().max(1);
    let parts = found.steps.first().map_or(0, Vec::len);
    let line = |part: usize| {
        // Steps without an error have no logarithm, and leave a gap.
        let errors: Vec<(f64, f64)> =
            (1..).zip(&found.steps).map(|(step, states)| (f64::from(step), states[part].error)).collect();
        let pieces = errors.split(|&(_, error)| error <= 0.0);
        let pieces =
            pieces.map(|piece| piece.iter().map(|&(step, error)| (step, error.log10())).collect()).collect();
        ChartLine { name: found.steps[0][part].name.clone(), pieces }
    };
    Chart {
        title: "error of the state after each step, at most".into(),
        subtitle: format!("{steps} steps"),
        across: "steps".into(),
        axis: Axis::between(0.0, steps as f64),
        lines: (0..parts).map(line).collect(),
        dots: Vec::new(),
        mark: None,
        strips: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_finding::StateError;

    fn chart() -> Chart {
        Chart {
            title: "error of f<1>".into(),
            subtitle: "x moves".into(),
            across: "x".into(),
            axis: Axis::between(0.0, 10.0),
            lines: vec![ChartLine {
                name: "largest".into(),
                pieces: vec![vec![(0.0, -16.0), (2.0, -3.0)], vec![(8.0, -15.5)]],
            }],
            dots: vec![(1.0, -16.5)],
            mark: Some(((2.0, -3.0), "the worst".into())),
            strips: vec![
                Strip { name: "no return".into(), places: vec![5.0] },
                Strip { name: "exact".into(), places: Vec::new() },
            ],
        }
    }

    #[test]
    fn pieces_stay_apart_and_what_has_no_size_has_a_strip() {
        let svg = chart().svg();
        assert_eq!(svg.matches("<polyline").count(), 2, "a gap is not drawn over: {svg}");
        assert!(svg.contains("no return") && !svg.contains("exact"), "a strip without places is left out");
        assert!(
            svg.contains("f&lt;1&gt;") && svg.contains(">1e-17<") && svg.contains("class=\"mark\""),
            "{svg}"
        );
        assert!(svg.contains("prefers-color-scheme: dark") && !svg.contains("NaN") && !svg.contains("inf"));
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn a_chart_of_nothing_is_one() {
        let nothing = Chart { lines: Vec::new(), dots: Vec::new(), mark: None, ..chart() };
        let svg = nothing.svg();
        assert!(!svg.contains("NaN") && svg.contains("1e-1<"), "{svg}");
    }

    #[test]
    fn a_line_for_each_part_of_the_state() {
        let state = |error: f64| StateError { name: "y<1>".to_owned(), low: 0.0, high: 1.0, error };
        let found = LoopRun {
            steps: (1..=4).map(|step| vec![state(1e-8 * f64::from(step))]).collect(),
            stopped: None,
        };
        let svg = loop_chart(&found).svg();
        assert_eq!(svg.matches("<polyline").count(), 1);
        assert!(svg.contains("y&lt;1&gt;") && svg.contains("1e-8") && svg.ends_with("</svg>\n"), "{svg}");
        assert!(!svg.contains("NaN"));
        assert!(!loop_chart(&LoopRun::default()).svg().contains("NaN"));
    }
}
