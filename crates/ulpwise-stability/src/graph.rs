//! What a path computes, as a graph: every operation a node, with its operands before it.
//!
//! A node means two things at once: the bits that the program computes, in the rounding mode it
//! runs in, and for floats the real number that would come out if nothing had been rounded since
//! the inputs. So nothing is folded that is rounded in any mode, and nothing is rewritten.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use ulpwise_base::{Id, IdVec, typed_id};
use ulpwise_float::Rounding;
use ulpwise_interp::number::{self, convert};
use ulpwise_ir::{
    FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, IntBinaryOp, IntCastOp, IntPredicate,
    IntUnaryOp, SignOp, Type,
};

typed_id! {
    /// A value that a path computes.
    pub struct NodeId("n");
}

/// How a node comes by its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// An input, by its number.
    Input(u32),
    /// These bits.
    Constant(u128),
    /// Any bits: something that is not followed. Numbered, so that no two are taken for the same.
    Unknown(u32),
    /// A float from two.
    Binary(FloatBinaryOp),
    /// A float from one.
    Unary(FloatUnaryOp),
    /// `a * b + c`, rounded once.
    Fma,
    /// A float with another sign.
    Sign(SignOp),
    /// The first float with the sign of the second.
    CopySign,
    /// A float of another format.
    Convert(FloatFormat),
    /// A float from an integer.
    FromInt {
        /// Whether that is signed.
        signed: bool,
        /// How many bits it has.
        bits: u8,
    },
    /// An integer from a float.
    ToInt {
        /// Whether it is signed.
        signed: bool,
        /// Whether it stays at the end of its range.
        saturating: bool,
        /// The float's format.
        format: FloatFormat,
    },
    /// The second operand where the first, a bit, is 1; else the third.
    Choose,
    /// An integer from two.
    Int(IntBinaryOp),
    /// An integer from one.
    IntUnary(IntUnaryOp),
    /// An integer of another width, from one of so many bits.
    IntCast(IntCastOp, u8),
    /// How two integers of so many bits compare.
    IntCompare(IntPredicate, u8),
    /// How two floats compare.
    FloatCompare(FloatPredicate, FloatFormat),
    /// Whether a float is of one of these classes.
    FloatClass(u16, FloatFormat),
}

/// A value that a path computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GraphNode {
    /// How.
    pub op: Op,
    /// Its type.
    pub ty: Type,
    operands: [Option<NodeId>; 3],
}

impl GraphNode {
    /// Its operands.
    pub fn operands(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.operands.iter().flatten().copied()
    }

    /// An operand.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn operand(&self, at: usize) -> NodeId {
        self.operands[at].expect("the operation has so many operands")
    }

    /// The format of a float.
    pub fn format(&self) -> Option<FloatFormat> {
        match self.ty {
            Type::Float(format) => Some(format),
            _ => None,
        }
    }
}

/// All nodes of some paths; what two of them share is there once.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: IdVec<NodeId, GraphNode>,
    known: HashMap<GraphNode, NodeId>,
    unknowns: u32,
    /// What the values are of which nothing is known, where that has a name.
    names: BTreeMap<u32, String>,
}

