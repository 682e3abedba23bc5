//! Sorts with parameters: what `define-sort` may define.

use crate::print::quoted;
use crate::script_sort::ScriptSort;
use std::sync::Arc;

/// A sort, possibly with parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SortShape {
    Ground(ScriptSort),
    Parameter(u32),
    Array(Arc<[SortShape; 2]>),
    /// A declared sort with arguments.
    Declared(Arc<str>, Vec<SortShape>),
}

impl SortShape {
    /// The array sort with this index and element.
    pub(crate) fn array(index: SortShape, element: SortShape) -> SortShape {
        match (index, element) {
            (SortShape::Ground(index), SortShape::Ground(element)) => {
                SortShape::Ground(ScriptSort::array(index, element))
            }
            (index, element) => SortShape::Array(Arc::new([index, element])),
        }
    }

    /// The declared sort with these arguments.
    pub(crate) fn declared(name: &Arc<str>, arguments: Vec<SortShape>) -> SortShape {
        let ground = |shape: &SortShape| match shape {
            SortShape::Ground(sort) => Some(sort.to_string()),
            _ => None,
        };
        let texts: Option<Vec<String>> = arguments.iter().map(ground).collect();
        match texts {
            Some(texts) if texts.is_empty() => {
                SortShape::Ground(ScriptSort::Declared(quoted(name).into_owned().into()))
            }
            Some(texts) => {
                let text = format!("({} {})", quoted(name), texts.join(" "));
                SortShape::Ground(ScriptSort::Declared(text.into()))
            }
            None => SortShape::Declared(Arc::clone(name), arguments),
        }
    }

    /// Whether the shape has no more parts than these, which become fewer by its own.
    pub(crate) fn spend_parts(&self, parts: &mut u32) -> bool {
        fn of_sort(sort: &ScriptSort, parts: &mut u32) -> bool {
            if *parts == 0 {
                return false;
            }
            *parts -= 1;
            match sort {
                ScriptSort::Array(inner) => inner.iter().all(|part| of_sort(part, parts)),
                ScriptSort::Declared(name) => name.len() < 1 << 16,
                ScriptSort::Kernel(_) | ScriptSort::Int | ScriptSort::Datatype(..) => true,
            }
        }
        if *parts == 0 {
            return false;
        }
        *parts -= 1;
        match self {
            SortShape::Ground(sort) => of_sort(sort, parts),
            SortShape::Parameter(_) => true,
            SortShape::Array(inner) => inner.iter().all(|part| part.spend_parts(parts)),
            SortShape::Declared(_, inner) => inner.iter().all(|part| part.spend_parts(parts)),
        }
    }

    /// The shape with its parameters replaced.
    pub(crate) fn instantiate(&self, arguments: &[SortShape]) -> SortShape {
        match self {
            SortShape::Ground(_) => self.clone(),
            SortShape::Parameter(number) => arguments[*number as usize].clone(),
            SortShape::Array(parts) => {
                SortShape::array(parts[0].instantiate(arguments), parts[1].instantiate(arguments))
            }
            SortShape::Declared(name, inner) => {
                SortShape::declared(name, inner.iter().map(|part| part.instantiate(arguments)).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::Sort;

    #[test]
    fn parameters_are_replaced() {
        let kernel = |sort| SortShape::Ground(ScriptSort::Kernel(sort));
        let byte = kernel(Sort::BitVec(8));
        let bytes = SortShape::array(SortShape::Parameter(0), byte.clone());
        let expected = kernel(Sort::Array { index: 32, element: 8 });
        assert_eq!(bytes.instantiate(&[kernel(Sort::BitVec(32))]), expected);
        let nested = bytes.instantiate(&[kernel(Sort::Bool)]);
        let SortShape::Ground(sort) = &nested else { panic!("{nested:?}") };
        assert_eq!(sort.to_string(), "(Array Bool (_ BitVec 8))");
        let pairs = SortShape::declared(&"Pair".into(), vec![SortShape::Parameter(0), nested]);
        let SortShape::Ground(sort) = pairs.instantiate(&[byte]) else { panic!("{pairs:?}") };
        assert_eq!(sort.to_string(), "(Pair (_ BitVec 8) (Array Bool (_ BitVec 8)))");
    }
}
