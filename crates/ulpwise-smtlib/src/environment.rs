//! What names mean, by level of `push` and within `let`.
//!
//! Each name has one present meaning, found without search. What a `push` level declares and what a
//! `let` binds is undone from a log; a `let` always ends before the level does.

use crate::names::{NameId, NameTable};
use crate::operator::{self, Head, Theory};
use crate::script_sort::ScriptSort;
use crate::sort_shape::SortShape;
use std::collections::BTreeMap;
use ulpwise_base::{IdVec, typed_id};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Format, Rounding};

typed_id! {
    /// A function with parameters that the script defines.
    pub(crate) struct FunctionId("function");
}

/// A function with parameters: every application is expanded.
#[derive(Debug)]
pub(crate) struct DefinedFunction {
    pub(crate) name: NameId,
    /// Variables that no script can name.
    pub(crate) parameters: Vec<Term>,
    pub(crate) body: Term,
    /// How many distinct terms the body has.
    pub(crate) size: u64,
}

/// Words that cannot be given a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reserved {
    Underscore,
    Annotation,
    As,
    Let,
    Forall,
    Exists,
    /// Good SMT-LIB without a counterpart in terms: binders, patterns, and words of commands.
    Other,
}

const RESERVED: &[(&str, Reserved)] = &[
    ("_", Reserved::Underscore),
    ("!", Reserved::Annotation),
    ("as", Reserved::As),
    ("let", Reserved::Let),
    ("forall", Reserved::Forall),
    ("exists", Reserved::Exists),
    ("lambda", Reserved::Other),
    ("match", Reserved::Other),
    ("par", Reserved::Other),
    ("BINARY", Reserved::Other),
    ("DECIMAL", Reserved::Other),
    ("HEXADECIMAL", Reserved::Other),
    ("NUMERAL", Reserved::Other),
    ("STRING", Reserved::Other),
];

/// Names of the rounding modes, in the order of [`Rounding::ALL`].
pub(crate) const ROUNDING_MODES: [[&str; 2]; 5] = [
    ["RNE", "roundNearestTiesToEven"],
    ["RNA", "roundNearestTiesToAway"],
    ["RTP", "roundTowardPositive"],
    ["RTN", "roundTowardNegative"],
    ["RTZ", "roundTowardZero"],
];

/// What a name means as a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    Unknown,
    Reserved(Reserved),
    /// A constant of a theory.
    Constant(Theory, Term),
    /// A function symbol of a theory.
    Head(Theory, Head),
    /// A variable, a definition without parameters, or what `let` binds.
    Term(Term),
    /// A definition with parameters.
    Function(FunctionId),
    /// A declared function, or one of a declared datatype.
    Declared(Head),
}

/// What a name means as a sort.
#[derive(Clone, Debug)]
pub(crate) enum SortMeaning {
    /// A sort, of no parameters or some.
    Shape { arity: u32, shape: SortShape },
    /// `Array`.
    Array,
    /// A declared sort.
    Declared { arity: u32 },
    /// A sort of a theory that terms do not have.
    Unsupported,
}

/// Names and their meanings.
#[derive(Debug)]
pub(crate) struct Environment {
    pub(crate) names: NameTable,
    meanings: IdVec<NameId, Meaning>,
    /// The `let` that bound each name last.
    binders: IdVec<NameId, u64>,
    sorts: BTreeMap<NameId, SortMeaning>,
    pub(crate) functions: IdVec<FunctionId, DefinedFunction>,
    /// Meanings before the `let`s that are open.
    let_log: Vec<(NameId, Meaning)>,
    /// Names declared as terms, and as sorts, in this level and those below. Before, they had the
    /// given meaning.
    declared: Vec<(NameId, Meaning)>,
    declared_sorts: Vec<NameId>,
    /// How long the two lists above were when each level began.
    levels: Vec<(usize, usize)>,
    /// Whether declarations outlive their level.
    pub(crate) global_declarations: bool,
    /// The theories of the logic; all if none is set.
    theories: Option<Vec<Theory>>,
}

impl Environment {
    pub(crate) fn new(store: &mut TermStore) -> Environment {
        let mut environment = Environment {
            names: NameTable::new(),
            meanings: IdVec::new(),
            binders: IdVec::new(),
            sorts: BTreeMap::new(),
            functions: IdVec::new(),
            let_log: Vec::new(),
            declared: Vec::new(),
            declared_sorts: Vec::new(),
            levels: Vec::new(),
            global_declarations: false,
            theories: None,
        };
        for &(word, reserved) in RESERVED {
            environment.preset(word, Meaning::Reserved(reserved));
        }
        for (word, value) in [("true", true), ("false", false)] {
            environment.preset(word, Meaning::Constant(Theory::Core, store.bool(value)));
        }
        for (mode, words) in Rounding::ALL.into_iter().zip(ROUNDING_MODES) {
            for word in words {
                environment.preset(word, Meaning::Constant(Theory::Floats, store.rounding(mode)));
            }
        }
        for (theory, word, head) in operator::symbols() {
            environment.preset(&word, Meaning::Head(theory, head));
        }
        environment.preset_sorts();
        environment
    }

    fn preset(&mut self, word: &str, meaning: Meaning) {
        let name = self.intern(word);
        self.meanings[name] = meaning;
    }

