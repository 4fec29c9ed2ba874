-- Games, the events of which they are made, and users. Durations and moments are in milliseconds.

CREATE TABLE users (
  id      TEXT   NOT NULL PRIMARY KEY,
  name    TEXT   NOT NULL,
  guest   INT    NOT NULL,
  created BIGINT NOT NULL
);

-- Bearer tokens are known by their hash only: a stolen database opens no account.
CREATE TABLE tokens (
  hash    TEXT   NOT NULL PRIMARY KEY,
  user_id TEXT   NOT NULL REFERENCES users (id),
  created BIGINT NOT NULL
);

CREATE TABLE games (
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
  ended         BIGINT NOT NULL
);

-- A code names one game at a time; it is free again when the game has ended.
CREATE UNIQUE INDEX games_playing_by_code ON games (code) WHERE status = 'playing' AND code <> '';
CREATE INDEX games_playing ON games (created, id) WHERE status = 'playing';
CREATE INDEX games_by_age ON games (created, id);
CREATE INDEX games_by_kind ON games (game, created, id);
CREATE INDEX games_by_first_user ON games (first_user, created);
CREATE INDEX games_by_first_name ON games (first_name, created);
CREATE INDEX games_by_second_user ON games (second_user, created);
CREATE INDEX games_by_second_name ON games (second_name, created);

-- Insert-only. The primary key is what keeps two writers from continuing the same game.
CREATE TABLE events (
  game           TEXT   NOT NULL REFERENCES games (id),
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
);
