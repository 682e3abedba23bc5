//! Cutting boxes of inputs where the bound is worst.

use super::{Bound, BoundSubject, BoxBound, InputBox, worse};
use crate::error::BoundRefusal;

/// Boxes that cover all inputs, and what holds on each.
pub(super) struct BoxPartition {
    /// All of them.
    root: InputBox,
    parts: Vec<(InputBox, Result<BoxBound, BoundRefusal>, u32)>,
    /// Boxes that are not worth cutting any more.
    done: Vec<(InputBox, Result<BoxBound, BoundRefusal>, u32)>,
}

/// With so many numbers each way to cut is tried; with more the widest is taken.
const MOST_TRIED: usize = 4;

/// A box is cut no more often than that.
const DEEPEST: u32 = 60;

impl BoxPartition {
    pub(super) fn new(whole: InputBox, on_whole: Result<BoxBound, BoundRefusal>) -> Self {
        Self { root: whole.clone(), parts: vec![(whole, on_whole, 0)], done: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len() + self.done.len()
    }

    /// Cuts the worst box; `false` if nothing is left to cut.
    pub(super) fn cut(&mut self, subject: &BoundSubject<'_>) -> bool {
        let worst = (0..self.parts.len()).max_by(|&a, &b| worse(&self.parts[a].1, &self.parts[b].1));
        let Some(worst) = worst else { return false };
        let (whole, known, depth) = self.parts.swap_remove(worst);
        let mut ways: Vec<usize> = (0..whole.len()).filter(|&at| middle(whole[at]).is_some()).collect();
        if ways.len() > MOST_TRIED {
            let widest = ways.iter().copied().max_by(|&a, &b| width(whole[a]).total_cmp(&width(whole[b])));
            ways = widest.into_iter().collect();
        }
        // Of ways that help as much as each other the first counts: the widest, by magnitude or as a part
        // of the range in turns.
        let share = |at: usize| (whole[at].1 - whole[at].0) / (self.root[at].1 - self.root[at].0);
        let size = |at: usize| if depth % 2 == 0 { share(at) } else { width(whole[at]) };
        ways.sort_by(|&a, &b| size(b).total_cmp(&size(a)));
        let halves = ways.into_iter().filter_map(|at| {
            let cut = middle(whole[at])?;
            let [mut left, mut right] = [whole.clone(), whole.clone()];
            (left[at].1, right[at].0) = (cut, cut);
            let (on_left, on_right) = (subject.run(&left), subject.run(&right));
            Some([(left, on_left), (right, on_right)])
        });
        let larger =
            |pair: &[(InputBox, Result<BoxBound, BoundRefusal>); 2]| match worse(&pair[0].1, &pair[1].1) {
                std::cmp::Ordering::Less => 1,
                _ => 0,
            };
        let best = halves.min_by(|a, b| worse(&a[larger(a)].1, &b[larger(b)].1));
        match best {
            Some(halves) if depth < DEEPEST => {
                self.parts.extend(halves.map(|(part, on_part)| (part, on_part, depth + 1)));
            }
            _ => self.done.push((whole, known, depth)),
        }
        // A box that cannot be cut and is the worst of all decides; nothing else matters then.
        !self.parts.is_empty()
    }

    /// The boxes that could be followed.
    pub(super) fn followed(&self) -> Vec<(InputBox, BoxBound)> {
        let all = self.parts.iter().chain(&self.done);
        all.filter_map(|(part, known, _)| Some((part.clone(), known.clone().ok()?))).collect()
    }

    /// What holds on all of them.
    pub(super) fn bound(self) -> Result<Bound, BoundRefusal> {
        let boxes = self.len();
        let (mut absolute, mut relative) = (0.0_f64, Some(0.0_f64));
        for (_, on_part, _) in self.parts.into_iter().chain(self.done) {
            let on_part = on_part?;
            absolute = absolute.max(on_part.absolute);
            relative = relative.zip(on_part.relative).map(|(one, other)| one.max(other));
        }
        Ok(Bound { absolute, relative, boxes })
    }
}

/// Where to cut a range: at zero, or by magnitude, or in the middle.
fn middle((low, high): (f64, f64)) -> Option<f64> {
    let cut = match () {
        () if low < 0.0 && high > 0.0 => 0.0,
        () if low == 0.0 => high / 16.0,
        () if high == 0.0 => low / 16.0,
        () if high / low > 4.0 || low / high > 4.0 => low.signum() * low.abs().sqrt() * high.abs().sqrt(),
        () => low / 2.0 + high / 2.0,
    };
    (low < cut && cut < high).then_some(cut)
}

/// How wide a range is, in powers of two.
fn width((low, high): (f64, f64)) -> f64 {
    match () {
        () if low == high => 0.0,
        () if low <= 0.0 && high >= 0.0 => 64.0 + (high - low).log2().max(-1000.0) / 64.0,
        () => (high.abs().log2() - low.abs().log2()).abs(),
    }
}
