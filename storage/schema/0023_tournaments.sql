-- Tournaments are their events; the phase stands in their own row, so that those that run are found.
CREATE TABLE tournaments (
  id        TEXT   NOT NULL PRIMARY KEY,
  user_id   TEXT   NOT NULL,
  user_name TEXT   NOT NULL,
  name      TEXT   NOT NULL,
  game      TEXT   NOT NULL,
  rule      TEXT   NOT NULL,
  opening   TEXT   NOT NULL,
  size      INT    NOT NULL,
  created   BIGINT NOT NULL,
  phase     TEXT   NOT NULL
);
CREATE INDEX tournaments_by_phase ON tournaments (phase, created, id);
CREATE INDEX tournaments_by_user ON tournaments (user_id, phase);
-- Insert-only, as events are: of two writers with the same version one is refused.
CREATE TABLE tournament_events (
  tournament TEXT   NOT NULL REFERENCES tournaments (id),
  v          INT    NOT NULL,
  kind       TEXT   NOT NULL,
  body       TEXT   NOT NULL,
  by_user    TEXT   NOT NULL,
  note       TEXT   NOT NULL,
  at         BIGINT NOT NULL,
  PRIMARY KEY (tournament, v)
);
-- No player sits twice in a round.
CREATE TABLE tournament_seats (
  tournament TEXT NOT NULL REFERENCES tournaments (id),
  round      INT  NOT NULL,
  player     INT  NOT NULL,
  board      INT  NOT NULL,
  PRIMARY KEY (tournament, round, player)
);
-- What a game is part of stands here alone. The end of a game stands in its own row, and is its result here: there is no second one to lose.
CREATE TABLE tournament_games (
  tournament TEXT NOT NULL REFERENCES tournaments (id),
  round      INT  NOT NULL,
  board      INT  NOT NULL,
  number     INT  NOT NULL,
  game       TEXT NOT NULL,
  PRIMARY KEY (tournament, round, board, number)
);
CREATE UNIQUE INDEX tournament_games_by_game ON tournament_games (game);
