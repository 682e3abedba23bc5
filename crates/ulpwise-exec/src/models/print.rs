//! Output with symbolic values in it. What it would look like is left open, and so is the number of characters.

use super::{Call, Models};
use crate::executor::Executor;
use crate::state::State;
use crate::step::Nexts;
use ulpwise_expr::Sort;

pub(super) const MODELS: Models = &[
    ("fprintf", print),
    ("fputc", print),
    ("fputs", print),
    ("printf", print),
    ("putchar", print),
    ("puts", print),
];

fn print<'p>(executor: &mut Executor<'p, '_>, state: State<'p>, call: &Call) -> Nexts<'p> {
    let mut nexts = Vec::new();
    let mut left = Some(state);
    for &(value, _) in &call.given {
        let Some(state) = left else { return nexts };
        let (state, ended) = executor.decides(state, value);
        nexts.extend(ended);
        left = state;
    }
    let Some(state) = left else { return nexts };
    let written = executor.terms.store.fresh_variable("printed", Sort::BitVec(32));
    nexts.extend(executor.returned(state, call.results, &[written]));
    nexts
}
