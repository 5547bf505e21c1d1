//! Mistakes kept for repetition, in the browser and in the account, and the days on which they are asked again.

use games::BoardId;
use rules::Random;
use serde::{Deserialize, Serialize};

/// Letters of the text at most.
pub const MOST_MISTAKE_LETTERS: usize = 192 * 1024;
/// Kept mistakes at most; forgotten and learned ones go first, and of them the oldest.
const MOST: usize = 300;
/// Days until a mistake is asked again, after it was made or failed and after each right answer.
const WAITS: [u32; 3] = [1, 3, 7];
/// Separates the fields of a line; no position and no move contains it.
const FIELD: &str = "; ";
/// Letters of a name.
const NAME_LENGTH: usize = 8;
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// The mistakes on their way between browser and account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KeptMistakes {
    /// A line each: board; memory; position; the move; the better line; the line that punishes it. The memory is the number
    /// of right answers and the day on which it is asked again, or `learned` or `forgotten` and the day of that.
    #[cfg_attr(
        feature = "schema",
        schemars(
            example = &"offboard; 0 20411; 5/6/7/8/1rry5/4y3/7/6/5 r ------------ -; e2f3; e2e3; d5d6"
        )
    )]
    pub mistakes: String,
}

impl KeptMistakes {
    /// The mistakes, if every line is one and the text is no longer than it may be.
    pub fn deck(&self) -> Option<MistakeDeck> {
        if self.mistakes.len() > MOST_MISTAKE_LETTERS {
            return None;
        }
        let cards: Option<Vec<MistakeCard>> = self.mistakes.lines().map(MistakeCard::from_line).collect();
        let mut deck = MistakeDeck::default();
        deck.merge(&MistakeDeck(cards?));
        Some(deck)
    }
}

impl From<&MistakeDeck> for KeptMistakes {
    fn from(deck: &MistakeDeck) -> KeptMistakes {
        KeptMistakes {
            mistakes: deck.to_text(),
        }
    }
}

/// A mistake that is asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MistakeCard {
    /// Its name in addresses: the same position has the same name.
    pub id: String,
    /// The game.
    pub board: BoardId,
    /// The position before the mistake.
    pub position: String,
    /// The move that was the mistake.
    pub played: String,
    /// The best line instead.
    pub best: Vec<String>,
    /// The line that punishes the mistake.
    pub answer: Vec<String>,
    /// The state of its repetition.
    pub memory: MistakeMemory,
}

/// The state of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MistakeMemory {
    /// Asked again on a day.
    Waiting {
        /// Right answers so far.
        right: u8,
        /// The day.
        due: u32,
    },
    /// Answered right after every wait.
    Learned {
        /// The day of the last answer.
        day: u32,
    },
    /// Removed by its owner; kept, so that another browser of theirs removes it, too.
    Forgotten {
        /// The day on which it was removed.
        day: u32,
    },
}

impl MistakeMemory {
    fn fresh(today: u32) -> MistakeMemory {
        MistakeMemory::waiting(0, today)
    }

    fn waiting(right: u8, today: u32) -> MistakeMemory {
        match WAITS.get(usize::from(right)) {
            Some(wait) => MistakeMemory::Waiting {
                right,
                due: today.saturating_add(*wait),
            },
            None => MistakeMemory::Learned { day: today },
        }
    }

    /// Whether the mistake is to be asked today.
    pub fn is_due(self, today: u32) -> bool {
        matches!(self, MistakeMemory::Waiting { due, .. } if due <= today)
    }

    /// The state after an answer: a wrong one begins anew, a right one counts on the day it is due or later.
    fn after(self, is_right: bool, today: u32) -> MistakeMemory {
        match self {
            _ if !is_right => MistakeMemory::fresh(today),
            MistakeMemory::Waiting { right, .. } if self.is_due(today) => {
                MistakeMemory::waiting(right + 1, today)
            }
            unchanged => unchanged,
        }
    }

    /// The day of the last change.
    fn day(self) -> u32 {
        match self {
            MistakeMemory::Waiting { right, due } => due.saturating_sub(WAITS[usize::from(right)]),
            MistakeMemory::Learned { day } | MistakeMemory::Forgotten { day } => day,
        }
    }

    /// Order of two states: merging keeps the later one, or on the same day the one that leaves more to learn.
    fn recency(self) -> (u32, u8) {
        let rank = match self {
            MistakeMemory::Learned { .. } => 0,
            MistakeMemory::Waiting { right, .. } => u8::MAX - 1 - right,
            MistakeMemory::Forgotten { .. } => u8::MAX,
        };
        (self.day(), rank)
    }

    /// In a full deck the smallest goes first.
    fn worth(self) -> (u8, u32) {
        let rank = match self {
            MistakeMemory::Forgotten { .. } => 0,
            MistakeMemory::Learned { .. } => 1,
            MistakeMemory::Waiting { .. } => 2,
        };
        (rank, self.day())
    }

