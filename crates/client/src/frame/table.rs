//! The whole state of a game at one screen, without a browser: the page shows it and tells it what the player
//! does.

use super::board_game::{BoardGame, Control};
use super::session::Session;
use rules::{Outcome, Side};

/// The pieces that are on their way, and a number that is new for every such event.
#[derive(Clone, Debug, PartialEq)]
pub struct Travel<M> {
    /// Grows with each move shown.
    pub number: u32,
    /// The ways.
    pub motions: Vec<M>,
}

/// Who moves a side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at this screen.
    Person,
    /// The computer.
    Computer,
}

/// How the player likes to play; the settings say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// A move is played only when it has been confirmed.
    pub confirm: bool,
    /// Moves that the rules demand are played without the player.
    pub assist: bool,
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A person, or nothing.
    Person,
    /// The computer, whose move has this number.
    Computer(usize),
    /// A move that the rules demand, with this number.
    Demanded(usize),
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<G: BoardGame> {
    session: Session<G>,
    seats: [Seat; 2],
    habits: Habits,
    control: G::Control,
    travel: Travel<G::Motion>,
    /// The move to be confirmed, and the position after it.
    proposed: Option<(G::Move, G)>,
}

impl<G: BoardGame> Table<G> {
    /// A table with a game on it.
    pub fn new(session: Session<G>, seats: [Seat; 2]) -> Table<G> {
        let mut table = Table {
            session,
            seats,
            habits: Habits::default(),
            control: G::Control::default(),
            travel: Travel {
                number: 0,
                motions: Vec::new(),
            },
            proposed: None,
        };
        // Who plays one side only sits on that side of the board.
        if seats == [Seat::Computer, Seat::Person] {
            table.control.flip();
        }
        table.show();
        table
    }

    /// The game.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// The position shown.
    pub fn position(&self) -> &G {
        self.proposed
            .as_ref()
            .map_or(self.session.position(), |(_, after)| after)
    }

    /// The move that led to the position shown, with the position before it.
    pub fn last(&self) -> Option<(&G, G::Move)> {
        match &self.proposed {
            Some((mv, _)) => Some((self.session.position(), *mv)),
            None => self.session.last(),
        }
    }

    /// How the player handles the board.
    pub fn control(&self) -> &G::Control {
        &self.control
    }

    /// The pieces that are on their way.
    pub fn travel(&self) -> &Travel<G::Motion> {
        &self.travel
    }

    /// Who moves which side.
    pub fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    /// How the game ended, if it did and its end is shown.
    pub fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    /// Whether a move waits to be confirmed.
    pub fn is_proposed(&self) -> bool {
        self.proposed.is_some()
    }

    /// The side to move, as the page names it: with a move to be confirmed, it is still its player's turn.
    pub fn turn(&self) -> Side {
        self.session.position().turn()
    }

    /// Whether the player may move in the position shown.
    pub fn may_move(&self) -> bool {
        self.outcome().is_none() && self.proposed.is_none() && self.seats[self.turn()] == Seat::Person
    }

    /// What the game waits for. The computer moves only at the end of the line: who looks back is left alone.
    pub fn next(&self) -> Next {
        let ply = self.session.shown();
        if !self.session.at_end() || self.outcome().is_some() || self.proposed.is_some() {
            Next::Person
        } else if self.seats[self.turn()] == Seat::Computer {
            Next::Computer(ply)
        } else if self.habits.assist && self.position().demanded().is_some() {
            Next::Demanded(ply)
        } else {
            Next::Person
        }
    }

    /// Does something with the board, which may play a move.
    pub fn act(&mut self, act: impl FnOnce(&mut G::Control) -> Option<G::Move>) {
        if let Some(mv) = act(&mut self.control) {
            self.choose(mv);
        }
    }

    /// Does something with the board that plays nothing. Tells whether it changed anything.
    pub fn touch(&mut self, touch: impl FnOnce(&mut G::Control) -> bool) -> bool {
        touch(&mut self.control)
    }