impl Graph {
    /// A node.
    pub fn node(&self, id: NodeId) -> &GraphNode {
        &self.nodes[id]
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The bits of a constant.
    pub fn constant_bits(&self, id: NodeId) -> Option<u128> {
        match self.nodes[id].op {
            Op::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// A constant.
    pub fn constant(&mut self, ty: Type, bits: u128) -> NodeId {
        self.intern(GraphNode { op: Op::Constant(bits), ty, operands: [None; 3] })
    }

    /// An input.
    pub fn input(&mut self, number: u32, ty: Type) -> NodeId {
        self.intern(GraphNode { op: Op::Input(number), ty, operands: [None; 3] })
    }

    /// A value of which nothing is known.
    pub fn unknown(&mut self, ty: Type) -> NodeId {
        self.unknowns += 1;
        self.intern(GraphNode { op: Op::Unknown(self.unknowns), ty, operands: [None; 3] })
    }

    /// A value of which nothing is known but what gives it: a function's name.
    pub fn unknown_result(&mut self, ty: Type, function: &str) -> NodeId {
        let id = self.unknown(ty);
        self.names.insert(self.unknowns, function.to_owned());
        id
    }

    /// The functions whose results are not followed and that values depend on.
    pub fn unfollowed_functions(&self, values: impl IntoIterator<Item = NodeId>) -> BTreeSet<&str> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<NodeId> = values.into_iter().collect();
        let mut functions = BTreeSet::new();
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = &self.nodes[id];
            if let Op::Unknown(number) = node.op {
                functions.extend(self.names.get(&number).map(String::as_str));
            }
            open.extend(node.operands());
        }
        functions
    }

    /// A value as one of another type with as many bits.
    pub fn retyped(&mut self, id: NodeId, ty: Type) -> NodeId {
        let node = self.nodes[id];
        let plain = |ty: Type| if ty == Type::Pointer { Type::Int(64) } else { ty };
        match node.op {
            _ if plain(node.ty) == plain(ty) => id,
            Op::Constant(bits) if node.ty.bits() == ty.bits() => self.constant(ty, bits),
            _ => self.unknown(ty),
        }
    }

    /// The result of an operation: a constant where it is the same number in every rounding mode,
    /// and nothing is lost.
    pub fn apply(&mut self, op: Op, ty: Type, operands: &[NodeId]) -> NodeId {
        if let Some(bits) = self.folded(op, ty, operands) {
            return self.constant(ty, bits);
        }
        let mut all = [None; 3];
        for (slot, &operand) in all.iter_mut().zip(operands) {
            *slot = Some(operand);
        }
        self.intern(GraphNode { op, ty, operands: all })
    }

    fn intern(&mut self, node: GraphNode) -> NodeId {
        let nodes = &mut self.nodes;
        *self.known.entry(node).or_insert_with(|| nodes.push(node))
    }

    /// The bits of an operation on constants that is exact.
    fn folded(&self, op: Op, ty: Type, operands: &[NodeId]) -> Option<u128> {
        let constants: Vec<u128> =
            operands.iter().map(|&operand| self.constant_bits(operand)).collect::<Option<_>>()?;
        if constants.is_empty() {
            return None;
        }
        if let Op::Choose = op {
            return Some(if constants[0] == 1 { constants[1] } else { constants[2] });
        }
        let rounds =
            matches!(op, Op::Binary(_) | Op::Unary(_) | Op::Fma | Op::Convert(_) | Op::FromInt { .. });
        let (bits, exact) = compute(op, ty, Rounding::NearestEven, &constants)?;
        if !rounds {
            return Some(bits);
        }
        // Only this one goes by the mode and does not say so.
        if op == Op::Unary(FloatUnaryOp::NearbyInt) && bits != constants[0] {
            return None;
        }
        // The sign of a zero that is a sum depends on the mode.
        let Type::Float(format) = ty else { return None };
        let value = number::float::exact(format, bits);
        (exact && value.is_finite() && !value.is_zero()).then_some(bits)
    }
}

/// The bits of an operation on bits in a rounding mode, and whether it raised no flag. `None` where
/// it has no value, and for inputs.
pub(crate) fn compute(op: Op, ty: Type, rounding: Rounding, operands: &[u128]) -> Option<(u128, bool)> {
    use number::int;
    let quiet = |computed: number::Computed| (computed.bits, computed.flags.is_empty());
    let of = |format: FloatFormat, at: usize| number::float::exact(format, operands[at]);
    Some(match (op, ty) {
        (Op::Binary(op), Type::Float(format)) => {
            quiet(number::float::binary(op, format, rounding, operands[0], operands[1]))
        }
        (Op::Unary(op), Type::Float(format)) => {
            quiet(number::float::unary(op, format, rounding, operands[0]))
        }
        (Op::Fma, Type::Float(format)) => {
            quiet(number::float::fma(format, rounding, [operands[0], operands[1], operands[2]]))
        }
        (Op::Sign(SignOp::Neg), Type::Float(format)) => {
            (operands[0] ^ number::float::sign_mask(format), true)
        }
        (Op::Sign(SignOp::Abs), Type::Float(format)) => {
            (operands[0] & !number::float::sign_mask(format), true)
        }
        (Op::CopySign, Type::Float(format)) => {
            let mask = number::float::sign_mask(format);
            (operands[0] & !mask | operands[1] & mask, true)
        }
        (Op::Convert(from), Type::Float(to)) => {
            quiet(convert::between_formats(from, to, rounding, operands[0]))
        }
        (Op::FromInt { signed, bits }, Type::Float(to)) => {
            quiet(convert::from_int(signed, bits, to, rounding, operands[0]))
        }
        (Op::ToInt { signed, saturating, format }, Type::Int(bits)) => {
            let computed = if saturating {
                convert::saturating_to_int(signed, format, bits, operands[0])
            } else {
                convert::to_int(signed, format, bits, rounding, operands[0])
            };
            (computed.bits, true)
        }
        (Op::Choose, _) => (if operands[0] & 1 == 1 { operands[1] } else { operands[2] }, true),
        (Op::Int(op), _) => (int::wide::binary(op, ty.bits(), operands[0], operands[1]).ok()?, true),
        (Op::IntUnary(op), _) => (int::wide::unary(op, ty.bits(), operands[0]), true),
        (Op::IntCast(op, from), _) => (int::wide::cast(op, from, ty.bits(), operands[0]), true),
        (Op::IntCompare(predicate, bits), _) => {
            (int::wide::compare(predicate, bits, operands[0], operands[1]).into(), true)
        }
        (Op::FloatCompare(predicate, format), _) => {
            (predicate.holds(of(format, 0).compare(of(format, 1))).into(), true)
        }
        (Op::FloatClass(mask, format), _) => {
            ((number::float::class_bit(format, operands[0]) & mask != 0).into(), true)
        }
        _ => return None,
    })
}

/// The nodes that some of them are computed from, those included, in an order in which operands
/// come first.
pub(crate) fn cone(graph: &Graph, roots: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
    let mut wanted = vec![false; graph.len()];
    let mut open: Vec<NodeId> = roots.into_iter().collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut wanted[node.index()], true) {
            open.extend(graph.node(node).operands().filter(|operand| !wanted[operand.index()]));
        }
    }
    (0..graph.len()).filter(|&at| wanted[at]).map(NodeId::from_index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_mode_rounds_is_folded() {
        let mut graph = Graph::default();
        let ty = Type::Float(FloatFormat::F64);
        let mut constant = |value: f64| graph.constant(ty, value.to_bits().into());
        let (half, tenth, three) = (constant(0.5), constant(0.1), constant(3.0));
        let add = Op::Binary(FloatBinaryOp::Add);
        let sum = graph.apply(add, ty, &[half, three]);
        assert_eq!(graph.constant_bits(sum), Some(3.5f64.to_bits().into()));
        let rounded = graph.apply(add, ty, &[tenth, three]);
        assert_eq!(graph.constant_bits(rounded), None);
        let zero = graph.apply(Op::Binary(FloatBinaryOp::Sub), ty, &[tenth, tenth]);
        assert_eq!(graph.constant_bits(zero), None, "its sign is the mode's");
        assert_eq!(graph.apply(add, ty, &[tenth, three]), rounded);
        assert_ne!(graph.unknown(ty), graph.unknown(ty));
        assert_eq!(cone(&graph, [rounded]), [tenth, three, rounded]);
    }
}
