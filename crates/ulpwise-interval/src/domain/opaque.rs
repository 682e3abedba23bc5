//! Domains of the sorts that the engine does not look into: one value, or any.

use super::Change;
use std::fmt;
use ulpwise_expr::{Sort, Value};

/// All values of a sort, one of them, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpaqueDomain {
    sort: Sort,
    content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    All,
    One(Box<Value>),
    None,
}

impl OpaqueDomain {
    /// All values.
    pub fn full(sort: Sort) -> OpaqueDomain {
        OpaqueDomain { sort, content: Content::All }
    }

    /// One value.
    pub fn singleton(value: Value) -> OpaqueDomain {
        OpaqueDomain { sort: value.sort(), content: Content::One(Box::new(value)) }
    }

    /// No value.
    pub fn empty(sort: Sort) -> OpaqueDomain {
        OpaqueDomain { sort, content: Content::None }
    }

    /// The sort of the values.
    pub fn sort(&self) -> Sort {
        self.sort
    }

    /// Whether it has no member.
    pub fn is_empty(&self) -> bool {
        self.content == Content::None
    }

    /// Whether the value is in it.
    pub fn contains(&self, value: &Value) -> bool {
        match &self.content {
            Content::All => value.sort() == self.sort,
            Content::One(own) => **own == *value,
            Content::None => false,
        }
    }

    /// The only member.
    pub fn singleton_value(&self) -> Option<&Value> {
        match &self.content {
            Content::One(value) => Some(value),
            _ => None,
        }
    }

    /// The number of members, the largest number standing for all.
    pub fn cardinality(&self) -> u128 {
        match self.content {
            Content::All => u128::MAX,
            Content::One(_) => 1,
            Content::None => 0,
        }
    }

    /// Keeps what is in `other` too.
    pub fn intersect(&mut self, other: &OpaqueDomain) -> Change {
        match (&self.content, &other.content) {
            (Content::None, _) => Change::Empty,
            (_, Content::All) => Change::Same,
            (Content::All, Content::One(_)) => {
                self.content = other.content.clone();
                Change::Narrowed
            }
            (Content::One(own), Content::One(others)) if own == others => Change::Same,
            _ => {
                self.content = Content::None;
                Change::Empty
            }
        }
    }

    /// The members of either, or all.
    #[must_use]
    pub fn union(&self, other: &OpaqueDomain) -> OpaqueDomain {
        match (&self.content, &other.content) {
            (Content::None, _) => other.clone(),
            (_, Content::None) => self.clone(),
            (own, others) if own == others => self.clone(),
            _ => OpaqueDomain::full(self.sort),
        }
    }

    /// Removes a value if it is the only one.
    pub fn remove(&mut self, value: &Value) -> Change {
        if self.singleton_value() == Some(value) {
            self.content = Content::None;
        }
        if self.is_empty() { Change::Empty } else { Change::Same }
    }
}

impl fmt::Display for OpaqueDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.content {
            Content::All => write!(f, "any {}", self.sort),
            Content::One(value) => write!(f, "{{{value:?}}}"),
            Content::None => f.write_str("{}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::BitVector;

    #[test]
    fn one_value_or_all_of_them() {
        let value = |bits| Value::BitVec(BitVector::from_u64(200, bits));
        let sort = Sort::BitVec(200);
        let (all, one) = (OpaqueDomain::full(sort), OpaqueDomain::singleton(value(1)));
        let mut narrowed = all.clone();
        assert_eq!(narrowed.intersect(&all), Change::Same);
        assert_eq!(narrowed.intersect(&one), Change::Narrowed);
        assert_eq!(narrowed, one);
        assert_eq!(narrowed.remove(&value(2)), Change::Same);
        assert_eq!(narrowed.union(&OpaqueDomain::singleton(value(2))), all);
        assert_eq!(narrowed.intersect(&OpaqueDomain::singleton(value(2))), Change::Empty);
        assert_eq!(narrowed, OpaqueDomain::empty(sort));
        assert_eq!(narrowed.union(&one), one);
    }
}
