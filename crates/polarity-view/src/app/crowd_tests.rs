//! Forecasts on mats with 20 other discs, compared with what the led hand then does.

use super::guided_tests::{DESK, Random, app, come_to_rest, outlook, pass};
use super::*;
use crate::forecast::Outlook;
use crate::goal::Goal;
use crate::messages::TableMessage;
use magnets::measures::RADIUS;
use magnets::{Placed, Scene, Table};
use rules::Side;

/// Forecasts asked for, and how many of them have to come true.
const TRIES: usize = 20;
const BAR: usize = 19;
/// The least distance between two discs of a mat, in centimetres.
const APART: f32 = 5.0;

/// A place on the mat that is far enough from others.
pub(super) fn free(random: &mut Random, taken: &[([f32; 2], f32)]) -> [f32; 2] {
    loop {
        let [x, y] = [(); 2].map(|()| (random.unit() * 2.0 - 1.0) * (CIRCLE - RADIUS));
        let is_near = |(other, apart): &([f32; 2], f32)| (other[0] - x).hypot(other[1] - y) < *apart;
        if x.hypot(y) < CIRCLE - RADIUS && !taken.iter().any(is_near) {
            return [x, y];
        }
    }
}

/// A leaner beside a foundation, and where its lower edge stands; nothing outside the circle.
pub(super) fn leaner(name: u8, base: [f32; 2], heading: f32, white: bool) -> Option<([f32; 2], Placed)> {
    let (sine, cosine) = heading.sin_cos();
    let foot = [base[0] + 4.9 * cosine, base[1] + 4.9 * sine];
    let degrees = heading.to_degrees();
    let placed = Placed::leaning(Disc(name), foot[0], foot[1], 28.0, degrees, white);
    (foot[0].hypot(foot[1]) < CIRCLE - RADIUS).then_some((foot, placed))
}

/// White to move on a mat with these discs, once they have come to rest.
pub(super) fn settled(discs: Vec<Placed>) -> Option<Position> {
    let mut table = Table::new(&Scene::new(discs, false).ok()?);
    table.settle();
    let discs = table.scene()?.discs().to_vec();
    let position = Position::study(polarity::Rules::Temple, Side::First, 10, discs).ok()?;
    position.outcome().is_none().then_some(position)
}

/// White's foundation 1 near the middle of a quarter of the mat, and 20 other discs, the red one and three leaners among
/// them.
fn crowded(random: &mut Random) -> Option<Position> {
    let angle = random.unit() * std::f32::consts::TAU;
    let middle = [9.0 * angle.cos(), 9.0 * angle.sin()];
    let flat = |name: u8, [x, y]: [f32; 2], white| Placed::flat(Disc(name), x, y, white, 0);
    let mut discs = vec![flat(1, middle, true)];
    let mut taken = vec![([0.0; 2], APART), (middle, APART)];
    for name in 21..24 {
        let base = free(random, &taken);
        let (foot, placed) = leaner(name, base, random.unit() * std::f32::consts::TAU, name != 22)?;
        taken.extend([(base, APART), (foot, APART)]);
        discs.extend([flat(name + 10, base, name != 22), placed]);
    }
    while discs.len() < 20 {
        let place = free(random, &taken);
        let name = discs.len() as u8 + 1;
        discs.push(flat(name, place, name.is_multiple_of(2)));
        taken.push((place, APART));
    }
    discs.push(flat(0, [0.0; 2], true));
    settled(discs).filter(|position| position.captures().next().is_none())
}

/// The result of a led hand.
fn came(app: &TableApp) -> Outlook {
    let news = app.session().news();
    if news.iter().any(TableMessage::is_fault) {
        Outlook::Faults
    } else if news.iter().any(|news| matches!(news, TableMessage::Stands(_))) {
        Outlook::Holds
    } else {
        Outlook::Falls
    }
}

#[test]
fn what_is_foreseen_among_twenty_other_discs_comes_true() {
    let (mut exact, mut all) = (0, Vec::new());
    let mut seed = 0;
    while all.len() < TRIES {
        seed += 1;
        let mut random = Random(seed);
        let Some(position) = crowded(&mut random) else {
            continue;
        };
        let mut app = app(DESK, &Scene::new(Vec::new(), true).unwrap());
        app.set_up(&position.to_string(), Seats::HERE).unwrap();
        if !app.lean_on(Disc(1)) {
            continue;
        }
        let Some(guided) = &mut app.guided else { panic!() };
        guided.change(|goal| {
            if let Goal::Lean(leaning) = goal {
                leaning.turn(random.normal(1.0));
                leaning.go_out(random.normal(0.3));
            }
        });
        pass(&mut app, 800);
        let foreseen = outlook(&mut app);
        app.command("place");
        come_to_rest(&mut app);
        let came = came(&app);
        exact += usize::from(foreseen == came);
        all.push((foreseen, came));
    }
    assert!(exact >= BAR, "{exact} of {TRIES}: {all:?}");
}
