-- The mistakes that an account keeps, a line each: see MistakeDeck in crates/protocol.
CREATE TABLE mistakes (
    person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
    kept TEXT NOT NULL
);
