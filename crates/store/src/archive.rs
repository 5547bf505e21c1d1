//! Looking for games.

use crate::{Error, Store};
use sqlx::AssertSqlSafe;

/// Filter of games; an empty field matches all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Person who reads: sees public games, their own, and those that they imported.
    pub viewer: Option<String>,
    /// Somebody who played in it, or brought it from elsewhere.
    pub player: Option<String>,
    /// Game played.
    pub game: Option<String>,
    /// 0 or 1, the side that won; 2 for a draw.
    pub winner: Option<i64>,
    /// When it ended at the earliest.
    pub since: Option<i64>,
    /// When it ended at the latest.
    pub until: Option<i64>,
}

/// Games that one statement looks at, at most: a search that finds little does not hold up others.
const STEP: i64 = 500;

/// Public games that have begun and are not over; an index holds exactly these.
const UNDER_WAY: &str =
    "SELECT id FROM games WHERE public = 1 AND ended IS NULL AND started IS NOT NULL AND removed = 0
                         ORDER BY started DESC, id LIMIT $1";

/// Place of a game in the archive: when it ended, and its address.
type Place = (i64, String);

impl Store {
    /// The games that are over and fit, the newest first, after the one at `after`: when each ended, and its address.
    pub async fn search(
        &self,
        search: &Search,
        after: Option<Place>,
        most: i64,
    ) -> Result<Vec<Place>, Error> {
        let mut after = after.unwrap_or((search.until.unwrap_or(i64::MAX), String::new()));
        let mut found = Vec::new();
        loop {
            let looked_at = self.look_at(search, &after).await?;
            let is_last = (looked_at.len() as i64) < STEP;
            let Some((ended, id, _)) = looked_at.last() else {
                return Ok(found);
            };
            after = (*ended, id.clone());
            let fitting = looked_at.into_iter().filter(|(_, _, fits)| *fits == 1);
            found.extend(fitting.map(|(ended, id, _)| (ended, id)));
            if found.len() as i64 >= most || is_last {
                found.truncate(most as usize);
                return Ok(found);
            }
        }
    }

    /// The public games under way, the newest first.
    pub async fn public_under_way(&self, most: i64) -> Result<Vec<String>, Error> {
        Ok(sqlx::query_scalar(UNDER_WAY)
            .bind(most)
            .fetch_all(&self.pool())
            .await?)
    }

    /// The next games of an index: when each ended, its address, and 1 if it fits.
    async fn look_at(&self, search: &Search, after: &Place) -> Result<Vec<(i64, String, i64)>, Error> {
        let rows = sqlx::query_as(AssertSqlSafe(sql(search)))
            .bind(after.0)
            .bind(&after.1)
            .bind(search.since.unwrap_or(i64::MIN))
            .bind(STEP)
            .bind(search.viewer.clone().unwrap_or_default())
            .bind(search.player.clone().unwrap_or_default())
            .bind(search.game.clone().unwrap_or_default())
            .bind(search.winner.unwrap_or(-1))
            .fetch_all(&self.pool())
            .await?;
        Ok(rows)
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

/// The statement of a search, by which index its games are found in order.
fn sql(search: &Search) -> String {
    // One index gives the candidates in order: a player's seats and imports, a game's archive, or the whole archive.
    let place = |id: &str| {
        format!(
            "ended <= $1 AND (ended < $1 OR {id} > $2) AND ended >= $3 ORDER BY ended DESC, {id} LIMIT $4"
        )
    };
    let candidates = match (&search.player, &search.game) {
        (Some(_), _) => format!(
            "SELECT * FROM (SELECT ended, game AS id FROM seats WHERE person = $6 AND {}) AS played
             UNION SELECT * FROM (SELECT ended, id FROM games
                                  WHERE creator = $6 AND imported = 1 AND {}) AS brought
             ORDER BY ended DESC, id LIMIT $4",
            place("game"),
            place("id")
        ),
        (None, Some(_)) => format!("SELECT ended, id FROM games WHERE game = $7 AND {}", place("id")),
        (None, None) => format!("SELECT ended, id FROM games WHERE {}", place("id")),
    };
    format!(
        "SELECT found.ended, found.id, CAST(CASE WHEN
             (public = 1 OR creator = $5
              OR EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND person = $5))
             AND ($7 = '' OR games.game = $7) AND ($6 = $6) AND removed = 0
             AND ($8 = -1 OR ($8 = 2 AND winner IS NULL AND reason <> 'aborted') OR winner = $8)
         THEN 1 ELSE 0 END AS BIGINT)
         FROM ({candidates}) AS found JOIN games ON games.id = found.id
         ORDER BY found.ended DESC, found.id"
    )
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
             INSERT INTO games (id, game, settings, public, creator, created, plies, ended, reason, players)
             SELECT printf('game-%08d', n), 'offboard', '{{}}', n % 2, 'bob', n, 9, n, 'time', '[null,null]' FROM n"
        );
        sqlx::query(AssertSqlSafe(sql))
            .execute(&store.pool())
            .await
            .unwrap();
        let sql = "INSERT INTO seats (game, seat, person, created, ended)
                   SELECT id, 0, CASE WHEN created % 10 = 0 THEN 'ann' ELSE 'bob' END, created, ended FROM games";
        sqlx::query(sql).execute(&store.pool()).await.unwrap();
        store
    }

    fn searches() -> Vec<Search> {
        let of = |player: Option<&str>, game: Option<&str>, winner| Search {
            viewer: Some("ann".to_owned()),
            player: player.map(ToOwned::to_owned),
            game: game.map(ToOwned::to_owned),
            winner,
            ..Search::default()
        };
        vec![
            of(None, None, None),
            of(None, Some("offboard"), None),
            of(Some("ann"), None, None),
            of(Some("bob"), Some("offboard"), Some(2)),
        ]
    }

    #[tokio::test]
    async fn no_search_reads_a_whole_table() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), 10).await;
        for search in searches() {
            let plan = format!("EXPLAIN QUERY PLAN {}", sql(&search));
            let mut query = sqlx::query_as(AssertSqlSafe(plan));
            for _ in 0..8 {
                query = query.bind(1_i64);
            }
            let rows: Vec<(i64, i64, i64, String)> = query.fetch_all(&store.pool()).await.unwrap();
            for (_, _, _, step) in rows {
                let scans = ["SCAN games", "SCAN seats"]
                    .iter()
                    .any(|scan| step.starts_with(scan));
                assert!(!scans || step.contains("USING INDEX games_archive"), "{step}");
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
        let store = store(folder.path(), 3 * STEP).await;
        let mine = Search {
            viewer: None,
            player: Some("ann".to_owned()),
            until: Some(2 * STEP),
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
        assert_eq!(ended, [2 * STEP, 2 * STEP - 10]);
        let next = store.search(&mine, first.last().cloned(), 1).await.unwrap();
        assert_eq!(next[0].0, 2 * STEP - 20);
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
