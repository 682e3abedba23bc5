//! Negation, conjunction and disjunction.

use super::Recorder;
use crate::domain::{BoolDomain, Change, Domain};
use ulpwise_expr::Op;

pub(super) fn project(op: Op, args: &mut [Domain], result: &mut Domain, recorder: &mut Recorder) {
    let Domain::Bool(result) = result else { panic!("{op} is of sort Bool") };
    match op {
        Op::Not => {
            let arg = boolean(&mut args[0]);
            recorder.result(result.intersect(arg.not()));
            recorder.argument(0, arg.intersect(result.not()));
        }
        Op::And => junction(true, args, result, recorder),
        Op::Or => junction(false, args, result, recorder),
        _ => panic!("{op} is not propositional"),
    }
}

/// The truth values of a domain.
pub(super) fn boolean(domain: &mut Domain) -> &mut BoolDomain {
    match domain {
        Domain::Bool(domain) => domain,
        _ => panic!("{domain} is not of sort Bool"),
    }
}

/// A conjunction if `neutral` is true, else a disjunction. The result is neutral exactly if all
/// arguments are.
fn junction(neutral: bool, args: &mut [Domain], result: &mut BoolDomain, recorder: &mut Recorder) {
    let mut deciding = false;
    let mut undecided = 0;
    let mut last_undecided = 0;
    for (index, arg) in args.iter_mut().enumerate() {
        let arg = boolean(arg);
        deciding |= !arg.contains(neutral);
        if arg.contains(!neutral) {
            undecided += 1;
            last_undecided = index;
        }
    }
    if deciding {
        recorder.result(result.intersect(BoolDomain::singleton(!neutral)));
        return;
    }
    if undecided == 0 {
        recorder.result(result.intersect(BoolDomain::singleton(neutral)));
        return;
    }
    if !result.contains(!neutral) {
        for (index, arg) in args.iter_mut().enumerate() {
            let change = boolean(arg).intersect(BoolDomain::singleton(neutral));
            if change != Change::Same {
                recorder.argument(index, change);
            }
        }
    } else if !result.contains(neutral) && undecided == 1 {
        // Only this one can still decide the result.
        let change = boolean(&mut args[last_undecided]).intersect(BoolDomain::singleton(!neutral));
        recorder.argument(last_undecided, change);
    }
}
