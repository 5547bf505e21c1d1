//! The second implementation of a game, with which the first must agree.

/// A game written slowly and obviously from the text of the rules, sharing no code with the fast one.
/// Everything goes through texts.
pub trait Twin: Clone {
    /// A position from its text, which the fast game has printed.
    fn read(position: &str) -> Self;

    /// The position's text.
    fn text(&self) -> String;

    /// The texts of all legal moves, in any order.
    fn moves(&self) -> Vec<String>;

    /// Plays a move written in any way that players may write it; returns `false` and changes nothing if it is illegal.
    fn play(&mut self, mv: &str) -> bool;

    /// The result, as [`rules::Outcome::describe`] words it; without draws by repetition.
    fn result(&self) -> Option<String>;

    /// Move texts to try here, right and wrong: every one that the notation can spell, or a good part of them.
    fn candidates(&self) -> Vec<String>;
}
