//! The scenarios of the two rulebooks on the real table, White at turn; `lesson` says how they are kept.
//!
//! Long because every scenario of both rulebooks stands here, by its name.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod lesson;
mod practice;

use lesson::{Hand, count, letters, pose, shows, study};
use magnets::{Disc, Placed, TableEvent, TableEventKind};
use polarity::{Consequence, Done, Fault, Match, Misfit, Phase, Position, Rules, Task};
use rules::{Outcome, Side};

fn white(disc: u8, x: f32, y: f32) -> Placed {
    Placed::flat(Disc(disc), x, y, true, 0)
}

fn black(disc: u8, x: f32, y: f32) -> Placed {
    Placed::flat(Disc(disc), x, y, false, 0)
}

/// A leaner whose lower rim is away from `(x, y)` by 3.05 radii, on the side of `heading`.
fn leaner(disc: u8, x: f32, y: f32, heading: f32, white_up: bool) -> Placed {
    let (sine, cosine) = heading.to_radians().sin_cos();
    let away = 3.05 * 1.6;
    Placed::leaning(
        Disc(disc),
        x + away * cosine,
        y + away * sine,
        28.0,
        heading,
        white_up,
    )
}

/// A white foundation at (-10, 0), one of each colour far away, and more.
fn temple(more: &[Placed]) -> Position {
    let mut discs = vec![white(1, -10.0, 0.0), black(2, 12.0, 12.0), white(9, 12.0, -12.0)];
    discs.extend(more);
    study(Rules::Temple, 20, discs)
}

fn follows(done: &Done, wanted: impl Fn(&Consequence) -> bool) -> bool {
    done.verdict.consequences.iter().any(wanted)
}

fn leans(done: &Done) -> bool {
    done.verdict.calls.is_empty() && follows(done, |what| matches!(what, Consequence::Leans { .. }))
}

fn has_fault(done: &Done, wanted: impl Fn(Fault) -> bool) -> bool {
    done.verdict.calls.iter().any(|call| wanted(call.fault))
}

/// Hands that leave a disc `away` tenths of a millimetre to the left of foundation 1.
fn beside(aways: impl IntoIterator<Item = i16>, tilt: i16) -> impl Iterator<Item = Hand> {
    aways
        .into_iter()
        .map(move |away| Hand::down(-1000 - away, 0, 5, tilt, 1800).letting_go())
}

#[test]
fn a_disc_leans_against_a_foundation() {
    let before = temple(&[]);
    shows(
        "leaner",
        "A disc leans against a foundation",
        &before,
        beside([373], 310),
        leans,
    );
}

#[test]
fn a_disc_leans_against_a_tower() {
    let mut discs = vec![black(2, 12.0, 12.0)];
    discs.extend((0..2).map(|level| Placed::flat(Disc(3 + level), -10.0, 0.0, true, level)));
    let before = study(Rules::Temple, 20, discs);
    let title = "A disc leans against a tower of two";
    shows(
        "leaner-on-tower",
        title,
        &before,
        beside((400..470).step_by(10), 450),
        leans,
    );
}

/// The Gordon shot.
#[test]
fn a_disc_leans_against_a_leaner() {
    let before = temple(&[leaner(3, -10.0, 0.0, 180.0, true)]);
    let hands = (1680..1840).step_by(5).flat_map(|x| {
        [250, 330, 400, 550]
            .into_iter()
            .flat_map(move |tilt| [0, 60, -60].map(|y| Hand::down(-x, y, 5, tilt, 1800).letting_go()))
    });
    let title = "A disc leans against a leaner: the Gordon shot";
    shows("leaner-on-leaner", title, &before, hands, leans);
}

/// Whether a leaner was taken up again because of what held it up.
fn held_by(done: &Done, wrong: impl Fn(Disc) -> bool) -> bool {
    done.verdict.calls.is_empty()
        && follows(
            done,
            |what| matches!(what, Consequence::WrongSupport { by, .. } if wrong(*by)),
        )
        && follows(done, |what| *what == Consequence::Again)
}

