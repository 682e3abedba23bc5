//! Identity of two terms of one sort.

use super::Recorder;
use super::propositional::boolean;
use crate::domain::{BoolDomain, Domain};

pub(super) fn project(args: &mut [Domain], result: &mut Domain, recorder: &mut Recorder) {
    let result = boolean(result);
    let [first, second] = args else { panic!("= takes two arguments") };
    let disjoint = first.clone().intersect(second) == crate::domain::Change::Empty;
    let identical = first.is_singleton() && first == second;
    recorder.result(result.intersect(BoolDomain::new(!identical, !disjoint)));
    if result.is_true() {
        recorder.argument(0, first.intersect(second));
        recorder.argument(1, second.intersect(first));
    } else if result.is_false() {
        if let Some(value) = second.singleton_value() {
            recorder.argument(0, first.remove(&value));
        }
        if let Some(value) = first.singleton_value() {
            recorder.argument(1, second.remove(&value));
        }
    }
}
