//! The cactus plot: how many files each solver solves within a time, as an SVG.

use super::Problem;
use super::options::SmtlibOptions;
use super::record::{Key, Record};
use anyhow::{Context, Result};
use std::fmt::Write;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 480.0;
const MARGIN: f64 = 60.0;
const COLORS: &[&str] = &["#0b6e99", "#c0392b", "#2e7d32", "#8e44ad", "#b7791f", "#34495e", "#d81b60"];

/// The least time that is drawn: all below lies on the axis.
const LEAST_S: f64 = 0.01;

/// Writes the plot to the file that the options name.
#[expect(clippy::print_stdout, reason = "tells where the plot is")]
pub(super) fn write(problems: &[Problem], options: &SmtlibOptions, record: &Record) -> Result<()> {
    let curves: Vec<(&str, Vec<f64>)> = options
        .solvers
        .iter()
        .map(|solver| {
            let mut times: Vec<f64> = problems
                .iter()
                .filter_map(|problem| {
                    let key = Key { solver: solver.clone(), file: problem.name.clone(), cpu_s: options.cpu };
                    record.get(&key).filter(|run| run.is_solved()).map(|run| run.cpu_s)
                })
                .collect();
            times.sort_by(f64::total_cmp);
            (solver.as_str(), times)
        })
        .collect();
    let svg = plot(&curves, problems.len(), options.cpu as f64);
    std::fs::write(&options.plot, svg)
        .with_context(|| format!("{} cannot be written", options.plot.display()))?;
    println!("plot: {}", options.plot.display());
    Ok(())
}

/// Time, logarithmic, to the right; files solved upwards.
fn plot(curves: &[(&str, Vec<f64>)], files: usize, limit_s: f64) -> String {
    let x = |time: f64| {
        let part = (time.max(LEAST_S) / LEAST_S).ln() / (limit_s / LEAST_S).ln();
        MARGIN + part * (WIDTH - 2.0 * MARGIN)
    };
    let y = |solved: usize| HEIGHT - MARGIN - solved as f64 / files.max(1) as f64 * (HEIGHT - 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">processor time for a file, in seconds</text>\n",
        WIDTH / 2.0,
        HEIGHT - MARGIN / 3.0
    );
    let mut line = |text: std::fmt::Arguments<'_>| svg.write_fmt(text).expect("a String takes everything");
    for time in [0.01, 0.1, 1.0, 10.0].into_iter().filter(|time| *time <= limit_s) {
        let (at, low, high) = (x(time), y(0), y(files));
        line(format_args!("<path d=\"M{at:.1},{low:.1}V{high:.1}\" stroke=\"#ddd\"/>\n"));
        line(format_args!(
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{time}</text>\n",
            low + 16.0
        ));
    }
    for quarter in 0..=4 {
        let solved = files * quarter / 4;
        let (at, left, right) = (y(solved), MARGIN, WIDTH - MARGIN);
        line(format_args!("<path d=\"M{left},{at:.1}H{right}\" stroke=\"#ddd\"/>\n"));
        line(format_args!(
            "<text x=\"{:.1}\" y=\"{at:.1}\" text-anchor=\"end\">{solved}</text>\n",
            left - 6.0
        ));
    }
    for (number, (solver, times)) in curves.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let mut path = format!("M{:.1},{:.1}", x(LEAST_S), y(0));
        for (solved, &time) in times.iter().enumerate() {
            write!(path, "H{:.1}V{:.1}", x(time), y(solved + 1)).expect("a String takes everything");
        }
        line(format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\n"));
        let (at, count) = (MARGIN + 16.0 * number as f64, times.len());
        line(format_args!(
            "<text x=\"{:.1}\" y=\"{at:.1}\" fill=\"{color}\">{solver}: {count} of {files}</text>\n",
            MARGIN + 8.0
        ));
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_solver_has_a_curve_and_a_label() {
        let svg = plot(&[("a", vec![0.001, 5.0]), ("b", vec![])], 3, 24.0);
        assert_eq!(svg.matches("stroke-width").count(), 2);
        assert!(svg.contains(">a: 2 of 3<") && svg.contains(">b: 0 of 3<"));
    }
}
