-- Searches without a game and a result: one part for each kind of rows, in the order of their ends.
CREATE INDEX seats_by_end ON seats (person, public, ended DESC, game) WHERE result IS NOT NULL;
CREATE INDEX games_by_end ON games (public, ended DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_of_creator_by_end ON games (creator, public, imported, ended DESC, id) WHERE result IS NOT NULL;
