//! What a value of LLVM's consists of: one scalar, a vector of scalars, or a structure of both.
//!
//! Types are read as LLVM prints them. Structures within structures, arrays and named structures are not known here: compilers pass those in memory.

use super::driver::words_of;

/// What a value consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A scalar of that type.
    Scalar(String),
    /// So many scalars of that type.
    Vector(u32, String),
    /// Scalars and vectors, one after another.
    Struct(Vec<Shape>),
}

/// The way to one scalar of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step<'s> {
    /// The scalar's type.
    pub(super) scalar: &'s str,
    /// The member of a structure that it is or lies in.
    pub(super) member: Option<Member>,
    /// The element of a vector that it is.
    pub(super) element: Option<u32>,
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) number: usize,
    /// As LLVM prints it.
    pub(super) ty: String,
}

impl Shape {
    /// From LLVM's text.
    pub(super) fn parse(ty: &str) -> Option<Shape> {
        if let Some(members) = ty.strip_prefix("{ ").and_then(|rest| rest.strip_suffix(" }")) {
            let members: Vec<Shape> = members.split(", ").map(Shape::parse).collect::<Option<_>>()?;
            let is_flat = members.iter().all(|member| !matches!(member, Shape::Struct(_)));
            return is_flat.then_some(Shape::Struct(members));
        }
        if let Some(vector) = ty.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            let (count, scalar) = vector.split_once(" x ")?;
            words_of(scalar)?;
            return Some(Shape::Vector(count.parse().ok()?, scalar.to_owned()));
        }
        words_of(ty).map(|_| Shape::Scalar(ty.to_owned()))
    }

    /// The types of its scalars, in order.
    pub(super) fn scalars(&self) -> Vec<&str> {
        self.steps().into_iter().map(|step| step.scalar).collect()
    }

    /// The ways to its scalars, in order.
    pub(super) fn steps(&self) -> Vec<Step<'_>> {
        match self {
            Shape::Scalar(scalar) => vec![Step { scalar, member: None, element: None }],
            Shape::Vector(count, scalar) => {
                (0..*count).map(|at| Step { scalar, member: None, element: Some(at) }).collect()
            }
            Shape::Struct(members) => {
                let mut steps = Vec::new();
                for (number, shape) in members.iter().enumerate() {
                    let member = Member { number, ty: shape.text() };
                    let within = shape.steps().into_iter();
                    steps.extend(within.map(|step| Step { member: Some(member.clone()), ..step }));
                }
                steps
            }
        }
    }

    /// As LLVM prints it.
    fn text(&self) -> String {
        match self {
            Shape::Scalar(scalar) => scalar.clone(),
            Shape::Vector(count, scalar) => format!("<{count} x {scalar}>"),
            Shape::Struct(members) => {
                let members: Vec<String> = members.iter().map(Shape::text).collect();
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
            let shape = Shape::parse(ty).unwrap();
            assert_eq!((shape.scalars(), shape.text().as_str()), (scalars.to_vec(), ty));
        }
        for unknown in ["void", "{ { double }, i32 }", "%struct.S", "[2 x i64]", "<2 x token>", "{}"] {
            assert_eq!(Shape::parse(unknown), None, "{unknown}");
        }
        let shape = Shape::parse("{ <2 x float>, float }").unwrap();
        let last =
            Step { scalar: "float", member: Some(Member { number: 1, ty: "float".into() }), element: None };
        assert_eq!(shape.steps()[2], last);
    }
}
