-- Who keeps a game: the epoch of a node. A game whose owner is the epoch of no node is an orphan.
ALTER TABLE games ADD COLUMN owner BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_playing_by_owner ON games (owner) WHERE status = 'playing';

-- A row for each server that lives. Each of its transactions locks the row by its epoch: without it nothing is written. Epochs
-- are never given twice, so that what has lost its node has lost it for ever. `connection` and `batch` are for a commit whose
-- answer was lost: a connection writes only while its number stands here, and the batch that stands here has happened. `heartbeat`
-- is when the server last said that it lives, and `since` from when on it has done so without a gap.
CREATE SEQUENCE node_epochs;
CREATE TABLE nodes (
  node       TEXT   NOT NULL PRIMARY KEY,
  epoch      BIGINT NOT NULL UNIQUE,
  url        TEXT   NOT NULL,
  connection BIGINT NOT NULL,
  batch      BIGINT NOT NULL,
  since      TIMESTAMP WITH TIME ZONE NOT NULL,
  heartbeat  TIMESTAMP WITH TIME ZONE NOT NULL
);
DROP TABLE writers;
