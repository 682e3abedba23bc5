//! The verifier: sound modules pass, and for each property a module that violates it is refused
//! under the name of that property.

use crate::bad_edits::bad_edits;
use crate::bad_texts::BAD_TEXTS;
use crate::everything::everything;
use crate::sound::{SOUND, sound};
use std::collections::BTreeSet;
use ulpwise_ir::Module;
use ulpwise_ir::text::{parse, print};
use ulpwise_ir::verify::{MAX_ERRORS, Property, verify};

#[test]
fn sound_modules_pass() {
    sound();
    assert_eq!(verify(&Module::default()), Ok(()));
    let module = everything();
    if let Err(errors) = verify(&module) {
        panic!("{errors:#?}");
    }
}

/// Asserts that the verifier finds this property violated first.
fn refused(module: &Module, property: Property, what: &str) -> String {
    let errors = verify(module).expect_err(what);
    let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors[0].property, property, "{what}: {all:#?}");
    assert!(all[0].starts_with(property.id()), "the error names the property");
    all.join("\n")
}

#[test]
fn bad_texts_are_refused() {
    for &(property, good, bad) in BAD_TEXTS {
        assert!(SOUND.contains(good), "{good}");
        let mut text = SOUND.replacen(good, bad, 1);
        // A case may use one more local, which has to come before the constants.
        if text.contains("r32:") {
            text = with_extra_local(&text);
        }
        let module = parse(&text).unwrap_or_else(|error| panic!("{bad}: {error}"));
        refused(&module, property, &format!("`{good}` became `{bad}`"));
    }
}

/// Makes r32 the last local: r26, and moves the constants one up.
fn with_extra_local(text: &str) -> String {
    let mut text = text.to_owned();
    for slot in (26..=31).rev() {
        text = text.replace(&format!("r{slot}"), &format!("r{}'", slot + 1));
    }
    text.replace("r32:", "r26:").replace('\'', "")
}

#[test]
fn bad_edits_are_refused() {
    for (property, what, edit) in bad_edits() {
        let mut module = sound();
        edit(&mut module);
        refused(&module, property, what);
        // Printing is for reading what is broken: it must not break as well.
        print(&module);
    }
}

#[test]
fn each_property_has_a_module_that_violates_it() {
    let texts = BAD_TEXTS.iter().map(|(property, ..)| *property);
    let tried: BTreeSet<_> = texts.chain(bad_edits().iter().map(|(property, ..)| *property)).collect();
    assert_eq!(tried, Property::ALL.iter().copied().collect());
}

#[test]
fn errors_show_the_instruction() {
    let text = SOUND.replace("fadd r0, r26", "fadd r0, r27");
    let message = refused(&parse(&text).unwrap(), Property::OperandType, "fadd of an integer");
    assert_eq!(message, "operand-type: f3 \"norm\" i0 `r5: f64 = fadd r0, r27`: r27 is of type i64, not f64");
}

#[test]
fn the_number_of_errors_is_limited() {
    let text = SOUND.replace("  unreachable\n", &"  set_rounding r27\n".repeat(1000));
    let text = text.replace("b4:\n", "  unreachable\nb4:\n");
    assert_eq!(verify(&parse(&text).unwrap()).unwrap_err().len(), MAX_ERRORS);
}

#[test]
fn a_use_in_a_block_that_cannot_be_reached_is_free() {
    let text = SOUND.replace("r25: i32 = add r1, r1", "r25: i32 = add r25, r24");
    assert_eq!(verify(&parse(&text).unwrap()), Ok(()));
}
