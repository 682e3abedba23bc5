//! Sorts with parameters: what `define-sort` may define.
//!
//! Arrays hold bit-vectors at bit-vectors and nothing else, so a sort never nests: a parameter
//! stands for a whole sort or for the index or element of an array.

use ulpwise_expr::Sort;

/// The index or element of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArrayPart {
    Width(u32),
    Parameter(u32),
}

/// A sort, possibly with parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SortShape {
    Ground(Sort),
    Parameter(u32),
    Array { index: ArrayPart, element: ArrayPart },
}

impl SortShape {
    /// The array sort with this index and element; the part that cannot be one if there is none.
    pub(crate) fn array(index: SortShape, element: SortShape) -> Result<SortShape, SortShape> {
        let (index, element) = (index.array_part()?, element.array_part()?);
        Ok(match (index, element) {
            (ArrayPart::Width(index), ArrayPart::Width(element)) => {
                SortShape::Ground(Sort::Array { index, element })
            }
            _ => SortShape::Array { index, element },
        })
    }

    fn array_part(self) -> Result<ArrayPart, SortShape> {
        match self {
            SortShape::Ground(Sort::BitVec(width)) => Ok(ArrayPart::Width(width)),
            SortShape::Parameter(number) => Ok(ArrayPart::Parameter(number)),
            _ => Err(self),
        }
    }

    /// The shape with its parameters replaced; the part of an array that cannot be one if there is
    /// such.
    pub(crate) fn instantiate(self, arguments: &[SortShape]) -> Result<SortShape, SortShape> {
        let part = |part: ArrayPart| match part {
            ArrayPart::Width(width) => SortShape::Ground(Sort::BitVec(width)),
            ArrayPart::Parameter(number) => arguments[number as usize],
        };
        match self {
            SortShape::Ground(_) => Ok(self),
            SortShape::Parameter(number) => Ok(arguments[number as usize]),
            SortShape::Array { index, element } => SortShape::array(part(index), part(element)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_replaced_where_an_array_allows() {
        let byte = SortShape::Ground(Sort::BitVec(8));
        let bytes = SortShape::array(SortShape::Parameter(0), byte).unwrap();
        let word = SortShape::Ground(Sort::BitVec(32));
        let expected = SortShape::Ground(Sort::Array { index: 32, element: 8 });
        assert_eq!(bytes.instantiate(&[word]), Ok(expected));
        assert_eq!(
            bytes.instantiate(&[SortShape::Parameter(1)]),
            SortShape::array(SortShape::Parameter(1), byte)
        );
        let truth = SortShape::Ground(Sort::Bool);
        assert_eq!(bytes.instantiate(&[truth]), Err(truth));
        assert_eq!(SortShape::array(expected, byte), Err(expected));
    }
}
