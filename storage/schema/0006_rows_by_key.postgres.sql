-- To PostgreSQL what 0006_rows_by_key.sql is to SQLite: rows are found by their key at once, for tables and indexes are two
-- things here, so an index has to say that it ends with the id.

-- All of it is looked up where the row is written; a foreign key would lock the game's row for each move.
ALTER TABLE events DROP CONSTRAINT events_game_fkey;

-- Names of bots are not looked for.
DROP INDEX games_by_first_user;
DROP INDEX games_by_first_name;
DROP INDEX games_by_second_user;
DROP INDEX games_by_second_name;
CREATE INDEX games_by_first_user ON games (first_user, created, id);
CREATE INDEX games_by_first_name ON games (first_name, created, id) WHERE first_level = 0;
CREATE INDEX games_by_second_user ON games (second_user, created, id);
CREATE INDEX games_by_second_name ON games (second_name, created, id) WHERE second_level = 0;

-- One row: when the server last tried whether it can write.
CREATE TABLE heartbeat (at BIGINT NOT NULL);
INSERT INTO heartbeat VALUES (0);

-- A row for each server that writes, with the number of its last batch: whether one that lost its connection while it
-- committed has happened is read here. A connection writes only while `epoch` is its own, so what an earlier one left behind
-- cannot happen any more.
CREATE TABLE writers (
  id    TEXT   NOT NULL PRIMARY KEY,
  epoch BIGINT NOT NULL,
  batch BIGINT NOT NULL,
  seen  TIMESTAMP WITH TIME ZONE NOT NULL
);
