//! Terms to literals.
//!
//! A [`Blaster`] serves one store, which only grows: every term is encoded once, whatever the
//! number of queries it stands in. Three kinds of inputs are not variables of the store, and each
//! brings something that must hold besides the assertions wherever they matter (see `relevant`):
//!
//! - results of abstracted operations, with lemmas (see `abstraction`);
//! - guessed results of divisions and roots, with the condition that makes the guess right;
//! - results of *applications* of functions that the theory leaves open: elements of array
//!   variables, and what conversions to integers deliver out of range. Equal arguments give equal
//!   results. That is checked on each model, and demanded where it failed (see `applications`).
//!
//! What it does not do: reals other than constants, libm functions, and equality of arrays are
//! unsupported.

mod abstraction;
mod applications;
mod array;
mod bit_vector;
mod encoded;
mod float;
mod model;
mod narrow;
mod relevant;

pub use abstraction::Abstracted;
pub(crate) use abstraction::stopped;
pub use relevant::Relevant;

use crate::aig::{Aig, Lit, Stopped};
use crate::bits;
use crate::float::{FloatBits, Mode, identical};
use applications::Applications;
pub(crate) use encoded::Encoded;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use ulpwise_base::Budget;
use ulpwise_expr::{BitVector, Op, OpKind, Sort, Term, TermStore, Value};
use ulpwise_float::{Format, Natural};
use ulpwise_solver::Bounds;

/// How circuits are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CircuitOptions {
    /// Quotients of floats and of bit-vectors are guessed and checked by a product, instead of
    /// computed row by row.
    pub guess_quotients: bool,
    /// Square roots are guessed and checked by a square.
    pub guess_roots: bool,
    /// Products, quotients, roots and remainders of floats with at least so many significand bits,
    /// and of bit-vectors with at least so many bits, are abstracted and refined on demand.
    pub abstract_from: Option<u32>,
    /// The most nodes of the graph.
    pub node_limit: usize,
}

impl Default for CircuitOptions {
    fn default() -> CircuitOptions {
        CircuitOptions {
            guess_quotients: false,
            guess_roots: false,
            abstract_from: None,
            node_limit: 1 << 24,
        }
    }
}

/// Why a term has no circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlastError {
    /// There is none for this operator, or for this use of it.
    Unsupported(String),
    /// Construction was stopped.
    Stopped(Stopped),
}

impl fmt::Display for BlastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlastError::Unsupported(what) => write!(f, "{what} cannot be made a circuit"),
            BlastError::Stopped(Stopped::Budget(exhausted)) => write!(f, "{exhausted}"),
            BlastError::Stopped(Stopped::TooLarge) => f.write_str("the circuit is too large"),
        }
    }
}

/// Terms between two looks at the clock, however few nodes they make.
const TERMS_BETWEEN_CHECKS: usize = 1 << 10;

/// Whose input it is, if not that of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Owner {
    /// A guess that fulfils the condition with this number.
    Condition(u32),
    /// The result of the application with this number.
    Application(u32),
    /// The result of the abstracted operation with this number.
    Abstracted(u32),
}

/// The circuits of the terms of one store.
#[derive(Debug)]
pub struct Blaster {
    aig: Aig,
    options: CircuitOptions,
    terms: HashMap<Term, Encoded>,
    /// The inputs of each variable that has some, the lowest bit first.
    variables: HashMap<Term, Vec<Lit>>,
    owners: HashMap<u32, Owner>,
    conditions: Vec<Lit>,
    applications: Applications,
    abstracted: Vec<Abstracted>,
    /// For the minimum (0) or maximum (1) of a format's zeros of opposite sign, whether the first
    /// operand is delivered, if that is the negative one and if it is the positive one.
    zero_choices: BTreeMap<(u8, Format), (Lit, Lit)>,
    /// What is known about terms, for as long as this blaster lives.
    bounds: Bounds,
    /// What the bounds demand of the circuits; see `narrow`.
    narrowings: Vec<Lit>,
}

impl Blaster {
    /// No circuits yet.
    pub fn new(options: CircuitOptions) -> Blaster {
        Blaster {
            aig: Aig::new(),
            options,
            terms: HashMap::new(),
            variables: HashMap::new(),
            owners: HashMap::new(),
            conditions: Vec::new(),
            applications: Applications::default(),
            abstracted: Vec::new(),
            zero_choices: BTreeMap::new(),
            bounds: Bounds::new(),
            narrowings: Vec::new(),
        }
    }

    /// No circuits yet. All will be narrowed to these bounds, and are worth nothing where
    /// [`Blaster::narrowings`] do not hold.
    pub fn with_bounds(options: CircuitOptions, bounds: Bounds) -> Blaster {
        Blaster { bounds, ..Blaster::new(options) }
    }

    /// What has to be asserted besides the assertions because circuits were narrowed.
    pub fn narrowings(&self) -> &[Lit] {
        &self.narrowings
    }

