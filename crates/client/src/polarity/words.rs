//! Texts of the page about the table.

use crate::frame::view_model::{GameView, PageState, PlayerView};
use crate::language::{Messages, Text};
use crate::result;
use games::GameId;
use polarity_facts::{
    Duty, Feel, GameFacts, GoalKind, GuideStage, How, NewsKind, Outlook, OwedFact, RedEnd, Status, Switch,
    TableFacts, TapRefusal,
};
use rules::{Outcome, Side};

/// Facts that the table itself does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Situation {
    /// Whether the computer is thinking.
    pub(super) thinking: bool,
    /// Whether the player has fingers rather than a mouse.
    pub(super) touch: bool,
    /// The players' names by side.
    pub(super) who: [Option<String>; 2],
    /// How the game ended otherwise than by its rules, and who has won.
    pub(super) ended: Option<(String, Option<Side>)>,
    /// A heading of its own, before a game begins.
    pub(super) heading: Option<Text>,
    /// Something that has to be said instead of what can be done.
    pub(super) hint: Option<Text>,
}

/// The name of a side.
pub(super) fn side_name(messages: &Messages, side: Side) -> &'static str {
    messages.text(result::side_texts(GameId::Polarity)[side])
}

/// The view model of the page round the table.
pub(super) fn scene(messages: &Messages, facts: &TableFacts, situation: &Situation) -> GameView {
    let (state, hint) = state(messages, facts, situation);
    let over = situation.ended.is_some() || facts.is_over();
    let notice = facts.refusal.map(|why| messages.text(refusal(why)).to_owned());
    GameView {
        players: Side::BOTH.map(|side| player(messages, facts, situation, side)),
        said: state.clone(),
        state,
        hint: notice.is_none().then(|| messages.text(hint)),
        notice,
        phase: match (over, situation.thinking) {
            (true, _) => PageState::Over,
            (false, true) => PageState::Thinking,
            (false, false) => PageState::Move,
        },
        moves: Vec::new(),
        shown: 0,
        can_undo: false,
    }
}

fn player(messages: &Messages, facts: &TableFacts, situation: &Situation, side: Side) -> PlayerView {
    let name = side_name(messages, side);
    let game = facts.game;
    let over = situation.ended.is_some() || facts.is_over();
    let count = game.map(|game| count(messages, &game, side)).unwrap_or_default();
    let winner = match &situation.ended {
        Some((_, winner)) => *winner,
        None => game.and_then(|game| game.outcome?.0),
    };
    PlayerView {
        name,
        who: situation.who[side].clone(),
        points: 0,
        goal: None,
        told: count.clone(),
        count: Some(count),
        active: game.is_some_and(|game| game.turn == side) && !over && situation.heading.is_none(),
        won: winner == Some(side),
    }
}

/// Discs left to play, and the points.
fn count(messages: &Messages, game: &GameFacts, side: Side) -> String {
    let points = game.sides[side].points.to_string().replace('-', "−");
    let left = game.sides[side].reserve.to_string();
    messages.fill(Text::PolarityCount, &[("a", &left), ("b", &points)])
}

/// The heading, and what can be done.
fn state(messages: &Messages, facts: &TableFacts, situation: &Situation) -> (String, Text) {
    let of = |text: Text, side: Side| messages.fill(text, &[("side", side_name(messages, side))]);
    let plain = |text: Text| messages.text(text).to_owned();
    let held = facts.held.unwrap_or(Side::First);
    match facts.status {
        Status::Idle if facts.is_on(Switch::SeeAgain) => (fall(messages, facts), Text::PolarityHintFall),
        Status::Idle => idle(messages, facts, situation),
        Status::Holding if facts.guide.is_some() => led(messages, facts),
        Status::Holding if situation.touch => {
            (of(Text::PolarityHolding, held), Text::PolarityHintHoldingTouch)
        }
        Status::Holding => (of(Text::PolarityHolding, held), Text::PolarityHintHolding),
        Status::Settling => (plain(Text::PolaritySettling), Text::PolarityHintSettling),
        Status::Replaying => (plain(Text::PolarityReplaying), Text::PolarityHintReplaying),
        Status::Watching => (of(Text::PolarityWatching, held), Text::PolarityHintWatching),
    }
}

