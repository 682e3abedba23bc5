//! `ite` of any sort.

use super::Recorder;
use super::propositional::boolean;
use crate::domain::{BoolDomain, Change, Domain};

pub(super) fn project(args: &mut [Domain], result: &mut Domain, recorder: &mut Recorder) {
    let [condition, then, otherwise] = args else { panic!("ite takes three arguments") };
    let condition = boolean(condition);
    let meets = |branch: &Domain| branch.clone().intersect(result) != Change::Empty;
    recorder.argument(0, condition.intersect(BoolDomain::new(meets(otherwise), meets(then))));
    match condition.singleton_value() {
        Some(true) => {
            recorder.result(result.intersect(then));
            recorder.argument(1, then.intersect(result));
        }
        Some(false) => {
            recorder.result(result.intersect(otherwise));
            recorder.argument(2, otherwise.intersect(result));
        }
        None if condition.is_empty() => {}
        None => recorder.result(result.intersect(&then.union(otherwise))),
    }
}
