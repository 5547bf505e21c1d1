//! Positions by a few words, and movements of the hand told as events.

use magnets::{Contact, Disc, Lie, Placed, Scene, TableEvent, TableEventKind};
use polarity::disc_pose::{lie, white_up};
use polarity::{Consequence, Fault, Forbidden, Mat, Position, Referee, Task, Verdict, judge};

/// A position to begin with: two white foundations (1, 2) on the left, two black (3, 4) on the right, far
/// from each other, and what a test adds.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) rules: &'static str,
    pub(crate) turn: &'static str,
    pub(crate) phase: &'static str,
    pub(crate) seats: &'static str,
    pub(crate) white_reserve: usize,
    pub(crate) discs: Vec<Placed>,
    /// Discs in contact, other than those alone.
    pub(crate) groups: Vec<Vec<u8>>,
    pub(crate) captures: Vec<u8>,
    pub(crate) turns: Vec<u8>,
    pub(crate) moved: String,
}

pub(crate) fn flat(disc: u8, x: f32, white: bool) -> Placed {
    Placed::flat(Disc(disc), x, 0.0, white, 0)
}

pub(crate) fn leaner(disc: u8, x: f32, white: bool) -> Placed {
    Placed::leaning(Disc(disc), x, 0.0, 30.0, 0.0, white)
}

/// Discs in a stack, the first lowest.
pub(crate) fn stack(discs: &[u8], x: f32, white: bool) -> Vec<Placed> {
    let levels = discs.iter().zip(0..);
    levels
        .map(|(disc, level)| Placed::flat(Disc(*disc), x, 0.0, white, level))
        .collect()
}

impl Board {
    pub(crate) fn new() -> Board {
        Board {
            rules: "temple",
            turn: "white",
            phase: "play",
            seats: r#""1/1","1/1""#,
            white_reserve: 20,
            discs: vec![
                flat(0, 0.0, true),
                flat(1, -8.0, true),
                flat(2, -16.0, true),
                flat(3, 8.0, false),
                flat(4, 16.0, false),
            ],
            groups: Vec::new(),
            captures: Vec::new(),
            turns: Vec::new(),
            moved: String::new(),
        }
    }

    pub(crate) fn with(mut self, discs: impl IntoIterator<Item = Placed>) -> Board {
        for placed in discs {
            self.discs.retain(|other| other.disc != placed.disc);
            self.discs.push(placed);
        }
        self
    }

    /// Adds discs in contact; `owed` when they are a cluster.
    pub(crate) fn group(mut self, discs: Vec<Placed>, owed: bool) -> Board {
        let names: Vec<u8> = discs.iter().map(|placed| placed.disc.0).collect();
        if owed {
            self.captures.push(names[0]);
            self.captures.sort_unstable();
        }
        self.groups.push(names);
        self.with(discs)
    }

    pub(crate) fn text(&self) -> String {
        let mut groups = self.groups.clone();
        for placed in &self.discs {
            if !groups.iter().any(|group| group.contains(&placed.disc.0)) {
                groups.push(vec![placed.disc.0]);
            }
        }
        groups.sort_by_key(|group| *group.iter().min().unwrap());
        let body = |group: &Vec<u8>| {
            let mut discs: Vec<&Placed> = self
                .discs
                .iter()
                .filter(|placed| group.contains(&placed.disc.0))
                .collect();
            discs.sort_by_key(|placed| (placed.centre[2], placed.disc));
            let written = discs.iter().map(|placed| {
                let numbers: Vec<String> = [i32::from(placed.disc.0)]
                    .iter()
                    .chain(&placed.centre)
                    .chain(&placed.turn)
                    .map(i32::to_string)
                    .collect();
                format!("[{}]", numbers.join(","))
            });
            format!("[{}]", written.collect::<Vec<_>>().join(","))
        };
        let bodies: Vec<String> = groups.iter().map(body).collect();
        let names = |discs: &[u8]| discs.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let black_reserve = 52 - (self.discs.len() - 1) - self.white_reserve;
        format!(
            r#"{{"rules":"{}","red":"-","turn":"{}","phase":"{}","seats":[{}],"reserves":[{},{black_reserve}],"captures":[{}],"turns":[{}],"moved":[{}],"bodies":[{}]}}"#,
            self.rules,
            self.turn,
            self.phase,
            self.seats,
            self.white_reserve,
            names(&self.captures),
            names(&self.turns),
            self.moved,
            bodies.join(","),
        )
    }