/// The fall or the fault that is shown once more, with the rule's letter.
fn fall(messages: &Messages, facts: &TableFacts) -> String {
    let is_reason = |kind: NewsKind| kind.is_fault() || kind.is_objection();
    let Some(fault) = facts.news.iter().find(|news| is_reason(news.kind)) else {
        return messages.text(Text::PolarityFellFlat).to_owned();
    };
    let words = news_words(messages, fault.kind);
    match rule(fault.kind) {
        Some(rule) => messages.fill(Text::PolarityFaultOfRule, &[("rule", rule), ("what", &words)]),
        None => words,
    }
}

/// The letter of a fault in the rules.
const fn rule(kind: NewsKind) -> Option<&'static str> {
    Some(match kind {
        NewsKind::Stuck => "a",
        NewsKind::Fell => "b",
        NewsKind::Joined | NewsKind::Kissed => "c",
        NewsKind::Left => "d",
        NewsKind::Slid => "e",
        NewsKind::Overturned => "f",
        _ => return None,
    })
}

/// The purpose of a guided hand, and the forecast.
fn led(messages: &Messages, facts: &TableFacts) -> (String, Text) {
    let Some(guide) = facts.guide else {
        return (String::new(), Text::PolarityGuideBusy);
    };
    let heading = match guide.goal {
        GoalKind::Lean => Text::PolarityLeadsLean,
        GoalKind::Convert => Text::PolarityLeadsConvert,
        GoalKind::Lay => Text::PolarityLeadsLay,
    };
    let hint = match (guide.goal, guide.outlook) {
        _ if guide.stage == GuideStage::Busy => Text::PolarityGuideBusy,
        _ if guide.stage == GuideStage::Low => Text::PolarityGuideLow,
        (GoalKind::Convert, _) if guide.stage == GuideStage::Held => Text::PolarityGuideConvertHeld,
        _ if guide.stage == GuideStage::Held => Text::PolarityGuideHeld,
        (GoalKind::Lean, _) if !facts.shows_forecasts() => Text::PolarityGuideLeanPlain,
        (GoalKind::Lean, Outlook::Unknown) => Text::PolarityGuideLean,
        (GoalKind::Lean, Outlook::Holds) => Text::PolarityGuideLeanHolds,
        (GoalKind::Lean, Outlook::Falls) => Text::PolarityGuideLeanFalls,
        (GoalKind::Convert, Outlook::Unknown) => Text::PolarityGuideConvert,
        (GoalKind::Convert, Outlook::Holds) => Text::PolarityGuideConvertHolds,
        (GoalKind::Convert, Outlook::Falls | Outlook::Faults) => Text::PolarityGuideConvertFaults,
        (GoalKind::Lay, Outlook::Unknown | Outlook::Holds) => Text::PolarityGuideLay,
        (GoalKind::Lean | GoalKind::Lay, _) => Text::PolarityGuideFaults,
    };
    (messages.text(heading).to_owned(), hint)
}

/// The duty of the side to move, or the possible actions in practice.
fn idle(messages: &Messages, facts: &TableFacts, situation: &Situation) -> (String, Text) {
    let plain = |text: Text| messages.text(text).to_owned();
    if let Some(heading) = situation.heading {
        return (plain(heading), situation.hint.unwrap_or(Text::PolarityHintOther));
    }
    let Some(game) = facts.game else {
        return (plain(Text::PolarityIdle), Text::PolarityHintIdle);
    };
    if let Some(words) = over(messages, facts, &game, situation) {
        return (words, Text::PolarityHintOver);
    }
    let (text, hint) = match game.duty {
        _ if situation.thinking => (Text::PolarityThinking, Text::PolarityHintThinking),
        Duty::Lay => (Text::PolarityLays, Text::PolarityHintLay),
        Duty::Lean => (Text::PolarityLeans, Text::PolarityHintLean),
        Duty::Capture | Duty::Turn if !facts.endangered.is_empty() => {
            let heading = if game.duty == Duty::Capture {
                Text::PolarityCaptures
            } else {
                Text::PolarityTurns
            };
            (heading, Text::PolarityHintEndangered)
        }
        Duty::Capture => (Text::PolarityCaptures, Text::PolarityHintCapture),
        Duty::Turn => (Text::PolarityTurns, Text::PolarityHintTurn),
    };
    let words = messages.fill(text, &[("side", side_name(messages, game.turn))]);
    (words, situation.hint.unwrap_or(hint))
}

