//! The whole state of a game at one screen, without a browser: the page shows it and tells it what the player
//! does.

mod out_of_turn;

use super::board_game::{BoardGame, Control};
use super::session::MoveCursor;
use rules::{Outcome, Side};

/// The pieces that are on their way, and a number that is new for every such event.
#[derive(Clone, Debug, PartialEq)]
pub struct Travel<M> {
    /// Grows with each move shown.
    pub number: u32,
    /// The ways.
    pub motions: Vec<M>,
}

/// Player of a side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidePlayer {
    /// A person at this screen.
    Person,
    /// The computer.
    Computer,
    /// A person elsewhere, whose moves come over the network.
    Remote,
}

/// How the player likes to play; the settings say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// A move is played only when it has been confirmed.
    pub confirm: bool,
}

/// Next step that the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
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
    /// Board after the move.
    after: G,
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardTable<G: BoardGame> {
    session: MoveCursor<G>,
    seats: [SidePlayer; 2],
    habits: Habits,
    /// Whether moves that the rules demand are played without the players: agreed for both before the game.
    assist: bool,
    control: G::Control,
    travel: Travel<G::Motion>,
    /// The move to be confirmed, and the position after it.
    proposed: Option<(G::Move, G)>,
    premove: Option<Premove<G>>,
    /// Moves made at this screen in a game over the network, with the number of moves before each; not sent yet.
    made: Vec<(usize, String)>,
    /// Whether nobody may move, whatever the rules say: the game has not begun, or was given up.
    closed: bool,
    /// Whether the player has tried to move while it was the other's turn.
    out_of_turn: bool,
}

impl<G: BoardGame> BoardTable<G> {
    /// A table with a game on it.
    pub fn new(session: MoveCursor<G>, seats: [SidePlayer; 2]) -> BoardTable<G> {
        let mut table = BoardTable {
            session,
            seats,
            habits: Habits::default(),
            assist: false,
            control: G::Control::default(),
            travel: Travel {
                number: 0,
                motions: Vec::new(),
            },
            proposed: None,
            premove: None,
            made: Vec::new(),
            closed: false,
            out_of_turn: false,
        };
        // A player of one side sees the board from that side.
        if seats[0] != SidePlayer::Person && seats[1] == SidePlayer::Person {
            table.control.flip();
        }
        table.show();
        table
    }

    /// The game.
    pub fn session(&self) -> &MoveCursor<G> {
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

    /// Players by side.
    pub fn seats(&self) -> [SidePlayer; 2] {
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
        self.is_open() && self.proposed.is_none() && self.seats[self.turn()] == SidePlayer::Person
    }

    /// Whether a move may be made at the position shown. In an online game past moves cannot be changed.
    fn is_open(&self) -> bool {
        let past = self.is_remote() && !self.session.at_end();
        self.outcome().is_none() && !self.closed && !past
    }

    /// Whether the game is played over the network.
    pub fn is_remote(&self) -> bool {
        self.seats.contains(&SidePlayer::Remote)
    }

    /// Moves made at this screen since the last call, with the number of moves before each: to be sent.
    pub fn take_made(&mut self) -> Vec<(usize, String)> {
        std::mem::take(&mut self.made)
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
            self.show_move(mv);
        }
        if moves.len() != same + 1 && steps_back != 1 {
            self.set_off(Vec::new());
        }
        self.show();
        self.play_premove();
    }

    /// Next step of the game. The computer moves only at the end of the line, so that one can look back in peace.
    pub fn next(&self) -> Awaited {
        let ply = self.session.shown();
        let waits = self.session.at_end() && self.is_open() && self.proposed.is_none();
        if !waits || self.seats[self.turn()] == SidePlayer::Remote {
            Awaited::Person
        } else if self.seats[self.turn()] == SidePlayer::Computer {
            Awaited::Computer(ply)
        } else if self.assist && self.position().demanded().is_some() {
            Awaited::Demanded(ply)
        } else {
            Awaited::Person
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

    /// Plays a move for the side to move; an illegal one changes nothing.
    pub fn play(&mut self, mv: G::Move) {
        if self.show_move(mv) {
            self.note_made();
        }
    }

    /// Notes the last move as made at this screen, to be sent.
    fn note_made(&mut self) {
        if let (true, Some((before, mv))) = (self.is_remote(), self.session.last()) {
            let text = before.move_text(mv);
            self.made.push((self.session.shown() - 1, text));
        }
    }

    /// Shows a move; an illegal one changes nothing.
    fn show_move(&mut self, mv: G::Move) -> bool {
        let is_legal = self.session.play(mv).is_ok();
        if is_legal {
            let motions = self
                .session
                .last()
                .map_or_else(Vec::new, |(before, mv)| G::motions(before, mv, &self.control));
            self.set_off(motions);
            self.show();
        }
        is_legal
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
            self.note_made();
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
    pub fn show_line(&mut self, mut session: MoveCursor<G>, ply: usize) {
        let shown = self.session.shown();
        let pairs = self.session.moves().zip(session.moves());
        let same = pairs.take_while(|(one, other)| one == other).count();
        if same >= shown {
            session.jump(shown);
            self.session = session;
            self.jump(ply);
        } else {
            // The shown position is not on the other line; the way back to it may be.
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
            let automatic = self.assist && before.demanded().is_some();
            (self.seats[before.turn()] == SidePlayer::Person && !automatic).then_some(ply)
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

    /// Takes over whether moves that the rules demand are played without the players.
    pub fn set_assist(&mut self, assist: bool) {
        self.assist = assist;
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
        self.out_of_turn = false;
    }
}

#[cfg(test)]
mod tests;
