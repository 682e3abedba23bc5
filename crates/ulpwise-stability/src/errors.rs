//! The errors of runs by chance, computed exactly: what proven bounds are held against.

use crate::execute::{Exploration, explore};
use crate::graph::cone;
use crate::inputs::StabilityInput;
use crate::options::StabilityOptions;
use crate::run::ExactRun;
use crate::search::{by_ordinal, by_value};
use crate::target::{StabilityTarget, is_comparison, measured};
use ulpwise_base::SplitMix64;
use ulpwise_float::Rounding;
use ulpwise_interp::{PathEnd, Program};
use ulpwise_symex::EntryPoint;

/// Makes runs of a function.
#[derive(Debug)]
pub struct RunErrors {
    explored: Exploration,
    inputs: Vec<StabilityInput>,
    modes: Vec<Rounding>,
    run: ExactRun,
}

impl RunErrors {
    /// Runs of a function on inputs in their ranges, in all modes of the options.
    ///
    /// # Errors
    /// The program could not be brought to its first instruction.
    pub fn new(
        program: &Program<'_>,
        entry: &EntryPoint,
        inputs: &[StabilityInput],
        options: &StabilityOptions,
    ) -> Result<RunErrors, PathEnd> {
        let explored = explore(program, entry, inputs, &options.model, &options.explore)?;
        let modes = options.all_modes.clone();
        Ok(RunErrors { explored, inputs: inputs.to_vec(), modes, run: ExactRun::default() })
    }

    /// The errors of all values of one run in each mode, at least; of a comparison that true values
    /// would decide otherwise infinite.
    pub fn by_chance(&mut self, random: &mut SplitMix64) -> Vec<(StabilityTarget, f64, Rounding)> {
        let ordinal = |input: &StabilityInput| match random.below(3) {
            0 => by_ordinal(random, input),
            _ => by_value(random, input),
        };
        let values: Vec<i128> = self.inputs.iter().map(ordinal).collect();
        let bits: Vec<u128> =
            self.inputs.iter().zip(values).map(|(input, ordinal)| input.bits(ordinal)).collect();
        let mut errors = Vec::new();
        let graph = &self.explored.graph;
        for path in &self.explored.paths {
            let values = measured(graph, path);
            let conditions = path.conditions.iter().map(|&(condition, _)| condition);
            let nodes = cone(graph, conditions.chain(values.iter().map(|&(_, node)| node)));
            for &mode in &self.modes {
                self.run.compute(graph, &nodes, &bits, mode);
                if !self.run.takes(path) {
                    continue;
                }
                self.run.find_truths(graph, &nodes);
                for &(target, node) in &values {
                    let error = match is_comparison(graph, node) {
                        true => self.run.diverges(graph, node).map(|it| if it { f64::INFINITY } else { 0.0 }),
                        false => self.run.error(graph, node).map(|(least, _)| least),
                    };
                    errors.extend(error.map(|error| (target, error, mode)));
                }
            }
        }
        errors
    }
}
