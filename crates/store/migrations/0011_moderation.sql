-- Names that nobody mistakes for another's, credentials that end, blocks, reports, and the work of hosts.

-- The name with letters that look alike made one: no two accounts have the same. Empty for guests, and for accounts of before
-- until a server has started.
ALTER TABLE people ADD COLUMN skeleton TEXT;
CREATE UNIQUE INDEX people_skeleton ON people (skeleton);
-- Until when somebody may not sign in, and may not write to others.
ALTER TABLE people ADD COLUMN banned_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN muted_until BIGINT NOT NULL DEFAULT 0;
CREATE INDEX people_guests ON people (created) WHERE kind = 'guest';

-- When a session was last used, to the day: one that is not used any more ends.
ALTER TABLE sessions ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
UPDATE sessions SET used = created;
CREATE INDEX sessions_used ON sessions (used);

-- 'read', 'play' or 'account': how much a token may do.
ALTER TABLE tokens ADD COLUMN scope TEXT NOT NULL DEFAULT 'play';
-- When it ends; tokens of before end a year after they were made.
ALTER TABLE tokens ADD COLUMN expires BIGINT NOT NULL DEFAULT 0;
UPDATE tokens SET expires = created + 31536000000;
-- When it was last used, to the day.
ALTER TABLE tokens ADD COLUMN used BIGINT;
CREATE INDEX tokens_expires ON tokens (expires);

-- 1 for a game that a host has removed, or that never began and was forgotten: it is shown nowhere, and its log is gone.
ALTER TABLE games ADD COLUMN removed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_waiting ON games (created) WHERE started IS NULL AND ended IS NULL;
CREATE INDEX games_never_begun ON games (ended) WHERE started IS NULL AND ended IS NOT NULL AND removed = 0;

-- People whom somebody does not want to hear from.
CREATE TABLE blocks (
    person TEXT NOT NULL REFERENCES people (id),
    blocked TEXT NOT NULL REFERENCES people (id),
    created BIGINT NOT NULL,
    PRIMARY KEY (person, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);

-- Complaints, for the host.
CREATE TABLE reports (
    -- Short random letters.
    id TEXT NOT NULL PRIMARY KEY,
    reporter TEXT NOT NULL REFERENCES people (id),
    -- The person whom it is about.
    person TEXT NOT NULL REFERENCES people (id),
    -- The game and the number of the event that it is about, if any.
    game TEXT,
    seq BIGINT,
    -- 'chat', 'name', 'cheating' or 'other'.
    reason TEXT NOT NULL,
    -- The reporter's own words.
    words TEXT NOT NULL,
    -- The line of chat as it was.
    quote TEXT,
    created BIGINT NOT NULL,
    -- When a host was done with it.
    closed BIGINT
);
CREATE INDEX reports_created ON reports (created);
CREATE INDEX reports_person ON reports (person);
CREATE INDEX reports_reporter ON reports (reporter);

-- Names that are being replaced in all games of a person, because the account was deleted or a host has renamed it.
CREATE TABLE name_changes (
    person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
    -- The name in place of the old ones.
    name TEXT NOT NULL,
    -- The last game that is done, by its creation; the newest come first.
    created BIGINT NOT NULL,
    game TEXT NOT NULL
);

-- Messages of `tablier admin` to the servers that run: numbered without gaps, removed after a day.
CREATE TABLE notices (
    id BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    -- JSON: see PeerMessage in crates/server.
    body TEXT NOT NULL
);
