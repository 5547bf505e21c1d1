-- How many games somebody has open is asked before they make another.
CREATE INDEX games_creator ON games (creator, ended);
