-- Public games under way, for those who watch.
CREATE INDEX games_under_way ON games (started DESC, id) WHERE ended IS NULL AND public = 1;
