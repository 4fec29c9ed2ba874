-- Who keeps a game, of the servers that share a database. A file has one server: there it is always 0.
ALTER TABLE games ADD COLUMN owner BIGINT NOT NULL DEFAULT 0;
