//! What a run on a box computed, as an expression over the inputs: the same on every part of the
//! box, because comparisons were decided for all of it.

use std::collections::BTreeMap;
use std::rc::Rc;
use ulpwise_externals::LibmFunction;
use ulpwise_float::Format;

/// An operation that may round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RealOperation {
    Sum,
    Product,
    Square,
    Quotient,
    Fused,
    Root,
    /// To another format.
    Conversion,
    /// How far a library is from it, in units of the last place.
    Function(LibmFunction, f64),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    /// The input of that number.
    Input(u32),
    Constant(f64),
    Negated(Rc<Expression>),
    Absolute(Rc<Expression>),
    Smaller(Rc<Expression>, Rc<Expression>),
    Rounded(RoundedOperation),
}

/// An operation on up to three operands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RoundedOperation {
    pub(super) operation: RealOperation,
    pub(super) operands: Vec<Rc<Expression>>,
    pub(super) format: Format,
    /// Whether it never rounds.
    pub(super) is_exact: bool,
}

/// An operation on earlier nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Node {
    Input(usize),
    Constant(f64),
    Negated(usize),
    Absolute(usize),
    Smaller(usize, usize),
    Rounded { operation: RealOperation, operands: [usize; 3], format: Format, is_exact: bool },
}

/// The nodes of an expression, operands before what is made of them, each once; the last is the
/// result.
pub(super) fn nodes_of(root: &Rc<Expression>) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut known: BTreeMap<*const Expression, usize> = BTreeMap::new();
    // Without recursion: loops make deep expressions.
    let mut open: Vec<(&Rc<Expression>, bool)> = vec![(root, false)];
    while let Some((expression, are_operands_known)) = open.pop() {
        let key = Rc::as_ptr(expression);
        if known.contains_key(&key) {
            continue;
        }
        if !are_operands_known {
            open.push((expression, true));
            open.extend(operands(expression).map(|operand| (operand, false)));
            continue;
        }
        let at = |operand: &Rc<Expression>| known.get(&Rc::as_ptr(operand)).copied().unwrap_or(0);
        let node = match &**expression {
            Expression::Input(number) => Node::Input(*number as usize),
            Expression::Constant(number) => Node::Constant(*number),
            Expression::Negated(a) => Node::Negated(at(a)),
            Expression::Absolute(a) => Node::Absolute(at(a)),
            Expression::Smaller(a, b) => Node::Smaller(at(a), at(b)),
            Expression::Rounded(rounded) => {
                let operand = |index: usize| rounded.operands.get(index).map_or(0, at);
                let RoundedOperation { operation, format, is_exact, .. } = *rounded;
                Node::Rounded { operation, operands: [0, 1, 2].map(operand), format, is_exact }
            }
        };
        known.insert(key, nodes.len());
        nodes.push(node);
    }
    nodes
}

fn operands(expression: &Expression) -> impl Iterator<Item = &Rc<Expression>> {
    let (pair, list): ([Option<&Rc<Expression>>; 2], &[Rc<Expression>]) = match expression {
        Expression::Input(_) | Expression::Constant(_) => ([None, None], &[]),
        Expression::Negated(a) | Expression::Absolute(a) => ([Some(a), None], &[]),
        Expression::Smaller(a, b) => ([Some(a), Some(b)], &[]),
        Expression::Rounded(rounded) => ([None, None], &rounded.operands),
    };
    pair.into_iter().flatten().chain(list)
}
