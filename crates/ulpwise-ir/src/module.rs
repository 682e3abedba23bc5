//! A module: everything of a program that was loaded, linked into one.

use crate::body::{Body, InstId};
use crate::inst::Inst;
use crate::site::{FileId, Location, LocationId, Site, SiteId, SourceFile};
use crate::source_type::{Declaration, SourceType, SourceTypeId};
use crate::types::Type;
use std::collections::{BTreeSet, HashMap};
use ulpwise_base::{IdVec, typed_id};

typed_id! {
    /// A function, defined or only declared.
    pub struct FunctionId("f");
}
typed_id! {
    /// A global variable or constant.
    pub struct GlobalId("g");
}
typed_id! {
    /// A text of the module, such as the name of something unsupported.
    pub struct MessageId("msg");
}

/// The library an undeclared function belongs to, as far as lowering knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Library {
    /// Defined in the module, or unknown.
    None,
    /// The mathematical library: its calls are sites.
    Math,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The linker's name, unique in the module.
    pub name: String,
    /// The types of the parameters as LLVM passes them.
    pub parameters: Vec<Type>,
    /// The types of the results; several when an aggregate is returned.
    pub results: Vec<Type>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether other files can call it: these are the functions a user means first.
    pub exported: bool,
    /// The library it belongs to when it has no body.
    pub library: Library,
    /// What the source says about it.
    pub declaration: Option<Declaration>,
    /// What it does, when it is defined here.
    pub body: Option<Body>,
}

/// What a relocation points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A global.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
}

/// Eight bytes of an initialiser that hold an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relocation {
    /// Where in the initialiser.
    pub offset: u64,
    /// Whose address.
    pub target: Target,
    /// Plus so many bytes.
    pub addend: i64,
}

/// A global variable or constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// The linker's name, unique in the module.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment, a power of two.
    pub align: u32,
    /// Whether writing to it is an error.
    pub constant: bool,
    /// Whether only the code of this module can name it: C's `static`.
    pub internal: bool,
    /// Its first bytes, the rest being zero; `None` when it is declared here and defined elsewhere.
    pub initializer: Option<Vec<u8>>,
    /// The addresses inside the initialiser, in order of their offsets.
    pub relocations: Vec<Relocation>,
}

/// Everything of a program that was loaded.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Module {
    /// The source files.
    pub files: IdVec<FileId, SourceFile>,
    /// The places in them.
    pub locations: IdVec<LocationId, Location>,
    /// The types of the source language that declarations mention.
    pub source_types: IdVec<SourceTypeId, SourceType>,
    /// The texts that instructions mention.
    pub messages: IdVec<MessageId, String>,
    /// The globals.
    pub globals: IdVec<GlobalId, Global>,
    /// The functions.
    pub functions: IdVec<FunctionId, Function>,
    /// The sites, function after function, in the order of the instructions.
    pub sites: IdVec<SiteId, Site>,
}

impl Module {
    /// The function of that linker's name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter_enumerated().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }

    /// All functions by linker's name.
    pub fn functions_by_name(&self) -> HashMap<&str, FunctionId> {
        self.functions.iter_enumerated().map(|(id, function)| (function.name.as_str(), id)).collect()
    }

    /// The functions whose addresses stand in variables from the start: calls through pointers may
    /// lead to them. The lists of what runs before and after the program are the linker's: no code
    /// can read them.
    pub fn functions_in_variables(&self) -> impl Iterator<Item = FunctionId> + '_ {
        let is_list = |name: &str| name == "llvm.global_ctors" || name == "llvm.global_dtors";
        let readable = self.globals.iter().filter(move |global| !is_list(&global.name));
        let relocations = readable.flat_map(|global| &global.relocations);
        relocations.filter_map(|relocation| match relocation.target {
            Target::Function(function) => Some(function),
            Target::Global(..) => None,
        })
    }

    /// The functions whose address stands in code or in a variable: calls through pointers may lead
    /// to them.
    pub fn functions_with_address(&self) -> BTreeSet<FunctionId> {
        let bodies = self.functions.iter().filter_map(|function| function.body.as_ref());
        bodies.flat_map(Body::function_addresses).chain(self.functions_in_variables()).collect()
    }

    /// Whether a variable is defined elsewhere that may hold the address of an unknown function.
    /// The streams of the C library do not, nor do descriptions of types, which every C++ program
    /// with classes refers to, nor what tells one shared object from another. The tables of the
    /// library's exceptions hold functions that are known.
    pub fn has_foreign_variables(&self) -> bool {
        let is_harmless = |name: &str| {
            ulpwise_externals::is_stream_variable(name)
                || ["_ZTVN10__cxxabiv1", "_ZTI"].iter().any(|start| name.starts_with(start))
                || name == "__dso_handle"
                || name.strip_prefix("_ZTV").is_some_and(|class| {
                    ulpwise_externals::standard_exception(&format!("_ZTI{class}")).is_some()
                })
        };
        self.globals.iter().any(|global| global.initializer.is_none() && !is_harmless(&global.name))
    }

    /// Whether some function may catch exceptions, or run code while one passes through it.
    /// Lowering puts such code behind branches that are never taken: where an exception leads then
    /// is unknown to executors.
    pub fn may_catch(&self) -> bool {
        let is_personality = |name: &str| name.contains("personality") || name == "__C_specific_handler";
        self.functions.iter().any(|function| is_personality(&function.name))
    }

    /// The site's stable name: function and ordinal, as in `av1#3`.
    pub fn site_name(&self, site: SiteId) -> String {
        let site = &self.sites[site];
        format!("{}#{}", self.functions[site.function].name, site.ordinal)
    }

    /// The instruction of a site.
    pub fn site_inst(&self, site: SiteId) -> Option<&Inst> {
        let site = &self.sites[site];
        self.functions[site.function].body.as_ref()?.insts.get(site.inst)
    }

    /// Where an instruction stands in the source.
    pub fn location_of(&self, function: FunctionId, inst: InstId) -> Option<Location> {
        let location = (*self.functions[function].body.as_ref()?.locations.get(inst)?)?;
        self.locations.get(location).copied()
    }

    /// Numbers all sites in the order of functions and instructions and makes the table of sites.
    /// A call is one when its callee has no body and belongs to the mathematical library.
    pub fn number_sites(&mut self) {
        let is_math: IdVec<FunctionId, bool> = self
            .functions
            .iter()
            .map(|function| function.library == Library::Math && function.body.is_none())
            .collect();
        self.sites = IdVec::new();
        for function in self.functions.ids() {
            let Some(body) = &mut self.functions[function].body else { continue };
            let mut ordinal = 0;
            for id in body.insts.ids() {
                let inst = &mut body.insts[id];
                match inst {
                    Inst::Call { callee, site, .. } if !is_math[*callee] => *site = None,
                    _ => inst.set_site(self.sites.next_id()),
                }
                if let Some(kind) = inst.site_kind() {
                    let location = body.locations[id];
                    self.sites.push(Site { function, ordinal, inst: id, kind, location });
                    ordinal += 1;
                }
            }
        }
    }

    /// The sites of one function.
    pub fn sites_of(&self, function: FunctionId) -> impl Iterator<Item = (SiteId, &Site)> + '_ {
        // Sites stand function after function, so the run can be found by bisection.
        let sites = self.sites.as_slice();
        let start = sites.partition_point(|site| site.function < function);
        let end = sites.partition_point(|site| site.function <= function);
        (start..end).map(|index| (SiteId::new(index as u32), &sites[index]))
    }
}
