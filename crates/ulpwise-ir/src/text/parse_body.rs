//! Parsing a body: its constants, its blocks, and what every instruction has in common.
//!
//! The types of slots stand at their definitions, which may come after a use (blocks are in no
//! particular order). So definitions are collected, and the table of slots is made at the end.

use super::cursor::{Cursor, Parsed};
use super::parse_global::parse_target;
use super::parse_inst::parse_operation;
use super::parse_module::parse_type;
use crate::body::{Block, BlockId, Body, Constant, Edge, EdgeId, InstId, Slot, SlotList, SlotType};
use crate::inst::Inst;
use crate::module::{FunctionId, Module, Target};
use crate::site::{Site, SiteId};
use crate::types::Type;
use ulpwise_base::{Id, IdVec};

/// A body in the making.
pub(super) struct BodyParser<'c, 'a> {
    pub(super) cursor: &'c mut Cursor<'a>,
    pub(super) body: Body,
    /// What stands before the `=` of the instruction being read.
    pub(super) results: Vec<(Slot, Type)>,
    /// Raw slots of the list being read.
    pub(super) list: Vec<Slot>,
    definitions: Vec<ParsedDefinition>,
    sites: &'c mut IdVec<SiteId, Site>,
    function: FunctionId,
    ordinal: u32,
}

/// Where the text says that a slot gets its value.
struct ParsedDefinition {
    slot: Slot,
    ty: Type,
    at: usize,
}

/// Parses what stands between the braces, and the closing one.
pub(super) fn parse_body(cursor: &mut Cursor<'_>, module: &mut Module, parameters: &[Type]) -> Parsed<Body> {
    let mut parser = BodyParser {
        body: Body::default(),
        results: Vec::new(),
        list: Vec::new(),
        definitions: Vec::new(),
        function: module.functions.next_id(),
        sites: &mut module.sites,
        ordinal: 0,
        cursor,
    };
    let mut slot = 0;
    for &ty in parameters {
        let at = parser.cursor.position();
        parser.definitions.push(ParsedDefinition { slot: Slot::from_index(slot), ty, at });
        slot += ty.slots();
    }
    parser.body.parameter_slots = slot as u32;
    while parser.cursor.eat_word("const") {
        parser.constant()?;
    }
    while parser.cursor.at_id::<BlockId>() {
        parser.block()?;
    }
    parser.cursor.expect(b'}')?;
    parser.finish()
}

impl BodyParser<'_, '_> {
    fn constant(&mut self) -> Parsed<()> {
        let (slot, ty) = self.definition()?;
        self.cursor.expect(b'=')?;
        let constant = if self.cursor.eat_word("undef") {
            Constant::Undefined
        } else if self.cursor.at_byte(b'&') {
            match parse_target(self.cursor)? {
                Target::Global(global) => Constant::GlobalAddress(global, self.cursor.offset()?),
                Target::Function(function) => Constant::FunctionAddress(function),
            }
        } else if self.cursor.at_hex() {
            Constant::Bits(self.cursor.hex()?)
        } else {
            Constant::Bits(self.decimal_bits(ty)?)
        };
        self.body.constants.push((slot, constant));
        Ok(())
    }

    /// The bits of a decimal number; a negative one wraps around at the width of the type.
    fn decimal_bits(&mut self, ty: Type) -> Parsed<u128> {
        if !self.cursor.at_byte(b'-') {
            return Ok(self.cursor.number()?.into());
        }
        let number = self.cursor.signed()?;
        let unused = 128 - u32::from(ty.bits());
        Ok(i128::from(number) as u128 & (u128::MAX >> unused))
    }

    fn block(&mut self) -> Parsed<()> {
        self.cursor.expect_id(self.body.blocks.next_id())?;
        self.list.clear();
        if self.cursor.eat(b'(') {
            loop {
                let (slot, ty) = self.definition()?;
                self.list.extend(raw_slots(slot, ty));
                if !self.cursor.eat(b',') {
                    break;
                }
            }
            self.cursor.expect(b')')?;
        }
        self.cursor.expect(b':')?;
        let parameters = self.body.make_list(&self.list);
        let start = self.body.insts.next_id();
        while !self.cursor.at_byte(b'}') && !self.cursor.at_id::<BlockId>() {
            self.instruction()?;
        }
        self.body.blocks.push(Block { parameters, start, end: self.body.insts.next_id() });
        Ok(())
    }

