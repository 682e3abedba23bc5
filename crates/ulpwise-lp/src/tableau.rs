//! The dense tableau of the simplex method: every basic variable as a sum of the others.
//!
//! Variables are the columns of the program and then, for each row, the value of its sum. At the
//! start the rows' values are basic. A pivot exchanges a basic variable for one that is not.

/// A dense tableau in host floats.
#[derive(Clone, Debug)]
pub(crate) struct Tableau {
    /// Coefficients row by row.
    entries: Vec<f64>,
    /// What the entries were at the start.
    initial: Vec<f64>,
    /// The variables that are not basic, by position.
    pub(crate) nonbasic: Vec<usize>,
    /// The variable that is basic in each row.
    pub(crate) basic: Vec<usize>,
}

impl Tableau {
    /// The tableau of rows of `width` coefficients each.
    pub(crate) fn new(width: usize, entries: Vec<f64>) -> Tableau {
        let height = entries.len().checked_div(width).unwrap_or(0);
        Tableau {
            initial: entries.clone(),
            entries,
            nonbasic: (0..width).collect(),
            basic: (width..width + height).collect(),
        }
    }

    pub(crate) fn width(&self) -> usize {
        self.nonbasic.len()
    }

    /// The coefficients of one row.
    pub(crate) fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.width()..(row + 1) * self.width()]
    }

    /// The coefficient of one row at one position.
    pub(crate) fn at(&self, row: usize, position: usize) -> f64 {
        self.entries[row * self.width() + position]
    }

    /// Makes the variable at `position` basic in `row`.
    pub(crate) fn pivot(&mut self, row: usize, position: usize) {
        let width = self.width();
        let (before, rest) = self.entries.split_at_mut(row * width);
        let (pivot_row, after) = rest.split_at_mut(width);
        let inverse = 1.0 / pivot_row[position];
        for entry in pivot_row.iter_mut() {
            *entry *= -inverse;
        }
        pivot_row[position] = inverse;
        for other in before.chunks_exact_mut(width).chain(after.chunks_exact_mut(width)) {
            let factor = other[position];
            if factor == 0.0 {
                continue;
            }
            other[position] = 0.0;
            for (entry, pivot) in other.iter_mut().zip(pivot_row.iter()) {
                *entry += factor * pivot;
            }
        }
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[position]);
    }

    /// The same basis, computed anew from the initial entries, which removes what rounding has
    /// piled up.
    pub(crate) fn refresh(&mut self) {
        let width = self.width();
        let wanted: Vec<usize> = self.basic.iter().copied().filter(|&variable| variable < width).collect();
        let height = self.basic.len();
        let mut leaving = vec![false; height];
        for &variable in self.nonbasic.iter().filter(|&&variable| variable >= width) {
            leaving[variable - width] = true;
        }
        self.entries.clone_from(&self.initial);
        self.nonbasic = (0..width).collect();
        self.basic = (width..width + height).collect();
        for variable in wanted {
            // Columns that are not yet basic lie at their own position.
            let magnitude = |row: &usize| self.at(*row, variable).abs();
            let rows = (0..height).filter(|&row| leaving[row] && self.basic[row] >= width);
            let Some(row) = rows.max_by(|a, b| magnitude(a).total_cmp(&magnitude(b))) else { return };
            // A basis that has become singular is left as far as it goes; the simplex method goes
            // on from there.
            if self.at(row, variable).abs() > 1e-11 {
                self.pivot(row, variable);
            }
        }
    }
}
