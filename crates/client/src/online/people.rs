//! A person's page: games, results by game, the rating over time.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::safety::AboutPerson;
use super::{request, words};
use crate::app::App;
use crate::browser;
use crate::language::Text;
use crate::route::Id;
use games::GameId;
use leptos::prelude::*;
use protocol::{ArchivedGame, GameRating, Player, Profile, TableInfo, side_of};
use rules::Side;
use web_net::Json;
use web_net::decode::FromJson;

/// Games of a page.
const MOST: usize = 60;

/// One game of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    table: TableInfo,
    side: Side,
}

impl Played {
    /// A line of the archive, as a game of a person.
    fn read(line: &str, person: &str) -> Option<Played> {
        let table = ArchivedGame::from_json(&Json::read(line)?)?.table;
        let seat = table.seats.iter().position(|player| {
            player
                .as_ref()
                .is_some_and(|player| player.person.as_str() == person)
        })?;
        Some(Played {
            table,
            side: side_of(seat),
        })
    }

    fn player(&self, side: Side) -> Option<&Player> {
        self.table.seats.get(side.index())?.as_ref()
    }
}

/// Won, drawn and lost games, for each game that was played.
fn results(games: &[Played]) -> Vec<(GameId, [usize; 3])> {
    let of = |game: GameId| {
        let mut scores = [0; 3];
        let own = games.iter().filter(|played| played.table.settings.game == game);
        for score in own.filter_map(|played| words::score(played.table.ending.as_ref()?, played.side)) {
            scores[score] += 1;
        }
        (game, scores)
    };
    let all = GameId::ALL.iter().map(|&game| of(game));
    all.filter(|(_, scores)| scores.iter().sum::<usize>() > 0)
        .collect()
}

