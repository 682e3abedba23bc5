//! What crosses the borders of blocks and functions: edges, switches, calls, returns.

use super::error::Property;
use super::function::BodyCheck;
use crate::body::{EdgeId, InstId, SlotList, SwitchId};
use crate::inst::Inst;
use crate::module::FunctionId;
use crate::types::Type;
use ulpwise_base::Id;

/// Checks one instruction of a body whose structure is sound.
pub(super) fn check_control(check: &mut BodyCheck<'_>, id: InstId, inst: &Inst) {
    match *inst {
        Inst::Call { callee, arguments, results, .. } => check_call(check, id, callee, arguments, results),
        Inst::Return { values } => {
            let function = check.function;
            if !same_types(check, values, &function.results) {
                let message = format!("the signature promises {}", list_types(&function.results));
                check.report_inst(Property::ReturnTypes, id, message);
            }
        }
        Inst::Switch { bits, table, .. } => check_cases(check, id, bits, table),
        Inst::Landing { .. } => check_landing(check, id),
        _ => {}
    }
    let body = check.body;
    body.for_each_edge(inst, |edge| check_edge(check, id, edge));
}

fn check_landing(check: &mut BodyCheck<'_>, id: InstId) {
    let body = check.body;
    let is_first = body.blocks[body.block_of(id)].start == id;
    let before = id.index().checked_sub(1).map(|index| body.insts[InstId::from_index(index)]);
    let follows_call = matches!(before, Some(Inst::Call { .. } | Inst::CallIndirect { .. }));
    if is_first || !follows_call {
        check.report_inst(Property::LandingAfterCall, id, "no call stands directly before it");
    }
}

fn check_edge(check: &mut BodyCheck<'_>, id: InstId, edge: EdgeId) {
    let body = check.body;
    let edge = body.edges[edge];
    let parameters: Vec<Type> = body.values(body.blocks[edge.target].parameters).map(|(_, ty)| ty).collect();
    if !same_types(check, edge.arguments, &parameters) {
        let message = format!("{} takes {}", edge.target, list_types(&parameters));
        check.report_inst(Property::EdgeArguments, id, message);
    }
}

fn check_cases(check: &mut BodyCheck<'_>, id: InstId, bits: u8, table: SwitchId) {
    if bits > 64 {
        return check.report_inst(Property::SwitchCases, id, "the value has more than 64 bits");
    }
    let cases = &check.body.switches[table].cases;
    let increasing = cases.is_sorted_by(|(first, _), (second, _)| first < second);
    let largest = u64::MAX.checked_shr(64 - u32::from(bits)).unwrap_or(0);
    let possible = cases.iter().all(|&(case, _)| case <= largest);
    if !increasing {
        check.report_inst(Property::SwitchCases, id, "the cases are not strictly increasing");
    }
    if !possible {
        check.report_inst(Property::SwitchCases, id, format!("a case does not fit {bits} bits"));
    }
}

fn check_call(
    check: &mut BodyCheck<'_>,
    id: InstId,
    callee: FunctionId,
    arguments: SlotList,
    results: SlotList,
) {
    let callee = &check.module.functions[callee];
    let named = callee.parameters.len();
    let found: Vec<Type> = check.body.values(arguments).map(|(_, ty)| ty).collect();
    let enough = found.len() == named || callee.variadic && found.len() > named;
    if !enough || found[..named] != callee.parameters {
        let more = if callee.variadic { " and more" } else { "" };
        let message = format!("{:?} takes {}{more}", callee.name, list_types(&callee.parameters));
        check.report_inst(Property::CallSignature, id, message);
    }
    if !same_types(check, results, &callee.results) {
        let message = format!("{:?} gives {}", callee.name, list_types(&callee.results));
        check.report_inst(Property::CallSignature, id, message);
    }
}

fn same_types(check: &BodyCheck<'_>, list: SlotList, expected: &[Type]) -> bool {
    check.body.values(list).map(|(_, ty)| ty).eq(expected.iter().copied())
}

fn list_types(types: &[Type]) -> String {
    let names: Vec<String> = types.iter().map(ToString::to_string).collect();
    format!("({})", names.join(", "))
}
