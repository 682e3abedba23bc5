//! A badge for a project's front page, as SVG: how many errors and warnings are not accepted, or that
//! there are none.

use crate::junit::escape;
use std::fmt::Write as _;
use ulpwise_finding::{Level, Run};

/// How wide a letter is drawn, about.
const LETTER: usize = 7;

/// The document.
pub fn badge(run: &Run) -> String {
    let levels = run.by_level();
    let count = |level: Level| levels.get(&level).copied().unwrap_or(0);
    let (errors, warnings) = (count(Level::Error), count(Level::Warning));
    let plural = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let unknown: usize = run.functions.iter().map(|function| function.count().unknown).sum();
    let (text, color) = match (errors, warnings, unknown) {
        (0, 0, 0) => ("proven".to_owned(), "#2e7d32"),
        (0, 0, _) => ("nothing found".to_owned(), "#558b2f"),
        (0, warnings, _) => (plural(warnings, "warning"), "#b26a00"),
        (errors, _, _) => (plural(errors, "error"), "#c62828"),
    };
    draw("ulpwise", &text, color)
}

fn draw(left: &str, right: &str, color: &str) -> String {
    let width = |text: &str| text.chars().count() * LETTER + 10;
    let (first, second) = (width(left), width(right));
    let all = first + second;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" role=\"img\" aria-label=\"{0}: {1}\">\n<title>{0}: {1}</title>\n",
        escape(left),
        escape(right)
    );
    for (x, width, fill) in [(0, first, "#424242"), (first, second, color)] {
        let _ = writeln!(svg, "<rect x=\"{x}\" width=\"{width}\" height=\"20\" fill=\"{fill}\"/>");
    }
    for (middle, text) in [(first / 2, left), (first + second / 2, right)] {
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"14\" fill=\"#fff\" text-anchor=\"middle\" font-family=\"Verdana,sans-serif\" font-size=\"11\">{}</text>",
            escape(text)
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_without_findings_is_proven() {
        let svg = badge(&Run::default());
        assert!(svg.contains("<title>ulpwise: proven</title>") && svg.ends_with("</svg>\n"), "{svg}");
        assert!(draw("a", "<b>", "#000").contains("&lt;b&gt;"));
    }
}
