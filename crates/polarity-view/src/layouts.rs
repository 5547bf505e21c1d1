//! Set-ups of the practice table.

use magnets::{Disc, Placed, Scene};

/// The red disc in the centre, five foundations a side, and a leaner each.
pub fn opening() -> Scene {
    const WHITE: [(f32, f32); 5] = [(-6.5, -4.0), (0.5, -9.5), (8.5, -6.0), (-14.0, -7.5), (14.5, 2.5)];
    const BLACK: [(f32, f32); 5] = [(6.0, 6.5), (-1.5, 13.5), (-9.0, 5.0), (-15.5, 2.0), (13.0, 10.5)];
    let mut discs = vec![Placed::flat(Disc::RED, 0.0, 0.0, true, 0)];
    let sides = [(WHITE, true, 1), (BLACK, false, 27)];
    for (places, white_up, first) in sides {
        for (&(x, y), name) in places.iter().zip(first..) {
            discs.push(Placed::flat(Disc(name), x, y, white_up, 0));
        }
    }
    discs.push(leaner(6, WHITE[2], -40.0, true));
    discs.push(leaner(32, BLACK[2], 120.0, false));
    Scene::new(discs, false).unwrap_or_else(|_| empty())
}

/// One foundation to lean a first disc on, and the red disc.
pub fn first_leaner() -> Scene {
    let discs = vec![
        Placed::flat(Disc::RED, 0.0, 0.0, true, 0),
        Placed::flat(Disc(1), -4.0, -9.0, true, 0),
    ];
    Scene::new(discs, true).unwrap_or_else(|_| empty())
}

/// The red disc alone.
#[expect(clippy::missing_panics_doc, reason = "one disc on the mat is a scene")]
pub fn empty() -> Scene {
    let red = Placed::flat(Disc::RED, 0.0, 0.0, true, 0);
    Scene::new(vec![red], true).expect("one flat disc is a scene")
}

/// A leaner in the middle of where one holds, on the side of a foundation that `heading` points to.
fn leaner(name: u8, (x, y): (f32, f32), heading: f32, white_up: bool) -> Placed {
    let pivot = 3.1 * magnets::measures::RADIUS;
    let (sine, cosine) = heading.to_radians().sin_cos();
    Placed::leaning(
        Disc(name),
        x + pivot * cosine,
        y + pivot * sine,
        31.0,
        heading,
        white_up,
    )
}
