//! Parsing one instruction: everything after its results and before the note of its location.
//!
//! Each arm of a family has its counterpart in `print_inst`.

mod control;
mod float;
mod int;
mod memory;

use super::cursor::Parsed;
use super::parse_body::BodyParser;
use crate::body::{Slot, SlotList};
use crate::inst::Inst;
use crate::types::{FloatFormat, Type};

pub(super) fn parse_operation(p: &mut BodyParser<'_, '_>) -> Parsed<Inst> {
    p.cursor.skip_space();
    let start = p.cursor.position();
    let name = p.cursor.word()?;
    for family in [memory::parse_memory, control::parse_control, int::parse_int, float::parse_float] {
        if let Some(inst) = family(p, name)? {
            return Ok(inst);
        }
    }
    p.cursor.fail_at(start, format!("there is no instruction `{name}`"))
}

impl BodyParser<'_, '_> {
    fn slot(&mut self) -> Parsed<Slot> {
        self.cursor.id()
    }

    fn slot_after(&mut self, word: &str) -> Parsed<Slot> {
        self.cursor.expect_word(word)?;
        self.slot()
    }

    fn two(&mut self) -> Parsed<(Slot, Slot)> {
        let a = self.slot()?;
        self.cursor.expect(b',')?;
        Ok((a, self.slot()?))
    }

    fn three(&mut self) -> Parsed<(Slot, Slot, Slot)> {
        let (a, b) = self.two()?;
        self.cursor.expect(b',')?;
        Ok((a, b, self.slot()?))
    }

    fn arguments(&mut self) -> Parsed<SlotList> {
        self.cursor.expect(b'(')?;
        let arguments = self.uses()?;
        self.cursor.expect(b')')?;
        Ok(arguments)
    }

    fn named<T>(&mut self, from_name: fn(&str) -> Option<T>, what: &str) -> Parsed<T> {
        self.cursor.skip_space();
        let start = self.cursor.position();
        let word = self.cursor.word()?;
        from_name(word).ok_or_else(|| self.cursor.failure_at(start, format!("there is no {what} `{word}`")))
    }

    fn no_result(&self, name: &str) -> Parsed<()> {
        if self.results.is_empty() { Ok(()) } else { self.cursor.fail(format!("`{name}` has no result")) }
    }

    fn one_result(&self, name: &str) -> Parsed<(Slot, Type)> {
        match self.results[..] {
            [result] => Ok(result),
            _ => self.cursor.fail(format!("`{name}` has one result")),
        }
    }

    fn int_result(&self, name: &str) -> Parsed<(Slot, u8)> {
        match self.one_result(name)? {
            (slot, Type::Int(bits)) => Ok((slot, bits)),
            (_, other) => self.cursor.fail(format!("the result of `{name}` is an integer, not {other}")),
        }
    }

    fn float_result(&self, name: &str) -> Parsed<(Slot, FloatFormat)> {
        match self.one_result(name)? {
            (slot, Type::Float(format)) => Ok((slot, format)),
            (_, other) => self.cursor.fail(format!("the result of `{name}` is a float, not {other}")),
        }
    }
}
