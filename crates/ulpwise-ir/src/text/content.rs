//! The text of what a function can do: its own code, and everything that it mentions, directly or
//! through others. Two functions with the same text behave the same, wherever they stand.
//!
//! What holds: every id in the text stands at an item that the text has as well, so that nothing on
//! which behaviour depends is left out; calls through pointers, and variables that other functions
//! write, are the caller's to look at. Numbers are given by first mention. Source locations are left
//! out, and so are the names that compilers number.

use super::print_module::{begin, print_function, print_global};
use super::print_source_type::print_source_type;
use super::quoted::write_name;
use super::writer::TextWriter;
use crate::module::{FunctionId, GlobalId, MessageId, Module};
use crate::site::{LocationId, SiteId};
use crate::source_type::SourceTypeId;
use std::collections::{HashMap, VecDeque};
use ulpwise_base::Id;

/// The text of some functions and all that they mention.
pub struct MentionedText {
    /// The text.
    pub text: String,
    /// The functions in it.
    pub functions: Vec<FunctionId>,
    /// The variables and constants in it.
    pub globals: Vec<GlobalId>,
}

/// The text of these functions and all that they mention.
pub fn content(module: &Module, roots: &[FunctionId]) -> MentionedText {
    let mut writer = TextWriter::by_content();
    for &root in roots {
        writer.text("root ");
        writer.id(root);
        writer.ascii(b'\n');
    }
    print_mentioned(module, writer)
}

/// The text of all functions and variables of a module.
pub fn whole_content(module: &Module) -> MentionedText {
    let mut functions: Vec<FunctionId> = module.functions.ids().collect();
    functions.sort_by_key(|&id| &module.functions[id].name);
    let mut globals: Vec<GlobalId> = module.globals.ids().collect();
    // What has no name of its own in the text is there if something mentions it.
    globals.retain(|&id| !(module.globals[id].constant && module.globals[id].internal));
    globals.sort_by_key(|&id| &module.globals[id].name);
    let mut writer = TextWriter::by_content();
    functions.into_iter().for_each(|id| writer.id(id));
    globals.into_iter().for_each(|id| writer.id(id));
    print_mentioned(module, writer)
}

fn print_mentioned(module: &Module, mut writer: TextWriter) -> MentionedText {
    let (mut functions, mut globals) = (Vec::new(), Vec::new());
    while let Some(item) = writer.numbering().open.pop_front() {
        match item {
            Item::Function(id) => {
                functions.push(id);
                print_function(id, &module.functions[id], &mut writer);
            }
            Item::Global(id) => {
                globals.push(id);
                begin(id, &mut writer);
                print_global(&module.globals[id], &mut writer);
            }
            Item::Type(id) => {
                begin(id, &mut writer);
                print_source_type(&module.source_types[id], &mut writer);
            }
            Item::Message(id) => {
                begin(id, &mut writer);
                write_name(&module.messages[id], &mut writer);
            }
        }
        writer.ascii(b'\n');
    }
    MentionedText { text: writer.finish(), functions, globals }
}

/// What an id outside of a body stands for.
enum Item {
    Function(FunctionId),
    Global(GlobalId),
    Type(SourceTypeId),
    Message(MessageId),
}

/// Numbers by first mention, and what was mentioned and has no text yet.
#[derive(Default)]
pub(super) struct Numbering {
    numbers: HashMap<(&'static str, usize), u64>,
    open: VecDeque<Item>,
}

impl Numbering {
    /// The number of an id in the text; nothing where its place tells it.
    pub(super) fn number<I: Id>(&mut self, id: I) -> Option<u64> {
        let index = id.index();
        let item = match I::PREFIX {
            FunctionId::PREFIX => Item::Function(FunctionId::from_index(index)),
            GlobalId::PREFIX => Item::Global(GlobalId::from_index(index)),
            SourceTypeId::PREFIX => Item::Type(SourceTypeId::from_index(index)),
            MessageId::PREFIX => Item::Message(MessageId::from_index(index)),
            // Sites are numbered in the order in which they stand.
            SiteId::PREFIX | LocationId::PREFIX => return None,
            // Slots and blocks are numbered within their function.
            _ => return Some(index as u64),
        };
        let next = self.numbers.len() as u64;
        let open = &mut self.open;
        let number = self.numbers.entry((I::PREFIX, index)).or_insert_with(|| {
            open.push_back(item);
            next
        });
        Some(*number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    const FIRST: &str = "file0 = file \"/home/ada\" \"norm.c\"
loc0 = file0 12:5
t0 = float f64
g0 = global \".str\" size 8 align 8 const internal init x\"000000000000f03f\"
f0 = function \"sin\" (f64) -> (f64) math
f1 = function \"norm\" (r0: f64) -> (f64) exported
  declared c \"norm\" (t0 \"x\") -> t0 at loc0
{
  const r4: ptr = &g0
b0:
  r1: f64 = load r4 !loc0
  r2: f64 = fadd r0, r1 !site0 !loc0
  r3: f64 = call f0(r2) !site1 !loc0
  return r3
}
";

    /// The same function behind another one, and further down.
    fn moved() -> Module {
        let text = FIRST
            .replace("12:5", "99:1")
            .replace("f1", "f2")
            .replace("g0", "g1")
            .replace("\".str\"", "\".str.1\"")
            .replace("site1", "site2")
            .replace("site0", "site1");
        let other = "f1 = function \"other\" (r0: f64) -> (f64) exported
{
b0:
  r1: f64 = fmul r0, r0 !site0
  return r1
}
f2 =";
        let text = text.replacen("f2 =", other, 1);
        let text = text.replacen("g1 =", "g0 = global \"count\" size 4 align 4 init x\"00000000\"\ng1 =", 1);
        parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    fn content_of(module: &Module) -> String {
        content(module, &[module.function_named("norm").unwrap()]).text
    }

    #[test]
    fn what_moves_keeps_its_text_and_what_changes_does_not() {
        let first = parse(FIRST).unwrap();
        assert_eq!(content_of(&first), content_of(&moved()));
        for (was, is) in [("f03f", "f0bf"), ("fadd", "fmul"), ("\"sin\"", "\"cos\""), ("\"x\"", "\"y\"")] {
            let changed = parse(&FIRST.replace(was, is)).unwrap();
            assert_ne!(content_of(&first), content_of(&changed), "{was} {is}");
        }
    }

    #[test]
    fn a_whole_module_has_every_function_and_variable() {
        let whole = whole_content(&moved());
        for name in ["\"other\"", "\"norm\"", "\"sin\"", "\"count\"", "f03f"] {
            assert!(whole.text.contains(name), "{name}\n{}", whole.text);
        }
        assert!(!whole.text.contains("ada") && !whole.text.contains("loc"));
    }
}
