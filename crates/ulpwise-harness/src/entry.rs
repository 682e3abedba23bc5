//! Where paths begin: `main` as a shell starts it, or any function with arguments made for it.
//!
//! Each parameter of the source has an image, its bytes as they would stand in memory; what a
//! pointer in it points at is an object of its own. Numbers are inputs. How images become LLVM's
//! parameters is what `ulpwise run` knows.

mod sequences;

use crate::descriptor::{AssumedShape, assumed_shape};
use crate::error::{HarnessError, Unmakeable};
use crate::layout::{DefaultForms, Indices, Scalar, all_scalars, parts, size_of};
use crate::lengths::{DEFAULT_LENGTH, Lengths};
use crate::marshal::{self, Passed};
use crate::names::source_name;
use crate::outputs::{ReturnedFloat, ReturnedFloats};
use crate::ranges::Ranges;
use crate::sequences::sequence;
use crate::signature::signature;
use crate::sizes::{SizeProber, Sizes, family, is_same_family};
use ulpwise_ir::{
    Declaration, FORTRAN_CHARACTER, FunctionId, Language, Module, SourceType, SourceTypeId, Type,
};
use ulpwise_symex::{ArrayLength, Bounds, Content, EntryObject, EntryPoint, Given, LengthLimit};

/// A pointer to nothing.
const NULL: [u8; 8] = [0; 8];

/// How deep objects point at others.
const MAX_DEPTH: usize = 8;

/// How many bytes an object may have.
const MAX_BYTES: u64 = 1 << 16;

/// What a `main` sees that is started with so many arguments of so many characters, each any
/// character.
pub fn of_main(function: FunctionId, parameters: usize, arguments: usize, length: usize) -> EntryPoint {
    let mut contents = vec![(0, Content::Address(EntryObject::of_bytes(b"program\0")))];
    for number in 1..=arguments {
        let character = |at: usize| {
            let name = format!("argv{number}[{at}]");
            (at as u64, Content::Any(name, Type::Int(8), Bounds::All))
        };
        let text = EntryObject { size: length as u64 + 1, contents: (0..length).map(character).collect() };
        contents.push((8 * number as u64, Content::Address(text)));
    }
    let size = 8 * (arguments as u64 + 2);
    let objects = vec![EntryObject { size, contents }, EntryObject { size: 8, contents: Vec::new() }];
    let all = [Given::Bits(arguments as u128 + 1), Given::AddressOf(0), Given::AddressOf(1)];
    let given = all.into_iter().take(parameters).collect();
    EntryPoint { objects, ..EntryPoint::new(function, given) }
}

/// What is known of the floats that the user says nothing about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unnamed {
    /// Nothing.
    Any,
    /// They are neither infinite nor NaN.
    Finite,
    /// Nothing, nor that enumerations have one of their enumerators.
    Nothing,
}

/// A function with arguments that are any values.
pub fn of_function(
    module: &Module,
    id: FunctionId,
    lengths: &[(String, u64)],
    ranges: &mut Ranges,
    unnamed: Unnamed,
) -> Result<EntryPoint, HarnessError> {
    of_function_with(&SizeProber::new(module), id, lengths, ranges, unnamed)
}

/// The same with what the user and the declaration say alone: no integer is limited for calls to stay
/// within arrays.
pub fn of_function_as_declared(
    module: &Module,
    id: FunctionId,
    lengths: &[(String, u64)],
    ranges: &mut Ranges,
    unnamed: Unnamed,
) -> Result<EntryPoint, HarnessError> {
    Ok(make(module, id, lengths, ranges, unnamed, &Sizes::default())?.entry)
}

