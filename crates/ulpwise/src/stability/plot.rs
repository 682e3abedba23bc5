//! The error of a control loop's state after each step, as a chart: one line for each part of the state.

use ulpwise_report::axis::Axis;
use ulpwise_report::chart::{Chart, ChartLine};
use ulpwise_stability::LoopBounds;

/// The drawing.
pub(super) fn draw(found: &LoopBounds) -> String {
    let steps = found.steps.len().max(1);
    let parts = found.steps.first().map_or(0, Vec::len);
    let line = |part: usize| {
        // Steps without an error have no logarithm, and leave a gap.
        let errors: Vec<(f64, f64)> =
            (1..).zip(&found.steps).map(|(step, states)| (f64::from(step), states[part].error)).collect();
        let pieces = errors.split(|&(_, error)| error <= 0.0);
        let pieces =
            pieces.map(|piece| piece.iter().map(|&(step, error)| (step, error.log10())).collect()).collect();
        ChartLine { name: found.steps[0][part].name.to_string(), pieces }
    };
    let chart = Chart {
        title: "error of the state after each step, at most".into(),
        subtitle: format!("{steps} steps"),
        across: "steps".into(),
        axis: Axis::between(0.0, steps as f64),
        lines: (0..parts).map(line).collect(),
        dots: Vec::new(),
        mark: None,
        strips: Vec::new(),
    };
    chart.svg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_stability::{Interval, StateBound};

    #[test]
    fn a_line_for_each_part_of_the_state() {
        let state = |error: f64| StateBound { name: "y<1>".into(), computed: Interval::new(0.0, 1.0), error };
        let found = LoopBounds {
            steps: (1..=4).map(|step| vec![state(1e-8 * f64::from(step))]).collect(),
            stopped: None,
        };
        let svg = draw(&found);
        assert_eq!(svg.matches("<polyline").count(), 1);
        assert!(svg.contains("y&lt;1&gt;") && svg.contains("1e-8") && svg.ends_with("</svg>\n"), "{svg}");
        assert!(!svg.contains("NaN"));
        assert!(!draw(&LoopBounds::default()).contains("NaN"));
    }
}
