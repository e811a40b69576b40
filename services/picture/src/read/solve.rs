/// Solves a system of linear equations by elimination. `None` if it has no single solution.
pub(super) fn solve<const N: usize>(mut rows: [[f64; N]; N], mut right: [f64; N]) -> Option<[f64; N]> {
    for column in 0..N {
        let pivot = (column..N).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-9 {
            return None;
        }
        rows.swap(column, pivot);
        right.swap(column, pivot);
        let leading = rows[column];
        for row in (0..N).filter(|row| *row != column) {
            let factor = rows[row][column] / leading[column];
            for (value, above) in rows[row].iter_mut().zip(&leading).skip(column) {
                *value -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    let mut solution = right;
    for (at, value) in solution.iter_mut().enumerate() {
        *value /= rows[at][at];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved_and_a_dependent_one_is_not() {
        let rows = [[0.0, 2.0, 1.0], [1.0, -1.0, 0.0], [3.0, 0.0, 4.0]];
        let found = solve(rows, [7.0, -1.0, 15.0]).expect("one solution");
        for (value, expected) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((value - expected).abs() < 1e-9, "{found:?}");
        }
        assert_eq!(solve([[1.0, 2.0], [2.0, 4.0]], [1.0, 2.0]), None);
    }
}
