//! The primal simplex method with bounded variables on a dense tableau, in host floats.
//!
//! It starts from any basis: first the sum of all violations is brought to zero, then the objective
//! is minimised. A solver is kept for several objectives over one program; each starts where the
//! last one ended. The answers are approximate; what they prove is worked out by
//! [`lower_bound`](crate::lower_bound).

use crate::program::{Limits, LinearProgram};
use crate::tableau::Tableau;
use ulpwise_base::Exhausted;
use ulpwise_domain::Dyadic;

/// Violations up to this part of a bound are rounding noise.
const TOLERANCE: f64 = 1e-9;
/// A change of the objective per unit that counts as none.
const COST_TOLERANCE: f64 = 1e-10;
/// Coefficients below are no pivots.
const PIVOT_TOLERANCE: f64 = 1e-9;
/// Bounds beyond are no bounds to a method that computes with sixteen digits.
const LARGEST_BOUND: f64 = 1e18;
/// After so many pivots the tableau is computed anew.
const PIVOTS_PER_REFRESH: u64 = 64;

/// So many cells of the tableau are updated in about ten nanoseconds.
const CELLS_A_UNIT: u64 = 8;

/// How a run ended. Multipliers are one number a row.
#[derive(Clone, Debug, PartialEq)]
pub enum SimplexEnd {
    /// The least value was found; these multipliers should prove it.
    Optimal(Vec<f64>),
    /// There seems to be no point; these multipliers should prove it.
    Infeasible(Vec<f64>),
    /// No answer: the objective has no least value, or the numbers are too bad.
    Failed,
}

/// A program with its present basis.
#[derive(Clone, Debug)]
pub struct Simplex {
    tableau: Tableau,
    low: Vec<f64>,
    high: Vec<f64>,
    value: Vec<f64>,
    /// What each row was multiplied by.
    scales: Vec<f64>,
    pivots: u64,
}

/// Where an entering variable goes, and which row it meets first.
struct Move {
    position: usize,
    step: f64,
    blocking: Option<(usize, f64)>,
}

impl Simplex {
    /// The program in host floats. Rows are scaled so that their largest coefficient is about one.
    pub fn new(program: &LinearProgram) -> Simplex {
        let width = program.columns.len();
        let mut entries = vec![0.0; width * program.rows.len()];
        let (mut low, mut high): (Vec<f64>, Vec<f64>) = program.columns.iter().map(ends).unzip();
        let mut scales = Vec::with_capacity(program.rows.len());
        for (number, row) in program.rows.iter().enumerate() {
            let largest = row.coefficients.iter().map(|(_, c)| c.to_f64().abs()).fold(0.0, f64::max);
            let scale =
                if largest > 0.0 && largest.is_finite() { (-largest.log2().round()).exp2() } else { 1.0 };
            for (column, coefficient) in &row.coefficients {
                entries[number * width + column] = coefficient.to_f64() * scale;
            }
            let (row_low, row_high) = ends(&row.limits);
            low.push(row_low * scale);
            high.push(row_high * scale);
            scales.push(scale);
        }
        let mut simplex = Simplex {
            tableau: Tableau::new(width, entries),
            value: vec![0.0; low.len()],
            low,
            high,
            scales,
            pivots: 0,
        };
        for column in 0..width {
            simplex.value[column] = simplex.nearest_bound(column);
        }
        simplex.update_basic_values();
        simplex
    }

    /// How many pivots there were.
    pub fn pivots(&self) -> u64 {
        self.pivots
    }

    /// The present values of the columns.
    pub fn point(&self) -> &[f64] {
        &self.value[..self.tableau.width()]
    }