/// The same for one of several functions of a program.
pub fn of_function_with(
    prober: &SizeProber<'_>,
    id: FunctionId,
    lengths: &[(String, u64)],
    ranges: &mut Ranges,
    unnamed: Unnamed,
) -> Result<EntryPoint, HarnessError> {
    let module = prober.module();
    let MadeEntry { entry, open } = make(module, id, lengths, ranges, unnamed, &Sizes::default())?;
    let parameters = module.functions[id].declaration.iter().flat_map(|declaration| &declaration.parameters);
    let is_array = |ty| matches!(module.source_types[ty], SourceType::Array { count: None, .. });
    let is_array: Vec<bool> = parameters.map(|parameter| is_array(parameter.ty)).collect();
    let given = lengths.iter().map(|&(_, length)| length).max();
    match prober.sizes(&entry, &is_array, &open, given) {
        // Objects that become too large with these lengths stay as they are.
        Some(sizes) => {
            Ok(make(module, id, lengths, ranges, unnamed, &sizes).map_or(entry, |made| made.entry))
        }
        None => Ok(entry),
    }
}

/// Where paths begin, and which of its lengths nothing said.
struct MadeEntry {
    entry: EntryPoint,
    open: Vec<usize>,
}

fn make(
    module: &Module,
    id: FunctionId,
    lengths: &[(String, u64)],
    ranges: &mut Ranges,
    unnamed: Unnamed,
    sizes: &Sizes,
) -> Result<MadeEntry, HarnessError> {
    let function = &module.functions[id];
    let refuse = |problem: HarnessError| HarnessError::NoArguments {
        function: source_name(function),
        problem: Box::new(problem),
        signature: signature(module, function),
    };
    let unknown = || refuse(Unmakeable::PassingUnknown.into());
    let declaration = function.declaration.as_ref().ok_or_else(unknown)?;
    let passing = marshal::passing(module, function).ok_or_else(unknown)?;
    for (name, _) in lengths {
        let root = name.split(['.', '[']).next().unwrap_or(name);
        if !declaration.parameters.iter().any(|parameter| parameter.name == root) {
            return Err(refuse(length_error(name, HarnessError::NoSuchParameter)));
        }
    }
    let unused = lengths.iter().map(|(name, _)| name.clone()).collect();
    let declared = Lengths::new(declaration, lengths, ranges);
    let mut maker = EntryMaker {
        module,
        lengths,
        declared,
        sizes,
        unused,
        ranges,
        unnamed,
        language: declaration.language,
        made: Vec::new(),
        open: Vec::new(),
        limits: Vec::new(),
    };
    let mut objects = Vec::new();
    for number in 0..declaration.parameters.len() {
        let image = maker.image(declaration, number);
        let image = image.map_err(|problem| {
            refuse(HarnessError::InParameter { name: name_of(declaration, number), problem })
        })?;
        objects.push(image);
    }
    if let Some(name) = maker.unused.first() {
        return Err(refuse(length_error(name, HarnessError::NotAPointer)));
    }
    let result = objects.len();
    let given = passing.arguments.iter().map(|passed| match *passed {
        Passed::Piece { parameter, offset } => Given::Part(parameter, offset),
        Passed::Address { parameter } => Given::AddressOf(parameter),
        Passed::Length { parameter } => Given::Bits(objects[parameter].size.into()),
        Passed::ResultAddress => Given::AddressOf(result),
    });
    let given = given.collect();
    if passing.arguments.contains(&Passed::ResultAddress) {
        let size = size_of(module, declaration.result).unwrap_or(0);
        objects.push(EntryObject { size, contents: Vec::new() });
    }
    maker.ranges.check_all_used(function)?;
    let EntryMaker { made: lengths, limits, open, .. } = maker;
    let entry = EntryPoint { objects, lengths, limits, ..EntryPoint::new(id, given) };
    Ok(MadeEntry { entry, open })
}