    fn to_text(self) -> String {
        match self {
            MistakeMemory::Waiting { right, due } => format!("{right} {due}"),
            MistakeMemory::Learned { day } => format!("learned {day}"),
            MistakeMemory::Forgotten { day } => format!("forgotten {day}"),
        }
    }

    fn from_text(text: &str) -> Option<MistakeMemory> {
        // Version 0.1.0 kept no day with what was learned.
        let (state, day) = text.split_once(' ').unwrap_or((text, "0"));
        let day: u32 = day.parse().ok()?;
        Some(match state {
            "learned" => MistakeMemory::Learned { day },
            "forgotten" => MistakeMemory::Forgotten { day },
            right => MistakeMemory::Waiting {
                right: right
                    .parse()
                    .ok()
                    .filter(|right| usize::from(*right) < WAITS.len())?,
                due: day,
            },
        })
    }
}

impl MistakeCard {
    /// A mistake that was made today.
    pub fn new(
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
            memory: MistakeMemory::fresh(today),
        }
    }

    fn is_forgotten(&self) -> bool {
        matches!(self.memory, MistakeMemory::Forgotten { .. })
    }

    fn to_line(&self) -> String {
        let fields = [
            self.board.to_string(),
            self.memory.to_text(),
            self.position.clone(),
            self.played.clone(),
            self.best.join(" "),
            self.answer.join(" "),
        ];
        fields.join(FIELD)
    }

    fn from_line(line: &str) -> Option<MistakeCard> {
        let is_plain = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
        let fields: Vec<&str> = line.split(FIELD).collect();
        let [board, memory, position, played, best, answer] = fields[..] else {
            return None;
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
        let memory = MistakeMemory::from_text(memory)?;
        line.bytes()
            .all(is_plain)
            .then_some(MistakeCard { memory, ..card })
    }
}

/// A short name that follows from the game and the position (FNV-1a).
fn name(board: BoardId, position: &str) -> String {
    let bytes = std::iter::once(board as u8).chain(position.bytes());
    let seed = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let bits = Random::new(seed).bits();
    let letter = |place: usize| char::from(LETTERS[(bits >> (5 * place)) as usize % LETTERS.len()]);
    (0..NAME_LENGTH).map(letter).collect()
}

/// All mistakes of a person, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MistakeDeck(Vec<MistakeCard>);

impl MistakeDeck {
    /// Keeps a mistake that was made. A review of the same game finds the same mistakes: those that are kept already stay
    /// as they are.
    pub fn add(&mut self, mut card: MistakeCard) {
        if let Some(at) = self.0.iter().position(|known| known.id == card.id) {
            let memory = self.0[at].memory;
            if !self.0[at].is_forgotten() {
                return;
            }
            // Later than it was forgotten, so that no other browser forgets it again.
            card.memory = MistakeMemory::fresh(card.memory.day().max(memory.day().saturating_add(1)));
            self.0.remove(at);
        }
        self.0.push(card);
        self.trim();
    }

    /// Notes an answer.
    pub fn answer(&mut self, id: &str, is_right: bool, today: u32) {
        for card in self.0.iter_mut().filter(|card| card.id == id) {
            card.memory = card.memory.after(is_right, today);
        }
    }

    /// Asks a mistake no more.
    pub fn forget(&mut self, id: &str, today: u32) {
        for card in self.0.iter_mut().filter(|card| card.id == id) {
            // A day on which another browser changed it may lie ahead of the clock here.
            card.memory = MistakeMemory::Forgotten {
                day: today.max(card.memory.day()),
            };
            card.played.clear();
            card.best.clear();
            card.answer.clear();
        }
    }

    /// Takes in what is kept elsewhere: of each mistake the state that is later.
    pub fn merge(&mut self, other: &MistakeDeck) {
        for card in &other.0 {
            match self.0.iter_mut().find(|known| known.id == card.id) {
                Some(known) if known.memory.recency() < card.memory.recency() => known.clone_from(card),
                Some(_) => {}
                None => self.0.push(card.clone()),
            }
        }
        self.trim();
    }

    /// Drops what a full deck has no place for.
    fn trim(&mut self) {
        let mut letters: usize = self.0.iter().map(|card| card.to_line().len() + 1).sum();
        while self.0.len() > MOST || letters > MOST_MISTAKE_LETTERS {
            let places = 0..self.0.len();
            let Some(least) = places.min_by_key(|at| self.0[*at].memory.worth()) else {
                return;
            };
            letters -= self.0.remove(least).to_line().len() + 1;
        }
    }

    /// A mistake by its name.
    pub fn find(&self, id: &str) -> Option<&MistakeCard> {
        self.cards().find(|card| card.id == id)
    }

    /// All that are not forgotten: those that are due longest first, learned ones last.
    pub fn sorted(&self) -> Vec<MistakeCard> {
        let mut cards: Vec<MistakeCard> = self.cards().cloned().collect();
        cards.sort_by_key(|card| match card.memory {
            MistakeMemory::Waiting { due, .. } => due,
            MistakeMemory::Learned { .. } | MistakeMemory::Forgotten { .. } => u32::MAX,
        });
        cards
    }

