//! A movement of the hand on the practice table as one line of text: the scene, the taken disc, the trace.

use magnets::{Disc, Placed, Scene, Trace};
use std::fmt;
use std::str::FromStr;

/// The hand's disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// A disc from off the table, one face up.
    Bring {
        /// Its number.
        disc: Disc,
        /// The face that is up.
        white_up: bool,
    },
    /// A disc on the table with the tower that it is part of.
    Lift {
        /// Its number.
        disc: Disc,
    },
}

/// A recorded movement; it determines the result bit for bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRecord {
    /// The discs before.
    pub scene: Scene,
    /// The disc that the hand took.
    pub take: Take,
    /// The hand's movement.
    pub trace: Trace,
}

/// Why a text is no scene or record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRecordError(String);

impl TableRecordError {
    fn at(part: &str, expected: &str) -> TableRecordError {
        TableRecordError(format!("{part:?} should be {expected}"))
    }
}

impl fmt::Display for TableRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableRecordError {}

/// The scene's text: `rest` or `loose`, then every disc as `name:x,y,z:a,b,c,d` in the units of [`Placed`].
pub fn scene_text(scene: &Scene) -> String {
    let mut text = String::from(if scene.at_rest() { "rest" } else { "loose" });
    for Placed { disc, centre, turn } in scene.discs() {
        for part in ["/", &disc.0.to_string(), ":", &joined(centre), ":", &joined(turn)] {
            text.push_str(part);
        }
    }
    text
}

fn joined(numbers: &[i32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(",")
}

/// Reads what [`scene_text`] writes.
pub fn scene(text: &str) -> Result<Scene, TableRecordError> {
    let mut parts = text.split('/');
    let at_rest = match parts.next() {
        Some("rest") => true,
        Some("loose") => false,
        other => return Err(TableRecordError::at(other.unwrap_or_default(), "rest or loose")),
    };
    let discs: Result<Vec<Placed>, TableRecordError> = parts.map(placed).collect();
    Scene::new(discs?, at_rest).map_err(|error| TableRecordError(error.to_string()))
}

fn placed(text: &str) -> Result<Placed, TableRecordError> {
    let wrong = || TableRecordError::at(text, "a disc such as 1:0,0,300:0,0,0,1048576");
    let mut fields = text.split(':');
    let mut next = || fields.next().ok_or_else(wrong);
    let disc = Disc(next()?.parse().map_err(|_| wrong())?);
    let centre = numbers(next()?).ok_or_else(wrong)?;
    let turn = numbers(next()?).ok_or_else(wrong)?;
    match fields.next() {
        None => Ok(Placed { disc, centre, turn }),
        Some(_) => Err(wrong()),
    }
}

fn numbers<const N: usize>(text: &str) -> Option<[i32; N]> {
    let numbers: Option<Vec<i32>> = text.split(',').map(|part| part.parse().ok()).collect();
    numbers?.try_into().ok()
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Take::Bring { disc, white_up: true } => write!(f, "white:{}", disc.0),
            Take::Bring {
                disc,
                white_up: false,
            } => write!(f, "black:{}", disc.0),
            Take::Lift { disc } => write!(f, "lift:{}", disc.0),
        }
    }
}

impl FromStr for Take {
    type Err = TableRecordError;

    fn from_str(text: &str) -> Result<Take, TableRecordError> {
        let wrong = || TableRecordError::at(text, "white:DISC, black:DISC or lift:DISC");
        let (word, name) = text.split_once(':').ok_or_else(wrong)?;
        let disc = Disc(name.parse().map_err(|_| wrong())?);
        match word {
            "white" => Ok(Take::Bring { disc, white_up: true }),
            "black" => Ok(Take::Bring {
                disc,
                white_up: false,
            }),
            "lift" => Ok(Take::Lift { disc }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for TableRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {}",
            scene_text(&self.scene),
            self.take,
            self.trace.to_text()
        )
    }
}

impl FromStr for TableRecord {
    type Err = TableRecordError;

    fn from_str(text: &str) -> Result<TableRecord, TableRecordError> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [first, take, trace] = parts[..] else {
            return Err(TableRecordError::at(text, "SCENE TAKE TRACE"));
        };
        Ok(TableRecord {
            scene: scene(first)?,
            take: take.parse()?,
            trace: Trace::from_text(trace).map_err(|error| TableRecordError(error.to_string()))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use magnets::HandPose;

    fn sample() -> TableRecord {
        let discs = vec![
            Placed::flat(Disc::RED, 0.0, 0.0, true, 0),
            Placed::leaning(Disc(7), 5.0, -3.0, 30.0, 200.0, false),
        ];
        TableRecord {
            scene: Scene::new(discs, true).unwrap(),
            take: Take::Bring {
                disc: Disc(9),
                white_up: false,
            },
            trace: Trace::new(vec![HandPose::default(); 4], Some(20)).unwrap(),
        }
    }

    #[test]
    fn a_record_comes_back() {
        let record = sample();
        assert_eq!(record.to_string().parse(), Ok(record));
    }

    #[test]
    fn anything_else_is_refused() {
        let good = sample().to_string();
        assert!(good.parse::<TableRecord>().is_ok());
        for cut in 0..good.len() {
            // A shorter text may still be a trace of another length, but never the same record.
            assert_ne!(good[..cut].parse(), Ok(sample()), "{cut}");
        }
        for text in [
            "",
            " ",
            "rest lift:1",
            "rest lift:x AQ",
            "rest/1 lift:1 AQ",
            "rest/1:0,0,300:0,0,0,9:1 lift:1 AQ",
        ] {
            assert!(text.parse::<TableRecord>().is_err(), "{text}");
        }
        assert!(scene("rest/1:0,0,-9000:0,0,0,1048576").is_err(), "under the mat");
        assert!(scene("rest/99:0,0,300:0,0,0,1048576").is_err(), "no such disc");
    }
}
