//! Looking for games.

use crate::{Error, Store};
use sqlx::AssertSqlSafe;

/// Filter of games; an option that is empty matches all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Person who reads: sees public games, their own, and those that they imported.
    pub viewer: Option<String>,
    /// A person who played in it or imported it.
    pub player: Option<String>,
    /// Names of the games that are looked for. With a winner, all names are found faster than none.
    pub games: Vec<String>,
    /// 0 or 1, the side that won; 2 for a draw.
    pub winner: Option<i64>,
    /// When it ended at the earliest.
    pub since: Option<i64>,
    /// When it ended at the latest.
    pub until: Option<i64>,
}

/// Public games that have begun and are not over; an index holds exactly these.
const UNDER_WAY: &str =
    "SELECT id FROM games WHERE public = 1 AND ended IS NULL AND started IS NOT NULL AND removed = 0
                         ORDER BY started DESC, id LIMIT $1";

/// Place of a game in the archive: when it ended, and its address.
type Place = (i64, String);

/// Results of a game as the database has them: first wins, second wins, draw, aborted.
const RESULTS: [i64; 4] = [0, 1, 2, 3];

impl Store {
    /// The games that are over and fit, the newest first, after the one at `after`: when each ended, and its address.
    pub async fn search(
        &self,
        search: &Search,
        after: Option<Place>,
        most: i64,
    ) -> Result<Vec<Place>, Error> {
        let statement = Statement::of(search);
        let after = after.unwrap_or((search.until.unwrap_or(i64::MAX), String::new()));
        let mut query = sqlx::query_as(AssertSqlSafe(statement.sql()))
            .bind(after.0)
            .bind(after.1)
            .bind(search.since.unwrap_or(i64::MIN))
            .bind(most);
        for text in statement.texts {
            query = query.bind(text);
        }
        Ok(query.fetch_all(&self.pool()).await?)
    }

    /// The public games under way, the newest first.
    pub async fn public_under_way(&self, most: i64) -> Result<Vec<String>, Error> {
        Ok(sqlx::query_scalar(UNDER_WAY)
            .bind(most)
            .fetch_all(&self.pool())
            .await?)
    }

    /// The id of whoever has this name as an account.
    pub async fn account_id(&self, name: &str) -> Result<Option<String>, Error> {
        let sql = "SELECT id FROM people WHERE name_key = $1";
        Ok(sqlx::query_scalar(sql)
            .bind(name.to_lowercase())
            .fetch_optional(&self.pool())
            .await?)
    }
}

/// The statement of a search: parts of which each reads only games that fit, in order, from one index.
#[derive(Default)]
struct Statement {
    parts: Vec<String>,
    texts: Vec<String>,
}

impl Statement {
    /// Arguments before the texts: the place after which games are looked for, the earliest end, and the number of games.
    const FIXED: usize = 4;

    fn of(search: &Search) -> Statement {
        let mut statement = Statement::default();
        let names: Vec<String> = search.games.iter().map(|name| statement.text(name)).collect();
        let player = search.player.as_ref().map(|player| statement.text(player));
        let other = search
            .viewer
            .as_ref()
            .filter(|viewer| search.player.as_ref() != Some(viewer));
        let viewer = other.map(|viewer| statement.text(viewer));
        let kinds = Kind::of(&names, search.winner);
        let parts: Vec<String> = sources(player.as_deref(), viewer.as_deref(), search)
            .iter()
            .flat_map(|source| kinds.iter().map(move |kind| source.part(*kind)))
            .collect();
        Statement { parts, ..statement }
    }

    /// The place of an argument.
    fn text(&mut self, text: &str) -> String {
        self.texts.push(text.to_owned());
        format!("${}", Statement::FIXED + self.texts.len())
    }

    fn sql(&self) -> String {
        let parts = self.parts.iter().enumerate();
        let parts = parts.map(|(number, part)| format!("SELECT * FROM ({part}) AS part{number}"));
        let parts: Vec<String> = parts.collect();
        format!("{} ORDER BY ended DESC, id LIMIT $4", parts.join(" UNION "))
    }
}

