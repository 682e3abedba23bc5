//! Two answers to one query, and who is right.
//!
//! | ours | peer | the model, evaluated exactly | therefore |
//! |---|---|---|---|
//! | sat | unsat | ours holds, nothing open met | the peer is wrong |
//! | sat | unsat | ours holds by a choice that SMT-LIB leaves open | both may be right: the peer chose otherwise |
//! | unsat | sat | the peer's holds | we are wrong |
//! | unsat | sat | the peer's does not hold | the peer's model is wrong |
//! | unsat | sat | cannot be read or evaluated | unresolved: counts as ours |

use super::model::{ModelCheck, check, translated};
use super::peer::{Peer, PeerAnswer};
use anyhow::Result;
use std::panic::{AssertUnwindSafe, catch_unwind};
use ulpwise_base::Budget;
use ulpwise_expr::{Model, Term, TermStore};
use ulpwise_smtlib::{Dialect, QueryOptions, print_query, read_values};
use ulpwise_solver::{Query, Reason, Solver, Verdict};

/// How a query went.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Comparison {
    BothSat,
    BothUnsat,
    WeDoNotKnow,
    PeerDoesNotKnow,
    PeerChoseOtherwise,
    PeerIsWrong,
    WeAreWrong,
    Unresolved,
}

impl Comparison {
    pub(super) fn text(self) -> &'static str {
        match self {
            Comparison::BothSat => "both sat",
            Comparison::BothUnsat => "both unsat",
            Comparison::WeDoNotKnow => "unknown to us",
            Comparison::PeerDoesNotKnow => "unknown to the peer",
            Comparison::PeerChoseOtherwise => "the peer chose another value for what SMT-LIB leaves open",
            Comparison::PeerIsWrong => "THE PEER IS WRONG",
            Comparison::WeAreWrong => "WE ARE WRONG",
            Comparison::Unresolved => "UNRESOLVED",
        }
    }

    /// Whether it means a bug of ours, or may.
    pub(super) fn is_bad(self) -> bool {
        matches!(self, Comparison::WeAreWrong | Comparison::Unresolved)
    }
}

/// What our engine says, with a model of the store that was passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ours {
    Sat(Model),
    Unsat,
    Unknown,
    /// A panic, a contradiction, or a model that does not hold.
    Bug(String),
}

impl Ours {
    /// What it says, in a word; a bug in its own.
    pub(super) fn word(&self) -> &str {
        match self {
            Ours::Sat(_) => "sat",
            Ours::Unsat => "unsat",
            Ours::Unknown => "unknown",
            Ours::Bug(what) => what,
        }
    }
}

/// How two engines of ours compare: both are to blame if they differ. Models were checked already.
pub(super) fn compare_ours(first: &Ours, second: &Ours) -> Comparison {
    match (first, second) {
        (Ours::Bug(_), _) | (_, Ours::Bug(_)) => Comparison::WeAreWrong,
        (Ours::Unknown, _) => Comparison::WeDoNotKnow,
        (_, Ours::Unknown) => Comparison::PeerDoesNotKnow,
        (Ours::Sat(_), Ours::Sat(_)) => Comparison::BothSat,
        (Ours::Unsat, Ours::Unsat) => Comparison::BothUnsat,
        (Ours::Sat(_), Ours::Unsat) | (Ours::Unsat, Ours::Sat(_)) => Comparison::WeAreWrong,
    }
}

/// Asks our engine about assertions of a store that does not rewrite.
pub(super) fn ask_us(
    make: fn() -> Box<dyn Solver>,
    store: &mut TermStore,
    assertions: &[Term],
    rewriting: bool,
    budget: &Budget,
) -> Ours {
    let mut own = if rewriting { TermStore::new() } else { TermStore::without_rewrites() };
    let result = catch_unwind(AssertUnwindSafe(|| {
        let imported = own.import(store, assertions);
        make().check(&mut own, &Query::new(&imported), budget)
    }));
    match result {
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            Ours::Bug(text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default())
        }
        Ok(Verdict::Unsat) => Ours::Unsat,
        Ok(Verdict::Unknown(Reason::Fault(fault))) => Ours::Bug(fault),
        Ok(Verdict::Unknown(_)) => Ours::Unknown,
        Ok(Verdict::Sat(model)) => {
            let model = translated(&model, &own, store);
            match check(store, assertions, &model) {
                ModelCheck::Holds | ModelCheck::HoldsByChoice => Ours::Sat(model),
                ModelCheck::Fails | ModelCheck::Unclear => {
                    Ours::Bug("the model does not hold without rewriting".to_owned())
                }
            }
        }
    }
}

/// Asks a peer about the same, and says who is right.
pub(super) fn compare(
    ours: &Ours,
    peer: &mut Peer,
    store: &TermStore,
    assertions: &[Term],
) -> Result<Comparison> {
    let ask = |peer: &mut Peer, values: bool| {
        let printed = print_query(store, assertions, QueryOptions { dialect: Dialect::Standard, values });
        peer.ask(&printed.text).map(|answer| (printed, answer))
    };
    match ours {
        Ours::Bug(_) => return Ok(Comparison::WeAreWrong),
        Ours::Unknown => return Ok(Comparison::WeDoNotKnow),
        Ours::Sat(_) | Ours::Unsat => {}
    }
    let (_, theirs) = ask(peer, false)?;
    Ok(match (ours, theirs) {
        (Ours::Bug(_) | Ours::Unknown, _) => unreachable!("answered above"),
        (_, PeerAnswer::Unknown) => Comparison::PeerDoesNotKnow,
        (Ours::Sat(_), PeerAnswer::Sat(_)) => Comparison::BothSat,
        (Ours::Unsat, PeerAnswer::Unsat) => Comparison::BothUnsat,
        (Ours::Sat(model), PeerAnswer::Unsat) => match check(store, assertions, model) {
            ModelCheck::Holds => Comparison::PeerIsWrong,
            ModelCheck::HoldsByChoice => Comparison::PeerChoseOtherwise,
            ModelCheck::Fails | ModelCheck::Unclear => Comparison::WeAreWrong,
        },
        (Ours::Unsat, PeerAnswer::Sat(_)) => {
            let (printed, again) = ask(peer, true)?;
            let PeerAnswer::Sat(values) = again else { return Ok(Comparison::Unresolved) };
            let model = read_values(store, &printed.variables, &values);
            match model.map_or(ModelCheck::Unclear, |model| check(store, assertions, &model)) {
                ModelCheck::Holds | ModelCheck::HoldsByChoice => Comparison::WeAreWrong,
                ModelCheck::Fails => Comparison::PeerIsWrong,
                ModelCheck::Unclear => Comparison::Unresolved,
            }
        }
    })
}