#[test]
fn a_disc_held_up_by_the_red_one_is_taken_up_again() {
    let hands = [376, 370, 385, 365]
        .into_iter()
        .flat_map(|x| [330, 300, 360].map(|tilt| Hand::down(x, 0, 5, tilt, 0).letting_go()));
    let title = "Held up by the red disc: it is taken up again";
    shows("held-by-red", title, &temple(&[]), hands, |done| {
        held_by(done, |by| by == Disc::RED)
    });
}

/// A steep disc beside a black foundation: found by a search, 1 of 1,748 random hands.
#[test]
fn a_disc_held_up_by_an_opposing_one_is_taken_up_again() {
    let discs = vec![
        white(1, -15.812, 15.69),
        black(2, 12.0, 12.0),
        black(3, -10.0, 9.0),
    ];
    let before = study(Rules::Temple, 20, discs);
    let hands = (-20..=20).step_by(4).flat_map(|out| {
        // Away from the foundation, in the direction of 322.7 degrees.
        let (x, y) = (-1000 + 335 + out * 8 / 10, 900 - 255 - out * 6 / 10);
        [755, 750, 760, 745, 765, 740].map(|tilt| Hand::down(x, y, 5, tilt, 3227).letting_go())
    });
    let title = "Held up by an opposing disc: it is taken up again";
    shows("held-by-opponent", title, &before, hands, |done| {
        held_by(done, |by| by == Disc(3))
    });
}

/// Opposing poles side by side pull a disc flat, and the few that they hold up are taken up again.
#[test]
fn no_disc_leans_against_an_opposing_foundation_or_leaner() {
    let tower = (0..2).map(|level| Placed::flat(Disc(3 + level), 10.0, -6.0, false, level));
    let mut discs = vec![white(1, -16.0, 12.0), black(2, -10.0, 0.0)];
    discs.extend(tower);
    discs.push(leaner(6, -10.0, 0.0, 180.0, false));
    let before = study(Rules::Temple, 20, discs);
    let bases = [(-1000, 0, 0), (-1340, 0, 1800), (1000, -600, 0)];
    let hands = bases.into_iter().flat_map(|(x, y, heading)| {
        let sign = if heading == 0 { 1 } else { -1 };
        [340, 376, 410, 450, 520].into_iter().flat_map(move |away| {
            [330, 500].map(|tilt| Hand::down(x + sign * away, y, 5, tilt, heading).letting_go())
        })
    });
    assert_eq!(count(&before, hands.clone(), leans), 0);
    assert_eq!(hands.count(), 30);
}

#[test]
fn an_opposing_foundation_turns_over_and_is_owed() {
    let before = temple(&[black(3, -4.0, 10.0)]);
    let overturned = |done: &Done| {
        letters(done) == "f"
            && follows(done, |what| {
                matches!(what, Consequence::OwesTurn { disc: Disc(3), .. })
            })
    };
    let hands = [900, 800, 700, 600, 450].into_iter().flat_map(|tilt| {
        [0, 40, 80, 120, 160].into_iter().flat_map(move |height| {
            (-400..=400).step_by(50).flat_map(move |beside| {
                [0, 1800].map(|heading| {
                    let at = |height| pose(-400 + beside, 1000, height, tilt, heading);
                    Hand::down(-400 + beside, 1000, height, tilt, heading).then(at(1500), 25)
                })
            })
        })
    });
    let title = "An opposing foundation turns over and is owed to its owner";
    shows("turned-over", title, &before, hands, overturned);
}

#[test]
fn a_disc_that_falls_flat_is_taken_up_again() {
    let flat = |disc| Consequence::Misplaced {
        disc,
        why: Misfit::Flat,
    };
    let again = |done: &Done| done.verdict.consequences == [flat(Disc(3)), Consequence::Again];
    let title = "A disc too far off falls flat and is taken up again";
    shows("again", title, &temple(&[]), beside([560], 310), again);
}

#[test]
fn an_own_foundation_jumps_to_the_disc_in_the_hand() {
    let stuck = |done: &Done| {
        let both = |what: &Consequence| matches!(what, Consequence::ToReserve { discs } if discs.len() == 2);
        letters(done) == "a" && follows(done, both)
    };
    let hands = (0..300)
        .step_by(50)
        .map(|away| Hand::down(-1000 - away, 0, 100, 310, 1800));
    let title = "Too near: the foundation jumps to the disc in the hand";
    shows("jump", title, &temple(&[]), hands, stuck);
}