    /// Minimises a sum of columns. Before each pivot `spend` is called with its work, in units of
    /// about ten nanoseconds.
    ///
    /// # Errors
    /// Those of `spend`: the budget has ended.
    pub fn minimise(
        &mut self,
        objective: &[(usize, Dyadic)],
        spend: &mut dyn FnMut(u64) -> Result<(), Exhausted>,
    ) -> Result<SimplexEnd, Exhausted> {
        let mut costs = vec![0.0; self.value.len()];
        for (column, coefficient) in objective {
            costs[*column] += coefficient.to_f64();
        }
        let height = self.tableau.basic.len();
        let limit = self.pivots + 50 * (height + self.tableau.width()) as u64 + 200;
        let work = (height * self.tableau.width()) as u64 / CELLS_A_UNIT + 1;
        let mut stalled = 0u32;
        while self.pivots < limit {
            spend(work)?;
            let violations: Vec<f64> = (0..height).map(|row| self.violation(row)).collect();
            let is_feasible = violations.iter().all(|&violation| violation == 0.0);
            let gradient = if is_feasible {
                self.gradient(|row| costs[self.tableau.basic[row]], |variable| costs[variable])
            } else {
                self.gradient(|row| violations[row], |_| 0.0)
            };
            let Some(position) = self.entering(&gradient, stalled > 30) else {
                return Ok(self.ended(is_feasible, &gradient, &violations));
            };
            let Some(movement) = self.movement(position, gradient[position] < 0.0) else {
                return Ok(SimplexEnd::Failed);
            };
            stalled = if movement.step.abs() > 1e-13 { 0 } else { stalled + 1 };
            self.make(&movement);
        }
        Ok(SimplexEnd::Failed)
    }

    fn nearest_bound(&self, variable: usize) -> f64 {
        let (low, high) = (self.low[variable], self.high[variable]);
        match (low.is_finite(), high.is_finite()) {
            (true, true) if low.abs() <= high.abs() => low,
            (_, true) if !low.is_finite() || high.abs() < low.abs() => high,
            (true, _) => low,
            _ => 0.0,
        }
    }

    /// The sign of what the basic variable of a row has to lose: 1 above its bounds, -1 below, 0
    /// within.
    fn violation(&self, row: usize) -> f64 {
        let variable = self.tableau.basic[row];
        let value = self.value[variable];
        if value < self.low[variable] - tolerance(self.low[variable]) {
            -1.0
        } else if value > self.high[variable] + tolerance(self.high[variable]) {
            1.0
        } else {
            0.0
        }
    }

    /// How much a sum of variables grows with each variable that is not basic, from the weights of
    /// basic variables (by row) and of others.
    fn gradient(&self, of_row: impl Fn(usize) -> f64, of_variable: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut gradient: Vec<f64> =
            self.tableau.nonbasic.iter().map(|&variable| of_variable(variable)).collect();
        for row in 0..self.tableau.basic.len() {
            let weight = of_row(row);
            if weight != 0.0 {
                for (sum, entry) in gradient.iter_mut().zip(self.tableau.row(row)) {
                    *sum += weight * entry;
                }
            }
        }
        gradient
    }

    /// The position of a variable that improves the sum with this gradient: the steepest one, or to
    /// break cycles the first (Bland).
    fn entering(&self, gradient: &[f64], first: bool) -> Option<usize> {
        let improves = |position: usize| {
            let variable = self.tableau.nonbasic[position];
            let value = self.value[variable];
            (gradient[position] < -COST_TOLERANCE && value < self.high[variable])
                || (gradient[position] > COST_TOLERANCE && value > self.low[variable])
        };
        let candidates = (0..gradient.len()).filter(|&position| improves(position));
        if first {
            candidates.min_by_key(|&position| self.tableau.nonbasic[position])
        } else {
            candidates.max_by(|&a, &b| gradient[a].abs().total_cmp(&gradient[b].abs()))
        }
    }

    /// How far the variable at a position can go up or down until a basic variable or it itself
    /// meets a bound. A basic variable that violates a bound stops where it no longer does. `None`
    /// if nothing stops it.
    fn movement(&self, position: usize, upwards: bool) -> Option<Move> {
        let variable = self.tableau.nonbasic[position];
        let direction = if upwards { 1.0 } else { -1.0 };
        let mut reach = self.high[variable] - self.low[variable];
        let mut blocking: Option<(usize, f64)> = None;
        for row in 0..self.tableau.basic.len() {
            let slope = self.tableau.at(row, position) * direction;
            if slope.abs() < PIVOT_TOLERANCE {
                continue;
            }
            let Some(bound) = self.meets(row, slope) else { continue };
            let ratio = ((bound - self.value[self.tableau.basic[row]]) / slope).max(0.0);
            let is_nearer = ratio < reach - 1e-12 * reach.abs().min(1.0);
            // Of equal ones the largest pivot is the most accurate.
            let is_better_tie = blocking.is_some_and(|(best, _)| {
                ratio <= reach && slope.abs() > self.tableau.at(best, position).abs()
            });
            if is_nearer || is_better_tie {
                reach = ratio;
                blocking = Some((row, bound));
            }
        }
        reach.is_finite().then_some(Move { position, step: direction * reach, blocking })
    }

