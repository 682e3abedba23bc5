//! What a value of LLVM's consists of: one scalar, a vector of scalars, or a structure of both.
//!
//! Types are read as LLVM prints them. Structures within structures, arrays and named structures
//! are not known here: compilers pass those in memory.

use super::driver::words_of;

/// What a value consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PassingShape {
    /// A scalar of that type.
    Scalar(String),
    /// So many scalars of that type.
    Vector(u32, String),
    /// Scalars and vectors, one after another.
    Struct(Vec<PassingShape>),
}

/// The way to one scalar of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShapeStep<'s> {
    /// The scalar's type.
    pub(super) scalar: &'s str,
    /// The member of a structure that it is or lies in.
    pub(super) member: Option<ShapeMember>,
    /// The element of a vector that it is.
    pub(super) element: Option<u32>,
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShapeMember {
    pub(super) number: usize,
    /// As LLVM prints it.
    pub(super) ty: String,
}

impl PassingShape {
    /// From LLVM's text.
    pub(super) fn parse(ty: &str) -> Option<PassingShape> {
        if let Some(members) = ty.strip_prefix("{ ").and_then(|rest| rest.strip_suffix(" }")) {
            let members: Vec<PassingShape> =
                members.split(", ").map(PassingShape::parse).collect::<Option<_>>()?;
            let is_flat = members.iter().all(|member| !matches!(member, PassingShape::Struct(_)));
            return is_flat.then_some(PassingShape::Struct(members));
        }
        if let Some(vector) = ty.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            let (count, scalar) = vector.split_once(" x ")?;
            words_of(scalar)?;
            return Some(PassingShape::Vector(count.parse().ok()?, scalar.to_owned()));
        }
        words_of(ty).map(|_| PassingShape::Scalar(ty.to_owned()))
    }

    /// The types of its scalars, in order.
    pub(super) fn scalars(&self) -> Vec<&str> {
        self.steps().into_iter().map(|step| step.scalar).collect()
    }

    /// The ways to its scalars, in order.
    pub(super) fn steps(&self) -> Vec<ShapeStep<'_>> {
        match self {
            PassingShape::Scalar(scalar) => vec![ShapeStep { scalar, member: None, element: None }],
            PassingShape::Vector(count, scalar) => {
                (0..*count).map(|at| ShapeStep { scalar, member: None, element: Some(at) }).collect()
            }
            PassingShape::Struct(members) => {
                let mut steps = Vec::new();
                for (number, shape) in members.iter().enumerate() {
                    let member = ShapeMember { number, ty: shape.text() };
                    let within = shape.steps().into_iter();
                    steps.extend(within.map(|step| ShapeStep { member: Some(member.clone()), ..step }));
                }
                steps
            }
        }
    }

    /// As LLVM prints it.
    fn text(&self) -> String {
        match self {
            PassingShape::Scalar(scalar) => scalar.clone(),
            PassingShape::Vector(count, scalar) => format!("<{count} x {scalar}>"),
            PassingShape::Struct(members) => {
                let members: Vec<String> = members.iter().map(PassingShape::text).collect();
                format!("{{ {} }}", members.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_taken_apart_and_print_as_before() {
        for (ty, scalars) in [
            ("double", &["double"][..]),
            ("<2 x float>", &["float", "float"]),
            ("{ <2 x float>, float }", &["float", "float", "float"]),
            ("{ double, i32 }", &["double", "i32"]),
        ] {
            let shape = PassingShape::parse(ty).unwrap();
            assert_eq!((shape.scalars(), shape.text().as_str()), (scalars.to_vec(), ty));
        }
        for unknown in ["void", "{ { double }, i32 }", "%struct.S", "[2 x i64]", "<2 x token>", "{}"] {
            assert_eq!(PassingShape::parse(unknown), None, "{unknown}");
        }
        let shape = PassingShape::parse("{ <2 x float>, float }").unwrap();
        let last = ShapeStep {
            scalar: "float",
            member: Some(ShapeMember { number: 1, ty: "float".into() }),
            element: None,
        };
        assert_eq!(shape.steps()[2], last);
    }
}
