//! The kept mistakes as text in the browser, and the days on which they are asked again.

use crate::storage::{self, Key};
use games::BoardId;
use rules::Random;

/// Days until a mistake is asked again, after it was made or failed and after each right answer.
const WAITS: [u32; 3] = [1, 3, 7];
/// Kept mistakes at most; the oldest learned ones go first.
const MOST: usize = 300;
/// Separates the fields of a line; no position and no move contains it.
const FIELD: &str = "; ";
/// Letters of a name.
const NAME_LENGTH: usize = 8;
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// A mistake that is asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MistakeCard {
    /// Its name in addresses: the same position has the same name.
    pub(crate) id: String,
    pub(crate) board: BoardId,
    /// The position before the mistake.
    pub(crate) position: String,
    /// The move that was the mistake.
    pub(crate) played: String,
    /// The best line instead.
    pub(crate) best: Vec<String>,
    /// The line that punishes the mistake.
    pub(crate) answer: Vec<String>,
    /// The state of its repetition.
    pub(crate) memory: Memory,
}

/// The state of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// Asked again on a day, after so many right answers.
    Waiting { right: u8, due: u32 },
    /// Answered right after every wait.
    Learned,
}

impl Memory {
    fn fresh(today: u32) -> Memory {
        Memory::waiting(0, today)
    }

    fn waiting(right: u8, today: u32) -> Memory {
        match WAITS.get(usize::from(right)) {
            Some(wait) => Memory::Waiting {
                right,
                due: today.saturating_add(*wait),
            },
            None => Memory::Learned,
        }
    }

    /// Whether the mistake is to be asked today.
    pub(crate) fn is_due(self, today: u32) -> bool {
        matches!(self, Memory::Waiting { due, .. } if due <= today)
    }

    /// The state after an answer: a wrong one begins anew, a right one counts on the day it is due or later.
    fn after(self, is_right: bool, today: u32) -> Memory {
        match self {
            _ if !is_right => Memory::fresh(today),
            Memory::Waiting { right, .. } if self.is_due(today) => Memory::waiting(right + 1, today),
            unchanged => unchanged,
        }
    }
}

impl MistakeCard {
    /// A mistake that was made today.
    pub(crate) fn new(
        board: BoardId,
        position: String,
        played: String,
        best: Vec<String>,
        answer: Vec<String>,
        today: u32,
    ) -> MistakeCard {
        MistakeCard {
            id: name(board, &position),
            board,
            position,
            played,
            best,
            answer,
            memory: Memory::fresh(today),
        }
    }

    fn to_line(&self) -> String {
        let memory = match self.memory {
            Memory::Waiting { right, due } => format!("{right} {due}"),
            Memory::Learned => "learned".to_owned(),
        };
        let fields = [
            self.board.to_string(),
            memory,
            self.position.clone(),
            self.played.clone(),
            self.best.join(" "),
            self.answer.join(" "),
        ];
        fields.join(FIELD)
    }

    fn from_line(line: &str) -> Option<MistakeCard> {
        let fields: Vec<&str> = line.split(FIELD).collect();
        let [board, memory, position, played, best, answer] = fields[..] else {
            return None;
        };
        let memory = match memory.split_once(' ') {
            None if memory == "learned" => Memory::Learned,
            Some((right, due)) => Memory::Waiting {
                right: right
                    .parse()
                    .ok()
                    .filter(|right| usize::from(*right) < WAITS.len())?,
                due: due.parse().ok()?,
            },
            None => return None,
        };
        let words = |text: &str| text.split_ascii_whitespace().map(str::to_owned).collect();
        let card = MistakeCard::new(
            board.parse().ok()?,
            position.to_owned(),
            played.to_owned(),
            words(best),
            words(answer),
            0,
        );
        Some(MistakeCard { memory, ..card })
    }
}

