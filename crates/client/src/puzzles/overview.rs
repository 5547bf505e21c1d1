//! The first page of puzzles: the solver's rating and streak, the puzzles of the day, and each game's themes.

use super::record::{Result, Solver};
use super::{Collection, DAILY, daily, fetched, motif_text, next_address};
use crate::app::App;
use crate::browser;
use crate::challenge_scores::ChallengeScores;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::mistakes::deck;
use crate::polarity::challenge_texts;
use crate::route::{Id, Route};
use ::puzzles::{Motif, Puzzle};
use games::{BoardId, GameId};
use learn::Challenge;
use leptos::prelude::*;

/// The fewest puzzles of a theme that is shown.
const FEWEST: usize = 3;

/// The themes of a game.
fn themes(puzzles: &[Puzzle]) -> Vec<Motif> {
    let count = |motif: &Motif| {
        let has_it = |puzzle: &&Puzzle| puzzle.motifs.contains(motif);
        puzzles.iter().filter(has_it).count()
    };
    let mut themes = Motif::ALL.to_vec();
    themes.retain(|motif| count(motif) >= FEWEST);
    themes
}

/// The page.
pub(super) fn page(app: App) -> AnyView {
    let games: Vec<GameId> = BoardId::ALL.iter().map(|board| GameId::from(*board)).collect();
    let shown = games.clone();
    fetched(app, games, move |collections| {
        let solver = Solver::load();
        let cards: Vec<AnyView> = shown
            .iter()
            .zip(&collections)
            .map(|(game, puzzles)| game_view(app, *game, puzzles, &solver))
            .collect();
        let page = view! {
            <main class="learn puzzle-list">
                <p class="lead">{app.text(Text::PuzzlesLead)}</p>
                {numbers(app, &solver)}
                {own_mistakes(app)}
                <div class="games">{cards} {challenges(app)}</div>
            </main>
        };
        Some(page.into_any())
    })
}

/// Rating and streak.
pub(super) fn numbers(app: App, solver: &Solver) -> AnyView {
    let values = [
        (Text::PuzzleRating, format!("{:.0}", solver.rating.rating)),
        (Text::PuzzleStreak, solver.streak.to_string()),
        (Text::PuzzleBestStreak, solver.best_streak.to_string()),
    ];
    let value = |(text, value): (Text, String)| {
        view! {
            <div>
                <dt>{app.text(text)}</dt>
                <dd>{value}</dd>
            </div>
        }
    };
    view! { <dl class="numbers">{values.into_iter().map(value).collect::<Vec<_>>()}</dl> }.into_any()
}

/// The link to one's own mistakes, with how many are due.
fn own_mistakes(app: App) -> AnyView {
    let deck = deck::load();
    let (due, is_empty) = (deck.due(browser::today()), deck.is_empty());
    let told = move || {
        app.messages.with(|messages| {
            if is_empty {
                messages.text(Text::MistakesNone).to_owned()
            } else {
                messages.count(Text::MistakesDue, due)
            }
        })
    };
    view! {
        <section class="card own-mistakes">
            <h2>{app.text(Text::Mistakes)}</h2>
            <p class="small">{told}</p>
            {(!is_empty).then(|| view! {
                <p class="ways">
                    <a class="button" class:primary=move || due != 0 id="own-mistakes" href=Route::Mistakes.path()>
                        <IconView icon=Icon::Lesson />
                        <span>{app.text(Text::MistakesLearn)}</span>
                    </a>
                </p>
            })}
        </section>
    }
    .into_any()
}

/// Polarity's challenges, with the best scores.
fn challenges(app: App) -> AnyView {
    let scores = ChallengeScores::load();
    let item = |challenge: Challenge| {
        let (title, _) = challenge_texts(challenge);
        let best = scores.best(challenge).map(|best| {
            let best = best.to_string();
            move || {
                app.messages
                    .with(|messages| messages.fill(Text::ChallengeBest, &[("n", &best)]))
            }
        });
        view! {
            <li>
                <a class="theme" id=format!("challenge-{}", challenge.name()) href=Route::Challenge(challenge).path()>
                    {app.text(title)} " " <strong>{best}</strong>
                </a>
            </li>
        }
    };
    view! {
        <section id="puzzles-polarity" class="card">
            <h2>{GameId::Polarity.title()}</h2>
            <p class="small">{app.text(Text::ChallengesLead)}</p>
            <h3>{app.text(Text::Challenges)}</h3>
            <ul class="themes">{Vec::from(Challenge::ALL.map(item))}</ul>
        </section>
    }
    .into_any()
}

fn game_view(app: App, game: GameId, puzzles: &Collection, solver: &Solver) -> AnyView {
    let done = puzzles
        .iter()
        .filter(|puzzle| solver.result(&puzzle.id) == Some(Result::Solved))
        .count();
    let (done, count) = (done.to_string(), puzzles.len().to_string());
    let told = move || {
        app.messages
            .with(|messages| messages.fill(Text::PuzzlesSolved, &[("n", &done), ("m", &count)]))
    };
    let is_daily_done =
        daily(puzzles, browser::today()).is_some_and(|puzzle| solver.result(&puzzle.id).is_some());
    let daily_path = Id::new(DAILY).map(|name| Route::Puzzle(game, name).path());
    let theme = |motif: Motif| {
        view! {
            <li>
                <a class="theme" href=next_address(game, Some(motif))>
                    {app.text(motif_text(motif))}
                    <span class="unseen">{game.title()}</span>
                </a>
            </li>
        }
    };
    view! {
        <section id=format!("puzzles-{game}") class="card">
            <h2>{game.title()}</h2>
            <p class="small">{told}</p>
            <p class="ways">
                <a class="button primary" id=format!("solve-{game}") href=next_address(game, None)>
                    <IconView icon=Icon::Lesson />
                    <span>{app.text(Text::PuzzleSolve)}</span>
                    <span class="unseen">{game.title()}</span>
                </a>
                <a class="button" id=format!("daily-{game}") href=daily_path.unwrap_or_default()>
                    <span>{app.text(Text::PuzzleDaily)}</span>
                    {is_daily_done.then_some(" ✓")}
                    <span class="unseen">{game.title()}</span>
                </a>
            </p>
            <h3>{app.text(Text::PuzzleThemes)}</h3>
            <ul class="themes">{themes(puzzles).into_iter().map(theme).collect::<Vec<_>>()}</ul>
        </section>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_of_one_or_two_puzzles_are_not_shown() {
        let puzzle = |id: &str| -> Puzzle { format!("{id}; win 1; p; m; 8; quiet").parse().unwrap() };
        let few = ["a", "b"].map(puzzle);
        assert_eq!(themes(&few), []);
        let enough = ["a", "b", "c"].map(puzzle);
        assert_eq!(themes(&enough), [Motif::Quiet]);
        let offboard = include_str!("../../../../puzzles/offboard.txt");
        let offboard: Vec<Puzzle> = offboard.lines().filter_map(|line| line.parse().ok()).collect();
        let shown = themes(&offboard);
        assert!(shown.contains(&Motif::TargetOfThree) && !shown.contains(&Motif::PutBack));
    }
}
