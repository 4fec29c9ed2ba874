-- Accounts, sessions and ratings.

-- A user with a row here has a password. Names that look alike have the same skeleton.
CREATE TABLE accounts (
  user_id  TEXT NOT NULL PRIMARY KEY REFERENCES users (id),
  skeleton TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL
);

-- A token is a session of one program.
ALTER TABLE tokens ADD COLUMN client TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
UPDATE tokens SET seen = created;
CREATE INDEX tokens_by_user ON tokens (user_id, seen);

-- As they were when the players sat down; 0 for guests and bots.
ALTER TABLE games ADD COLUMN first_rating INT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN first_provisional INT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN second_rating INT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN second_provisional INT NOT NULL DEFAULT 0;
CREATE INDEX games_by_rule ON games (game, rule, created, id);

CREATE TABLE ratings (
  user_id    TEXT   NOT NULL REFERENCES users (id),
  game       TEXT   NOT NULL,
  speed      TEXT   NOT NULL,
  rating     DOUBLE PRECISION NOT NULL,
  deviation  DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  games      INT    NOT NULL,
  updated    BIGINT NOT NULL,
  PRIMARY KEY (user_id, game, speed)
);
CREATE INDEX ratings_by_strength ON ratings (game, speed, rating);

-- What each rated game did to its players. The primary key counts no game twice.
CREATE TABLE rating_changes (
  game_id   TEXT   NOT NULL REFERENCES games (id),
  side      TEXT   NOT NULL,
  user_id   TEXT   NOT NULL REFERENCES users (id),
  game      TEXT   NOT NULL,
  speed     TEXT   NOT NULL,
  rating_before DOUBLE PRECISION NOT NULL,
  rating_after  DOUBLE PRECISION NOT NULL,
  at        BIGINT NOT NULL,
  PRIMARY KEY (game_id, side)
);
CREATE INDEX rating_changes_by_user ON rating_changes (user_id, game, speed, at);