/// The curve's points in a box of 100 by 40.
fn curve(ratings: &[i32]) -> String {
    let (least, most) = ratings
        .iter()
        .fold((i32::MAX, i32::MIN), |(least, most), &rating| {
            (least.min(rating), most.max(rating))
        });
    let height = f64::from(most.saturating_sub(least).max(1));
    let step = 100.0 / (ratings.len().max(2) - 1) as f64;
    let point = |(index, &rating): (usize, &i32)| {
        format!(
            "{:.1},{:.1}",
            index as f64 * step,
            38.0 - 36.0 * f64::from(rating - least) / height
        )
    };
    ratings
        .iter()
        .enumerate()
        .map(point)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The page.
#[component]
pub(crate) fn PersonPage(app: App, id: Id) -> impl IntoView {
    let games = RwSignal::new(None::<Vec<Played>>);
    let ratings = RwSignal::new(Vec::<(GameId, Vec<i32>)>::new());
    let person = RwSignal::new(None::<Profile>);
    let error = RwSignal::new(false);
    request("GET", format!("/api/people/{id}"), None, move |answer| {
        // Games of a deleted account are listed all the same.
        let profile = answer.read::<Profile>();
        if let Some(profile) = &profile {
            app.heading.try_set(heading(app, profile));
            person.try_set(Some(profile.clone()));
        }
        let path = format!("/api/games?player={id}&most={MOST}&format=table");
        request("GET", path, None, move |answer| {
            if !answer.is_done() {
                error.try_set(true);
                return;
            }
            let lines = answer.text.lines();
            let found = lines.filter_map(|line| Played::read(line, id.as_str())).collect();
            let rated = profile.map(|profile| profile.ratings).unwrap_or_default();
            let history =
                |rating: GameRating| (rating.game, rating.history.iter().map(|(_, at)| *at).collect());
            ratings.try_set(rated.into_iter().map(history).collect());
            games.try_set(Some(found));
        });
    });
    on_cleanup(move || app.heading.set(String::new()));
    let body = move || {
        let Some(games) = games.get() else {
            let text = if error.get() {
                Text::ErrorNetwork
            } else {
                Text::Connecting
            };
            return view! { <p role="status">{app.text(text)}</p> }.into_any();
        };
        if games.is_empty() {
            return view! { <p>{app.text(Text::NoGamesYet)}</p> }.into_any();
        }
        let results = results(&games).into_iter().map(|(game, scores)| {
            ratings.with(|ratings| {
                let rated = ratings.iter().find(|(rated, _)| *rated == game);
                result_view(app, game, scores, rated.map_or(&[], |(_, ratings)| ratings))
            })
        });
        let rows = games.iter().map(|played| game_row(app, played));
        view! {
            <ul class="results">{results.collect::<Vec<_>>()}</ul>
            <h2>{app.text(Text::Games)}</h2>
            <ul class="played">{rows.collect::<Vec<_>>()}</ul>
        }
        .into_any()
    };
    let about = move || {
        person
            .get()
            .map(|person| view! { <AboutPerson app person=person.person /> })
    };
    view! { <main class="form people">{body} {about}</main> }
}

/// The name, with the mark of a guest or a program.
fn heading(app: App, profile: &Profile) -> String {
    let mark = match profile.kind.as_str() {
        "guest" => Text::GuestMark,
        "bot" => Text::BotMark,
        _ => return profile.name.clone(),
    };
    let mark = app.messages.with_untracked(|messages| messages.text(mark));
    format!("{} · {mark}", profile.name)
}

fn result_view(app: App, game: GameId, scores: [usize; 3], ratings: &[i32]) -> AnyView {
    let [won, drawn, lost] = scores.map(|count| count.to_string());
    let told = app.messages.with(|messages| {
        messages.fill(
            Text::Results,
            &[("won", &won), ("drawn", &drawn), ("lost", &lost)],
        )
    });
    let rating = ratings.last().map(|rating| {
        let label = app.messages.with(|messages| messages.fill(Text::RatingIs, &[("n", &rating.to_string())]));
        let points = curve(ratings);
        let line = (ratings.len() > 1).then(|| {
            view! {
                <svg class="curve" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label=label.clone()>
                    <polyline points=points />
                </svg>
            }
        });
        view! { <b>{label.clone()}</b> {line} }
    });
    view! {
        <li>
            <h2>{game.title()}</h2>
            <p>{told}</p>
            {rating}
        </li>
    }
    .into_any()
}

fn game_row(app: App, played: &Played) -> AnyView {
    let table = &played.table;
    let score = table
        .ending
        .as_ref()
        .and_then(|ending| words::score(ending, played.side));
    let text = match score {
        Some(0) => Text::Won,
        Some(1) => Text::Drawn,
        Some(_) => Text::Lost,
        None => Text::OverAborted,
    };
    let class = ["won", "drawn", "lost", "aborted"][score.unwrap_or(3)];
    let other = app.messages.with(|messages| {
        played
            .player(!played.side)
            .map(|other| words::listed(messages, other))
    });
    let date = browser::date(table.created, app.language.get_untracked());
    view! {
        <li>
            <a class="button" href=format!("/table/{}", table.id)>
                <span class=class>{app.text(text)}</span>
                <strong>{table.settings.game.title()}</strong>
                <span>{other}</span>
                <span class="date">{date}</span>
            </a>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"table":{"id":"table-0001","settings":{"game":"offboard","clock":"none","rated":true,"public":true,"chat":true,"teams":false},"created":5,"seats":[{"person":"person-1","name":"Ann","kind":"account","rating":1500},{"person":"person-2","name":"Bob","kind":"account","rating":1500}],"plies":3,"ending":{"winner":"second","reason":"time"}},"events":[{"seq":1,"at":5,"type":"rated","after":[1490,1510],"change":[-10,10]}]}"#;

    #[test]
    fn games_are_counted_for_the_one_who_played_them() {
        let of = |person| vec![Played::read(LINE, person).unwrap()];
        assert_eq!(results(&of("person-1")), [(GameId::Offboard, [0, 0, 1])]);
        assert_eq!(results(&of("person-2")), [(GameId::Offboard, [1, 0, 0])]);
        assert_eq!(Played::read(LINE, "person-3"), None);
        assert_eq!(Played::read("nonsense", "person-1"), None);
    }

    #[test]
    fn the_curve_fills_its_box() {
        assert_eq!(curve(&[1500, 1520, 1510]), "0.0,38.0 50.0,2.0 100.0,20.0");
        assert_eq!(curve(&[1500]), "0.0,38.0");
        assert_eq!(curve(&[]), "");
    }
}
