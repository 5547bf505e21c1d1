//! Offboard once more, slowly: a map from coordinates to letters, written from the rules alone.

// The kit hands it only texts that the game has printed; anything else must fail loudly.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

type Place = (i32, i32);

const STEPS: [Place; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
const VALUES: [u32; 12] = [1, 1, 3, 2, 3, 2, 1, 1, 2, 3, 2, 3];
const RING: &[(Place, usize)] = &[
    ((10, 6), 0),
    ((10, 7), 0),
    ((10, 8), 1),
    ((10, 9), 1),
    ((9, 10), 2),
    ((8, 10), 2),
    ((7, 10), 3),
    ((6, 10), 3),
    ((4, 9), 4),
    ((3, 8), 4),
    ((2, 7), 5),
    ((1, 6), 5),
    ((0, 4), 6),
    ((0, 3), 6),
    ((0, 2), 7),
    ((0, 1), 7),
    ((1, 0), 8),
    ((2, 0), 8),
    ((3, 0), 9),
    ((4, 0), 9),
    ((6, 1), 10),
    ((7, 2), 10),
    ((8, 3), 11),
    ((9, 4), 11),
    // The corners, each with the lower of its two neighbours.
    ((10, 5), 0),
    ((10, 10), 1),
    ((5, 10), 3),
    ((0, 5), 6),
    ((0, 0), 7),
    ((5, 0), 10),
];

fn exists((row, column): Place) -> bool {
    (1..=9).contains(&row) && (1..=9).contains(&column) && (row - column).abs() <= 4
}

fn name((row, column): Place) -> String {
    format!("{}{column}", char::from(b'a' + row as u8 - 1))
}

fn cells() -> Vec<Place> {
    (1..=9)
        .flat_map(|row| (1..=9).map(move |column| (row, column)))
        .filter(|&place| exists(place))
        .collect()
}

fn add(place: Place, step: Place, times: i32) -> Place {
    (place.0 + step.0 * times, place.1 + step.1 * times)
}

/// The whole state, a letter a marble.
#[derive(Clone)]
pub(crate) struct Twin {
    board: BTreeMap<Place, char>,
    turn: char,
    targets: Vec<char>,
    returned: bool,
}

impl Twin {
    fn other(&self) -> char {
        if self.turn == 'r' { 'y' } else { 'r' }
    }

    fn points(&self, side: char) -> u32 {
        (0..12)
            .filter(|&target| self.targets[target] != '-' && self.targets[target] != side)
            .map(|target| VALUES[target])
            .sum()
    }

    /// The position after the own marble on `from` goes a step on, or `None`.
    fn stepped(&self, from: Place, step: Place) -> Option<Twin> {
        let at = |place: Place| self.board.get(&place).copied();
        let run = |start: i32, letter: char| {
            (start..start + 9)
                .take_while(|&times| at(add(from, step, times)) == Some(letter))
                .count() as i32
        };
        let own = run(0, self.turn);
        let pushed = run(own, self.other());
        let last = add(from, step, own + pushed);
        if own == 0 || at(last).is_some() || (pushed > 0 && pushed >= own) || (pushed == 0 && !exists(last)) {
            return None;
        }
        let mut next = self.clone();
        next.returned = false;
        for times in 0..own + pushed {
            next.board.remove(&add(from, step, times));
        }
        for times in 0..own + pushed {
            let (to, letter) = (add(from, step, times + 1), at(add(from, step, times)).unwrap());
            if exists(to) {
                next.board.insert(to, letter);
                continue;
            }
            let target = RING.iter().find(|(place, _)| *place == to).unwrap().1;
            if next.targets[target] == '-' {
                next.targets[target] = letter;
            } else {
                next.returned = true;
            }
        }
        next.turn = self.other();
        Some(next)
    }

    fn put_back(&self, place: Place) -> Option<Twin> {
        if !self.returned || !exists(place) || self.board.contains_key(&place) {
            return None;
        }
        let mut next = self.clone();
        next.board.insert(place, self.turn);
        next.returned = false;
        next.turn = self.other();
        Some(next)
    }

    fn is_won(&self) -> bool {
        self.points('r') >= 6 || self.points('y') >= 6
    }

    /// The moves of the marble on a cell, and into it, each with the position after it.
    fn moves_at(&self, place: Place) -> Vec<(String, Twin)> {
        if self.is_won() {
            return Vec::new();
        }
        let step = |step| {
            Some((
                name(place) + &name(add(place, step, 1)),
                self.stepped(place, step)?,
            ))
        };
        let put_back = self
            .put_back(place)
            .map(|next| (format!("@{}", name(place)), next));
        STEPS.into_iter().filter_map(step).chain(put_back).collect()
    }
}

impl testkit::Twin for Twin {
    fn read(position: &str) -> Twin {
        let fields: Vec<&str> = position.split(' ').collect();
        let mut board = BTreeMap::new();
        for (index, row_text) in fields[0].split('/').enumerate() {
            let row = 9 - index as i32;
            let mut column = (1..=9).find(|&column| exists((row, column))).unwrap();
            for letter in row_text.chars() {
                if let Some(count) = letter.to_digit(10) {
                    column += count as i32;
                } else {
                    board.insert((row, column), letter);
                    column += 1;
                }
            }
        }
        let turn = fields[1].chars().next().unwrap();
        Twin {
            board,
            turn,
            targets: fields[2].chars().collect(),
            returned: fields[3] == "*",
        }
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in (1..=9).rev() {
            let mut text = String::new();
            for column in (1..=9).filter(|&column| exists((row, column))) {
                match self.board.get(&(row, column)) {
                    Some(letter) => text.push(*letter),
                    None => text.push('1'),
                }
            }
            // Ones in a row are added up, the longest first.
            for count in (2..=9).rev() {
                text = text.replace(&"1".repeat(count), &count.to_string());
            }
            rows.push(text);
        }
        let targets: String = self.targets.iter().collect();
        format!(
            "{} {} {targets} {}",
            rows.join("/"),
            self.turn,
            if self.returned { '*' } else { '-' }
        )
    }

    fn moves(&self) -> Vec<String> {
        cells()
            .into_iter()
            .flat_map(|place| self.moves_at(place))
            .map(|(text, _)| text)
            .collect()
    }

    fn play(&mut self, mv: &str) -> bool {
        let named = |place: &Place| mv.trim_start_matches('@').starts_with(&name(*place));
        let moves = cells()
            .into_iter()
            .filter(named)
            .flat_map(|place| self.moves_at(place));
        match moves.into_iter().find(|(text, _)| text == mv) {
            Some((_, next)) => {
                *self = next;
                true
            }
            None => false,
        }
    }

    fn result(&self) -> Option<String> {
        if self.points('r') >= 6 {
            Some("red wins by points".to_owned())
        } else if self.points('y') >= 6 {
            Some("yellow wins by points".to_owned())
        } else if self.moves().is_empty() {
            Some(format!(
                "{} wins by no move",
                if self.turn == 'r' { "yellow" } else { "red" }
            ))
        } else {
            None
        }
    }

    fn candidates(&self) -> Vec<String> {
        let mut candidates = Vec::new();
        for from in cells() {
            candidates.push(format!("@{}", name(from)));
            candidates.extend(cells().into_iter().map(|to| name(from) + &name(to)));
        }
        candidates
    }
}