/// What a function returns, taken apart.
pub fn returned(module: &Module, id: FunctionId) -> ReturnedFloats {
    let function = &module.functions[id];
    let (Some(declaration), Some(passing)) = (&function.declaration, marshal::passing(module, function))
    else {
        return ReturnedFloats::default();
    };
    let indices = match declaration.language {
        Language::Fortran => Indices::FromOneInParentheses,
        _ => Indices::FromZeroInBrackets,
    };
    let float = |Scalar { offset, path, ty, part, forms }: Scalar| {
        let format = match (part, &module.source_types[ty]) {
            (Some(format), _) => format,
            (None, SourceType::Float(format)) => *format,
            _ => return None,
        };
        let name = if path.is_empty() {
            path
        } else {
            format!("the returned value's {}", path.trim_start_matches('.'))
        };
        Some(ReturnedFloat { name, offset, format, forms })
    };
    let floats = all_scalars(module, declaration.result, indices, DefaultForms::LeftOut).unwrap_or_default();
    let pieces = match passing.result {
        marshal::ReturnPassing::Pieces(pieces) => pieces.into_iter().map(|(offset, _)| offset).collect(),
        marshal::ReturnPassing::Nothing | marshal::ReturnPassing::Memory => Vec::new(),
    };
    ReturnedFloats {
        floats: floats.into_iter().filter_map(float).collect(),
        pieces,
        in_memory: passing.arguments.iter().position(|passed| *passed == Passed::ResultAddress),
    }
}

/// The names of the inputs that a function would be tested with, or why it cannot be.
pub fn input_names(module: &Module, id: FunctionId) -> Result<Vec<String>, HarnessError> {
    let entry = of_function(module, id, &[], &mut Ranges::default(), Unnamed::Any)?;
    let mut names = Vec::new();
    let mut open: Vec<&EntryObject> = entry.objects.iter().rev().collect();
    while let Some(object) = open.pop() {
        for (_, content) in &object.contents {
            match content {
                Content::Any(name, ..) => names.push(name.clone()),
                Content::Address(inner) => open.push(inner),
                Content::Bytes(_) | Content::Behind(..) => {}
            }
        }
    }
    Ok(names)
}

/// The name of a parameter, or its number.
pub fn name_of(declaration: &Declaration, number: usize) -> String {
    match declaration.parameters.get(number).map(|parameter| parameter.name.as_str()) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => format!("{}", number + 1),
    }
}

/// Makes objects for parameters.
struct EntryMaker<'a> {
    module: &'a Module,
    lengths: &'a [(String, u64)],
    /// What the source declares.
    declared: Lengths<'a>,
    /// What calls showed.
    sizes: &'a Sizes,
    /// The names of those that no pointer has taken yet.
    unused: Vec<String>,
    ranges: &'a mut Ranges,
    unnamed: Unnamed,
    language: Language,
    /// The objects behind pointers so far.
    made: Vec<ArrayLength>,
    /// Those of which nothing says how many elements they have.
    open: Vec<usize>,
    /// The inputs so far that are limited because they are lengths.
    limits: Vec<LengthLimit>,
}

