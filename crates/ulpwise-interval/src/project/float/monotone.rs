//! Inversion of monotone functions by bisection: exact for whatever the function rounds.

/// The least and the greatest integer from `low` to `high` whose image is not below `from` and not
/// above `to`, by bisection, for a function that never falls; out of order if there is none.
pub(super) fn inverse<K: Ord>(
    (low, high): (i128, i128),
    from: &K,
    to: &K,
    image: impl Fn(i128) -> K,
) -> (i128, i128) {
    let first = first_where((low, high), |at| image(at) >= *from);
    let beyond = first_where((low, high), |at| image(at) > *to);
    match (first, beyond) {
        (None, _) => (1, 0),
        (Some(first), None) => (first, high),
        (Some(first), Some(beyond)) if beyond > first => (first, beyond - 1),
        _ => (1, 0),
    }
}

/// The least integer from `low` to `high` that satisfies a condition that holds from some point on.
fn first_where((low, high): (i128, i128), condition: impl Fn(i128) -> bool) -> Option<i128> {
    if low > high || !condition(high) {
        return None;
    }
    let (mut from, mut to) = (low, high);
    while from < to {
        // The distance may exceed the greatest signed number; its half does not.
        let middle = from.wrapping_add((to.wrapping_sub(from) as u128 / 2) as i128);
        if condition(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    Some(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bisection_finds_both_ends() {
        let halved = |at: i128| at.div_euclid(2);
        assert_eq!(inverse((-9, 9), &-2, &1, halved), (-4, 3));
        assert_eq!(inverse((-9, 9), &10, &11, halved), (1, 0));
        assert_eq!(inverse((4, 5), &3, &3, halved), (1, 0));
        assert_eq!(inverse((i128::MIN, i128::MAX), &0, &0, halved), (0, 1));
    }
}
