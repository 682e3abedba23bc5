//! How far operations are from goals, and which are reached at all: what machine code calls at the
//! sites that are watched.

use super::super::distance::MeasuredOperation;
use super::super::quick::Quick;
use super::{RUNTIME, Runtime, RuntimeSite, with_runtime};
use crate::goal::{Gap, Goal, UNREACHED};
use crate::region::{REACHED, Region};
use std::sync::atomic::Ordering;
use ulpwise_base::Id;
use ulpwise_host::libm::LibmFunction;
use ulpwise_ir::Inst;

/// A goal of the batch under way.
#[derive(Clone, Copy)]
pub(super) struct Sought {
    goal: Goal,
    /// Its position in the batch's list.
    position: usize,
    /// What is measured, where that is simple.
    quick: Option<Quick>,
}

/// An entry of the table: the site reports when it is reached.
const REPORT_REACHED: u8 = 1;
/// An entry of the table: a goal is at the site.
const HAS_GOAL: u8 = 2;
/// No goal is at a site.
pub(super) const NO_GOAL: u32 = u32::MAX;

impl Runtime {
    /// Every site that is reached from now on is new.
    pub(super) fn report_reached_sites(&mut self) {
        for entry in 0..2 * self.sites.len() as u32 {
            self.watch(entry, |now| now | REPORT_REACHED);
        }
    }

    /// Changes an entry of the table; nothing happens if the code does not measure.
    fn watch(&self, entry: u32, change: impl FnOnce(u8) -> u8) {
        if !self.watched.is_null() && (entry as usize) < 2 * self.sites.len() {
            // SAFETY: the table has two entries for each site and lives as long as the code.
            unsafe {
                let address = self.watched.add(entry as usize);
                address.write(change(address.read()));
            }
        }
    }

    /// From now on these are the goals.
    fn set_goals(&mut self, goals: &[Goal]) {
        for at in 0..self.goals.len() {
            let site = self.goals[at].goal.site.as_u32();
            self.first_goal[site as usize] = NO_GOAL;
            for entry in [2 * site, 2 * site + 1] {
                self.watch(entry, |now| now & !HAS_GOAL);
            }
        }
        let sought = |(position, &goal): (usize, &Goal)| {
            let site = self.sites.get(goal.site.index())?;
            Some(Sought { goal, position, quick: Quick::for_goal(&site.inst, goal.aim) })
        };
        self.goals = goals.iter().enumerate().filter_map(sought).collect();
        self.goals.sort_by_key(|sought| (sought.goal, sought.position));
        for at in (0..self.goals.len()).rev() {
            let site = self.goals[at].goal.site.as_u32();
            self.first_goal[site as usize] = at as u32;
            for entry in [2 * site, 2 * site + 1] {
                self.watch(entry, |now| now | HAS_GOAL);
            }
        }
        self.gaps.clear();
        self.gaps.resize(goals.len(), UNREACHED);
    }

    /// A watched operation was done: reports that it was reached, if that is new.
    fn reach(&mut self, entry: u32) {
        let mut wanted = 0;
        self.watch(entry, |now| {
            wanted = now;
            now & !REPORT_REACHED
        });
        if wanted & REPORT_REACHED != 0 {
            self.report_kind(entry / 2, REACHED + (entry & 1) as usize);
        }
    }

    /// An operation other than a comparison had a result of that magnitude.
    #[inline]
    fn extend(&mut self, site: u32, magnitude: u64, is_nan: bool) {
        let compares = |site: &RuntimeSite| matches!(site.inst, Inst::FloatCompare { .. });
        if self.sites.get(site as usize).is_none_or(compares) {
            return;
        }
        if let Some(kind) = self.extents.note(site, magnitude, is_nan) {
            self.report_extent(site, kind);
        }
    }

    /// Measures by bits alone; `false` if it takes more than that.
    #[inline]
    fn measure_quickly(&mut self, entry: u32, bits: [u64; 3]) -> bool {
        if self.over {
            return true;
        }
        self.reach(entry);
        let magnitude = bits[2] << 1;
        self.extend(entry / 2, magnitude, magnitude > f64::INFINITY.to_bits() << 1);
        let Self { goals, gaps, first_goal, .. } = self;
        let (site, first) =
            (entry / 2, first_goal.get(entry as usize / 2).map_or(goals.len(), |&at| at as usize));
        let here = goals.iter().skip(first).take_while(|sought| sought.goal.site.as_u32() == site);
        for sought in here {
            let Some(quick) = sought.quick else { return false };
            note(&mut gaps[sought.position], quick.gap(bits));
        }
        true
    }

    /// A watched operation was done.
    fn measure(&mut self, entry: u32, [a, b, c, result]: [f64; 4]) {
        if self.over {
            return;
        }
        self.reach(entry);
        let site = entry / 2;
        let Some(RuntimeSite { inst, math }) = self.sites.get(site as usize) else { return };
        let function = math.as_ref().map(LibmFunction::name);
        let measured = MeasuredOperation { inst, function, operands: [a, b, c], result };
        let first = self.first_goal[site as usize] as usize;
        let here = self.goals.iter().skip(first).take_while(|sought| sought.goal.site.as_u32() == site);
        for sought in here {
            if let Some(gap) = measured.gap(sought.goal.aim) {
                note(&mut self.gaps[sought.position], gap);
            }
        }
    }
}

/// Of all executions of a site in a call the nearest counts.
#[inline]
fn note(nearest: &mut Gap, gap: Gap) {
    if gap.unsigned_abs() < nearest.unsigned_abs() {
        *nearest = gap;
    }
}

/// From now on distances from these goals are measured.
pub(in crate::child) fn set_goals(goals: &[Goal]) {
    with_runtime(|runtime, _| runtime.set_goals(goals));
}

/// Leaves the distances of the call that has ended in the region.
pub(in crate::child) fn write_gaps(region: &Region, call: u64) {
    with_runtime(|runtime, _| {
        let first = call as usize * runtime.gaps.len();
        for (index, gap) in runtime.gaps.iter_mut().enumerate() {
            region.write_distance(first + index, std::mem::replace(gap, UNREACHED));
        }
    });
}

pub(super) extern "C" fn measure_f64(entry: u32, a: f64, b: f64, c: f64, result: f64) {
    let runtime = RUNTIME.load(Ordering::Acquire);
    if runtime.is_null() {
        return;
    }
    // SAFETY: as in `with_runtime`. What is done here computes with integers, whatever the
    // environment is.
    let done = unsafe { &mut *runtime }.measure_quickly(entry, [a, b, result].map(f64::to_bits));
    if !done {
        with_runtime(|runtime, _| runtime.measure(entry, [a, b, c, result]));
    }
}

pub(super) extern "C" fn measure_f32(entry: u32, a: f32, b: f32, c: f32, result: f32) {
    with_runtime(|runtime, _| {
        if !runtime.over {
            runtime.extend(entry / 2, u64::from(result.to_bits()) << 33, result.is_nan());
        }
        runtime.measure(entry, [a, b, c, result].map(f64::from));
    });
}
