-- Games that have ended here and wait for their place in the library, the first that ended first. Files that were imported are never
-- among them.
CREATE TABLE games_to_index (
  ended BIGINT NOT NULL,
  game  TEXT   NOT NULL,
  PRIMARY KEY (ended, game)
) WITHOUT ROWID;
CREATE TRIGGER index_ended_game AFTER UPDATE OF status ON games
WHEN NEW.status = 'finished' AND OLD.status <> 'finished' AND NEW.source = ''
BEGIN
  INSERT OR IGNORE INTO games_to_index VALUES (NEW.ended, NEW.id);
END;

-- Games of before are queued by the server, some at a time, in the order in which they were created: up to this one by now. One row,
-- or none yet.
CREATE TABLE games_queued (
  one     INT    NOT NULL PRIMARY KEY,
  created BIGINT NOT NULL,
  id      TEXT   NOT NULL
) WITHOUT ROWID;
