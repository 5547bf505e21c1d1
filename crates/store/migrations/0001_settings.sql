-- What the server itself must remember between starts.
-- The same text runs on SQLite and PostgreSQL: only types that both know, and never edited once released.
CREATE TABLE settings (
    -- Which setting: 'secret-key' is what the server signs its cookies with.
    name TEXT NOT NULL PRIMARY KEY,
    -- Its value as text; the secret key is 64 hexadecimal digits.
    value TEXT NOT NULL
);
