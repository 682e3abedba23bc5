//! What random queries are made of.

use ulpwise_float::Format;

/// What is done about operators that SMT-LIB leaves open for some operands (`fp.min`, `fp.max`,
/// `fp.to_ubv`, `fp.to_sbv`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenCases {
    /// They occur, and models may choose.
    Free,
    /// They occur together with assertions that exclude those operands; see
    /// [`guards`](super::guards).
    Guarded,
    /// They do not occur.
    Avoided,
}

/// The sorts and sizes of random queries. Entries that occur several times are drawn more often.
#[derive(Clone, Debug)]
pub struct Palette {
    /// Formats of floats.
    pub formats: Vec<Format>,
    /// Widths of bit-vectors; conversions bring in others.
    pub widths: Vec<u32>,
    /// Widths of index and element of arrays.
    pub arrays: Vec<(u32, u32)>,
    /// Whether arrays may be compared.
    pub array_equality: bool,
    /// Whether rounding modes may be variables.
    pub symbolic_rounding: bool,
    /// How much an assertion may cost: cheap operators count one, expensive ones of large formats
    /// more.
    pub fuel: u32,
    /// The largest number of assertions, without guards.
    pub assertions: u32,
    /// The variables together have at most 2 to this power values.
    pub space_bits: u32,
    /// What is done about cases that SMT-LIB leaves open.
    pub open_cases: OpenCases,
}

fn formats(sizes: &[(u32, u32)]) -> Vec<Format> {
    sizes.iter().filter_map(|&(exponent, significand)| Format::new(exponent, significand)).collect()
}

impl Palette {
    /// Small enough to be decided by enumeration.
    pub fn toy() -> Palette {
        Palette {
            formats: formats(&[(2, 2), (2, 3), (2, 3), (3, 3)]),
            widths: vec![1, 2, 3, 4],
            arrays: vec![(1, 2), (2, 1)],
            array_equality: true,
            symbolic_rounding: true,
            fuel: 7,
            assertions: 3,
            space_bits: 10,
            open_cases: OpenCases::Free,
        }
    }

    /// What programs use, x87's double-extended precision included, and small formats so that most
    /// queries are easy.
    pub fn mixed() -> Palette {
        let small = [(2, 2), (2, 3), (3, 3), (3, 5), (4, 4), (2, 6), (5, 2)];
        let large = [(5, 11), (5, 11), (8, 8), (8, 24), (8, 24), (11, 53), (15, 64)];
        Palette {
            formats: [formats(&small), formats(&small), formats(&large)].concat(),
            widths: vec![1, 2, 3, 4, 5, 8, 8, 16, 32, 64],
            arrays: vec![(2, 4), (8, 8), (32, 8)],
            array_equality: false,
            symbolic_rounding: true,
            fuel: 10,
            assertions: 4,
            space_bits: u32::MAX,
            open_cases: OpenCases::Avoided,
        }
    }
}
