//! Shares as text.

/// A share as people read it.
pub(crate) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        _ if percent == 0.0 => "0 %".to_owned(),
        _ if !(0.001..100_000.0).contains(&percent) => format!("{percent:.2e} %"),
        _ => {
            let digits = (2 - percent.log10().floor() as i32).clamp(0, 8) as usize;
            let text = format!("{percent:.digits$}");
            let text =
                if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
            format!("{text} %")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_read_well() {
        assert_eq!(percent(0.001), "0.1 %");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(percent(1.1920928955078125e-7), "1.19e-5 %");
        assert_eq!(percent(0.12345), "12.3 %");
    }
}
