-- How many pieces of each kind are left at the end of a game, in words of the server; 0: that is not known.
ALTER TABLE library_games ADD COLUMN material BIGINT NOT NULL DEFAULT 0;
