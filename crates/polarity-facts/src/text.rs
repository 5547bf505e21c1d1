//! The facts as lines of text, `NAME VALUE …` each: small enough to be read by a small module.

use crate::{
    Command, Duty, Feel, GameFacts, GoalKind, GuideFact, GuideMarks, GuideStage, How, NewsFact, NewsKind,
    Outlook, OwedFact, RedEnd, SideFacts, Status, Switch, TableFacts, TapRefusal,
};
use rules::{Reason, Side};
use std::fmt::{Display, Write};
use std::str::FromStr;

const SIDES: [&str; 2] = ["white", "black"];
const NOBODY: &str = "draw";
/// The reasons by which Polarity ends.
const REASONS: [Reason; 4] = [
    Reason::Points,
    Reason::RedDisc,
    Reason::EmptyMat,
    Reason::OneColour,
];

fn side(name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| SIDES[*side] == name)
}

fn joined<T: Display>(parts: impl IntoIterator<Item = T>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.to_string()).collect();
    parts.join(" ")
}

/// Numbers after each other; what is no number is left out.
fn numbers<T: FromStr>(text: &str) -> Vec<T> {
    text.split(' ').filter_map(|part| part.parse().ok()).collect()
}

impl TableFacts {
    /// The text that [`from_text`](Self::from_text) reads.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "status {}\nfeel {}\nstrain {}\nreserve {}",
            self.status.name(),
            self.feel.name(),
            self.strain,
            self.reserve
        );
        let mut line = |name: &str, value: &str| {
            // Writing to a string does not fail.
            let _ = write!(text, "\n{name} {value}");
        };
        if let Some(held) = self.held {
            line("held", SIDES[held]);
        }
        if let Some(pose) = self.pose {
            line("pose", &joined(pose));
        }
        line("can", &joined(self.can.iter().map(|command| command.name())));
        line("on", &joined(self.on.iter().map(|switch| switch.name())));
        for news in &self.news {
            line("news", &format!("{} {}", news.kind.name(), joined(&news.discs)));
        }
        for owed in &self.owed {
            line("owed", &format!("{} {}", owed.how.name(), joined(&owed.discs)));
        }
        if !self.endangered.is_empty() {
            line("endangered", &joined(&self.endangered));
        }
        if let Some(refusal) = self.refusal {
            line("refusal", refusal.name());
        }
        if let Some(red) = self.red {
            line("red", red.name());
        }
        if self.paper_only {
            line("paper", "only");
        }
        line("falls", &self.falls.to_string());
        line("contacts", &self.contacts.to_string());
        line("marks", self.marks.name());
        if let Some(guide) = self.guide {
            let stage = guide.stage.name();
            line("guide", &joined([guide.goal.name(), guide.outlook.name(), stage]));
        }
        if let Some(game) = &self.game {
            line(
                "game",
                &format!("{} {} {}", SIDES[game.turn], game.duty.name(), game.plies),
            );
            for side in game.sides {
                line(
                    "side",
                    &format!(
                        "{} {} {} {}",
                        side.reserve, side.points, side.player, side.players
                    ),
                );
            }
            if let Some((winner, reason)) = game.outcome {
                line(
                    "outcome",
                    &format!("{} {reason}", winner.map_or(NOBODY, |winner| SIDES[winner])),
                );
            }
        }
        text
    }

    /// Reads the text of [`to_text`](Self::to_text); what is unknown is left out.
    pub fn from_text(text: &str) -> TableFacts {
        let mut facts = TableFacts::default();
        let mut sides = 0;
        for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            match name {
                "status" => facts.status = Status::from_name(value).unwrap_or_default(),
                "feel" => facts.feel = Feel::from_name(value).unwrap_or_default(),
                "strain" => facts.strain = value.parse().unwrap_or_default(),
                "reserve" => facts.reserve = value.parse().unwrap_or_default(),
                "held" => facts.held = side(value),
                "pose" => facts.pose = numbers(value).try_into().ok(),
                "can" => facts.can = value.split(' ').filter_map(Command::from_name).collect(),
                "on" => facts.on = value.split(' ').filter_map(Switch::from_name).collect(),
                "news" => facts.news.extend(news(value)),
                "owed" => facts.owed.extend(owed(value)),
                "guide" => facts.guide = guide(value),
                "endangered" => facts.endangered = numbers(value),
                "refusal" => facts.refusal = TapRefusal::from_name(value),
                "red" => facts.red = RedEnd::from_name(value),
                "falls" => facts.falls = value.parse().unwrap_or_default(),
                "contacts" => facts.contacts = value.parse().unwrap_or_default(),
                "marks" => facts.marks = GuideMarks::from_name(value).unwrap_or_default(),
                "paper" => facts.paper_only = value == "only",
                "game" => facts.game = game(value),
                "side" => {
                    if let (Some(game), Some(found)) = (&mut facts.game, side_facts(value)) {
                        if let Some(place) = game.sides.get_mut(sides) {
                            *place = found;
                        }
                        sides += 1;
                    }
                }
                "outcome" => {
                    if let Some(game) = &mut facts.game {
                        game.outcome = outcome(value);
                    }
                }
                _ => {}
            }
        }
        facts
    }
}