impl EntryMaker<'_> {
    /// The image of a parameter.
    fn image(&mut self, declaration: &Declaration, number: usize) -> Result<EntryObject, Unmakeable> {
        let name = name_of(declaration, number);
        let ty = declaration.parameters[number].ty;
        if sequence(self.module, ty).is_some() {
            self.takes_length(&name);
        }
        let first = self.made.len();
        let given = self.length_of(&name);
        let declared = self.declared.declared(number, self.counts_numbers(ty));
        let is_open = given.is_none() && declared.is_some_and(|declared| declared.is_open);
        let shown = if is_open { self.shown_length(&name) } else { None };
        let length = given.or(shown).or(declared.map(|declared| declared.elements));
        if is_open {
            self.open.push(first);
        }
        let image = self.value(&name, ty, length, MAX_DEPTH)?;
        if is_rust_slice(self.module, ty) {
            self.made[first..].iter_mut().take(1).for_each(|made| made.object = Some(number));
        }
        // The pointer itself comes first; what its target points at follows.
        if let Some(made) = self.made.get_mut(first).filter(|made| made.name == name) {
            made.object = Some(number);
            made.is_guaranteed = declared.is_some_and(|of| of.is_guaranteed && made.elements <= of.elements);
        }
        Ok(image)
    }

    /// Whether lengths of a parameter of this type count numbers: an array of Fortran, a pointer to
    /// arrays whose size another parameter says.
    fn counts_numbers(&self, ty: SourceTypeId) -> bool {
        let is_open =
            |ty: SourceTypeId| matches!(self.module.source_types[ty], SourceType::Array { count: None, .. });
        match self.module.source_types[ty] {
            SourceType::Pointer { pointee, .. } => is_open(pointee),
            _ => is_open(ty),
        }
    }

    /// How many elements the user says that a pointer points at. All elements of an array are given
    /// at once, with empty brackets.
    fn length_of(&self, name: &str) -> Option<u64> {
        let plain = without_numbers(name.trim_start_matches('*'));
        let found = self.lengths.iter().find(|(of, _)| without_numbers(of) == plain);
        found.map(|&(_, length)| length)
    }

    /// How many elements of those that a pointer points at calls use.
    fn shown_length(&self, name: &str) -> Option<u64> {
        let plain = name.trim_start_matches('*');
        let found = self.sizes.lengths.iter().filter(|(of, _)| family(of) == family(plain));
        found.map(|&(_, length)| length).max()
    }

    /// Remembers that something that can have a length has this name.
    fn takes_length(&mut self, name: &str) {
        let plain = without_numbers(name.trim_start_matches('*'));
        self.unused.retain(|of| without_numbers(of) != plain);
    }

    /// A value of a type in memory, with everything it points at.
    fn value(
        &mut self,
        name: &str,
        ty: SourceTypeId,
        length: Option<u64>,
        depth: usize,
    ) -> Result<EntryObject, Unmakeable> {
        self.check_known(ty)?;
        // An array whose length another parameter tells: Fortran passes its address.
        if let SourceType::Array { element, count: None } = self.module.source_types[ty] {
            self.takes_length(name);
            return self.elements(name, element, length, depth);
        }
        let size = size_of(self.module, ty).filter(|&size| size <= MAX_BYTES);
        let size = size.ok_or(Unmakeable::NoSize)?;
        let mut object = EntryObject { size, contents: Vec::new() };
        self.fill(&mut object, 0, name, ty, length, depth)?;
        Ok(object)
    }

    /// Refuses types by name of which libraries say how they are made.
    fn check_known(&self, ty: SourceTypeId) -> Result<(), Unmakeable> {
        let SourceType::Struct { name, .. } = &self.module.source_types[ty] else { return Ok(()) };
        match name.as_str() {
            "_IO_FILE" => Err(Unmakeable::Stream),
            name if name.starts_with("basic_string<") => Err(Unmakeable::CppText),
            _ => Ok(()),
        }
    }

    /// Puts a value into an object at an offset.
    fn fill(
        &mut self,
        object: &mut EntryObject,
        offset: u64,
        name: &str,
        ty: SourceTypeId,
        length: Option<u64>,
        depth: usize,
    ) -> Result<(), Unmakeable> {
        if let Some(shape) = assumed_shape(self.module, ty) {
            return self.fill_descriptor(object, offset, name, shape, length, depth);
        }
        if let Some(sequence) = sequence(self.module, ty) {
            return self.fill_sequence(object, offset, name, (ty, sequence), length, depth);
        }
        let indices = match self.language {
            Language::Fortran => Indices::FromOneInParentheses,
            _ => Indices::FromZeroInBrackets,
        };
        let inner = parts(self.module, ty, indices).ok_or(Unmakeable::Inseparable)?;
        for Scalar { offset: within, path, ty, part, .. } in inner {
            let name = format!("{name}{path}");
            if part.is_none() && matches!(self.module.source_types[ty], SourceType::Struct { .. }) {
                self.fill(object, offset + within, &name, ty, None, depth)?;
                continue;
            }
            let content = match (&self.module.source_types[ty], part) {
                (_, Some(format)) => {
                    Content::Any(name, Type::Float(format), self.natural(&SourceType::Float(format)))
                }
                (SourceType::Pointer { pointee, .. }, None) => {
                    let pointee = *pointee;
                    self.takes_length(&name);
                    let length = length.or_else(|| self.length_of(&name));
                    match length {
                        Some(0) => Content::Bytes(NULL.to_vec()),
                        _ => Content::Address(self.pointed(&name, pointee, length, depth)?),
                    }
                }
                (scalar, None) => {
                    let ty = scalar_type(scalar).ok_or(Unmakeable::PartUnknown)?;
                    let bounds = match self.ranges.bounds_for(&name, scalar) {
                        Some(bounds) => bounds,
                        None => self.limited(&name, scalar).unwrap_or_else(|| self.natural(scalar)),
                    };
                    Content::Any(name, ty, bounds)
                }
            };
            object.contents.push((offset + within, content));
        }
        Ok(())
    }

    /// Puts the descriptor of an array into an object, with the array.
    fn fill_descriptor(
        &mut self,
        object: &mut EntryObject,
        offset: u64,
        name: &str,
        shape: AssumedShape,
        length: Option<u64>,
        depth: usize,
    ) -> Result<(), Unmakeable> {
        self.takes_length(name);
        let length = length.or_else(|| self.length_of(name)).unwrap_or(DEFAULT_LENGTH);
        let elements = self.pointed(name, shape.element, Some(length), depth)?;
        let rest = shape.rest(self.module, &shape.extents(length)).ok_or(Unmakeable::PartUnknown)?;
        object.contents.push((offset, Content::Address(elements)));
        object.contents.push((offset + 8, Content::Bytes(rest)));
        Ok(())
    }

    /// What a pointer points at.
    fn pointed(
        &mut self,
        name: &str,
        pointee: SourceTypeId,
        length: Option<u64>,
        depth: usize,
    ) -> Result<EntryObject, Unmakeable> {
        if depth == 0 {
            return Err(Unmakeable::TooDeep);
        }
        self.elements(name, pointee, length, depth - 1)
    }

    /// Values of a type, one after another.
    fn elements(
        &mut self,
        name: &str,
        pointee: SourceTypeId,
        length: Option<u64>,
        depth: usize,
    ) -> Result<EntryObject, Unmakeable> {
        // Of arrays whose size another parameter says, the numbers are counted.
        let pointee = match self.module.source_types[pointee] {
            SourceType::Array { element, count: None } => element,
            _ => pointee,
        };
        self.check_known(pointee)?;
        let number_like = match &self.module.source_types[pointee] {
            SourceType::Function => return Err(Unmakeable::FunctionPointer),
            SourceType::Void | SourceType::Unknown(_) => {
                return Err(Unmakeable::PointeeUnknown);
            }
            SourceType::Float(_) | SourceType::Complex(_) => true,
            SourceType::Int { name, .. } if self.language == Language::Fortran => name == FORTRAN_CHARACTER,
            _ => false,
        };
        if length.is_none() {
            self.open.push(self.made.len());
        }
        let length = length.or_else(|| self.shown_length(name));
        let length = length.unwrap_or(if number_like { DEFAULT_LENGTH } else { 1 });
        if length == 0 {
            return Err(Unmakeable::NoElements);
        }
        let size = size_of(self.module, pointee).filter(|&size| size > 0);
        let size = size.ok_or(Unmakeable::PointeeWithoutSize)?;
        let total = size.checked_mul(length).filter(|&total| total <= MAX_BYTES);
        let total = total.ok_or(Unmakeable::PointeeTooLarge)?;
        self.made.push(ArrayLength {
            name: name.trim_start_matches('*').to_owned(),
            elements: length,
            bytes: total,
            is_guaranteed: false,
            object: None,
        });
        let mut object = EntryObject { size: total, contents: Vec::new() };
        for element in 0..length {
            let name = match (length, number_like, self.language) {
                (_, _, Language::Fortran) => format!("{name}({})", element + 1),
                (1, false, _) => format!("*{name}"),
                _ => format!("{name}[{element}]"),
            };
            self.fill(&mut object, element * size, &name, pointee, None, depth)?;
        }
        Ok(object)
    }

    /// The values of an integer that is the length of an array.
    fn limited(&mut self, name: &str, scalar: &SourceType) -> Option<Bounds> {
        let SourceType::Int { signed, bits, .. } = scalar else { return None };
        if let Some(shown) = self.sizes.limits.iter().find(|limit| is_same_family(&limit.name, name)) {
            let shown = LengthLimit { name: family(name), ..shown.clone() };
            if !self.limits.contains(&shown) {
                self.limits.push(shown.clone());
            }
            let least =
                shown.least.unwrap_or(0) as i128 as u128 & (u128::MAX >> (128 - (*bits).clamp(1, 128)));
            let most = shown.most.into();
            return Some(if *signed { Bounds::Signed(least, most) } else { Bounds::Unsigned(least, most) });
        }
        let limit = u128::from(self.declared.limit(name)?);
        self.limits.push(LengthLimit { name: name.to_owned(), least: None, most: limit as u64 });
        // C leaves arrays of no elements undefined; in Fortran an array of a negative length is empty.
        let least = match self.language {
            Language::C | Language::Cpp => 1,
            _ if *signed => 1u128 << (*bits).clamp(1, 128).saturating_sub(1),
            _ => 0,
        };
        Some(if *signed { Bounds::Signed(least, limit) } else { Bounds::Unsigned(least, limit) })
    }

    /// The values that a scalar can have by its type.
    fn natural(&self, scalar: &SourceType) -> Bounds {
        match scalar {
            SourceType::Bool(_) => Bounds::Unsigned(0, 1),
            // All values; that they are not negative shows where they are printed.
            SourceType::Int { signed: false, bits, .. } if (1..=64).contains(bits) => {
                Bounds::Unsigned(0, u128::from(u64::MAX >> (64 - bits)))
            }
            SourceType::Enum { bits, enumerators, .. }
                if !enumerators.is_empty() && self.unnamed != Unnamed::Nothing =>
            {
                let mask = u128::MAX >> (128 - (*bits).clamp(1, 128));
                Bounds::OneOf(enumerators.iter().map(|&(_, value)| value as i128 as u128 & mask).collect())
            }
            SourceType::Float(format) if self.unnamed == Unnamed::Finite => Bounds::Finite(*format),
            _ => Bounds::All,
        }
    }
}