    fn cards(&self) -> impl Iterator<Item = &MistakeCard> {
        self.0.iter().filter(|card| !card.is_forgotten())
    }

    /// Whether there is none that is not forgotten.
    pub fn is_empty(&self) -> bool {
        self.cards().next().is_none()
    }

    /// How many are due.
    pub fn due(&self, today: u32) -> usize {
        self.0.iter().filter(|card| card.memory.is_due(today)).count()
    }

    /// A line each.
    pub fn to_text(&self) -> String {
        let lines: Vec<String> = self.0.iter().map(MistakeCard::to_line).collect();
        lines.join("\n")
    }

    /// Reads the lines that are mistakes.
    pub fn from_text(text: &str) -> MistakeDeck {
        MistakeDeck(text.lines().filter_map(MistakeCard::from_line).collect())
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

    fn deck(cards: &[MistakeCard]) -> MistakeDeck {
        let mut deck = MistakeDeck::default();
        for card in cards {
            deck.add(card.clone());
        }
        deck
    }

    fn due(deck: &MistakeDeck, id: &str) -> Option<u32> {
        match deck.find(id).unwrap().memory {
            MistakeMemory::Waiting { due, .. } => Some(due),
            _ => None,
        }
    }

    #[test]
    fn a_mistake_is_asked_after_one_three_and_seven_days() {
        let mut deck = deck(&[card("p", 100)]);
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
        let mut deck = deck(&[card("p 1", 100), card("p 2", 101), card("p 1", 200)]);
        assert_eq!(deck.0.len(), 2);
        deck.answer(&card("p 2", 0).id, true, 102);
        deck.add(card("p 3", 100));
        deck.forget(&card("p 3", 0).id, 103);
        assert_eq!(MistakeDeck::from_text(&deck.to_text()), deck);
        assert_eq!(KeptMistakes::from(&deck).deck(), Some(deck.clone()));
        assert_eq!(deck.sorted()[0].position, "p 1");
        assert_ne!(deck.0[0].id, deck.0[1].id);
        let learned = MistakeDeck::from_text("offboard; learned; p; a; b; c");
        assert_eq!(learned.0[0].memory, MistakeMemory::Learned { day: 0 });
        for line in [
            "nonsense",
            "chess; 0 1; p; a; b; c",
            "offboard; 9 1; p; a; b; c",
            "offboard; x; p; a; b; c",
            "offboard; 0 1; p\u{7}; a; b; c",
        ] {
            assert_eq!(MistakeDeck::from_text(line), MistakeDeck::default(), "{line:?}");
            let mistakes = line.to_owned();
            assert_eq!(KeptMistakes { mistakes }.deck(), None, "{line:?}");
        }
        let mistakes = "offboard; 0 1; p; a; b; c\n".repeat(8000);
        assert_eq!(KeptMistakes { mistakes }.deck(), None);
    }

    #[test]
    fn a_full_deck_drops_the_oldest_learned_mistake() {
        let cards: Vec<MistakeCard> = (0..MOST).map(|number| card(&number.to_string(), 0)).collect();
        let mut deck = deck(&cards);
        deck.0[7].memory = MistakeMemory::Learned { day: 9 };
        deck.add(card("new", 0));
        assert_eq!(deck.0.len(), MOST);
        assert!(deck.0.iter().all(|card| card.position != "7"));
        deck.add(card("newer", 0));
        assert!(deck.0.iter().all(|card| card.position != "0"));
    }

    #[test]
    fn two_places_come_to_the_same_whichever_is_first() {
        let common = deck(&[
            card("right here", 100),
            card("wrong there", 100),
            card("forgotten", 100),
        ]);
        let id = |position: &str| card(position, 0).id;
        let (mut here, mut there) = (common.clone(), common);
        here.answer(&id("right here"), true, 101);
        here.answer(&id("wrong there"), true, 101);
        there.answer(&id("wrong there"), false, 101);
        there.forget(&id("forgotten"), 100);
        here.add(card("made here", 101));
        there.add(card("made there", 102));
        let mut one = here.clone();
        one.merge(&there);
        let mut two = there.clone();
        two.merge(&here);
        for merged in [&one, &two] {
            assert_eq!(due(merged, &id("right here")), Some(104));
            assert_eq!(due(merged, &id("wrong there")), Some(102));
            assert_eq!(due(merged, &id("made here")), Some(102));
            assert_eq!(due(merged, &id("made there")), Some(103));
            assert_eq!(merged.find(&id("forgotten")), None);
        }
        // Made once more on the same day, it is asked again everywhere.
        one.add(card("forgotten", 100));
        two.merge(&one);
        one.merge(&there);
        assert_eq!(due(&one, &id("forgotten")), Some(102));
        assert_eq!(due(&two, &id("forgotten")), Some(102));
    }
}
