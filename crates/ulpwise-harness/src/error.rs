//! What keeps inputs from being read or made.

use thiserror::Error;

/// Why an input cannot be read or made. Each message is a clause or a sentence;
/// [`HarnessError::help`] says what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HarnessError {
    /// A word does not spell a floating-point number.
    #[error("`{word}` is not a floating-point number")]
    NotAFloat {
        /// The word.
        word: String,
    },
    /// A finite number is too large for its format.
    #[error("{word} is beyond the range of this format; write inf if that is meant")]
    FloatOverflows {
        /// The word.
        word: String,
    },
    /// A number other than zero is too small for its format.
    #[error("{word} rounds to zero in this format; write 0 if that is meant")]
    FloatVanishes {
        /// The word.
        word: String,
    },
    /// A word does not spell an integer.
    #[error("`{word}` is not an integer")]
    NotAnInteger {
        /// The word.
        word: String,
    },
    /// An integer does not fit its type.
    #[error("{word} is outside the range of this type, {lowest} to {highest}")]
    IntegerOutOfRange {
        /// The word.
        word: String,
        /// The least value of the type.
        lowest: String,
        /// The greatest value of the type.
        highest: u128,
    },
    /// A word does not spell a truth value.
    #[error("`{word}` is neither true nor false")]
    NotABool {
        /// The word.
        word: String,
    },
    /// A word does not name an enumerator.
    #[error("`{word}` is none of {}", names.join(", "))]
    NotAnEnumerator {
        /// The word.
        word: String,
        /// The first of the enumerators.
        names: Vec<String>,
    },
    /// A bit pattern is wider than its type.
    #[error("`{word}` has more than the {width} bits of this type")]
    TooManyBits {
        /// The word.
        word: String,
        /// The width of the type.
        width: u32,
    },
    /// A word does not spell a bit pattern.
    #[error("`{word}` is not a bit pattern, which is written bits:0x7ff0000000000000")]
    NotABitPattern {
        /// The word.
        word: String,
    },
    /// Values are not separated.
    #[error("a comma is expected before `{found}`")]
    CommaExpected {
        /// What stands there.
        found: char,
    },
    /// A bracket or comma is missing.
    #[error("`{expected}` is missing")]
    Unclosed {
        /// What is missing.
        expected: char,
    },
    /// An argument ends where a value is expected.
    #[error("a value is missing at its end")]
    ValueMissing,
    /// Something else stands where a value is expected.
    #[error("a value is expected before `{found}`")]
    ValueExpected {
        /// What stands there.
        found: char,
    },
    /// Several characters stand between the quotes of one.
    #[error("'{text}' is not one character")]
    NotOneCharacter {
        /// The text between the quotes.
        text: String,
    },
    /// Brackets are nested too deep.
    #[error("brackets are nested more than {limit} deep")]
    BracketsTooDeep {
        /// How deep they may be nested.
        limit: usize,
    },
    /// Something else stands where a count is expected.
    #[error("a count is expected after `;`")]
    CountExpected,
    /// A word does not spell a count.
    #[error("`{word}` is not a count of elements")]
    NotACount {
        /// The word.
        word: String,
    },
    /// A backslash stands before something that has no escape.
    #[error("a backslash stands before one of n t 0 \\ \" ' only")]
    BadEscape,
    /// A closing quote is missing.
    #[error("the closing {quote} is missing")]
    UnclosedQuote {
        /// The quote.
        quote: char,
    },
    /// An argument cannot be read.
    #[error("the arguments `{argument}` cannot be read: {problem}")]
    Arguments {
        /// The argument.
        argument: String,
        /// Why not.
        problem: Box<HarnessError>,
    },
    /// Pointers of a value lead too deep.
    #[error("its pointers lead more than {limit} levels deep")]
    PointersTooDeep {
        /// How deep they may lead.
        limit: usize,
    },
    /// Nothing can be given for a type.
    #[error("{0} is not yet an input")]
    NotYetAnInput(String),
    /// Nothing can be given for what a pointer points at.
    #[error("a pointer to {0} is not yet an input; only null can be given")]
    NotYetAPointee(String),
    /// An array has no length.
    #[error("its length is open: write [_;N] for N elements")]
    LengthOpen,
    /// An array has another length than its type.
    #[error("{value} has {count} elements where {wanted} are expected")]
    ElementCount {
        /// The value as it is written.
        value: String,
        /// How many it has.
        count: u64,
        /// How many its type has.
        wanted: u64,
    },
    /// Nested lists are given for a flat array.
    #[error("{value} is nested: give the elements in one list{order}")]
    Nested {
        /// The value as it is written.
        value: String,
        /// In which order, where that is not plain.
        order: &'static str,
    },
    /// Text is given for something else.
    #[error("{text:?} is text, which only characters can hold")]
    TextMisplaced {
        /// The text.
        text: String,
    },
    /// The members of a structure are unknown.
    #[error("the structure's members are unknown, so only `_` can be given")]
    MembersUnknown,
    /// A value is not a structure.
    #[error("{value} is not a structure, which is written {{…}}")]
    NotAStructure {
        /// The value as it is written.
        value: String,
    },
    /// A structure has another number of members than its type.
    #[error("{value} has {count} members where {} are expected ({})", names.len(), names.join(", "))]
    MemberCount {
        /// The value as it is written.
        value: String,
        /// How many it has.
        count: usize,
        /// The members of the type.
        names: Vec<String>,
    },
    /// A member of a structure cannot be made.
    #[error("member `{member}`: {problem}")]
    InMember {
        /// The member.
        member: String,
        /// Why not.
        problem: Box<HarnessError>,
    },
    /// An argument of a call cannot be made.
    #[error("argument {}{}: {problem}", parameter + 1, quoted_name(name))]
    InArgument {
        /// The number of the parameter, from 0.
        parameter: usize,
        /// Its name, if it has one.
        name: String,
        /// Why not.
        problem: Box<HarnessError>,
    },
    /// Debug information places a member outside its structure.
    #[error("the structure's members do not lie within it")]
    MemberOutside,
    /// The program's memory has no room.
    #[error("it does not fit into the program's memory")]
    NoRoom,
    /// The program's memory has no room for the result.
    #[error("the result does not fit into memory")]
    NoRoomForResult,
    /// Memory cannot be written.
    #[error("{0}")]
    Memory(String),
    /// A character takes more than one byte.
    #[error("{character:?} takes more than one byte")]
    WideCharacter {
        /// The character.
        character: char,
    },
    /// A value is not a complex number.
    #[error("{value} is not a complex number, which is written {{re,im}}")]
    NotComplex {
        /// The value as it is written.
        value: String,
    },
    /// A value has another shape than its type.
    #[error("{value} does not do: {expected}")]
    Mismatch {
        /// The value as it is written.
        value: String,
        /// What is expected.
        expected: &'static str,
    },
    /// A name stands for several functions, or none is named and there are several.
    #[error("{sentence}")]
    Ambiguous {
        /// What is ambiguous.
        sentence: String,
        /// The functions that may be meant.
        candidates: Vec<String>,
    },
    /// The program has no function that can be called.
    #[error("the program defines no function that other files can call")]
    NoFunctions,
    /// No function has a name that matches.
    #[error("no function matches {pattern}")]
    NoMatch {
        /// The pattern.
        pattern: String,
    },
    /// A function has no body.
    #[error("`{name}` is called in the given files, but defined in none of them")]
    OnlyDeclared {
        /// The function.
        name: String,
    },
    /// No function has the name.
    #[error("there is no function `{name}` in the given files")]
    NoSuchFunction {
        /// The name.
        name: String,
        /// Names that are similar.
        similar: Vec<String>,
    },
    /// A parameter of a function has a type that nothing can be made for.
    #[error("{0}")]
    Unmakeable(Unmakeable),
    /// A part of a value cannot be made.
    #[error("parameter {name}: {problem}")]
    InParameter {
        /// The parameter.
        name: String,
        /// Why not.
        problem: Unmakeable,
    },
    /// No arguments can be made for a function.
    #[error("no arguments can be made for `{function}`: {problem}")]
    NoArguments {
        /// The function.
        function: String,
        /// Why not.
        problem: Box<HarnessError>,
        /// The function as its source declares it.
        signature: String,
    },
    /// A function cannot be called with plain numbers.
    #[error("`{function}` cannot be searched: {problem}")]
    NotSearchable {
        /// The function.
        function: String,
        /// Why not.
        problem: Box<HarnessError>,
        /// The function as its source declares it.
        signature: String,
    },
    /// An option is wrong.
    #[error("--{option} {text}: {problem}")]
    Option {
        /// The name of the option.
        option: &'static str,
        /// Its value.
        text: String,
        /// What is wrong with it.
        problem: Box<HarnessError>,
    },
    /// A range is not written as one.
    #[error("write NAME=LOW..HIGH, NAME=VALUE or NAME=finite")]
    RangeSyntax,
    /// A range has no values.
    #[error("the first bound lies above the second")]
    RangeReversed,
    /// A bound is a NaN.
    #[error("a NaN has no place in an order")]
    RangeOfNan,
    /// A bound has no order.
    #[error("{word} has no place in an order")]
    Unordered {
        /// The bound.
        word: String,
    },
    /// An input that a range restricts is not a number.
    #[error("it is not a number")]
    NotANumber,
    /// A parameter that an option names is not a number.
    #[error("{name} is not a number")]
    NamedNotANumber {
        /// The parameter.
        name: String,
        /// The numbers within it.
        numbers: Option<String>,
    },
    /// A parameter that is given a value is not a number.
    #[error("{name} is not a number: write _ for one of zeros")]
    OnlyZeros {
        /// The parameter.
        name: String,
    },
    /// A function has no such input.
    #[error("`{function}` has no input {name}")]
    NoSuchInput {
        /// The function.
        function: String,
        /// The name.
        name: String,
        /// The inputs that it has, if any.
        numbers: Option<String>,
    },
    /// A function has no such parameter.
    #[error("it has no such parameter")]
    NoSuchParameter,
    /// A function has no parameter of a name.
    #[error("the function has no parameter {name}")]
    NoParameter {
        /// The name.
        name: String,
        /// The parameters that it has.
        names: Vec<String>,
    },
    /// A length is given for something without one.
    #[error("it is not a pointer")]
    NotAPointer,
    /// A call has another number of values than the function has parameters.
    #[error("there are {given} values, and the function takes {}", names.len())]
    ValueCount {
        /// How many are given.
        given: usize,
        /// The parameters.
        names: Vec<String>,
    },
    /// Conditions cannot be assumed of a function.
    #[error("--assume cannot be used with `{function}`: {problem}")]
    NoAssumption {
        /// The function.
        function: String,
        /// Why not.
        problem: String,
    },
    /// No input meets the conditions.
    #[error("no input satisfies what --assume and --range say")]
    Unsatisfiable,
    /// The program does not fit into the interpreter.
    #[error("the program is too large to be run: {0}")]
    ProgramTooLarge(String),
    /// The headers for the program cannot be written.
    #[error("the headers for the program cannot be written: {0}")]
    Headers(String),
    /// A file for the program cannot be written.
    #[error("{file} cannot be written: {problem}")]
    File {
        /// The file.
        file: String,
        /// Why not.
        problem: String,
    },
    /// The conditions are not a part of the program, though they were written: a bug.
    #[error("the assumptions were not compiled")]
    AssumptionsLost,
}