/// Whether a parameter is a reference to a slice of Rust's.
fn is_rust_slice(module: &Module, ty: SourceTypeId) -> bool {
    let is_reference =
        matches!(&module.source_types[ty], SourceType::Struct { name, .. } if name.starts_with('&'));
    is_reference && sequence(module, ty).is_some()
}

/// What is wrong with `--len NAME`.
fn length_error(name: &str, problem: HarnessError) -> HarnessError {
    HarnessError::Option { option: "len", text: name.to_owned(), problem: Box::new(problem) }
}

/// A name with nothing left in its brackets.
fn without_numbers(name: &str) -> String {
    let mut inside = false;
    let kept = name.chars().filter(|&character| {
        let keep = !inside || character == ']';
        inside = match character {
            '[' => true,
            ']' => false,
            _ => inside,
        };
        keep
    });
    kept.collect()
}

/// The type of a scalar of the source in memory.
fn scalar_type(scalar: &SourceType) -> Option<Type> {
    match scalar {
        SourceType::Bool(bits) | SourceType::Int { bits, .. } | SourceType::Enum { bits, .. } => {
            u8::try_from(*bits).ok().map(|bits| Type::Int(bits.max(8)))
        }
        SourceType::Float(format) => Some(Type::Float(*format)),
        _ => None,
    }
}
