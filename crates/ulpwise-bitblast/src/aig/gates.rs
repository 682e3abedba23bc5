//! Gates made of conjunctions.

use super::{Aig, Lit};

impl Aig {
    /// The disjunction.
    pub fn or(&mut self, first: Lit, second: Lit) -> Lit {
        !self.and(!first, !second)
    }

    /// The exclusive disjunction.
    ///
    /// It is built from `first second` and `!first !second`, so that an adder's carry shares the
    /// former, unless the other way to write it is in the graph already.
    pub fn xor(&mut self, first: Lit, second: Lit) -> Lit {
        match (first.as_constant(), second.as_constant()) {
            (Some(value), _) => return second.complement_if(value),
            (_, Some(value)) => return first.complement_if(value),
            _ if first.positive() == second.positive() => return Lit::constant(first != second),
            _ => {}
        }
        if let Some(other) = self.find_xor(first, !second) {
            return !other;
        }
        let both = self.and(first, second);
        let neither = self.and(!first, !second);
        self.and(!both, !neither)
    }

    fn find_xor(&self, first: Lit, second: Lit) -> Option<Lit> {
        let both = self.find(first, second)?;
        let neither = self.find(!first, !second)?;
        self.find(!both, !neither)
    }

    /// The equivalence.
    pub fn xnor(&mut self, first: Lit, second: Lit) -> Lit {
        !self.xor(first, second)
    }

    /// `then` if the condition holds, else `otherwise`.
    pub fn ite(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        match condition.as_constant() {
            Some(true) => return then,
            Some(false) => return otherwise,
            None => {}
        }
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.xnor(condition, then);
        }
        let taken = self.and(condition, then);
        let not_taken = self.and(!condition, otherwise);
        self.or(taken, not_taken)
    }

    /// Whether `premise` implies `conclusion`.
    pub fn implies(&mut self, premise: Lit, conclusion: Lit) -> Lit {
        !self.and(premise, !conclusion)
    }

    /// The conjunction of all, as a balanced tree.
    pub fn and_all(&mut self, literals: &[Lit]) -> Lit {
        let mut level = literals.to_vec();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| if let [a, b] = *pair { self.and(a, b) } else { pair[0] })
                .collect();
        }
        level.first().copied().unwrap_or(Lit::TRUE)
    }

    /// The disjunction of all, as a balanced tree.
    pub fn or_all(&mut self, literals: &[Lit]) -> Lit {
        let complements: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
        !self.and_all(&complements)
    }

    /// Sum and carry of three bits: seven conjunctions.
    pub fn full_adder(&mut self, a: Lit, b: Lit, carry: Lit) -> (Lit, Lit) {
        // A constant goes last, where it leaves a half adder.
        let (a, b, carry) = match (a.as_constant(), b.as_constant()) {
            (Some(_), _) => (carry, b, a),
            (None, Some(_)) => (a, carry, b),
            (None, None) => (a, b, carry),
        };
        let either = self.xor(a, b);
        let sum = self.xor(either, carry);
        let both = self.and(a, b);
        let passed = self.and(either, carry);
        let carry_out = self.or(both, passed);
        (sum, carry_out)
    }
}
