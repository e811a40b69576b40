use super::{EpdProblem, read_epd};

/// The problems a newcomer finds: composed here, each sound with a quiet key.
///
/// # Panics
/// Never: a test reads every line.
pub fn starter_problems() -> impl Iterator<Item = EpdProblem> {
    include_str!("../../data/starter.epd")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| read_epd(line).expect("the starter library is tested"))
}

#[cfg(test)]
mod tests {
    use super::{super::canonical, *};

    #[test]
    fn the_library_has_enough_of_every_length_and_no_problem_twice() {
        let problems: Vec<EpdProblem> = starter_problems().collect();
        let count = |moves| problems.iter().filter(|problem| problem.moves == Some(moves)).count();
        assert_eq!((count(2), count(3), count(4)), (60, 30, 10));
        let mut forms: Vec<String> = problems.iter().map(|problem| canonical(&problem.position)).collect();
        forms.sort();
        forms.dedup();
        assert_eq!(forms.len(), problems.len());
    }
}