    pub(crate) fn position(&self) -> Position {
        self.text()
            .parse()
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// A movement of the hand, told.
pub(crate) struct Script {
    pub(crate) before: Position,
    task: Task,
    referee: Referee,
    tick: u32,
    mat: Mat,
}

/// The name of the disc that a hand takes from the reserve on a [`Board`] is the lowest free one.
pub(crate) fn script(before: &Position, task: Task) -> Script {
    let brings = matches!(task, Task::Lay | Task::Lean);
    let brought = before.next_disc().filter(|_| brings);
    before.allow(task).unwrap();
    let touching = before.groups().iter().flat_map(|group| {
        let pairs = group.discs.windows(2);
        pairs.map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
    });
    Script {
        before: before.clone(),
        task,
        referee: Referee::new(before, task, brought),
        tick: 0,
        mat: Mat {
            discs: before.scene().discs().to_vec(),
            touching: touching.collect(),
            supports: Vec::new(),
            taken: Vec::new(),
        },
    }
}

impl Script {
    pub(crate) fn hears(mut self, what: TableEventKind) -> Script {
        self.tick += 100;
        self.referee.hear(&TableEvent {
            tick: self.tick,
            what,
        });
        self
    }

    /// Two discs come to touch and stay so.
    pub(crate) fn touch(mut self, one: u8, two: u8) -> Script {
        let by = Contact::Rim;
        self.mat.touching.push((Disc(one.min(two)), Disc(one.max(two))));
        self.hears(TableEventKind::Touched {
            one: Disc(one.min(two)),
            two: Disc(one.max(two)),
            by,
        })
    }

    /// A leaner falls, and lies at `x`.
    pub(crate) fn fall(self, disc: u8, x: f32, white_up: bool) -> Script {
        self.hears(TableEventKind::Fell {
            disc: Disc(disc),
            white_up,
        })
        .put(flat(disc, x, white_up))
    }

    pub(crate) fn stick(self, disc: u8) -> Script {
        self.hears(TableEventKind::Stuck { disc: Disc(disc) })
            .takes(&[disc])
    }

    /// The hand lets go of discs; a leaner is held up by a disc that shows its colour, if there is one.
    pub(crate) fn release(self, discs: impl IntoIterator<Item = Placed>) -> Script {
        let script = self.hears(TableEventKind::Released);
        discs.into_iter().fold(script, |script, placed| {
            let like = |other: &&Placed| other.disc != Disc::RED && white_up(other) == white_up(&placed);
            let support = script.mat.discs.iter().find(like).map(|other| other.disc.0);
            let script = script.put(placed);
            match support {
                Some(by) if lie(&placed) == Lie::Leaner => script.held_up(placed.disc.0, by),
                _ => script,
            }
        })
    }

    /// The hand goes away with these discs, its own among them.
    pub(crate) fn leave(self, with: &[u8]) -> Script {
        self.hears(TableEventKind::Withdrawn).takes(with)
    }

    /// A disc lies here in the end.
    pub(crate) fn put(mut self, placed: Placed) -> Script {
        self.mat.discs.retain(|other| other.disc != placed.disc);
        self.mat.discs.push(placed);
        self
    }

    /// Discs are with the hand in the end.
    pub(crate) fn takes(mut self, discs: &[u8]) -> Script {
        for &disc in discs {
            let disc = Disc(disc);
            self.mat.discs.retain(|placed| placed.disc != disc);
            self.mat.touching.retain(|&(one, two)| one != disc && two != disc);
            if !self.mat.taken.contains(&disc) {
                self.mat.taken.push(disc);
            }
        }
        self
    }

    /// Pairs that touched before do no more.
    pub(crate) fn parted(mut self, one: u8, two: u8) -> Script {
        self.mat.touching.retain(|&pair| pair != (Disc(one), Disc(two)));
        self
    }

    /// Discs that touch in the end without an event, because the hand put them so.
    pub(crate) fn in_contact(mut self, one: u8, two: u8) -> Script {
        self.mat.touching.push((Disc(one), Disc(two)));
        self
    }

    /// A leaner is held up by a body with this disc on top.
    pub(crate) fn held_up(self, leaner: u8, by: u8) -> Script {
        let mut script = self.held_up_by_nothing(leaner);
        script.mat.supports.push((Disc(leaner), Disc(by)));
        script
    }

    /// No body lifts a leaner.
    pub(crate) fn held_up_by_nothing(mut self, leaner: u8) -> Script {
        self.mat.supports.retain(|(held, _)| *held != Disc(leaner));
        self
    }

    /// A flat disc turns over, and lies at `x`.
    pub(crate) fn overturn(self, disc: u8, x: f32, white_up: bool) -> Script {
        self.hears(TableEventKind::Overturned {
            disc: Disc(disc),
            white_up,
        })
        .put(flat(disc, x, white_up))
    }

    pub(crate) fn is_fault(&self) -> bool {
        self.referee.is_fault()
    }

    pub(crate) fn try_end(self) -> Result<(Position, Verdict), Forbidden> {
        let before = self.before;
        let result = judge(&before, self.referee, &self.mat, self.tick);
        if let Ok((position, _)) = &result {
            check(position);
        }
        result
    }

    pub(crate) fn end(self) -> (Position, Verdict) {
        let task = self.task;
        self.try_end().unwrap_or_else(|error| panic!("{task}: {error}"))
    }
}

/// Invariants of every position.
pub(crate) fn check(position: &Position) {
    let text = position.to_string();
    assert_eq!(text.parse::<Position>().as_ref(), Ok(position), "{text}");
    assert!(Scene::new(position.scene().discs().to_vec(), true).is_ok());
}

pub(crate) fn letters(verdict: &Verdict) -> String {
    let faults = verdict
        .calls
        .iter()
        .map(|call| call.fault.letter().unwrap_or('!'));
    faults.collect()
}

pub(crate) fn faults(verdict: &Verdict) -> Vec<Fault> {
    verdict.calls.iter().map(|call| call.fault).collect()
}

/// The consequences, in the command line's words.
pub(crate) fn said(verdict: &Verdict) -> Vec<String> {
    verdict.consequences.iter().map(Consequence::to_string).collect()
}