    /// The bound that the basic variable of a row meets when it changes in the direction of
    /// `slope`.
    fn meets(&self, row: usize, slope: f64) -> Option<f64> {
        let variable = self.tableau.basic[row];
        let (low, high) = (self.low[variable], self.high[variable]);
        let bound = match (self.violation(row) as i32, slope > 0.0) {
            (-1, true) => low,
            (1, false) => high,
            (-1, false) | (1, true) => return None,
            (_, true) => high,
            (_, false) => low,
        };
        bound.is_finite().then_some(bound)
    }

    fn make(&mut self, movement: &Move) {
        let entering = self.tableau.nonbasic[movement.position];
        self.value[entering] += movement.step;
        let Some((row, bound)) = movement.blocking else {
            // From one bound to the other.
            self.value[entering] = if movement.step > 0.0 { self.high[entering] } else { self.low[entering] };
            self.pivots += 1;
            self.update_basic_values();
            return;
        };
        let leaving = self.tableau.basic[row];
        self.tableau.pivot(row, movement.position);
        self.value[leaving] = bound;
        self.pivots += 1;
        if self.pivots.is_multiple_of(PIVOTS_PER_REFRESH) {
            self.tableau.refresh();
        }
        self.update_basic_values();
    }

    fn update_basic_values(&mut self) {
        for row in 0..self.tableau.basic.len() {
            let products = self.tableau.row(row).iter().zip(&self.tableau.nonbasic);
            let sum = products.map(|(entry, &variable)| entry * self.value[variable]).sum();
            self.value[self.tableau.basic[row]] = sum;
        }
    }

    /// The multipliers that prove what was found: from the gradient of the objective, or from the
    /// identity between violated variables and those that are not basic.
    fn ended(&self, is_feasible: bool, gradient: &[f64], violations: &[f64]) -> SimplexEnd {
        let width = self.tableau.width();
        let mut multipliers = vec![0.0; self.scales.len()];
        for (&variable, &slope) in self.tableau.nonbasic.iter().zip(gradient) {
            if variable >= width {
                multipliers[variable - width] = slope * self.scales[variable - width];
            }
        }
        if is_feasible {
            return SimplexEnd::Optimal(without_noise(multipliers));
        }
        for (&variable, &violation) in self.tableau.basic.iter().zip(violations) {
            if variable >= width {
                multipliers[variable - width] = -violation * self.scales[variable - width];
            }
        }
        SimplexEnd::Infeasible(without_noise(multipliers))
    }
}

/// The multipliers without those that are nothing but rounding errors.
fn without_noise(mut multipliers: Vec<f64>) -> Vec<f64> {
    let largest = multipliers.iter().fold(0.0f64, |largest, y| largest.max(y.abs()));
    for multiplier in &mut multipliers {
        if multiplier.abs() < 1e-14 * largest {
            *multiplier = 0.0;
        }
    }
    multipliers
}

fn tolerance(bound: f64) -> f64 {
    TOLERANCE * bound.abs().max(1.0)
}

fn ends(limits: &Limits) -> (f64, f64) {
    let low = limits.low.as_ref().map_or(f64::NEG_INFINITY, Dyadic::to_f64);
    let high = limits.high.as_ref().map_or(f64::INFINITY, Dyadic::to_f64);
    (
        if low < -LARGEST_BOUND { f64::NEG_INFINITY } else { low },
        if high > LARGEST_BOUND { f64::INFINITY } else { high },
    )
}
