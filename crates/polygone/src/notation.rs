//! The texts of holes, segments, moves and positions.

use crate::board::{Hole, LETTERS, SEGMENTS_EACH, Segment, WINNING_COUNT};
use crate::moves::{Move, Taken};
use crate::position::Position;
use crate::sets::Segments;
use rules::{Game, Side, TextError, text};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.row() as u8) as char, self.level())
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.ends();
        write!(f, "{first}{second}")
    }
}

/// Comma-joined in order, `-` for none.
impl fmt::Display for Segments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (at, segment) in self.into_iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(f, "{comma}{segment}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}-{}", self.pivot, self.old_end, self.new_end)?;
        self.taken.polygons().try_for_each(|prey| write!(f, "x{prey}"))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = Side::BOTH.map(|side| self.segments(side));
        let [by_white, by_black] = Side::BOTH.map(|side| self.taken(side));
        write!(
            f,
            "{white} {black} {} {by_white}-{by_black}",
            LETTERS[self.turn()]
        )
    }
}

/// Reads one field from left to right. All that has been read is plain ASCII.
struct Reader<'a> {
    field: &'static str,
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(field: &'static str, text: &'a str) -> Reader<'a> {
        Reader { field, text, at: 0 }
    }

    fn error<T>(&self, at: usize, expected: impl Into<String>) -> Result<T, TextError> {
        Err(TextError::at(self.field, self.text, at, expected))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Goes past a character if it is the next.
    fn skip(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, c: char, what: &str) -> Result<(), TextError> {
        if self.skip(c) {
            Ok(())
        } else {
            self.error(self.at, format!("'{c}' {what}"))
        }
    }

    fn digits(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at += length;
        &rest[..length]
    }

    fn hole(&mut self) -> Result<Hole, TextError> {
        let row = match self.rest().bytes().next() {
            Some(letter @ b'a'..=b'e') => (letter - b'a') as i8,
            _ => return self.error(self.at, "a row from a to e"),
        };
        self.at += 1;
        let start = self.at;
        let digits = self.digits();
        let holes: Vec<Hole> = Hole::all().filter(|hole| hole.row() == row).collect();
        let levels: Vec<String> = holes.iter().map(|hole| hole.level().to_string()).collect();
        match levels.iter().position(|level| level == digits) {
            Some(index) => Ok(holes[index]),
            None => self.error(start, format!("one of the levels {}", levels.join(" "))),
        }
    }

    fn neighbour_of(&mut self, hole: Hole) -> Result<Hole, TextError> {
        let start = self.at;
        let other = self.hole()?;
        match Segment::between(hole, other) {
            Some(_) => Ok(other),
            None => self.error(start, format!("a hole next to {hole}")),
        }
    }

    fn segment(&mut self) -> Result<Segment, TextError> {
        let start = self.at;
        let first = self.hole()?;
        let second = self.neighbour_of(first)?;
        match Segment::between(first, second) {
            Some(segment) if first < second => Ok(segment),
            _ => self.error(start, format!("the segment's lower hole first: {second}{first}")),
        }
    }

    /// One to `most` segments, sorted, none of them in `others`.
    fn segments(&mut self, most: u32, others: Segments) -> Result<Segments, TextError> {
        let mut segments = Segments::NONE;
        let mut last = None;
        loop {
            let start = self.at;
            let segment = self.segment()?;
            if others.contains(segment) {
                return self.error(
                    start,
                    format!("a segment other than {segment}, which was named before"),
                );
            }
            if let Some(last) = last.filter(|&last| segment <= last) {
                return self.error(start, format!("a segment that comes after {last} in order"));
            }
            if segments.len() == most {
                return self.error(start, "no more segments than the box holds");
            }
            segments = segments.or(Segments::of(segment));
            last = Some(segment);
            if !self.skip(',') {
                return Ok(segments);
            }
        }
    }
}

/// Reads a move's text, without asking whether any position allows it.
pub(crate) fn read_move(text: &str) -> Result<Move, TextError> {
    let mut reader = Reader::new("move", text);
    let pivot = reader.hole()?;
    reader.expect(':', "after the pivot")?;
    let old_end = reader.neighbour_of(pivot)?;
    reader.expect('-', "after the old end")?;
    let new_end = reader.neighbour_of(pivot)?;
    let mut taken = Taken::NONE;
    while !reader.is_at_end() {
        reader.expect('x', "before what a polygon takes, or the end of the move")?;
        let before = taken.segments();
        let prey = reader.segments(2 * SEGMENTS_EACH - before.len(), before)?;
        taken.push(prey);
    }
    Ok(Move {
        pivot,
        old_end,
        new_end,
        taken,
    })
}

const FIELDS: [&str; 4] = ["white", "black", "turn", "taken"];

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let [white, black, turn, taken] = text::fields(FIELDS, text)?;
        let first = read_colour(FIELDS[0], white, Segments::NONE)?;
        let second = read_colour(FIELDS[1], black, first)?;
        let segments = [first, second];
        let letter = text::choice(FIELDS[2], turn, &LETTERS)?;
        let turn = if letter == LETTERS[Side::First] {
            Side::First
        } else {
            Side::Second
        };
        Ok(Position::from_parts(segments, read_taken(taken, segments)?, turn))
    }
}

fn read_colour(field: &'static str, text: &str, others: Segments) -> Result<Segments, TextError> {
    if text == "-" {
        return Ok(Segments::NONE);
    }
    let mut reader = Reader::new(field, text);
    let segments = reader.segments(SEGMENTS_EACH, others)?;
    if !reader.is_at_end() {
        return reader.error(reader.at, "',' and a segment, or the end of the field");
    }
    Ok(segments)
}

/// The segments taken by each side; together with those on the board they must fit the box.
fn read_taken(text: &str, [white, black]: [Segments; 2]) -> Result<[u8; 2], TextError> {
    let mut reader = Reader::new(FIELDS[3], text);
    let by_white = read_count(&mut reader, Side::First, SEGMENTS_EACH - black.len())?;
    reader.expect('-', "between what white and black have taken")?;
    let by_black = read_count(&mut reader, Side::Second, SEGMENTS_EACH - white.len())?;
    if !reader.is_at_end() {
        return reader.error(reader.at, "the end of the position");
    }
    if by_white >= WINNING_COUNT && by_black >= WINNING_COUNT {
        return reader.error(0, format!("at most one side with {WINNING_COUNT} or more"));
    }
    Ok([by_white, by_black])
}

fn read_count(reader: &mut Reader, side: Side, most: u32) -> Result<u8, TextError> {
    let start = reader.at;
    let digits = reader.digits();
    let count = (0..=most as u8).find(|count| count.to_string() == digits);
    count.map_or_else(
        || {
            let [us, them] = [side, !side].map(|side| Position::SIDES[side]);
            let expected = format!(
                "the segments that {us} has taken, 0 to {most}: the box holds {SEGMENTS_EACH} {them} segments"
            );
            reader.error(start, expected)
        },
        Ok,
    )
}
