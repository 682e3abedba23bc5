//! Variables of the program that a run of a bound reads, and that may hold something else when the
//! function is called than what they begin with.
//!
//! What nothing writes is constant (`ulpwise_harness::variables_that_may_change`). Of others, tables are
//! taken for what they begin with, and the proof says so: variables that only their file can name and
//! that are not written where they are named. A run that reads any other has no bound.

use crate::error::RefusalReason;
use std::cell::RefCell;
use std::collections::BTreeSet;
use ulpwise_harness::{is_table, variables_that_may_change};
use ulpwise_ir::{FunctionId, GlobalId, Module};

/// What is known of the variables at entry.
#[derive(Debug, Default)]
pub struct EntryVariables {
    open: BTreeSet<GlobalId>,
    /// Tables that were read.
    tables: RefCell<BTreeSet<GlobalId>>,
}

impl EntryVariables {
    /// Those of a function.
    pub fn new(module: &Module, function: FunctionId) -> Self {
        let open = variables_that_may_change(module, function).into_iter().collect();
        Self { open, tables: RefCell::default() }
    }

    /// A variable is read.
    pub(super) fn read(&self, module: &Module, variable: GlobalId) -> Result<(), RefusalReason> {
        if !self.open.contains(&variable) || self.tables.borrow().contains(&variable) {
            return Ok(());
        }
        if is_table(module, variable) {
            self.tables.borrow_mut().insert(variable);
            return Ok(());
        }
        let name = &module.globals[variable].name;
        Err(RefusalReason::BeyondInputs(format!(
            "it depends on the variable '{name}', which may hold something else when it is called"
        )))
    }

    /// The tables that are taken for what they begin with.
    pub fn tables(&self) -> Vec<GlobalId> {
        self.tables.borrow().iter().copied().collect()
    }
}
