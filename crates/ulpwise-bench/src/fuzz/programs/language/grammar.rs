//! Random code from lists of templates.
//!
//! In a template `$e` stands for an expression, `$a` for one without operators, `$k` for a number,
//! `$c` for a condition, `$t` for what can be assigned to, and `$i` for how deep the statement stands.

use crate::fuzz::pieces::SourcePiece;
use ulpwise_base::SplitMix64;

/// The templates of a language.
pub(super) struct Grammar {
    pub(super) atoms: &'static [&'static str],
    pub(super) numbers: &'static [&'static str],
    pub(super) targets: &'static [&'static str],
    pub(super) expressions: &'static [&'static str],
    pub(super) conditions: &'static [&'static str],
    /// Statements; lines of one statement are separated by `\n`.
    pub(super) statements: &'static [&'static str],
    /// Beginnings and ends of statements with others inside.
    pub(super) blocks: &'static [(&'static str, &'static str)],
}

/// How deep blocks lie within blocks.
const DEEPEST: usize = 3;

/// Writes code of a grammar.
pub(super) struct GrammarWriter {
    grammar: &'static Grammar,
    random: SplitMix64,
    depth: usize,
}

impl GrammarWriter {
    pub(super) fn new(grammar: &'static Grammar, random: SplitMix64) -> Self {
        Self { grammar, random, depth: 0 }
    }

    /// So many statements.
    pub(super) fn body(&mut self, statements: usize) -> Vec<SourcePiece> {
        (0..statements).map(|_| self.statement()).collect()
    }

    fn statement(&mut self) -> SourcePiece {
        let grammar = self.grammar;
        if self.depth == DEEPEST || self.random.below(3) > 0 {
            let template = *self.random.choose(grammar.statements);
            return SourcePiece::Line(self.filled(template, 2));
        }
        self.depth += 1;
        let &(head, tail) = self.random.choose(grammar.blocks);
        let statements = 1 + self.random.below(2) as usize;
        let (head, body) = (self.filled(head, 1), self.body(statements));
        let block = SourcePiece::Block(head, body, self.filled(tail, 1));
        self.depth -= 1;
        block
    }

    /// A template with code in its places; expressions have so many levels.
    fn filled(&mut self, template: &str, levels: usize) -> String {
        let grammar = self.grammar;
        let mut text = String::new();
        let mut parts = template.split('$');
        text.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (place, rest) = part.split_at(1);
            match place {
                "e" => text.push_str(&self.expression(levels)),
                "a" => text.push_str(&self.atom()),
                "c" => {
                    let condition = *self.random.choose(grammar.conditions);
                    text.push_str(&self.filled(condition, 0));
                }
                "t" => text.push_str(self.random.choose::<&'static str>(grammar.targets)),
                "k" => text.push_str(self.random.choose::<&'static str>(grammar.numbers)),
                "i" => text.push_str(&self.depth.to_string()),
                other => unreachable!("a template has ${other}: {template}"),
            }
            text.push_str(rest);
        }
        text
    }

    fn expression(&mut self, levels: usize) -> String {
        if levels == 0 || self.random.below(6) == 0 {
            return self.atom();
        }
        let template = *self.random.choose(self.grammar.expressions);
        self.filled(template, levels - 1)
    }

    fn atom(&mut self) -> String {
        let words = if self.random.below(6) == 0 { self.grammar.numbers } else { self.grammar.atoms };
        (*self.random.choose(words)).to_owned()
    }
}
