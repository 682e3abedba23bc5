//! `ulpwise verify`: certificates of proofs, checked again.

use crate::args::VerifyArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report};
use crate::progress::Watched;
use ulpwise_driver::CertificateReport;
use ulpwise_report::text::{count, printable};

/// Runs the command.
pub(crate) fn verify(arguments: &VerifyArguments) -> Result<Report, Failure> {
    let watched = Watched::new(Patience::Unlimited);
    let report = ulpwise_driver::verify(&arguments.options(), watched.context())?;
    drop(watched);
    let mut output: String = report.certificates.iter().map(describe).collect();
    let verified: usize = report.certificates.iter().map(|certificate| certificate.verified).sum();
    let refused = report.certificates.iter().filter(|certificate| !certificate.refused.is_empty()).count();
    output.push_str(&format!(
        "{}: {} verified, {} refused\n",
        count(report.certificates.len(), "certificate", "certificates"),
        count(verified, "proof", "proofs"),
        count(refused, "certificate", "certificates"),
    ));
    let status = if report.has_refusals() { ExitStatus::ProgramFailed } else { ExitStatus::Success };
    Ok(Report { output, errors: String::new(), status })
}

/// The lines of a certificate.
fn describe(certificate: &CertificateReport) -> String {
    let CertificateReport { file, function, verified, uncertified, refused, remarks } = certificate;
    let about = if function.is_empty() { String::new() } else { format!(" ({})", printable(function)) };
    let verified = count(*verified, "proof verified", "proofs verified");
    let mut text = format!("{}{about}: {verified}\n", printable(file));
    for (why, number) in uncertified {
        text.push_str(&format!(
            "  {} not certified: {}\n",
            count(*number, "proof", "proofs"),
            printable(why)
        ));
    }
    refused.iter().for_each(|why| text.push_str(&format!("  refused: {}\n", printable(why))));
    remarks.iter().for_each(|remark| text.push_str(&format!("  {}\n", printable(remark))));
    text
}
