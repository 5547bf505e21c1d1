//! Events of a movement of the hand, in the words of the lessons.

use crate::error::LearnError;
use crate::lines::Entry;
use polarity_facts::{NewsFact, NewsKind};
use std::fmt;
use std::str::FromStr;

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// The action disc leans.
    Leans,
    /// A foundation lies.
    Laid,
    /// A flipped disc is turned and laid.
    Turned,
    /// A cluster is captured or declared.
    Captured,
    /// Nothing reacted, and the disc or tower does not lie as it must.
    Again,
    /// The rules do not take the movement.
    Refused,
    /// Fault a.
    Stuck,
    /// Fault b.
    Fell,
    /// Fault c.
    Touched,
    /// Fault d.
    Left,
    /// Fault e.
    Slid,
    /// Fault f.
    Over,
    /// A disc of a cluster stayed behind.
    Behind,
    /// The red disc was touched or moved off its dot.
    Red,
}

impl Word {
    /// Every word: first what is no fault.
    pub const ALL: [Word; 14] = [
        Word::Leans,
        Word::Laid,
        Word::Turned,
        Word::Captured,
        Word::Again,
        Word::Refused,
        Word::Stuck,
        Word::Fell,
        Word::Touched,
        Word::Left,
        Word::Slid,
        Word::Over,
        Word::Behind,
        Word::Red,
    ];

    const fn name(self) -> &'static str {
        match self {
            Word::Leans => "leans",
            Word::Laid => "laid",
            Word::Turned => "turned",
            Word::Captured => "captured",
            Word::Again => "again",
            Word::Refused => "refused",
            Word::Stuck => "stuck",
            Word::Fell => "fell",
            Word::Touched => "touched",
            Word::Left => "left",
            Word::Slid => "slid",
            Word::Over => "over",
            Word::Behind => "behind",
            Word::Red => "red",
        }
    }

    /// Whether it is a fault.
    pub const fn is_fault(self) -> bool {
        !matches!(
            self,
            Word::Leans | Word::Laid | Word::Turned | Word::Captured | Word::Again | Word::Refused
        )
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Word {
    type Err = rules::TextError;

    fn from_str(text: &str) -> Result<Word, rules::TextError> {
        rules::text::choice("event", text, &Word::ALL)
    }
}

/// Something that happened, and to which discs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedEvent {
    /// The kind.
    pub word: Word,
    /// The discs by their numbers, in ascending order; in a lesson none means any.
    pub discs: Vec<u8>,
}

impl ExpectedEvent {
    fn new(word: Word, mut discs: Vec<u8>) -> ExpectedEvent {
        discs.sort_unstable();
        ExpectedEvent { word, discs }
    }

    /// Whether what a lesson asks for is what happened.
    fn covers(&self, happened: &ExpectedEvent) -> bool {
        self.word == happened.word && (self.discs.is_empty() || self.discs == happened.discs)
    }
}

/// A condition on events: `only fell 3, fell 4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventCondition {
    /// Whether no other fault may have happened.
    pub is_only: bool,
    /// All of these.
    pub events: Vec<ExpectedEvent>,
}

impl EventCondition {
    /// Whether all of it happened, and nothing that it excludes.
    pub fn fits(&self, happened: &[ExpectedEvent]) -> bool {
        let is_there = |wanted: &ExpectedEvent| happened.iter().any(|event| wanted.covers(event));
        let mut faults = happened.iter().filter(|event| event.word.is_fault());
        let is_named = |fault: &ExpectedEvent| self.events.iter().any(|wanted| wanted.covers(fault));
        self.events.iter().all(is_there) && (!self.is_only || faults.all(is_named))
    }

    pub(super) fn parse(entry: &Entry<'_>) -> Result<EventCondition, LearnError> {
        let (is_only, rest) = match entry.rest.strip_prefix("only ") {
            Some(rest) => (true, rest),
            None => (false, entry.rest),
        };
        let event = |text: &str| {
            let (word, discs) = text.split_once(' ').unwrap_or((text, ""));
            let word = word
                .parse()
                .map_err(|error| entry.error(format!("an event ({error})")))?;
            let discs = discs.split(' ').filter(|disc| !disc.is_empty());
            let discs = discs.map(|disc| disc.parse().ok().filter(|disc| (1..=52).contains(disc)));
            let discs: Option<Vec<u8>> = discs.collect();
            let discs = discs.ok_or_else(|| entry.error("numbers of discs, 1 to 52"))?;
            Ok(ExpectedEvent::new(word, discs))
        };
        let events = rest.split(", ").map(event).collect::<Result<_, _>>()?;
        Ok(EventCondition { is_only, events })
    }
}

