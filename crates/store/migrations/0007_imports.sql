-- Games that were brought as records.

-- 1 for a game that was played elsewhere: its players are names, its maker is who brought it.
ALTER TABLE games ADD COLUMN imported BIGINT NOT NULL DEFAULT 0;
-- The first position, when it is not the usual one of the settings.
ALTER TABLE games ADD COLUMN position TEXT;
