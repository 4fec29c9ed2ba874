-- Which of the servers that share a database is at an analysis: as games.owner.
ALTER TABLE analyses ADD COLUMN owner BIGINT NOT NULL DEFAULT 0;