/// Why nothing can be made for a type, a clause.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unmakeable {
    /// The calling convention is unknown.
    #[error("how its parameters or result are passed is not known")]
    PassingUnknown,
    /// The size is unknown or beyond the limit.
    #[error("its type has no size, or too large a one: check a function that makes it")]
    NoSize,
    /// A union that no member fills, an array of open length, or forms whose data differ are parts of
    /// it.
    #[error("a part of it has no one layout, or none that is known here: check a function that makes it")]
    Inseparable,
    /// The type of a part is unknown.
    #[error("a part of it has no known type: check a function that makes it")]
    PartUnknown,
    /// Pointers lead too deep.
    #[error("pointers lead too deep")]
    TooDeep,
    /// It points at a function.
    #[error("it is a pointer to a function: check a function that passes one of its own")]
    FunctionPointer,
    /// It is a stream of C's library.
    #[error("it is a stream: check a function that opens the file")]
    Stream,
    /// It is a text of C++'s library.
    #[error("it is a std::string, whose members the C++ library has: check a function that makes it")]
    CppText,
    /// What it points at is unknown.
    #[error("what it points at is not known: check a function that makes it")]
    PointeeUnknown,
    /// It has no elements.
    #[error("it cannot be without elements")]
    NoElements,
    /// What it points at has no size.
    #[error("what it points at has no size here: check a function that makes it")]
    PointeeWithoutSize,
    /// What it points at is too large.
    #[error("what it points at is too large")]
    PointeeTooLarge,
    /// What it points at has no size, or too large a one.
    #[error("what it points at has no size, or too large a one")]
    PointeeSize,
    /// A structure is passed in pieces or in memory.
    #[error("a structure is passed in pieces or in memory")]
    Structure,
    /// A value is wider than a word.
    #[error("it is wider than 64 bits")]
    Wide,
    /// A named value is wider than a word.
    #[error("{0} is wider than 64 bits")]
    WideInput(String),
    /// A parameter is wider than a word.
    #[error("a parameter is wider than 64 bits")]
    WideParameter,
    /// A pointer is not an address of an object.
    #[error("a pointer is made of something else")]
    ComposedPointer,
    /// A parameter has no description.
    #[error("a parameter has no description")]
    Undescribed,
    /// The function cannot be called natively.
    #[error("{0}")]
    NotCallable(String),
    /// A pointer is not aligned.
    #[error("a pointer lies at an odd place")]
    UnalignedPointer,
}

