//! Reads clang's dump of functions with their types (`-ast-dump -ast-dump-decl-types`).
//!
//! Each declaration begins with `Dumping NAME:`. Its type follows as a tree of its own, in which a
//! parameter that was written as an array is a `DecayedType` with the array below it:
//!
//! ```text
//! FunctionProtoType 0x1 'double (double (*)[3])' cdecl
//! |-BuiltinType 0x2 'double'
//! `-DecayedType 0x3 'double (*)[3]' sugar
//!   |-ConstantArrayType 0x4 'double[3][3]' 3
//!   | `-ConstantArrayType 0x5 'double[3]' 3
//! ```

use super::{DumpedDimension, DumpedFunction, DumpedLength};

/// How deep types nest; a deeper one is damage.
const MAX_DEPTH: usize = 64;

/// The functions of a dump.
pub(super) fn functions(text: &str) -> Vec<DumpedFunction> {
    let mut found = Vec::new();
    for block in text.split("\nDumping ").flat_map(|block| block.strip_prefix("Dumping ").or(Some(block))) {
        found.extend(function(block));
    }
    found
}

/// A declaration, if it is a function's.
fn function(block: &str) -> Option<DumpedFunction> {
    let (name, rest) = block.split_once('\n')?;
    let name = name.strip_suffix(':')?.to_owned();
    let line = name_line(rest.lines().next()?)?;
    // The type is the tree that begins after the declaration's.
    let mut lines = rest.lines().skip_while(|line| !line.starts_with("FunctionProtoType "));
    lines.next()?;
    let nodes: Vec<Node<'_>> = lines.map_while(Node::read).collect();
    let tops: Vec<usize> = (0..nodes.len()).filter(|&at| nodes[at].depth == 1).collect();
    // What is returned comes first.
    let parameters = tops.iter().skip(1).map(|&at| parameter(&nodes, at)).collect();
    Some(DumpedFunction { name, line, parameters })
}

/// The line of the name in the first line of a declaration: places are given relative to the one
/// before.
fn name_line(declaration: &str) -> Option<u32> {
    let start = declaration.find('<')?;
    let mut depth = 0usize;
    let end = declaration[start..].char_indices().find_map(|(at, character)| {
        match character {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(start + at)
    })?;
    let own = declaration[end + 1..].split_whitespace().next()?;
    let mut line = None;
    for place in declaration[start + 1..end].split(", ").chain([own]) {
        line = line_of(place).or(line);
    }
    line
}

/// The line of a place, unless it is the one of the place before.
fn line_of(place: &str) -> Option<u32> {
    if place.starts_with("col:") {
        return None;
    }
    let mut parts = place.rsplit(':');
    parts.next()?.parse::<u32>().ok()?;
    parts.next()?.parse().ok()
}

/// A line of a tree.
struct Node<'t> {
    depth: usize,
    text: &'t str,
}

impl<'t> Node<'t> {
    fn read(line: &'t str) -> Option<Self> {
        let start = line.find(|character: char| !matches!(character, '|' | '`' | '-' | ' '))?;
        (start >= 2).then(|| Node { depth: start / 2, text: &line[start..] })
    }

    fn kind(&self) -> &'t str {
        self.text.split(' ').next().unwrap_or_default()
    }

    /// What stands after the type in quotes.
    fn tail(&self) -> &'t str {
        self.text.rsplit('\'').next().unwrap_or_default()
    }
}