    /// The person has chosen a move.
    fn choose(&mut self, mv: G::Move) {
        if !self.may_move() {
            return;
        }
        if !self.habits.confirm {
            self.play(mv);
            return;
        }
        let mut after = *self.session.position();
        // Only legal moves come here; an illegal one changes nothing.
        if after.play(mv).is_ok() {
            let motions = G::motions(self.session.position(), mv, &self.control);
            self.proposed = Some((mv, after));
            self.set_off(motions);
            self.show();
        }
    }

    /// Plays a move for whoever's turn it is; an illegal one changes nothing.
    pub fn play(&mut self, mv: G::Move) {
        if self.session.play(mv).is_ok() {
            let motions = self
                .session
                .last()
                .map_or_else(Vec::new, |(before, mv)| G::motions(before, mv, &self.control));
            self.set_off(motions);
            self.show();
        }
    }

    /// Plays a move given by its text; nonsense changes nothing.
    pub fn play_text(&mut self, text: &str) {
        if let Ok(mv) = self.session.position().parse_move(text) {
            self.play(mv);
        }
    }

    /// Plays the move that the rules demand.
    pub fn play_demanded(&mut self) {
        if let Some(mv) = self.session.position().demanded() {
            self.play(mv);
        }
    }

    /// Plays the proposed move.
    pub fn confirm(&mut self) {
        if let Some((mv, _)) = self.proposed.take()
            && self.session.play(mv).is_ok()
        {
            // It has been seen on its way already.
            self.set_off(Vec::new());
            self.show();
        }
    }

    /// Takes the proposed move back.
    pub fn withdraw(&mut self) {
        if let Some((mv, _)) = self.proposed.take() {
            let motions = G::motions_back(self.session.position(), mv, &self.control);
            self.set_off(motions);
            self.show();
        }
    }

    /// Shows the position after so many moves; a single step is shown as a motion.
    pub fn jump(&mut self, ply: usize) {
        self.proposed = None;
        let before = self.session.shown();
        let undone = self.session.last().map(|(position, mv)| (*position, mv));
        self.session.jump(ply);
        let after = self.session.shown();
        let motions = if after == before + 1 {
            self.session
                .last()
                .map_or_else(Vec::new, |(before, mv)| G::motions(before, mv, &self.control))
        } else if after + 1 == before {
            undone.map_or_else(Vec::new, |(position, mv)| {
                G::motions_back(&position, mv, &self.control)
            })
        } else {
            Vec::new()
        };
        self.set_off(motions);
        self.show();
    }

    /// Shows another line after so many of its moves; a single step along either is shown as a motion.
    pub fn show_line(&mut self, mut session: Session<G>, ply: usize) {
        let shown = self.session.shown();
        let pairs = self.session.moves().zip(session.moves());
        let same = pairs.take_while(|(one, other)| one == other).count();
        if same >= shown {
            session.jump(shown);
            self.session = session;
            self.jump(ply);
        } else {
            // What is shown is not on the other line; the way back to it may be.
            if ply <= same {
                self.jump(ply);
            } else {
                self.set_off(Vec::new());
            }
            session.jump(ply);
            self.session = session;
            self.proposed = None;
            self.show();
        }
    }

    /// Shows one move less.
    pub fn back(&mut self) {
        self.jump(self.session.shown().saturating_sub(1));
    }

    /// Shows the next move again.
    pub fn redo(&mut self) {
        self.jump(self.session.shown() + 1);
    }

    /// Takes moves back to where a person last had a choice, to be redone or replaced.
    pub fn undo(&mut self) {
        if self.proposed.is_some() {
            self.withdraw();
        } else if let Some(ply) = self.last_choice() {
            self.jump(ply);
        }
    }

    /// The last ply before the one shown at which a person had a choice.
    pub fn last_choice(&self) -> Option<usize> {
        let chosen = |(ply, (before, _)): (usize, (&G, G::Move))| {
            let automatic = self.habits.assist && before.demanded().is_some();
            (self.seats[before.turn()] == Seat::Person && !automatic).then_some(ply)
        };
        self.session
            .moves()
            .take(self.session.shown())
            .enumerate()
            .filter_map(chosen)
            .last()
    }

    /// Turns the board by half a turn.
    pub fn flip(&mut self) {
        self.control.flip();
        self.set_off(Vec::new());
    }

