//! Which floats have images, found when they are asked for.

use super::image::Image;
use super::polynomial::Polynomial;
use super::values::{KnownInteger, Values, unsigned};
use std::collections::HashMap;
use std::rc::Rc;
use ulpwise_expr::{Op, Sort, Term, TermStore};
use ulpwise_float::Rounding;

/// The images of floats of one store under some goals.
pub(super) struct Images {
    pub(super) values: Values,
    found: HashMap<Term, Option<Image>>,
}

impl Images {
    pub(super) fn under(store: &TermStore, goals: &[Term]) -> Images {
        Images { values: Values::stated_by(store, goals), found: HashMap::new() }
    }

    /// The image of a float, if it has one.
    pub(super) fn image(&mut self, store: &mut TermStore, term: Term) -> Option<Image> {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.found.contains_key(&next) {
                open.pop();
                continue;
            }
            let known = open.len();
            let operands = store.children(next).iter().copied();
            let operands = operands.filter(|&child| matches!(store.sort(child), Sort::Float(_)));
            open.extend(operands.filter(|child| !self.found.contains_key(child)));
            if open.len() > known {
                continue;
            }
            let image = match store.sort(next) {
                Sort::Float(format) => self.computed(store, next).filter(|image| image.fits(format)),
                _ => None,
            };
            self.found.insert(next, image);
            open.pop();
        }
        self.found.get(&term).cloned().flatten()
    }

    /// The image of the result, from the images of the operands. The caller checks that the format
    /// has all of it.
    fn computed(&mut self, store: &mut TermStore, term: Term) -> Option<Image> {
        if let Some(value) = store.float_constant(term) {
            return Image::of_constant(value);
        }
        let children = store.children(term).to_vec();
        let image = |at: usize| self.found.get(&children[at]).cloned().flatten();
        match store.op(term) {
            Op::FpFromSigned(_) => {
                self.values.known(store, children[1]).map(|known| Image::new(known, 0, true))
            }
            Op::FpFromUnsigned(_) => self.of_unsigned(store, children[1]),
            Op::FpAdd => Image::sum(&image(1)?, &image(2)?, may_be_toward_negative(store, children[0])),
            Op::FpSub => {
                let (minuend, subtrahend) = (image(1)?, image(2)?.negated()?);
                Image::sum(&minuend, &subtrahend, may_be_toward_negative(store, children[0]))
            }
            Op::FpMul => Image::product(&image(1)?, &image(2)?),
            Op::FpFma => {
                let product = Image::product(&image(1)?, &image(2)?)?;
                Image::sum(&product, &image(3)?, may_be_toward_negative(store, children[0]))
            }
            Op::FpNeg => image(0)?.negated(),
            Op::FpAbs => {
                let operand = image(0)?;
                operand.absolute(store, &mut self.values)
            }
            Op::FpFromFp(_) => image(1),
            Op::FpRoundToIntegral => image(1).filter(|image| image.exponent >= 0),
            Op::Ite => {
                let (then, otherwise) = (image(1)?, image(2)?);
                Image::choice(store, &mut self.values, children[0], &then, &otherwise)
            }
            _ => None,
        }
    }

    fn of_unsigned(&mut self, store: &mut TermStore, integer: Term) -> Option<Image> {
        let known = self.values.known(store, integer)?;
        if known.range.is_nonnegative() {
            return Some(Image::new(known, 0, true));
        }
        // An unsigned number is a signed one with one more bit.
        let range = unsigned(None, store.width(integer))?;
        let extended = store.bv_zero_extend(integer, 1);
        let polynomial = Rc::new(Polynomial::atom(extended));
        Some(Image::new(KnownInteger { range, polynomial }, 0, true))
    }
}

fn may_be_toward_negative(store: &TermStore, rounding: Term) -> bool {
    store.rounding_constant(rounding).is_none_or(|mode| mode == Rounding::TowardNegative)
}
