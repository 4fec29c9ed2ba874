-- Rows that are found by their key are stored under it: one tree instead of two, so a move writes one page where it wrote
-- two, and every index of games ends with the id by itself. Foreign keys are not enforced while this runs.

-- Insert-only. The primary key, and that v - 1 must be there, keep two writers from continuing the same game.
CREATE TABLE new_events (
  game           TEXT   NOT NULL,
  v              INT    NOT NULL,
  kind           TEXT   NOT NULL,
  ply            INT    NOT NULL,
  by_side        TEXT   NOT NULL,
  move           TEXT   NOT NULL,
  detail         TEXT   NOT NULL,
  first_clock    BIGINT NOT NULL,
  second_clock   BIGINT NOT NULL,
  first_periods  INT    NOT NULL,
  second_periods INT    NOT NULL,
  running        TEXT   NOT NULL,
  spent          BIGINT NOT NULL,
  lag            BIGINT NOT NULL,
  at             BIGINT NOT NULL,
  PRIMARY KEY (game, v)
) WITHOUT ROWID;
INSERT INTO new_events SELECT * FROM events ORDER BY game, v;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;

CREATE TABLE new_games (
  id            TEXT   NOT NULL PRIMARY KEY,
  code          TEXT   NOT NULL,
  game          TEXT   NOT NULL,
  rule          TEXT   NOT NULL,
  opening       TEXT   NOT NULL,
  size          INT    NOT NULL,
  start_pos     TEXT   NOT NULL,
  initial       BIGINT NOT NULL,
  increment     BIGINT NOT NULL,
  byoyomi       BIGINT NOT NULL,
  periods       INT    NOT NULL,
  per_move      BIGINT NOT NULL,
  days          INT    NOT NULL,
  first_name    TEXT   NOT NULL,
  first_user    TEXT   NOT NULL,
  first_level   INT    NOT NULL,
  first_token   TEXT   NOT NULL,
  second_name   TEXT   NOT NULL,
  second_user   TEXT   NOT NULL,
  second_level  INT    NOT NULL,
  second_token  TEXT   NOT NULL,
  rated         INT    NOT NULL,
  private       INT    NOT NULL,
  created       BIGINT NOT NULL,
  status        TEXT   NOT NULL,
  result        TEXT   NOT NULL,
  reason        TEXT   NOT NULL,
  ended         BIGINT NOT NULL,
  first_rating       INT NOT NULL DEFAULT 0,
  first_provisional  INT NOT NULL DEFAULT 0,
  second_rating      INT NOT NULL DEFAULT 0,
  second_provisional INT NOT NULL DEFAULT 0,
  source        TEXT   NOT NULL DEFAULT '',
  event         TEXT   NOT NULL DEFAULT ''
) WITHOUT ROWID;
INSERT INTO new_games SELECT * FROM games ORDER BY id;
DROP TABLE games;
ALTER TABLE new_games RENAME TO games;

-- A code names one game at a time; it is free again when the game has ended.
CREATE UNIQUE INDEX games_playing_by_code ON games (code) WHERE status = 'playing' AND code <> '';
CREATE INDEX games_playing ON games (created) WHERE status = 'playing';
CREATE INDEX games_by_age ON games (created);
CREATE INDEX games_by_rule ON games (game, rule, created);
CREATE INDEX games_by_kind ON games (game, created);
-- Names of bots are not looked for.
CREATE INDEX games_by_first_user ON games (first_user, created);
CREATE INDEX games_by_first_name ON games (first_name, created) WHERE first_level = 0;
CREATE INDEX games_by_second_user ON games (second_user, created);
CREATE INDEX games_by_second_name ON games (second_name, created) WHERE second_level = 0;

CREATE TABLE new_tokens (
  hash    TEXT   NOT NULL PRIMARY KEY,
  user_id TEXT   NOT NULL REFERENCES users (id),
  created BIGINT NOT NULL,
  client  TEXT   NOT NULL DEFAULT '',
  seen    BIGINT NOT NULL DEFAULT 0
) WITHOUT ROWID;
INSERT INTO new_tokens SELECT hash, user_id, created, client, seen FROM tokens ORDER BY hash;
DROP TABLE tokens;
ALTER TABLE new_tokens RENAME TO tokens;
CREATE INDEX tokens_by_user ON tokens (user_id, seen);

CREATE TABLE new_users (
  id      TEXT   NOT NULL PRIMARY KEY,
  name    TEXT   NOT NULL,
  guest   INT    NOT NULL,
  created BIGINT NOT NULL
) WITHOUT ROWID;
INSERT INTO new_users SELECT * FROM users ORDER BY id;
DROP TABLE users;
ALTER TABLE new_users RENAME TO users;

CREATE TABLE new_analysis_plies (
  game  TEXT NOT NULL REFERENCES analyses (game),
  ply   INT  NOT NULL,
  kind  TEXT NOT NULL,
  value INT  NOT NULL,
  win   DOUBLE PRECISION NOT NULL,
  best  TEXT NOT NULL,
  line  TEXT NOT NULL,
  mark  TEXT NOT NULL,
  PRIMARY KEY (game, ply)
) WITHOUT ROWID;
INSERT INTO new_analysis_plies SELECT * FROM analysis_plies ORDER BY game, ply;
DROP TABLE analysis_plies;
ALTER TABLE new_analysis_plies RENAME TO analysis_plies;

-- One row: when the server last tried whether it can write.
CREATE TABLE heartbeat (at BIGINT NOT NULL);
INSERT INTO heartbeat VALUES (0);
