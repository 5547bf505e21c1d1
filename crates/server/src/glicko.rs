//! Glicko-2, with each game a rating period of its own (M. Glickman, "Example of the Glicko-2 system").

use store::RatingRow;

/// Ratings are counted from here, in units of this.
const CENTRE: f64 = 1500.0;
const SCALE: f64 = 173.7178;
/// How much volatility may change: small, because games are few.
const TAU: f64 = 0.5;
const NEW_DEVIATION: f64 = 350.0;
const LEAST_DEVIATION: f64 = 45.0;
const NEW_VOLATILITY: f64 = 0.06;
/// Above this deviation a rating is shown as uncertain.
const PROVISIONAL: f64 = 110.0;
/// The time in which uncertainty grows by one period's volatility.
const PERIOD: f64 = 7.0 * 24.0 * 60.0 * 60.0 * 1000.0;
/// The precision of the volatility.
const EPSILON: f64 = 1e-6;

/// The rating of somebody who has played no rated game.
pub(crate) const fn new_rating(now: i64) -> RatingRow {
    RatingRow {
        rating: CENTRE,
        deviation: NEW_DEVIATION,
        volatility: NEW_VOLATILITY,
        games: 0,
        updated: now,
    }
}

pub(crate) fn is_provisional(rating: &RatingRow) -> bool {
    rating.deviation > PROVISIONAL
}

/// A rating after games at `now`, each against a rating with a score of 0, ½ or 1.
pub(crate) fn after(rating: &RatingRow, games: &[(RatingRow, f64)], now: i64) -> RatingRow {
    let mu = (rating.rating - CENTRE) / SCALE;
    let phi = grown(rating, now);
    let (mut information, mut surprise) = (0.0, 0.0);
    for (other, score) in games {
        let other_phi = grown(other, now);
        let weight = 1.0 / (1.0 + 3.0 * other_phi.powi(2) / std::f64::consts::PI.powi(2)).sqrt();
        let expected = 1.0 / (1.0 + (-weight * (mu - (other.rating - CENTRE) / SCALE)).exp());
        information += weight.powi(2) * expected * (1.0 - expected);
        surprise += weight * (score - expected);
    }
    let variance = 1.0 / information;
    let volatility = volatility(rating.volatility, phi, variance, variance * surprise);
    let phi_star = phi.hypot(volatility);
    let new_phi = 1.0 / (1.0 / phi_star.powi(2) + 1.0 / variance).sqrt();
    RatingRow {
        rating: CENTRE + SCALE * (mu + new_phi.powi(2) * surprise),
        deviation: (SCALE * new_phi).clamp(LEAST_DEVIATION, NEW_DEVIATION),
        volatility,
        games: rating.games + games.len() as i64,
        updated: now,
    }
}

/// The deviation now, in Glicko-2's units: it grows while nobody plays.
fn grown(rating: &RatingRow, now: i64) -> f64 {
    let periods = ((now - rating.updated) as f64 / PERIOD).max(0.0);
    let phi = rating.deviation / SCALE;
    phi.hypot(rating.volatility * periods.sqrt())
        .min(NEW_DEVIATION / SCALE)
}

/// Step 5 of the paper: where the function below crosses zero, by the Illinois method.
fn volatility(sigma: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let a = sigma.powi(2).ln();
    let f = |x: f64| {
        let (e, sum) = (x.exp(), phi.powi(2) + variance + x.exp());
        e * (delta.powi(2) - sum) / (2.0 * sum.powi(2)) - (x - a) / TAU.powi(2)
    };
    let mut low = a;
    let mut high = if delta.powi(2) > phi.powi(2) + variance {
        (delta.powi(2) - phi.powi(2) - variance).ln()
    } else {
        let steps = (1..1000).map(f64::from).find(|k| f(a - k * TAU) >= 0.0);
        a - steps.unwrap_or(1.0) * TAU
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..200 {
        if (high - low).abs() <= EPSILON {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = f(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(rating: f64, deviation: f64) -> RatingRow {
        RatingRow {
            rating,
            deviation,
            volatility: 0.06,
            games: 0,
            updated: 0,
        }
    }

    #[test]
    fn the_example_of_the_paper() {
        let games = [
            (rating(1400.0, 30.0), 1.0),
            (rating(1550.0, 100.0), 0.0),
            (rating(1700.0, 300.0), 0.0),
        ];
        let after = after(&rating(1500.0, 200.0), &games, 0);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
        assert_eq!(after.games, 3);
    }

    #[test]
    fn winning_raises_losing_lowers_and_waiting_makes_uncertain() {
        let (one, other) = (rating(1500.0, 80.0), rating(1600.0, 80.0));
        assert!(after(&one, &[(other, 1.0)], 0).rating > 1500.0);
        assert!(after(&one, &[(other, 0.0)], 0).rating < 1500.0);
        assert!(after(&one, &[(other, 0.5)], 0).rating > 1500.0);
        let year = 365 * 24 * 60 * 60 * 1000;
        assert!(after(&one, &[(other, 1.0)], year).rating > after(&one, &[(other, 1.0)], 0).rating);
        assert!(is_provisional(&new_rating(0)) && !is_provisional(&one));
    }
}