    /// Changes how circuits are built from now on.
    pub fn set_options(&mut self, options: CircuitOptions) {
        self.options = options;
    }

    /// The graph.
    pub fn aig(&self) -> &Aig {
        &self.aig
    }

    /// The literals of propositions.
    ///
    /// # Errors
    /// If something is unsupported, too large, or the budget ends. What was encoded until then is
    /// kept.
    pub fn propositions(
        &mut self,
        store: &TermStore,
        terms: &[Term],
        budget: &Budget,
    ) -> Result<Vec<Lit>, BlastError> {
        self.encode(store, terms, budget)?;
        Ok(terms.iter().map(|term| self.terms[term].as_bool()).collect())
    }

    /// The literals of a term that is no array and no real: the bits of its encoding, the lowest
    /// first.
    ///
    /// # Errors
    /// If something is unsupported, too large, or the budget ends.
    pub fn literals(
        &mut self,
        store: &TermStore,
        term: Term,
        budget: &Budget,
    ) -> Result<Vec<Lit>, BlastError> {
        self.encode(store, &[term], budget)?;
        match self.terms[&term].clone() {
            Encoded::Bool(literal) => Ok(vec![literal]),
            Encoded::BitVec(bits) => Ok(bits.to_vec()),
            Encoded::Float(float) => Ok(float.encoding(&mut self.aig)),
            Encoded::Mode(mode) => Ok(mode.bits().to_vec()),
            Encoded::Opaque => Err(BlastError::Unsupported("an array or a real by itself".to_owned())),
        }
    }

    /// The inputs of a variable, if it was encoded and has some.
    pub fn variable_inputs(&self, variable: Term) -> Option<&[Lit]> {
        self.variables.get(&variable).map(Vec::as_slice)
    }

    /// Encodes terms and all below them.
    fn encode(&mut self, store: &TermStore, roots: &[Term], budget: &Budget) -> Result<(), BlastError> {
        self.aig.start(budget, self.options.node_limit);
        for (number, term) in self.unknown_terms(store, roots).into_iter().enumerate() {
            if number % TERMS_BETWEEN_CHECKS == TERMS_BETWEEN_CHECKS - 1 {
                self.aig.check();
            }
            if let Some(stopped) = self.aig.stopped() {
                return Err(BlastError::Stopped(stopped));
            }
            let encoded = self.encode_term(store, term)?;
            let encoded = self.narrowed(term, encoded);
            if let Some(stopped) = self.aig.stopped() {
                return Err(BlastError::Stopped(stopped));
            }
            self.terms.insert(term, encoded);
        }
        Ok(())
    }

    /// The terms below roots that are not encoded yet, children first.
    fn unknown_terms(&self, store: &TermStore, roots: &[Term]) -> Vec<Term> {
        let mut seen = HashSet::new();
        let mut is_new = |term: &Term| !self.terms.contains_key(term) && seen.insert(*term);
        let mut found: Vec<Term> = roots.iter().copied().filter(&mut is_new).collect();
        let mut next = 0;
        while let Some(&term) = found.get(next) {
            next += 1;
            found.extend(store.children(term).iter().copied().filter(&mut is_new));
        }
        // Children have smaller numbers than their parents.
        found.sort_unstable();
        found
    }

    fn encode_term(&mut self, store: &TermStore, term: Term) -> Result<Encoded, BlastError> {
        let op = store.op(term);
        let unsupported = || BlastError::Unsupported(format!("`{op}`"));
        if op == Op::Constant {
            let value = store.constant(term).ok_or_else(unsupported)?;
            return Ok(self.constant(&value));
        }
        let children: Vec<Encoded> =
            store.children(term).iter().map(|child| self.terms[child].clone()).collect();
        match op {
            Op::Variable(_) => self.variable(store, term),
            Op::Not => Ok(Encoded::Bool(!children[0].as_bool())),
            Op::And => {
                let operands: Vec<Lit> = children.iter().map(Encoded::as_bool).collect();
                Ok(Encoded::Bool(self.aig.and_all(&operands)))
            }
            Op::Or => {
                let operands: Vec<Lit> = children.iter().map(Encoded::as_bool).collect();
                Ok(Encoded::Bool(self.aig.or_all(&operands)))
            }
            Op::Eq => self.equality(&children[0], &children[1]).ok_or_else(|| {
                let sort = store.sort(store.child(term, 0));
                BlastError::Unsupported(match sort {
                    Sort::Array { .. } => {
                        format!("`=` of two arrays ({sort}) that preprocessing could not spell out")
                    }
                    _ => format!("`=` of {sort}"),
                })
            }),
            Op::Ite => Ok(self.selection(children[0].as_bool(), &children[1], &children[2])),
            Op::ArrayStore | Op::ArrayConstant { .. } => Ok(Encoded::Opaque),
            Op::ArraySelect => Ok(self.array_select(store, term)),
            Op::FpFromReal(format) => {
                let real = store.constant(store.child(term, 1));
                let Some(Value::Real(real)) = real else { return Err(unsupported()) };
                Ok(Encoded::float(self.rounded_real(format, children[0].as_mode(), &real)))
            }
            _ => match self.abstraction(op, &children) {
                Some(abstracted) => Ok(abstracted),
                None => self.application(op, &children),
            },
        }
    }