/// How a game ended, if it has; of the red disc the table knows more than who says that it ended.
fn over(messages: &Messages, facts: &TableFacts, game: &GameFacts, situation: &Situation) -> Option<String> {
    let outcome = outcome(game);
    let winner = outcome.and_then(Outcome::winner);
    if let (Some(red), Some(winner)) = (facts.red, winner) {
        return Some(lost_by_red(messages, red, winner));
    }
    if let Some((words, _)) = &situation.ended {
        return Some(words.clone());
    }
    let points = Side::BOTH.map(|side| game.sides[side].points);
    Some(result::outcome(messages, GameId::Polarity, outcome?, points))
}

/// How the red disc lost a game that `winner` has won.
fn lost_by_red(messages: &Messages, red: RedEnd, winner: Side) -> String {
    let text = match red {
        RedEnd::Touched => Text::PolarityWinsByRedTouched,
        RedEnd::Moved => Text::PolarityWinsByRedMoved,
    };
    let [side, other] = [winner, !winner].map(|side| side_name(messages, side));
    messages.fill(text, &[("side", side), ("other", other)])
}

/// How the rules ended a game.
pub(super) fn outcome(game: &GameFacts) -> Option<Outcome> {
    let (winner, by) = game.outcome?;
    Some(match winner {
        Some(side) => Outcome::Win { side, by },
        None => Outcome::Draw { by },
    })
}

/// The text for the force on the hand.
pub(super) const fn feel(feel: Feel) -> Text {
    match feel {
        Feel::Calm => Text::PolarityFeelNone,
        Feel::Pull => Text::PolarityFeelPull,
        Feel::Push => Text::PolarityFeelPush,
    }
}

/// Why a tap on a disc does nothing.
const fn refusal(why: TapRefusal) -> Text {
    match why {
        TapRefusal::Red => Text::PolarityTapRed,
        TapRefusal::NotYours => Text::PolarityTapNotYours,
        TapRefusal::TooHigh => Text::PolarityTapTooHigh,
        TapRefusal::OwedFirst => Text::PolarityTapOwedFirst,
        TapRefusal::NoRoom => Text::PolarityTapNoRoom,
        TapRefusal::NotCarrier => Text::PolarityTapNotCarrier,
        TapRefusal::OpeningLay => Text::PolarityTapOpeningLay,
        TapRefusal::FreeHand => Text::PolarityTapFreeHand,
        TapRefusal::HandFull => Text::PolarityTapHandFull,
        TapRefusal::NotYourTurn => Text::PolarityTapNotYourTurn,
    }
}

/// The button that settles something owed.
pub(super) fn owed(messages: &Messages, owed: &OwedFact) -> String {
    let text = match owed.how {
        How::Capture => Text::PolarityOwedCapture,
        How::Declare => Text::PolarityOwedDeclare,
        How::Lift => Text::PolarityOwedLift,
        How::Turn => Text::PolarityOwedTurn,
    };
    messages.fill(text, &[("n", &owed.discs.len().to_string())])
}

/// Each thing that happened once, in order, and whether it is a fault.
pub(super) fn news(messages: &Messages, facts: &TableFacts) -> Vec<(String, bool)> {
    let mut told: Vec<(String, bool)> = Vec::new();
    for news in &facts.news {
        let fault = news.kind.is_fault();
        let mut words = news_words(messages, news.kind);
        if fault && facts.game.is_some() {
            words = messages.fill(Text::PolarityFault, &[("what", &words)]);
        }
        if !told.iter().any(|(known, _)| *known == words) {
            told.push((words, fault));
        }
    }
    told
}