#[test]
fn an_own_leaner_is_converted_into_a_foundation() {
    let before = temple(&[leaner(3, -10.0, 0.0, 180.0, true)]);
    let converted = |done: &Done| letters(done) == "b" && done.position.scene().discs().len() == 5;
    let title = "An own leaner is converted into a foundation";
    shows(
        "conversion",
        title,
        &before,
        [Hand::down(-1000, 0, 250, 0, 0)],
        converted,
    );
}

#[test]
fn two_leaners_are_converted_in_one_movement() {
    let more = [
        leaner(3, -10.0, 0.0, 180.0, true),
        leaner(4, -10.0, 0.0, 60.0, true),
    ];
    let both = |done: &Done| letters(done) == "bb";
    let hands = [240, 260, 280, 300, 320].into_iter().flat_map(|height| {
        [(-1000, 0), (-990, 10), (-1010, -10)].map(|(x, y)| Hand::down(x, y, height, 0, 0))
    });
    let title = "Two leaners are converted in one movement";
    let before = temple(&more);
    shows("two-conversions", title, &before, hands, both);
}

/// Hands all around a leaner that stands left of a foundation at (-10, 0).
fn around_leaner() -> impl Iterator<Item = Hand> {
    [0, 300, 600, 900].into_iter().flat_map(|tilt| {
        [0, 1800].into_iter().flat_map(move |heading| {
            (-1900..=-1000)
                .step_by(75)
                .map(move |x| Hand::down(x, 0, 60, tilt, heading))
        })
    })
}

/// A black foundation at (-10, 0) with a black leaner, and a white foundation elsewhere.
fn black_leaner() -> Position {
    let discs = vec![
        black(1, -10.0, 0.0),
        leaner(3, -10.0, 0.0, 180.0, false),
        white(2, 12.0, 12.0),
    ];
    study(Rules::Temple, 20, discs)
}

#[test]
fn an_opponents_leaner_falls_on_the_wrong_face() {
    let flipped = |done: &Done| {
        follows(done, |what| {
            matches!(what, Consequence::OwesTurn { disc: Disc(3), .. })
        })
    };
    let title = "An opponent's leaner falls on its other face and is owed to them";
    shows("flip", title, &black_leaner(), around_leaner(), flipped);
}

#[test]
fn an_opponents_leaner_falls_on_its_own_face() {
    let fell = |done: &Done| {
        letters(done) == "b" && !follows(done, |what| matches!(what, Consequence::OwesTurn { .. }))
    };
    let title = "An opponent's leaner falls on its own face and stays as a foundation";
    shows("opponent-falls", title, &black_leaner(), around_leaner(), fell);
}

/// Two faults in one movement, both settled.
#[test]
fn a_leaner_is_drawn_to_an_opponents_foundation() {
    let hands = (240..=480).step_by(40).flat_map(|height| {
        [0, 300, 600, 850]
            .into_iter()
            .flat_map(move |tilt| [-1000, -1100, -1200, -900].map(|x| Hand::down(x, 0, height, tilt, 1800)))
    });
    let drawn = |done: &Done| {
        letters(done) == "bc" && follows(done, |what| matches!(what, Consequence::OwesCapture { .. }))
    };
    let before = (0..6)
        .map(|k| {
            temple(&[
                leaner(3, -10.0, 0.0, 180.0, true),
                black(4, -17.6 - 0.2 * k as f32, 0.0),
            ])
        })
        .find(|before| {
            count(before, hands.clone().take(1), |done| {
                !done.verdict.calls.is_empty()
            }) > 0
        });
    let title =
        "Converted next to an opponent's foundation, a leaner is drawn to it: both are to be captured";
    shows("drawn-together", title, &before.unwrap(), hands, drawn);
}

/// A white disc and a black one that kiss, and what else stands.
fn kiss(more: &[Placed]) -> Position {
    let mut discs = vec![
        white(1, -10.0, 0.0),
        black(3, -13.201, 0.0),
        white(5, 12.0, -12.0),
        black(2, 12.0, 12.0),
    ];
    discs.extend(more);
    study(Rules::Temple, 20, discs)
}

