//! Clauses of a graph: the encoding of Tseitin, by the directions that are needed (Plaisted and
//! Greenbaum).
//!
//! Exclusive disjunctions and if-then-elses are recognised and need no variables for their inner
//! conjunctions; trees of conjunctions that nothing else refers to become one clause with many
//! literals. A gate gets a variable when it is first needed, and the clauses of each direction (the
//! gate implies its definition, or the other way round) when that direction is. Adding what is
//! missing later is always sound, so one encoder serves a growing graph and any sequence of roots.
//!
//! What holds: an assignment of the inputs' variables that can be extended to one of all clauses
//! with the roots true makes the roots true in the graph, and the other way round. What does not
//! hold: variables of gates need not have the gates' values. Models are read from the inputs, and
//! all else is simulated.

mod gate;

use crate::aig::{Aig, Lit, Stopped};
use gate::{Gate, classify};
use ulpwise_base::Budget;

/// Whatever takes clauses. Literals are those of DIMACS: variables from 1, negative if
/// complemented.
pub trait ClauseSink {
    /// Takes a clause.
    ///
    /// # Errors
    /// If there is no memory for it.
    fn clause(&mut self, literals: &[i32]) -> Result<(), Stopped>;
}

impl ClauseSink for Vec<Vec<i32>> {
    fn clause(&mut self, literals: &[i32]) -> Result<(), Stopped> {
        self.push(literals.to_vec());
        Ok(())
    }
}

/// Counts clauses and literals, and keeps none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ClauseCount {
    /// How many clauses.
    pub clauses: u64,
    /// How many literals they have together.
    pub literals: u64,
}

impl ClauseSink for ClauseCount {
    fn clause(&mut self, literals: &[i32]) -> Result<(), Stopped> {
        self.clauses += 1;
        self.literals += literals.len() as u64;
        Ok(())
    }
}

/// The gate implies its definition.
const FORWARD: u8 = 1;
/// The definition implies the gate.
const BACKWARD: u8 = 2;

/// Gates encoded between two looks at the clock.
const GATES_BETWEEN_CHECKS: u32 = 1 << 12;

/// What of a graph has been encoded, and with which variables.
#[derive(Debug)]
pub struct Encoder {
    /// The variable of each node, 0 if it has none.
    variables: Vec<i32>,
    /// Which directions of each node have been encoded or wait on the stack.
    directions: Vec<u8>,
    /// The directions every gate gets at once.
    at_least: u8,
    variable_count: i32,
    stack: Vec<(u32, u8)>,
    clause: Vec<i32>,
}

