//! The page of a library whose functions were all searched for errors: a table, and for each
//! function of one input its errors over that input.

use crate::junit::escape;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// What came of a function.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LibraryRow {
    /// Its name.
    pub function: String,
    /// How many calls were made.
    pub calls: u64,
    /// The largest error that was confirmed.
    pub largest: Option<String>,
    /// How many operations make errors above the threshold, and in how many regions.
    pub causes: usize,
    /// See `causes`.
    pub regions: usize,
    /// Why there is no error, or what errors are measured against.
    pub note: String,
    /// The errors over the input, as SVG.
    pub chart: Option<String>,
}

const STYLE: &str = "body { font-family: sans-serif; margin: 2em; color-scheme: light dark } \
    table { border-collapse: collapse } td, th { padding: 0.2em 0.8em; text-align: left; border-bottom: 1px solid #8886 } \
    td.number { text-align: right } svg { max-width: 100%; height: auto }";

/// The page.
pub fn library_page(title: &str, rows: &[LibraryRow]) -> String {
    let title = escape(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<table>\n\
         <tr><th>function</th><th>largest error</th><th>operations</th><th>regions</th><th>calls</th><th>remark</th></tr>\n"
    );
    for row in rows {
        let name = escape(&row.function);
        let linked = match row.chart {
            Some(_) => format!("<a href=\"#{name}\">{name}</a>"),
            None => name,
        };
        let largest = row.largest.as_deref().unwrap_or("none found");
        let _ = writeln!(
            page,
            "<tr><td>{linked}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
            escape(largest),
            row.causes,
            row.regions,
            row.calls,
            escape(&row.note)
        );
    }
    page.push_str("</table>\n");
    for row in rows {
        if let Some(chart) = &row.chart {
            let name = escape(&row.function);
            let _ = writeln!(page, "<h2 id=\"{name}\">{name}</h2>\n{chart}");
        }
    }
    page.push_str("</body></html>\n");
    page
}

/// The same as a table in text.
pub fn library_table(rows: &[LibraryRow]) -> String {
    let width = rows.iter().map(|row| row.function.len()).max().unwrap_or(0).max(8);
    let mut text = format!(
        "{:<width$}  {:>13}  operations  regions  {:>9}  remark\n",
        "function", "largest error", "calls"
    );
    for row in rows {
        let largest = row.largest.as_deref().unwrap_or("-");
        let line = format!(
            "{:<width$}  {largest:>13}  {:>10}  {:>7}  {:>9}  {}",
            crate::text::printable(&row.function),
            row.causes,
            row.regions,
            row.calls,
            crate::text::printable(&row.note)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_remarks_are_made_harmless() {
        let row = LibraryRow {
            function: "f<int>".to_owned(),
            largest: Some("0.5".to_owned()),
            causes: 2,
            regions: 3,
            calls: 100,
            note: "a <b>remark</b>".to_owned(),
            chart: Some("<svg></svg>".to_owned()),
        };
        let page = library_page("errors", std::slice::from_ref(&row));
        assert!(page.contains("<a href=\"#f&lt;int&gt;\">") && page.contains("a &lt;b&gt;remark"), "{page}");
        assert!(page.contains("<svg></svg>") && !page.contains("<b>"));
        let table = library_table(&[row]);
        assert_eq!(table.lines().count(), 2);
        assert!(table.contains("f<int>") && table.contains("0.5"), "{table}");
    }
}
