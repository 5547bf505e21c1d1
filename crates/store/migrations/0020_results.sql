-- Searches that need no game which does not fit: how a game ended, and what a seat's game is, stand in the indexes.

-- 0 or 1, the side that won; 2 for a draw, 3 for a game that was aborted. Empty while it goes on, and when it was removed.
ALTER TABLE games ADD COLUMN result BIGINT;

-- The same of the seat's game, its name ('offboard'…), and whether everyone may see it.
ALTER TABLE seats ADD COLUMN result BIGINT;
ALTER TABLE seats ADD COLUMN name TEXT;
ALTER TABLE seats ADD COLUMN public BIGINT;

CREATE INDEX seats_found ON seats (person, public, name, result, ended DESC, game) WHERE result IS NOT NULL;
CREATE INDEX games_found ON games (public, game, result, ended DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_of_creator ON games (creator, public, imported, game, result, ended DESC, id)
    WHERE result IS NOT NULL;
CREATE INDEX seats_open ON seats (person) WHERE ended IS NULL;
DROP INDEX seats_ended;
DROP INDEX games_archive;
DROP INDEX games_archive_of;
DROP INDEX games_imported;

-- Rows that a program of before has written: each start of a server fills them in, see schema.rs in crates/store.
CREATE INDEX games_without_result ON games (id) WHERE ended IS NOT NULL AND result IS NULL AND removed = 0;
CREATE INDEX seats_without_result ON seats (game) WHERE name IS NULL OR (ended IS NOT NULL AND result IS NULL);