fn guide(value: &str) -> Option<GuideFact> {
    let mut parts = value.split(' ');
    Some(GuideFact {
        goal: GoalKind::from_name(parts.next()?)?,
        outlook: Outlook::from_name(parts.next()?)?,
        stage: GuideStage::from_name(parts.next()?)?,
    })
}

fn news(value: &str) -> Option<NewsFact> {
    let (kind, discs) = value.split_once(' ')?;
    Some(NewsFact {
        kind: NewsKind::from_name(kind)?,
        discs: numbers(discs),
    })
}

fn owed(value: &str) -> Option<OwedFact> {
    let (how, discs) = value.split_once(' ')?;
    let owed = OwedFact {
        how: How::from_name(how)?,
        discs: numbers(discs),
    };
    (!owed.discs.is_empty()).then_some(owed)
}

fn game(value: &str) -> Option<GameFacts> {
    let mut parts = value.split(' ');
    Some(GameFacts {
        turn: side(parts.next()?)?,
        duty: Duty::from_name(parts.next()?)?,
        plies: parts.next()?.parse().ok()?,
        sides: [SideFacts::default(); 2],
        outcome: None,
    })
}

fn side_facts(value: &str) -> Option<SideFacts> {
    let mut parts = value.split(' ');
    Some(SideFacts {
        reserve: parts.next()?.parse().ok()?,
        points: parts.next()?.parse().ok()?,
        player: parts.next()?.parse().ok()?,
        players: parts.next()?.parse().ok()?,
    })
}

fn outcome(value: &str) -> Option<(Option<Side>, Reason)> {
    let (winner, reason) = value.split_once(' ')?;
    let reason = REASONS.into_iter().find(|found| found.to_string() == reason)?;
    Some((side(winner), reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(outcome: Option<(Option<Side>, Reason)>) -> GameFacts {
        let side = |reserve, points| SideFacts {
            reserve,
            points,
            player: 1,
            players: 2,
        };
        GameFacts {
            turn: Side::Second,
            duty: Duty::Capture,
            plies: 12,
            sides: [side(20, -3), side(0, 17)],
            outcome,
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let news = NewsKind::ALL.iter().map(|&kind| NewsFact {
            kind,
            discs: vec![1; kind as usize % 3],
        });
        let full = TableFacts {
            status: Status::Watching,
            held: Some(Side::Second),
            pose: Some([0.05, 30.5, 359.0]),
            feel: Feel::Push,
            strain: -40,
            can: Command::ALL.to_vec(),
            on: Switch::ALL.to_vec(),
            news: news.collect(),
            owed: vec![OwedFact {
                how: How::Declare,
                discs: vec![6, 7],
            }],
            endangered: vec![4, 9],
            refusal: Some(TapRefusal::TooHigh),
            falls: 3,
            contacts: 5,
            reserve: 40,
            paper_only: true,
            guide: Some(GuideFact {
                goal: GoalKind::Convert,
                outlook: Outlook::Falls,
                stage: GuideStage::Low,
            }),
            marks: GuideMarks::Ring,
            game: Some(game(None)),
            red: Some(RedEnd::Moved),
        };
        let mut all = vec![TableFacts::default(), full.clone()];
        for reason in REASONS {
            for winner in [None, Some(Side::First), Some(Side::Second)] {
                all.push(TableFacts {
                    game: Some(game(Some((winner, reason)))),
                    ..full.clone()
                });
            }
        }
        for facts in all {
            assert_eq!(TableFacts::from_text(&facts.to_text()), facts);
        }
    }

    #[test]
    fn nonsense_is_left_out() {
        let text = "status dancing\nside 1 2 3 4\ngame white lay x\nowed turn \npose 1 2\nnews news-fell 300\nx y\nz";
        let facts = TableFacts::from_text(text);
        let fell = NewsFact {
            kind: NewsKind::Fell,
            discs: vec![],
        };
        assert_eq!(
            facts,
            TableFacts {
                news: vec![fell],
                ..TableFacts::default()
            }
        );
    }
}
