-- Whole games that are to be analysed, are being analysed, or were.
CREATE TABLE analyses (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    -- 'queued', 'running', 'done' or 'failed'.
    state TEXT NOT NULL,
    -- When it was asked for.
    created BIGINT NOT NULL,
    -- The process that does it, and until when it is its own: a process that ended does not keep it.
    worker TEXT,
    until BIGINT NOT NULL,
    -- How often it was begun.
    tries BIGINT NOT NULL,
    -- Positions that are done, of so many.
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    -- What was found, as JSON: see Review in crates/protocol.
    result TEXT
);
CREATE INDEX analyses_state ON analyses (state, created);
