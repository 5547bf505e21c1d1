-- What several server processes on one database share.

-- Who looks for a game. A seek lives as long as its owner's connection: its process keeps it every few seconds.
CREATE TABLE seeks (
    -- A random number.
    id BIGINT NOT NULL PRIMARY KEY,
    -- The process whose client it is.
    process TEXT NOT NULL,
    -- Who looks for what, as JSON: see Seek in crates/protocol.
    body TEXT NOT NULL,
    created BIGINT NOT NULL,
    -- Gone from then on, unless it is kept.
    until BIGINT NOT NULL,
    -- 1 from when an opponent was found.
    claimed BIGINT NOT NULL,
    -- Where they play, once both sit.
    table_id TEXT
);
CREATE INDEX seeks_process ON seeks (process);
