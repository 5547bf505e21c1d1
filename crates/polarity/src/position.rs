//! A position between two movements of a hand: all that the rules and the table need to go on.

use crate::disc_pose::{centre, is_stack, lie, spot, square_apart, white_up};
use crate::discs::Discs;
use crate::setup::{Face, Rules, SIDES, Seat, StartVariant, owner};
use magnets::measures::{DOT, RADIUS};
use magnets::{Disc, Lie, Placed, Scene};
use rules::{Outcome, Reason, Side};
use std::fmt;

/// Discs in each player's reserve at the start.
pub const RESERVE: u8 = 26;
/// Discs that each player lays in the opening.
pub const FOUNDATIONS: u8 = 5;

/// Phases of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The foundations are laid.
    Opening,
    /// Turns are played.
    Play,
    /// A reserve is empty, or with `ferti` the last disc has been played: only the captures owed are still made.
    Last,
    /// The game has ended.
    Over(Outcome),
}

impl Phase {
    /// Every phase there is.
    pub(crate) fn all() -> Vec<Phase> {
        let mut all = vec![Phase::Opening, Phase::Play, Phase::Last];
        for side in Side::BOTH {
            for by in [
                Reason::Points,
                Reason::RedDisc,
                Reason::EmptyMat,
                Reason::OneColour,
            ] {
                all.push(Phase::Over(Outcome::Win { side, by }));
            }
        }
        all.push(Phase::Over(Outcome::Draw { by: Reason::Points }));
        all
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Phase::Opening => f.write_str("opening"),
            Phase::Play => f.write_str("play"),
            Phase::Last => f.write_str("last"),
            Phase::Over(outcome) => f.write_str(&outcome.describe(SIDES)),
        }
    }
}

/// Discs in contact, or one that touches nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// Bottom to top.
    pub discs: Vec<Disc>,
    /// Whether it is a cluster that the side to move must capture; of several discs, the others are
    /// captured towers.
    pub owed: bool,
}

impl Group {
    pub(crate) fn set(&self) -> Discs {
        self.discs.iter().copied().collect()
    }

    pub(crate) fn lowest_name(&self) -> Option<Disc> {
        self.discs.iter().copied().min()
    }
}

/// A position between two movements of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) red: Face,
    pub(crate) turn: Side,
    pub(crate) phase: Phase,
    pub(crate) seats: [Seat; 2],
    pub(crate) reserves: [u8; 2],
    /// Single discs that their owner takes up, turns and lays: each shows the other side's colour.
    pub(crate) turns: Vec<Disc>,
    /// Places at the start of the turn of discs that an earlier movement of this turn moved.
    pub(crate) moved: Vec<(Disc, [i32; 2])>,
    /// All discs on the mat, in order of the groups' lowest names.
    pub(crate) groups: Vec<Group>,
    pub(crate) scene: Scene,
}

