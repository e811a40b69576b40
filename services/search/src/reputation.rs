//! What votes say of a problem, and problems of their composer.
//!
//! A mean that outliers pull little (Huber 1964, "Robust estimation of a location parameter"), and that few votes move little: as many
//! neutral ones as [`DOUBT`] says are counted in.

/// What nobody has said anything of is worth, on the scale of 1 to 5 stars.
pub const NEUTRAL: f64 = 3.0;
/// So many neutral votes a problem begins with, and so many neutral problems a composer.
const DOUBT: f64 = 2.0;
/// A vote this near to the median counts in full; one that is `d` stars away as the `d`-th part of it.
const NEAR: f64 = 1.0;
/// Where a composer of neutral problems stands: beside a solver of whom nothing is known.
const CENTRE: f64 = 1500.0;
const POINTS_PER_STAR: f64 = 300.0;

/// How good a problem is, from 1 to 5, by how many gave it one star, two, and so on to five.
///
/// With the median `m` of `n` votes `v`, their weights `w = min(1, 1 / |v - m|)` and two neutral votes: `(6 + Σ w v) / (2 + Σ w)`.
#[must_use]
pub fn quality(votes: [u64; 5]) -> f64 {
    let Some(median) = median(votes) else { return NEUTRAL };
    let (mut sum, mut weights) = (NEUTRAL * DOUBT, DOUBT);
    for (stars, count) in (1_u8..).zip(votes) {
        let stars = f64::from(stars);
        let weight = count as f64 * NEAR / (stars - median).abs().max(NEAR);
        sum += weight * stars;
        weights += weight;
    }
    sum / weights
}

/// The rating of a composer by the qualities of those problems that somebody voted on: `1500 + 300 (mean - 3)`, where the mean
/// takes two neutral problems in. It lies between 900 and 2100.
#[must_use]
pub fn composer_rating(qualities: &[f64]) -> f64 {
    let above: f64 = qualities.iter().map(|quality| quality - NEUTRAL).sum();
    CENTRE + POINTS_PER_STAR * above / (qualities.len() as f64 + DOUBT)
}

/// The middle vote, or the middle between the two middle ones; `None` without votes.
fn median(votes: [u64; 5]) -> Option<f64> {
    let count: u64 = votes.iter().sum();
    let at = |index: u64| {
        let mut seen = 0;
        (1_u8..).zip(votes).find_map(|(stars, count)| {
            seen += count;
            (index < seen).then_some(f64::from(stars))
        })
    };
    Some(f64::midpoint(at(count.checked_sub(1)? / 2)?, at(count / 2)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_votes_nothing_is_said() {
        assert_eq!(quality([0; 5]), NEUTRAL);
        assert_eq!(composer_rating(&[]), CENTRE);
    }

    #[test]
    fn the_median_is_the_middle_vote_or_between_the_two() {
        assert_eq!(median([1, 0, 0, 0, 0]), Some(1.0));
        assert_eq!(median([1, 0, 0, 0, 1]), Some(3.0));
        assert_eq!(median([2, 0, 1, 2, 0]), Some(3.0));
        assert_eq!(median([0, 1, 1, 0, 0]), Some(2.5));
    }

    #[test]
    fn few_votes_move_it_little_and_many_say_all() {
        let five = |count| quality([0, 0, 0, 0, count]);
        assert_eq!(five(1), 11.0 / 3.0);
        assert!(five(1) < five(3) && five(3) < five(30));
        assert!(five(1_000_000) > 4.999);
    }

    #[test]
    fn a_vote_far_from_the_median_weighs_less() {
        // One of ten says one star: a plain mean with the same doubt would lose 4 of 12 stars' tenths, this a quarter of that weight.
        let with_outlier = quality([1, 0, 0, 0, 9]);
        let plain = (6.0 + 1.0 + 45.0) / 12.0;
        let without = quality([0, 0, 0, 0, 9]);
        assert_eq!(with_outlier, (6.0 + 0.25 + 45.0) / 11.25);
        assert!(plain < with_outlier && with_outlier < without, "{plain} {with_outlier} {without}");
    }

    #[test]
    fn votes_next_to_the_median_count_in_full() {
        assert_eq!(quality([0, 0, 1, 3, 1]), (6.0 + 3.0 + 12.0 + 5.0) / 7.0);
    }

    #[test]
    fn a_composer_of_more_good_problems_stands_higher() {
        assert!(composer_rating(&[4.0]) > CENTRE);
        assert!(composer_rating(&[4.0; 3]) > composer_rating(&[4.0]));
        assert_eq!(composer_rating(&[4.0, 2.0]), CENTRE);
        assert_eq!(composer_rating(&[5.0; 2]), CENTRE + 300.0);
    }

    /// Every way in which up to four people give each number of stars.
    fn every_vote() -> impl Iterator<Item = [u64; 5]> {
        (0..5_u64.pow(5)).map(|code| [1, 5, 25, 125, 625].map(|place| code / place % 5))
    }

    #[test]
    fn quality_and_rating_stay_on_their_scales() {
        for votes in every_vote() {
            let quality = quality(votes);
            assert!((1.0..=5.0).contains(&quality), "{votes:?}");
            assert!((900.0..=2100.0).contains(&composer_rating(&[quality; 7])), "{votes:?}");
        }
    }

    #[test]
    fn praise_and_blame_weigh_the_same() {
        for votes in every_vote() {
            let mut turned = votes;
            turned.reverse();
            assert!((quality(votes) + quality(turned) - 6.0).abs() < 1e-9, "{votes:?}");
        }
    }

    #[test]
    fn one_more_vote_of_five_stars_never_harms() {
        for votes in every_vote() {
            let mut more = votes;
            more[4] += 1;
            assert!(quality(more) > quality(votes), "{votes:?}");
        }
    }
}
