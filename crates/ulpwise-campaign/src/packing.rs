//! How functions become units, and how long units take on so many cores.

/// What units should be like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packing {
    /// How long a unit of several functions should take at most, in seconds.
    pub unit_time: f64,
    /// For how many cores.
    pub cores: usize,
}

/// How many units each core should get at least: with many small ones the last cores end together.
const UNITS_PER_CORE: f64 = 4.0;

/// Divides functions that take so long into units, the costliest first: a function that takes as long
/// as a unit may is one of its own, and smaller ones share.
pub(crate) fn pack(expected: &[f64], packing: &Packing) -> Vec<Vec<usize>> {
    let total: f64 = expected.iter().sum();
    let share = total / (packing.cores.max(1) as f64 * UNITS_PER_CORE);
    let most = packing.unit_time.min(share);
    let mut order: Vec<usize> = (0..expected.len()).collect();
    order.sort_by(|&one, &other| expected[other].total_cmp(&expected[one]).then(one.cmp(&other)));
    let mut units: Vec<(f64, Vec<usize>)> = Vec::new();
    for function in order {
        match units.last_mut() {
            Some((time, functions)) if *time + expected[function] <= most => {
                *time += expected[function];
                functions.push(function);
            }
            _ => units.push((expected[function], vec![function])),
        }
    }
    units.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    units
        .into_iter()
        .map(|(_, mut functions)| {
            functions.sort_unstable();
            functions
        })
        .collect()
}

/// How long units take on so many cores, each core taking the next when it is free.
pub fn makespan(units: &[f64], cores: usize) -> f64 {
    let mut free: std::collections::BinaryHeap<std::cmp::Reverse<Moment>> =
        (0..cores.max(1)).map(|_| std::cmp::Reverse(Moment(0.0))).collect();
    let mut end = 0.0_f64;
    for unit in units {
        let std::cmp::Reverse(Moment(begin)) = free.pop().unwrap_or(std::cmp::Reverse(Moment(0.0)));
        end = end.max(begin + unit);
        free.push(std::cmp::Reverse(Moment(begin + unit)));
    }
    end
}

/// A time, ordered.
#[derive(Clone, Copy, PartialEq)]
struct Moment(f64);

impl Eq for Moment {}

impl PartialOrd for Moment {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Moment {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_in_one_unit_and_the_costliest_comes_first() {
        let expected: Vec<f64> = (0..100).map(|at| f64::from(at % 13)).collect();
        for cores in [1, 4, 1000] {
            let units = pack(&expected, &Packing { unit_time: 30.0, cores });
            let mut all: Vec<usize> = units.iter().flatten().copied().collect();
            all.sort_unstable();
            assert_eq!(all, (0..100).collect::<Vec<_>>());
            let times: Vec<f64> =
                units.iter().map(|unit| unit.iter().map(|&at| expected[at]).sum()).collect();
            assert!(times.iter().all(|&time| time <= 30.0));
            assert!(times.is_sorted_by(|one, other| one >= other), "{times:?}");
        }
    }

    #[test]
    fn units_end_when_the_last_core_does() {
        assert_eq!(makespan(&[3.0, 2.0, 2.0, 1.0], 2), 4.0);
        assert_eq!(makespan(&[1.0, 1.0, 4.0], 2), 5.0);
        assert_eq!(makespan(&[1.0, 1.0, 4.0], 10), 4.0);
        assert_eq!(makespan(&[], 3), 0.0);
    }
}
