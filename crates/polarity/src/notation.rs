//! The text of a position: one JSON object on one line, its keys in a fixed order, with one spelling.

use crate::disc_pose::{is_out, may_touch};
use crate::discs::{Discs, components};
use crate::position::{FOUNDATIONS, Group, Phase, Position, RESERVE};
use crate::reader::Reader;
use crate::setup::{Face, Rules, SIDES, Seat};
use magnets::{Disc, Placed, Scene};
use rules::{Side, TextError};
use std::fmt;
use std::str::FromStr;

/// Writes a list's items with commas between them.
fn list<T>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    f.write_str("[")?;
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        write(f, item)?;
    }
    f.write_str("]")
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.seats;
        write!(
            f,
            r#"{{"rules":"{}","red":"{}","turn":"{}","phase":"{}","seats":["{white}","{black}"],"#,
            self.rules, self.red, SIDES[self.turn], self.phase
        )?;
        write!(
            f,
            r#""reserves":[{},{}],"captures":"#,
            self.reserves[0], self.reserves[1]
        )?;
        list(f, self.captures().filter_map(Group::lowest_name), |f, disc| {
            write!(f, "{}", disc.0)
        })?;
        f.write_str(r#","turns":"#)?;
        list(f, &self.turns, |f, disc| write!(f, "{}", disc.0))?;
        f.write_str(r#","moved":"#)?;
        list(f, &self.moved, |f, (disc, [x, y])| {
            write!(f, "[{},{x},{y}]", disc.0)
        })?;
        f.write_str(r#","bodies":"#)?;
        list(f, &self.groups, |f, group| {
            let discs = group.discs.iter().filter_map(|disc| self.placed(*disc));
            list(f, discs, |f, placed| {
                let name = i32::from(placed.disc.0);
                let numbers = [name].into_iter().chain(placed.centre).chain(placed.turn);
                list(f, numbers, |f, number| write!(f, "{number}"))
            })
        })?;
        f.write_str("}")
    }
}

/// The largest number in a position's text: ten metres, or a quaternion's one.
const LARGEST: i32 = 2_000_000;

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let mut reader = Reader::new(text);
        let rules = reader.key("{", "rules")?.choice(&Rules::ALL)?;
        let red = reader.key(",", "red")?.choice(&Face::ALL)?;
        let turn = reader.key(",", "turn")?.choice(&SIDES)?;
        let phase = reader.key(",", "phase")?.choice(&Phase::all())?;
        let seats = reader
            .key(",", "seats")?
            .fixed(|reader| reader.choice(&Seat::ALL))?;
        let reserves = reader.key(",", "reserves")?.fixed(|reader| {
            let count = reader.number(0, i32::from(2 * RESERVE))?;
            Ok(count as u8)
        })?;
        let captures = reader.key(",", "captures")?.list(disc)?;
        let turns = reader.key(",", "turns")?.list(disc)?;
        let moved = reader.key(",", "moved")?.list(|reader| {
            let [name, x, y] = reader.fixed(|reader| reader.number(-LARGEST, LARGEST))?;
            Ok((name, [x, y]))
        })?;
        let moved = moved
            .into_iter()
            .map(|(name, place)| Ok((known(&reader, name)?, place)))
            .collect::<Result<Vec<_>, TextError>>()?;
        let bodies = reader.key(",", "bodies")?.list(|reader| reader.list(placed))?;
        reader.expect("}")?;
        reader.end()?;
        let groups = bodies.iter().map(|body| {
            let discs: Vec<Disc> = body.iter().map(|placed| placed.disc).collect();
            let owed = discs.iter().any(|disc| captures.contains(disc));
            Group { discs, owed }
        });
        let groups: Vec<Group> = groups.collect();
        let scene = Scene::new(bodies.concat(), true).map_err(|error| reader.refuse(error.to_string()))?;
        let position = Position {
            rules,
            red,
            turn: Side::BOTH[usize::from(turn != SIDES[0])],
            phase,
            seats,
            reserves,
            turns,
            moved,
            groups,
            scene,
        };
        if let Some(problem) = position.problem() {
            return Err(reader.refuse(problem));
        }
        reader.same(&position.to_string())?;
        Ok(position)
    }
}

fn disc(reader: &mut Reader<'_>) -> Result<Disc, TextError> {
    let name = reader.number(1, i32::from(2 * RESERVE))?;
    Ok(Disc(name as u8))
}

fn known(reader: &Reader<'_>, name: i32) -> Result<Disc, TextError> {
    match u8::try_from(name) {
        Ok(name) if name <= 2 * RESERVE => Ok(Disc(name)),
        _ => Err(reader.refuse(format!("a disc from 0 to {}, not {name}", 2 * RESERVE))),
    }
}