    /// The circuit of an operator on bit-vectors or floats.
    fn application(&mut self, op: Op, operands: &[Encoded]) -> Result<Encoded, BlastError> {
        if is_bit_vector_operator(op.kind()) {
            return Ok(bit_vector::apply(self, op, operands));
        }
        float::apply(self, op, operands).ok_or_else(|| BlastError::Unsupported(format!("`{op}`")))
    }

    fn constant(&mut self, value: &Value) -> Encoded {
        match value {
            Value::Bool(value) => Encoded::Bool(Lit::constant(*value)),
            Value::BitVec(value) => Encoded::bit_vec(constant_bits(value)),
            Value::Float(value) => {
                let encoding = BitVector::new(value.format().width(), Natural::from_words(value.limbs()));
                let encoding = constant_bits(&encoding);
                Encoded::float(FloatBits::from_encoding(&mut self.aig, value.format(), &encoding))
            }
            Value::Rounding(value) => Encoded::Mode(Mode::constant(*value)),
            // Array constants are terms with an operator; a real is looked at by what converts it.
            Value::Array(_) | Value::Real(_) => Encoded::Opaque,
        }
    }

    fn variable(&mut self, store: &TermStore, term: Term) -> Result<Encoded, BlastError> {
        let width = match store.sort(term) {
            Sort::Bool => 1,
            Sort::BitVec(width) => width,
            Sort::Float(format) => format.width(),
            Sort::RoundingMode => 3,
            Sort::Array { .. } => return Ok(Encoded::Opaque),
            Sort::Real => return Err(BlastError::Unsupported("a variable of sort Real".to_owned())),
        };
        let inputs = self.aig.inputs(width as usize);
        let encoded = match store.sort(term) {
            Sort::Bool => Encoded::Bool(inputs[0]),
            Sort::Float(format) => Encoded::float(FloatBits::from_encoding(&mut self.aig, format, &inputs)),
            Sort::RoundingMode => {
                let bits = [inputs[0], inputs[1], inputs[2]];
                Encoded::Mode(Mode::from_free_bits(&mut self.aig, bits))
            }
            _ => Encoded::bit_vec(inputs.clone()),
        };
        self.variables.insert(term, inputs);
        Ok(encoded)
    }

    /// Identity, unless it is one of arrays or reals.
    fn equality(&mut self, first: &Encoded, second: &Encoded) -> Option<Encoded> {
        let aig = &mut self.aig;
        Some(Encoded::Bool(match (first, second) {
            (Encoded::Bool(a), Encoded::Bool(b)) => aig.xnor(*a, *b),
            (Encoded::BitVec(a), Encoded::BitVec(b)) => bits::equal(aig, a, b),
            (Encoded::Float(a), Encoded::Float(b)) => identical(aig, a, b),
            (Encoded::Mode(a), Encoded::Mode(b)) => bits::equal(aig, a.bits(), b.bits()),
            _ => return None,
        }))
    }

    fn selection(&mut self, condition: Lit, then: &Encoded, otherwise: &Encoded) -> Encoded {
        let aig = &mut self.aig;
        match (then, otherwise) {
            (Encoded::Bool(a), Encoded::Bool(b)) => Encoded::Bool(aig.ite(condition, *a, *b)),
            (Encoded::BitVec(a), Encoded::BitVec(b)) => Encoded::bit_vec(bits::select(aig, condition, a, b)),
            (Encoded::Float(a), Encoded::Float(b)) => Encoded::float(FloatBits::select(aig, condition, a, b)),
            (Encoded::Mode(a), Encoded::Mode(b)) => Encoded::Mode(Mode::select(aig, condition, *a, *b)),
            _ => Encoded::Opaque,
        }
    }

    /// Notes that the inputs made since the graph had `inputs_before` are guesses under a
    /// condition.
    fn add_condition(&mut self, inputs_before: usize, condition: Lit) {
        let number = self.conditions.len() as u32;
        for &node in &self.aig.input_nodes()[inputs_before..] {
            self.owners.insert(node, Owner::Condition(number));
        }
        self.conditions.push(condition);
    }
}

fn constant_bits(value: &BitVector) -> Vec<Lit> {
    (0..value.width()).map(|position| Lit::constant(value.bit(position))).collect()
}

fn is_bit_vector_operator(kind: OpKind) -> bool {
    (OpKind::BvNot..=OpKind::BvConcat).contains(&kind)
        || matches!(kind, OpKind::BvExtract | OpKind::BvZeroExtend | OpKind::BvSignExtend)
}