    fn preset_sorts(&mut self) {
        let ground =
            |sort| SortMeaning::Shape { arity: 0, shape: SortShape::Ground(ScriptSort::Kernel(sort)) };
        let whole = SortMeaning::Shape { arity: 0, shape: SortShape::Ground(ScriptSort::Int) };
        let sorts = [
            ("Bool", ground(Sort::Bool)),
            ("Real", ground(Sort::Real)),
            ("RoundingMode", ground(Sort::RoundingMode)),
            ("Float16", ground(Sort::Float(Format::F16))),
            ("Float32", ground(Sort::Float(Format::F32))),
            ("Float64", ground(Sort::Float(Format::F64))),
            ("Float128", ground(Sort::Float(Format::F128))),
            ("Array", SortMeaning::Array),
            ("Int", whole),
            ("String", SortMeaning::Unsupported),
            ("RegLan", SortMeaning::Unsupported),
        ];
        for (word, meaning) in sorts {
            let name = self.intern(word);
            self.sorts.insert(name, meaning);
        }
    }

    /// The number of a name.
    #[inline]
    pub(crate) fn intern(&mut self, text: &str) -> NameId {
        let name = self.names.intern(text);
        if self.meanings.len() < self.names.len() {
            self.meanings.push(Meaning::Unknown);
            self.binders.push(0);
        }
        name
    }

    #[inline]
    pub(crate) fn meaning(&self, name: NameId) -> Meaning {
        self.meanings[name]
    }

    pub(crate) fn sort_meaning(&self, name: NameId) -> Option<SortMeaning> {
        self.sorts.get(&name).cloned()
    }

    /// Whether a name means nothing as a term.
    pub(crate) fn is_free(&self, text: &str) -> bool {
        self.names.find(text).is_none_or(|name| self.meanings[name] == Meaning::Unknown)
    }

    /// Gives a name a meaning in the present level; says whether that is allowed.
    ///
    /// A symbol of a theory is free to be declared if the logic does not have that theory.
    pub(crate) fn declare(&mut self, name: NameId, meaning: Meaning) -> bool {
        let before = self.meanings[name];
        let is_free = match before {
            Meaning::Unknown => true,
            Meaning::Constant(theory, _) | Meaning::Head(theory, _) => self.lacks(theory),
            Meaning::Reserved(_) | Meaning::Term(_) | Meaning::Function(_) | Meaning::Declared(_) => false,
        };
        if is_free {
            self.declared.push((name, before));
            self.meanings[name] = meaning;
        }
        is_free
    }

    /// Gives a name a meaning as a sort in the present level; says whether that is allowed.
    pub(crate) fn declare_sort(&mut self, name: NameId, meaning: SortMeaning) -> bool {
        let is_free = !self.sorts.contains_key(&name);
        if is_free {
            self.declared_sorts.push(name);
            self.sorts.insert(name, meaning);
        }
        is_free
    }

    fn lacks(&self, theory: Theory) -> bool {
        self.theories.as_ref().is_some_and(|theories| !theories.contains(&theory))
    }

    /// Takes note of the logic: which theories' symbols cannot be declared.
    pub(crate) fn set_logic(&mut self, logic: &str) {
        let letters = logic.strip_prefix("QF_").unwrap_or(logic);
        if letters == "ALL" {
            self.theories = None;
            return;
        }
        let mut theories = vec![Theory::Core];
        let has = |part: &str| letters.contains(part);
        if has("BV") || has("FP") {
            theories.push(Theory::BitVectors);
        }
        if has("FP") {
            theories.push(Theory::Floats);
        }
        if letters.starts_with('A') {
            theories.push(Theory::Arrays);
        }
        if has("RA") || has("RDL") {
            theories.push(Theory::Reals);
        }
        self.theories = Some(theories);
    }

    /// Has a name mean something else until [`Environment::close_let`]; says whether that is the
    /// first time in the `let` with this number.
    #[inline]
    pub(crate) fn bind(&mut self, name: NameId, term: Term, number: u64) -> bool {
        self.let_log.push((name, self.meanings[name]));
        self.meanings[name] = Meaning::Term(term);
        std::mem::replace(&mut self.binders[name], number) != number
    }

    /// How many names `let`s have bound.
    pub(crate) fn bound(&self) -> usize {
        self.let_log.len()
    }

    /// Gives all names their meanings back that were bound since there were that many.
    #[inline]
    pub(crate) fn close_let(&mut self, bound: usize) {
        while self.let_log.len() > bound {
            if let Some((name, meaning)) = self.let_log.pop() {
                self.meanings[name] = meaning;
            }
        }
    }

    /// How many levels there are above the first.
    pub(crate) fn levels(&self) -> usize {
        self.levels.len()
    }

    pub(crate) fn push_level(&mut self) {
        self.levels.push((self.declared.len(), self.declared_sorts.len()));
    }

    /// Ends the uppermost level, if there is one.
    pub(crate) fn pop_level(&mut self) {
        let Some((declared, declared_sorts)) = self.levels.pop() else { return };
        if !self.global_declarations {
            self.forget(declared, declared_sorts);
        }
    }

    /// Ends all levels, the first included: what is declared is forgotten, unless declarations are
    /// global.
    pub(crate) fn clear(&mut self) {
        self.levels.clear();
        if !self.global_declarations {
            self.forget(0, 0);
        }
    }

    fn forget(&mut self, declared: usize, declared_sorts: usize) {
        for (name, before) in self.declared.drain(declared..).rev() {
            self.meanings[name] = before;
        }
        for name in self.declared_sorts.drain(declared_sorts..) {
            self.sorts.remove(&name);
        }
    }
}
