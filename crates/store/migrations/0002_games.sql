-- People, the games they play, and what happens in them.
-- Times are milliseconds since 1970, yes and no are 1 and 0.

-- Everyone who plays.
CREATE TABLE people (
    -- Short random letters, no secret.
    id TEXT NOT NULL PRIMARY KEY,
    -- 'guest', 'account', 'bot', or 'gone' for an account that was deleted.
    kind TEXT NOT NULL,
    -- What they are called.
    name TEXT NOT NULL,
    -- The name in small letters, for accounts: no two are alike. Empty for guests.
    name_key TEXT UNIQUE,
    -- The password as argon2id keeps it. Empty for guests.
    password TEXT,
    -- The account that this guest has signed in to since: the guest's games are the account's.
    became TEXT REFERENCES people (id),
    created BIGINT NOT NULL
);
CREATE INDEX people_became ON people (became);

-- Who is signed in where.
CREATE TABLE sessions (
    -- The SHA-256 of what the cookie holds, in hexadecimal digits: who reads this table cannot sign in with it.
    token_hash TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    created BIGINT NOT NULL
);
CREATE INDEX sessions_person ON sessions (person);

-- Every game, from its creation on. What follows from the log stands here once more for searching.
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    -- 'offboard', 'polygone', 'isometron' or 'polarity'.
    game TEXT NOT NULL,
    -- How it is played, as JSON: see TableSettings in crates/protocol.
    settings TEXT NOT NULL,
    -- Whether everyone may see it.
    public BIGINT NOT NULL,
    -- Who made it.
    creator TEXT NOT NULL REFERENCES people (id),
    created BIGINT NOT NULL,
    -- How many moves stand.
    plies BIGINT NOT NULL,
    -- When somebody must look at it again: a clock runs out then. Empty when no clock runs.
    deadline BIGINT,
    -- When it began, and ended.
    started BIGINT,
    ended BIGINT,
    -- 0 or 1, the side that won.
    winner BIGINT,
    -- Why it ended, in the record's words.
    reason TEXT
);
CREATE INDEX games_deadline ON games (deadline);
CREATE INDEX games_ended ON games (ended);

-- Who sits where.
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    -- 0 and 1, with teams up to 3; even seats move first.
    seat BIGINT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (game, seat)
);
CREATE INDEX seats_person ON seats (person);

-- The logs. A row is never changed and never removed.
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id),
    -- 1, 2, 3… in each game.
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- The seat and the client's mark on the action: an action that arrives twice is written once.
    action_key TEXT,
    -- What happened, as JSON: see EventKind in crates/protocol.
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq),
    UNIQUE (game, action_key)
);

-- When no server was running. Clocks do not count this time.
CREATE TABLE outages (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);
