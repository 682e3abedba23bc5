//! The objects of SARIF 2.1.0 that are written. What may be absent is left out, as the standard
//! wants it.

use crate::assumptions::AssumptionDocument;
use serde::Serialize;
use std::collections::BTreeMap;
use ulpwise_finding::CallInput;

#[derive(Serialize)]
pub(super) struct SarifLog<'r> {
    #[serde(rename = "$schema")]
    pub(super) schema: &'static str,
    pub(super) version: &'static str,
    pub(super) runs: [SarifRun<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRun<'r> {
    pub(super) tool: SarifTool<'r>,
    pub(super) taxonomies: [SarifTaxonomy; 1],
    pub(super) column_kind: &'static str,
    pub(super) artifacts: Vec<SarifArtifact>,
    pub(super) invocations: [SarifInvocation<'r>; 1],
    pub(super) results: Vec<SarifResult<'r>>,
    pub(super) properties: SarifRunProperties<'r>,
}

#[derive(Serialize)]
pub(super) struct SarifRunProperties<'r> {
    pub(super) ledger: BTreeMap<&'static str, SarifCounts>,
    pub(super) assumptions: BTreeMap<&'r str, Vec<AssumptionDocument<'r>>>,
}

#[derive(Serialize)]
pub(super) struct SarifCounts {
    pub(super) found: usize,
    pub(super) proven: usize,
    pub(super) unknown: usize,
}

#[derive(Serialize)]
pub(super) struct SarifTool<'r> {
    pub(super) driver: SarifDriver<'r>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifDriver<'r> {
    pub(super) name: &'static str,
    pub(super) semantic_version: &'r str,
    pub(super) rules: Vec<SarifRule>,
    pub(super) supported_taxonomies: [SarifComponent; 1],
}

#[derive(Serialize)]
pub(super) struct SarifComponent {
    pub(super) name: &'static str,
    pub(super) index: usize,
}

/// The component that weaknesses belong to.
pub(super) const CWE: SarifComponent = SarifComponent { name: "CWE", index: 0 };

#[derive(Serialize)]
pub(super) struct SarifText {
    pub(super) text: String,
}

impl<T: Into<String>> From<T> for SarifText {
    fn from(text: T) -> Self {
        Self { text: text.into() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRule {
    pub(super) id: &'static str,
    pub(super) name: String,
    pub(super) short_description: SarifText,
    pub(super) full_description: SarifText,
    pub(super) help: SarifHelp,
    pub(super) default_configuration: SarifConfiguration,
    pub(super) relationships: Vec<SarifRelationship>,
    pub(super) properties: SarifRuleProperties,
}

#[derive(Serialize)]
pub(super) struct SarifHelp {
    pub(super) text: String,
    pub(super) markdown: String,
}

#[derive(Serialize)]
pub(super) struct SarifConfiguration {
    pub(super) level: &'static str,
}

#[derive(Serialize)]
pub(super) struct SarifRelationship {
    pub(super) target: SarifTarget,
    pub(super) kinds: [&'static str; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifTarget {
    pub(super) id: String,
    pub(super) tool_component: SarifComponent,
}

#[derive(Serialize)]
pub(super) struct SarifRuleProperties {
    pub(super) tags: Vec<String>,
    pub(super) precision: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifTaxonomy {
    pub(super) name: &'static str,
    pub(super) organization: &'static str,
    pub(super) short_description: SarifText,
    pub(super) taxa: Vec<SarifTaxon>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifTaxon {
    pub(super) id: String,
    pub(super) name: &'static str,
    pub(super) short_description: SarifText,
}

#[derive(Serialize)]
pub(super) struct SarifArtifact {
    pub(super) location: SarifUri,
}

#[derive(Serialize)]
pub(super) struct SarifUri {
    pub(super) uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) index: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifInvocation<'r> {
    pub(super) execution_successful: bool,
    pub(super) exit_code: u8,
    pub(super) arguments: &'r [String],
    pub(super) tool_execution_notifications: Vec<SarifNotification>,
}

#[derive(Serialize)]
pub(super) struct SarifNotification {
    pub(super) level: &'static str,
    pub(super) message: SarifText,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifResult<'r> {
    pub(super) rule_id: &'static str,
    pub(super) rule_index: Option<usize>,
    pub(super) kind: &'static str,
    pub(super) level: &'static str,
    pub(super) message: SarifText,
    pub(super) locations: [SarifLocation<'r>; 1],
    pub(super) code_flows: [SarifCodeFlow<'r>; 1],
    pub(super) partial_fingerprints: BTreeMap<&'static str, String>,
    pub(super) properties: SarifResultProperties<'r>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) related_locations: Vec<SarifLocation<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stacks: Vec<SarifStack<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) suppressions: Vec<SarifSuppression<'r>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifResultProperties<'r> {
    pub(super) call: String,
    pub(super) inputs: Vec<SarifInput<'r>>,
    pub(super) again: &'r Option<String>,
    pub(super) avoidable: Option<bool>,
    pub(super) plain: bool,
    pub(super) reached_from: Vec<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) right_digits: Option<SarifDigits>,
}

#[derive(Serialize)]
pub(super) struct SarifInput<'r> {
    name: &'r str,
    decimal: &'r str,
    hex: &'r Option<String>,
    #[serde(rename = "type")]
    ty: &'r str,
}

impl<'r> From<&'r CallInput> for SarifInput<'r> {
    fn from(input: &'r CallInput) -> Self {
        let value = &input.value;
        Self { name: &input.name, decimal: &value.decimal, hex: &value.hex, ty: &value.ty }
    }
}

#[derive(Serialize)]
pub(super) struct SarifDigits {
    pub(super) right: f64,
    pub(super) of: u32,
}

#[derive(Serialize)]
pub(super) struct SarifSuppression<'r> {
    pub(super) kind: &'static str,
    pub(super) justification: &'r str,
}

#[derive(Serialize)]
pub(super) struct SarifStack<'r> {
    pub(super) message: SarifText,
    pub(super) frames: Vec<SarifFrame<'r>>,
}

/// A frame of a stack, or a step of a flow.
#[derive(Serialize)]
pub(super) struct SarifFrame<'r> {
    pub(super) location: SarifLocation<'r>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifCodeFlow<'r> {
    pub(super) thread_flows: [SarifThreadFlow<'r>; 1],
}

#[derive(Serialize)]
pub(super) struct SarifThreadFlow<'r> {
    pub(super) locations: Vec<SarifFrame<'r>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifLocation<'r> {
    pub(super) logical_locations: [SarifLogicalLocation<'r>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) physical_location: Option<SarifPhysicalLocation<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<SarifText>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifLogicalLocation<'r> {
    pub(super) name: &'r str,
    pub(super) fully_qualified_name: &'r str,
    pub(super) kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifPhysicalLocation<'r> {
    pub(super) artifact_location: SarifUri,
    pub(super) region: SarifRegion<'r>,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRegion<'r> {
    pub(super) start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) snippet: Option<SarifSnippet<'r>>,
}

#[derive(Serialize)]
pub(super) struct SarifSnippet<'r> {
    pub(super) text: &'r str,
}