#[test]
fn a_cluster_is_captured() {
    let captured = |done: &Done| {
        done.verdict.calls.is_empty()
            && follows(
                done,
                |what| matches!(what, Consequence::Captured { discs } if discs.len() == 2),
            )
    };
    let hands = [(1, 0), (3, 1800), (3, 0), (1, 1800)]
        .map(|(disc, tilt)| Hand::carry(disc, [-1000, 0], [-900, -1100], tilt));
    shows(
        "capture",
        "A kiss is lifted, snaps together and is set down as a tower",
        &kiss(&[]),
        hands,
        captured,
    );
}

#[test]
fn a_capture_fails_when_a_leaner_falls() {
    let before = kiss(&[leaner(4, -13.2, 0.0, 180.0, false)]);
    let failed = |done: &Done| {
        letters(done).contains('b')
            && follows(
                done,
                |what| matches!(what, Consequence::ToReserve { discs } if !discs.is_empty()),
            )
            && done.position.turn() == Side::Second
            && done.position.outcome().is_none()
    };
    let hands = [1, 3].map(|disc| Hand::carry(disc, [-1000, 0], [-900, -1100], 0));
    let title = "Capturing a cluster makes the leaner next to it fall: the capture has failed";
    shows("failed-capture", title, &before, hands, failed);
}

/// Hands that push a foundation at (-10, 0) away from them by like poles, along a heading.
fn push(way: [i16; 2]) -> impl Iterator<Item = Hand> + Clone {
    [0, 40, 80, 120].into_iter().flat_map(move |height| {
        [30, 80].map(|samples| {
            let at = |along: i16| pose(-1000 + way[0] * along, way[1] * along, height, 0, 0);
            let far = at(-9);
            Hand::down(far.x, far.y, height, 0, 0)
                .then(at(-2), samples)
                .then(at(0), samples)
        })
    })
}

#[test]
fn an_own_foundation_is_pushed_into_contact() {
    let more = [black(3, -10.0, 5.2), leaner(4, -10.0, 5.2, 90.0, false)];
    let before = temple(&more);
    let contact = |done: &Done| {
        follows(
            done,
            |what| matches!(what, Consequence::OwesCapture { discs } if discs.contains(&Disc(1))),
        )
    };
    let title = "An own foundation is pushed against an opponent's that carries a leaner";
    shows("pushed-contact", title, &before, push([0, 100]), contact);
}

#[test]
fn a_disc_is_pushed_out_of_the_circle() {
    let discs = vec![white(1, -10.0, 0.0), black(2, 12.0, 12.0), white(3, -21.8, 0.0)];
    let before = study(Rules::Ferti, 20, discs);
    let hands = [0, 40, 80].into_iter().flat_map(|height| {
        [20, 40, 80].map(|samples| {
            Hand::down(-1650, 0, height, 0, 0)
                .then(pose(-2050, 0, height, 0, 0), samples)
                .then(pose(-2300, 0, height, 0, 0), samples)
        })
    });
    let out = |done: &Done| letters(done).contains('d') && done.position.placed(Disc(3)).is_none();
    shows(
        "pushed-out",
        "A disc is pushed out of the circle",
        &before,
        hands,
        out,
    );
}

#[test]
fn a_disc_is_drawn_out_of_the_circle() {
    let discs = vec![white(1, -10.0, 0.0), black(2, -23.4, 0.0), black(3, 12.0, 12.0)];
    let before = study(Rules::Ferti, 20, discs);
    let hands = [0, 30, 60].into_iter().flat_map(|height| {
        (-2800..=-2740)
            .step_by(10)
            .map(move |x| Hand::down(x, 0, height, 0, 0).then(pose(x + 100, 0, height, 0, 0), 60))
    });
    let out = |done: &Done| letters(done).starts_with('d') && done.position.placed(Disc(2)).is_none();
    shows(
        "drawn-out",
        "A disc is drawn out of the circle by a hand",
        &before,
        hands,
        out,
    );
}

