//! The graph as a program: the values of all nodes for 64 assignments of the inputs at once.

use super::{Aig, AigNode, Lit};

/// The values of the nodes of a graph under 64 assignments, one bit each.
#[derive(Clone, Debug, Default)]
pub struct Simulation {
    values: Vec<u64>,
}

impl Simulation {
    /// The values of all nodes, given those of the inputs by number.
    pub fn new(aig: &Aig, input: impl FnMut(u32) -> u64) -> Simulation {
        let mut simulation = Simulation::default();
        simulation.run(aig, input);
        simulation
    }

    /// Computes all values anew, in the same memory.
    pub fn run(&mut self, aig: &Aig, mut input: impl FnMut(u32) -> u64) {
        self.values.clear();
        self.values.reserve(aig.len());
        for node in 0..aig.len() as u32 {
            let value = match aig.node(node) {
                AigNode::Constant => 0,
                AigNode::Input(number) => input(number),
                AigNode::And(first, second) => self.word(first) & self.word(second),
            };
            self.values.push(value);
        }
    }

    /// The 64 values of a literal.
    #[inline]
    pub fn word(&self, literal: Lit) -> u64 {
        let value = self.values[literal.node() as usize];
        if literal.is_complemented() { !value } else { value }
    }

    /// The value of a literal under the first assignment.
    pub fn value(&self, literal: Lit) -> bool {
        self.word(literal) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;

    /// Truth tables of six variables.
    const VARIABLES: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];

    /// Random gates over six inputs have the truth tables of what was asked for, whatever was
    /// simplified.
    #[test]
    fn simplified_gates_compute_what_was_asked_for() {
        let mut random = SplitMix64::new(5);
        for _ in 0..200 {
            let mut aig = Aig::new();
            let mut known: Vec<(Lit, u64)> =
                aig.inputs(6).into_iter().zip(VARIABLES).chain([(Lit::FALSE, 0)]).collect();
            for _ in 0..60 {
                let mut pick = || {
                    let &(literal, table) = random.choose(&known);
                    if random.below(2) == 0 { (literal, table) } else { (!literal, !table) }
                };
                let ((a, ta), (b, tb), (c, tc)) = (pick(), pick(), pick());
                let result = match random.below(5) {
                    0 | 1 => (aig.and(a, b), ta & tb),
                    2 => (aig.xor(a, b), ta ^ tb),
                    3 => (aig.ite(a, b, c), (ta & tb) | (!ta & tc)),
                    _ => (aig.full_adder(a, b, c).1, (ta & tb) | (ta & tc) | (tb & tc)),
                };
                known.push(result);
            }
            let simulation = Simulation::new(&aig, |input| VARIABLES[input as usize]);
            for (literal, table) in known {
                assert_eq!(simulation.word(literal), table, "{literal:?} of {aig:?}");
            }
        }
    }

    #[test]
    fn a_full_adder_has_seven_conjunctions_in_either_polarity() {
        for complement in [false, true] {
            let mut aig = Aig::new();
            let [a, b, c] = [aig.input(), aig.input(), aig.input()];
            aig.full_adder(a, b.complement_if(complement), c);
            assert_eq!(aig.and_count(), 7);
        }
    }
}
