-- Who is asked to play by name, and has not answered yet.
CREATE TABLE challenges (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    -- Who is asked.
    person TEXT NOT NULL REFERENCES people (id),
    created BIGINT NOT NULL
);
CREATE INDEX challenges_person ON challenges (person);
