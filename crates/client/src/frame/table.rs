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
    /// Somebody elsewhere, whose moves come over the network.
    Remote,
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

/// A move that is played as soon as it is the player's turn, if it is possible then.
#[derive(Clone, Debug, PartialEq)]
struct Premove<G> {
    text: String,
    /// What the board would look like.
    after: G,
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
    premove: Option<Premove<G>>,
    /// Whether nobody may move, whatever the rules say: the game has not begun, or was given up.
    closed: bool,
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
            premove: None,
            closed: false,
        };
        // Who plays one side only sits on that side of the board.
        if seats[0] != Seat::Person && seats[1] == Seat::Person {
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
        match (&self.proposed, &self.premove) {
            (Some((_, after)), _) | (None, Some(Premove { after, .. })) => after,
            (None, None) => self.session.position(),
        }
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
        self.is_open() && self.proposed.is_none() && self.seats[self.turn()] == Seat::Person
    }

    /// Whether the game goes on where it is shown. With somebody elsewhere, what is past cannot be changed.
    fn is_open(&self) -> bool {
        let past = self.is_remote() && !self.session.at_end();
        self.outcome().is_none() && !self.closed && !past
    }

    /// Whether the game is played over the network.
    pub fn is_remote(&self) -> bool {
        self.seats.contains(&Seat::Remote)
    }

    /// The position as if it were the player's turn while it is the other's, to choose a move in advance.
    fn in_advance(&self) -> Option<G> {
        let waits = self.seats[self.turn()] == Seat::Remote && self.seats[!self.turn()] == Seat::Person;
        let free = self.is_open() && self.premove.is_none();
        if waits && free {
            self.session.position().as_if(!self.turn())
        } else {
            None
        }
    }

    /// The move that is played as soon as it can be.
    pub fn premove(&self) -> Option<&str> {
        self.premove.as_ref().map(|premove| premove.text.as_str())
    }

    /// Forgets the move in advance. Tells whether there was one.
    pub fn drop_premove(&mut self) -> bool {
        let had = self.premove.take().is_some();
        if had {
            self.set_off(Vec::new());
            self.show();
        }
        had
    }

    /// Lets nobody move, or lets them again.
    pub fn set_closed(&mut self, closed: bool) {
        if closed {
            self.premove = None;
            self.proposed = None;
        }
        self.closed = closed;
        self.show();
    }

    /// Takes over the moves of a game that is played elsewhere, and shows the last; a single new one as a motion.
    pub fn follow(&mut self, moves: &[String]) {
        let had = self.session.texts();
        if had == moves {
            return;
        }
        self.proposed = None;
        let same = had.iter().zip(moves).take_while(|(a, b)| a == b).count();
        // A step back and a step on are seen; whatever else changed is not.
        let steps_back = had.len() - same;
        if same + 1 == had.len() && moves.len() == same {
            self.session.jump(had.len());
            self.jump(same);
        } else {
            self.session.jump(same);
        }
        self.session.cut();
        for text in &moves[same..] {
            // The server has checked them; one that is unknown here ends what can be shown.
            let Ok(mv) = self.session.position().parse_move(text) else {
                break;
            };
            self.play(mv);
        }
        if moves.len() != same + 1 && steps_back != 1 {
            self.set_off(Vec::new());
        }
        self.show();
        self.play_premove();
    }

    /// Plays the move in advance when its time has come; if it is not possible, it is forgotten.
    fn play_premove(&mut self) {
        let demanded = self.habits.assist && self.session.position().demanded().is_some();
        if self.premove.is_none() || self.seats[self.turn()] != Seat::Person || demanded || !self.is_open() {
            return;
        }
        if let Some(premove) = self.premove.take()
            && let Ok(mv) = self.session.position().parse_move(&premove.text)
        {
            self.play(mv);
        }
        self.show();
    }

    /// What the game waits for. The computer moves only at the end of the line: who looks back is left alone.
    pub fn next(&self) -> Next {
        let ply = self.session.shown();
        let waits = self.session.at_end() && self.is_open() && self.proposed.is_none();
        if !waits || self.seats[self.turn()] == Seat::Remote {
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
        if let Some(mut after) = self.in_advance() {
            let text = after.move_text(mv);
            if after.play(mv).is_ok() {
                self.premove = Some(Premove { text, after });
                self.set_off(Vec::new());
                self.show();
            }
            return;
        }
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
            self.play_premove();
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
        self.premove = None;
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
        let (position, may_move) = match self.in_advance() {
            Some(position) => (position, true),
            None => (*self.position(), self.may_move()),
        };
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

    fn moves(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn moves_from_elsewhere_are_followed_and_the_past_stays() {
        let mut table = seated([Seat::Remote, Seat::Person]);
        assert!(table.control().is_flipped(), "on the own side");
        tap_cell(&mut table, "i5");
        tap_cell(&mut table, "f5");
        assert_eq!(table.session().plies(), 0, "not the own turn");
        table.follow(&moves("i5h5"));
        assert_eq!((table.session().shown(), table.next()), (1, Next::Person));
        assert!(!table.travel().motions.is_empty(), "it is seen on its way");
        tap_cell(&mut table, "a1");
        tap_cell(&mut table, "d4");
        assert_eq!(table.session().texts(), ["i5h5", "a1b2"]);
        table.jump(1);
        assert!(!table.may_move(), "what is past stays");
        table.follow(&moves("i5h5 a1b2 h5i5"));
        assert_eq!((table.session().shown(), table.may_move()), (3, true));
        table.follow(&moves("i5h5"));
        assert_eq!(
            (table.session().plies(), table.may_move()),
            (1, true),
            "taken back"
        );
        table.follow(&moves("i5h5 b1c1"));
        assert_eq!(table.session().texts(), ["i5h5", "b1c1"]);
        table.set_closed(true);
        assert!(!table.may_move());
    }

    #[test]
    fn a_move_in_advance_is_played_when_it_can_be_and_can_be_dropped() {
        let mut table = seated([Seat::Remote, Seat::Person]);
        tap_cell(&mut table, "a1");
        tap_cell(&mut table, "d4");
        assert_eq!(table.premove(), Some("a1b2"));
        assert_eq!(table.session().plies(), 0);
        assert!(table.drop_premove() && !table.drop_premove());
        tap_cell(&mut table, "a1");
        tap_cell(&mut table, "d4");
        table.follow(&moves("i5h5"));
        assert_eq!(
            (table.session().texts(), table.premove()),
            (moves("i5h5 a1b2"), None)
        );

        let mut table = seated([Seat::Remote, Seat::Person]);
        tap_cell(&mut table, "a1");
        tap_cell(&mut table, "d4");
        let other = moves("i5h5 a1b2 h5i5");
        table.follow(&other);
        assert_eq!(
            (table.session().texts(), table.premove()),
            (other, None),
            "not possible any more"
        );
    }

    #[test]
    fn a_move_in_advance_is_chosen_in_every_game_that_allows_it() {
        let start = polygone::Position::start(rules::Standard);
        assert_eq!(
            start.as_if(Side::Second).map(|position| position.turn()),
            Some(Side::Second)
        );
        let start = isometron::Position::start(isometron::Symmetry::Axial);
        assert_eq!(
            start.as_if(Side::Second).map(|position| position.turn()),
            Some(Side::Second)
        );
        let mut after = start;
        after.play(start.legal_moves()[3]).unwrap();
        let own = after.as_if(Side::First).unwrap();
        assert_eq!(
            (own.turn(), own.demanded()),
            (Side::First, None),
            "what the other owes is the other's"
        );
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
