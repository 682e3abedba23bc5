//! The goals of a search: which are open, the input nearest to each, and the goal of the next time
//! slice.

use crate::goal::{Aim, Gap, Goal};
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_interp::Exception;
use ulpwise_ir::{FloatBinaryOp, FloatUnaryOp, Module, SiteId, SiteKind};

/// A goal that is not reached yet.
pub(super) struct Open {
    /// The nearest input so far.
    pub(super) values: Vec<u64>,
    /// The least distance so far; `None` before the first measurement.
    pub(super) gap: Option<Gap>,
    /// The round of its next time slice.
    due: u64,
    /// What a call with that input cost.
    cost: f64,
    /// How often in a row nothing was gained.
    stalls: u32,
}

/// All goals.
pub(super) struct Goals<'m> {
    module: &'m Module,
    /// What the caller wants, if not everything.
    wanted: Option<BTreeSet<(SiteId, Exception)>>,
    pub(super) open: BTreeMap<Goal, Open>,
    /// What was reached: a site, and the answer of a comparison.
    reached: BTreeSet<(SiteId, bool)>,
    round: u64,
}

/// After so many rounds without a gain a goal waits no longer than this.
const LONGEST_WAIT: u32 = 7;

impl<'m> Goals<'m> {
    pub(super) fn new(module: &'m Module, wanted: Option<BTreeSet<(SiteId, Exception)>>) -> Self {
        Self { module, wanted, open: BTreeMap::new(), reached: BTreeSet::new(), round: 0 }
    }

    /// Whether the caller wants it.
    pub(super) fn wants(&self, site: SiteId, exception: Exception) -> bool {
        !exception.is_on_request()
            && self.wanted.as_ref().is_none_or(|wanted| wanted.contains(&(site, exception)))
    }

    /// How many sites, and answers of comparisons, were reached.
    pub(super) fn into_reached(self) -> BTreeSet<(SiteId, bool)> {
        self.reached
    }

    /// An input reached a site. Returns whether that is new.
    pub(super) fn reach(
        &mut self,
        site: SiteId,
        way: bool,
        values: &[u64],
        cost: f64,
        found: &dyn Fn(SiteId, Exception) -> bool,
    ) -> bool {
        if !self.reached.insert((site, way)) {
            return false;
        }
        let kind = self.module.sites[site].kind;
        if matches!(kind, SiteKind::Compare(_)) {
            let flip = Goal { site, aim: Aim::Flip };
            match self.reached.contains(&(site, !way)) {
                true => drop(self.open.remove(&flip)),
                false => self.add(flip, values, cost),
            }
        }
        if way && let Some(open) = self.open.get_mut(&Goal { site, aim: Aim::Exception(Exception::Invalid) })
        {
            // An infinity has come: half of the way to what two infinities, or one and a zero, make
            // of each other.
            *open = Open { values: values.to_vec(), gap: None, due: self.round, cost, stalls: 0 };
        }
        for &exception in possible(kind) {
            if self.wants(site, exception) && !found(site, exception) {
                self.add(Goal { site, aim: Aim::Exception(exception) }, values, cost);
            }
        }
        true
    }

    fn add(&mut self, goal: Goal, values: &[u64], cost: f64) {
        let due = self.round + wait_for(cost);
        self.open.entry(goal).or_insert_with(|| Open {
            values: values.to_vec(),
            gap: None,
            due,
            cost,
            stalls: 0,
        });
    }

    /// The exception was raised.
    pub(super) fn close(&mut self, site: SiteId, exception: Exception) {
        self.open.remove(&Goal { site, aim: Aim::Exception(exception) });
    }

    /// The goal of the next time slice, and others that the same inputs are likely to reach. All of
    /// them count as served then.
    pub(super) fn next(&mut self, count: usize) -> Vec<Goal> {
        self.round += 1;
        let round = self.round;
        // Every other time the oldest, else of all whose time has come the rarest and nearest.
        let urgency = |(goal, open): &(&Goal, &Open)| match round % 2 {
            0 => (open.due, 0, 0),
            _ => (open.due.max(round), rarity(goal.aim), open.gap.map_or(u64::MAX, Gap::unsigned_abs)),
        };
        let Some((&first, _)) = self.open.iter().min_by_key(urgency) else { return Vec::new() };
        let mut goals = Vec::with_capacity(count);
        for (&goal, open) in self.open.range_mut(first..).take(count) {
            open.stalls = (open.stalls + 1).min(LONGEST_WAIT);
            open.due = self.round + (4 << open.stalls) * (1 + wait_for(open.cost));
            goals.push(goal);
        }
        goals
    }

    /// An input came so near to a goal. Returns whether that is nearer than before.
    pub(super) fn measured(&mut self, goal: Goal, gap: Gap, values: &[u64]) -> bool {
        let Some(open) = self.open.get_mut(&goal) else { return false };
        let nearer = open.gap.is_none_or(|known| gap.unsigned_abs() < known.unsigned_abs());
        if nearer {
            open.gap = Some(gap);
            open.values.clear();
            open.values.extend_from_slice(values);
        }
        nearer
    }

    /// Records a time slice of a goal, and whether an input came nearer to it.
    pub(super) fn gained(&mut self, goal: Goal, nearer: bool) {
        let round = self.round;
        if let Some(open) = self.open.get_mut(&goal).filter(|_| nearer) {
            open.stalls = 0;
            open.due = round + 2 + wait_for(open.cost);
        }
    }
}

/// The order in which goals are worth a try: most overflows and underflows are found without being
/// driven to.
fn rarity(aim: Aim) -> u8 {
    u8::from(matches!(aim, Aim::Exception(Exception::Overflow | Exception::Underflow)))
}

/// How many rounds a goal waits because calls with its input are dear.
fn wait_for(cost: f64) -> u64 {
    (cost / 20.0).min(500.0) as u64
}

/// The exceptions that an operation of that kind may raise, as far as there is a way towards them.
fn possible(kind: SiteKind) -> &'static [Exception] {
    use Exception::{DivideByZero, IntConversion, Invalid, Overflow, Underflow};
    match kind {
        SiteKind::Binary(FloatBinaryOp::Add | FloatBinaryOp::Sub | FloatBinaryOp::Mul, _)
        | SiteKind::Fma(_) => &[Invalid, Overflow, Underflow],
        SiteKind::Binary(FloatBinaryOp::Div, _) => &[Invalid, DivideByZero, Overflow, Underflow],
        SiteKind::Binary(FloatBinaryOp::Rem, _) => &[Invalid, Underflow],
        SiteKind::Unary(FloatUnaryOp::Sqrt, _) => &[Invalid],
        SiteKind::Convert(..) => &[Overflow, Underflow],
        SiteKind::ToInt(_) => &[IntConversion],
        SiteKind::Libm(_) => &[Invalid, DivideByZero, Overflow, Underflow],
        _ => &[],
    }
}
