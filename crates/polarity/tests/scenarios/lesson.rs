//! A scenario as a lesson: its position, the hand that shows it, and what the referee says; a file each.
//!
//! The files are replayed; `UPDATE_EXPECT=1` looks for a hand that shows the scenario and writes them anew.

use magnets::measures::TICKS_PER_SAMPLE;
use magnets::{Disc, HandPose, Placed, Scene, Table};
use polarity::{Done, Live, Match, Position, Rules, Task};
use rules::Side;
use std::path::PathBuf;

/// A movement of the hand: the first pose, then poses with the samples that the way there takes.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    pub(crate) task: Task,
    pub(crate) start: HandPose,
    pub(crate) ways: Vec<(HandPose, u32)>,
    /// Whether it lets go at the end; otherwise it leaves, and at once after a fault.
    pub(crate) lets_go: bool,
}

pub(crate) fn pose(x: i16, y: i16, height: i16, tilt: i16, heading: i16) -> HandPose {
    HandPose {
        x,
        y,
        height,
        tilt,
        heading,
    }
    .clamped()
}

impl Hand {
    /// Comes down slowly over a place.
    pub(crate) fn down(x: i16, y: i16, height: i16, tilt: i16, heading: i16) -> Hand {
        let at = |height| pose(x, y, height, tilt, heading);
        Hand {
            task: Task::Lean,
            start: at(1800),
            ways: vec![
                (at(500.max(height)), 30),
                (at(height), ((500 - height).max(0) / 7) as u32 + 1),
            ],
            lets_go: false,
        }
    }

    pub(crate) fn then(mut self, to: HandPose, samples: u32) -> Hand {
        self.ways.push((to, samples));
        self
    }

    pub(crate) fn letting_go(self) -> Hand {
        Hand {
            lets_go: true,
            ..self
        }
    }

    /// Lifts a disc, carries what comes along elsewhere and sets it down.
    pub(crate) fn carry(disc: u8, from: [i16; 2], to: [i16; 2], tilt: i16) -> Hand {
        Hand {
            task: Task::Capture { disc: Disc(disc) },
            start: HandPose::default(),
            ways: vec![
                (pose(from[0], from[1], 1000, 0, 0), 50),
                (pose(to[0], to[1], 1000, tilt, 0), 60),
                (pose(to[0], to[1], 0, tilt, 0), 60),
            ],
            lets_go: true,
        }
    }

    fn play(&self, before: &Position) -> Option<Done> {
        let mut live = Live::begin(before, self.task, self.start).ok()?;
        for &(to, samples) in &self.ways {
            let from = live.pose()?;
            let heading = if self.task == Task::Lean {
                to.heading
            } else {
                from.heading
            };
            for step in 1..=samples as i32 {
                let part = |from: i16, to: i16| {
                    (i32::from(from) + (i32::from(to) - i32::from(from)) * step / samples as i32) as i16
                };
                live.steer(HandPose {
                    x: part(from.x, to.x),
                    y: part(from.y, to.y),
                    height: part(from.height, to.height),
                    tilt: part(from.tilt, to.tilt),
                    heading,
                });
                for _ in 0..TICKS_PER_SAMPLE {
                    live.tick();
                }
                if !live.calls().is_empty() {
                    live.leave();
                    return live.finish().ok();
                }
            }
        }
        if self.lets_go {
            live.let_go();
        }
        live.finish().ok()
    }
}

/// White is to play, with 20 discs in reserve, once these discs have come to rest.
pub(crate) fn study(rules: Rules, reserve: u8, discs: Vec<Placed>) -> Position {
    let mut table = Table::new(&Scene::new(discs, false).unwrap());
    table.settle();
    let discs = table.scene().unwrap().discs().to_vec();
    Position::study(rules, Side::First, reserve, discs).unwrap()
}

/// Shows a scenario: some hand among these does what is expected.
pub(crate) fn shows(
    file: &str,
    title: &str,
    before: &Position,
    hands: impl IntoIterator<Item = Hand>,
    expected: impl Fn(&Done) -> bool,
) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../lessons/polarity")
        .join(format!("{file}.txt"));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let mut tried = hands.into_iter().filter_map(|hand| hand.play(before));
        let done = tried.find(&expected);
        let done = done.unwrap_or_else(|| panic!("{file}: no hand shows it"));
        let text = format!("{title}\n{before}\n{}\n{}", done.mv, said(&done));
        std::fs::write(&path, text).unwrap();
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(title));
    let position: Position = lines.next().unwrap().parse().unwrap();
    assert_eq!(&position, before, "{file}: the position has changed");
    let mut game = Match::from_position(position);
    game.play(lines.next().unwrap()).unwrap();
    let done = &game.played()[0];
    assert!(expected(done), "{file}: {:?}", done.verdict);
    assert_eq!(
        lines.collect::<Vec<_>>(),
        said(done).lines().collect::<Vec<_>>(),
        "{file}"
    );
}

/// The calls and consequences, a line each.
fn said(done: &Done) -> String {
    let calls = done.verdict.calls.iter().map(|call| format!("{}\n", call.fault));
    let follows = done.verdict.consequences.iter().map(|what| format!("{what}\n"));
    calls.chain(follows).collect()
}

/// Counts the hands that bring about what is wanted.
pub(crate) fn count(
    before: &Position,
    hands: impl IntoIterator<Item = Hand>,
    wanted: impl Fn(&Done) -> bool,
) -> usize {
    hands
        .into_iter()
        .filter_map(|hand| hand.play(before))
        .filter(|done| wanted(done))
        .count()
}

/// The letters of all faults.
pub(crate) fn letters(done: &Done) -> String {
    let calls = done.verdict.calls.iter();
    calls.filter_map(|call| call.fault.letter()).collect()
}
