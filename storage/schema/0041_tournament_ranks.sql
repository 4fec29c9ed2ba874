-- How users came out of tournaments that are over. Written with the end, and anew with each correction; of those that ended before
-- this schema nothing stands here until one is corrected.
CREATE TABLE tournament_ranks (
  user_id    TEXT   NOT NULL,
  started    BIGINT NOT NULL,
  tournament TEXT   NOT NULL REFERENCES tournaments (id),
  format     TEXT   NOT NULL,
  rank       INT    NOT NULL,
  players    INT    NOT NULL,
  PRIMARY KEY (user_id, started, tournament)
);