    /// Takes over other settings.
    pub fn set_habits(&mut self, habits: Habits) {
        self.habits = habits;
        if !habits.confirm {
            self.confirm();
        }
    }

    fn set_off(&mut self, motions: Vec<G::Motion>) {
        self.travel = Travel {
            number: self.travel.number + 1,
            motions,
        };
    }

    fn show(&mut self) {
        let (position, may_move) = (*self.position(), self.may_move());
        self.control.show(&position, may_move);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::board_game::tap;
    use drawing::offboard::geometry::Geometry;
    use offboard::{Cell, Position};
    use rules::Game;

    fn seated(seats: [Seat; 2]) -> Table<Position> {
        Table::new(Session::new(Position::start(rules::Standard)), seats)
    }

    fn tap_cell(table: &mut Table<Position>, text: &str) {
        let cell = Cell::all().find(|cell| cell.to_string() == text).unwrap();
        let view = Geometry {
            flipped: table.control().is_flipped(),
        };
        tap(table, view.cell(cell));
    }

    #[test]
    fn a_move_to_be_confirmed_is_shown_but_not_played() {
        let mut table = seated([Seat::Person; 2]);
        table.set_habits(Habits {
            confirm: true,
            assist: false,
        });
        tap_cell(&mut table, "i5");
        tap_cell(&mut table, "f5");
        assert!(table.is_proposed());
        assert_eq!((table.session().plies(), table.turn()), (0, Side::First));
        assert_ne!(table.position(), table.session().position());
        tap_cell(&mut table, "a1");
        tap_cell(&mut table, "b2");
        assert_eq!(table.session().plies(), 0, "nothing else is played meanwhile");
        table.withdraw();
        assert_eq!(table.position(), table.session().position());
        tap_cell(&mut table, "i5");
        tap_cell(&mut table, "f5");
        table.confirm();
        assert_eq!(table.session().texts(), ["i5h5"]);
    }

    #[test]
    fn only_the_own_side_is_moved_against_the_computer() {
        let mut table = seated([Seat::Person, Seat::Computer]);
        assert_eq!(table.next(), Next::Person);
        tap_cell(&mut table, "i5");
        tap_cell(&mut table, "f5");
        assert_eq!(table.next(), Next::Computer(1));
        tap_cell(&mut table, "a1");
        tap_cell(&mut table, "b2");
        assert_eq!(table.session().plies(), 1);
        table.play_text("nonsense");
        table.play_text("a1b2");
        assert_eq!(table.session().texts(), ["i5h5", "a1b2"]);
        table.undo();
        assert_eq!(table.session().shown(), 0, "back to the person's own move");
        assert_eq!(table.next(), Next::Person);
        table.jump(1);
        assert_eq!(table.next(), Next::Person, "who looks back is left alone");
    }

    #[test]
    fn another_line_is_shown_step_by_step_where_it_can_be() {
        let line = |text: &str| Session::from_text(Position::start(rules::Standard), text).unwrap();
        let mut table = Table::new(line("2 i5h5 a1b2 b5b4"), [Seat::Person; 2]);
        let mut shown = |text: &str, ply: usize| {
            table.show_line(line(text), ply);
            (table.session().to_text(), table.travel().motions.len())
        };
        assert_eq!(shown("0 i5h5 a1b2 b5b4", 3), ("3 i5h5 a1b2 b5b4".to_owned(), 1));
        assert_eq!(
            shown("0 i5h5 a1b2", 2),
            ("2 i5h5 a1b2".to_owned(), 1),
            "one move back"
        );
        assert_eq!(
            shown("0 i5h5 a1b1", 2),
            ("2 i5h5 a1b1".to_owned(), 0),
            "another move instead"
        );
        assert_eq!(shown("0 i5h5 a1b1 b5b4", 3), ("3 i5h5 a1b1 b5b4".to_owned(), 1));
        assert_eq!(shown("0", 0), ("0".to_owned(), 0));
    }

    #[test]
    fn who_plays_second_sits_on_that_side() {
        let table = seated([Seat::Computer, Seat::Person]);
        assert!(table.control().is_flipped());
        assert_eq!(table.next(), Next::Computer(0));
        assert_eq!(table.last_choice(), None);
    }
}
