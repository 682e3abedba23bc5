//! Leaves: variables and constants.

use super::node::Key;
use super::{Term, TermStore};
use crate::error::SortError;
use crate::op::{Op, OpKind, SymbolId};
use crate::sort::Sort;
use crate::value::{BitVector, Value};
use ulpwise_float::{Float, Natural, Rational, Rounding};

/// Constants of up to this width lie in their node.
const INLINE_BITS: u32 = 64;

impl TermStore {
    /// The variable with this name and sort. The same name with another sort is another variable.
    ///
    /// # Errors
    /// If the sort's parameters are out of range, or there are too many sorts.
    pub fn try_variable(&mut self, name: &str, sort: Sort) -> Result<Term, Box<SortError>> {
        let number = self.sort_number_of_leaf(name, sort)?;
        let symbol = self.symbols.intern((name.to_owned(), sort));
        Ok(self.leaf(OpKind::Variable, number, u64::from(symbol)))
    }

    /// The variable with this name and sort. The same name with another sort is another variable.
    ///
    /// # Panics
    /// If the sort's parameters are out of range; see [`TermStore::try_variable`].
    #[track_caller]
    pub fn variable(&mut self, name: &str, sort: Sort) -> Term {
        self.try_variable(name, sort).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A variable that was not there before, named after `prefix`.
    ///
    /// # Panics
    /// If the sort's parameters are out of range.
    #[track_caller]
    pub fn fresh_variable(&mut self, prefix: &str, sort: Sort) -> Term {
        loop {
            let name = format!("{prefix}!{}", self.fresh_names);
            self.fresh_names += 1;
            let symbol = (name, sort);
            if self.symbols.find(&symbol).is_none() {
                return self.variable(&symbol.0, sort);
            }
        }
    }

    /// The name of a variable; `None` for other terms.
    pub fn variable_name(&self, term: Term) -> Option<&str> {
        match self.op(term) {
            Op::Variable(symbol) => Some(self.symbol(symbol).0),
            _ => None,
        }
    }

    /// The name and the sort of a symbol.
    pub fn symbol(&self, symbol: SymbolId) -> (&str, Sort) {
        let (name, sort) = self.symbols.get(symbol.as_u32());
        (name, *sort)
    }

    /// Whether the term is a constant. Array values are not constants but terms built from such.
    #[inline]
    pub fn is_constant(&self, term: Term) -> bool {
        self.kind(term) == OpKind::Constant
    }

    /// The value of a constant; `None` for other terms.
    pub fn constant(&self, term: Term) -> Option<Value> {
        if !self.is_constant(term) {
            return None;
        }
        let payload = self.nodes[term].payload();
        Some(match self.sort(term) {
            Sort::Bool => Value::Bool(payload == 1),
            Sort::RoundingMode => Value::Rounding(Rounding::ALL[payload as usize]),
            Sort::Real => Value::Real(self.reals.get(payload as u32).clone()),
            Sort::BitVec(width) if width <= INLINE_BITS => Value::BitVec(BitVector::from_u64(width, payload)),
            Sort::BitVec(width) => {
                Value::BitVec(BitVector::new(width, self.wide_patterns.get(payload as u32).clone()))
            }
            Sort::Float(format) if format.width() <= INLINE_BITS => {
                Value::Float(Float::from_bits(format, u128::from(payload)))
            }
            Sort::Float(format) => {
                Value::Float(Float::from_limbs(format, self.wide_patterns.get(payload as u32).as_words()))
            }
            Sort::Array { .. } => unreachable!("arrays are no constants"),
        })
    }

    /// The term for a value: a constant, or for an array the stores that make it.
    ///
    /// # Panics
    /// If a width of the value is out of range.
    #[track_caller]
    pub fn value(&mut self, value: &Value) -> Term {
        let payload = match value {
            Value::Bool(value) => u64::from(*value),
            Value::Rounding(value) => Rounding::ALL.iter().position(|mode| mode == value).unwrap_or(0) as u64,
            Value::Real(value) => u64::from(self.reals.intern(value.clone())),
            Value::BitVec(value) => match value.to_u64() {
                Some(bits) if value.width() <= INLINE_BITS => bits,
                _ => u64::from(self.wide_patterns.intern(value.unsigned().clone())),
            },
            Value::Float(value) if value.format().width() <= INLINE_BITS => value.limbs()[0],
            Value::Float(value) => u64::from(self.wide_patterns.intern(Natural::from_words(value.limbs()))),
            Value::Array(array) => {
                let array = array.canonical();
                let default = self.value(&Value::BitVec(array.default().clone()));
                let mut term = self.array_constant(array.index_width(), default);
                for (index, element) in array.entries() {
                    let index = self.value(&Value::BitVec(index));
                    let element = self.value(&Value::BitVec(element.clone()));
                    term = self.array_store(term, index, element);
                }
                return term;
            }
        };
        let sort = value.sort();
        let number = self.sort_number_of_leaf("constant", sort).unwrap_or_else(|error| panic!("{error}"));
        self.leaf(OpKind::Constant, number, payload)
    }

    fn sort_number_of_leaf(&mut self, what: &str, sort: Sort) -> Result<u16, Box<SortError>> {
        if !sort.is_well_formed() {
            return Err(SortError::of_leaf(what, sort, "a width or format is out of range"));
        }
        let number = u16::try_from(self.sorts.intern(sort)).ok();
        number
            .ok_or_else(|| SortError::new(what, &[sort], "one of the 65536 sorts that a store has room for"))
    }

    fn leaf(&mut self, kind: OpKind, sort: u16, payload: u64) -> Term {
        let key = Key { kind, sort, children: &[], payload };
        self.intern(key, key.hash())
    }

    /// The truth value of a constant.
    pub fn bool_constant(&self, term: Term) -> Option<bool> {
        (self.is_constant(term) && self.sort(term) == Sort::Bool).then(|| self.nodes[term].payload() == 1)
    }

    /// The bit-vector that a constant is.
    pub fn bit_vector_constant(&self, term: Term) -> Option<BitVector> {
        match self.constant(term)? {
            Value::BitVec(value) => Some(value),
            _ => None,
        }
    }

    /// The float that a constant is.
    pub fn float_constant(&self, term: Term) -> Option<Float> {
        self.constant(term)?.as_float()
    }

    /// The rounding mode that a constant is.
    pub fn rounding_constant(&self, term: Term) -> Option<Rounding> {
        self.constant(term)?.as_rounding()
    }

    /// The real number that a constant is.
    pub fn real_constant(&self, term: Term) -> Option<Rational> {
        match self.constant(term)? {
            Value::Real(value) => Some(value),
            _ => None,
        }
    }
}