    /// One line: results, operation, notes.
    fn instruction(&mut self) -> Parsed<()> {
        self.results.clear();
        if self.cursor.at_id::<Slot>() {
            loop {
                let result = self.definition()?;
                self.results.push(result);
                if !self.cursor.eat(b',') {
                    break;
                }
            }
            self.cursor.expect(b'=')?;
        }
        let inst = parse_operation(self)?;
        let location = if self.cursor.eat(b'!') { Some(self.cursor.id()?) } else { None };
        let id = self.body.insts.push(inst);
        self.body.locations.push(location);
        self.add_site(id, &inst, location);
        Ok(())
    }

    fn add_site(&mut self, id: InstId, inst: &Inst, location: Option<crate::site::LocationId>) {
        if let Some(kind) = inst.site_kind() {
            self.sites.push(Site {
                function: self.function,
                ordinal: self.ordinal,
                inst: id,
                kind,
                location,
            });
            self.ordinal += 1;
        }
    }

    /// The note that numbers a site: it must be the next one of the module.
    pub(super) fn site_note(&mut self) -> Parsed<SiteId> {
        let site = self.sites.next_id();
        self.cursor.expect(b'!')?;
        self.cursor.expect_id(site)?;
        Ok(site)
    }

    /// A slot that gets its value here, with its type.
    fn definition(&mut self) -> Parsed<(Slot, Type)> {
        self.cursor.skip_space();
        let at = self.cursor.position();
        let slot = self.cursor.id::<Slot>()?;
        self.cursor.expect(b':')?;
        let ty = parse_type(self.cursor)?;
        if slot.as_u32() == u32::MAX {
            return self.cursor.fail_at(at, "the number of this slot is too large");
        }
        self.definitions.push(ParsedDefinition { slot, ty, at });
        Ok((slot, ty))
    }

    /// A list of raw slots, separated by commas or, inside a wide value, colons; may be empty.
    pub(super) fn uses(&mut self) -> Parsed<SlotList> {
        self.list.clear();
        if self.cursor.at_id::<Slot>() {
            loop {
                self.list.push(self.cursor.id()?);
                if !self.cursor.eat(b',') && !self.cursor.eat(b':') {
                    break;
                }
            }
        }
        Ok(self.body.make_list(&self.list))
    }

    /// A block with the arguments for its parameters.
    pub(super) fn edge(&mut self) -> Parsed<EdgeId> {
        let target = self.cursor.id()?;
        let mut arguments = SlotList::default();
        if self.cursor.eat(b'(') {
            arguments = self.uses()?;
            self.cursor.expect(b')')?;
        }
        Ok(self.body.edges.push(Edge { target, arguments }))
    }

    /// Makes the table of slots: every slot defined once, none left out.
    fn finish(mut self) -> Parsed<Body> {
        let count: usize = self.definitions.iter().map(|definition| definition.ty.slots()).sum();
        let mut slots: Vec<Option<SlotType>> = vec![None; count];
        for &ParsedDefinition { slot, ty, at } in &self.definitions {
            let mut wanted = SlotType::Value(ty);
            for raw in raw_slots(slot, ty) {
                match slots.get_mut(raw.index()) {
                    Some(place @ None) => *place = Some(wanted),
                    Some(Some(_)) => return self.cursor.fail_at(at, format!("{raw} is defined twice")),
                    None => {
                        let message = format!("a slot before {slot} is never defined");
                        return self.cursor.fail_at(at, message);
                    }
                }
                wanted = SlotType::High;
            }
        }
        // As many places as definitions and none filled twice: all are filled.
        self.body.slots = slots.into_iter().flatten().collect();
        Ok(self.body)
    }
}

/// The slots that a value takes.
pub(super) fn raw_slots(slot: Slot, ty: Type) -> impl Iterator<Item = Slot> {
    (slot.as_u32()..).take(ty.slots()).map(Slot::new)
}