impl ExpectedEvent {
    /// The events among what the table in the browser told of a movement in a game.
    pub fn of_news(news: &[NewsFact]) -> Vec<ExpectedEvent> {
        let event = |fact: &NewsFact| {
            // The red disc has no number in a lesson: it names the disc that touched it.
            let discs = fact.discs.iter().copied().filter(|disc| *disc != 0);
            Some(ExpectedEvent::new(word(fact.kind)?, discs.collect()))
        };
        news.iter().filter_map(event).collect()
    }
}

/// The word for a kind of news; none for those that no lesson asks for.
const fn word(kind: NewsKind) -> Option<Word> {
    Some(match kind {
        NewsKind::Stands => Word::Leans,
        NewsKind::Laid => Word::Laid,
        NewsKind::Turned => Word::Turned,
        NewsKind::Captured => Word::Captured,
        NewsKind::Again => Word::Again,
        NewsKind::Refused
        | NewsKind::Disturbed
        | NewsKind::NotFlat
        | NewsKind::Withheld
        | NewsKind::Outdated => Word::Refused,
        NewsKind::Stuck => Word::Stuck,
        NewsKind::Fell => Word::Fell,
        NewsKind::Joined | NewsKind::Kissed => Word::Touched,
        NewsKind::Left => Word::Left,
        NewsKind::Slid => Word::Slid,
        NewsKind::Overturned => Word::Over,
        NewsKind::LeftBehind => Word::Behind,
        NewsKind::RedTouched | NewsKind::RedMoved => Word::Red,
        NewsKind::Lies
        | NewsKind::Upright
        | NewsKind::TakenAway
        | NewsKind::WrongSupport
        | NewsKind::RedSupport
        | NewsKind::Unsupported
        | NewsKind::Outside
        | NewsKind::Tilted
        | NewsKind::Steep
        | NewsKind::WrongColour
        | NewsKind::Touching
        | NewsKind::Tipped
        | NewsKind::Frozen
        | NewsKind::ToReserve
        | NewsKind::OwesTurn
        | NewsKind::OwesCapture
        | NewsKind::NextWhite
        | NewsKind::NextBlack
        | NewsKind::WhiteWins
        | NewsKind::BlackWins
        | NewsKind::Draw => return None,
    })
}

#[cfg(feature = "polarity")]
impl ExpectedEvent {
    /// The referee's events of a movement that the rules accept.
    pub fn all(verdict: &polarity::Verdict) -> Vec<ExpectedEvent> {
        let faults = verdict.calls.iter().map(|call| fault(call.fault));
        let follows = verdict.consequences.iter().filter_map(consequence);
        faults.chain(follows).collect()
    }

    /// The event of a movement that the rules do not take.
    pub fn refused() -> ExpectedEvent {
        ExpectedEvent::new(Word::Refused, Vec::new())
    }
}

#[cfg(feature = "polarity")]
fn fault(fault: polarity::Fault) -> ExpectedEvent {
    use polarity::Fault;
    let word = match fault.letter() {
        Some('a') => Word::Stuck,
        Some('b') => Word::Fell,
        Some('c') => Word::Touched,
        Some('d') => Word::Left,
        Some('e') => Word::Slid,
        Some(_) => Word::Over,
        None if fault.loses() => Word::Red,
        None => Word::Behind,
    };
    let discs = match fault {
        Fault::Touched { one, two, .. } => vec![one.0, two.0],
        Fault::Stuck { disc }
        | Fault::Fell { disc }
        | Fault::Left { disc }
        | Fault::Slid { disc }
        | Fault::Overturned { disc }
        | Fault::LeftBehind { disc } => vec![disc.0],
        Fault::RedTouched { by } => vec![by.0],
        Fault::RedMoved => Vec::new(),
    };
    ExpectedEvent::new(word, discs)
}

#[cfg(feature = "polarity")]
fn consequence(what: &polarity::Consequence) -> Option<ExpectedEvent> {
    use polarity::Consequence;
    let event = match what {
        Consequence::Leans { disc } => ExpectedEvent::new(Word::Leans, vec![disc.0]),
        Consequence::Laid { disc } => ExpectedEvent::new(Word::Laid, vec![disc.0]),
        Consequence::Turned { disc } => ExpectedEvent::new(Word::Turned, vec![disc.0]),
        Consequence::Captured { discs } => {
            ExpectedEvent::new(Word::Captured, discs.iter().map(|disc| disc.0).collect())
        }
        Consequence::Again => ExpectedEvent::new(Word::Again, Vec::new()),
        Consequence::Misplaced { .. }
        | Consequence::WrongSupport { .. }
        | Consequence::ToReserve { .. }
        | Consequence::OwesTurn { .. }
        | Consequence::OwesCapture { .. }
        | Consequence::TurnEnds { .. }
        | Consequence::GameEnds { .. } => return None,
    };
    Some(event)
}