fn news_words(messages: &Messages, kind: NewsKind) -> String {
    let of = |text: Text, side: Side| messages.fill(text, &[("side", side_name(messages, side))]);
    let text = match kind {
        NewsKind::NextWhite => return of(Text::PolarityNewsNext, Side::First),
        NewsKind::NextBlack => return of(Text::PolarityNewsNext, Side::Second),
        NewsKind::WhiteWins => return of(Text::PolarityWins, Side::First),
        NewsKind::BlackWins => return of(Text::PolarityWins, Side::Second),
        NewsKind::Draw => Text::OverDraw,
        NewsKind::Stands => Text::PolarityNewsStands,
        NewsKind::Lies => Text::PolarityNewsLies,
        NewsKind::Upright => Text::PolarityNewsUpright,
        NewsKind::TakenAway => Text::PolarityNewsTakenAway,
        NewsKind::Stuck => Text::PolarityNewsStuck,
        NewsKind::Fell => Text::PolarityNewsFell,
        NewsKind::Joined => Text::PolarityNewsJoined,
        NewsKind::Kissed => Text::PolarityNewsKissed,
        NewsKind::Left => Text::PolarityNewsLeft,
        NewsKind::Slid => Text::PolarityNewsSlid,
        NewsKind::Overturned => Text::PolarityNewsOverturned,
        NewsKind::WrongSupport => Text::PolarityNewsWrongSupport,
        NewsKind::RedSupport => Text::PolarityNewsRedSupport,
        NewsKind::Unsupported => Text::PolarityNewsUnsupported,
        NewsKind::Outside => Text::PolarityNewsOutside,
        NewsKind::Tilted => Text::PolarityNewsTilted,
        NewsKind::Steep => Text::PolarityNewsSteep,
        NewsKind::WrongColour => Text::PolarityNewsWrongColour,
        NewsKind::Touching => Text::PolarityNewsTouching,
        NewsKind::Tipped => Text::PolarityNewsTipped,
        NewsKind::LeftBehind => Text::PolarityNewsLeftBehind,
        NewsKind::RedTouched => Text::PolarityNewsRedTouched,
        NewsKind::RedMoved => Text::PolarityNewsRedMoved,
        NewsKind::Frozen => Text::PolarityNewsFrozen,
        NewsKind::Laid => Text::PolarityNewsLaid,
        NewsKind::Turned => Text::PolarityNewsTurned,
        NewsKind::Captured => Text::PolarityNewsCaptured,
        NewsKind::Again => Text::PolarityNewsAgain,
        NewsKind::ToReserve => Text::PolarityNewsToReserve,
        NewsKind::OwesTurn => Text::PolarityNewsOwesTurn,
        NewsKind::OwesCapture => Text::PolarityNewsOwesCapture,
        NewsKind::Refused => Text::PolarityNewsRefused,
        NewsKind::Disturbed => Text::PolarityNewsDisturbed,
        NewsKind::NotFlat => Text::PolarityNewsNotFlat,
        NewsKind::Withheld => Text::PolarityNewsWithheld,
        NewsKind::Outdated => Text::PolarityNewsOutdated,
    };
    messages.text(text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use polarity_facts::{NewsFact, SideFacts};
    use rules::Reason;

    fn game() -> GameFacts {
        GameFacts {
            turn: Side::Second,
            duty: Duty::Turn,
            plies: 3,
            sides: [SideFacts {
                reserve: 20,
                points: -3,
                player: 0,
                players: 1,
            }; 2],
            outcome: None,
        }
    }

    fn facts(game: GameFacts) -> TableFacts {
        TableFacts {
            game: Some(game),
            ..TableFacts::default()
        }
    }

    fn told(facts: &TableFacts, situation: &Situation) -> GameView {
        scene(&Messages::of(Language::English), facts, situation)
    }

    #[test]
    fn the_side_to_move_is_told_what_it_has_to_do() {
        let scene = told(&facts(game()), &Situation::default());
        assert_eq!(scene.state, "Black must turn a disc");
        assert_eq!(scene.players[0].told, "20 left · −3 pts");
        assert!(scene.players[1].active && !scene.players[0].active);
        let thinking = Situation {
            thinking: true,
            ..Situation::default()
        };
        let scene = told(&facts(game()), &thinking);
        assert_eq!(
            (scene.state.as_str(), scene.phase),
            ("Black is thinking", PageState::Thinking)
        );
    }

    #[test]
    fn the_end_names_its_reason_and_nobody_is_to_move() {
        let over = GameFacts {
            outcome: Some((Some(Side::First), Reason::RedDisc)),
            ..game()
        };
        let scene = told(&facts(over), &Situation::default());
        assert_eq!(scene.state, "White wins: Black disturbed the red disc");
        assert!(scene.players[0].won && !scene.players[1].active);
        let said = Situation {
            ended: Some((scene.state, Some(Side::First))),
            ..Situation::default()
        };
        for (red, words) in [
            (RedEnd::Touched, "White wins: Black touched the red disc"),
            (RedEnd::Moved, "White wins: Black moved the red disc off its dot"),
        ] {
            let lost = TableFacts {
                red: Some(red),
                ..facts(over)
            };
            for situation in [&Situation::default(), &said] {
                assert_eq!(told(&lost, situation).state, words);
            }
        }
        let resigned = Situation {
            ended: Some(("Black wins: White resigned".to_owned(), Some(Side::Second))),
            ..Situation::default()
        };
        let scene = told(&facts(game()), &resigned);
        assert_eq!((scene.phase, scene.players[1].won), (PageState::Over, true));
        assert!(!scene.players[1].active);
    }

    #[test]
    fn a_tap_that_does_nothing_is_told_why_instead_of_the_hint() {
        for &why in TapRefusal::ALL {
            let refused = TableFacts {
                refusal: Some(why),
                ..facts(game())
            };
            let scene = told(&refused, &Situation::default());
            let words = Messages::of(Language::English).text(refusal(why)).to_owned();
            assert_eq!((scene.notice, scene.hint), (Some(words), None), "{why:?}");
        }
        let scene = told(&facts(game()), &Situation::default());
        assert!(scene.notice.is_none() && scene.hint.is_some());
    }

    #[test]
    fn practice_and_hands_are_told() {
        let scene = told(&TableFacts::default(), &Situation::default());
        assert_eq!(scene.state, "Tap a disc");
        let holding = TableFacts {
            status: Status::Holding,
            held: Some(Side::Second),
            ..TableFacts::default()
        };
        assert_eq!(
            told(&holding, &Situation::default()).state,
            "In your hand, Black up"
        );
    }

    #[test]
    fn news_is_told_once_and_a_fault_is_one_only_in_a_game() {
        let news = |kind| NewsFact { kind, discs: vec![1] };
        let fell = TableFacts {
            news: vec![news(NewsKind::Fell), news(NewsKind::Fell), news(NewsKind::Lies)],
            ..TableFacts::default()
        };
        let messages = Messages::of(Language::English);
        let words = |facts: &TableFacts| -> Vec<String> {
            super::news(&messages, facts)
                .into_iter()
                .map(|(words, _)| words)
                .collect()
        };
        assert_eq!(words(&fell), ["A leaner fell.", "It lies flat."]);
        let shown = TableFacts {
            on: vec![Switch::SeeAgain],
            ..fell.clone()
        };
        assert_eq!(
            told(&shown, &Situation::default()).state,
            "Fault b: A leaner fell."
        );
        let judged = TableFacts {
            game: Some(game()),
            ..fell
        };
        assert_eq!(words(&judged)[0], "Fault: A leaner fell.");
    }

    #[test]
    fn everything_has_words_in_every_language() {
        for language in Language::ALL {
            let messages = Messages::of(language);
            for &kind in NewsKind::ALL {
                let words = news_words(&messages, kind);
                assert!(
                    !words.is_empty() && !words.contains('{'),
                    "{language:?} {kind:?} {words}"
                );
            }
        }
    }
}
