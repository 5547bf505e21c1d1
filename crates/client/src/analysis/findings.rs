//! Parses the engine's answers.

use protocol::{Judgement, ReviewedMove};
use rules::Game;

/// One way to go on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EngineLine {
    pub(super) depth: u32,
    pub(super) worth: Worth,
    pub(super) moves: Vec<String>,
}

/// The value of a line for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Worth {
    /// Hundredths of a point.
    Score(i32),
    /// The game is won (positive) or lost in so many plies.
    End(i32),
}

/// The score at which the winning chance is about three in four, as the engine has it.
const CHANCE_SCALE: f64 = 110.0;

impl Worth {
    fn read(text: &str) -> Option<Worth> {
        match text.strip_prefix('#') {
            Some(plies) => Some(Worth::End(plies.parse().ok()?)),
            None => Some(Worth::Score(text.parse().ok()?)),
        }
    }

    /// The chance to win of the side to move, from 0 to 1.
    pub(super) fn chance(self) -> f64 {
        match self {
            Worth::End(plies) => f64::from(u8::from(plies > 0)),
            Worth::Score(score) => 1.0 / (1.0 + (-f64::from(score) / CHANCE_SCALE).exp()),
        }
    }

    /// `+1.2` or `#5`, for the first side if `first` says that it is its turn.
    pub(super) fn text(self, first: bool) -> String {
        let sign = if first { 1 } else { -1 };
        match self {
            Worth::End(plies) => format!("#{}", plies * sign),
            Worth::Score(score) => format!("{:+.1}", f64::from(score * sign) / 100.0),
        }
    }
}

/// The lines of a position, in the order in which they were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lines {
    pub(super) lines: Vec<EngineLine>,
    pub(super) is_done: bool,
}

impl Lines {
    /// The lines, the best for the side to move first: a later one may turn out better than an earlier.
    pub(super) fn sorted(&self) -> Vec<EngineLine> {
        let mut lines = self.lines.clone();
        lines.sort_by(|a, b| b.worth.chance().total_cmp(&a.worth.chance()));
        lines
    }

    /// Takes in an answer of the engine.
    pub(super) fn hear(&mut self, answer: &str) {
        self.is_done |= answer == "done";
        let words: Vec<&str> = answer.split(' ').collect();
        if let ["line", number, depth, worth, _, moves @ ..] = &words[..]
            && let (Ok(number), Ok(depth), Some(worth)) =
                (number.parse::<usize>(), depth.parse(), Worth::read(worth))
        {
            let line = EngineLine {
                depth,
                worth,
                moves: moves.iter().map(ToString::to_string).collect(),
            };
            if number < self.lines.len() {
                self.lines[number] = line;
            } else {
                self.lines.push(line);
            }
        }
    }
}

/// The engine's review of a whole game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Review {
    /// The first position.
    start: String,
    /// The moves that it is about.
    pub(super) line: Vec<String>,
    /// The part that is done, while it goes on.
    pub(super) progress: Option<f64>,
    /// The first side's chance in per cent, at the start and after each move.
    pub(super) curve: Vec<f64>,
    /// By move.
    judged: Vec<ReviewedMove>,
    /// In per cent, by side.
    pub(super) accuracy: Option<[String; 2]>,
}

impl Review {
    /// A review that has just been asked for.
    pub(super) fn begun(start: String, line: Vec<String>) -> Review {
        Review {
            start,
            line,
            progress: Some(0.0),
            ..Review::default()
        }
    }

    /// Takes in an answer of the engine.
    pub(super) fn hear(&mut self, answer: &str) {
        if let Some(review) = answer.strip_prefix("done ")
            && let Ok(review) = serde_json::from_str(review)
        {
            self.take(&review);
        }
        let words: Vec<&str> = answer.split(' ').collect();
        match words[..] {
            ["progress", done, of] => {
                let part = |word: &str| word.parse::<f64>().unwrap_or(1.0);
                self.progress = Some(part(done) / part(of));
            }
            _ => self.progress = None,
        }
    }

