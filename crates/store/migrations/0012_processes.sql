-- Several processes on one database: each says that it is alive.

CREATE TABLE processes (
    -- Which process: random letters, new with each start.
    mark TEXT NOT NULL PRIMARY KEY,
    -- When it was last alive. From then on it is an outage if it is silent for too long.
    seen BIGINT NOT NULL
);
-- Before, one setting said it for all.
INSERT INTO processes (mark, seen) SELECT 'before', CAST(value AS BIGINT) FROM settings WHERE name = 'alive';
DELETE FROM settings WHERE name = 'alive';
CREATE INDEX outages_until ON outages (until);
