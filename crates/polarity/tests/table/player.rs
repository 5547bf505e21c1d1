//! A player with sensible aims and a random hand.

use magnets::measures::TICKS_PER_SAMPLE;
use magnets::{Disc, HandPose, Lie};
use polarity::disc_pose::{axis, centre, lie, white_up};
use polarity::{Done, Forbidden, Live, Match, Move, Phase, Position, Task};
use rules::{Random, Side};

/// Distance between the middles of a well placed leaner and its foundation, in tenths of a millimetre.
const REACH: f64 = 373.0;

pub(crate) struct Player {
    pub(crate) random: Random,
    /// The most that the hand misses its aim by, in tenths of a millimetre.
    pub(crate) tremor: u64,
}

impl Player {
    fn around(&mut self, middle: f64, spread: u64) -> i16 {
        (middle + self.random.below(2 * spread + 1) as f64 - spread as f64).clamp(-3900.0, 3900.0) as i16
    }

    /// A random place in the circle.
    fn somewhere(&mut self) -> (i16, i16) {
        loop {
            let (x, y) = (self.around(0.0, 2100), self.around(0.0, 2100));
            if i32::from(x).pow(2) + i32::from(y).pow(2) < 2100 * 2100 {
                return (x, y);
            }
        }
    }

    /// Plays one move, be it a success or a fault.
    pub(crate) fn play(&mut self, game: &mut Match) -> Result<(), Forbidden> {
        let position = game.position().clone();
        let owed = position.captures().next().cloned();
        if let Some(group) = owed {
            let disc = group.discs[self.random.below(group.discs.len() as u64) as usize];
            if position.allow_declaring(disc).is_ok() {
                return game.play_move(Move::Declare { disc }).map(drop);
            }
            let done = self.carry(&position, Task::Capture { disc }, disc)?;
            return game.play_move(done.mv).map(drop);
        }
        let flipped = position.turns(position.turn()).next();
        let live = match (position.phase(), flipped) {
            (Phase::Opening, _) => self.lay(&position)?,
            (_, Some(disc)) => {
                let done = self.carry(&position, Task::Turn { disc }, disc)?;
                return game.play_move(done.mv).map(drop);
            }
            _ => self.lean(&position)?,
        };
        game.add(live).map(drop)
    }

    pub(crate) fn lay(&mut self, position: &Position) -> Result<Live, Forbidden> {
        let (x, y) = self.somewhere();
        let high = HandPose {
            x,
            y,
            height: 1500,
            ..HandPose::default()
        };
        let mut live = Live::begin(position, Task::Lay, high)?;
        go(&mut live, &[HandPose { height: 0, ..high }], 30);
        live.let_go();
        Ok(live)
    }

    /// Leans a disc against an own one; once in eight times the hand goes to a random place.
    pub(crate) fn lean(&mut self, position: &Position) -> Result<Live, Forbidden> {
        let own: Vec<[f64; 3]> = position
            .scene()
            .discs()
            .iter()
            .filter(|placed| placed.disc != Disc::RED && lie(placed) == Lie::Flat)
            .filter(|placed| white_up(placed) == (position.turn() == Side::First))
            .map(centre)
            .collect();
        let heading = self.random.below(3600);
        let (sine, cosine) = (heading as f64 / 1800.0 * std::f64::consts::PI).sin_cos();
        let (x, y) = if own.is_empty() || self.random.below(8) == 0 {
            self.somewhere()
        } else {
            let [x, y, _] = own[self.random.below(own.len() as u64) as usize];
            (
                self.around(100.0 * x + REACH * cosine, self.tremor),
                self.around(100.0 * y + REACH * sine, self.tremor),
            )
        };
        let low = HandPose {
            x,
            y,
            height: 5,
            tilt: self.around(310.0, 2 * self.tremor).clamp(0, 900),
            heading: heading as i16,
        };
        let high = HandPose { height: 1500, ..low };
        let mut live = Live::begin(position, Task::Lean, high)?;
        go(&mut live, &[HandPose { height: 300, ..low }, low], 60);
        if self.random.below(8) > 0 {
            live.let_go();
        }
        Ok(live)
    }

    /// Lifts a disc, turns it to the player's colour if it shows the other, and sets it down at a random place.
    fn carry(&mut self, position: &Position, task: Task, disc: Disc) -> Result<Done, Forbidden> {
        let mut live = Live::begin(position, task, HandPose::default())?;
        let start = live.pose().unwrap();
        let high = HandPose {
            height: 800,
            tilt: 0,
            ..start
        };
        go(&mut live, &[high], 40);
        let axis = live.table().magnet(disc).map_or(1.0, |magnet| magnet.axis.z);
        let own_up = (axis >= 0.0) == (position.turn() == Side::First);
        let (x, y) = self.somewhere();
        let over = HandPose {
            x,
            y,
            tilt: if own_up { 0 } else { 1800 },
            ..high
        };
        go(&mut live, &[over, HandPose { height: 0, ..over }], 60);
        live.let_go();
        live.finish()
    }
}

/// Steers through some poses, with `samples` samples from each to the next.
pub(crate) fn go(live: &mut Live, poses: &[HandPose], samples: u32) {
    for &pose in poses {
        let from = live.pose().unwrap_or(pose);
        for step in 1..=samples {
            live.steer(between(from, pose, step, samples));
            for _ in 0..TICKS_PER_SAMPLE {
                live.tick();
            }
        }
    }
}

fn between(from: HandPose, to: HandPose, step: u32, steps: u32) -> HandPose {
    let part = |from: i16, to: i16| {
        let way = (i32::from(to) - i32::from(from)) * step as i32 / steps as i32;
        (i32::from(from) + way) as i16
    };
    HandPose {
        x: part(from.x, to.x),
        y: part(from.y, to.y),
        height: part(from.height, to.height),
        tilt: part(from.tilt, to.tilt),
        heading: to.heading,
    }
}

/// Invariants of every position of a game.
pub(crate) fn check(position: &Position) {
    let text = position.to_string();
    assert_eq!(text.parse::<Position>().as_ref(), Ok(position), "{text}");
    let red = position.placed(Disc::RED).is_some();
    assert!(red || position.outcome().is_some(), "{text}");
    let on_mat = position.scene().discs().len() - usize::from(red);
    let reserves: u8 = Side::BOTH.iter().map(|side| position.reserve(*side)).sum();
    assert_eq!(on_mat + usize::from(reserves), 52, "{text}");
    for placed in position.scene().discs() {
        let upright = axis(placed)[2].abs().min(1.0);
        let reach = 1.6 * (1.0 - upright * upright).sqrt() + 0.3 * upright;
        assert!(
            centre(placed)[2] - reach > -0.1,
            "{placed:?} is under the mat: {text}"
        );
    }
}
