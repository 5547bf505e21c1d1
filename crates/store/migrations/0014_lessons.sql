-- The lessons that an account has gone through, as words: see Learned in crates/protocol.
CREATE TABLE lessons (
    person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
    learned TEXT NOT NULL
);
