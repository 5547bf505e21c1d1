-- The logs of games that are over, a row a game.

CREATE TABLE finished_logs (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    -- The number of its last event. Later ones (talk after the game) stand in events.
    last BIGINT NOT NULL,
    -- The events, compressed: see finished_logs.rs in crates/store.
    log TEXT NOT NULL
);
-- 1 when the log stands in finished_logs.
ALTER TABLE games ADD COLUMN packed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_packed ON games (packed, ended);
