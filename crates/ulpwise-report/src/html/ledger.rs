//! The ledger: a row for each operation, a column for each property, and the verdict of all
//! functions together.

use super::{Page, PlaceLink};
use askama::Template;
use ulpwise_finding::{OperationSite, OperationVerdicts, Property};

/// How many rows a browser with scripts has in the page at first; the script shows others when they
/// are wanted.
const ROWS_AT_ONCE: usize = 300;

/// The ledger in the page.
#[derive(Template)]
#[template(path = "ledger.html")]
pub(super) struct LedgerPart<'r> {
    properties: Vec<Property>,
    rows: Vec<LedgerRow<'r>>,
}

struct LedgerRow<'r> {
    site: &'r OperationSite,
    place: PlaceLink,
    cells: Vec<Cell>,
}

/// What is known of a property at an operation.
enum Cell {
    /// The operation cannot have it.
    Empty,
    /// It was found; the number of the finding.
    Found(usize),
    /// The id of another verdict.
    Verdict(&'static str),
}

impl<'r> LedgerPart<'r> {
    pub(super) fn new(page: &Page<'r>) -> Self {
        let row = |operation: &OperationVerdicts| {
            let cell = |&property: &Property| match operation.verdict(property) {
                None => Cell::Empty,
                Some("witness") => Cell::Found(page.numbers[&(operation.site, property)]),
                Some(verdict) => Cell::Verdict(verdict),
            };
            LedgerRow {
                site: &page.run.sites[operation.site],
                place: page.place(operation.site),
                cells: page.properties.iter().map(cell).collect(),
            }
        };
        Self { properties: page.properties.clone(), rows: page.operations.iter().map(row).collect() }
    }
}
