//! Which variable is decided next.

use super::decide::{self, Style};
use super::{Search, SearchMemory};
use crate::learn::analyze::Choice;
use crate::network::VarId;
use ulpwise_base::Id;

impl Search<'_> {
    pub(super) fn next_choice(&mut self, style: Style) -> Option<Choice> {
        if style == Style::Bisect
            && let Some(choice) = self.atom_choice()
        {
            return Some(choice);
        }
        let SearchMemory { phases, random, activity, .. } = &mut *self.memory;
        let core = &*self.core;
        let open = self.labels.iter().copied().filter(|&var| !core.domain(var).is_singleton());
        match style {
            Style::Bisect => {
                let weight = |&var: &VarId| (core.domain(var).cardinality(), std::cmp::Reverse(var));
                let var = open.max_by_key(weight)?;
                let phase = phases[var.index()].as_ref();
                decide::bisect(var, core.domain(var), phase, random)
            }
            Style::Dive => {
                // A variable on whose way we are comes first, then what conflicts are about.
                if let Some(last) = self.choices.last()
                    && !core.domain(last.var).is_singleton()
                    && let Some(value) = &phases[last.var.index()]
                    && core.domain(last.var).contains(value)
                    && let Some(choice) = decide::towards(last.var, core.domain(last.var), value)
                {
                    return Some(choice);
                }
                let mut best: Option<(f64, VarId)> = None;
                for var in open {
                    let noise = 1.0 + random.below(1 << 20) as f64 / f64::from(1 << 20);
                    let score = (1.0 + activity[var.index()]) * noise;
                    if best.is_none_or(|(known, _)| score > known) {
                        best = Some((score, var));
                    }
                }
                let (_, var) = best?;
                let domain = core.domain(var);
                let value = decide::guess(domain, phases[var.index()].as_ref(), random)?;
                let choice = decide::towards(var, domain, &value)
                    .or_else(|| decide::bisect(var, domain, Some(&value), random))?;
                phases[var.index()] = Some(value);
                Some(choice)
            }
        }
    }

    /// The undecided atom that conflicts are most about.
    fn atom_choice(&mut self) -> Option<Choice> {
        let core = &*self.core;
        let activity = &self.memory.activity;
        let open = self.atoms.iter().copied().filter(|&var| !core.domain(var).is_singleton());
        let best =
            open.max_by(|a, b| activity[a.index()].total_cmp(&activity[b.index()]).then_with(|| b.cmp(a)))?;
        let phase = self.memory.candidate.value(best);
        decide::bisect(best, core.domain(best), phase, &mut self.memory.random)
    }
}
