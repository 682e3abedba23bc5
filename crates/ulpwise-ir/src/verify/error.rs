//! What the verifier can complain about.

use crate::body::InstId;
use crate::module::FunctionId;
use std::fmt;

/// Defines the properties with their ids and `ALL`.
macro_rules! properties {
    ($($(#[$meta:meta])* $variant:ident = $id:literal,)+) => {
        /// A property that must hold in every module; numbered and explained in [`verify`](super).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Property {
            $($(#[$meta])* $variant,)+
        }

        impl Property {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stable id.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)+
                }
            }
        }
    };
}

properties! {
    /// 1. Every id leads somewhere.
    IdRange = "id-range",
    /// 2. Linker's names are unique.
    UniqueName = "unique-name",
    /// 3. Inlining chains end.
    InliningEnds = "inlining-ends",
    /// 4. Globals are laid out soundly.
    GlobalLayout = "global-layout",
    /// 5. Integer types have 1 to 128 bits.
    IntegerWidth = "integer-width",
    /// 6. Only functions without a body belong to a library.
    Library = "library",
    /// 7. Slots are parameters, then locals, then constants.
    SlotOrder = "slot-order",
    /// 8. Wide values take two slots everywhere.
    WidePair = "wide-pair",
    /// 9. Constants fit their types.
    ConstantType = "constant-type",
    /// 10. Blocks cut the instructions into runs that end in a terminator.
    BlockStructure = "block-structure",
    /// 11. The entry has no parameters.
    EntryParameters = "entry-parameters",
    /// 12. Every instruction has its place in the table of locations.
    LocationTable = "location-table",
    /// 13. Every local has exactly one definition.
    SingleDefinition = "single-definition",
    /// 14. Definitions dominate uses.
    Dominance = "dominance",
    /// 15. Operands and results have the types that the instruction asks for.
    OperandType = "operand-type",
    /// 16. The numbers inside an instruction make sense.
    Immediate = "immediate",
    /// 17. Edges bring what their targets take.
    EdgeArguments = "edge-arguments",
    /// 18. Switch cases are sorted and possible.
    SwitchCases = "switch-cases",
    /// 19. Calls fit their callees.
    CallSignature = "call-signature",
    /// 20. Functions return what they promise.
    ReturnTypes = "return-types",
    /// 21. The table of sites and the instructions agree.
    SiteTable = "site-table",
    /// 22. A landing stands directly after a call.
    LandingAfterCall = "landing-after-call",
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A property that does not hold, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The property.
    pub property: Property,
    /// The function, when it is inside one.
    pub function: Option<FunctionId>,
    /// The instruction, when it is one.
    pub inst: Option<InstId>,
    /// What is wrong, with the name of the function and the text of the instruction.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.property, self.message)
    }
}

impl std::error::Error for VerifyError {}
