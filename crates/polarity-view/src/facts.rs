//! Collects the facts of the table that the client's page shows.

use crate::app::{TableApp, View};
use crate::picture::Picture;
use crate::session::{Owed, Status};
use crate::ticker::TimeScale;
use magnets::Disc;
use polarity::{Call, Fault, Match, Phase, Position};
use polarity_facts::{
    Command, Duty, Feel, GameFacts, GuideStage, NewsFact, OwedFact, RedEnd, SideFacts, Switch, TableFacts,
};
use rules::{Reason, Side};

/// The facts of a table and its picture.
pub fn of(app: &TableApp, picture: &Picture) -> TableFacts {
    let session = app.session();
    let idle = session.status() == Status::Idle;
    TableFacts {
        status: session.status(),
        held: session
            .held()
            .map(|(_, white_up)| if white_up { Side::First } else { Side::Second }),
        pose: session
            .steering()
            .filter(|_| app.guided().is_none())
            .map(|hand| [hand.height(), hand.tilt(), hand.heading()]),
        feel: feel(picture),
        strain: strain(picture),
        can: Command::ALL
            .iter()
            .copied()
            .filter(|&command| can(app, command))
            .collect(),
        on: Switch::ALL
            .iter()
            .copied()
            .filter(|&switch| is_on(app, switch))
            .collect(),
        news: session
            .news()
            .iter()
            .map(|news| NewsFact {
                kind: news.kind(),
                discs: numbers(&news.discs()),
            })
            .collect(),
        owed: session.owed().iter().filter(|_| idle).map(owed).collect(),
        endangered: numbers(app.endangered()),
        refusal: app.refused().map(|(_, why)| why),
        falls: session.falls(),
        contacts: session.contacts(),
        reserve: session.reserve(),
        paper_only: false,
        guide: app.guide_fact(),
        marks: app.marks(),
        game: session.game().map(game),
        red: session.game().and_then(red),
    }
}

/// How the red disc lost a game: a touch may show only in the last movement.
fn red(game: &Match) -> Option<RedEnd> {
    let touched = |call: &Call| matches!(call.fault, Fault::RedTouched { .. });
    let last = game.played().last();
    let was_touched = last.is_some_and(|done| done.verdict.calls.iter().any(touched));
    let by_red = game.outcome()?.reason() == Reason::RedDisc;
    by_red.then(|| {
        if game.position().is_red_off_its_dot() && !was_touched {
            RedEnd::Moved
        } else {
            RedEnd::Touched
        }
    })
}

fn numbers(discs: &[Disc]) -> Vec<u8> {
    discs.iter().map(|disc| disc.0).collect()
}

fn owed(owed: &Owed) -> OwedFact {
    OwedFact {
        how: owed.how,
        discs: numbers(&owed.discs),
    }
}

fn feel(picture: &Picture) -> Feel {
    match picture.gizmo {
        Some(gizmo) if gizmo.feel.tremble() > 0.15 && gizmo.feel.pull > 0.0 => Feel::Pull,
        Some(gizmo) if gizmo.feel.tremble() > 0.15 => Feel::Push,
        _ => Feel::Calm,
    }
}

fn strain(picture: &Picture) -> i8 {
    picture.gizmo.map_or(0, |gizmo| {
        let share = gizmo.feel.tremble().copysign(gizmo.feel.pull);
        // Steps of 5 keep the page from being told of every small change.
        (share * 20.0).round() as i8 * 5
    })
}

fn can(app: &TableApp, command: Command) -> bool {
    let session = app.session();
    let status = session.status();
    match command {
        Command::White => session.may_bring(true),
        Command::Black => session.may_bring(false),
        Command::Lean | Command::Release => status == Status::Holding && app.guided().is_none(),
        Command::Place => app
            .guided()
            .is_some_and(|guided| guided.stage() != GuideStage::Busy),
        Command::Convert => app.can_convert(),
        Command::Back => session.can_take_back(),
        Command::Hurry => matches!(status, Status::Watching | Status::Settling | Status::Replaying),
        Command::Replay => session.can_replay(),
        Command::SeeAgain => session.film().is_some(),
    }
}

fn is_on(app: &TableApp, switch: Switch) -> bool {
    match switch {
        Switch::Slow => app.pace() == TimeScale::Slow,
        Switch::Pause => app.pace() == TimeScale::Paused,
        Switch::Hurry => app.pace() == TimeScale::Fast,
        Switch::Field => app.wanted().field,
        Switch::Guide => app.wanted().guide,
        Switch::Flat => app.view() == View::Flat,
        Switch::Free => app.is_free(),
        Switch::SeeAgain => app.is_film_shown(),
    }
}

fn game(game: &Match) -> GameFacts {
    let position = game.position();
    GameFacts {
        turn: position.turn(),
        duty: duty(position),
        plies: game.played().len(),
        sides: Side::BOTH.map(|side| SideFacts {
            reserve: position.reserve(side),
            points: position.points(side),
            player: position.seat(side).player(),
            players: position.seat(side).players(),
        }),
        outcome: position
            .outcome()
            .map(|outcome| (outcome.winner(), outcome.reason())),
    }
}

pub(crate) fn duty(position: &Position) -> Duty {
    match position.phase() {
        Phase::Opening => Duty::Lay,
        _ if position.captures().next().is_some() => Duty::Capture,
        _ if position.turns(position.turn()).next().is_some() => Duty::Turn,
        _ => Duty::Lean,
    }
}
