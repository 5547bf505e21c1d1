//! View model of the page round the board: computed from a table by code that knows the game, shown by views that
//! do not.

use super::board_game::BoardGame;
use super::table::{Awaited, BoardTable, SidePlayer};
use crate::language::{Messages, Text};
use crate::online::words;
use protocol::Ending;
use rules::{Outcome, Side};

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerView {
    /// The colour's name.
    pub name: &'static str,
    /// The player's name, unless both play at one screen.
    pub who: Option<String>,
    /// The points.
    pub points: u16,
    /// How many of them win.
    pub goal: Option<u16>,
    /// The points in words.
    pub told: String,
    /// Text instead of the number of points, if a number does not say it all.
    pub count: Option<String>,
    /// Whether it is this player's turn.
    pub active: bool,
    /// Whether this player has won.
    pub won: bool,
}

/// The state that the page waits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageState {
    /// A person's move.
    Move,
    /// A chosen move to be confirmed.
    Confirmation,
    /// The computer.
    Thinking,
    /// Nothing: the game is over.
    Over,
}

/// All that the page shows besides the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameView {
    /// The players.
    pub players: [PlayerView; 2],
    /// The side to move, or the result and its reason.
    pub state: String,
    /// The player's next action.
    pub hint: Option<&'static str>,
    /// Why something is not allowed, or what was wrong.
    pub notice: Option<String>,
    /// The state that the page waits in.
    pub phase: PageState,
    /// The moves.
    pub moves: Vec<String>,
    /// How many of them are shown.
    pub shown: usize,
    /// Whether a move can be taken back.
    pub can_undo: bool,
    /// The text for screen readers: the move that led here, and the next action.
    pub said: String,
}

/// Actions of the page on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardAction {
    /// Takes moves back.
    Undo,
    /// Shows the next move again.
    Redo,
    /// Shows the move before.
    Back,
    /// Shows the position after so many moves.
    Jump(usize),
    /// Turns the board.
    Flip,
    /// Plays the proposed move.
    Confirm,
    /// Takes the proposed move back.
    Withdraw,
    /// Begins a new game.
    NewGame,
    /// Begins a new game with the colours exchanged.
    Rematch,
}

impl GameView {
    /// The view model of a table.
    pub fn new<G: BoardGame>(messages: &Messages, table: &BoardTable<G>) -> GameView {
        let session = table.session();
        GameView {
            players: Side::BOTH.map(|side| player(messages, table, side)),
            state: state(messages, table),
            hint: hint(messages, table),
            notice: notice(messages, table),
            phase: phase(table),
            moves: session.texts(),
            shown: session.shown(),
            can_undo: table.is_proposed() || table.last_choice().is_some(),
            said: announcement(messages, table),
        }
    }
}

impl GameView {
    /// Tells that the game has ended by something else than its rules.
    pub fn end(&mut self, messages: &Messages, ending: &Ending) {
        if self.phase != PageState::Over {
            let names = Side::BOTH.map(|side| self.players[side].name);
            self.state = words::ending(messages, ending, names);
            self.said.clone_from(&self.state);
        }
        self.phase = PageState::Over;
        self.hint = None;
        for side in Side::BOTH {
            self.players[side].active = false;
            self.players[side].won = ending.winner == Some(side);
        }
    }
}

fn player<G: BoardGame>(messages: &Messages, table: &BoardTable<G>, side: Side) -> PlayerView {
    let name = side_name::<G>(messages, side);
    let points = table.position().points(side);
    let outcome = table.outcome();
    let who = table.seats().contains(&SidePlayer::Computer).then(|| {
        let who = match table.seats()[side] {
            SidePlayer::Person | SidePlayer::Remote => Text::You,
            SidePlayer::Computer => Text::Computer,
        };
        messages.text(who).to_owned()
    });
    let told = match G::GOAL {
        Some(goal) => messages.fill(
            Text::PointsOf,
            &[
                ("side", name),
                ("n", &points.to_string()),
                ("goal", &goal.to_string()),
            ],
        ),
        None => format!("{name}: {}", messages.count(Text::Points, usize::from(points))),
    };
    PlayerView {
        name,
        who,
        points,
        goal: G::GOAL,
        told,
        count: None,
        active: outcome.is_none() && table.turn() == side,
        won: outcome.and_then(Outcome::winner) == Some(side),
    }
}

/// The name of a side.
pub fn side_name<G: BoardGame>(messages: &Messages, side: Side) -> &'static str {
    messages.text(G::SIDES_TEXT[side])
}

fn phase<G: BoardGame>(table: &BoardTable<G>) -> PageState {
    if table.outcome().is_some() {
        PageState::Over
    } else if table.is_proposed() {
        PageState::Confirmation
    } else if matches!(table.next(), Awaited::Computer(_)) {
        PageState::Thinking
    } else {
        PageState::Move
    }
}

/// How a game ended and why.
pub fn result<G: BoardGame>(messages: &Messages, position: &G, outcome: Outcome) -> String {
    let points = Side::BOTH.map(|side| i32::from(position.points(side)));
    crate::result::outcome(messages, G::ID, outcome, points)
}

/// The side to move, or the result and its reason.
pub fn state<G: BoardGame>(messages: &Messages, table: &BoardTable<G>) -> String {
    match table.outcome() {
        Some(outcome) => result(messages, table.position(), outcome),
        None => messages.fill(Text::ToMove, &[("side", side_name::<G>(messages, table.turn()))]),
    }
}

/// Why something is refused, or what was wrong with the last move.
fn notice<G: BoardGame>(messages: &Messages, table: &BoardTable<G>) -> Option<String> {
    if table.is_out_of_turn() {
        let side = side_name::<G>(messages, table.turn());
        return Some(messages.fill(Text::OutOfTurn, &[("side", side)]));
    }
    G::notice(messages, table)
}

fn hint<G: BoardGame>(messages: &Messages, table: &BoardTable<G>) -> Option<&'static str> {
    let text = match phase(table) {
        PageState::Over => return None,
        PageState::Confirmation => Text::HintConfirm,
        PageState::Thinking => Text::Thinking,
        PageState::Move if !table.session().at_end() => Text::HintPast,
        PageState::Move => G::hint(table.position(), table.control()),
    };
    Some(messages.text(text))
}

/// The move that led to the position shown, and what comes now.
pub fn announcement<G: BoardGame>(messages: &Messages, table: &BoardTable<G>) -> String {
    let state = state(messages, table);
    match table.session().last() {
        Some((before, mv)) => format!("{}. {state}", G::spoken_move(messages, before, mv).join(", ")),
        None => state,
    }
}