/// Games of a name and with a result, each of which may be any.
#[derive(Clone, Copy)]
struct Kind<'a> {
    /// The place of the name among the arguments.
    game: Option<&'a str>,
    result: Option<i64>,
}

impl Kind<'_> {
    /// One kind for all games; where names are wanted, one for each name and result, as an index has them.
    fn of(names: &[String], winner: Option<i64>) -> Vec<Kind<'_>> {
        if names.is_empty() {
            return vec![Kind {
                game: None,
                result: winner,
            }];
        }
        let results = winner.map_or(RESULTS.to_vec(), |winner| vec![winner]);
        let kinds = names.iter().flat_map(|name| {
            results.iter().map(|result| Kind {
                game: Some(name),
                result: Some(*result),
            })
        });
        kinds.collect()
    }
}

/// Rows among which games are found.
enum Source {
    /// A person's seats, with a condition.
    Seats(String),
    /// Games, with a condition.
    Games(String),
}

impl Source {
    /// The first games of a kind.
    fn part(&self, kind: Kind<'_>) -> String {
        let (id, table, name, condition) = match self {
            Source::Seats(condition) => ("game", "seats", "name", condition),
            Source::Games(condition) => ("id", "games", "game", condition),
        };
        let game = kind.game.map(|game| format!("AND {name} = {game}"));
        let game = game.unwrap_or_default();
        let result = kind.result.map(|result| format!("= {result}"));
        let result = result.unwrap_or_else(|| "IS NOT NULL".to_owned());
        format!(
            "SELECT ended, {id} AS id FROM {table} WHERE {condition} {game} AND result {result}
             AND ended <= $1 AND (ended < $1 OR {id} > $2) AND ended >= $3 ORDER BY ended DESC, {id} LIMIT $4"
        )
    }
}

