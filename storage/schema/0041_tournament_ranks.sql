-- How users came out of tournaments that are over. Written with the end, and anew with each correction; of those that ended before
-- this schema nothing stands here until one is corrected. No foreign key: each tournament that is removed would be looked for in all rows.
CREATE TABLE tournament_ranks (
  user_id    TEXT   NOT NULL,
  started    BIGINT NOT NULL,
  tournament TEXT   NOT NULL,
  format     TEXT   NOT NULL,
  rank       INT    NOT NULL,
  players    INT    NOT NULL,
  PRIMARY KEY (user_id, started, tournament)
);