impl HarnessError {
    /// What to do about it, a line each.
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::NoArguments { problem, signature, .. } | Self::NotSearchable { problem, signature, .. } => {
                let mut help = problem.help();
                help.push(signature.clone());
                help
            }
            Self::Option { problem, .. } => problem.help(),
            Self::Ambiguous { candidates, .. } => candidates.clone(),
            Self::NoFunctions => {
                vec!["name one with --fn; `ulpwise list --all` lists all of them".to_owned()]
            }
            Self::NoMatch { .. } => vec!["`ulpwise list` lists the functions".to_owned()],
            Self::OnlyDeclared { .. } => vec!["add the file that defines it".to_owned()],
            Self::NoSuchFunction { similar, .. } if similar.is_empty() => {
                vec!["`ulpwise list` lists the functions".to_owned()]
            }
            Self::NoSuchFunction { similar, .. } => vec![format!("did you mean {}?", similar.join(" or "))],
            Self::NoSuchInput { numbers: Some(numbers), .. }
            | Self::NamedNotANumber { numbers: Some(numbers), .. } => vec![format!("numbers are {numbers}")],
            Self::NoSuchInput { function, numbers: None, .. } => {
                vec![format!("`{function}` takes no numbers")]
            }
            Self::NoParameter { names, .. } => vec![format!("it has {}", names.join(", "))],
            Self::ValueCount { names, .. } => vec![format!("it takes {}", names.join(", "))],
            Self::NoAssumption { .. } => vec!["--range restricts single inputs".to_owned()],
            Self::Unsatisfiable => vec!["every verdict would hold for nothing".to_owned()],
            _ => Vec::new(),
        }
    }

    /// Whether it is a bug of ulpwise rather than something that the user can change.
    pub fn is_internal(&self) -> bool {
        matches!(self, Self::AssumptionsLost)
    }
}

impl From<Unmakeable> for HarnessError {
    fn from(problem: Unmakeable) -> Self {
        Self::Unmakeable(problem)
    }
}

/// A name in parentheses, if there is one.
fn quoted_name(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" (`{name}`)") }
}