fn placed(reader: &mut Reader<'_>) -> Result<Placed, TextError> {
    let numbers: [i32; 8] = reader.fixed(|reader| reader.number(-LARGEST, LARGEST))?;
    Ok(Placed {
        disc: known(reader, numbers[0])?,
        centre: std::array::from_fn(|k| numbers[1 + k]),
        turn: std::array::from_fn(|k| numbers[4 + k]),
    })
}

fn is_ascending<T: PartialOrd>(items: impl Iterator<Item = T>) -> bool {
    items.is_sorted_by(|one, two| one < two)
}

impl Position {
    /// The reason why these values are no position, as the text that was expected instead.
    pub(crate) fn problem(&self) -> Option<String> {
        let over = matches!(self.phase, Phase::Over(_));
        let on_mat = self.scene.discs().len();
        let red = self.placed(Disc::RED).is_some();
        let count = on_mat - usize::from(red) + usize::from(self.reserves[0] + self.reserves[1]);
        let all = usize::from(2 * RESERVE);
        if count != all {
            return Some(format!("{all} discs in reserves and bodies, not {count}"));
        }
        let alone = |group: &Group| group.discs.len() == 1;
        if !over && !self.group(Disc::RED).is_some_and(alone) {
            return Some("the red disc, which is number 0, in a body of its own".to_owned());
        }
        let out = |placed: &&Placed| placed.disc != Disc::RED && is_out(placed);
        if let Some(placed) = self.scene.discs().iter().find(out) {
            return Some(format!("disc {} inside the circle", placed.disc.0));
        }
        if self.groups.iter().any(|group| group.discs.is_empty()) {
            return Some("at least one disc in every body".to_owned());
        }
        if !is_ascending(self.groups.iter().map(Group::lowest_name)) {
            return Some("bodies in order of their lowest discs".to_owned());
        }
        if let Some(group) = self.groups.iter().find(|group| !self.hangs_together(group)) {
            return Some(format!(
                "discs that touch in the body of disc {}",
                group.discs[0].0
            ));
        }
        let no_cluster = |group: &Group| alone(group) || group.discs.contains(&Disc::RED);
        if self.captures().any(no_cluster) {
            return Some("captures of bodies of at least two discs, none of them red".to_owned());
        }
        self.problem_of_lists().or_else(|| self.problem_of_phase())
    }

    fn hangs_together(&self, group: &Group) -> bool {
        let placed: Vec<&Placed> = group.discs.iter().filter_map(|disc| self.placed(*disc)).collect();
        let mut touching = Vec::new();
        for (index, one) in placed.iter().enumerate() {
            let others = placed[..index].iter().filter(|two| may_touch(one, two));
            touching.extend(others.map(|two| (one.disc, two.disc)));
        }
        let upwards = placed
            .iter()
            .is_sorted_by_key(|placed| (placed.centre[2], placed.disc));
        upwards && components(group.set(), &touching).len() == 1
    }

    fn problem_of_lists(&self) -> Option<String> {
        let alone = |disc: &Disc| self.group(*disc).is_some_and(|group| group.discs.len() == 1);
        if !is_ascending(self.turns.iter()) || !self.turns.iter().all(alone) {
            return Some("turns of discs that touch nothing, in ascending order".to_owned());
        }
        let here = |disc: Disc| disc != Disc::RED && self.placed(disc).is_some();
        let ascending = is_ascending(self.moved.iter().map(|(disc, _)| disc));
        if !ascending || !self.moved.iter().all(|(disc, _)| here(*disc)) {
            return Some("moved discs that are on the mat, in ascending order".to_owned());
        }
        None
    }

    fn problem_of_phase(&self) -> Option<String> {
        let laying = RESERVE - FOUNDATIONS + 1..=RESERVE;
        let [white, black] = self.reserves;
        let nothing_owed = self.captures().next().is_none() && self.turns.is_empty() && self.moved.is_empty();
        let fine = match self.phase {
            Phase::Opening => {
                let counts = match self.turn {
                    Side::First => laying.contains(&white) && black == RESERVE,
                    Side::Second => white == RESERVE - FOUNDATIONS && laying.contains(&black),
                };
                counts && nothing_owed
            }
            Phase::Play => white > 0 && black > 0,
            Phase::Last => self.captures().next().is_some(),
            Phase::Over(_) => true,
        };
        let expected = match self.phase {
            Phase::Opening => {
                "an opening with 26 to 22 discs in the reserve of the side that lays, and nothing owed"
            }
            Phase::Play => "discs in both reserves while turns are played",
            _ => "captures owed in the last phase",
        };
        (!fine).then(|| expected.to_owned())
    }
}

/// Only for sets of discs that are known to be on the mat.
pub(crate) fn upwards(scene: &Scene, set: Discs) -> Vec<Disc> {
    let mut discs: Vec<&Placed> = scene
        .discs()
        .iter()
        .filter(|placed| set.contains(placed.disc))
        .collect();
    discs.sort_by_key(|placed| (placed.centre[2], placed.disc));
    discs.iter().map(|placed| placed.disc).collect()
}
