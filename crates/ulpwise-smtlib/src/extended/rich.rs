//! Values of the sorts that terms do not have.

use super::Extension;
use crate::print::{quoted, value_text};
use crate::script_sort::{DatatypeId, ScriptSort};
use std::collections::BTreeMap;
use ulpwise_expr::{BitVector, Sort, Value};
use ulpwise_float::{Float, Rounding};

/// A value of any sort of a script. Equal values are equal as SMT-LIB has it, arrays if they were made by
/// [`Extension::array_value`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rich {
    Kernel(Value),
    /// An element of a declared sort, by its number.
    Element(u64),
    Data(DatatypeId, u32, Vec<Rich>),
    /// The indices that hold another element than the default, and the default.
    Array(BTreeMap<Rich, Rich>, Box<Rich>),
}

/// How many values of a sort are listed at most.
const MAX_LISTED: u64 = 4096;

impl Extension {
    /// Some value of a sort.
    pub(crate) fn default_value(&self, sort: &ScriptSort) -> Rich {
        match sort {
            ScriptSort::Kernel(sort) => Rich::Kernel(Value::default_of(*sort)),
            ScriptSort::Int => Rich::Kernel(Value::default_of(Sort::Real)),
            ScriptSort::Declared(_) => Rich::Element(0),
            ScriptSort::Array(parts) => Rich::Array(BTreeMap::new(), Box::new(self.default_value(&parts[1]))),
            ScriptSort::Datatype(datatype, _) => {
                let fields = self.datatypes[*datatype][0].fields.iter();
                Rich::Data(*datatype, 0, fields.map(|sort| self.default_value(sort)).collect())
            }
        }
    }

    /// The array with these entries, in the one form that equal arrays have: the default is the
    /// element held most often, the least of several such. `None` if that is not known, because
    /// the indices are neither few nor many more than the entries.
    pub(crate) fn array_value(
        &self,
        mut entries: BTreeMap<Rich, Rich>,
        mut default: Rich,
        index: &ScriptSort,
        element_width: u32,
    ) -> Option<Rich> {
        entries.retain(|_, element| *element != default);
        let count = self.value_count(index, element_width);
        if let Some(count) = count
            && count <= 2 * entries.len() as u64
        {
            let all = self.values(index).filter(|all| all.len() as u64 == count)?;
            let whole: BTreeMap<Rich, Rich> = all
                .into_iter()
                .map(|at| {
                    let element = entries.get(&at).unwrap_or(&default).clone();
                    (at, element)
                })
                .collect();
            let mut counts: BTreeMap<&Rich, usize> = BTreeMap::new();
            for element in whole.values() {
                *counts.entry(element).or_default() += 1;
            }
            let most = counts.values().max().copied()?;
            default = (*counts.iter().find(|(_, held)| **held == most)?.0).clone();
            entries = whole;
            entries.retain(|_, element| *element != default);
        }
        Some(Rich::Array(entries, Box::new(default)))
    }

    /// All values of a sort, if these are few.
    pub(super) fn values(&self, sort: &ScriptSort) -> Option<Vec<Rich>> {
        self.value_count(sort, 32).filter(|count| *count <= MAX_LISTED)?;
        let kernel = |values: Vec<Value>| Some(values.into_iter().map(Rich::Kernel).collect());
        match sort {
            ScriptSort::Kernel(Sort::Bool) => kernel(vec![Value::Bool(false), Value::Bool(true)]),
            ScriptSort::Kernel(Sort::RoundingMode) => {
                kernel(Rounding::ALL.into_iter().map(Value::Rounding).collect())
            }
            ScriptSort::Kernel(Sort::BitVec(width)) => {
                let all = 0..1u64 << width;
                kernel(all.map(|bits| Value::BitVec(BitVector::from_u64(*width, bits))).collect())
            }
            ScriptSort::Kernel(Sort::Float(format)) => {
                let all = 0..1u64 << format.width();
                let mut values: Vec<Rich> =
                    all.map(|bits| Rich::Kernel(Value::float(Float::from_limbs(*format, &[bits])))).collect();
                values.sort();
                values.dedup();
                Some(values)
            }
            ScriptSort::Datatype(datatype, _) => {
                let mut values = Vec::new();
                for (number, constructor) in self.datatypes[*datatype].iter().enumerate() {
                    let mut tuples = vec![Vec::new()];
                    for field in &constructor.fields {
                        let options = self.values(field)?;
                        let longer = |tuple: &Vec<Rich>| {
                            let tuple = tuple.clone();
                            options
                                .iter()
                                .map(move |option| [&tuple[..], std::slice::from_ref(option)].concat())
                        };
                        tuples = tuples.iter().flat_map(longer).collect();
                    }
                    let make = |tuple| Rich::Data(*datatype, number as u32, tuple);
                    values.extend(tuples.into_iter().map(make));
                }
                Some(values)
            }
            ScriptSort::Kernel(Sort::Real | Sort::Array { .. })
            | ScriptSort::Int
            | ScriptSort::Declared(_)
            | ScriptSort::Array(_) => None,
        }
    }

