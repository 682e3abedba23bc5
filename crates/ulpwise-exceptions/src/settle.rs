//! What is right, settled by precision: calls are made with shadow values of more and more bits
//! until two numbers of bits agree.

/// What calls with shadow values came to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Settled<T> {
    /// Two numbers of bits agree; the larger one.
    Agreed(T, u32),
    /// With all the bits there were, the last two readings still differ.
    Open([T; 2]),
    /// The call cannot be read, or not twice.
    Unreadable,
}

/// Reads calls with more and more bits, each until two readings that follow one another agree. The
/// reader may say that there are no more bits.
///
/// # Errors
/// The calls cannot be made.
pub(crate) fn settled<C: Copy, T, E>(
    levels: &[u32],
    calls: &[C],
    mut read: impl FnMut(u32, &[C]) -> Result<Option<Vec<Option<T>>>, E>,
    agree: impl Fn(&T, &T) -> bool,
) -> Result<Vec<Settled<T>>, E> {
    let mut found: Vec<Settled<T>> = calls.iter().map(|_| Settled::Unreadable).collect();
    let mut open: Vec<(usize, Vec<T>)> = (0..calls.len()).map(|call| (call, Vec::new())).collect();
    for &bits in levels {
        let asked: Vec<C> = open.iter().map(|&(call, _)| calls[call]).collect();
        let readings = if asked.is_empty() { None } else { read(bits, &asked)? };
        let Some(readings) = readings else { break };
        let mut still = Vec::new();
        for ((call, mut known), reading) in open.into_iter().zip(readings) {
            let Some(reading) = reading else { continue };
            if known.last().is_some_and(|before| agree(before, &reading)) {
                found[call] = Settled::Agreed(reading, bits);
            } else {
                known.push(reading);
                still.push((call, known));
            }
        }
        open = still;
    }
    for (call, mut known) in open {
        if let (Some(last), Some(before)) = (known.pop(), known.pop()) {
            found[call] = Settled::Open([before, last]);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_added_until_two_readings_agree() {
        // What a call reads as is its number over the bits, as long as it is not small; or nothing
        // at all.
        let mut asked = Vec::new();
        let read = |bits: u32, calls: &[u32]| {
            asked.push((bits, calls.len()));
            Ok::<_, ()>(Some(calls.iter().map(|&call| (call != 9).then(|| (call / bits).max(3))).collect()))
        };
        let found = settled(&[1, 2, 4], &[3, 6, 9, 100], read, |a, b| a == b).unwrap();
        assert_eq!(
            found,
            [Settled::Agreed(3, 2), Settled::Agreed(3, 4), Settled::Unreadable, Settled::Open([50, 25])]
        );
        assert_eq!(asked, [(1, 4), (2, 3), (4, 2)]);
    }
}
