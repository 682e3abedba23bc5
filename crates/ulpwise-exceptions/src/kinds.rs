//! Which exceptions of a site are rows of the ledger: those that the operation can raise at all.
//!
//! Signalling NaNs make every operation invalid. Few programs ever see one, so they do not count
//! here: they come in only where inputs may be NaN, and then whatever they raise is found as
//! anything else is.

use ulpwise_interp::Exception;
use ulpwise_ir::{FloatUnaryOp, Module, NanOperands, SiteId, SiteKind, raisable};

/// The exceptions that a site can raise. Of roundings those of operations, roots and conversions
/// between formats count.
pub fn possible(module: &Module, site: SiteId) -> Vec<Exception> {
    let counts_rounding = match module.sites[site].kind {
        SiteKind::Binary(..) | SiteKind::Fma(_) | SiteKind::Convert(..) => true,
        SiteKind::Unary(op, _) => op == FloatUnaryOp::Sqrt,
        SiteKind::Compare(_) | SiteKind::ToInt(_) | SiteKind::FromInt(_) | SiteKind::Libm(_) => false,
    };
    let raised = raisable(module, site, NanOperands::Quiet);
    let (on_request, always): (Vec<Exception>, Vec<Exception>) =
        raised.iter().partition(|exception| exception.is_on_request());
    let counts = |&exception: &Exception| exception != Exception::Inexact || counts_rounding;
    always.into_iter().chain(on_request.into_iter().filter(counts)).collect()
}