    /// A value as SMT-LIB writes it.
    pub(crate) fn text(&self, value: &Rich, sort: &ScriptSort) -> String {
        match (value, sort) {
            (Rich::Kernel(value), ScriptSort::Int) => whole_text(&value_text(value)),
            (Rich::Kernel(value), _) => value_text(value),
            (Rich::Element(number), _) => {
                let name = quoted(&format!("@{sort}_{number}").replace('|', "")).into_owned();
                format!("(as {name} {sort})")
            }
            (Rich::Data(datatype, number, fields), _) => {
                let constructor = &self.datatypes[*datatype][*number as usize];
                let name = quoted(&constructor.name);
                if fields.is_empty() {
                    return name.into_owned();
                }
                let fields = fields.iter().zip(&constructor.fields);
                let fields: Vec<String> = fields.map(|(field, sort)| self.text(field, sort)).collect();
                format!("({name} {})", fields.join(" "))
            }
            (Rich::Array(entries, default), sort) => {
                let Some((index, element)) = sort.array_parts() else { return String::new() };
                let mut text = format!("((as const {sort}) {})", self.text(default, &element));
                for (at, value) in entries {
                    text = format!("(store {text} {} {})", self.text(at, &index), self.text(value, &element));
                }
                text
            }
        }
    }

    /// How many values a sort has, if these are few enough to be counted.
    pub(crate) fn value_count(&self, sort: &ScriptSort, element_width: u32) -> Option<u64> {
        match sort {
            ScriptSort::Kernel(Sort::Bool) => Some(2),
            ScriptSort::Kernel(Sort::RoundingMode) => Some(5),
            ScriptSort::Kernel(Sort::BitVec(width)) => 1u64.checked_shl(*width).filter(|_| *width < 63),
            ScriptSort::Kernel(Sort::Float(format)) => {
                let width = format.width();
                if width > 60 {
                    return None;
                }
                // All NaNs are one.
                let nans = 2 * ((1u64 << (format.significand_bits() - 1)) - 1);
                Some((1u64 << width) - nans + 1)
            }
            ScriptSort::Kernel(Sort::Real | Sort::Array { .. }) | ScriptSort::Int => None,
            ScriptSort::Declared(_) => Some(1u64 << element_width),
            ScriptSort::Array(parts) => {
                let index = self.value_count(&parts[0], element_width)?;
                let element = self.value_count(&parts[1], element_width)?;
                element.checked_pow(u32::try_from(index).ok()?)
            }
            ScriptSort::Datatype(datatype, _) => {
                self.datatypes[*datatype].iter().try_fold(0u64, |sum, constructor| {
                    let product = constructor.fields.iter().try_fold(1u64, |product, field| {
                        product.checked_mul(self.value_count(field, element_width)?)
                    })?;
                    sum.checked_add(product)
                })
            }
        }
    }
}

/// A real that is whole, as a numeral.
fn whole_text(text: &str) -> String {
    text.replace(".0", "")
}
