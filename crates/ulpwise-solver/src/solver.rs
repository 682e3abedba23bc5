//! What an engine is.

use crate::portfolio::EngineStatistics;
use crate::query::Query;
use crate::verdict::Verdict;
use ulpwise_base::Budget;
use ulpwise_expr::TermStore;

/// An engine.
///
/// # What an implementation keeps
/// - **One engine serves one store.** The store only grows between calls, so an engine may keep
///   what it knows about a term from one call to the next; a path condition that grows is then
///   cheaper than its parts one by one. A new store needs a new engine.
/// - **No guess.** `Unsat` is a proof under the semantics of `ulpwise-expr`, what SMT-LIB leaves
///   open included. A `Sat` was evaluated ([`confirmed`](crate::confirmed)). A sort or operator
///   outside of the engine's reach is [`Reason::Unsupported`](crate::Reason::Unsupported), at once,
///   unless the query is decided without it.
/// - **The budget is obeyed** within 100 ms, by deadline and by cancellation, in every phase; what
///   the engine learnt before stays usable.
/// - **No panic** for any well-sorted query, and no recursion along terms.
/// - **The same calls give the same answers** as long as no time limit interferes: no hash order,
///   no clock.
///
/// An engine may be handed to another thread, so that several can race.
pub trait Solver: Send {
    /// The name that `--engine` knows it by.
    fn name(&self) -> &str;

    /// Whether the assertions of the query can hold together.
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict;

    /// What each engine inside of this one did so far; nothing for a single engine.
    fn engine_statistics(&self) -> Vec<(&str, EngineStatistics)> {
        Vec::new()
    }

    /// Remarks for the user about the engine itself, such as that a program it needs is missing.
    /// Each remark is returned once, by the first call after it came up.
    fn take_remarks(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// What the engine did so far, as names and numbers, in a fixed order.
    fn statistics(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}
