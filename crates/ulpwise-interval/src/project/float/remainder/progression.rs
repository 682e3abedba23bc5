//! The least and the greatest residue of an arithmetic progression, in about as many steps as
//! Euclid's algorithm takes.

use ulpwise_float::Natural;

/// The numbers `start + k·step` for k from zero to `last`.
#[derive(Clone, Debug)]
pub(super) struct Progression {
    pub(super) start: Natural,
    pub(super) step: Natural,
    pub(super) last: Natural,
}

impl Progression {
    /// The same with a number added to each.
    pub(super) fn plus(&self, number: &Natural) -> Progression {
        Progression { start: &self.start + number, ..self.clone() }
    }

    /// The least residue by a modulus.
    ///
    /// While a progression grows by less than the modulus it is least at its start and right after
    /// it wraps. After the j-th wrap it is `start - j·modulus` by the step: again a progression,
    /// and with the step as its modulus.
    pub(super) fn least_residue(&self, modulus: &Natural) -> Natural {
        let Progression { mut start, mut step, mut last } = self.clone();
        let mut modulus = modulus.clone();
        let mut least = &start % &modulus;
        loop {
            start %= &modulus;
            step %= &modulus;
            // From the other end the step is what it lacks to the modulus; with the smaller one the
            // modulus halves.
            if &step + &step > modulus {
                start = (start + &step * &last) % &modulus;
                step = &modulus - step;
            }
            least = least.min(start.clone());
            let wraps = (&start + &step * &last) / &modulus;
            if wraps == Natural::ZERO {
                return least;
            }
            let back = &modulus % &step;
            (start, last) = (start + &step - &back, wraps - Natural::ONE);
            (modulus, step) = (step.clone(), step - back);
        }
    }

    /// The greatest residue by a modulus.
    pub(super) fn greatest_residue(&self, modulus: &Natural) -> Natural {
        let end = modulus - Natural::ONE;
        // What lacks to the end is a progression too.
        let mirrored = Progression {
            start: &end - &self.start % modulus,
            step: modulus - &self.step % modulus,
            last: self.last.clone(),
        };
        end - mirrored.least_residue(modulus)
    }
}

/// A power of two by a modulus.
pub(super) fn power_of_two(exponent: u64, modulus: &Natural) -> Natural {
    let mut power = Natural::ONE % modulus;
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        power = (&power * &power) << (exponent >> bit & 1) as usize;
        power %= modulus;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_small_progression() {
        for modulus in 1_u32..18 {
            for (start, step) in (0..20).flat_map(|start| (0..20).map(move |step| (start, step))) {
                for last in 0_u32..24 {
                    let residues = || (0..=last).map(|k| (start + k * step) % modulus);
                    let [start, step, last] = [start, step, last].map(Natural::from);
                    let progression = Progression { start, step, last };
                    let modulus = Natural::from(modulus);
                    let (least, greatest) = (residues().min(), residues().max());
                    assert_eq!(Some(progression.least_residue(&modulus)), least.map(Natural::from));
                    assert_eq!(Some(progression.greatest_residue(&modulus)), greatest.map(Natural::from));
                }
            }
        }
    }

    #[test]
    fn powers_of_two() {
        for (exponent, modulus) in (0..70).flat_map(|exponent| (1_u128..40).map(move |by| (exponent, by))) {
            let expected = Natural::from((1_u128 << exponent) % modulus);
            assert_eq!(power_of_two(exponent, &Natural::from(modulus)), expected);
        }
    }
}
