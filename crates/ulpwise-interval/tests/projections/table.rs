//! An operator on small sorts as a table: for each tuple of arguments the set of results, as bits.

use ulpwise_expr::{AppliedValue, BitVector, Op, Sort, UnspecifiedCase, Value, apply};
use ulpwise_float::{Float, Rounding};
use ulpwise_interval::domain::ordinal;

/// All values of a small sort, in the order of their numbers: floats by ordinal with the NaN last.
pub(crate) fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::BitVec(width) => {
            (0..1 << width).map(|bits| Value::BitVec(BitVector::from_u64(width, bits))).collect()
        }
        Sort::Float(format) => {
            let top = ordinal::infinity(format);
            let numbers = (!top..=top).map(|at| Value::float(ordinal::float(format, at)));
            numbers.chain([Value::float(Float::quiet_nan(format, false))]).collect()
        }
        Sort::RoundingMode => Rounding::ALL.into_iter().map(Value::Rounding).collect(),
        Sort::Array { .. } | Sort::Real => panic!("{sort} is not enumerated"),
    }
}

/// The results of an operator on every tuple of arguments.
pub(crate) struct Table {
    pub(crate) op: Op,
    /// The values of each argument's sort.
    pub(crate) args: Vec<Vec<Value>>,
    /// The values of the result's sort, at most 64.
    pub(crate) results: Vec<Value>,
    /// For each tuple, the last argument counting fastest, the results it can have.
    pub(crate) cells: Vec<u64>,
}

impl Table {
    pub(crate) fn new(op: Op, sorts: &[Sort], result: Sort) -> Table {
        let args: Vec<Vec<Value>> = sorts.iter().map(|&sort| values(sort)).collect();
        let results = values(result);
        assert!(results.len() <= 64, "{op}: results fit a word");
        let count = args.iter().map(Vec::len).product();
        let mut table = Table { op, args, results, cells: Vec::with_capacity(count) };
        for index in 0..count {
            let cell = table.cell(index);
            table.cells.push(cell);
        }
        table
    }

    /// The numbers of the arguments of a tuple.
    pub(crate) fn tuple(&self, index: usize) -> Vec<usize> {
        let mut left = index;
        let mut numbers: Vec<usize> = self
            .args
            .iter()
            .rev()
            .map(|values| {
                let number = left % values.len();
                left /= values.len();
                number
            })
            .collect();
        numbers.reverse();
        numbers
    }

    fn cell(&self, index: usize) -> u64 {
        let tuple = self.tuple(index);
        let arguments: Vec<&Value> =
            tuple.iter().zip(&self.args).map(|(&number, values)| &values[number]).collect();
        match apply(self.op, &arguments) {
            AppliedValue::Value(value) => {
                1 << self.results.iter().position(|result| *result == value).expect("a result")
            }
            AppliedValue::Libm | AppliedValue::TooLarge => panic!("neither of libm nor of reals"),
            AppliedValue::Unspecified => {
                let arguments = arguments.into_iter().cloned().collect();
                let case = UnspecifiedCase { op: self.op, arguments };
                let admitted = self.results.iter().enumerate().filter(|(_, value)| case.admits(value));
                admitted.fold(0, |cell, (number, _)| cell | 1 << number)
            }
        }
    }
}
