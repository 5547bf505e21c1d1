-- Lists of games without reading logs, and one seek a person.

-- Who looks.
ALTER TABLE seeks ADD COLUMN person TEXT NOT NULL DEFAULT '';
CREATE INDEX seeks_person ON seeks (person);

-- Who sits where, as JSON: a list of Player or null, see crates/protocol. Empty in games of before that were not looked at since.
ALTER TABLE games ADD COLUMN players TEXT;

-- The game's times, so that somebody's games are found in order by one index.
ALTER TABLE seats ADD COLUMN created BIGINT;
ALTER TABLE seats ADD COLUMN ended BIGINT;
UPDATE seats SET created = (SELECT games.created FROM games WHERE games.id = seats.game),
                 ended = (SELECT games.ended FROM games WHERE games.id = seats.game);
CREATE INDEX seats_created ON seats (person, created DESC, game);
CREATE INDEX seats_ended ON seats (person, ended DESC, game);
DROP INDEX seats_person;
CREATE INDEX games_archive ON games (ended DESC, id);
CREATE INDEX games_archive_of ON games (game, ended DESC, id);
CREATE INDEX games_imported ON games (creator, imported, ended DESC, id);
DROP INDEX games_ended;
