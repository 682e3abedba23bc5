//! The ledger: a row for each operation, a column for each property, and the verdict of all functions together.

use super::Page;
use crate::junit::escape;
use std::fmt::Write as _;
use ulpwise_finding::{OperationVerdicts, Property};

/// How many rows a browser with scripts has in the page at first; the script shows others when they are wanted.
const AT_ONCE: usize = 300;

/// The table.
pub(super) fn write(text: &mut String, page: &Page<'_>) {
    let properties = page.properties();
    text.push_str("<section id=\"ledger\">\n<h2>Ledger</h2>\n<form class=\"filter\" data-for=\"ledger\" hidden>\n<label>Find <input type=\"search\" name=\"text\" placeholder=\"function, file, operation\"></label>\n<label>Verdict <select name=\"verdict\"><option value=\"\">all</option><option>found</option><option>unknown</option><option>proven</option></select></label>\n<label>of <select name=\"property\"><option value=\"\">any property</option>");
    for property in &properties {
        let _ = write!(text, "<option>{}</option>", property.id());
    }
    text.push_str("</select></label>\n<output aria-live=\"polite\"></output>\n</form>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Ledger\">\n<table class=\"sortable paged\">\n");
    write_head(text, &properties);
    for operation in page.operations.iter().take(AT_ONCE) {
        write_row(text, page, operation, &properties);
    }
    text.push_str("</tbody>\n</table>\n");
    // What stands in `noscript` is text to a browser with scripts. It cannot stand within a table.
    if page.operations.len() > AT_ONCE {
        text.push_str("<noscript>\n<table>\n");
        write_head(text, &properties);
        for operation in &page.operations[AT_ONCE..] {
            write_row(text, page, operation, &properties);
        }
        text.push_str("</tbody>\n</table>\n</noscript>\n");
    }
    text.push_str("</div>\n<p class=\"more\" data-to=\"later\" hidden><button type=\"button\">Show more rows</button></p>\n</section>\n");
}

/// The names of the columns, and the beginning of the rows.
fn write_head(text: &mut String, properties: &[Property]) {
    text.push_str("<thead><tr><th scope=\"col\">Function</th><th scope=\"col\">Place</th><th scope=\"col\">Operation</th>");
    for property in properties {
        let _ = write!(text, "<th scope=\"col\" data-property=\"{id}\">{id}</th>", id = property.id());
    }
    text.push_str("</tr></thead>\n<tbody>\n");
}

fn write_row(text: &mut String, page: &Page<'_>, operation: &OperationVerdicts, properties: &[Property]) {
    let site = &page.run.sites[operation.site];
    let _ = write!(
        text,
        "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>{}</td>",
        escape(&site.name),
        page.place(operation.site),
        escape(&site.operation)
    );
    for &property in properties {
        match operation.verdict(property) {
            None => text.push_str("<td></td>"),
            Some("witness") => {
                let number = page.numbers[&(operation.site, property)];
                let _ = write!(text, "<td class=\"witness\"><a href=\"#f-{number}\">found</a></td>");
            }
            Some(verdict) => {
                let _ = write!(text, "<td class=\"{verdict}\">{verdict}</td>");
            }
        }
    }
    text.push_str("</tr>\n");
}