/// The rows that a viewer may see. `viewer` is somebody else than the player.
fn sources(player: Option<&str>, viewer: Option<&str>, search: &Search) -> Vec<Source> {
    let of_player = |player: &str, public: u8| {
        [
            Source::Seats(format!("person = {player} AND public = {public}")),
            Source::Games(format!(
                "creator = {player} AND public = {public} AND imported = 1"
            )),
        ]
    };
    let mut sources = match player {
        Some(player) => Vec::from(of_player(player, 1)),
        None => vec![Source::Games("public = 1".to_owned())],
    };
    match (player, viewer) {
        (Some(player), None) if search.viewer.is_some() => sources.extend(of_player(player, 0)),
        (_, None) => {}
        (player, Some(viewer)) => {
            // Private games of the viewer, with the player.
            let with = |id: &str| {
                let with = player.map(|player| {
                    format!(" AND EXISTS (SELECT 1 FROM seats AS other WHERE other.game = {id} AND other.person = {player})")
                });
                with.unwrap_or_default()
            };
            sources.push(Source::Seats(format!(
                "person = {viewer} AND public = 0{}",
                with("seats.game")
            )));
            for imported in [0, 1] {
                sources.push(Source::Games(format!(
                    "creator = {viewer} AND public = 0 AND imported = {imported}{}",
                    with("games.id")
                )));
            }
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn store(folder: &std::path::Path, games: i64) -> Store {
        let store = Store::open(&crate::file_url(&folder.join("a.db"))).await.unwrap();
        store.add_guest("ann", "Ann", 1).await.unwrap();
        store.add_guest("bob", "Bob", 1).await.unwrap();
        let sql = format!(
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {games})
             INSERT INTO games (id, game, settings, public, creator, created, plies, ended, reason, players, result)
             SELECT printf('game-%08d', n), 'offboard', '{{}}', n % 2, 'bob', n, 9, n, 'time', '[null,null]', 2 FROM n"
        );
        sqlx::query(AssertSqlSafe(sql))
            .execute(&store.pool())
            .await
            .unwrap();
        let sql = "INSERT INTO seats (game, seat, person, created, ended, name, public, result)
                   SELECT id, 0, CASE WHEN created % 10 = 0 THEN 'ann' ELSE 'bob' END, created, ended, game, public, result
                   FROM games";
        sqlx::query(sql).execute(&store.pool()).await.unwrap();
        store
    }

    fn both() -> Vec<String> {
        ["offboard", "polygone"].map(ToOwned::to_owned).to_vec()
    }

    fn searches() -> Vec<Search> {
        let of = |player: Option<&str>, games: &[String], winner| Search {
            viewer: Some("ann".to_owned()),
            player: player.map(ToOwned::to_owned),
            games: games.to_vec(),
            winner,
            ..Search::default()
        };
        vec![
            of(None, &[], None),
            of(None, &both(), None),
            of(None, &both()[..1], None),
            of(Some("ann"), &[], None),
            of(Some("bob"), &[], None),
            of(Some("ann"), &both(), None),
            of(Some("bob"), &both()[..1], Some(2)),
        ]
    }

    #[tokio::test]
    async fn a_search_reads_only_games_that_fit() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), 10).await;
        for search in searches() {
            let statement = Statement::of(&search);
            let plan = format!("EXPLAIN QUERY PLAN {}", statement.sql());
            let mut query = sqlx::query_as(AssertSqlSafe(plan));
            for _ in 0..Statement::FIXED + statement.texts.len() {
                query = query.bind(1_i64);
            }
            let rows: Vec<(i64, i64, i64, String)> = query.fetch_all(&store.pool()).await.unwrap();
            let reads = rows.iter().map(|(.., step)| step).filter(|step| {
                ["games", "seats"].iter().any(|table| {
                    step.starts_with(&format!("SCAN {table}")) || step.starts_with(&format!("SEARCH {table}"))
                })
            });
            let reads: Vec<&String> = reads.collect();
            assert_eq!(reads.len(), statement.parts.len(), "{rows:?}");
            let of_index = if search.games.is_empty() {
                "ended>? AND ended<?"
            } else {
                "result=? AND ended>? AND ended<?"
            };
            for step in reads {
                assert!(step.contains(of_index), "{step}");
            }
        }
    }

    #[tokio::test]
    async fn public_games_under_way_are_found_by_their_index() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), 6).await;
        // Odd games are public. Game 1 is over, game 3 has not begun, game 5 was removed later.
        for sql in [
            "UPDATE games SET ended = NULL, started = created WHERE created <> 1",
            "UPDATE games SET started = NULL WHERE created = 3",
        ] {
            sqlx::query(sql).execute(&store.pool()).await.unwrap();
        }
        assert_eq!(store.public_under_way(10).await.unwrap(), ["game-00000005"]);
        sqlx::query("UPDATE games SET removed = 1 WHERE created = 5")
            .execute(&store.pool())
            .await
            .unwrap();
        assert!(store.public_under_way(10).await.unwrap().is_empty());
        let plan = format!("EXPLAIN QUERY PLAN {UNDER_WAY}");
        let rows: Vec<(i64, i64, i64, String)> = sqlx::query_as(AssertSqlSafe(plan))
            .bind(1_i64)
            .fetch_all(&store.pool())
            .await
            .unwrap();
        assert!(
            rows.iter()
                .all(|(_, _, _, step)| step.contains("games_under_way")),
            "{rows:?}"
        );
    }

    #[tokio::test]
    async fn a_search_finds_what_lies_far_behind_and_goes_on_from_there() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), 1500).await;
        let mine = Search {
            viewer: None,
            player: Some("ann".to_owned()),
            games: both(),
            until: Some(1000),
            ..Search::default()
        };
        // Ann has every tenth game, and all of them are private.
        assert_eq!(store.search(&mine, None, 10).await.unwrap(), []);
        let mine = Search {
            viewer: Some("ann".to_owned()),
            ..mine
        };
        let first = store.search(&mine, None, 2).await.unwrap();
        let ended: Vec<i64> = first.iter().map(|(ended, _)| *ended).collect();
        assert_eq!(ended, [1000, 990]);
        let next = store.search(&mine, first.last().cloned(), 1).await.unwrap();
        assert_eq!(next[0].0, 980);
    }

    #[tokio::test]
    async fn pages_of_many_games_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), 10_000).await;
        for search in searches() {
            let found = store.search(&search, None, 20).await.unwrap();
            assert_eq!(found.len(), 20, "{search:?}");
        }
        assert_eq!(store.games_of("ann", 100).await.unwrap().len(), 100);
    }
}