impl Position {
    /// The position before the first foundation.
    #[expect(clippy::missing_panics_doc, reason = "one flat disc in the centre is a scene")]
    pub fn start(variant: StartVariant) -> Position {
        let red = Placed::flat(Disc::RED, 0.0, 0.0, variant.red == Face::North, 0);
        let scene = Scene::new(vec![red], true).expect("one flat disc is a scene");
        Position {
            rules: variant.rules,
            red: variant.red,
            turn: Side::First,
            phase: Phase::Opening,
            seats: [Seat::first(variant.teams); 2],
            reserves: [RESERVE; 2],
            turns: Vec::new(),
            moved: Vec::new(),
            groups: vec![Group {
                discs: vec![Disc::RED],
                owed: false,
            }],
            scene,
        }
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The red disc's face up.
    pub fn red(&self) -> Face {
        self.red
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The phase of the game.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The player of a side who has its next turn.
    pub fn seat(&self, side: Side) -> Seat {
        self.seats[side]
    }

    /// Discs in a side's reserve.
    pub fn reserve(&self, side: Side) -> u8 {
        self.reserves[side]
    }

    /// The discs on the mat.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// All discs on the mat as they touch, the red one included.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The clusters to be captured.
    pub fn captures(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| group.owed)
    }

    /// The discs that a side must take up, turn and lay.
    pub fn turns(&self, side: Side) -> impl Iterator<Item = Disc> {
        let wrong = move |disc: &Disc| {
            self.placed(*disc)
                .is_some_and(|placed| owner(white_up(placed)) != side)
        };
        self.turns.iter().copied().filter(wrong)
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The disc that the side to move would take from its reserve.
    pub fn next_disc(&self) -> Option<Disc> {
        let here = |name: &u8| self.placed(Disc(*name)).is_some();
        let free = (1..=2 * RESERVE).find(|name| !here(name)).map(Disc);
        free.filter(|_| self.reserves[self.turn] > 0)
    }

    /// The place of a disc on the mat.
    pub fn placed(&self, disc: Disc) -> Option<&Placed> {
        let discs = self.scene.discs();
        let found = discs.binary_search_by_key(&disc, |placed| placed.disc);
        found.ok().map(|index| &discs[index])
    }

    /// The group that a disc on the mat belongs to.
    pub fn group(&self, disc: Disc) -> Option<&Group> {
        self.groups.iter().find(|group| group.discs.contains(&disc))
    }

    /// The part of the mat around a place: the bodies whose lowest disc is nearer than `reach`, all in centimetres.
    #[must_use]
    pub fn around(&self, middle: [f64; 2], reach: f64) -> Position {
        let mut part = self.clone();
        let near = |placed: &Placed| {
            let [x, y, _] = centre(placed);
            let (x, y) = (middle[0] - x, middle[1] - y);
            (x * x + y * y).sqrt() < reach
        };
        part.groups.retain(|group| {
            let bottom = group.discs.first().and_then(|disc| self.placed(*disc));
            bottom.is_some_and(near)
        });
        let groups = &part.groups;
        part.scene
            .retain(|placed| groups.iter().any(|group| group.discs.contains(&placed.disc)));
        part
    }

    /// The side whose colour shows on top of a group; nobody's if it is the red disc's.
    pub fn shown(&self, group: &Group) -> Option<Side> {
        let top = group.discs.last().filter(|disc| **disc != Disc::RED)?;
        self.placed(*top).map(|top| owner(white_up(top)))
    }

    /// Whether a group is a stack with this side's colour up.
    pub(crate) fn is_own_stack(&self, group: &Group, side: Side) -> bool {
        let discs: Option<Vec<&Placed>> = group.discs.iter().map(|disc| self.placed(*disc)).collect();
        discs.is_some_and(|discs| is_stack(&discs)) && self.shown(group) == Some(side)
    }

    /// Whether the red disc lies on the mat off its dot, touching nothing.
    pub fn is_red_off_its_dot(&self) -> bool {
        let alone = |group: &Group| group.discs.len() == 1;
        let most = i64::from(((RADIUS + DOT) * 1000.0) as i32);
        let is_off = |red: &Placed| square_apart(spot(red), [0, 0]) > most * most;
        self.group(Disc::RED).is_some_and(alone) && self.placed(Disc::RED).is_some_and(is_off)
    }

    /// The discs in a side's towers, less those in its reserve.
    pub fn points(&self, side: Side) -> i32 {
        let towers = self
            .groups
            .iter()
            .filter(|group| group.discs.len() > 1 && !group.owed && self.shown(group) == Some(side));
        let discs: usize = towers.map(|group| group.discs.len()).sum();
        discs as i32 - i32::from(self.reserves[side])
    }

    /// Whether a side has a disc on the mat with its colour up; one that it has yet to turn shows the other.
    pub(crate) fn is_present(&self, side: Side) -> bool {
        let mut discs = self.scene.discs().iter();
        discs.any(|placed| placed.disc != Disc::RED && owner(white_up(placed)) == side)
    }

    /// Whether there are foundations or towers, and all show this side's colour.
    pub(crate) fn shows_only(&self, side: Side) -> bool {
        let flat = |placed: &&Placed| placed.disc != Disc::RED && lie(placed) == Lie::Flat;
        let mut lying = self.scene.discs().iter().filter(flat).peekable();
        lying.peek().is_some() && lying.all(|placed| owner(white_up(placed)) == side)
    }
}