/// The nodes directly below one.
fn children<'n>(nodes: &'n [Node<'_>], at: usize) -> impl Iterator<Item = usize> + 'n {
    let depth = nodes[at].depth;
    let below = (at + 1..nodes.len()).take_while(move |&other| nodes[other].depth > depth);
    below.filter(move |&other| nodes[other].depth == depth + 1)
}

fn parameter(nodes: &[Node<'_>], at: usize) -> Option<DumpedLength> {
    if nodes[at].kind() != "DecayedType" {
        return None;
    }
    let array = array_below(nodes, children(nodes, at).next()?, MAX_DEPTH)?;
    let dimensions = dimensions(nodes, array, MAX_DEPTH)?;
    let is_static = nodes[array].tail().split_whitespace().any(|word| word == "static");
    (!dimensions.is_empty()).then_some(DumpedLength { dimensions, is_static })
}

/// The array that a type is behind its typedefs and parentheses.
fn array_below(nodes: &[Node<'_>], at: usize, depth: usize) -> Option<usize> {
    match nodes[at].kind() {
        _ if depth == 0 => None,
        "ConstantArrayType" | "VariableArrayType" => Some(at),
        "TypedefType" | "UsingType" | "ElaboratedType" | "ParenType" | "QualType" | "AttributedType"
        | "MacroQualifiedType" => children(nodes, at).find_map(|child| array_below(nodes, child, depth - 1)),
        _ => None,
    }
}

/// The extents of an array of arrays; `None` if one is neither a number nor a parameter.
fn dimensions(nodes: &[Node<'_>], at: usize, depth: usize) -> Option<Vec<DumpedDimension>> {
    let mut below = children(nodes, at);
    let element = below.next()?;
    let own = match nodes[at].kind() {
        "ConstantArrayType" => {
            // Properties of the type stand among the words: `dependent`, `static`.
            let count = nodes[at].tail().split_whitespace().find_map(|word| word.parse().ok());
            DumpedDimension::Constant(count?)
        }
        "VariableArrayType" => DumpedDimension::Parameter(parameter_named(nodes, below.next()?)?),
        _ => return None,
    };
    let mut all = vec![own];
    if let Some(inner) = array_below(nodes, element, depth) {
        all.extend(dimensions(nodes, inner, depth.checked_sub(1)?)?);
    }
    Some(all)
}

/// The parameter that an expression is and nothing else.
fn parameter_named(nodes: &[Node<'_>], at: usize) -> Option<String> {
    match nodes[at].kind() {
        "ImplicitCastExpr" | "ParenExpr" => parameter_named(nodes, children(nodes, at).next()?),
        "DeclRefExpr" => {
            let (_, name) = nodes[at].text.split_once(" ParmVar ")?;
            Some(name.split('\'').nth(1)?.to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = "Dumping g::f:
FunctionDecl 0x1 <dir with space/b.cpp:3:1, line:9:1> line:4:8 f 'double (double *, int, double (*)[n])'
|-ParmVarDecl 0x2 <col:12, col:17> col:17 used v 'double *'
`-CompoundStmt 0x3 <col:180, col:195>
FunctionProtoType 0x4 'double (double *, int, double (*)[n])' cdecl
|-BuiltinType 0x5 'double'
|-DecayedType 0x6 'double *' sugar
| |-TypedefType 0x7 'vec3' sugar
| | |-Typedef 0x8 'vec3'
| | `-ConstantArrayType 0x9 'double[static 3]' dependent 3 static\x20
| |   `-BuiltinType 0x5 'double'
| `-PointerType 0xa 'double *'
|   `-BuiltinType 0x5 'double'
|-BuiltinType 0xb 'int'
`-DecayedType 0xc 'double (*)[n]' sugar variably_modified
  |-VariableArrayType 0xd 'double[n][4]' variably_modified\x20
  | |-ConstantArrayType 0xe 'double[4]' 4\x20
  | | `-BuiltinType 0x5 'double'
  | `-ImplicitCastExpr 0xf <b.c:3:36> 'int' <LValueToRValue>
  |   `-DeclRefExpr 0x10 <col:36> 'int' lvalue ParmVar 0x11 'n' 'int'
  `-PointerType 0x12 'double (*)[n]' variably_modified

Dumping x:
VarDecl 0x13 <line:1:1, col:5> col:5 x 'int'
BuiltinType 0x14 'int'
";

    #[test]
    fn array_parameters_have_their_extents() {
        use DumpedDimension::{Constant, Parameter};
        let found = functions(DUMP);
        let [function] = &found[..] else { panic!("{found:?}") };
        assert_eq!((function.name.as_str(), function.line), ("g::f", 4));
        let length = |dimensions, is_static| Some(DumpedLength { dimensions, is_static });
        let expected = [
            length(vec![Constant(3)], true),
            None,
            length(vec![Parameter("n".to_owned()), Constant(4)], false),
        ];
        assert_eq!(function.parameters, expected);
    }

    #[test]
    fn what_is_cut_off_says_nothing() {
        for end in 0..DUMP.len() {
            for function in functions(&DUMP[..end]) {
                assert!(function.parameters.len() <= 3);
            }
        }
    }
}