impl Encoder {
    /// Nothing encoded yet. With `by_polarity` gates get only the direction that is needed, else
    /// both.
    pub fn new(by_polarity: bool) -> Encoder {
        Encoder {
            variables: Vec::new(),
            directions: Vec::new(),
            at_least: if by_polarity { 0 } else { FORWARD | BACKWARD },
            variable_count: 0,
            stack: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// The number of variables used.
    pub fn variable_count(&self) -> i32 {
        self.variable_count
    }

    /// The variable of a node, if it has one.
    pub fn variable(&self, node: u32) -> Option<i32> {
        self.variables.get(node as usize).copied().filter(|&variable| variable != 0)
    }

    /// Encodes that a literal, when assumed, makes itself true in the graph; the literal to assume.
    ///
    /// # Errors
    /// If the budget ends or memory does. Encoding may be taken up again later.
    pub fn assumption(
        &mut self,
        aig: &Aig,
        literal: Lit,
        sink: &mut dyn ClauseSink,
        budget: &Budget,
    ) -> Result<i32, Stopped> {
        self.grow(aig);
        if let Some(value) = literal.as_constant() {
            // The constant's variable is true.
            let known = self.variables[0] != 0;
            let variable = self.variable_of(0);
            if !known {
                sink.clause(&[variable])?;
            }
            return Ok(if value { variable } else { -variable });
        }
        let result = self.need(literal);
        self.run(aig, sink, budget)?;
        Ok(result)
    }

    /// Encodes a literal in both directions: its variable then has its value in every assignment of
    /// all clauses.
    ///
    /// # Errors
    /// If the budget ends or memory does.
    pub fn definition(
        &mut self,
        aig: &Aig,
        literal: Lit,
        sink: &mut dyn ClauseSink,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        self.grow(aig);
        if literal.as_constant().is_none() {
            self.need_both(literal);
        }
        self.run(aig, sink, budget)
    }

    /// Encodes that a literal is true, for ever.
    ///
    /// # Errors
    /// If the budget ends or memory does.
    pub fn assertion(
        &mut self,
        aig: &Aig,
        literal: Lit,
        sink: &mut dyn ClauseSink,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        self.grow(aig);
        let mut open = vec![literal];
        while let Some(literal) = open.pop() {
            match literal.as_constant() {
                Some(true) => continue,
                Some(false) => sink.clause(&[])?,
                None => {}
            }
            let gate = if self.variable(literal.node()).is_some() {
                Gate::Input
            } else {
                classify(aig, literal.node(), &|_| true)
            };
            match (gate, literal.is_complemented()) {
                // Its conjuncts one by one.
                (Gate::And(operands), false) => open.extend(operands),
                (Gate::And(operands), true) => {
                    self.clause.clear();
                    let needed = operands.into_iter().map(|operand| !operand);
                    let clause: Vec<i32> = needed.map(|operand| self.need(operand)).collect();
                    sink.clause(&clause)?;
                }
                _ => {
                    let unit = self.need(literal);
                    sink.clause(&[unit])?;
                }
            }
        }
        self.run(aig, sink, budget)
    }

    fn grow(&mut self, aig: &Aig) {
        self.variables.resize(aig.len(), 0);
        self.directions.resize(aig.len(), 0);
    }

    fn variable_of(&mut self, node: u32) -> i32 {
        let variable = &mut self.variables[node as usize];
        if *variable == 0 {
            self.variable_count += 1;
            *variable = self.variable_count;
        }
        *variable
    }

    /// The literal in clauses, which may be assumed true; its definition goes onto the stack.
    fn need(&mut self, literal: Lit) -> i32 {
        let direction = if literal.is_complemented() { BACKWARD } else { FORWARD };
        self.need_directions(literal, direction)
    }

    fn need_both(&mut self, literal: Lit) -> i32 {
        self.need_directions(literal, FORWARD | BACKWARD)
    }

    fn need_directions(&mut self, literal: Lit, directions: u8) -> i32 {
        let node = literal.node();
        let variable = self.variable_of(node);
        let known = &mut self.directions[node as usize];
        let missing = (directions | self.at_least) & !*known;
        if missing != 0 {
            *known |= missing;
            self.stack.push((node, missing));
        }
        if literal.is_complemented() { -variable } else { variable }
    }

    /// Encodes everything on the stack.
    fn run(&mut self, aig: &Aig, sink: &mut dyn ClauseSink, budget: &Budget) -> Result<(), Stopped> {
        let mut until_check = GATES_BETWEEN_CHECKS;
        while let Some((node, directions)) = self.stack.pop() {
            self.encode(aig, node, directions, sink)?;
            until_check -= 1;
            if until_check == 0 {
                until_check = GATES_BETWEEN_CHECKS;
                budget.check(0).map_err(Stopped::Budget)?;
            }
        }
        Ok(())
    }

    fn encode(
        &mut self,
        aig: &Aig,
        node: u32,
        directions: u8,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), Stopped> {
        let gate = self.variable_of(node);
        let variables = &self.variables;
        match classify(aig, node, &|inner| variables[inner as usize] == 0) {
            Gate::Input => Ok(()),
            Gate::Xor(a, b) => {
                let (a, b) = (self.need_both(a), self.need_both(b));
                if directions & FORWARD != 0 {
                    sink.clause(&[-gate, a, b])?;
                    sink.clause(&[-gate, -a, -b])?;
                }
                if directions & BACKWARD != 0 {
                    sink.clause(&[gate, -a, b])?;
                    sink.clause(&[gate, a, -b])?;
                }
                Ok(())
            }
            Gate::Ite(condition, then, otherwise) => {
                let condition = self.need_both(condition);
                if directions & FORWARD != 0 {
                    let (then, otherwise) = (self.need(then), self.need(otherwise));
                    sink.clause(&[-gate, -condition, then])?;
                    sink.clause(&[-gate, condition, otherwise])?;
                }
                if directions & BACKWARD != 0 {
                    let (then, otherwise) = (self.need(!then), self.need(!otherwise));
                    sink.clause(&[gate, -condition, then])?;
                    sink.clause(&[gate, condition, otherwise])?;
                }
                Ok(())
            }
            Gate::And(operands) => {
                if directions & FORWARD != 0 {
                    for &operand in &operands {
                        let operand = self.need(operand);
                        sink.clause(&[-gate, operand])?;
                    }
                }
                if directions & BACKWARD != 0 {
                    self.clause.clear();
                    self.clause.push(gate);
                    for &operand in &operands {
                        let literal = self.need(!operand);
                        self.clause.push(literal);
                    }
                    sink.clause(&self.clause)?;
                }
                Ok(())
            }
        }
    }
}