#[test]
fn a_foundation_slides_further_than_its_diameter() {
    let discs = vec![white(1, -10.0, 0.0), black(2, 12.0, 12.0)];
    let hands = [130, 180, 250].into_iter().flat_map(|height| {
        [60, 100, 150].map(|beside| Hand::down(1200 - beside, 1200 - beside, height, 0, 0))
    });
    let slid = |done: &Done| letters(done) == "e";
    let before = study(Rules::Temple, 20, discs.clone());
    shows(
        "slide",
        "A foundation slides further than its diameter",
        &before,
        hands.clone(),
        slid,
    );
    // An opposing foundation may not be moved with the other rule set either.
    let ferti = study(Rules::Ferti, 20, discs);
    let title = "With the other rule set the opponent's foundations may not be moved either";
    shows("slide-ferti", title, &ferti, hands, slid);
}

#[test]
fn with_ferti_an_own_foundation_slides_freely() {
    let discs = vec![white(1, -10.0, 0.0), black(2, 12.0, 12.0), white(3, 6.0, -14.0)];
    let before = study(Rules::Ferti, 20, discs);
    let free_slide = |done: &Done| {
        let slid = |event: &TableEvent| event.what == TableEventKind::Slid { disc: Disc(1) };
        done.verdict.calls.is_empty() && done.verdict.events.iter().any(slid)
    };
    let title = "With the other rule set one's own foundations may be moved";
    shows("free-slide", title, &before, push([0, 100]), free_slide);
}

#[test]
fn who_makes_a_disc_touch_the_red_one_loses() {
    let discs = vec![white(1, -6.0, 0.0), black(2, 12.0, 12.0), black(3, 5.0, 0.0)];
    let before = study(Rules::Temple, 20, discs);
    let lost = |done: &Done| {
        matches!(
            done.position.outcome(),
            Some(Outcome::Win {
                side: Side::Second,
                ..
            })
        ) && has_fault(done, |fault| {
            matches!(fault, Fault::RedTouched { .. } | Fault::RedMoved)
        })
    };
    let hands = [0, 40, 80].into_iter().flat_map(|height| {
        [80, 150].map(|samples| {
            Hand::down(950, 0, height, 0, 0)
                .then(pose(650, 0, height, 0, 0), samples)
                .then(pose(300, 0, height, 0, 0), samples)
        })
    });
    let jump = [Hand::down(0, 0, 70, 0, 0)];
    shows(
        "red-disc",
        "A player who makes a disc touch the red one loses",
        &before,
        jump.into_iter().chain(hands),
        lost,
    );
}

#[test]
fn the_last_disc_ends_the_game() {
    let discs = vec![white(1, -10.0, 0.0), black(2, 12.0, 12.0)];
    let before = study(Rules::Temple, 1, discs);
    let over = |done: &Done| {
        matches!(
            done.position.outcome(),
            Some(Outcome::Win {
                side: Side::First,
                ..
            })
        )
    };
    shows(
        "last-disc",
        "The last disc ends the game, and points decide",
        &before,
        beside([373], 310),
        over,
    );
    // The other rule set ends there, too.
    let text = include_str!("../../../../lessons/polarity/last-disc.txt");
    let lines: Vec<&str> = text.lines().collect();
    let ferti = lines[1].replace("temple", "ferti");
    let mut game = Match::from_position(ferti.parse().unwrap());
    game.play(lines[2]).unwrap();
    assert_eq!(game.position().rules(), Rules::Ferti);
    assert!(over(&game.played()[0]), "{:?}", game.remarks());
}

/// White converts a leaner with the last disc in the hand.
#[test]
fn a_fault_with_the_last_disc_ends_the_game_with_ferti_only() {
    let discs = vec![
        white(1, -10.0, 0.0),
        leaner(3, -10.0, 0.0, 180.0, true),
        black(2, 12.0, 12.0),
        white(9, 12.0, -12.0),
    ];
    let hands = [1190, 1200, 1210, 1180]
        .into_iter()
        .flat_map(|x| [900, 850].map(|tilt| Hand::down(-x, 0, 110, tilt, 1800)));
    let converted = |done: &Done| letters(done) == "b" && done.position.reserve(Side::First) == 1;
    let title = "A fault with the last disc: it goes back, and is played again";
    shows(
        "last-disc-again",
        title,
        &study(Rules::Temple, 1, discs.clone()),
        hands.clone(),
        |done| converted(done) && done.position.phase() == Phase::Play,
    );
    let title = "A fault with the last disc ends the game with the other rule set";
    shows(
        "last-disc-fault",
        title,
        &study(Rules::Ferti, 1, discs),
        hands,
        |done| converted(done) && done.position.outcome().is_some(),
    );
}

