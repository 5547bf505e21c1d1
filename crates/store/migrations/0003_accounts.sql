-- What accounts have: tokens for programs, and ratings.

-- Personal tokens: whoever has one acts for its person.
CREATE TABLE tokens (
    -- The SHA-256 of the token, in hexadecimal digits.
    token_hash TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    -- What its owner calls it.
    name TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX tokens_person ON tokens (person);

-- How strong somebody is at a game, by Glicko-2.
CREATE TABLE ratings (
    person TEXT NOT NULL REFERENCES people (id),
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    -- Rated games so far.
    games BIGINT NOT NULL,
    -- When the last of them ended.
    updated BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);

-- Each change of a rating, for its history.
CREATE TABLE rating_changes (
    person TEXT NOT NULL REFERENCES people (id),
    -- The game that changed it.
    table_id TEXT NOT NULL REFERENCES games (id),
    game TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- The rating after it.
    rating DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX rating_changes_person ON rating_changes (person, game, at);
