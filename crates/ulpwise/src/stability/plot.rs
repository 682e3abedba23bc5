//! The error of a control loop's state after each step, drawn as SVG: one line for each part of the state, powers of ten upwards.

use std::fmt::Write as _;
use ulpwise_stability::Loop;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 60.0;

/// Colours that people with any eyes tell apart (Okabe and Ito).
const COLOURS: [&str; 6] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"];

/// The drawing.
pub(super) fn draw(found: &Loop) -> String {
    let steps = found.steps.len().max(1);
    let parts = found.steps.first().map_or(0, Vec::len);
    let logs: Vec<f64> = found
        .steps
        .iter()
        .flatten()
        .filter(|state| state.error > 0.0)
        .map(|state| state.error.log10())
        .collect();
    let (low, high) = match logs.is_empty() {
        true => (-1.0, 0.0),
        false => {
            let least = logs.iter().copied().fold(f64::INFINITY, f64::min).floor();
            let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
            (least, most.max(least + 1.0))
        }
    };
    let x = |step: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * step as f64 / steps as f64;
    let y = |log: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (log - low) / (high - low);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let every = ((high - low) / 8.0).ceil().max(1.0);
    let mut power = low;
    while power <= high {
        let at = y(power);
        let _ = writeln!(
            svg,
            "<line x1=\"{MARGIN}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>",
            WIDTH - MARGIN,
            MARGIN - 6.0,
            at + 4.0
        );
        power += every;
    }
    for part in 0..parts {
        let colour = COLOURS[part % COLOURS.len()];
        let points: Vec<String> = found
            .steps
            .iter()
            .enumerate()
            .filter(|(_, states)| states[part].error > 0.0)
            .map(|(at, states)| format!("{:.1},{:.1}", x(at + 1), y(states[part].error.log10())))
            .collect();
        let name = escaped(&found.steps[0][part].name);
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>",
            points.join(" ")
        );
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            MARGIN + 8.0,
            MARGIN - 20.0 + 14.0 * part as f64
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">steps (to {steps}); error at most</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 20.0
    );
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_stability::{Real, StateBound};

    #[test]
    fn a_line_for_each_part_of_the_state() {
        let state = |error: f64| StateBound { name: "y<1>".into(), computed: Real::new(0.0, 1.0), error };
        let found =
            Loop { steps: (1..=4).map(|step| vec![state(1e-8 * f64::from(step))]).collect(), stopped: None };
        let svg = draw(&found);
        assert_eq!(svg.matches("<polyline").count(), 1);
        assert!(svg.contains("y&lt;1&gt;") && svg.contains("1e-8") && svg.ends_with("</svg>\n"), "{svg}");
        assert!(!svg.contains("NaN"));
        assert!(!draw(&Loop::default()).contains("NaN"));
    }
}