    fn take(&mut self, review: &protocol::Review) {
        self.curve = review.curve.iter().map(|chance| 100.0 * chance).collect();
        self.judged.clone_from(&review.moves);
        let per_cent = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |of| format!("{of:.0}"));
        self.accuracy = Some(review.accuracy.map(per_cent));
    }

    /// Whether it is there.
    pub(super) fn is_done(&self) -> bool {
        self.accuracy.is_some()
    }

    /// The mistakes and blunders: how many moves were played before each, the position, and the judgement.
    pub(super) fn mistakes<G: Game>(&self) -> Vec<(usize, G, ReviewedMove)> {
        let Ok(mut position) = self.start.parse::<G>() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (ply, reviewed) in self.judged.iter().enumerate() {
            if reviewed.judgement >= Judgement::Mistake {
                found.push((ply, position, reviewed.clone()));
            }
            let played = position
                .parse_move(&reviewed.text)
                .and_then(|mv| position.play(mv));
            if played.is_err() {
                break;
            }
        }
        found
    }

    /// The sign behind a move, given by the moves that lead to it and its number: none if the review was of others.
    pub(super) fn mark(&self, line: &[String], number: usize) -> &'static str {
        let is_reviewed = number > 0 && line.get(..number) == self.line.get(..number);
        let judged = self.judged.get(number.wrapping_sub(1)).filter(|_| is_reviewed);
        match judged.map(|reviewed| reviewed.judgement) {
            Some(Judgement::Inaccuracy) => "?!",
            Some(Judgement::Mistake) => "?",
            Some(Judgement::Blunder) => "??",
            Some(Judgement::Good) | None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_grow_deeper_in_their_place() {
        let mut lines = Lines::default();
        for answer in [
            "line 0 1 35 100 a5b5",
            "line 0 2 -20 300 a5b5 a1b1",
            "line 1 1 #-4 20 i5i6",
            "line x 1 2 3",
            "odd",
        ] {
            lines.hear(answer);
        }
        assert_eq!(lines.lines.len(), 2);
        assert_eq!(lines.lines[0].moves, ["a5b5", "a1b1"]);
        assert_eq!(lines.lines[0].worth.text(true), "-0.2");
        assert_eq!(lines.lines[0].worth.text(false), "+0.2");
        assert_eq!(lines.lines[1].worth, Worth::End(-4));
        lines.hear("line 2 1 90 20 i5h5");
        assert_eq!(lines.sorted()[0].moves, ["i5h5"]);
        assert!(lines.lines[1].worth.chance() < 0.5 && !lines.is_done);
        lines.hear("done");
        assert!(lines.is_done);
    }

    #[test]
    fn a_review_is_read_to_its_end() {
        let line = ["e3d3".to_owned()];
        let mut review = Review::begun(
            "5/6/7/8/1rry5/4y3/7/6/5 r ------------ -".to_owned(),
            line.to_vec(),
        );
        for answer in [
            "progress 1 2",
            r#"done {"nodes":500,"curve":[0.5,0.25],"accuracy":[70.6,null],"moves":[{"side":"first","text":"e3d3","before":0,"after":-90,"plies_to_end":null,"loss":0.3,"judgement":"blunder","best":["e2e3"]}]}"#,
        ] {
            assert_eq!(review.mark(&line, 1), "");
            review.hear(answer);
        }
        assert_eq!(review.mark(&line, 1), "??");
        assert_eq!((review.mark(&line, 0), review.mark(&line, 2)), ("", ""));
        assert_eq!(review.mark(&["a5b5".to_owned()], 1), "");
        let mistakes = review.mistakes::<offboard::Position>();
        assert_eq!((mistakes.len(), mistakes[0].0), (1, 0));
        assert!(mistakes[0].2.answer.is_empty() && review.is_done());
        assert_eq!((review.progress, &review.curve[..]), (None, &[50.0, 25.0][..]));
        assert_eq!(review.accuracy, Some(["71".to_owned(), "-".to_owned()]));
    }
}
