//! From source text to expressions, and back.
//!
//! Sources are parsed by tree-sitter, which keeps every byte: an expression knows where its text is,
//! and a patch replaces that and nothing else. What an expression means is read from the syntax and
//! the types that the file declares; where that is not enough the expression is refused by name.

mod build;
mod c;
mod edit;
mod print;

pub(crate) use build::{Expression, SourceVariable};
pub(crate) use edit::{patch, unified_diff};
pub(crate) use print::term_text;

use crate::search::sample::Kind;
use std::collections::BTreeSet;
use std::path::Path;
use tree_sitter::{Node, Parser, Tree};

/// A language that sources are read and written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    C,
    Cpp,
}

impl Language {
    /// By the ending of a file's name.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "c" | "h" => Some(Self::C),
            "cc" | "cpp" | "cxx" | "C" | "hpp" | "hh" => Some(Self::Cpp),
            _ => None,
        }
    }

    fn parse(self, text: &str) -> Option<Tree> {
        let mut parser = Parser::new();
        let language = match self {
            Self::C => tree_sitter_c::LANGUAGE,
            Self::Cpp => tree_sitter_cpp::LANGUAGE,
        };
        parser.set_language(&language.into()).ok()?;
        parser.parse(text, None)
    }
}

/// A type, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SourceType {
    Number(Kind),
    /// An array of, or a pointer to, such numbers.
    Elements(Kind),
    Other,
}

/// What an operator of two numbers is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Sub,
    Mul,
    Div,
}

/// An expression in the terms that languages share.
enum Syntax<'t> {
    Number(&'t str),
    Name(&'t str),
    Binary(Operator, Node<'t>, Node<'t>),
    Negative(Node<'t>),
    Inside(Node<'t>),
    Call(&'t str, Vec<Node<'t>>),
    Cast(SourceType, Node<'t>),
    /// Something in memory: an element or a field, and its type.
    Element(SourceType),
    /// What is not followed, in words.
    Other(String),
}

/// A variable of a function.
struct Declaration<'t> {
    name: String,
    ty: SourceType,
    value: Option<Node<'t>>,
    /// The statement that declares it and nothing else.
    statement: Option<Node<'t>>,
    /// From where on, and until where it is known.
    scope: std::ops::Range<usize>,
}

/// An expression that may be replaced.
struct Root<'t> {
    node: Node<'t>,
    /// The statement that it belongs to.
    statement: Node<'t>,
    /// What holds there: conditions, and whether they are true.
    conditions: Vec<(Node<'t>, bool)>,
}

/// A function as its language's reader found it.
struct FunctionShape<'t> {
    span: std::ops::Range<usize>,
    parameters: Vec<(String, SourceType)>,
    declarations: Vec<Declaration<'t>>,
    /// Names that are assigned to after they are declared, or whose address is taken.
    assigned: BTreeSet<String>,
    roots: Vec<Root<'t>>,
}

/// A function in a source.
#[derive(Debug)]
pub(crate) struct SourceFunction {
    pub(crate) span: std::ops::Range<usize>,
    pub(crate) expressions: Vec<Expression>,
    /// Expressions that are not understood: the line, and why.
    pub(crate) refused: Vec<(usize, String)>,
}

/// Why a function is not found in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotFound {
    /// The file is in no language that is read here.
    Language,
    /// No function has the name.
    Function,
    /// A macro makes it.
    Macro,
}

/// Reads a function.
pub(crate) fn read_function(language: Language, text: &str, name: &str) -> Result<SourceFunction, NotFound> {
    let tree = language.parse(text).ok_or(NotFound::Language)?;
    let reader = c::Reader::new(text, tree.root_node(), language);
    let shape = reader.function(name).ok_or(if reader.is_made_by_macro(name) {
        NotFound::Macro
    } else {
        NotFound::Function
    })?;
    let mut expressions = Vec::new();
    let mut refused = Vec::new();
    for root in &shape.roots {
        match build::build(&reader, &shape, root) {
            Ok(expression) => expressions.push(expression),
            Err(why) => refused.push((root.node.start_position().row + 1, why.0)),
        }
    }
    Ok(SourceFunction { span: shape.span, expressions, refused })
}

/// Nodes below a node, itself first.
fn descendants(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found = vec![node];
    let mut at = 0;
    while at < found.len() {
        let mut cursor = found[at].walk();
        let children: Vec<Node<'_>> = found[at].named_children(&mut cursor).collect();
        found.extend(children);
        at += 1;
    }
    found
}