#[test]
fn a_tower_set_down_too_near_makes_a_leaner_fall() {
    let before = kiss(&[white(6, -10.0, -14.0), leaner(7, -10.0, -14.0, 0.0, true)]);
    let failed = |done: &Done| {
        letters(done).contains('b')
            && follows(done, |what| matches!(what, Consequence::ToReserve { .. }))
            && done.position.turn() == Side::Second
    };
    let hands = [-1000, -900, -800, -1100, -1200, -1300]
        .into_iter()
        .flat_map(|x| [(1, 0), (3, 0)].map(|(disc, tilt)| Hand::carry(disc, [-1000, 0], [x, -1400], tilt)));
    let title = "A captured tower is set down too near to a leaner: the capture has failed";
    shows("failed-setting-down", title, &before, hands, failed);
}

#[test]
fn two_clusters_are_captured_one_after_the_other() {
    let before = kiss(&[white(6, 8.0, -3.0), black(7, 11.201, -3.0)]);
    let one_left = |done: &Done| {
        done.verdict.calls.is_empty()
            && follows(done, |what| matches!(what, Consequence::Captured { .. }))
            && done.position.turn() == Side::First
            && done.position.captures().count() == 1
    };
    let hands = [(1, 0), (3, 0), (1, 1800), (3, 1800)]
        .map(|(disc, tilt)| Hand::carry(disc, [-1000, 0], [-900, -1100], tilt));
    let title = "Two clusters are captured one after the other";
    shows("two-captures", title, &before, hands, one_left);
}

/// A disc let go over an opponent's foundation turns over and lands on it: their tower, which they declare.
#[test]
fn a_tower_is_declared_where_it_stands() {
    let before = temple(&[black(3, -4.0, 10.0)]);
    let hands = [60, 100, 150, 200].into_iter().flat_map(|height| {
        [0, 30, 60, 100, 150].into_iter().flat_map(move |beside| {
            [0, 200, 450, 700, 900]
                .map(|tilt| Hand::down(-400 - beside, 1000, height, tilt, 1800).letting_go())
        })
    });
    let for_black = |done: &Done| {
        let position = &done.position;
        let mut clusters = position.captures();
        position.turn() == Side::Second
            && clusters.next().is_some_and(|group| {
                group.discs.len() == 2 && position.allow_declaring(group.discs[0]).is_ok()
            })
            && clusters.next().is_none()
    };
    let title = "A disc let go over an opponent's foundation turns over onto it: their tower";
    shows("tower-for-the-opponent", title, &before, hands, for_black);
    let text = include_str!("../../../../lessons/polarity/tower-for-the-opponent.txt");
    let lines: Vec<&str> = text.lines().collect();
    let mut game = Match::from_position(lines[1].parse().unwrap());
    game.play(lines[2]).unwrap();
    let points = game.position().points(Side::Second);
    let discs = game.position().captures().next().unwrap().discs.clone();
    let verdict = game.play(&format!("declare:{}", discs[0].0)).unwrap().clone();
    assert_eq!(verdict.consequences, [Consequence::Captured { discs }]);
    assert_eq!(game.position().points(Side::Second), points + 2);
    assert_eq!(game.position().turn(), Side::Second);
    assert_eq!(game.position().captures().count(), 0);
}

#[test]
fn a_flipped_disc_is_turned_and_laid() {
    let flip = include_str!("../../../../lessons/polarity/flip.txt");
    let lines: Vec<&str> = flip.lines().collect();
    let mut game = Match::from_position(lines[1].parse().unwrap());
    game.play(lines[2]).unwrap();
    let disc = Disc(3);
    let start = game
        .position()
        .placed(disc)
        .unwrap()
        .centre
        .map(|part| (part / 10) as i16);
    let hands = [0, 1800].map(|tilt| Hand {
        task: Task::Turn { disc },
        ..Hand::carry(3, [start[0], start[1]], [-500, -1400], tilt)
    });
    let turned = |done: &Done| {
        done.verdict.calls.is_empty() && follows(done, |what| *what == Consequence::Turned { disc })
    };
    shows(
        "turned",
        "A flipped disc is turned and laid by its owner",
        game.position(),
        hands,
        turned,
    );
}