/// A short name that follows from the position.
fn name(board: BoardId, position: &str) -> String {
    let seed = position.bytes().fold(board as u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let bits = Random::new(seed).bits();
    let letter = |place: usize| char::from(LETTERS[(bits >> (5 * place)) as usize % LETTERS.len()]);
    (0..NAME_LENGTH).map(letter).collect()
}

/// All kept mistakes, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deck(Vec<MistakeCard>);

impl Deck {
    /// The mistakes that the browser keeps.
    pub(crate) fn load() -> Deck {
        Deck::from_text(&storage::load(Key::Mistakes).unwrap_or_default())
    }

    fn save(&self) {
        storage::save(Key::Mistakes, &self.to_text());
    }

    /// Keeps mistakes that were made.
    pub(crate) fn keep(cards: Vec<MistakeCard>) {
        let mut deck = Deck::load();
        for card in cards {
            deck.add(card);
        }
        deck.save();
    }

    /// Notes an answer.
    pub(crate) fn note(id: &str, is_right: bool, today: u32) {
        let mut deck = Deck::load();
        deck.answer(id, is_right, today);
        deck.save();
    }

    /// Forgets a mistake.
    pub(crate) fn forget(id: &str) {
        let mut deck = Deck::load();
        deck.0.retain(|card| card.id != id);
        deck.save();
    }

    /// A review of the same game finds the same mistakes: those that are kept already stay as they are.
    fn add(&mut self, card: MistakeCard) {
        if self.find(&card.id).is_some() {
            return;
        }
        if self.0.len() >= MOST {
            let learned = self.0.iter().position(|card| card.memory == Memory::Learned);
            self.0.remove(learned.unwrap_or(0));
        }
        self.0.push(card);
    }

    fn answer(&mut self, id: &str, is_right: bool, today: u32) {
        for card in self.0.iter_mut().filter(|card| card.id == id) {
            card.memory = card.memory.after(is_right, today);
        }
    }

    /// A mistake by its name.
    pub(crate) fn find(&self, id: &str) -> Option<&MistakeCard> {
        self.0.iter().find(|card| card.id == id)
    }

    /// All of them: those that are due longest first, learned ones last.
    pub(crate) fn sorted(&self) -> Vec<MistakeCard> {
        let mut cards = self.0.clone();
        cards.sort_by_key(|card| match card.memory {
            Memory::Waiting { due, .. } => due,
            Memory::Learned => u32::MAX,
        });
        cards
    }

    /// Whether no mistake is kept.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many are due.
    pub(crate) fn due(&self, today: u32) -> usize {
        self.0.iter().filter(|card| card.memory.is_due(today)).count()
    }

    fn to_text(&self) -> String {
        let lines: Vec<String> = self.0.iter().map(MistakeCard::to_line).collect();
        lines.join("\n")
    }

    fn from_text(text: &str) -> Deck {
        Deck(text.lines().filter_map(MistakeCard::from_line).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(position: &str, today: u32) -> MistakeCard {
        let moves = |text: &str| text.split(' ').map(str::to_owned).collect();
        MistakeCard::new(
            BoardId::Offboard,
            position.to_owned(),
            "a1b1".to_owned(),
            moves("a1b2 c3c4"),
            moves("c3c4 a2a3"),
            today,
        )
    }

    fn due(deck: &Deck, id: &str) -> Option<u32> {
        match deck.find(id).unwrap().memory {
            Memory::Waiting { due, .. } => Some(due),
            Memory::Learned => None,
        }
    }

    #[test]
    fn a_mistake_is_asked_after_one_three_and_seven_days() {
        let mut deck = Deck::default();
        deck.add(card("p", 100));
        let id = deck.0[0].id.clone();
        assert_eq!((deck.due(100), deck.due(101)), (0, 1));
        deck.answer(&id, true, 100);
        assert_eq!(due(&deck, &id), Some(101), "trying again at once proves nothing");
        deck.answer(&id, true, 101);
        assert_eq!(due(&deck, &id), Some(104));
        deck.answer(&id, true, 106);
        assert_eq!(due(&deck, &id), Some(113), "a late answer counts from its day");
        deck.answer(&id, false, 110);
        assert_eq!(due(&deck, &id), Some(111), "a wrong answer begins anew");
        for day in [111, 114, 121] {
            deck.answer(&id, true, day);
        }
        assert_eq!(due(&deck, &id), None);
        assert_eq!(deck.due(u32::MAX), 0);
        deck.answer(&id, false, 130);
        assert_eq!(due(&deck, &id), Some(131));
    }

    #[test]
    fn a_deck_is_read_back_and_keeps_a_position_once() {
        let mut deck = Deck::default();
        deck.add(card("p 1", 100));
        deck.add(card("p 2", 101));
        deck.add(card("p 1", 200));
        assert_eq!(deck.0.len(), 2);
        deck.answer(&card("p 2", 0).id, true, 102);
        assert_eq!(Deck::from_text(&deck.to_text()), deck);
        assert_eq!(deck.sorted()[0].position, "p 1");
        assert_ne!(deck.0[0].id, deck.0[1].id);
        for line in [
            "",
            "chess; 0 1; p; a; b; c",
            "offboard; 9 1; p; a; b; c",
            "offboard; x; p; a; b; c",
        ] {
            assert_eq!(Deck::from_text(line), Deck::default(), "{line:?}");
        }
    }

    #[test]
    fn a_full_deck_drops_the_oldest_learned_mistake() {
        let mut deck = Deck::default();
        for number in 0..MOST {
            deck.add(card(&number.to_string(), 0));
        }
        deck.0[7].memory = Memory::Learned;
        deck.add(card("new", 0));
        assert_eq!(deck.0.len(), MOST);
        assert!(deck.0.iter().all(|card| card.position != "7"));
        deck.add(card("newer", 0));
        assert!(deck.0.iter().all(|card| card.position != "0"));
    }
}
